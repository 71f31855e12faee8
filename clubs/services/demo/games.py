"""What a game invents, by the code of its register in core: the evenings that the demo club plays
beside the usual game, in this order, and the deals of a practice tournament.

A game without a row in DEMO has no evenings of its own in the demo club, one without a row in
INVENTED has no practice tournaments.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clubs.services.deals.invented_deals import Invent, Record


@dataclass(frozen=True, slots=True)
class DemoEvenings:
    """The evenings of a game. rules: a built-in profile; evenings: returns the deals of one
    table for each evening, for the given players; season: the name of their season, if any."""

    rules: str
    evenings: Callable[[Sequence[str]], list[list[Record]]]
    season: str = ""


DEMO: dict[str, DemoEvenings] = {}
INVENTED: dict[str, Invent] = {}
