"""A file of SQLite in which everything is migrated, made once and copied by each process of tests.

Migrating takes some six seconds of a core, most of them for models as they once were. The file is
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
from django.apps import apps

from tests.paths import ROOT

FOLDER = ROOT / ".make"


def migrated_file() -> Path:
    """One process makes it, and others wait."""
    file = FOLDER / f"migrated-{_digest()}.sqlite3"
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            for old in FOLDER.glob("migrated-*"):
                old.unlink()
            _migrate(file)
    return file


def _migrate(file: Path) -> None:
    unfinished = file.with_suffix(".unfinished")
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{unfinished}"}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
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
