"""What a game keeps of its tables beside their deals, by the code of its register in core.

Each game adds its own; one without a row keeps nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from clubs.models import Sitting
from clubs.services.deals.differences import Difference


@dataclass(frozen=True, slots=True)
class Keeper:
    """Everything here is of closed tables of the game, and follows from their deals.

    keep makes it as it is now, inside the transaction that holds the tables; forget takes away what
    there is of them; fill makes what is missing and says of how many tables. check yields what
    differs from the deals, repair mends it and yields what it mended.
    """

    keep: Callable[[Sequence[Sitting]], None]
    forget: Callable[[Q], None]
    fill: Callable[[QuerySet[Sitting]], int]
    check: Callable[[], Iterator[Difference]]
    repair: Callable[[], Iterator[Difference]]


KEPT: dict[str, Keeper] = {}
