"""Who plays well with whom, at tables where a card is called.

Source: leagues.md §4.3. One query sums up every taker with every called partner;
the rest is made of these sums, exactly. Only deals count in which the attack had two players.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.db.models import Count, Exists, OuterRef, Q, Sum

from clubs.core.deals import DealRole
from clubs.core.measures import Rate, mean
from clubs.games.french.core.rules import CALLING_SIZES
from clubs.models import DealScore, Player
from clubs.queries.statistics.populations import Population

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
    """Three queries, however many pairs there are."""
    calls = list(_all_calls(population))
    keys = {key for call in calls for key in (call.taker, call.partner)}
    players = Player.objects.filter(pk__in=keys).order_by("sort_key", "pk")
    known = tuple(players)
    alone, with_partner = _takes_by_company(population)
    pairs = tuple(_partner_pairs(calls, known))
    return Partners(known, pairs, _ranked_pairs(pairs), alone, with_partner)


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


def _all_calls(population: Population) -> Iterator[Calls]:
    """One query."""
    partner = Q(role=DealRole.PARTNER, deal__taker__isnull=False)
    others = DealScore.objects.filter(deal=OuterRef("deal"), role=DealRole.PARTNER)
    two = ~Exists(others.exclude(pk=OuterRef("pk")))
    rows = (
        population.scores()
        .filter(partner, two)
        .order_by()
        .values("deal__taker", "player")
        .annotate(
            deals=Count("pk"),
            made=Count("pk", filter=Q(deal__made=True)),
            stakes=Sum("deal__stake"),
        )
        .order_by("deal__taker", "player")
        .values_list("deal__taker", "player", "deals", "made", "stakes")
    )
    return (Calls(*row) for row in rows)


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


def _takes_by_company(population: Population) -> tuple[TakeMeans, TakeMeans]:
    """Takers alone, and with a partner, where a card is called. One query."""
    partner = DealScore.objects.filter(deal=OuterRef("deal"), role=DealRole.PARTNER)
    rows = (
        population.scores()
        .filter(role=DealRole.TAKER, deal__size__in=CALLING_SIZES)
        .annotate(has_partner=Exists(partner))
        .order_by()
        .values("has_partner")
        .annotate(
            deals=Count("pk"),
            made=Count("pk", filter=Q(deal__made=True)),
            stakes=Sum("deal__stake"),
            scores=Sum("score"),
        )
        .values_list("has_partner", "deals", "made", "stakes", "scores")
    )
    sums = {has: told for has, *told in rows}
    return _take_means(*sums.get(False, (0, 0, 0, 0))), _take_means(*sums.get(True, (0, 0, 0, 0)))


def _take_means(deals: int, made_count: int, stakes: int, scores: int) -> TakeMeans:
    return TakeMeans(Rate(made_count, deals), mean(stakes, deals), mean(scores, deals))
