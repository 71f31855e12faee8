"""The files of each game, by the code of its register in core.

What a list of deals has in its columns, which other apps write files of the game, and what these
leave open. Each game adds its own.
"""

from dataclasses import dataclass

from clubs.exchange.imports.cells import DealColumns
from clubs.exchange.imports.shape import Format, SlamReader


@dataclass(frozen=True, slots=True)
class GameFiles:
    """The readers and writers of the files of a game. deals are the columns of a list, apps the
    files of other programs. slams asks a person about slams that such a file only notes; None where
    no file of the game does."""

    deals: DealColumns
    apps: tuple[Format, ...] = ()
    slams: SlamReader | None = None


FILES: dict[str, GameFiles] = {}
