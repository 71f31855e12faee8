"""A person's words out of texts that others wrote, notes, reasons, files; other names for players.

Words are compared without case, and a text may leave out the accents of the name.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from clubs.core.names import fold

CODE = re.compile(  # a word of a program, a fraction, a date, a uuid
    r"[a-z0-9_]+|-?\d+/\d+|\d{4}-\d\d-\d\d|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
)


def spellings(name: str) -> list[str]:
    """A full name, and the same with the last word first."""
    words = name.split()
    turned = " ".join([words[-1], *words[:-1]])
    return list(dict.fromkeys([name, turned]))


def telling(words: Sequence[str], others: Collection[str]) -> list[str]:
    """The words that mean this person alone, the longest first.

    others are the names of the other people: a single word that is part of one of them may mean
    that one, and stays.
    """
    # Folded: "Rémi" is also a part of the name of REMI DUPONT.
    shared = {part for other in others for part in fold(other).split()}
    alone = {word for word in words if word.strip() and fold(word) not in shared}
    return sorted(alone, key=lambda word: (-len(word), word))


def pattern_of(words: Sequence[str]) -> re.Pattern[str] | None:
    """Finds any of the words as a whole; None without words."""
    parts = ["".join(map(_letter_pattern, word)) for word in words]
    if not parts:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)", re.IGNORECASE)


def _letter_pattern(letter: str) -> str:
    plain = fold(letter)
    if not plain or plain == letter.casefold():
        return re.escape(letter)
    return f"(?:{re.escape(letter)}|{re.escape(plain)})"


def redacted(value: Any, pattern: re.Pattern[str], name: str) -> Any:
    """A JSON value with this name for what the pattern finds, however deep.

    Codes and keys of programs ("garde", "total"), numbers, dates and uuids are nobody's name, even
    where somebody is called so or has a licence of such digits.
    """
    if isinstance(value, str):
        return value if CODE.fullmatch(value) else redacted_text(value, pattern, name)
    if isinstance(value, dict):
        return {
            redacted(key, pattern, name): redacted(item, pattern, name)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [redacted(item, pattern, name) for item in value]
    return value


def redacted_text(text: str, pattern: re.Pattern[str], name: str) -> str:
    """The same for what somebody wrote."""
    return pattern.sub(lambda _found: name, text)


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A JSON value, such as a deal record, with other names for some players, however deep."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    return value
