"""Which settings a profile of French tarot has, and which values each may take.

Source: scoring specification, section 4, the table of settings.
"""

from collections.abc import Callable, Mapping
from typing import Any

from clubs.core.problems import Problem
from clubs.core.records import Contract, PoigneeSize
from clubs.core.rules import (
    ACTIVE_COUNTS,
    DoubleCallShare,
    FixedMargin,
    HalfPoints,
    MisdealDealer,
    PetitMode,
    Scale,
)

Check = Callable[[Any], bool]


def whole(low: int, high: int | None = None) -> Check:
    """An integer of this range, bounds included; true and 5.0 are none."""

    def check(value: Any) -> bool:
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and low <= value
            and (high is None or value <= high)
        )

    return check


def one_of(*allowed: str | int) -> Check:
    kinds = {type(value) for value in allowed}
    return lambda value: type(value) in kinds and value in allowed


def flag(value: Any) -> bool:
    return isinstance(value, bool)


def short_text(value: Any) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= 80


def or_null(check: Check) -> Check:
    return lambda value: value is None or check(value)


def rising_trumps(value: Any) -> bool:
    """The three sizes of a poignée: rising numbers of trumps."""
    return (
        isinstance(value, list | tuple)
        and len(value) == len(PoigneeSize)
        and all(map(whole(1, 22), value))
        and value[0] < value[1] < value[2]
    )


def weights_of(at_most: int) -> Check:
    """Sixths of so many called cards at most; one sixth at least is left to the taker."""
    return lambda value: (
        isinstance(value, list | tuple)
        and len(value) <= at_most
        and all(map(whole(1, 5), value))
        and sum(value) <= 5
    )


SETTINGS: dict[str, Check | dict[str, Check]] = {
    "name": short_text,
    "title": short_text,
    "version": whole(1),
    "scale": one_of(*(member.value for member in Scale)),
    "base_value": whole(0, 1000),
    "multipliers": {contract.value: or_null(whole(1, 1000)) for contract in Contract},
    "fixed_values": {contract.value: or_null(whole(1, 1000)) for contract in Contract},
    "fixed_margin": one_of(*(member.value for member in FixedMargin)),
    "half_points": one_of(*(member.value for member in HalfPoints)),
    "margin_step": one_of(1, 5, 10),
    "petit_au_bout": {
        "mode": one_of(*(member.value for member in PetitMode)),
        "value": whole(0, 1000),
    },
    "poignee": {size.value: whole(0, 1000) for size in PoigneeSize},
    "poignee_trumps": {str(count): rising_trumps for count in ACTIVE_COUNTS},
    "chelem": {
        "announced": whole(0, 10000),
        "unannounced": whole(0, 10000),
        "failed": whole(0, 10000),
        "defence": whole(0, 10000),
    },
    "petit_chelem": {
        "enabled": flag,
        "announced": whole(0, 10000),
        "unannounced": whole(0, 10000),
        "failed": whole(0, 10000),
    },
    "misere": {"enabled": flag, "value": whole(0, 1000)},
    "rounding": one_of(1, 5, 10),
    "call_weights": {"5": weights_of(1), "6": weights_of(2)},
    "double_call_share": one_of(*(member.value for member in DoubleCallShare)),
    "parole": flag,
    "misdeal_dealer": one_of(*(member.value for member in MisdealDealer)),
}


def setting_problems(changes: Mapping[str, Any]) -> list[Problem]:
    """Unknown settings and values outside the table of section 4, each by its path."""
    paths: list[str] = []
    for name, value in changes.items():
        check = SETTINGS.get(name)
        if name == "base":
            if not isinstance(value, str | None):
                paths.append("rules.base")
        elif check is None:
            paths.append(f"rules.{name}")
        elif isinstance(check, dict):
            paths += nested_paths(name, check, value)
        elif not check(value):
            paths.append(f"rules.{name}")
    return [Problem("rules_invalid", path) for path in paths]


def nested_paths(name: str, checks: Mapping[str, Check], value: Any) -> list[str]:
    if not isinstance(value, Mapping):
        return [f"rules.{name}"]
    return [
        f"rules.{name}.{key}"
        for key, member in value.items()
        if key not in checks or not checks[key](member)
    ]
