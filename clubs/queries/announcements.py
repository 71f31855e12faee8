"""What the room is told: on screens, on phones, to one table."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from clubs.models import Announcement, Place, Tournament


def shown_announcements(
    tournament: Tournament, places: Iterable[str] = Place.values, now: datetime | None = None
) -> list[Announcement]:
    """Those of these places that are shown now, newest first; those that are for everywhere are of
    every place. One query. Those to one table have its number, and concern nobody else."""
    now = now or timezone.now()
    until = Q(shown_until=None) | Q(shown_until__gt=now)
    here = Q(place__in={*places, Place.EVERYWHERE.value})
    return list(tournament.announcements.filter(until, here, shown_from__lte=now))


def first_end(shown: Iterable[Announcement]) -> datetime | None:
    """When the first of these goes by itself: `until` of views/tournament_polls.py, Made."""
    return min((one.shown_until for one in shown if one.shown_until), default=None)
