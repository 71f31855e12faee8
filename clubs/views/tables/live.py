"""Pages for those who watch: a table for spectators, and the screen of a club with all its tables.

Their boards show nothing of the person who looks. They are made without the request and remembered
in the process, so that all who see a new deal at once cost one computation.
"""

from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import Actor, LinkEnded, may_see_log, require_living_screen, visible_screens
from clubs.http import Request
from clubs.listings.charts import small_curve
from clubs.listings.sheet_lines import deal_words, row_words
from clubs.models import Club, Deal, Sitting
from clubs.preferences import Preferences
from clubs.queries.tables.heads import sitting_head
from clubs.queries.tables.live import (
    ScreenTable,
    board_mark,
    club_board,
    current_mark,
    is_over,
    live_board,
    saved_deal,
)
from clubs.queries.tables.log_words import account_name
from clubs.queries.tables.sheet_rows import SheetRow
from clubs.queries.tables.sittings import score_sheet
from clubs.services.ids import made_uuid
from clubs.views.memo import Memo
from clubs.views.polls import (
    build,
    is_sealed,
    poll_address,
    shows_revision_now,
    table_answer,
    unchanged,
)
from clubs.views.shared import (
    ended_words,
    find_sitting,
    gone,
    in_its_zone,
    of_sitting,
    sign_in_first,
    whole_number,
)

BOARDS: Memo[str] = Memo(100)
COLUMNS = 2  # tables side by side on the screen of a club
MOST_TABLES = 40  # numbers in the address


# One table


@sign_in_first
@require_safe
@of_sitting
def sitting_live(request: Request, sitting: Sitting) -> HttpResponse:
    context = {
        "sitting": sitting,
        "club": sitting.club,
        "head": sitting_head(sitting),
        "board": _table_fragment(sitting),
    }
    return render(request, "clubs/tables/live/sitting_live.html", context)


@require_safe
def sitting_live_poll(request: Request, uuid: UUID) -> HttpResponse:
    """The board again if it is not the one that the page shows; else nothing."""
    return table_answer(request, uuid, _board_update)


def _board_update(_request: Request, sitting: Sitting) -> HttpResponse:
    return HttpResponse(_table_fragment(sitting))


def _table_fragment(sitting: Sitting) -> str:
    """Names are the club's, so its revision counts as well."""
    key = (sitting.uuid, sitting.revision, sitting.club.revision, get_language())
    return BOARDS.get(key, lambda: _draw_table(sitting))


def _draw_table(sitting: Sitting) -> str:
    sheet = score_sheet(sitting)
    path = reverse("sitting_live_poll", args=[sitting.uuid])
    poll = poll_address(path, "revision", sitting.revision, build=build())
    context = {
        "sitting": sitting,
        "sheet": sheet,
        "live": live_board(sheet),
        "curve": small_curve(sheet),
        "news": row_words(sheet.latest) if sheet.latest else "",
        "poll_url": poll if sitting.is_open else "",
    }
    return render_to_string("clubs/tables/live/_live_board.html", context)


# The screen of a club


class Panel(NamedTuple):
    """A table on the screen, and what is said of its newest deal to who cannot see it."""

    table: ScreenTable
    news: str


@sign_in_first
@require_safe
def club_screen(request: Request, club: str) -> HttpResponse:
    """?tables=1,3 shows these tables only, ?dark=1 is for a room without light."""
    page_club = _find_screen(request, club)
    numbers = _numbers_in(request)
    mark = board_mark(request.actor, club, numbers) or ""
    context = {
        "club": page_club,
        "now": timezone.localtime(),
        "board": _club_fragment(page_club, numbers, mark),
        "preferences": screen_preferences(request),
    }
    return render(request, "clubs/tables/live/club_screen.html", context)


@require_safe
def club_screen_poll(request: Request, club: str) -> HttpResponse:
    """The board of a club if it is not the one that the page shows; the mark says so."""
    seen, numbers = request.GET.get("seen", ""), _numbers_in(request)
    if is_sealed(request, seen) and current_mark(club, numbers) == seen:
        return unchanged(request)
    return _club_screen_again(request, club=club, seen=seen)


@sign_in_first
def _club_screen_again(request: Request, club: str, seen: str) -> HttpResponse:
    numbers = _numbers_in(request)
    mark = board_mark(request.actor, club, numbers)
    if mark is not None and mark == seen:
        return unchanged(request)
    try:
        page_club = _find_screen(request, club)
    except LinkEnded:
        return gone(_("This link has ended. Ask the club for a new one."))
    return HttpResponse(_club_fragment(page_club, numbers, mark or ""))


def _find_screen(request: Request, slug: str) -> Club:
    """The club of a screen; times are then shown in its zone."""
    try:
        return in_its_zone(get_object_or_404(visible_screens(request.actor), slug=slug))
    except Http404:
        require_living_screen(request.actor, slug)
        raise


def _numbers_in(request: Request) -> tuple[int, ...]:
    """The numbers of the tables to show; none: all."""
    texts = request.GET.get("tables", "").split(",")[:MOST_TABLES]
    return tuple(sorted({whole_number(text.strip()) for text in texts} - {0}))


def screen_preferences(request: Request) -> Preferences:
    """Light, since halls are lit, unless somebody wants it dark; letters are as large as they can
    be in any case."""
    own = Preferences.of_request(request)
    is_dark = own.theme == "dark" or "dark" in request.GET
    return replace(own, theme="dark" if is_dark else "light", text="100")


def _club_fragment(club: Club, numbers: tuple[int, ...], mark: str) -> str:
    key = (club.uuid, numbers, mark, get_language())
    return BOARDS.get(key, lambda: _draw_club(club, numbers))


def _draw_club(club: Club, numbers: tuple[int, ...]) -> str:
    board = club_board(club, numbers)
    panels = [Panel(table, _table_news(table)) for table in board.tables]
    path, chosen = reverse("club_screen_poll", args=[club.slug]), ",".join(map(str, numbers))
    context = {
        "pages": [panels[i : i + COLUMNS] for i in range(0, len(panels), COLUMNS)],
        "table_count": len(panels),
        "poll_url": poll_address(path, "seen", board.mark, tables=chosen, build=build()),
    }
    return render_to_string("clubs/tables/_club_board.html", context)


def _table_news(table: ScreenTable) -> str:
    if table.latest is None:
        return ""
    return f"{capfirst(table.sitting.called)}. {row_words(table.latest)}"


# Beside deal entry


@require_safe
def deal_watch(request: Request, uuid: UUID) -> HttpResponse:
    """Whether another phone has saved the deal that is being typed: ?number is that deal, and
    ?request_id the id under which this phone saves it."""
    if shows_revision_now(request, uuid):
        return HttpResponse(status=204)
    return _deal_watch_again(request, uuid=uuid)


@sign_in_first
def _deal_watch_again(request: Request, uuid: UUID) -> HttpResponse:
    number = whole_number(request.GET.get("number", ""))
    query = {"number": str(number), "request_id": request.GET.get("request_id", "")}
    try:
        sitting = find_sitting(request, uuid)
    except LinkEnded:
        return _table_over(request, uuid, None, query)
    if not sitting.is_open:
        return _table_over(request, uuid, sitting, query)
    row = saved_deal(sitting, number, own=_own_deal(sitting, query["request_id"]))
    news = _saved_words(row, sitting, request.actor) if row else ""
    poll = poll_address(request.path, "revision", sitting.revision, **query)
    context = {"news": news, "poll_url": poll, "revision": sitting.revision}
    return render(request, "clubs/deals/help/_deal_news.html", context)


def _own_deal(sitting: Sitting, request_id: str) -> UUID | None:
    """The uuid of the deal that this phone saves under this request_id; None for a damaged one."""
    try:
        return made_uuid(Deal, sitting.uuid, UUID(request_id))
    except ValueError:
        return None


def _table_over(
    request: Request, uuid: UUID, sitting: Sitting | None, query: dict[str, str]
) -> HttpResponse:
    """No 410, after which nobody asks again: the session may be opened again, or the guest come by
    another link, and then the deal that is typed there can be saved. Said once: it is read out."""
    words = ended_words(uuid)
    if request.GET.get("over") == words:
        return HttpResponse(status=204)
    poll = f"{request.path}?{urlencode({**query, 'over': words})}"
    is_link = sitting is None and not is_over(uuid)
    context = {"news": "", "poll_url": poll, "over": words, "sitting": sitting, "is_link": is_link}
    return render(request, "clubs/deals/help/_deal_news.html", context)


def _saved_words(row: SheetRow, sitting: Sitting, actor: Actor) -> str:
    by = row.deal.recorded_by_id
    is_told = may_see_log(actor, sitting) and not (actor.user and by == actor.user.pk)
    name = account_name(actor, sitting.club, by) if is_told else ""
    values = {"number": row.number, "name": name, "deal": deal_words(row)}
    if not name:
        return _("Deal %(number)s was just saved on another phone: %(deal)s") % values
    return _("Deal %(number)s was just saved by %(name)s: %(deal)s") % values
