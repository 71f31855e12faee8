"""The statistics of a club or a season over a population of deals: who takes, what, and how it
ends; how much is played.

Everything is exact until it is shown. Deals of which only the scores are known count as deals, but
nobody knows who took them.

Source: leagues.md §4.1 (rankings need a base), §4.2.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from clubs.core.deals import DealRole
from clubs.core.measures import Rate, mean
from clubs.games.french.core.records import FrenchContract
from clubs.games.french.queries.counts import (
    BIN,
    CONTRACT,
    MARGIN,
    OUDLERS,
    OVER,
    PLACE,
    STAKES,
    values_of,
)
from clubs.games.french.queries.figures import MULTIPLIERS
from clubs.games.french.queries.told_facts import ToldFacts, told_facts
from clubs.models import Player
from clubs.queries.statistics.night_sums import NightSums
from clubs.queries.statistics.nights import Night
from clubs.queries.statistics.parts import Counts, merged, numbers_of
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.sums import Sums, population_sums

CONTRACTS = tuple(contract.value for contract in FrenchContract)
OF_TAKERS = frozenset({DealRole.TAKER, OVER, *(f"{CONTRACT}{code}" for code in CONTRACTS)})


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
class TakerMeans:
    """margin is in card points, score in score points; daring is the mean multiplier of the
    contracts, None where none has one."""

    margin: Fraction
    daring: Fraction | None
    score: Fraction
    contracts: tuple[ClubTakes, ...]


@dataclass(frozen=True)
class Taker(Takes):
    """What somebody took. missing is how many takes are still needed for a rank. Means are made
    where they are shown: of many hundred takers a page shows fifty."""

    player: Player
    success: Rate
    missing: int
    made_means: Callable[[], TakerMeans] = field(compare=False, repr=False)

    @cached_property
    def means(self) -> TakerMeans:
        return self.made_means()

    @property
    def daring_order(self) -> Fraction:
        """Those without a daring come before all others."""
        return self.means.daring or Fraction()

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
    """Seven queries at most."""
    sums = population_sums(population)
    sized = sums.everybody()
    counts = merged(sized)
    oudlers = {int(key): told for key, told in values_of(counts, OUDLERS).items()}
    takes = Rate(sum(row[1] for row in map(_padded, oudlers.values())), _take_count(oudlers))
    takers = _takers(sums, least=population.club.least_takes)
    nights, people = sums.nights(), defaultdict[date, set[int]](set)
    for night, played in nights.items():
        people[_first_of_month(night)] |= set(played.players)
    return ClubFigures(
        takers=takers,
        ranking=_ranked_takers(takers),
        contracts=_contract_takes(counts),
        oudlers=tuple(ClubTakes(key, _rate(oudlers[key])) for key in sorted(oudlers)),
        margins=_margin_bins(values_of(counts, MARGIN)),
        seats=_seat_shares(sized),
        months=_months(nights, people),
        takes=takes,
        stake_mean=mean(numbers_of(counts, STAKES, 1)[0], takes.base),
        evenings=len(nights),
        players=len(set[int]().union(*people.values())),
        told_takes=told_facts(counts),
    )


def _padded(numbers: Sequence[int]) -> list[int]:
    return numbers_of({"": numbers}, "", 3)


def _rate(numbers: Sequence[int]) -> Rate:
    """Of [taken, made]."""
    taken, made_count, _ = _padded(numbers)
    return Rate(made_count, taken)


def _take_count(takes: Mapping[int, Sequence[int]]) -> int:
    return sum(numbers[0] for numbers in takes.values())


def _takers(sums: Sums, *, least: int) -> tuple[Taker, ...]:
    """Returns the players who took something, by name. Two queries."""
    rows = {
        player: row for player, row in sums.by_player(OF_TAKERS).items() if DealRole.TAKER in row
    }
    players = Player.objects.filter(pk__in=rows).order_by("sort_key", "pk")
    return tuple(_taker_figures(player, rows[player.pk], least=least) for player in players)


def _taker_figures(player: Player, counts: Counts, *, least: int) -> Taker:
    taken, _score, made_count = numbers_of(counts, DealRole.TAKER, 3)
    means = partial(_taker_means, counts)
    return Taker(player, Rate(made_count, taken), max(least - taken, 0), means)


def _taker_means(counts: Counts) -> TakerMeans:
    contracts = _contract_takes(counts)
    taken, score = numbers_of(counts, DealRole.TAKER, 3)[:2]
    multiplied = [part for part in contracts if part.key in MULTIPLIERS]
    times = sum(MULTIPLIERS[part.key] * part.taken for part in multiplied)
    return TakerMeans(
        margin=Fraction(numbers_of(counts, OVER, 2)[1], 2 * taken),
        daring=mean(times, sum(part.taken for part in multiplied)),
        score=Fraction(score, taken),
        contracts=contracts,
    )


def _contract_takes(counts: Counts) -> tuple[ClubTakes, ...]:
    """A contract that nobody took is left out."""
    takes = values_of(counts, CONTRACT)
    return tuple(ClubTakes(code, _rate(takes[code])) for code in CONTRACTS if code in takes)


def _ranked_takers(by_name: Sequence[Taker]) -> list[RankedTaker]:
    """Ranks by the lower bound, so that 3 of 3 do not lead 40 of 50; equal ones share a rank.
    Players with too few takes follow, the most takes first."""
    ranked = [(taker.floor, taker) for taker in by_name if not taker.missing]
    others = [taker for taker in by_name if taker.missing]
    ranked.sort(key=lambda row: (-row[0], -row[1].taken))
    others.sort(key=lambda taker: -taker.taken)
    ranks: dict[float, int] = {}
    for place, (floor, _taker) in enumerate(ranked, 1):
        ranks.setdefault(floor, place)
    ranking = [RankedTaker(ranks[floor], taker) for floor, taker in ranked]
    return [*ranking, *(RankedTaker(None, taker) for taker in others)]


def _margin_bins(margins: Mapping[str, Sequence[int]]) -> tuple[MarginBin, ...]:
    """Returns the bins from the lowest to the highest, empty ones between them too."""
    takes = {int(place): _padded(numbers) for place, numbers in margins.items()}
    if not takes:
        return ()
    span = range(min(takes), max(takes) + 1)
    return tuple(MarginBin(place * BIN, *takes.get(place, (0, 0))[:2]) for place in span)


def _seat_shares(sized: Mapping[str, Counts]) -> tuple[SeatShare, ...]:
    """Where the taker sat, by table size, next to the dealer first."""
    shares = []
    for size in sorted(map(int, sized)):
        places = {int(at): told[0] for at, told in values_of(sized[str(size)], PLACE).items()}
        if places:
            base = sum(places.get(at, 0) for at in range(1, size + 1))
            shares += [
                SeatShare(size, place, Rate(places.get(place, 0), base))
                for place in range(1, size + 1)
            ]
    return tuple(shares)


def _months(
    nights: Mapping[Night, NightSums], people: Mapping[date, Collection[int]]
) -> tuple[Month, ...]:
    """Months from the first to the last that has a deal."""
    deals: Counter[date] = Counter()
    evenings: Counter[date] = Counter()
    attendances: Counter[date] = Counter()
    for night, played in nights.items():
        first = _first_of_month(night)
        deals[first] += played.deals
        evenings[first] += 1
        attendances[first] += len(played.players)
    return tuple(
        Month(first, deals[first], evenings[first], len(people.get(first, ())), attendances[first])
        for first in months_between(deals)
    )


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
