"""The example season by every method, and what leagues.md §3.2, §3.3, §3.4, §3.6 say besides.

Expected values are those of leagues.md §3, or worked out beside them.
"""

from datetime import date
from fractions import Fraction

import pytest

from clubs.core.standings.league_files import read_league
from clubs.core.standings.rank import (
    ALL_SIZES,
    CellBlock,
    LeagueInput,
    LeaguePenalty,
    LeagueSettings,
    Member,
    ScoreCell,
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
    line,
    rows,
    standings,
    totals,
    values,
)
from tests.core.standings.seasons import example, read


class TestExample:
    """leagues.md §3.2, the column of examples, and `expected` of the file."""

    def test_total(self):
        found = standings()

        assert values(found) == [
            (1, "Anne", 766),
            (2, "Cléo", 299),
            (3, "Dino", -127),
            (4, "Eva", -198),
            (5, "Bob", -218),
            (6, "Fred", -407),
        ]
        assert [(row.rank, row.player) for row in found.rows][6:] == [(None, "Gina")]
        assert found.table.total_sum == 0

    def test_every_expected_list_of_the_file(self):
        expected = example()["expected"]
        fields = {"total": "total", "average": "average", "points": "points"}
        for name in ("total", "average", "best_2_of_4", "place_points", "normalised_total"):
            found = standings(**expected["settings"].get(name, {}))
            told = [
                (row["rank"], row["player"], next(row[key] for key in fields if key in row))
                for row in expected[name]
            ]
            shown = [(rank, player, float(round(v, 2))) for rank, player, v in values(found)]
            assert shown == told

    def test_evenings_and_deals(self):
        found, expected = rows(standings()), example()["expected"]

        assert {name: list(row.per_evening) for name, row in found.items()} == expected["evenings"]
        assert {name: row.deals for name, row in found.items()} == expected["deals"]
        assert {name: row.evenings for name, row in found.items()} == {
            "Anne": 4,
            "Bob": 4,
            "Cléo": 4,
            "Dino": 3,
            "Eva": 3,
            "Fred": 1,
            "Gina": 1,
        }

    def test_average(self):
        found = standings(method="average", min_deals=8)

        assert values(found) == [
            (1, "Anne", Fraction(766, 18)),
            (2, "Cléo", Fraction(299, 17)),
            (3, "Dino", Fraction(-127, 13)),
            (4, "Bob", Fraction(-218, 17)),
            (5, "Eva", Fraction(-198, 13)),
        ]
        assert [(row.player, row.missing_deals) for row in found.rows[5:]] == [
            ("Fred", 4),
            ("Gina", 4),
        ]

    def test_evening_average(self):
        found = standings(method="evening_average")

        assert values(found)[:2] == [(1, "Anne", Fraction(383, 2)), (2, "Cléo", Fraction(299, 4))]
        assert rows(found)["Fred"].value == -407

    def test_best_2_of_4(self):
        found = standings(method="best_n", best_n=2, min_evenings=2)

        assert values(found) == [
            (1, "Anne", 696),
            (2, "Bob", 398),
            (3, "Cléo", 386),
            (4, "Eva", 109),
            (5, "Dino", 76),
        ]
        fred = rows(found)["Fred"]
        assert (fred.rank, fred.qualified, fred.missing_evenings) == (None, False, 1)
        anne = rows(found)["Anne"]
        assert [(line.score, line.counted, line.amount) for line in anne.lines] == [
            (197, False, 0),
            (199, True, 199),
            (497, True, 497),
            (-127, False, 0),
        ]

    def test_drop_worst(self):
        found = standings(method="drop_worst", drop_worst=1)

        assert rows(found)["Anne"].value == 893
        assert rows(found)["Dino"].value == -19 + 95  # three evenings, −203 dropped
        assert rows(found)["Fred"].value == 0  # the only one is dropped
        assert rows(found)["Fred"].total == -407

    def test_place_points(self):
        found = standings(method="place_points")

        assert values(found) == [
            (1, "Anne", 30),
            (2, "Cléo", 23),
            (3, "Bob", 21),
            (4, "Dino", 12),
            (5, "Eva", 10),
            (6, "Fred", 1),
        ]
        points = {
            name: [line.place_points for line in row.lines] for name, row in rows(found).items()
        }
        assert points == {
            "Anne": [6, 10, 10, 4],
            "Cléo": [10, 3, 4, 6],
            "Bob": [3, 2, 6, 10],
            "Dino": [4, 6, 2],
            "Eva": [4, 3, 3],
            "Fred": [1],
            "Gina": [None],
        }
        third = {name: line(row, 2).place for name, row in rows(found).items()}
        assert third == {
            "Anne": 1,
            "Bob": 2,
            "Cléo": 3,
            "Eva": 4,
            "Gina": None,
            "Dino": 5,
            "Fred": 6,
        }

    def test_place_points_by_table(self):
        found = rows(standings(method="place_points", place_scope="table"))

        # The third evening: Bob 145, Cléo 58, Dino −203 at one table; Anne 497, Eva 25 and
        # Fred −407 at the other, where the guest is passed over.
        third = {
            name: [(t.place, t.place_points) for t in line(row, 2).tables]
            for name, row in found.items()
        }
        assert third == {
            "Bob": [(1, 10)],
            "Cléo": [(2, 6)],
            "Dino": [(3, 4)],
            "Anne": [(1, 10)],
            "Eva": [(2, 6)],
            "Gina": [(None, None)],
            "Fred": [(3, 4)],
        }
        assert found["Bob"].value == 3 + 2 + 10 + 10

    def test_per_opponent(self):
        assert values(standings(normalise="per_opponent")) == [
            (1, "Anne", Fraction(71625, 100)),
            (2, "Cléo", Fraction(36425, 100)),
            (3, "Bob", Fraction(-8725, 100)),
            (4, "Eva", -219),
            (5, "Dino", Fraction(-25225, 100)),
            (6, "Fred", -407),
        ]

    def test_own_size(self):
        found = standings(normalise="own_size")

        assert list(found.by_size) == [3, 4, 5]
        assert found.rows == ()
        three = found.by_size[3]
        # The first table of the third evening alone: 108 − 25 + 62, −54 + 50 + 62, −54 − 25 − 124.
        assert [(row.rank, row.player, row.value, row.deals) for row in three.rows] == [
            (1, "Bob", 145, 3),
            (2, "Cléo", 58, 3),
            (3, "Dino", -203, 3),
        ]
        assert three.rows[0].per_evening == (None, None, 145, None)
        assert found.by_size[5].rows[0].player == "Anne"

    def test_own_size_with_penalties_and_carried_points(self):
        """A penalty stands with everybody of that size; points from before belong to none."""
        told = [ScoreCell(0, "1", "Anne", 3, 1, 10, 100), ScoreCell(0, "2", "Anne", 4, 1, 20, 400)]
        told += [ScoreCell(0, "2", "Bob", 4, 1, -20, 400)]
        carried = Member("Bob", 2, carry_over=500)
        penalties = [
            LeaguePenalty(0, "Anne", -5),
            LeaguePenalty(0, "Bob", -7),
            LeaguePenalty(0, "Cléo", -9),
        ]
        season = LeagueInput([ANNE, carried, CLEO], THREE_DAYS, told, penalties=penalties)

        found = rank_league(season, read(normalise="own_size", carry_over=True))

        assert {
            size: [(row.player, row.value, row.carry_over) for row in table.rows]
            for size, table in found.by_size.items()
        } == {3: [("Anne", 5, 0)], 4: [("Anne", 15, 0), ("Bob", -27, 0)]}
        assert (found.by_size[4].total_sum, found.by_size[4].penalty_sum) == (-12, -12)
        assert not found.adds_carry_over

    def test_sizes(self):
        found = standings(sizes=[5])

        assert values(found) == [
            (1, "Anne", 199),
            (2, "Dino", 95),
            (3, "Eva", 84),
            (4, "Cléo", -145),
            (5, "Bob", -233),
        ]


class TestGuests:
    def test_ranked(self):
        found = standings(guests="ranked", method="place_points")

        # The guest is fifth at the third evening, before Dino and Fred, who is beyond the list.
        assert rows(found)["Gina"].rank == 6
        assert rows(found)["Gina"].value == 2
        assert rows(found)["Dino"].value == 4 + 6 + 1
        assert rows(found)["Fred"].value == 0

    def test_deals_of_guests_excluded(self):
        found = standings(guests="excluded_deals")

        # Without the second table of the third evening; Fred played nowhere else.
        assert values(found) == [
            (1, "Cléo", 299),
            (2, "Anne", 269),
            (3, "Dino", -127),
            (4, "Bob", -218),
            (5, "Eva", -223),
        ]
        assert len(found.rows) == 5
        assert found.table.total_sum == 0

    def test_totals_of_a_table_with_a_guest_are_excluded_whole(self):
        told = [TableTotal(0, "9", "Anne", 50), TableTotal(0, "9", "Gina", -50)]
        told += [TableTotal(0, "8", "Anne", 20), TableTotal(0, "8", "Bob", -20)]
        season = LeagueInput([ANNE, BOB, GINA], THREE_DAYS, totals=told)

        assert values(rank_league(season, read(guests="excluded_deals"))) == [
            (1, "Anne", 20),
            (2, "Bob", -20),
        ]

    def test_cells_of_guests_are_a_mistake_where_they_do_not_count(self):
        season = league({"Gina": 5}, members=[GINA])

        with pytest.raises(ValueError, match="Gina"):
            rank_league(season, read(guests="excluded_deals"))

    def test_order_below_the_ranking(self):
        """Members who are not qualified, then guests; each by value."""
        hugo = Member("Hugo", 10, is_guest=True)
        season = league(
            {"Anne": 10, "Bob": 20, "Cléo": 5, "Gina": 90, "Hugo": 95},
            {"Cléo": -5},
            members=[ANNE, BOB, CLEO, GINA, hugo],
        )

        found = rank_league(season, read(min_evenings=2))

        assert [(row.rank, row.player) for row in found.rows] == [
            (1, "Cléo"),
            (None, "Bob"),
            (None, "Anne"),
            (None, "Hugo"),
            (None, "Gina"),
        ]


class TestPenalties:
    EVENING = "2025-10-10"

    def penalty(self, player, points):
        return {"player": player, "points": points, "evening": self.EVENING, "reason": "late"}

    @pytest.mark.parametrize(
        ("settings", "value"),
        [
            ({"method": "total"}, 766 - 30),
            ({"method": "best_n", "best_n": 2}, 696 - 30),
            ({"method": "place_points"}, 30 - 30),
            ({"method": "average"}, Fraction(766 - 30, 18)),
            ({"method": "drop_worst", "drop_worst": 0}, 766),
            ({"method": "evening_average"}, Fraction(766, 4)),
        ],
    )
    def test_where_they_are_added(self, settings, value):
        found = standings(penalties=[self.penalty("Anne", -30)], **settings)

        anne = rows(found)["Anne"]
        assert anne.value == value
        assert (anne.penalty, anne.total) == (-30, 736)
        assert (found.table.total_sum, found.table.penalty_sum) == (-30, -30)

    def test_left_out(self):
        found = standings_without_penalties([self.penalty("Anne", -30)])

        anne = rows(found)["Anne"]
        assert (anne.value, anne.penalty, anne.total) == (766, 0, 766)
        assert (found.table.total_sum, found.table.penalty_sum) == (0, 0)

    def test_only_from_its_evening_on(self):
        told = [self.penalty("Anne", -30)]

        before = rows(standings(as_of=date(2025, 10, 9), penalties=told))["Anne"]
        after = rows(standings(as_of=date(2025, 10, 10), penalties=told))["Anne"]

        assert (before.value, before.penalty) == (197, 0)
        assert (after.value, after.penalty) == (396 - 30, -30)

    def test_who_has_nothing_but_a_penalty_is_there(self):
        season = LeagueInput([ANNE, BOB], THREE_DAYS, penalties=[LeaguePenalty(0, "Bob", -10)])

        assert values(rank_league(season, LeagueSettings())) == [(1, "Bob", -10)]
        (row,) = rank_league(season, read(method="average")).rows
        assert (row.rank, row.value, row.qualified, row.missing_deals) == (None, None, False, 1)


def standings_without_penalties(penalties):
    document = example()
    document["settings"]["penalties"] = False
    document["penalties"] = penalties
    told = read_league(document)
    return told.standings()


class TestQualification:
    def test_hidden(self):
        found = standings(min_deals=13, unqualified="hidden")

        assert [row.player for row in found.rows] == ["Anne", "Cléo", "Dino", "Eva", "Bob"]
        assert found.table.hidden_count == 2
        assert found.table.total_sum == 0  # of everybody

    def test_ranked(self):
        found = standings(min_deals=8, method="average", unqualified="ranked")

        fred = rows(found)["Fred"]
        assert (fred.rank, fred.value, fred.qualified) == (6, Fraction(-407, 4), False)
        assert rows(found)["Gina"].rank is None


class TestCarryOver:
    SEASON = league({"Anne": 9, "Bob": -9}, members=[ANNE, Member("Bob", 2, carry_over=40)])

    @pytest.mark.parametrize(
        ("settings", "value"),
        [
            ({}, 31),
            ({"method": "best_n", "best_n": 1}, 31),
            ({"method": "drop_worst", "drop_worst": 0}, 31),
            ({"method": "place_points"}, 46),
            ({"method": "average"}, -9),
            ({"method": "evening_average"}, -9),
        ],
    )
    def test_it_is_added_to_sums_and_not_to_the_total(self, settings, value):
        bob = rows(rank_league(self.SEASON, read(carry_over=True, **settings)))["Bob"]

        assert (bob.value, bob.total, bob.carry_over) == (value, -9, 40)

    def test_not_unless_the_season_says_so(self):
        bob = rows(rank_league(self.SEASON, LeagueSettings()))["Bob"]

        assert (bob.value, bob.carry_over) == (-9, 0)


class TestAsOf:
    def test_an_earlier_date(self):
        found = standings(as_of=date(2025, 11, 13))

        assert values(found) == [
            (1, "Anne", 396),
            (2, "Eva", 84),
            (3, "Dino", 76),
            (4, "Cléo", 60),
            (5, "Bob", -616),
        ]
        assert [evening.date for evening in found.evenings] == [
            date(2025, 9, 12),
            date(2025, 10, 10),
        ]
        assert found.rows[0].per_evening == (197, 199)

    def test_the_last_day_and_the_day_before_the_first(self):
        assert standings(as_of=date(2025, 12, 12)).rows == standings().rows
        assert standings(as_of=date(2025, 9, 11)).rows == ()


class TestWhy:
    """leagues.md §3.6."""

    def test_distances_to_the_neighbours(self):
        found = rows(standings())

        assert (found["Anne"].to_better, found["Anne"].to_worse) == (None, 766 - 299)
        assert (found["Eva"].to_better, found["Eva"].to_worse) == (71, 20)
        assert (found["Fred"].to_better, found["Fred"].to_worse) == (189, None)
        assert (found["Gina"].to_better, found["Gina"].to_worse) == (None, None)

    def test_the_tables_of_an_evening(self):
        told = [*totals({"Anne": 9}), ScoreCell(0, "2", "Anne", 5, 1, 8, 64)]
        season = LeagueInput([ANNE], THREE_DAYS, told)

        (evening,) = rank_league(season, read(normalise="per_opponent")).rows[0].lines

        assert (evening.raw, evening.score) == (17, 15)
        assert [(t.table, t.raw, t.score) for t in evening.tables] == [("1", 9, 9), ("2", 8, 6)]

    def test_how_sizes_are_normalised(self):
        found = standings(normalise="per_opponent")

        assert found.table.scales == (
            SizeScale(3, 3, Fraction(3, 2)),
            SizeScale(4, 13, 1),
            SizeScale(5, 5, Fraction(3, 4)),
        )


class TestInput:
    def test_what_contradicts_itself_is_refused(self):
        for season, words in [
            (league({"Zoé": 1}), "no members"),
            (LeagueInput([ANNE, ANNE], []), "two members"),
            (LeagueInput([ANNE], THREE_DAYS[::-1]), "out of order"),
            (LeagueInput([ANNE], THREE_DAYS, penalties=[LeaguePenalty(0, "Zoé", 5)]), "no members"),
        ]:
            with pytest.raises(ValueError, match=words):
                rank_league(season, LeagueSettings())

    def test_nothing_played(self):
        assert rank_league(LeagueInput([ANNE], THREE_DAYS), LeagueSettings()).rows == ()

    def test_cells_may_be_split(self):
        whole = [ScoreCell(0, "1", "Anne", 4, 3, 30, 500, 2, 1)]
        split = [
            ScoreCell(0, "1", "Anne", 4, 1, 10, 100, 1, 0),
            ScoreCell(0, "1", "Anne", 4, 2, 20, 400, 1, 1),
        ]

        block = [CellBlock(0, 4, {"Anne": whole[0]})]
        of_all_sizes = [CellBlock(0, ALL_SIZES, {"Anne": whole[0]})]

        assert (
            rank_league(LeagueInput([ANNE], THREE_DAYS, whole), LeagueSettings()).rows
            == rank_league(LeagueInput([ANNE], THREE_DAYS, split), LeagueSettings()).rows
            == rank_league(LeagueInput([ANNE], THREE_DAYS, blocks=block), LeagueSettings()).rows
            == rank_league(
                LeagueInput([ANNE], THREE_DAYS, blocks=of_all_sizes), LeagueSettings()
            ).rows
        )
