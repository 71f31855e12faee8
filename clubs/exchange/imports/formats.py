"""The formats that are recognised by their shape, the more particular ones first.

CSV and spreadsheets are read by their header instead (headers.py).
"""

from clubs.exchange.french_apps import FORMATS as OTHER_APPS
from clubs.exchange.imports.json_leagues import LEAGUE_FORMAT
from clubs.exchange.imports.shape import Format

FORMATS: list[Format] = [LEAGUE_FORMAT, *OTHER_APPS]


def format_of(content: bytes, name: str) -> Format | None:
    """The first format that recognises the file."""
    return next((one for one in FORMATS if one.recognise(content, name)), None)
