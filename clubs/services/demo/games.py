"""What a game invents, by the code of its register in core: the evenings that the demo club plays
beside the usual game, in this order, and the deals of a practice tournament.

A register of games like clubs/services/games.py, and apart from it: every write asks that one what
a game keeps, and none needs a story. A game without a row in DEMO has no evenings of its own in the
demo club, one without a row in INVENTED has no practice tournaments.
"""

from clubs.services.deals.invented_deals import Invent
from clubs.services.demo.evenings import DemoEvenings

DEMO: dict[str, DemoEvenings] = {}
INVENTED: dict[str, Invent] = {}
