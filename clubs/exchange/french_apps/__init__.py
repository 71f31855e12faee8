"""Files of other scorekeeping programs, as their public source code writes them.

Each becomes what the importer takes (exchange/imports/shape.py); FORMATS are its kinds of file.
Source: leagues specification, section 7.5.
"""

from clubs.exchange.french_apps.compteur import COMPTEUR
from clubs.exchange.french_apps.tarot345 import TAROT_345
from clubs.exchange.french_apps.tarot_coach import TAROT_COACH
from clubs.exchange.imports.shape import Format

FORMATS: tuple[Format, ...] = (COMPTEUR, TAROT_COACH, TAROT_345)
