"""Makes sums of many tables at once: those that came from files and archives, and missing ones."""

from django.db import transaction
from django.db.models import QuerySet

from clubs.batches import batches
from clubs.models import Sitting, SittingState
from clubs.services.deals.bests import Touched, forget_bests, keep_bests_in_blocks
from clubs.services.deals.sums import BLOCK, held_tables, move_sums


def fill_sums(tables: QuerySet[Sitting], *, block_size: int = BLOCK) -> int:
    """Makes those of these tables that are closed, block after block, in order of play; then what
    was best, which is missing meanwhile. Returns how many they are.

    block_size: how many tables are held at once. For each block the sums of its players in club and
    season are read and written again, so that large ones are quick where nobody else writes.
    """
    closed = tables.filter(state=SittingState.CLOSED)
    waiting = list(closed.order_by("club", "opened_at", "pk").values_list("pk", flat=True))
    touched: dict[tuple[int, str], Touched] = {}
    for block in batches(waiting, block_size):
        with transaction.atomic():
            # A write at one of them meanwhile comes before or after.
            moved = move_sums(held_tables(Sitting.objects.filter(pk__in=block)))
            forget_bests(moved)
        for key, changed in moved.items():
            touched.setdefault(key, Touched()).join(changed)
    keep_bests_in_blocks(touched)
    return len(waiting)
