"""Table numbers and first dealers, varied without changing who sits with whom.

Source: tournaments.md §5.4, part 6.

Players are numbers from 0; tables of a round stand by their place in the list of table numbers.
"""

from collections.abc import Sequence

from clubs.core.seating.random import Draws
from clubs.core.seating.shapes import Tables

PASSES = 8  # over the tables whose players know their number already


class Habits:
    """The table numbers and first deals of each player in the rounds so far."""

    def __init__(self, players: int) -> None:
        self.numbers: list[set[int]] = [set() for _ in range(players)]
        self.first_deals = [0] * players

    def keep(self, tables: Sequence[Sequence[int]], numbers: Sequence[int]) -> None:
        for table, number in zip(tables, numbers, strict=True):
            for player in table:
                self.numbers[player].add(number)
            if table:
                self.first_deals[table[0]] += 1

    def known(self, table: Sequence[int], number: int) -> int:
        """How many of them have sat at this number."""
        return sum([number in self.numbers[player] for player in table])

    def seated(self, table: Sequence[int]) -> list[int]:
        """The table in the same order of play, from the player with the fewest first deals."""
        if not table:
            return []
        first = min(range(len(table)), key=lambda at: self.first_deals[table[at]])
        return [*table[first:], *table[:first]]


def varied(
    tables: Tables, numbers: Sequence[int], fixed: set[int], habits: Habits, draws: Draws
) -> Tables:
    """The same tables in another order: sizes stay where they are, and so do the tables at fixed
    places. Exchanges of two tables, until none brings fewer players to a number they know."""
    order = list(tables)
    for _ in range(PASSES):
        sore = [
            at
            for at, table in enumerate(order)
            if at not in fixed and habits.known(table, numbers[at])
        ]
        if not sore:
            break
        moved = [_improved(order, numbers, fixed, habits, at) for at in draws.shuffled(sore)]
        if not any(moved):
            break
    return order


def _improved(
    order: Tables, numbers: Sequence[int], fixed: set[int], habits: Habits, at: int
) -> bool:
    """Exchanges the table of this place with the best other one of its size, if that helps."""
    size, now = len(order[at]), habits.known(order[at], numbers[at])
    best, partner = 0, at
    for other, table in enumerate(order):
        if other == at or other in fixed or len(table) != size:
            continue
        change = (
            habits.known(table, numbers[at])
            + habits.known(order[at], numbers[other])
            - now
            - habits.known(table, numbers[other])
        )
        if change < best:
            best, partner = change, other
            if change <= -now:
                break  # nobody of this table knows the new number
    order[at], order[partner] = order[partner], order[at]
    return partner != at
