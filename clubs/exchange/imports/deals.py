"""Deals of a sheet, one row each, become tables. Source: leagues.md §7.3.

A record that this module writes as cells and reads again is the same. What only one game has in its
columns is known to the register of games (clubs/exchange/games.py).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from clubs.core import plain_scores
from clubs.core.deals import OTHER, Kind
from clubs.core.fields import says_something
from clubs.core.games import JsonObject, get_game
from clubs.exchange.games import FILES
from clubs.exchange.imports import values
from clubs.exchange.imports.cells import Cells, DealColumns, Seats, seated
from clubs.exchange.imports.columns import SCORE, Columns
from clubs.exchange.imports.lines import Line, lines_of
from clubs.exchange.imports.shape import ImportedDeal, ImportedFile, ImportedTable, RowError, Sheet
from clubs.exchange.imports.values import DateOrder, name_key, person_key

# What lists of every game have: before the columns of the game, and after them. At the end stands
# one column `score: NAME` a player.
FIRST = ("date", "evening", "table", "players", "dealer")
LAST = ("kind", "void_reason", "label", "note", "uuid")
LABEL = "Import"  # of plain scores that are not told what they are


def columns_of(game: str) -> tuple[str, ...]:
    """Those of an export, in its order."""
    return (*FIRST, *FILES[game].deals.heads, *LAST)


@dataclass(slots=True)
class Draft:
    """A table while its rows are read. seats are the last that were told, first the first."""

    label: str
    day: date
    seats: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    deals: list[ImportedDeal] = field(default_factory=list)


def read_deals(sheet: Sheet, columns: Columns, order: DateOrder) -> ImportedFile:
    """Tables in the order of their first rows; rows with the same date and table are one table."""
    drafts: dict[str, Draft] = {}
    errors: list[RowError] = []
    for line in lines_of(sheet, columns):
        _read_line(line, order, drafts, columns.game)
        errors += line.errors
    tables = (
        ImportedTable(key, draft.label, draft.day, draft.first, tuple(draft.deals))
        for key, draft in drafts.items()
        if draft.deals
    )
    return ImportedFile(tuple(tables), tuple(errors), game=columns.game)


def _read_line(line: Line, order: DateOrder, drafts: dict[str, Draft], game: str) -> None:
    """One deal into its table; a row with errors tells no deal."""
    day = line.day("date", order)
    if day is None:
        return
    label = " ".join(filter(None, [line.text("evening"), line.text("table")]))
    key = table_key(day, label)
    players = _players_of(line, get_game(game).seat_counts)
    draft = drafts.setdefault(key, Draft(label, day))
    draft.seats = players or draft.seats
    draft.first = draft.first or players
    if not draft.seats:
        if not line.errors:
            line.refuse("players", "field_missing")
        return
    deal = _deal_of(line, draft.seats, FILES[game].deals)
    if not any(not error.is_warning for error in line.errors):
        draft.deals.append(deal)


def table_key(day: date, label: str) -> str:
    return f"{day.isoformat()}|{name_key(label)}"


def _players_of(line: Line, counts: Sequence[int]) -> tuple[str, ...]:
    """Who sits there, in seat order; empty where the row does not say, or says it wrongly."""
    names = values.parts(line.text("players"))
    keys = [person_key(name) for name in names]
    twice = next((name for n, name in enumerate(names) if keys[n] in keys[:n]), None)
    if twice is not None:
        line.refuse("players", "player_twice", name=twice)
        return ()
    if names and len(names) not in counts:
        line.refuse("players", "players_count", low=min(counts), high=max(counts))
        return ()
    return tuple(names)


def _deal_of(line: Line, players: Sequence[str], game: DealColumns) -> ImportedDeal:
    seats = {name_key(name): name for name in players}
    kind = line.code("kind", values.KINDS)
    reason = line.code("void_reason", game.void_reasons)
    scores = _scores_of(line, seats)
    common = {"dealer": seated(line, "dealer", seats), "note": line.text("note") or None}
    if kind == plain_scores.KIND:
        record = {**_plain_record(line, scores), **common}
        scores = {}
    elif kind == Kind.VOID or reason:
        void = {"kind": Kind.VOID.value, "void_reason": reason or OTHER}
        record = {**void, **game.read_void(line, seats), **common}
    else:
        record = {**game.read(line, seats), **common}
    return ImportedDeal(
        row=line.number,
        record={name: value for name, value in record.items() if says_something(value)},
        players=tuple(players),
        scores=scores or None,
        uuid=_uuid_of(line),
        sides=_sides_of(line, game.sides),
    )


def _plain_record(line: Line, scores: Mapping[str, int]) -> dict[str, Any]:
    return {
        "kind": plain_scores.KIND,
        "label": (line.text("label") or LABEL)[: plain_scores.LABEL_LENGTH],
        "scores": scores,
    }


def _sides_of(line: Line, columns: Sequence[str]) -> dict[str, int] | None:
    """What the file says each side made."""
    told = {column: line.whole(column) for column in columns}
    return {column: made for column, made in told.items() if made is not None} or None


def _scores_of(line: Line, seats: Seats) -> dict[str, int]:
    """What the file says everybody won; a column of somebody who sits elsewhere is empty here."""
    found = {}
    for column in line.cells:
        if not column.startswith(SCORE) or not line.text(column):
            continue
        score = line.whole(column)
        name = column.removeprefix(SCORE)
        if score is None:
            continue
        if name_key(name) in seats:
            found[seats[name_key(name)]] = score
        elif score:
            line.refuse(column, "player_unknown", name=name)
    return found


def _uuid_of(line: Line) -> UUID | None:
    text = line.text("uuid")
    if not text:
        return None
    try:
        return UUID(text)
    except ValueError:
        line.refuse("uuid", "bad_uuid")
        return None


# The same way back: cells of a record, by column.


def cells_of(game: str, record: JsonObject) -> Cells:
    """What stands in the columns of a record that has names of players. Scores apart."""
    kind = record.get("kind")
    return {
        **FILES[game].deals.cells(record),
        "dealer": record.get("dealer"),
        "kind": None if kind == Kind.PLAYED else kind,
        "void_reason": record.get("void_reason"),
        "label": record.get("label"),
        "note": record.get("note"),
    }
