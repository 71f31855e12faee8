"""Takes by what their deals tell beside the scores; each mean is worked out by hand."""

from fractions import Fraction

import pytest

from clubs.core.measures import Rate
from clubs.games.french.queries.club_figures import club_figures
from clubs.games.french.queries.told_facts import ToldTakes
from clubs.queries.statistics.populations import Population

FIVE = ("Alice", "Bob", "Charlie", "Dora", "Olivia")
ASKED = {"asked": {"which_oudlers": True}}


@pytest.fixture
def population(club):
    table = club.sitting(*FIVE, rules=ASKED)
    hearts = {"called": "Bob", "called_cards": ["king_hearts"]}
    kept = {"oudlers": 2, "which_oudlers": ["petit", "excuse"], "points": 49}
    club.deal(table, taker="Alice", **hearts, **kept)  # (25 + 8)·2 = 66: 132 for Alice
    lost = {"oudlers": 1, "which_oudlers": ["excuse"], "points": 40}
    club.deal(table, taker="Alice", **hearts, **lost)  # −(25 + 11)·2 = −72: −144
    clubs = {"called": "Bob", "called_cards": ["king_clubs"], "parole": ["Charlie", "Dora"]}
    club.deal(table, taker="Dora", contract="prise", **clubs, oudlers=0, points=56)  # 25: 50
    untold = {"oudlers": 2, "points": 49, "called": "Bob"}
    club.deal(table, taker="Alice", **untold)
    other = club.sitting(*FIVE)  # names no oudlers: all three say nothing of the Petit
    club.deal(other, taker="Bob", called="Dora", parole=["Alice"], oudlers=3, points=46)  # 70: 140
    return Population(club.club)


def test_by_hand(population):
    assert club_figures(population).told_takes == {
        "called_card": (
            ToldTakes("king_hearts", Rate(1, 2), Fraction(-6)),
            ToldTakes("king_clubs", Rate(1, 1), Fraction(50)),
        ),
        "petit": (
            ToldTakes("attack", Rate(1, 1), Fraction(132)),
            ToldTakes("defence", Rate(1, 2), Fraction(-47)),  # (−144 + 50) ÷ 2
        ),
        "parole": (
            ToldTakes("taker", Rate(1, 1), Fraction(50)),
            ToldTakes("other", Rate(1, 1), Fraction(140)),
        ),
    }


def test_a_club_that_tells_nothing(club):
    club.deal(club.sitting(*FIVE))

    assert club_figures(Population(club.club)).told_takes == {}
