"""Live pages of a tournament: what they poll, and what is computed once for all who look.

A page that was shown a state asks with it whether it is still that one: docs/decisions/polling.md.
The state is that of queries/tournaments/states.py, with the moment at which something changes by
itself: a clock runs out, an announcement ends.
"""

from collections.abc import Callable, Hashable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import get_language

from clubs.access import visible_tournaments
from clubs.http import Request
from clubs.models import Tournament
from clubs.queries.tournaments.states import state_now, state_of, with_state
from clubs.views.memo import Memo
from clubs.views.polls import build, is_sealed, poll_address
from clubs.views.shared import in_its_zone

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
    if until and (not until.isdecimal() or timezone.now().timestamp() >= int(until)):
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
