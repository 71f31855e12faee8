"""Deals that a phone keeps until it hears that they are here, and who a guest says to be."""

import hashlib
import json
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from clubs.models import Deal
from clubs.services.tables import sittings
from tests.cast import Cast, totals
from tests.views.tables.pages import FIVE, FOUR, garde

OWNERS: dict[str, str] = {}  # names that pages give the accounts of the test


def owner_of(club: Cast, name: str) -> str:
    """As docs/decisions/offline-queue.md says it is made."""
    return hashlib.sha256(f"queue {club.user(name).uuid}".encode()).hexdigest()[:16]


class TestDealKept:
    """A deal that a phone keeps and sends again until it hears that it is here."""

    def send(self, client, sitting, data, *, owner="Alice"):
        told = {**data, "owner": OWNERS[owner]} if owner else data
        headers = {"accept": "application/json"}
        response = client.post(f"/t/{sitting.uuid}/new/", told, headers=headers)
        return response.status_code, response.json()

    @pytest.fixture(autouse=True)
    def _owners(self, club):
        OWNERS.clear()
        OWNERS.update({name: owner_of(club, name) for name in ("Alice", "Charlie")})

    def test_sent_again_the_answer_is_the_same(self, alice, club):
        sitting = club.sitting(*FOUR)
        data = garde(sitting)

        answers = [self.send(alice, sitting, data) for _ in range(3)]

        assert answers == [(200, {"number": 1, "url": f"/t/{sitting.uuid}/?saved=1"})] * 3
        assert Deal.objects.count() == 1

    @pytest.mark.parametrize(
        ("told", "noted"),
        [
            ((180, -60, -60, -60), False),
            ((174, -58, -58, -58), True),  # its page was of before the rules were changed
            ("[" * 1000, False),
            ("{}", False),
        ],
    )
    def test_the_phone_showed_other_scores(self, alice, club, told, noted):
        sitting = club.sitting(*FOUR)
        players = [str(club.player(name).uuid) for name in FOUR]
        shown = told if isinstance(told, str) else json.dumps(dict(zip(players, told, strict=True)))

        _status, answer = self.send(alice, sitting, {**garde(sitting), "scores_shown": shown})

        notice = "The server counts deal 1 otherwise than this phone did. Its scores stand."
        assert answer.get("notice") == (notice if noted else None)
        assert totals(sitting) == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}
        log = alice.get(f"/t/{sitting.uuid}/log/").text
        assert ("the phone had shown other scores" in log) is noted

    @pytest.mark.parametrize(("each", "noted"), [(60, False), (58, True)])
    def test_the_phone_showed_other_scores_and_sent_a_plain_form(self, alice, club, each, noted):
        """As a browser that keeps nothing does."""
        sitting = club.sitting(*FOUR)
        players = [str(club.player(name).uuid) for name in FOUR]
        shown = dict(zip(players, (3 * each, -each, -each, -each), strict=True))
        data = {**garde(sitting), "scores_shown": json.dumps(shown)}

        page = alice.post(f"/t/{sitting.uuid}/new/", data, follow=True)

        assert ("otherwise than this phone did" in page.text) is noted
        log = alice.get(f"/t/{sitting.uuid}/log/").text
        assert ("the phone had shown other scores" in log) is noted

    def test_sent_again_after_somebody_corrected_it(self, alice, club):
        """What the phone keeps has arrived; that it reads otherwise now is another story."""
        sitting = club.sitting(*FOUR)
        data = garde(sitting)
        self.send(alice, sitting, data)
        sittings.correct_deal(
            club.actor("Charlie"), Deal.objects.get(), club.record(sitting, taker="Bob"),
            revision=1, reason="x", request_id=uuid4(),
        )  # fmt: skip

        assert self.send(alice, sitting, data)[0] == 200
        assert totals(sitting)["Bob"] == 180

    def test_sent_again_by_somebody_else_with_the_same_phone(self, alice, client, club):
        sitting = club.sitting(*FOUR)
        data = garde(sitting)
        self.send(alice, sitting, data)
        client.force_login(club.user("Charlie"))

        answer = self.send(client, sitting, data, owner="Charlie")

        assert answer == (200, {"number": 1, "url": f"/t/{sitting.uuid}/?saved=1"})
        assert Deal.objects.count() == 1

    def test_changed_and_sent_again(self, alice, club):
        sitting = club.sitting(*FOUR)
        data = garde(sitting)
        self.send(alice, sitting, data)

        answer = self.send(alice, sitting, {**data, "points": "60"})

        assert answer == (409, {"number": 1, "next": 2})
        assert Deal.objects.get().record["points"] == 46

    def test_somebody_was_first(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, by="Charlie", taker="Bob")
        club.deal(sitting, by="Charlie", taker="Bob")

        assert self.send(alice, sitting, garde(sitting)) == (409, {"number": 1, "next": 3})
        assert Deal.objects.count() == 2

    def test_ahead_of_the_table(self, alice, club):
        sitting = club.sitting(*FOUR)

        answer = self.send(alice, sitting, garde(sitting, number=4))

        assert answer == (409, {"number": None, "next": 1})
        assert not Deal.objects.exists()

    @pytest.mark.parametrize("points", ["92", "87", ""], ids=["wrong", "odd", "missing"])
    def test_what_a_person_must_look_at(self, alice, club, points):
        sitting = club.sitting(*FOUR)

        assert self.send(alice, sitting, garde(sitting, points=points)) == (422, {"asks": True})
        assert not Deal.objects.exists()

    def test_the_session_is_closed(self, alice, club):
        sitting = club.sitting(*FOUR)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        assert self.send(alice, sitting, garde(sitting)) == (409, {"closed": True})
        assert not Deal.objects.exists()

    def test_signed_out(self, client, club):
        sitting = club.sitting(*FOUR)

        assert self.send(client, sitting, garde(sitting)) == (401, {})
        assert not Deal.objects.exists()

    @pytest.mark.parametrize("owner", ["Charlie", None])
    def test_kept_for_another_account(self, alice, club, owner):
        sitting = club.sitting(*FOUR)

        assert self.send(alice, sitting, garde(sitting), owner=owner) == (401, {})
        assert not Deal.objects.exists()

    def test_a_guest_and_then_the_account_that_the_guest_makes(self, client, club):
        """What a guest kept goes with whoever holds a link in the same browser."""
        sitting = club.sitting(*FOUR)
        client.get(f"/s/{club.link(sitting).token}/")
        OWNERS["guest"] = hashlib.sha256(b"queue guest").hexdigest()[:16]

        first = self.send(client, sitting, garde(sitting), owner="guest")
        client.force_login(club.user("Alice"))
        second = self.send(client, sitting, garde(sitting, number=2), owner="guest")

        assert [first[0], second[0]] == [200, 200]
        deals = Deal.objects.order_by("number")
        assert [deal.recorded_by for deal in deals] == [None, club.user("Alice")]

    def test_a_guest_whose_link_has_ended(self, client, club):
        sitting = club.sitting(*FOUR)
        client.get(f"/s/{club.link(sitting).token}/")
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
        headers = {"accept": "application/json"}

        response = client.post(f"/t/{sitting.uuid}/new/", garde(sitting), headers=headers)

        assert response.status_code == 410
        assert not Deal.objects.exists()

    def test_who_may_not_record_any_more(self, client, club):
        sitting = club.sitting(*FOUR)
        client.force_login(club.user("Bob"))
        headers = {"accept": "application/json"}

        response = client.post(f"/t/{sitting.uuid}/new/", garde(sitting), headers=headers)

        assert response.status_code == 403
        assert not Deal.objects.exists()

    def test_without_a_token_it_is_refused_and_one_can_be_had(self, club):
        browser = Client(enforce_csrf_checks=True, headers={"accept": "application/json"})
        browser.force_login(club.user("Alice"))
        sitting = club.sitting(*FOUR)
        data = {**garde(sitting), "owner": OWNERS["Alice"]}

        refused = browser.post(f"/t/{sitting.uuid}/new/", data)
        asked = browser.get("/token/")
        token = browser.cookies["csrftoken"].value
        saved = browser.post(f"/t/{sitting.uuid}/new/", data, headers={"X-CSRFToken": token})

        assert [refused.status_code, asked.status_code, saved.status_code] == [403, 204, 200]

    def test_the_page_says_whose_deals_it_may_send(self, alice, club):
        sitting = club.sitting(*FOUR)

        page = alice.get(f"/t/{sitting.uuid}/new/")

        assertContains(page, f'data-owner="{OWNERS["Alice"]}"')
        assertContains(page, f'data-keeps="{sitting.uuid}"')
        assertContains(page, 'data-again="misdeal"')

    def test_who_deals_again_follows_the_rules(self, alice, club):
        """scoring.md §3: after a misdeal by the profile, and where the dealer rests."""
        told = [
            club.sitting(*FOUR, rules={"name": "x", "title": "X", "misdeal_dealer": "next"}),
            club.sitting(*FIVE, active_count=4),
        ]

        pages = [alice.get(f"/t/{sitting.uuid}/new/") for sitting in told]

        again = [page.context["deals_again"] for page in pages]
        assert again == [[], ["all_pass", "petit_sec", "misdeal", "other"]]


class TestWho:
    def test_a_visitor_signs_in_first(self, client, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        for path in ("new/", "1/edit/", "1/void/"):
            response = client.get(f"/t/{sitting.uuid}/{path}")
            assertContains(response, f"/login/?next=/t/{sitting.uuid}/{path}", status_code=404)
        asked = client.post(f"/t/{sitting.uuid}/preview/", {}, headers={"HX-Request": "true"})
        assert asked.status_code == 401

    def test_in_a_closed_session_only_an_organiser_corrects(self, client, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        client.force_login(club.user("Alice"))
        assert client.get(f"/t/{sitting.uuid}/1/edit/").status_code == 403
        assert client.get(f"/t/{sitting.uuid}/1/void/").status_code == 403
        client.force_login(club.user("Charlie"))
        assert client.get(f"/t/{sitting.uuid}/1/edit/").status_code == 200
        assert client.get(f"/t/{sitting.uuid}/1/void/").status_code == 200
        data = garde(sitting, points="60", revision=1, step="preview")
        again = client.post(f"/t/{sitting.uuid}/1/edit/", data)
        assertContains(again, 'value="60"')
        assert "not saved" not in again.content.decode()
