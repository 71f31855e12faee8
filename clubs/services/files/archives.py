"""Everything that a club owns, as rows for its archive, and back into an installation.

Rows name each other by uuid, so that they mean the same everywhere; a seat is named by its player.
Links and their tokens are no part of it, and of accounts only what tells them apart. Nothing is
added to the log by an import: the history of the club comes with it, and its hashes hold.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import uuid4
from zoneinfo import available_timezones

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED, Field, ForeignKey, Model, Q, QuerySet
from django.utils.timezone import is_naive

from clubs.access import (
    Actor,
    may_create_club,
    may_export_club,
    require,
)
from clubs.core.names import sort_key, split_name
from clubs.core.problems import DealRefused
from clubs.models import (
    Announcement,
    AuditEntry,
    Bye,
    Category,
    Club,
    Confirmation,
    Deal,
    DealScore,
    Entry,
    Evening,
    ImportedRow,
    ImportRun,
    League,
    LeagueMember,
    LeagueSitting,
    Membership,
    NamedPerson,
    Penalty,
    Player,
    Publication,
    RatingChange,
    Role,
    Round,
    RuleProfile,
    Seat,
    Sitting,
    SittingTotal,
    Slip,
    Substitution,
    Team,
    Tournament,
    TournamentRole,
    User,
)
from clubs.models.names import AnonymousName
from clubs.services.deals.kept import fill
from clubs.services.files.checks import check_links, check_sitting
from clubs.services.people.people import set_role

Row = Mapping[str, Any]
Rows = Callable[[str], Iterable[Row]]  # those of a file, by its name

BLOCK = 1000  # rows
CLUB, FORMER, ACCOUNTS, AUDIT = "club", "former_clubs", "accounts", "audit"


# What a row that somebody changed may run into, on its way to the database and in the proof.
MISFITS = (
    DatabaseError,
    ValidationError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    DealRefused,
)


class ArchiveRefused(Exception):
    """These rows cannot become a club here; the message is one line for people."""


@dataclass(frozen=True, slots=True)
class Part:
    """One file: the rows of a model, club being the path from a row to its club."""

    name: str
    model: type[Model]
    club: str


# Each after those that it names.
PARTS = (
    Part("players", Player, "club"),
    Part("memberships", Membership, "club"),
    Part("rule_profiles", RuleProfile, "club"),
    Part("tournaments", Tournament, "club"),
    Part("tournament_roles", TournamentRole, "tournament__club"),
    Part("categories", Category, "tournament__club"),
    Part("teams", Team, "tournament__club"),
    Part("entries", Entry, "tournament__club"),
    Part("substitutions", Substitution, "entry__tournament__club"),
    Part("rounds", Round, "tournament__club"),
    Part("byes", Bye, "round__tournament__club"),
    Part("announcements", Announcement, "tournament__club"),
    Part("sittings", Sitting, "club"),
    Part("seats", Seat, "sitting__club"),
    Part("deals", Deal, "sitting__club"),
    Part("scores", DealScore, "deal__sitting__club"),
    Part("totals", SittingTotal, "sitting__club"),
    Part("slips", Slip, "sitting__club"),
    Part("confirmations", Confirmation, "slip__sitting__club"),
    Part("leagues", League, "club"),
    Part("league_members", LeagueMember, "league__club"),
    Part("evenings", Evening, "league__club"),
    Part("evening_players", Evening.present.through, "evening__league__club"),
    Part("league_sittings", LeagueSitting, "league__club"),
    Part("penalties", Penalty, "player__club"),
    Part("publications", Publication, "league__club"),
    Part("tournament_results", Publication, "tournament__club"),
    Part("ratings", RatingChange, "sitting__club"),
    Part("imports", ImportRun, "club"),
    Part("imported_rows", ImportedRow, "club"),
)
FILES = (CLUB, FORMER, ACCOUNTS, *(part.name for part in PARTS), AUDIT)


def _columns_of(model: type[Model]) -> list["Field[Any, Any]"]:
    return [column for column in model._meta.concrete_fields if not column.primary_key]


def _path_to(column: "Field[Any, Any]") -> str:
    """Where the value stands that tells what a row names."""
    if not isinstance(column, ForeignKey):
        return column.name
    return f"{column.name}__{'player__' if column.related_model is Seat else ''}uuid"


# Out


def archive_files(actor: Actor, club: Club) -> Iterator[tuple[str, Iterable[Row]]]:
    """Every file with its rows. To be read inside a snapshot."""
    require(may_export_club(actor, club))
    accounts = _accounts_of(club)
    known = set(accounts.values_list("uuid", flat=True))
    yield CLUB, _rows_of(Club.objects.filter(pk=club.pk), known)
    yield FORMER, _rows_of(_former_clubs(club), known)
    yield ACCOUNTS, accounts.order_by("email").values("uuid", "email", "name")
    for part in PARTS:
        yield part.name, _rows_of(part.model._base_manager.filter(**{part.club: club}), known)
    yield AUDIT, _rows_of(audit_of(club), known)


def _rows_of(rows: QuerySet[Any], known: set[Any]) -> Iterator[Row]:
    """In the order in which they were written. Of accounts, only known ones are named."""
    columns = _columns_of(rows.model)
    names = [column.name for column in columns]
    users = {column.name for column in columns if column.related_model is User}
    values = rows.order_by("pk").values_list(*map(_path_to, columns))
    for told in values.iterator(chunk_size=BLOCK):
        row = dict(zip(names, told, strict=True))
        for name in users:
            row[name] = row[name] if row[name] in known else None
        for name, value in row.items():
            if isinstance(value, AnonymousName):  # a number; its word is of one language
                row[name] = value.stored
        yield row


def _accounts_of(club: Club) -> QuerySet[User]:
    """Those with a role in the club, and those of its players."""
    return User.objects.filter(Q(memberships__club=club) | Q(players__club=club)).distinct()


def _former_clubs(club: Club) -> QuerySet[Club]:
    """Where tables of the club were before: the log of that time names that club for ever."""
    chains = AuditEntry.objects.filter(chain_uuid__in=_sittings_of(club)).exclude(club=club)
    return Club.objects.filter(pk__in=chains.values("club"))


def _sittings_of(club: Club) -> QuerySet[Any]:
    return Sitting.objects.filter(club=club).values("uuid")


def audit_of(club: Club) -> QuerySet[AuditEntry]:
    """Whole chains: of the club, its tables, its seasons, and of the clubs of before."""
    chains = Q(chain_uuid__in=_sittings_of(club))
    chains |= Q(chain_uuid__in=_former_clubs(club).values("uuid"))
    return AuditEntry.objects.filter(Q(club=club) | chains)


def archive_versions() -> dict[str, Any]:
    [(_, schema)] = MigrationLoader(None).graph.leaf_nodes("clubs")
    return {"archive": 1, "schema": schema}


# In


@dataclass
class Arrivals:
    """Where rows are here, by what the archive calls them."""

    keys: dict[type[Model], dict[Any, int]] = field(default_factory=dict)
    tables: dict[int, int] = field(default_factory=dict)  # of deals

    def add(self, model: type[Model], name: Any, key: int) -> None:
        self.keys.setdefault(model, {})[name] = key

    def find(self, model: Any, name: Any) -> int:
        try:
            return self.keys.get(model, {})[name]
        except (KeyError, TypeError):
            told = name[-1] if isinstance(name, tuple) else name
            raise ArchiveRefused(f"a row names {told!s:.60}, which is not in it") from None


def import_club(
    actor: Actor, rows: Rows, *, slug: str = "", owner: str = "", link_accounts: bool = False
) -> Club:
    """Make the club of an archive, all or nothing. Raises ArchiveRefused.

    slug is its address here, where that of the archive is taken; owner the address of the account
    that is to own it. link_accounts: accounts whose verified address is the same get back their
    roles and players; else nobody else has a role in it. Not for a web page: the transaction lasts
    as long as all rows take.
    """
    require(may_create_club(actor))
    try:
        with transaction.atomic():
            club = _ownerless(rows) if owner else None
            if club is None:
                club = _write_club(rows, slug, link_accounts=link_accounts)
                _require_sound(club)
                fill(Sitting.objects.filter(club=club))
                connection.check_constraints()
            if owner:
                _give_owner(actor, club, owner)
    except MISFITS as error:
        told = " ".join(str(error).split())
        raise ArchiveRefused(f"its rows do not fit ({told:.200})") from error
    return club


def _ownerless(rows: Rows) -> Club | None:
    """The club of the archive, where it was imported before anybody could own it. A private club
    is nobody's, and never was imported."""
    uuids = [str(row.get("uuid")) for row in rows(CLUB)]
    owned = Membership.objects.filter(role=Role.OWNER, club__uuid__in=uuids)
    if owned.exists():
        return None
    return Club.objects.filter(uuid__in=uuids, slug__isnull=False).first()


def _write_club(rows: Rows, slug: str, *, link_accounts: bool) -> Club:
    arrivals = Arrivals()
    [told] = rows(CLUB)
    club: Club = _make(Club, {**told, "slug": slug or told.get("slug")}, arrivals)
    _refuse_known(club)
    club.save(force_insert=True)
    arrivals.add(Club, str(club.uuid), club.pk)
    if link_accounts:
        _find_accounts(rows(ACCOUNTS), arrivals)
    for part in PARTS:
        _write_part(part.model, rows(part.name), arrivals)
    _write_former_clubs(rows(FORMER), arrivals)  # only now: nothing but the log may name them
    _write_audit(rows(AUDIT), arrivals)
    return club


def _refuse_known(club: Club) -> None:
    if not club.slug or club.time_zone not in available_timezones():
        raise ArchiveRefused("its club has no address or no time zone")
    if Club.objects.filter(uuid=club.uuid).exists():
        raise ArchiveRefused(f"the club {club.name} is here already")
    if Club.objects.filter(slug=club.slug).exists():
        raise ArchiveRefused(
            f"another club here has the address {club.slug}: give it one by --slug"
        )


def _write_former_clubs(rows: Iterable[Row], arrivals: Arrivals) -> None:
    """Only as the shells that they are (services/tables/takeover.py); one that is here stays.

    A file of a stranger may name any club of this installation: one with pages is refused.
    """
    for row in rows:
        former = _make(Club, {**row, "slug": None}, arrivals)
        here = Club.objects.filter(uuid=former.uuid).first()
        if here is not None and not here.is_private:
            raise ArchiveRefused(f"a former club of it is {here.name}, which is no private one")
        if here is None:
            former.save(force_insert=True)
        arrivals.add(Club, str(former.uuid), (here or former).pk)


def _find_accounts(rows: Iterable[Row], arrivals: Arrivals) -> None:
    for row in rows:
        proved = EmailAddress.objects.filter(email__iexact=row.get("email"), verified=True)
        address = proved.filter(user__is_active=True).order_by("pk").first()
        if address is not None:
            arrivals.add(User, row.get("uuid"), address.user_id)


def _write_part(model: type[Model], rows: Iterable[Row], arrivals: Arrivals) -> None:
    if model in (Membership, TournamentRole):
        accounts = arrivals.keys.get(User, {})
        rows = (row for row in rows if row.get("user") in accounts)
    made = (_make(model, row, arrivals) for row in rows)
    while block := list(islice(made, BLOCK)):
        for row in model._base_manager.bulk_create(block):
            if isinstance(row, Seat):
                arrivals.add(Seat, (row.sitting_id, row.player_id), row.pk)
            elif (uuid := getattr(row, "uuid", None)) is not None:
                arrivals.add(model, str(uuid), row.pk)
            if isinstance(row, Deal):
                arrivals.tables[row.pk] = row.sitting_id


def _write_audit(rows: Iterable[Row], arrivals: Arrivals) -> None:
    """The entries as they were. Those of a club of before may be here already: then the same."""
    made = (_make(AuditEntry, row, arrivals) for row in rows)
    while block := list(islice(made, BLOCK)):
        chains = {entry.chain_uuid for entry in block}
        found = AuditEntry.objects.filter(chain_uuid__in=chains)
        here = set(found.values_list("chain_uuid", "sequence", "hash"))
        AuditEntry.objects.bulk_create(
            entry for entry in block if (entry.chain_uuid, entry.sequence, entry.hash) not in here
        )


def _make(model: type[Model], row: Row, arrivals: Arrivals) -> Any:
    """A row, not saved yet. A column that an older archive does not have is as a new row has it."""
    columns = _columns_of(model)
    if row.keys() - {column.name for column in columns}:
        raise ArchiveRefused("it was made by a newer version of the program")
    made = model(**{column.attname: _value_of(column, row, arrivals) for column in columns})
    if isinstance(made, NamedPerson) and "family_name" not in row:  # of an older archive
        made.family_name = split_name(made.name).family
        made.sort_key = sort_key(made.name, made.family_name)
    return made


def _value_of(column: "Field[Any, Any]", row: Row, arrivals: Arrivals) -> Any:
    if column.name not in row:
        if column.default is NOT_PROVIDED and not column.null and not column.blank:
            raise ArchiveRefused(f"{column.model._meta.model_name} without {column.name}")
        return column.get_default()
    told = row[column.name]
    if told is None and column.null:
        return None
    if isinstance(column, ForeignKey):
        return _key_of(column, told, row, arrivals)
    value = column.to_python(told)
    if isinstance(value, datetime) and is_naive(value):
        raise ValueError(f"{value} is in no time zone")
    column.run_validators(value)
    return value


def _key_of(column: Any, told: Any, row: Row, arrivals: Arrivals) -> int | None:
    model = column.related_model
    if model is User and column.null:
        return arrivals.keys.get(User, {}).get(told)
    if model is Seat:
        table = arrivals.tables[arrivals.find(Deal, row.get("deal"))]
        return arrivals.find(Seat, (table, arrivals.find(Player, told)))
    return arrivals.find(model, told)


def _require_sound(club: Club) -> None:
    """Every chain, and every score from its record, as `check_scores` does."""
    entries = audit_of(club).select_related("club").order_by("chain_uuid", "sequence")
    for found in check_links(entries.iterator(chunk_size=BLOCK)):
        raise ArchiveRefused(f"its log was changed ({found})")
    for sitting in Sitting.objects.filter(club=club).select_related("club").order_by("pk"):
        for found in check_sitting(sitting):
            raise ArchiveRefused(f"it does not add up ({found})")


def _give_owner(actor: Actor, club: Club, email: str) -> None:
    """Who owns an imported club here. Raises ArchiveRefused without such an account."""
    user = User.objects.filter(email__iexact=email, is_active=True).first()
    if user is None:
        raise ArchiveRefused(f"nobody has an account here with the address {email}")
    set_role(actor, club, user, Role.OWNER, request_id=uuid4())
