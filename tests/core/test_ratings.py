"""Ratings: what one table changes, and that a replay is always the same.

The figures of the example were computed once with openskill itself, evening by evening.
"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.core.ratings import (
    SETTINGS,
    Rating,
    RatingEvent,
    RatingSettings,
    is_provisional,
    replay,
)

TABLES = [
    {"Anne": 197, "Bob": -383, "Cléo": 205, "Dino": -19},
    {"Anne": 199, "Bob": -233, "Cléo": -145, "Dino": 95, "Eva": 84},
    {"Anne": 497, "Eva": 25, "Fred": -407, "Gina": -115},
    {"Anne": -127, "Bob": 253, "Cléo": 181, "Eva": -307},
]
AFTER = {  # mu, sigma, shown value
    "Anne": (30.593366221, 7.806193201, 1287),
    "Bob": (20.497576992, 7.856268999, 877),
    "Cléo": (27.819371878, 7.889050435, 1166),
    "Dino": (26.454825054, 7.999264385, 1098),
    "Eva": (23.604256577, 7.793856703, 1009),
    "Fred": (21.007245034, 8.081547675, 871),
    "Gina": (24.766235625, 8.081547675, 1021),
}


def events(tables):
    return [RatingEvent(str(number), totals) for number, totals in enumerate(tables, 1)]


def final(tables, **told):
    return {change.player: change.after for change in replay(events(tables), **told)}


tables_of = st.lists(
    st.dictionaries(st.sampled_from("ABCDEFG"), st.integers(-300, 300), min_size=3, max_size=5),
    min_size=1,
    max_size=6,
)


class TestReplay:
    def test_the_example(self):
        found = final(TABLES)

        assert {
            name: (round(rating.mu, 9), round(rating.sigma, 9), rating.value)
            for name, rating in found.items()
        } == AFTER

    def test_each_change_begins_where_the_last_one_ended(self):
        [first, later, last] = [c for c in replay(events(TABLES)) if c.player == "Bob"]

        assert first.before == Rating(25.0, 25 / 3)
        assert (later.before, last.before) == (first.after, later.after)
        assert [change.sequence for change in (first, later, last)] == [1, 2, 4]

    def test_equal_totals_are_a_tie(self):
        found = final([{"A": 60, "B": 0, "C": 0, "D": -60}])

        assert found["B"] == found["C"]
        assert found["A"].mu > found["B"].mu > found["D"].mu

    def test_only_the_order_of_the_totals_counts(self):
        assert final([{"A": 600, "B": -1, "C": -599}]) == final([{"A": 2, "B": 0, "C": -2}])

    def test_a_surprise_moves_more_than_what_was_expected(self):
        strong, weak = Rating(30.0, 6.0), Rating(20.0, 6.0)
        known = {"S": strong, "W": weak, "X": Rating(25.0, 6.0)}
        expected = final([{"S": 20, "X": 0, "W": -20}], known=known)
        surprise = final([{"W": 20, "X": 0, "S": -20}], known=known)

        assert surprise["W"].mu - weak.mu > expected["S"].mu - strong.mu > 0

    def test_with_other_settings_it_comes_out_otherwise(self):
        assert final(TABLES, settings=RatingSettings(tau=0.0)) != final(TABLES)

    @given(tables_of, st.integers(1, 6))
    def test_from_any_table_on_it_gives_the_same(self, tables, start):
        whole = list(replay(events(tables)))
        known = {c.player: c.after for c in whole if c.sequence < start}

        rest = replay(events(tables)[start - 1 :], known, first=start)

        assert list(rest) == [change for change in whole if change.sequence >= start]

    def test_two_who_are_alike_stay_so_in_the_last_digit(self):
        """Their places in the sums of the model differ."""
        found = final([{"A": 2, "B": 1, "C": 1, "D": 0, "E": 0}] * 2)

        assert (found["B"], found["D"]) == (found["C"], found["E"])

    @given(tables_of, st.permutations("ABCDEFG"), st.randoms(use_true_random=False))
    def test_names_and_seats_do_not_matter(self, tables, others, chance: Random):
        names = dict(zip("ABCDEFG", others, strict=True))
        renamed = []
        for totals in tables:
            seats = list(totals.items())
            chance.shuffle(seats)
            renamed.append({names[name]: total for name, total in seats})

        found = final(renamed)

        assert {name: found[names[name]] for name in final(tables)} == final(tables)


class TestShown:
    def test_everybody_starts_at_1000(self):
        assert Rating().value == 1000  # 1000 + 40·(25 − 3·25/3)

    def test_the_band_is_three_deviations_to_each_side(self):
        rating = Rating(30.0, 2.5)

        assert rating.value == 1900  # 1000 + 40·22.5
        assert rating.estimate == 2200
        assert rating.margin == 300  # 40·3·2.5
        assert rating.band == (1900, 2500)

    @pytest.mark.parametrize(
        ("sigma", "tables", "provisional"),
        [(6.5, 10, False), (6.51, 10, True), (3.0, 9, True)],
    )
    def test_too_little_is_known(self, sigma, tables, provisional):
        assert is_provisional(Rating(25.0, sigma), tables) is provisional

    def test_the_constants_are_those_of_the_specification(self):
        assert SETTINGS.to_json() == {
            "model": "plackett_luce",
            "mu": 25.0,
            "sigma": pytest.approx(8.333333333, abs=1e-9),
            "beta": pytest.approx(4.166666667, abs=1e-9),
            "kappa": 0.0001,
            "tau": pytest.approx(0.083333333, abs=1e-9),
        }
