"""Order among players of equal value by tie-breaks, for seasons and tournaments alike.

Source: leagues.md §3.5, tournaments.md §7.3.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Any, Generic, TypeVar

LOWER_FIRST = frozenset(
    {"fewer_deals", "lot"}
)  # of all other tie-breaks the higher value is better

Break = TypeVar("Break", bound=StrEnum)
Value = TypeVar("Value")


@dataclass(frozen=True)
class TieDecision(Generic[Break, Value]):
    """The tie-break that put a row before or behind its neighbour, with the values of both.

    None is an unknown value; a lot is the hexadecimal text that was drawn.
    """

    tie_break: Break
    mine: Value
    theirs: Value
    neighbour: str


@dataclass(frozen=True)
class TieBreaking(Generic[Break, Value]):
    """Tie-breaks of one ranking, and what each of them said of whom.

    measure gives what a tie-break sees of each player of a tied group, None for an unknown value.
    numbers order the players whom nothing tells apart. trails: by player, tie-breaks in the order
    in which they were asked.
    """

    measure: Callable[[Break, Sequence[str]], Mapping[str, Value]]
    numbers: Mapping[str, int]
    trails: dict[str, list[tuple[Break, Value]]] = field(default_factory=dict)

    def classes(self, group: Sequence[str], tie_breaks: Sequence[Break]) -> Iterator[list[str]]:
        """The group, best first, in classes that nothing tells apart; each class by number.

        Every tie-break is asked only for those whom the ones before left equal: a head to head, for
        one, sums other deals for two players than for three.
        """
        if len(group) == 1 or not tie_breaks:
            # By number: the order of the input would show among those who share a rank.
            yield sorted(group, key=lambda player: (self.numbers[player], player))
            return
        first, *others = tie_breaks
        values = self.measure(first, group)
        by_value: dict[Value, list[str]] = {}
        # By equality, as values are exact: as floats, equal means could differ in the last digit.
        for player in group:
            self.trails.setdefault(player, []).append((first, values[player]))
            by_value.setdefault(values[player], []).append(player)
        known: list[Any] = [value for value in by_value if value is not None]
        known.sort(reverse=first not in LOWER_FIRST)
        # An unknown value is worse than any known one, whichever way the known ones are sorted.
        for value in [*known, *(value for value in by_value if value is None)]:
            yield from self.classes(by_value[value], others)

    def decision(self, mine: str, theirs: str) -> TieDecision[Break, Value] | None:
        """The tie-break that parted two players of equal value, from the side of the first."""
        # The trails may differ in length: a player alone in a class is asked for nothing more.
        trails = zip(self.trails.get(mine, ()), self.trails.get(theirs, ()), strict=False)
        for (tie_break, value), (_, other) in trails:
            if value != other:
                return TieDecision(tie_break, value, other, theirs)
        return None


def lot(seed: int, number: int) -> str:
    """SHA-256 of "seed:number" in hexadecimal: anybody can draw it again. Smaller is better."""
    # One draw a number and no shuffle of the tied: that would change with who else is tied. Not
    # hash(), which differs between runs.
    return sha256(f"{seed}:{number}".encode()).hexdigest()
