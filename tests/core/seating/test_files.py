"""The file of `seat --file`: what is read of it, and the place of what is wrong. Source:
tournaments.md §5.6."""

import pytest

from clubs.core.seating.draw import SeatingRefused, Separation
from clubs.core.seating.files import Options, read_request

THIRTEEN = list("ABCDEFGHIJKLM")


def asked(**changes):
    return read_request({"players": THIRTEEN, "plan": {"rounds": 3}, **changes}, Options())


@pytest.mark.parametrize(
    ("players", "members", "separation"),
    [
        (16, 0, Separation.NONE),
        (16, 4, Separation.TEAM),
        (16, 5, Separation.CLUB),
        (12, 4, Separation.CLUB),  # at three tables
    ],
)
def test_what_groups_are_where_nothing_is_said(players, members, separation):
    names = list("ABCDEFGHIJKLMNOP")
    groups = dict.fromkeys(names[:members], "home")

    assert asked(players=names[:players], groups=groups).rules.separation is separation


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"players": "ABC"}, "players"),
        ({"players": ["A", True]}, "players"),
        ({"players": None}, "players"),
        ({"plan": []}, "plan"),
        ({"plan": {"seed": "7"}}, "plan.seed"),
        ({"plan": {"rounds": 0}}, "plan.rounds"),
        ({"plan": {"method": "swiss"}}, "plan.method"),
        ({"plan": {"leftovers": "twos"}}, "plan.leftovers"),
        ({"plan": {"separation": "family"}}, "plan.separation"),
        ({"plan": {"standings": "A"}}, "plan.standings"),
        ({"plan": {"sizes": {"9": [4]}}}, "plan.sizes.9"),
        ({"apart": [["A"]]}, "apart[0]"),
        ({"apart": "AB"}, "apart"),
        ({"groups": {"A": []}}, "groups.A"),
        ({"locked": [{"round": 1, "players": ["A"]}]}, "locked[0]"),
        ({"locked": ["A"]}, "locked[0]"),
        ({"active": ["A"]}, "active[0]"),
        ({"rounds": [{"number": 2, "tables": []}]}, "rounds[0].number"),
        ({"rounds": [{"tables": [{"number": 1}]}]}, "rounds[0].tables[0].players"),
        ({"allowed_sizes": ["4"]}, "allowed_sizes"),
    ],
)
def test_the_place_of_what_is_wrong(changes, field):
    with pytest.raises(SeatingRefused) as refused:
        asked(**changes)

    assert refused.value.problems[0].field == field
