"""Exports of a club for its members: lists, the calendar, and everything as one archive."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from tempfile import TemporaryFile
from typing import IO
from uuid import UUID

from django.conf import settings
from django.http import FileResponse, Http404, HttpResponse
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
from clubs.exchange.archive import write_archive
from clubs.exchange.club_lists import (
    TOTAL_COLUMNS,
    column_widths,
    deal_header,
    deal_rows,
    member_columns,
    member_rows,
    total_rows,
    write_list_csv,
)
from clubs.exchange.games import FILES
from clubs.exchange.imports.columns import ImportKind
from clubs.exchange.seasons.calendar import CALENDAR_TYPE, evenings_calendar
from clubs.exchange.seasons.season_json import JSON_TYPE, season_file
from clubs.exchange.spreadsheets import CSV_TYPE, XLSX_TYPE, file_named, write_xlsx
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
from clubs.queries.seasons.seasons import club_leagues, league_evenings
from clubs.services.snapshot import snapshot
from clubs.views.shared import find_club, find_league, sign_in_first

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
def club_export(request: Request, club: str) -> HttpResponse:
    """The page of all exports."""
    page_club = find_club(request, club)
    context = {
        "club": page_club,
        "games": _told_games(games_played(page_club)),
        "leagues": club_leagues(page_club),
        "games_of_totals": _told_games(games_of_totals(page_club)),
        "sees_personal": may_manage_people(request.actor, page_club),
        "may_export_club": may_export_club(request.actor, page_club),
    }
    return render(request, "clubs/imports/club_export.html", context)


@sign_in_first
@require_safe
def club_archive(request: Request, club: str) -> FileResponse:
    page_club = find_club(request, club)
    require(may_export_club(request.actor, page_club))
    write = partial(write_archive, request.actor, page_club)
    return _written(write, ZIP_TYPE, page_club, str(timezone.localdate()))


@sign_in_first
@require_safe
def deals_csv(request: Request, club: str) -> FileResponse:
    """All deals of the usual game, of ?game=, or ?season= for those of one, whatever its game."""
    page_club = find_club(request, club)
    league, game = _asked_league(request, page_club), _asked_game(request)

    def write(out: IO[bytes]) -> None:
        export = export_deals(page_club, league, game=game)
        header = deal_header(export)
        write_list_csv(out, ImportKind.DEALS, header, deal_rows(export), export.game)

    return _written(write, CSV_TYPE, page_club, _list_title(_("Deals"), game, league))


@sign_in_first
@require_safe
def deals_xlsx(request: Request, club: str) -> FileResponse:
    page_club = find_club(request, club)
    league, game = _asked_league(request, page_club), _asked_game(request)

    def write(out: IO[bytes]) -> None:
        export = export_deals(page_club, league, game=game)
        header = deal_header(export)
        write_xlsx(out, _("Deals"), header, deal_rows(export), column_widths(header))

    return _written(write, XLSX_TYPE, page_club, _list_title(_("Deals"), game, league))


@sign_in_first
@require_safe
def totals_csv(request: Request, club: str) -> FileResponse:
    """The tables of the usual game of which only the totals are known, those of ?game=, or ?season=
    for those of one, whatever its game."""
    page_club = find_club(request, club)
    league, game = _asked_league(request, page_club), _asked_game(request)

    def write(out: IO[bytes]) -> None:
        rows = total_rows(export_totals(page_club, league, game=game))
        write_list_csv(out, ImportKind.TOTALS, TOTAL_COLUMNS, rows)

    return _written(write, CSV_TYPE, page_club, _list_title(_("Totals"), game, league))


@sign_in_first
@require_safe
def totals_xlsx(request: Request, club: str) -> FileResponse:
    page_club = find_club(request, club)
    league, game = _asked_league(request, page_club), _asked_game(request)

    def write(out: IO[bytes]) -> None:
        rows = total_rows(export_totals(page_club, league, game=game))
        write_xlsx(out, _("Totals"), TOTAL_COLUMNS, rows, column_widths(TOTAL_COLUMNS))

    return _written(write, XLSX_TYPE, page_club, _list_title(_("Totals"), game, league))


@sign_in_first
@require_safe
def members_csv(request: Request, club: str) -> FileResponse:
    """Licence numbers and addresses for organisers only."""
    page_club = find_club(request, club)
    columns = member_columns(personal=may_manage_people(request.actor, page_club))

    def write(out: IO[bytes]) -> None:
        rows = member_rows(export_members(page_club), columns)
        write_list_csv(out, ImportKind.MEMBERS, columns, rows)

    return _written(write, CSV_TYPE, page_club, _("Members"))


@sign_in_first
@require_safe
def members_xlsx(request: Request, club: str) -> FileResponse:
    page_club = find_club(request, club)
    columns = member_columns(personal=may_manage_people(request.actor, page_club))

    def write(out: IO[bytes]) -> None:
        rows = member_rows(export_members(page_club), columns)
        write_xlsx(out, _("Members"), columns, rows, column_widths(columns))

    return _written(write, XLSX_TYPE, page_club, _("Members"))


@sign_in_first
@require_safe
def league_json(request: Request, club: str, league: UUID) -> HttpResponse:
    """A season with all that counts for it, as a file that an import takes."""
    page_league = find_league(request, club, league)
    with snapshot():
        content = season_file(page_league)
    return _club_file(content, JSON_TYPE, page_league.club, page_league.name)


@sign_in_first
@require_safe
def league_calendar(request: Request, club: str, league: UUID) -> HttpResponse:
    page_league = find_league(request, club, league)
    return _calendar_file(page_league, league_evenings(page_league))


@sign_in_first
@require_safe
def evening_calendar(request: Request, club: str, league: UUID, evening: UUID) -> HttpResponse:
    """The calendar of one evening, for people who do not want that of the whole season."""
    evenings = visible_evenings(request.actor)
    page_evening = get_object_or_404(
        evenings, uuid=evening, league__uuid=league, league__club__slug=club
    )
    return _calendar_file(page_evening.league, [page_evening])


def _calendar_file(league: League, evenings: Sequence[Evening]) -> HttpResponse:
    host = settings.SITE_URL.partition("//")[2]
    content = evenings_calendar(league, evenings, host=host, made_at=timezone.now())
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


def _list_title(content: str, game: str, league: League | None) -> str:
    """The content of a list, with its season, or else with a game that is not the usual one."""
    if league:
        return f"{content} {league.name}"
    return content if game == DEFAULT_GAME else f"{content} {WORDS[game].name}"


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
