"""The projectors of a tournament: pages that turn by themselves, and a poll for news.

Drawn without the request and remembered, so that all screens that see a change at once cost one
computation for each choice of pages and each language.
"""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import (
    LinkEnded,
    may_see_screen,
    require_desk,
    require_living_room,
)
from clubs.http import Request
from clubs.models import LinkKind, Tournament
from clubs.queries.hall_screen import Kind, hall_screen
from clubs.queries.links import valid_link
from clubs.queries.room import room_state
from clubs.services import links
from clubs.services.snapshot import snapshot
from clubs.views.links import ShownLink, maker_of
from clubs.views.live import screen_preferences, unchanged
from clubs.views.room import is_current, server_ms, shared_room, turns_at
from clubs.views.screens import rows_in
from clubs.views.shared import gone, request_id, sign_in_first
from clubs.views.tournament_polls import SEEN, Made, live_address, made_once, shows_now
from clubs.views.tournament_shared import find_tournament, tournament_context


@sign_in_first
@require_safe
def tournament_screen(request: Request, event: UUID) -> HttpResponse:
    """?show=seating,standings says which pages, in this order; ?rows=6 is for a smaller screen,
    ?dark=1 for a room without light."""
    tournament = find_screen(request, event)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "now": timezone.localtime(),
        "server_ms": server_ms(),
        "board": board_of(request, tournament, room_state(event) or ""),
        "preferences": screen_preferences(request),
    }
    return render(request, "clubs/tournament_screen.html", context)


@require_safe
def tournament_screen_poll(request: Request, event: UUID) -> HttpResponse:
    """The pages again if they are not those that the screen shows; its state says so."""
    if is_current(request, event):
        return unchanged(request)
    return tournament_screen_again(request, event=event)


@sign_in_first
def tournament_screen_again(request: Request, event: UUID) -> HttpResponse:
    try:
        tournament = find_screen(request, event)
    except LinkEnded:
        return gone(_("This link has ended. Ask the desk for a new one."))
    state = room_state(event) or ""
    if shows_now(request.GET.get(SEEN, ""), state):
        return unchanged(request)
    return HttpResponse(board_of(request, tournament, state))


def find_screen(request: Request, event: UUID) -> Tournament:
    """The tournament of a projector. Raises Http404, and LinkEnded for a screen that came by a link
    which has ended."""
    try:
        tournament = find_tournament(request, event)
    except Http404:
        require_living_room(request.actor, event, LinkKind.HALL)
        raise
    if not may_see_screen(request.actor, tournament):
        require_living_room(request.actor, event, LinkKind.HALL)
        raise Http404
    return tournament


def kinds_in(request: Request) -> tuple[Kind, ...]:
    """Those of the address that are known, each once, in its order."""
    told = request.GET.get("show", "").split(",")
    known = {kind.value for kind in Kind}
    return tuple(Kind(name) for name in dict.fromkeys(told) if name in known)


def board_of(request: Request, tournament: Tournament, state: str) -> str:
    kinds, rows = kinds_in(request), rows_in(request)
    text: str = made_once(
        tournament.uuid,
        state,
        ("screen", kinds, rows),
        lambda: draw(tournament, kinds, rows, state),
    )
    return text


def draw(tournament: Tournament, kinds: tuple[Kind, ...], rows: int, state: str) -> Made:
    room = shared_room(tournament.uuid, state)
    with snapshot():
        screen = hall_screen(room, kinds, rows, timezone.now())
    until = turns_at(room.announcements)
    path = reverse("tournament_screen_poll", args=[tournament.uuid])
    shown = ",".join(kind.value for kind in kinds)
    context = {
        "tournament": room.tournament,
        "room": room,
        "screen": screen,
        "state": state,
        "rows": rows,
        "poll_url": live_address(path, state, until, rows=str(rows), show=shown),
    }
    return Made(render_to_string("clubs/_hall_board.html", context), until)


# The link by which a screen comes


@sign_in_first
@require_http_methods(["GET", "POST"])
def tournament_screen_link(request: Request, event: UUID) -> HttpResponse:
    """`action` of a form is show or revoke."""
    tournament = find_tournament(request, event)
    require_desk(request.actor, tournament)
    if request.method == "POST":
        return link_sent(request, tournament)
    link = valid_link(tournament.uuid, LinkKind.HALL, timezone.now())
    context: dict[str, Any] = {
        **tournament_context(request, tournament, "screen"),
        "link": link,
        "made_by": maker_of(request, link),
        "shown": ShownLink.of(request, link) if link and link.can_be_shown else None,
        "choices": choices(),
        "request_id": uuid4(),
    }
    return render(request, "clubs/tournament_screen_link.html", context)


def choices() -> list[tuple[str, str]]:
    """What one screen may show: the end of its address, and a word for it."""
    return [
        ("", _("all pages in turn")),
        ("?show=seating", _("seating by table")),
        ("?show=names", _("seating by name")),
        ("?show=standings", _("standings")),
        ("?show=clock,news", _("clock and announcements")),
        ("?rows=6", _("6 rows, for a television")),
    ]


def link_sent(request: Request, tournament: Tournament) -> HttpResponse:
    if request.POST.get("action") == "revoke":
        links.revoke_hall_link(request.actor, tournament, request_id=request_id(request))
        messages.success(request, _("The link is revoked: it opens nothing any more."))
    else:
        links.open_hall_link(request.actor, tournament, request_id=request_id(request))
    return redirect("tournament_screen_link", tournament.uuid)
