"""Problems and refusals of core: codes and fields, never sentences."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as field_of
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    code is one of scoring.md §7, bolognese.md §11 or tarocco_volte.md §7.
    field is a path such as `points`, `poignees[0].player` or `rules.rounding`; None means the
    whole input. params are values that a message may show, such as the bounds of a range.
    """

    code: str
    field: str | None = None
    params: Mapping[str, object] = field_of(default_factory=dict)


class JsonType(StrEnum):
    """The types of JSON that a value can be expected to have."""

    TEXT = "text"
    WHOLE = "whole"
    NUMBER = "number"
    FLAG = "flag"
    LIST = "list"
    OBJECT = "object"


def wrong_type(field: str, expected: JsonType) -> Problem:
    """`field_type`, which names what would be right."""
    return Problem("field_type", field, {"expected": expected})


def prefixed(problem: Problem, prefix: str) -> Problem:
    """The same problem, with its field as a path from the top of a file; prefix ends with a dot."""
    # A path may end with a dot of its own, that of a name such as "Anne B.".
    return replace(problem, field=prefix + problem.field if problem.field else prefix.rstrip("."))


class DealRefused(Exception):
    """Core does not accept the input. Carries every problem of the stage that found any."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(f"{p.code} ({p.field})" for p in self.problems))
