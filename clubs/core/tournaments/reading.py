"""How the parts of a tournament file are read: types, bounds, paths, and what nobody knows.

A file is refused at the first place that has problems; their fields are paths such as
`rounds[1].tables[2].deals[0].scores`.
"""

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from clubs.core.names import tidy_name
from clubs.core.plain_scores import MOST
from clubs.core.problems import DealRefused, Problem

Source = Mapping[str, Any]
T = TypeVar("T")


class TournamentFileRefused(DealRefused):
    """A file that is no tournament, or contradicts itself."""


def refuse(*problems: Problem) -> TournamentFileRefused:
    return TournamentFileRefused(problems)


def told(source: Source, name: str, kind: type[T], prefix: str) -> T | None:
    """A field of that type; None where it is missing or null. true is no number."""
    value = source.get(name)
    if value is None:
        return None
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise refuse(Problem("field_type", f"{prefix}{name}"))
    return value


def needed(source: Source, name: str, kind: type[T], prefix: str) -> T:
    value = told(source, name, kind, prefix)
    if value is None:
        raise refuse(Problem("field_missing", f"{prefix}{name}"))
    return value


def whole_number(
    source: Source, name: str, prefix: str, *, low: int, high: int | None = None
) -> int | None:
    """An integer in these bounds; None where it is missing."""
    value = told(source, name, int, prefix)
    if value is not None and (value < low or (high is not None and value > high)):
        raise refuse(Problem("value_not_allowed", f"{prefix}{name}"))
    return value


def words(source: Source, name: str, prefix: str) -> str:
    """Text with something in it that can be seen."""
    value = needed(source, name, str, prefix)
    if not tidy_name(value):
        raise refuse(Problem("field_missing", f"{prefix}{name}"))
    return value


def one_of(source: Source, name: str, allowed: type[StrEnum], prefix: str) -> str | None:
    """One of the codes; None where it is missing."""
    value = told(source, name, str, prefix)
    if value is not None and value not in {code.value for code in allowed}:
        raise refuse(Problem("value_not_allowed", f"{prefix}{name}"))
    return value


def texts(source: Source, name: str, prefix: str) -> Iterator[tuple[str, str]]:
    """The paths and texts of a list."""
    for at, value in enumerate(told(source, name, list, prefix) or ()):
        if not isinstance(value, str):
            raise refuse(Problem("field_type", f"{prefix}{name}[{at}]"))
        yield f"{prefix}{name}[{at}]", value


def objects(source: Source, name: str, prefix: str = "") -> Iterator[tuple[str, Source]]:
    """The paths and objects of a list."""
    for at, value in enumerate(told(source, name, list, prefix) or ()):
        if not isinstance(value, Mapping):
            raise refuse(Problem("field_type", f"{prefix}{name}[{at}]"))
        yield f"{prefix}{name}[{at}]", value


def scores_by_seat(
    source: Source, name: str, prefix: str, seats: Collection[str], *, may_lack: bool = False
) -> dict[str, int] | None:
    """Whole numbers by entry, in the order of the seats; None where the field is missing.

    may_lack: who is left out has 0, else everybody must be there.
    """
    value = told(source, name, dict, prefix)
    if value is None:
        return None
    path = f"{prefix}{name}"
    for player, score in value.items():
        if player not in seats:
            raise refuse(Problem("player_unknown", f"{path}.{player}", {"player": player}))
        if not isinstance(score, int) or isinstance(score, bool):
            raise refuse(Problem("field_type", f"{path}.{player}"))
        if abs(score) > MOST:
            raise refuse(Problem("score_out_of_range", f"{path}.{player}", {"most": MOST}))
    for player in seats:
        if player not in value and not may_lack:
            raise refuse(Problem("field_missing", f"{path}.{player}"))
    return {player: value.get(player, 0) for player in seats}


def others(source: Source, known: Collection[str]) -> dict[str, Any]:
    """What the format does not name, to be given back."""
    return {name: value for name, value in source.items() if name not in known}
