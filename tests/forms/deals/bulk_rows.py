"""What tests of bulk entry share: a table of eight names, rows of cells, and their faults."""

from django.http import QueryDict

from clubs.core.games import get_game
from clubs.forms.deals.bulk import BulkContext
from clubs.forms.tables.bulk_grid import BulkGrid
from clubs.games.french.forms.bulk import FrenchBulkRow
from clubs.queries.deals.bulk import BulkTable
from clubs.queries.deals.deals import DealSeat, DealTable, who_rests

NAMES = ("Nord", "Est", "Sud", "Ouest", "Aline", "Bela", "Chloé", "Dino")
PLAIN = ("1", "G", "2", "49")  # 1: (25+8)·2 = 66 a defender
CELLS = ("taker", "contract", "oudlers", "points", "bonuses")


def frame(seat_count=4, *, active_count=0, rules="fft", number=1, dealer="n0", totals=()):
    """Players are called n0, n1, …; n0 deals first."""
    won = [*totals, *[0] * seat_count]
    places = tuple(DealSeat(seat, f"n{seat}", NAMES[seat], won[seat]) for seat in range(seat_count))
    uuids = [place.uuid for place in places]
    resting = who_rests(uuids, dealer, seat_count - (active_count or seat_count))
    keys = {name.lower(): seat for seat, name in enumerate(NAMES[:seat_count])}
    pile = BulkTable(DealTable(places, number, dealer, resting), number, keys)
    game = get_game("french")
    return BulkContext(pile, game, game.read_rules(rules))


def typed(*rows, **more):
    """What a browser sends: each row the texts of CELLS, or a dict by column."""
    data = QueryDict(mutable=True)
    data["row-TOTAL_FORMS"], data["row-INITIAL_FORMS"] = str(len(rows)), "0"
    data["number"] = "1"
    for index, row in enumerate(rows):
        cells = row if isinstance(row, dict) else dict(zip(CELLS, row, strict=False))
        for name, text in cells.items():
            data[f"row-{index}-{name}"] = text
    data.update(more)
    return data


def grid(*rows, at=None, **more):
    return BulkGrid(FrenchBulkRow, at or frame(), typed(*rows, **more))


def faults(pile):
    return [(fault.label, fault.text) for fault in pile.faults]
