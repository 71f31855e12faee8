"""How fields are read from JSON, in deals, settings and files: types, lists, enumerations.

Source: scoring.md §7, stage 2. Readers list what is wrong and go on, so that
all problems of the stage come out together.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from enum import StrEnum
from math import isfinite
from typing import Any, TypeGuard, TypeVar

from clubs.core.problems import DealRefused, JsonType, Problem, wrong_type

T = TypeVar("T")
# Takes a JSON value that is not null, its path, and the list for what is wrong with it.
Reader = Callable[[Any, str, list[Problem]], Any]
_JSON_TYPES: dict[Any, JsonType] = {
    str: JsonType.TEXT,
    int: JsonType.WHOLE,
    bool: JsonType.FLAG,
    list: JsonType.LIST,
    dict: JsonType.OBJECT,
    Mapping: JsonType.OBJECT,
}


def says_something(value: Any) -> bool:
    """Is it neither null nor false nor an empty list? 0 oudlers say something, although 0 ==
    False."""
    return value is not None and value is not False and value != () and value != []


def is_empty(value: Any) -> bool:
    """Is it null, an empty list or an empty object? 0 and false are not."""
    return value is None or (isinstance(value, list | tuple | Mapping) and not value)


def without_empties(source: Mapping[str, Any]) -> dict[str, Any]:
    """The same fields; null, [] and {} all stand for an absent one (bolognese.md §8,
    tarocco_volte.md §3), so each is null."""
    return {name: None if is_empty(value) else value for name, value in source.items()}


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


def require_fields(
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


def iso_day(value: Any) -> date | None:
    """The date of a text such as 2025-09-12; None for any other form of it, and for 31 February."""
    try:
        day = date.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    return day if day.isoformat() == value else None


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


def read_object(value: Any, path: str, problems: list[Problem]) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    problems.append(wrong_type(path, JsonType.OBJECT))
    return {}


def is_object(value: object) -> TypeGuard[Mapping[str, Any]]:
    # What JSON gives is a dict: to ask a class whether it is a Mapping takes ten times as long.
    return isinstance(value, (dict, Mapping))


def object_problems(value: Any, path: str) -> list[Problem]:
    """What is wrong with a value that has to be an object: it is missing, or something else."""
    if value is None:
        return [Problem("field_missing", path)]
    return [] if is_object(value) else [wrong_type(path, JsonType.OBJECT)]


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


def whole_reader(low: int, high: int) -> Reader:
    """A reader of an integer of this range, bounds included; true and 5.0 are none."""

    def read(value: Any, path: str, problems: list[Problem]) -> int:
        number = read_whole(value, path, problems)
        if number is None:
            return low
        if not low <= number <= high:
            problems.append(Problem("value_not_allowed", path, {"low": low, "high": high}))
        return number

    return read


def or_null(reader: Reader) -> Reader:
    return lambda value, path, problems: None if value is None else reader(value, path, problems)


def list_of(reader: Reader, *, unique: bool = False, filled: bool = False) -> Reader:
    """A reader of a list. unique: nothing stands in it twice; filled: it is not empty."""

    def read(value: Any, path: str, problems: list[Problem]) -> tuple[Any, ...]:
        if filled and value in ([], ()):
            problems.append(Problem("field_missing", path))
        values = [
            reader(item, f"{path}[{at}]", problems)
            for at, item in enumerate(members(value, path, problems))
        ]
        if unique:
            problems += [
                Problem("duplicate_entry", f"{path}[{at}]")
                for at, item in enumerate(values)
                if item is not None and item in values[:at]
            ]
        return tuple(values)

    return read


def object_of(
    make: Callable[[dict[str, Any]], Any], needed: Iterable[str], readers: Mapping[str, Reader]
) -> Reader:
    """A reader of an object with these fields; it gives None for one with a problem."""

    def read(value: Any, path: str, problems: list[Problem]) -> Any:
        if not is_object(value):
            problems.append(wrong_type(path, JsonType.OBJECT))
            return None
        before = len(problems)
        values = read_fields(value, readers, problems, f"{path}.")
        require_fields(value, needed, problems, f"{path}.")
        return make(values) if len(problems) == before else None

    return read


def objects_of(read_object: Reader) -> Reader:
    """A reader of a list of objects, each read by this reader; what is no object is said to be of
    the wrong type."""

    def read(value: Any, path: str, problems: list[Problem]) -> Any:
        if is_object(value):
            return read_object(value, path, problems)
        problems.append(wrong_type(path, JsonType.OBJECT))
        return None

    return list_of(read)


def typed_field(
    source: Mapping[str, Any],
    name: str,
    kind: type[T],
    prefix: str,
    refusal: type[DealRefused] = DealRefused,
) -> T | None:
    """A field of that type; None where it is missing or null. true is no number.

    Raises refusal (`field_type`). Unlike the readers above this is for files, of which only the
    first thing that is wrong is reported.
    """
    value = source.get(name)
    if value is None:
        return None
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise refusal([wrong_type(f"{prefix}{name}", _JSON_TYPES[kind])])
    return value


def typed_code(
    source: Mapping[str, Any],
    name: str,
    allowed: Iterable[StrEnum],
    prefix: str,
    refusal: type[DealRefused] = DealRefused,
) -> str | None:
    """One of these codes; None where it is missing. Raises refusal (also `value_not_allowed`)."""
    code = typed_field(source, name, str, prefix, refusal)
    if code is not None and code not in set(allowed):
        raise refusal([Problem("value_not_allowed", f"{prefix}{name}")])
    return code


def format_problems(name: object, expected: str) -> list[Problem]:
    """The problems of the `format` of a file: `import_version` for another version of the one
    that is expected, `import_format` for anything else."""
    if name == expected:
        return []
    is_other = isinstance(name, str) and name.partition("/")[0] == expected.partition("/")[0]
    return [Problem("import_version" if is_other else "import_format", "format")]
