"""What the screens and the phones of one room share: computed once for all who ask, and asked for
again with the state that a page shows."""

from datetime import datetime
from uuid import UUID

from django.utils import timezone

from clubs.http import Request
from clubs.models import Tournament
from clubs.queries.room import Room, next_turn, room_of, room_state
from clubs.services.snapshot import snapshot
from clubs.views.memo import Memo
from clubs.views.polls import is_sealed
from clubs.views.tournament_polls import SEEN, shows_now

ROOMS: Memo[Room] = Memo(20)


def shared_room(tournament: Tournament, state: str) -> Room:
    """Read in one go, and once for everybody who asks in this state."""
    return ROOMS.get((tournament.uuid, state), lambda: read_room(tournament.pk))


def read_room(pk: int) -> Room:
    with snapshot():
        return room_of(pk, timezone.now())


def turns_at(room: Room) -> datetime | None:
    return next_turn(room.announcements, timezone.now())


def is_current(request: Request, event: UUID, entry: UUID | None = None) -> bool:
    """Whether a page of ours was shown the state that it polls with, and it is still that one: one
    read, without session and account. The answer is then live.unchanged(request)."""
    seen = request.GET.get(SEEN, "")
    return is_sealed(request, seen) and shows_now(seen, room_state(event, entry))


def server_ms() -> int:
    """What time it is here, for the clocks of a page (js/round-clock.js): a phone may be wrong."""
    return round(timezone.now().timestamp() * 1000)
