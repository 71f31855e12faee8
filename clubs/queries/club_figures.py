"""The statistics of a club or a season over a population of deals: who takes, what, and how it
ends; how much is played.

Everything is exact until it is shown. Deals of which only the scores are known count as deals, but
nobody knows who took them.

Source: leagues specification, sections 4.1 (rankings need a base) and 4.2.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, Sum
from django.db.models.functions import Abs

from clubs.choices import Contract
from clubs.core.french_scoring import THRESHOLDS
from clubs.core.measures import Rate, mean
from clubs.models import Player, Seat
from clubs.queries.player_evenings import Night, tables_of
from clubs.queries.populations import Population
from clubs.queries.profile_figures import BIN, MULTIPLIERS


class Takes(NamedTuple):
    """Takes of one player, contract and number of oudlers: how many, how many made, and sums of
    half card points, of the taker's scores and of the stakes without their signs."""

    player: int
    contract: str
    oudlers: int
    taken: int
    made: int
    points_x2: int
    score: int
    stake: int


@dataclass(frozen=True, slots=True)
class Part:
    """What the takes of one kind have in common: a contract, a number of oudlers, everything."""

    key: Any
    success: Rate

    @property
    def taken(self) -> int:
        return self.success.base

    @property
    def made(self) -> int:
        return self.success.hits

    @property
    def failed(self) -> int:
        return self.taken - self.made


@dataclass(frozen=True, slots=True)
class Taker:
    """What somebody took. margin_mean is in card points, score_mean in score points; daring is the
    mean multiplier of the contracts, None where none has one. missing is how many takes are still
    needed for a rank."""

    player: Player
    success: Rate
    margin_mean: Fraction
    daring: Fraction | None
    score_mean: Fraction
    contracts: tuple[Part, ...]
    missing: int

    @property
    def taken(self) -> int:
        return self.success.base

    @property
    def made(self) -> int:
        return self.success.hits

    @property
    def failed(self) -> int:
        return self.taken - self.made

    @property
    def floor(self) -> float:
        """The lower bound of the interval, by which takers are ranked."""
        return self.success.interval[0] if self.success.interval else 0.0


@dataclass(frozen=True, slots=True)
class RankedTaker:
    """rank is None for who has taken too little."""

    rank: int | None
    taker: Taker


@dataclass(frozen=True, slots=True)
class MarginBin:
    """Takes with margins from low to below low + 5 card points."""

    low: int
    made: int
    failed: int

    @property
    def high(self) -> Fraction:
        return self.low + BIN - Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class SeatShare:
    """Deals of a table of size in which the place-th after the dealer took; of all its deals."""

    size: int
    place: int
    share: Rate


@dataclass(frozen=True, slots=True)
class Month:
    """first is its first day. attendances count each player once an evening."""

    first: date
    deals: int
    evenings: int
    players: int
    attendances: int

    @property
    def attendance_mean(self) -> Fraction | None:
        """Players an evening."""
        return mean(self.attendances, self.evenings)


@dataclass(frozen=True)
class ClubFigures:
    """deals counts those of which only the scores are known as well; takes does not."""

    takers: tuple[Taker, ...]
    contracts: tuple[Part, ...]
    oudlers: tuple[Part, ...]
    margins: tuple[MarginBin, ...]
    seats: tuple[SeatShare, ...]
    months: tuple[Month, ...]
    takes: Rate
    stake_mean: Fraction | None
    evenings: int
    players: int

    @property
    def deals(self) -> int:
        return sum(month.deals for month in self.months)

    @cached_property
    def ranking(self) -> list[RankedTaker]:
        """By the lower bound, so that 3 of 3 do not lead 40 of 50; equal ones share a rank. Then
        who has taken too little, the most takes first."""
        ranked = [taker for taker in self.takers if not taker.missing]
        others = [taker for taker in self.takers if taker.missing]
        ranked.sort(key=lambda taker: (-taker.floor, -taker.taken))
        others.sort(key=lambda taker: -taker.taken)
        floors = [taker.floor for taker in ranked]
        found = [RankedTaker(floors.index(taker.floor) + 1, taker) for taker in ranked]
        return [*found, *(RankedTaker(None, taker) for taker in others)]


def club_figures(population: Population) -> ClubFigures:
    """Seven queries."""
    takes = all_takes(population)
    stakes = sum(row.stake for row in takes)
    months, evenings, players = attendance(population)
    count = sum(row.taken for row in takes)
    return ClubFigures(
        takers=takers(takes, least=population.club.least_takes),
        contracts=parts(takes, "contract", list(Contract.values).index),
        oudlers=parts(takes, "oudlers", int),
        margins=margin_bins(population),
        seats=seat_shares(population),
        months=months,
        takes=Rate(sum(row.made for row in takes), count),
        stake_mean=mean(stakes, count),
        evenings=evenings,
        players=players,
    )


def all_takes(population: Population) -> list[Takes]:
    """One query."""
    rows = population.scores().filter(player=F("deal__taker")).order_by()
    kinds = ("player", "deal__contract", "deal__oudlers")
    sums: dict[str, Any] = {
        "taken": Count("pk"),
        "made_count": Count("pk", filter=Q(deal__made=True)),
        "points": Sum("deal__points_x2"),
        "won": Sum("score"),
        "stakes": Sum(Abs("deal__stake")),
    }
    found: Iterable[Any] = rows.values(*kinds).annotate(**sums).values_list(*kinds, *sums)
    return [Takes(*row) for row in found]


def takers(takes: Iterable[Takes], *, least: int) -> tuple[Taker, ...]:
    """By name. One query, for the names."""
    by_player: dict[int, list[Takes]] = defaultdict(list)
    for row in takes:
        by_player[row.player].append(row)
    players = Player.objects.filter(pk__in=by_player).order_by("name_key", "pk")
    return tuple(taker_of(player, by_player[player.pk], least) for player in players)


def taker_of(player: Player, rows: Sequence[Takes], least: int) -> Taker:
    taken = sum(row.taken for row in rows)
    over_x2 = sum(row.points_x2 - 2 * THRESHOLDS[row.oudlers] * row.taken for row in rows)
    multiplied = [row for row in rows if row.contract in MULTIPLIERS]
    times = sum(MULTIPLIERS[row.contract] * row.taken for row in multiplied)
    return Taker(
        player=player,
        success=Rate(sum(row.made for row in rows), taken),
        margin_mean=Fraction(over_x2, 2 * taken),
        daring=mean(times, sum(row.taken for row in multiplied)),
        score_mean=Fraction(sum(row.score for row in rows), taken),
        contracts=parts(rows, "contract", list(Contract.values).index),
        missing=max(least - taken, 0),
    )


def parts(takes: Iterable[Takes], field: str, place: Callable[[Any], int]) -> tuple[Part, ...]:
    """Takes summed up by one of their fields, in the order of place."""
    taken: Counter[Any] = Counter()
    made: Counter[Any] = Counter()
    for row in takes:
        key = getattr(row, field)
        taken[key] += row.taken
        made[key] += row.made
    return tuple(Part(key, Rate(made[key], taken[key])) for key in sorted(taken, key=place))


def margin_bins(population: Population) -> tuple[MarginBin, ...]:
    """From the lowest to the highest without a gap. One query."""
    rows = population.deals().filter(taker__isnull=False).order_by()
    made: Counter[int] = Counter()
    failed: Counter[int] = Counter()
    counted: Iterable[Any] = (
        rows.values("points_x2", "oudlers", "made")
        .annotate(count=Count("pk"))
        .values_list("points_x2", "oudlers", "made", "count")
    )
    for points_x2, oudlers, was_made, count in counted:
        place = (points_x2 - 2 * THRESHOLDS[oudlers]) // (2 * BIN)
        (made if was_made else failed)[place] += count
    places = [*made, *failed]
    if not places:
        return ()
    span = range(min(places), max(places) + 1)
    return tuple(MarginBin(place * BIN, made[place], failed[place]) for place in span)


def seat_shares(population: Population) -> tuple[SeatShare, ...]:
    """Where the taker sat, by table size, next to the dealer first. One query."""
    rows = population.deals().filter(taker_distance__isnull=False).order_by()
    counted: Iterable[Any] = (
        rows.values("size", "taker_distance")
        .annotate(count=Count("pk"))
        .values_list("size", "taker_distance", "count")
    )
    counts = {(size, place): count for size, place, count in counted}
    sizes = sorted({size for size, _ in counts})
    totals = {size: sum(counts.get((size, p), 0) for p in range(1, size + 1)) for size in sizes}
    return tuple(
        SeatShare(size, place, Rate(counts.get((size, place), 0), totals[size]))
        for size in sizes
        for place in range(1, size + 1)
    )


def attendance(population: Population) -> tuple[tuple[Month, ...], int, int]:
    """Months from the first to the last that has a deal, and how many evenings and players there
    were at all. Three queries."""
    tables = tables_of(population)
    counted = population.deals().order_by().values("sitting").annotate(count=Count("pk"))
    deals: Counter[date] = Counter()
    nights: dict[date, set[Night]] = defaultdict(set)
    for sitting, count in counted.values_list("sitting", "count"):
        night = tables[sitting].night
        deals[month_of(night)] += count
        nights[month_of(night)].add(night)
    there: dict[date, set[tuple[Night, int]]] = defaultdict(set)
    for sitting, player in who_played(population):
        night = tables[sitting].night
        there[month_of(night)].add((night, player))
    months = tuple(
        Month(
            first,
            deals[first],
            len(nights[first]),
            len({player for _, player in there[first]}),
            len(there[first]),
        )
        for first in months_between(deals)
    )
    everybody = {player for found in there.values() for _, player in found}
    return months, sum(len(found) for found in nights.values()), len(everybody)


def who_played(population: Population) -> Iterable[tuple[int, int]]:
    """Sitting and player of everybody who played a counted deal there."""
    played = population.scores().filter(seat=OuterRef("pk")).order_by()
    seats = Seat.objects.filter(Exists(played), sitting__club=population.club).order_by()
    if population.league is not None:
        seats = seats.filter(sitting__leagues__league=population.league)
    return seats.values_list("sitting_id", "player_id")


def month_of(night: Night) -> date:
    return night.held_on.replace(day=1)


def months_between(firsts: Iterable[date]) -> list[date]:
    """The first days of all months from the earliest to the latest."""
    known = sorted(firsts)
    if not known:
        return []
    found = [known[0]]
    while found[-1] < known[-1]:
        last = found[-1]
        found.append(date(last.year + last.month // 12, last.month % 12 + 1, 1))
    return found
