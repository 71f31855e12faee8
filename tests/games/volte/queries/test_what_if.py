"""The same volte deal with one thing changed. Amounts by tarocco_volte.md §5."""

from typing import Any

import pytest

from clubs.core.games import get_game
from clubs.games.volte.queries.what_if import volte_changes
from clubs.queries.deals.what_if import WhatIf, imaginary_table, what_if

pytestmark = pytest.mark.usefixtures("in_english")

# Worked example v03: 45 + 10 = 55, 14 beyond 41; (14 + 100) * 4 = 456 from each of three: 1368.
QUATTRO = {"taker": "A", "contract": "quattro", "honours": 2, "points": 45, "bagatto_last": "taker"}


def tell(record: dict[str, Any], rules: Any = "volte") -> WhatIf:
    game, table = get_game("volte"), imaginary_table(4)
    profile = game.read_rules(rules)
    verdict = game.judge(table.uuids, profile, record)
    changes = volte_changes(table, profile, record)
    return what_if("volte", changes, table, profile, record, verdict)


def scores(story: WhatIf, group: str) -> dict[str, int]:
    """What the taker would have, by the words of a line."""
    return {b.label: b.score for g in story.groups if g.label == group for b in g.branches}


def test_points_with_the_draw_at_the_target_and_both_sides_of_it():
    story = tell(QUATTRO)

    assert scores(story, "Points") == {
        "30 points": -1212,  # -(1+100)*4*3
        "31 points": 0,  # 31+10 = 41
        "32 points": 1212,
        "35 points": 1248,  # (4+100)*4*3
        "40 points": 1308,
        "50 points": 1428,
        "55 points": 1488,
    }
    assert [(b.is_made, b.result) for b in story.groups[0].branches][:3] == [
        (False, "down by 1"),
        (None, "draw"),
        (True, "made by 1"),
    ]


def test_points_that_the_defence_counted():
    told = {**QUATTRO, "defence_points": 46}
    del told["points"]

    assert scores(tell(told), "Points") == scores(tell(QUATTRO), "Points")


def test_from_a_draw():
    # v06: 51 with one honour; (1+100)*4*3 beside it
    story = tell({"taker": "A", "contract": "quattro", "honours": 1, "points": 51})

    assert scores(story, "Points")["50 points"] == -1212
    assert scores(story, "Points")["52 points"] == 1212
    assert "51 points" not in scores(story, "Points")


def test_honours_and_contracts():
    story = tell(QUATTRO)

    assert scores(story, "Honours at the start") == {
        "1 honour, target 51": 1248,  # 55-51 = 4
        "3 honours, target 36": 1428,  # 55-36 = 19
    }
    assert list(scores(story, "Contract").values()) == [
        117,  # (14+25)*3
        384,  # (14+50)*2*3
        5136,  # (14+200)*8*3
        11304,  # (14+300)*12*3
    ]


def test_bonuses_that_the_rules_pay():
    assert scores(tell(QUATTRO), "Bonuses") == {
        "Matto captured last by the taker": 1428,  # 45+10+5 = 60, 19 beyond
        "no Bagatto last": 1248,  # 45-41 = 4
    }


def test_where_the_defence_has_a_bonus_it_is_offered():
    # volte-tarot: 45-41 = 4, (4+10)*4+100 = 156 now; (4-10)*4+100 = 76; 4*4+100 = 116
    assert scores(tell(QUATTRO, "volte-tarot"), "Bonuses") == {
        "Bagatto last for the defence": 228,
        "no Bagatto last": 348,
    }


def test_declarations():
    assert scores(tell(QUATTRO), "Declarations") == {
        "A is well: 10 trumps": 1428,  # 456+20
        "D is well: 10 trumps": 1368,  # the defence lost: nothing
        "Misery of D": 1358,  # 10 from each, whoever wins
    }
    well = [{"player": "A", "kind": "trionfi_10"}]
    assert scores(tell({**QUATTRO, "accuse": well}), "Declarations") == {"no declaration": 1368}


def test_a_cappotto_where_the_count_lets_one():
    # dodici, no honour: 70-56 = 14; (14+300)*12 = 3768, and 500
    record = {"taker": "A", "contract": "dodici", "honours": 0, "points": 70}

    assert scores(tell(record), "Bonuses")["Cappotto of the taker"] == 12804
    assert "no cappotto" in scores(tell({**record, "cappotto": "taker"}), "Bonuses")
