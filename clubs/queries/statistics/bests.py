"""What was best of an evening, and the runs of a player: what all records are made of.

Of an evening `Told` has, by name, the figure first and then where it was. It follows from the parts
that are kept of its tables and from their deals, and can be told of one size or of all together.
Of equal ones the earliest in order of play is the best.

Source: leagues.md §4.2 (heat map), §4.5.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from itertools import starmap
from typing import Any, NamedTuple

from django.db.models import QuerySet

from clubs.core.measures import NOTHING, Streak
from clubs.models import Deal
from clubs.queries.statistics.deal_filters import SLAMS_MADE
from clubs.queries.statistics.nights import Night
from clubs.queries.statistics.parts import (
    CALLED,
    COUNTED,
    PLAY_ORDER,
    Counts,
    Part,
    add_numbers,
)

Told = dict[str, Any]
OwnPart = tuple[int, Part]  # with its player

# Of a deal: figure, table, number, player. MADE and FAILED are half card points over the contract,
# with contract and oudlers; SLAMS is a list of those made, each with its contract; KINDS has by
# contract and oudlers how often it was made, and the first time.
DEAL, MADE, FAILED, SLAMS, KINDS = "deal", "made", "failed", "slams", "kinds"
# Of the evening: figure, player; CLOSEST: the gap between first and last, and of how many.
EVENING, TAKES, COMEBACK, CLOSEST = "evening", "takes", "comeback", "closest"
HELD = (DEAL, MADE, FAILED, EVENING, TAKES, COMEBACK, CLOSEST)  # of which one evening has the best
HOURS = "hours"  # deals by weekday and hour, 24 · weekday + hour
# Of the people of an evening, in a row of its own, which has PEOPLE behind its ref. RUNS has by
# player when their first table was opened, and their takes; PAIRS has by taker and called partner,
# either way round, the deals and those that were made.
PEOPLE = "/people"
RUNS, PAIRS = "runs", "pairs"


class PlayedDeal(NamedTuple):
    """A deal that counts, as its columns have it."""

    sitting: int
    number: int
    taker: int | None
    contract: str | None
    oudlers: int | None
    is_made: bool | None
    points_x2: int | None
    chelem: str | None
    size: int | None
    recorded_at: datetime | None = None
    opened_at: datetime | None = None
    closed_at: datetime | None = None

    @property
    def timed_at(self) -> datetime | None:
        """When it was written, if that was while the table was open: else it came in a file, or
        later, and nobody knows its hour."""
        if self.recorded_at is None or self.opened_at is None:
            return None
        end = self.closed_at or self.recorded_at
        return self.recorded_at if self.opened_at <= self.recorded_at <= end else None


_COLUMNS = (
    "sitting_id", "number", "taker_id", "contract", "oudlers", "made", "points_x2", "chelem",
    "size",
)  # fmt: skip
_TIMES = ("recorded_at", "sitting__opened_at", "sitting__closed_at")


def played_deals(deals: QuerySet[Deal], *, with_times: bool = True) -> Iterator[PlayedDeal]:
    """Reads deals in order of play. One query. with_times: to make a time of a text takes SQLite
    longer than all the rest of a deal."""
    rows = deals.order_by("sitting__opened_at", "sitting_id", "number")
    return starmap(PlayedDeal, rows.values_list(*_COLUMNS, *(_TIMES if with_times else ())))


def told_of(game: str, zone: tzinfo, parts: Iterable[OwnPart], deals: Iterable[PlayedDeal]) -> Told:
    """What was best of an evening. deals are in order of play."""
    feats: Told = {}
    _evening_feats(feats, sorted(parts, key=_order))
    _deal_feats(feats, game, zone, deals)
    return feats


def _order(own: OwnPart) -> tuple[Any, ...]:
    return *PLAY_ORDER(own[1]), own[1].place


def _evening_feats(feats: Told, parts: Sequence[OwnPart]) -> None:
    takes: Counter[int] = Counter()
    stood: dict[int, tuple[int, int]] = {}  # the total, and the lowest that it was
    best: tuple[Any, ...] | None = None
    for player, part in parts:
        total, low = stood.get(player, (0, 0))
        stood[player] = total + part.total, min(low, total + part.low)
        takes[player] += part.takes.length
        place = -part.best, part.opened_at, part.sitting, part.best_number, part.place, player
        if part.best > 0 and (best is None or place < best):
            best = place
    if best is not None:
        feats[DEAL] = [-best[0], best[2], best[3], best[5]]
    deficits = {player: -low for player, (total, low) in stood.items() if total >= 0}
    totals = {player: total for player, (total, _) in stood.items()}
    for name, figures in ((EVENING, totals), (TAKES, takes), (COMEBACK, deficits)):
        first = max(figures, key=figures.__getitem__, default=None)
        if first is not None and figures[first] > 0:
            feats[name] = [figures[first], first]
    if len(totals) > 1:
        feats[CLOSEST] = [max(totals.values()) - min(totals.values()), len(totals)]


def _deal_feats(feats: Told, game: str, zone: tzinfo, deals: Iterable[PlayedDeal]) -> None:
    counted = COUNTED.get(game)
    hours: Counter[str] = Counter()
    for deal in deals:
        where = [deal.sitting, deal.number, deal.taker]
        if deal.timed_at is not None:
            at = deal.timed_at.astimezone(zone)
            hours[str(24 * at.weekday() + at.hour)] += 1
        if deal.chelem in SLAMS_MADE:
            feats.setdefault(SLAMS, []).append([1, *where, deal.contract])
        if deal.taker is None or deal.contract is None:
            continue
        if deal.is_made:
            kind = f"{deal.contract} {deal.oudlers}"
            known = feats.setdefault(KINDS, {}).setdefault(kind, [0, *where])
            known[0] += 1
        over = counted.over(deal.oudlers, deal.points_x2) if counted is not None else None
        if over is not None and deal.is_made is not None:
            name = MADE if deal.is_made else FAILED
            if name not in feats or _is_better(name, over, feats[name][0]):
                feats[name] = [over, *where, deal.contract, deal.oudlers]
    if hours:
        feats[HOURS] = dict(hours)


def people_of(parts: Iterable[OwnPart]) -> Told:
    """What the people of an evening did. The parts have their sums."""
    runs: dict[str, tuple[str, Streak]] = {}
    pairs: Counts = {}
    for player, part in sorted(parts, key=_order):
        if part.takes.length:
            at, before = runs.get(str(player), (part.opened_at, NOTHING))
            runs[str(player)] = at, before.then(part.takes)
        for partner, numbers in part.company.items():
            first, second = sorted((player, int(partner)))
            add_numbers(pairs, f"{first} {second}", numbers[CALLED : CALLED + 2])
    return {RUNS: {player: [at, *takes] for player, (at, takes) in runs.items()}, PAIRS: pairs}


def _is_better(name: str, figure: int, than: int) -> bool:
    return figure < than if name in (FAILED, CLOSEST) else figure > than


@dataclass(slots=True)
class Bests:
    """The best of several evenings, with the evening of each; slams are all of them."""

    held: dict[str, tuple[Night, list[Any]]] = field(default_factory=dict)
    slams: list[tuple[Night, list[Any]]] = field(default_factory=list)
    kinds: dict[str, tuple[int, Night, list[Any]]] = field(default_factory=dict)
    hours: Counter[int] = field(default_factory=Counter)

    def add(self, night: Night, feats: Told) -> None:
        """The next evening."""
        for name in HELD:
            row, known = feats.get(name), self.held.get(name)
            if row and (known is None or _is_better(name, row[0], known[1][0])):
                self.held[name] = night, row
        self.slams += [(night, row) for row in feats.get(SLAMS, ())]
        for kind, (count, *where) in feats.get(KINDS, {}).items():
            before, *first = self.kinds.get(kind, (0, night, where))
            self.kinds[kind] = before + count, *first
        for hour, count in feats.get(HOURS, {}).items():
            self.hours[int(hour)] += count

    def by_night(self) -> dict[str, Told]:
        """The evenings, by key, that told something of this, with how often kinds were made in all:
        to add these in their place gives the same, but for the hours."""
        nights: dict[str, Told] = defaultdict(dict)
        for name, (night, row) in self.held.items():
            nights[night.key][name] = row
        for night, row in self.slams:
            nights[night.key].setdefault(SLAMS, []).append(row)
        for kind, (count, night, where) in self.kinds.items():
            nights[night.key].setdefault(KINDS, {})[kind] = [count, *where]
        return nights


def runs_of(parts: Iterable[Part]) -> Streak:
    """The takes of a player, one after the other. parts are in order of play."""
    takes = NOTHING
    for part in parts:
        takes = takes.then(part.takes)
    return takes


def run_parts(parts: Sequence[Part]) -> Sequence[Part]:
    """The parts from that in which the longest run of made takes begins to that in which it ends;
    of several the first. parts are those of one player, in order of play."""
    best, run, since, span = 0, 0, 0, slice(0, 0)
    for place, part in enumerate(parts):
        takes = part.takes
        if not takes.length:
            continue
        if not run:
            since = place
        begun = run + max(takes.first, 0)
        inside = takes.longest_made
        if begun > best:
            best, span = begun, slice(since, place + 1)
        if inside > best:
            best, span = inside, slice(place, place + 1)
        if takes.first == takes.length:
            run = begun
        else:
            run, since = max(takes.last, 0), place
    return parts[span]


def by_size(parts: Iterable[OwnPart]) -> dict[int, list[OwnPart]]:
    """Those of each size, and under 0 all of them."""
    sized: dict[int, list[OwnPart]] = defaultdict(list)
    for own in parts:
        for size in {0, own[1].size}:
            sized[size].append(own)
    return sized
