"""Rule profiles of the volte game: their settings, and the built-in ones.

Source: tarocco_volte.md §4; tarocco_volte.md §9 says why each default is what it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clubs.core.profile_books import ProfileBook
from clubs.core.setting_checks import Settings, flag, one_of, short_text, whole


class CountedPoints(StrEnum):
    """What is multiplied: the points beyond the target, or all of the winning side."""

    DIFFERENCE = "difference"
    TOTALS = "totals"


class PremiumTiming(StrEnum):
    """Is the premium added before or after multiplying?"""

    BEFORE = "before"
    AFTER = "after"


class BonusScope(StrEnum):
    """Who can earn a bonus in the last trick."""

    TAKER = "taker"
    BOTH = "both"


class AccusaMode(StrEnum):
    """Does an accusa go to the winning side, or to who declared it?"""

    WINNERS = "winners"
    INDIVIDUAL = "individual"


@dataclass(frozen=True, slots=True)
class VolteRules:
    """A complete profile. stake_per_point is in the smallest unit of money; 0: points only."""

    name: str
    title: str
    version: int
    counted_points: CountedPoints
    premium_timing: PremiumTiming
    bonus_in_target: bool
    bonus_scope: BonusScope
    matto_last_bonus: int
    sto_bene_mode: AccusaMode
    miseria_mode: AccusaMode
    cappotto_defence: bool
    target_without_honours: int
    stake_per_point: int

    def to_json(self) -> dict[str, Any]:
        """The complete profile, in the key order of tarocco_volte.md §4 after its name."""
        return {
            "name": self.name,
            "title": self.title,
            "version": self.version,
            "counted_points": self.counted_points.value,
            "premium_timing": self.premium_timing.value,
            "bonus_in_target": self.bonus_in_target,
            "bonus_scope": self.bonus_scope.value,
            "matto_last_bonus": self.matto_last_bonus,
            "sto_bene_mode": self.sto_bene_mode.value,
            "miseria_mode": self.miseria_mode.value,
            "cappotto_defence": self.cappotto_defence,
            "target_without_honours": self.target_without_honours,
            "stake_per_point": self.stake_per_point,
        }


def _rules_from_json(profile: Mapping[str, Any]) -> VolteRules:
    """The value of a complete profile that is known to be sound."""
    return VolteRules(
        name=profile["name"],
        title=profile["title"],
        version=profile["version"],
        counted_points=CountedPoints(profile["counted_points"]),
        premium_timing=PremiumTiming(profile["premium_timing"]),
        bonus_in_target=profile["bonus_in_target"],
        bonus_scope=BonusScope(profile["bonus_scope"]),
        matto_last_bonus=profile["matto_last_bonus"],
        sto_bene_mode=AccusaMode(profile["sto_bene_mode"]),
        miseria_mode=AccusaMode(profile["miseria_mode"]),
        cappotto_defence=profile["cappotto_defence"],
        target_without_honours=profile["target_without_honours"],
        stake_per_point=profile["stake_per_point"],
    )


SETTINGS: Settings = {
    "name": short_text,
    "title": short_text,
    "version": whole(1),
    "counted_points": one_of(*(member.value for member in CountedPoints)),
    "premium_timing": one_of(*(member.value for member in PremiumTiming)),
    "bonus_in_target": flag,
    "bonus_scope": one_of(*(member.value for member in BonusScope)),
    "matto_last_bonus": whole(0, 10),
    "sto_bene_mode": one_of(*(member.value for member in AccusaMode)),
    "miseria_mode": one_of(*(member.value for member in AccusaMode)),
    "cappotto_defence": flag,
    "target_without_honours": whole(52, 91),
    "stake_per_point": whole(0, 1_000_000),
}

VOLTE: dict[str, Any] = {
    "name": "volte",
    "title": "Volte as printed",
    "version": 1,
    "counted_points": "difference",
    "premium_timing": "before",
    "bonus_in_target": True,
    "bonus_scope": "taker",
    "matto_last_bonus": 5,
    "sto_bene_mode": "winners",
    "miseria_mode": "individual",
    "cappotto_defence": True,
    "target_without_honours": 56,
    "stake_per_point": 0,
}

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

BOOK = ProfileBook((VOLTE, *VARIANTS), SETTINGS, _rules_from_json)
