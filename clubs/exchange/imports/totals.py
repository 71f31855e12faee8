"""Totals of old spreadsheets become tables without deals. Source: leagues.md §7.2.

Wide: a column of players and one an evening. Long: a row a player and table.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import date

from clubs.exchange.imports.columns import Columns
from clubs.exchange.imports.deals import table_key
from clubs.exchange.imports.lines import Line, lines_of
from clubs.exchange.imports.shape import (
    ImportedFile,
    ImportedTable,
    ImportedTotal,
    Row,
    RowError,
    Sheet,
)
from clubs.exchange.imports.values import (
    DateOrder,
    looks_like_date,
    person_key,
    read_date,
)

HUNDREDTHS = 100
DEALS = range(1, 10_000)  # of an evening
MOST = 1_000_000  # score points of an evening; far more than any brings

Found = dict[str, tuple[date, str, list[ImportedTotal]]]  # day, label and rows by key


def read_totals(
    sheet: Sheet,
    columns: Columns,
    order: DateOrder,
    *,
    is_complete: bool,
    left_out: Collection[str] = (),
) -> ImportedFile:
    """One table an evening, or a table where the rows name it.

    left_out: rows that are of nobody, such as sums of columns, by the person_key of their name.

    is_complete: every evening must add up to 0; else it is a warning when one does not.
    """
    errors: list[RowError] = []
    found: Found = {}
    lines = [
        line for line in lines_of(sheet, columns) if person_key(line.text("player")) not in left_out
    ]
    if columns.is_wide:
        days = _read_days(columns, order, errors, row=_header_row(sheet))
        for line in lines:
            _read_wide(line, days, found)
    else:
        for line in lines:
            _read_long(line, order, found)
    for line in lines:
        errors += line.errors
    tables = tuple(
        ImportedTable(
            key=f"totals|{key}",
            label=label,
            date=day,
            players=tuple(total.player for total in totals),
            totals=tuple(totals),
        )
        for key, (day, label, totals) in found.items()
    )
    wrong_sums = sum_errors(tables, is_complete=is_complete)
    return ImportedFile(tables, (*errors, *wrong_sums))


def _header_row(sheet: Sheet) -> int:
    return sheet.rows[0][0] - 1 if sheet.rows else 1


def _read_days(
    columns: Columns, order: DateOrder, errors: list[RowError], row: Row
) -> dict[str, date]:
    """The date of each column of an evening."""
    days: dict[str, date] = {}
    for column in columns.index():
        if looks_like_date(column):
            day = read_date(column, order)
            if day is None:
                errors.append(RowError(row, column, column, "bad_date"))
            else:
                days[column] = day
    return days


def _read_wide(line: Line, days: dict[str, date], found: Found) -> None:
    player = line.text("player")
    if not player:
        line.refuse("player", "field_missing")
        return
    told = 0
    for column, day in days.items():
        score = _score_of(line, column)
        if score is None:
            continue
        told += score
        total = ImportedTotal(line.number, column, player, score)
        _add(line, found, day, "", total)
    is_read = not line.errors  # else the sum is wrong for that reason
    expected = line.whole("total")
    if is_read and expected is not None and expected != told:
        line.refuse("total", "total_mismatch", ours=told, theirs=expected)


def _read_long(line: Line, order: DateOrder, found: Found) -> None:
    day, player = line.day("date", order), line.text("player")
    for column in ("player", "score"):
        if not line.text(column):
            line.refuse(column, "field_missing")
    score = _score_of(line, "score")
    deals = line.whole("deals")
    if deals is not None and deals not in DEALS:
        line.refuse("deals", "bad_number", low=DEALS[0], high=DEALS[-1])
    points = line.number_of("points")
    if points is not None and abs(points) > MOST:
        line.refuse("points", "bad_number", low=-MOST, high=MOST)
    if line.errors or day is None or score is None:
        return
    total = ImportedTotal(
        line.number,
        "score",
        player,
        score,
        deal_count=deals,
        place_points=None if points is None else round(points * HUNDREDTHS),
    )
    _add(line, found, day, line.text("table"), total)


def _score_of(line: Line, column: str) -> int | None:
    score = line.whole(column)
    if score is not None and abs(score) > MOST:
        line.refuse(column, "bad_number", low=-MOST, high=MOST)
        return None
    return score


def _add(line: Line, found: Found, day: date, label: str, total: ImportedTotal) -> None:
    """Into the table of that day; nobody is at one twice."""
    _day, _label, totals = found.setdefault(table_key(day, label), (day, label, []))
    key = person_key(total.player)
    if any(person_key(other.player) == key for other in totals):
        line.refuse("player", "player_twice", name=total.player)
        return
    totals.append(total)


def sum_errors(tables: Iterable[ImportedTable], *, is_complete: bool) -> Iterator[RowError]:
    """`sum_not_zero`: a warning, since others may have played who are not in the file."""
    for table in tables:
        difference = sum(total.total for total in table.totals)
        if difference:
            yield RowError(
                table.totals[0].row,
                table.totals[0].column,
                table.label,
                "sum_not_zero",
                {"sum": difference, "date": table.date},
                is_warning=not is_complete,
            )


def without_rows(table: ImportedTable, bad: set[Row]) -> ImportedTable:
    """The table without what stands in these rows."""
    totals = tuple(total for total in table.totals if total.row not in bad)
    return replace(table, totals=totals, players=tuple(total.player for total in totals))
