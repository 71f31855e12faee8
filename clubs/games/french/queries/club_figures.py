"""The statistics of a club or a season over a population of deals: who takes, what, and how it
ends; how much is played.

Everything is exact until it is shown. Deals of which only the scores are known count as deals, but
nobody knows who took them.

Source: leagues.md §4.1 (rankings need a base), §4.2.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from django.db.models import Count, Exists, F, OuterRef, Q, Sum
from django.db.models.functions import Abs

from clubs.core.measures import Rate, mean
from clubs.games.french.core.records import FrenchContract
from clubs.games.french.core.scoring import THRESHOLDS
from clubs.games.french.queries.figures import BIN, MULTIPLIERS
from clubs.games.french.queries.sums import (
    BINS,
    OUDLERS,
    PLACES,
    KeptSums,
    Tallies,
    contract_columns,
    kept_sums,
)
from clubs.models import Player, Seat
from clubs.queries.statistics.player_evenings import Night, nights_of
from clubs.queries.statistics.populations import Population

Key = TypeVar("Key")


@dataclass(slots=True)
class TakerSums:
    """What one player took: half card points over the contracts, scores, and how many takes there
    were of each contract and how many of them were made."""

    over_x2: int = 0
    score: int = 0
    taken: Counter[str] = field(default_factory=Counter)
    contracts_made: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class ClubSums:
    """What the figures are made of. takers are by player; taken and takes_made by number of
    oudlers, the margins by bin (see margin_bins); seats count takes by table size and place; deals
    are those of each sitting, there who played at which, stakes without their signs."""

    takers: dict[int, TakerSums] = field(default_factory=lambda: defaultdict(TakerSums))
    taken: Counter[int] = field(default_factory=Counter)
    takes_made: Counter[int] = field(default_factory=Counter)
    margins_made: Counter[int] = field(default_factory=Counter)
    margins_failed: Counter[int] = field(default_factory=Counter)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    deals: Counter[int] = field(default_factory=Counter)
    there: Iterable[tuple[int, int]] = ()
    stakes: int = 0


@dataclass(frozen=True, slots=True)
class ClubTakes:
    """What the takes of one kind have in common: a contract, a number of oudlers, everything."""

    key: Any
    success: Rate

    @property
    def taken(self) -> int:
        return self.success.base

    @property
    def made_count(self) -> int:
        return self.success.hits

    @property
    def failed(self) -> int:
        return self.taken - self.made_count


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
    contracts: tuple[ClubTakes, ...]
    missing: int

    @property
    def taken(self) -> int:
        return self.success.base

    @property
    def made_count(self) -> int:
        return self.success.hits

    @property
    def failed(self) -> int:
        return self.taken - self.made_count

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
    made_count: int
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
    contracts: tuple[ClubTakes, ...]
    oudlers: tuple[ClubTakes, ...]
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
        ranking = [RankedTaker(floors.index(taker.floor) + 1, taker) for taker in ranked]
        return [*ranking, *(RankedTaker(None, taker) for taker in others)]


def club_figures(population: Population) -> ClubFigures:
    """Eight queries at most."""
    table_sums = kept_sums(population)
    sums = _asked_sums(population) if table_sums is None else _sums_from(table_sums)
    takes = Rate(sum(sums.takes_made.values()), sum(sums.taken.values()))
    months, evenings, players = _attendance(sums, nights_of(population))
    return ClubFigures(
        takers=takers(sums.takers, least=population.club.least_takes),
        contracts=_counter_parts(
            sum((taker.taken for taker in sums.takers.values()), Counter()),
            sum((taker.contracts_made for taker in sums.takers.values()), Counter()),
            _height,
        ),
        oudlers=_counter_parts(sums.taken, sums.takes_made, int),
        margins=_margin_bins(sums),
        seats=_seat_shares(sums.seats),
        months=months,
        takes=takes,
        stake_mean=mean(sums.stakes, takes.base),
        evenings=evenings,
        players=players,
    )


# From the sums that are kept


def _sums_from(table_sums: KeptSums) -> ClubSums:
    """Three queries."""
    sums = ClubSums()
    _add_tables(sums, table_sums)
    codes = [contract.value for contract in FrenchContract]
    for player, (over_x2, score, *counts) in table_sums.by_player(
        "over_x2", "won", *contract_columns()
    ).items():
        taken = _counter(zip(codes, counts[::2], strict=True))
        if taken:
            contracts_made = _counter(zip(codes, counts[1::2], strict=True))
            sums.takers[player] = TakerSums(over_x2, score, taken, contracts_made)
    sums.there = table_sums.player_rows("sitting_id", "player_id")
    return sums


def _add_tables(sums: ClubSums, table_sums: KeptSums) -> None:
    """One query."""
    packed: Counter[int] = Counter()
    for sitting, size, deals, stakes, tallies in table_sums.table_rows(
        "sitting_id", "size", "deals", "stakes", "tallies"
    ):
        if deals:
            sums.deals[sitting] += deals
            sums.stakes += stakes
            packed[size] += int(tallies, 16)
    for size, number in packed.items():
        counts = Tallies.of(number)
        sums.taken += _counter(zip(OUDLERS, counts.taken, strict=True))
        sums.takes_made += _counter(zip(OUDLERS, counts.takes_made, strict=True))
        for place, count in zip(BINS, counts.margins, strict=True):
            if count:
                (sums.margins_made if place >= 0 else sums.margins_failed)[place] += count
        at_size = ((size, place) for place in PLACES)
        sums.seats += _counter(zip(at_size, counts.places, strict=True))


def _counter(counts: Iterable[tuple[Key, int]]) -> Counter[Key]:
    return Counter({key: count for key, count in counts if count})


# Asked of the database


def _asked_sums(population: Population) -> ClubSums:
    """Five queries."""
    sums = ClubSums()
    _add_takes(sums, population)
    _add_margins(sums, population)
    _add_seats(sums, population)
    counted = population.deals().order_by().values("sitting").annotate(count=Count("pk"))
    sums.deals = Counter(dict(counted.values_list("sitting", "count")))
    sums.there = _who_played(population)
    return sums


def _add_takes(sums: ClubSums, population: Population) -> None:
    """One query."""
    rows = population.scores().filter(player=F("deal__taker")).order_by()
    kinds = ("player", "deal__contract", "deal__oudlers")
    added: dict[str, Any] = {
        "taken": Count("pk"),
        "made_count": Count("pk", filter=Q(deal__made=True)),
        "points": Sum("deal__points_x2"),
        "won": Sum("score"),
        "stakes": Sum(Abs("deal__stake")),
    }
    take_rows: Iterable[Any] = rows.values(*kinds).annotate(**added).values_list(*kinds, *added)
    for player, contract, oudlers, taken, made_count, points_x2, won, stakes in take_rows:
        taker = sums.takers[player]
        taker.over_x2 += points_x2 - 2 * THRESHOLDS[oudlers] * taken
        taker.score += won
        taker.taken[contract] += taken
        taker.contracts_made[contract] += made_count
        sums.taken[oudlers] += taken
        sums.takes_made[oudlers] += made_count
        sums.stakes += stakes


def _add_margins(sums: ClubSums, population: Population) -> None:
    """One query."""
    rows = population.deals().filter(taker__isnull=False).order_by()
    counted: Iterable[Any] = (
        rows.values("points_x2", "oudlers", "made")
        .annotate(count=Count("pk"))
        .values_list("points_x2", "oudlers", "made", "count")
    )
    for points_x2, oudlers, was_made, count in counted:
        place = (points_x2 - 2 * THRESHOLDS[oudlers]) // (2 * BIN)
        (sums.margins_made if was_made else sums.margins_failed)[place] += count


def _add_seats(sums: ClubSums, population: Population) -> None:
    """One query."""
    rows = population.deals().filter(taker_distance__isnull=False).order_by()
    counted: Iterable[Any] = (
        rows.values("size", "taker_distance")
        .annotate(count=Count("pk"))
        .values_list("size", "taker_distance", "count")
    )
    for size, place, count in counted:
        sums.seats[size, place] += count


def _who_played(population: Population) -> Iterable[tuple[int, int]]:
    """Sitting and player of everybody who played a counted deal there."""
    played = population.scores().filter(seat=OuterRef("pk")).order_by()
    seats = Seat.objects.filter(Exists(played), sitting__club=population.club).order_by()
    if population.league is not None:
        seats = seats.filter(sitting__leagues__league=population.league)
    return seats.values_list("sitting_id", "player_id")


# The figures


def takers(sums: Mapping[int, TakerSums], *, least: int) -> tuple[Taker, ...]:
    """By name. One query, for the names."""
    players = Player.objects.filter(pk__in=sums).order_by("sort_key", "pk")
    return tuple(_taker_figures(player, sums[player.pk], least) for player in players)


def _taker_figures(player: Player, sums: TakerSums, least: int) -> Taker:
    taken = sums.taken.total()
    multiplied = {code: count for code, count in sums.taken.items() if code in MULTIPLIERS}
    times = sum(MULTIPLIERS[code] * count for code, count in multiplied.items())
    return Taker(
        player=player,
        success=Rate(sums.contracts_made.total(), taken),
        margin_mean=Fraction(sums.over_x2, 2 * taken),
        daring=mean(times, sum(multiplied.values())),
        score_mean=Fraction(sums.score, taken),
        contracts=_counter_parts(sums.taken, sums.contracts_made, _height),
        missing=max(least - taken, 0),
    )


def _counter_parts(
    taken: Counter[Any], made_counts: Counter[Any], place: Callable[[Any], int]
) -> tuple[ClubTakes, ...]:
    """In the order of place."""
    return tuple(
        ClubTakes(key, Rate(made_counts[key], taken[key])) for key in sorted(taken, key=place)
    )


def _height(contract: str) -> int:
    return list(FrenchContract).index(FrenchContract(contract))


def _margin_bins(sums: ClubSums) -> tuple[MarginBin, ...]:
    """From the lowest to the highest without a gap."""
    made_counts, failed = sums.margins_made, sums.margins_failed
    places = [*made_counts, *failed]
    if not places:
        return ()
    span = range(min(places), max(places) + 1)
    return tuple(MarginBin(place * BIN, made_counts[place], failed[place]) for place in span)


def _seat_shares(counts: Counter[tuple[int, int]]) -> tuple[SeatShare, ...]:
    """Where the taker sat, by table size, next to the dealer first."""
    sizes = sorted({size for size, _ in counts})
    totals = {size: sum(counts[size, place] for place in range(1, size + 1)) for size in sizes}
    return tuple(
        SeatShare(size, place, Rate(counts[size, place], totals[size]))
        for size in sizes
        for place in range(1, size + 1)
    )


def _attendance(
    sums: ClubSums, night_of: Mapping[int, Night]
) -> tuple[tuple[Month, ...], int, int]:
    """Months from the first to the last that has a deal, and how many evenings and players there
    were at all."""
    tonight: dict[Night, set[int]] = {}
    # By sitting, so that tens of thousands of rows need no look at what a night is.
    there = {sitting: tonight.setdefault(night_of[sitting], set()) for sitting in sums.deals}
    for sitting, player in sums.there:
        there[sitting].add(player)
    deals: Counter[date] = Counter()
    for sitting, count in sums.deals.items():
        deals[_first_of_month(night_of[sitting])] += count
    nights: dict[date, list[set[int]]] = defaultdict(list)
    for night, players in tonight.items():
        nights[_first_of_month(night)].append(players)
    months = tuple(
        Month(
            first,
            deals[first],
            len(nights[first]),
            len(set[int]().union(*nights[first])),
            sum(len(players) for players in nights[first]),
        )
        for first in months_between(deals)
    )
    return months, len(tonight), len(set[int]().union(*tonight.values()))


def _first_of_month(night: Night) -> date:
    return night.held_on.replace(day=1)


def months_between(firsts: Iterable[date]) -> list[date]:
    """The first days of all months from the earliest to the latest."""
    known = sorted(firsts)
    if not known:
        return []
    months = [known[0]]
    while months[-1] < known[-1]:
        last = months[-1]
        months.append(date(last.year + last.month // 12, last.month % 12 + 1, 1))
    return months
