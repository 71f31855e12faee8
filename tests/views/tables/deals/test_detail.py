"""The page of a deal, and what a closed season freezes of it."""

from datetime import date
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import League
from clubs.services.tables import sittings
from tests.views.tables.pages import FIVE, FOUR, close, correct, text_of


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
    def test_queries(self, bob, club, versions, count_queries):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        for points in range(50, 49 + versions):
            correct(club, deal, points=points)

        # session, user, membership, deal, scores, entries, people, last number
        assert count_queries(bob, f"/t/{sitting.uuid}/1/") == 8


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
