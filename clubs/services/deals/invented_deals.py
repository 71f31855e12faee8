"""What is told to a game that invents a deal for practice, and what it gives."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from clubs.core.games import Rules

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The players of a deal and those who sit it out, as uuids in order of play."""

    active: Sequence[str]
    dealer: str
    out: Sequence[str]


# An ordinary deal, by chance that is passed in: the same chance invents the same deal.
Invent = Callable[[Random, Dealt, Rules], Record]


def happens(chance: Random, per_cent: int) -> bool:
    return chance.random() * 100 < per_cent
