"""Who plays well with whom, at tables where a card is called.

Source: leagues.md §4.3. The sums of every taker with every called partner are
kept; the rest is made of these, exactly. Only deals count in which the attack had two players.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import NamedTuple

from clubs.core.measures import Rate, mean
from clubs.games.french.core.rules import CALLING_SIZES
from clubs.games.french.queries.counts import ALONE, PAIRED
from clubs.models import Player
from clubs.queries.statistics.parts import CALLED, Counts, merged, numbers_of
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.sums import Sums, population_sums

LEAST_TOGETHER = 5  # deals, for a rank
SHRINK = 10  # deals together at which half of the synergy is believed
NOT_CALLED = (0, 0, 0)


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
    """players are those of the pairs, by name, and so are the pairs; ranking has these with their
    ranks, the best first."""

    players: tuple[Player, ...]
    pairs: tuple[PartnerPair, ...]
    ranking: list[RankedPair]
    alone: TakeMeans
    with_partner: TakeMeans

    @cached_property
    def _by_players(self) -> dict[tuple[int, int], PartnerPair]:
        return {(pair.a.id, pair.b.id): pair for pair in self.pairs}

    def of(self, player: Player, other: Player) -> PartnerPair | None:
        ends = player.id, other.id  # pk would be looked up
        return self._by_players.get(ends) or self._by_players.get(ends[::-1])


def partner_figures(population: Population) -> Partners:
    """Six queries at most, however many pairs there are."""
    sums = population_sums(population)
    calls = _all_calls(sums)
    keys = {key for pair in calls for key in pair}
    known = tuple(Player.objects.filter(pk__in=keys).order_by("sort_key", "pk"))
    pairs = tuple(_partner_pairs(calls, known))
    sized = sums.everybody()
    takes = merged({size: sized[size] for size in map(str, CALLING_SIZES) if size in sized})
    return Partners(
        known, pairs, _ranked_pairs(pairs), _take_means(takes, ALONE), _take_means(takes, PAIRED)
    )


def _ranked_pairs(pairs: Sequence[PartnerPair]) -> list[RankedPair]:
    """Orders pairs, the best first; then those without a rank, the most deals together first."""
    ranked: list[tuple[Fraction, PartnerPair]] = []
    others: list[PartnerPair] = []
    for pair in pairs:
        if pair.is_ranked:
            ranked.append((pair.shrunk or Fraction(), pair))
        else:
            others.append(pair)
    ranked.sort(key=itemgetter(0), reverse=True)
    others.sort(key=attrgetter("deals"), reverse=True)
    ranks: dict[Fraction, int] = {}
    for place, (shrunk, _pair) in enumerate(ranked, 1):
        ranks.setdefault(shrunk, place)
    ranking = [RankedPair(ranks[shrunk], pair) for shrunk, pair in ranked]
    return [*ranking, *(RankedPair(None, pair) for pair in others)]


def _all_calls(sums: Sums) -> Mapping[tuple[int, int], list[int]]:
    """The deals in which a taker called a partner: how many, how many were made, the sum of the
    stakes. One query."""
    calls: dict[tuple[int, int], list[int]] = {}
    for taker, company in sums.companies():
        for partner, numbers in company.items():
            if len(numbers) > CALLED:
                called = calls.setdefault((taker, int(partner)), [*NOT_CALLED])
                count, won, staked = (*numbers[CALLED:], 0, 0)[:3]
                called[0] += count
                called[1] += won
                called[2] += staked
    return calls


def _partner_pairs(
    calls: Mapping[tuple[int, int], Sequence[int]], players: Sequence[Player]
) -> Iterator[PartnerPair]:
    """Yields the pairs in the order of the players."""
    place = {player.pk: index for index, player in enumerate(players)}
    deals, stakes = [0] * len(players), [0] * len(players)
    together: dict[tuple[int, int], list[int]] = {}
    for (taker, partner), (count, won, staked) in calls.items():
        at, to = place[taker], place[partner]
        sums = together.setdefault((at, to) if at < to else (to, at), [0, 0, 0, 0])
        sums[at > to] += count  # by the first of the two, or by the other
        sums[2] += won
        sums[3] += staked
        for end in (at, to):
            deals[end] += count
            stakes[end] += staked
    for (at, to), (by_a, by_b, won, staked) in sorted(together.items()):
        count = by_a + by_b
        others = stakes[at] + stakes[to] - 2 * staked, deals[at] + deals[to] - 2 * count
        yield PartnerPair(players[at], players[to], by_a, by_b, count, won, staked, others)


def _take_means(counts: Counts, name: str) -> TakeMeans:
    deals, made_count, stakes, scores = numbers_of(counts, name, 4)
    return TakeMeans(Rate(made_count, deals), mean(stakes, deals), mean(scores, deals))
