"""The standings of a league or a tournament, as a table or as JSON. Source: cli.md §standings."""

import json
from argparse import ArgumentTypeError
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import override

from clubs.core.fields import iso_day
from clubs.core.problems import DealRefused
from clubs.core.standings.league_files import parse, read_league
from clubs.core.standings.league_tables import FilePosition, LeagueFileRefused
from clubs.core.tournaments.document import tournament_document
from clubs.core.tournaments.files import read_tournament
from clubs.management.console import ConsoleCommand, encodable_text, read_content, refusal_line
from clubs.management.standings_text import NO_ROUNDS, Forms, league_forms, tournament_text
from clubs.queries.seasons.counted import counted_words

TOURNAMENT = "tarot-tournament"


class Command(ConsoleCommand):
    help = (
        "Prints the standings of a league, a tournament or a table, or of a league or a tournament "
        "from a file (tarot-league/1, tarot-tournament/1), for which no database is needed."
    )
    example = (
        "  python manage.py standings --file season.json\n"
        "  python manage.py standings --file season.json --as-of 2025-11-14 --json\n"
        "  python manage.py standings --file tournament.json --after 2\n"
        "  python manage.py standings --league 7b1c0e6e-4b43-4c58-9a3c-0d0b6a1f2e11"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--league", type=UUID, metavar="UUID", help="a league of a club")
        source.add_argument(
            "--tournament", type=UUID, metavar="UUID", help="a tournament of a club"
        )
        source.add_argument("--table", type=UUID, metavar="UUID", help="one table (a session)")
        source.add_argument(
            "--file",
            type=Path,
            metavar="FILE",
            help="a league or a tournament as JSON; - for standard input",
        )
        parser.add_argument(
            "--as-of",
            type=day,
            metavar="DATE",
            help="as they stood after the evenings up to this date, such as 2025-11-14",
        )
        parser.add_argument(
            "--after",
            type=int,
            metavar="ROUND",
            help="of a tournament, as they stood after this round",
        )
        parser.add_argument("--json", action="store_true", help="one JSON document")

    def handle(self, **options: Any) -> None:
        with override("en"):
            document, text = forms_of(options)
        if options["json"]:
            text = json.dumps(document, ensure_ascii=False, indent=1)
        self.stdout.write(encodable_text(text))


def forms_of(options: Mapping[str, Any]) -> Forms:
    """The standings that the options ask for. Raises CommandError."""
    if options["file"] is None:
        # A file needs no database, and none of what reads it.
        from clubs.management.stored_standings import stored_forms  # slow import

        return stored_forms(options)
    path, as_of, after = options["file"], options["as_of"], options["after"]
    document = read_document(path)
    if str(document.get("format")).partition("/")[0] == TOURNAMENT:
        return from_tournament(path, document, as_of, after)
    if after is not None:
        raise CommandError(NO_ROUNDS)
    return from_file(path, document, as_of)


def day(text: str) -> date:
    """A date as 2025-11-14, and in no other form."""
    value = iso_day(text)
    if value is None:
        raise ArgumentTypeError(f"{text!r} is no date such as 2025-11-14")
    return value


def read_document(path: Path) -> dict[str, Any]:
    """The JSON object of a file. Raises CommandError in one line."""
    with refused_in_words(path):
        return parse(read_content(path))


@contextmanager
def refused_in_words(path: Path) -> Iterator[None]:
    """Turns the refusal of a file into a CommandError of one line."""
    try:
        yield
    except DealRefused as refusal:
        raise CommandError(f"{path}: {league_refusal_line(refusal)}") from refusal


def from_file(path: Path, document: Mapping[str, Any], as_of: date | None) -> Forms:
    """A league of a file. Raises CommandError in one line."""
    with refused_in_words(path):
        league = read_league(document)
    return league_forms(league.title, league.standings(as_of), counted_words(league.game.code))


def from_tournament(
    path: Path, document: Mapping[str, Any], as_of: date | None, after: int | None
) -> Forms:
    """A tournament of a file. Raises CommandError in one line."""
    if as_of is not None:
        raise CommandError(f"{path}: a tournament has rounds: use --after ROUND, not --as-of.")
    with refused_in_words(path):
        tournament = read_tournament(document)
    last = tournament.last_published
    if after is not None and not 0 <= after <= last:
        raise CommandError(f"{path}: --after takes a round from 0 to {last}.")
    standings = tournament.standings(after)
    document = tournament_document(tournament.title, standings)
    return document, tournament_text(tournament.title, standings)


def league_refusal_line(refusal: DealRefused) -> str:
    """The first problem in one line, and how many more there are at that place."""
    place = refusal.place if isinstance(refusal, LeagueFileRefused) else None
    return refusal_line(refusal, place_text(place), "more there")


def place_text(place: FilePosition | None) -> str:
    """The place in words: "evening 2025-09-12, table 1, deal 3,"."""
    if place is None:
        return ""
    parts = [f"evening {place.evening}"]
    parts += [f"table {place.table}"] if place.table else []
    parts += [f"deal {place.deal}"] if place.deal else []
    return ", ".join(parts) + ","
