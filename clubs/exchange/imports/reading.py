"""Files become plain data: CSV and pasted cells, spreadsheets, JSON, ZIPs of JSON, databases.
Source: leagues.md §7 (first paragraph), §7.6.

It is all that ever looks into the bytes of a stranger's file, and it runs in a process of its own
(apart.py, child.py): nothing here imports Django, so that the process starts soon. Every limit that
is not of time or memory is checked here.
"""

import csv
import json
import re
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime
from io import BytesIO, StringIO
from itertools import islice
from typing import Any

from clubs.exchange.imports.process.databases import (
    SQLITE,
    looks_like_dump,
    read_dump,
    read_sqlite,
)
from clubs.exchange.imports.process.documents import (
    CONTROL,
    MARK,
    decode,
    looks_like_json,
    parse_document,
)
from clubs.exchange.imports.process.workbooks import (
    ODS_PART,
    OLD_OFFICE,
    XLSX_PART,
    ZIP,
    Pages,
    has_formulas,
    is_ods,
    ods_pages,
    xls_pages,
    xlsx_pages,
)
from clubs.exchange.imports.shape import (
    HEAD_ROWS,
    MOST_BYTES,
    MOST_ROWS,
    Contents,
    ImportSheet,
    NumberedRow,
    Unreadable,
)

FORMULA = "\0"  # stands in a cell for a formula without a value; no file can have it
MOST_COLUMNS = 400
MOST_CELLS = 3_000_000
MOST_LETTERS = MOST_BYTES  # of all cells; a spreadsheet may name one long text many times
MOST_UNPACKED = 200 * 1024 * 1024  # bytes of all that a ZIP unpacks to
MOST_MEMBERS = 2_000  # files inside a ZIP
MOST_TIMES = 200  # how often its size a ZIP may unpack to
HEAD_FROM = 40  # rows of a sheet among which its first ones are looked for
HEAD_COLUMNS = 30  # of the first rows, as they are shown
HEAD_LETTERS = 100  # of a cell in them
HEAD_SHEETS = 20  # of a file
LAST_ROW = 2**20  # of any spreadsheet program; a row beyond is nobody's
DELIMITERS = ";\t,"
FIRST_LINES = 10  # not empty, of which one tells the delimiter
QUOTED = re.compile(r"'+[=+\-@\t\r]")  # text that a spreadsheet shall not take for a formula
MANIFEST = "manifest.json"  # of what we write ourselves (exchange/bundle.py)
MANIFEST_BYTES = 2**20
# How files begin that are none of what is read here, and what they are (words.OTHER_FILES).
OTHERS = (
    (b"%PDF-", "pdf"),
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"RIFF", "picture"),  # WebP
    (b"\x1f\x8b", "packed"),
    (b"7z\xbc\xaf", "packed"),
    (b"Rar!", "packed"),
    (b"<", "web"),
)
# Files in ZIPs that are no spreadsheet of ours, by a file inside.
OTHER_ZIPS = {ODS_PART: "open_document", "word/document.xml": "document"}
# By the format that the manifest of a ZIP of ours names.
BUNDLES = {"tarot-club": "club_archive", "feutre-backup": "backup"}

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


def open_file(content: bytes, sheet: str = "") -> Contents:
    """Read a file; sheet is the name of that of a spreadsheet that is read, else the first is.

    Raises Unreadable, and MemoryError where the process may take no more.
    """
    refuse_big(content)
    start = content.removeprefix(MARK).lstrip()[:16]
    for beginning, kind in OTHERS:
        if start.startswith(beginning):
            raise Unreadable("not_read", what=kind)
    if content.startswith(SQLITE):
        return Contents(tables=read_sqlite(content))
    if content.startswith(ZIP):
        return _read_zip(content, sheet)
    if content.startswith(OLD_OFFICE):
        return Contents(sheet=_read_workbook(xls_pages(content), sheet))
    if looks_like_json(content):
        return Contents(document=parse_document(content))
    text = decode(content)
    if looks_like_dump(text):
        return Contents(tables=read_dump(text))
    return Contents(sheet=_read_text(text))


def refuse_big(content: bytes) -> None:
    if len(content) > MOST_BYTES:
        raise Unreadable("file_too_big", most=MOST_BYTES // 2**20)


# Text


def _read_text(text: str) -> ImportSheet:
    """Cells separated by semicolons, tabs or commas."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=_delimiter_of(text))
    try:
        sheet = sheet_of(map(_unmarked, row) for row in reader)
    except csv.Error as error:
        raise Unreadable("bad_file") from error
    rows = [(sheet.header_row, list(sheet.header)), *sheet.rows[: HEAD_ROWS - 1]]
    return replace(sheet, heads={sheet.name: [_cut(*row) for row in rows]})


def _cut(number: int, cells: Iterable[str]) -> NumberedRow:
    """A row as it is shown."""
    return number, [text[:HEAD_LETTERS] for text in islice(cells, HEAD_COLUMNS)]


def _delimiter_of(text: str) -> str:
    """The delimiter that the first line has most of. A first line without any, or with commas as a
    sentence has them, may be a title: then the first line decides that has one delimiter twice."""
    first_lines = islice(filter(str.strip, StringIO(text)), FIRST_LINES)
    lines = [re.sub(r'"[^"]*"', "", line) for line in first_lines]
    first = next(iter(lines), "")
    if not any(sign in first for sign in ";\t") and first.count(",") < 2:
        first = next((line for line in lines if twice(line)), first)
    return max(DELIMITERS, key=first.count)


def twice(line: str) -> bool:
    return any(line.count(sign) >= 2 for sign in DELIMITERS)


def _unmarked(cell: str) -> str:
    """A cell without the apostrophe that marks it as text, as our own files have it
    (spreadsheets.py)."""
    return cell[1:] if QUOTED.match(cell) else cell


def sheet_of(
    rows: Iterable[Iterable[str]], names: tuple[str, ...] = (), name: str = ""
) -> ImportSheet:
    """The rows as a sheet, within all limits. Empty rows are left out but counted: they cost as
    much as others."""
    header: tuple[str, ...] = ()
    header_at = cell_count = letters = 0
    pairs: list[tuple[int, list[str]]] = []
    for number, row in enumerate(rows, 1):
        if number > LAST_ROW:
            raise Unreadable("too_many_rows", row=number, most=MOST_ROWS)
        cells = [cell.strip() for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        if header and number - header_at > MOST_ROWS:
            raise Unreadable("too_many_rows", row=number, most=MOST_ROWS)
        if len(cells) > MOST_COLUMNS:
            raise Unreadable("too_many_columns", row=number, most=MOST_COLUMNS)
        cell_count += len(cells)
        letters += sum(map(len, cells))
        if cell_count > MOST_CELLS or letters > MOST_LETTERS:
            raise Unreadable("too_heavy", row=number)
        if header:
            pairs.append((number, cells))
        else:
            header, header_at = tuple(cells), number
    if not header:
        raise Unreadable("empty_file")
    return ImportSheet(header, pairs, names, name, header_row=header_at)


# ZIPs, spreadsheets among them


def _read_zip(content: bytes, sheet: str) -> Contents:
    try:
        names = _refuse_bomb(content)
        if XLSX_PART in names:
            return Contents(sheet=_read_xlsx(content, sheet))
        if is_ods(content):
            return Contents(sheet=_read_workbook(ods_pages(content), sheet))
        _refuse_others(content, names)
        return Contents(files=_json_files(content), days=_days(content))
    except BROKEN as error:
        raise Unreadable("bad_file") from error


def _refuse_bomb(content: bytes) -> list[str]:
    """The names in a ZIP, unless it is a small file that unpacks to a huge one. The zip reader
    gives no more of a member than it says."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        members = archive.infolist()
    size = sum(member.file_size for member in members)
    is_huge = size > max(MOST_TIMES * len(content), 2**20)
    if len(members) > MOST_MEMBERS or size > MOST_UNPACKED or is_huge:
        raise Unreadable("file_too_big", most=MOST_BYTES // 2**20)
    return [member.filename for member in members]


def _refuse_others(content: bytes, names: list[str]) -> None:
    """Documents of other programs, and the bundles that are brought back on the server."""
    for name, kind in OTHER_ZIPS.items():
        if name in names:
            raise Unreadable("not_read", what=kind)
    if MANIFEST in names:
        with zipfile.ZipFile(BytesIO(content)) as archive, archive.open(MANIFEST) as file:
            manifest = json.loads(file.read(MANIFEST_BYTES))
        form = str(manifest.get("format", "")) if isinstance(manifest, dict) else ""
        if code := BUNDLES.get(form.partition("/")[0]):
            raise Unreadable(code)


def _json_files(content: bytes) -> dict[str, Any]:
    """The JSON files of a ZIP by name; what else is in it is passed over."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        every = {name: archive.read(name) for name in archive.namelist()}
    documents = {name: one for name, one in every.items() if looks_like_json(one)}
    if sum(map(len, documents.values())) > MOST_BYTES:
        raise Unreadable("file_too_big", most=MOST_BYTES // 2**20)
    return {name: parse_document(one) for name, one in documents.items()}


def _days(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        members = archive.infolist()
    return {one.filename: "{:04}-{:02}-{:02}".format(*one.date_time) for one in members}


def _read_xlsx(content: bytes, sheet: str) -> ImportSheet:
    """Where it has formulas it is read twice: values, then formulas."""
    formulas = xlsx_pages(content, values=False) if has_formulas(content) else {}
    return _read_workbook(xlsx_pages(content, values=True), sheet, formulas)


def _read_workbook(pages: Pages, sheet: str, formulas: Pages | None = None) -> ImportSheet:
    """One sheet of a spreadsheet. formulas: the same sheets, where an empty cell may have one."""
    if not pages:
        raise Unreadable("empty_file")
    titles = list(pages)[:HEAD_SHEETS] + [sheet] * (sheet in pages)
    heads = {title: _head_of(pages[title](HEAD_FROM)) for title in dict.fromkeys(titles)}
    filled = (title for title, rows in heads.items() if rows)
    name = sheet if sheet in pages else next(filled, titles[0])
    # openpyxl gives every row before one that is there: the last it may give is one too many.
    values = pages[name](LAST_ROW + 1)
    rows: Iterable[list[str]] = map(row_texts, values)
    if formulas:
        beside = formulas[name](LAST_ROW + 1)
        rows = (_cell_texts(*pair) for pair in zip(values, beside, strict=False))
    return replace(sheet_of(rows, tuple(pages), name), heads=heads)


def _head_of(rows: Iterable[tuple[Any, ...]]) -> list[NumberedRow]:
    """The first rows of a sheet that are not empty, cut."""
    texts = enumerate(map(row_texts, rows), 1)
    filled = ((number, map(str.strip, cells)) for number, cells in texts if any(cells))
    return [_cut(*row) for row in islice(filled, HEAD_ROWS)]


def row_texts(row: tuple[Any, ...]) -> list[str]:
    end = len(row)
    while end and row[end - 1] is None:
        end -= 1
    return [cell_text(value) for value in row[:end]]


def _cell_texts(values: Iterable[Any], formulas: Iterable[Any]) -> list[str]:
    """The texts of a row; a formula without a value is marked."""
    return [
        FORMULA if value is None and _is_formula(formula) else cell_text(value)
        for value, formula in zip(values, formulas, strict=False)
    ]


def _is_formula(value: Any) -> bool:
    """A formula's text, or openpyxl's object for one of a range."""
    if isinstance(value, str):
        return value.startswith("=")
    return type(value).__name__ in {"ArrayFormula", "DataTableFormula"}


def cell_text(value: Any) -> str:
    """A value as it would be typed: whole numbers without a point, dates as 2025-09-12."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.strftime("%Y-%m-%d")
    return CONTROL.sub("", str(value))
