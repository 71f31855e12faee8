"""The draw of seats, over all that chance could say."""

from collections import Counter
from itertools import permutations, product

from clubs.core.seating.random import Draws
from clubs.core.seating.seat_draw import draw_seats
from clubs.games.bolognese.core.game import BOLOGNESE

FOUR = ("Nadia", "Hugo", "Marc", "Elise")


class Told(Draws):
    """Chance that says these numbers, and fails where others are asked for."""

    def __init__(self, *numbers):
        self.numbers = list(numbers)

    def below(self, count):
        number = self.numbers.pop(0)
        assert number < count
        return number


def every_draw():
    """One draw for each of the 4·3·2 orders and 4 dealers that chance could say."""
    chances = product(range(4), range(3), range(2), range(4))
    return [draw_seats(FOUR, Told(*numbers)) for numbers in chances]


def test_every_seating_with_every_dealer_comes_once():
    drawn = Counter((tuple(draw.order), draw.order[draw.dealer]) for draw in every_draw())

    assert drawn == Counter(product(permutations(FOUR), FOUR))


def test_each_of_the_three_pairings_is_as_likely_with_any_dealer():
    """Four can be paired in three ways: 96 draws / (3 pairings · 4 dealers) = 8 each."""
    drawn = Counter(
        (frozenset(map(frozenset, BOLOGNESE.pairs(draw.order))), draw.order[draw.dealer])
        for draw in every_draw()
    )

    assert len(drawn) == 12
    assert set(drawn.values()) == {8}


def test_who_draws_keeps_their_list():
    players = list(FOUR)

    draw_seats(players, Told(0, 0, 0, 0))

    assert players == list(FOUR)
