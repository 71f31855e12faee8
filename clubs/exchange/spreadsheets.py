"""Lists as CSV and XLSX. Source: leagues.md §8.

Numbers are numbers. Text that a spreadsheet could take for a formula is marked as text: in CSV by
an apostrophe before it, as one types it by hand, in XLSX by the mark of its own.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from io import BytesIO, TextIOWrapper
from typing import IO, Any, Generic, NamedTuple, TypeVar

from django.utils import translation
from django.utils.text import slugify

Cell = str | int | float | date | None

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
QUOTED = re.compile(r"'*[=+\-@\t\r]")  # gets an apostrophe more, by which it is told from others
CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SEMICOLONS = ("fr", "it", "ru")  # languages whose spreadsheets part columns so, and write 1,5
NARROWEST, WIDEST = 8, 40  # characters
LONGEST = 32_767  # characters that a cell of a spreadsheet takes
TITLE_LENGTH = 28  # of a sheet: it takes 31, and of two alike one gets a number behind it
NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")  # signs that it does not take

Line = TypeVar("Line")


class ListColumn(NamedTuple, Generic[Line]):
    """A column of a list. width is in characters, 0 for that of its heading."""

    heading: str
    cell: Callable[[Line], Cell]
    width: int = 0
    is_shown: bool = True


class Spreadsheet(NamedTuple):
    header: Sequence[str]
    rows: Iterable[Sequence[Cell]]
    widths: Sequence[int]


def spreadsheet_of(columns: Iterable[ListColumn[Line]], lines: Iterable[Line]) -> Spreadsheet:
    """A row for each line, in the columns that are shown."""
    shown = [column for column in columns if column.is_shown]
    return Spreadsheet(
        [column.heading for column in shown],
        ([column.cell(line) for column in shown] for line in lines),
        [column.width or len(column.heading) + 2 for column in shown],
    )


def file_named(*parts: str, extension: str) -> str:
    """The name of a file in letters that every system takes: "2026–2027" keeps its dash."""
    name = slugify(" ".join(parts).replace("\N{EN DASH}", "-"))
    return f"{name or 'feutre'}.{extension}"


@contextmanager
def _csv_text(out: IO[bytes]) -> Iterator[TextIOWrapper]:
    """The text of a CSV, in UTF-8 with the mark by which spreadsheets recognise it."""
    text = TextIOWrapper(out, encoding="utf-8-sig", newline="")
    try:
        yield text
    finally:
        text.detach()  # which writes the rest; out stays open


def local_csv(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    out = BytesIO()
    write_local_csv(out, header, rows)
    return out.getvalue()


def write_local_csv(out: IO[bytes], header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Writes a list as the spreadsheets of the page's language read it without being asked:
    semicolons and decimal commas where these write 1,5. Fractions have two places."""
    uses_comma = (translation.get_language() or "").startswith(SEMICOLONS)
    with _csv_text(out) as text:
        writer = csv.writer(text, delimiter=";" if uses_comma else ",")
        writer.writerow(map(harmless, header))
        for row in rows:  # most cells of a list of deals are empty: nobody plays every deal
            writer.writerow(
                [None if cell is None else _plain_cell(cell, comma=uses_comma) for cell in row]
            )


def _plain_cell(cell: Cell, *, comma: bool) -> Cell:
    if isinstance(cell, float):
        text = f"{cell:.2f}"
        return text.replace(".", ",") if comma else text
    return harmless(cell)


def harmless(cell: Cell) -> Cell:
    """The cell with an apostrophe before text that looks like a formula. The reader of CSV takes it
    off again (imports/reading.py)."""
    if isinstance(cell, str) and QUOTED.match(cell):
        return f"'{cell}"
    return cell


def xlsx_file(
    title: str,
    header: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    widths: Sequence[int] = (),
    *,
    more: Iterable[tuple[str, Spreadsheet]] = (),
) -> bytes:
    """The file as bytes. more: further sheets, by their titles."""
    out = BytesIO()
    _write_book(out, [(title, Spreadsheet(header, rows, widths)), *more])
    return out.getvalue()


def write_xlsx(
    out: IO[bytes],
    title: str,
    header: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    widths: Sequence[int] = (),
) -> None:
    """Writes one sheet with a header that stays, row after row: memory holds none of them. widths
    are in characters; a column without is as wide as its header."""
    _write_book(out, [(title, Spreadsheet(header, rows, widths))])


def _write_book(out: IO[bytes], sheets: Iterable[tuple[str, Spreadsheet]]) -> None:
    from openpyxl import Workbook  # slow import
    from openpyxl.writer.excel import save_workbook  # slow import

    book = Workbook(write_only=True)
    for title, written in sheets:
        name = NOT_IN_TITLES.sub(" ", title)[:TITLE_LENGTH].strip("' ")
        _write_sheet(book.create_sheet(name or None), *written)
    save_workbook(book, out)


def _write_sheet(
    sheet: Any, header: Sequence[str], rows: Iterable[Sequence[Cell]], widths: Sequence[int]
) -> None:
    from openpyxl.utils import get_column_letter  # slow import

    sheet.freeze_panes = "A2"
    for place, name in enumerate(header):
        width = widths[place] if place < len(widths) else len(name) + 2
        letter = get_column_letter(place + 1)
        sheet.column_dimensions[letter].width = min(max(width, NARROWEST), WIDEST)
    sheet.append([_bold(sheet, name) for name in header])
    for row in rows:
        sheet.append([None if cell is None else _safe_cell(sheet, cell) for cell in row])


def _bold(sheet: object, text: str) -> Any:
    from openpyxl.styles import Font  # slow import

    cell = _text_cell(sheet, text)
    cell.font = Font(bold=True)
    return cell


def _safe_cell(sheet: object, cell: Cell) -> object:
    """The cell for a spreadsheet. Text that begins like a formula is marked as text; empty text is
    None."""
    if not isinstance(cell, str):
        return cell
    text = CONTROL.sub("", cell)[:LONGEST]
    return _text_cell(sheet, text) if text.startswith(FORMULA_SIGNS) else text or None


def _text_cell(sheet: object, text: str) -> Any:
    from openpyxl.cell import WriteOnlyCell  # slow import

    cell = WriteOnlyCell(sheet, CONTROL.sub("", text))
    cell.data_type, cell.quotePrefix = "s", text.startswith(FORMULA_SIGNS)
    return cell
