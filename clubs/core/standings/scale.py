"""Deal scores of tables of different sizes, made comparable. Source: leagues.md §3.4.

Inside a league all scores are integers of one unit, so that sums and comparisons are exact and
quick: `ScoreScale.unit` of them make one point.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, lcm

from clubs.core.standings.settings import Normalise
from clubs.core.standings.shapes import CellBlock, Number, ScoreCell, SizeScale

HUNDREDTHS = 100  # of a place point, as SittingTotal has them
LEAST_DEALS = 30  # of one size, for `z_score`
ROOT_BITS = 256  # binary places of an irrational root
# Beyond it a denominator comes from an irrational root and is no fraction to show.
LARGEST_DENOMINATOR = 1 << (ROOT_BITS - 64)


@dataclass(frozen=True, slots=True)
class ScoreScale:
    """factors: units that one point of a deal of that size is worth. sizes are empty where deals
    count as scored."""

    unit: int
    factors: Mapping[int, int]
    sizes: tuple[SizeScale, ...]

    def number(self, units: int) -> Number:
        return units if self.unit == 1 else whole_or_fraction(units, self.unit)


def whole_or_fraction(numerator: int, denominator: int) -> Number:
    """The quotient, an int wherever it is whole."""
    whole, rest = divmod(numerator, denominator)
    return Fraction(numerator, denominator) if rest else whole


def quotient(value: Number, unit: int) -> Number:
    """value/unit, an int wherever it is whole."""
    if isinstance(value, int):
        return value if unit == 1 else whole_or_fraction(value, unit)
    return plain_number(value / unit)


def plain_number(value: Number) -> Number:
    return value.numerator if value.denominator == 1 else value


def is_exact(value: Number) -> bool:
    """Is it a fraction that somebody could write, or does it hold an irrational root?"""
    return value.denominator <= LARGEST_DENOMINATOR


def scale_of(
    normalise: Normalise, cells: Iterable[ScoreCell], blocks: Iterable[CellBlock] = ()
) -> ScoreScale:
    """The scale of these counted cells, which are all of the league up to the date shown."""
    if normalise not in {Normalise.PER_OPPONENT, Normalise.Z_SCORE}:
        sizes_played = {cell.size for cell in cells}.union(block.size for block in blocks)
        return ScoreScale(1, dict.fromkeys(sizes_played, 1), ())
    counts: dict[int, int] = {}
    squares: dict[int, int] = {}
    for cell in cells:
        counts[cell.size] = counts.get(cell.size, 0) + cell.deals
        squares[cell.size] = squares.get(cell.size, 0) + cell.square_sum
    for block in blocks:
        counts[block.size] = counts.get(block.size, 0) + sum(
            won.deals for won in block.won.values()
        )
        if normalise is Normalise.Z_SCORE:
            square_sum = sum(won.square_sum for won in block.won.values())
            squares[block.size] = squares.get(block.size, 0) + square_sum
    sizes = (
        tuple(_z_scales(counts, squares))
        if normalise is Normalise.Z_SCORE
        else tuple(
            SizeScale(size, counts[size] // size, _per_opponent(size)) for size in sorted(counts)
        )
    )
    # One unit for all sizes makes every factor whole: sums of evenings are then sums of integers.
    unit = lcm(*(size.factor.denominator for size in sizes))
    return ScoreScale(unit, {size.size: int(size.factor * unit) for size in sizes}, sizes)


def _per_opponent(size: int) -> Number:
    """3/(m − 1), so that a table of 4 stays as it is; nobody alone has an opponent."""
    return whole_or_fraction(3, size - 1) if size > 1 else 1


def _z_scales(counts: Mapping[int, int], squares: Mapping[int, int]) -> Iterable[SizeScale]:
    """100/σ for each size, with σ² = squares/counts.

    So the factor is 100·√(counts·squares)/squares. Roots that are rational multiples of each other
    are written as such, and roots that are not are linearly independent over the rationals: two
    sums are equal here exactly if they are in truth, although an irrational root is cut off after
    ROOT_BITS binary places.
    """
    roots: dict[int, Fraction] = {}  # by radicand
    for size in sorted(counts):
        deals, square_sum = counts[size] // size, squares[size]
        # With zeros alone σ is 0, and nothing can be divided by it.
        if deals < LEAST_DEALS or not square_sum:
            yield SizeScale(size, deals, 1, too_few=True)
            continue
        # counts has a deal once for each of its players, as square_sum has: σ is that of scores.
        radicand = counts[size] * square_sum
        root = _root_of(radicand, roots)
        deviation = Fraction(round(root * 100 / counts[size]), 100)
        factor = plain_number(100 * root / square_sum)
        yield SizeScale(size, deals, factor, deviation=deviation)


def _root_of(radicand: int, known: dict[int, Fraction]) -> Fraction:
    """√radicand: exact where it can be, else as a multiple of a known root where it is one."""
    root = isqrt(radicand)
    if root * root == radicand:
        return Fraction(root)
    # √a is a rational multiple of √b exactly where a·b is a square. Cut off apart, the two roots
    # would differ in the last place, and sums that are equal would not be tied.
    for other, other_root in known.items():
        product = isqrt(radicand * other)
        if product * product == radicand * other:
            return Fraction(product, other) * other_root
    known[radicand] = Fraction(isqrt(radicand << 2 * ROOT_BITS), 1 << ROOT_BITS)
    return known[radicand]
