"""Deals, totals and members as rows, in the columns that an import takes.

Source: leagues.md §7.1, §7.2, §7.3: what is exported imports again to the same state.
Columns and codes are those of ours; local_lists.py says them in the language of the reader.
"""

from collections.abc import Iterable, Iterator, Sequence

from clubs.exchange.games import FILES
from clubs.exchange.imports.deals import columns_of, record_cells
from clubs.exchange.spreadsheets import Cell
from clubs.models import Player
from clubs.queries.exports import DealExport, ExportedDeal, ExportedTotal

TOTAL_COLUMNS = ("date", "player", "score", "deals", "table", "points")

MEMBER_COLUMNS = (
    "name",
    "last_name",
    "first_name",
    "nickname",
    "member_since",
    "active",
    "public_name",
)
PERSONAL_COLUMNS = ("licence", "categories", "email")  # for those who manage the members
WIDTHS = {  # characters; another column is as wide as its name
    "date": 12,
    "players": 40,
    "uuid": 38,
    "note": 24,
    "player": 28,
    "name": 28,
    "last_name": 18,
    "first_name": 16,
    "nickname": 16,
    "member_since": 14,
    "email": 30,
    "categories": 20,
}


def deal_header(export: DealExport) -> list[str]:
    return [*columns_of(export.game), *(f"score: {name}" for name in export.names)]


def column_widths(columns: Sequence[str]) -> list[int]:
    """How wide the columns of a spreadsheet are, in characters."""
    return [WIDTHS.get(column, len(column) + 2) for column in columns]


def deal_rows(export: DealExport) -> Iterator[list[Cell]]:
    """A row for each deal. The seats stand on the first row of a table, and again where they
    change."""
    seen: tuple[object, ...] = ()
    for deal in export.deals:
        seats = (deal.day, deal.evening, deal.table, deal.players)
        cells = _deal_cells(export.game, deal, tells_seats=seats != seen)
        yield [*cells, *map(deal.scores.get, export.names)]
        seen = seats


def _deal_cells(game: str, deal: ExportedDeal, *, tells_seats: bool) -> Iterator[Cell]:
    cells: dict[str, Cell] = {
        **record_cells(game, deal.record),
        # In a game of sides: the points of the first seat, of the second, and so on.
        **{
            column: deal.points.get(name)
            for column, name in zip(FILES[game].deals.sides, deal.players, strict=False)
        },
        "date": deal.day,
        "evening": deal.evening,
        "table": deal.table,
        "players": "|".join(deal.players) if tells_seats else "",
        "uuid": str(deal.uuid),
    }
    return (cells.get(column) for column in columns_of(game))


def total_rows(totals: Iterable[ExportedTotal]) -> Iterator[list[Cell]]:
    for total in totals:
        points = None if total.points is None else float(total.points)
        yield [total.day, total.player, total.score, total.deals, total.table, points]


def member_columns(*, personal: bool) -> tuple[str, ...]:
    return MEMBER_COLUMNS + (PERSONAL_COLUMNS if personal else ())


def member_rows(players: Iterable[Player], columns: Sequence[str]) -> Iterator[list[Cell]]:
    for player in players:
        cells: dict[str, Cell] = {
            "name": player.name,
            "last_name": player.family_name,
            "first_name": player.given_name,
            "nickname": player.nickname,
            "member_since": player.member_since,
            "active": "no" if player.archived_at else "yes",
            "public_name": player.public_name,
            "licence": player.licence,
            "categories": "|".join(player.categories),
            "email": player.email,
        }
        yield [cells[column] for column in columns]
