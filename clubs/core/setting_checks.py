"""Checks of the settings of a rule profile, for every game."""

from collections.abc import Callable, Mapping
from typing import Any

from clubs.core.problems import Problem

Check = Callable[[Any], bool]
Settings = Mapping[str, Check | Mapping[str, Check]]  # by name; a group of settings is nested


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


def setting_problems(changes: Mapping[str, Any], settings: Settings) -> list[Problem]:
    """Unknown settings and values that are not allowed, each by its path; `base` is a name."""
    paths: list[str] = []
    for name, value in changes.items():
        check = settings.get(name)
        if name == "base":
            if not isinstance(value, str | None):
                paths.append("rules.base")
        elif check is None:
            paths.append(f"rules.{name}")
        elif isinstance(check, Mapping):
            paths += _nested_paths(name, check, value)
        elif not check(value):
            paths.append(f"rules.{name}")
    return [Problem("rules_invalid", path) for path in paths]


def _nested_paths(name: str, checks: Mapping[str, Check], value: Any) -> list[str]:
    if not isinstance(value, Mapping):
        return [f"rules.{name}"]
    return [
        f"rules.{name}.{key}"
        for key, member in value.items()
        if key not in checks or not checks[key](member)
    ]
