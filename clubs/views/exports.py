"""What members take out of their club: lists, the calendar, and everything as one archive."""

from collections.abc import Sequence
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import (
    may_export_club,
    may_manage_people,
    require,
    visible_evenings,
)
from clubs.core.games import DEFAULT_GAME
from clubs.exchange.archive import archive_content
from clubs.exchange.deal_rows import (
    TOTAL_COLUMNS,
    deal_header,
    deal_rows,
    deal_widths,
    member_columns,
    member_rows,
    member_widths,
    total_rows,
    total_widths,
)
from clubs.exchange.games import FILES
from clubs.exchange.imports.columns import Kind
from clubs.exchange.local_lists import list_csv
from clubs.exchange.seasons.calendar import CALENDAR_TYPE, evenings_calendar
from clubs.exchange.seasons.season_json import JSON_TYPE, season_file
from clubs.exchange.spreadsheets import CSV_TYPE, XLSX_TYPE, file_named, xlsx_file
from clubs.http import Request
from clubs.models import Club, Evening, League
from clubs.queries.exports import (
    export_deals,
    export_leagues,
    export_members,
    export_totals,
    find_export_league,
    games_of_totals,
    games_played,
    league_evenings,
)
from clubs.queries.games import WORDS
from clubs.services.snapshot import snapshot
from clubs.views.shared import find_club, find_league, sign_in_first


@sign_in_first
@require_safe
def club_export(request: Request, club: str) -> HttpResponse:
    """What there is to take."""
    found = find_club(request, club)
    context = {
        "club": found,
        "games": _told_games(games_played(found)),
        "leagues": export_leagues(found),
        "games_of_totals": _told_games(games_of_totals(found)),
        "sees_personal": may_manage_people(request.actor, found),
        "may_export_club": may_export_club(request.actor, found),
    }
    return render(request, "clubs/imports/club_export.html", context)


@sign_in_first
@require_safe
def club_archive(request: Request, club: str) -> HttpResponse:
    found = find_club(request, club)
    require(may_export_club(request.actor, found))
    content = archive_content(request.actor, found)
    return sent(content, "application/zip", _file_name(found, str(timezone.localdate()), "zip"))


@sign_in_first
@require_safe
def deals_csv(request: Request, club: str) -> HttpResponse:
    """All deals of the usual game, of ?game=, or ?season= for those of one, whatever its game."""
    found = find_club(request, club)
    league = _asked_league(request, found)
    with snapshot():
        export = export_deals(found, league, game=_asked_game(request))
        content = list_csv(Kind.DEALS, deal_header(export), deal_rows(export), export.game)
    return sent(content, CSV_TYPE, _file_name(found, _deals_title(export.game, league), "csv"))


@sign_in_first
@require_safe
def deals_xlsx(request: Request, club: str) -> HttpResponse:
    found = find_club(request, club)
    league = _asked_league(request, found)
    with snapshot():
        export = export_deals(found, league, game=_asked_game(request))
        content = xlsx_file(_("Deals"), deal_header(export), deal_rows(export), deal_widths(export))
    return sent(content, XLSX_TYPE, _file_name(found, _deals_title(export.game, league), "xlsx"))


@sign_in_first
@require_safe
def totals_csv(request: Request, club: str) -> HttpResponse:
    """The tables of the usual game of which only the totals are known, those of ?game=, or ?season=
    for those of one, whatever its game."""
    found = find_club(request, club)
    league, game = _asked_league(request, found), _asked_game(request)
    with snapshot():
        rows = total_rows(export_totals(found, league, game=game))
        content = list_csv(Kind.TOTALS, TOTAL_COLUMNS, rows)
    return sent(content, CSV_TYPE, _file_name(found, _totals_title(game, league), "csv"))


@sign_in_first
@require_safe
def totals_xlsx(request: Request, club: str) -> HttpResponse:
    found = find_club(request, club)
    league, game = _asked_league(request, found), _asked_game(request)
    with snapshot():
        rows = total_rows(export_totals(found, league, game=game))
        content = xlsx_file(_("Totals"), TOTAL_COLUMNS, rows, total_widths())
    return sent(content, XLSX_TYPE, _file_name(found, _totals_title(game, league), "xlsx"))


@sign_in_first
@require_safe
def members_csv(request: Request, club: str) -> HttpResponse:
    """Licence numbers and addresses for organisers only."""
    found = find_club(request, club)
    columns = member_columns(personal=may_manage_people(request.actor, found))
    content = list_csv(Kind.MEMBERS, columns, member_rows(export_members(found), columns))
    return sent(content, CSV_TYPE, _file_name(found, _("Members"), "csv"))


@sign_in_first
@require_safe
def members_xlsx(request: Request, club: str) -> HttpResponse:
    found = find_club(request, club)
    columns = member_columns(personal=may_manage_people(request.actor, found))
    rows = member_rows(export_members(found), columns)
    content = xlsx_file(_("Members"), columns, rows, member_widths(columns))
    return sent(content, XLSX_TYPE, _file_name(found, _("Members"), "xlsx"))


@sign_in_first
@require_safe
def league_json(request: Request, club: str, league: UUID) -> HttpResponse:
    """A season with all that counts for it, as a file that an import takes."""
    found = find_league(request, club, league)
    with snapshot():
        content = season_file(found)
    return sent(content, JSON_TYPE, _file_name(found.club, found.name, "json"))


@sign_in_first
@require_safe
def league_calendar(request: Request, club: str, league: UUID) -> HttpResponse:
    found = find_league(request, club, league)
    return _calendar_file(found, league_evenings(found))


@sign_in_first
@require_safe
def evening_calendar(request: Request, club: str, league: UUID, evening: UUID) -> HttpResponse:
    """One evening alone, for who wants it in the calendar and not the whole season."""
    evenings = visible_evenings(request.actor)
    found = get_object_or_404(evenings, uuid=evening, league__uuid=league, league__club__slug=club)
    return _calendar_file(found.league, [found])


def _calendar_file(league: League, evenings: Sequence[Evening]) -> HttpResponse:
    host = settings.SITE_URL.partition("//")[2]
    content = evenings_calendar(league, evenings, host=host, made_at=timezone.now())
    return sent(content, CALENDAR_TYPE, _file_name(league.club, league.name, "ics"))


def _asked_league(request: Request, club: Club) -> League | None:
    """The season that the address names, None where it names none. Raises Http404."""
    text = request.GET.get("season", "")
    if not text:
        return None
    try:
        league = find_export_league(club, UUID(text))
    except ValueError:
        league = None
    if league is None:
        raise Http404
    return league


def _told_games(games: Sequence[str]) -> list[tuple[str, str]]:
    """What each is called, and what is added to the address of its list."""
    return [(WORDS[game].name, _game_query(game)) for game in games]


def _game_query(game: str) -> str:
    """What asked_game reads."""
    return "" if game == DEFAULT_GAME else f"?game={game}"


def _asked_game(request: Request) -> str:
    """The game that the address names, the usual one where it names none. Raises Http404."""
    game = request.GET.get("game") or DEFAULT_GAME
    if game not in FILES:
        raise Http404
    return game


def _deals_title(game: str, league: League | None) -> str:
    return _list_title(_("Deals"), game, league)


def _totals_title(game: str, league: League | None) -> str:
    return _list_title(_("Totals"), game, league)


def _list_title(what: str, game: str, league: League | None) -> str:
    """A season tells its list apart from others, and so does a game that is not the usual one."""
    if league:
        return f"{what} {league.name}"
    return what if game == DEFAULT_GAME else f"{what} {WORDS[game].name}"


def _file_name(club: Club, title: str, extension: str) -> str:
    """Club and content, in letters that every system takes."""
    return file_named(club.name, title, extension=extension)


def sent(content: bytes, content_type: str, name: str) -> HttpResponse:
    """To be saved under that name."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response
