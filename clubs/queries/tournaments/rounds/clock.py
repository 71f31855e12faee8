"""The clock of a round, as the server's own clock has it. Source: tournaments.md §6.2.

Whoever shows it tells the page when it ends and what time the server has; js/rounds/round-clock.js
counts.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from clubs.models import Round, RoundState


@dataclass(frozen=True, slots=True)
class Clock:
    """length is that of the round, left what remains of it, negative once time is up. ends_at is
    None unless the clock runs."""

    length: timedelta
    left: timedelta
    is_started: bool
    is_paused: bool
    ends_at: datetime | None

    @property
    def is_running(self) -> bool:
        return self.is_started and not self.is_paused

    @property
    def is_up(self) -> bool:
        """Time is up: tables finish the deal they play."""
        return self.is_started and self.left <= timedelta()

    @property
    def ends_ms(self) -> int | None:
        """The end for the script of the page, in milliseconds since 1970."""
        return None if self.ends_at is None else round(self.ends_at.timestamp() * 1000)

    @property
    def face(self) -> str:
        """The time that remains, as the page first shows it: "12:40", "1:02:40", and "+0:30" for as
        long as it has been over."""
        seconds = round(self.left.total_seconds())
        minutes, rest = divmod(abs(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        sign = "+" if seconds < 0 else ""
        whole = f"{hours}:{minutes:02}" if hours else str(minutes)
        return f"{sign}{whole}:{rest:02}"


def clock_of(round_: Round, now: datetime | None = None) -> Clock | None:
    """The clock of a round, None unless the round is published and not over. The round must have
    its tournament at hand."""
    if not round_.is_published or round_.state == RoundState.VALIDATED:
        return None
    started = round_.clock_started_at
    length = timedelta(seconds=round_.clock_seconds or round_.tournament.round_minutes * 60)
    if started is None:
        return Clock(length, length, False, False, None)
    ends_at = started + length
    at = round_.clock_paused_at or now or timezone.now()
    is_paused = round_.clock_paused_at is not None
    return Clock(length, ends_at - at, True, is_paused, None if is_paused else ends_at)
