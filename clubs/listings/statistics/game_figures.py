"""The figures of a game about a population of deals, in the shapes that one page draws for every
game.

A figure keeps its value until it is written: with signs and spaces on the page, as a number that
can be added in a file.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from clubs.core.measures import Rate
from clubs.listings.statistics.figures import Figure
from clubs.templatetags.feutre import grouped, signed
from clubs.templatetags.figures import NONE, fixed, percent, to_decimal

MOST_ROWS = 25  # of a table on a page; its file has all
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
    What matters most is the first of the rows: of a long table the page shows no more."""

    key: str
    title: str
    heads: Sequence[str]
    rows: Sequence[FigureRow]

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
