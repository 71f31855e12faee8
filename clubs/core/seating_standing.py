"""Tables by the standings. Tournaments specification, section 5.2.

Everybody is a number; order holds who takes a seat, best first; sizes are those of the tables, in
the order of their numbers.
"""

from collections.abc import Sequence

Tables = list[list[int]]


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


def distances(tables: int, players: int) -> list[int]:
    """What it costs to be so many tables from one's own: the sum of the ways counts first, the sum
    of their squares after it."""
    unit = players * tables * tables + 1
    return [way * unit + way * way for way in range(tables)]
