"""Files become rows of text: CSV, pasted cells, spreadsheets. Source: leagues specification,
section 7, first paragraph and 7.6 (`file_too_big`, `too_many_rows`, `encoding`, `formula_cell`).
"""

import csv
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from io import BytesIO, StringIO
from typing import Any

from clubs.exchange.imports.shape import MOST_BYTES, MOST_ROWS, Unreadable

FORMULA = "\0"  # stands in a cell for a formula without a value; no file can have it
MOST_COLUMNS = 400
MOST_UNPACKED = 400 * 1024 * 1024  # bytes of all that a spreadsheet unpacks to
MOST_MEMBERS = 2_000  # files inside a spreadsheet
MOST_TIMES = 200  # how often its size a spreadsheet may unpack to
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
DELIMITERS = ";\t,"
QUOTED = re.compile(r"'+[=+\-@\t\r]")  # text that a spreadsheet shall not take for a formula
ZIP = b"PK\x03\x04"

# What a damaged or hostile spreadsheet makes openpyxl and the zip reader raise.
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True)
class Sheet:
    """The first row that is not empty, and the others with their numbers in the file, from 1.

    Cells are text without outer spaces. names are the sheets of the file, name the one read.
    """

    header: tuple[str, ...]
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    names: tuple[str, ...] = ()
    name: str = ""


def read_sheet(content: bytes, sheet: str = "") -> Sheet:
    """The rows of a CSV file or of a sheet of a spreadsheet, the first unless named.

    Raises Unreadable.
    """
    refuse_big(content)
    if content.startswith(ZIP):
        return read_workbook(content, sheet)
    return read_text(decode(content))


def refuse_big(content: bytes) -> None:
    if len(content) > MOST_BYTES:
        raise Unreadable("file_too_big", most=MOST_BYTES // 2**20)


def decode(content: bytes) -> str:
    """UTF-8 with or without byte order mark, else Windows-1252."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        try:
            text = content.decode("windows-1252")
        except UnicodeDecodeError as error:
            raise Unreadable("encoding", row=line_of(content, error.start)) from error
    odd = CONTROL.search(text)
    if odd:
        raise Unreadable("encoding", row=text.count("\n", 0, odd.start()) + 1)
    return text


def line_of(content: bytes, position: int) -> int:
    return content.count(b"\n", 0, position) + 1


def read_text(text: str) -> Sheet:
    """Cells separated by the sign that the first line has most of: semicolon, tab or comma."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(DELIMITERS, key=unquoted(first).count)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter)
    try:
        return sheet_of(map(unmarked, row) for row in reader)
    except csv.Error as error:
        raise Unreadable("bad_file") from error


def unmarked(cell: str) -> str:
    """Without the apostrophe that marks it as text; ours are written so (spreadsheets.py)."""
    return cell[1:] if QUOTED.match(cell) else cell


def unquoted(line: str) -> str:
    return re.sub(r'"[^"]*"', "", line)


def sheet_of(rows: Iterable[Iterable[str]], names: tuple[str, ...] = (), name: str = "") -> Sheet:
    """Rows without cells are passed over, but counted."""
    header: tuple[str, ...] = ()
    found: list[tuple[int, list[str]]] = []
    for number, row in enumerate(rows, 1):
        cells = [cell.strip() for cell in row][:MOST_COLUMNS]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        if not header:
            header = tuple(cells)
            continue
        if len(found) == MOST_ROWS:
            raise Unreadable("too_many_rows", row=number, most=MOST_ROWS)
        found.append((number, cells))
    if not header:
        raise Unreadable("empty_file")
    return Sheet(header, found, names, name)


# Spreadsheets


def read_workbook(content: bytes, sheet: str = "") -> Sheet:
    """One sheet of an XLSX file. Where it has formulas it is read twice: values, then formulas."""
    try:
        refuse_bomb(content)
        names, values = open_sheet(content, sheet, values=True)
        name = sheet if sheet in names else names[0]
        rows: Iterable[list[str]] = map(texts, values)
        if has_formulas(content):
            _names, formulas = open_sheet(content, sheet, values=False)
            rows = (marked(*pair) for pair in zip(values, formulas, strict=False))
        return sheet_of(rows, names, name)
    except BROKEN as error:
        raise Unreadable("bad_file") from error


def refuse_bomb(content: bytes) -> None:
    """A small file that unpacks to a huge one. The zip reader gives no more than a member says."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        members = archive.infolist()
    size = sum(member.file_size for member in members)
    is_huge = size > max(MOST_TIMES * len(content), 2**20)
    if len(members) > MOST_MEMBERS or size > MOST_UNPACKED or is_huge:
        raise Unreadable("file_too_big", most=MOST_BYTES // 2**20)


def open_sheet(
    content: bytes, sheet: str, *, values: bool
) -> tuple[tuple[str, ...], Iterator[tuple[Any, ...]]]:
    """The names of the sheets, and the rows of one of them."""
    from openpyxl import load_workbook  # slow import

    book = load_workbook(BytesIO(content), read_only=True, data_only=values, keep_links=False)
    names = tuple(one.title for one in book.worksheets)
    if not names:
        raise Unreadable("empty_file")
    page: Any = book[sheet] if sheet in names else book.worksheets[0]
    page.reset_dimensions()  # what the file says of its size may be anything
    return names, page.iter_rows(values_only=True, max_col=MOST_COLUMNS)


def has_formulas(content: bytes) -> bool:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        for member in archive.namelist():
            if member.startswith("xl/worksheets/"):
                with archive.open(member) as part:
                    if any(b"<f>" in chunk or b"<f " in chunk for chunk in overlapping(part)):
                        return True
    return False


def overlapping(part: Any, size: int = 2**20) -> Iterator[bytes]:
    """The content in chunks, each with the end of the one before."""
    tail = b""
    while chunk := part.read(size):
        yield tail + chunk
        tail = chunk[-2:]


def texts(row: Iterable[Any]) -> list[str]:
    return [cell_text(value) for value in row]


def marked(values: Iterable[Any], formulas: Iterable[Any]) -> list[str]:
    """The texts of a row; a formula without a value is marked."""
    return [
        FORMULA if value is None and is_formula(formula) else cell_text(value)
        for value, formula in zip(values, formulas, strict=False)
    ]


def is_formula(value: Any) -> bool:
    """A formula's text, or openpyxl's object for one of a range."""
    if isinstance(value, str):
        return value.startswith("=")
    return type(value).__name__ in {"ArrayFormula", "DataTableFormula"}


def cell_text(value: Any) -> str:
    """As it would be typed: whole numbers without point, dates as 2025-09-12."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.strftime("%Y-%m-%d")
    return CONTROL.sub("", str(value))
