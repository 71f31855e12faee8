"""Statements that join rows of clubs by something else than the club or a key inside it.

`pytest --crossing` reads every statement of the tests that run, and prints those at its end: where
each club lies on one of several database servers, such a statement would have to ask all of them.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db.backends.utils import CursorWrapper

from clubs.models import Club
from clubs.queries.distribution import COLUMN, distributed_tables, keys_in_clubs

NO_ALIAS = "ON|WHERE|INNER|LEFT|JOIN|CROSS|ORDER|GROUP|LIMIT|UNION|SET|VALUES|FOR|USING"
TABLE = re.compile(rf'(?:FROM|JOIN|UPDATE|INTO) "(\w+)"(?: (?:AS )?(?!(?:{NO_ALIAS})\b)"?(\w+)"?)?')
NAME = r'"?(\w+)"?\."(\w+)"'
SAME = re.compile(rf"{NAME} = \(?{NAME}|{NAME} IN \(SELECT (?:DISTINCT )?{NAME}")
FIXED = re.compile(rf'{NAME} (?:= (?!\(?"?\w+"?\.")|IN \((?!SELECT))')
TEXT = re.compile(r"'(?:[^']|'')*'")
VALUES = re.compile(r"%s(?:, %s)+")


def is_crossing(sql: str) -> bool:
    """Whether rows of two clubs may meet: tables of clubs that no key within a club joins, and that
    are not all told by their club or a key."""
    sql = TEXT.sub("''", sql)
    tables = {alias or table: table for table, alias in TABLE.findall(sql)}
    keys, clubs = keys_in_clubs(), Club._meta.db_table
    spread = distributed_tables()
    groups = {name: {name} for name, table in tables.items() if table in {*spread, clubs}}

    def says(name: str, column: str) -> str:
        """What equal values mean: one club, one row of a club, or nothing."""
        table = tables.get(name, "")
        if column == COLUMN or (table, column) == (clubs, "id"):
            return "club"
        return "row" if column in {"id", "uuid"} or (table, column) in keys else ""

    for match in SAME.finditer(sql):
        one, left, other, right = filter(None, match.groups())
        if one in groups and other in groups and says(one, left) == says(other, right) != "":
            groups[one] |= groups[other]
            groups.update(dict.fromkeys(groups[one], groups[one]))
    told = {name for name, column in FIXED.findall(sql) if says(name, column)}
    apart = [
        group
        for group in {id(group): group for group in groups.values()}.values()
        if any(tables[name] in spread for name in group)
    ]
    return len(apart) > 1 and any(not group & told for group in apart)


class Crossing:
    """A plugin that reads what is executed. Statements that differ in the length of a list are
    one."""

    def __init__(self) -> None:
        self.read: dict[str, bool] = {}
        for name in ("execute", "executemany"):
            setattr(CursorWrapper, name, self._reading(getattr(CursorWrapper, name)))

    def _reading(self, usual: Any) -> Any:
        def run(cursor: CursorWrapper, sql: Any, params: Any = None) -> Any:
            text = VALUES.sub("%s, …", str(sql))
            if text not in self.read and not text.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK")):
                self.read[text] = is_crossing(text)
            return usual(cursor, sql, params)

        return run

    def lines(self) -> Iterator[str]:
        found = sorted(sql for sql, crosses in self.read.items() if crosses)
        yield f"{len(self.read)} statements, {len(found)} of them across clubs"
        yield from found

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in self.lines():
            terminalreporter.write_line(line)
