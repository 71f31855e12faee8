"""A round while it is being drawn, and who sits out in it. Source: tournaments.md §4, §5."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from clubs.core.seating.shapes import Tables


@dataclass(slots=True)
class DraftRound:
    """One round that is being drawn: tables and their numbers, place by place.

    pinned: who may not be moved, by place; home: the place of each player, who should keep it.
    """

    number: int
    numbers: list[int]
    tables: Tables
    byes: list[int]
    pinned: dict[int, list[int]]
    home: list[int] | None = None

    @property
    def frozen(self) -> set[int]:
        return {player for players in self.pinned.values() for player in players}


def sitting_out(order: Sequence[int], count: int, had: Counter[int]) -> list[int]:
    """So many who sit out: those with the fewest byes, of these the last."""
    place = {player: at for at, player in enumerate(order)}
    return sorted(order, key=lambda player: (had[player], -place[player]))[:count]


def exchange_byes(draft: DraftRound, out: Sequence[int]) -> None:
    """Let these sit out in the round; those who did so take their seats."""
    coming = [player for player in draft.byes if player not in out]
    for player in (player for player in out if player not in draft.byes):
        table = next(table for table in draft.tables if player in table)
        table[table.index(player)] = coming.pop()
    draft.byes = list(out)
