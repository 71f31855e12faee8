"""JSON lists of objects with the columns of a sheet. Source: leagues.md §7.4.

What is nested in them becomes text as the lists that we write have it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from clubs.exchange.games import FILES
from clubs.exchange.imports.cells import DealColumns
from clubs.exchange.imports.columns import IGNORED, ImportKind
from clubs.exchange.imports.headers import guess_kind, read_header
from clubs.exchange.imports.reading import sheet_of
from clubs.exchange.imports.shape import ImportSheet, Unreadable

Row = Mapping[str, Any]


def sheet_of_list(
    document: Any, *, kind: str, columns: Mapping[str, str], game: str
) -> ImportSheet:
    """A JSON list of objects as a sheet: its header has every key, in the order they come, and
    then the columns of what was nested under keys that are none.

    kind, columns and game are what a person said, as for any sheet. Raises Unreadable.
    """
    if not isinstance(document, list) or not all(isinstance(row, dict) for row in document):
        raise Unreadable("unknown_json")
    keys = list(dict.fromkeys(key for row in document for key in row))
    as_texts = _row_reader(keys, kind, columns, game)
    rows = [as_texts(row) for row in document]
    pairs = zip(document, rows, strict=True)
    gone = {key for row, texts in pairs for key in row if key not in texts}
    gone -= {key for texts in rows for key, text in texts.items() if text}
    every = dict.fromkeys([*keys, *(key for texts in rows for key in texts)])
    header = [key for key in every if key not in gone]
    return sheet_of([header, *([row.get(key, "") for key in header] for row in rows)])


def _row_reader(
    keys: list[str], kind: str, columns: Mapping[str, str], game: str
) -> Callable[[Row], dict[str, str]]:
    """A function that turns a row into texts by the keys of the header. What is nested in a deal is
    written as its game does."""
    if ImportKind.DEALS not in (kind, guess_kind(keys)):
        return lambda row: {key: _cell(value) for key, value in row.items()}
    header = read_header(ImportKind.DEALS, keys, columns, game)
    files = FILES[header.game].deals
    column_of = dict(zip(keys, header.of, strict=True))

    def texts_of(row: Row) -> dict[str, str]:
        texts: dict[str, str] = {}
        for key, value in row.items():
            column = column_of[key]
            is_nested = isinstance(value, list | dict) and column != IGNORED
            cells = _nested(files, column or key, value) if is_nested else {}
            # Its own text stands under the header of the file, which may be another word.
            texts |= {key if one == column else one: text for one, text in cells.items()} or {
                key: _cell(value)
            }
        return texts

    return texts_of


def _nested(game: DealColumns, column: str, value: Any) -> dict[str, str]:
    """The cells of a value as the game writes them, whether it stands in a column or is a part of
    a record; none where it is neither."""
    inner = value
    for name in reversed(game.paths.get(column, (column,))):
        inner = {name: inner}
    for record in ({column: value}, inner):
        try:
            cells = game.cells(record)
        except (AttributeError, KeyError, TypeError):
            continue  # of another shape: its cell is refused where it is read
        filled = {one: text for one, text in cells.items() if text not in (None, "")}
        if filled and all(isinstance(text, str | int | float) for text in filled.values()):
            return {one: _cell(text) for one, text in filled.items()}
    return {}


def _cell(value: Any) -> str:
    """A value as it would be typed: lists with `|`, their objects with `:`."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, list):
        return "|".join("dog" if one is None else _cell(one) for one in value)
    if isinstance(value, dict):
        return ":".join(_cell(one) for one in value.values())
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
