"""Files on their way in: kept while they are looked at, then written in blocks.

Nothing of a club changes before `begin_import`. Source: leagues.md §7.
"""

import base64
import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F, Max

from clubs.access import (
    Actor,
    may_import,
    require,
)
from clubs.core.games import DEFAULT_GAME
from clubs.core.names import PersonName
from clubs.models import (
    Club,
    Evening,
    EveningState,
    ImportRun,
    League,
    LeagueMember,
    LeagueSitting,
    LeagueState,
    Player,
    Sitting,
)
from clubs.queries.imports import gaps_of
from clubs.services.changes import Action, change, clock
from clubs.services.deals.kept import fill
from clubs.services.errors import LeagueClosed, RequestReused
from clubs.services.files.imported_tables import NewTable, Written, write_tables
from clubs.services.ids import made_uuid
from clubs.services.people.people import make_players, today_at
from clubs.services.seasons.counting import begin
from clubs.services.seasons.leagues import create_league
from clubs.services.seasons.penalties import give_penalty
from clubs.services.seasons.ratings import replay_from

BLOCK = 500  # deals, or totals, that one transaction writes
MOST_TABLES = 2_000  # of a report that are named

Json = dict[str, Any]


def _pack(value: object) -> str:
    """A JSON value as short text."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return pack_bytes(text.encode())


def _unpack(text: str) -> Any:
    return json.loads(unpack_bytes(text))


def pack_bytes(content: bytes) -> str:
    return base64.b64encode(zlib.compress(content, 6)).decode()


def unpack_bytes(text: str) -> bytes:
    return zlib.decompress(base64.b64decode(text))


@dataclass(frozen=True, slots=True)
class NewPerson:
    """Somebody whom the file brings. details are columns of Player, as members have them."""

    uuid: UUID
    name: PersonName
    is_member: bool
    member_since: date | None = None
    is_active: bool = True
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def full_name(self) -> str:
        return self.name.whole


@dataclass(frozen=True, slots=True)
class NewPenalty:
    player: str
    points: int
    held_on: date
    reason: str


@dataclass(frozen=True, slots=True)
class NewLeague:
    """A season that is made with the import, or found by its game, name and days. members are
    uuids, and carry_over points by theirs."""

    name: str
    starts_on: date
    ends_on: date
    settings: Mapping[str, Any]
    seed: int = 0
    members: tuple[str, ...] = ()
    carry_over: Mapping[str, int] = field(default_factory=dict)
    evenings: tuple[tuple[date, str, str], ...] = ()
    penalties: tuple[NewPenalty, ...] = ()
    game: str = DEFAULT_GAME


@dataclass(frozen=True, slots=True)
class Order:
    """Everything that is to be written of a file. seasons get the tables: one that is there, or
    one that comes along. known are details for people who are there, by uuid: they fill gaps."""

    tables: Sequence[NewTable] = ()
    people: Sequence[NewPerson] = ()
    known: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    league: League | None = None
    new_league: NewLeague | None = None
    lists_members: bool = True
    repeated_count: int = 0
    skipped_count: int = 0


def start_import(
    actor: Actor,
    club: Club,
    *,
    kind: str,
    name: str,
    digest: str,
    content: Json,
    request_id: UUID,
) -> ImportRun:
    """Keep a file while it is looked at; its own person may throw it away. Safe to repeat."""
    require(may_import(actor, club))
    with transaction.atomic():
        run, is_new = ImportRun.objects.get_or_create(
            uuid=made_uuid(ImportRun, f"{club.uuid} {actor.key}", request_id),
            defaults={
                "club": club,
                "kind": kind,
                "name": name[:200],
                "digest": digest,
                "content": content,
                "made_by": actor.user,
            },
        )
    if not is_new and (run.club_id, run.digest) != (club.pk, digest):
        raise RequestReused(str(request_id))
    return run


def decide_import(actor: Actor, run: ImportRun, *, kind: str, content: Json) -> ImportRun:
    """What a person said of the file so far: columns, names, what was mended."""
    require(may_import(actor, run.club))
    with transaction.atomic():
        rows = ImportRun.objects.select_for_update().filter(pk=run.pk, total=0, finished_at=None)
        if rows.exists():
            run.kind, run.content = kind, content
            run.save(update_fields=["kind", "content"])
    return run


def drop_import(actor: Actor, run: ImportRun) -> int | None:
    """Throw away a file that is not finished, with what is still to be written of it. How many rows
    came in, which stay; None where it is finished, and then it stays as well.

    What was written has its entries in the log; a file on its way is of no account.
    """
    require(may_import(actor, run.club))
    with transaction.atomic():
        _lock_club(run.club)  # no block is written while this is asked
        rows = ImportRun.objects.filter(pk=run.pk, finished_at=None)
        done = rows.values_list("done", flat=True).first()
        rows.delete()
    return done


def _lock_club(club: Club) -> None:
    """Takes the lock of its row until the transaction ends."""
    Club.objects.filter(pk=club.pk).update(revision=F("revision"))


def begin_import(actor: Actor, run: ImportRun, make: Callable[[], Order]) -> ImportRun:
    """Write people, season and the first block; all of it when it fits into one. Safe to repeat:
    what has begun only goes on by `go_on`.

    make gives what is to be written; it is asked under the lock. Raises NameTaken, DealRefused,
    LeagueClosed and Forbidden, and then nothing is written.
    """
    club = run.club
    with transaction.atomic():
        _lock_club(club)
        run.refresh_from_db()
        if run.total or run.finished_at:
            return run
        require(may_import(actor, club))
        order = make()
        added, completed = _write_people(actor, run, order)
        league = _league_of(actor, run, order)
        blocks = list(_blocks_of(order.tables))
        run.total = sum(size for size, _tables in blocks)
        # The file is not needed again; what was said of its columns is for the next one.
        run.content = {
            "columns": run.content.get("columns", {}),
            "blocks": [_pack([table.to_json() for table in tables]) for _size, tables in blocks],
            "sizes": [size for size, _tables in blocks],
            "league": str(league.uuid) if league else None,
            "lists_members": order.lists_members,
        }
        run.report = {
            "block": 0,
            "tables": [],
            "table_count": 0,
            "deals": 0,
            "totals": 0,
            "already_imported": order.repeated_count,
            "skipped": order.skipped_count,
            "members": added,
            "completed": completed,
            "league": str(league.uuid) if league else None,
        }
        run.finished_at = None if blocks else clock()
        run.save(update_fields=["total", "content", "report", "finished_at"])
        if blocks:
            _write_block(actor, run, 0)
    return run


def _blocks_of(tables: Iterable[NewTable]) -> Iterable[tuple[int, list[NewTable]]]:
    """Tables by BLOCK rows at most. One that is longer goes on in the next blocks."""
    block: list[NewTable] = []
    size = 0
    for table in tables:
        for part in _parts_of(table):
            count = len(part.deals) + len(part.totals)
            if block and size + count > BLOCK:
                yield size, block
                block, size = [], 0
            block.append(part)
            size += count
    if block:
        yield size, block


def _parts_of(table: NewTable) -> Iterable[NewTable]:
    if len(table.deals) <= BLOCK:
        return [table]
    starts = range(0, len(table.deals), BLOCK)
    return [_part(table, start) for start in starts]


def _part(table: NewTable, start: int) -> NewTable:
    told = table.to_json()
    return NewTable.from_json({**told, "deals": told["deals"][start : start + BLOCK]})


def go_on(actor: Actor, run: ImportRun, *, block: int) -> ImportRun:
    """Write the next block. block is the one that the person was told of. Where it is not the next
    one nothing is written: the report of the run, read again, says which is."""
    with transaction.atomic():
        _write_block(actor, run, block)
    return run


def _write_block(actor: Actor, run: ImportRun, block: int) -> None:
    """One block: one transaction, one entry in the log of the club.

    Whoever may import may run its seasons too. A season that closed meanwhile takes no tables, and
    what of them is there already is counted all the same. Raises LeagueClosed.
    """
    club = run.club
    receipt = uuid5(run.uuid, f"block {block}")
    with change(Action.IMPORT, actor, run, lock=club, request_id=receipt) as entry:
        require(may_import(actor, club))
        if entry.repeated or run.finished_at or run.report.get("block") != block:
            entry.is_needless = True
            return
        tables = [NewTable.from_json(told) for told in _unpack(run.content["blocks"][block])]
        leagues = League.objects.filter(club=club, uuid=run.content["league"])
        leagues.update(revision=F("revision") + 1)  # takes the row's lock: nobody closes it now
        league = leagues.first()
        written = write_tables(actor, club, tables, _players_of(club), entry.at)
        if league is not None and written.tables:
            if league.is_closed:
                raise LeagueClosed(league)
            _count_for(league, written, lists_members=run.content["lists_members"])
        if written.tables:
            _replay_closed(written)
            fill(Sitting.objects.filter(pk__in=[one.pk for one, _held in written.tables]))
        _tell(run, written, size=run.content["sizes"][block])
        changed = ["done", "report"]
        if run.report["block"] == len(run.content["blocks"]):
            run.finished_at = entry.at
            run.content = {"columns": run.content["columns"]}
            changed += ["finished_at", "content"]
        run.save(update_fields=changed)
        entry.after = {
            "file": run.digest,
            "block": block,
            "deals": written.deal_count,
            "totals": written.total_count,
            "tables": [str(sitting.uuid) for sitting, _held in written.tables],
            "league": str(league.uuid) if league else None,
        }


def _replay_closed(written: Written) -> None:
    """Ratings, from the first of these tables on; one that is still open has no place in them."""
    closed = [one for one, _held in written.tables if one.closed_at]
    if closed:
        replay_from(min(closed, key=lambda one: (one.closed_at, one.uuid)))


def _tell(run: ImportRun, written: Written, *, size: int) -> None:
    """Add what was written to the report."""
    report = dict(run.report)
    uuids = [str(sitting.uuid) for sitting, _held in written.tables]
    new = [uuid for uuid in uuids if uuid not in report["tables"]]
    report["tables"] = [*report["tables"], *new][:MOST_TABLES]
    report["table_count"] += len(new)
    report["deals"] += written.deal_count
    report["totals"] += written.total_count
    report["already_imported"] += written.repeated_count
    report["block"] += 1
    run.report = report
    run.done = min(run.done + size, run.total)


def reword(club: Club, change_words: Callable[[Any], Any]) -> None:
    """Says what files on their way in name otherwise: what was decided of those that wait, and what
    is still to be written of the others. The caller holds the lock of the club."""
    for run in ImportRun.objects.filter(club=club, finished_at=None).order_by("pk"):
        content = dict(run.content)
        if "choices" in content:
            content["choices"] = change_words(content["choices"])
        if "blocks" in content:
            content["blocks"] = [_pack(change_words(_unpack(one))) for one in content["blocks"]]
        if content != run.content:
            run.content = content
            run.save(update_fields=["content"])


def drop_waiting(club: Club) -> None:
    """Throws away every file of which nothing was written, with all that it says of people."""
    waiting = ImportRun.objects.filter(club=club, done=0, total=0, finished_at=None)
    waiting.filter(content__has_key="file").delete()


def _players_of(club: Club) -> dict[str, Player]:
    return {str(player.uuid): player for player in Player.objects.filter(club=club)}


# People


def _write_people(actor: Actor, run: ImportRun, order: Order) -> tuple[int, int]:
    """New members and guests, and what fills a gap of those who are there. How many of each."""
    club = run.club
    people, gaps = list(order.people), gaps_of(club, order.known)
    if not people and not gaps:
        return 0, 0
    receipt = uuid5(run.uuid, "people")
    with change(Action.ADD_PLAYERS, actor, club, lock=club, request_id=receipt) as entry:
        if entry.repeated:
            return 0, 0
        for player, news in gaps:
            for column, value in news.items():
                setattr(player, column, value)
        completed = [player for player, _news in gaps]
        today = today_at(club)
        first = _first_days(order.tables)
        rows = make_players(club, [one.name for one in people], member_since=None)
        for row, person in zip(rows, people, strict=True):
            row.uuid = person.uuid
            since = person.member_since or first.get(str(person.uuid), today)
            row.member_since = since if person.is_member else None
            row.archived_at = None if person.is_active else entry.at
            for column, value in person.details.items():
                setattr(row, column, value)
        columns = ["uuid", "member_since", "archived_at", *DETAILS]
        Player.objects.bulk_update(rows, columns, batch_size=200)
        Player.objects.bulk_update(completed, DETAILS, batch_size=200)
        entry.after = {
            "players": [str(row.uuid) for row in rows],
            "completed": [str(row.uuid) for row in completed],
        }
    return len(rows), len(completed)


def _first_days(tables: Iterable[NewTable]) -> dict[str, date]:
    """The day of the first table of each, by the uuid of the player."""
    found: dict[str, date] = {}
    for table in tables:
        played = {uuid for deal in table.deals for uuid in deal.players}
        for uuid in played | {total.player for total in table.totals}:
            found[uuid] = min(found.get(uuid, table.held_on), table.held_on)
    return found


DETAILS = ["nickname", "licence", "categories", "email", "birth_year", "public_name"]


# The season


def _league_of(actor: Actor, run: ImportRun, order: Order) -> League | None:
    """The season that the tables count for; one of the file is made unless it is there."""
    if order.league is not None:
        return order.league
    told = order.new_league
    if told is None:
        return None
    club = run.club
    same = League.objects.filter(
        club=club,
        game=told.game,
        name=told.name,
        starts_on=told.starts_on,
        ends_on=told.ends_on,
    )
    league = same.order_by("pk").first()
    if league is None:
        players = _players_of(club)
        league = create_league(
            actor,
            club,
            name=told.name,
            starts_on=told.starts_on,
            ends_on=told.ends_on,
            standings_rules=told.settings,
            members=[players[uuid] for uuid in told.members],
            game=told.game,
            request_id=uuid5(run.uuid, "season"),
        )
        League.objects.filter(pk=league.pk).update(seed=told.seed, state=LeagueState.OPEN)
        league.refresh_from_db()
        for held_on, place, name in told.evenings:
            Evening.objects.get_or_create(
                league=league,
                held_on=held_on,
                name=name,
                defaults={"place": place, "state": EveningState.CLOSED},
            )
        _carry_over(league, told.carry_over)
        _write_penalties(actor, run, league, told.penalties)
    return league


def _carry_over(league: League, points: Mapping[str, int]) -> None:
    """What members bring along from before the season."""
    rows = list(league.members.select_related("player"))
    for row in rows:
        row.carry_over = points.get(str(row.player.uuid), 0)
    LeagueMember.objects.bulk_update(rows, ["carry_over"])


def _write_penalties(
    actor: Actor, run: ImportRun, league: League, penalties: Iterable[NewPenalty]
) -> None:
    players = _players_of(league.club)
    for n, one in enumerate(penalties):
        give_penalty(
            actor,
            _evening_on(league, one.held_on),
            players[one.player],
            points=one.points,
            reason=one.reason,
            request_id=uuid5(run.uuid, f"penalty {n}"),
        )


def _evening_on(league: League, day: date, name: str = "") -> Evening:
    """The evening of that day and name, else the first of the day, made where there is none."""
    found = list(league.evenings.filter(held_on=day).order_by("name", "pk"))
    if found:
        return next((evening for evening in found if evening.name == name), found[0])
    return Evening.objects.create(league=league, held_on=day, state=EveningState.CLOSED)


def _count_for(league: League, written: Written, *, lists_members: bool) -> None:
    """The tables count at the evenings of their days; members of the club who played there and
    are not on the list get the next numbers. The caller holds the lock of the season."""
    evenings = {
        held: _evening_on(league, *held) for held in {held for _one, held in written.tables}
    }
    counted = set(
        LeagueSitting.objects.filter(
            league=league, sitting__in=[sitting.pk for sitting, _held in written.tables]
        ).values_list("sitting", flat=True)
    )
    LeagueSitting.objects.bulk_create(
        LeagueSitting(league=league, evening=evenings[held], sitting=sitting)
        for sitting, held in written.tables
        if sitting.pk not in counted
    )
    begin(league)
    if lists_members:
        _list_members(league, written.players)


def _list_members(league: League, uuids: Iterable[str]) -> None:
    listed = {str(uuid) for uuid in league.members.values_list("player__uuid", flat=True)}
    fresh = [uuid for uuid in dict.fromkeys(uuids) if uuid not in listed]
    if not fresh:
        return
    rows = Player.objects.filter(uuid__in=fresh, member_since__isnull=False)
    players = {str(player.uuid): player for player in rows}
    last = league.members.aggregate(last=Max("number"))["last"] or 0
    LeagueMember.objects.bulk_create(
        LeagueMember(league=league, player=players[uuid], number=number)
        for number, uuid in enumerate((one for one in fresh if one in players), last + 1)
    )
