"""A row of a sheet by its columns, and the errors that are found in it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from clubs.core.names import PersonName, family_first, read_name, tidy_name
from clubs.exchange.imports.columns import Columns
from clubs.exchange.imports.reading import FORMULA
from clubs.exchange.imports.shape import ImportSheet, RowError
from clubs.exchange.imports.values import (
    DateOrder,
    parse_number,
    parse_whole,
    read_birth_year,
    read_date,
    word,
)

T = TypeVar("T")


@dataclass(slots=True)
class ImportLine:
    """One row. What cannot be read is noted in errors and is taken for empty."""

    number: int
    cells: Mapping[str, str]
    errors: list[RowError] = field(default_factory=list)

    def refuse(self, column: str, code: str, **params: object) -> None:
        if (column, "formula_cell") in ((one.column, one.code) for one in self.errors):
            return  # its text is not known: nothing more can be said of it
        self.errors.append(RowError(self.number, column, self.text(column), code, params))

    def text(self, column: str) -> str:
        """The text of the column, empty where the row does not have it."""
        return self.cells.get(column, "")

    def joined_name(self, column: str) -> str:
        """The name in this column, in two, or in one with the family name in front."""
        parts = (tidy_name(self.text(part)) for part in ("first_name", "last_name"))
        in_front = family_first(self.text("family_first"))
        return self.text(column) or PersonName(*parts).whole or read_name(in_front).whole

    def value(self, column: str, parse: Callable[[str], T | None], refusal: str) -> T | None:
        """What parse makes of a text; None where it is empty, or cannot be read, which is refused
        by this code."""
        text = self.text(column)
        value = parse(text) if text else None
        if text and value is None:
            self.refuse(column, refusal)
        return value

    def whole(self, column: str) -> int | None:
        return self.value(column, parse_whole, "bad_number")

    def number_of(self, column: str) -> int | float | None:
        return self.value(column, parse_number, "bad_number")

    def day(self, column: str, order: DateOrder) -> date | None:
        if not self.text(column):
            self.refuse(column, "field_missing")
        return self.value(column, lambda text: read_date(text, order), "bad_date")

    def birth_year(self) -> int | None:
        return self.value("birth_year", read_birth_year, "bad_birth_year")

    def code(self, column: str, words: Mapping[str, str]) -> str | None:
        """The code for a word; an empty cell has none."""
        text = self.text(column)
        if not text:
            return None
        code = word(words, text)
        if code is None:
            spoken = {code: code.replace("_", " ") for code in words.values()}
            allowed = [text if word(words, text) == code else code for code, text in spoken.items()]
            self.refuse(column, "value_not_allowed", allowed=tuple(allowed))
        return code


def sheet_lines(sheet: ImportSheet, columns: Columns) -> Iterator[ImportLine]:
    """Every row that is not empty, with its texts in the columns that are used."""
    places = list(columns.index().items())
    for number, texts in sheet.rows:
        cells = {column: texts[place] for column, place in places if place < len(texts)}
        if not any(cells.values()):
            continue
        formulas = [column for column, text in cells.items() if text == FORMULA]
        line = ImportLine(number, {**cells, **dict.fromkeys(formulas, "")} if formulas else cells)
        for column in formulas:
            line.refuse(column, "formula_cell")
        yield line


def header_errors(sheet: ImportSheet, columns: Columns) -> list[RowError]:
    """The errors of the header, which a person mends before anything else is read."""
    row = sheet.header_row
    return [
        *(RowError(row, column, "", "missing_column") for column in columns.missing),
        *(RowError(row, header, header, "unknown_header") for header in columns.unknown),
    ]
