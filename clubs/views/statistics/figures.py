"""What pages of statistics share: their frame, and the table behind a chart as a file, ?csv=… at
the address of its page."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpResponse

from clubs.exchange.spreadsheets import CSV_TYPE, file_named, local_csv
from clubs.http import Request
from clubs.listings.statistics.figures import ChartTable, Figure
from clubs.models import Club, League, Player
from clubs.queries.people.people import asked_player, own_player
from clubs.views.exports import sent


def asked_table(
    request: Request, figures: Iterable[Figure | ChartTable], owner: str
) -> HttpResponse | None:
    """None where the address asks for no table. owner: club, season or player, for the name of the
    file. Raises Http404 for a table that is not of the page."""
    if "csv" not in request.GET:
        return None
    tables = [one.table if isinstance(one, Figure) else one for one in figures]
    for table in tables:
        if table.key == request.GET["csv"]:
            content = local_csv(table.header, table.rows)
            return sent(content, CSV_TYPE, file_named(owner, table.title, extension="csv"))
    raise Http404


def asks_everything(request: Request) -> bool:
    """Whether a page is asked for all that it leaves out, as ?all=1; a file always has it."""
    return not {"all", "csv"}.isdisjoint(request.GET)


def first_player(request: Request, club: Club) -> Player | None:
    """Whose row a matrix begins with: ?player=…, else the player who looks. One query."""
    if "player" in request.GET:
        return asked_player(club, request.GET["player"])
    return own_player(request.actor, club)


def season_frame(league: League, tab: str) -> dict[str, Any]:
    """Returns the context of the frame around the pages of a season."""
    return {"club": league.club, "nav_section": "season", "league": league, "tab": tab}
