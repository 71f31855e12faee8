"""The seating of a round as a file."""

from clubs.exchange.spreadsheets import file_named, local_csv
from clubs.models import Round, Tournament
from clubs.queries.tournaments.rounds.pages import seating_rows


def seating_csv(tournament: Tournament, one: Round, order: str) -> bytes:
    """By table or by name, as the spreadsheets of the page's language read it."""
    return local_csv(*seating_rows(tournament, one, order))


def seating_name(tournament: Tournament, one: Round, title: str) -> str:
    return file_named(tournament.name, str(one.number), title, extension="csv")
