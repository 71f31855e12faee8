"""Names of people: compared without case or accents, shortened for chips and faces.

Source: ui.md (a table name has at most 8 letters, is unique in the club, and clashes resolve as
"Luc F."); architecture.md (`name_key` is made here because SQLite's LOWER leaves É alone).
"""

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, count
from typing import Any

TABLE_NAME_LENGTH = 8  # characters, at most
LEAST_CAPITALS = 3  # of a last name written in capitals
KEY_LENGTH = 160  # characters; a single ligature may stand for eighteen

# Letters that are read as others but that Unicode does not take apart.
LETTERS = str.maketrans(
    {
        "œ": "oe",
        "æ": "ae",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ı": "i",
        "ł": "l",
        "þ": "th",
        "’": "'",
        "‐": "-",
        "‑": "-",
    }
)


def name_key(name: str) -> str:
    """The name without case, accents or doubled spaces: equal keys mean the same name."""
    folded = fold(fold(name)).translate(LETTERS)
    return " ".join(folded.split())[:KEY_LENGTH].rstrip()


def fold(text: str) -> str:
    """Case and accents away. Taking a letter apart can bring new capitals: called twice."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def initials(name: str) -> str:
    """The first letters of the first and the last word, in capitals: "JP" of Jean-Luc Petit."""
    letters = [first_letter(word) for word in name.split()]
    found = [letter for letter in letters if letter]
    return "".join(found if len(found) < 2 else (found[0], found[-1]))


def first_and_initial(name: str) -> str:
    """ "Zoé M." of Zoé Marchand, MARCHAND Zoé and Marchand, Zoé; who has one word alone is called
    by it."""
    words = first_name_first(name)
    letter = first_letter(words[-1]) if len(words) > 1 else ""
    return f"{words[0]} {letter}." if letter else " ".join(words[:1])


def first_name_first(name: str) -> list[str]:
    """The words of a name, the last name at the end: also of a name out of a list that has it in
    front, in capitals or before a comma."""
    last, comma, first = name.partition(",")
    if comma and last.strip() and first.strip():
        return [*first.split(), *last.split()]
    words = name.split()
    at = next((place for place, word in enumerate(words) if not word.isupper()), len(words))
    # Two capitals alone are the letters of a first name: JP Marchand.
    is_last_name = any(len(word) >= LEAST_CAPITALS for word in words[:at])
    return [*words[at:], *words[:at]] if is_last_name else words


def told_apart(names: Iterable[str]) -> list[str]:
    """The same names in their order; who comes later with a name that is taken gets a number."""
    taken: set[str] = set()
    found = []
    for name in names:
        shown, number = name, 2
        while name_key(shown) in taken:
            shown, number = f"{name} {number}", number + 1
        taken.add(name_key(shown))
        found.append(shown)
    return found


def first_letter(word: str) -> str:
    """In capitals; empty when the word has neither letter nor digit."""
    return next((letter.upper()[0] for letter in word if letter.isalnum()), "")


def table_name(full_name: str, taken: Collection[str]) -> str:
    """A short name of at most 8 characters that nobody of `taken` has, whatever the case.

    The first name; then with one or two letters of the last name, "Luc F." and "Luc Fe."; then
    with a number.
    """
    keys = {name_key(name) for name in taken}
    return next(name for name in table_names(full_name) if name_key(name) not in keys)


def table_names(full_name: str) -> Iterator[str]:
    """Short names in the order of preference, without end."""
    words = full_name.split() or ["?"]
    first, last = words[0], "".join(filter(str.isalnum, words[-1] if len(words) > 1 else ""))
    yield shorten(first)
    endings = (f" {last[:size].capitalize()}." for size in (1, 2) if len(last) >= size)
    for ending in chain(endings, (f" {number}" for number in count(2))):
        yield (first[: TABLE_NAME_LENGTH - len(ending)].rstrip("-'. ") or "?") + ending


def shorten(first: str) -> str:
    """A first name of at most 8 characters: "Marie-C." for Marie-Christine, "Alexand."."""
    if len(first) <= TABLE_NAME_LENGTH:
        return first
    head, hyphen, second = first.partition("-")
    if hyphen and second and len(head) + 3 <= TABLE_NAME_LENGTH:
        return f"{head}-{second[0]}."
    if hyphen and len(head) <= TABLE_NAME_LENGTH:
        return head
    return first[: TABLE_NAME_LENGTH - 1] + "."


def is_short_for(short: str, full: str) -> bool:
    """Whether one key is what tables call the person with the other: "luc", "luc p." and "petit"
    all mean "luc petit"."""
    first, *rest = short.split() or [""]
    words = full.split()
    if not rest:
        return first in words[:1] + words[-1:]
    last = words[1:]
    return first in words[:1] and all(
        any(word.startswith(part.rstrip(".")) for word in last) for part in rest
    )


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A JSON value, such as a deal record, with other names for some players, however deep."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    return value
