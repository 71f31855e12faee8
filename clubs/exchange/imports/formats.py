"""The formats that are recognised by their shape, the more particular ones first.

CSV and spreadsheets are read by their header instead (headers.py).
"""

from clubs.exchange.games import FILES
from clubs.exchange.imports.json_leagues import LEAGUE_FORMAT
from clubs.exchange.imports.shape import Contents, Format


def _apps() -> list[tuple[str, Format]]:
    """The files of other programs, each with its game."""
    return [(game, one) for game, files in FILES.items() for one in files.apps]


def format_of(contents: Contents) -> Format | None:
    """The first format that recognises what the file holds."""
    formats = [LEAGUE_FORMAT, *(one for _game, one in _apps())]
    return next((one for one in formats if one.recognise(contents)), None)


def game_of(form: Format) -> str:
    """The game of the files of a format; empty where they name it themselves."""
    return next((game for game, one in _apps() if one is form), "")
