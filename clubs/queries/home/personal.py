"""All data that a club has of one person, for the page and the file of that person."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from django.db.models import Count, F, Q, QuerySet, Sum
from django.utils import timezone

from clubs.access import Actor, may_name_self
from clubs.choices import DEAL_ROLES, choices_of, void_label
from clubs.core.deals import OTHER, DealRole
from clubs.models import (
    DealKind,
    DealScore,
    ImportRun,
    Link,
    LinkKind,
    Membership,
    Player,
    Seat,
    SittingTotal,
)
from clubs.queries.home.personal_log import Logged, personal_log
from clubs.queries.home.personal_seasons import (
    Came,
    Given,
    PersonalRating,
    PersonalSeason,
    Stood,
    attended_evenings,
    personal_penalties,
    personal_ratings,
    personal_standings,
    seasons_of,
)
from clubs.queries.home.personal_tournaments import PersonalEntry, entered_tournaments
from clubs.queries.people.accounts import second_steps_of, sessions_of
from clubs.queries.people.people import Details

FORMAT = "feutre-person/1"
SHOWN = 100  # rows of a long list, until all are asked for


@dataclass(frozen=True, slots=True)
class PersonalTable:
    """A table where the person sat; total and deal_count of what they played, void deals aside."""

    uuid: UUID
    opened_at: datetime | None
    number: int
    total: int
    deal_count: int
    has_left: bool


@dataclass(frozen=True, slots=True)
class PersonalDeal:
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
    void_reason: str | None

    @property
    def void_words(self) -> str:
        """Why a void deal was not played; empty where it was taken back."""
        return "" if self.void_reason in (None, "", OTHER) else void_label(self.void_reason)

    @property
    def role_label(self) -> str:
        return str(dict(choices_of(DEAL_ROLES)).get(self.role, self.role))


@dataclass(frozen=True, slots=True)
class Known:
    """A table of which only the total is known, from an old spreadsheet."""

    table: UUID
    opened_at: datetime | None
    total: int
    deal_count: int | None


@dataclass(frozen=True, slots=True)
class Linked:
    """A link that the account made, or an invitation for the person (is_for_them)."""

    kind: str
    made_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    used_on: date | None
    is_for_them: bool

    @property
    def label(self) -> str:
        return str(LinkKind(self.kind).label)


@dataclass(frozen=True, slots=True)
class Imported:
    """A file whose import the account began; done and total count rows."""

    name: str
    kind: str
    made_at: datetime
    finished_at: datetime | None
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Personal:
    """record has the columns of the player, account those of the account where there is one."""

    club: str
    record: Mapping[str, Any]
    account: Mapping[str, Any] | None
    seasons: tuple[PersonalSeason, ...]
    standings: tuple[Stood, ...]
    entries: tuple[PersonalEntry, ...]
    evenings: tuple[Came, ...]
    tables: tuple[PersonalTable, ...]
    deals: tuple[PersonalDeal, ...]
    totals: tuple[Known, ...]
    penalties: tuple[Given, ...]
    ratings: tuple[PersonalRating, ...]
    links: tuple[Linked, ...]
    imports: tuple[Imported, ...]
    log: tuple[Logged, ...]

    def to_json(self) -> dict[str, Any]:
        values = asdict(self)
        for entry in values["entries"]:
            entry["told"] = entry.pop("details")  # the name of it in FORMAT
        return {"format": FORMAT, "written_at": timezone.now(), **values}


def personal_data(reader: Actor, player: Player) -> Personal:
    """Everything, newest first. Sixteen queries, however much there is, and a few more for each
    open season and each tournament; addresses, settings and last use of the account are for its
    owner alone."""
    seats = list(_personal_seats(player))
    former = [name for seat in seats for name in seat.former]
    return Personal(
        club=player.club.name,
        record=_player_record(player),
        account=_account_of(player, is_own=may_name_self(reader, player)),
        seasons=seasons_of(player),
        standings=tuple(personal_standings(player, former)),
        entries=entered_tournaments(player),
        evenings=attended_evenings(player),
        tables=tuple(
            PersonalTable(
                uuid=seat.sitting.uuid,
                opened_at=seat.sitting.opened_at,
                number=seat.sitting.table_number,
                total=seat.total,
                deal_count=seat.deal_count,
                has_left=seat.position is None,
            )
            for seat in seats
        ),
        deals=_played_deals(player),
        totals=tuple(
            Known(row.sitting.uuid, row.sitting.opened_at, row.total, row.deal_count)
            for row in SittingTotal.objects.filter(player=player)
            .select_related("sitting")
            .order_by("-sitting__opened_at", "pk")
        ),
        penalties=personal_penalties(player),
        ratings=personal_ratings(player),
        links=_links_of(player),
        imports=_imports_of(player),
        log=personal_log(player, former),
    )


def _player_record(player: Player) -> dict[str, Any]:
    columns = (
        "uuid",
        "name",
        "family_name",
        "given_name",
        "table_name",
        "member_since",
        "archived_at",
        *Details._fields,
        "anonymised_at",
    )
    return {column: getattr(player, column) for column in columns}


def _account_of(player: Player, *, is_own: bool) -> dict[str, Any] | None:
    user = player.user
    if user is None:
        return None
    own: dict[str, Any] = {}
    if is_own:
        rows = EmailAddress.objects.filter(user=user).order_by("pk")
        own = {
            "addresses": list(rows.values("email", "verified", "primary")),
            "last_login": user.last_login,
            "second_steps": second_steps_of(user),
            "signed_in": sessions_of(user),
            "preferences": user.preferences,
        }
    role = Membership.objects.filter(club=player.club_id, user=user).values_list("role", flat=True)
    return {
        "uuid": user.uuid,
        "email": user.email,
        "name": user.name,
        "date_joined": user.date_joined,
        "role": role.first(),
        **own,
    }


# What the account did


def _links_of(player: Player) -> tuple[Linked, ...]:
    """Those of this club."""
    wanted = Q(kind=LinkKind.INVITATION, target_uuid=player.uuid)
    if player.user_id is not None:
        wanted |= Q(made_by=player.user_id)
    rows = Link.objects.filter(wanted, club=player.club_id).order_by("-made_at", "-pk")
    return tuple(
        Linked(
            kind=row.kind,
            made_at=row.made_at,
            expires_at=row.expires_at,
            revoked_at=row.revoked_at,
            used_on=row.used_on,
            is_for_them=row.target_uuid == player.uuid,
        )
        for row in rows
    )


def _imports_of(player: Player) -> tuple[Imported, ...]:
    if player.user_id is None:
        return ()
    rows = ImportRun.objects.filter(club=player.club_id, made_by=player.user_id)
    columns = ("name", "kind", "made_at", "finished_at", "done", "total")
    return tuple(Imported(*told) for told in rows.order_by("-made_at", "-pk").values_list(*columns))


# What was played


def _personal_seats(player: Player) -> QuerySet[Any]:
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


def _played_deals(player: Player) -> tuple[PersonalDeal, ...]:
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
            "deal__void_reason",
        )
    )
    return tuple(PersonalDeal(*row) for row in rows)
