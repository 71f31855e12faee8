"""The built-in profiles of French tarot, and what differs in each from the rules of the federation.

Source: scoring.md §4.
"""

from typing import Any

from clubs.core.problems import Problem
from clubs.core.profile_books import ProfileBook
from clubs.games.french.core.rules import FrenchRules, Scale

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


BOOK = ProfileBook(FrenchRules(), VARIANTS, _no_contract)
