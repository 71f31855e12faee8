"""A seating for who is there now, with the fewest moves."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from clubs.core.seating.draw import Lock, SeatedRound, SeatedTable
from clubs.core.seating.presence import Circumstances, TableMove, moves_between, with_fewest_moves


def round_of(*tables, byes=(), number=1):
    seated = (SeatedTable(at, tuple(players)) for at, players in enumerate(tables, 1))
    return SeatedRound(number, tuple(seated), tuple(byes))


def players_of(told):
    return [player for table in told.tables for player in table.players]


def seats(told):
    return [list(table.players) for table in told.tables]


def moved_between(before, after):
    """The moves of those who have a place in both rounds."""
    moves = moves_between(before, after)
    return [move for move in moves if move.was is not None and move.now is not None]


def now(told, here, sizes=(3, 4), **keeps):
    return with_fewest_moves(told, sorted(here), Circumstances(sizes, **keeps))


EIGHTEEN = round_of([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11], [12, 13, 14], [15, 16, 17])
SIXTEEN = round_of([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16])


class TestComing:
    def test_a_free_place_is_taken_and_nobody_moves(self):
        found = now(EIGHTEEN, range(1, 19))

        assert moves_between(EIGHTEEN, found) == [TableMove(18, None, 3)]
        assert seats(found)[2] == [9, 10, 11, 18]  # as the last one; the others keep their order

    def test_at_the_table_with_the_fewest_meetings_again(self):
        before = round_of([18, 9, 1, 12], [18, 10, 13, 5])  # table 5 has nobody they have met

        assert seats(now(EIGHTEEN, range(1, 19), rounds=[before]))[4] == [15, 16, 17, 18]

    def test_where_no_table_has_a_place_two_of_four_open_another(self):
        found = now(SIXTEEN, range(1, 18))

        assert sorted(map(len, seats(found))) == [3, 3, 3, 4, 4]
        moved = moved_between(SIXTEEN, found)
        assert len(moved) == 2
        assert {move.now for move in moved} == {5}

    def test_at_tables_of_five_the_seventeenth_sits_down(self):
        assert [len(table) for table in seats(now(SIXTEEN, range(1, 18), sizes=(4, 5)))] == [
            5,
            4,
            4,
            4,
        ]

    def test_who_sat_at_few_tables_of_five_sits_there(self):
        often = round_of([1, 5, 9, 17, 20], [2, 3, 4, 6])

        found = now(SIXTEEN, range(1, 18), sizes=(4, 5), rounds=[often])

        assert seats(found)[3] == [13, 14, 15, 16, 17]

    def test_with_byes_whoever_is_one_too_many_sits_out(self):
        found = now(SIXTEEN, range(1, 18), sizes=(4,), byes=1)

        assert (found.byes, seats(found)) == ((17,), seats(SIXTEEN))

    def test_byes_that_make_a_table_sit_down(self):
        told = round_of([1, 2, 3, 4], byes=[5, 6, 7])

        assert seats(now(told, range(1, 9), sizes=(4,))) == [[1, 2, 3, 4], [8, 5, 6, 7]]

    def test_no_split_is_none(self):
        five = round_of([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])

        assert now(five, range(1, 12), sizes=(4, 5)) is None

    def test_a_locked_table_takes_somebody_only_where_no_other_can(self):
        before = round_of([17, 5, 9, 13])  # everybody else's table has somebody they have met
        locks = [Lock(1, table.number, table.players) for table in SIXTEEN.tables]

        some = now(SIXTEEN, range(1, 18), sizes=(4, 5), locked=locks[:1], rounds=[before])
        every = now(SIXTEEN, range(1, 18), sizes=(4, 5), locked=locks, rounds=[before])

        assert [len(table) for table in seats(some)] == [4, 5, 4, 4]
        assert [len(table) for table in seats(every)] == [5, 4, 4, 4]

    def test_a_locked_table_gives_nobody(self):
        locked = [Lock(1, table, SIXTEEN.tables[table - 1].players) for table in (1, 2)]

        found = now(SIXTEEN, range(1, 18), locked=locked)

        assert seats(found)[:2] == seats(SIXTEEN)[:2]
        assert sorted(map(len, seats(found))) == [3, 3, 3, 4, 4]

    def test_a_pair_kept_apart_is_not_brought_together(self):
        apart = [frozenset((18, player)) for player in (9, 12)]

        assert 18 in seats(now(EIGHTEEN, range(1, 19), apart=apart))[4]

    def test_a_new_table_takes_the_next_number_of_the_room(self):
        found = now(SIXTEEN, range(1, 18), room=[1, 2, 3, 4, 12])

        assert found.tables[-1].number == 12


class TestLeaving:
    def test_a_new_table_with_a_free_number_stands_in_its_place(self):
        tables = [(1, (1, 2, 3, 4)), (2, (5, 6, 7, 8)), (4, (9, 10, 11, 12))]
        before = SeatedRound(1, tuple(SeatedTable(*table) for table in tables))

        assert [table.number for table in now(before, range(1, 14)).tables] == [1, 2, 3, 4]

    def test_a_table_of_four_goes_on_with_three(self):
        found = now(SIXTEEN, set(range(1, 17)) - {6})

        assert moves_between(SIXTEEN, found) == [TableMove(6, 2, None)]
        assert seats(found)[1] == [5, 7, 8]

    def test_a_table_of_three_gets_somebody(self):
        found = now(EIGHTEEN, set(range(1, 18)) - {9})

        assert len(moved_between(EIGHTEEN, found)) == 1
        assert {len(table) for table in seats(found)} == {3, 4}

    def test_who_comes_takes_the_seat_of_who_left(self):
        found = now(SIXTEEN, set(range(1, 18)) - {6})

        assert seats(found)[1] == [5, 17, 7, 8]


# By trying everything.


def partitions(players: list[int], sizes: tuple[int, ...]) -> Iterator[list[set[int]]]:
    if not players:
        yield []
        return
    first, *others = players
    for size in sizes:
        for mates in combinations(others, size - 1):
            left = [player for player in others if player not in mates]
            for rest in partitions(left, sizes):
                yield [{first, *mates}, *rest]


def fewest(told, here, sizes, held=()):
    """How few change their table, over all ways to seat everybody; None where there is none.

    A table is the one of which it has the most players: the best matching of old and new tables.
    """
    was = [set(table.players) for table in told.tables]
    before = set(players_of(told))

    def kept(new: list[set[int]], at: int = 0) -> int:
        if at == len(was):
            return 0
        best = -99 if at in held else kept(new, at + 1)
        for place, table in enumerate(new):
            if at in held and not (was[at] & set(here)) <= table:
                continue
            rest = new[:place] + new[place + 1 :]
            best = max(best, len(was[at] & table) + kept(rest, at + 1))
        return best

    found = [
        len(before & set(here)) - kept(new)
        for new in partitions(sorted(here), sizes)
        if kept(new) >= 0
    ]
    return min(found, default=None)


@st.composite
def changes(draw):
    sizes = draw(st.sampled_from([(3, 4), (4, 5), (4,), (3, 4, 5)]))
    cut = draw(st.lists(st.sampled_from(sizes), min_size=1, max_size=3))
    assume(sum(cut) <= 10)
    numbers = iter(draw(st.permutations(range(1, sum(cut) + 1))))
    told = round_of(*([next(numbers) for _ in range(size)] for size in cut))
    leaving = draw(st.sets(st.sampled_from(range(1, sum(cut) + 1)), max_size=2))
    coming = draw(st.integers(0, 2))
    here = sorted(set(range(1, sum(cut) + coming + 1)) - leaving)
    held = draw(st.sets(st.sampled_from(range(len(cut))), max_size=1))
    return told, here, sizes, held


@given(changes())
def test_moved_are_as_few_as_by_trying_everything(change):
    told, here, sizes, held = change
    locked = [Lock(1, at + 1, tuple(set(told.tables[at].players) & set(here))) for at in held]

    found = now(told, here, sizes, locked=locked)

    least = fewest(told, here, sizes, held)
    if least is None or found is None:
        assert (found is None) == (least is None)
        return
    assert len(moved_between(told, found)) == least
    assert sorted(players_of(found)) == here
    assert {len(table) for table in seats(found)} <= set(sizes)
    for lock in locked:
        assert set(lock.players) <= {
            player
            for table in found.tables
            if table.number == lock.table
            for player in table.players
        }


@given(st.data())
def test_of_free_places_the_one_with_the_fewest_meetings_again(data):
    before = [
        round_of(*(order[at : at + 4] for at in range(0, 16, 4)), number=number)
        for number in (2, 3)
        for order in [data.draw(st.permutations(range(1, 19)))]
    ]
    met = [pair for told in before for t in told.tables for pair in combinations(t.players, 2)]

    def again(table: list[int]) -> int:
        return sum(
            18 in pair and (set(pair) - {18}) <= set(table) for pair in set(map(frozenset, met))
        )

    found = now(EIGHTEEN, range(1, 19), rounds=before)

    joined = next(table for table in seats(found) if 18 in table)
    assert again(joined) == min(again(table) for table in seats(EIGHTEEN) if len(table) == 3)


@pytest.mark.parametrize("tables", [10, 125])
def test_the_same_again_for_the_same(tables):
    told = round_of(*([4 * at + seat for seat in range(4)] for at in range(tables)))
    here = [*range(4 * tables), 9999]

    assert now(told, here) == now(told, here)
