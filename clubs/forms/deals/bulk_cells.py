"""What the cells of several games read alike: codes in a row, a count up to three, headings."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.choices import problem_message
from clubs.core.names import name_key
from clubs.core.problems import Problem

DASHES = str.maketrans(dict.fromkeys("−–—‐", "-"))
COMMAS = str.maketrans(",;", "  ")
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
