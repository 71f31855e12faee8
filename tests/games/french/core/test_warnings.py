"""What is asked about a deal that is accepted. Source: scoring.md §7."""

import pytest

from tests.games.french.core.deals import BY_ANNA, FOUR, GARDE, THREE, answer, misere

WARNED = [
    ({"points": 71}, "fft", ["margin_unusual"]),  # 41 + 30
    ({"points": 70}, "fft", []),
    ({"points": 11}, "fft", ["margin_unusual"]),  # 41 − 30
    ({"points": 12}, "fft", []),
    ({"points": 68}, {"margin_step": 10}, []),  # 27, not the 30 it is rounded to
    ({"points": 87}, "fft", ["chelem_not_recorded", "margin_unusual"]),
    ({"points": 86}, "fft", ["margin_unusual"]),
    ({"points": 87, "chelem": "attack"}, "fft", []),
    ({"points": 87, "petit_chelem": "attack"}, "family", ["margin_unusual"]),
    ({"oudlers": 3, "points": 91}, "fft", ["chelem_not_recorded", "margin_unusual"]),
    ({"oudlers": 3, "points": 87}, "fft", ["margin_unusual"]),
    (
        {"contract": "garde_contre", "oudlers": 0, "points": 0},
        "fft",
        ["chelem_not_recorded", "margin_unusual"],
    ),
    (
        {"contract": "garde_contre", "oudlers": 1, "points": 4},
        "fft",
        ["chelem_not_recorded", "margin_unusual"],
    ),
    ({"contract": "garde_contre", "oudlers": 1, "points": 5}, "fft", ["margin_unusual"]),
    ({"contract": "garde_contre", "oudlers": 0, "points": 4}, "fft", ["margin_unusual"]),
    ({"contract": "garde_contre", "points": 87 - 3}, "fft", ["margin_unusual"]),
    (
        {"points": 40, "chelem_announced": True},
        "fft",
        ["chelem_announced_contract_failed"],
    ),
    ({"points": 41, "chelem_announced": True}, "fft", []),
    ({"miseres": misere("Nord")}, "family", ["misere_taker"]),
    ({"miseres": misere("Nord", "courts") + misere("Est")}, "family", []),
    ({"petit_au_bout": "attack"}, {"petit_au_bout": {"mode": "none"}}, ["petit_ignored"]),
    ({"petit_player": "Nord"}, {"petit_au_bout": {"mode": "none"}}, []),
]


@pytest.mark.parametrize(("changes", "rules", "warnings"), WARNED)
def test_warnings(changes, rules, warnings):
    assert list(answer(FOUR, rules, {**GARDE, **changes})["warnings"]) == warnings


@pytest.mark.parametrize("points", [87, 86.5])
def test_chelem_not_recorded_with_halves(points):
    """Three players: 86.5 with 2 oudlers proves a slam too; 4.5 with 1 in a garde contre."""
    contre = {**BY_ANNA, "contract": "garde_contre", "oudlers": 1, "points": 91 - points}
    warnings = ("chelem_not_recorded", "margin_unusual")

    assert answer(THREE, "fft", {**BY_ANNA, "points": points})["warnings"] == warnings
    assert answer(THREE, "fft", contre)["warnings"] == warnings
