"""The files of each game, by the code of its register in core.

What a list of deals has in its columns, which other apps write files of the game, and what these
leave open.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from clubs.exchange.imports.cells import DealColumns
from clubs.exchange.imports.shape import Format, SlamReader
from clubs.games.bolognese.exchange.columns import BOLOGNESE_COLUMNS
from clubs.games.french.exchange.apps import FORMATS as FRENCH_APPS
from clubs.games.french.exchange.columns import FRENCH_COLUMNS
from clubs.games.french.exchange.slams import FRENCH_SLAMS
from clubs.games.volte.exchange.columns import VOLTE_COLUMNS


@dataclass(frozen=True, slots=True)
class GameFiles:
    """deals are the columns of a list, apps the files of other programs. slams asks a person about
    those that such a file only notes; None where no file of the game does."""

    deals: DealColumns
    apps: tuple[Format, ...] = ()
    slams: SlamReader | None = None


FILES: Mapping[str, GameFiles] = {
    "french": GameFiles(FRENCH_COLUMNS, FRENCH_APPS, FRENCH_SLAMS),
    "bolognese": GameFiles(BOLOGNESE_COLUMNS),
    "volte": GameFiles(VOLTE_COLUMNS),
}
