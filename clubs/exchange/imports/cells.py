"""The columns of a game: a record becomes cells, and cells become a record.

Each game has one DealColumns in its own folder; clubs/exchange/games.py lists them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs.core.games import JsonObject
from clubs.core.problems import Problem
from clubs.exchange.imports import values
from clubs.exchange.imports.columns import Head
from clubs.exchange.imports.lines import ImportLine
from clubs.exchange.imports.values import name_key
from clubs.exchange.spreadsheets import Cell

Seats = Mapping[str, str]  # the name at the table by its key
Cells = dict[str, Cell]

# Heads that more than one game has.
OUT = Head(
    _("sitting out"), "mort, morts, exempt, exempts, au repos, fuori, a riposo, riposo, sitting out"
)
CONTRACT = Head(_("contract"), "contrat, enchere, contratto")


@dataclass(frozen=True, slots=True)
class Named:
    """The fields in which a record of a game names players, besides `dealer` and plain scores.

    fields are a name each; lists are names, null among them for nobody; entries are a list of
    objects, objects one, each with the name in its `player`.
    """

    fields: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()


def first_part(problem: Problem) -> str:
    """The column of a problem of a list: `poignees[0].player` is in `poignees`."""
    return (problem.field or "").partition("[")[0].partition(".")[0]


@dataclass(frozen=True, slots=True)
class DealColumns:
    """The columns of one game, and the way there and back.

    heads are those of its own, in the order of an export; what lists of every game have stands
    around them (deals.py). marks are columns any of which says that a sheet has such deals.
    read makes the fields of a deal that was played, read_void what a void one has besides its
    reason, dealer and note; both note errors in the line. cells are those of a record with names
    for players. column_of says in which column a problem of the game is mended. sides are columns
    of what each side made: that of the first seat, of the second, and so on round the table.
    path_of says where in a record stands what the cell of a column has, for values that nest.
    sample is a small file for the page of imports, its header in column names. codes are columns
    of codes: how a list reads their words, and what people call each code.
    """

    heads: Mapping[str, Head]
    marks: frozenset[str]
    sample: tuple[str, ...]
    void_reasons: Mapping[str, str]
    read: Callable[[ImportLine, Seats], dict[str, Any]]
    cells: Callable[[JsonObject], Cells]
    named: Named
    read_void: Callable[[ImportLine, Seats], dict[str, Any]] = lambda _line, _seats: {}
    column_of: Callable[[Problem], str] = first_part
    sides: tuple[str, ...] = ()
    path_of: Callable[[str], tuple[str, ...]] = lambda column: (column,)
    codes: Mapping[str, tuple[Mapping[str, str], Mapping[str, Any]]] = field(default_factory=dict)


def seated(line: ImportLine, column: str, seats: Seats, code: str = "player_unknown") -> str | None:
    """The player at the table whose name stands in this column; another name is refused."""
    name = line.text(column)
    if not name:
        return None
    player = seats.get(name_key(name))
    if player is None:
        line.refuse(column, code, name=name)
    return player


def _seated_all(line: ImportLine, column: str, seats: Seats) -> list[str]:
    players = []
    for name in values.split_list(line.text(column)):
        if name_key(name) in seats:
            players.append(seats[name_key(name)])
        else:
            line.refuse(column, "player_unknown", name=name)
    return players


def read_out(line: ImportLine, seats: Seats) -> dict[str, Any]:
    """The players who sat out, of a void deal too."""
    return {"out": _seated_all(line, "out", seats)}


def pairs(
    line: ImportLine, column: str, seats: Seats, words: Mapping[str, str], field: str, default: str
) -> list[dict[str, str]]:
    """The entries of a cell `name:word|…`. Without a word the default is meant, if there is one."""
    entries = []
    for part in values.split_list(line.text(column)):
        name, _colon, said = part.partition(":")
        code = values.word(words, said.strip()) if said.strip() else default
        player = seats.get(name_key(name))
        if player is None:
            line.refuse(column, "player_unknown", name=name.strip())
        elif not code:
            allowed = tuple(f"{name.strip()}:{code}" for code in dict.fromkeys(words.values()))
            line.refuse(column, "value_not_allowed", allowed=allowed)
        else:
            entries.append({"player": player, field: code})
    return entries


def joined_pairs(entries: Iterable[Mapping[str, Any]] | None, field: str) -> str:
    return joined(f"{one['player']}:{one[field]}" for one in entries or ())


def is_yes(line: ImportLine, column: str) -> bool:
    return line.code(column, values.YES_NO) == "yes"


def joined(names: Iterable[str] | None) -> str:
    return "|".join(names or ())
