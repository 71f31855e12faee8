"""The formats that are recognised by their shape, the more particular ones first.

CSV and spreadsheets are read by their header instead (headers.py).
"""

from clubs.exchange.games import FILES
from clubs.exchange.imports.json_leagues import LEAGUE_FORMAT
from clubs.exchange.imports.shape import Contents, Format

APPS: list[tuple[str, Format]] = [
    (game, one) for game, files in FILES.items() for one in files.apps
]
FORMATS: list[Format] = [LEAGUE_FORMAT, *(one for _game, one in APPS)]


def format_of(contents: Contents) -> Format | None:
    """The first format that recognises what the file holds."""
    return next((one for one in FORMATS if one.recognise(contents)), None)


def game_of(found: Format) -> str:
    """Of what game the files of an app are; empty where they say so themselves."""
    return next((game for game, one in APPS if one is found), "")
