"""Everything a club owns, as one archive. Source: cli.md §export_club."""

from typing import Any

from django.core.management.base import CommandParser

from clubs.access import Actor
from clubs.exchange.archive import write_archive
from clubs.management.archives import club_at, file_to_write
from clubs.management.console import ConsoleCommand


class Command(ConsoleCommand):
    help = (
        "Writes everything that a club owns into one file, corrections and log included; people may"
        " go on playing. Of accounts it has name and address, of links nothing."
    )
    example = (
        "  python manage.py export_club amicale club.zip\n"
        "  python manage.py export_club amicale - | ssh elsewhere …"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help="the last part of its address, /c/…/")
        parser.add_argument("file", help="where to; - for standard output")

    def handle(self, **options: Any) -> None:
        actor = Actor.command("export_club")
        club = club_at(options["club"])
        with file_to_write(options["file"]) as out:
            write_archive(actor, club, out)
        self.stderr.write(f"{club.name} is exported.")
