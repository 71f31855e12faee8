"""Who plays well with whom, at tables where a card is called.

Source: leagues.md §4.3. The sums of every taker with every called partner are
kept; the rest is made of these, exactly. Only deals count in which the attack had two players.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from clubs.core.measures import Rate, mean
from clubs.games.french.core.rules import CALLING_SIZES
from clubs.games.french.queries.counts import ALONE, PAIRED
from clubs.models import Player
from clubs.queries.statistics.parts import Counts, Met, merged, numbers_of
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.sums import Sums, population_sums

LEAST_TOGETHER = 5  # deals, for a rank
SHRINK = 10  # deals together at which half of the synergy is believed
NOT_CALLED = Met()

Ends = tuple[int, int]  # primary keys of two players
Calls = dict[int, dict[int, Met]]  # by taker and called partner


class PartnerPair(NamedTuple):
    """Two players when they were the attack together; a comes before b by name.

    called_by_a says how often a took and called b, stakes is the sum over all these deals. others
    are the deals in which exactly one of them was in an attack of two: the sum of their stakes, and
    how many. Means are made where they are shown: of many thousand pairs a page shows fifty.
    """

    a: Player
    b: Player
    called_by_a: int
    called_by_b: int
    deals: int
    made_count: int
    stakes: int
    others: tuple[int, int]

    @property
    def success(self) -> Rate:
        return Rate(self.made_count, self.deals)

    @property
    def stake_mean(self) -> Fraction:
        return Fraction(self.stakes, self.deals)

    @property
    def others_mean(self) -> Fraction | None:
        return mean(*self.others)

    @property
    def synergy(self) -> Fraction | None:
        others = self.others_mean
        return None if others is None else self.stake_mean - others

    @property
    def shrunk(self) -> Fraction | None:
        synergy = self.synergy
        return None if synergy is None else synergy * Fraction(self.deals, self.deals + SHRINK)

    @property
    def is_ranked(self) -> bool:
        return self.deals >= LEAST_TOGETHER and self.others[1] > 0

    @property
    def missing(self) -> int:
        """Deals together that are still needed for a rank."""
        return max(LEAST_TOGETHER - self.deals, 0)


class RankedPair(NamedTuple):
    """A pair with its rank: equal values share one; None for a pair that is not ranked."""

    rank: int | None
    pair: PartnerPair


@dataclass(frozen=True, slots=True)
class TakeMeans:
    """Takes of one kind: how many were made, the mean stake, the taker's mean score."""

    success: Rate
    stake_mean: Fraction | None
    score_mean: Fraction | None


@dataclass(frozen=True)
class Partners:
    """players are those of the pairs, by name, and so are the pairs by their players; deals says
    how many each player had in them. ranked are the pairs with a rank, the best first."""

    players: tuple[Player, ...]
    deals: Mapping[int, int]
    by_players: Mapping[Ends, PartnerPair]
    ranked: list[RankedPair]
    alone: TakeMeans
    with_partner: TakeMeans

    @cached_property
    def ranking(self) -> list[RankedPair]:
        """All pairs: after those with a rank the others, the most deals together first."""
        ranked = {(row.pair.a.id, row.pair.b.id) for row in self.ranked}
        others = [pair for ends, pair in self.by_players.items() if ends not in ranked]
        others.sort(key=lambda pair: -pair.deals)
        return [*self.ranked, *(RankedPair(None, pair) for pair in others)]

    def of(self, player: Player, other: Player) -> PartnerPair | None:
        ends = player.id, other.id  # pk would be looked up
        return self.by_players.get(ends) or self.by_players.get(ends[::-1])


class _MadePairs(Mapping[Ends, PartnerPair]):
    """The pairs in the order of the players. Of many thousand a page shows fifty: each is made when
    it is asked for."""

    def __init__(self, sums: Sums) -> None:
        """Two queries."""
        self.calls = calls = _all_calls(sums)
        deals: Counter[int] = Counter()
        stakes: Counter[int] = Counter()
        self.deals, self.stakes = deals, stakes
        self.often: set[Ends] = set()  # enough deals together for a rank
        both = 0
        for taker, called in calls.items():
            taken = taken_stakes = 0
            for partner, met in called.items():  # thousands: one look at each
                count, staked = met.called, met.stakes
                taken += count
                taken_stakes += staked
                deals[partner] += count
                stakes[partner] += staked
                if partner in calls and (back := calls[partner].get(taker)):
                    both += 1
                    count += back.called
                if count >= LEAST_TOGETHER:
                    self.often.add((taker, partner))
            deals[taker] += taken
            stakes[taker] += taken_stakes
        self._length = sum(map(len, calls.values())) - both // 2
        known = Player.objects.filter(pk__in=self.deals).order_by("sort_key", "pk")
        self.players = {player.pk: player for player in known}
        self._places = {pk: place for place, pk in enumerate(self.players)}

    def __getitem__(self, ends: Ends) -> PartnerPair:
        a, b = ends
        by_a, by_b = self.calls.get(a, {}).get(b), self.calls.get(b, {}).get(a)
        if not (by_a or by_b) or self._places[a] > self._places[b]:
            raise KeyError(ends)
        by_a, by_b = by_a or NOT_CALLED, by_b or NOT_CALLED
        deals, stakes = by_a.called + by_b.called, by_a.stakes + by_b.stakes
        return PartnerPair(
            self.players[a], self.players[b], by_a.called, by_b.called, deals,
            by_a.called_made + by_b.called_made, stakes,
            (
                self.stakes[a] + self.stakes[b] - 2 * stakes,
                self.deals[a] + self.deals[b] - 2 * deals,
            ),
        )  # fmt: skip

    def __iter__(self) -> Iterator[Ends]:
        return self._in_order((a, b) for a, called in self.calls.items() for b in called)

    def __len__(self) -> int:
        return self._length

    def ranked(self) -> list[RankedPair]:
        """The best first; equal ones in the order of the players."""
        by_name = map(self.__getitem__, self._in_order(self.often))
        pairs = [pair for pair in by_name if pair.is_ranked]
        valued = [(pair.shrunk or Fraction(), pair) for pair in pairs]
        # Of unequal fractions the larger has no smaller float, and these are compared faster.
        valued.sort(key=lambda own: (float(own[0]), own[0]), reverse=True)
        rows: list[RankedPair] = []
        for place, (shrunk, pair) in enumerate(valued):
            is_equal = place > 0 and valued[place - 1][0] == shrunk
            rows.append(RankedPair(rows[-1].rank if is_equal else place + 1, pair))
        return rows

    def _in_order(self, calls: Iterable[Ends]) -> Iterator[Ends]:
        place, players = self._places, [*self.players]
        both = {tuple(sorted((place[a], place[b]))) for a, b in calls}
        return ((players[at], players[to]) for at, to in sorted(both))


def partner_figures(population: Population) -> Partners:
    """Six queries at most, however many pairs there are."""
    sums = population_sums(population)
    pairs = _MadePairs(sums)
    sized = sums.everybody()
    takes = merged({size: sized[size] for size in map(str, CALLING_SIZES) if size in sized})
    return Partners(
        tuple(pairs.players.values()),
        pairs.deals,
        pairs,
        pairs.ranked(),
        _take_means(takes, ALONE),
        _take_means(takes, PAIRED),
    )


def _all_calls(sums: Sums) -> Calls:
    """The deals in which a taker called a partner. One query."""
    calls: Calls = {}
    for taker, company in sums.companies(sizes=CALLING_SIZES):
        called = {partner: met for partner, met in company.items() if met.called}
        if taker not in calls:
            if called:
                calls[taker] = called
            continue
        for partner, met in called.items():
            known = calls[taker].get(partner, NOT_CALLED)
            calls[taker][partner] = known.with_calls(met)
    return calls


def _take_means(counts: Counts, name: str) -> TakeMeans:
    deals, made_count, stakes, scores = numbers_of(counts, name, 4)
    return TakeMeans(Rate(made_count, deals), mean(stakes, deals), mean(scores, deals))
