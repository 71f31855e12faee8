"""How the parts of a tournament file are read: types, bounds, paths and unknown fields.

A file is refused at the first place that has problems; their fields are paths such as
`rounds[1].tables[2].deals[0].scores`.
"""

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from clubs.core.fields import typed_code, typed_field
from clubs.core.names import tidy_name
from clubs.core.plain_scores import MOST
from clubs.core.problems import DealRefused, JsonType, Problem, wrong_type

Source = Mapping[str, Any]
T = TypeVar("T")


class TournamentFileRefused(DealRefused):
    """A file that is no tournament, or contradicts itself."""


def file_refusal(*problems: Problem) -> TournamentFileRefused:
    return TournamentFileRefused(problems)


def optional_field(source: Source, name: str, kind: type[T], prefix: str) -> T | None:
    return typed_field(source, name, kind, prefix, TournamentFileRefused)


def needed(source: Source, name: str, kind: type[T], prefix: str) -> T:
    value = optional_field(source, name, kind, prefix)
    if value is None:
        raise file_refusal(Problem("field_missing", f"{prefix}{name}"))
    return value


def bounded_whole(
    source: Source, name: str, prefix: str, *, low: int, high: int | None = None
) -> int | None:
    """An integer in these bounds; None where it is missing."""
    value = optional_field(source, name, int, prefix)
    if value is not None and (value < low or (high is not None and value > high)):
        raise file_refusal(Problem("value_not_allowed", f"{prefix}{name}"))
    return value


def words(source: Source, name: str, prefix: str) -> str:
    """Text with something in it that can be seen."""
    value = needed(source, name, str, prefix)
    if not tidy_name(value):
        raise file_refusal(Problem("field_missing", f"{prefix}{name}"))
    return value


def code_among(source: Source, name: str, allowed: type[StrEnum], prefix: str) -> str | None:
    return typed_code(source, name, allowed, prefix, TournamentFileRefused)


def read_texts(source: Source, name: str, prefix: str) -> Iterator[tuple[str, str]]:
    """The paths and texts of a list."""
    for at, value in enumerate(optional_field(source, name, list, prefix) or ()):
        if not isinstance(value, str):
            raise file_refusal(wrong_type(f"{prefix}{name}[{at}]", JsonType.TEXT))
        yield f"{prefix}{name}[{at}]", value


def read_objects(source: Source, name: str, prefix: str = "") -> Iterator[tuple[str, Source]]:
    """The paths and objects of a list."""
    for at, value in enumerate(optional_field(source, name, list, prefix) or ()):
        if not isinstance(value, Mapping):
            raise file_refusal(wrong_type(f"{prefix}{name}[{at}]", JsonType.OBJECT))
        yield f"{prefix}{name}[{at}]", value


def scores_by_seat(
    source: Source,
    name: str,
    prefix: str,
    seats: Collection[str],
    *,
    may_lack: bool = False,
    is_computed: bool = False,
) -> dict[str, int] | None:
    """Whole numbers by entry, in the order of the seats; None where the field is missing.

    may_lack: who is left out has 0, else everybody must be there. is_computed: what they must be
    follows from deals, and may be more than somebody may type.
    """
    value = optional_field(source, name, dict, prefix)
    if value is None:
        return None
    path = f"{prefix}{name}"
    for player, score in value.items():
        if player not in seats:
            raise file_refusal(Problem("player_unknown", f"{path}.{player}", {"player": player}))
        if not isinstance(score, int) or isinstance(score, bool):
            raise file_refusal(wrong_type(f"{path}.{player}", JsonType.WHOLE))
        if abs(score) > MOST and not is_computed:
            raise file_refusal(Problem("score_out_of_range", f"{path}.{player}", {"most": MOST}))
    for player in seats:
        if player not in value and not may_lack:
            raise file_refusal(Problem("field_missing", f"{path}.{player}"))
    return {player: value.get(player, 0) for player in seats}


def others(source: Source, known: Collection[str]) -> dict[str, Any]:
    """The fields that the format does not name, to be given back."""
    return {name: value for name, value in source.items() if name not in known}


def positive_number(value: Any) -> int | None:
    """The value if it is a number that a small column holds. In JSON true is no number."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and 0 < value < 32768 else None


def objects_in(value: Any) -> list[Mapping[str, Any]]:
    """The objects of a list; anything else is passed over, as these parts are only for us."""
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []
