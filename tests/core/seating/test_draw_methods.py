"""The methods beside `rotation`. Source: tournaments.md §5.2."""

from itertools import combinations, product

import pytest

from clubs.core.seating.draw import Leftovers, SeatingMethod, SeatingRefused, Separation
from clubs.core.seating.shapes import SeatedRound, SeatedTable, SeatingRules
from tests.core.seating.plans import meetings, plan, repeats, seat_faults, tables, together

TEN_SHUFFLED = [3, 8, 5, 7, 9, 10, 1, 6, 2, 4]  # 1..10 with seed 7, tournaments.md §5.5


class TestRandom:
    def test_cuts_the_shuffle_into_tables(self):
        (found,) = plan(10, 1, "random", seed=7)

        assert tables(found) == [TEN_SHUFFLED[:4], TEN_SHUFFLED[4:7], TEN_SHUFFLED[7:]]

    def test_rounds_one_by_one_are_those_drawn_at_once(self):
        at_once = plan(22, 4, "random", seed=5)

        past = ()
        for number in range(1, 5):
            past = plan(22, number, "random", seed=5, past=past)
        assert past == at_once

    def test_repeats_are_not_avoided(self):
        assert repeats(plan(16, 5, "random", seed=1)) > 0


class TestRandomApart:
    def test_repeats_are_avoided(self):
        found = plan(64, 5, "random_apart", seed=1)

        assert repeats(found) == 0

    def test_one_more_round_of_a_plan_that_somebody_else_made(self):
        past = plan(40, 3, "random", seed=9)

        found = plan(40, 4, "random_apart", seed=2, past=past)

        assert found[:3] == past
        assert repeats(found) == repeats(past)

    def test_never_more_than_random(self):
        for seed in range(2):
            assert repeats(plan(12, 3, "random_apart", seed=seed)) <= repeats(
                plan(12, 3, "random", seed=seed)
            )


RANKING = [5, 3, 9, 1, 13, 2, 8, 12, 4, 7, 6, 11, 10]


class TestStanding:
    def test_ranks_in_order(self):
        (found,) = plan(13, 1, "standing", standings=RANKING)

        assert tables(found) == [[5, 3, 9, 1], [13, 2, 8], [12, 4, 7], [6, 11, 10]]

    def test_who_is_not_in_the_standings_comes_last(self):
        (found,) = plan(8, 1, "standing", standings=[8, 6, 4, 2])

        assert tables(found) == [[8, 6, 4, 2], [1, 3, 5, 7]]

    def test_repeats_are_shown_and_not_avoided(self):
        past = plan(8, 1, "standing", standings=range(1, 9))

        found = plan(8, 2, "standing", past=past, standings=range(1, 9))

        assert repeats(found) == 12

    def test_a_bye_falls_to_the_last_without_one(self):
        found = plan(6, 3, "standing", standings=[1, 2, 3, 4, 5, 6], leftovers=Leftovers.BYE)

        assert [round_.byes for round_ in found] == [(5, 6), (3, 4), (1, 2)]

    def test_needs_standings(self):
        with pytest.raises(SeatingRefused) as refused:
            plan(8, 1, "standing")

        assert [(p.code, p.field) for p in refused.value.problems] == [
            ("standings_missing", "plan.standings")
        ]

    def test_the_final_after_a_rotation(self):
        rotation = plan(24, 4, seed=3)

        found = plan(
            24,
            5,
            [*[SeatingMethod.ROTATION] * 4, SeatingMethod.STANDING],
            past=rotation,
            standings=range(1, 25),
        )

        assert tables(found[4])[0] == [1, 2, 3, 4]


def way(round_, place):
    """Sum over players of the tables between theirs and their own, and of the squares."""
    ways = [abs(at - place[player]) for at, table in enumerate(tables(round_)) for player in table]
    return sum(ways), sum(way * way for way in ways)


class TestStandingApart:
    def test_without_history_it_is_standing(self):
        found = plan(13, 1, "standing_apart", standings=RANKING)

        assert found == plan(13, 1, "standing", standings=RANKING)

    @pytest.mark.parametrize("players", [8, 16, 22, 61])
    def test_never_more_repeats(self, players):
        past = plan(players, 3, "random", seed=players)
        ranking = range(players, 0, -1)

        apart = plan(players, 4, "standing_apart", past=past, standings=ranking)
        standing = plan(players, 4, "standing", past=past, standings=ranking)

        assert repeats(apart) <= repeats(standing)
        if players >= 40:
            assert repeats(apart) == repeats(past)

    def test_moves_as_little_as_possible(self):
        rows = [(1, 2, 9, 13), (3, 5, 10, 14), (4, 6, 11, 15), (7, 8, 12, 16)]
        past = (SeatedRound(1, tuple(SeatedTable(n, row) for n, row in enumerate(rows, 1))),)
        ranking = range(1, 17)

        found = plan(16, 2, "standing_apart", past=past, standings=ranking)

        place = {player: (player - 1) // 4 for player in ranking}
        # Under `standing` 1-2 and 7-8 repeat. Exchanging one of 1, 2 with one of 7, 8 mends both:
        # 2 ↔ 7 gives 1 3 4 7 and 2 5 6 8, where nobody has met.
        assert repeats(found) == 0
        assert way(found[1], place) == (2, 2)

    @pytest.mark.parametrize("seed", range(8))
    def test_of_all_ways_to_seat_nine_none_is_better(self, seed):
        past = plan(9, 2, "random", seed=seed)
        ranking = range(9, 0, -1)
        place = {player: at // 3 for at, player in enumerate(ranking)}
        met = meetings(past)

        def cost(rows):
            here = sum(met[frozenset(p)] > 0 for row in rows for p in combinations(row, 2))
            ways = [abs(at - place[p]) for at, row in enumerate(rows) for p in row]
            return here, sum(ways), sum(w * w for w in ways)

        found = plan(9, 3, "standing_apart", past=past, standings=ranking, seed=seed)

        everybody = set(ranking)
        best = min(
            cost((first, second, everybody - {*first, *second}))
            for first in combinations(everybody, 3)
            for second in combinations(everybody - {*first}, 3)
        )
        assert cost(tables(found[2])) == best

    def test_no_exchange_of_two_is_better(self):
        past = plan(24, 3, "random", seed=4)
        ranking = list(range(1, 25))
        place = {player: at // 4 for at, player in enumerate(ranking)}

        found = plan(24, 4, "standing_apart", past=past, standings=ranking)

        met = meetings(past)

        def cost(rows):
            here = sum(met[frozenset(p)] > 0 for row in rows for p in combinations(row, 2))
            ways = [abs(at - place[p]) for at, row in enumerate(rows) for p in row]
            return here, sum(ways), sum(w * w for w in ways)

        rows = tables(found[3])
        best = cost(rows)
        for a, b in combinations(ranking, 2):
            swapped = [[{a: b, b: a}.get(p, p) for p in row] for row in rows]
            assert cost(swapped) >= best


class TestSnake:
    def test_there_and_back(self):
        (found,) = plan(16, 1, "snake", standings=range(1, 17))

        assert tables(found) == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]

    def test_short_tables_are_passed_over(self):
        (found,) = plan(13, 1, "snake", standings=range(1, 14))

        assert tables(found) == [[1, 8, 9, 13], [2, 7, 10], [3, 6, 11], [4, 5, 12]]


class TestFixed:
    def test_the_same_tables_in_each_round(self):
        found = plan(13, 3, "fixed", seed=3)

        together_in = [{frozenset(table) for table in tables(round_)} for round_ in found]
        assert together_in == [together_in[0]] * 3
        assert [[t.number for t in r.tables] for r in found] == [[1, 2, 3, 4]] * 3

    def test_the_deal_goes_round(self):
        found = plan(8, 4, "fixed", seed=3)

        first = [round_.tables[0].players[0] for round_ in found]
        assert len(set(first)) == 4

    def test_by_the_standings_when_there_are_any(self):
        found = plan(8, 2, "fixed", standings=[8, 7, 6, 5, 4, 3, 2, 1])

        assert [{*tables(round_)[0]} for round_ in found] == [{5, 6, 7, 8}] * 2


def test_manual_is_an_empty_chart():
    (found,) = plan(13, 1, "manual")

    assert [(table.number, table.players) for table in found.tables] == [
        (1, ()),
        (2, ()),
        (3, ()),
        (4, ()),
    ]


@pytest.mark.parametrize(
    ("methods", "few"),
    [
        (["rotation", "random", "snake"], [3, 4, 6, 7, 8, 9, 10, 11, 12]),
        (["random_apart", "standing_apart"], [3, 6, 10]),  # they search long, for nothing
    ],
)
def test_few_players(methods, few):
    sizes = {3: [3], 4: [4], 6: [3, 3], 7: [4, 3], 8: [4, 4], 9: [3] * 3, 10: [4, 3, 3]}
    sizes |= {11: [4, 4, 3], 12: [4, 4, 4]}

    for method, players in product(methods, few):
        found = plan(players, 3, method, seed=1, standings=range(players, 0, -1))

        everybody = range(1, players + 1)
        faults = [seat_faults(round_, everybody, sizes[players]) for round_ in found]
        assert faults == [[]] * 3, (method, players)


@pytest.mark.parametrize("method", ["random", "standing", "snake", "fixed"])
def test_teams_are_apart_under_every_method(method):
    teams = {player: f"team {(player - 1) // 2}" for player in range(1, 25)}

    found = plan(
        24,
        2,
        method,
        seed=1,
        standings=range(1, 25),
        rules=SeatingRules(Separation.TEAM, teams),
    )

    assert together(found, teams) == 0
