"""What a game invents, by the code of its register in core: the evenings that the demo club plays
beside the usual game, in this order, and the deals of a practice tournament.

A register of games like clubs/services/games.py, and apart from it: every write asks that one what
a game keeps, and none needs a story. A game without a row in DEMO has no evenings of its own in the
demo club, one without a row in INVENTED has no practice tournaments.
"""

from clubs.games.bolognese.services.demo import BOLOGNESE_DEMO
from clubs.games.french.services.invented import french_deal
from clubs.games.volte.services.demo import VOLTE_DEMO
from clubs.games.volte.services.invented import volte_deal
from clubs.services.deals.invented_deals import Invent
from clubs.services.demo.evenings import DemoEvenings

DEMO: dict[str, DemoEvenings] = {"bolognese": BOLOGNESE_DEMO, "volte": VOLTE_DEMO}
INVENTED: dict[str, Invent] = {"french": french_deal, "volte": volte_deal}
