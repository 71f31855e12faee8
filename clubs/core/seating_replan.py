"""An announced round for the people who are there now. Tournaments specification, section 5.7.

Takes out who left, puts in who came, and brings the tables to the sizes of today while as many as
possible stay where they are. What repeats by that is mended by a search afterwards.
"""

from collections.abc import Callable, Sequence

Tables = list[list[int]]
Cost = Callable[[int, Sequence[int]], int]  # of a player at a table with these


def without(tables: Sequence[Sequence[int]], present: set[int]) -> Tables:
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
    kept = without(tables, set(present))
    kept += [[] for _ in range(len(sizes) - len(kept))]
    by_size = sorted(range(len(kept)), key=lambda at: (-len(kept[at]), at))
    size_of = dict(zip(by_size, sizes, strict=False))
    seated = {player for table in kept for player in table}
    out = [player for player in sitting_out if player in set(present) - seated][:byes]
    waiting = [player for player in present if player not in seated and player not in out]
    for at, table in enumerate(kept):
        while len(table) > size_of.get(at, 0):
            waiting.append(table.pop(dearest(table, cost)))
    while len(out) < byes and waiting:
        out.append(waiting.pop(0))
    for player in waiting:
        open_tables = [at for at, size in size_of.items() if len(kept[at]) < size]
        kept[min(open_tables, key=lambda at: (cost(player, kept[at]), at))].append(player)
    return kept, out


def dearest(table: Sequence[int], cost: Cost) -> int:
    """The place of whom the table misses least; the last one of equals."""
    return max(range(len(table)), key=lambda at: (cost(table[at], rest(table, at)), at))


def rest(table: Sequence[int], at: int) -> list[int]:
    return [*table[:at], *table[at + 1 :]]
