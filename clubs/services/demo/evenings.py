"""The interface of a game that has evenings of its own in the demo club."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clubs.services.deals.invented_deals import Record


@dataclass(frozen=True, slots=True)
class DemoEvenings:
    """The evenings of a game. rules: a built-in profile; evenings: returns the deals of one
    table for each evening, for the given players; season: the name of their season, if any."""

    rules: str
    evenings: Callable[[Sequence[str]], list[list[Record]]]
    season: str = ""
