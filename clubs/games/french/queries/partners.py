"""Who plays well with whom, at tables where a card is called.

Source: leagues.md §4.3. The sums of every taker with every called partner are
kept; the rest is made of these, exactly. Only deals count in which the attack had two players.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from clubs.core.measures import Rate, mean
from clubs.games.french.core.rules import CALLING_SIZES
from clubs.games.french.queries.counts import ALONE, PAIRED, merged
from clubs.models import Player
from clubs.queries.statistics.parts import (
    CALLED,
    CALLED_MADE,
    CALLED_STAKES,
    Counts,
    numbers_of,
)
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.sums import Sums, population_sums

LEAST_TOGETHER = 5  # deals, for a rank
SHRINK = 10  # deals together at which half of the synergy is believed


@dataclass(frozen=True, slots=True)
class Calls:
    """The deals in which taker called partner: how many, how many were made, the sum of stakes."""

    taker: int
    partner: int
    deals: int
    made_count: int
    stakes: int


@dataclass(frozen=True, slots=True)
class PartnerPair:
    """Two players when they were the attack together; a comes before b by name.

    called_by_a says how often a took and called b. others_mean is the mean stake of deals in which
    exactly one of them was in an attack of two: None where there is none.
    """

    a: Player
    b: Player
    called_by_a: int
    called_by_b: int
    success: Rate
    stake_mean: Fraction
    others_mean: Fraction | None

    @property
    def deals(self) -> int:
        return self.success.base

    @property
    def synergy(self) -> Fraction | None:
        return None if self.others_mean is None else self.stake_mean - self.others_mean

    @property
    def shrunk(self) -> Fraction | None:
        if self.synergy is None:
            return None
        return self.synergy * Fraction(self.deals, self.deals + SHRINK)

    @property
    def is_ranked(self) -> bool:
        return self.deals >= LEAST_TOGETHER and self.others_mean is not None

    @property
    def missing(self) -> int:
        """Deals together that are still needed for a rank."""
        return max(LEAST_TOGETHER - self.deals, 0)


@dataclass(frozen=True, slots=True)
class RankedPair:
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
    def by_players(self) -> dict[tuple[int, int], PartnerPair]:
        """Each pair under both orders of its two keys."""
        both = [((pair.a.pk, pair.b.pk), pair) for pair in self.pairs]
        return dict([*both, *(((b, a), pair) for (a, b), pair in both)])


def partner_figures(population: Population) -> Partners:
    """Six queries at most, however many pairs there are."""
    sums = population_sums(population)
    calls = list(_all_calls(sums))
    keys = {key for call in calls for key in (call.taker, call.partner)}
    players = Player.objects.filter(pk__in=keys).order_by("sort_key", "pk")
    known = tuple(players)
    pairs = tuple(_partner_pairs(calls, known))
    sized = sums.everybody()
    takes = merged({size: sized[size] for size in map(str, CALLING_SIZES) if size in sized})
    return Partners(
        known, pairs, _ranked_pairs(pairs), _take_means(takes, ALONE), _take_means(takes, PAIRED)
    )


def _ranked_pairs(pairs: Sequence[PartnerPair]) -> list[RankedPair]:
    """Orders pairs, the best first; then those without a rank, the most deals together first."""
    ranked = [pair for pair in pairs if pair.is_ranked]
    others = [pair for pair in pairs if not pair.is_ranked]
    ranked.sort(key=lambda pair: -(pair.shrunk or Fraction()))
    others.sort(key=lambda pair: -pair.deals)
    ranks: dict[Fraction | None, int] = {}
    for place, pair in enumerate(ranked, 1):
        ranks.setdefault(pair.shrunk, place)
    ranking = [RankedPair(ranks[pair.shrunk], pair) for pair in ranked]
    return [*ranking, *(RankedPair(None, pair) for pair in others)]


def _all_calls(sums: Sums) -> Iterator[Calls]:
    """One query."""
    for taker, company in sums.companies().items():
        for partner in company:
            told = numbers_of(company, partner, CALLED_STAKES + 1)
            if told[CALLED]:
                stakes = told[CALLED_STAKES]
                yield Calls(taker, int(partner), told[CALLED], told[CALLED_MADE], stakes)


def _partner_pairs(calls: Iterable[Calls], players: Iterable[Player]) -> Iterator[PartnerPair]:
    """Yields the pairs in the order of the players."""
    together: dict[frozenset[int], list[Calls]] = defaultdict(list)
    deals: dict[int, int] = defaultdict(int)
    stakes: dict[int, int] = defaultdict(int)
    for call in calls:
        together[frozenset((call.taker, call.partner))].append(call)
        for key in (call.taker, call.partner):
            deals[key] += call.deals
            stakes[key] += call.stakes
    place = {player.pk: (index, player) for index, player in enumerate(players)}
    for keys in sorted(together, key=lambda keys: sorted(place[key][0] for key in keys)):
        _, (a, b) = zip(*sorted((place[key] for key in keys), key=lambda p: p[0]), strict=True)
        pair_calls = together[keys]
        count, stake = sum(c.deals for c in pair_calls), sum(c.stakes for c in pair_calls)
        called = {call.taker: call.deals for call in pair_calls}
        yield PartnerPair(
            a,
            b,
            called_by_a=called.get(a.pk, 0),
            called_by_b=called.get(b.pk, 0),
            success=Rate(sum(c.made_count for c in pair_calls), count),
            stake_mean=Fraction(stake, count),
            others_mean=mean(
                stakes[a.pk] + stakes[b.pk] - 2 * stake, deals[a.pk] + deals[b.pk] - 2 * count
            ),
        )


def _take_means(counts: Counts, name: str) -> TakeMeans:
    deals, made_count, stakes, scores = numbers_of(counts, name, 4)
    return TakeMeans(Rate(made_count, deals), mean(stakes, deals), mean(scores, deals))
