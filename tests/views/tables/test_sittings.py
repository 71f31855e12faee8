"""The pages of a table beside its sheet: curve, summary, log, rules, closing and reopening."""

import json
import re
from datetime import date
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import AuditEntry, SittingState
from clubs.queries.fingerprints import fingerprint_in_log
from tests.cast import totals
from tests.views.tables.pages import FOUR, close, text_of


@pytest.mark.parametrize("page", ["", "1/"])
def test_a_table_that_is_not_there(bob, page):
    assert bob.get(f"/t/{uuid4()}/{page}").status_code == 404


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
    def test_queries(self, bob, club, deal_count, count_queries):
        sitting = club.sitting(*FOUR)
        for _ in range(deal_count):
            club.deal(sitting)

        assert count_queries(bob, f"/t/{sitting.uuid}/curve/") == 7


class TestSittingSummary:
    def test_ranking_sum_and_text(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob")

        html = bob.get(f"/t/{sitting.uuid}/summary/").content.decode()

        text = html.partition('id="result-text"')[2].partition(">")[2].partition("</textarea>")[0]
        assert text.splitlines()[1:] == [
            "Les Trois Bouts",
            "",
            "1. Bob +180",
            "2. Alice −60",
            "2. Charlie −60",
            "2. Dora −60",
            "",
            "Deal of the evening: Bob in Garde, made by 5: +180 (deal 1)",
            "",
            "1 deal · 0 min · FFT official rules",
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
    def test_queries(self, bob, club, deal_count, count_queries):
        sitting = club.sitting(*FOUR)
        for _ in range(deal_count):
            club.deal(sitting)

        # session, user, membership, sitting, seats, deals, scores, fingerprint, published names,
        # seasons; for badges seats, parts, tables without sums, their deals, told facts, slams
        assert count_queries(bob, f"/t/{sitting.uuid}/summary/") == 16


class TestSittingClose:
    def test_a_scorer_closes(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(f"/t/{sitting.uuid}/close/", {"request_id": uuid4()})

        assertRedirects(response, f"/t/{sitting.uuid}/summary/")
        sitting.refresh_from_db()
        assert sitting.state == SittingState.CLOSED

    def test_queries(self, alice, club, django_assert_max_num_queries):
        sitting = club.sitting(*FOUR)

        # nine keep the sums of the table, and five what was best; PostgreSQL locks the ratings
        with django_assert_max_num_queries(29):
            alice.post(f"/t/{sitting.uuid}/close/", {"request_id": uuid4()})


class TestSittingReopen:
    def test_an_organiser_reopens(self, charlie, club):
        sitting = club.sitting(*FOUR)
        close(club, sitting)

        response = charlie.post(f"/t/{sitting.uuid}/reopen/", {"request_id": uuid4()})

        assertRedirects(response, f"/t/{sitting.uuid}/")
        sitting.refresh_from_db()
        assert (sitting.state, sitting.closed_at) == (SittingState.OPEN, None)


class TestSittingLog:
    def test_entries_and_fingerprint(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        response = bob.get(f"/t/{sitting.uuid}/log/")

        assertContains(response, "Deal 1 recorded")
        assertContains(response, "Table opened")
        assertContains(response, fingerprint_in_log(sitting.uuid))

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
    def test_queries(self, bob, club, deal_count, count_queries):
        sitting = club.sitting(*FOUR)
        for _ in range(deal_count):
            club.deal(sitting)

        # session, user, membership, sitting, entries, their people, names of players
        assert count_queries(bob, f"/t/{sitting.uuid}/log/") == 7


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

    def test_queries(self, bob, charlie, club, count_queries):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        # session, user, membership, sitting; and for who may change them the club's own rules
        page = f"/t/{sitting.uuid}/rules/"
        assert (count_queries(bob, page), count_queries(charlie, page)) == (4, 5)
