"""The sheets of a spreadsheet as rows of values: XLSX by openpyxl, which tells a formula without a
value, OpenDocument and the older XLS by calamine.

Of each sheet there is a function that gives its first rows, as many as are asked for.
"""

import re
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from itertools import islice
from typing import Any

from clubs.exchange.imports.shape import Unreadable

Row = tuple[Any, ...]
Pages = dict[str, Callable[[int], Iterator[Row]]]

XLSX_PART = "xl/workbook.xml"
ODS_PART = "content.xml"
ODS_TYPE = b"application/vnd.oasis.opendocument.spreadsheet"
FORMULA_CELL = re.compile(rb"<table:table-cell\b[^>]*\btable:formula=[^>]*>")
VALUE_TYPE, VALUE_ERROR = b"office:value-type=", b'calcext:value-type="error"'
ZIP = b"PK\x03\x04"
OLD_OFFICE = b"\xd0\xcf\x11\xe0"  # how XLS begins, and an XLSX with a password


def xlsx_pages(content: bytes, *, values: bool) -> Pages:
    """The sheets by name, in their order, without those that programs do not show."""
    from openpyxl import load_workbook  # slow import

    book = load_workbook(BytesIO(content), read_only=True, data_only=values, keep_links=False)
    visible = [page for page in book.worksheets if page.sheet_state == "visible"]
    return {page.title: partial(_xlsx_rows, page) for page in visible or book.worksheets}


def _xlsx_rows(page: Any, most: int) -> Iterator[Row]:
    page.reset_dimensions()  # what the file says of its size may be anything
    rows: Iterator[Row] = page.iter_rows(values_only=True, max_row=most)
    return rows


def has_formulas(content: bytes) -> bool:
    """Whether any cell of an XLSX file is worked out."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        for member in archive.namelist():
            if member.startswith("xl/worksheets/"):
                with archive.open(member) as part:
                    if any(b"<f>" in chunk or b"<f " in chunk for chunk in _overlapping(part)):
                        return True
    return False


def _overlapping(part: Any, size: int = 2**20) -> Iterator[bytes]:
    """The content in chunks, each with the end of the one before."""
    tail = b""
    while chunk := part.read(size):
        yield tail + chunk  # `<f>` may be cut by the end of a chunk
        tail = chunk[-2:]


def is_ods(content: bytes) -> bool:
    """Whether a ZIP is an OpenDocument spreadsheet: a text has the same parts, and another type."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        if "mimetype" not in archive.namelist():
            return False
        with archive.open("mimetype") as part:
            return part.read(len(ODS_TYPE) + 1) == ODS_TYPE


def _lacks_values(content: bytes) -> bool:
    """Whether a formula of an ODS has no value, or an error for one: calamine would give an empty
    cell, of which totals say that somebody did not come."""
    with zipfile.ZipFile(BytesIO(content)) as archive, archive.open(ODS_PART) as part:
        cells = FORMULA_CELL.findall(part.read())
    return any(VALUE_ERROR in cell or VALUE_TYPE not in cell for cell in cells)


def ods_pages(content: bytes) -> Pages:
    """As xlsx_pages. Raises Unreadable."""
    if _lacks_values(content):
        raise Unreadable("no_values")
    return _calamine_pages(content, Unreadable("bad_file"))


def xls_pages(content: bytes) -> Pages:
    """As xlsx_pages. Raises Unreadable, also for what only begins like an XLS: a document, or a
    file with a password."""
    return _calamine_pages(content, Unreadable("not_read", what="old_office"))


def _calamine_pages(content: bytes, refusal: Unreadable) -> Pages:
    import python_calamine as calamine  # slow import

    try:
        book = calamine.CalamineWorkbook.from_filelike(BytesIO(content))
    except calamine.CalamineError as error:
        raise refusal from error
    sheets = [one for one in book.sheets_metadata if one.typ == calamine.SheetTypeEnum.WorkSheet]
    visible = [one for one in sheets if one.visible == calamine.SheetVisibleEnum.Visible]
    return {one.name: partial(_other_rows, book, one.name) for one in visible or sheets}


def _other_rows(book: Any, name: str, most: int) -> Iterator[Row]:
    """Empty cells are None, as openpyxl has them."""
    rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False, nrows=most)
    for row in islice(rows, most):
        yield tuple(None if value == "" else value for value in row)
