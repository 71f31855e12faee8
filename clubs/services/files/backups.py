"""Everything that an installation has, read at one moment, and put in the place of what is there.

Rows are those of the tables, column by column, whatever the database: what SQLite gave, PostgreSQL
takes.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.models import Model

from clubs.batches import batches
from clubs.models.names import written_name
from clubs.services.files.ground import database_file, known_migrations, schema_differences

Row = Mapping[str, Any]

BLOCK = 1000  # rows
OPENING = (  # what is in them signs one in
    "sessions.Session",
    "usersessions.UserSession",
    "account.EmailConfirmation",
)


class RestoreRefused(Exception):
    """These rows cannot take the place of what is there; the message is one line for people."""


def _every_table() -> dict[str, type[Model]]:
    """Every table of the program and its packages, by name."""
    models = apps.get_models(include_auto_created=True)
    return {model._meta.db_table: model for model in models if model._meta.managed}


def kept_tables() -> dict[str, type[Model]]:
    """Those of a backup: whoever reads it gets in nowhere, so it has no sessions and no addresses
    that wait to be confirmed."""
    return {
        name: model for name, model in _every_table().items() if model._meta.label not in OPENING
    }


def rows_of(model: type[Model]) -> Iterator[Row]:
    columns = [column.attname for column in model._meta.concrete_fields]
    rows = model._base_manager.order_by("pk").values_list(*columns)
    for values in rows.iterator(chunk_size=BLOCK):
        yield dict(zip(columns, map(written_name, values), strict=True))


def schema() -> list[str]:
    """The migrations that this database has had. Raises RestoreRefused unless they are those of the
    program."""
    missing, unknown = schema_differences()
    if missing:
        raise RestoreRefused("the database is not up to date; try: python manage.py migrate")
    if unknown:
        raise RestoreRefused("the database is of a newer version of the program; use that")
    return sorted(f"{app}.{name}" for app, name in known_migrations())


def require_schema(migrations: object) -> None:
    """Raise RestoreRefused unless rows of this schema fit the database as it is."""
    here = schema()
    if migrations == here:
        return
    if not isinstance(migrations, list) or set(map(str, migrations)) - set(here):
        raise RestoreRefused("it was made by a newer version of the program: upgrade first")
    last = max(set(here) - set(migrations))
    raise RestoreRefused(
        f"it was made by an older version of the program, which did not know {last}: restore it "
        "with that version, and upgrade then"
    )


def replace_everything(
    files: Mapping[str, Iterable[Row]], *, keep: Callable[[], None]
) -> dict[str, int]:
    """Put these rows, by table, in the place of all that is there; how many of each there are.

    keep is called first, when nobody else can write any more, to put aside what was there. All or
    nothing: raises RestoreRefused when the rows do not fit together.
    """
    models = _every_table()
    try:
        with transaction.atomic():
            lock_models(models.values())
            keep()
            _execute(connection.ops.sql_flush(no_style(), list(models)))
            counts = {name: _insert_rows(models[name], rows) for name, rows in files.items()}
            connection.check_constraints()
            # The next row of each table gets a number that none of these has.
            _execute(connection.ops.sequence_reset_sql(no_style(), list(models.values())))
    except (DatabaseError, ValidationError, ValueError, TypeError) as error:
        reason = " ".join(str(error).split())
        raise RestoreRefused(f"its rows do not fit ({reason:.200})") from error
    return counts


def lock_models(models: Iterable[type[Model]]) -> None:
    """Against all who write. SQLite has its one lock since BEGIN IMMEDIATE."""
    if connection.vendor == "postgresql":
        tables = (model._meta.db_table for model in models)
        names = ", ".join(map(connection.ops.quote_name, tables))
        _execute([f"LOCK TABLE {names} IN EXCLUSIVE MODE"])


def _execute(statements: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _insert_rows(model: type[Model], rows: Iterable[Row]) -> int:
    count, objects = 0, (_row_from_backup(model, row) for row in rows)
    for block in batches(objects, BLOCK):
        model._base_manager.bulk_create(block)
        count += len(block)
    return count


def _row_from_backup(model: type[Model], row: Row) -> Model:
    columns = model._meta.concrete_fields
    if row.keys() != {column.attname for column in columns}:
        raise ValueError(f"{model._meta.db_table} has other columns")
    return model(**{column.attname: column.to_python(row[column.attname]) for column in columns})


def copy_database(path: Path) -> None:
    """A copy of the whole SQLite database, readable by its owner only. The copy is checked."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    source = sqlite3.connect(str(database_file()))
    with closing(source), closing(sqlite3.connect(path)) as copy:
        source.backup(copy)
        [(answer,)] = copy.execute("PRAGMA integrity_check(1)").fetchall()
    if answer != "ok":
        raise RestoreRefused(f"what is there is damaged and cannot be kept ({answer:.100})")
