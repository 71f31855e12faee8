"""Evenings of a season for a calendar (iCalendar, RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext as _

from clubs.models import Evening, League

CALENDAR_TYPE = "text/calendar; charset=utf-8"
PRODUCT = "-//Feutre//Feutre//EN"
FRESH = "PT12H"  # how long what was fetched stands
LINE_BYTES = 75  # RFC 5545 (3.1), the end of the line aside
ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


def evenings_calendar(
    league: League,
    evenings: Iterable[Evening],
    *,
    cancelled: Iterable[Evening] = (),
    host: str,
    made_at: datetime,
) -> bytes:
    """One all-day event for each evening. host makes their identifiers unique in the world, and
    they never change. A program that once took in an evening drops it only if told so: cancelled
    ones are events too."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{PRODUCT}",
        "CALSCALE:GREGORIAN",
        # Else some programs ask once a week, and an evening was moved meanwhile.
        f"REFRESH-INTERVAL;VALUE=DURATION:{FRESH}",
        f"X-PUBLISHED-TTL:{FRESH}",  # as older programs read it
        f"X-WR-CALNAME:{_escaped(f'{league.club.name}, {league.name}')}",
    ]
    for evening in evenings:
        lines += _event(league, evening, host, made_at)
    for evening in cancelled:
        lines += _event(league, evening, host, made_at, is_cancelled=True)
    lines.append("END:VCALENDAR")
    return b"".join(folded(line) for line in lines)


def _event(
    league: League, evening: Evening, host: str, made_at: datetime, *, is_cancelled: bool = False
) -> Iterator[str]:
    name = evening.name or _("Tarot evening")
    yield "BEGIN:VEVENT"
    yield f"UID:{evening.uuid}@{host}"
    yield f"DTSTAMP:{made_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"DTSTART;VALUE=DATE:{evening.held_on:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{evening.held_on + timedelta(days=1):%Y%m%d}"
    yield "TRANSP:TRANSPARENT"  # else nobody is free all day
    yield f"SUMMARY:{_escaped(f'{league.club.name} · {name}')}"
    if evening.place:
        yield f"LOCATION:{_escaped(evening.place)}"
    yield f"DESCRIPTION:{_escaped(league.name)}"
    if is_cancelled:
        yield "STATUS:CANCELLED"
        yield "SEQUENCE:1"  # above that of an evening, which has none and so 0
    yield "END:VEVENT"


def _escaped(text: str) -> str:
    """A text with the escapes of a text value. Source: RFC 5545 (3.3.11)."""
    return "".join(text.translate(ESCAPES).splitlines())


def folded(line: str) -> bytes:
    """The line folded at 75 octets, its further lines beginning with a space. No letter is cut in
    two."""
    parts: list[bytes] = []
    part = b""
    for letter in line:
        octets = letter.encode()
        most = LINE_BYTES - (1 if parts else 0)  # the space before a further line counts
        if len(part) + len(octets) > most:
            parts.append(part)
            part = b""
        part += octets
    parts.append(part)
    return b"\r\n ".join(parts) + b"\r\n"
