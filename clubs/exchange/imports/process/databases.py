"""Databases become plain data: an SQLite file, and the text that pg_dump and mysqldump write.

Nothing of a file is run. A dump is only ever read as text; of an SQLite file SQLite itself reads
the tables, from a copy in memory, and may do no more than that: no function, no other file, no
extension. A file that brings views, triggers or virtual tables is refused unread.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from clubs.exchange.imports.shape import Unreadable

Tables = dict[str, list[dict[str, Any]]]

MOST_CELLS = 3_000_000
MOST_TABLES = 200
MOST_LENGTH = 2**20  # bytes of one cell of SQLite
MOST_STEPS = 200_000_000  # of SQLite's virtual machine, for the whole file
STEPS = 100_000  # between two looks at it
SQLITE = b"SQLite format 3\0"
JOURNAL = slice(18, 20)  # of the header: 2 says that there is a log beside the file
READING = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ)

_NAME = r"[\w.\"`]+"
_START = re.compile(r"\s*(--|/\*|\\restrict|(SET|CREATE|INSERT|COPY|BEGIN|DROP|USE|START)\b)", re.I)
_STATEMENT = re.compile(
    rf"^(?:COPY (?P<copied>{_NAME}) \((?P<copy_columns>[^)\n]*)\) FROM stdin;\r?\n"
    rf"|CREATE TABLE (?:IF NOT EXISTS )?(?P<created>{_NAME}) \(\r?\n(?P<definitions>.*?)^\)"
    rf"|INSERT (?:IGNORE )?INTO (?P<inserted>{_NAME})\s*(?:\((?P<columns>[^)]*)\)\s*)?VALUES)",
    re.M | re.S | re.I,
)
_COPY_END = re.compile(r"^\\\.\r?$", re.M)
_DEFINED = re.compile(
    r"^\s+(?!(?:PRIMARY|UNIQUE|FULLTEXT|FOREIGN) )(?!CONSTRAINT )(?!KEY )(\S+) ", re.M
)
# Texts of MySQL have escapes with a backslash, those of PostgreSQL have none.
_TOKENS = {
    is_mysql: re.compile(rf"\s*(?:'((?:{text}|'')*)'|([(),;])|([^\s(),;']+))", re.S)
    for is_mysql, text in ((True, r"[^'\\]|\\."), (False, "[^']"))
}
_WHOLE = re.compile(r"-?(?:0|[1-9]\d{0,17})")
_ESCAPE = re.compile(r"\\(.)", re.S)
_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "", "Z": ""}


def looks_like_dump(text: str) -> bool:
    return bool(_START.match(text)) and _STATEMENT.search(text) is not None


# SQLite


def read_sqlite(content: bytes) -> Tables:
    """The rows of every table. Raises Unreadable."""
    copy = bytearray(content)
    copy[JOURNAL] = b"\1\1"
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(bytes(copy))
        _restrict(connection)
        names = _sqlite_tables(connection)
        return _collected((name, _sqlite_rows(connection, name)) for name in names)
    except sqlite3.Error as error:
        is_long = getattr(error, "sqlite_errorname", "") == "SQLITE_INTERRUPT"
        raise Unreadable("too_heavy" if is_long else "bad_file") from error
    finally:
        connection.close()


def _restrict(connection: sqlite3.Connection) -> None:
    """Allow nothing but reading tables, of so much length, in so many steps."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA query_only = ON")
    connection.text_factory = _sqlite_text
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_LENGTH)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    looks = iter(range(MOST_STEPS // STEPS))
    connection.set_progress_handler(lambda: next(looks, None) is None, STEPS)
    connection.set_authorizer(
        lambda action, *_of: sqlite3.SQLITE_OK if action in READING else sqlite3.SQLITE_DENY
    )


def _sqlite_text(value: bytes) -> str:
    try:
        text = value.decode()
    except UnicodeDecodeError as error:
        raise Unreadable("encoding") from error
    if "\0" in text:
        raise Unreadable("encoding")
    return text


def _sqlite_tables(connection: sqlite3.Connection) -> list[str]:
    names = []
    for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_master"):
        if kind == "index" or str(name).startswith("sqlite_"):
            continue
        if kind != "table" or not str(sql).upper().startswith("CREATE TABLE"):
            raise Unreadable("unknown_database")
        names.append(str(name))
    return names


def _sqlite_rows(connection: sqlite3.Connection, name: str) -> Iterator[dict[str, Any]]:
    quoted = name.replace('"', '""')
    cursor = connection.execute(f'SELECT * FROM "{quoted}"')  # noqa: S608 - quoted
    columns = [column[0] for column in cursor.description]
    for values in cursor:
        plain = (None if isinstance(value, bytes) else value for value in values)
        yield dict(zip(columns, plain, strict=True))


# Dumps


def read_dump(text: str) -> Tables:
    """The rows of every table in the text of a dump. Raises Unreadable."""
    return _collected(_dumped(text))


def _dumped(text: str) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    columns_of: dict[str, list[str]] = {}
    at = 0
    while match := _STATEMENT.search(text, at):
        at = match.end()
        if match["created"]:
            columns_of[_bare(match["created"])] = _DEFINED.findall(match["definitions"])
        elif match["copied"]:
            end = _COPY_END.search(text, at)
            if end is None:
                raise Unreadable("bad_file")
            lines = text[at : end.start()].split("\n")[:-1]
            values: Iterable[list[Any]] = (
                [_copied(cell) for cell in line.removesuffix("\r").split("\t")] for line in lines
            )
            yield _named_rows(match["copied"], match["copy_columns"].split(","), values)
            at = end.end()
        else:
            listed = match["columns"]
            columns = listed.split(",") if listed else columns_of.get(_bare(match["inserted"]), [])
            rows, at = _inserted(text, at, is_mysql="`" in match["inserted"])
            yield _named_rows(match["inserted"], columns, rows)


def _named_rows(
    table: str, columns: list[str], rows: Iterable[list[Any]]
) -> tuple[str, Iterable[dict[str, Any]]]:
    names = [_bare(column) for column in columns]
    return _bare(table), (_row_of(names, values) for values in rows)


def _row_of(names: list[str], values: list[Any]) -> dict[str, Any]:
    if len(names) != len(values):
        raise Unreadable("bad_file")
    return dict(zip(names, values, strict=True))


def _bare(name: str) -> str:
    """A name without its schema and its quotes."""
    return name.strip().split(".")[-1].strip('"`')


def _copied(cell: str) -> Any:
    return None if cell == r"\N" else _number_or(_unescaped(cell))


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), text)


def _number_or(text: str) -> int | str:
    """A whole number where the text is one as databases write it."""
    return int(text) if _WHOLE.fullmatch(text) else text


def _inserted(text: str, at: int, *, is_mysql: bool) -> tuple[list[list[Any]], int]:
    """The rows of an INSERT from its first bracket on, and where it ends."""
    rows: list[list[Any]] = []
    row: list[Any] | None = None
    while match := _TOKENS[is_mysql].match(text, at):
        at = match.end()
        quoted, sign, word = match.groups()
        if sign == ";" and row is None:
            return rows, at
        if sign == "(" and row is None:
            row = []
        elif sign == ")" and row is not None:
            rows.append(row)
            row = None
        elif sign is None and row is not None:
            if quoted is not None:
                plain = quoted.replace("''", "'")
                row.append(_unescaped(plain) if is_mysql else plain)
            elif not word.startswith("_"):  # of a character set
                row.append(None if word.upper() == "NULL" else _number_or(word))
        elif sign != ",":
            break
    raise Unreadable("bad_file")


def _collected(tables: Iterable[tuple[str, Iterable[dict[str, Any]]]]) -> Tables:
    """The tables with all of their rows, within the limits."""
    every: Tables = {}
    count = 0
    for name, rows in tables:
        filled = every.setdefault(name, [])
        if len(every) > MOST_TABLES:
            raise Unreadable("too_heavy")
        for row in rows:
            count += max(len(row), 1)
            if count > MOST_CELLS:
                raise Unreadable("too_heavy")
            filled.append(row)
    return every
