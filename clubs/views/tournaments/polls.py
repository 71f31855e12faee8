"""Live pages of a tournament: what they poll, and what is computed once for all who look.

A page that was shown a state asks with it whether it is still that one: docs/decisions/polling.md.
The state is that of queries/tournaments/room.py, with the moment at which something changes by
itself: a clock runs out, an announcement ends.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import get_language

from clubs.access import visible_tournaments
from clubs.http import Request
from clubs.models import Announcement, Tournament
from clubs.queries.tournaments.room import (
    Room,
    announcements_of,
    news_in,
    next_turn,
    room_of,
    state_now,
    state_of,
    state_of_all,
    with_state,
    without_news,
)
from clubs.services.snapshot import snapshot
from clubs.views.memo import Memo
from clubs.views.polls import build, is_sealed, poll_address
from clubs.views.shared import in_its_zone, whole_number

__all__ = [
    "Made",
    "find_with_state",
    "is_current",
    "live_address",
    "made_once",
    "shows_now",
    "state_now",
]

SEEN = "seen"  # in the address


class Made(NamedTuple):
    """A part of a page, and until when it is right if nothing is written; None for always."""

    html: str
    until: datetime | None = None


MADE: Memo[Made] = Memo(400)


def find_with_state(request: Request, event: UUID) -> tuple[Tournament, str]:
    """The tournament of a page, as find_tournament, and its state_now in the same query."""
    tournament = get_object_or_404(with_state(visible_tournaments(request.actor)), uuid=event)
    in_its_zone(tournament.club)
    return tournament, state_of(tournament)


def is_current(
    request: Request, event: UUID, read_state: Callable[[UUID], str | None] = state_now
) -> bool:
    """Whether the page was shown the state that it polls with, and that is still the state. Takes
    one read, without session and account. The answer to True is polls.unchanged(request)."""
    seen = request.GET.get(SEEN, "")
    return is_sealed(request, seen) and shows_now(seen, read_state(event))


def shows_now(seen: str, state: str | None) -> bool:
    """Whether what a page shows is right: nothing was written, and no moment has passed at which
    something changes by itself."""
    shown, _, until = seen.partition("~")
    if until and timezone.now().timestamp() >= whole_number(until, digits=10):
        return False
    return state is not None and shown == state


def live_address(path: str, state: str, until: datetime | None = None, **more: str) -> str:
    """The address at which a page that shows this state asks for a newer one; until as in Made."""
    seen = f"{state}~{int(until.timestamp()) + 1}" if until else state
    return poll_address(path, SEEN, seen, build=build(), **more)


def made_once(
    event: UUID, state: str, parts: tuple[Hashable, ...], make: Callable[[], Made]
) -> str:
    """The HTML that `make` gives, computed once in this process for all who ask for the same.

    parts name what it is and all that it depends on besides state and language: `("board", 3,
    True)`. The HTML shows nothing of the person who asks. It is made again after its `until`.
    """
    key = (event, state, get_language(), parts)
    shared = MADE.get(key, make)
    for _ in range(9):  # moments that pass one after the other in one state
        if shared.until is None or timezone.now() < shared.until:
            break
        shared = MADE.get((*key, shared.until), make)
    return shared.html


# What the screens and the phones of one room share


ROOMS: Memo[Room] = Memo(20)
NEWS: Memo[Sequence[Announcement]] = Memo(20)


def shared_room(event: UUID, state: str) -> Room:
    """The room, read in one snapshot, once for everybody who asks in this state."""
    room = ROOMS.get((event, without_news(state_of_all(state))), lambda: _read_room(event))
    return replace(room, announcements=shared_news(event, state))


def _read_room(event: UUID) -> Room:
    with snapshot():
        return room_of(event)


def shared_news(event: UUID, state: str) -> Sequence[Announcement]:
    """The announcements, read once for everybody who asks in this state."""
    return NEWS.get((event, news_in(state)), lambda: announcements_of(event, timezone.now()))


def turns_at(announcements: Sequence[Announcement]) -> datetime | None:
    return next_turn(announcements, timezone.now())


def lacks_news_only(seen: str, state: str) -> bool:
    """Whether the page lacks nothing but announcements that were made or have ended since."""
    return without_news(seen.partition("~")[0]) == without_news(state)


def server_ms() -> int:
    """The time of the server in milliseconds, for the clocks of a page (js/rounds/round-clock.js):
    that of a phone may be wrong."""
    return round(timezone.now().timestamp() * 1000)
