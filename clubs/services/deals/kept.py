"""What is kept of tables beside their deals, and follows from them: the sums of closed ones, and
the matches of a game that has them, of open ones as well.

`change()` keeps it at the end of every change under the lock of a table. What comes by other ways,
files, archives, the tables of a round that close together, and tables that begin to count for a
season, is kept by whoever writes it.
"""

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet

from clubs.models import Sitting
from clubs.services.deals.bests import check_bests, fill_bests
from clubs.services.deals.differences import Difference
from clubs.services.deals.filled_sums import fill_sums
from clubs.services.deals.matches import (
    check_matches,
    fill_matches,
    keep_matches,
    missing_matches,
    repair_matches,
)
from clubs.services.deals.sums import fill_evenings, keep_sums, missing_sums
from clubs.services.deals.sums_checks import check_sums, repair_sums


def keep(sittings: Sequence[Sitting]) -> None:
    """Make what is kept of these tables, as they are now. The caller holds their locks."""
    for sitting in sittings:
        keep_matches(sitting)
    keep_sums(sittings)


def fill(sittings: QuerySet[Sitting]) -> None:
    """Make what is kept of tables that came from files and archives, or got deals from them."""
    fill_sums(sittings)
    fill_matches(sittings)


def fill_missing() -> None:
    """Sums of closed tables that have none, and matches of tables of which no deal is known to
    belong to one, unless a closed season counts them."""
    fill_sums(missing_sums())
    fill_evenings()
    fill_bests()
    fill_matches(missing_matches())


def check_kept() -> Iterator[Difference]:
    """What is kept and does not follow from the deals. Sums that are missing are no difference:
    pages add up the deals instead."""
    yield from check_sums()
    yield from check_bests()
    yield from check_matches()


def repair_kept() -> Iterator[Difference]:
    """Makes it again where it differs, and where it is missing; yields what differed."""
    yield from repair_sums()
    yield from check_bests(repair=True)
    yield from repair_matches()
