"""What a game is to the services, by the code of its register in core: what the demo club plays
of it, how it invents deals for practice, and what it keeps of its tables beside their deals.

One of the registers of games, one a layer: nothing else names a game outside its own modules. A
game without a row in DEMO has no evenings of its own in the demo club, one without a row in
INVENTED has no practice tournaments, one without a row in KEPT keeps nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from clubs.games.bolognese.services.demo import BOLOGNESE_DEMO
from clubs.games.french.services import sums as french_sums
from clubs.games.french.services import sums_check as french_sums_check
from clubs.games.french.services.invented import french_deal
from clubs.games.volte.services.demo import VOLTE_DEMO
from clubs.games.volte.services.invented import volte_deal
from clubs.models import Sitting
from clubs.services.deals.differences import Difference
from clubs.services.deals.invented_deals import Invent
from clubs.services.demo.evenings import DemoEvenings

# What the demo club plays beside the usual game, in this order.
DEMO: dict[str, DemoEvenings] = {"bolognese": BOLOGNESE_DEMO, "volte": VOLTE_DEMO}
INVENTED: dict[str, Invent] = {"french": french_deal, "volte": volte_deal}


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


KEPT: dict[str, Keeper] = {
    "french": Keeper(
        keep=french_sums.keep_sums,
        forget=french_sums.forget_sums,
        fill=french_sums.fill_sums,
        check=french_sums_check.check_sums,
        repair=french_sums_check.repair_sums,
    ),
}
