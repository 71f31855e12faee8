"""Are the sums that are kept those of the deals? And making what is missing.

Missing sums are no difference: pages add up the deals instead.
"""

from collections.abc import Iterator

from django.db import transaction

from clubs.games.french.models import TableSums
from clubs.games.french.services.sums import BLOCK, differing, fill_all, keep_sums
from clubs.models import Sitting
from clubs.services.deals.differences import Difference


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
