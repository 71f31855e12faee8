"""Deals of a sheet, one row each, become tables. Source: leagues specification, section 7.3.

A record that this module writes as cells and reads again is the same: COLUMNS are what an export
has, in its order.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from clubs.core import plain_scores
from clubs.core.fields import says_something
from clubs.exchange.imports import values
from clubs.exchange.imports.headers import SCORE, Columns
from clubs.exchange.imports.lines import Line, lines_of
from clubs.exchange.imports.reading import Sheet
from clubs.exchange.imports.shape import ImportedDeal, ImportedFile, ImportedTable, RowError
from clubs.exchange.imports.values import DateOrder, name_key

# The columns of an export; after them stands one column `score: NAME` a player.
COLUMNS = (
    "date",
    "evening",
    "table",
    "players",
    "dealer",
    "out",
    "taker",
    "called",
    "contract",
    "oudlers",
    "points",
    "petit_au_bout",
    "petit_player",
    "poignees",
    "chelem",
    "chelem_announced",
    "petit_chelem",
    "petit_chelem_announced",
    "miseres",
    "kind",
    "void_reason",
    "label",
    "note",
    "uuid",
)
DOG = "dog"  # in `called`: the card lay in the dog
PLAYERS = range(3, 9)  # who may sit at a table
SIZE = "simple"  # of a poignée whose size is not told
MISERE = "trumps"
LABEL = "Import"  # of plain scores that are not told what they are

Seats = dict[str, str]  # the name at the table by its key


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
        read_line(line, order, drafts)
        errors += line.errors
    tables = (
        ImportedTable(key, draft.label, draft.day, draft.first, tuple(draft.deals))
        for key, draft in drafts.items()
        if draft.deals
    )
    return ImportedFile(tuple(tables), tuple(errors))


def read_line(line: Line, order: DateOrder, drafts: dict[str, Draft]) -> None:
    """One deal into its table; a row with errors tells no deal."""
    day = line.day("date", order)
    if day is None:
        return
    label = " ".join(filter(None, [line.text("evening"), line.text("table")]))
    key = table_key(day, label)
    players = players_of(line)
    draft = drafts.setdefault(key, Draft(label, day))
    draft.seats = players or draft.seats
    draft.first = draft.first or players
    if not draft.seats:
        if not line.errors:
            line.refuse("players", "field_missing")
        return
    deal = deal_of(line, draft.seats)
    if not any(not error.is_warning for error in line.errors):
        draft.deals.append(deal)


def table_key(day: date, label: str) -> str:
    return f"{day.isoformat()}|{name_key(label)}"


def players_of(line: Line) -> tuple[str, ...]:
    """Who sits there, in seat order; empty where the row does not say, or says it wrongly."""
    names = values.parts(line.text("players"))
    keys = [name_key(name) for name in names]
    twice = next((name for n, name in enumerate(names) if keys[n] in keys[:n]), None)
    if twice is not None:
        line.refuse("players", "player_twice", name=twice)
        return ()
    if names and len(names) not in PLAYERS:
        line.refuse("players", "players_count", low=PLAYERS[0], high=PLAYERS[-1])
        return ()
    return tuple(names)


def deal_of(line: Line, players: Sequence[str]) -> ImportedDeal:
    seats = {name_key(name): name for name in players}
    kind = line.code("kind", values.KINDS)
    reason = line.code("void_reason", values.VOID_REASONS)
    scores = scores_of(line, seats)
    if kind == plain_scores.KIND:
        record = plain_record(line, seats, scores)
        scores = {}
    elif kind == "void" or reason:
        record = {"kind": "void", "void_reason": reason or "other", **common(line, seats)}
    else:
        record = {**common(line, seats), **result_of(line, seats)}
    return ImportedDeal(
        row=line.number,
        record={name: value for name, value in record.items() if says_something(value)},
        players=tuple(players),
        scores=scores or None,
        uuid=uuid_of(line),
    )


def common(line: Line, seats: Seats) -> dict[str, Any]:
    return {
        "dealer": seated(line, "dealer", seats),
        "out": seated_all(line, "out", seats),
        "note": line.text("note") or None,
    }


def plain_record(line: Line, seats: Seats, scores: Mapping[str, int]) -> dict[str, Any]:
    return {
        "kind": plain_scores.KIND,
        "label": (line.text("label") or LABEL)[: plain_scores.LABEL_LENGTH],
        "scores": scores,
        "dealer": seated(line, "dealer", seats),
        "note": line.text("note") or None,
    }


def result_of(line: Line, seats: Seats) -> dict[str, Any]:
    for column in ("taker", "contract", "oudlers", "points"):
        if not line.text(column):
            line.refuse(column, "field_missing")
    taker = seated(line, "taker", seats, code="taker_not_seated")
    petit_chelem = chelem_of(line, "petit_chelem")
    return {
        "taker": taker,
        "called": called_of(line, seats, taker),
        "contract": line.code("contract", values.CONTRACTS),
        "oudlers": line.whole("oudlers"),
        "points": line.number_of("points"),
        "petit_au_bout": line.code("petit_au_bout", values.CAMPS),
        "petit_player": seated(line, "petit_player", seats),
        "poignees": pairs(line, "poignees", seats, values.SIZES, "size", SIZE),
        "chelem": chelem_of(line, "chelem"),
        "chelem_announced": flag(line, "chelem_announced"),
        "petit_chelem": petit_chelem,
        "petit_chelem_announced": flag(line, "petit_chelem_announced"),
        "miseres": pairs(line, "miseres", seats, values.MISERES, "kind", MISERE),
    }


def seated(line: Line, column: str, seats: Seats, code: str = "player_unknown") -> str | None:
    name = line.text(column)
    if not name:
        return None
    found = seats.get(name_key(name))
    if found is None:
        line.refuse(column, code, name=name)
    return found


def seated_all(line: Line, column: str, seats: Seats) -> list[str]:
    found = []
    for name in values.parts(line.text(column)):
        if name_key(name) in seats:
            found.append(seats[name_key(name)])
        else:
            line.refuse(column, "player_unknown", name=name)
    return found


def called_of(line: Line, seats: Seats, taker: str | None) -> list[str | None]:
    """Holders of the called cards; the taker's own name, or a word for it, is alone."""
    found: list[str | None] = []
    for name in values.parts(line.text("called")):
        key = name_key(name)
        if key in seats:
            found.append(seats[key])
        elif key in values.DOG:
            found.append(None)
        elif key in values.ALONE and taker:
            found.append(taker)
        else:
            line.refuse("called", "called_not_seated", name=name)
    return found


def pairs(
    line: Line, column: str, seats: Seats, words: Mapping[str, str], field: str, default: str
) -> list[dict[str, str]]:
    """`name:word|…`; without a word the default is meant."""
    found = []
    for part in values.parts(line.text(column)):
        name, _colon, said = part.partition(":")
        code = values.word(words, said.strip()) if said.strip() else default
        player = seats.get(name_key(name))
        if player is None:
            line.refuse(column, "player_unknown", name=name.strip())
        elif code is None:
            line.refuse(column, "value_not_allowed")
        else:
            found.append({"player": player, field: code})
    return found


def flag(line: Line, column: str) -> bool:
    return line.code(column, values.YES_NO) == "yes"


def chelem_of(line: Line, column: str) -> str | None:
    """The camp; a plain yes is the attack."""
    answer = values.word(values.YES_NO, line.text(column)) if line.text(column) else None
    if answer is not None:
        return "attack" if answer == "yes" else None
    return line.code(column, values.CAMPS)


def scores_of(line: Line, seats: Seats) -> dict[str, int]:
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


def uuid_of(line: Line) -> UUID | None:
    text = line.text("uuid")
    if not text:
        return None
    try:
        return UUID(text)
    except ValueError:
        line.refuse("uuid", "value_not_allowed")
        return None


# The same way back: cells of a record, by column.


def cells_of(record: Mapping[str, Any]) -> dict[str, str]:
    """What stands in the columns of a record that has names of players. Scores apart."""
    kind = record.get("kind")
    cells = {
        "dealer": record.get("dealer"),
        "out": joined(record.get("out")),
        "taker": record.get("taker"),
        "called": joined(DOG if one is None else one for one in record.get("called") or ()),
        "contract": record.get("contract"),
        "oudlers": record.get("oudlers"),
        "points": record.get("points"),
        "petit_au_bout": record.get("petit_au_bout"),
        "petit_player": record.get("petit_player"),
        "poignees": joined(f"{p['player']}:{p['size']}" for p in record.get("poignees") or ()),
        "chelem": record.get("chelem"),
        "chelem_announced": "yes" if record.get("chelem_announced") else "",
        "petit_chelem": record.get("petit_chelem"),
        "petit_chelem_announced": "yes" if record.get("petit_chelem_announced") else "",
        "miseres": joined(f"{m['player']}:{m['kind']}" for m in record.get("miseres") or ()),
        "kind": "" if kind in (None, "played") else kind,
        "void_reason": record.get("void_reason"),
        "label": record.get("label"),
        "note": record.get("note"),
    }
    return {column: "" if value is None else str(value) for column, value in cells.items()}


def joined(names: Iterable[str] | None) -> str:
    return "|".join(names or ())
