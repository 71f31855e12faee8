"""What the paper slip of a table has of its game: columns of a deal, and what one looks up."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Width(StrEnum):
    """How wide a column is printed, by what is written there (tournament_slips.typ)."""

    NAME = "name"
    CONTRACT = "contract"
    COUNT = "count"  # one figure
    POINTS = "points"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class SlipColumn:
    """of_five: only where all five of a table play."""

    name: str
    width: Width
    of_five: bool = False


@dataclass(frozen=True, slots=True)
class SlipHelp:
    """columns stand between the number of the deal and the scores; reminder has what one looks up
    while counting, a name and a value each."""

    columns: Sequence[SlipColumn]
    reminder: Sequence[tuple[str, str]]
