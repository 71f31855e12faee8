"""Rule profiles of the volte game: their settings, and the built-in ones.

Source: tarocco_volte.md §4; tarocco_volte.md §9 says why each default is what it is.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clubs.core.profile_books import ProfileBook
from clubs.core.rule_settings import Profile, Whole, setting


class CountedPoints(StrEnum):
    """What is multiplied: the points beyond the target, or all of the winning side."""

    DIFFERENCE = "difference"
    TOTALS = "totals"


class PremiumTiming(StrEnum):
    """Is the premium added before or after multiplying?"""

    BEFORE = "before"
    AFTER = "after"


class BonusScope(StrEnum):
    """The sides that can earn a bonus in the last trick."""

    TAKER = "taker"
    BOTH = "both"


class AccusaMode(StrEnum):
    """Does an accusa go to the winning side, or to the player who declared it?"""

    WINNERS = "winners"
    INDIVIDUAL = "individual"


@dataclass(frozen=True, slots=True)
class VolteRules(Profile):
    name: str = "volte"
    title: str = "Volte as printed"
    counted_points: CountedPoints = CountedPoints.DIFFERENCE
    premium_timing: PremiumTiming = PremiumTiming.BEFORE
    bonus_in_target: bool = True
    bonus_scope: BonusScope = BonusScope.TAKER
    matto_last_bonus: int = setting(5, Whole(0, 10))
    sto_bene_mode: AccusaMode = AccusaMode.WINNERS
    miseria_mode: AccusaMode = AccusaMode.INDIVIDUAL
    cappotto_defence: bool = True
    target_without_honours: int = setting(56, Whole(52, 91))
    bid_shown: bool = False


VARIANTS: tuple[dict[str, Any], ...] = (
    {
        "name": "volte-scaled",
        "title": "Premium added after multiplying",
        "premium_timing": "after",
    },
    {
        "name": "volte-totals",
        "title": "All points of the winning side",
        "counted_points": "totals",
    },
    {
        "name": "volte-tarot",
        "title": "Volte counted like French tarot",
        "premium_timing": "after",
        "bonus_scope": "both",
        "bonus_in_target": False,
        "matto_last_bonus": 0,
    },
)

BOOK = ProfileBook(VolteRules(), VARIANTS)
