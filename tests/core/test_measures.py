"""Rates, means and runs. Numbers are those of leagues.md §4, or by hand."""

from decimal import Decimal
from fractions import Fraction
from functools import reduce
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.core.measures import (
    FAILURE,
    NOTHING,
    SUCCESS,
    Rate,
    Streak,
    comeback,
    deviation,
    mean,
    rounded,
    wilson,
)

BASES = st.integers(1, 500).flatmap(lambda base: st.tuples(st.integers(0, base), st.just(base)))


class TestWilson:
    @pytest.mark.parametrize(
        ("hits", "base", "low", "high"),
        [
            (5, 6, "43.6", "97.0"),
            (2, 4, "15.0", "85.0"),
            (3, 3, "43.8", "100.0"),
            (0, 1, "0.0", "79.3"),
            (40, 50, "67.0", "88.8"),  # 67.0 by leagues.md §4.1; 88.76 by the formula
        ],
    )
    def test_examples(self, hits, base, low, high):
        found = [str(rounded(100 * bound, 1)) for bound in wilson(hits, base)]

        assert found == [low, high]

    @given(BASES)
    def test_contains_the_rate_and_lies_between_0_and_1(self, told):
        hits, base = told
        low, high = wilson(hits, base)

        assert 0 <= low <= hits / base + 1e-12
        assert hits / base - 1e-12 <= high <= 1

    @pytest.mark.parametrize(("hits", "base"), [(0, 0), (3, 2), (-1, 2)])
    def test_nonsense(self, hits, base):
        with pytest.raises(ValueError, match="of"):
            wilson(hits, base)


class TestRate:
    def test_of_something(self):
        assert Rate(5, 6).value == Fraction(5, 6)
        assert Rate(5, 6).interval == wilson(5, 6)

    def test_of_nothing_is_unknown(self):
        assert Rate(0, 0).value is None
        assert Rate(0, 0).interval is None


class TestMeans:
    def test_mean(self):
        assert mean(766, 18) == Fraction(383, 9)
        assert mean(0, 0) is None

    def test_deviation(self):
        # 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares of the differences add up to 32
        assert deviation(40, 232, 8) == pytest.approx((32 / 7) ** 0.5)
        assert deviation(5, 25, 1) is None

    @pytest.mark.parametrize(
        ("value", "shown"),
        [
            (Fraction(383, 9), "42.56"),
            (Fraction(1, 8), "0.13"),  # half away from zero, both ways
            (Fraction(-1, 8), "-0.13"),
            (Fraction(-1, 1000), "0.00"),
            (2.675, "2.68"),  # as it is written, not as the machine keeps it
        ],
    )
    def test_rounded(self, value, shown):
        assert rounded(value) == Decimal(shown)
        assert str(rounded(value)) == shown


def streak(results):
    return reduce(Streak.then, (SUCCESS if made else FAILURE for made in results), NOTHING)


class TestRuns:
    def test_anne(self):
        # leagues.md §4.1: five made, then one failed
        anne = streak([True] * 5 + [False])
        assert (anne.longest_made, anne.longest_failed, anne.current) == (5, 1, -1)

    def test_none(self):
        assert streak([]) == (0, 0, 0, 0, 0)

    @given(st.lists(st.booleans()))
    def test_as_counted_from_every_start(self, results):
        def longest(kind):
            starts = range(len(results))
            return max(
                (
                    len(results[i:j])
                    for i in starts
                    for j in range(i + 1, len(results) + 1)
                    if set(results[i:j]) == {kind}
                ),
                default=0,
            )

        found = streak(results[:12])
        results = results[:12]
        assert (found.longest_made, found.longest_failed) == (longest(True), longest(False))
        assert bool(found.current > 0) is bool(results and results[-1])

    @given(st.lists(st.booleans()), st.integers(0, 20))
    def test_two_streaks_are_one(self, results, cut):
        assert streak(results[:cut]).then(streak(results[cut:])) == streak(results)

    @pytest.mark.parametrize(
        ("taken", "longest"),
        [([], 0), ([True], 0), ([False, False, True, False], 2), ([True, False, False], 2)],
    )
    def test_drought(self, taken, longest):
        assert streak(taken).longest_failed == longest


class TestComeback:
    @pytest.mark.parametrize(
        ("evenings", "deficit"),
        [
            ([], None),
            ([[-50, 60]], 50),
            ([[-50, 20]], None),  # it ended below 0
            ([[10, -30, 40]], 20),
            ([[-50, 60], [-10, -80, 90]], 90),
            ([[-40, 40]], 40),  # 0 is enough
            ([[30, -20]], None),  # never below 0
        ],
    )
    def test_deficit(self, evenings, deficit):
        stood = [(sum(scores), min(accumulate(scores, initial=0))) for scores in evenings]
        assert comeback(stood) == deficit
