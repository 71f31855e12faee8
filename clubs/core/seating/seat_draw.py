"""The draw of seats: who sits where, and so who plays with whom, and who deals first.

Tables draw cards for it. In Tarocco bolognese the two lowest play against the two highest, and the
highest deals (M. Barilli, *Il Tarocco bolognese*, chapter 3); in French tarot the lowest deals;
who draws a card without a rank draws again. Any order of the players is then as likely as any
other, and so is any dealer. A uniform draw of both is the same, without a pack.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.core.seating.random import Draws


@dataclass(frozen=True, slots=True)
class SeatDraw:
    """order is the players in seat order; dealer is the seat that deals first, from 0."""

    order: list[str]
    dealer: int


def draw_seats(players: Sequence[str], draws: Draws) -> SeatDraw:
    """Each order and each dealer is equally likely. There is at least one player."""
    return SeatDraw(draws.shuffled(players), draws.below(len(players)))
