"""What each method of the standings counts: leagues.md §3.2.

Expected values are those of leagues.md §3, or worked out beside them.
"""

from datetime import date
from fractions import Fraction

import pytest

from clubs.core.standings.rank import (
    LeagueInput,
    LeagueSettings,
    Member,
    ScoreCell,
    ShownRating,
    SizeScale,
    TableTotal,
    rank_league,
)
from tests.core.standings.ranked import (
    ANNE,
    BOB,
    CLEO,
    GINA,
    THREE_DAYS,
    league,
    rows,
    totals,
    values,
)
from tests.core.standings.seasons import read


class TestPlacePoints:
    def test_tied_places_share_the_mean(self):
        """Two tied for 1st with 10, 6 get 8 each, the next gets 4."""
        found = rank_league(
            league({"Anne": 50, "Bob": 50, "Cléo": -100}), read(method="place_points")
        )

        assert values(found) == [(1, "Anne", 8), (1, "Bob", 8), (3, "Cléo", 4)]
        assert [row.tied for row in found.rows] == [True, True, False]

    def test_a_mean_that_is_no_whole_number(self):
        found = rank_league(league({"Anne": 9, "Bob": 0, "Cléo": 0}), read(method="place_points"))

        assert values(found)[1:] == [(2, "Bob", 5), (2, "Cléo", 5)]  # (6 + 4)/2
        found = rank_league(league({"Anne": 9, "Bob": 9, "Cléo": 9}), read(method="place_points"))
        assert rows(found)["Bob"].value == Fraction(20, 3)  # (10 + 6 + 4)/3

    def test_beyond_the_list_nothing(self):
        found = rank_league(
            league({"Anne": 9, "Bob": 0, "Cléo": -9}),
            read(method="place_points", place_points=[3, 1]),
        )

        assert [row.value for row in found.rows] == [3, 1, 0]

    def test_tied_over_the_end_of_the_list(self):
        found = rank_league(
            league({"Anne": 9, "Bob": 0, "Cléo": 0}),
            read(method="place_points", place_points=[3, 1]),
        )

        assert [row.value for row in found.rows] == [3, Fraction(1, 2), Fraction(1, 2)]

    def test_attendance_points_once_an_evening(self):
        again = ScoreCell(0, "2", "Anne", 4, 1, 5, 25)  # another table of the same evening
        told = [*totals({"Anne": 9, "Bob": -9}, {"Anne": 1}), again]
        season = LeagueInput([ANNE, BOB], THREE_DAYS, told)

        found = rank_league(season, read(method="place_points", attendance_points=2))

        assert rows(found)["Anne"].value == 10 + 10 + 2 * 2
        assert [line.attendance_points for line in rows(found)["Anne"].lines] == [2, 2]
        assert rows(found)["Bob"].value == 6 + 2

    def test_points_given_at_the_time_stand(self):
        told = [
            TableTotal(0, "1", "Anne", 50, place_points=7),
            TableTotal(0, "1", "Bob", 20),
            TableTotal(0, "1", "Cléo", -70),
        ]
        season = LeagueInput([ANNE, BOB, CLEO], THREE_DAYS, totals=told)

        for scope in ("evening", "table"):
            found = rank_league(season, read(method="place_points", place_scope=scope))
            assert values(found) == [(1, "Anne", 7), (2, "Bob", 6), (3, "Cléo", 4)]


class TestDropWorst:
    SEASON = league({"Anne": 10, "Bob": 90}, {"Anne": -20}, {"Anne": 30, "Bob": 5})

    @pytest.mark.parametrize(
        ("missed", "anne", "bob"),
        [
            (None, 40, 90),  # a missed evening is not a worst one: 5 is dropped
            (0, 40, 95),  # it is: 90 + 0 + 5 without the 0
            (-50, 40, 95),
            (20, 40, 110),  # 90 + 20 + 5 without the 5
        ],
    )
    def test_missed_evenings(self, missed, anne, bob):
        found = rank_league(
            self.SEASON, read(method="drop_worst", drop_worst=1, missed_counts_as=missed)
        )

        assert {row.player: row.value for row in found.rows} == {"Anne": anne, "Bob": bob}

    def test_the_missed_evening_is_a_line(self):
        found = rank_league(
            self.SEASON, read(method="drop_worst", drop_worst=1, missed_counts_as=20)
        )

        bob = rows(found)["Bob"]
        assert [(line.missed, line.score, line.counted, line.amount) for line in bob.lines] == [
            (False, 90, True, 90),
            (True, 20, True, 20),
            (False, 5, False, 0),
        ]
        assert bob.per_evening == (90, None, 5)
        assert bob.evenings == 2

    def test_an_evening_at_which_nobody_played_is_not_missed(self):
        season = LeagueInput([ANNE], THREE_DAYS, totals({"Anne": 10}))

        found = rank_league(season, read(method="drop_worst", drop_worst=0, missed_counts_as=-50))

        assert found.rows[0].value == 10


class TestTotalsWithoutDeals:
    SEASON = LeagueInput(
        [ANNE, BOB],
        THREE_DAYS,
        totals({"Anne": 30, "Bob": -30}),
        totals=[
            TableTotal(1, "1", "Anne", 100),
            TableTotal(2, "1", "Anne", 8, deals=3),
            TableTotal(2, "1", "Bob", -8, deals=3),
        ],
    )

    def test_they_count_in_sums(self):
        assert values(rank_league(self.SEASON, LeagueSettings())) == [
            (1, "Anne", 138),
            (2, "Bob", -38),
        ]
        best = rank_league(self.SEASON, read(method="best_n", best_n=1))
        assert values(best) == [(1, "Anne", 100), (2, "Bob", -8)]

    def test_in_an_average_only_with_their_number_of_deals(self):
        found = rank_league(self.SEASON, read(method="average"))

        assert values(found) == [(1, "Anne", Fraction(38, 4)), (2, "Bob", Fraction(-38, 4))]
        assert (found.rows[0].deals, found.rows[0].evenings) == (4, 3)

    def test_they_have_no_size(self):
        found = rank_league(self.SEASON, read(normalise="own_size"))

        assert [(row.player, row.value) for row in found.by_size[4].rows] == [
            ("Anne", 30),
            ("Bob", -30),
        ]

    def test_normalising_leaves_them_as_scored_and_says_so(self):
        found = rank_league(self.SEASON, read(normalise="per_opponent"))

        assert found.totals_as_scored
        assert found.rows[0].value == 138
        assert not rank_league(self.SEASON, LeagueSettings()).totals_as_scored


class TestZScore:
    def cells(self, size, deals, square, **scores):
        """Each player has the sum given, over that many deals of one square each."""
        return [
            ScoreCell(0, "1", player, size, deals, score, deals * square)
            for player, score in scores.items()
        ]

    def test_a_score_of_120_with_a_deviation_of_80_is_150(self):
        told = self.cells(3, 30, 80 * 80, Anne=120, Bob=-120, Cléo=0)

        found = rank_league(
            LeagueInput([ANNE, BOB, CLEO], THREE_DAYS, told), read(normalise="z_score")
        )

        assert values(found) == [(1, "Anne", 150), (2, "Cléo", 0), (3, "Bob", -150)]
        scale = SizeScale(3, 30, Fraction(5, 4), deviation=Fraction(80))
        assert found.table.scales == (scale,)

    def test_29_deals_are_too_few(self):
        told = self.cells(3, 29, 80 * 80, Anne=120, Bob=-120, Cléo=0)

        found = rank_league(
            LeagueInput([ANNE, BOB, CLEO], THREE_DAYS, told), read(normalise="z_score")
        )

        assert found.rows[0].value == 120
        assert found.table.scales == (SizeScale(3, 29, 1, too_few=True),)

    def test_irrational_deviations_are_compared_exactly(self):
        """σ₃ = √2 and σ₄ = √8: a score of 100 at three is as much as 200 at four."""
        dino = Member("Dino", 4)
        told = self.cells(3, 30, 2, Anne=100, Bob=-60, Cléo=-40)
        told += self.cells(4, 30, 8, Dino=200, Anne=0, Bob=-100, Cléo=-100)
        season = LeagueInput([ANNE, BOB, CLEO, dino], THREE_DAYS, told)

        found = rank_league(season, read(normalise="z_score", tie_breaks=[]))

        assert [(row.rank, row.player) for row in found.rows] == [
            (1, "Anne"),
            (1, "Dino"),
            (3, "Cléo"),  # (−40 − 50)·100/√2
            (4, "Bob"),  # (−60 − 50)·100/√2
        ]
        assert round(float(found.rows[0].value), 9) == 7071.067811865

    def test_an_irrational_value_is_close_enough(self):
        """σ₃ = √3: a score of 5 is 500/√3 = √(250 000/3)."""
        told = self.cells(3, 30, 3, Anne=5, Bob=-5, Cléo=0)
        season = LeagueInput([ANNE, BOB, CLEO], THREE_DAYS, told)

        value = rank_league(season, read(normalise="z_score")).rows[0].value

        assert abs(value * value - Fraction(250_000, 3)) < Fraction(1, 10**60)

    def test_only_what_counts_up_to_the_date(self):
        told = self.cells(3, 30, 80 * 80, Anne=120, Bob=-120, Cléo=0)
        later = [ScoreCell(1, "1", "Anne", 3, 1, 10**4, 10**8)]
        season = LeagueInput([ANNE, BOB, CLEO], THREE_DAYS, told + later)

        found = rank_league(season, read(normalise="z_score"), date(2025, 9, 1))

        assert found.rows[0].value == 150


class TestRating:
    def test_provisional_and_unknown_ones_stand_below(self):
        season = league(
            {"Anne": 9, "Bob": 5, "Cléo": -14, "Gina": 0},
            members=[ANNE, BOB, CLEO, GINA],
            ratings={
                "Bob": ShownRating(1100),
                "Anne": ShownRating(1200, provisional=True),
                "Gina": ShownRating(1300),
            },
        )

        found = rank_league(season, read(method="rating"))

        assert [(r.rank, r.player, r.value, r.provisional, r.total) for r in found.rows] == [
            (1, "Bob", 1100, False, 5),
            (None, "Anne", 1200, True, 9),
            (None, "Cléo", None, True, -14),
            (None, "Gina", 1300, False, 0),
        ]
