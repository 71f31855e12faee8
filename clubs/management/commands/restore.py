"""Puts a backup in the place of what is there. Source: cli.md §restore."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from clubs.exchange.bundle import BundleDamaged, new_file, open_bundle
from clubs.management.commands.backup import FORMAT, MOST_BYTES, write_backup
from clubs.management.console import ConsoleCommand
from clubs.services.files.backups import (
    RestoreRefused,
    copy_database,
    kept_tables,
    replace_everything,
    require_schema,
)
from clubs.services.files.ground import database_file


class Command(ConsoleCommand):
    help = (
        "Puts a backup in the place of everything that is there. The file is checked first, and "
        "what was there is kept beside it: on SQLite as a copy of the database file, on PostgreSQL "
        "as a backup beside FILE. All or nothing."
    )
    example = "  python manage.py restore /var/backups/feutre.zip\n  python manage.py check_scores"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what `backup` wrote")

    def handle(self, **options: Any) -> None:
        path = options["file"]
        try:
            beside, keep = keeping(path)
            counts = restore(path, keep)
        except (BundleDamaged, RestoreRefused) as refusal:
            raise CommandError(f"Nothing was restored: {path}: {refusal}.") from refusal
        self.stderr.write(f"What was there is kept in {beside}.")
        self.stderr.write(f"Restored rows: {sum(counts.values())}. Now: manage.py check_scores")


def keeping(path: Path) -> tuple[Path, Callable[[], None]]:
    """The file in which what is there is kept, and the function that writes it."""
    mark = f"before-restore-{timezone.now():%Y%m%d-%H%M%S-%f}"
    database = database_file()
    if database is not None:
        beside = database.with_name(f"{database.name}.{mark}")
        return beside, partial(copy_database, beside)
    beside = path.with_name(f"{path.stem}-{mark}.zip")
    return beside, partial(keep_backup, beside)


def keep_backup(path: Path) -> None:
    with new_file(path) as out:
        write_backup(out)


def restore(path: Path, keep: Callable[[], None]) -> dict[str, int]:
    with path.open("rb") as file, open_bundle(file, FORMAT, most=MOST_BYTES) as bundle:
        require_schema(bundle.versions.get("migrations"))
        if bundle.counts.keys() != kept_tables().keys():
            raise RestoreRefused("its tables are not those of this program")
        files = {name: bundle.rows(name) for name in kept_tables()}
        return replace_everything(files, keep=keep)
