"""The seating of a round as a file."""

from clubs.exchange.spreadsheets import file_named, local_csv
from clubs.models import Round, Tournament
from clubs.queries.tournaments.rounds.pages import seating_rows


def seating_csv(tournament: Tournament, round_: Round, order: str) -> bytes:
    """The seating by table or by name, as the spreadsheets of the language of the page read it."""
    return local_csv(*seating_rows(tournament, round_, order))


def seating_name(tournament: Tournament, round_: Round, title: str) -> str:
    return file_named(tournament.name, str(round_.number), title, extension="csv")
