"""The plan of an import: what is still to be decided, the errors, and the rows that are good.

It reads and judges, and writes nothing. Source: leagues.md §7.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from uuid import UUID

from clubs.core.file_rows import Row
from clubs.core.games import DEFAULT_GAME
from clubs.core.names import person_key
from clubs.core.standings.season_shapes import FiledSeason
from clubs.core.table_checks import NAME_LENGTH
from clubs.exchange.games import FILES
from clubs.exchange.imports.checking import Judge
from clubs.exchange.imports.choices import NEW_LEAGUE, ImportChoices
from clubs.exchange.imports.columns import SCORE, Columns, ImportKind
from clubs.exchange.imports.deals import read_deal_list
from clubs.exchange.imports.formats import format_of
from clubs.exchange.imports.guesses import guessed_columns, without_empty
from clubs.exchange.imports.headers import guess_kind, is_known_header, read_header
from clubs.exchange.imports.json_lists import sheet_of_list
from clubs.exchange.imports.known import known_tables, without_context
from clubs.exchange.imports.layout import (
    below_titles,
    by_player,
    kind_of,
    score_keys,
    with_people,
    without_column_sums,
    without_sums,
)
from clubs.exchange.imports.lines import header_errors
from clubs.exchange.imports.members import ImportedMember, read_members
from clubs.exchange.imports.names import (
    UnknownName,
    Who,
    names_with_rows,
    player_uuids,
    unknown_names,
)
from clubs.exchange.imports.shape import (
    Contents,
    ImportedFile,
    ImportedTable,
    ImportSheet,
    RowError,
    SlamQuestion,
    Unreadable,
)
from clubs.exchange.imports.totals import read_totals, without_rows, without_wrong_sums
from clubs.exchange.imports.values import DateOrder, evening_of
from clubs.exchange.imports.years import day_of, order_in, with_years
from clubs.models import Club, League
from clubs.queries.deals.rules import every_offer
from clubs.queries.imports import KnownPlayer, known_players

DATES = ("date", "member_since")
TOURNAMENT = "tarot-tournament/"


@dataclass(frozen=True)
class ImportFacts:
    """The facts of a club that an import depends on. league is the season that was chosen; seed
    makes the uuids of new players."""

    club: Club
    league: League | None
    seed: UUID

    @cached_property
    def people(self) -> Sequence[KnownPlayer]:
        return known_players(self.club)


@dataclass(frozen=True)
class ImportPlan:
    """A file as it is understood with the choices made so far. columns is None for a file that says
    itself what it is; that is in file already.

    asks_kind, asks_order and what columns lacks are to be said before anything is read; then the
    unknown names, and of slams what came of them. errors keep rows out; warnings do not. game is
    that of the tables that name none themselves. A plan that was opened and not made has nothing of
    what is read in the rows, from unknown on.
    """

    kind: ImportKind | None
    choices: ImportChoices
    facts: ImportFacts
    source: str = ""
    sheet: ImportSheet | None = None
    columns: Columns | None = None
    order: DateOrder = DateOrder.DAY
    game: str = ""
    file: ImportedFile | None = None
    unknown: tuple[UnknownName, ...] = ()
    asks_slams: bool = False  # some of them
    errors: tuple[RowError, ...] = ()
    warnings: tuple[RowError, ...] = ()
    tables: tuple[ImportedTable, ...] = ()
    members: tuple[ImportedMember, ...] = ()
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by key of the table
    stored: Mapping[str, UUID] = field(default_factory=dict)  # tables that go on, by the same

    @cached_property
    def decided(self) -> Mapping[str, str]:
        """The decisions on names, by person_key: those of a person, else those that follow from the
        members and guests of the season in the file."""
        if self.league is None:
            return self.choices.names
        presets = {person_key(name): Who.GUEST.value for name in self.league.guests}
        presets |= {person_key(name): Who.MEMBER.value for name in self.league.members}
        return {**presets, **self.choices.names}

    @cached_property
    def uuids(self) -> dict[str, str]:
        """Player uuid by person_key, with the players whom the import makes."""
        return player_uuids(self.facts.people, self.decided, self.facts.seed)

    @property
    def league(self) -> FiledSeason | None:
        return self.file.league if self.file else None

    @cached_property
    def answered(self) -> tuple[Sequence[ImportedTable], Sequence[SlamQuestion]]:
        """The tables of the file with what was said of their slams, and the questions about them:
        only files that say themselves what they are have any."""
        if self.file is None:
            return (), ()
        tables, reader = self.file.tables, FILES[self.game].slams
        return reader.answered(tables, self.choices.slams) if reader else (tables, ())

    @property
    def remarks(self) -> Sequence[str]:
        return self.file.remarks if self.file else ()

    @property
    def has_totals(self) -> bool:
        return self.kind is ImportKind.TOTALS or any(one.totals for one in self.answered[0])

    @property
    def asks_order(self) -> bool:
        return self.order is DateOrder.ASK

    @property
    def asks_day(self) -> bool:
        """Whether a person is asked for the day of all rows: they may change it, too."""
        lacks_it = self.columns is not None and "date" in self.columns.missing
        return bool(self.choices.day) or lacks_it

    @property
    def asks_columns(self) -> bool:
        columns = self.columns
        asks = columns is not None and bool(columns.unknown or columns.missing)
        return self.kind is None or self.asks_order or asks

    @property
    def wants_a_look(self) -> bool:
        """Whether a person should see where the list was found in the file: it could be elsewhere
        too."""
        sheet = self.sheet
        if sheet is None or self.choices.is_seen:
            return False
        return len(sheet.filled_names) > 1

    @property
    def step(self) -> str:
        if self.asks_columns:
            return "columns"
        if self.unknown:
            return "names"
        return "slams" if self.asks_slams else "preview"

    @property
    def deal_count(self) -> int:
        return sum(len(table.deals) for table in self.tables)

    @property
    def total_count(self) -> int:
        return sum(len(table.totals) for table in self.tables)

    @property
    def bad_rows(self) -> int:
        return len({error.row for error in self.errors})

    @property
    def is_empty(self) -> bool:
        return not (self.tables or self.members)

    @property
    def is_ready(self) -> bool:
        """Whether all is decided, and there is something to write."""
        is_sound = not self.errors or self.choices.skips_errors
        return self.step == "preview" and is_sound and not self.is_empty


def open_plan(contents: Contents, choices: ImportChoices, facts: ImportFacts) -> ImportPlan:
    """What a file is, and what its columns are, with the choices made so far. Raises Unreadable."""
    form = format_of(contents)
    if form is not None:
        file = form.read(contents)
        game = file.game or DEFAULT_GAME
        source = file.source or str(form.label)
        return ImportPlan(ImportKind.DEALS, choices, facts, source, game=game, file=file)
    sheet = contents.sheet or _sheet_from_json(contents, choices)
    chosen = DateOrder(choices.order) if choices.order in set(DateOrder) else None
    sheet = with_years(below_titles(sheet, is_known_header, choices.header), chosen)
    sheet = replace(sheet, day=choices.day or day_of(sheet))
    if choices.kind in ("", ImportKind.TOTALS):
        sheet = by_player(with_people(sheet), are_totals=bool(choices.kind))
    sheet = _with_mended(sheet, choices.mended)
    kind = ImportKind(choices.kind) if choices.kind in set(ImportKind) else kind_of(sheet)
    if kind is None:
        _refuse_prose(sheet)
        return ImportPlan(None, choices, facts, sheet=sheet)
    if kind is not ImportKind.TOTALS:
        sheet = without_sums(sheet)
    elif not sheet.turned:
        sheet = without_column_sums(sheet)
    scores = score_keys(sheet.header, sheet.rows) if kind is ImportKind.DEALS else []
    answers = {**guessed_columns(kind, sheet), **dict.fromkeys(scores, SCORE), **choices.answers}
    columns = without_empty(sheet, read_header(kind, sheet.header, answers, choices.game))
    if sheet.day:
        missing = tuple(column for column in columns.missing if column != "date")
        columns = replace(columns, missing=missing)
    return ImportPlan(
        kind,
        choices,
        facts,
        sheet=sheet,
        columns=columns,
        order=chosen or _shown_order(sheet, columns),
        errors=tuple(header_errors(sheet, columns)),
        game=columns.game or _game_of_totals(choices, facts),
    )


def make_plan(contents: Contents, choices: ImportChoices, facts: ImportFacts) -> ImportPlan:
    """The plan of a file with the choices made so far, every row read and judged. Raises
    Unreadable."""
    plan = open_plan(contents, choices, facts)
    sheet, columns = plan.sheet, plan.columns
    if sheet is None or columns is None or columns.missing:
        return _judged(plan) if plan.file else plan
    order = DateOrder.DAY if plan.asks_order else plan.order
    if plan.kind is ImportKind.MEMBERS:
        return _with_members(plan, *read_members(sheet, columns, order))
    if plan.kind is ImportKind.DEALS:
        return _judged(replace(plan, file=read_deal_list(sheet, columns, order)))
    sheet, warnings = without_wrong_sums(sheet, columns, plan.uuids)
    nobody = [key for key, who in choices.names.items() if who == Who.NOBODY]
    totals = read_totals(sheet, columns, order, is_complete=choices.is_complete, left_out=nobody)
    totals = replace(totals, errors=(*totals.errors, *warnings))
    return _judged(replace(plan, sheet=sheet, file=totals))


def _refuse_prose(sheet: ImportSheet) -> None:
    """Refuse a text without columns whose lines are longer than any name. Raises Unreadable."""
    lines = [list(sheet.header), *(cells for _row, cells in sheet.rows)]
    if max(map(len, lines)) == 1 and any(len(text) > NAME_LENGTH for [text] in lines):
        raise Unreadable("unknown_text")


def _sheet_from_json(contents: Contents, choices: ImportChoices) -> ImportSheet:
    """The sheet that a JSON list makes. Raises Unreadable for other JSON, which is of no known
    format."""
    document = contents.document
    if contents.files is not None:
        raise Unreadable("unknown_zip")
    if contents.tables is not None:
        raise Unreadable("unknown_database")
    if isinstance(document, dict) and str(document.get("format", "")).startswith(TOURNAMENT):
        raise Unreadable("tournament_file")
    if not isinstance(document, list) or not (choices.kind or _says_its_kind(document)):
        raise Unreadable("unknown_json")
    return sheet_of_list(document, kind=choices.kind, columns=choices.columns, game=choices.game)


def _says_its_kind(rows: Sequence[Any]) -> bool:
    """Whether the keys of a JSON list are enough to know its kind."""
    keys = dict.fromkeys(key for row in rows if isinstance(row, dict) for key in row)
    return guess_kind(keys) is not None


def _game_of_totals(choices: ImportChoices, facts: ImportFacts) -> str:
    """The game of totals, which do not name one: that of their season, else the usual one."""
    if choices.game in FILES:
        return choices.game
    return facts.league.game if facts.league else DEFAULT_GAME


def _with_mended(sheet: ImportSheet, mended: Mapping[str, str]) -> ImportSheet:
    """The sheet with the texts that a person put in place of others, by `row:place`; places count
    from 0."""
    if not mended:
        return sheet
    by_row: dict[int, dict[int, str]] = {}
    for where, text in mended.items():
        row, _colon, place = where.partition(":")
        if row.isdecimal() and place.isdecimal():
            by_row.setdefault(int(row), {})[int(place)] = text
    rows = []
    for number, cells in sheet.rows:
        changed = list(cells)
        for column, new_text in by_row.get(number, {}).items():
            if column < len(sheet.header):
                changed += [""] * (column + 1 - len(changed))
                changed[column] = new_text.strip()
        rows.append((number, changed))
    return replace(sheet, rows=rows)


def _shown_order(sheet: ImportSheet, columns: Columns) -> DateOrder:
    """The order of day and month in the dates of the list."""
    places = [place for column, place in columns.index().items() if column in DATES]
    cells = (row[place] for _n, row in sheet.rows for place in places if place < len(row))
    headers = [evening_of(text)[0] for text in columns.of] if columns.is_wide else []
    is_of_sheet = columns.kind is not ImportKind.MEMBERS and not (headers or "date" in columns.of)
    return order_in(sheet, [*headers, *cells, *([sheet.day] if is_of_sheet else [])])


def _with_members(
    plan: ImportPlan, members: Sequence[ImportedMember], errors: Sequence[RowError]
) -> ImportPlan:
    """The plan with the members of the file. A name is asked about only if a known one is near."""
    names = ((member.name, member.row, "name") for member in members)
    people = plan.facts.people
    unknown = unknown_names(names, people, plan.uuids, wants_all=False)
    return replace(
        plan, members=tuple(members), unknown=tuple(unknown), errors=(*plan.errors, *errors)
    )


def _judged(plan: ImportPlan) -> ImportPlan:
    """The plan with the tables of its file, their deals scored. Rows with errors are left out of
    them."""
    file = plan.file or ImportedFile(())
    choices, facts, uuids = plan.choices, plan.facts, plan.uuids
    named = [*names_with_rows(file.tables), *_names_in(file.league)]
    games = (replace(table, game=table.game or plan.game) for table in plan.answered[0])
    tables = list(map(without_context, games))
    known = known_tables(facts.club, tables)
    judge = Judge(
        offers=every_offer(facts.club),
        chosen=choices.rules,
        default=facts.club.rules,
        file_rules=file.rules,
        uuids=uuids,
        league=facts.league or (file.league if choices.league == NEW_LEAGUE else None),
        here=known,
        keeps_differences=choices.keeps_differences,
    )
    unclear = open_errors(tables)
    good = [_without_slam_questions(table) for table in map(judge.table, tables)]
    problems = [*plan.errors, *file.errors, *judge.errors, *unclear]
    # By the number of the row; paths of JSON stay in the order of the file.
    problems.sort(key=lambda error: error.row if isinstance(error.row, int) else 0)
    errors = [error for error in problems if not error.is_warning]
    bad = {error.row for error in errors}
    good = [without_rows(table, bad) if table.totals else table for table in good]
    return replace(
        plan,
        unknown=tuple(unknown_names(named, facts.people, uuids)),
        asks_slams=bool(unclear),
        errors=tuple(errors),
        warnings=tuple(error for error in problems if error.is_warning),
        tables=tuple(table for table in good if table.deals or table.totals),
        rules=judge.rules,
        stored={key: one.stored.uuid for key, one in known.items() if one.stored},
    )


def open_errors(tables: Iterable[ImportedTable]) -> list[RowError]:
    """An error for each deal with a slam that nobody has answered for."""
    return [
        RowError(deal.row, "slam", "", "chelem_unclear")
        for table in tables
        for deal in table.deals
        if deal.asks_slam
    ]


def _without_slam_questions(table: ImportedTable) -> ImportedTable:
    """The table without the deals that nobody has answered for."""
    return replace(table, deals=tuple(deal for deal in table.deals if not deal.asks_slam))


def _names_in(league: FiledSeason | None) -> Iterable[tuple[str, Row, str]]:
    if league is not None:
        for n, name in enumerate(league.members):
            yield name, f"members[{n}]", "members"
        for penalty in league.penalties:
            yield penalty.player, penalty.path, "player"
