"""Drawing again when somebody comes or goes, and changes by hand: tournaments.md §4, §5.7."""

import pytest

from clubs.core.seating.draw import (
    Lock,
    SeatedRound,
    SeatedTable,
    SeatingRefused,
    SeatingRules,
    certificate,
)
from clubs.core.seating.edit import (
    difference,
    dissolved,
    late_table,
    lock,
    move,
    swap_players,
    team_pairs,
)
from tests.core.seating.plans import meetings, plan, repeats, seat_faults, tables


def place_of(round_):
    return {player: table.number for table in round_.tables for player in table.players}


def moved(before, after):
    """Who sits at another table than was planned."""
    old, new = place_of(before), place_of(after)
    return {player for player in old.keys() & new.keys() if old[player] != new[player]}


class TestReplan:
    def test_somebody_leaves_a_table_of_four(self):
        """64 − 1: one table of three in each round to come, and nobody meets anybody twice."""
        before = plan(64, 5, seed=1)
        active = {number: [p for p in range(1, 65) if p != 7] for number in (3, 4, 5)}

        after = plan(64, 5, seed=1, past=before[:2], drafts=before[2:], active=active)

        assert after[:2] == before[:2]
        assert [seat_faults(r, active[3], [4] * 15 + [3]) for r in after[2:]] == [[]] * 3
        assert repeats(after) == 0

    def test_a_table_is_dissolved(self):
        """61 − 1 = 60: 15 tables of four, so that one of the three tables of three goes."""
        before = plan(61, 5, seed=1)
        leaver = tables(before[3])[15][0]
        active = {number: [p for p in range(1, 62) if p != leaver] for number in (4, 5)}

        after = plan(61, 5, seed=1, past=before[:3], drafts=before[3:], active=active)

        assert [seat_faults(r, active[4], [4] * 15) for r in after[3:]] == [[], []]
        assert repeats(after) == 0
        # Two of that table have to move; mending what they repeat may take a few more.
        assert {p for p in tables(before[3])[15] if p != leaver} <= moved(before[3], after[3])
        assert len(moved(before[3], after[3])) <= 8

    def test_a_late_arrival_fills_a_short_table(self):
        before = plan([*range(1, 24)], 4, seed=1)

        after = plan(
            24,
            4,
            seed=1,
            past=before[:1],
            drafts=before[1:],
            active={1: range(1, 24)},
        )

        assert moved(before[1], after[1]) == set()
        assert [seat_faults(r, range(1, 25), [4] * 6) for r in after[1:]] == [[]] * 3
        assert repeats(after) == 0

    def test_a_new_table_opens(self):
        before = plan([*range(1, 25)], 3, seed=1)

        after = plan(
            25,
            3,
            seed=1,
            past=before[:1],
            drafts=before[1:],
            active={1: range(1, 25)},
        )

        assert seat_faults(after[1], range(1, 26), [4, 4, 4, 4, 3, 3, 3]) == []
        assert [table.number for table in after[1].tables] == [1, 2, 3, 4, 5, 6, 7]
        assert repeats(after) == 0

    def test_nothing_changes_when_nobody_comes_or_goes(self):
        before = plan(40, 5, seed=1)

        after = plan(40, 5, seed=9, past=before[:2], drafts=before[2:])

        assert after == before

    def test_locked_tables_of_a_draft(self):
        before = plan(64, 3, seed=1)
        held = tables(before[2])[4]
        active = {3: [p for p in range(1, 65) if p != tables(before[2])[0][0]]}

        after = plan(
            64,
            3,
            seed=1,
            past=before[:2],
            drafts=before[2:],
            active=active,
            rules=SeatingRules(locked=[Lock(3, 5, tuple(held))]),
        )

        assert tables(after[2])[4] == held

    def test_one_round_after_people_left_without_a_draft(self):
        before = plan(40, 5, seed=1)
        stay = range(3, 41)

        after = plan(40, 5, seed=1, past=before[:2], active={3: stay, 4: stay, 5: stay})

        assert after[:2] == before[:2]
        assert repeats(after) == 0
        assert [seat_faults(r, stay, [4] * 8 + [3] * 2) for r in after[2:]] == [[]] * 3


FIRST = SeatedRound(
    1, (SeatedTable(1, (1, 2, 3, 4)), SeatedTable(2, (5, 6, 7, 8)), SeatedTable(3, (9, 10, 11)))
)
SECOND = SeatedRound(
    2, (SeatedTable(1, (1, 5, 9, 12)), SeatedTable(2, (2, 6, 10)), SeatedTable(3, (3, 7, 11)))
)


def checked(*rounds):
    return certificate(
        {
            "players": list(range(1, 13)),
            "active": [
                sorted(p for t in told.tables for p in t.players) for told in (FIRST, SECOND)
            ],
            "rounds": [
                {
                    "number": told.number,
                    "tables": [{"number": t.number, "players": t.players} for t in told.tables],
                    "byes": told.byes,
                }
                for told in rounds
            ],
        }
    )


class TestByHand:
    def test_a_swap_and_what_it_does(self):
        changed = swap_players(SECOND, 5, 2)

        assert tables(changed) == [[1, 2, 9, 12], [5, 6, 10], [3, 7, 11]]
        told = difference(checked(FIRST, SECOND), checked(FIRST, changed))
        assert told.counts == {"repeats": (0, 2)}
        assert told.met == [((1, 2), (1, 2)), ((5, 6), (1, 2))]
        assert told.errors == []

    def test_the_same_swap_again_gives_the_same_hash(self):
        back = swap_players(swap_players(SECOND, 5, 2), 5, 2)

        assert back == SECOND
        assert checked(FIRST, back)["plan_sha256"] == checked(FIRST, SECOND)["plan_sha256"]
        assert (
            checked(FIRST, swap_players(SECOND, 5, 2))["plan_sha256"]
            != checked(FIRST, SECOND)["plan_sha256"]
        )

    def test_with_somebody_who_has_a_bye(self):
        told = SeatedRound(2, SECOND.tables, (13,))

        changed = swap_players(told, 13, 1)

        assert (tables(changed)[0], changed.byes) == ([13, 5, 9, 12], (1,))

    def test_to_a_short_table(self):
        assert tables(move(SECOND, 12, 3)) == [[1, 5, 9], [2, 6, 10], [3, 7, 11, 12]]

    def test_from_nowhere(self):
        assert tables(move(SECOND, 4, 2))[1] == [2, 6, 10, 4]

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            (lambda: move(SECOND, 2, 1), "table_not_open"),  # four sit there
            (lambda: move(SECOND, 2, 3), "table_not_open"),  # two would be left
            (lambda: move(SECOND, 2, 9), "table_not_open"),
            (lambda: swap_players(SECOND, 1, 99), "player_has_no_seat"),
            (lambda: swap_players(SECOND, 1, 2, [Lock(2, 1, (1,))]), "lock_conflict"),
            (lambda: move(SECOND, 12, 2, [Lock(2, 1, (12,))]), "lock_conflict"),
            (lambda: lock(SECOND, 9), "value_not_allowed"),
        ],
    )
    def test_refused(self, change, code):
        with pytest.raises(SeatingRefused) as refused:
            change()

        assert [problem.code for problem in refused.value.problems] == [code]

    def test_where_four_play_and_five_may_sit(self):
        told = SeatedRound(
            1, (SeatedTable(1, (1, 2, 3, 4, 5)), SeatedTable(2, (6, 7, 8, 9)), SeatedTable(3, ()))
        )
        sizes = {"sizes": (4, 5), "fewest": 4}

        assert tables(move(told, 1, 2, **sizes)) == [[2, 3, 4, 5], [6, 7, 8, 9, 1], []]
        for player, table in ((6, 1), (6, 3)):  # five sit there; three would be left
            with pytest.raises(SeatingRefused) as refused:
                move(told, player, table, **sizes)
            assert [problem.code for problem in refused.value.problems] == ["table_not_open"]

    def test_locking(self):
        assert lock(SECOND, 2) == Lock(2, 2, (2, 6, 10))


class TestComingAndGoing:
    def test_late_where_least_repeats(self):
        third = SeatedRound(3, (SeatedTable(1, (1, 6, 11)), SeatedTable(2, (5, 3, 8))))

        # 10 has met 9, 11, 2 and 6; 12 has met 1, 5 and 9
        assert late_table(third, 10, [FIRST, SECOND], {1, 2}) == 2
        assert late_table(third, 12, [FIRST, SECOND], {1, 2}) == 1

    def test_late_only_where_nobody_plays_yet(self):
        assert late_table(SECOND, 4, [FIRST], {3}) == 3
        assert late_table(SECOND, 4, [FIRST], set()) is None
        assert late_table(SECOND, 4, [FIRST], {1}) is None  # four sit there

    def test_late_not_to_team_mates(self):
        assert late_table(SECOND, 8, [], {2, 3}, team_pairs((8, 10))) == 3

    def test_late_where_fives_are_allowed(self):
        """Short tables are filled first, then fours, whom one meets there or not; never fives."""
        told = SeatedRound(
            3,
            (
                SeatedTable(1, (1, 2, 3, 4, 5)),
                SeatedTable(2, (6, 7, 8, 9)),
                SeatedTable(3, (10, 11, 12)),
            ),
        )
        met = SeatedRound(1, (SeatedTable(1, (13, 10, 11, 12)),))

        assert late_table(told, 13, [met], {1, 2, 3}, sizes=(3, 4, 5)) == 3
        assert late_table(told, 13, [met], {1, 2}, sizes=(3, 4, 5)) == 2
        assert late_table(told, 13, [met], {1}, sizes=(3, 4, 5)) is None
        assert late_table(told, 13, [met], {1, 2, 3}) == 3
        assert late_table(told, 13, [met], {1, 2}) is None

    def test_the_players_of_three_find_a_fifth_seat(self):
        """4 + 4 + 3 where four play: 5 + 5, and one has a bye."""
        told = SeatedRound(
            1,
            (
                SeatedTable(1, (1, 2, 3, 4)),
                SeatedTable(2, (5, 6, 7, 8)),
                SeatedTable(3, (9, 10, 11)),
            ),
        )

        after = dissolved(told, 3, [], {1, 2}, sizes=(4, 5))

        assert tables(after) == [[1, 2, 3, 4, 9], [5, 6, 7, 8, 10]]
        assert after.byes == (11,)
        assert dissolved(told, 3, [], {1, 2}).byes == (9, 10, 11)

    def test_a_table_of_two_is_dissolved(self):
        told = SeatedRound(
            2, (SeatedTable(1, (1, 5, 9)), SeatedTable(2, (2, 6)), SeatedTable(3, (3, 7, 11, 12)))
        )

        after = dissolved(told, 2, [FIRST], {1, 3})

        assert tables(after) == [[1, 5, 9, 2], [3, 7, 11, 12]]
        assert after.byes == (6,)

    def test_no_such_table(self):
        with pytest.raises(SeatingRefused):
            dissolved(SECOND, 9, [], {1})


def test_past_meetings_count():
    """A plan goes on from rounds that somebody else drew."""
    past = plan(48, 3, "random", seed=1)

    found = plan(48, 5, seed=1, past=past)

    new = meetings(found[3:])
    assert repeats(found) == repeats(past)
    assert len(new) == 2 * 12 * 6
