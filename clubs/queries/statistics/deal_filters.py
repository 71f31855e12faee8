"""The deals behind a number of the statistics: which they are, and their sums.

Source: leagues.md §4.6, rule 2.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    FilteredRelation,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    When,
)
from django.urls import reverse

from clubs.core.deals import Camp, DealRole, SlamOutcome
from clubs.core.games import DEFAULT_GAME
from clubs.core.measures import Rate, mean
from clubs.models import Deal, DealScore, Evening, Player, Seat
from clubs.queries.statistics.parts import ATTACK, TOLD, merged, numbers_of
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.sums import Sums, population_sums

_PLAYED = (DealRole.TAKER, DealRole.PARTNER, DealRole.DEFENDER, DealRole.PLAYER)
# Of a row of somebody else, beside the one of the player (mine): who took, who defended; and sums
# over such rows.
_FACING = Q(mine__role=DealRole.TAKER, role=DealRole.DEFENDER)
_FACED = Q(mine__role=DealRole.DEFENDER, role=DealRole.TAKER)
_DIFFERENCE = Sum(F("mine__score") - F("score"), default=0)
_PAID = Sum(
    Case(When(_FACING, then=F("deal__stake")), When(_FACED, then=-F("deal__stake"))), default=0
)

SLAMS_MADE = (SlamOutcome.ANNOUNCED_MADE, SlamOutcome.UNANNOUNCED_MADE)  # by the taker
POIGNEE, PETIT_WON, PETIT_LOST, CHELEM = "poignee", "petit_won", "petit_lost", "chelem"
# Conditions on deals; mine is the score of the player.
BONUSES: Mapping[str, Q] = {
    POIGNEE: Q(mine__poignees__gt=0),
    PETIT_WON: Q(mine__role=DealRole.TAKER, petit_au_bout=Camp.ATTACK),
    PETIT_LOST: Q(mine__role=DealRole.TAKER, petit_au_bout=Camp.DEFENCE),
    CHELEM: Q(mine__role=DealRole.TAKER, chelem__in=SLAMS_MADE),
}


@dataclass(frozen=True, slots=True)
class DealFact:
    """Something that deals of a game may tell beside their scores, in words: head and label as in
    "Called card: King of hearts"; and which of some deals tell it."""

    head: Any
    label: Any
    of: Callable[[QuerySet[Deal]], QuerySet[Deal]]


# By the code in the address. Each game adds its own (clubs/games/<game>/register.py).
FACTS: dict[str, DealFact] = {}


@dataclass(frozen=True, slots=True)
class DealFilter:
    """Deals of a population, cut down by what was played and by what a player did in them.

    role and bonus are the player's; partner attacked together with the player. fact is a code of
    FACTS. position is the taker's place in the bidding. is_facing leaves the deals that the player
    or the opponent of the population took with the other in defence: what one paid to the other.
    taker_key has words of the taker's name, as name_key gives them.
    """

    population: Population
    player: Player | None = None
    role: str = ""
    bonus: str = ""
    fact: str = ""
    partner: Player | None = None
    evening: Evening | None = None
    contract: str = ""
    oudlers: int | None = None
    position: int | None = None
    is_made: bool | None = None
    is_facing: bool = False
    taker_key: str = ""

    @property
    def opponent(self) -> Player | None:
        return self.population.opponent

    def deals(self) -> QuerySet[Deal]:
        """In order of play; with `mine`, the score of the player, where one is told."""
        columns = {
            "sitting__leagues__evening": self.evening,
            "contract": self.contract or None,
            "oudlers": self.oudlers,
            "taker_distance": self.position,
            "made": self.is_made,
        }
        wanted = {name: value for name, value in columns.items() if value is not None}
        rows = self.population.deals().filter(**wanted)
        if self.taker_key:
            called = Player.objects.filter(club=self.population.club).called(self.taker_key)
            rows = rows.filter(taker__in=called)
        if self.fact:
            rows = FACTS[self.fact].of(rows)
        if self.player is not None:
            # A join, so that the database may begin with the player or with the newest deals.
            mine = FilteredRelation("scores", condition=Q(scores__player=self.player))
            rows = rows.annotate(mine=mine).filter(*self._own_conditions())
        if self.partner is not None:
            rows = rows.filter(Exists(_player_scores(self.partner, role__in=ATTACK)))
        if self.is_facing and self.player is not None and self.opponent is not None:
            player, other = self.player, self.opponent
            rows = rows.filter(_facing(player, other) | _facing(other, player))
        return rows

    def _own_conditions(self) -> Iterator[Q]:
        """What the player did in these deals."""
        yield Q(mine__role__in=_PLAYED)
        if self.role:
            yield Q(mine__role=self.role)
        if self.partner is not None:
            yield Q(mine__role__in=ATTACK)
        if self.bonus:
            yield BONUSES[self.bonus]


def _player_scores(player: Player | None, **conditions: Any) -> QuerySet[DealScore]:
    return DealScore.objects.filter(deal=OuterRef("pk"), player=player, **conditions)


def _facing(taker: Player, defender: Player) -> Q:
    return Q(Exists(_player_scores(defender, role=DealRole.DEFENDER)), taker=taker)


def filtered_deals(wanted: DealFilter) -> QuerySet[Deal]:
    """The newest first, with `own`, the score of the player."""
    rows = wanted.deals().select_related("taker", "sitting").defer("record", "sitting__rules")
    if wanted.player is not None:
        # Says nothing new, but where to begin: newer tables of the club are not looked through.
        seats = Seat.objects.filter(player=wanted.player).order_by().values("player")
        last = seats.annotate(last=Max("sitting__opened_at")).values("last")
        rows = rows.filter(sitting__opened_at__lte=last).annotate(own=F("mine__score"))
    return rows.order_by("-sitting__opened_at", "-sitting_id", "-number")


@dataclass(frozen=True, slots=True)
class DealSums:
    """The foot of the list. Without a player, made and taken are those of all takers, and there
    are no scores; difference and paid are against the opponent, poignees those of the player."""

    deals: int
    success: Rate
    taken: Rate | None = None
    total: int | None = None
    poignees: int = 0
    difference: int | None = None
    paid: int | None = None

    @property
    def mean(self) -> Fraction | None:
        return None if self.total is None else mean(self.total, self.deals)


def deal_sums(wanted: DealFilter) -> DealSums:
    """One query; three where sums are kept."""
    if wanted == DealFilter(wanted.population) and wanted.population.has_sums:
        return _sums_of_all(population_sums(wanted.population))
    deals = wanted.deals().order_by()
    if wanted.player is None:
        known = deals.aggregate(
            deals=Count("pk"),
            base=Count("pk", filter=Q(taker__isnull=False)),
            hits=Count("pk", filter=Q(made=True)),
        )
        return DealSums(known["deals"], Rate(known["hits"], known["base"]))
    if wanted.opponent is None:
        # Named before they are added up: Sum over a join makes it an outer one, for which SQLite
        # begins with all deals of the club.
        mine = {name: F(f"mine__{name}") for name in ("role", "score", "poignees")}
        return _player_sums(deals.annotate(**mine), "", "")
    rows = _scores_beside(wanted.population, wanted.player).filter(player=wanted.opponent)
    rows = rows.filter(deal__in=deals.values("pk"))
    return _player_sums(rows, "mine__", "deal__", difference=_DIFFERENCE, paid=_PAID)


def _sums_of_all(sums: Sums) -> DealSums:
    """Of a whole population, which may be all that a club ever played."""
    counts = merged(sums.everybody())
    taken, _, made_count = numbers_of(counts, DealRole.TAKER, 3)
    return DealSums(numbers_of(counts, TOLD, 1)[0], Rate(made_count, taken))


def _scores_beside(population: Population, player: Player) -> QuerySet[DealScore]:
    """Selects the scores of the others in the deals that the player played; `mine` is the
    player's own row."""
    mine = FilteredRelation("deal__scores", condition=Q(deal__scores__player=player))
    # The deals are named once more, so that SQLite begins with the player's own.
    own = DealScore.objects.filter(player=player).values("deal")
    rows = population.scores().order_by().filter(deal__in=own).annotate(mine=mine)
    return rows.filter(mine__role__in=_PLAYED).exclude(player=player)


def _player_sums(rows: QuerySet[Any], mine: str, deal: str, **more: Any) -> DealSums:
    """mine and deal are the paths from a row to the player's own, and to its deal."""
    took = Q(**{f"{mine}role": DealRole.TAKER})
    known = rows.aggregate(
        **more,
        deals=Count("pk"),
        total=Sum(f"{mine}score", default=0),
        taken=Count("pk", filter=took),
        made=Count("pk", filter=took & Q(**{f"{deal}made": True})),
        poignees=Sum(f"{mine}poignees", default=0),
    )
    return DealSums(
        deals=known["deals"],
        success=Rate(known["made"], known["taken"]),
        taken=Rate(known["taken"], known["deals"]),
        total=known["total"],
        poignees=known["poignees"],
        difference=known.get("difference"),
        paid=known.get("paid"),
    )


@dataclass(frozen=True)
class DealLinks:
    """Makes links from a number to its deals. filters: those that all numbers of a page have in
    common."""

    slug: str
    filters: Mapping[str, str]

    @cached_property
    def _start(self) -> str:
        common = urlencode(self.filters)
        return f"{reverse('deal_list', args=[self.slug])}?{common}{'&' if common else ''}"

    def to(self, **more: object) -> str:
        own = {name: str(value) for name, value in more.items() if value is not None}
        if self.filters.keys() & own.keys():
            return replace(self, filters={**self.filters, **own}).to()
        return (self._start + urlencode(own)).removesuffix("&")


def links_of(population: Population, player: Player | None = None) -> DealLinks:
    """Returns the links to the deals of a population, or to those of a player in it."""
    is_told = population.league is None and population.game != DEFAULT_GAME
    filters = {
        "player": player and player.uuid,
        "game": population.game if is_told else None,
        "league": population.league and population.league.uuid,
        "since": population.since and population.since.isoformat(),
        "until": population.until and population.until.isoformat(),
        "size": population.size,
        "rules": population.rules,
        "opponent": population.opponent and population.opponent.uuid,
    }
    slug = population.club.slug or ""
    return DealLinks(
        slug, {name: str(value) for name, value in filters.items() if value is not None}
    )
