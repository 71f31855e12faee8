"""The pages of a table, through the web."""

import json
import re
from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import AuditEntry, Deal, League, Sitting, SittingState
from clubs.services.tables import sittings
from tests.cast import Cast, audit, make_player, totals

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")
PAGES = ["", "curve/", "summary/", "log/", "rules/", "1/"]


def signed_in(client: Client, club: Cast, name: str) -> Client:
    client.force_login(club.user(name))
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def alice(client, club) -> Client:
    """Scores at the table."""
    return signed_in(client, club, "Alice")


@pytest.fixture
def bob(club) -> Client:
    """Plays, and looks."""
    return signed_in(Client(), club, "Bob")


@pytest.fixture
def charlie(club) -> Client:
    """Organises."""
    return signed_in(Client(), club, "Charlie")


def close(club: Cast, sitting: Sitting) -> None:
    sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())


def correct(club: Cast, deal: Deal, by: str = "Alice", **told: object) -> None:
    sittings.correct_deal(
        club.actor(by),
        deal,
        club.record(deal.sitting, **told),
        revision=deal.revision,
        reason="counted wrong",
        request_id=uuid4(),
    )


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def rows_of(response: HttpResponse) -> list[str]:
    """The words of each row of the sheet, from top to bottom; those for the ear only left out."""
    html = re.sub(r'<span class="vh">.*?</span>', "", response.content.decode())
    body = html.partition("<tbody>")[2].partition("</tbody>")[0]
    return [text_of(row) for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)]


def row_classes(response: HttpResponse) -> list[str]:
    tags = re.findall(r"<tr( class=\"[^\"]*\")? data-deal", response.content.decode())
    return [tag.removeprefix(' class="').removesuffix('"') for tag in tags]


@pytest.mark.parametrize("page", PAGES)
class TestWhoSeesThePages:
    def test_a_member(self, bob, club, page):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        assert bob.get(f"/t/{sitting.uuid}/{page}").status_code == 200

    def test_a_visitor_signs_in_first(self, client, club, page):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        address = f"/t/{sitting.uuid}/{page}"

        page = client.get(address)
        assertContains(page, f"/login/?next={address}", status_code=404)

    def test_a_table_that_is_not_there(self, bob, page):
        assert bob.get(f"/t/{uuid4()}/{page}").status_code == 404


class TestSittingSheet:
    def test_newest_deal_on_top_with_totals_and_gains(self, bob, club):
        sitting = club.sitting(*FIVE)
        club.deal(sitting, taker="Alice", called="Bob", points=49, dealer="Olivia")
        club.deal(sitting, taker="Dora", called="Dora", points=40)

        response = bob.get(f"/t/{sitting.uuid}/")

        # (25+8)·2 = 66: +132 and +66; then −(25+1)·2 = −52, alone: −208
        assert rows_of(response) == [
            "2 Garde Dora , alone Garde 2 40 down by 1 +184 +52 +118 +52 −14 +52 −274 −208 −14 +52",
            "1 Garde Alice + Bob Garde 2 49 made by 8 +132 +132 +66 +66 −66 −66 −66 −66 −66 −66",
        ]

    def test_words_for_the_ear(self, bob, club):
        sitting = club.sitting(*FIVE, active_count=4)
        club.deal(sitting, taker="Alice", points=49, out=["Olivia"])

        response = bob.get(f"/t/{sitting.uuid}/")

        assertContains(response, '1<span class="vh"> Alice, Garde, made by 8</span></a>')
        assertContains(response, '<b>+198</b><span class="vh">taker</span><i class="gain">+198</i>')
        assertContains(response, '<td><b>−66</b><i class="loss">−66</i>', count=3)
        assertContains(response, '<td class="rs"><b>0</b><i>rests</i>')

    def test_who_dealt_is_seen_and_said(self, bob, club):
        sitting = club.sitting(*FIVE)
        club.deal(sitting, taker="Alice", called="Bob", dealer="Bob")
        club.deal(sitting, taker="Alice", dealer="Dora")

        response = bob.get(f"/t/{sitting.uuid}/")

        assertContains(
            response, '<td class="cl dr"><b>+60</b><span class="vh">called, dealer</span>'
        )
        assertContains(response, '<td class="dr"><b>−120</b><span class="vh">dealer</span>')

    def test_a_long_evening_weighs_no_more_than_60_kb(self, bob, club):
        sitting = club.sitting(*FIVE)
        for number in range(51):
            taker, called = FIVE[number % 5], FIVE[(number + 1) % 5]
            club.deal(sitting, taker=taker, called=called, dealer=taker, number=number + 1)

        response = bob.get(f"/t/{sitting.uuid}/")

        assertContains(response, "data-deal=", count=50)
        assert len(response.content) <= 60_000

    def test_title_and_line_under_it(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        at = Sitting.objects.get(pk=sitting.pk).opened_at - timedelta(hours=1, minutes=22)
        Sitting.objects.update(opened_at=at)

        html = bob.get(f"/t/{sitting.uuid}/").content.decode()

        line = html.partition('id="sitting-line"')[2].partition("</p>")[0]
        phone, _, wide = line.partition('<span class="phone-only">FFT</span>')
        assert text_of(phone + wide).endswith("1 deal · 1 h 22 · FFT official rules")

    def test_a_row_shows_what_became_of_its_deal(self, bob, club):
        sitting = club.sitting(*FOUR)
        corrected = club.deal(sitting)
        undone = club.deal(sitting)
        club.deal(sitting, kind="void", void_reason="all_pass")
        correct(club, corrected, points=49)
        sittings.void_deal(
            club.actor("Alice"), undone, revision=1, reason="twice", request_id=uuid4()
        )

        response = bob.get(f"/t/{sitting.uuid}/?deal=1")

        assert row_classes(response) == ["voided", "voided", "corr sel"]
        assert [row[:14] for row in rows_of(response)[:2]] == ["3 Passed out P", "2 Taken back T"]

    def test_who_rests_is_said(self, bob, club):
        sitting = club.sitting(*FIVE, active_count=4)
        club.deal(sitting, taker="Alice", out=["Olivia"])

        response = bob.get(f"/t/{sitting.uuid}/")

        assert rows_of(response)[0].endswith("0 rests")
        assertContains(response, '<td class="rs">')

    def test_the_next_deal_and_its_dealer_for_who_records(self, alice, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, dealer="Alice")

        assert "Deal 2 · Bob deals" in text_of(alice.get(f"/t/{sitting.uuid}/").content.decode())
        assertNotContains(bob.get(f"/t/{sitting.uuid}/"), f"/t/{sitting.uuid}/new/")

    def test_before_the_first_deal(self, alice, bob, club):
        sitting = club.sitting(*FOUR, first_dealer=3)

        response = alice.get(f"/t/{sitting.uuid}/")

        assertContains(response, "No deal yet. Dora deals.")
        assertContains(response, "First deal")
        assertNotContains(bob.get(f"/t/{sitting.uuid}/"), "First deal")

    def test_a_deal_just_saved_is_pointed_out_and_can_be_undone(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        club.deal(sitting)

        response = alice.get(f"/t/{sitting.uuid}/?saved=2")

        assert row_classes(response) == ["sel new", ""]
        assertContains(response, "Deal 2 saved")
        assertContains(response, f'action="/t/{sitting.uuid}/2/void/?revision=1"')

    def test_undo_takes_that_deal_back(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        html = alice.get(f"/t/{sitting.uuid}/?saved=1").content.decode()
        form = html.partition("/1/void/?revision=1")[2].partition("</form>")[0]
        request_id = re.search(r'name="request_id" value="([^"]+)"', form)[1]

        alice.post(f"/t/{sitting.uuid}/1/void/?revision=1", {"request_id": request_id})

        assert totals(sitting) == dict.fromkeys(FOUR, 0)
        assert [entry.action for entry in audit(deal)] == ["record_deal", "void_deal"]

    @pytest.mark.parametrize("saved", ["7", "0", "x", "", "99999999999999999999", "²"])
    def test_a_number_that_was_not_saved_says_nothing(self, alice, club, saved):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        response = alice.get(f"/t/{sitting.uuid}/", {"saved": saved})

        assert (response.status_code, row_classes(response)) == (200, ["sel"])
        assertNotContains(response, "data-toast>")

    def test_who_may_not_correct_gets_no_undo(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        response = bob.get(f"/t/{sitting.uuid}/?saved=1")

        assertContains(response, "Deal 1 saved")
        assertNotContains(response, "/void/")

    def test_the_panel_tells_the_newest_deal_or_the_chosen_one(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice")
        club.deal(sitting, taker="Bob")

        newest = bob.get(f"/t/{sitting.uuid}/")
        chosen = bob.get(f"/t/{sitting.uuid}/?deal=1")

        assertContains(newest, "<strong>Bob in Garde</strong>")
        assertContains(chosen, "<strong>Alice in Garde</strong>")

    def test_buttons_for_who_may_use_them(self, alice, bob, charlie, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        address, edit = f"/t/{sitting.uuid}/", f"/t/{sitting.uuid}/1/edit/"

        assertContains(alice.get(address), edit)
        assertNotContains(bob.get(address), edit)
        close(club, sitting)
        assertNotContains(alice.get(address), edit)
        assertContains(charlie.get(address), edit)

    def test_an_open_sheet_asks_for_a_newer_one_and_a_closed_one_does_not(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        polls = f'hx-get="/t/{sitting.uuid}/sheet/?revision='

        assertContains(bob.get(f"/t/{sitting.uuid}/"), f"{polls}1&amp;seal=")
        assertNotContains(bob.get(f"/t/{sitting.uuid}/?order=oldest"), polls)
        close(club, sitting)
        response = bob.get(f"/t/{sitting.uuid}/")
        assertNotContains(response, polls)
        assertContains(response, "Closed")

    def test_for_paper_the_oldest_deal_comes_first(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        club.deal(sitting)

        response = bob.get(f"/t/{sitting.uuid}/?order=oldest")

        assert [row[0] for row in rows_of(response)] == ["1", "2"]

    def test_a_very_long_sheet_shows_its_newest_deals_unless_asked_for_all(
        self, bob, club, monkeypatch
    ):
        monkeypatch.setattr("clubs.listings.sittings.SHOWN_ROWS", 2)
        sitting = club.sitting(*FOUR)
        for _ in range(3):
            club.deal(sitting)

        newest = bob.get(f"/t/{sitting.uuid}/")
        everything = bob.get(f"/t/{sitting.uuid}/?all=1")

        assert [row[0] for row in rows_of(newest)] == ["3", "2"]
        assertContains(newest, "Show 1 earlier deal")
        assertContains(newest, "data-partial")  # printed from the page that has all
        assertNotContains(everything, "data-partial")
        assert [row[0] for row in rows_of(everything)] == ["3", "2", "1"]
        assertContains(everything, "revision=3&amp;all=1")

    def test_columns_of_facts_stay_away_when_no_deal_has_any(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, kind="void", void_reason="all_pass")

        response = bob.get(f"/t/{sitting.uuid}/")

        assertNotContains(response, "Oudlers")

    def test_six_seats_are_set_small_and_seven_scroll(self, bob, club):
        club.players["Gaston"] = make_player(club.club, "Gaston")
        club.players["Gaston"].save()
        six = club.sitting(*FIVE, "Frank", active_count=6)
        seven = club.sitting(*FIVE, "Frank", "Gaston", active_count=6)
        club.deal(six)
        club.deal(seven, out=["Gaston"])

        assertContains(bob.get(f"/t/{six.uuid}/"), 'class="sheet sheet-w sheet-6 sheet-names"')
        assertContains(bob.get(f"/t/{seven.uuid}/"), 'class="sheet-wrap wide"')

    @pytest.mark.parametrize("deal_count", [1, 3])
    def test_queries(self, bob, club, deal_count):
        sitting = club.sitting(*FIVE)
        for _ in range(deal_count):
            correct(club, club.deal(sitting), points=49)

        with CaptureQueriesContext(connection) as queries:
            bob.get(f"/t/{sitting.uuid}/")

        # session, user, membership, sitting, seats, deals, scores, who corrected the deal shown
        assert len(queries) == 8


class TestSittingPoll:
    def test_nothing_new(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        response = bob.get(f"/t/{sitting.uuid}/sheet/?revision=1")

        assert (response.status_code, response.content) == (204, b"")

    @pytest.mark.parametrize("query", ["?revision=0", "", "?revision=x"])
    def test_a_page_that_shows_something_else_gets_the_sheet(self, bob, club, query):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob")

        response = bob.get(f"/t/{sitting.uuid}/sheet/{query}")

        assert response.status_code == 200
        assertContains(response, f'hx-get="/t/{sitting.uuid}/sheet/?revision=1&amp;seal=')
        assertContains(response, 'data-news="Deal 1: Bob, Garde, made by 5"')
        assertContains(response, 'hx-swap-oob="true"', count=5)
        assertNotContains(response, "<html")

    def test_after_the_end_the_sheet_asks_no_more(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        close(club, sitting)

        response = bob.get(f"/t/{sitting.uuid}/sheet/?revision=1")

        assertContains(response, 'id="sheet"')
        assertNotContains(response, "hx-get")

    def test_a_poll_is_told_that_the_session_ended(self, client, club):
        sitting = club.sitting(*FOUR)

        response = client.get(
            f"/t/{sitting.uuid}/sheet/?revision=0", headers={"hx-request": "true"}
        )

        assert response.status_code == 401
        unknown = client.get(f"/t/{uuid4()}/sheet/?revision=0", headers={"hx-request": "true"})
        assert (unknown.status_code, unknown.content) == (401, response.content)

    def test_queries_when_nothing_is_new(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        with CaptureQueriesContext(connection) as queries:
            bob.get(f"/t/{sitting.uuid}/sheet/?revision=1")

        assert len(queries) == 3  # session, user, revision

    @pytest.mark.parametrize("deal_count", [1, 3])
    def test_queries_when_something_is(self, bob, club, deal_count):
        sitting = club.sitting(*FOUR)
        for _ in range(deal_count):
            club.deal(sitting)

        with CaptureQueriesContext(connection) as queries:
            bob.get(f"/t/{sitting.uuid}/sheet/?revision=0")

        # session, user, revision, membership, sitting, seats, deals, scores
        assert len(queries) == 8


class TestDealDetail:
    def test_the_calculation_and_the_versions(self, bob, club):
        sitting = club.sitting(*FIVE)
        deal = club.deal(sitting, taker="Alice", called="Bob")
        correct(club, deal, by="Charlie", taker="Alice", called="Bob", points=49)

        html = bob.get(f"/t/{sitting.uuid}/1/").content.decode()

        words = text_of(html)
        assert "Alice in Garde, Bob called — made by 8" in words
        assert "Base 25 + 8, contract made +33" in words
        assert "Garde: × 2 +33 × 2 = +66" in words
        assert "corrected by Charlie" in words
        assert "“counted wrong”" in words
        assert '<span class="was">46</span>' in html
        assert '<span class="now-v">49</span>' in html

    def test_for_htmx_only_the_panel(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob")

        response = bob.get(f"/t/{sitting.uuid}/1/", headers={"hx-request": "true"})

        assertContains(response, "<strong>Bob in Garde</strong>")
        assertContains(response, f"/t/{sitting.uuid}/1/#versions")
        assertNotContains(response, "<html")

    def test_a_void_deal_says_why(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, kind="void", void_reason="petit_sec")

        assertContains(bob.get(f"/t/{sitting.uuid}/1/"), "Not played: Petit sec.")

    def test_a_deal_taken_back_can_be_corrected_and_not_taken_back_again(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        sittings.void_deal(
            club.actor("Alice"), deal, revision=1, reason="twice", request_id=uuid4()
        )

        response = alice.get(f"/t/{sitting.uuid}/1/")

        assertContains(response, "taken back by Alice")
        assertContains(response, f"/t/{sitting.uuid}/1/edit/")
        assertNotContains(response, f"/t/{sitting.uuid}/1/void/")

    def test_links_to_the_deals_beside_it(self, bob, club):
        sitting = club.sitting(*FOUR)
        for _ in range(3):
            club.deal(sitting)

        response = bob.get(f"/t/{sitting.uuid}/2/")

        assertContains(response, f'href="/t/{sitting.uuid}/1/"')
        assertContains(response, f'href="/t/{sitting.uuid}/3/"')

    def test_buttons_in_a_closed_session_are_the_organisers(self, alice, charlie, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        close(club, sitting)

        assertNotContains(alice.get(f"/t/{sitting.uuid}/1/"), "/edit/")
        assertContains(charlie.get(f"/t/{sitting.uuid}/1/"), "/edit/")

    @pytest.mark.parametrize("number", [0, 2, 4000000000])
    def test_a_number_that_is_not_there(self, bob, club, number):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        assert bob.get(f"/t/{sitting.uuid}/{number}/").status_code == 404

    @pytest.mark.parametrize("versions", [1, 3])
    def test_queries(self, bob, club, versions):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        for points in range(50, 49 + versions):
            correct(club, deal, points=points)

        with CaptureQueriesContext(connection) as queries:
            bob.get(f"/t/{sitting.uuid}/1/")

        # session, user, membership, deal, scores, entries, people, last number
        assert len(queries) == 8


class TestFrozen:
    """A closed season counts the table: see tests/services/seasons/test_leagues.py for the
    refusals."""

    @pytest.fixture
    def frozen(self, club):
        sitting = club.sitting(*FOUR)
        correct(club, club.deal(sitting), points=51)
        close(club, sitting)
        league = club.league(*FOUR, name="Autumn", state="closed")
        club.evening(league, date(2025, 9, 12), sitting, state="closed")
        return sitting

    @pytest.mark.parametrize("page", ["", "1/"])
    def test_nothing_is_offered_and_it_says_why(self, charlie, frozen, page):
        response = charlie.get(f"/t/{frozen.uuid}/{page}")

        assertContains(response, "Counts for the closed season Autumn: nothing changes any more.")
        for what in ("edit", "void", "restore"):
            assertNotContains(response, f"/1/{what}/")

    def test_nor_by_the_history_and_no_going_on(self, charlie, frozen):
        assertNotContains(charlie.get(f"/t/{frozen.uuid}/log/"), "/restore/")
        assertNotContains(charlie.get(f"/t/{frozen.uuid}/summary/"), "Reopen the session")

    def test_who_could_not_anyway_is_told_nothing(self, bob, frozen):
        assertNotContains(bob.get(f"/t/{frozen.uuid}/1/"), "closed season")

    def test_once_the_season_is_open_again_all_is_offered(self, charlie, frozen):
        League.objects.update(state="open")

        page = charlie.get(f"/t/{frozen.uuid}/1/")

        assertNotContains(page, "closed season")
        for what in ("edit", "void"):
            assertContains(page, f"/1/{what}/")
        assertContains(charlie.get(f"/t/{frozen.uuid}/log/"), "/restore/")
        assertContains(charlie.get(f"/t/{frozen.uuid}/summary/"), "Reopen the session")


class TestSittingCurve:
    def test_figures_for_the_script_and_as_a_table(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice")

        html = bob.get(f"/t/{sitting.uuid}/curve/").content.decode()

        figures = json.loads(re.search(r'id="curve-figures"[^>]*>(.*?)</script>', html)[1])
        alice = {"name": "Alice", "short": "Alice", "series": 1, "points": [0, 180]}
        assert figures["series"][0] == alice
        assert "1 +180 −60 −60 −60" in text_of(html)

    def test_before_the_first_deal(self, bob, club):
        response = bob.get(f"/t/{club.sitting(*FOUR).uuid}/curve/")

        assertContains(response, "The curve begins with the first deal.")

    @pytest.mark.parametrize("deal_count", [1, 3])
    def test_queries(self, bob, club, deal_count):
        sitting = club.sitting(*FOUR)
        for _ in range(deal_count):
            club.deal(sitting)

        with CaptureQueriesContext(connection) as queries:
            bob.get(f"/t/{sitting.uuid}/curve/")

        assert len(queries) == 7


class TestSittingSummary:
    def test_ranking_sum_and_text(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob")

        html = bob.get(f"/t/{sitting.uuid}/summary/").content.decode()

        text = html.partition('id="result-text"')[2].partition(">")[2].partition("</textarea>")[0]
        assert text.splitlines()[1:] == [
            "1 deal, 0 min · FFT official rules",
            "1. Bob +180",
            "2. Alice −60",
            "2. Charlie −60",
            "2. Dora −60",
        ]
        assert "The sum is 0" in text_of(html)

    def test_closing_is_offered_to_who_may(self, alice, bob, charlie, club):
        sitting = club.sitting(*FOUR)
        address = f"/t/{sitting.uuid}/summary/"

        assertContains(alice.get(address), f"/t/{sitting.uuid}/close/")
        assertNotContains(bob.get(address), f"/t/{sitting.uuid}/close/")
        close(club, sitting)
        assertNotContains(alice.get(address), f"/t/{sitting.uuid}/reopen/")
        assertContains(charlie.get(address), f"/t/{sitting.uuid}/reopen/")

    def test_the_season_for_which_it_counts(self, bob, club):
        sitting = club.sitting(*FOUR)
        assertNotContains(bob.get(f"/t/{sitting.uuid}/summary/"), "Counts for")

        club.evening(club.league(name="Vendredi"), date(2025, 11, 4), sitting)

        assertContains(bob.get(f"/t/{sitting.uuid}/summary/"), "Vendredi")

    def test_before_the_first_deal(self, bob, club):
        response = bob.get(f"/t/{club.sitting(*FOUR).uuid}/summary/")

        assertNotContains(response, "result-text")

    @pytest.mark.parametrize("deal_count", [1, 3])
    def test_queries(self, bob, club, deal_count):
        sitting = club.sitting(*FOUR)
        for _ in range(deal_count):
            club.deal(sitting)

        with CaptureQueriesContext(connection) as queries:
            bob.get(f"/t/{sitting.uuid}/summary/")

        # session, user, membership, sitting, seats, deals, scores, fingerprint, seasons
        assert len(queries) == 9


class TestSittingClose:
    def test_a_scorer_closes(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(f"/t/{sitting.uuid}/close/", {"request_id": uuid4()})

        assertRedirects(response, f"/t/{sitting.uuid}/summary/")
        sitting.refresh_from_db()
        assert sitting.state == SittingState.CLOSED

    def test_sent_twice_it_is_written_once(self, alice, club):
        sitting = club.sitting(*FOUR)
        sent = {"request_id": uuid4()}

        responses = [alice.post(f"/t/{sitting.uuid}/close/", sent) for _ in range(2)]

        assert [response.status_code for response in responses] == [302, 302]
        assert AuditEntry.objects.filter(action="close_sitting").count() == 1

    def test_a_member_may_not(self, bob, club):
        sitting = club.sitting(*FOUR)

        response = bob.post(f"/t/{sitting.uuid}/close/", {"request_id": uuid4()})

        sitting.refresh_from_db()
        assert (response.status_code, sitting.state) == (403, SittingState.OPEN)

    def test_looking_closes_nothing(self, alice, club):
        assert alice.get(f"/t/{club.sitting(*FOUR).uuid}/close/").status_code == 405

    def test_queries(self, alice, club):
        sitting = club.sitting(*FOUR)

        with CaptureQueriesContext(connection) as queries:
            alice.post(f"/t/{sitting.uuid}/close/", {"request_id": uuid4()})

        assert len(queries) <= 18  # four keep the sums of the table; PostgreSQL locks the ratings


class TestSittingReopen:
    def test_an_organiser_reopens(self, charlie, club):
        sitting = club.sitting(*FOUR)
        close(club, sitting)

        response = charlie.post(f"/t/{sitting.uuid}/reopen/", {"request_id": uuid4()})

        assertRedirects(response, f"/t/{sitting.uuid}/")
        sitting.refresh_from_db()
        assert (sitting.state, sitting.closed_at) == (SittingState.OPEN, None)

    def test_a_scorer_may_not(self, alice, club):
        sitting = club.sitting(*FOUR)
        close(club, sitting)

        response = alice.post(f"/t/{sitting.uuid}/reopen/", {"request_id": uuid4()})

        sitting.refresh_from_db()
        assert (response.status_code, sitting.state) == (403, SittingState.CLOSED)

    def test_sent_twice_it_is_written_once(self, charlie, club):
        sitting = club.sitting(*FOUR)
        close(club, sitting)
        sent = {"request_id": uuid4()}

        for _ in range(2):
            charlie.post(f"/t/{sitting.uuid}/reopen/", sent)

        assert AuditEntry.objects.filter(action="reopen_sitting").count() == 1


class TestSittingLog:
    def test_entries_and_fingerprint(self, bob, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)

        response = bob.get(f"/t/{sitting.uuid}/log/")

        assertContains(response, "Deal 1 recorded")
        assertContains(response, "Table opened")
        assertContains(response, audit(deal)[0].hash)

    @pytest.mark.parametrize(("page", "status"), [("1", 200), ("x", 200), ("2", 404), ("0", 200)])
    def test_pages(self, bob, club, page, status):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        assert bob.get(f"/t/{sitting.uuid}/log/", {"page": page}).status_code == status

    def test_links_between_pages(self, bob, club, monkeypatch):
        monkeypatch.setattr("clubs.queries.tables.audit.PER_PAGE", 1)
        sitting = club.sitting(*FOUR)
        for _ in range(3):
            club.deal(sitting)

        response = bob.get(f"/t/{sitting.uuid}/log/?page=2")

        assertContains(response, 'href="?page=1"')
        assertContains(response, 'href="?page=3"')

    @pytest.mark.parametrize("deal_count", [1, 3])
    def test_queries(self, bob, club, deal_count):
        sitting = club.sitting(*FOUR)
        for _ in range(deal_count):
            club.deal(sitting)

        with CaptureQueriesContext(connection) as queries:
            bob.get(f"/t/{sitting.uuid}/log/")

        # session, user, membership, sitting, entries, their people, names of players
        assert len(queries) == 7


class TestSittingRules:
    def test_the_rules_in_words_and_what_differs(self, bob, club):
        sitting = club.sitting(*FOUR, rules="rounded-10")

        html = bob.get(f"/t/{sitting.uuid}/rules/").content.decode()

        (changed,) = re.findall(r'<tr class="corr">(.*?)</tr>', html, re.DOTALL)
        assert text_of(changed) == "Scores rounded to 10 not the usual rule"

    def test_only_organisers_of_an_open_session_may_change_them(self, alice, charlie, club):
        sitting = club.sitting(*FOUR)
        address = f"/t/{sitting.uuid}/rules/"

        assertNotContains(alice.get(address), 'name="rules"')
        assertContains(charlie.get(address), 'name="rules"')
        close(club, sitting)
        assertNotContains(charlie.get(address), 'name="rules"')

    def test_other_rules_score_every_deal_again(self, charlie, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", points=49)  # (25+8)·2 = 66

        response = charlie.post(
            f"/t/{sitting.uuid}/rules/", {"rules": "rounded-10", "request_id": uuid4()}
        )

        assertRedirects(response, f"/t/{sitting.uuid}/")
        assert totals(sitting) == {"Alice": 210, "Bob": -70, "Charlie": -70, "Dora": -70}  # 70

    def test_deals_that_do_not_fit_are_named_and_nothing_changes(self, charlie, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", points=49)
        club.deal(sitting, contract="prise")
        before = totals(sitting)

        response = charlie.post(
            f"/t/{sitting.uuid}/rules/", {"rules": "garde-minimum", "request_id": uuid4()}
        )

        assertContains(
            response,
            "Deal 2 does not fit these rules: The rules of this table do not have this contract.",
            status_code=422,
        )
        assertNotContains(response, "Deal 1 does not fit", status_code=422)
        sitting.refresh_from_db()
        assert (sitting.rules["name"], totals(sitting)) == ("fft", before)
        assert not AuditEntry.objects.filter(action="change_rules").exists()

    @pytest.mark.parametrize("rules", ["", "unknown"])
    def test_rules_that_are_not_there(self, charlie, club, rules):
        sitting = club.sitting(*FOUR)

        response = charlie.post(
            f"/t/{sitting.uuid}/rules/", {"rules": rules, "request_id": uuid4()}
        )

        sitting.refresh_from_db()
        assert (response.status_code, sitting.rules["name"]) == (422, "fft")

    def test_sent_twice_the_deals_are_scored_once(self, charlie, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        sent = {"rules": "rounded-10", "request_id": uuid4()}

        for _ in range(2):
            charlie.post(f"/t/{sitting.uuid}/rules/", sent)

        deal.refresh_from_db()
        assert deal.revision == 2

    def test_a_scorer_may_not(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(
            f"/t/{sitting.uuid}/rules/", {"rules": "rounded-10", "request_id": uuid4()}
        )

        sitting.refresh_from_db()
        assert (response.status_code, sitting.rules["name"]) == (403, "fft")

    def test_queries(self, bob, charlie, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        with CaptureQueriesContext(connection) as seen:
            bob.get(f"/t/{sitting.uuid}/rules/")
        with CaptureQueriesContext(connection) as offered:
            charlie.get(f"/t/{sitting.uuid}/rules/")

        # session, user, membership, sitting; and for who may change them the club's own rules
        assert (len(seen), len(offered)) == (4, 5)
