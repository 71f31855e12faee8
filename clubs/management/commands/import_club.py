"""Makes a club from its archive. Source: cli.md §import_club."""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from django.core.management.base import CommandError, CommandParser

from clubs.access import Actor
from clubs.exchange.archive import open_archive
from clubs.exchange.bundle import BundleDamaged
from clubs.management.console import ConsoleCommand
from clubs.models import Club, Role
from clubs.services.files.club_imports import ArchiveRefused, import_club


class Command(ConsoleCommand):
    help = (
        "Makes a club from what export_club wrote, after checking every sum, score and chain of the"
        " log. Refused where the club is here already. While it writes, others wait."
    )
    example = (
        "  python manage.py import_club club.zip --owner olivia@example.org\n"
        "  python manage.py import_club - --link-accounts < club.zip"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the archive; - for standard input")
        parser.add_argument("--slug", default="", help="another address for it: /c/SLUG/")
        parser.add_argument(
            "--link-accounts",
            action="store_true",
            help="accounts here with the same verified address get back their roles and players",
        )
        parser.add_argument(
            "--owner", metavar="EMAIL", default="", help="the account that is to own it here"
        )

    def handle(self, **options: Any) -> None:
        try:
            with TemporaryFile() as copy:
                club = self.read(opened(options["file"], copy), options)
        except (BundleDamaged, ArchiveRefused) as refusal:
            raise CommandError(f"Nothing was imported: {refusal}.") from refusal
        self.stderr.write(f"{club.name} is imported: /c/{club.slug}/")
        if not club.memberships.filter(role=Role.OWNER).exists():
            self.stderr.write("Nobody owns it here yet: the same again with --owner EMAIL.")

    def read(self, file: IO[bytes], options: dict[str, Any]) -> Club:
        actor = Actor.command("import_club")
        with open_archive(file) as bundle:
            return import_club(
                actor,
                bundle.rows,
                slug=options["slug"],
                owner=options["owner"],
                link_accounts=options["link_accounts"],
            )


def opened(name: str, copy: IO[bytes]) -> IO[bytes]:
    """A copy of the file that can be searched, and that nobody changes while it is read."""
    if name == "-":
        shutil.copyfileobj(sys.stdin.buffer, copy)
    else:
        with Path(name).open("rb") as file:
            shutil.copyfileobj(file, copy)
    return copy
