"""A rule profile of Tarocco bolognese as a frozen value, and the built-in ones.

Source: bolognese.md §7.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clubs.core.profile_books import ProfileBook
from clubs.core.setting_checks import Settings, flag, one_of, short_text, whole


class MatchEnd(StrEnum):
    """What ends a match: points reached, or a number of deals."""

    TARGET = "target"
    DEALS = "deals"


class MatchTie(StrEnum):
    EXTRA_DEAL = "extra_deal"
    DRAW = "draw"


class CallOut(StrEnum):
    """Who may end a match by an accuso, and what counts towards it (bolognese.md §9)."""

    TURN_ORDER = "turn_order"
    PAIR = "pair"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class BologneseRules:
    """A complete profile. target is in points; it has a value also where deals end a match."""

    name: str
    title: str
    version: int
    end: MatchEnd
    target: int
    deals: int
    tie: MatchTie
    call_out: CallOut
    accuso_doubling: bool
    adjacent_counters: bool

    @property
    def allows_call_out(self) -> bool:
        return self.end is MatchEnd.TARGET and self.call_out is not CallOut.OFF

    def to_json(self) -> dict[str, Any]:
        """The complete profile, in stable key order."""
        return {
            "name": self.name,
            "title": self.title,
            "version": self.version,
            "end": self.end.value,
            "target": self.target,
            "deals": self.deals,
            "tie": self.tie.value,
            "call_out": self.call_out.value,
            "accuso_doubling": self.accuso_doubling,
            "adjacent_counters": self.adjacent_counters,
        }


def _rules_from_json(profile: Mapping[str, Any]) -> BologneseRules:
    """The value of a complete profile that is known to be sound."""
    return BologneseRules(
        name=profile["name"],
        title=profile["title"],
        version=profile["version"],
        end=MatchEnd(profile["end"]),
        target=profile["target"],
        deals=profile["deals"],
        tie=MatchTie(profile["tie"]),
        call_out=CallOut(profile["call_out"]),
        accuso_doubling=profile["accuso_doubling"],
        adjacent_counters=profile["adjacent_counters"],
    )


SETTINGS: Settings = {
    "name": short_text,
    "title": short_text,
    "version": whole(1),
    "end": one_of(*(member.value for member in MatchEnd)),
    "target": whole(50, 5000),
    "deals": whole(1, 40),
    "tie": one_of(*(member.value for member in MatchTie)),
    "call_out": one_of(*(member.value for member in CallOut)),
    "accuso_doubling": flag,
    "adjacent_counters": flag,
}

OTTOCENTO: dict[str, Any] = {
    "name": "ottocento",
    "title": "Ottocento, match to 800",
    "version": 1,
    "end": "target",
    "target": 800,
    "deals": 4,
    "tie": "extra_deal",
    "call_out": "turn_order",
    "accuso_doubling": True,
    "adjacent_counters": False,
}

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

BOOK = ProfileBook((OTTOCENTO, *VARIANTS), SETTINGS, _rules_from_json)
