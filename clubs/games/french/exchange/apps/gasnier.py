"""Concours de tarot (gasnier-coder), the save of a tournament. Source: import_formats.md §gasnier.

Its scores lie at tables and compass seats. Who sat there follows from its movement: with each new
part North stays, South moves one table up, East two up and West two down.
"""

import re
from collections.abc import Iterator

from clubs.core.file_rows import FiledDeal
from clubs.exchange.imports.shape import Contents
from clubs.games.french.exchange.apps.fields import (
    BadField,
    Object,
    day_field,
    has_keys,
    seat_names,
    whole_field,
)
from clubs.games.french.exchange.apps.kit import App, AppTable, Place, mappings, plain_scores

NAME = "Concours de tarot (gasnier)"
MOVES = (0, 1, 2, -2)  # tables up with each part: North, South, East, West
AROUND = (0, 2, 1, 3)  # North, East, South, West
PLACES = range(10_000)
DIGITS = re.compile(r"[0-9]{1,4}")


def _gasnier_places(contents: Contents) -> Iterator[Place]:
    """Each table of each part."""
    document = contents.document
    if has_keys(document, "nbParties", "players", "scores") and isinstance(
        document["scores"], dict
    ):
        people = mappings(document["players"])
        names = seat_names((str(one.get("nom") or "?") for one in people), "nom")
        for part, tables in document["scores"].items():
            for table, deals in tables.items() if isinstance(tables, dict) else ():
                path = f"scores.{part}.{table}"
                written = {
                    "part": part,
                    "table": table,
                    "deals": deals,
                    "people": people,
                    "names": names,
                }
                yield path, {**written, "date": document.get("date")}


def _place_number(row: Object, column: str) -> int:
    text = row[column]
    return whole_field({column: int(text) if DIGITS.fullmatch(text) else text}, column, PLACES)


def _gasnier_table(path: str, row: Object) -> AppTable:
    part, place, people = _place_number(row, "part"), _place_number(row, "table"), row["people"]
    count = len(people) // 4
    if place >= count:
        raise BadField("table", place, "value_not_allowed")
    seated = {}
    for number, move in enumerate(MOVES):
        seat = (place - move * part) % count * 4 + number
        seated[whole_field(people[seat], "posInitiale", range(4))] = row["names"][seat]
    if len(seated) < len(MOVES):  # two of them have the same seat
        raise BadField("posInitiale", None, "value_not_allowed")
    day = day_field(row, "date")
    key = f"gasnier:{day.isoformat()}:{part}:{place}:{'|'.join(sorted(seated.values()))}"
    deals = [
        (f"{path}[{number}]", {"scores": cells})
        for number, cells in enumerate(row["deals"] if isinstance(row["deals"], list) else ())
    ]
    around = {str(seat): seated[seat] for seat in AROUND}
    return AppTable(key, day, around, deals, f"{part + 1}-{place + 1}")


def _gasnier_deal(table: AppTable, path: str, row: Object) -> FiledDeal | None:
    cells = row["scores"]
    if not isinstance(cells, list) or len(cells) != len(table.names):
        raise BadField("scores", cells)
    scores = table.scores("scores", enumerate(cells))
    if not any(scores.values()):  # not played
        return None
    return FiledDeal(path, plain_scores(NAME, scores), key=f"{table.key}:{path}")


GASNIER = App("gasnier", NAME, _gasnier_places, _gasnier_table, _gasnier_deal, seats=(4,)).format()
