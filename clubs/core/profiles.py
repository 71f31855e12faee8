"""The built-in profiles of French tarot, and how a profile of a request is read.

Source: scoring specification, section 4.
"""

from collections.abc import Mapping
from typing import Any

from clubs.core.problems import DealRefused, Problem
from clubs.core.rule_settings import setting_problems
from clubs.core.rules import FrenchRules, Scale, rules_from_json

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


def merge(parent: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The parent with what differs: object settings key by key, all others replaced."""
    merged = dict(parent)
    for name, value in changes.items():
        if name != "base":
            merged[name] = {**parent[name], **value} if isinstance(value, Mapping) else value
    return merged


BUILT_IN: dict[str, FrenchRules] = {
    profile["name"]: rules_from_json(profile)
    for profile in (FFT, *(merge(FFT, variant) for variant in VARIANTS))
}
DEFAULT_RULES = "fft"
CACHE_SIZE = 256  # profiles, and at most CACHE_TEXT characters each
CACHE_TEXT = 4000
_cache: dict[str, FrenchRules] = {}


def read_rules(value: object) -> FrenchRules:
    """A profile from a built-in name, an object with what differs, or None for the default.

    Raises DealRefused (`field_type`, `rules_unknown`, `rules_invalid`) with every problem.
    """
    if value is None:
        return BUILT_IN[DEFAULT_RULES]
    if isinstance(value, str):
        return built_in(value, "rules")
    if not isinstance(value, Mapping):
        raise DealRefused([Problem("field_type", "rules")])
    try:
        key = repr(value)
    except RecursionError:
        return merged_rules(value)
    known = _cache.get(key)
    if known is None:
        known = merged_rules(value)
        if len(key) <= CACHE_TEXT:
            if len(_cache) >= CACHE_SIZE:
                _cache.clear()
            _cache[key] = known
    return known


def built_in(name: str, field: str) -> FrenchRules:
    if name not in BUILT_IN:
        raise DealRefused([Problem("rules_unknown", field, {"name": name[:80]})])
    return BUILT_IN[name]


def merged_rules(changes: Mapping[str, Any]) -> FrenchRules:
    problems = setting_problems(changes)
    base = changes.get("base")
    parent = BUILT_IN[DEFAULT_RULES]
    if isinstance(base, str):
        try:
            parent = built_in(base, "rules.base")
        except DealRefused as refusal:
            problems += refusal.problems
    if problems:
        raise DealRefused(problems)
    rules = rules_from_json(merge(parent.to_json(), changes))
    if not rules.contracts():
        table = "multipliers" if rules.scale is Scale.MULTIPLIER else "fixed_values"
        raise DealRefused([Problem("rules_invalid", f"rules.{table}")])
    return rules
