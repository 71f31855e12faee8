"""Keeps the sums of tables of French tarot (games/french/models.py), fills what is missing, and
compares them with the deals. services/deals/kept.py says when.

An open table has none: a deal is recorded without a thought to statistics. Missing sums are no
difference: pages add up the deals instead.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Model, Q, QuerySet

from clubs.games.french.models import PlayerSums, TableSums
from clubs.games.french.queries.sums import (
    GAME,
    SittingSums,
    added_up,
    are_kept,
    no_deals,
    scores_at,
)
from clubs.models import Sitting, SittingState
from clubs.services.deals.differences import Difference

BLOCK = 200  # tables
ROWS = 500


def keep_sums(sittings: Sequence[Sitting]) -> None:
    """Writes the sums of closed tables as they are now, inside the transaction that locks them."""
    pks = [sitting.pk for sitting in sittings]
    forget_sums(Q(sitting__in=pks))
    sums_by_sitting = _sums_at(pks)
    rows = []
    for sitting in sittings:
        for row in sums_by_sitting[sitting.pk].rows() or ():
            row.revision = sitting.revision
            rows.append(row)
    TableSums.objects.bulk_create(
        [row for row in rows if isinstance(row, TableSums)], batch_size=ROWS
    )
    PlayerSums.objects.bulk_create(
        [row for row in rows if isinstance(row, PlayerSums)], batch_size=ROWS
    )


def _sums_at(sittings: Collection[int]) -> dict[int, SittingSums]:
    """Added up from the deals, also of tables without one."""
    sums = {sitting: no_deals(sitting) for sitting in sittings}
    return sums | {added.sitting: added for added in added_up(scores_at(sittings))}


def forget_sums(which: Q) -> None:
    PlayerSums.objects.filter(which).delete()
    TableSums.objects.filter(which).delete()


def fill_sums(tables: QuerySet[Sitting]) -> int:
    """Makes what is missing for these tables, block after block. Returns how many got sums."""
    missing = tables.filter(~are_kept(), state=SittingState.CLOSED, game=GAME)
    waiting = list(missing.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(waiting), BLOCK):
        with transaction.atomic():
            # Lock each table: a write there meanwhile comes before or after.
            rows = Sitting.objects.select_for_update().closed()
            keep_sums(list(rows.filter(pk__in=waiting[start : start + BLOCK]).order_by("pk")))
    return len(waiting)


def fill_all() -> int:
    return fill_sums(Sitting.objects.all())


def differing(pks: Sequence[int]) -> list[Sitting]:
    """Returns the tables whose kept sums are not those of their deals."""
    before = {sitting.pk: sitting for sitting in Sitting.objects.filter(are_kept(), pk__in=pks)}
    tables = TableSums.objects.filter(sitting__in=before)
    contents = _content_by_sitting([*tables, *PlayerSums.objects.filter(sitting__in=before)])
    sums = _sums_at(before)
    # Where somebody wrote meanwhile, sums and deals are not of one moment.
    at_rest = Sitting.objects.filter(pk__in=before).values_list("pk", "revision")
    return [
        before[pk]
        for pk, revision in at_rest.order_by("pk")
        if revision == before[pk].revision and contents[pk] != _sums_content(sums[pk])
    ]


def _sums_content(sums: SittingSums) -> set[Any] | None:
    rows = sums.rows()
    return None if rows is None else {_row_content(row) for row in rows}


def _content_by_sitting(rows: Iterable[Any]) -> dict[int, set[Any]]:
    contents: dict[int, set[Any]] = defaultdict(set)
    for row in rows:
        contents[row.sitting_id].add(_row_content(row))
    return contents


def _row_content(row: Model) -> tuple[object, ...]:
    """All columns but the key and the revision."""
    columns = [column.attname for column in row._meta.concrete_fields]
    values = (getattr(row, name) for name in columns if name not in ("id", "revision"))
    return (row._meta.model_name, *values)


def check_sums() -> Iterator[Difference]:
    for sitting in _tables_that_differ():
        yield _difference(sitting)


def repair_sums() -> Iterator[Difference]:
    """Makes them again where they differ, and where there are none; yields what differed."""
    for sitting in list(_tables_that_differ()):
        with transaction.atomic():
            held = Sitting.objects.select_for_update().closed().filter(pk=sitting.pk)
            keep_sums(list(held))
        yield _difference(sitting)
    fill_all()


def _tables_that_differ() -> Iterator[Sitting]:
    pks = list(TableSums.objects.order_by("sitting").values_list("sitting", flat=True).distinct())
    for start in range(0, len(pks), BLOCK):
        yield from differing(pks[start : start + BLOCK])


def _difference(sitting: Sitting) -> Difference:
    return Difference(
        f"sitting {sitting.uuid}", "sums", "other", "those of its deals", is_repairable=True
    )
