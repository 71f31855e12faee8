"""The first tables of a round, before any search: by the standings, from a draft, around locks, and
who sits out.

Everybody is a number; sizes are those of the tables, in the order of their numbers. Source:
tournaments.md §4, §5.2, §5.7.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clubs.core.problems import Problem
from clubs.core.seating.shapes import SeatingRefused, Tables

Cost = Callable[[int, Sequence[int]], int]  # of a player at a table with these


def by_rank(order: Sequence[int], sizes: Sequence[int], seated: Sequence[Sequence[int]]) -> Tables:
    """Ranks 1–4 at the first table, 5–8 at the second, and so on; seated: who is there already."""
    queue = iter(order)
    return [
        [*there, *(next(queue) for _ in range(size - len(there)))]
        for size, there in zip(sizes, seated, strict=True)
    ]


def snake(order: Sequence[int], sizes: Sequence[int], seated: Sequence[Sequence[int]]) -> Tables:
    """Rank 1 → first table, …, T → last, T + 1 → last, …, 2T → first; full tables are passed over,
    so that what a short one leaves goes on to the next."""
    tables = [list(there) for there in seated]
    queue = list(reversed(order))
    forward = True
    while queue:
        places = range(len(sizes)) if forward else range(len(sizes) - 1, -1, -1)
        for at in places:
            if queue and len(tables[at]) < sizes[at]:
                tables[at].append(queue.pop())
        forward = not forward
    return tables


def _without(tables: Sequence[Sequence[int]], present: set[int]) -> Tables:
    return [[player for player in table if player in present] for table in tables]


def fitted(
    tables: Sequence[Sequence[int]],
    present: Sequence[int],
    sizes: Sequence[int],
    byes: int,
    cost: Cost,
    sitting_out: Sequence[int] = (),
) -> tuple[Tables, list[int]]:
    """Tables in the places of the draft, and the byes. sizes: of today, bigger first.

    sitting_out: byes of the draft, who keep them while there are as many. Tables too many are
    dissolved, the smallest and last first, and leave their place empty.
    """
    filled = _without(tables, set(present))
    filled += [[] for _ in range(len(sizes) - len(filled))]
    by_size = sorted(range(len(filled)), key=lambda at: (-len(filled[at]), at))
    size_of = dict(zip(by_size, sizes, strict=False))
    seated = {player for table in filled for player in table}
    out = [player for player in sitting_out if player in set(present) - seated][:byes]
    waiting = [player for player in present if player not in seated and player not in out]
    for at, table in enumerate(filled):
        # A place without a size is a table too many: everybody gets up.
        while len(table) > size_of.get(at, 0):
            waiting.append(table.pop(_dearest(table, cost)))
    # Byes go to those without a seat, so that nobody leaves a table for one.
    while len(out) < byes and waiting:
        out.append(waiting.pop(0))
    for player in waiting:
        open_tables = [at for at, size in size_of.items() if len(filled[at]) < size]
        filled[min(open_tables, key=lambda at: (cost(player, filled[at]), at))].append(player)
    return filled, out


def _dearest(table: Sequence[int], cost: Cost) -> int:
    """The place of whom the table misses least; the last one of equals."""
    return max(range(len(table)), key=lambda at: (cost(table[at], _rest(table, at)), at))


def _rest(table: Sequence[int], at: int) -> list[int]:
    return [*table[:at], *table[at + 1 :]]


def sizes_with_locks(sizes: Sequence[int], locks: dict[int, list[int]]) -> list[int]:
    """Sizes by place, so that every locked table has its seats, and a whole one no others if its
    size is among them."""
    by_place = list(sizes)
    # The largest first: a small lock could take the only table that the large one fits.
    for at, players in sorted(locks.items(), key=lambda lock: -len(lock[1])):
        others = [o for o in range(len(by_place)) if o not in locks]
        suits = [o for o in others if by_place[o] == max(len(players), min(sizes))]
        roomy = [o for o in others if by_place[o] >= len(players)]
        if (len(players) >= min(sizes) and by_place[at] != len(players) and suits) or (
            by_place[at] < len(players) and roomy
        ):
            other = (suits or roomy)[-1]
            by_place[at], by_place[other] = by_place[other], by_place[at]
    if any(by_place[at] < len(players) for at, players in locks.items()):
        raise SeatingRefused([Problem("lock_conflict", "locked")])
    return by_place


def obey(tables: Tables, byes: list[int], locks: dict[int, list[int]]) -> None:
    """Locked players change places with others of their table. Raises SeatingRefused."""
    held = {player for players in locks.values() for player in players}
    for at, players in sorted(locks.items()):
        for player in players:
            if player not in tables[at]:
                # Nobody who is locked gives way, or the next lock would undo this one.
                giving = next((mate for mate in tables[at] if mate not in held), None)
                if giving is None:
                    raise SeatingRefused([Problem("lock_conflict", "locked")])
                source = next(table for table in [*tables, byes] if player in table)
                source[source.index(player)] = giving
                tables[at][tables[at].index(giving)] = player


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
