"""What one test after another begins with, built by the services once and put there again.

The example season is some eighty deals: each test that starts with it would spend a third of a
second on recording them. The rows that were written are kept for as long as the process lives, and
come back with the same numbers and uuids; the test's own transaction takes them away.
"""

import io
import pickle
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management.color import no_style
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import get_language

from clubs.services.changes import clock
from clubs.views import pictures
from clubs.views.seasons import screens
from clubs.views.tables import live
from clubs.views.tournaments import polls, results
from clubs.views.tournaments.rounds import board
from tests.emptying import empty, full_tables

T = TypeVar("T")

SESSIONS = Session._meta.db_table  # each time others

Rows = dict[str, list[Any]]  # of each table that has some, as the database writes them

NOW = timezone.now  # a test that sets the clock builds for itself


@dataclass
class Built:
    """What was there, which rows changed by building, and what was given back."""

    before: Rows  # but for those who are signed in
    changed: Rows  # a table that was emptied has no rows here
    given: bytes


# They know pages by the number of a revision, which comes again with the rows.
MEMOS = [live.BOARDS, screens.BOARDS, polls.MADE, polls.ROOMS, polls.NEWS, results.STANDINGS]
MEMOS += [board.CARDS, pictures._PICTURES]

_built: dict[tuple[Any, ...], Built] = {}


def built_again(build: Callable[..., T], owner: object = None, *told: Hashable) -> T:
    """What build() gives, or build(owner, *told), with the database as it leaves it.

    By rows that are kept, if the database is as it was when they were written; whatever is of a
    class that pickle can keep. `owner` is changed as the build changes it. Tests that set the clock
    build each time.
    """
    arguments = () if owner is None else (owner, *told)
    if timezone.now is not NOW or is_told_time():
        return build(*arguments)
    with transaction.atomic():  # a test that commits would commit each row
        return _put_or_built(build, arguments, owner, told)


def _put_or_built(
    build: Callable[..., T], arguments: tuple[Any, ...], owner: object, told: tuple[Hashable, ...]
) -> T:
    key = (build.__module__, build.__qualname__, get_language(), *told)
    before, known = rows(), _built.get(key)
    begun = {name: kept for name, kept in before.items() if name != SESSIONS}
    if known is None or known.before != begun:
        given = build(*arguments)
        after = rows()
        changed = {
            name: after.get(name, [])
            for name in {*before, *after}
            if before.get(name) != after.get(name)
        }
        if SESSIONS not in changed:
            _built[key] = Built(begun, changed, packed(given, owner))
        return given
    put(known.changed, before)
    for memo in MEMOS:
        memo.clear()
    return unpacked(known.given, owner)


def built_once(build: Callable[..., T]) -> Callable[..., T]:
    """What a fixture builds of its one argument, by rows that are kept: see built_again()."""

    @wraps(build)
    def put_again(**fixture: object) -> T:
        return built_again(build, *fixture.values())

    return put_again


def is_told_time() -> bool:
    """Whether written_at() says when it is."""
    first = clock()
    return first == clock()


def forget(**told: Any) -> None:
    """The numbers of rows begin anew where tables were made anew."""
    _built.clear()


def rows() -> Rows:
    """Everything that is there, table by table."""
    return {name: rows_of(name) for name in full_tables()}


def rows_of(name: str) -> list[Any]:
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # each row as one text, which it reads again
            cursor.execute(f"SELECT t::text FROM {quote(name)} t ORDER BY 1")
            return [text for (text,) in cursor.fetchall()]
        columns = ", ".join(f"+{quote(column)}" for column in columns_of(name))  # not converted
        cursor.execute(f"SELECT {columns} FROM {quote(name)} ORDER BY 1")
        return cursor.fetchall()


def columns_of(name: str) -> list[str]:
    if name not in _columns:
        with connection.cursor() as cursor:  # Django would parse the statement that made the table
            cursor.execute(f"PRAGMA table_info({connection.ops.quote_name(name)})")
            _columns[name] = [column for _place, column, *_type in cursor.fetchall()]
    return _columns[name]


_columns: dict[str, list[str]] = {}


def put(changed: Rows, before: Rows) -> None:
    quote = connection.ops.quote_name
    empty([name for name in changed if name in before])
    with connection.cursor() as cursor:
        for name, kept in changed.items():
            if not kept:
                continue
            if connection.vendor == "postgresql":
                table = quote(name)
                cursor.execute(
                    f"INSERT INTO {table} SELECT (row::{table}).* FROM unnest(%s::text[]) row",
                    [kept],
                )
            else:
                places = ", ".join(["%s"] * len(kept[0]))
                cursor.executemany(f"INSERT INTO {quote(name)} VALUES ({places})", kept)
        # A test that restores a backup sets the next numbers of PostgreSQL back.
        models = [model for model in apps.get_models() if model._meta.db_table in changed]
        if statements := connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute("; ".join(statement.rstrip(";") for statement in statements))


class Packer(pickle.Pickler):
    """The owner is what it is, wherever it is named."""

    def __init__(self, file: io.BytesIO, owner: object) -> None:
        super().__init__(file)
        self.owner = owner

    def persistent_id(self, thing: object) -> str | None:
        return "owner" if self.owner is not None and thing is self.owner else None


class Unpacker(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, owner: object) -> None:
        super().__init__(file)
        self.owner = owner

    def persistent_load(self, _name: str) -> object:
        return self.owner


def packed(given: object, owner: object) -> bytes:
    file = io.BytesIO()
    Packer(file, owner).dump((vars(owner) if owner is not None else {}, given))
    return file.getvalue()


def unpacked(kept: bytes, owner: object) -> Any:
    state, given = Unpacker(io.BytesIO(kept), owner).load()
    if owner is not None:
        vars(owner).update(state)
    return given
