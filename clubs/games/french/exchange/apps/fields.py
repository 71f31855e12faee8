"""Fields of a stranger's JSON: each is what it must be, or the deal is refused with its place.

Then the frame of a file that is a list of tables: tables and deals that cannot be read are
reported, the others are imported.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from django.utils import timezone

from clubs.core.fields import says_something
from clubs.core.filed import FiledDeal, Row
from clubs.core.names import name_key
from clubs.exchange.imports.shape import ImportedFile, ImportedTable, RowError, Unreadable
from clubs.games.french.core.game import FRENCH
from clubs.games.french.exchange.apps.causes import with_causes

Object = Mapping[str, Any]

NAME_LENGTH = 80  # letters, as the club takes them
SIGNS = str.maketrans({"|": " ", "\0": " "})


class BadField(Exception):
    """A field that cannot be what the format says."""

    def __init__(self, column: str, value: object, code: str = "field_type") -> None:
        self.column, self.value, self.code = column, value, code
        super().__init__(column)

    def at(self, row: Row) -> RowError:
        shown = "" if self.value is None else str(self.value)[:60]
        return RowError(row, self.column, shown, self.code)


def has_keys(document: Any, *keys: str) -> bool:
    """Whether this is a JSON object that has these keys: no more is looked at."""
    return isinstance(document, Mapping) and all(key in document for key in keys)


def object_list(value: Any, column: str) -> list[Object]:
    """A list of objects; nothing for null."""
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
        raise BadField(column, value)
    return value


def whole_field(
    source: Object, column: str, allowed: Collection[int], default: int | None = None
) -> int:
    value = source.get(column, default)
    if value is None:
        raise BadField(column, value, "field_missing")
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadField(column, value)
    if value not in allowed:
        raise BadField(column, value, "value_not_allowed")
    return value


def maybe(source: Object, column: str, allowed: Collection[int]) -> int | None:
    """Reads a field as whole_field does; null or no field at all gives None."""
    return None if source.get(column) is None else whole_field(source, column, allowed)


def _decoded_moment(value: Any, column: str) -> datetime:
    """Milliseconds since 1970, or ISO 8601."""
    try:
        if isinstance(value, str):
            moment = datetime.fromisoformat(value)
            return (
                moment if moment.tzinfo else moment.replace(tzinfo=timezone.get_current_timezone())
            )
        if isinstance(value, int) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    raise BadField(column, value, "bad_date")


def _day_of(value: Any, column: str) -> date:
    try:
        return timezone.localdate(_decoded_moment(value, column))
    except OverflowError:
        raise BadField(column, value, "bad_date") from None


def seat_names(players: Iterable[Object], column: str) -> tuple[str, ...]:
    """Names in seat order; a second person of the same name gets a number."""
    names: list[str] = []
    for player in players:
        text = player.get(column)
        if not isinstance(text, str) or not text.strip():
            raise BadField(column, text)
        first = name = " ".join(text.translate(SIGNS).split())[:NAME_LENGTH]
        number = 1
        while name_key(name) in map(name_key, names):
            number += 1
            name = f"{first} {number}"
        names.append(name)
    return tuple(names)


def camp_of(player: str, attack: Collection[str]) -> str:
    return "attack" if player in attack else "defence"


def called_in(players: Sequence[str], taker: str, partner: str | None) -> list[str]:
    """Returns the called player of five, the taker where nobody was called; of any other number
    nobody."""
    return [partner or taker] if len(players) == 5 else []


def said(record: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the record without the fields that say nothing."""
    return {name: value for name, value in record.items() if says_something(value)}


ReadTable = Callable[[str, Object], tuple[ImportedTable, list[RowError]]]
ReadDeal = Callable[[Sequence[str], str, str, Object], FiledDeal]


def read_tables(
    document: Object,
    field: str,
    read_table: ReadTable,
    *,
    rules: str | Mapping[str, Any],
    source: str,
) -> ImportedFile:
    """The tables of that field of a document, by the rules of the app. Raises Unreadable where it
    is no list."""
    tables: list[ImportedTable] = []
    errors: list[RowError] = []
    try:
        rows = object_list(document.get(field), field)
    except BadField as bad:
        raise Unreadable("bad_file", value=bad.column) from bad
    for number, row in enumerate(rows):
        path = f"{field}[{number}]"
        try:
            table, wrong = read_table(path, row)
        except BadField as bad:
            errors.append(bad.at(path))
        else:
            errors += wrong
            tables += [table] if table.deals else []
    noted, remarks = with_causes(tables, FRENCH.read_rules(rules))
    return ImportedFile(
        noted, tuple(errors), rules=rules, source=source, remarks=remarks, game=FRENCH.code
    )


def read_table(
    path: str,
    table: Object,
    read_deal: ReadDeal,
    *,
    source: str,
    key: str,
    columns: tuple[str, str],
    sizes: Collection[int],
) -> tuple[ImportedTable, list[RowError]]:
    """A table with every deal that can be read, and why the others cannot.

    key identifies the table, source is the name of the app; columns have the name of a player and
    the day of the table. read_deal takes the players, the key of the table, path and deal.
    """
    name_column, day_column = columns
    players = seat_names(object_list(table.get("joueurs"), "joueurs"), name_column)
    if len(players) not in sizes:
        raise BadField("joueurs", len(players), "value_not_allowed")
    day = _day_of(table.get(day_column), day_column)
    deals: list[FiledDeal] = []
    errors: list[RowError] = []
    for number, row in enumerate(object_list(table.get("donnes"), "donnes")):
        deal_path = f"{path}.donnes[{number}]"
        try:
            deals.append(read_deal(players, key, deal_path, row))
        except BadField as bad:
            errors.append(bad.at(deal_path))
    label = f"{source} {table.get('id', '')}".strip()[:60]
    return ImportedTable(key, label, day, players, tuple(deals)), errors
