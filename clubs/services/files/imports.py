"""Files on their way in: kept while they are looked at, then written in blocks.

Nothing of a club changes before `begin_import`. Source: leagues.md §7.
"""

import base64
import json
import zlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F

from clubs.access import (
    Actor,
    may_import,
    require,
)
from clubs.models import (
    Club,
    ImportRun,
    League,
    Player,
    Sitting,
)
from clubs.queries.imports import gaps_of
from clubs.queries.people.people import Details
from clubs.services.changes import Action, change, clock
from clubs.services.deals.kept import fill
from clubs.services.errors import LeagueClosed, RequestReused
from clubs.services.files.import_orders import Json, NewTable, Order
from clubs.services.files.imported_seasons import count_imported, imported_league
from clubs.services.files.imported_tables import WrittenTables, players_by_uuid, write_tables
from clubs.services.ids import made_uuid
from clubs.services.people.people import make_players
from clubs.services.seasons.ratings import replay_from_first

BLOCK = 500  # deals, or totals, that one transaction writes
MOST_TABLES = 2_000  # of a report that are named


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
    """Keep what a person has decided of the file so far: columns, names, mended texts."""
    require(may_import(actor, run.club))
    with transaction.atomic():
        rows = ImportRun.objects.select_for_update().filter(pk=run.pk, total=0, finished_at=None)
        if rows.exists():
            run.kind, run.content = kind, content
            run.save(update_fields=["kind", "content"])
    return run


def drop_import(actor: Actor, run: ImportRun) -> int | None:
    """Throw away a file that is not finished, with what is still to be written of it.

    Gives how many rows were written, which stay; None where the import is finished and stays too.
    What was written has its entries in the log; a file that waits needs none.
    """
    require(may_import(actor, run.club))
    with transaction.atomic():
        _lock_club(run.club)  # no block is written while this is asked
        rows = ImportRun.objects.filter(pk=run.pk, finished_at=None)
        done = rows.values_list("done", flat=True).first()
        rows.delete()
    return done


def _lock_club(club: Club) -> None:
    """Take the lock of the row of the club until the transaction ends."""
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
        league = imported_league(actor, run, order)
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
            "sheet": order.sheet,
            "league": str(league.uuid) if league else None,
        }
        if order.rest:
            run.report |= _keep_rest(actor, run, dict(order.rest))
        run.finished_at = None if blocks else clock()
        run.save(update_fields=["total", "content", "report", "finished_at"])
        if blocks:
            _write_block(actor, run, 0)
    return run


def _keep_rest(actor: Actor, run: ImportRun, content: Json) -> Json:
    """Keep the file for its other sheets, as one that waits, in place of an earlier one; its report
    names them. Gives what the report of this run says of it."""
    waiting = ImportRun.objects.filter(club=run.club, digest=run.digest, total=0, finished_at=None)
    waiting.filter(report__is_rest=True).exclude(pk=run.pk).delete()
    rest = ImportRun.objects.create(
        uuid=uuid5(run.uuid, "rest"),
        club=run.club,
        kind=content.pop("kind"),
        name=run.name,
        digest=run.digest,
        report={"is_rest": True, "sheets": content.pop("sheets")},
        content=content,
        made_by=actor.user,
    )
    return {"rest": str(rest.uuid)}


def _blocks_of(tables: Iterable[NewTable]) -> Iterable[tuple[int, list[NewTable]]]:
    """Blocks of tables with BLOCK rows at most. A longer table goes on in the next blocks."""
    block: list[NewTable] = []
    size = 0
    for table in tables:
        for start in range(0, max(len(table.deals), 1), BLOCK):
            part = replace(table, deals=table.deals[start : start + BLOCK])
            count = len(part.deals) + len(part.totals)
            if block and size + count > BLOCK:
                yield size, block
                block, size = [], 0
            block.append(part)
            size += count
    if block:
        yield size, block


def go_on(actor: Actor, run: ImportRun, *, block: int) -> ImportRun:
    """Write the next block. block is the number that the person saw; where it is not the next one
    nothing is written, and the report of the run says which is."""
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
        counted: Json = {}
        written = write_tables(actor, club, tables, players_by_uuid(club), entry.at)
        if league is not None and written.tables:
            if league.is_closed:
                raise LeagueClosed(league)
            counted = count_imported(league, written, lists_members=run.content["lists_members"])
        if sittings := [sitting for sitting, _held in written.tables]:
            replay_from_first(sittings)
            fill(Sitting.objects.filter(pk__in=[sitting.pk for sitting in sittings]))
        _add_to_report(run, written, size=run.content["sizes"][block])
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
            "tables": [str(sitting.uuid) for sitting in sittings],
            "league": str(league.uuid) if league else None,
            **counted,
        }


def _add_to_report(run: ImportRun, written: WrittenTables, *, size: int) -> None:
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
    """Change words in all files that wait: in the choices made, and in the tables still to be
    written. The caller holds the lock of the club."""
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
    """Throw away every file of which nothing was written, with all that it says of people."""
    waiting = ImportRun.objects.filter(club=club, done=0, total=0, finished_at=None)
    waiting.filter(content__has_key="file").delete()


# People


def _write_people(actor: Actor, run: ImportRun, order: Order) -> tuple[int, int]:
    """Add new members and guests, and fill gaps of known players. Gives how many of each."""
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
        today = club.today()
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
    days: dict[str, date] = {}
    for table in tables:
        played = {uuid for deal in table.deals for uuid in deal.players}
        for uuid in played | {total.player for total in table.totals}:
            days[uuid] = min(days.get(uuid, table.held_on), table.held_on)
    return days


DETAILS = Details._fields
