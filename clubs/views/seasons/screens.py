"""The standings of a season on a screen: big letters, pages that turn by
themselves, a poll for news. Drawn without the request and remembered, like the boards of live.py.
"""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from clubs.http import Request
from clubs.models import League
from clubs.queries.seasons.screens import standings_mark, standings_screen
from clubs.queries.tournaments.screens import ROWS
from clubs.services.snapshot import snapshot
from clubs.views.memo import Memo
from clubs.views.polls import build, is_sealed, poll_address, unchanged
from clubs.views.shared import of_league, sign_in_first, whole_number
from clubs.views.tables.live import screen_preferences

BOARDS: Memo[str] = Memo(50)
FEWEST, MOST = 4, 12


@sign_in_first
@require_safe
@of_league
def league_screen(request: Request, league: League) -> HttpResponse:
    """?rows=6 is for a smaller screen, ?dark=1 for a room without light."""
    rows = rows_in(request)
    context = {
        "club": league.club,
        "league": league,
        "now": timezone.localtime(),
        "board": _board_of(league, rows, standings_mark(league.uuid) or ""),
        "preferences": screen_preferences(request),
    }
    return render(request, "clubs/seasons/standings/league_screen.html", context)


@require_safe
def league_screen_poll(request: Request, club: str, league: UUID) -> HttpResponse:
    """The standings again if they are not those that the page shows; the mark says so."""
    seen = request.GET.get("seen", "")
    if is_sealed(request, seen) and standings_mark(league) == seen:
        return unchanged(request)
    return _league_screen_again(request, club=club, league=league, seen=seen)


@sign_in_first
@of_league
def _league_screen_again(request: Request, league: League, seen: str) -> HttpResponse:
    mark = standings_mark(league.uuid) or ""
    if mark == seen:
        return unchanged(request)
    return HttpResponse(_board_of(league, rows_in(request), mark))


def rows_in(request: Request, usual: int = ROWS) -> int:
    asked = whole_number(request.GET.get("rows", ""))
    return min(max(asked, FEWEST), MOST) if asked else usual


def _board_of(league: League, rows: int, mark: str) -> str:
    key = (league.uuid, rows, mark, get_language())
    return BOARDS.get(key, lambda: _render_season_board(league, rows, mark))


def _render_season_board(league: League, rows: int, mark: str) -> str:
    path = reverse("league_screen_poll", args=[league.club.slug, league.uuid])
    query = {"rows": str(rows), "build": build()}
    with snapshot():
        screen = standings_screen(league, rows)
    context = {
        "league": league,
        "screen": screen,
        "mark": mark,
        "poll_url": poll_address(path, "seen", mark, **query),
        "rows": rows,
    }
    return render_to_string("clubs/seasons/standings/_screen_board.html", context)
