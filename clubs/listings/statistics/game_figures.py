"""The figures of a game about a population of deals, in the shapes that one page draws for every
game.

A figure keeps its value until it is written: with signs and spaces on the page, as a number that
can be added in a file.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from clubs.core.measures import Rate
from clubs.core.names import is_found, name_key
from clubs.listings.statistics.figures import Figure
from clubs.numbers import NONE
from clubs.templatetags.feutre import grouped, signed
from clubs.templatetags.figures import fixed, percent, to_decimal

MOST_ROWS = 25  # of a table on a page; its file has all
FEW = 9  # rows that need no search
DIGITS = 2  # of means, and of rates in a file


class FigureKind(StrEnum):
    """What a figure is, and so how it is written."""

    COUNT = "count"
    SCORE = "score"
    MEAN = "mean"
    SCORE_MEAN = "score_mean"
    RATE = "rate"


def _signed_mean(value: Fraction | None) -> str:
    """A mean of scores: "+12.50", "−3.00"; "–" of nothing."""
    return NONE if value is None else signed(to_decimal(value, DIGITS), DIGITS)


WRITTEN: Mapping[FigureKind, Callable[[Any], str]] = {
    FigureKind.COUNT: grouped,
    FigureKind.SCORE: signed,
    FigureKind.MEAN: fixed,
    FigureKind.SCORE_MEAN: _signed_mean,
    FigureKind.RATE: percent,
}


@dataclass(frozen=True, slots=True)
class Amount:
    """One figure. value is an int for counts and scores, a Rate for rates, else a Fraction, or None
    where nothing is known."""

    value: int | Fraction | Rate | None
    kind: FigureKind

    @property
    def text(self) -> str:
        """The figure as the page shows it."""
        return WRITTEN[self.kind](self.value)

    @property
    def number(self) -> int | float | None:
        """The figure as a file has it; rates are in per cent."""
        value = self.value
        if isinstance(value, Rate):
            value = None if value.value is None else 100 * value.value
        return float(to_decimal(value, DIGITS)) if isinstance(value, Fraction) else value


def count_amount(value: int) -> Amount:
    return Amount(value, FigureKind.COUNT)


def score_amount(value: int) -> Amount:
    return Amount(value, FigureKind.SCORE)


def mean_amount(value: Fraction | None) -> Amount:
    return Amount(value, FigureKind.MEAN)


def score_mean(value: Fraction | None) -> Amount:
    return Amount(value, FigureKind.SCORE_MEAN)


def rate(value: Rate) -> Amount:
    return Amount(value, FigureKind.RATE)


@dataclass(frozen=True, slots=True)
class Tile:
    """One figure with its name; note is small print under it."""

    label: str
    figure: Amount
    note: str = ""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """label comes first, cells follow in the order of the heads; address is where label leads."""

    label: str
    cells: Sequence[Amount]
    address: str = ""


@dataclass(frozen=True, slots=True)
class FigureTable:
    """key names it on its page and in the file that it can be had as; heads include the label's.
    What matters most is the first of the rows: of a long table the page shows no more. is_long: it
    may be searched and sorted; order is the place of the column that it is sorted by, with - from
    the largest on."""

    key: str
    title: str
    heads: Sequence[str]
    rows: Sequence[FigureRow]
    order: str = ""
    is_long: bool = False

    def arranged(self, q: str, asked: str) -> "FigureTable":
        """The rows that have the words of q in their label, in the order that is asked for:
        "key:2" is by the third column, "key:-2" from its largest figure on. A table of a few rows
        stays as it is."""
        if len(self.rows) <= FEW:
            return self
        key, _colon, order = asked.partition(":")
        column = order.removeprefix("-")
        rows = [row for row in self.rows if is_found(q, row.label)]
        if key != self.key or column not in map(str, range(len(self.heads))):
            return replace(self, rows=rows, is_long=True)
        place, is_down = int(column), order.startswith("-")
        if place == 0:
            rows.sort(key=lambda row: name_key(row.label), reverse=is_down)
        else:
            known = [row for row in rows if row.cells[place - 1].number is not None]
            known.sort(key=lambda row: row.cells[place - 1].number or 0, reverse=is_down)
            rows = [*known, *(row for row in rows if row.cells[place - 1].number is None)]
        return replace(self, rows=rows, order=order, is_long=True)

    @property
    def sortable_heads(self) -> list[tuple[str, str, str]]:
        """Each heading with the order that a tap on it asks for, and the one it shows as aria-sort
        has it. Figures begin with the largest."""
        ways = (("-", "") if place else ("", "-") for place in range(len(self.heads)))
        heads = []
        for place, (head, (first, second)) in enumerate(zip(self.heads, ways, strict=True)):
            way = second if self.order == f"{first}{place}" else first
            shown = {str(place): "ascending", f"-{place}": "descending"}.get(self.order, "none")
            heads.append((head, f"{self.key}:{way}{place}", shown))
        return heads

    @property
    def shown(self) -> Sequence[FigureRow]:
        return self.rows[:MOST_ROWS]

    @property
    def hidden_count(self) -> int:
        return len(self.rows) - len(self.shown)


@dataclass(frozen=True, slots=True)
class GameFigures:
    """Everything about a population. deals is how many deals the figures are about: with none there
    is nothing else."""

    deals: int
    tiles: Sequence[Tile] = ()
    tables: Sequence[FigureTable] = ()
    charts: Sequence[Figure] = ()

    def narrowed_and_sorted(self, q: str, asked: str) -> "GameFigures":
        """Each table as it is arranged."""
        return replace(self, tables=[table.arranged(q, asked) for table in self.tables])

    @property
    def has_long(self) -> bool:
        return any(table.is_long for table in self.tables)
