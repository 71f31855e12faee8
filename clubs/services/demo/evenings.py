"""What a game tells of the evenings of it that the demo club plays."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clubs.services.deals.invented_deals import Record


@dataclass(frozen=True, slots=True)
class DemoEvenings:
    """What is played beside the usual game: rules is a built-in profile, evenings has the deals of
    one table an evening, for the names that sit there. season is the name of theirs, if any."""

    rules: str
    evenings: Callable[[Sequence[str]], list[list[Record]]]
    season: str = ""
