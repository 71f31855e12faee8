"""What the screens and the phones of one room share: computed once for all who ask, and asked for
again with the state that a page shows."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from clubs.models import Announcement
from clubs.queries.tournaments.room import (
    Room,
    announcements_of,
    news_in,
    next_turn,
    room_of,
    state_of_all,
    without_news,
)
from clubs.services.snapshot import snapshot
from clubs.views.memo import Memo

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
