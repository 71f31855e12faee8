"""The ratings of a club: the tables that count for them, and the standings of the members.

Source: leagues.md §6.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils import timezone

from clubs.core.deals import DealRole
from clubs.core.ratings import LEAST_DEALS, LEAST_TABLES, Rating, RatingEvent, is_provisional
from clubs.models import Club, DealKind, DealScore, Player, RatingChange, Sitting


def rated_sittings(club: Club) -> QuerySet[Sitting]:
    """Closed tables with enough counted deals, in the order of the replay."""
    counted = Count("deals", filter=~Q(deals__kind=DealKind.VOID))
    rows = Sitting.objects.closed().filter(club=club).annotate(counted=counted)
    return rows.filter(counted__gte=LEAST_DEALS).order_by("closed_at", "uuid")


def rating_events(sittings: QuerySet[Sitting]) -> list[RatingEvent[int]]:
    """Returns the totals of those tables, in their order; tables and players by primary key. Two
    queries."""
    keys = list(sittings.values_list("pk", flat=True))
    played = DealScore.objects.filter(deal__sitting__in=sittings.order_by().values("pk"))
    rows: Iterable[Any] = (
        played.exclude(deal__kind=DealKind.VOID)
        .exclude(role=DealRole.OUT)
        .values("deal__sitting", "player")
        .annotate(total=Sum("score"))
        .order_by("deal__sitting", "player")
        .values_list("deal__sitting", "player", "total")
    )
    totals: dict[int, dict[int, int]] = defaultdict(dict)
    for sitting, player, total in rows:
        totals[sitting][player] = total
    return [RatingEvent(key, totals[key]) for key in keys]


def ratings_before(club: Club, sequence: int, players: Iterable[int]) -> dict[int, Rating]:
    """Returns the ratings of those of these players who were rated before this place of the replay,
    by primary key."""
    earlier = RatingChange.objects.filter(sitting__club=club, sequence__lt=sequence)
    newest = earlier.filter(player=OuterRef("player")).order_by("-sequence").values("pk")[:1]
    rows = earlier.filter(player__in=list(players), pk=Subquery(newest))
    return {
        player: Rating(mu, sigma)
        for player, mu, sigma in rows.values_list("player_id", "mu_after", "sigma_after")
    }


@dataclass(frozen=True, slots=True)
class OwnRating:
    """The rating of a player, as the list of the club has it."""

    rating: Rating
    is_provisional: bool


def latest_rating(player: Player) -> OwnRating | None:
    """None where the list has none: of guests, archived players and those not rated yet. Two
    queries at most."""
    if player.is_guest or player.archived_at is not None:
        return None
    changes = RatingChange.objects.filter(player=player)
    newest = changes.order_by("-sequence").values_list("mu_after", "sigma_after").first()
    if newest is None:
        return None
    rating = Rating(*newest)
    return OwnRating(rating, is_provisional(rating, changes.count()))


@dataclass(frozen=True, slots=True)
class RatedTable:
    """A table that a player was rated by, and what came of it. held_on is its day at the club."""

    sitting: Sitting
    held_on: date
    before: Rating
    after: Rating

    @property
    def move(self) -> int:
        return self.after.value - self.before.value


@dataclass(frozen=True, slots=True)
class RatingStanding:
    """The rating of a player and the number of tables behind it. rank is None while it is
    provisional."""

    player: Player
    rating: Rating
    tables: int
    last: RatedTable
    rank: int | None = None

    @property
    def is_provisional(self) -> bool:
        return is_provisional(self.rating, self.tables)

    @property
    def missing(self) -> int:
        """Rated tables that are still needed."""
        return max(LEAST_TABLES - self.tables, 0)


@dataclass(frozen=True, slots=True)
class Ratings:
    """Members of the club: those who have a rank, the best first, and the others. histories are
    of everybody who is listed, by primary key, the oldest table first."""

    ranked: tuple[RatingStanding, ...]
    provisional: tuple[RatingStanding, ...]
    histories: dict[int, list[RatedTable]]
    tables: int


def club_ratings(club: Club) -> Ratings:
    """Returns the ratings of the members. One query. Guests and archived players are rated too, but
    not listed."""
    zone = club.zone
    listed = Q(player__member_since__isnull=False, player__archived_at=None)
    rows = RatingChange.objects.filter(listed, sitting__club=club)
    histories: dict[int, list[RatedTable]] = defaultdict(list)
    players: dict[int, Player] = {}
    last = 0
    for row in rows.select_related("player", "sitting").order_by("sequence", "pk"):
        histories[row.player_id].append(
            RatedTable(
                row.sitting,
                timezone.localdate(row.sitting.opened_at, zone),
                Rating(row.mu_before, row.sigma_before),
                Rating(row.mu_after, row.sigma_after),
            )
        )
        players[row.player_id] = row.player
        last = row.sequence
    standings = [
        RatingStanding(players[key], history[-1].after, len(history), history[-1])
        for key, history in histories.items()
    ]
    standings.sort(key=lambda one: (-one.rating.value, one.player.sort_key, one.player.pk))
    ranked = [one for one in standings if not one.is_provisional]
    values = [one.rating.value for one in ranked]  # equal ones share the rank of the first
    return Ratings(
        ranked=tuple(replace(one, rank=values.index(one.rating.value) + 1) for one in ranked),
        provisional=tuple(one for one in standings if one.is_provisional),
        histories=dict(histories),
        tables=last,
    )


Row = tuple[int, int, int, float, float, float, float]


def stored_changes(club: Club) -> Sequence[Row]:
    """Everything that the replay wrote: sequence, sitting, player, before and after."""
    rows = RatingChange.objects.filter(sitting__club=club).order_by("sequence", "player_id")
    return list(
        rows.values_list(
            "sequence",
            "sitting_id",
            "player_id",
            "mu_before",
            "sigma_before",
            "mu_after",
            "sigma_after",
        )
    )
