"""Tables of 3, 4 and 5, and the shuffle. Source: tournaments.md §5.1, §5.5."""

import pytest

from clubs.core.seating.draw import Leftovers, SeatingRefused, table_sizes
from clubs.core.seating.random import Draws
from clubs.core.seating.sizes import exact_sizes, leftovers_of, sizes_within


@pytest.mark.parametrize(
    ("seed", "order"),
    [(7, [3, 8, 5, 7, 9, 10, 1, 6, 2, 4]), (2026, [6, 4, 8, 3, 10, 1, 7, 9, 5, 2])],
)
def test_the_shuffle_of_ten(seed, order):
    assert Draws(seed).shuffled(range(1, 11)) == order


@pytest.mark.parametrize(
    ("leftovers", "count", "sizes"),
    [
        ("threes", 13, (4, 3, 3, 3)),
        ("threes", 21, (4, 4, 4, 3, 3, 3)),
        ("threes", 22, (4, 4, 4, 4, 3, 3)),
        ("threes", 68, (4,) * 17),
        ("threes", 3, (3,)),
        ("threes", 4, (4,)),
        ("threes", 6, (3, 3)),
        ("fives", 13, (5, 4, 4)),
        ("fives", 21, (5, 4, 4, 4, 4)),
        ("fives", 5, (5,)),
        ("fives", 10, (5, 5)),
        ("bye", 13, (4, 4, 4)),
        ("bye", 7, (4,)),
    ],
)
def test_the_split(leftovers, count, sizes):
    assert table_sizes(count, Leftovers(leftovers)) == sizes


@pytest.mark.parametrize(
    ("leftovers", "possible"),
    [
        ("threes", {3, 4, *range(6, 101)}),
        ("fives", {4, 5, 8, 9, 10, *range(12, 101)}),
        ("bye", set(range(4, 101))),
    ],
)
def test_which_numbers_can_be_split(leftovers, possible):
    found = set()
    for count in range(101):
        try:
            table_sizes(count, Leftovers(leftovers))
        except SeatingRefused:
            continue
        found.add(count)

    assert found == possible


def problem(split, *arguments):
    with pytest.raises(SeatingRefused) as refused:
        split(*arguments)
    (told,) = refused.value.problems
    return told.code, dict(told.params)


def test_no_split_says_which_there_are():
    assert problem(table_sizes, 11, Leftovers.FIVES) == (
        "no_table_split",
        {"players": 11, "splits": "4+4+3; 5+3+3"},
    )
    assert problem(table_sizes, 7, Leftovers.FIVES) == (
        "no_table_split",
        {"players": 7, "splits": "4+3"},
    )


def test_many_splits_are_not_all_told():
    _, params = problem(exact_sizes, 40, [4] * 9)

    assert params["splits"].startswith("4+4+4+4+4+4+4+4+4+4; ")
    assert params["splits"].endswith("; …")


def test_two_are_too_few():
    assert problem(table_sizes, 2, Leftovers.THREES) == (
        "too_few_players",
        {"players": 2, "needed": 3},
    )


def test_exact_sizes_must_seat_everybody():
    assert exact_sizes(13, [3, 5, 5]) == (5, 5, 3)
    assert problem(exact_sizes, 13, [4, 4, 4])[0] == "no_table_split"
    assert problem(exact_sizes, 8, [6, 2])[0] == "no_table_split"


def test_other_sets_of_sizes():
    assert sizes_within(13, (3, 4, 5)) == (5, 4, 4)
    assert sizes_within(12, (3,)) == (3, 3, 3, 3)
    assert problem(sizes_within, 13, (3,))[0] == "no_table_split"


def test_a_refusal_offers_what_the_game_can_be_played_at():
    assert problem(sizes_within, 6, (4, 5))[1]["splits"] == "3+3"
    assert problem(sizes_within, 6, (4, 5), (4, 5))[1]["splits"] == "–"
    assert problem(sizes_within, 6, (3,), (4, 5))[1]["splits"] == "–"
    assert problem(sizes_within, 13, (5,), (4, 5))[1]["splits"] == "5+4+4"


def test_what_the_allowed_sizes_mean():
    assert [leftovers_of(sizes) for sizes in ((4, 3), (4, 5), (4,), (3,))] == [
        Leftovers.THREES,
        Leftovers.FIVES,
        Leftovers.BYE,
        None,
    ]
