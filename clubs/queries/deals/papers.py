"""What paper has of its game, score sheets and slips of tournaments: the columns of a deal, and
what one looks up while counting."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from clubs.queries.deals.stories import RecordFact

NAME = (7, 6)  # em, of a column for a player's name: usually, and where many sit at the table


@dataclass(frozen=True, slots=True)
class BlankSheetColumn:
    """widths are in em of the print: usually, and where many sit at the table."""

    name: str
    widths: tuple[float, float]

    @classmethod
    def of(cls, name: str, width: float) -> "BlankSheetColumn":
        return cls(name, (width, width))


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """columns follow the number of the deal. of_pairs: scores are written by pair, not by seat."""

    columns: Sequence[BlankSheetColumn]
    reminder: Sequence[tuple[str, str]]
    of_pairs: bool = False


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


def rule_lines(facts: Iterable[RecordFact], keys: Iterable[str]) -> list[tuple[str, str]]:
    """These of the words of a profile, in this order; what it does not say is left out."""
    by_key = {line.key: (line.label, line.value) for line in facts}
    return [by_key[key] for key in keys if key in by_key]
