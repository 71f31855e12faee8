"""When a club plays: deals by weekday and hour, as a table with shades.

Source: leagues.md §4.2.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.text import capfirst

from clubs.dates import date_format

DAY, SHADES = 24, 4
MONDAY = date(2024, 1, 1)


@dataclass(frozen=True, slots=True)
class HourCell:
    """shade is 0 for no deal, else from 1 to SHADES in proportion to the most of an hour."""

    count: int
    shade: int


@dataclass(frozen=True, slots=True)
class HourTable:
    """hours are those of the columns, from the first after the longest pause of a day on; rows are
    the weekdays with their names."""

    hours: Sequence[int]
    rows: Sequence[tuple[str, Sequence[HourCell]]]

    def __bool__(self) -> bool:
        return bool(self.hours)


def hour_table(counts: Mapping[int, int]) -> HourTable:
    """counts by 24 · weekday + hour."""
    hours = _columns(slot % DAY for slot in counts)
    most = max(counts.values(), default=0)
    return HourTable(
        hours,
        [
            (_weekday(day), [_hour_cell(counts.get(DAY * day + hour, 0), most) for hour in hours])
            for day in range(7)
        ],
    )


def _hour_cell(count: int, most: int) -> HourCell:
    return HourCell(count, -(-SHADES * count // most) if count else 0)


def _columns(used: Iterable[int]) -> list[int]:
    hours = sorted(set(used))
    if not hours:
        return []
    pauses = [
        ((later - hour) % DAY or DAY, later)
        for hour, later in zip(hours, [*hours[1:], hours[0]], strict=True)
    ]
    longest, first = max(pauses)
    return [(first + step) % DAY for step in range(DAY - longest + 1)]


def _weekday(day: int) -> str:
    return capfirst(date_format(MONDAY + timedelta(days=day), "l"))
