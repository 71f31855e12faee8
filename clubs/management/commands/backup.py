"""A consistent copy of the installation. Source: cli.md §backup."""

from pathlib import Path
from typing import IO, Any

from django.core.management.base import CommandError, CommandParser
from django.db import connection

from clubs.exchange.bundle import BundleDamaged, new_file, open_bundle, write_bundle
from clubs.management.console import ConsoleCommand
from clubs.services.files.backups import RestoreRefused, kept_tables, rows_of, schema
from clubs.services.snapshot import snapshot

FORMAT = "feutre-backup/1"
MOST_BYTES = 256 << 30  # unpacked


class Command(ConsoleCommand):
    help = (
        "Writes everything that this installation has into one file, as it is at one moment; people"
        " may go on playing. It holds accounts with their password hashes, and no sessions: only "
        "its owner can read it. It restores on SQLite and on PostgreSQL."
    )
    example = "  python manage.py backup /var/backups/feutre.zip"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="where to; a file of that name is replaced")

    def handle(self, **options: Any) -> None:
        try:
            with new_file(options["file"]) as out:
                counts = write_backup(out)
        except (BundleDamaged, RestoreRefused) as refusal:
            raise CommandError(f"No backup was made: {refusal}.") from refusal
        self.stderr.write(f"{options['file']}: rows: {sum(counts.values())}.")


def write_backup(out: IO[bytes]) -> dict[str, int]:
    """Write a backup and read it again; gives how many rows each table has."""
    with snapshot():
        versions = {"database": connection.vendor, "migrations": schema()}
        files = ((name, rows_of(model)) for name, model in kept_tables().items())
        counts = write_bundle(out, FORMAT, versions, files)
    with open_bundle(out, FORMAT, most=MOST_BYTES):
        return counts
