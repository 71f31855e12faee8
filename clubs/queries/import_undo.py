"""What undoing an import would take back: rows that are still as the file made them.

The log says what an import made. What somebody changed or used since stays, and so do tables that
were here before and got deals from the file.
"""

from collections.abc import Collection, Container, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Q

from clubs.batches import batches
from clubs.models import (
    AuditEntry,
    Deal,
    Entry,
    Evening,
    ImportRun,
    League,
    LeagueMember,
    LeagueSitting,
    Link,
    Penalty,
    Player,
    Presence,
    Publication,
    Seat,
    Sitting,
    SittingTotal,
    Substitution,
)

_Block = tuple[datetime, dict[str, Any]]

LOGGED = "import"  # the action of its entries
BATCH = 500  # values of a query


@dataclass(frozen=True)
class ImportUndo:
    """What goes, and what stays. closed is a season that forbids it: then nothing goes.

    changed are tables that somebody used or changed since, before tables that were here before the
    file; used are people whom something else needs. filled counts those whose details were filled
    in, which stay.
    """

    tables: list[Sitting] = field(default_factory=list)
    deal_count: int = 0
    total_count: int = 0
    evening_count: int = 0
    league: League | None = None
    people: list[Player] = field(default_factory=list)
    listed: list[LeagueMember] = field(default_factory=list)
    changed: list[Sitting] = field(default_factory=list)
    before: list[Sitting] = field(default_factory=list)
    used: list[Player] = field(default_factory=list)
    filled: int = 0
    closed: League | None = None

    @property
    def season(self) -> str:
        return self.league.name if self.league else ""

    @property
    def is_empty(self) -> bool:
        return not (self.tables or self.people or self.league)


def undoable(run: ImportRun) -> ImportUndo:
    """What there is to take back of an import now."""
    blocks = _undo_blocks(run)
    tables, changed, before = _imported_tables_of(run, blocks)
    going = {table.pk for table in tables}
    league = _run_league(run)
    counted = (
        LeagueSitting.objects.filter(league=league) if league else LeagueSitting.objects.none()
    )
    evening_of = dict(counted.values_list("sitting", "evening"))
    emptied = {evening for sitting, evening in evening_of.items() if sitting in going}
    still = {evening for sitting, evening in evening_of.items() if sitting not in going}
    own_league = league if league and not still and _is_as_made(run, league) else None
    listed = _listed(league, blocks, going) if league else []
    people, used, filled = _people_of(run, going, own_league, {row.pk for row in listed})
    return ImportUndo(
        tables=tables,
        deal_count=_count(Deal, going),
        total_count=_count(SittingTotal, going),
        evening_count=len(free_evenings(run, emptied - still)),
        league=own_league,
        people=people,
        listed=listed,
        changed=changed,
        before=before,
        used=used,
        filled=filled,
        closed=league if league and league.is_closed and (tables or own_league) else None,
    )


def _count(model: type[Deal] | type[SittingTotal], tables: Iterable[int]) -> int:
    return sum(model.objects.filter(sitting__in=part).count() for part in batches(tables, BATCH))


def _undo_blocks(run: ImportRun) -> list[_Block]:
    """When each block was written, and what the log says of it."""
    rows = AuditEntry.objects.filter(target_uuid=run.uuid, club=run.club_id, action=LOGGED)
    return [(at, after or {}) for at, after in rows.values_list("at", "after")]


def _imported_tables_of(
    run: ImportRun, blocks: Collection[_Block]
) -> tuple[list[Sitting], list[Sitting], list[Sitting]]:
    """Those that are as the file made them, those changed since, those that were here before."""
    moments = [at for at, _after in blocks]
    uuids = [UUID(text) for _at, after in blocks for text in after["tables"]]
    going, changed, before = [], [], []
    for part in batches(dict.fromkeys(uuids), BATCH):
        rows = Sitting.objects.filter(uuid__in=part, club=run.club_id).select_related("club")
        others: dict[UUID, list[int]] = {}
        for chain, number in _foreign(part, moments):
            others.setdefault(chain, []).append(number)
        counted = _counted_elsewhere(run, part)
        for row in rows.order_by("opened_at", "pk"):
            if 1 in others.get(row.uuid, ()):
                before.append(row)
            elif row.uuid in others or row.uuid in counted:
                changed.append(row)
            else:
                going.append(row)
    return going, changed, before


def _foreign(chains: Collection[UUID], moments: Collection[datetime]) -> Iterable[tuple[UUID, int]]:
    """The entries of the logs of these tables that are not of the import, by chain and number."""
    rows = AuditEntry.objects.filter(chain__uuid__in=chains)
    rows = rows.exclude(action=LOGGED, at__in=moments)
    return rows.values_list("chain__uuid", "sequence")


def _counted_elsewhere(run: ImportRun, tables: Collection[UUID]) -> set[UUID]:
    """Those that count for another season than that of the import."""
    rows = LeagueSitting.objects.filter(sitting__uuid__in=tables)
    uuid = run.report.get("league")
    others = rows.exclude(league__uuid=UUID(uuid)) if uuid else rows
    return set(others.values_list("sitting__uuid", flat=True))


def _run_league(run: ImportRun) -> League | None:
    uuid = run.report.get("league")
    return League.objects.filter(club=run.club_id, uuid=UUID(uuid)).first() if uuid else None


def _is_as_made(run: ImportRun, league: League) -> bool:
    """Whether the file made the season, and nobody changed or published it since."""
    receipt = uuid5(run.uuid, "season")
    if not AuditEntry.objects.filter(request_id=receipt, target_uuid=league.uuid).exists():
        return False
    count = Penalty.objects.filter(evening__league=league).count()
    own = [receipt, uuid5(run.uuid, "season filled")]
    own += (uuid5(run.uuid, f"penalty {n}") for n in range(count))
    entries = AuditEntry.objects.filter(Q(chain__uuid=league.uuid) | Q(target_uuid=league.uuid))
    is_changed = entries.exclude(request_id__in=own).exists()
    return not (is_changed or Publication.objects.filter(league=league).exists())


def free_evenings(run: ImportRun, evenings: Collection[int]) -> list[int]:
    """Of these evenings, whose tables go, those that the import made and nobody changed, came to or
    gave a penalty at."""
    own = {text for _at, after in _undo_blocks(run) for text in after.get("evenings", ())}
    rows = Evening.objects.filter(pk__in=evenings, penalties__isnull=True, presence__isnull=True)
    uuids = {pk: uuid for pk, uuid in rows.values_list("pk", "uuid") if str(uuid) in own}
    entries = AuditEntry.objects.filter(target_uuid__in=list(uuids.values()))
    known = set(entries.values_list("target_uuid", flat=True))
    return [pk for pk, uuid in uuids.items() if uuid not in known]


def _listed(league: League, blocks: Iterable[_Block], going: Container[int]) -> list[LeagueMember]:
    """The places on the list of the season that the import gave, and that nothing else of it
    needs."""
    uuids = [UUID(text) for _at, after in blocks for text in after.get("listed", ())]
    rows = LeagueMember.objects.filter(league=league, player__uuid__in=uuids, carry_over=0)
    seats = Seat.objects.filter(sitting__leagues__league=league)
    needed = {
        player for player, table in seats.values_list("player", "sitting") if table not in going
    }
    for model in (Penalty, Presence):
        named = model.objects.filter(evening__league=league)
        needed |= set(named.values_list("player", flat=True))
    return [row for row in rows if row.player_id not in needed]


def _people_of(
    run: ImportRun, going: Container[int], league: League | None, listed: Container[int]
) -> tuple[list[Player], list[Player], int]:
    """Those whom the file brought and nothing else needs, the others, and how many were filled
    in."""
    entry = AuditEntry.objects.filter(request_id=uuid5(run.uuid, "people")).first()
    content: dict[str, Any] = (entry and entry.after) or {}
    uuids = [UUID(text) for text in content.get("players", ())]
    free: list[Player] = []
    used: list[Player] = []
    for part in batches(uuids, BATCH):
        rows = list(Player.objects.filter(club=run.club_id, uuid__in=part).order_by("sort_key"))
        needed = _needed(rows, going, league, listed)
        for row in rows:
            (used if row.pk in needed else free).append(row)
    return free, used, len(content.get("completed", ()))


def _needed(
    players: Collection[Player],
    going: Container[int],
    league: League | None,
    listed: Container[int],
) -> set[int]:
    """Of these players those that something else needs than the tables, the season and the places
    on its list that go."""
    pks = [player.pk for player in players]
    needed = {player.pk for player in players if player.user_id or player.anonymised_at}
    seats = Seat.objects.filter(player__in=pks).values_list("player", "sitting")
    needed |= {player for player, table in seats if table not in going}
    for row in LeagueMember.objects.filter(player__in=pks):
        if row.pk not in listed and row.league_id != (league and league.pk):
            needed.add(row.player_id)
    for rows in (Presence.objects.all(), Penalty.objects.all()):
        others = rows.filter(player__in=pks).exclude(evening__in=_added_evenings(league))
        needed |= set(others.values_list("player", flat=True))
    for model in (Entry, Substitution):
        needed |= set(model.objects.filter(player__in=pks).values_list("player", flat=True))
    uuids = {player.uuid: player.pk for player in players}
    for named in (AuditEntry.objects, Link.objects):
        targets = named.filter(target_uuid__in=list(uuids)).values_list("target_uuid", flat=True)
        needed |= {uuids[uuid] for uuid in targets}
    return needed


def _added_evenings(league: League | None) -> list[int]:
    return list(league.evenings.values_list("pk", flat=True)) if league else []
