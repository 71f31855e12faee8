"""The poster, badges and the list of the desk as data, and the pages they become."""

from dataclasses import replace
from datetime import datetime

import pytest
from django.utils import translation

from clubs.exchange.pdf import qr_code
from clubs.exchange.tournaments.papers.opening import badges_part, check_in_part, poster_part
from clubs.exchange.tournaments.papers.paper import (
    badges_pdf,
    check_in_pdf,
    poster_pdf,
)
from clubs.numbers import money
from clubs.queries.tournaments.paper_shapes import (
    Badge,
    BadgesPaper,
    CheckInPaper,
    ListedEntry,
    PaperHead,
    PosterPaper,
)
from tests.exchange.pages import page_count, page_size
from tests.exchange.tournaments.papers.samples import (
    HEAD,
    LONG,
    LYING,
    PARIS,
    PRINTED,
    UPRIGHT,
    column_names,
    entry,
)

pytestmark = pytest.mark.usefixtures("in_english")


class TestPoster:
    PAPER = PosterPaper(
        HEAD,
        "https://tarot.example.org/j/K7P2WD/",
        "tarot.example.org/j/K7P2WD",
        "French tarot",
        rounds=5,
        deals=4,
        fee=1250,
        places=64,
        closes_at=datetime(2026, 11, 13, 20, 0, tzinfo=PARIS),
    )

    def test_what_it_says(self):
        part = poster_part(self.PAPER)

        assert (part["day"], part["time"], part["place"]) == (
            "Saturday 14 November 2026",
            "14:00",
            "Beaune",
        )
        assert part["heading"] == "Register on your phone"
        assert part["typed"] == "tarot.example.org/j/K7P2WD"
        assert part["facts"] == [
            ["Game", "French tarot"],
            ["Rounds", "5 rounds of 4 deals"],
            ["Entry fee", "12.50\N{NO-BREAK SPACE}€"],
            ["Places", "64 players"],
            ["Registration until", "13 November 2026, 20:00"],
        ]

    def test_what_nobody_said_stays_away(self):
        paper = PosterPaper(HEAD, "https://a/j/K7P2WD/", "a/j/K7P2WD", "French tarot")

        assert [name for name, _value in poster_part(paper)["facts"]] == ["Game"]

    def test_once_registration_is_over(self):
        part = poster_part(replace(self.PAPER, registers=False))

        assert part["heading"] == "Your table and your points on your phone"
        assert "Registration until" not in dict(part["facts"])

    @pytest.mark.parametrize("language", ["en", "fr", "it"])
    def test_one_page_whatever_the_names(self, language):
        head = PaperHead(LONG, LONG, LONG, HEAD.starts_at)
        typed = "tarot.amicale-de-la-vallee.example.org/j/K7P2WD"

        with translation.override(language):
            content = poster_pdf(replace(self.PAPER, head=head, typed=typed))

        assert (page_count(content), page_size(content)) == (1, UPRIGHT)


class TestBadges:
    def test_what_one_says(self):
        address = "https://tarot.example.org/s/" + "a" * 43 + "/"
        paper = BadgesPaper(HEAD, (Badge(entry(3, "Anne", "Dijon"), "Bouts A", address=address),))

        [told] = badges_part(paper)["badges"]

        assert (told["number"], told["name"], told["lines"]) == ("3", "Anne", ["Dijon", "Bouts A"])
        assert told["qr"] == qr_code(address)

    @pytest.mark.parametrize(("count", "pages"), [(8, 1), (9, 2)])
    def test_eight_on_a_page(self, count, pages):
        badges = tuple(Badge(entry(at, LONG, LONG)) for at in range(count))

        assert page_count(badges_pdf(BadgesPaper(HEAD, badges))) == pages


class TestCheckIn:
    def test_only_columns_with_something(self):
        paper = CheckInPaper(HEAD, (ListedEntry(entry(1)),))

        assert column_names(check_in_part(paper, PRINTED)) == [
            "No.",
            "Name",
            "Present",
            "Signature",
        ]

    def test_fees(self):
        paper = CheckInPaper(
            HEAD,
            (
                ListedEntry(entry(1, "Anne", "Dijon"), "75001", fee_paid=1000, is_present=True),
                ListedEntry(entry(2, "Bob"), categories=("Women", "Junior"), left_after=0),
                ListedEntry(entry(3, "Cléo"), team="Bouts A", fee_paid=500),
            ),
            fee=1000,
        )

        part = check_in_part(paper, PRINTED)

        assert column_names(part) == [
            "No.",
            "Name",
            "Club",
            "Licence",
            "Team",
            "Categories",
            "Fee",
            "Paid",
            "Present",
            "Signature",
        ]
        told = [(row["name"], row["mark"], row["fee"], row["paid"]) for row in part["entries"]]
        assert told == [
            ("Anne", "", "10.00\N{NO-BREAK SPACE}€", True),
            ("Bob", "withdrawn", "10.00\N{NO-BREAK SPACE}€", False),
            ("Cléo", "", "5.00\N{NO-BREAK SPACE}€", True),
        ]
        assert part["sums"] == [
            ["Entries:", "3"],
            ["Present:", "1"],
            ["Paid:", "2"],
            ["Fees taken:", "15.00\N{NO-BREAK SPACE}€"],
        ]

    def test_pages(self):
        entries = tuple(ListedEntry(entry(at, LONG)) for at in range(1, 101))
        pdf = check_in_pdf(CheckInPaper(HEAD, entries, 1000), PRINTED)

        assert page_size(pdf) == LYING
        assert page_count(pdf) > 3


def test_money():
    with translation.override("fr"):
        assert money(123450, "EUR") == "1\N{NARROW NO-BREAK SPACE}234,50\N{NO-BREAK SPACE}€"
    assert money(27000, "CHF") == "270.00\N{NO-BREAK SPACE}CHF"
