"""Exports of a club for its members: lists, the calendar, and everything as one archive."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from tempfile import TemporaryFile
from typing import IO
from uuid import UUID

from django.conf import settings
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import (
    may_export_club,
    may_manage_people,
    require,
)
from clubs.core.games import DEFAULT_GAME
from clubs.exchange.archive import write_archive
from clubs.exchange.club_lists import (
    TOTAL_COLUMNS,
    ClubList,
    deal_header,
    deal_rows,
    member_columns,
    member_rows,
    total_rows,
    write_list_csv,
    write_list_xlsx,
)
from clubs.exchange.games import FILES
from clubs.exchange.imports.columns import ImportKind
from clubs.exchange.seasons.calendar import CALENDAR_TYPE, evenings_calendar
from clubs.exchange.seasons.season_json import JSON_TYPE, season_file
from clubs.exchange.spreadsheets import CSV_TYPE, XLSX_TYPE, file_named
from clubs.http import Request
from clubs.models import Club, Evening, League
from clubs.queries.exports import (
    export_deals,
    export_members,
    export_totals,
    find_export_league,
    games_of_totals,
    games_played,
)
from clubs.queries.games import WORDS
from clubs.queries.seasons.seasons import cancelled_evenings, club_leagues, league_evenings
from clubs.services.snapshot import snapshot
from clubs.views.shared import of_club, of_evening, of_league, sign_in_first

ZIP_TYPE = "application/zip"
EXTENSIONS = {
    CSV_TYPE: "csv",
    XLSX_TYPE: "xlsx",
    JSON_TYPE: "json",
    CALENDAR_TYPE: "ics",
    ZIP_TYPE: "zip",
}


@sign_in_first
@require_safe
@of_club
def club_export(request: Request, club: Club) -> HttpResponse:
    """The page of all exports."""
    context = {
        "club": club,
        "games": _told_games(games_played(club)),
        "leagues": club_leagues(club),
        "games_of_totals": _told_games(games_of_totals(club)),
        "sees_personal": may_manage_people(request.actor, club),
        "may_export_club": may_export_club(request.actor, club),
    }
    return render(request, "clubs/imports/club_export.html", context)


@sign_in_first
@require_safe
@of_club
def club_archive(request: Request, club: Club) -> FileResponse:
    require(may_export_club(request.actor, club))
    write = partial(write_archive, request.actor, club)
    return _written(write, ZIP_TYPE, club, str(timezone.localdate()))


@sign_in_first
@require_safe
@of_club
def deals_csv(request: Request, club: Club) -> FileResponse:
    return _deal_file(request, club, CSV_TYPE)


@sign_in_first
@require_safe
@of_club
def deals_xlsx(request: Request, club: Club) -> FileResponse:
    return _deal_file(request, club, XLSX_TYPE)


def _deal_file(request: Request, club: Club, content_type: str) -> FileResponse:
    """All deals of the usual game, of ?game=, or ?season= for those of one, whatever its game."""
    league, game = _asked_league(request, club), _asked_game(request)

    def deal_list() -> ClubList:
        export = export_deals(club, league, game=game)
        return ClubList(ImportKind.DEALS, deal_header(export), deal_rows(export), export.game)

    return _list_file(deal_list, content_type, club, _("Deals"), _of_what(game, league))


@sign_in_first
@require_safe
@of_club
def totals_csv(request: Request, club: Club) -> FileResponse:
    return _total_file(request, club, CSV_TYPE)


@sign_in_first
@require_safe
@of_club
def totals_xlsx(request: Request, club: Club) -> FileResponse:
    return _total_file(request, club, XLSX_TYPE)


def _total_file(request: Request, club: Club, content_type: str) -> FileResponse:
    """The tables of the usual game of which only the totals are known, those of ?game=, or ?season=
    for those of one, whatever its game."""
    league, game = _asked_league(request, club), _asked_game(request)

    def total_list() -> ClubList:
        totals = export_totals(club, league, game=game)
        return ClubList(ImportKind.TOTALS, TOTAL_COLUMNS, total_rows(totals))

    return _list_file(total_list, content_type, club, _("Totals"), _of_what(game, league))


@sign_in_first
@require_safe
@of_club
def members_csv(request: Request, club: Club) -> FileResponse:
    return _member_file(request, club, CSV_TYPE)


@sign_in_first
@require_safe
@of_club
def members_xlsx(request: Request, club: Club) -> FileResponse:
    return _member_file(request, club, XLSX_TYPE)


def _member_file(request: Request, club: Club, content_type: str) -> FileResponse:
    """Licence numbers, addresses and years of birth for organisers only."""
    is_organiser = may_manage_people(request.actor, club)

    def member_list() -> ClubList:
        members = export_members(club)
        columns = member_columns(members, personal=is_organiser)
        return ClubList(ImportKind.MEMBERS, columns, member_rows(members, columns))

    return _list_file(member_list, content_type, club, _("Members"))


@sign_in_first
@require_safe
@of_league
def league_json(request: Request, league: League) -> HttpResponse:
    """A season with all that counts for it, as a file that an import takes."""
    with snapshot():
        content = season_file(league)
    return _club_file(content, JSON_TYPE, league.club, league.name)


@sign_in_first
@require_safe
@of_league
def league_calendar(request: Request, league: League) -> HttpResponse:
    return _calendar_file(league, league_evenings(league), cancelled_evenings(league))


@sign_in_first
@require_safe
@of_evening
def evening_calendar(request: Request, evening: Evening) -> HttpResponse:
    """The calendar of one evening, for people who do not want that of the whole season."""
    return _calendar_file(evening.league, [evening])


def _calendar_file(
    league: League, evenings: Sequence[Evening], cancelled: Sequence[Evening] = ()
) -> HttpResponse:
    host, now = settings.SITE_URL.partition("//")[2], timezone.now()
    content = evenings_calendar(league, evenings, cancelled=cancelled, host=host, made_at=now)
    return _club_file(content, CALENDAR_TYPE, league.club, league.name)


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
    """The name of each game, and what is added to the address for its list."""
    return [(WORDS[game].name, _game_parameter(game)) for game in games]


def _game_parameter(game: str) -> str:
    """The parameter that _asked_game reads."""
    return "" if game == DEFAULT_GAME else f"?game={game}"


def _asked_game(request: Request) -> str:
    """The game that the address names, the usual one where it names none. Raises Http404."""
    game = request.GET.get("game") or DEFAULT_GAME
    if game not in FILES:
        raise Http404
    return game


def _of_what(game: str, league: League | None) -> str:
    """What the name of a list adds to its content: the season, or else a game that is not the usual
    one."""
    if league:
        return league.name
    return "" if game == DEFAULT_GAME else str(WORDS[game].name)


def _list_file(
    make: Callable[[], ClubList], content_type: str, club: Club, content: str, of_what: str = ""
) -> FileResponse:
    """A list as CSV or as a spreadsheet. make is called where all is of one moment."""

    def write(out: IO[bytes]) -> None:
        if content_type == CSV_TYPE:
            write_list_csv(out, make())
        else:
            write_list_xlsx(out, content, make())

    return _written(write, content_type, club, f"{content} {of_what}".strip())


def _written(
    write: Callable[[IO[bytes]], object], content_type: str, club: Club, title: str
) -> FileResponse:
    """A file of any size. What write reads is of one moment and goes to the disk row after row;
    the file is sent when all of it is there, so that neither a transaction nor a thread of the
    server waits for who takes it slowly."""
    with ExitStack() as stack:
        file = stack.enter_context(TemporaryFile())
        with snapshot():
            write(file)
        file.seek(0)
        stack.pop_all()  # the response closes it
    name = _file_name(content_type, club, title)
    return FileResponse(file, as_attachment=True, filename=name, content_type=content_type)


def _file_name(content_type: str, club: Club, title: str) -> str:
    """After the club and the content, in letters that every system takes."""
    return file_named(club.name, title, extension=EXTENSIONS[content_type])


def _club_file(content: bytes, content_type: str, club: Club, title: str) -> HttpResponse:
    return sent(content, content_type, _file_name(content_type, club, title))


def sent(content: bytes, content_type: str, name: str) -> HttpResponse:
    """The content as a file to be saved under this name."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response
