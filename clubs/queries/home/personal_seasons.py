"""The data that seasons and ratings of a club have of one person."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from clubs.core.deals import DealRole
from clubs.core.ratings import Rating
from clubs.core.standings.document import standings_document
from clubs.core.standings.rank import SettingsRefused
from clubs.models import (
    DealKind,
    DealScore,
    Evening,
    League,
    LeagueMember,
    LeagueState,
    Penalty,
    Player,
    Presence,
    Publication,
    RatingChange,
    SittingTotal,
)
from clubs.queries.seasons.leagues import league_data


@dataclass(frozen=True, slots=True)
class PersonalSeason:
    name: str
    starts_on: date
    ends_on: date
    number: int
    carry_over: int


@dataclass(frozen=True, slots=True)
class Stood:
    """A row of the standings of a season: as published, with its version, or as they stand now
    (published_at is None). size is that of the tables where a season keeps them apart; per_evening
    are the scores of the evenings that the season had, None where the person was away."""

    season: str
    published_at: datetime | None
    version: int | None
    is_final: bool
    size: int | None
    rank: int | None
    value: int | float | None
    total: int | float | None
    penalty: int
    evenings: int
    deals: int
    per_evening: Sequence[int | float | None]


@dataclass(frozen=True, slots=True)
class Came:
    """An evening at which somebody was checked in, or played."""

    season: str
    held_on: date
    name: str
    checked_in: bool
    played: bool


@dataclass(frozen=True, slots=True)
class Given:
    """A penalty, or points given: for an evening, or at a table."""

    given_at: datetime
    points: int
    reason: str
    is_cancelled: bool
    cancel_reason: str
    evening: date | None
    table: UUID | None


@dataclass(frozen=True, slots=True)
class PersonalRating:
    table: UUID
    opened_at: datetime | None
    mu_before: float
    mu_after: float
    sigma_before: float
    sigma_after: float

    @property
    def value(self) -> int:
        """The rating as pages show it."""
        return Rating(self.mu_after, self.sigma_after).value

    @property
    def move(self) -> int:
        return self.value - Rating(self.mu_before, self.sigma_before).value


def seasons_of(player: Player) -> tuple[PersonalSeason, ...]:
    rows = LeagueMember.objects.filter(player=player).order_by("-league__starts_on", "pk")
    columns = ("league__name", "league__starts_on", "league__ends_on", "number", "carry_over")
    return tuple(PersonalSeason(*told) for told in rows.values_list(*columns))


def personal_standings(player: Player, former: Collection[str]) -> Iterator[Stood]:
    """Yields the rows of the person in the current standings of open seasons, then in
    publications, the newest first."""
    keys = {str(player.uuid), *former}
    for league in _open_leagues_of(player):
        try:
            document = standings_document(league.name, league_data(league).standings())
        except SettingsRefused:
            continue
        yield from _personal_rows(league.name, None, document, keys)
    published = Publication.objects.filter(league__club=player.club_id).annotate(
        season=F("league__name")
    )
    for publication in published.order_by("-published_at", "-pk"):
        yield from _personal_rows(
            publication.season, publication, publication.content.get("standings") or {}, keys
        )


def _open_leagues_of(player: Player) -> QuerySet[League]:
    """Selects the open seasons with the person on the list, or with a table at which they sat."""
    leagues = League.objects.filter(club=player.club_id, state=LeagueState.OPEN)
    own = Q(members__player=player) | Q(tables__sitting__seats__player=player)
    return leagues.filter(own).distinct().select_related("club").order_by("-starts_on", "-pk")


def _personal_rows(
    season: str, published: Publication | None, document: Mapping[str, Any], keys: Collection[str]
) -> Iterator[Stood]:
    """Yields the rows of the person in a document of core/standings/document.py."""
    parts: Mapping[str | None, Any] = document.get("by_size") or {None: document}
    for size, part in parts.items():
        for row in part.get("rows") or []:
            if row.get("player") in keys:
                yield Stood(
                    season=season,
                    published_at=published.published_at if published else None,
                    version=published.version if published else None,
                    is_final=published is not None and published.is_final,
                    size=int(size) if size else None,
                    rank=row.get("rank"),
                    value=row.get("value"),
                    total=row.get("total"),
                    penalty=row.get("penalty") or 0,
                    evenings=row.get("evenings") or 0,
                    deals=row.get("deals") or 0,
                    per_evening=row.get("per_evening") or [],
                )


def attended_evenings(player: Player) -> tuple[Came, ...]:
    """Lists the evenings at which the person was checked in or played. To sit a deal out is not
    to play it."""
    checked_in = Presence.objects.filter(evening=OuterRef("pk"), player=player)
    at_its_tables = {"deal__sitting__leagues__evening": OuterRef("pk"), "player": player}
    dealt = DealScore.objects.filter(**at_its_tables).exclude(deal__kind=DealKind.VOID)
    dealt = dealt.exclude(role=DealRole.OUT)
    known = SittingTotal.objects.filter(sitting__leagues__evening=OuterRef("pk"), player=player)
    rows = Evening.objects.filter(league__club=player.club_id).annotate(
        checked_in=Exists(checked_in), played=Exists(dealt) | Exists(known)
    )
    rows = rows.filter(Q(checked_in=True) | Q(played=True)).order_by("-held_on", "pk")
    return tuple(
        Came(*told)
        for told in rows.values_list("league__name", "held_on", "name", "checked_in", "played")
    )


def personal_penalties(player: Player) -> tuple[Given, ...]:
    rows = Penalty.objects.filter(player=player).select_related("evening", "sitting")
    return tuple(
        Given(
            given_at=row.given_at,
            points=row.points,
            reason=row.reason,
            is_cancelled=row.cancelled_at is not None,
            cancel_reason=row.cancel_reason,
            evening=row.evening.held_on if row.evening else None,
            table=row.sitting.uuid if row.sitting else None,
        )
        for row in rows.order_by("-given_at", "pk")
    )


def personal_ratings(player: Player) -> tuple[PersonalRating, ...]:
    rows = RatingChange.objects.filter(player=player).order_by("-sequence", "pk")
    columns = ("sitting__uuid", "sitting__opened_at")
    levels = ("mu_before", "mu_after", "sigma_before", "sigma_after")
    return tuple(PersonalRating(*told) for told in rows.values_list(*columns, *levels))
