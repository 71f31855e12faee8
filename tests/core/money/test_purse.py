"""What everybody gets or owes: worked by hand (money.md §2, §4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.core.money.purse import KITTY, PassedDeal, StakedTable, owed_over, rounded_to_coins
from clubs.core.rule_settings import KittyPayer, KittyRules, KittyTerm, Profile

FOUR = ("Ada", "Berto", "Cleo", "Dino")
WON = {"Ada": 93, "Berto": -31, "Cleo": -31, "Dino": -31}


def rules(stake=5, **kitty):
    return Profile("casa", "Casa", stake_per_point=stake, kitty=KittyRules(**kitty))


def test_points_times_the_stake():
    assert owed_over([StakedTable(rules(), WON)]) == {
        "Ada": 465,
        "Berto": -155,
        "Cleo": -155,
        "Dino": -155,
    }


def test_tables_of_several_stakes_are_added_as_money():
    """Ada: (93 + 12) · 5 − 10 · 20 = 325; Dino 0 · 5 + 10 · 20 = 200."""
    tables = [
        StakedTable(rules(5), WON),
        StakedTable(rules(5), {"Ada": 12, "Cleo": -43, "Dino": 31}),
        StakedTable(rules(20), {"Ada": -10, "Dino": 10}),
    ]

    assert owed_over(tables) == {"Ada": 325, "Berto": -155, "Cleo": -370, "Dino": 200}


def test_a_contribution_of_everybody():
    """465 − 100, three times −155 − 100, 400 in the kitty."""
    assert owed_over([StakedTable(rules(per_player=100), WON)]) == {
        "Ada": 365,
        "Berto": -255,
        "Cleo": -255,
        "Dino": -255,
        KITTY: 400,
    }


@pytest.mark.parametrize(
    ("term", "of_ada", "of_ezio", "kitty"),
    [(KittyTerm.EVENING, -200, -200, 500), (KittyTerm.TABLE, -300, -200, 600)],
)
def test_a_contribution_for_the_evening_or_each_table(term, of_ada, of_ezio, kitty):
    """Ada sits at both tables, at 1 a player and at 2: 2 once, or 3; Berto at the first alone."""
    tables = [
        StakedTable(rules(per_player=100, term=term), {"Ada": 0, "Berto": 0}),
        StakedTable(rules(per_player=200, term=term), {"Ada": 0, "Ezio": 0}),
    ]

    assert owed_over(tables) == {"Ada": of_ada, "Berto": -100, "Ezio": of_ezio, KITTY: kitty}


@pytest.mark.parametrize(
    ("payer", "expected"),
    [
        (KittyPayer.DEALER, {"Ada": 365, "Berto": -205, "Cleo": -155, "Dino": -155, KITTY: 150}),
        (KittyPayer.EVERYONE, {"Ada": 315, "Berto": -305, "Cleo": -305, "Dino": -305, KITTY: 600}),
    ],
)
def test_passed_deals(payer, expected):
    """Three at 0.50: two that Ada dealt, one of Berto. The dealers pay 150, all together 600."""
    passed = [PassedDeal(FOUR, dealer) for dealer in ("Ada", "Berto", "Ada")]

    assert owed_over([StakedTable(rules(per_passed=50, payer=payer), WON, passed)]) == expected


def test_a_passed_deal_of_nobody_known_costs_nothing():
    table = StakedTable(rules(per_passed=50), WON, [PassedDeal(FOUR, None)])

    assert KITTY not in owed_over([table])


@pytest.mark.parametrize(
    ("owed", "coin", "expected"),
    [
        # Down: 465, −155 three times. Nothing is missing.
        ((465, -155, -155, -155), 5, (465, -155, -155, -155)),
        # Down to 130, −50, −50, −60: three coins. Ada and Dino lost 9, Berto and Cleo 6.
        ((139, -44, -44, -51), 10, (140, -40, -50, -50)),
        # Down to 0, −5, −5: two coins; Cleo lost 4, Ada 3, Berto 3: Cleo and Ada.
        ((3, -2, -1), 5, (5, -5, 0)),
        # Ada and Berto lost 2 each, Cleo 1: one coin, to who is named first.
        ((2, 2, -4), 5, (5, 0, -5)),
    ],
)
def test_rounding_to_coins(owed, coin, expected):
    rounded = rounded_to_coins(dict(zip(FOUR, owed, strict=False)), coin)

    assert tuple(rounded.values()) == expected


@given(st.lists(st.integers(-(10**6), 10**6), max_size=12), st.integers(1, 500))
def test_coins_stay_balanced(amounts, coin):
    owed = {str(place): amount for place, amount in enumerate([*amounts, -sum(amounts)])}

    rounded = rounded_to_coins(owed, coin)

    assert sum(rounded.values()) == 0
    assert list(rounded) == list(owed)
    assert all(amount % coin == 0 for amount in rounded.values())
    assert all(abs(rounded[name] - owed[name]) < coin for name in owed)
