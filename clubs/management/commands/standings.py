"""The standings of a league or a tournament, as a table or as JSON. Source: cli.md §standings."""

import json
from argparse import ArgumentTypeError
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import override

from clubs.access import Actor, visible_leagues, visible_sittings, visible_tournaments
from clubs.core.fields import iso_day
from clubs.core.problems import DealRefused
from clubs.core.standings.document import standings_document
from clubs.core.standings.league_files import parse, read_league
from clubs.core.standings.league_tables import FilePosition, LeagueFileRefused
from clubs.core.standings.rank import LeagueRanking, LeagueStandings
from clubs.core.tournaments.document import tournament_document
from clubs.core.tournaments.files import read_tournament
from clubs.management.console import ConsoleCommand, encodable_text, read_content, refusal_line
from clubs.management.standings_text import standings_text, tournament_text
from clubs.queries.seasons.counted import DEALS, CountedWords, counted_words
from clubs.queries.seasons.leagues import LeagueData, league_data, table_standings
from clubs.queries.tournaments.tournaments import standings_after, steps_of
from clubs.services.snapshot import snapshot

TOURNAMENT = "tarot-tournament"
ACTOR = Actor.command("standings")

Forms = tuple[Mapping[str, Any], str]  # standings as a JSON document, and as text


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
    path, as_of, after = options["file"], options["as_of"], options["after"]
    if options["tournament"]:
        return from_event(options["tournament"], as_of, after)
    document = read_document(path) if path else {}
    if str(document.get("format")).partition("/")[0] == TOURNAMENT:
        return from_tournament(path, document, as_of, after)
    if after is not None:
        raise CommandError(
            "Only a tournament has rounds: use --as-of DATE, not --after.",
            returncode=1 if path else 2,
        )
    if options["league"]:
        return from_league(options["league"], as_of)
    if options["table"]:
        return from_table(options["table"], as_of)
    return from_file(path, document, as_of)


def titled(title: str, standings: LeagueStandings, words: CountedWords) -> Forms:
    """Both forms of the standings of a league or a table; words are of what counts in it."""
    return standings_document(title, standings), standings_text(title, standings, words=words)


def day(text: str) -> date:
    """A date as 2025-11-14, and in no other form."""
    value = iso_day(text)
    if value is None:
        raise ArgumentTypeError(f"{text!r} is no date such as 2025-11-14")
    return value


def from_league(uuid: UUID, as_of: date | None) -> Forms:
    """A season by the address of its page, with the names of the players. Raises CommandError."""
    league = visible_leagues(ACTOR).filter(uuid=uuid).first()
    if league is None:
        raise CommandError(f"There is no league {uuid}.")
    with snapshot():
        standings = named_standings(league_data(league), as_of)
    return titled(league.name, standings, counted_words(league.game))


def from_event(uuid: UUID, as_of: date | None, after: int | None) -> Forms:
    """A tournament by the address of its page, after this round, or else the last one that is over.
    Raises CommandError."""
    if as_of is not None:
        raise CommandError("A tournament has rounds: use --after ROUND, not --as-of.", returncode=2)
    tournament = visible_tournaments(ACTOR).filter(uuid=uuid).first()
    if tournament is None:
        raise CommandError(f"There is no tournament {uuid}.")
    with snapshot():
        steps = steps_of(tournament)
        if after is not None and not 0 <= after <= steps.current:
            raise CommandError(f"--after takes a round from 0 to {steps.current}.")
        standings = standings_after(tournament, steps.over if after is None else after)
    # The keys of its entries say nothing.
    names = {row.player: row.name for row in standings.rows}
    document = tournament_document(tournament.name, standings, names)
    return document, tournament_text(tournament.name, standings)


def from_table(uuid: UUID, as_of: date | None) -> Forms:
    """One table by the address of its page: its deals, whatever its game. Raises CommandError."""
    sitting = visible_sittings(ACTOR).filter(uuid=uuid).first()
    if sitting is None:
        raise CommandError(f"There is no table {uuid}.")
    data = table_standings(sitting)
    title = f"{sitting.club.name}, table {sitting.table_number}, {data.held[0].held_on}"
    return titled(title, named_standings(data, as_of), DEALS)


def named_standings(data: LeagueData, as_of: date | None) -> LeagueStandings:
    """The standings with names in the place of keys."""
    standings = data.standings(as_of)
    by_size = {size: named(table, data) for size, table in standings.by_size.items()}
    return replace(standings, table=named(standings.table, data), by_size=by_size)


def named(table: LeagueRanking, data: LeagueData) -> LeagueRanking:
    rows = [replace(row, player=data.players[row.player].name) for row in table.rows]
    return replace(table, rows=tuple(rows))


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
    return titled(league.title, league.standings(as_of), counted_words(league.game.code))


def from_tournament(
    path: Path, document: Mapping[str, Any], as_of: date | None, after: int | None
) -> Forms:
    """A tournament of a file. Raises CommandError in one line."""
    if as_of is not None:
        raise CommandError(f"{path}: a tournament has rounds: use --after ROUND, not --as-of.")
    with refused_in_words(path):
        tournament = read_tournament(document)
    count = len(tournament.rounds)
    if after is not None and not 0 <= after <= count:
        raise CommandError(f"{path}: --after takes a round from 0 to {count}.")
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
