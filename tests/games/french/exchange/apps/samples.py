"""A file of each app, made by hand from the description of its format. Source: leagues.md §7.5."""

import sqlite3
import zipfile
from contextlib import closing
from io import BytesIO

from tests.paths import DATA

IMPORTS = DATA / "imports"


def text_file(name):
    return (IMPORTS / name).read_bytes()


def room_database():
    """As Room leaves it: with a journal beside the file, of which its header tells."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(text_file("tarotmeter.sql").decode())
        content = bytearray(database.serialize())
    content[18:20] = b"\2\2"
    return bytes(content)


def zip_of(files, written=(2025, 10, 10, 23, 0, 0)):
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, written)
            archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def scoreit_zip():
    belote = (
        b'{"type": "BELOTE", "players": [{"name": "Us"}], "laps": [{"taker": "ONE", "points": 90}]}'
    )
    games = {"tarot/v2/3/Partie": "scoreit_3.json", "tarot/v2/5/Partie": "scoreit_5.json"}
    return zip_of(
        {name: text_file(file) for name, file in games.items()} | {"belote/Partie": belote}
    )


# The content of a file of each format, by its code.
SAMPLES = {
    "tarot345": lambda: text_file("tarot345_historique.json"),
    "tarot_coach": lambda: text_file("tarot_coach.json"),
    "compteur": lambda: text_file("compteur.zip"),
    "soviann": lambda: text_file("soviann.json"),
    "emmanuel_h": lambda: text_file("emmanuel_h.json"),
    "scoreit": scoreit_zip,
    "magne4000": lambda: text_file("magne4000.json"),
    "carg": lambda: text_file("carg.json"),
    "palantarot": lambda: text_file("palantarot.json"),
    "gasnier": lambda: text_file("gasnier.json"),
    "tarotmeter": room_database,
    "victor": lambda: text_file("victor.sql"),
    "huiteuros": lambda: text_file("huiteuros.sql"),
}
