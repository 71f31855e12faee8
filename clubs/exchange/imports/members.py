"""Members of a sheet, one row each. Source: leagues.md §7.1."""

import re
from dataclasses import dataclass
from datetime import date
from functools import partial

from clubs.core.free_columns import FREE_LABEL, FREE_TEXT, FreeColumns
from clubs.core.names import PersonName, family_first, read_name, spelt, tidy_name
from clubs.core.table_checks import NAME_LENGTH
from clubs.exchange.imports import values
from clubs.exchange.imports.columns import FREE, Columns
from clubs.exchange.imports.headers import header_key
from clubs.exchange.imports.lines import ImportLine, sheet_lines
from clubs.exchange.imports.shape import ImportSheet, RowError
from clubs.exchange.imports.values import DateOrder, person_key

MOST_LETTERS = {"nickname": 40, "licence": 20, "email": 254}
CATEGORY_LENGTH = 40  # characters
NAME_COLUMNS = ("name", "family_first", "last_name")
# Words of French headings over telephone numbers; and a number of which a spreadsheet dropped the
# 0. Italian mobile numbers have none.
TELEPHONES = {"tel", "telephone", "telephones", "portable", "fixe", "tel1", "tel2"}
WITHOUT_ZERO = re.compile(r"[1-9]\d{8}")


@dataclass(frozen=True, slots=True)
class ImportedMember:
    """A member as a row describes one; a field is empty where the row says nothing. member_since
    None: from today."""

    row: int
    name: str
    person: PersonName
    nickname: str = ""
    licence: str = ""
    categories: tuple[str, ...] = ()
    email: str = ""
    birth_year: int | None = None
    member_since: date | None = None
    is_active: bool = True
    public_name: str = ""
    free_columns: FreeColumns = ()


def read_members(
    sheet: ImportSheet, columns: Columns, order: DateOrder
) -> tuple[list[ImportedMember], list[RowError]]:
    """The rows without errors, and the errors of the others."""
    members: list[ImportedMember] = []
    errors: list[RowError] = []
    seen: set[str] = set()
    for line in sheet_lines(sheet, columns):
        member = _read_member(line, order)
        key = person_key(member.name)
        if key and key in seen:
            column = next(name for name in NAME_COLUMNS if name in columns.of)
            line.refuse(column, "player_twice", name=member.name)
        seen.add(key)
        if not line.errors:
            members.append(member)
        errors += line.errors
    return members, errors


def _read_since(text: str, order: DateOrder) -> date | None:
    """A date, or the first day of a year."""
    return values.read_date(text, order) or values.read_date(f"{text}-01-01")


def _read_member(line: ImportLine, order: DateOrder) -> ImportedMember:
    parts = PersonName(tidy_name(line.text("first_name")), tidy_name(line.text("last_name")))
    turned = family_first(line.text("family_first"))
    name = tidy_name(line.joined_name("name"))
    person = spelt(parts) if parts.family else read_name(line.text("name") or turned or name)
    if not name:
        line.refuse("name" if "family_first" not in line.cells else "family_first", "field_missing")
    if len(name) > NAME_LENGTH:
        line.refuse("name", "player_name_invalid")
    for column, most in MOST_LETTERS.items():
        if len(line.text(column)) > most:
            line.refuse(column, "too_long", most=most)
    email = line.text("email")
    if email and not values.is_email(email):
        line.refuse("email", "bad_email")
    categories = tuple(values.split_list(line.text("categories")))
    if any(len(category) > CATEGORY_LENGTH for category in categories):
        line.refuse("categories", "too_long", most=CATEGORY_LENGTH)
    free = [column for column in line.cells if column.startswith(FREE) and line.text(column)]
    for column in free:
        if len(line.text(column)) > FREE_TEXT:
            line.refuse(column, "too_long", most=FREE_TEXT)
    return ImportedMember(
        row=line.number,
        name=name,
        person=person,
        nickname=line.text("nickname"),
        licence=line.text("licence"),
        categories=categories,
        email=email,
        birth_year=line.birth_year(),
        member_since=line.value("member_since", partial(_read_since, order=order), "bad_date"),
        is_active=line.code("active", values.YES_NO) != "no",
        public_name=line.code("public_name", values.PUBLIC_NAMES) or "",
        free_columns=tuple(
            (column.removeprefix(FREE)[:FREE_LABEL], _with_its_zero(column, line.text(column)))
            for column in free
        ),
    )


def _with_its_zero(heading: str, text: str) -> str:
    """A spreadsheet keeps 06 12 34 56 78 as a number, which has no 0 in front."""
    is_number = WITHOUT_ZERO.fullmatch(text) and TELEPHONES & set(header_key(heading).split())
    return f"0{text}" if is_number else text
