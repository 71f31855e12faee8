"""Files of other scorekeeping programs, as their public source code writes them.

Each becomes what the importer takes (exchange/imports/shape.py); FORMATS are its kinds of file.
Source: leagues.md §7.5.
"""

from clubs.exchange.imports.shape import Format
from clubs.games.french.exchange.apps.compteur import COMPTEUR
from clubs.games.french.exchange.apps.tarot345 import TAROT_345
from clubs.games.french.exchange.apps.tarot_coach import TAROT_COACH

FORMATS: tuple[Format, ...] = (COMPTEUR, TAROT_COACH, TAROT_345)
