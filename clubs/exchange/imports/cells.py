"""The columns of a game: a record becomes cells, and cells become a record.

Each game has one DealColumns in its own folder; clubs/exchange/games.py lists them. How a cell is
read and written follows from the type of its field, where the game declares what comes of a deal
(core/deal_records.py); a column says so itself where a list has it otherwise.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import NoneType
from typing import Any, get_args

from django.utils.translation import gettext_lazy as _

from clubs.core.deal_records import Record, Seated
from clubs.core.games import JsonObject
from clubs.core.names import is_short_for
from clubs.core.problems import Problem
from clubs.exchange.imports import values
from clubs.exchange.imports.columns import Head
from clubs.exchange.imports.lines import ImportLine
from clubs.exchange.imports.values import name_key, person_key
from clubs.exchange.spreadsheets import Cell

Seats = Mapping[str, str]  # the name at the table by its key
Path = tuple[str, ...]  # where in a record a value stands
STEP = re.compile(r"[.\[\]]+")


@dataclass(frozen=True, slots=True)
class Codes:
    """The codes of an enumeration in cells: the code by each word for it (by_word), what people
    call each, the code that is meant where none is told, and the column of the player who is meant
    where nobody is."""

    words: Mapping[str, str]
    labels: Mapping[str, Any] = field(default_factory=dict)
    default: str = ""
    holder: str = ""


@dataclass(frozen=True, slots=True)
class CellKind:
    """How a cell tells a value of a record, and back.

    read gives the value of a cell that is not empty, None where it says nothing; what it cannot
    read it notes in the line. write gives the cell of a value that is there. codes are those that
    an export has in the words of its language.
    """

    read: Callable[[ImportLine, str, Seats], Any]
    write: Callable[[Any], Cell] = lambda value: value
    codes: Codes | None = None


def seat_named(seats: Seats, name: str) -> str | None:
    """The player at the table of this name, whichever end has the family name, else the only one
    for whom it is short."""
    key = name_key(name)
    if key in seats:
        return seats[key]
    by_person = {person_key(player): player for player in seats.values()}
    short_for = [player for one, player in by_person.items() if is_short_for(key, one)]
    return by_person.get(person_key(name), short_for[0] if len(short_for) == 1 else None)


def seat_of(
    line: ImportLine, column: str, seats: Seats, name: str, refusal: str = "player_unknown"
) -> str | None:
    """The player at the table of this name; another name is refused."""
    player = seat_named(seats, name)
    if player is None:
        line.refuse(column, refusal, name=name.strip())
    return player


def name_cell(refusal: str) -> CellKind:
    """One player; another name is refused by this code."""
    return CellKind(
        lambda line, column, seats: seat_of(line, column, seats, line.text(column), refusal)
    )


def _read_names(line: ImportLine, column: str, seats: Seats) -> list[str]:
    names = values.split_names(line.text(column), seats)
    return [player for name in names if (player := seat_of(line, column, seats, name))]


def code_cell(codes: Codes) -> CellKind:
    return CellKind(lambda line, column, _seats: line.code(column, codes.words), codes=codes)


def _pairs_cell(codes: Codes, field_name: str) -> CellKind:
    """Entries `name:word|…`: objects with a `player` and a code in this field."""

    def read(line: ImportLine, column: str, seats: Seats) -> list[dict[str, str]]:
        entries = []
        for part in values.split_names(line.text(column), seats):
            name, _colon, said = part.partition(":")
            if codes.holder and name_key(name) not in seats and values.word(codes.words, part):
                name, said = line.text(codes.holder), part
            code = values.word(codes.words, said.strip()) if said.strip() else codes.default
            player = seat_of(line, column, seats, name)
            if player and code:
                entries.append({"player": player, field_name: code})
            elif player:
                allowed = dict.fromkeys(codes.words.values())
                line.refuse(
                    column,
                    "value_not_allowed",
                    allowed=tuple(f"{name.strip()}:{one}" for one in allowed),
                )
        return entries

    return CellKind(
        read, lambda value: joined(f"{one['player']}:{one[field_name]}" for one in value)
    )


def _codes_cell(codes: Codes) -> CellKind:
    """A list of codes, `petit|excuse`."""

    def read(line: ImportLine, column: str, _seats: Seats) -> list[str]:
        listed = []
        for part in values.split_list(line.text(column)):
            code = values.word(codes.words, part)
            if code is None:
                allowed = tuple(dict.fromkeys(codes.words.values()))
                line.refuse(column, "value_not_allowed", allowed=allowed)
            else:
                listed.append(code)
        return listed

    return CellKind(read, joined)


def joined(names: Iterable[str]) -> str:
    return "|".join(names)


WHOLE = CellKind(lambda line, column, _seats: line.whole(column))
YES_NO = Codes(values.YES_NO, {"yes": _("yes"), "no": _("no")})
YES = CellKind(
    lambda line, column, _seats: line.code(column, values.YES_NO) == "yes" or None,
    lambda value: "yes" if value else "",
    YES_NO,
)
NAME = name_cell("player_unknown")
BY_TYPE: dict[Any, CellKind] = {
    int: WHOLE,
    int | float: CellKind(lambda line, column, _seats: line.number_of(column)),
    bool: YES,
    Seated: NAME,
    tuple[Seated, ...]: CellKind(_read_names, joined),
}


def _cell_of_type(declared: Any, codes: Mapping[Any, Codes]) -> CellKind:
    """How a value of this type is told: one of BY_TYPE, a code, or a list of objects with one."""
    if declared in BY_TYPE:
        return BY_TYPE[declared]
    first: Any
    first, *others = get_args(declared) or (declared,)
    if others == [NoneType]:  # a field that may be absent
        return _cell_of_type(first, codes)
    if not others:
        return code_cell(codes[first])
    if first in codes:
        return _codes_cell(codes[first])
    (code,) = [one for one in fields(first) if one.type in codes]
    return _pairs_cell(codes[code.type], code.name)


@dataclass(frozen=True, slots=True)
class Column(Head):
    """A column of one game. cell says how it is read and written where the type of its field does
    not; path where its value stands, where that is not the field of its name."""

    cell: CellKind | None = None
    path: Path = ()


# Columns that more than one game has.
OUT = Column(
    _("sitting out"), "mort, morts, exempt, exempts, au repos, fuori, a riposo, riposo, sitting out"
)
CONTRACT = Column(_("contract"), "contrat, enchere, contratto")


@dataclass(frozen=True)
class DealColumns:
    """The columns of one game, and the way there and back.

    result is the class that declares what comes of a deal. columns are those of its own, in the
    order of an export; sides come behind them, columns of what each side made: that of the first
    seat, of the second, and so on round the table. What lists of every game have stands around them
    (deals.py). codes are those of each enumeration. marks are columns any of which says that a
    sheet has such deals. sample is a small file for the page of imports, its header in column
    names. lacking finds what a played deal must tell, by column. finish mends what was read of a
    row with what its columns say together; it may note errors. mended are columns by the codes of
    problems that are mended there, whatever they are about.
    """

    result: Any
    columns: Mapping[str, Column]
    codes: Mapping[Any, Codes]
    void_reasons: Mapping[str, str]
    marks: frozenset[str]
    sample: tuple[str, ...]
    sides: Mapping[str, Head] = field(default_factory=dict)
    lacking: Callable[[Mapping[str, str]], Iterable[Problem]] = lambda _told: ()
    finish: Callable[[ImportLine, dict[str, Any]], dict[str, Any]] = lambda _line, record: record
    mended: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def heads(self) -> Mapping[str, Head]:
        return {**self.columns, **self.sides}

    @cached_property
    def kinds(self) -> Mapping[str, CellKind]:
        """By column."""
        types = {one.name: one.type for shape in (Record, self.result) for one in fields(shape)}
        return {
            name: column.cell or _cell_of_type(types[name], self.codes)
            for name, column in self.columns.items()
        }

    @cached_property
    def paths(self) -> Mapping[str, Path]:
        """By column."""
        return {name: column.path or (name,) for name, column in self.columns.items()}

    def read(self, line: ImportLine, seats: Seats) -> dict[str, Any]:
        """The fields of a deal that was played. Errors are noted in the line."""
        for problem in self.lacking({name: text for name, text in line.cells.items() if text}):
            line.refuse(str(problem.field), problem.code)
        return self.finish(line, self._told(line, seats, self.columns))

    def read_void(self, line: ImportLine, seats: Seats) -> dict[str, Any]:
        """What a void deal has besides its reason, dealer and note."""
        return self._told(line, seats, self.columns.keys() & {"out"})

    def _told(self, line: ImportLine, seats: Seats, columns: Iterable[str]) -> dict[str, Any]:
        record: dict[str, Any] = {}
        for column in columns:
            value = self.kinds[column].read(line, column, seats) if line.cells.get(column) else None
            if value is not None:
                *outer, name = self.paths[column]
                part = record
                for step in outer:
                    part = part.setdefault(step, {})
                part[name] = value
        return record

    def cells(self, record: JsonObject) -> dict[str, Cell]:
        """The cells of a record with names for players, by column."""
        stored = ((column, _value_at(record, path)) for column, path in self.paths.items())
        return {
            column: self.kinds[column].write(value) for column, value in stored if value is not None
        }

    def column_of(self, problem: Problem) -> str:
        """The column in which a problem is mended: `poignees[0].player` is in `poignees`."""
        steps = tuple(STEP.split(problem.field or ""))
        fitting = (
            column
            for column, path in self.paths.items()
            if path[: len(steps)] == steps[: len(path)]
        )
        return self.mended.get(problem.code) or next(fitting, steps[0])


def _value_at(record: Any, path: Sequence[str]) -> Any:
    for step in path:
        record = (record or {}).get(step)
    return record
