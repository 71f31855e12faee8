"""A row of a sheet by its columns, and the errors that are found in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from clubs.exchange.imports.columns import Columns
from clubs.exchange.imports.reading import FORMULA
from clubs.exchange.imports.shape import RowError, Sheet
from clubs.exchange.imports.values import DateOrder, read_date, read_number, read_whole, word


@dataclass(slots=True)
class Line:
    """One row. What cannot be read is noted in errors and reads as nothing."""

    number: int
    cells: Mapping[str, str]
    errors: list[RowError] = field(default_factory=list)

    def refuse(self, column: str, code: str, **params: object) -> None:
        self.errors.append(RowError(self.number, column, self.raw(column), code, params))

    def warn(self, column: str, code: str, **params: object) -> None:
        value = self.raw(column)
        self.errors.append(RowError(self.number, column, value, code, params, is_warning=True))

    def raw(self, column: str) -> str:
        return self.cells.get(column, "").replace(FORMULA, "")

    def text(self, column: str) -> str:
        return self.raw(column)

    def whole(self, column: str) -> int | None:
        text = self.raw(column)
        number = read_whole(text) if text else None
        if text and number is None:
            self.refuse(column, "bad_number")
        return number

    def number_of(self, column: str) -> int | float | None:
        text = self.raw(column)
        number = read_number(text) if text else None
        if text and number is None:
            self.refuse(column, "bad_number")
        return number

    def day(self, column: str, order: DateOrder) -> date | None:
        text = self.raw(column)
        if not text:
            self.refuse(column, "field_missing")
            return None
        found = read_date(text, order)
        if found is None:
            self.refuse(column, "bad_date")
        return found

    def code(self, column: str, words: Mapping[str, str]) -> str | None:
        """The code for a word; an empty cell has none."""
        text = self.raw(column)
        found = word(words, text) if text else None
        if text and found is None:
            spoken = {code: code.replace("_", " ") for code in words.values()}
            allowed = [told if word(words, told) == code else code for code, told in spoken.items()]
            self.refuse(column, "value_not_allowed", allowed=tuple(allowed))
        return found


def lines_of(sheet: Sheet, columns: Columns) -> Iterator[Line]:
    """Every row with what it has in the columns that are used."""
    places = list(columns.index().items())
    for number, cells in sheet.rows:
        line = Line(
            number, {column: cells[place] for column, place in places if place < len(cells)}
        )
        if not any(line.cells.values()):
            continue
        for column, text in line.cells.items():
            if text == FORMULA:
                line.refuse(column, "formula_cell")
        yield line


def header_errors(sheet: Sheet, columns: Columns) -> list[RowError]:
    """What a person must say of the header before anything is read."""
    first = sheet.rows[0][0] - 1 if sheet.rows else 1
    errors = [RowError(first, column, "", "missing_column") for column in columns.missing]
    for header, column in zip(columns.header, columns.of, strict=True):
        if header and not column:
            errors.append(RowError(first, header, header, "unknown_header"))
    return errors
