"""Two players compared: what one won from the other, and how they did together.

Source: leagues.md §4.4.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Case, Count, F, FilteredRelation, Q, QuerySet, Sum, When

from clubs.core.deals import DealRole
from clubs.core.measures import Rate
from clubs.core.names import listed_name
from clubs.models import DealScore, Player
from clubs.queries.statistics.player_evenings import EveningTable, PlayerTableTotal, night_totals
from clubs.queries.statistics.populations import Population

ATTACK = (DealRole.TAKER, DealRole.PARTNER)
PLAYED = (DealRole.TAKER, DealRole.PARTNER, DealRole.DEFENDER, DealRole.PLAYER)
LEAST_COMMON = 30  # deals, to be a best customer or a nemesis

# Of a row of somebody else, beside the one of the player (mine): who took, who defended.
FACING = Q(mine__role=DealRole.TAKER, role=DealRole.DEFENDER)
FACED = Q(mine__role=DealRole.DEFENDER, role=DealRole.TAKER)
TOGETHER = Q(mine__role__in=ATTACK, role__in=ATTACK)

# Sums over rows of beside().
DIFFERENCE = Sum(F("mine__score") - F("score"), default=0)
PAID = Sum(
    Case(When(FACING, then=F("deal__stake")), When(FACED, then=-F("deal__stake"))), default=0
)


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody who played deals with a player, by the name that lists have; all figures are the
    player's own.

    difference and paid are in score points: paid is what the companion paid on balance, as
    defender of the player's takes. together are deals that both attacked, with their result and
    what they brought to the player.
    """

    uuid: UUID
    name: str
    deals: int
    difference: int
    paid: int
    together: Rate
    together_total: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Deals that both played, seen from the first. Of evenings at one table those which the first
    ended above the other, below, and level."""

    deals: int
    difference: int
    paid: int
    evenings_above: int
    evenings_below: int
    evenings_level: int

    @property
    def evenings(self) -> int:
        return self.evenings_above + self.evenings_below + self.evenings_level

    @property
    def evenings_balance(self) -> int:
        return self.evenings_above - self.evenings_below


def beside(population: Population, player: Player) -> QuerySet[DealScore]:
    """Selects the scores of the others in the deals that the player played; `mine` is the
    player's own row."""
    mine = FilteredRelation("deal__scores", condition=Q(deal__scores__player=player))
    # The deals are named once more, so that SQLite begins with the player's own.
    own = DealScore.objects.filter(player=player).values("deal")
    rows = population.scores().order_by().filter(deal__in=own).annotate(mine=mine)
    return rows.filter(mine__role__in=PLAYED).exclude(player=player)


def companions(population: Population, player: Player) -> list[Companion]:
    """Everybody who played deals with the player, by name. One query."""
    names = ("player__name", "player__family_name", "player__sort_key")
    rows = beside(population, player).values("player__uuid", *names)
    return [
        Companion(
            row["player__uuid"],
            listed_name(*(row[column] for column in names)),
            row["deals"],
            row["difference"],
            row["paid"],
            Rate(row["made"], row["attacked"]),
            row["won"],
        )
        for row in rows.annotate(
            deals=Count("pk"),
            difference=DIFFERENCE,
            paid=PAID,
            attacked=Count("pk", filter=TOGETHER),
            made=Count("pk", filter=TOGETHER & Q(deal__made=True)),
            won=Sum("mine__score", filter=TOGETHER, default=0),
        ).order_by("player__sort_key", "player__pk")
    ]


def partners(company: Iterable[Companion]) -> list[Companion]:
    """Those with whom the player attacked, most deals first."""
    attackers = [row for row in company if row.together.base]
    return sorted(attackers, key=lambda row: -row.together.base)


def extremes(company: Iterable[Companion]) -> tuple[Companion | None, Companion | None]:
    """Returns the best customer, who paid most, and the nemesis, who took most. Either is None
    if nobody with LEAST_COMMON common deals paid or took anything."""
    known = [row for row in company if row.deals >= LEAST_COMMON]
    best = max(known, key=lambda row: row.paid, default=None)
    worst = min(known, key=lambda row: row.paid, default=None)
    return (
        best if best and best.paid > 0 else None,
        worst if worst and worst.paid < 0 else None,
    )


def head_to_head(
    population: Population,
    player: Player,
    other: Player,
    totals: Sequence[PlayerTableTotal],
    tables: Mapping[int, EveningTable],
) -> HeadToHead:
    """totals are those of table_totals, tables those of tables_of. One query."""
    rows = beside(population, player).filter(player=other).values("deal__sitting_id")
    common = list(rows.annotate(deals=Count("pk"), difference=DIFFERENCE, paid=PAID))
    nights = {tables[row["deal__sitting_id"]].night for row in common}
    won = night_totals(totals, tables)
    gaps = [won[night][player.pk] - won[night][other.pk] for night in nights]
    return HeadToHead(
        sum(row["deals"] for row in common),
        sum(row["difference"] for row in common),
        sum(row["paid"] for row in common),
        sum(gap > 0 for gap in gaps),
        sum(gap < 0 for gap in gaps),
        sum(gap == 0 for gap in gaps),
    )
