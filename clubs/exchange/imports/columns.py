"""The columns of a file: kinds of files, headings, and a header that was understood."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clubs.exchange.imports.values import is_evening

SCORE = "score:"  # a column of the scores of one player, `score: NAME`
SEAT = "player_"  # a column of the players of one seat, `player_1`
IGNORED = "-"  # a header that was looked at and left out
KEPT_FREE = "+"  # a header whose texts are kept with the member under it
FREE = "free:"  # such a column, `free:HEADER`


class ImportKind(StrEnum):
    MEMBERS = "members"
    TOTALS = "totals"
    DEALS = "deals"


@dataclass(frozen=True, slots=True)
class Head:
    """A heading of a column: label for pages, translated when it is shown; names are the other
    words that files use for it in any language, separated by commas."""

    label: Any
    names: str = ""


def are_wide(kind: ImportKind, columns: Sequence[str]) -> bool:
    """Whether they are of totals with a column for each evening."""
    return kind is ImportKind.TOTALS and "date" not in columns and any(map(is_evening, columns))


@dataclass(frozen=True, slots=True)
class Columns:
    """The header of a file, understood. of has the column of each cell, "" where nobody knows.

    A column `score: NAME` is `score:NAME`, as is one headed NAME that was answered `score:`; an
    evening of the totals its date as it is written, or as it was answered.
    keys are what answers about each cell are kept by (headers.header_keys). missing are the columns
    that are needed and not there. game is that of a list of deals.
    """

    kind: ImportKind
    header: tuple[str, ...]
    keys: tuple[str, ...]
    of: tuple[str, ...]
    missing: tuple[str, ...]
    game: str = ""

    @property
    def unknown(self) -> tuple[str, ...]:
        """The headers that were not understood."""
        pairs = zip(self.header, self.of, strict=True)
        return tuple(header for header, column in pairs if header and not column)

    @property
    def is_wide(self) -> bool:
        return are_wide(self.kind, self.of)

    def index(self) -> dict[str, int]:
        """The place of each column that is used."""
        return {column: n for n, column in enumerate(self.of) if column not in ("", IGNORED)}
