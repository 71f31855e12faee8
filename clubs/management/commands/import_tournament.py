"""A tournament from its file. Source: cli.md §import_tournament."""

from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.management.base import CommandError, CommandParser

from clubs.access import Actor
from clubs.core.problems import DealRefused
from clubs.core.standings.league_files import parse
from clubs.management.archives import club_at
from clubs.management.commands.standings import league_refusal_line
from clubs.management.console import ConsoleCommand, read_content
from clubs.services.tournaments.imports import import_tournament


class Command(ConsoleCommand):
    help = (
        "Makes a tournament of a club from a JSON file (tarot-tournament/1), after checking every "
        "sum and seat and scoring every deal again. Who is not of the club becomes a guest of it."
    )
    example = (
        "  python manage.py import_tournament amicale automne.json\n"
        "  python manage.py import_tournament amicale - < automne.json"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help="the last part of its address, /c/…/")
        parser.add_argument("file", help="the file; - for standard input")

    def handle(self, **options: Any) -> None:
        club = club_at(options["club"])
        document = read_content(Path(options["file"]))
        actor = Actor.command("import_tournament")
        try:
            tournament = import_tournament(actor, club, parse(document), request_id=uuid4())
        except DealRefused as refusal:
            raise CommandError(f"Nothing was imported: {league_refusal_line(refusal)}") from refusal
        self.stderr.write(f"{tournament.name} is imported: /g/{tournament.uuid}/")
