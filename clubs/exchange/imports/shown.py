"""A plan as the pages of an import show it."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.core.file_rows import Row
from clubs.core.names import name_key, person_key
from clubs.dates import date_format
from clubs.exchange.games import FILES
from clubs.exchange.imports.columns import FREE, IGNORED, KEPT_FREE, SCORE, ImportKind
from clubs.exchange.imports.deals import columns_of
from clubs.exchange.imports.headers import KIND_LABELS, is_undated, known_columns
from clubs.exchange.imports.layout import by_player
from clubs.exchange.imports.plan import ImportPlan
from clubs.exchange.imports.reading import FORMULA
from clubs.exchange.imports.shape import MOST_SHOWN, ImportSheet, RowError, column_texts
from clubs.exchange.imports.values import ISO_DATE, DateOrder, is_evening, read_date
from clubs.exchange.imports.words import ShownError, column_label, error_message, rows_text
from clubs.queries.games import WORDS
from clubs.queries.imports import gaps_of
from clubs.services.files.import_orders import Order

EXAMPLES = 3  # texts under a header, or of errors that say the same
FEW_ALIKE = 3  # errors that say the same and have a line each
MOST_LETTERS = 40  # of the numbers of their rows
EXAMPLE = 30  # characters of one

ORDERS = [
    (DateOrder.DAY.value, gettext_lazy("12/09/2025 is 12 September (day first)")),
    (DateOrder.MONTH.value, gettext_lazy("12/09/2025 is 9 December (month first)")),
]
KINDS = [(kind.value, label) for kind, label in KIND_LABELS.items()]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table that would come of the file."""

    date: Any
    label: str
    players: str
    count: int
    is_totals: bool


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample of a file of deals of a game. others are more columns that such a file may have."""

    game: Any
    text: str
    others: tuple[str, ...]


def game_choices() -> list[tuple[str, Any]]:
    return [(code, words.name) for code, words in WORDS.items()]


def samples() -> list[Sample]:
    """A sample of each game, with headings in the active language."""
    files = []
    for game, words in WORDS.items():
        head, *rows = FILES[game].deals.sample
        columns = head.split(";")
        header = ";".join(column_label(column, game) for column in columns)
        others = tuple(column for column in columns_of(game) if column not in columns)
        files.append(Sample(words.name, "\n".join([header, *rows]), others))
    return files


def error_rows(plan: ImportPlan, errors: Sequence[RowError]) -> tuple[list[ShownError], int]:
    """The first errors as lines, and how many are in none. More than FEW_ALIKE that say the same
    are one line, with a field for all of their cells where these have one text, else with the first
    cells one by one; a text that more than FEW_ALIKE have has a line of its own. A cell is offered
    once, with its own text, so that leaving it alone changes nothing."""
    alike: dict[tuple[str, str, str], list[RowError]] = {}
    for error in errors:
        alike.setdefault((error.column, error.code, str(error.params)), []).append(error)
    texts: dict[Row, list[str]] = {**dict(plan.sheet.rows)} if plan.sheet else {}
    seen: set[str] = set()
    lines: list[ShownError] = []
    left = MOST_SHOWN
    groups = [part for group in alike.values() for part in _by_text(group)]
    for group in groups[:MOST_SHOWN]:
        message = error_message(group[0])
        alone = [_told_alone(plan, one, texts, message, seen) for one in group[:left]]
        left -= len(alone)
        is_short = len(alone) == len(group) <= FEW_ALIKE
        lines += alone if is_short else [_told_together(plan, group, alone, message)]
    return lines, sum(map(len, groups[MOST_SHOWN:]))


def _by_text(group: Sequence[RowError]) -> Collection[Sequence[RowError]]:
    """The errors of each text that many have, and those of all others."""
    counts = Counter(error.value for error in group)
    parts: dict[str | None, list[RowError]] = {}
    for error in group:
        own = error.value if counts[error.value] > FEW_ALIKE else None
        parts.setdefault(own, []).append(error)
    return parts.values()


def _told_alone(
    plan: ImportPlan,
    error: RowError,
    texts: Mapping[Row, Sequence[str]],
    message: str,
    seen: set[str],
) -> ShownError:
    place = _error_column(plan, error) if error.row in texts else None
    cell = "" if place is None else f"cell-{error.row}-{place}"
    value = error.value if place is None else _text_at(texts[error.row], place)
    is_again = cell in seen
    seen.add(cell)
    column = _heading_seen(plan, error.column)
    return ShownError(_place_in_file(plan, error), column, value, message, "" if is_again else cell)


def _told_together(
    plan: ImportPlan, group: Sequence[RowError], alone: Sequence[ShownError], message: str
) -> ShownError:
    """One line for errors that say the same. alone are the first of them."""
    rows = [one.row for one in group if isinstance(one.row, int)]
    is_of_rows = len(rows) == len(group) and not (plan.sheet and plan.sheet.turned)
    places = rows_text(rows) if is_of_rows else ", ".join(str(one.row) for one in alone)
    if len(places) > MOST_LETTERS:
        places = f"{places[:MOST_LETTERS].rpartition(', ')[0]} …"
    values = list(dict.fromkeys(one.value for one in alone if one.value))
    places_of = {one.cell.rpartition("-")[2] for one in alone}
    cell = ""
    if len(alone) == len(group) and all(one.cell and [one.value] == values for one in alone):
        cell = f"cell-{'.'.join(map(str, rows))}-{places_of.pop()}"
    return ShownError(
        places,
        _heading_seen(plan, group[0].column),
        ", ".join(values[:EXAMPLES]) + (" …" if len(values) > EXAMPLES else ""),
        message,
        cell,
        len(group),
        () if cell else tuple(alone),
    )


def _heading_seen(plan: ImportPlan, column: str) -> str:
    """What a column is called; an evening as the file has it."""
    place = plan.columns.index().get(column) if plan.columns and is_evening(column) else None
    if place is None or plan.columns is None or plan.sheet is None:
        return column_label(column, plan.game)
    return _as_seen(plan.sheet, plan.columns.header[place])


def _as_seen(sheet: ImportSheet, text: str) -> str:
    """The text of a cell; a date of a workbook, which the file shows in some other form than it is
    read, as dates are written here."""
    day = read_date(text) if sheet.names and ISO_DATE.fullmatch(text) else None
    return date_format(day, "SHORT_DATE_FORMAT") if day else text.replace(FORMULA, "=…")


def _place_in_file(plan: ImportPlan, error: RowError) -> Row:
    """The number of the row; of a sheet that was turned, whose rows are columns of the file, the
    cell as spreadsheets call it."""
    sheet, columns = plan.sheet, plan.columns
    if sheet is None or columns is None or not sheet.turned or not isinstance(error.row, int):
        return error.row
    from openpyxl.utils import get_column_letter  # slow import

    return f"{get_column_letter(error.row)}{sheet.turned[columns.index().get(error.column, 0)]}"


def _error_column(plan: ImportPlan, error: RowError) -> int | None:
    """The place of the cell in which an error can be mended, counted from 0; None where there is
    none, as for a sum of many cells."""
    if plan.columns is None or error.code == "sum_not_zero":
        return None
    index = plan.columns.index()
    place = index.get(error.column)
    if place is None and error.column.startswith(SCORE):
        keys = {name_key(column): place for column, place in index.items()}
        place = keys.get(name_key(error.column))
    return place


def _text_at(cells: Sequence[str], place: int) -> str:
    """The text of a cell; empty beyond the end of the row, and for a formula without a value."""
    return cells[place].replace(FORMULA, "") if place < len(cells) else ""


def formula_count(plan: ImportPlan) -> int:
    """How many cells are formulas without a value: of the header, and of what is read; where that
    is asked still, of what may be."""
    if plan.sheet is None:
        return 0
    of_header = plan.sheet.header.count(FORMULA)
    if not plan.asks_columns:
        return of_header + sum(error.code == "formula_cell" for error in plan.errors)
    of = plan.columns.of if plan.columns else ()
    left = {place for place, column in enumerate(of) if column == IGNORED}
    return of_header + sum(
        text == FORMULA and place not in left
        for _number, cells in plan.sheet.rows
        for place, text in enumerate(cells)
    )


def planned_table_rows(plan: ImportPlan, most: int = 50) -> list[TableRow]:
    """The first tables of the plan."""
    return [
        TableRow(
            table.date,
            table.label,
            ", ".join(table.players[:12]) + ("…" if len(table.players) > 12 else ""),
            len(table.deals) or len(table.totals),
            bool(table.totals),
        )
        for table in plan.tables[:most]
    ]


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A person of a list of members. filled are the columns that a known player lacks and gets from
    the file; None for a new member. archived is the uuid of one whom it leaves in the archive."""

    name: str
    details: tuple[str, ...]
    filled: tuple[str, ...] | None
    archived: str


def imported_member_rows(plan: ImportPlan, order: Order) -> list[MemberRow]:
    """The first members."""
    gaps = {str(player.uuid): news for player, news in gaps_of(plan.facts.club, order.known)}
    archive = {player.uuid for player in plan.facts.people if player.is_archived}
    rows = []
    for member in plan.members[:MOST_SHOWN]:
        uuid = plan.uuids.get(person_key(member.name), "")
        news = gaps.get(uuid, {})
        year = str(member.birth_year or "")
        labelled = ({"label": label, "text": text} for label, text in member.free_columns)
        known = (member.nickname, year, member.email, *member.categories, member.licence)
        since = member.member_since
        joined = f"{column_label('member_since')} {date_format(since)}" if since else ""
        details = (*known, joined, *(_("%(label)s: %(text)s") % one for one in labelled))
        filled = tuple(str(column_label(column, "")) for column in news)
        rows.append(
            MemberRow(
                member.person.whole,
                tuple(filter(None, details)),
                filled if uuid in order.known else None,
                uuid if uuid in archive else "",
            )
        )
    return rows


@dataclass(frozen=True, slots=True)
class ColumnRow:
    """A column of the file as a person is asked about it. key is where the answer is kept, column
    what it is taken for, "" where nobody knows. preset is the answer that is chosen; choices are
    what it may be. help has the first texts under it. is_day: the answer is a date, of an evening
    whose heading says none; without one it is left out.
    """

    key: str
    header: str
    column: str
    preset: str
    help: str
    choices: list[tuple[str, Any]]
    is_day: bool = False


def column_rows(plan: ImportPlan) -> list[ColumnRow]:
    """The columns of the file with the first texts under each, unknown ones first. Evenings of
    totals are left out: their header says all. So are columns that are left out and have no text:
    an answer would be remembered for files in which they have."""
    columns, sheet = plan.columns, plan.sheet
    if columns is None or sheet is None:
        return []
    known = known_columns(columns.kind, plan.game)
    free_choice = [KEPT_FREE] if columns.kind is ImportKind.MEMBERS else []
    score_choice = [SCORE] if columns.kind is ImportKind.DEALS else []
    rows = []
    for place, (key, header, column) in enumerate(
        zip(columns.keys, columns.header, columns.of, strict=True)
    ):
        if not key or (columns.is_wide and is_evening(header)):
            continue
        examples = _examples(sheet, place)
        if column == IGNORED and not examples:
            continue
        if columns.kind is ImportKind.TOTALS and is_undated(header):
            day = column if is_evening(column) else ""
            rows.append(ColumnRow(key, header, column, day, examples, [], is_day=True))
            continue
        if column.startswith(FREE):
            column = KEPT_FREE
        own = [column] if column not in ("", IGNORED, *free_choice) and column not in known else []
        choices = [
            *([("", _("— say what it is —"))] if not (column or free_choice) else []),
            *((one, _("keep it with the member")) for one in free_choice),
            *((one, column_label(one, plan.game)) for one in [*own, *known]),
            *((one, _("scores of the player of this name")) for one in score_choice if not own),
            (IGNORED, _("leave this column out")),
        ]
        help_parts = [examples]
        if not column and free_choice:
            help_parts.append(_("not known here, and kept with the member"))
        elif not column:
            help_parts.append(error_message(RowError("", header, header, "unknown_header")))
        preset = column or "".join(free_choice)
        rows.append(
            ColumnRow(key, header, column, preset, " · ".join(filter(None, help_parts)), choices)
        )
    return sorted(rows, key=lambda row: bool(row.column))


def _examples(sheet: ImportSheet, place: int) -> str:
    texts = islice(column_texts(sheet.rows, place), EXAMPLES)
    whole = (_as_seen(sheet, text) for text in texts)
    first = [text if len(text) <= EXAMPLE else f"{text[:EXAMPLE]}…" for text in whole]
    return ", ".join(dict.fromkeys(first))


def may_be_evening(plan: ImportPlan) -> bool:
    """Whether one row of scores, read as a deal, may be the totals of an evening: nobody said."""
    sheet = plan.sheet
    is_guess = plan.kind is ImportKind.DEALS and not plan.choices.kind
    return is_guess and sheet is not None and bool(by_player(sheet, are_totals=True).turned)


def left_columns(plan: ImportPlan) -> list[str]:
    """The headings of columns with something in them of which nothing is imported."""
    sheet = plan.sheet
    if sheet is None or plan.columns is None:
        return []
    pairs = enumerate(zip(sheet.header, plan.columns.of, strict=True))
    left = (
        text
        for place, (text, column) in pairs
        if text and column == IGNORED and any(column_texts(sheet.rows, place))
    )
    return [*sheet.passed, *left]


@dataclass(frozen=True, slots=True)
class GridRow:
    """One of the first rows of a sheet. part is what it is taken for: "title" above the header,
    "header" or "list"; is_chosen: the header begins here. number is 0 for the letters that stand
    above a list without a header. rest is how many cells its last one goes
    on over."""

    number: int
    cells: list[str]
    part: str
    is_chosen: bool
    rest: int


def grid_rows(plan: ImportPlan) -> list[GridRow]:
    """The first rows of the sheet as they are in the file, cut."""
    sheet = plan.sheet
    if sheet is None:
        return []
    first = sheet.turned[0] if sheet.turned else sheet.header_row
    end = first + sheet.header_height
    width = max((len(cells) for _number, cells in sheet.heads.get(sheet.name, ())), default=0)
    rows = [
        GridRow(
            number,
            [_as_seen(sheet, text) for text in cells],
            "title" if number < first else "header" if number < end else "list",
            first == number < end,
            width - len(cells) + 1,
        )
        for number, cells in sheet.heads.get(sheet.name, ())
    ]
    if not sheet.header_height:
        letters = GridRow(0, list(sheet.header), "header", is_chosen=True, rest=1)
        rows.insert(sum(1 for row in rows if row.part == "title"), letters)
    return rows


def missing_columns(plan: ImportPlan) -> list[str]:
    """A sentence for each missing column, but for the date, of which there is a field, and one for
    dates of evenings; none before the kind of the file is known."""
    if plan.columns is None or plan.sheet is None:
        return []
    columns = [column for column in plan.columns.missing if column != "date"]
    missing = (RowError("", column, "", "missing_column") for column in columns)
    notes = [f"{column_label(one.column, plan.game)} — {error_message(one)}" for one in missing]
    if not plan.columns.is_wide and any(map(is_undated, plan.columns.unknown)):
        notes.append(_("These evenings say no date: say it. One without a date is left out."))
    return notes
