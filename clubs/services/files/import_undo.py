"""Taking imports back, block after block: that of one sheet, or of all sheets of a file together.

What somebody changed or used since stays (queries/import_undo.py says what). The log keeps all
that was written, and says that it was taken back; the same file may come in again.
"""

from collections.abc import Collection, Sequence
from uuid import UUID, uuid5

from django.db.models import F

from clubs.access import Actor, may_import, require
from clubs.batches import batches
from clubs.models import (
    Deal,
    DealScore,
    Evening,
    ImportedRow,
    ImportRun,
    League,
    LeagueMember,
    LeagueSitting,
    MatchScore,
    Player,
    RatingChange,
    Seat,
    Sitting,
    SittingState,
    SittingTotal,
)
from clubs.queries.import_undo import (
    BATCH,
    ImportUndo,
    free_evenings,
    runs_of_file,
    undoable,
)
from clubs.queries.imports import waiting_rest
from clubs.services.changes import Action, change
from clubs.services.deals.sums import keep_sums, lock_tables
from clubs.services.errors import LeagueClosed
from clubs.services.files.import_orders import Json
from clubs.services.seasons.counting import lock_leagues
from clubs.services.seasons.ratings import replay_from_first

UNDO_BLOCK = 100  # tables that one transaction takes back
COUNTS = ("block", "tables", "deals", "totals", "evenings", "people", "seasons")
STAYS = ("changed", "before", "used", "filled")


def undo_import(actor: Actor, run: ImportRun, *, block: int, whole_file: bool = False) -> ImportRun:
    """Take back the next block, of all imports of the file where whole_file says so: run reports of
    them. A season goes with its last table, the people with the last block, unless something else
    needs them. block is the number that the person saw; where it is not the next one nothing
    happens.

    An import that is not finished ends with it. Raises LeagueClosed and Forbidden, and then nothing
    goes.
    """
    club = run.club
    receipt = uuid5(run.uuid, f"undo {block}")
    with change(Action.UNDO_IMPORT, actor, run, lock=club, request_id=receipt) as entry:
        require(may_import(actor, club))
        is_due = run.is_begun and not run.undone_at and run.undo_block == block
        if entry.repeated or not is_due:
            entry.is_needless = True
            return run
        runs = runs_of_file(run) if whole_file else [run]
        lock_leagues(club)
        rest = undoable(runs)
        if rest.closed:
            raise LeagueClosed(rest.closed)
        losing = League.objects.filter(pk__in=[league.pk for league in rest.losing])
        losing.update(revision=F("revision") + 1)
        tables = rest.tables[:UNDO_BLOCK]
        content = _undo_tables(tables, rest.own_evenings) | _undo_leagues(rest.leagues)
        is_last = len(tables) == len(rest.tables)
        if is_last:
            content |= _undo_rest(rest)
        _add_to_undo(run, content)
        if is_last:
            run.report["undo"] |= {
                "at": entry.at.isoformat(),
                "changed": len(rest.changed),
                "before": len(rest.before),
                "used": len(rest.used),
                "filled": rest.filled,
            }
            sheets = [one.report.get("sheet") for one in sorted(runs, key=lambda one: one.made_at)]
            _offer_again(run, list(filter(None, sheets)))
            for other in runs[1:]:
                undo = {**dict.fromkeys((*COUNTS, *STAYS), 0), **other.report.get("undo", {})}
                undo |= {"at": entry.at.isoformat(), "with": str(run.uuid)}
                other.report = {**other.report, "undo": undo}
        for each in runs:
            each.finished_at = each.finished_at or entry.at
            each.content = {"columns": each.content.get("columns", {})}
            each.save(update_fields=["report", "finished_at", "content"])
        entry.after = {"file": run.digest, "block": block, **content}
        if whole_file:
            entry.after["imports"] = [str(one.uuid) for one in runs]
    return run


def _offer_again(run: ImportRun, sheets: Sequence[str]) -> None:
    """The file that waits for its other sheets waits for these as well."""
    rest = waiting_rest(run)
    if rest is None:
        return
    choices = rest.content["choices"]
    choices["done"] = [name for name in choices.get("done", ()) if name not in sheets]
    left = [name for name in rest.report.get("sheets", ()) if name not in sheets]
    rest.report = {**rest.report, "sheets": [*sheets, *left]}
    rest.save(update_fields=["content", "report"])


def _undo_tables(tables: Sequence[Sitting], own_evenings: Collection[str]) -> Json:
    """Delete these tables with all that hangs on them, and of the evenings of the import those that
    are left without any. Gives what the log says of it."""
    pks = [table.pk for table in tables]
    lock_tables(Sitting.objects.filter(pk__in=pks))
    for table in tables:
        table.state = SittingState.OPEN  # what is not closed has no sums
    keep_sums(tables)
    deals = Deal.objects.filter(sitting__in=pks)
    _forget_rows(tables, list(deals.values_list("uuid", flat=True)))
    counted = LeagueSitting.objects.filter(sitting__in=pks)
    evenings = set(counted.values_list("evening", flat=True))
    DealScore.objects.filter(deal__in=deals.values("pk")).delete()
    deal_count, _by_model = deals.delete()
    total_count, _by_model = SittingTotal.objects.filter(sitting__in=pks).delete()
    for model in (MatchScore, Seat, RatingChange, LeagueSitting):
        model.objects.filter(sitting__in=pks).delete()
    Sitting.objects.filter(pk__in=pks).delete()
    still = LeagueSitting.objects.filter(evening__in=evenings).values_list("evening", flat=True)
    free = free_evenings(own_evenings, evenings - set(still))
    Evening.objects.filter(pk__in=free).delete()
    replay_from_first(tables)
    return {
        "tables": [str(table.uuid) for table in tables],
        "deals": deal_count,
        "totals": total_count,
        "evenings": len(free),
    }


def _forget_rows(tables: Sequence[Sitting], deals: Sequence[UUID]) -> None:
    """The same rows of a file may come in again."""
    if not tables:
        return
    targets = [*deals, *(table.uuid for table in tables)]
    for part in batches(targets, BATCH):
        ImportedRow.objects.filter(club=tables[0].club_id, target_uuid__in=part).delete()


def _undo_leagues(leagues: Sequence[League]) -> Json:
    """Delete those of these seasons that have no table any more: once its tables are gone, nothing
    leads from the import to a season that was made of them."""
    gone = list(League.objects.filter(pk__in=[league.pk for league in leagues], tables=None))
    if not gone:
        return {}
    League.objects.filter(pk__in=[league.pk for league in gone]).delete()
    return {"leagues": [str(league.uuid) for league in gone]}


def _undo_rest(rest: ImportUndo) -> Json:
    """Delete the places on the list of a season that stays, and the people whom nothing else
    needs."""
    LeagueMember.objects.filter(pk__in=[row.pk for row in rest.listed]).delete()
    content: Json = {"people": [str(player.uuid) for player in rest.people]}
    for part in batches(rest.people, BATCH):
        Player.objects.filter(pk__in=[player.pk for player in part]).delete()
    return content


def _add_to_undo(run: ImportRun, content: Json) -> None:
    """Count what was taken back in the report."""
    undo = dict(run.report.get("undo", {}))
    counts = {
        "block": 1,
        "tables": len(content["tables"]),
        "deals": content["deals"],
        "totals": content["totals"],
        "evenings": content["evenings"],
        "people": len(content.get("people", ())),
        "seasons": len(content.get("leagues", ())),
    }
    run.report = {
        **run.report,
        "undo": {**undo, **{name: undo.get(name, 0) + more for name, more in counts.items()}},
    }
