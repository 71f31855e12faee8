"""The profiles of one game: those it brings along, and how one of a request is read.

Source: scoring.md §4; the same for every game.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from clubs.core.problems import DealRefused, Problem
from clubs.core.rule_settings import Profile, setting_problems

CACHE_SIZE = 256  # profiles, and at most CACHE_TEXT characters each
CACHE_TEXT = 4000

R = TypeVar("R", bound=Profile)


def _merge(parent: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The parent with what differs: object settings key by key, all others replaced."""
    merged = dict(parent)
    for name, value in changes.items():
        if name != "base":
            # A list is replaced: by places, a shorter one would keep the end of its parent's.
            merged[name] = {**parent[name], **value} if isinstance(value, Mapping) else value
    return merged


class ProfileBook(Generic[R]):
    """Built-in profiles by name, the default first.

    usual is the default; variants say as JSON what differs from it. faults are problems that only a
    complete profile shows.
    """

    def __init__(
        self,
        usual: R,
        variants: Sequence[Mapping[str, Any]],
        faults: Callable[[R], Sequence[Problem]] = lambda rules: (),
    ) -> None:
        self.make = type(usual).from_json
        self.settings = usual.settings()
        self.faults = faults
        self.default = usual.name
        self.built_in = {usual.name: usual}
        for variant in variants:
            self.built_in[variant["name"]] = self.make(_merge(usual.to_json(), variant))
        self.cache: dict[str, R] = {}

    def read(self, value: object) -> R:
        """A profile from a built-in name, an object with what differs, or None for the default.

        Raises DealRefused (`field_type`, `rules_unknown`, `rules_invalid`) with every problem.
        """
        if value is None:
            return self.built_in[self.default]
        if isinstance(value, str):
            return self.named(value, "rules")
        if not isinstance(value, Mapping):
            raise DealRefused([Problem("field_type", "rules")])
        # repr tells 1, 1.0 and true apart, which a key of the values would not: 1 == 1.0 == True.
        try:
            key = repr(value)
        except RecursionError:
            return self.merged(value)
        known = self.cache.get(key)
        if known is None:
            known = self.merged(value)
            if len(key) <= CACHE_TEXT:
                if len(self.cache) >= CACHE_SIZE:
                    self.cache.clear()
                self.cache[key] = known
        return known

    def named(self, name: str, field: str) -> R:
        if name not in self.built_in:
            raise DealRefused([Problem("rules_unknown", field, {"name": name[:80]})])
        return self.built_in[name]

    def merged(self, changes: Mapping[str, Any]) -> R:
        problems = setting_problems(changes, self.settings)
        base = changes.get("base")
        parent = self.built_in[self.default]
        if isinstance(base, str):
            try:
                parent = self.named(base, "rules.base")
            except DealRefused as refusal:
                problems += refusal.problems
        if problems:
            raise DealRefused(problems)
        rules = self.make(_merge(parent.to_json(), changes))
        if problems := list(self.faults(rules)):
            raise DealRefused(problems)
        return rules
