"""Going back to an earlier version of a deal, from the log and from the page of the deal."""

import re
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.core.games import get_game
from clubs.models import Deal, Sitting, User
from clubs.services.tables import sittings
from tests.cast import Cast, audit, totals

FOUR = ("Alice", "Bob", "Charlie", "Dora")


@pytest.fixture
def deal(club: Cast) -> Deal:
    """Bob made it by 5: 60 a defender; then it was Charlie, by 8: 66."""
    deal = club.deal(club.sitting(*FOUR), taker="Bob", points=46)
    correct(club, deal, taker="Charlie", points=49)
    return deal


def correct(club: Cast, deal: Deal, **told: object) -> None:
    sittings.correct_deal(
        club.actor("Charlie"),
        deal,
        club.record(deal.sitting, **told),
        revision=deal.revision,
        reason="counted wrong",
        request_id=uuid4(),
    )


def void(club: Cast, deal: Deal) -> None:
    sittings.void_deal(
        club.actor("Charlie"), deal, revision=deal.revision, reason="twice", request_id=uuid4()
    )


def path(deal: Deal, version: int = 1) -> str:
    return f"/t/{deal.sitting.uuid}/{deal.number}/restore/{version}/"


def sent(**more: object) -> dict[str, object]:
    told = {"revision": 2, "request_id": str(uuid4()), "reason": "The correction was wrong"}
    return {**told, **more}


def words(response) -> str:
    text = re.sub(
        r"<(style|script|svg).*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.S
    )
    return " ".join(text.split())


class TestDealRestore:
    def test_the_page_shows_what_would_change_and_the_totals(self, alice, deal):
        page = alice.get(path(deal))

        told = words(page)
        assert "written by Alice." in told
        assert "Taker Charlie Bob" in told
        assert "Points 49 46" in told
        assert "Bob −66 minus 66 +180 plus 180" in told
        assert "Charlie +198 plus 198 −60 minus 60" in told

    def test_a_deal_taken_back_is_compared_with_nothing(self, alice, club, deal):
        void(club, deal)

        page = alice.get(path(deal)).content.decode()

        changes = page[page.index("What changes") : page.index("Effect on the totals")]
        words = re.sub(r"<[^>]+>|\s+", " ", changes).split()
        assert "Bob" in words
        assert not {"Before", "none", "stays"} & set(words)

    def test_with_a_reason_it_is_restored(self, alice, deal):
        response = alice.post(path(deal), sent())

        assertRedirects(response, f"/t/{deal.sitting.uuid}/", fetch_redirect_response=False)
        assertContains(alice.get(response.url), "Deal 1 is restored.")
        assert totals(deal.sitting) == {"Alice": -60, "Bob": 180, "Charlie": -60, "Dora": -60}
        assert [entry.action for entry in audit(deal)] == [
            "record_deal",
            "correct_deal",
            "restore_deal",
        ]
        assert audit(deal)[-1].reason == "The correction was wrong"

    def test_without_a_reason_it_is_not(self, alice, deal):
        response = alice.post(path(deal), sent(reason=""))

        assertContains(response, "Tap a reason", status_code=422)
        assert len(audit(deal)) == 2

    def test_the_current_version_needs_no_restoring(self, alice, deal):
        page = alice.get(path(deal, 2))

        assertContains(page, "there is nothing to restore")
        assertNotContains(page, "Why?")

    @pytest.mark.parametrize("version", [0, 3, 4000000000])
    def test_a_version_that_never_was(self, alice, deal, version):
        assert alice.get(path(deal, version)).status_code == 404
        assert alice.post(path(deal, version), sent()).status_code == 404

    def test_a_version_that_the_rules_no_longer_take(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, contract="prise")
        void(club, deal)
        no_prise = get_game("french").read_rules("garde-minimum")
        sittings.change_rules(club.actor("Charlie"), sitting, no_prise, request_id=uuid4())

        page = alice.get(path(deal))
        response = alice.post(path(deal), sent(revision=3))

        for answer in (page, response):
            assertContains(
                answer, "The rules of this table do not have this contract.", status_code=422
            )
            assertNotContains(answer, "Why?", status_code=422)
        assert totals(sitting) == dict.fromkeys(FOUR, 0)

    def test_what_is_odd_is_said(self, alice, club):
        deal = club.deal(club.sitting(*FOUR), points=72)
        void(club, deal)

        assertContains(alice.get(path(deal)), "30 points or more from the contract")

    def test_somebody_else_was_first(self, alice, club, deal):
        correct(club, deal, taker="Dora", points=50)

        response = alice.post(path(deal), sent())

        assertContains(response, "Somebody changed this deal meanwhile", status_code=409)
        assert "Taker Dora Bob" in words(response)
        assert totals(deal.sitting)["Dora"] == 204  # (25+9)·2 = 68 a defender

    def test_sent_again_after_somebody_changed_it(self, alice, club, deal):
        data = sent()
        alice.post(path(deal), data)
        deal.refresh_from_db()
        correct(club, deal, taker="Dora", points=50)

        response = alice.post(path(deal), data)

        assert response.status_code == 409
        assert len(audit(deal)) == 4

    def test_of_a_deal_of_which_only_the_scores_are_known(self, alice, club):
        sitting = club.sitting(*FOUR)
        names = [str(club.player(name).uuid) for name in ("Alice", "Bob")]
        scores = dict(zip(names, (30, -30), strict=True))
        told = {"kind": "scores", "label": "Vachette", "scores": scores}
        deal = sittings.record_deal(
            club.actor("Alice"), sitting, told, number=1, request_id=uuid4()
        )
        void(club, deal)

        page = alice.get(path(deal))
        alice.post(path(deal), sent())

        assert "Vachette" in words(page)
        assert "Alice 0 0 +30 plus 30" in words(page)
        assert totals(sitting) == {"Alice": 30, "Bob": -30, "Charlie": 0, "Dora": 0}

    @pytest.mark.parametrize("corrections", [1, 3])
    def test_queries(self, alice, club, corrections, count_queries):
        deal = club.deal(club.sitting(*FOUR))
        for points in range(50, 50 + corrections):
            correct(club, deal, points=points)

        # session, user, membership, deal, entries, seats (who is somebody else now), who wrote it,
        # scores with totals, last number twice, scores, seasons
        assert count_queries(alice, path(deal)) == 12


class TestWays:
    """The links that lead to it."""

    def test_from_the_log(self, alice, club, deal):
        page = alice.get(f"/t/{deal.sitting.uuid}/log/")

        assertContains(page, path(deal, 1))
        assertNotContains(page, path(deal, 2))  # what it says now

    def test_from_the_log_of_a_deal_taken_back(self, alice, club, deal):
        void(club, deal)

        page = alice.get(f"/t/{deal.sitting.uuid}/log/")

        assertContains(page, path(deal, 2))
        assert "Bring deal 1 back" in words(page)

    def test_from_the_versions_of_the_deal(self, alice, club, deal):
        page = alice.get(f"/t/{deal.sitting.uuid}/1/")

        assertContains(page, path(deal, 1))
        assertNotContains(page, path(deal, 2))

    def test_from_the_page_of_a_deal_taken_back(self, alice, club, deal):
        void(club, deal)

        assertContains(alice.get(f"/t/{deal.sitting.uuid}/1/"), "Bring it back")

    @pytest.mark.parametrize("rest", ["log/", "1/"])
    def test_not_for_who_may_not_correct(self, client, club, deal, rest):
        client.force_login(club.user("Bob"))

        assertNotContains(client.get(f"/t/{deal.sitting.uuid}/{rest}"), "/restore/")

    def test_a_restored_deal_is_marked(self, alice, club, deal):
        void(club, deal)
        sittings.restore_deal(
            club.actor("Alice"), deal, version=1, revision=3, reason="x", request_id=uuid4()
        )

        page = alice.get(f"/t/{deal.sitting.uuid}/")

        assertContains(page, "restored by Alice")
        assertContains(page, '<tr class="corr sel"')
        assertContains(
            alice.get(f"/t/{deal.sitting.uuid}/log/"), "Deal 1: earlier version restored"
        )

    def test_the_turn_goes_on_after_a_restored_deal(self, alice, club):
        sitting = club.sitting(*FOUR, first_dealer=0)
        deal = club.deal(sitting, dealer="Alice")
        void(club, deal)
        assert "Alice deals" in words(alice.get(f"/t/{sitting.uuid}/"))

        alice.post(path(deal), sent())

        assert "Bob deals" in words(alice.get(f"/t/{Sitting.objects.get().uuid}/"))


def test_an_account_is_called_as_its_player_is(alice, club):
    """An account made from the pages has no name of its own: the log had that of its mail."""
    sitting = club.sitting(*FOUR)
    User.objects.filter(pk=club.user("Alice").pk).update(name="", email="zz9@example.org")
    club.deal(sitting)

    log = words(alice.get(f"/t/{sitting.uuid}/log/"))
    detail = words(alice.get(f"/t/{sitting.uuid}/1/"))

    menu = "zz9@example.org"  # of the account that looks
    assert "zz9" not in f"{log} {detail}".replace(menu, "")
    assert "Recorded by Alice" in detail
