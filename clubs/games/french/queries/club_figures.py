"""The statistics of a club or a season over a population of deals: who takes, what, and how it
ends; how much is played.

Everything is exact until it is shown. Deals of which only the scores are known count as deals, but
nobody knows who took them.

Source: leagues.md §4.1 (rankings need a base), §4.2.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from clubs.core.measures import Rate, mean
from clubs.games.french.queries.figures import BIN, MULTIPLIERS
from clubs.games.french.queries.sums import (
    CONTRACT_COLUMNS,
    CONTRACTS,
    Counts,
    Sums,
    population_sums,
)
from clubs.games.french.queries.told_facts import ToldFacts, told_facts
from clubs.models import Player
from clubs.queries.statistics.player_evenings import Night, nights_of
from clubs.queries.statistics.populations import Population


class Takes:
    """What all takes of one kind have, by how many of them were made."""

    __slots__ = ()
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
class ClubTakes(Takes):
    """The takes of one contract, or with one number of oudlers."""

    key: Any
    success: Rate


@dataclass(frozen=True, slots=True)
class Taker(Takes):
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
    def floor(self) -> float:
        """The lower bound of the interval, by which takers are ranked."""
        return self.success.interval[0] if self.success.interval else 0.0


@dataclass(frozen=True, slots=True)
class RankedTaker:
    """rank is None for a player with too few takes."""

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
    """deals counts those of which only the scores are known as well; takes does not. takers are by
    name, ranking has them with their ranks, the best first."""

    takers: tuple[Taker, ...]
    ranking: list[RankedTaker]
    contracts: tuple[ClubTakes, ...]
    oudlers: tuple[ClubTakes, ...]
    margins: tuple[MarginBin, ...]
    seats: tuple[SeatShare, ...]
    months: tuple[Month, ...]
    takes: Rate
    stake_mean: Fraction | None
    evenings: int
    players: int
    told_takes: ToldFacts

    @property
    def deals(self) -> int:
        return sum(month.deals for month in self.months)


def club_figures(population: Population) -> ClubFigures:
    """Eight queries at most."""
    sums = population_sums(population)
    tables = sums.over_tables()
    counts = Counts()
    for counts_of_size in tables.counts.values():
        counts.add(counts_of_size)
    takes = Rate(counts.takes_made.total(), counts.taken.total())
    takers, contracts = _takers(sums, least=population.club.least_takes)
    there = sums.player_rows("sitting_id", "player_id")
    months, evenings, players = _attendance(tables.deals, there, nights_of(population))
    return ClubFigures(
        takers=takers,
        ranking=_ranked_takers(takers),
        contracts=contracts,
        oudlers=tuple(
            ClubTakes(oudlers, Rate(counts.takes_made[oudlers], counts.taken[oudlers]))
            for oudlers in sorted(counts.taken)
        ),
        margins=_margin_bins(counts),
        seats=_seat_shares(tables.counts),
        months=months,
        takes=takes,
        stake_mean=mean(tables.stakes, takes.base),
        evenings=evenings,
        players=players,
        told_takes=told_facts(population),
    )


def _takers(sums: Sums, *, least: int) -> tuple[tuple[Taker, ...], tuple[ClubTakes, ...]]:
    """Returns the players who took something, by name, and the contracts of all. Two queries."""
    rows = {
        player: row
        for player, row in sums.by_player("over_x2", "won", *CONTRACT_COLUMNS).items()
        if any(row[2:])
    }
    totals = [sum(row[at] for row in rows.values()) for at in range(2, 2 + len(CONTRACT_COLUMNS))]
    players = Player.objects.filter(pk__in=rows).order_by("sort_key", "pk")
    takers = tuple(_taker_figures(player, *rows[player.pk], least=least) for player in players)
    return takers, _contract_takes(totals)


def _taker_figures(
    player: Player, over_x2: int, score: int, *contract_counts: int, least: int
) -> Taker:
    """contract_counts are those of CONTRACT_COLUMNS."""
    contracts = _contract_takes(contract_counts)
    taken = sum(part.taken for part in contracts)
    multiplied = [part for part in contracts if part.key in MULTIPLIERS]
    times = sum(MULTIPLIERS[part.key] * part.taken for part in multiplied)
    return Taker(
        player=player,
        success=Rate(sum(part.made_count for part in contracts), taken),
        margin_mean=Fraction(over_x2, 2 * taken),
        daring=mean(times, sum(part.taken for part in multiplied)),
        score_mean=Fraction(score, taken),
        contracts=contracts,
        missing=max(least - taken, 0),
    )


def _contract_takes(counts: Sequence[int]) -> tuple[ClubTakes, ...]:
    """counts are those of CONTRACT_COLUMNS; a contract that nobody took is left out."""
    return tuple(
        ClubTakes(contract, Rate(made_count, taken))
        for contract, taken, made_count in zip(CONTRACTS, counts[::2], counts[1::2], strict=True)
        if taken
    )


def _ranked_takers(by_name: Sequence[Taker]) -> list[RankedTaker]:
    """Ranks by the lower bound, so that 3 of 3 do not lead 40 of 50; equal ones share a rank.
    Players with too few takes follow, the most takes first."""
    ranked = [taker for taker in by_name if not taker.missing]
    others = [taker for taker in by_name if taker.missing]
    ranked.sort(key=lambda taker: (-taker.floor, -taker.taken))
    others.sort(key=lambda taker: -taker.taken)
    floors = [taker.floor for taker in ranked]
    ranking = [RankedTaker(floors.index(taker.floor) + 1, taker) for taker in ranked]
    return [*ranking, *(RankedTaker(None, taker) for taker in others)]


def _margin_bins(counts: Counts) -> tuple[MarginBin, ...]:
    """Returns the bins from the lowest to the highest, empty ones between them too."""
    made_counts, failed = counts.margins_made, counts.margins_failed
    places = [*made_counts, *failed]
    if not places:
        return ()
    span = range(min(places), max(places) + 1)
    return tuple(MarginBin(place * BIN, made_counts[place], failed[place]) for place in span)


def _seat_shares(counts: Mapping[int, Counts]) -> tuple[SeatShare, ...]:
    """Where the taker sat, by table size, next to the dealer first."""
    places_by_size = {size: counts[size].places for size in sorted(counts) if counts[size].places}
    return tuple(
        SeatShare(size, place, Rate(places[place], sum(places[at] for at in range(1, size + 1))))
        for size, places in places_by_size.items()
        for place in range(1, size + 1)
    )


def _attendance(
    deals_at: Mapping[int, int], seated: Iterable[tuple[Any, ...]], night_of: Mapping[int, Night]
) -> tuple[tuple[Month, ...], int, int]:
    """Months from the first to the last that has a deal, and how many evenings and players there
    were at all. deals_at counts those of each sitting, seated has each player of each sitting."""
    tonight: dict[Night, set[int]] = {}
    # By sitting, so that tens of thousands of rows need no look at what a night is.
    there = {sitting: tonight.setdefault(night_of[sitting], set()) for sitting in deals_at}
    for sitting, player in seated:
        there[sitting].add(player)
    deals: Counter[date] = Counter()
    for sitting, count in deals_at.items():
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
