"""Whether the database is what this program needs: asked when the server starts, by `/ready`, by
`migrate`, and before a backup is made or restored."""

import logging
import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from clubs.trouble import Trouble, database_sentence, trouble_of

logger = logging.getLogger(__name__)

Migration = tuple[str, str]  # app, name

ENOUGH = 20 << 20  # bytes that should be free on the disk of SQLite: the journal and what is saved
UPGRADE = "Try: python manage.py migrate"


def database_file() -> Path | None:
    """The file in which SQLite keeps everything; None in memory and on PostgreSQL."""
    name = str(connection.settings_dict["NAME"])
    is_file = connection.vendor == "sqlite" and name != ":memory:" and "mode=memory" not in name
    return Path(name) if is_file else None


def make_file() -> None:
    """Makes that file, empty, where it is not there: readable by its owner only, as SQLite then
    makes those beside it. Raises OperationalError."""
    file = database_file()
    if file is None or file.exists():
        return
    try:
        file.touch(0o600)
    except OSError as error:
        raise OperationalError(f"the file {file} cannot be made: {error.strerror}") from error


def known_migrations() -> frozenset[Migration]:
    """Those of this program and its packages."""
    return _known()


@cache
def _known() -> frozenset[Migration]:
    return frozenset(MigrationLoader(None).graph.nodes)


def schema_differences() -> tuple[list[str], list[str]]:
    """The migrations that the database has not had, and those that it had and this program does not
    know."""
    known = known_migrations()
    apps = {app for app, _name in known}
    applied = set(MigrationRecorder(connection).applied_migrations())
    unknown = {(app, name) for app, name in applied - known if app in apps}
    return _migration_names(known - applied), _migration_names(unknown)


def _migration_names(migrations: set[Migration] | frozenset[Migration]) -> list[str]:
    return sorted(f"{app}.{name}" for app, name in migrations)


def schema_sentence() -> str | None:
    """What is wrong with the version of the database; None where it is that of the program."""
    missing, unknown = schema_differences()
    if unknown:
        return (
            f"The database is of a newer version of the program: it has had {unknown[-1]}. Use "
            "that version, or go back as docs/operators.md says (When an upgrade went wrong)."
        )
    if missing:
        return f"The database is not up to date: it has not had {missing[0]}. {UPGRADE}"
    return None


def why_not_start() -> str | None:
    """Why the server should not start, as a sentence. A database that is away or cannot be written
    is no reason: it may come back by itself, and pages say meanwhile what is so."""
    try:
        sentence = schema_sentence()
        damage = _damage_of_file()
    except (DatabaseError, InterfaceError) as error:
        is_final = trouble_of(error) in {Trouble.MISSING, Trouble.DAMAGED, Trouble.SCHEMA}
        if is_final:
            return database_sentence(error)
        logger.warning(database_sentence(error))
        return None
    finally:
        connection.close()
    return damage or sentence


def _damage_of_file() -> str | None:
    """What SQLite finds when it reads its whole file, indexes aside; None where it is sound."""
    if connection.vendor != "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        [(answer,)] = cursor.fetchall()
    if answer == "ok":
        return None
    reason = " ".join(str(answer).split())
    return database_sentence(DatabaseError(f"database disk image is malformed: {reason:.200}"))


def why_not_ready() -> str | None:
    """In a word or two why pages cannot be served in full now; None where they can."""
    try:
        missing, unknown = schema_differences()
        if missing or unknown:
            return "schema older" if missing else "schema newer"
        return next(_hindrances(), None)
    except (DatabaseError, InterfaceError) as error:
        return trouble_of(error) or "database"


def _hindrances() -> Iterator[str]:
    if connection.vendor != "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SHOW transaction_read_only")
            if cursor.fetchone() == ("on",):
                yield Trouble.READ_ONLY
        return
    file = database_file()
    if file is not None:
        if not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)):
            yield Trouble.READ_ONLY
        if shutil.disk_usage(file.parent).free < ENOUGH:
            yield Trouble.FULL
