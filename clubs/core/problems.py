"""What core says when it refuses something: codes and fields, never sentences."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as field_of
from enum import StrEnum

# Every code of scoring.md §7 that refuses a deal.
ERRORS = (
    "bad_line",
    "game_unknown",
    "field_missing",
    "field_type",
    "field_unknown",
    "players_count",
    "players_duplicate",
    "player_name_invalid",
    "rules_unknown",
    "rules_invalid",
    "value_not_allowed",
    "player_unknown",
    "duplicate_entry",
    "active_count",
    "void_has_result",
    "player_not_active",
    "called_count",
    "contract_not_in_rules",
    "oudlers_out_of_range",
    "points_out_of_range",
    "points_not_half_step",
    "points_half_not_allowed",
    "points_impossible",
    "chelem_conflict",
    "chelem_points_mismatch",
    "petit_chelem_not_in_rules",
    "petit_chelem_conflict",
    "petit_oudlers_conflict",
    "petit_camp_conflict",
    "petit_player_missing",
    "poignee_duplicate_player",
    "poignee_trumps_exceed",
    "misere_not_in_rules",
    "misere_duplicate",
    "misere_conflict",
)


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
    """What a value of JSON can be expected to be."""

    TEXT = "text"
    WHOLE = "whole"
    NUMBER = "number"
    FLAG = "flag"
    LIST = "list"
    OBJECT = "object"


def wrong_type(field: str, expected: JsonType) -> Problem:
    """`field_type`, which names what would be right."""
    return Problem("field_type", field, {"expected": expected})


class DealRefused(Exception):
    """Core does not accept the input. Carries every problem of the stage that found any."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(f"{p.code} ({p.field})" for p in self.problems))
