"""What a game tells of a population of deals, in the shapes that one page draws for every game."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.listings.figures import Figure


@dataclass(frozen=True, slots=True)
class Tile:
    """One number with its name, both as text; note is small print under it."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """label comes first, cells follow in the order of the heads; address is where label leads."""

    label: str
    cells: Sequence[str]
    address: str = ""


@dataclass(frozen=True, slots=True)
class FigureTable:
    """key names it on its page and in the file that it can be had as; heads include the label's."""

    key: str
    title: str
    heads: Sequence[str]
    rows: Sequence[FigureRow]


@dataclass(frozen=True, slots=True)
class GameFigures:
    """deals is how many the figures are about: with none there is nothing else."""

    deals: int
    tiles: Sequence[Tile] = ()
    tables: Sequence[FigureTable] = ()
    charts: Sequence[Figure] = ()
