"""Fields of a stranger's file: each is what it must be, or the deal is refused with its place."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from django.utils import timezone

from clubs.core.fields import says_something
from clubs.core.file_rows import Row
from clubs.core.names import name_key
from clubs.exchange.imports.shape import RowError

Object = Mapping[str, Any]
Words = Mapping[Any, Any]  # what a value of the file means

NAME_LENGTH = 80  # letters, as the club takes them
SIGNS = str.maketrans({"|": " ", "\0": " "})
SCORES = range(-100_000, 100_001)
POINTS = range(92)
MOMENT = re.compile(r"[0-9]{10,13}")  # digits of seconds or milliseconds
SECONDS = 10**11  # a moment below counts seconds, not milliseconds


class BadField(Exception):
    """A field that cannot be what the format says."""

    def __init__(self, column: str, value: object, code: str = "field_type") -> None:
        self.column, self.value, self.code = column, value, code
        super().__init__(column)

    def at(self, row: Row) -> RowError:
        shown = "" if self.value is None else str(self.value)[:60]
        return RowError(row, self.column, shown, self.code)


def has_keys(document: Any, *keys: str) -> bool:
    """Whether this is a JSON object that has these keys: no more is looked at."""
    return isinstance(document, Mapping) and all(key in document for key in keys)


def object_list(value: Any, column: str) -> list[Object]:
    """A list of objects; nothing for null."""
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
        raise BadField(column, value)
    return value


def plain_list(value: Any, column: str) -> list[Any]:
    """A list; nothing for null."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise BadField(column, value)
    return value


def whole_field(
    source: Object, column: str, allowed: Collection[int], default: int | None = None
) -> int:
    value = source.get(column, default)
    if value is None:
        raise BadField(column, value, "field_missing")
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadField(column, value)
    if value not in allowed:
        raise BadField(column, value, "value_not_allowed")
    return value


def maybe(source: Object, column: str, allowed: Collection[int]) -> int | None:
    """Reads a field as whole_field does; null or no field at all gives None."""
    return None if source.get(column) is None else whole_field(source, column, allowed)


def points_field(source: Object, column: str) -> int | float:
    """Card points, in whole or half ones."""
    value = source.get(column)
    if isinstance(value, float) and (value * 2).is_integer():
        whole = whole_field({column: int(value)}, column, POINTS)
        return whole if value.is_integer() else whole + 0.5
    return whole_field(source, column, POINTS)


def word_field(source: Object, column: str, words: Words) -> Any:
    """What the value of a field means. Null and no field at all mean nothing, unless words say
    that they must not be."""
    value = source.get(column)
    if value is None and None not in words:
        raise BadField(column, value, "field_missing")
    if isinstance(value, bool | float) or not isinstance(value, str | int | None):
        raise BadField(column, value)
    if value not in words:
        raise BadField(column, value, "value_not_allowed")
    return words[value]


def truth_field(source: Object, column: str) -> bool:
    """A yes or no as JSON and the dumps of databases write it; nothing is no."""
    value = source.get(column)
    if value not in (None, True, False, "t", "f", "true", "false"):  # 1 and 0 are equal to two
        raise BadField(column, value)
    return value in (True, "t", "true")


def day_field(source: Object, column: str) -> date:
    """The day of a moment: milliseconds or seconds since 1970, or ISO 8601."""
    value = source.get(column)
    if isinstance(value, str) and MOMENT.fullmatch(value):
        value = int(value)
    try:
        if isinstance(value, str):
            moment = datetime.fromisoformat(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            moment = datetime.fromtimestamp(value / 1000 if value > SECONDS else value, UTC)
        else:
            raise BadField(column, value, "bad_date")
        if not moment.tzinfo:
            moment = moment.replace(tzinfo=timezone.get_current_timezone())
        return timezone.localdate(moment)
    except (ValueError, OverflowError, OSError):
        raise BadField(column, value, "bad_date") from None


def seat_names(names: Iterable[Any], column: str) -> tuple[str, ...]:
    """Names in seat order; a second person of the same name gets a number."""
    distinct: dict[str, str] = {}
    numbers: Counter[str] = Counter()
    for text in names:
        if not isinstance(text, str) or not text.strip():
            raise BadField(column, text)
        first = name = " ".join(text.translate(SIGNS).split())[:NAME_LENGTH]
        while (key := name_key(name)) in distinct:
            numbers[first] += 1
            name = f"{first} {numbers[first] + 1}"
        distinct[key] = name
    return tuple(distinct.values())


def camp_of(player: str, attack: Collection[str | None]) -> str:
    return "attack" if player in attack else "defence"


def called_in(players: Sequence[str], taker: str, partner: str | None) -> list[str]:
    """Returns the called player of five, the taker where nobody was called; of any other number
    nobody."""
    return [partner or taker] if len(players) == 5 else []


def said(record: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the record without the fields that say nothing."""
    return {name: value for name, value in record.items() if says_something(value)}
