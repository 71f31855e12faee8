"""Which counts fit a slam, of either camp. Source: scoring.md §7."""

import pytest

from tests.games.french.core.deals import FIVE, FOUR, SIX, THREE, refusal

CHELEM_COUNTS = [
    # camp, contract, oudlers, players; points that fit, and next to them some that do not
    ("attack", "garde", 3, FOUR, [91], [90, 87]),
    ("attack", "garde", 2, FOUR, [87], [86]),
    ("attack", "garde_sans", 2, FIVE, [87, 86.5], [86]),
    ("attack", "prise", 2, THREE, [87, 86.5], [86]),
    ("attack", "garde", 2, SIX, [87], [86]),
    ("attack", "garde", 1, FOUR, [], [83]),
    ("attack", "garde_contre", 3, FOUR, [60, 88], [59]),
    ("attack", "garde_contre", 2, SIX, [60], [59]),
    ("attack", "garde_contre", 2, THREE, [59.5], [59]),
    ("attack", "garde_contre", 2, FIVE, [73], [72.5]),
    ("defence", "prise", 1, FOUR, [7, 23], [24]),
    ("defence", "garde", 0, THREE, [23.5], [24]),
    ("defence", "garde", 1, FIVE, [15], [15.5]),
    ("defence", "garde", 2, FOUR, [], [11, 23]),
    ("defence", "garde_sans", 2, FOUR, [31], [32]),
    ("defence", "garde_sans", 3, SIX, [15, 31], [32]),
    ("defence", "garde_sans", 2, THREE, [31.5], [32]),
    ("defence", "garde_sans", 2, FIVE, [18], [18.5]),
    ("defence", "garde_contre", 1, FOUR, [4], [5]),
    ("defence", "garde_contre", 0, SIX, [0], [5]),
    ("defence", "garde_contre", 1, THREE, [4.5], [5]),
    ("defence", "garde_contre", 0, FIVE, [4.5], [5]),
    ("defence", "garde_contre", 2, FOUR, [], [8]),
]


@pytest.mark.parametrize(("camp", "contract", "oudlers", "players", "fit", "others"), CHELEM_COUNTS)
def test_chelem_points_mismatch(camp, contract, oudlers, players, fit, others):
    deal = {"taker": players[0], "contract": contract, "oudlers": oudlers, "chelem": camp}
    deal["called"] = [None] * (len(players) - 4) if len(players) > 4 else []

    found = {points: refusal(players, "fft", {**deal, "points": points}) for points in fit + others}

    assert found == {
        **{points: [] for points in fit},
        **{points: [("chelem_points_mismatch", "chelem")] for points in others},
    }
