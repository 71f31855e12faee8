"""A rule profile of Tarocco bolognese as a frozen value, and the built-in ones.

Source: bolognese.md §7.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clubs.core.profile_books import ProfileBook
from clubs.core.rule_settings import Profile, Whole, setting


class MatchEnd(StrEnum):
    """What ends a match: points reached, or a number of deals."""

    TARGET = "target"
    DEALS = "deals"


class MatchTie(StrEnum):
    EXTRA_DEAL = "extra_deal"
    DRAW = "draw"


class CallOut(StrEnum):
    """The rule of ending a match by an accuso, and what counts towards it (bolognese.md §9)."""

    TURN_ORDER = "turn_order"
    PAIR = "pair"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class BologneseRules(Profile):
    """target is in points; it has a value also where deals end a match."""

    name: str = "ottocento"
    title: str = "Ottocento, match to 800"
    end: MatchEnd = MatchEnd.TARGET
    target: int = setting(800, Whole(50, 5000))
    deals: int = setting(4, Whole(1, 40))
    tie: MatchTie = MatchTie.EXTRA_DEAL
    call_out: CallOut = CallOut.TURN_ORDER
    accuso_doubling: bool = True
    adjacent_counters: bool = False

    @property
    def allows_call_out(self) -> bool:
        return self.end is MatchEnd.TARGET and self.call_out is not CallOut.OFF


VARIANTS: tuple[dict[str, Any], ...] = (
    {"name": "cinquecento", "title": "Cinquecento, match to 500", "target": 500},
    {"name": "mille", "title": "Mille, match to 1000", "target": 1000},
    {
        "name": "quattro-scartate",
        "title": "Quattro scartate, four deals",
        "end": "deals",
        "deals": 4,
        "tie": "draw",
        "call_out": "off",
    },
)

BOOK = ProfileBook(BologneseRules(), VARIANTS)
