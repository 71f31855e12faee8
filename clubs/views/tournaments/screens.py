"""The screens of a tournament: pages that turn by themselves, and a poll for news.

Drawn without the request and remembered, so that all screens that see a change at once cost one
computation for each choice of pages and each language.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import LinkEnded, may_desk, may_see_screen, require_living_room
from clubs.core.names import index_letter
from clubs.http import Request
from clubs.models import LinkKind, Tournament
from clubs.queries.people.links import valid_link
from clubs.queries.tournaments.room import Room, room_state
from clubs.queries.tournaments.screens import (
    MOST_PARTS,
    WHOLE,
    ScreenPageKind,
    ScreenPart,
    TournamentScreen,
    screen_of_room,
    shared_alphabet,
)
from clubs.queries.tournaments.tournaments import entries_of
from clubs.services.people import links
from clubs.services.snapshot import snapshot
from clubs.views.addresses import given_address, projected_address
from clubs.views.people.links import ShownLink, maker_of
from clubs.views.polls import unchanged
from clubs.views.seasons.screens import rows_in
from clubs.views.shared import gone, request_id, sign_in_first
from clubs.views.tables.live import screen_preferences
from clubs.views.tournaments.polls import (
    SEEN,
    Made,
    is_current,
    live_address,
    made_once,
    server_ms,
    shared_room,
    shows_now,
    turns_at,
)
from clubs.views.tournaments.shared import find_tournament, of_tournament, tournament_context

PART = re.compile(r"(\d)of(\d)")  # of the alphabet, ?part=
SHARED_BY = (2, 3, 4, 6)  # screens
FEWEST_ROWS = 6


@sign_in_first
@require_safe
def tournament_screen(request: Request, event: UUID) -> HttpResponse:
    """?show=seating,standings says which pages, in this order; ?rows=6 is for a smaller screen,
    ?part=2of4 for the second of four that share the alphabet, ?dark=1 for a room without light."""
    tournament = _find_screen(request, event)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "now": timezone.localtime(),
        "server_ms": server_ms(),
        "board": _board_of(request, tournament, room_state(event) or ""),
        "preferences": screen_preferences(request),
        "given": projected_address(request, tournament),
    }
    return render(request, "clubs/tournaments/screens/tournament_screen.html", context)


@require_safe
def tournament_screen_poll(request: Request, event: UUID) -> HttpResponse:
    """The pages again, if the screen does not show their state."""
    if is_current(request, event, room_state):
        return unchanged(request)
    return _tournament_screen_again(request, event=event)


@sign_in_first
def _tournament_screen_again(request: Request, event: UUID) -> HttpResponse:
    try:
        tournament = _find_screen(request, event)
    except LinkEnded:
        return gone(_("This link has ended. Ask the desk for a new one."))
    state = room_state(event) or ""
    if shows_now(request.GET.get(SEEN, ""), state):
        return unchanged(request)
    return HttpResponse(_board_of(request, tournament, state))


def _find_screen(request: Request, event: UUID) -> Tournament:
    """The tournament of a screen. Raises Http404, and LinkEnded for a screen that came by a link
    which has ended."""
    try:
        tournament = find_tournament(request, event)
    except Http404:
        require_living_room(request.actor, event, LinkKind.TOURNAMENT_SCREEN)
        raise
    if not may_see_screen(request.actor, tournament):
        require_living_room(request.actor, event, LinkKind.TOURNAMENT_SCREEN)
        raise Http404
    return tournament


def _kinds_in(request: Request) -> tuple[ScreenPageKind, ...]:
    """The known kinds of pages that the address names, each once, in its order."""
    names = request.GET.get("show", "").split(",")
    known = {kind.value for kind in ScreenPageKind}
    return tuple(ScreenPageKind(name) for name in dict.fromkeys(names) if name in known)


def _part_in(request: Request) -> ScreenPart:
    """The part of the alphabet that the address names; all of it where it names none."""
    match = PART.fullmatch(request.GET.get("part", ""))
    number, of = (int(match[1]), int(match[2])) if match else (1, 1)
    return ScreenPart(number, of) if 1 <= number <= of <= MOST_PARTS else WHOLE


def _board_of(request: Request, tournament: Tournament, state: str) -> str:
    kinds, rows, part = _kinds_in(request), rows_in(request, usual=0), _part_in(request)
    return made_once(
        tournament.uuid,
        state,
        ("screen", kinds, rows, part),
        lambda: _render_tournament_board(tournament, kinds, rows, part, state),
    )


def _render_tournament_board(
    tournament: Tournament,
    kinds: tuple[ScreenPageKind, ...],
    rows: int,
    part: ScreenPart,
    state: str,
) -> Made:
    room = shared_room(tournament.uuid, state)
    with snapshot():
        screen = screen_of_room(room, kinds, rows, timezone.now(), part)
    until = turns_at(room.announcements)
    path = reverse("tournament_screen_poll", args=[tournament.uuid])
    asked = {"show": ",".join(kind.value for kind in kinds), "rows": str(rows or "")}
    if part != WHOLE:
        asked["part"] = f"{part.number}of{part.of}"
    context = {
        "tournament": room.tournament,
        "room": room,
        "screen": screen,
        "state": state,
        "poll_url": live_address(path, state, until, **asked),
    }
    return Made(render_to_string("clubs/tournaments/screens/_screen_board.html", context), until)


# The link by which a screen comes


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_desk)
def tournament_screen_link(request: Request, tournament: Tournament) -> HttpResponse:
    """Shows the link by which a screen comes, and makes or ends it: `action` of a form is show or
    revoke."""
    if request.method == "POST":
        return _link_sent(request, tournament)
    link = valid_link(tournament.uuid, LinkKind.TOURNAMENT_SCREEN, timezone.now())
    shown = ShownLink.of(request, link) if link and link.can_be_shown else None
    room = shared_room(tournament.uuid, room_state(tournament.uuid) or "")
    context: dict[str, Any] = {
        **tournament_context(request, tournament, "screen"),
        "link": link,
        "made_by": maker_of(request, link),
        "shown": shown,
        "room": room,
        "choices": list(_choices(room, shown.address if shown else "")),
        "shares": _shares(tournament),
        "given": given_address(request, tournament),
        "request_id": uuid4(),
    }
    return render(request, "clubs/tournaments/screens/tournament_screen_link.html", context)


@dataclass(frozen=True, slots=True)
class Choice:
    """What one screen may show: the end of its address, words for it, and the address by which
    another machine comes to it, empty while there is no link. screen has its pages of now."""

    asked: str
    label: str
    words: str
    address: str
    screen: TournamentScreen


def _choices(room: Room, link: str) -> Iterator[Choice]:
    offered: list[tuple[tuple[ScreenPageKind, ...], int, str, str]] = [
        (
            (),
            0,
            _("What the room needs now"),
            _("Seating while places are looked for, then standings, clock and announcements."),
        ),
        ((ScreenPageKind.NAMES,), 0, _("Seating by name"), _("Everybody finds their own table.")),
        (
            (ScreenPageKind.SEATING,),
            0,
            _("Seating by table"),
            _("Table after table, the first to deal marked."),
        ),
        ((ScreenPageKind.STANDINGS,), 0, _("Standings"), _("After the last round that is over.")),
        (
            (ScreenPageKind.CLOCK, ScreenPageKind.NEWS),
            0,
            _("Clock and announcements"),
            _("For the wall that everybody sees while they play."),
        ),
        (
            (),
            FEWEST_ROWS,
            _("Larger letters"),
            _("Six lines a page, for a television or a deep hall."),
        ),
    ]
    for kinds, rows, label, words in offered:
        values = {"show": ",".join(kinds), "rows": str(rows or "")}
        asked = urlencode({key: value for key, value in values.items() if value}, safe=",")
        asked = f"?{asked}" if asked else ""
        screen = screen_of_room(room, kinds, rows, timezone.now())
        yield Choice(asked, label, words, f"{link}{asked}" if link else "", screen)


def _shares(tournament: Tournament) -> list[tuple[int, list[tuple[str, str]]]]:
    """For each number of screens that can share the alphabet: the end of the address of each
    screen, and the letters that it shows. A number is left out where a screen would have no
    name."""
    letters = [index_letter(entry.sort_key) for entry in entries_of(tournament)]
    shares = []
    for screens in SHARED_BY:
        parts = enumerate(shared_alphabet(letters, screens), 1)
        addresses = [(f"?show=names&part={at}of{screens}", shown) for at, shown in parts if shown]
        if len(addresses) == screens:
            shares.append((screens, addresses))
    return shares


def _link_sent(request: Request, tournament: Tournament) -> HttpResponse:
    if request.POST.get("action") == "revoke":
        links.revoke_tournament_screen_link(
            request.actor, tournament, request_id=request_id(request)
        )
        messages.success(request, _("The link is revoked: it opens nothing any more."))
    else:
        links.open_tournament_screen_link(request.actor, tournament, request_id=request_id(request))
    return redirect("tournament_screen_link", tournament.uuid)
