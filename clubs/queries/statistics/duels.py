"""Everybody against everybody: what each won from each in the deals that both played.

Source: leagues.md §4.4: difference and paid, for all pairs at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Case, Count, F, FilteredRelation, Q, Sum, When

from clubs.core.deals import DealRole
from clubs.models import Player
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.versus import PLAYED

TOOK_FROM = Q(role=DealRole.TAKER, theirs__role=DealRole.DEFENDER)
PAID_TO = Q(role=DealRole.DEFENDER, theirs__role=DealRole.TAKER)


@dataclass(frozen=True, slots=True)
class Duel:
    """Seen from the first of two. difference: Σ (own score − theirs); paid: what the other paid on
    balance as defender of one's takes; both over the deals in common."""

    deals: int
    difference: int
    paid: int


@dataclass(frozen=True, slots=True)
class Duels:
    """players by name; each pair is there twice, once from each side."""

    players: Sequence[Player]
    by_pair: Mapping[tuple[int, int], Duel]


def duels(population: Population) -> Duels:
    """Two queries, however many play."""
    theirs = FilteredRelation("deal__scores", condition=Q(deal__scores__role__in=PLAYED))
    rows = population.scores().order_by().annotate(theirs=theirs)
    pairs = rows.exclude(player=F("theirs__player"))
    stake = F("deal__stake")
    sums_by_pair = pairs.values_list("player", "theirs__player").annotate(
        deals=Count("pk"),
        difference=Sum(F("score") - F("theirs__score")),
        paid=Sum(Case(When(TOOK_FROM, then=stake), When(PAID_TO, then=-stake), default=0)),
    )
    by_pair = {(one, other): Duel(*sums) for one, other, *sums in sums_by_pair}
    ids = {one for one, _other in by_pair}
    return Duels(list(Player.objects.filter(pk__in=ids).order_by("sort_key", "pk")), by_pair)
