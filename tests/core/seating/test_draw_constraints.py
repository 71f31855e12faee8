"""Teams, clubs, pairs apart, locks, byes, table numbers. Source: tournaments.md §5.4."""

from collections import Counter

import pytest

from clubs.core.seating.draw import (
    Leftovers,
    Lock,
    SeatingMethod,
    SeatingRefused,
    SeatingRules,
    Separation,
    draw,
)
from tests.core.seating.plans import (
    meetings,
    plan,
    repeats,
    request,
    seat_faults,
    tables,
    times_at,
    together,
)


def in_teams(players, size):
    return {player: f"team {(player - 1) // size}" for player in range(1, players + 1)}


def refusal(*arguments, **changes):
    with pytest.raises(SeatingRefused) as refused:
        plan(*arguments, **changes)
    return [(p.code, p.field, dict(p.params)) for p in refused.value.problems]


class TestTeams:
    @pytest.mark.parametrize("size", [2, 3, 4])
    def test_never_at_one_table(self, size):
        for players in [8, 11, *range(13, 65)]:  # of fewer than 13 repeats are searched for long
            if -(-players // 4) < size:
                continue
            teams = in_teams(players, size)

            found = plan(players, 3, seed=players, rules=SeatingRules(Separation.TEAM, teams))

            assert together(found, teams) == 0, players
            if players >= 13:
                assert repeats(found) == 0, players

    @pytest.mark.parametrize("size", [2, 3, 4])
    def test_five_rounds_of_forty(self, size):
        teams = in_teams(40, size)

        found = plan(40, 5, seed=1, rules=SeatingRules(Separation.TEAM, teams))

        assert (together(found, teams), repeats(found)) == (0, 0)

    def test_teams_win_against_repeats(self):
        """In five rounds of 16 everybody meets everybody, team mates too, or somebody twice."""
        teams = in_teams(16, 2)

        found = plan(16, 5, seed=1, rules=SeatingRules(Separation.TEAM, teams))

        assert together(found, teams) == 0
        assert repeats(found) >= 8

    def test_too_few_tables_say_which_team(self):
        groups = {1: "Bouts", 2: "Bouts", 3: "Bouts", 4: "Excuse"}

        assert (
            refusal(8, 2, rules=SeatingRules(Separation.TEAM, groups))
            == [("apart_impossible", "groups", {"team": "Bouts", "members": 3, "tables": 2})] * 2
        )

    def test_without_separation_groups_do_not_count(self):
        teams = in_teams(24, 4)

        assert plan(24, 3, seed=1, rules=SeatingRules(Separation.NONE, teams)) == plan(
            24, 3, seed=1
        )


class TestClubs:
    def test_apart_where_it_costs_no_repeat(self):
        clubs = {player: f"club {player % 8}" for player in range(1, 65)}

        found = plan(64, 5, seed=1, rules=SeatingRules(Separation.CLUB, clubs))

        assert (repeats(found), together(found, clubs)) == (0, 0)

    def test_repeats_come_first(self):
        """13 of one club at 6 tables: pairs that no plan avoids, and no repeat for them."""
        clubs = dict.fromkeys(range(1, 14), "home")

        found = plan(24, 3, seed=1, rules=SeatingRules(Separation.CLUB, clubs))

        assert repeats(found) == 0
        assert together(found, clubs) >= 3 * 8  # 13 at 6 tables: five of two, one of three: 5 + 3
        assert together(found, clubs) < together(plan(24, 3, seed=1), clubs)


class TestApart:
    def test_never_together(self):
        pairs = [(1, 2), (1, 3), (2, 3), (4, 5), (1, 5)]

        for method in ("rotation", "random", "random_apart", "standing", "standing_apart", "snake"):
            found = plan(
                16, 2, method, seed=3, standings=range(1, 17), rules=SeatingRules(apart=pairs)
            )

            met = meetings(found)
            assert [pair for pair in pairs if met[frozenset(pair)]] == [], method

    def test_impossible(self):
        """Four who may not meet one another, at three tables."""
        pairs = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]

        assert refusal(12, 2, rules=SeatingRules(apart=pairs)) == [
            ("apart_impossible", "apart", {})
        ]

    def test_unknown(self):
        assert refusal(12, 2, rules=SeatingRules(apart=[(1, 13), (2, 2)])) == [
            ("player_not_listed", "apart[0]", {"player": 13}),
            ("duplicate_entry", "apart[1]", {}),
        ]


class TestLocks:
    @pytest.mark.parametrize(
        "method", ["rotation", "random", "random_apart", "standing", "standing_apart", "snake"]
    )
    def test_they_keep_table_and_players(self, method):
        locked = [Lock(1, 2, (7,)), Lock(2, 2, (7,)), Lock(2, 4, (1, 2, 3))]

        found = plan(
            15, 2, method, seed=1, standings=range(1, 16), rules=SeatingRules(locked=locked)
        )

        first, second = found
        assert 7 in tables(first)[1]
        assert 7 in tables(second)[1]
        assert {1, 2, 3} <= {*tables(second)[3]}
        assert [seat_faults(r, range(1, 16), [4, 4, 4, 3]) for r in found] == [[], []]

    def test_a_whole_table_stays_whole(self):
        found = plan(14, 1, seed=1, rules=SeatingRules(locked=[Lock(1, 1, (5, 6, 7))]))

        assert {*tables(found[0])[0]} == {5, 6, 7}
        assert seat_faults(found[0], range(1, 15), [4, 4, 3, 3]) == []

    @pytest.mark.parametrize(
        "locked",
        [
            [Lock(1, 9, (1,))],  # no such table
            [Lock(1, 1, (1, 2, 3, 4, 5))],  # too many
            [Lock(1, 1, (1,)), Lock(1, 2, (1,))],  # at two tables
            [Lock(1, 1, (1, 2))],  # who are kept apart
        ],
    )
    def test_conflicts(self, locked):
        told = refusal(12, 1, rules=SeatingRules(locked=locked, apart=[(1, 2)]))

        assert {code for code, _, _ in told} == {"lock_conflict"}

    def test_somebody_who_is_absent(self):
        told = refusal(
            12, 1, active={1: range(1, 12)}, rules=SeatingRules(locked=[Lock(1, 1, (12,))])
        )

        assert told == [("lock_conflict", "locked", {"round": 1, "table": 1})]


class TestByes:
    @pytest.mark.parametrize("method", ["rotation", "random", "random_apart", "snake"])
    @pytest.mark.parametrize("players", [9, 23, 50])
    def test_nobody_has_a_second_one_while_somebody_has_none(self, method, players):
        rounds = 6

        found = plan(
            players,
            rounds,
            method,
            seed=1,
            leftovers=Leftovers.BYE,
            standings=range(1, players + 1),
        )

        byes = Counter(dict.fromkeys(range(1, players + 1), 0))
        byes.update(player for round_ in found for player in round_.byes)
        assert sum(byes.values()) == rounds * (players % 4)
        assert max(byes.values()) - min(byes.values()) <= 1

    @pytest.mark.parametrize("players", [5, 6, 7, 10, 13])
    def test_nobody_has_a_second_one_early(self, players):
        """Not only at the end: round by round."""
        had = Counter()
        for round_ in plan(players, 6, leftovers=Leftovers.BYE):
            is_again = any(had[player] for player in round_.byes)
            had.update(round_.byes)
            assert not is_again or len(had) == players

    @pytest.mark.parametrize("players", [7, 9, 10])
    @pytest.mark.parametrize(
        "methods",
        [
            ["snake", "rotation", "snake", "random_apart", "rotation", "standing_apart"],
            ["random", "random", "rotation", "rotation", "rotation", "snake"],
        ],
    )
    def test_methods_share_them(self, methods, players):
        """A rotation is planned before the rounds between. Round by round as well."""
        everybody = range(1, players + 1)

        found = plan(
            players,
            6,
            [SeatingMethod(method) for method in methods],
            leftovers=Leftovers.BYE,
            standings=everybody,
        )

        byes = Counter(player for round_ in found for player in round_.byes)
        times = [byes[player] for player in everybody]
        assert max(times) - min(times) <= 1
        had = Counter()
        for round_ in found:
            is_again = any(had[player] for player in round_.byes)
            had.update(round_.byes)
            assert not is_again or len(had) == players

    def test_no_repeats_for_them(self):
        assert repeats(plan(62, 5, seed=1, leftovers=Leftovers.BYE)) == 0


class TestTableNumbers:
    def test_the_list_of_the_room(self):
        room = [*range(1, 13), 14, 15]  # no 13

        (found,) = plan(64, 1, rules=SeatingRules(table_numbers=room))

        assert [table.number for table in found.tables] == [*range(1, 13), 14, 15, 16, 17]

    def test_nobody_sits_at_the_same_number_twice(self):
        found = plan(64, 5, seed=1)

        seats = Counter((p, t.number) for r in found for t in r.tables for p in t.players)
        assert max(seats.values()) == 1

    def test_the_first_deal_goes_round(self):
        found = plan(64, 4, seed=1)

        deals = Counter(table.players[0] for round_ in found for table in round_.tables)
        assert max(deals.values()) <= 2


class TestWhoIsThere:
    def test_late_arrivals_and_withdrawals(self):
        active = {1: range(1, 22), 2: range(1, 25), 3: [*range(2, 25)]}

        found = plan(24, 3, seed=1, active=active)

        assert seat_faults(found[0], range(1, 22), [4, 4, 4, 3, 3, 3]) == []
        assert seat_faults(found[1], range(1, 25), [4] * 6) == []
        assert seat_faults(found[2], range(2, 25), [4] * 5 + [3]) == []
        assert repeats(found) == 0

    def test_exact_sizes(self):
        found = plan(13, 2, sizes={2: [5, 4, 4]})

        assert [sorted(map(len, tables(round_))) for round_ in found] == [
            [3, 3, 3, 4],
            [4, 4, 5],
        ]

    @pytest.mark.parametrize(
        ("changes", "problem"),
        [
            ({"seed": -1}, ("seed_out_of_range", "seed", {})),
            ({"seed": 2**53}, ("seed_out_of_range", "seed", {})),
            ({"standings": [1, 1]}, ("duplicate_entry", "standings", {})),
            ({"active": {1: [1, 2, 3, 99]}}, ("player_not_listed", "active[0]", {"player": 99})),
            ({"sizes": {1: [4, 4]}}, ("no_table_split", "sizes", {"players": 9})),
            ({"active": {1: [1, 2]}}, ("too_few_players", "players", {"players": 2, "needed": 3})),
        ],
    )
    def test_refused(self, changes, problem):
        ((code, field, params),) = refusal(9, 1, **changes)

        assert (code, field) == problem[:2]
        assert problem[2].items() <= params.items()

    def test_the_largest_seed(self):
        assert repeats(plan(20, 4, seed=2**53 - 1)) == 0

    def test_the_clock_is_only_a_net(self):
        rules = SeatingRules(Separation.TEAM, in_teams(12, 2))

        asked = request(12, 2, seed=1, rules=rules)
        with pytest.raises(SeatingRefused) as refused:
            draw(asked, lambda: True)
        assert [problem.code for problem in refused.value.problems] == ["seating_timeout"]
        assert draw(asked, lambda: False) == draw(asked)


def test_short_tables_fall_to_all():
    """57 players, 5 rounds, 3 tables of 3: 45 seats at them, nobody twice."""
    found = plan(57, 5, seed=2)

    assert max(times_at(found, lambda table: len(table.players) == 3).values()) == 1
