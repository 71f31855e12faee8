"""How the fields of a record are read from JSON, for every game: types, lists, enumerations.

Source: scoring.md §7, stage 2. Readers list what is wrong and go on, so that
all problems of the stage come out together.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from math import isfinite
from typing import Any

from clubs.core.problems import JsonType, Problem, wrong_type

# Takes a JSON value that is not null, its path, and the list for what is wrong with it.
Reader = Callable[[Any, str, list[Problem]], Any]


def says_something(value: Any) -> bool:
    """Neither null nor false nor an empty list. 0 oudlers do say something, although 0 == False."""
    return value is not None and value is not False and value != () and value != []


def read_fields(
    source: Mapping[str, Any],
    readers: Mapping[str, Reader],
    problems: list[Problem],
    prefix: str = "",
) -> dict[str, Any]:
    """The fields that are there and not null, each through its reader."""
    values = {}
    for name, value in source.items():
        reader = readers.get(name)
        if reader is None:
            problems.append(Problem("field_unknown", f"{prefix}{name}"))
        elif value is not None:
            values[name] = reader(value, prefix + name, problems)
    return values


def require(
    source: Mapping[str, Any], needed: Iterable[str], problems: list[Problem], prefix: str = ""
) -> None:
    for name in needed:
        if source.get(name) is None:
            problems.append(Problem("field_missing", f"{prefix}{name}"))


def read_text(value: Any, path: str, problems: list[Problem]) -> str | None:
    if isinstance(value, str):
        return value
    problems.append(wrong_type(path, JsonType.TEXT))
    return None


def read_flag(value: Any, path: str, problems: list[Problem]) -> bool:
    if not isinstance(value, bool):
        problems.append(wrong_type(path, JsonType.FLAG))
    return value is True


def read_whole(value: Any, path: str, problems: list[Problem]) -> int | None:
    """An integer as JSON writes it: neither 2.0 nor true is one."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    problems.append(wrong_type(path, JsonType.WHOLE))
    return None


def read_number(value: Any, path: str, problems: list[Problem]) -> int | float | None:
    """An integer, or a float that is not infinite or NaN."""
    if isinstance(value, float) and isfinite(value):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    problems.append(wrong_type(path, JsonType.NUMBER))
    return None


def read_names(value: Any, path: str, problems: list[Problem]) -> tuple[str, ...]:
    return tuple(
        name
        for index, member in enumerate(members(value, path, problems))
        if (name := read_text(member, f"{path}[{index}]", problems)) is not None
    )


def members(value: Any, path: str, problems: list[Problem]) -> Iterable[Any]:
    if isinstance(value, list | tuple):
        return value
    problems.append(wrong_type(path, JsonType.LIST))
    return ()


def one_of(allowed: Iterable[StrEnum]) -> Reader:
    """A reader of one text among these."""
    by_text = {member.value: member for member in allowed}

    def read(value: Any, path: str, problems: list[Problem]) -> StrEnum | None:
        if not isinstance(value, str):
            problems.append(wrong_type(path, JsonType.TEXT))
            return None
        member = by_text.get(value)
        if member is None:
            problems.append(Problem("value_not_allowed", path, {"allowed": tuple(by_text)}))
        return member

    return read


def entries_of(make: Callable[..., Any], **readers: Reader) -> Reader:
    """A reader of a list of small objects, every field of which is needed."""

    def read(value: Any, path: str, problems: list[Problem]) -> tuple[Any, ...]:
        entries = []
        for index, member in enumerate(members(value, path, problems)):
            if not isinstance(member, Mapping):
                problems.append(wrong_type(f"{path}[{index}]", JsonType.OBJECT))
                continue
            values = read_fields(member, readers, problems, f"{path}[{index}].")
            require(member, readers, problems, f"{path}[{index}].")
            if len(values) == len(readers):
                entries.append(make(**values))
        return tuple(entries)

    return read
