"""Paper through the web: the sheets as PDF, and the check of a printed fingerprint; and the end of
a session as a picture."""

import re
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import DealScore, Player, Sitting
from clubs.queries.fingerprints import fingerprint_in_log
from clubs.services.changes import written_at
from clubs.services.tables import sittings
from clubs.views.limits import CHECKS
from tests.cast import Cast
from tests.exchange.pages import page_count, page_size

FOUR = ("Alice", "Bob", "Charlie", "Dora")
EVENING = datetime(2026, 3, 17, 20, 15, tzinfo=UTC)  # 21:15 in Paris
A4, A5 = (841, 595), (595, 419)
COUNTING = re.compile("clubs_counter|PRAGMA busy_timeout")  # that somebody asked


@pytest.fixture
def visitor() -> Client:
    client = Client()
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def bob(club) -> Client:
    client = Client()
    client.force_login(club.user("Bob"))
    client.cookies["django_language"] = "en"
    return client


def printed(sitting: Sitting) -> str:
    return fingerprint_in_log(sitting.uuid)


def main_text(response: HttpResponse) -> str:
    [main] = re.findall(r"<main.*?</main>", response.content.decode(), re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def assert_pdf(response: HttpResponse, size: tuple[int, int], name: str) -> None:
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert response["Content-Disposition"] == f'inline; filename="{name}"'
    assert response.content.startswith(b"%PDF-")
    assert (page_count(response.content), page_size(response.content)) == (1, size)


class TestSittingPrint:
    @pytest.mark.parametrize(
        ("query", "size"), [("", A4), ("?paper=a4", A4), ("?paper=a5", A5), ("?paper=x", A4)]
    )
    def test_the_sheet(self, bob, club, query, size):
        with written_at(EVENING):
            sitting = club.sitting(*FOUR)
            club.deal(sitting)

        response = bob.get(f"/t/{sitting.uuid}/print/{query}")

        assert_pdf(response, size, "les-trois-bouts-2026-03-17-table-1.pdf")

    def test_nobody_keeps_an_old_one(self, bob, club):
        response = bob.get(f"/t/{club.sitting(*FOUR).uuid}/print/")

        assert response["Cache-Control"] == "private, no-cache"

    def test_a_visitor_is_asked_for_a_code(self, client, club):
        address = f"/t/{club.sitting(*FOUR).uuid}/print/"

        assertContains(client.get(address), 'name="code"', status_code=404)

    @pytest.mark.parametrize("deal_count", [1, 3])
    def test_queries(self, bob, club, deal_count, count_queries):
        sitting = club.sitting(*FOUR)
        for _ in range(deal_count):
            deal = club.deal(sitting)
            how = {"revision": 1, "reason": "", "request_id": uuid4()}
            sittings.void_deal(club.actor("Alice"), deal, **how)

        # session, user, membership, sitting; seats, deals, corrections, scores; notes, their
        # people; fingerprint
        assert count_queries(bob, f"/t/{sitting.uuid}/print/") == 11

    def test_is_offered_where_the_table_is(self, bob, club):
        sitting = club.sitting(*FOUR)

        assertContains(bob.get(f"/t/{sitting.uuid}/"), f'href="/t/{sitting.uuid}/print/"')
        assertContains(bob.get(f"/t/{sitting.uuid}/summary/"), f"/t/{sitting.uuid}/print/?paper=a5")


class TestFingerprintOnPages:
    @pytest.mark.parametrize("page", ["summary/", "log/"])
    def test_short_with_a_way_to_check_it(self, bob, club, page):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        fingerprint = printed(sitting)
        typed = " ".join(fingerprint[start : start + 4] for start in range(0, 32, 4))

        response = bob.get(f"/t/{sitting.uuid}/{page}")

        assertContains(response, f'<p class="fingerprint">{typed}</p>')
        assertContains(response, f'href="/check/?f={fingerprint}"')

    @pytest.mark.parametrize("page", ["summary/", "log/"])
    def test_none_before_the_first_deal(self, bob, club, page):
        response = bob.get(f"/t/{club.sitting(*FOUR).uuid}/{page}")

        assertNotContains(response, "/check/")


class TestSheetBlank:
    def test_asks_what_to_print(self, visitor):
        response = visitor.get("/blank/?players=4&paper=a5&names=Alice")

        assertContains(response, 'action="/blank/sheet.pdf"')
        checked = re.findall(r'value="(\w+)"\s+id="\w+"\s+checked', response.content.decode())
        assert checked == ["4", "0", "a5", "en"]
        assertContains(response, "Alice</textarea>")

    def test_an_address_that_makes_no_sense_asks_from_the_start(self, visitor):
        response = visitor.get("/blank/?players=40")

        assert response.status_code == 200
        assertNotContains(response, "error-list")

    def test_the_foot_of_a_page_and_the_list_of_tables_lead_there(self, bob, visitor):
        assertContains(visitor.get("/"), 'href="/blank/"', count=1)
        assertContains(bob.get("/c/trois-bouts/tables/"), 'href="/blank/"', count=2)


class TestSheetBlankPdf:
    @pytest.mark.parametrize(
        ("query", "size", "name"),
        [
            ("", A4, "score-sheet-5.pdf"),
            ("?players=3&resting=1&paper=a5", A5, "score-sheet-4.pdf"),
            ("?players=6&resting=2&language=fr&names=Zo%C3%A9", A4, "feuille-de-marque-8.pdf"),
        ],
    )
    def test_for_everybody(self, visitor, query, size, name):
        assert_pdf(visitor.get(f"/blank/sheet.pdf{query}"), size, name)

    def test_too_many_names_lead_back_with_all_that_was_typed(self, visitor):
        response = visitor.get("/blank/sheet.pdf?players=3&paper=a5&names=Ana%0ALuc%0AZo%0ATom")

        assertContains(response, "There is room for 3 players.", status_code=422)
        assertContains(response, "Ana\nLuc\nZo\nTom</textarea>", status_code=422)
        checked = re.findall(r'value="(\w+)"\s+id="\w+"\s+checked', response.content.decode())
        assert checked == ["3", "0", "a5", "en"]

    def test_nothing_is_asked_of_the_database(self, visitor, db, django_assert_num_queries):
        with django_assert_num_queries(0):
            visitor.get("/blank/sheet.pdf")


class TestFingerprintCheck:
    @pytest.fixture
    def sitting(self, club):
        """One deal, taken by Alice for (25+5)·2 = 60."""
        with written_at(EVENING):
            sitting = club.sitting(*FOUR)
            club.deal(sitting)
        return sitting

    def test_nothing_asked_yet(self, visitor, db):
        response = visitor.get("/check/")

        assertContains(response, 'name="f"')
        assert re.findall(r"Yes|No:|needed", main_text(response)) == []

    def test_ours_and_unchanged(self, visitor, sitting):
        fingerprint = printed(sitting)
        typed = "-".join(fingerprint[start : start + 4].lower() for start in range(0, 32, 4))

        text = main_text(visitor.get("/check/", {"f": f" {typed} "}))

        assert "Yes, it is ours, and nothing was changed since." in text
        assert "Session Tuesday 17 March 2026 Table 1 Sealed 17 March 2026, 21:15, with" in text
        assert "with entry 1 of the log" in text
        assert "Deals 1 Totals +180 · −60 · −60 · −60" in text

    def test_nobody_is_named(self, visitor, club: Cast, sitting):
        response = visitor.get("/check/", {"f": printed(sitting)})

        for name in (*FOUR, "Trois Bouts", str(sitting.uuid), "trois-bouts"):
            assertNotContains(response, name)

    def test_a_member_is_led_to_the_table(self, bob, sitting):
        response = bob.get("/check/", {"f": printed(sitting)})

        assertContains(response, f'href="/t/{sitting.uuid}/"')

    def test_the_session_went_on(self, visitor, club, sitting):
        fingerprint = printed(sitting)
        with written_at(EVENING):
            club.deal(sitting)

        text = main_text(visitor.get("/check/", {"f": fingerprint}))

        assert "what it shows was not changed" in text
        assert "Written since 1 entry, on 17 March 2026, 21:15" in text
        assert "Totals" not in text

    def test_changed_afterwards(self, visitor, club, sitting):
        fingerprint, deal = printed(sitting), sitting.deals.get()
        for revision in (1, 2):
            record = club.record(sitting, taker=FOUR[revision])
            how = {"revision": revision, "reason": "", "request_id": uuid4()}
            sittings.correct_deal(club.actor("Alice"), deal, record, **how)

        text = main_text(visitor.get("/check/", {"f": fingerprint}))

        assert "what it shows was changed afterwards, 2 times. The paper is out of date." in text
        assert "Totals" not in text

    def test_broken(self, visitor, sitting):
        DealScore.objects.filter(role="taker").update(score=1800)

        text = main_text(visitor.get("/check/", {"f": printed(sitting)}))

        assert "the history behind it is broken" in text
        assert "Totals" not in text

    def test_unknown(self, visitor, sitting):
        text = main_text(visitor.get("/check/", {"f": "0" * 64}))

        assert "No: nothing here has this fingerprint." in text
        assert "Session" not in text

    @pytest.mark.parametrize("typed", ["", "abc", "z" * 64, "x" * 400])
    def test_no_fingerprint_at_all(self, visitor, db, typed):
        response = visitor.get("/check/", {"f": typed})

        assertContains(response, "invalid-feedback", status_code=422)
        assertContains(response, f">\n{typed}</textarea>", status_code=422)

    def test_one_network_asks_so_often(self, visitor, sitting, rf):
        address = f"/check/?f={printed(sitting)}"
        for _time in range(CHECKS.most - 1):
            CHECKS.count(rf.get("/"))

        assert visitor.get(address).status_code == 200
        assert visitor.get(address).status_code == 429

    @pytest.mark.postgresql_too
    @pytest.mark.parametrize("deal_count", [1, 3])
    def test_queries(self, visitor, club, deal_count):
        sitting = club.sitting(*FOUR)
        for _ in range(deal_count):
            club.deal(sitting)
        fingerprint = printed(sitting)

        with CaptureQueriesContext(connection) as queries:
            visitor.get("/check/", {"f": fingerprint})

        asked = [one["sql"] for one in queries if not COUNTING.search(one["sql"])]
        assert len(asked) == 18  # see tests/services/test_fingerprints.py


class TestSittingPicture:
    @pytest.fixture
    def path(self, club):
        sitting = club.sitting(*FOUR)
        Sitting.objects.filter(pk=sitting.pk).update(opened_at=EVENING)
        club.deal(sitting, taker="Bob")
        return f"/t/{sitting.uuid}/summary.png"

    def test_the_picture(self, bob, path):
        response = bob.get(path)

        assert (response.status_code, response["Content-Type"]) == (200, "image/png")
        assert response["Cache-Control"] == "private, no-cache"
        assert response["Content-Disposition"] == (
            'attachment; filename="les-trois-bouts-2026-03-17-table-1.png"'
        )
        assert response.content.startswith(b"\x89PNG")

    def test_it_comes_again_only_when_it_says_something_else(self, bob, path, club):
        held = {"If-None-Match": bob.get(path)["ETag"]}

        again = bob.get(path, headers=held)
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == held["If-None-Match"]

        Player.objects.filter(name="Dora").update(public_name="hidden")
        assert bob.get(path, headers=held).status_code == 200

    def test_it_is_in_the_language_of_the_page(self, bob, path):
        english = bob.get(path)["ETag"]
        bob.cookies["django_language"] = "fr"

        assert bob.get(path)["ETag"] != english

    def test_where_nobody_played_there_is_none(self, bob, club):
        sitting = club.sitting(*FOUR)

        assert bob.get(f"/t/{sitting.uuid}/summary.png").status_code == 404
        assertNotContains(bob.get(f"/t/{sitting.uuid}/summary/"), "summary.png")

    def test_the_summary_offers_it_and_names_people_as_they_chose(self, bob, path):
        Player.objects.filter(name="Bob").update(public_name="nickname", nickname="Bobby")

        page = bob.get(path.replace(".png", "/"))

        assertContains(page, f'href="{path}" download')
        assertContains(page, "<span>Bob</span>")
        assertContains(page, "1. Bobby +180\n2. Alice −60")
        assertNotContains(page, "1. Bob +180")
