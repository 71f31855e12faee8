"""One tournament as JSON. Source: cli.md §export_tournament."""

import json
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError, CommandParser

from clubs.access import Actor, visible_tournaments
from clubs.core.tournaments.writing import written_tournament
from clubs.management.archives import file_to_write
from clubs.management.console import ConsoleCommand
from clubs.queries.tournaments.files import file_of
from clubs.services.snapshot import snapshot


class Command(ConsoleCommand):
    help = (
        "Writes one tournament as a JSON file (tarot-tournament/1): entries, rounds, slips, deals, "
        "penalties, log. Addresses and fees of people are in it: it is not for everybody."
    )
    example = (
        "  python manage.py export_tournament 7b1c0e6e-4b43-4c58-9a3c-0d0b6a1f2e11 automne.json\n"
        "  python manage.py export_tournament 7b1c0e6e-4b43-4c58-9a3c-0d0b6a1f2e11 -"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("uuid", type=UUID, help="the last part of its address, /g/…/")
        parser.add_argument("file", help="where to; - for standard output")

    def handle(self, **options: Any) -> None:
        actor = Actor.command("export_tournament")
        tournament = visible_tournaments(actor).filter(uuid=options["uuid"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['uuid']}.")
        with snapshot():
            document = written_tournament(file_of(tournament))
        text = json.dumps(document, ensure_ascii=False, indent=1)
        with file_to_write(options["file"]) as out:
            out.write(f"{text}\n".encode())
        self.stderr.write(f"{tournament.name} is exported.")
