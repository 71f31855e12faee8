"""What undoing imports would take back: rows that are still as the file made them.

The log says what an import made. What somebody changed or used since stays, and so do tables that
were here before and got deals from the file. That a table counts for a season is no change of the
table: it goes from the season too, and so does a season that was made of these tables alone.
"""

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Exists, OuterRef, Q

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
COUNTED = "attach_table"  # that of tables of which a season was made
BATCH = 500  # values of a query


@dataclass(frozen=True)
class ImportUndo:
    """What goes, and what stays. closed is a season that forbids it: then nothing goes.

    leagues go, losing stay without the tables; own_evenings are those of the import, by uuid.
    changed are tables that somebody used or changed since, before tables that were here before the
    file; used are people whom something else needs. filled counts those whose details were filled
    in, which stay.
    """

    tables: list[Sitting] = field(default_factory=list)
    deal_count: int = 0
    total_count: int = 0
    evening_count: int = 0
    leagues: list[League] = field(default_factory=list)
    losing: list[League] = field(default_factory=list)
    own_evenings: frozenset[str] = frozenset()
    people: list[Player] = field(default_factory=list)
    listed: list[LeagueMember] = field(default_factory=list)
    changed: list[Sitting] = field(default_factory=list)
    before: list[Sitting] = field(default_factory=list)
    used: list[Player] = field(default_factory=list)
    filled: int = 0
    closed: League | None = None

    @property
    def season(self) -> str:
        return ", ".join(league.name for league in self.leagues)

    @property
    def is_empty(self) -> bool:
        return not (self.tables or self.people or self.leagues)


def runs_of_file(run: ImportRun) -> list[ImportRun]:
    """The imports of the same file, of its other sheets as well, that may be taken back with this
    one, which is the first; the others newest first."""
    rows = ImportRun.objects.filter(club=run.club_id, digest=run.digest).exclude(pk=run.pk)
    others = rows.defer("content").order_by("-made_at", "-pk")
    return [run, *(one for one in others if one.is_begun and not one.undone_at)]


def undoable(runs: Sequence[ImportRun]) -> ImportUndo:
    """What there is to take back now of imports of one club, together: what one of them needs of
    another goes as well."""
    blocks = _undo_blocks(runs)
    tables, changed, before = _imported_tables_of(runs, blocks)
    going = {table.pk for table in tables}
    evening_of: dict[int, dict[int, int]] = defaultdict(dict)  # of the tables of each season
    leagues = _leagues_of(runs, going)
    counted = LeagueSitting.objects.filter(league__in=leagues)
    for league, sitting, evening in counted.values_list("league", "sitting", "evening"):
        evening_of[league][sitting] = evening
    own = [
        league
        for league in leagues
        if evening_of[league.pk].keys() <= going and _is_as_made(runs, league)
    ]
    every = [pair for pairs in evening_of.values() for pair in pairs.items()]
    emptied = {evening for sitting, evening in every if sitting in going}
    still = {evening for sitting, evening in every if sitting not in going}
    own_evenings = _own_evenings(blocks, leagues)
    listed = _listed(runs, blocks, going)
    people, used, filled = _people_of(runs, going, own, {row.pk for row in listed})
    losing = [league for league in leagues if evening_of[league.pk].keys() & going]
    closed = [league for league in (*losing, *own) if league.is_closed]
    return ImportUndo(
        tables=tables,
        deal_count=_count(Deal, going),
        total_count=_count(SittingTotal, going),
        evening_count=len(free_evenings(own_evenings, emptied - still)),
        leagues=own,
        losing=[league for league in losing if league not in own],
        own_evenings=own_evenings,
        people=people,
        listed=listed,
        changed=changed,
        before=before,
        used=used,
        filled=filled,
        closed=closed[0] if closed else None,
    )


def _count(model: type[Deal] | type[SittingTotal], tables: Iterable[int]) -> int:
    return sum(model.objects.filter(sitting__in=part).count() for part in batches(tables, BATCH))


def _undo_blocks(runs: Iterable[ImportRun]) -> list[_Block]:
    """When each block was written, and what the log says of it."""
    uuids = {run.uuid: run.club_id for run in runs}
    rows = AuditEntry.objects.filter(
        target_uuid__in=list(uuids), club__in=set(uuids.values()), action=LOGGED
    )
    return [(at, after or {}) for at, after in rows.values_list("at", "after")]


def _imported_tables_of(
    runs: Sequence[ImportRun], blocks: Collection[_Block]
) -> tuple[list[Sitting], list[Sitting], list[Sitting]]:
    """Those that are as the file made them, those changed since, those that were here before."""
    moments = [at for at, _after in blocks]
    uuids = [UUID(text) for _at, after in blocks for text in after["tables"]]
    going, changed, before = [], [], []
    for part in batches(dict.fromkeys(uuids), BATCH):
        rows = Sitting.objects.filter(uuid__in=part, club=runs[0].club_id).select_related("club")
        others: dict[UUID, list[int]] = {}
        for chain, number in _foreign(part, moments):
            others.setdefault(chain, []).append(number)
        published = _published(runs, part)
        for row in rows.order_by("opened_at", "pk"):
            if 1 in others.get(row.uuid, ()):
                before.append(row)
            elif row.uuid in others or row.uuid in published:
                changed.append(row)
            else:
                going.append(row)
    return going, changed, before


def _foreign(chains: Collection[UUID], moments: Collection[datetime]) -> Iterable[tuple[UUID, int]]:
    """The entries of the logs of these tables that are not of the import, by chain and number."""
    rows = AuditEntry.objects.filter(chain__uuid__in=chains)
    rows = rows.exclude(action=LOGGED, at__in=moments)
    return rows.values_list("chain__uuid", "sequence")


def _published(runs: Iterable[ImportRun], tables: Collection[UUID]) -> set[UUID]:
    """Those that count for a season whose standings were published, other than that of the
    imports."""
    rows = LeagueSitting.objects.filter(sitting__uuid__in=tables)
    rows = rows.exclude(league__uuid__in=_run_leagues(runs))
    published = Publication.objects.filter(league=OuterRef("league"))
    return set(rows.filter(Exists(published)).values_list("sitting__uuid", flat=True))


def _run_leagues(runs: Iterable[ImportRun]) -> list[UUID]:
    return [UUID(uuid) for run in runs if (uuid := run.report.get("league"))]


def _leagues_of(runs: Sequence[ImportRun], going: Collection[int]) -> list[League]:
    """The seasons of the imports, and those for which the tables that go count."""
    uuids = set(_run_leagues(runs))
    for part in batches(going, BATCH):
        rows = LeagueSitting.objects.filter(sitting__in=part).order_by()
        uuids |= set(rows.values_list("league__uuid", flat=True).distinct())
    leagues = League.objects.filter(club=runs[0].club_id, uuid__in=uuids)
    return list(leagues.select_related("club").order_by("pk"))


def _is_as_made(runs: Iterable[ImportRun], league: League) -> bool:
    """Whether the file made the season, or somebody of tables that were there, and nobody changed
    or published it since."""
    entries = AuditEntry.objects.filter(Q(chain__uuid=league.uuid) | Q(target_uuid=league.uuid))
    receipts = set(entries.values_list("request_id", flat=True))
    count = Penalty.objects.filter(evening__league=league).count()
    for run in runs:
        receipt = uuid5(run.uuid, "season")
        own = {receipt, uuid5(run.uuid, "season filled")}
        own |= {uuid5(run.uuid, f"penalty {n}") for n in range(count)}
        if receipt in receipts and receipts <= own:
            break
    else:
        of_tables = {uuid5(one, "tables") for one in receipts if one is not None}
        if len(receipts) != 2 or not receipts & of_tables or count:
            return False
    return not Publication.objects.filter(league=league).exists()


def _own_evenings(blocks: Iterable[_Block], leagues: Iterable[League]) -> frozenset[str]:
    """The evenings that imports made, or whoever made a season of tables, by uuid."""
    rows = AuditEntry.objects.filter(
        target_uuid__in=[league.uuid for league in leagues], action=COUNTED
    )
    contents = [after for _at, after in blocks] + list(rows.values_list("after", flat=True))
    return frozenset(text for after in contents if after for text in after.get("evenings", ()))


def free_evenings(own: Container[str], evenings: Collection[int]) -> list[int]:
    """Of these evenings, whose tables go, those among own, by uuid, that nobody changed, came to or
    gave a penalty at."""
    rows = Evening.objects.filter(pk__in=evenings, penalties__isnull=True, presence__isnull=True)
    uuids = {pk: uuid for pk, uuid in rows.values_list("pk", "uuid") if str(uuid) in own}
    entries = AuditEntry.objects.filter(target_uuid__in=list(uuids.values()))
    known = set(entries.values_list("target_uuid", flat=True))
    return [pk for pk, uuid in uuids.items() if uuid not in known]


def _listed(
    runs: Iterable[ImportRun], blocks: Iterable[_Block], going: Container[int]
) -> list[LeagueMember]:
    """The places on the lists of the seasons that the imports gave, and that nothing else of the
    season needs."""
    leagues = set(_run_leagues(runs))
    if not leagues:
        return []
    uuids = {
        (UUID(after["league"]), UUID(text))
        for _at, after in blocks
        for text in after.get("listed", ())
    }
    needed = set()
    seats = Seat.objects.filter(sitting__leagues__league__uuid__in=leagues)
    for league, player, table in seats.values_list("sitting__leagues__league", "player", "sitting"):
        if table not in going:
            needed.add((league, player))
    for model in (Penalty, Presence):
        named = model.objects.filter(evening__league__uuid__in=leagues)
        needed |= set(named.values_list("evening__league", "player"))
    rows = LeagueMember.objects.filter(league__uuid__in=leagues, carry_over=0)
    return [
        row
        for row in rows.select_related("league", "player")
        if (row.league.uuid, row.player.uuid) in uuids
        and (row.league_id, row.player_id) not in needed
    ]


def _people_of(
    runs: Iterable[ImportRun],
    going: Container[int],
    leagues: Collection[League],
    listed: Container[int],
) -> tuple[list[Player], list[Player], int]:
    """Those whom the files brought and nothing else needs, the others, and how many were filled
    in. leagues are those that go."""
    clubs = {run.club_id for run in runs}
    receipts = [uuid5(run.uuid, "people") for run in runs]
    entries = AuditEntry.objects.filter(request_id__in=receipts)
    contents: list[dict[str, Any]] = [
        after or {} for after in entries.values_list("after", flat=True)
    ]
    uuids = [UUID(text) for content in contents for text in content.get("players", ())]
    free: list[Player] = []
    used: list[Player] = []
    evenings = list(Evening.objects.filter(league__in=leagues).values_list("pk", flat=True))
    for part in batches(dict.fromkeys(uuids), BATCH):
        rows = list(Player.objects.filter(club__in=clubs, uuid__in=part).order_by("sort_key"))
        needed = _needed(rows, going, {league.pk for league in leagues}, evenings, listed)
        for row in rows:
            (used if row.pk in needed else free).append(row)
    return free, used, sum(len(content.get("completed", ())) for content in contents)


def _needed(
    players: Collection[Player],
    going: Container[int],
    leagues: Container[int],
    evenings: Collection[int],
    listed: Container[int],
) -> set[int]:
    """Of these players those that something else needs than the tables, the seasons with their
    evenings and the places on lists that go."""
    pks = [player.pk for player in players]
    needed = {player.pk for player in players if player.user_id or player.anonymised_at}
    seats = Seat.objects.filter(player__in=pks).values_list("player", "sitting")
    needed |= {player for player, table in seats if table not in going}
    for row in LeagueMember.objects.filter(player__in=pks):
        if row.pk not in listed and row.league_id not in leagues:
            needed.add(row.player_id)
    for rows in (Presence.objects.all(), Penalty.objects.all()):
        others = rows.filter(player__in=pks).exclude(evening__in=evenings)
        needed |= set(others.values_list("player", flat=True))
    for model in (Entry, Substitution):
        needed |= set(model.objects.filter(player__in=pks).values_list("player", flat=True))
    uuids = {player.uuid: player.pk for player in players}
    for named in (AuditEntry.objects, Link.objects):
        targets = named.filter(target_uuid__in=list(uuids)).values_list("target_uuid", flat=True)
        needed |= {uuids[uuid] for uuid in targets}
    return needed
