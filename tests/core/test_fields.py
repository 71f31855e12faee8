"""Every reader says the same of a value that should be an object."""

import pytest

from clubs.core.problems import DealRefused, JsonType, Problem
from clubs.core.seating.files import Options, read_request
from clubs.core.tournaments.files import read_tournament
from clubs.games.french.core.checks import check_french_deal
from clubs.games.french.core.rules import FrenchRules

RULES = FrenchRules()
FOUR = ["Nord", "Est", "Sud", "Ouest"]
TOURNAMENT = {"format": "tarot-tournament/1", "tournament": {"name": "Coupe"}}


@pytest.mark.parametrize(
    ("field", "read"),
    [
        ("deal", lambda: check_french_deal(FOUR, RULES, [])),
        ("poignees[0]", lambda: check_french_deal(FOUR, RULES, {"poignees": ["Nord"]})),
        ("tournament", lambda: read_tournament({**TOURNAMENT, "tournament": []})),
        ("entries[0]", lambda: read_tournament({**TOURNAMENT, "entries": ["Anne"]})),
        ("groups", lambda: read_request({"players": FOUR, "groups": []}, Options())),
        ("locked[0]", lambda: read_request({"players": FOUR, "locked": [4]}, Options())),
    ],
)
def test_what_is_no_object(field, read):
    with pytest.raises(DealRefused) as refused:
        read()

    expected = Problem("field_type", field, {"expected": JsonType.OBJECT})
    assert expected in refused.value.problems
