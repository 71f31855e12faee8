"""palantarot (gillessed), the dump that its psqlDump writes. Source: import_formats.md §palantarot.

What the file calls points is the score, not card points: its deals are kept as plain scores.
"""

from collections.abc import Iterator

from clubs.core.file_rows import FiledDeal
from clubs.exchange.imports.shape import Contents
from clubs.games.french.exchange.apps.fields import Object, day_field, has_keys
from clubs.games.french.exchange.apps.kit import (
    App,
    AppTable,
    Place,
    mappings,
    name_in,
    names_by_id,
    of_the_day,
    plain_scores,
    rows_by,
    seated,
)

NAME = "palantarot"


def _palantarot_places(contents: Contents) -> Iterator[Place]:
    document = contents.document
    if has_keys(document, "players", "hands", "playerHands"):
        whole = name_in("firstName", "lastName")
        people = names_by_id(mappings(document["players"]), "id", whole)
        seats = rows_by(mappings(document["playerHands"]), "hand")
        for number, hand in enumerate(mappings(document["hands"])):
            held = seats.get(str(hand.get("id")), [])
            yield f"hands[{number}]", {**hand, "seats": held, "people": people}


def _palantarot_table(path: str, hand: Object) -> AppTable:
    names = seated(hand["people"], (seat.get("player") for seat in hand["seats"]), "player")
    day = day_field(hand, "timestamp")
    return AppTable(of_the_day("palantarot", day, names.values()), day, names, [(path, hand)])


def _palantarot_deal(table: AppTable, path: str, hand: Object) -> FiledDeal:
    scores = table.scores(
        "points", ((seat["player"], seat.get("points")) for seat in hand["seats"])
    )
    attack = filter(None, (table.maybe_player(hand, name) for name in ("bidder", "partner")))
    note = f"{' + '.join(attack)}: {hand.get('bidAmount', '')}"[:100]
    record = plain_scores(NAME, scores)
    return FiledDeal(path, record, note=note, key=f"palantarot:{hand.get('id', path)}")


PALANTAROT = App(
    "palantarot", NAME, _palantarot_places, _palantarot_table, _palantarot_deal
).format()
