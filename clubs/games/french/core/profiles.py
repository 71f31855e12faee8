"""The built-in profiles of French tarot.

Source: scoring.md §4.
"""

from typing import Any

from clubs.core.problems import Problem
from clubs.core.profile_books import ProfileBook
from clubs.games.french.core.rules import FrenchRules, Scale, rules_from_json
from clubs.games.french.core.settings import SETTINGS

FFT: dict[str, Any] = {
    "name": "fft",
    "title": "FFT official rules",
    "version": 1,
    "scale": "multiplier",
    "base_value": 25,
    "multipliers": {
        "prise": 1,
        "pousse": None,
        "garde": 2,
        "garde_sans": 4,
        "garde_contre": 6,
    },
    "fixed_values": {
        "prise": 10,
        "pousse": 20,
        "garde": 40,
        "garde_sans": 80,
        "garde_contre": 160,
    },
    "fixed_margin": "add",
    "half_points": "winner",
    "margin_step": 1,
    "petit_au_bout": {"mode": "multiplied", "value": 10},
    "poignee": {"simple": 20, "double": 30, "triple": 40},
    "poignee_trumps": {"3": [13, 15, 18], "4": [10, 13, 15], "5": [8, 10, 13], "6": [7, 9, 11]},
    "chelem": {"announced": 400, "unannounced": 200, "failed": 200, "defence": 200},
    "petit_chelem": {"enabled": False, "announced": 300, "unannounced": 150, "failed": 150},
    "misere": {"enabled": False, "value": 10},
    "rounding": 1,
    "call_weights": {"5": [2], "6": [2, 1]},
    "double_call_share": "highest",
    "parole": False,
    "misdeal_dealer": "same",
}

VARIANTS: tuple[dict[str, Any], ...] = (
    {
        "name": "flat-petit",
        "title": "Petit au bout not multiplied",
        "petit_au_bout": {"mode": "flat"},
    },
    {
        "name": "personal-petit",
        "title": "Petit au bout between players",
        "petit_au_bout": {"mode": "personal"},
    },
    {
        "name": "poignee-20-40-60",
        "title": "Poignées at 20, 40 and 60",
        "poignee": {"simple": 20, "double": 40, "triple": 60},
    },
    {
        "name": "contre-8",
        "title": "Garde contre multiplied by 8",
        "multipliers": {"garde_contre": 8},
    },
    {"name": "garde-minimum", "title": "Garde as lowest contract", "multipliers": {"prise": None}},
    {"name": "fixed-scale", "title": "Fixed values", "scale": "fixed"},
    {"name": "rounded-10", "title": "Scores rounded to 10", "rounding": 10},
    {
        "name": "family",
        "title": "Family rules",
        "poignee": {"simple": 20, "double": 40, "triple": 60},
        "misere": {"enabled": True},
        "petit_chelem": {"enabled": True},
        "parole": True,
    },
)


def _no_contract(rules: FrenchRules) -> list[Problem]:
    """A profile in which nothing may be bid is none."""
    if rules.contracts():
        return []
    table = "multipliers" if rules.scale is Scale.MULTIPLIER else "fixed_values"
    return [Problem("rules_invalid", f"rules.{table}")]


BOOK = ProfileBook((FFT, *VARIANTS), SETTINGS, rules_from_json, _no_contract)
