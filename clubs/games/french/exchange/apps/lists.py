"""The frame of a file that is a list of tables: what cannot be read is told, the rest comes in."""

from collections.abc import Callable, Mapping
from typing import Any

from clubs.exchange.imports.shape import ImportedFile, ImportedTable, RowError, Unreadable
from clubs.games.french.core.game import FRENCH
from clubs.games.french.exchange.apps.causes import with_causes
from clubs.games.french.exchange.apps.fields import BadField, Object, object_list

ReadTable = Callable[[str, Object], tuple[ImportedTable, list[RowError]]]


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
