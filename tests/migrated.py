"""A database in which everything is migrated, made once and copied by each process of tests: a file
of SQLite, or a database beside the others of a PostgreSQL server.

Migrating takes ten seconds of a core, most of them for models as they once were. It is
made anew when a migration or a model changes. That migrations run: tests/test_migrations.py.
"""

import fcntl
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import django
import psycopg
from django.apps import apps
from django.db import connection

from tests.paths import ROOT

FOLDER = ROOT / ".make"
LOCK = 20261125  # of PostgreSQL; any number that nothing else takes


def migrated() -> str:
    """What the tests copy: the path of a file, or the name of a database on PostgreSQL."""
    return migrated_database() if connection.vendor == "postgresql" else str(migrated_file())


def migrated_file() -> Path:
    """One process makes it, and others wait."""
    file = FOLDER / f"migrated-{_digest()}.sqlite3"
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            for old in FOLDER.glob("migrated-*"):
                old.unlink()
            _migrate_file(file)
    return file


def migrated_database() -> str:
    """Its name, on the PostgreSQL server of DATABASE_URL. One process makes it, and others wait."""
    checkout = f"feutre_migrated_{sha256(str(ROOT).encode()).hexdigest()[:8]}"
    name, unfinished = f"{checkout}_{_digest()}", f"{checkout}_unfinished"
    url, _, database = os.environ["DATABASE_URL"].rpartition("/")
    told = {**connection.get_connection_params(), "dbname": database}
    with psycopg.connect(**told, autocommit=True) as server:
        server.execute("SELECT pg_advisory_lock(%s)", [LOCK])  # until this connection ends
        rows = server.execute(
            "SELECT datname FROM pg_database WHERE datname LIKE %s", [checkout + "%"]
        )
        known = [row[0] for row in rows]
        if name not in known:
            for old in known:
                server.execute(f"DROP DATABASE {old}")
            server.execute(f"CREATE DATABASE {unfinished}")
            _migrate(f"{url}/{unfinished}")
            server.execute(f"ALTER DATABASE {unfinished} RENAME TO {name}")
    return name


def _migrate(url: str) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    environment = {**os.environ, "DATABASE_URL": url}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def _migrate_file(file: Path) -> None:
    unfinished = file.with_suffix(".unfinished")
    _migrate(f"sqlite:///{unfinished}")
    with closing(sqlite3.connect(unfinished)) as database:
        database.execute("PRAGMA journal_mode=DELETE")  # nothing of it is left in a second file
    unfinished.rename(file)


def _digest() -> str:
    """Of all that says what a database has: Django writes names of models into it as well."""
    digest = sha256(django.__version__.encode())
    folders = sorted(Path(app.path) for app in apps.get_app_configs())
    for path in (path for folder in folders for path in sorted(folder.rglob("*.py"))):
        if path.name == "models.py" or path.parent.name in {"migrations", "models"}:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
