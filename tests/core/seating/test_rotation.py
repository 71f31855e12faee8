"""What `rotation` must reach, by a checker of its own. Source: tournaments.md §5.3."""

import json
from collections import Counter
from itertools import combinations

import pytest

from clubs.core.seating.draw import Leftovers, table_sizes
from clubs.core.seating.fields import field_rows
from clubs.core.seating.rotation import schedule
from clubs.core.seating.rows import plain_rows, searched_rows
from clubs.core.seating.small import design_of_24, stored_plan
from tests.core.seating.plans import meetings, plan, repeats, seat_faults, tables, times_at
from tests.paths import DATA
from tests.specified import rows, section

SMALL = DATA / "seating_small.json"
MOST_REPEATS = {  # by players, for 2 to 6 rounds
    int(players): [int(repeats) for repeats in most]
    for players, *most in rows(section("tournaments.md §5.3"))
    if players.isdigit() and len(most) == 5
}
MANY = 64  # players: of more only the most rounds are asked for, which are the hardest
CHUNKS = [range(low, min(low + 32, 201)) for low in range(8, 201, 32)]


def most_repeats(players, rounds):
    return MOST_REPEATS[players][rounds - 2] if players <= 20 and rounds > 1 else 0


def asked_rounds(players, most=6):
    return range(1 if players <= MANY else 5, most + 1)


def threes(players):
    count = -(-players // 4)
    return [4] * (players - 3 * count) + [3] * (4 * count - players)


def fives(players):
    count = players // 4
    return [5] * (players - 4 * count) + [4] * (5 * count - players)


@pytest.mark.parametrize("numbers", CHUNKS, ids=lambda numbers: f"{numbers[0]}-{numbers[-1]}")
def test_threes(numbers):
    """tournaments.md §13, invariant 9, with the bound of tournaments.md §5.4, part 5."""
    for players in numbers:
        sizes = threes(players)
        for rounds in asked_rounds(players):
            found = plan(players, rounds, seed=players * 10 + rounds)

            everybody = range(1, players + 1)
            assert [seat_faults(round_, everybody, sizes) for round_ in found] == [[]] * rounds
            assert repeats(found) <= most_repeats(players, rounds), (players, rounds)
            if len(sizes) >= 8:
                most = max(times_at(found, lambda table: len(table.players) == 3).values())
                assert most <= -(-rounds * sizes.count(3) * 3 // players) + 1, (players, rounds)


@pytest.mark.parametrize("numbers", CHUNKS, ids=lambda numbers: f"{numbers[0]}-{numbers[-1]}")
def test_fives(numbers):
    for players in range(max(numbers[0], 20), numbers[-1] + 1):
        sizes = fives(players)
        for rounds in asked_rounds(players, 6 if len(sizes) >= 7 else 5):
            found = plan(players, rounds, seed=players, leftovers=Leftovers.FIVES)

            everybody = range(1, players + 1)
            assert [seat_faults(round_, everybody, sizes) for round_ in found] == [[]] * rounds
            assert repeats(found) == 0, (players, rounds)


@pytest.mark.parametrize("players", [33, 37, 42, 57, 101])
def test_fives_are_spread(players):
    found = plan(players, 5, seed=1, leftovers=Leftovers.FIVES)

    seats = 5 * 5 * (players % 4)
    most = max(times_at(found, lambda table: len(table.players) == 5).values())
    assert most <= -(-seats // players) + 1


@pytest.mark.parametrize("players", [21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 40, 63, 64])
def test_seven_rounds(players):
    assert repeats(plan(players, 7)) == 0


def test_twelve_at_tables_of_three():
    found = plan(12, 4, sizes={number: [3, 3, 3, 3] for number in range(1, 5)})

    assert [seat_faults(round_, range(1, 13), [3] * 4) for round_ in found] == [[]] * 4
    assert repeats(found) == 0


def test_five_tables_of_five():
    found = plan(25, 6, sizes={number: [5] * 5 for number in range(1, 7)})

    assert repeats(found) == 0
    assert len(meetings(found)) == 300  # everybody has met everybody: 25·24/2


@pytest.mark.parametrize(
    ("players", "rounds", "sizes", "again", "most"),
    [
        (9, 5, (3, 4), 9, 2),
        (11, 5, (3, 4), 20, 2),
        (12, 5, (4,), 24, 3),
        (12, 6, (4,), 42, 3),  # 66 pairs and 108 meetings: all have met
        (13, 8, (4,), 66, 3),  # no stored plan: the search
    ],
)
def test_repeats_are_spread_over_many_pairs(players, rounds, sizes, again, most):
    """Among plans with as few repeats, nobody meets anybody more often than need be."""
    found = plan(players, rounds, allowed=sizes)

    assert (repeats(found), max(meetings(found).values())) == (again, most)


@pytest.mark.parametrize("seed", range(2))
def test_round_by_round_no_pair_is_the_one_that_meets_again_and_again(seed):
    """The fewest repeats in each round alone bring one pair together in five rounds of six."""
    found = plan(12, 6, "random_apart", allowed=(4,), seed=seed)

    assert max(meetings(found).values()) == 3
    assert repeats(found) <= 44


def test_many_rounds_are_as_good_as_the_search_finds():
    found = plan(16, 9)

    assert len(found) == 9
    assert repeats(found) >= 9 * 24 - 120  # all pairs there are


def test_the_stored_plans_are_those_that_are_known():
    """Their hard part: as many repeats as the table says, and everybody once in each round. Where
    ours is another plan, nobody meets so often in it."""
    known = json.loads(SMALL.read_text(encoding="utf-8"))["plans"]

    assert len(known) == 32
    for item in known:
        told = stored_plan(item["players"], item["rounds"])
        met, before = (Counter(pairs_of(rounds)) for rounds in (told, item["plan"]))
        assert told == item["plan"] or max(met.values()) < max(before.values())
        again = sum(times - 1 for times in met.values())
        assert again == item["repeats"] == most_repeats(item["players"], item["rounds"])
        assert all(
            sorted(place for table in tables for place in table) == list(range(item["players"]))
            for tables in told
        )


def pairs_of(rounds):
    return [frozenset(pair) for round_ in rounds for t in round_ for pair in combinations(t, 2)]


def distinct_differences(rows, size):
    columns = [(0, *row) for row in rows]
    return all(
        len({(row[b] - row[a]) % size for row in columns}) == len(rows)
        for a, b in combinations(range(len(columns[0])), 2)
    )


class TestOffsetTables:
    @pytest.mark.parametrize(
        ("size", "rows"),
        [
            (6, [(0, 0, 0), (1, 2, 3), (2, 4, 1), (4, 1, 5), (5, 3, 2)]),
            (7, [(0, 0, 0), (1, 2, 3), (2, 4, 6), (3, 6, 2), (4, 1, 5), (5, 3, 1)]),
            (6, [(0, 0, 0, 0), (1, 2, 3, 4), (2, 4, 1, 3), (4, 1, 5, 2), (5, 3, 2, 1)]),
        ],
    )
    def test_the_examples(self, size, rows):
        assert distinct_differences(rows, size)

    @pytest.mark.parametrize("classes", [4, 5])
    @pytest.mark.parametrize(("size", "rounds"), [(5, 5), (6, 5), (7, 7), (9, 6), (10, 7), (12, 6)])
    def test_found_rows(self, size, rounds, classes):
        rows = searched_rows(size, rounds, classes)

        assert len(rows) == rounds
        assert distinct_differences(rows, size)

    def test_there_are_no_six_rows_for_six(self):
        assert searched_rows(6, 6, 4) is None

    def test_plain_rows(self):
        assert plain_rows(13, 5, 4) == ((0, 0, 0), (1, 2, 3), (2, 4, 6), (3, 6, 9), (4, 8, 12))
        assert plain_rows(12, 5, 4) is None


class TestFields:
    @pytest.mark.parametrize("order", [4, 5, 7, 8, 9, 16, 20, 25, 27])
    def test_rows_meet_nobody_twice(self, order):
        sums, rows = field_rows(order, 4)

        seen = set()
        for row in rows:
            for table in range(order):
                seats = [(0, table), *((g, sums[table][a]) for g, a in enumerate(row, 1))]
                seen |= {frozenset(pair) for pair in combinations(seats, 2)}
        assert len(seen) == order * order * 6

    @pytest.mark.parametrize("order", [6, 10, 12, 15])
    def test_a_factor_below_four_gives_none(self, order):
        assert field_rows(order, 4) is None

    def test_the_design_of_24(self):
        found = {
            frozenset(pair)
            for tables in design_of_24()
            for table in tables
            for pair in combinations(table, 2)
        }

        assert len(found) == 7 * 6 * 6
        assert frozenset((21, 22)) not in found

    def test_classes_never_meet(self):
        known = schedule(table_sizes(27, Leftovers.THREES), 5)

        met = {
            frozenset(pair)
            for tables in known.rounds
            for table in tables
            for pair in combinations(table, 2)
        }
        inside = {frozenset(p) for places in known.classes for p in combinations(places, 2)}
        assert [len(places) for places in known.classes] == [6, 7, 7, 7]
        assert met & inside == set()


class TestSeed:
    def test_the_same_seed_gives_the_same_plan(self):
        assert plan(21, 5, seed=7) == plan(21, 5, seed=7)

    def test_another_seed_another_plan_as_good(self):
        first, second = plan(21, 5, seed=7), plan(21, 5, seed=8)

        assert first != second
        assert (repeats(first), repeats(second)) == (0, 0)

    def test_the_plan_of_13_is_the_same_everywhere(self):
        """Written down once: a change here is one of every plan that was ever drawn."""
        assert [tables(round_) for round_ in plan(13, 3, seed=7)] == [
            [[6, 7, 13, 5], [11, 4, 1], [9, 10, 8], [12, 3, 2]],
            [[10, 1, 6, 12], [3, 5, 9], [13, 2, 11], [7, 4, 8]],
            [[4, 2, 6, 9], [8, 12, 13], [1, 7, 3], [5, 11, 10]],
        ]

    def test_bigger_tables_have_the_lower_numbers(self):
        assert [[len(t) for t in tables(r)] for r in plan(21, 3)] == [[4, 4, 4, 3, 3, 3]] * 3
