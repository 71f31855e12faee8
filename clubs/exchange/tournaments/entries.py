"""Entries from a list. Source: tournaments.md §11.

A list is CSV (comma, semicolon or tab, UTF-8 or Windows-1252), a spreadsheet, or lines that were
pasted: without a header they are name, club, licence.
"""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.core.names import PersonName, family_first, name_key, read_name, spelt, tidy_name, turned
from clubs.core.problems import Problem
from clubs.exchange.imports.headers import BIRTH_YEAR, NAME_PARTS, header_key
from clubs.exchange.imports.layout import below_titles, sums_up
from clubs.exchange.imports.lines import ImportLine
from clubs.exchange.imports.reading import FORMULA
from clubs.exchange.imports.shape import Contents, ImportSheet, RowError, Unreadable
from clubs.exchange.imports.values import is_email, parse_whole, split_list
from clubs.exchange.imports.words import ShownError, error_message, rows_text
from clubs.exchange.spreadsheets import harmless
from clubs.models import Category, Entry, Tournament
from clubs.queries.tournaments.entries.entries import (
    EntryDetails,
    EntryRow,
    asks_age,
)
from clubs.queries.tournaments.tournaments import categories_of
from clubs.services.tournaments.entries.entry_imports import checked_rows

# Columns with what they are called, besides their own name; accents and case do not matter.
HEADERS = {
    "number": "numero, no, n, num, nr, numero d inscription, numero di iscrizione, dossard, "
    "entry number",
    "name": "nom, nome, joueur, player, giocatore, nom et prenom, prenom et nom, nom complet, "
    "full name, nome e cognome, nome completo",
    **NAME_PARTS,
    "club": "association, club name, nom du club, circolo, societa",
    "licence": "license, numero de licence, n licence, n de licence, no licence, licence number, "
    "tessera, numero tessera, numero di tessera, n tessera",
    "categories": "category, categorie, categoria, categorie",
    "team": "equipe, squadra, nom de l equipe, nome della squadra",
    "paid": "paye, payee, regle, reglee, pagato, fee paid, inscription payee, quota pagata",
    "email": "e mail, mail, courriel, adresse mail, e mail address, adresse e mail, "
    "posta elettronica, indirizzo e mail",
    "birth_year": BIRTH_YEAR,
}
WORDS = {
    header_key(word): column
    for column, others in HEADERS.items()
    for word in (column.replace("_", " "), *others.split(","))
}
BARE = ("name", "club", "licence")  # of lines without a header
LABELS = {
    "number": _("number"),
    "name": _("name"),
    "club": _("club"),
    "licence": _("licence number"),
    "categories": _("categories"),
    "team": _("team"),
    "paid": _("paid"),
    "email": _("e-mail address"),
    "birth_year": _("year of birth"),
}
LENGTHS = {"name": 80, "club": 80, "licence": 40, "team": 80}
YES = {"yes", "y", "oui", "o", "si", "s", "x", "1", "true", "vrai", "vero", "ok", "paye", "pagato"}
NO = {"", "no", "n", "non", "0", "false", "faux", "falso", "-"}
ALL = "all"
MOST_ROWS = 2000
MOST_NUMBER = 99_999
APART = re.compile(r"[|,;/+]")  # between categories


@dataclass
class EntryList:
    """A list as it was understood. rows with their line in the file, from 1; errors hinder all of
    it. entered are the entries of those rows, by place, whose people are in already: they stay as
    they are, but for those of joining, who are in no team and join that of their row. unknown are
    headers that were passed over; text is the list again, for the next step. is_guessed: one column
    has the whole name, so that the family name is a guess. new_categories are words for categories
    that the tournament does not have. sums are the lines below it that only add up the others."""

    rows: list[EntryRow] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    entered: dict[int, Entry] = field(default_factory=dict)
    joining: dict[int, Entry] = field(default_factory=dict)
    errors: list[RowError] = field(default_factory=list)
    unknown: tuple[str, ...] = ()
    text: str = ""
    is_guessed: bool = False
    new_categories: tuple[str, ...] = ()
    spares_birth: bool = False  # it has years of birth, and no category goes by them
    sums: tuple[int, ...] = ()

    @property
    def new(self) -> list[tuple[int, EntryRow]]:
        """The rows of those who have not entered yet, with their lines."""
        numbered = enumerate(zip(self.lines, self.rows, strict=True))
        return [row for place, row in numbered if place not in self.entered]

    @property
    def staying(self) -> list[Entry]:
        """The entries that the list does not change."""
        return [entry for place, entry in self.entered.items() if place not in self.joining]

    @property
    def joiners(self) -> list[tuple[Entry, str]]:
        """Each entry that joins a team, with its name."""
        return [(entry, self.rows[place].team) for place, entry in self.joining.items()]

    @property
    def teams(self) -> int:
        rows = [row for _line, row in self.new] + [self.rows[place] for place in self.joining]
        return len({name_key(row.team) for row in rows if row.team})

    @property
    def paid(self) -> int:
        return sum(row.is_paid for _line, row in self.new)


def read_entry_list(
    contents: Contents,
    tournament: Tournament,
    categories: Sequence[Category],
    *,
    turn: str = "",
) -> EntryList:
    """Understands a list and checks it against the tournament. Raises Unreadable.

    turn is the line of the file in which the name is read the other way round, or ALL where every
    line has the family name first.
    """
    if contents.sheet is None:
        raise Unreadable("no_list")
    sheet, of = _understood(contents.sheet)
    is_guessed = "name" in of and not {"first_name", "last_name"}.intersection(of)
    if is_guessed and turn:
        _turn_names(sheet, of.index("name"), turn)
    entries = EntryList(text=_as_text(sheet), is_guessed=is_guessed, sums=sheet.sums)
    entries.unknown = tuple(
        header for header, column in zip(sheet.header, of, strict=True) if header and not column
    )
    if "birth_year" in of and not asks_age(categories):
        entries.spares_birth, of = True, ["" if one == "birth_year" else one for one in of]
    if "name" not in of and "last_name" not in of:
        entries.errors.append(RowError(1, "name", "", "no_name_column"))
        return entries
    if len(sheet.rows) > MOST_ROWS:
        entries.errors.append(RowError(1, "name", "", "too_many_entries", {"most": MOST_ROWS}))
        return entries
    reader = Reader(categories)
    for number, cells in sheet.rows:
        texts = dict(zip(of, cells, strict=False))
        line = ImportLine(number, {key: text for key, text in texts.items() if key})
        entries.rows.append(reader.row(line))
        entries.lines.append(number)
        entries.errors += line.errors
    entries.new_categories = tuple(reader.unknown.values())
    said = {(error.row, error.column) for error in entries.errors}
    checked = checked_rows(tournament, entries.rows)
    entries.entered, entries.joining = checked.entered, checked.joining
    others = (_row_error(problem, entries) for problem in checked.problems)
    entries.errors += [error for error in others if (error.row, error.column) not in said]
    entries.errors.sort(key=lambda error: int(error.row))
    return entries


def _understood(sheet: ImportSheet) -> tuple[ImportSheet, list[str]]:
    """The rows, and the column of each cell of the header, "" for what nobody knows. Without a
    header that names people the first line is a row like the others."""
    sheet = below_titles(sheet, lambda text: header_key(text) in WORDS)
    of = [WORDS.get(header_key(header), "") for header in sheet.header]
    for place, column in enumerate(of):  # a column that is there twice is read once
        if column in of[:place]:
            of[place] = ""
    if "family_first" in of:
        place = of.index("family_first")
        of[place] = "" if "name" in of else "name"
        _turn_names(sheet, place, ALL)
    if any(of):
        sums = [line for line, cells in sheet.rows if sums_up(list(filter(None, cells)))]
        rows = [row for row in sheet.rows if row[0] not in sums]
        return replace(sheet, rows=rows, sums=tuple(sums)), of
    widest = max([len(BARE), len(sheet.header), *(len(cells) for _line, cells in sheet.rows)])
    bare = [*BARE, *[""] * (widest - len(BARE))]
    return ImportSheet(tuple(bare), [(1, list(sheet.header)), *sheet.rows]), bare


def _turn_names(sheet: ImportSheet, column: int, turn: str) -> None:
    """Writes the names of these lines so that they are read as they should be."""
    for line, cells in sheet.rows:
        if column < len(cells) and turn in (ALL, str(line)):
            cells[column] = (family_first if turn == ALL else turned)(cells[column])


def _as_text(sheet: ImportSheet) -> str:
    """Tab-separated lines that are read as the same list, each at its line where it had one."""
    out = StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow([*sheet.header, ""])  # a tab at least, by which the separator is known
    at = 2
    for line, cells in sheet.rows:
        out.write("\n" * max(line - at, 0))
        writer.writerow([harmless(cell.replace(FORMULA, "")) for cell in cells])
        at = max(line, at) + 1
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of the preview. category_names are words."""

    line: int
    row: EntryRow
    category_names: tuple[str, ...]


@dataclass
class Reader:
    """Reads rows and notes what is wrong with their cells."""

    categories: Sequence[Category]
    unknown: dict[str, str] = field(default_factory=dict)  # words for categories, by name_key

    def row(self, line: ImportLine) -> EntryRow:
        for column, text in line.cells.items():
            if text == FORMULA:
                line.refuse(column, "formula_cell")
            elif "\0" in text:
                line.refuse(column, "encoding")
        person = _name_from_columns(line.cells)
        texts = {**line.cells, "name": person.whole}
        for column, most in LENGTHS.items():
            if len(texts.get(column, "")) > most:
                line.refuse(column, "too_long", most=most)
        if not any(letter.isalnum() for letter in person.whole):
            line.refuse("name", "name_missing")
        number = parse_whole(line.text("number"))
        if line.text("number") and (number is None or not 1 <= number <= MOST_NUMBER):
            line.refuse("number", "bad_entry_number")
        paid = name_key(line.text("paid"))
        if paid not in YES | NO:
            line.refuse("paid", "bad_paid")
        if line.text("email") and not is_email(line.text("email")):
            line.refuse("email", "bad_email")
        codes = self.codes(line.text("categories"))
        if None in codes and self.categories:
            line.refuse("categories", "no_such_category", known=self.known())
        elif codes and not self.categories:
            line.refuse("categories", "no_categories")
        birth_year = line.birth_year()
        aged = categories_of(Entry(birth_year=birth_year), self.categories)
        given = dict.fromkeys(code for code in codes if code and code not in aged)
        return EntryRow(
            EntryDetails(
                name=person.whole,
                family_name=person.family,
                club_name=" ".join(line.text("club").split()),
                licence=" ".join(line.text("licence").split()),
                categories=tuple(given),
                email=line.text("email"),
                birth_year=birth_year,
            ),
            number=number,
            team=" ".join(line.text("team").split()),
            is_paid=paid in YES,
        )

    def codes(self, text: str) -> list[str | None]:
        """The codes of all categories of a cell, None for unknown ones. A name may have a comma or
        a slash in it."""
        codes: list[str | None] = []
        for part in split_list(text):
            whole = self.code(part)
            words = [word.strip() for word in APART.split(part)]
            words = [] if whole else [word for word in words if word]
            codes += [whole] if whole else map(self.code, words)
            for word in words:
                if self.code(word) is None:
                    self.unknown.setdefault(name_key(word), word)
        return codes

    def known(self) -> str:
        return ", ".join(one.name for one in self.categories)

    def code(self, word: str) -> str | None:
        """The code of a category by its code or its name."""
        key = name_key(word)
        for category in self.categories:
            if key in (name_key(category.code), name_key(category.name)):
                return category.code
        return None


def _name_from_columns(cells: Mapping[str, str]) -> PersonName:
    """Given and family name by their columns, where there are two: beside one for the given name
    the other is Nom, beside one for the family name it is Nome. A whole name is guessed."""
    columns = (cells.get("first_name", ""), cells.get("last_name", ""), cells.get("name", ""))
    first, last, name = map(tidy_name, columns)
    if not (first or last):
        return read_name(name)
    if first:
        return spelt(PersonName(first, last if "last_name" in cells else name))
    return spelt(PersonName(name.removesuffix(last).strip(), last))


def shown_rows(entries: EntryList, categories: Sequence[Category]) -> list[ShownRow]:
    """The new rows as they would be stored, with those categories that follow from the year."""
    names = {one.code: one.name for one in categories}
    shown = []
    for line, row in entries.new:
        details = row.details
        entry = Entry(categories=list(details.categories), birth_year=details.birth_year)
        codes = categories_of(entry, categories)
        shown.append(ShownRow(line, row, tuple(names.get(code, code) for code in codes)))
    return shown


def _row_error(problem: Problem, entries: EntryList) -> RowError:
    """The error of a problem such as `rows[3].licence`, at its line of the file."""
    path, _dot, column = (problem.field or "rows[0].name").partition(".")
    place = min(int(path.removeprefix("rows[").rstrip("]")), len(entries.rows) - 1)
    row = entries.rows[place]
    values = {
        "number": str(row.number or ""),
        "name": row.details.name,
        "licence": row.details.licence,
        "categories": " | ".join(row.details.categories),
        "team": row.team,
    }
    return RowError(
        entries.lines[place], column, values.get(column, ""), problem.code, problem.params
    )


def shown_errors(errors: Iterable[RowError]) -> list[ShownError]:
    """Each error once, with the numbers of all its rows, in the order of their first rows."""
    alike: dict[tuple[str, str, str], list[int]] = {}
    for error in errors:
        value = "" if error.value == FORMULA else error.value
        column = str(LABELS.get(error.column, error.column))
        alike.setdefault((column, value, message_of(error)), []).append(int(error.row))
    return [ShownError(rows_text(rows), *told) for told, rows in alike.items()]


def message_of(error: RowError) -> str:
    """The sentence of an error, and what to do about it, in the active language."""
    return error_message(error, gettext("What is read: CSV and spreadsheets (.xlsx, .ods, .xls)."))
