"""Totals of old spreadsheets become tables without deals. Source: leagues.md §7.2.

Wide: a column of players and one an evening, or one a table of it. Long: a row a player and table.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import date

from clubs.core.file_rows import FiledTotal, Row
from clubs.core.limits import DEALS_OF_EVENING, MOST_POINTS
from clubs.core.standings.scale import HUNDREDTHS
from clubs.exchange.imports.columns import Columns
from clubs.exchange.imports.deals import table_key
from clubs.exchange.imports.lines import ImportLine, sheet_lines
from clubs.exchange.imports.names import is_only_sum, is_sum
from clubs.exchange.imports.shape import ImportedFile, ImportedTable, ImportSheet, RowError
from clubs.exchange.imports.values import (
    DateOrder,
    evening_of,
    is_absence,
    parse_number,
    person_key,
    read_date,
)

Evenings = dict[str, tuple[date, str]]  # day and table of each column
Drafts = dict[str, tuple[date, str, list[FiledTotal]]]  # day, label and rows by key


def read_totals(
    sheet: ImportSheet,
    columns: Columns,
    order: DateOrder,
    *,
    is_complete: bool,
    left_out: Collection[str] = (),
) -> ImportedFile:
    """One table for each evening, or for each table that the rows name.

    left_out: rows that are of no player, such as sums of columns, by the person_key of their name.
    is_complete: every evening must add up to 0; else it is a warning when one does not.
    """
    errors: list[RowError] = []
    drafts: Drafts = {}
    lines = []
    for line in sheet_lines(sheet, columns):
        player = _player_of(line)
        if person_key(player) not in left_out:
            line.cells = {**line.cells, "player": player}
            lines.append(line)
    if columns.is_wide:
        evenings = _read_evenings(columns, order, errors, row=sheet.header_row)
        for line in lines:
            _read_wide(line, evenings, drafts)
    else:
        for line in lines:
            if "date" not in columns.of:
                line.cells = {**line.cells, "date": sheet.day}
            _read_long(line, order, drafts)
    errors += (error for line in lines for error in line.errors)
    tables = tuple(
        ImportedTable(
            key=f"totals|{key}",
            label=label,
            date=day,
            players=tuple(total.player for total in totals),
            totals=tuple(totals),
        )
        for key, (day, label, totals) in sorted(drafts.items(), key=lambda draft: draft[1][0])
    )
    return ImportedFile(tables, (*errors, *sum_errors(tables, is_complete=is_complete)))


def without_wrong_sums(
    sheet: ImportSheet, columns: Columns, people: Collection[str]
) -> tuple[ImportSheet, list[RowError]]:
    """The sheet without the rows that only add up those above them, and a warning for each of their
    numbers that is not the sum. people are the keys of those who may be called so all the same."""
    if not any(is_only_sum(next(filter(None, cells), "")) for _number, cells in sheet.rows):
        return sheet, []
    added: defaultdict[str, int | float] = defaultdict(int)  # by column
    left_out: set[Row] = set()
    warnings: list[RowError] = []
    for line in sheet_lines(sheet, columns):
        player = _player_of(line)
        is_left_out = is_only_sum(player) and person_key(player) not in people
        if is_left_out:
            left_out.add(line.number)
        for column, text in line.cells.items():
            number = parse_number(text)
            if number is None:
                continue
            if not is_left_out:
                added[column] += number
            elif round(number - added[column], 2):
                params = {"ours": added[column], "theirs": number}
                error = RowError(line.number, column, text, "sum_differs", params, is_warning=True)
                warnings.append(error)
    rows = [row for row in sheet.rows if row[0] not in left_out]
    sums = (*sheet.sums, *(number for number, _cells in sheet.rows if number in left_out))
    return replace(sheet, rows=rows, sums=sums), warnings


def _player_of(line: ImportLine) -> str:
    in_front = line.text("family_first")  # nobody, where it says "Total général"
    return in_front if is_sum(in_front) else line.joined_name("player")


def _read_evenings(
    columns: Columns, order: DateOrder, errors: list[RowError], row: Row
) -> Evenings:
    """The date and the table of each column of an evening."""
    evenings: Evenings = {}
    for column in columns.index():
        day, table = evening_of(column)
        if held := read_date(day, order):
            evenings[column] = (held, table)
        elif day:
            errors.append(RowError(row, column, column, "bad_date"))
    return evenings


def _read_wide(line: ImportLine, evenings: Evenings, drafts: Drafts) -> None:
    player = line.text("player")
    if not player:
        line.refuse("player", "field_missing")
        return
    score_sum = 0
    for column, (day, table) in evenings.items():
        score = _score_of(line, column)
        if score is None:
            continue
        score_sum += score
        total = FiledTotal(line.number, player, score, column=column)
        _add(line, drafts, day, table, total)
    # A score that cannot be read is an error of its own, and makes any sum wrong.
    is_read = not line.errors
    expected = line.whole("total")
    if is_read and expected is not None and expected != score_sum:
        line.refuse("total", "total_mismatch", ours=score_sum, theirs=expected)


def _read_long(line: ImportLine, order: DateOrder, drafts: Drafts) -> None:
    day, player = line.day("date", order), line.text("player")
    for column in ("player", "score"):
        if not line.text(column):
            line.refuse(column, "field_missing")
    score = _score_of(line, "score")
    deals = line.whole("deals")
    if deals is not None and deals not in DEALS_OF_EVENING:
        line.refuse("deals", "bad_number", low=DEALS_OF_EVENING[0], high=DEALS_OF_EVENING[-1])
    points = line.number_of("points")
    if points is not None and abs(points) > MOST_POINTS:
        line.refuse("points", "bad_number", low=-MOST_POINTS, high=MOST_POINTS)
    if line.errors or day is None or score is None:
        return
    total = FiledTotal(
        line.number,
        player,
        score,
        deal_count=deals,
        place_points=None if points is None else round(points * HUNDREDTHS),
    )
    _add(line, drafts, day, line.text("table"), total)


def _score_of(line: ImportLine, column: str) -> int | None:
    score = None if is_absence(line.text(column)) else line.whole(column)
    if score is not None and abs(score) > MOST_POINTS:
        line.refuse(column, "bad_number", low=-MOST_POINTS, high=MOST_POINTS)
        return None
    return score


def _add(line: ImportLine, drafts: Drafts, day: date, label: str, total: FiledTotal) -> None:
    """Add a total to the table of its day. Nobody is at one table twice."""
    _day, _label, totals = drafts.setdefault(table_key(day, label), (day, label, []))
    key = person_key(total.player)
    if any(person_key(other.player) == key for other in totals):
        line.refuse("player", "player_twice", name=total.player)
        return
    totals.append(total)


def sum_errors(tables: Iterable[ImportedTable], *, is_complete: bool) -> Iterator[RowError]:
    """Yield `sum_not_zero` for tables that do not add up to 0: a warning, unless the file is
    complete, since people who are not in the file may have played."""
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
    """The table without the totals of these rows."""
    totals = tuple(total for total in table.totals if total.row not in bad)
    return replace(table, totals=totals, players=tuple(total.player for total in totals))
