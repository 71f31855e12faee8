"""What the cells of several games read alike: players, codes in a row, a count up to three,
headings."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.choices import problem_message
from clubs.core.names import name_key
from clubs.core.problems import Problem

DASHES = str.maketrans(dict.fromkeys("−–—‐", "-"))
COMMAS = str.maketrans(",;", "  ")
BETWEEN_NAMES = re.compile(r"\s*[/|+,]\s*")
SHOWN = 20  # characters of what nobody is called
COUNTS = {"0", "1", "2", "3"}


def codes_in(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Codes with or without spaces between them. What no code is, the pattern calls `unknown`."""
    for match in pattern.finditer(text.translate(DASHES).translate(COMMAS).upper()):
        if match["unknown"]:
            raise ValidationError(_("“%(code)s” is no code.") % {"code": match["unknown"][:12]})
        yield match


def tell_once(fields: dict[str, Any], once: Mapping[str, Any], code: str) -> None:
    """Adds what a record has room for once."""
    if fields.keys() & once.keys():
        raise ValidationError(_("“%(code)s” is one too many.") % {"code": code})
    fields |= once


def read_up_to_three(text: str, problem: str) -> int:
    """0 to 3; anything else is that problem."""
    word = text.strip()
    if word not in COUNTS:
        raise ValidationError(problem_message(Problem(problem)))
    return int(word)


def headings_of(rows: Sequence[Sequence[str]], columns: Mapping[str, str]) -> list[str] | None:
    """What the columns of a pasted table are, "" for one that is not known, where its first row
    says so: it names the taker and something else at least. columns are names by name_key."""
    headings = [columns.get(name_key(cell), "") for cell in rows[0]] if rows else []
    return (
        headings if "taker" in headings and len([name for name in headings if name]) > 1 else None
    )


@dataclass(frozen=True, slots=True)
class Seats:
    """The players of a table: uuids in seat order, and the places by every name (see name_key)."""

    uuids: Sequence[str]
    by_key: Mapping[str, int]

    def find(self, text: str) -> str:
        """The player with this number, counted from 1, or of this name. Raises ValidationError."""
        word = text.strip()
        if word.isascii() and word.isdecimal():
            return self.numbered(word)
        seat = self.by_key.get(name_key(word))
        if seat is None:
            raise ValidationError(_("Nobody called “%(name)s” sits here.") % {"name": word[:SHOWN]})
        return self.uuids[seat]

    def numbered(self, digits: str) -> str:
        most = len(self.uuids)
        if len(digits) > 1 or not 1 <= int(digits) <= most:
            raise ValidationError(_("The players have the numbers 1 to %(most)s.") % {"most": most})
        return self.uuids[int(digits) - 1]

    def find_all(self, text: str) -> list[str]:
        """Several players: "45", or names with strokes or commas between them."""
        word = text.strip()
        return [self.find(part) for part in (word if word.isdecimal() else self.split(word))]

    def split(self, text: str) -> list[str]:
        return BETWEEN_NAMES.split(text)
