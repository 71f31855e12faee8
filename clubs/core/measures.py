"""Small measures that statistics are made of: rates with their uncertainty, means, runs, ranks won.

Source: leagues.md §4. Means and rates are exact fractions until they are shown.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

Z = 1.96  # of a two-sided interval of 95 %


@dataclass(frozen=True, slots=True)
class Rate:
    """So many hits of so many tries. Without a base it has no value."""

    hits: int
    base: int

    @property
    def value(self) -> Fraction | None:
        return Fraction(self.hits, self.base) if self.base else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of the true rate, from 0 to 1."""
        return wilson(self.hits, self.base) if self.base else None


@lru_cache(maxsize=4096)  # of many pairs few have other numbers
def wilson(hits: int, base: int) -> tuple[float, float]:
    """Wilson's 95 % interval of hits out of base, from 0 to 1. Raises ValueError without a base."""
    if not 0 <= hits <= base or base == 0:
        raise ValueError(f"{hits} of {base}")
    # Not hits/base ± Z·σ: of 3 hits in 3 tries that would be certain, from 1 to 1.
    rate, square = hits / base, Z * Z
    spread = Z * sqrt(rate * (1 - rate) / base + square / (4 * base * base))
    low = (rate + square / (2 * base) - spread) / (1 + square / base)
    high = (rate + square / (2 * base) + spread) / (1 + square / base)
    return max(low, 0.0), min(high, 1.0)


def mean(total: int | Fraction, count: int) -> Fraction | None:
    return Fraction(total) / count if count else None


def deviation(total: int, squares: int, count: int) -> float | None:
    """Sample standard deviation (n − 1) from the sum and the sum of squares; None under two."""
    if count < 2:
        return None
    # In whole numbers up to the root: a difference of large floats can be below 0.
    return sqrt(Fraction(squares * count - total * total, count * (count - 1)))


def rounded(value: Fraction | Decimal | float, places: int = 2) -> Decimal:
    """The number as it is shown, rounded half away from zero."""
    if isinstance(value, Fraction):
        number = Decimal(value.numerator) / Decimal(value.denominator)
    else:
        number = Decimal(str(value))  # as it is written: 2.675 is less than that in binary
    shown = number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    # What rounds to 0 from below would be shown as "−0".
    return abs(shown) if shown == 0 else shown


class Streak(NamedTuple):
    """Results one after the other, so that two streaks in a row are one again: how many, the runs
    at the start and at the end, negative of failures, and the longest ones."""

    length: int = 0
    first: int = 0
    last: int = 0
    longest_made: int = 0
    longest_failed: int = 0

    @property
    def current(self) -> int:
        """The run that goes on, negative when things go badly."""
        return self.last

    def then(self, later: "Streak") -> "Streak":
        if not self.length or not later.length:
            return self if self.length else later
        goes_on = (self.last > 0) == (later.first > 0)
        across = self.last + later.first if goes_on else 0
        return Streak(
            self.length + later.length,
            # A run as long as its streak goes on into the other one.
            self.first + later.first if goes_on and abs(self.first) == self.length else self.first,
            self.last + later.last if goes_on and abs(later.last) == later.length else later.last,
            max(self.longest_made, later.longest_made, across),
            max(self.longest_failed, later.longest_failed, -across),
        )


NOTHING, SUCCESS = Streak(), Streak(1, 1, 1, 1, 0)
FAILURE = Streak(1, -1, -1, 0, 1)


def comeback(evenings: Iterable[tuple[int, int]]) -> int | None:
    """The largest deficit in an evening's running total after which it ended at 0 or more.

    evenings are totals, each with the lowest that it was. A number from 1; None where there was
    none.
    """
    deficits = [-low for total, low in evenings if total >= 0 and low < 0]
    return max(deficits, default=None)


def places_gained(before: int | None, now: int | None) -> int | None:
    """Ranks won since before, below 0 for lost ones; None where one of the two is missing."""
    return None if before is None or now is None else before - now
