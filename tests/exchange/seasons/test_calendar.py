"""Evenings as iCalendar: RFC 5545."""

from datetime import UTC, date, datetime

import pytest
from django.utils import translation

from clubs.exchange.seasons.calendar import evenings_calendar, folded
from clubs.models import Evening, League
from clubs.queries.seasons.seasons import league_evenings

NOW = datetime(2025, 9, 1, 10, 30, tzinfo=UTC)


@pytest.fixture
def league(club) -> League:
    league = club.league(name="Saison d'hiver")
    Evening.objects.create(
        league=league,
        uuid="00000000-0000-4000-8000-000000000001",
        held_on=date(2025, 12, 31),
        name="Réveillon; avec, amis\nà minuit",
        place="Café \\ Centre",
    )
    Evening.objects.create(
        league=league, uuid="00000000-0000-4000-8000-000000000002", held_on=date(2025, 10, 10)
    )
    return league


def test_the_whole_calendar(league):
    with translation.override("en"):
        content = evenings_calendar(
            league, league_evenings(league), host="feutre.test", made_at=NOW
        )

    assert content.decode() == "\r\n".join(
        [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Feutre//Feutre//EN",
            "CALSCALE:GREGORIAN",
            "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
            "X-PUBLISHED-TTL:PT12H",
            "X-WR-CALNAME:Les Trois Bouts\\, Saison d'hiver",
            "BEGIN:VEVENT",
            "UID:00000000-0000-4000-8000-000000000002@feutre.test",
            "DTSTAMP:20250901T103000Z",
            "DTSTART;VALUE=DATE:20251010",
            "DTEND;VALUE=DATE:20251011",
            "TRANSP:TRANSPARENT",
            "SUMMARY:Les Trois Bouts · Tarot evening",
            "DESCRIPTION:Saison d'hiver",
            "END:VEVENT",
            "BEGIN:VEVENT",
            "UID:00000000-0000-4000-8000-000000000001@feutre.test",
            "DTSTAMP:20250901T103000Z",
            "DTSTART;VALUE=DATE:20251231",
            "DTEND;VALUE=DATE:20260101",
            "TRANSP:TRANSPARENT",
            "SUMMARY:Les Trois Bouts · Réveillon\\; avec\\, amis à minuit",
            "LOCATION:Café \\\\ Centre",
            "DESCRIPTION:Saison d'hiver",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ]
    )


def test_an_empty_season(club):
    content = evenings_calendar(club.league(), [], host="feutre.test", made_at=NOW)

    assert b"VEVENT" not in content
    assert content.endswith(b"END:VCALENDAR\r\n")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x" * 75, "x" * 75 + "\r\n"),
        ("x" * 76, "x" * 75 + "\r\n x\r\n"),
        ("x" * 150, "x" * 75 + "\r\n " + "x" * 74 + "\r\n x\r\n"),
        ("é" * 38, "é" * 37 + "\r\n é\r\n"),  # 74 octets: the next letter would be cut in two
        ("", "\r\n"),
    ],
)
def test_long_lines_are_folded(line, expected):
    assert folded(line).decode() == expected
    assert folded(line).decode().replace("\r\n ", "")[:-2] == line
    assert all(len(part) <= 75 for part in folded(line).split(b"\r\n"))
