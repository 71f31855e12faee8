"""All that a club knows of one person, for that person to read and to take along."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet, Sum, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from clubs.choices import Role as DealRole
from clubs.models import (
    AuditEntry,
    DealKind,
    DealScore,
    LeagueMember,
    Membership,
    Penalty,
    Player,
    RatingChange,
    Seat,
    SittingTotal,
)
from clubs.queries.audit import action_words

FORMAT = "feutre-person/1"
SHOWN = 100  # rows of a long list, until all are asked for


@dataclass(frozen=True, slots=True)
class Table:
    """A table where the person sat; total and deal_count of what they played, void deals aside."""

    uuid: UUID
    opened_at: datetime | None
    number: int
    total: int
    deal_count: int
    has_left: bool


@dataclass(frozen=True, slots=True)
class Played:
    """One deal. role is core's word, and contract that of the deal; void deals have neither.
    opened_at is when its table began: the day under which all pages show the deal."""

    table: UUID
    opened_at: datetime | None
    number: int
    recorded_at: datetime
    kind: str
    role: str
    score: int
    poignees: int
    contract: str | None

    @property
    def role_label(self) -> str:
        return str(DealRole(self.role).label) if self.role in DealRole.values else self.role


@dataclass(frozen=True, slots=True)
class Season:
    name: str
    starts_on: date
    ends_on: date
    number: int
    carry_over: int


@dataclass(frozen=True, slots=True)
class Came:
    """An evening at which somebody was checked in."""

    season: str
    held_on: date
    name: str


@dataclass(frozen=True, slots=True)
class Given:
    """A penalty, or points given."""

    given_at: datetime
    points: int
    reason: str
    is_cancelled: bool


@dataclass(frozen=True, slots=True)
class Known:
    """What is known only as a sum: a table of an old spreadsheet."""

    table: UUID
    total: int
    deal_count: int | None


@dataclass(frozen=True, slots=True)
class Rated:
    table: UUID
    mu_before: float
    mu_after: float
    sigma_before: float
    sigma_after: float


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry of the log that names the person, or that their account wrote."""

    at: datetime
    action: str
    wrote: bool
    target_type: str
    target: UUID
    sequence: int

    @property
    def label(self) -> str:
        return str(action_words(self.action).label)


@dataclass(frozen=True, slots=True)
class Personal:
    """record has the columns of the player, account those of the account where there is one."""

    club: str
    record: Mapping[str, Any]
    account: Mapping[str, Any] | None
    seasons: tuple[Season, ...]
    evenings: tuple[Came, ...]
    tables: tuple[Table, ...]
    deals: tuple[Played, ...]
    totals: tuple[Known, ...]
    penalties: tuple[Given, ...]
    ratings: tuple[Rated, ...]
    log: tuple[Logged, ...]

    def to_json(self) -> dict[str, Any]:
        return {"format": FORMAT, "written_at": timezone.now(), **asdict(self)}


def personal_data(player: Player) -> Personal:
    """Everything, newest first. Eleven queries, however much there is."""
    seats = list(tables_of(player))
    return Personal(
        club=player.club.name,
        record=record_of(player),
        account=account_of(player),
        seasons=tuple(
            Season(
                row.league.name,
                row.league.starts_on,
                row.league.ends_on,
                row.number,
                row.carry_over,
            )
            for row in LeagueMember.objects.filter(player=player)
            .select_related("league")
            .order_by("-league__starts_on", "pk")
        ),
        evenings=tuple(
            Came(evening.league.name, evening.held_on, evening.name)
            for evening in player.evenings.select_related("league").order_by("-held_on", "pk")
        ),
        tables=tuple(table_of(seat) for seat in seats),
        deals=deals_of(player),
        totals=tuple(
            Known(row.sitting.uuid, row.total, row.deal_count)
            for row in SittingTotal.objects.filter(player=player)
            .select_related("sitting")
            .order_by("-sitting__opened_at", "pk")
        ),
        penalties=tuple(
            Given(row.given_at, row.points, row.reason, row.cancelled_at is not None)
            for row in Penalty.objects.filter(player=player).order_by("-given_at", "pk")
        ),
        ratings=tuple(
            Rated(row.sitting.uuid, row.mu_before, row.mu_after, row.sigma_before, row.sigma_after)
            for row in RatingChange.objects.filter(player=player)
            .select_related("sitting")
            .order_by("-sequence", "pk")
        ),
        log=log_of(player, [name for seat in seats for name in seat.former]),
    )


def record_of(player: Player) -> dict[str, Any]:
    columns = (
        "uuid",
        "name",
        "table_name",
        "member_since",
        "archived_at",
        "nickname",
        "licence",
        "categories",
        "email",
        "birth_year",
        "public_name",
    )
    return {column: getattr(player, column) for column in columns}


def account_of(player: Player) -> dict[str, Any] | None:
    user = player.user
    if user is None:
        return None
    role = Membership.objects.filter(club=player.club_id, user=user).values_list("role", flat=True)
    return {
        "uuid": user.uuid,
        "email": user.email,
        "name": user.name,
        "date_joined": user.date_joined,
        "role": role.first(),
    }


def tables_of(player: Player) -> QuerySet[Any]:
    """Seats with what was won from them."""
    counted = ~Q(scores__deal__kind=DealKind.VOID)
    played = counted & ~Q(scores__role=DealRole.OUT)
    return (
        Seat.objects.filter(player=player)
        .select_related("sitting")
        .annotate(
            total=Sum("scores__score", filter=counted, default=0),
            deal_count=Count("scores", filter=played),
        )
        .order_by(F("sitting__opened_at").desc(nulls_last=True), "-pk")
    )


def table_of(seat: Any) -> Table:
    sitting = seat.sitting
    return Table(
        sitting.uuid,
        sitting.opened_at,
        sitting.table_number,
        seat.total,
        seat.deal_count,
        seat.position is None,
    )


def deals_of(player: Player) -> tuple[Played, ...]:
    rows = (
        DealScore.objects.filter(player=player)
        .order_by("-deal__sitting__opened_at", "-deal__sitting_id", "-deal__number")
        .values_list(
            "deal__sitting__uuid",
            "deal__sitting__opened_at",
            "deal__number",
            "deal__recorded_at",
            "deal__kind",
            "role",
            "score",
            "poignees",
            "deal__contract",
        )
    )
    return tuple(Played(*row) for row in rows)


def log_of(player: Player, former: Collection[str]) -> tuple[Logged, ...]:
    """Entries of the club, and of tables that came into it, which name the player by one of their
    uuids, or that their account wrote."""
    uuids = [str(player.uuid), *former]
    entries = AuditEntry.objects.annotate(
        old=Cast("before", TextField()), new=Cast("after", TextField())
    )
    named = Q(target_uuid__in=uuids)
    for uuid in uuids:
        named |= Q(old__contains=uuid) | Q(new__contains=uuid)
    key = f"account:{player.user.uuid}" if player.user else ""
    wrote = Q(actor=key) if key else Q(pk__in=[])
    here = Q(club=player.club_id) | Q(chain_uuid__in=player.seats.values("sitting__uuid"))
    rows = entries.filter(here, named | wrote).order_by("-at", "-pk")
    return tuple(
        Logged(row.at, row.action, row.actor == key, row.target_type, row.target_uuid, row.sequence)
        for row in rows.defer("before", "after", "reason")
    )
