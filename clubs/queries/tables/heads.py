"""What a session is called, and how long it took."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.choices import rules_short, rules_title
from clubs.core.games import Rules
from clubs.dates import date_format
from clubs.models import Sitting
from clubs.queries.deals.deals import rules_of
from clubs.queries.imports import is_imported

# The length that an import gives a deal at a table of which no file says when it closed.
SUGGESTED_PER_DEAL = timedelta(minutes=6)


@dataclass(frozen=True, slots=True)
class SittingHead:
    """How a sitting is called. title: the name of the table; else weekday, or round of a
    tournament, and its number; without an account the day alone. duration is empty where nobody
    measured it. tournament is the name of one, empty elsewhere."""

    title: str
    day: str
    duration: str
    rules_title: str
    rules_short: str
    tournament: str = ""


def sitting_head(
    sitting: Sitting, rules: Rules | None = None, *, came_in_a_file: bool | None = None
) -> SittingHead:
    at = opened_at(sitting)
    rules = rules or rules_of(sitting)
    return SittingHead(
        title=_sitting_title(sitting, at),
        day=date_format(at),
        duration=_measured_duration(sitting, at, came_in_a_file),
        rules_title=rules_title(rules),
        rules_short=rules_short(rules),
        tournament=sitting.round.tournament.name if sitting.round else "",
    )


def _sitting_title(sitting: Sitting, at: datetime) -> str:
    if sitting.round:
        numbers = {"round": sitting.round.number, "number": sitting.table_number}
        return _("Round %(round)s · table %(number)s") % numbers
    if sitting.name:
        return sitting.name
    if sitting.club.is_private:  # its tables are all number 1: the day tells them apart
        return capfirst(date_format(at, "l j F"))
    return f"{capfirst(date_format(at, 'l'))} · {sitting.called}"


def opened_at(sitting: Sitting) -> datetime:
    """The moment at which a table was opened, in the zone of the club."""
    return timezone.localtime(sitting.opened_at, sitting.club.zone)


def _measured_duration(
    sitting: Sitting, opened_at: datetime, came_in_a_file: bool | None = None
) -> str:
    """The time a session took; empty for an imported one that closed when its number of deals
    suggests. came_in_a_file is None where the caller does not know it: that costs a query."""
    duration = (sitting.closed_at or timezone.now()) - opened_at
    looks_suggested = bool(sitting.closed_at) and not duration % SUGGESTED_PER_DEAL
    if looks_suggested and (is_imported(sitting) if came_in_a_file is None else came_in_a_file):
        return ""
    return duration_text(duration)


def duration_text(duration: timedelta) -> str:
    minutes = max(int(duration.total_seconds()) // 60, 0)
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return ngettext("%(count)s day", "%(count)s days", hours // 24) % {"count": hours // 24}
    if hours:
        return _("%(hours)s h %(minutes)s") % {"hours": hours, "minutes": f"{minutes:02d}"}
    return _("%(minutes)s min") % {"minutes": minutes}
