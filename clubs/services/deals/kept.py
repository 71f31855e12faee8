"""What is kept of tables beside their deals, and follows from them: the sums that a game keeps of
closed ones (services/games.py), and the matches of a game that has them, of open ones as well.

`change()` keeps it at the end of every change under the lock of a table. What comes by other ways,
files, archives, and the tables of a round that close together, is kept by whoever writes it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from django.db.models import Q, QuerySet

from clubs.models import Sitting, SittingState
from clubs.services.deals.differences import Difference
from clubs.services.deals.matches import (
    check_matches,
    fill_matches,
    keep_matches,
    missing_matches,
    repair_matches,
)
from clubs.services.games import KEPT


def keep(sittings: Sequence[Sitting]) -> None:
    """Make what is kept of these tables, as they are now. The caller holds their locks."""
    for sitting in sittings:
        keep_matches(sitting)
    closed = [sitting for sitting in sittings if sitting.state == SittingState.CLOSED]
    for code, of_game in _by_game(closed).items():
        if code in KEPT:
            KEPT[code].keep(of_game)


def forget(sittings: Sequence[Sitting]) -> None:
    """Drop what is kept of closed tables alone, for tables that open again."""
    for code, of_game in _by_game(sittings).items():
        if code in KEPT:
            KEPT[code].forget(Q(sitting__in=[sitting.pk for sitting in of_game]))


def fill(sittings: QuerySet[Sitting]) -> None:
    """Make what is kept of tables that came from files and archives."""
    for keeper in KEPT.values():
        keeper.fill(sittings)
    fill_matches(sittings)


def fill_missing() -> None:
    """Sums of closed tables that have none, and matches of tables of which no deal is known to
    belong to one, unless a closed season counts them."""
    for keeper in KEPT.values():
        keeper.fill(Sitting.objects.all())
    fill_matches(missing_matches())


def check_kept() -> Iterator[Difference]:
    """What is kept and does not follow from the deals. Sums that are missing are no difference:
    pages add up the deals instead."""
    for keeper in KEPT.values():
        yield from keeper.check()
    yield from check_matches()


def repair_kept() -> Iterator[Difference]:
    """Makes it again where it differs, and where it is missing; yields what differed."""
    for keeper in KEPT.values():
        yield from keeper.repair()
    yield from repair_matches()


def _by_game(sittings: Iterable[Sitting]) -> dict[str, list[Sitting]]:
    groups: dict[str, list[Sitting]] = defaultdict(list)
    for sitting in sittings:
        groups[sitting.game].append(sitting)
    return groups
