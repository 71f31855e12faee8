"""What an import needs to know of a club, and what its pages list."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet

from clubs.access import Actor, visible_clubs, visible_imports
from clubs.batches import batches
from clubs.core.free_columns import joined_free
from clubs.core.games import DEFAULT_GAME
from clubs.core.names import person_key
from clubs.models import (
    Club,
    Deal,
    ImportedRow,
    ImportRun,
    League,
    LeagueState,
    Player,
    Sitting,
    SittingState,
    SittingTotal,
)
from clubs.queries.exports import distinct_names

REMEMBERED = 20  # imports whose columns are looked at
BATCH = 500  # values of a query
REPORTED = 50  # tables


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player as names of files are compared with. exported is the key of the name that our own
    lists have, which tells those of one name apart; listed is the name in a list in order."""

    uuid: str
    name: str
    key: str
    is_archived: bool
    is_guest: bool
    exported: str = ""
    family_name: str = ""
    listed: str = ""


def known_players(club: Club) -> list[KnownPlayer]:
    """Everybody of the club except those who were made anonymous."""
    rows = list(Player.objects.filter(club=club).order_by("pk"))
    exported = distinct_names(rows)
    return [
        KnownPlayer(
            str(row.uuid),
            row.name,
            row.name_key,
            row.archived_at is not None,
            row.is_guest,
            person_key(exported[str(row.uuid)]),
            row.family_name,
            row.listed_name,
        )
        for row in sorted(rows, key=lambda row: (row.sort_key, row.pk))
        if row.anonymised_at is None
    ]


def gaps_of(
    club: Club, known: Mapping[str, Mapping[str, Any]]
) -> list[tuple[Player, dict[str, Any]]]:
    """Whom a file completes: details where a player of the club has none, and free columns that
    they do not have; nothing is replaced. known is by uuid, by columns of Player."""
    gaps = []
    for player in Player.objects.filter(club=club, uuid__in=list(known), anonymised_at=None):
        details = known[str(player.uuid)]
        news = {
            column: value
            for column, value in details.items()
            if value and column != "public_name" and not getattr(player, column)
        }
        here = tuple((label, text) for label, text in player.free_columns)
        free = joined_free(here, map(tuple, details.get("free_columns", ())))
        if free != here:
            news["free_columns"] = [list(pair) for pair in free]
        if news:
            gaps.append((player, news))
    return gaps


def importable_leagues(club: Club) -> QuerySet[League]:
    """Seasons that still take tables."""
    return League.objects.filter(club=club).exclude(state=LeagueState.CLOSED).newest_first()


def game_of_most(club: Club, leagues: Sequence[League]) -> str:
    """The game that a club has most tables of. Where it has none: the usual one, unless all these
    seasons are of others; then that of the first. One query."""
    tables = Sitting.objects.filter(club=club).exclude(state=SittingState.VOID)
    played = tables.order_by().values("game").annotate(count=Count("pk")).order_by("-count", "game")
    most = played.values_list("game", flat=True).first()
    games = [league.game for league in leagues]
    return most or (DEFAULT_GAME if DEFAULT_GAME in games or not games else games[0])


def closed_season(run: ImportRun) -> League | None:
    """The season that the rest of a file is to count for, where it was closed meanwhile."""
    uuid = run.content.get("league")
    rows = League.objects.filter(club=run.club_id, state=LeagueState.CLOSED)
    return rows.filter(uuid=UUID(uuid)).first() if uuid else None


def club_here(actor: Actor, uuid: str) -> Club | None:
    """The club of an archive, where it is here and the actor sees it."""
    try:
        return visible_clubs(actor).filter(uuid=UUID(uuid)).first()
    except ValueError:
        return None


def latest_imports(actor: Actor, club: Club) -> QuerySet[ImportRun]:
    """Newest first, without what they read."""
    rows = visible_imports(actor).filter(club=club).select_related("made_by").defer("content")
    return rows.order_by("-made_at", "-pk")


def waiting_import(actor: Actor, club: Club) -> ImportRun | None:
    """The newest file that was sent and is not imported to its end, without what it read."""
    rows = visible_imports(actor).filter(club=club, finished_at=None).defer("content")
    return rows.order_by("-made_at", "-pk").first()


def remembered_columns(club: Club, kind: str) -> dict[str, str]:
    """What people of the club said of headers, the newest word counting."""
    rows = ImportRun.objects.filter(club=club, kind=kind).order_by("-made_at", "-pk")
    headers: dict[str, str] = {}
    for columns in rows.values_list("content__columns", flat=True)[:REMEMBERED]:
        if isinstance(columns, dict):
            headers = {**columns, **headers}
    return headers


def imported_keys(club: Club, keys: Iterable[str]) -> dict[str, UUID]:
    """What came of rows that were imported before, by their keys."""
    targets: dict[str, UUID] = {}
    for part in batches(keys, BATCH):
        rows = ImportedRow.objects.filter(club=club, key__in=part)
        targets |= dict(rows.values_list("key", "target_uuid"))
    return targets


def known_deals(club: Club, uuids: Iterable[UUID]) -> dict[UUID, bool]:
    """Of these ids of deals those that are taken, and whether by a deal of the club."""
    taken: dict[UUID, bool] = {}
    for part in batches(uuids, BATCH):
        rows = Deal.objects.filter(uuid__in=part).values_list("uuid", "sitting__club_id")
        taken |= {uuid: club_id == club.pk for uuid, club_id in rows}
    return taken


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table that a file may go on with. records are its deals, oldest first, by their uuids."""

    uuid: UUID
    game: str
    rules: Mapping[str, Any]
    records: Mapping[UUID, Mapping[str, Any]]


def tables_of_deals(club: Club, uuids: Iterable[UUID]) -> dict[UUID, UUID]:
    """At which table of the club each of these deals was played; those that are there."""
    tables: dict[UUID, UUID] = {}
    for part in batches(uuids, BATCH):
        rows = Deal.objects.filter(uuid__in=part, sitting__club=club)
        tables |= dict(rows.values_list("uuid", "sitting__uuid"))
    return tables


def stored_tables(club: Club, uuids: Iterable[UUID]) -> dict[UUID, StoredTable]:
    """Of these ids those of tables of the club that take deals."""
    tables: dict[UUID, StoredTable] = {}
    for part in batches(uuids, BATCH):
        rows = Sitting.objects.filter(uuid__in=part, club=club, totals_only=False)
        for sitting in rows.prefetch_related("deals"):
            deals = sorted(sitting.deals.all(), key=lambda deal: deal.number)
            records = {deal.uuid: deal.record for deal in deals}
            tables[sitting.uuid] = StoredTable(sitting.uuid, sitting.game, sitting.rules, records)
    return tables


def known_totals_of(
    club: Club, days: Collection[date]
) -> set[tuple[date, str, frozenset[tuple[str, int]]]]:
    """Who won what at the tables of these days of which only the totals are known: their day and
    game, and the uuid and total of everybody there."""
    zone = club.zone
    first, after = club.midnight(min(days)), club.midnight(max(days), days_later=1)
    rows = SittingTotal.objects.filter(
        sitting__club=club, sitting__opened_at__gte=first, sitting__opened_at__lt=after
    )
    held: dict[int, tuple[date, str]] = {}
    won: dict[int, set[tuple[str, int]]] = {}
    for sitting_id, opened_at, game, uuid, total in rows.values_list(
        "sitting", "sitting__opened_at", "sitting__game", "player__uuid", "total"
    ):
        if opened_at is not None:
            held[sitting_id] = (opened_at.astimezone(zone).date(), game)
        won.setdefault(sitting_id, set()).add((str(uuid), total))
    return {(*held[pk], frozenset(told)) for pk, told in won.items()}


def waiting_rest(run: ImportRun) -> ImportRun | None:
    """The file of this run as it waits for its other sheets to come in; None where nothing does."""
    if not run.report.get("sheet"):
        return None  # it has one
    rows = ImportRun.objects.filter(club=run.club_id, digest=run.digest, total=0, finished_at=None)
    return rows.filter(report__is_rest=True).first()


def made_sittings(run: ImportRun) -> list[Sitting]:
    """The tables of a report, in the order they were made; the first of them."""
    report: Mapping[str, Any] = run.report
    uuids = [UUID(uuid) for uuid in report.get("tables", [])[:REPORTED]]
    sittings = Sitting.objects.select_related("club").filter(uuid__in=uuids, club=run.club_id)
    rows = {row.uuid: row for row in sittings}
    return [rows[uuid] for uuid in uuids if uuid in rows]


def known_totals(sitting: Sitting) -> list[SittingTotal]:
    """What everybody won at a table of which no deals are known, best first. One query."""
    rows = sitting.totals.select_related("player")
    return list(rows.order_by("-total", "player__sort_key", "pk"))


def is_imported(sitting: Sitting) -> bool:
    return ImportedRow.objects.filter(club=sitting.club_id, target_uuid=sitting.uuid).exists()
