"""Slips of the tables of a round: who plays, room for each deal, and the way to the slip itself."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.exchange.pdf import qr_code
from clubs.exchange.tournaments.papers.parts import Json, under_text, without_protocol
from clubs.queries.tournaments.paper_shapes import PaperTable, SlipsPaper

# Of the deals that a slip has room for, by slips on a page.
MOST_DEALS = {4: 8, 2: 14, 1: 30}
WITH_CALLED = 5  # players


def slips_part(paper: SlipsPaper, on_page: int = 2) -> Json:
    """The slips. on_page is 1, 2 or 4; fewer stand on a page where the deals of a round need the
    room."""
    return {
        "kind": "slips",
        "on_page": str(slips_per_page(on_page, paper.deals)),
        "tournament": paper.head.tournament,
        "under": under_text(paper.head),
        "round": str(paper.round) if paper.round else "",
        "deals": paper.deals,
        "five": _("The dealer sits out.") if paper.dealer_sits_out else "",
        "columns": [
            {"name": name, "width": width, "of_five": of_five}
            for name, width, of_five in _slip_columns(paper)
        ],
        "tables": [_slip_data(paper, table) for table in paper.tables],
        "reminder": [list(line) for line in paper.reminder],
        "words": {
            "round": _("Round"),
            "table": _("Table"),
            "code": pgettext("of a slip, to be typed", "code"),
            "zero": _("Sum 0"),
            "totals": _("Total"),
            "signatures": _("Signatures"),
            "dealer": pgettext("black mark on a slip", "deals first"),
        },
    }


def slips_per_page(on_page: int, deals: int) -> int:
    """How many slips stand on a page: as many as wanted, or fewer so that the deals fit."""
    return next((few for few in (4, 2) if few <= on_page and deals <= MOST_DEALS[few]), 1)


def _slip_columns(paper: SlipsPaper) -> Iterator[tuple[str, str, bool]]:
    """Name of each column, its width in the template, and whether it is for tables of five only."""
    yield _("Deal"), "number", False
    for column in paper.columns:
        yield column.name, column.width.value, column.of_five


def _slip_data(paper: SlipsPaper, table: PaperTable) -> Json:
    return {
        "number": str(table.number) if table.number else "",
        "players": [{"name": player.listed} for player in table.players],
        "calls": paper.calls_partner and len(table.players) == WITH_CALLED,
        "code": table.code,
        "short": without_protocol(table.address),
        "qr": qr_code(table.address),
    }
