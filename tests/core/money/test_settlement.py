"""Who pays whom: the fewest payments, against a search that tries every cut into groups."""

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.core.money.settlement import EXACT_LIMIT, Payment, settle


def told(owed):
    return [(paid.payer, paid.payee, paid.amount) for paid in settle(owed)]


def numbered(balances):
    return {f"p{place}": balance for place, balance in enumerate(balances)}


def paid_out(payments):
    sums = Counter()
    for paid in payments:
        sums[paid.payee] += paid.amount
        sums[paid.payer] -= paid.amount
    return {name: amount for name, amount in sums.items() if amount}


def most_groups(balances):
    """The most groups of sum 0, by trying every group for the first of those who are left."""

    @cache
    def most(left):
        if not left:
            return 0
        first, rest = left[0], left[1:]
        best = 0
        for choice in range(1 << len(rest)):
            group = [first] + [rest[i] for i in range(len(rest)) if choice >> i & 1]
            if sum(balances[place] for place in group) == 0:
                others = tuple(rest[i] for i in range(len(rest)) if not choice >> i & 1)
                best = max(best, 1 + most(others))
        return best

    return most(tuple(place for place, balance in enumerate(balances) if balance))


def even(balances):
    """The same, and one more who makes the sum 0."""
    return [*balances, -sum(balances)]


class TestByHand:
    def test_one_winner(self):
        owed = {"Ada": 465, "Berto": -155, "Cleo": -155, "Dino": -155}
        assert told(owed) == [
            ("Berto", "Ada", 155),
            ("Cleo", "Ada", 155),
            ("Dino", "Ada", 155),
        ]

    def test_two_pairs_are_two_payments(self):
        assert told({"Ada": 5, "Berto": 3, "Cleo": -5, "Dino": -3}) == [
            ("Cleo", "Ada", 5),
            ("Dino", "Berto", 3),
        ]

    def test_largest_to_largest_would_be_one_too_many(self):
        # Cleo to Fosca 6, Ezio to Berto 4, Cleo, Dino and Ezio 1 each to Ada: five payments. But
        # 7 = 3 + 4 and 6 = 1 + 5.
        points = {"Ada": 3, "Berto": 4, "Cleo": -7, "Dino": -1, "Ezio": -5, "Fosca": 6}
        assert told(points) == [
            ("Cleo", "Berto", 4),
            ("Cleo", "Ada", 3),
            ("Ezio", "Fosca", 5),
            ("Dino", "Fosca", 1),
        ]

    def test_who_is_even_pays_nothing(self):
        assert told({"Ada": 0, "Berto": -2, "Cleo": 2}) == [("Berto", "Cleo", 2)]

    def test_of_equals_the_first_named_comes_first(self):
        points = {"Zeno": -1, "Ada": -1, "Mia": 2}
        assert told(points) == [("Zeno", "Mia", 1), ("Ada", "Mia", 1)]
        assert settle(points)[0] == Payment("Zeno", "Mia", 1)

    @pytest.mark.parametrize("owed", [{}, {"Ada": 0}])
    def test_nothing_to_pay(self, owed):
        assert settle(owed) == ()

    def test_amounts_that_do_not_add_up(self):
        with pytest.raises(ValueError, match="adds up to 0"):
            settle({"Ada": 1})


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(-6, 6), max_size=8).map(even))
def test_the_fewest(balances):
    payments = settle(numbered(balances))

    owed = {name: amount for name, amount in numbered(balances).items() if amount}
    assert paid_out(payments) == owed
    assert all(paid.amount > 0 and paid.payer != paid.payee for paid in payments)
    assert len(payments) == len(owed) - most_groups(balances)
    assert payments == settle(numbered(balances))


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(-(10**6), 10**6), max_size=40).map(even))
def test_many_people(balances):
    payments = settle(numbered(balances))

    assert paid_out(payments) == {
        name: value for name, value in numbered(balances).items() if value
    }
    assert len(payments) <= max(sum(value != 0 for value in balances) - 1, 0)


def test_hidden_groups_up_to_the_limit():
    """Groups of three and four, of which no two people are even with each other."""
    draw = random.Random(14)
    for _ in range(5):
        balances = []
        for size in (3, 3, 4, 4):
            balances += even(
                [draw.choice([-1, 1]) * draw.randrange(10**6) for _ in range(size - 1)]
            )
        draw.shuffle(balances)
        assert len(balances) == EXACT_LIMIT
        assert len(settle(numbered(balances))) <= EXACT_LIMIT - 4


def test_more_than_the_limit_after_pairs_have_gone():
    """20 people in pairs, and three more who are even: 10 + 2 payments, exact all the same."""
    pairs = [value for amount in range(100, 110) for value in (amount, -amount)]
    assert len(settle(numbered([*pairs, 5, 6, -11]))) == 12
