"""Deals of a sheet, one row each, become tables. Source: leagues.md §7.3.

A record that this module writes as cells and reads again is the same. What only one game has in its
columns is known to the register of games (clubs/exchange/games.py).
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from clubs.core import plain_scores
from clubs.core.deals import OTHER, RecordKind
from clubs.core.fields import says_something
from clubs.core.file_rows import FiledDeal
from clubs.core.games import JsonObject, get_game
from clubs.exchange.games import FILES
from clubs.exchange.imports import values
from clubs.exchange.imports.cells import NAME, DealColumns, Seats, seat_named
from clubs.exchange.imports.columns import SCORE, SEAT, Columns
from clubs.exchange.imports.lines import ImportLine, sheet_lines
from clubs.exchange.imports.shape import ImportedFile, ImportedTable, ImportSheet, RowError
from clubs.exchange.imports.values import DateOrder, name_key, person_key
from clubs.exchange.spreadsheets import Cell

# What lists of every game have: before the columns of the game, and after them. At the end stands
# one column `score: NAME` a player.
FIRST = ("date", "evening", "table", "players", "dealer")
LAST = ("kind", "void_reason", "label", "note", "uuid")
WHERE = ("date", "evening", "table")  # at which table a row was played
COUNTED = ("oudlers", "honours", "points", "defence_points")  # in the deals of games with a taker
LABEL = "Import"  # of plain scores that are not told what they are


def columns_of(game: str) -> tuple[str, ...]:
    """The columns of an export of this game, in their order."""
    return (*FIRST, *FILES[game].deals.heads, *LAST)


@dataclass(slots=True)
class DraftTable:
    """A table while its rows are read. seats are those of the last row that had any, first those of
    the first row."""

    label: str
    day: date
    seats: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    deals: list[FiledDeal] = field(default_factory=list)


def read_deal_list(sheet: ImportSheet, columns: Columns, order: DateOrder) -> ImportedFile:
    """Tables in the order of their first rows; rows with the same date and table are one table.

    What a row does not say of date, evening and table it has of the row above, as under merged
    cells; the first may have the date of the sheet. Where no column has what a game asks for, the
    scores of a row are a deal.
    """
    drafts: dict[str, DraftTable] = {}
    errors: list[RowError] = []
    game = FILES[columns.game].deals
    is_scores = _has_scores(columns) and not game.marks & set(columns.of)
    above = {"date": sheet.day} if sheet.day and "date" not in columns.of else {}
    for line in sheet_lines(sheet, columns):
        above = _where_of(line, above)
        line.cells = {**line.cells, **above}
        _read_line(line, order, drafts, columns.game, is_scores=is_scores)
        errors += line.errors
    tables = (
        ImportedTable(key, draft.label, draft.day, draft.first, tuple(draft.deals))
        for key, draft in drafts.items()
        if draft.deals
    )
    return ImportedFile(tuple(tables), tuple(errors), game=columns.game)


def _where_of(line: ImportLine, above: Mapping[str, str]) -> dict[str, str]:
    """Another table is of the same evening, another evening of the same date; a new date has
    nothing of what is above. Nor has a row with its date and its players: in our own files that is
    the first of a table, whose evening may have no name while another one of that day has."""
    where = {column: line.text(column) for column in WHERE if line.text(column)}
    if "date" in where and any(line.text(column) for column in line.cells if _names_seats(column)):
        return where
    news = [column for column in where if where[column] != above.get(column)]
    if not news:
        return {**above}
    first = WHERE.index(news[0])
    return {**{column: above[column] for column in WHERE[:first] if column in above}, **where}


def _names_seats(column: str) -> bool:
    return column == "players" or column.startswith(SEAT)


def _has_scores(columns: Columns) -> bool:
    return any(column.startswith(SCORE) for column in columns.of)


def _read_line(
    line: ImportLine,
    order: DateOrder,
    drafts: dict[str, DraftTable],
    game: str,
    *,
    is_scores: bool,
) -> None:
    """Add the deal of a row to its table. A row with errors adds none."""
    day = line.day("date", order)
    if day is None:
        return
    label = " ".join(filter(None, [line.text("evening"), line.text("table")]))
    key = table_key(day, label)
    players = _read_seated_names(line, get_game(game).seat_counts)
    # A row without players has those of the row above it at the same table, not in the file.
    draft = drafts.setdefault(key, DraftTable(label, day))
    draft.seats = players or draft.seats
    draft.first = draft.first or players
    if not draft.seats:
        if not line.errors:
            line.refuse("players", "field_missing")
        return
    deal = _deal_of(line, draft.seats, FILES[game].deals, is_scores=is_scores)
    if not line.errors:
        draft.deals.append(deal)


def table_key(day: date, label: str) -> str:
    return f"{day.isoformat()}|{name_key(label)}"


def _read_seated_names(line: ImportLine, counts: Sequence[int]) -> tuple[str, ...]:
    """The players of a row in seat order; empty where the row has none, or wrong ones."""
    seats = [line.text(column) for column in sorted(line.cells) if column.startswith(SEAT)]
    first = line.text("players")
    names = list(filter(None, [first, *seats] if any(seats) else values.split_names(first)))
    if not names and not any(map(_names_seats, line.cells)):
        names = [
            column.removeprefix(SCORE)
            for column, text in line.cells.items()
            if column.startswith(SCORE) and _has_score(text)
        ]
        if len(names) > max(counts):  # those who did not play may have a 0
            names = [name for name in names if line.text(SCORE + name) != "0"]
    keys = [person_key(name) for name in names]
    twice = next((name for n, name in enumerate(names) if keys[n] in keys[:n]), None)
    if twice is not None:
        line.refuse("players", "player_twice", name=twice)
        return ()
    if names and len(names) not in counts:
        line.refuse("players", "players_count", low=min(counts), high=max(counts))
        return ()
    return tuple(names)


def _deal_of(
    line: ImportLine, players: Sequence[str], game: DealColumns, *, is_scores: bool
) -> FiledDeal:
    """is_scores: the list has nothing of the game, and its deals are the scores of their rows."""
    seats = {name_key(name): name for name in players}
    kind = line.code("kind", values.KINDS)
    reason = line.code("void_reason", game.void_reasons)
    if not reason and kind != RecordKind.PLAYED:
        reason = _reason_beside(line, seats, game)
    scores = _row_scores(line, seats)
    dealer = NAME.read(line, "dealer", seats) if line.text("dealer") else None
    common = {"dealer": dealer, "note": line.text("note") or None}
    if kind == plain_scores.KIND or (is_scores and not kind and not reason):
        record = {**_scores_record(line, scores), **common}
        scores = {}
    elif kind == RecordKind.VOID or reason:
        void = {"kind": RecordKind.VOID.value, "void_reason": reason or OTHER}
        record = {**void, **game.read_void(line, seats), **common}
    else:
        record = {**game.read(line, seats), **common}
    return FiledDeal(
        row=line.number,
        record={name: value for name, value in record.items() if says_something(value)},
        players=tuple(players),
        scores=scores or None,
        uuid=line.value("uuid", _parse_uuid, "bad_uuid"),
        sides=_sides_of(line, game.sides),
    )


def _reason_beside(line: ImportLine, seats: Seats, game: DealColumns) -> str | None:
    """Why a deal is void, where that stands in place of a taker or a contract: "passe". A deal that
    was counted is not."""
    if any(map(line.text, COUNTED)):
        return None
    texts = (line.text(column) for column in ("taker", "contract"))
    reasons = (
        values.word(game.void_reasons, text) for text in texts if not seat_named(seats, text)
    )
    return next((reason for reason in reasons if reason and reason != OTHER), None)


def _scores_record(line: ImportLine, scores: Mapping[str, int]) -> dict[str, Any]:
    return {
        "kind": plain_scores.KIND,
        "label": (line.text("label") or LABEL)[: plain_scores.LABEL_LENGTH],
        "scores": scores,
    }


def _sides_of(line: ImportLine, columns: Iterable[str]) -> dict[str, int] | None:
    """The points of each side, where the file has them."""
    points = {column: line.whole(column) for column in columns}
    return {column: made for column, made in points.items() if made is not None} or None


def _row_scores(line: ImportLine, seats: Seats) -> dict[str, int]:
    """The scores of a row by player. The columns of those who sit elsewhere must be empty here, and
    so must that of a shorter name where the player has a column: it is of somebody else."""
    scores: dict[str, int] = {}
    names = [one.removeprefix(SCORE) for one in line.cells if one.startswith(SCORE)]
    keys = set(map(person_key, names))
    for name in names:
        column = SCORE + name
        score = line.whole(column) if _has_score(line.text(column)) else None
        if score is None:
            continue
        seat = seat_named(seats, name)
        is_own = seat and (person_key(seat) == person_key(name) or person_key(seat) not in keys)
        if seat and is_own and seat not in scores:
            scores[seat] = score
        elif score:
            line.refuse(column, "player_unknown", name=name)
    return scores


def _has_score(text: str) -> bool:
    return bool(text) and not values.is_absence(text)


def _parse_uuid(text: str) -> UUID | None:
    with suppress(ValueError):
        return UUID(text)
    return None


# The same way back: cells of a record, by column.


def record_cells(game: str, record: JsonObject) -> dict[str, Cell]:
    """The cells of a record with names of players, by column, without the scores."""
    kind = record.get("kind")
    return {
        **FILES[game].deals.cells(record),
        "dealer": record.get("dealer"),
        "kind": None if kind == RecordKind.PLAYED else kind,
        "void_reason": record.get("void_reason"),
        "label": record.get("label"),
        "note": record.get("note"),
    }
