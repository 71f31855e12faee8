"""The score sheet: what it shows, and what its page polls."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.http import HttpResponse
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import Sitting
from clubs.services.tables import sittings
from tests.cast import make_player
from tests.views.tables.pages import FIVE, FOUR, close, correct, text_of


def rows_of(response: HttpResponse) -> list[str]:
    """The words of each row of the sheet, from top to bottom; those for the ear only left out."""
    html = re.sub(r'<span class="vh">.*?</span>', "", response.content.decode())
    body = html.partition("<tbody>")[2].partition("</tbody>")[0]
    return [text_of(row) for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)]


def row_classes(response: HttpResponse) -> list[str]:
    tags = re.findall(r"<tr( class=\"[^\"]*\")? data-deal", response.content.decode())
    return [tag.removeprefix(' class="').removesuffix('"') for tag in tags]


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

    def test_the_next_deal_and_its_dealer_for_who_records(self, alice, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, dealer="Alice")

        assert "Deal 2 · Bob deals" in text_of(alice.get(f"/t/{sitting.uuid}/").content.decode())
        assertNotContains(bob.get(f"/t/{sitting.uuid}/"), f"/t/{sitting.uuid}/new/")

    def test_before_the_first_deal(self, alice, bob, club):
        sitting = club.sitting(*FOUR, first_dealer=3)

        response = alice.get(f"/t/{sitting.uuid}/")

        assertContains(response, "No deal yet. Dora deals.")
        shown = text_of(response.content.decode())
        assert "Alice Bob Charlie Dora" in shown
        assert "Deal 1 · Dora deals" in shown  # in the dock, as later deals
        assert "Deal 1 · Dora deals" not in text_of(
            bob.get(response.wsgi_request.path).content.decode()
        )

    def test_a_deal_just_saved_is_pointed_out_and_can_be_undone(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        club.deal(sitting)

        response = alice.get(f"/t/{sitting.uuid}/?saved=2")

        assert row_classes(response) == ["sel new", ""]
        assertContains(response, "Deal 2 saved")
        assertContains(response, f'action="/t/{sitting.uuid}/2/void/?revision=1"')

    @pytest.mark.parametrize("saved", ["7", "0", "x", "99999999999999999999", "²"])
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

        assertContains(bob.get(f"/t/{sitting.uuid}/"), f"{polls}1&amp;lines=")
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
        monkeypatch.setattr("clubs.listings.sheet_table.SHOWN_ROWS", 2)
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
    def test_queries(self, bob, club, deal_count, count_queries):
        sitting = club.sitting(*FIVE)
        for _ in range(deal_count):
            correct(club, club.deal(sitting), points=49)

        # session, user, membership, sitting, seats, deals, corrections, scores, who corrected the
        # deal shown
        assert count_queries(bob, f"/t/{sitting.uuid}/") == 9


class TestSittingPoll:
    def test_nothing_new(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        response = bob.get(f"/t/{sitting.uuid}/sheet/?revision=1")

        assert (response.status_code, response.content) == (204, b"")

    @pytest.mark.postgresql_too
    @pytest.mark.parametrize("query", ["?revision=0", "", "?revision=x"])
    def test_a_page_that_shows_something_else_gets_the_sheet(self, bob, club, query):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob")

        response = bob.get(f"/t/{sitting.uuid}/sheet/{query}")

        assert response.status_code == 200
        assertContains(response, f'hx-get="/t/{sitting.uuid}/sheet/?revision=1&amp;lines=')
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

    def test_queries_when_nothing_is_new(self, bob, club, count_queries):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        # session, user, revision
        assert count_queries(bob, f"/t/{sitting.uuid}/sheet/?revision=1", 204) == 3

    @pytest.mark.parametrize("deal_count", [1, 3])
    def test_queries_when_something_is(self, bob, club, deal_count, count_queries):
        sitting = club.sitting(*FOUR)
        for _ in range(deal_count):
            club.deal(sitting)

        # session, user, revision, membership, sitting, seats, deals, scores
        assert count_queries(bob, f"/t/{sitting.uuid}/sheet/?revision=0") == 8
