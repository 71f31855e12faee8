"""The own page of a player in a tournament, on a phone. One comes to it by a personal link, or by
one's account."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import LinkEnded, own_entries, require_living_room
from clubs.choices import problem_message
from clubs.http import Request
from clubs.models import CheckInWay, Entry, LinkKind, Tournament
from clubs.queries.tournaments.entries.entry_page import entry_page, messages_for, own_entry
from clubs.queries.tournaments.room import room_state
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.entries.check_ins import check_in
from clubs.views.polls import is_sealed, unchanged
from clubs.views.shared import gone, request_id, sign_in_first, whole_number
from clubs.views.tournaments.polls import (
    SEEN,
    lacks_news_only,
    live_address,
    server_ms,
    shared_news,
    shared_room,
    shows_now,
    turns_at,
)
from clubs.views.tournaments.shared import find_tournament

ENTRY = "entry"  # in the address
TABLE = "table"  # where the entry sits


@sign_in_first
@require_safe
def entry_me(request: Request, event: UUID) -> HttpResponse:
    """The own page. ?entry=<uuid> names one of several that this browser may see."""
    tournament, entries = _find_entries(request, event)
    entry = own_entry(entries, request.GET.get(ENTRY, ""))
    if entry is None:
        context = {"tournament": tournament, "club": tournament.club, "entries": entries}
        return render(request, "clubs/tournaments/entries/me/entry_me_choose.html", context)
    return _show(request, tournament, entries, entry)


def _show(
    request: Request,
    tournament: Tournament,
    entries: Sequence[Entry],
    entry: Entry,
    refusal: str = "",
) -> HttpResponse:
    """The page. refusal says why what was just asked for cannot be done."""
    state = room_state(tournament.uuid, entry.uuid) or ""
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "entries": entries,
        "entry": entry,
        "refusal": refusal,
        "board": _board_of(request, tournament, entry, state),
        "server_ms": server_ms(),
    }
    return render(
        request,
        "clubs/tournaments/entries/me/entry_me.html",
        context,
        status=422 if refusal else 200,
    )


@sign_in_first
@require_POST
def entry_me_here(request: Request, event: UUID) -> HttpResponse:
    """Checks in the person of the page."""
    tournament, entries = _find_entries(request, event)
    entry = own_entry(entries, request.POST.get(ENTRY, ""))
    if entry is None:
        raise Http404
    entry.tournament = tournament
    try:
        check_in(request.actor, entry, CheckInWay.QR, request_id=request_id(request))
    except TournamentRefused as refused:
        words = " ".join(problem_message(problem) for problem in refused.problems)
        return _show(request, tournament, entries, entry, words)
    messages.success(request, _("You are checked in."))
    return redirect(f"{reverse('entry_me', args=[event])}?{ENTRY}={entry.uuid}")


@require_safe
def entry_me_poll(request: Request, event: UUID) -> HttpResponse:
    """The page again if it is not as it is shown; where only announcements are missing, those.

    What is announced is on the screens of the room too: a page that we have shown gets it without
    asking who looks, like the answer that nothing has changed. With 300 phones in the
    room it costs a third of a second of work instead of five.
    """
    entry = _uuid_in(request)
    seen = request.GET.get(SEEN, "")
    state = room_state(event, entry) if entry and is_sealed(request, seen) else None
    if entry is None or state is None:
        return _entry_me_again(request, event=event)
    if shows_now(seen, state):
        return unchanged(request)
    if not lacks_news_only(seen, state):
        return _entry_me_again(request, event=event)
    table = whole_number(request.GET.get(TABLE, "")) or None
    return HttpResponse(_news_of(event, entry, table, state))


@sign_in_first
def _entry_me_again(request: Request, event: UUID) -> HttpResponse:
    try:
        tournament, entries = _find_entries(request, event)
    except LinkEnded:
        return gone(_("This link has ended. Ask the desk for a new one."))
    entry = own_entry(entries, request.GET.get(ENTRY, ""))
    if entry is None:
        raise Http404
    state = room_state(event, entry.uuid) or ""
    if shows_now(request.GET.get(SEEN, ""), state):
        return unchanged(request)
    return HttpResponse(_board_of(request, tournament, entry, state))


def _find_entries(request: Request, event: UUID) -> tuple[Tournament, Sequence[Entry]]:
    """The entries whose page this browser may see. Raises Http404, and LinkEnded for a browser that
    came by a link which has ended."""
    try:
        tournament = find_tournament(request, event)
    except Http404:
        require_living_room(request.actor, event, LinkKind.PLAYER)
        raise
    entries = list(own_entries(request.actor, tournament).prefetch_related("substitutions"))
    if not entries:
        require_living_room(request.actor, event, LinkKind.PLAYER)
        raise Http404
    return tournament, entries


def _uuid_in(request: Request) -> UUID | None:
    try:
        return UUID(request.GET.get(ENTRY, ""))
    except ValueError:
        return None


def _board_of(request: Request, tournament: Tournament, entry: Entry, state: str) -> str:
    """The HTML of what changes while somebody looks."""
    room = shared_room(tournament.uuid, state)
    page = entry_page(entry, room, timezone.now())
    context: dict[str, Any] = {
        "tournament": room.tournament,
        "room": room,
        "page": page,
        "request_id": uuid4(),
    }
    board = render_to_string("clubs/tournaments/entries/me/_entry_me_board.html", context, request)
    is_over = room.tournament.is_over
    return _news_of(tournament.uuid, entry.uuid, page.table_number, state, is_over=is_over) + board


def _news_of(
    event: UUID, entry: UUID, table: int | None, state: str, *, is_over: bool = False
) -> str:
    """The HTML of the announcements to this table and to all, with the poll for newer ones."""
    announcements = shared_news(event, state)
    more = {ENTRY: str(entry), TABLE: str(table or "")}
    poll = live_address(
        reverse("entry_me_poll", args=[event]), state, turns_at(announcements), **more
    )
    context = {
        "messages": messages_for(announcements, table, timezone.now()),
        "state": state,
        "poll_url": "" if is_over else poll,
    }
    return render_to_string("clubs/tournaments/entries/me/_entry_me_news.html", context)
