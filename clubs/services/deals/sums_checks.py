"""Compares the sums that are kept of closed tables with their deals, and makes them again.

Missing sums are no difference: pages add up the deals instead.
"""

from collections.abc import Iterator, Mapping, Sequence

from django.db import transaction

from clubs.batches import batches
from clubs.models import Club, Share, Sitting, SittingState, Span, SpanKind
from clubs.queries.statistics.night_sums import written_standing
from clubs.services.deals.differences import Difference
from clubs.services.deals.filled_sums import fill_sums
from clubs.services.deals.span_sums import SpanKey, SpanSums, stored_share, stored_sums
from clubs.services.deals.sums import (
    BLOCK,
    forget_club,
    keys_of,
    missing_sums,
    parts_at_tables,
)
from clubs.services.snapshot import of_one_moment


@of_one_moment
def check_sums() -> Iterator[Difference]:
    for club in Club.objects.order_by("pk"):
        yield from _differences(club)


def repair_sums() -> Iterator[Difference]:
    """Makes those of a club again where they differ, and those that are missing."""
    for club in Club.objects.order_by("pk"):
        differences = list(_differences(club))
        if differences:
            with transaction.atomic():
                forget_club(club)
        yield from differences
    fill_sums(missing_sums())


def _differences(club: Club) -> Iterator[Difference]:
    """Day after day: what is of one day alone is compared and left behind."""
    spans = Span.objects.filter(club=club).exclude(kind=SpanKind.GATE)
    pks = {SpanKey.of(row): row.pk for row in spans.defer("counts", "standing", "sized")}
    expected: dict[SpanKey, SpanSums] = {}
    tables = Sitting.objects.filter(club=club, kept__isnull=False)
    order = list(tables.order_by("opened_at", "pk").values_list("pk", flat=True))
    for batch in batches(order, BLOCK):
        block = tables.filter(pk__in=batch).select_related("club")
        days = {key.ref for key in expected if key.kind == SpanKind.DAY}
        yield from _put_all(list(block.order_by("opened_at", "pk")), expected, pks)
        done = [key for key in expected if key.kind == SpanKind.DAY and key.ref in days]
        last = max(days, default="")
        past = {key: expected.pop(key) for key in done if key.ref < last}
        yield from _compare(past, pks)
    yield from _compare(expected, pks)
    for key in pks:
        yield _sums_differ(key)


def _put_all(
    sittings: Sequence[Sitting], expected: dict[SpanKey, SpanSums], pks: Mapping[SpanKey, int]
) -> Iterator[Difference]:
    """Puts tables into what is expected; yields those that remember something else."""
    keys, parts = keys_of(sittings), parts_at_tables(sittings)
    for sitting in sittings:
        for key in keys[sitting.pk]:
            expected.setdefault(key, SpanSums(key.kind)).put(parts[sitting.pk])
        spans = [pks.get(key) for key in keys[sitting.pk]]
        memory = {"spans": spans, "players": sorted(parts[sitting.pk])}
        if sitting.state != SittingState.CLOSED or sitting.kept != memory:
            yield _differ(f"sitting {sitting.uuid}")


def _compare(expected: Mapping[SpanKey, SpanSums], pks: dict[SpanKey, int]) -> Iterator[Difference]:
    """Takes out of pks what it compared."""
    for key, sums in expected.items():
        pk = pks.pop(key, None)
        if pk is None:
            yield _sums_differ(key)
            continue
        row = Span.objects.get(pk=pk)
        stored = stored_sums(row)
        for share in Share.objects.filter(span=pk):
            stored.shares[share.player_id] = stored_share(share)
        if stored != sums or row.standing != written_standing(sums.sized):
            yield _sums_differ(key)


def _sums_differ(key: SpanKey) -> Difference:
    return _differ(" ".join(word for word in (key.game, key.kind, key.ref, key.rules) if word))


def _differ(place: str) -> Difference:
    return Difference(place, "sums", "other", "those of its deals", is_repairable=True)
