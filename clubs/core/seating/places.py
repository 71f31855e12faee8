"""The places of entries in a schedule: a draw, and with separation a search.

The schedule stays whole, so that nobody meets twice more often than in it; only who is who changes.
Source: tournaments.md §5.3 (end), §5.4.
"""

from collections.abc import Mapping, Sequence

from clubs.core.seating.random import Draws
from clubs.core.seating.rotation import Schedule

Pair = tuple[int, int]
PATIENCE = 8  # moves for which an exchange is not taken back
LOOKUPS = 300_000  # of whether two places meet, in one search


def take_places(
    count: int,
    schedule: Schedule,
    draws: Draws,
    groups: Sequence[Sequence[int]] = (),
    costs: Mapping[Pair, int] | None = None,
) -> list[int]:
    """The entry (0 to count − 1) of each place. groups: whom it is well to keep in one class of
    places that never meet; costs: of one meeting of two entries, both ways round."""
    drawn = draws.shuffled(range(count))  # first, so that plans without groups stay as they are
    if not costs:
        return drawn
    relatives = Relatives(costs, schedule, _packed(drawn, schedule.classes, groups, draws))
    relatives.search(draws)
    return relatives.entries


def _packed(
    drawn: Sequence[int],
    classes: Sequence[Sequence[int]],
    groups: Sequence[Sequence[int]],
    draws: Draws,
) -> list[int]:
    """Whole groups into classes, the largest first, each where it leaves the least room; what is
    larger than any class is cut. The others take what is left, as they were drawn."""
    room = [draws.shuffled(places) for places in classes]
    place_of: dict[int, int] = {}
    rest = sorted(draws.shuffled(groups), key=len)
    while rest and any(room):
        group = rest.pop()
        fitting = [places for places in room if len(places) >= len(group)]
        places = min(fitting, key=len) if fitting else max(room, key=len)
        for entry in group[: len(places)]:
            place_of[entry] = places.pop()
        left = group[len(group) - len([e for e in group if e not in place_of]) :]
        if left and any(room):
            rest = sorted([*rest, left], key=len)
    taken = set(place_of.values())
    free = iter(place for place in range(len(drawn)) if place not in taken)
    entries = [0] * len(drawn)
    for entry in drawn:
        entries[place_of[entry] if entry in place_of else next(free)] = entry
    return entries


class Relatives:
    """Entries on places, and what their meetings cost: a tabu search as in search.py, but over who
    is who, with every round of the schedule at once."""

    def __init__(
        self, costs: Mapping[Pair, int], schedule: Schedule, entries: Sequence[int]
    ) -> None:
        count = len(entries)
        self.entries = list(entries)
        self.places = [0] * count
        for place, entry in enumerate(entries):
            self.places[entry] = place
        self.meetings = [bytearray(count) for _ in range(count)]
        for tables in schedule.rounds:
            for table in tables:
                for a in table:
                    for b in table:
                        if a != b:
                            self.meetings[a][b] += 1
        self.of: list[list[Pair]] = [[] for _ in range(count)]  # relative and cost
        for (a, b), cost in sorted(costs.items()):
            self.of[a].append((b, cost))
        self.lookups = 0

    def cost_at(self, entry: int, place: int, without: int) -> int:
        met, places = self.meetings[place], self.places
        relatives = self.of[entry]
        self.lookups += 1 + len(relatives)
        return sum([cost * met[places[other]] for other, cost in relatives if other != without])

    def sore(self) -> list[int]:
        """Entries that meet a relative; those of the dearest meetings only."""
        dearest: dict[int, int] = {}
        for entry, relatives in enumerate(self.of):
            met = self.meetings[self.places[entry]]
            dear = max((cost for other, cost in relatives if met[self.places[other]]), default=0)
            if dear:
                dearest[entry] = dear
        worst = max(dearest.values(), default=0)
        return [entry for entry, dear in dearest.items() if dear == worst]

    def change(self, a: int, b: int) -> int:
        here, there = self.places[a], self.places[b]
        return (
            self.cost_at(a, there, b)
            + self.cost_at(b, here, a)
            - self.cost_at(a, here, b)
            - self.cost_at(b, there, a)
        )

    def exchange(self, a: int, b: int) -> None:
        here, there = self.places[a], self.places[b]
        self.places[a], self.places[b] = there, here
        self.entries[here], self.entries[there] = b, a

    def search(self, draws: Draws) -> None:
        """Leaves the best that it saw."""
        barred: dict[Pair, int] = {}
        gain = best = move = 0
        undo: list[Pair] = []
        while self.lookups < LOOKUPS and (sore := self.sore()):
            move += 1
            entry = draws.one(sore)
            best_exchange: tuple[int, int] | None = None
            for other in range(len(self.entries)):
                if other == entry:
                    continue
                change = self.change(entry, other)
                is_barred = barred.get((min(entry, other), max(entry, other)), 0) > move
                # A barred exchange is made only where it leads to less than anything seen before.
                if (best_exchange is None or change < best_exchange[0]) and (
                    not is_barred or gain + change < best
                ):
                    best_exchange = change, other
            if best_exchange is None:
                continue
            change, other = best_exchange
            barred[min(entry, other), max(entry, other)] = move + PATIENCE + draws.below(PATIENCE)
            self.exchange(entry, other)
            undo.append((entry, other))
            gain += change
            if gain < best:
                best = gain
                undo.clear()
        for a, b in reversed(undo):
            self.exchange(a, b)
