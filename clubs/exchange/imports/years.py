"""Dates that do not say all: those without a year, under a title or a name of the sheet that has
the year or the season, and those with the day or the month first."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from clubs.exchange.imports.shape import HEAD_ROWS, ImportSheet, NumberedRow, column_texts
from clubs.exchange.imports.values import (
    LONG_YEAR,
    DateOrder,
    date_order,
    dates_in,
    looks_like_date,
    order_by_month,
    read_date,
)

SEASON = re.compile(r"(?<![\d/.-])(20\d\d)\s*[-–/]\s*(?:20)?(\d\d)(?![\d/.-])")
FIRST_MONTH = 8  # of a season of two years; earlier months are of its second year
LEAP_YEAR = 2000  # has every day
SHORT = re.compile(r"\d{1,2}/\d{1,2}")


def day_of(sheet: ImportSheet) -> str:
    """The date of a sheet of one evening, as it is written in its titles or its name; empty where
    there is none, or more than one."""
    days = dict.fromkeys(day for text in (*sheet.titles, sheet.name) for day in dates_in(text))
    return next(iter(days)) if len({read_date(day) for day in days}) == 1 else ""


def with_years(sheet: ImportSheet, order: DateOrder | None = None) -> ImportSheet:
    """The sheet with the year at the dates that have none, in its header and in columns of which at
    least half of the first cells are such dates.

    Which year of a season it is depends on the month: without an order, on that of order_in. Where
    nothing shows one the page asks for it, and the sheet is read again.
    """
    years = _years_in([*sheet.titles, sheet.name])
    if years is None:
        return sheet
    first = sheet.rows[:HEAD_ROWS]
    places = {place for place in range(len(sheet.header)) if _has_short_dates(first, place)}
    cells = (row[at] for _number, row in sheet.rows for at in places if at < len(row))
    dates = [_dated(text, LEAP_YEAR) for text in (*sheet.header, *cells)]
    order = order or order_in(sheet, dates)
    dated = partial(_with_year, years=years, order=order)
    rows = [
        (number, [dated(text) if at in places else text for at, text in enumerate(row)])
        for number, row in sheet.rows
    ]
    return replace(sheet, header=tuple(map(dated, sheet.header)), rows=rows)


def order_in(sheet: ImportSheet, dates: Sequence[str]) -> DateOrder:
    """The order of day and month that these dates of the sheet show together, else the month in its
    titles, else the first rows of the other sheets."""
    order = date_order(dates)
    if order is DateOrder.ASK:
        order = order_by_month(dates, [*sheet.titles, sheet.name])
    others = (text for rows in sheet.heads.values() for _n, row in rows for text in row)
    return date_order([*dates, *others]) if order is DateOrder.ASK else order


def _years_in(texts: Iterable[str]) -> tuple[int, int] | None:
    """The two years of a season, or the same one twice; None where the texts have none, or more."""
    text = "\n".join(texts)
    pairs = {(int(one[1]), int(one[2])) for one in SEASON.finditer(text)}
    seasons = {(first, first + 1) for first, last in pairs if (first + 1) % 100 == last}
    if not seasons and not dates_in(text):
        seasons = {(int(year), int(year)) for year in LONG_YEAR.findall(text)}
    return seasons.pop() if len(seasons) == 1 else None


def _has_short_dates(rows: Sequence[NumberedRow], place: int) -> bool:
    texts = list(column_texts(rows, place))
    return 2 * sum(1 for text in texts if _dated(text, LEAP_YEAR)) >= len(texts) > 0


def _dated(text: str, year: int) -> str:
    """The date with this year; empty for a text that is no date without one. Behind a whole date a
    year would be read as its hour."""
    whole = text + ("/" if SHORT.fullmatch(text) else " ") + str(year)
    is_date = read_date(whole) or read_date(whole, DateOrder.MONTH)
    return whole if is_date and not looks_like_date(text) else ""


def _with_year(text: str, years: tuple[int, int], order: DateOrder) -> str:
    day = read_date(_dated(text, LEAP_YEAR), order) if text else None
    return _dated(text, years[day.month < FIRST_MONTH]) or text if day else text
