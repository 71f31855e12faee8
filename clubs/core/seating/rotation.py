"""Rounds in which nobody meets anybody twice, for places without names.

The place of an entry is chosen in places.py. Source: tournaments.md §5.3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from clubs.core.seating.fields import field_rows
from clubs.core.seating.rows import plain_rows, searched_rows
from clubs.core.seating.shapes import Tables
from clubs.core.seating.small import design_of_24, stored_plan

DESIGN_TABLES = 6  # of four
DESIGN_ROUNDS = 7
DESIGN_CLASSES = [[21, 22, 23], *([place, place + 7, place + 14] for place in range(7))]


@dataclass(frozen=True, slots=True)
class Schedule:
    """rounds: as many as are known, perhaps fewer than asked for; bigger tables first.
    classes: sets of places that never meet inside their set."""

    rounds: Sequence[Sequence[Sequence[int]]]
    classes: Sequence[Sequence[int]]


@lru_cache(maxsize=64)
def schedule(sizes: tuple[int, ...], rounds: int) -> Schedule:
    """The best schedule known for the same sizes in every round.

    Nobody meets twice in it, or it is the stored plan with the fewest repeats known.
    """
    players = sum(sizes)
    most = max(sizes)
    if most - min(sizes) <= 1:
        short = sum(size < most for size in sizes)
        # Fewer rounds than asked for are of use only where no plan is stored: a stored one has all
        # rounds, with the fewest repeats known.
        for count in range(rounds, 0, -1):
            full = _full_schedule(len(sizes), most, short, count)
            if full is not None and (count == rounds or not _has_stored(sizes, rounds)):
                return _with_left_out(full, short, players)
    return Schedule(_stored_for(sizes, rounds) or [], [])


def _has_stored(sizes: Sequence[int], rounds: int) -> bool:
    return _stored_for(sizes, rounds) is not None


def _stored_for(sizes: Sequence[int], rounds: int) -> list[Tables] | None:
    """A stored plan, only for fours with as few threes as possible; the longest one for more rounds
    than any."""
    players = sum(sizes)
    # Other sizes have as many players too: a stored plan for them would have tables of wrong sizes.
    if min(sizes) < 3 or max(sizes) > 4 or len(sizes) != -(-players // 4):
        return None
    return next((plan for r in range(rounds, 0, -1) if (plan := stored_plan(players, r))), None)


def _full_schedule(tables: int, classes: int, short: int, rounds: int) -> Schedule | None:
    """A schedule with `short` places of class 0 to be left out; tables of as many as there are
    classes."""
    # From the cheapest way to the dearest. All give rounds without a repeat, but other ones: in
    # another order every plan that a seed has given so far would change.
    # The places left out are of the first class, which has three in the design.
    if (tables, classes) == (DESIGN_TABLES, 4) and 5 < rounds <= DESIGN_ROUNDS and short <= 3:
        return Schedule(design_of_24()[:rounds], DESIGN_CLASSES)
    rows = plain_rows(tables, rounds, classes)
    if rows is not None:
        return _developed(_cyclic(tables), rows, tables, classes)
    # A field has as many rows as tables. One round more is that of the classes themselves, where
    # they are as large as a table; two places left out would then be of one table in that round.
    field = field_rows(tables, classes) if tables <= MOST_FIELD else None
    if field is not None and rounds <= tables + (tables == classes and short <= 1):
        sums, rows = field
        return _developed(sums, rows[:rounds], tables, classes, lines=rounds > tables)
    rows = searched_rows(tables, rounds, classes)
    return _developed(_cyclic(tables), rows, tables, classes) if rows is not None else None


MOST_FIELD = 64  # tables; above, plain rows reach as far as anybody plays


def _cyclic(order: int) -> list[list[int]]:
    return [[(a + b) % order for b in range(order)] for a in range(order)]


def _developed(
    sums: Sequence[Sequence[int]],
    rows: Sequence[Sequence[int]],
    tables: int,
    classes: int,
    *,
    lines: bool = False,
) -> Schedule:
    """Place i of class g has the number g·T + i. lines: a last round of the classes themselves, as
    in an affine plane."""
    by_class = [list(range(g * tables, (g + 1) * tables)) for g in range(classes)]
    # Table t of a round has one place of each class: t of class 0, and of class g the place t moved
    # by what the row says. So every place is seated once, whatever the row; that nobody meets twice
    # follows from the differences of the rows alone.
    rounds = [
        [[t, *(g * tables + sums[t][row[g - 1]] for g in range(1, classes))] for t in range(tables)]
        for row in rows
    ]
    if lines:
        # The members of each class meet in the last round: no class is left that never meets.
        return Schedule([*rounds, by_class], [])
    return Schedule(rounds, by_class)


def _with_left_out(full: Schedule, short: int, players: int) -> Schedule:
    """The schedule without some places of the first class, numbered again from 0.

    The places are chosen so that sitting at a short table falls to as many as possible.
    """
    # Every round seats every place: the first one names them all.
    places = sorted({place for table in full.rounds[0] for place in table})
    out = _left_out(full, short)
    number = {place: at for at, place in enumerate(p for p in places if p not in out)}
    rounds = [
        sorted(
            ([number[place] for place in table if place not in out] for table in tables),
            key=len,
            reverse=True,
        )
        for tables in full.rounds
    ]
    classes = [[number[place] for place in group if place not in out] for group in full.classes]
    return Schedule(rounds, classes)


def _left_out(full: Schedule, short: int) -> set[int]:
    """Places of one class, one after another, each where its mates had the fewest short tables.

    The places of a class never meet, so that no table is shortened twice.
    """
    if not short:
        return set()
    # Where the classes themselves are a round, its first table stands for one.
    first = full.classes[0] if full.classes else full.rounds[-1][0]
    mates: dict[int, list[int]] = {place: [] for place in first}
    for tables in full.rounds:
        for table in tables:
            for place in table:
                if place in mates:
                    mates[place] += [other for other in table if other != place]
    times: dict[int, int] = {}
    out: set[int] = set()
    for _ in range(short):
        best = min(
            (place for place in first if place not in out),
            # (n + 1)² − n²: the sum of squares is smallest where short tables are spread evenly.
            key=lambda place: sum(2 * times.get(mate, 0) + 1 for mate in mates[place]),
        )
        out.add(best)
        for mate in mates[best]:
            times[mate] = times.get(mate, 0) + 1
    return out
