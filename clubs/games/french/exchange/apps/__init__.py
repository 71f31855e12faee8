"""Files of other scorekeeping programs, as their public source code writes them.

Each becomes what the importer takes (exchange/imports/shape.py); FORMATS are its kinds of file.
Source: leagues.md §7.5.
"""

from clubs.exchange.imports.shape import Format
from clubs.games.french.exchange.apps.carg import CARG
from clubs.games.french.exchange.apps.compteur import COMPTEUR
from clubs.games.french.exchange.apps.emmanuel_h import EMMANUEL_H
from clubs.games.french.exchange.apps.gasnier import GASNIER
from clubs.games.french.exchange.apps.huiteuros import HUITEUROS
from clubs.games.french.exchange.apps.magne4000 import MAGNE4000
from clubs.games.french.exchange.apps.palantarot import PALANTAROT
from clubs.games.french.exchange.apps.scoreit import SCOREIT
from clubs.games.french.exchange.apps.soviann import SOVIANN
from clubs.games.french.exchange.apps.tarot345 import TAROT_345
from clubs.games.french.exchange.apps.tarot_coach import TAROT_COACH
from clubs.games.french.exchange.apps.tarotmeter import TAROTMETER
from clubs.games.french.exchange.apps.victor import VICTOR

FORMATS: tuple[Format, ...] = (
    COMPTEUR,
    TAROT_COACH,
    TAROT_345,
    SOVIANN,
    EMMANUEL_H,
    SCOREIT,
    MAGNE4000,
    CARG,
    PALANTAROT,
    GASNIER,
    TAROTMETER,
    VICTOR,
    HUITEUROS,
)
