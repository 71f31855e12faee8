"""What an import needs to know of a club, and what its pages list."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from clubs.access import Actor, visible_imports
from clubs.models import (
    Club,
    Deal,
    ImportedRow,
    ImportRun,
    League,
    LeagueState,
    Player,
    Sitting,
    SittingTotal,
)

LISTED = 10  # imports on the page
REMEMBERED = 20  # imports whose columns are looked at


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player as names of files are compared with."""

    uuid: str
    name: str
    key: str
    is_archived: bool
    is_guest: bool


def known_players(club: Club) -> list[KnownPlayer]:
    """Everybody of the club except those who were made anonymous."""
    rows = Player.objects.filter(club=club, anonymised_at=None).order_by("name_key", "pk")
    return [
        KnownPlayer(
            str(row.uuid), row.name, row.name_key, row.archived_at is not None, row.is_guest
        )
        for row in rows
    ]


def importable_leagues(club: Club) -> QuerySet[League]:
    """Seasons that still take tables."""
    return League.objects.filter(club=club).exclude(state=LeagueState.CLOSED).newest_first()


def latest_imports(actor: Actor, club: Club) -> QuerySet[ImportRun]:
    """Newest first, without what they read."""
    rows = visible_imports(actor).filter(club=club).select_related("made_by").defer("content")
    return rows.order_by("-made_at", "-pk")[:LISTED]


def remembered_columns(club: Club, kind: str) -> dict[str, str]:
    """What people of the club said of headers, the newest word counting."""
    rows = ImportRun.objects.filter(club=club, kind=kind).order_by("-made_at", "-pk")
    told: dict[str, str] = {}
    for columns in rows.values_list("content__columns", flat=True)[:REMEMBERED]:
        if isinstance(columns, dict):
            told = {**columns, **told}
    return told


def imported_keys(club: Club, keys: Iterable[str]) -> dict[str, UUID]:
    """What came of rows that were imported before, by their keys."""
    found: dict[str, UUID] = {}
    for part in parts_of(keys):
        rows = ImportedRow.objects.filter(club=club, key__in=part)
        found |= dict(rows.values_list("key", "target_uuid"))
    return found


def known_deals(club: Club, uuids: Iterable[UUID]) -> dict[UUID, bool]:
    """Of these ids of deals those that are taken, and whether by a deal of the club."""
    found: dict[UUID, bool] = {}
    for part in parts_of(uuids):
        rows = Deal.objects.filter(uuid__in=part).values_list("uuid", "sitting__club_id")
        found |= {uuid: club_id == club.pk for uuid, club_id in rows}
    return found


def parts_of(values: Iterable[Any], size: int = 500) -> Iterable[list[Any]]:
    """No database takes any number of parameters."""
    listed = list(values)
    for start in range(0, len(listed), size):
        yield listed[start : start + size]


def made_tables(run: ImportRun, *, most: int = 50) -> list[Sitting]:
    """The tables of a report, in the order they were made; the first `most`."""
    report: Mapping[str, Any] = run.report
    uuids = [UUID(uuid) for uuid in report.get("tables", [])[:most]]
    found = Sitting.objects.select_related("club").filter(uuid__in=uuids, club=run.club_id)
    rows = {row.uuid: row for row in found}
    return [rows[uuid] for uuid in uuids if uuid in rows]


def known_totals(sitting: Sitting) -> list[SittingTotal]:
    """What everybody won at a table of which no deals are known, best first. One query."""
    rows = sitting.totals.select_related("player")
    return list(rows.order_by("-total", "player__name_key", "pk"))
