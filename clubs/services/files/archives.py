"""Everything that a club owns, as rows for its archive.

Rows name each other by uuid, so that they mean the same everywhere; a seat is named by its player.
Links and their tokens are no part of it, and of accounts only what tells them apart.
club_imports.py makes a club of them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.migrations.loader import MigrationLoader
from django.db.models import Field, ForeignKey, Model, QuerySet

from clubs.access import (
    Actor,
    may_export_club,
    require,
)
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
    OfClub,
    Penalty,
    Player,
    Presence,
    Publication,
    RatingChange,
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
from clubs.models.names import written_name

Row = Mapping[str, Any]

BLOCK = 1000  # rows
CLUB, FORMER, ACCOUNTS, AUDIT = "club", "former_clubs", "accounts", "audit"


@dataclass(frozen=True, slots=True)
class ArchivePart:
    """One file: the rows of a model, club being the path from a row to its club."""

    name: str
    model: type[Model]
    club: str


# Each after those that it names.
PARTS = (
    ArchivePart("players", Player, "club"),
    ArchivePart("memberships", Membership, "club"),
    ArchivePart("rule_profiles", RuleProfile, "club"),
    ArchivePart("tournaments", Tournament, "club"),
    ArchivePart("tournament_roles", TournamentRole, "tournament__club"),
    ArchivePart("categories", Category, "tournament__club"),
    ArchivePart("teams", Team, "tournament__club"),
    ArchivePart("entries", Entry, "tournament__club"),
    ArchivePart("substitutions", Substitution, "entry__tournament__club"),
    ArchivePart("rounds", Round, "tournament__club"),
    ArchivePart("byes", Bye, "round__tournament__club"),
    ArchivePart("announcements", Announcement, "tournament__club"),
    ArchivePart("sittings", Sitting, "club"),
    ArchivePart("seats", Seat, "sitting__club"),
    ArchivePart("deals", Deal, "sitting__club"),
    ArchivePart("scores", DealScore, "deal__sitting__club"),
    ArchivePart("totals", SittingTotal, "sitting__club"),
    ArchivePart("slips", Slip, "sitting__club"),
    ArchivePart("confirmations", Confirmation, "slip__sitting__club"),
    ArchivePart("leagues", League, "club"),
    ArchivePart("league_members", LeagueMember, "league__club"),
    ArchivePart("evenings", Evening, "league__club"),
    ArchivePart("evening_players", Presence, "evening__league__club"),
    ArchivePart("league_sittings", LeagueSitting, "league__club"),
    ArchivePart("penalties", Penalty, "club"),
    ArchivePart("publications", Publication, "league__club"),
    ArchivePart("tournament_results", Publication, "tournament__club"),
    ArchivePart("ratings", RatingChange, "sitting__club"),
    ArchivePart("imports", ImportRun, "club"),
    ArchivePart("imported_rows", ImportedRow, "club"),
)
FILES = (CLUB, FORMER, ACCOUNTS, *(part.name for part in PARTS), AUDIT)


def archived_columns(model: type[Model]) -> list["Field[Any, Any]"]:
    """All but the key, the club where that of what the row hangs on says it, what follows from
    another column, and what names sums, which are made anew where the archive is read."""
    skipped = {"id", "club"} if issubclass(model, OfClub) else {"id"}
    skipped |= {"seal", "words", "hash_on_paper"}  # of the log: for this installation alone
    if model is Sitting:
        skipped |= {"kept", "rules_name"}
    return [column for column in model._meta.concrete_fields if column.name not in skipped]


def _path_to(column: "Field[Any, Any]") -> str:
    """The path to the value by which a row names another one."""
    if not isinstance(column, ForeignKey):
        return column.name
    return f"{column.name}__{'player__' if column.related_model is Seat else ''}uuid"


def archive_files(actor: Actor, club: Club) -> Iterator[tuple[str, Iterable[Row]]]:
    """Every file with its rows. The caller reads them inside a snapshot. Raises Forbidden."""
    require(may_export_club(actor, club))
    accounts = _accounts_of(club)
    known = set(accounts.values_list("uuid", flat=True))
    yield CLUB, _archived_rows(Club.objects.filter(pk=club.pk), known)
    yield FORMER, _archived_rows(_former_clubs(club), known)
    yield ACCOUNTS, accounts.order_by("email").values("uuid", "email", "name")
    for part in PARTS:
        yield part.name, _archived_rows(part.model._base_manager.filter(**{part.club: club}), known)
    yield AUDIT, _archived_rows(audit_of(club), known)


def _archived_rows(rows: QuerySet[Any], known: set[Any]) -> Iterator[Row]:
    """The rows in the order in which they were written. Only known accounts are named."""
    columns = archived_columns(rows.model)
    names = ["chain_uuid" if column.name == "chain" else column.name for column in columns]
    users = {column.name for column in columns if column.related_model is User}
    values = rows.order_by("pk").values_list(*map(_path_to, columns))
    for row_values in values.iterator(chunk_size=BLOCK):
        row = dict(zip(names, row_values, strict=True))
        for name in users:
            row[name] = row[name] if row[name] in known else None
        yield {name: written_name(value) for name, value in row.items()}


def _accounts_of(club: Club) -> QuerySet[User]:
    """The accounts with a role in the club, and those of its players."""
    members = club.memberships.values("user")
    players = club.players.exclude(user=None).values("user")
    return User.objects.filter(pk__in=members.union(players))


def _former_clubs(club: Club) -> QuerySet[Club]:
    """The clubs in which tables of this club were before, and which their log names for ever."""
    chains = AuditEntry.objects.filter(chain__uuid__in=_sittings_of(club)).exclude(club=club)
    return Club.objects.filter(pk__in=chains.values("club"))


def _sittings_of(club: Club) -> QuerySet[Any]:
    return Sitting.objects.filter(club=club).values("uuid")


def audit_of(club: Club) -> QuerySet[AuditEntry]:
    """The entries of whole chains: of the club, its tables and seasons, and of its former clubs.
    A union: by an OR the database would read the log of all clubs."""
    entries = AuditEntry.objects.order_by().values("pk")
    of_tables = entries.filter(chain__uuid__in=_sittings_of(club))
    of_former = entries.filter(chain__uuid__in=_former_clubs(club).values("uuid"))
    return AuditEntry.objects.filter(pk__in=entries.filter(club=club).union(of_tables, of_former))


def archive_versions() -> dict[str, Any]:
    [(_, schema)] = MigrationLoader(None).graph.leaf_nodes("clubs")
    return {"archive": 1, "schema": schema}
