"""Recording, correcting and taking back a deal at the table, through the pages."""

import hashlib
import json
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from pytest_django.asserts import assertContains, assertRedirects

from clubs.choices import problem_message
from clubs.core.games import get_game
from clubs.core.problems import DealRefused, Problem
from clubs.models import Deal, Player, Sitting
from clubs.services.tables import sittings
from tests.cast import Cast, audit, make_player, totals
from tests.paths import DATA

EXAMPLES = DATA / "deals_public.jsonl"
FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")


def uuids(sitting: Sitting) -> dict[str, str]:
    seats = sitting.seats.select_related("player")
    return {seat.player.name: str(seat.player.uuid) for seat in seats}


def typed(sitting: Sitting, *, number: int = 1, **told: object) -> dict[str, object]:
    """What a browser sends, with names of players for uuids: typed(sitting, taker="Alice", …)."""
    names = uuids(sitting)
    data = {"number": number, "request_id": str(uuid4()), "counted": "attack"}
    for field, value in told.items():
        if isinstance(value, list):
            data[field] = [names.get(item, item) for item in value]
        else:
            data[field] = names.get(value, value) if isinstance(value, str) else value
    return data


def garde(sitting: Sitting, **more: object) -> dict[str, object]:
    """Alice in garde, 2 oudlers, 46 points: (25+5)·2 = 60 a defender."""
    told = {"taker": "Alice", "contract": "garde", "oudlers": "2", "points": "46"}
    return typed(sitting, **{**told, **more})


OWNERS: dict[str, str] = {}  # names that pages give the accounts of the test


def owner_of(club: Cast, name: str) -> str:
    """As docs/decisions/offline-queue.md says it is made."""
    return hashlib.sha256(f"queue {club.user(name).uuid}".encode()).hexdigest()[:16]


def beside(response: HttpResponse) -> dict[str, tuple[str, str]]:
    """What the page of two deals of one number shows: what stands there, and what was sent."""
    return {line.label: (line.was, line.now) for line in response.context["lines"]}


def statements(captured: CaptureQueriesContext) -> list[str]:
    """Without the savepoints, which stand for the transactions that a test does not have."""
    return [
        query["sql"]
        for query in captured.captured_queries
        if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))
    ]


class TestDealRecord:
    def test_a_deal_is_written_and_leads_to_the_sheet(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(f"/t/{sitting.uuid}/new/", garde(sitting))

        assertRedirects(response, f"/t/{sitting.uuid}/?saved=1", fetch_redirect_response=False)
        assert totals(sitting) == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}
        assert [entry.action for entry in audit(Deal.objects.get())] == ["record_deal"]

    def test_the_record_says_what_was_tapped_and_no_more(self, alice, club):
        sitting = club.sitting(*FIVE)
        names = uuids(sitting)

        alice.post(
            f"/t/{sitting.uuid}/new/",
            garde(
                sitting,
                called_0="Olivia",
                dealer="Dora",
                points="46½",
                petit_au_bout="attack",
                poignee_1="simple",
                chelem="announced_failed",
                confirmed="",
                note="Bob dropped a card",
            ),
        )

        assert Deal.objects.get().record == {
            "dealer": names["Dora"],
            "note": "Bob dropped a card",
            "taker": names["Alice"],
            "called": [names["Olivia"]],
            "contract": "garde",
            "oudlers": 2,
            "points": 46.5,
            "petit_au_bout": "attack",
            "poignees": [{"player": names["Bob"], "size": "simple"}],
            "chelem_announced": True,
            "players": list(names.values()),
        }

    def test_the_dog_and_alone_are_told_apart(self, alice, club):
        sitting = club.sitting(*FIVE)

        alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, called_0="dog"))
        alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, called_0="Alice", number=2))

        called = [deal.record["called"] for deal in Deal.objects.order_by("number")]
        assert called == [[None], [uuids(sitting)["Alice"]]]

    def test_points_of_the_defence_are_turned_around(self, alice, club):
        sitting = club.sitting(*FOUR)

        alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, counted="defence", points="45"))

        deal = Deal.objects.get()
        assert (deal.record["points"], deal.oudlers) == (46, 2)  # 91 − 45

    @pytest.mark.parametrize(
        "points", ["40.5", "40,5", "40½", " 40½ "], ids=["point", "comma", "half", "spaces"]
    )
    def test_half_points_as_people_write_them(self, alice, club, points):
        sitting = club.sitting("Alice", "Bob", "Charlie")

        alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, points=points))

        assert Deal.objects.get().points_x2 == 81

    def test_the_form_asks_for_what_comes_next(self, alice, club):
        sitting = club.sitting(*FOUR, first_dealer=3)
        club.deal(sitting, dealer="Dora")

        response = alice.get(f"/t/{sitting.uuid}/new/")

        form = response.context["form"]
        assert (form.table.number, form.table.dealer) == (2, uuids(sitting)["Alice"])
        assert form.question == "Who took?"
        assertContains(response, "Deal 2")
        assertContains(response, "+180")

    def test_nothing_that_changes_a_score_is_preselected(self, alice, club):
        sitting = club.sitting(*FIVE)

        form = alice.get(f"/t/{sitting.uuid}/new/").context["form"]

        names = ("taker", "called_0", "contract", "oudlers", "points")
        assert [form[name].value() for name in names] == [None] * 5

    def test_a_gap_is_named_at_its_field_and_nothing_written(self, alice, club):
        sitting = club.sitting(*FIVE)

        response = alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, contract="", points=""))

        assert response.status_code == 422
        assert response.context["form"].errors == {
            "called_0": ["Who was called?"],
            "contract": ["Which contract?"],
            "points": ["How many points?"],
        }
        assert not Deal.objects.exists()

    def test_what_was_typed_comes_back(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, points="92"))

        assert response.status_code == 422
        assertContains(response, 'value="92"', status_code=422)
        form = response.context["form"]
        assert form["taker"].value() == uuids(sitting)["Alice"]
        assert form.errors == {"points": ["0 to 91."]}

    def test_calculating_saves_nothing(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, step="preview"))

        assertContains(response, "41 needed — made by 5")
        assertContains(response, "(25 + 5) × 2 = 60")
        assert not Deal.objects.exists()

    def test_calculating_too_early_asks_calmly(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(
            f"/t/{sitting.uuid}/new/", typed(sitting, taker="Alice", step="preview")
        )

        assertContains(response, "Which contract?")
        assert response.context["form"].errors == {}

    @pytest.mark.parametrize("reason", ["all_pass", "misdeal", "petit_sec"])
    def test_nobody_played(self, alice, club, reason):
        sitting = club.sitting(*FOUR)

        alice.post(
            f"/t/{sitting.uuid}/new/",
            typed(sitting, void_reason=reason, dealer="Dora", taker="Alice", note="late"),
        )

        deal = Deal.objects.get()
        assert (deal.kind, deal.void_reason) == ("void", reason)
        assert deal.record["dealer"] == uuids(sitting)["Dora"]
        assert "taker" not in deal.record
        assert totals(sitting) == dict.fromkeys(FOUR, 0)

    def test_the_dealer_rests_when_one_too_many_is_seated(self, alice, club):
        sitting = club.sitting(*FIVE, active_count=4, first_dealer=2)

        form = alice.get(f"/t/{sitting.uuid}/new/").context["form"]

        assert form.table.resting == (uuids(sitting)["Charlie"],)
        assert form.called_count == 0

    def test_with_two_too_many_those_rest_who_dealt_last(self, alice, club):
        sitting = club.sitting(*FIVE, active_count=3, first_dealer=0)

        form = alice.get(f"/t/{sitting.uuid}/new/").context["form"]

        names = uuids(sitting)
        assert form.table.resting == (names["Alice"], names["Olivia"])

    def test_somebody_else_may_rest(self, alice, club):
        sitting = club.sitting(*FIVE, active_count=4)

        alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, out="Bob"))

        assert totals(sitting) == {
            "Alice": 180, "Bob": 0, "Charlie": -60, "Dora": -60, "Olivia": -60,
        }  # fmt: skip

    def test_too_few_resting_is_asked_again(self, alice, club):
        sitting = club.sitting(*FIVE, active_count=3)

        response = alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, out=["Bob"]))

        assert response.status_code == 422
        assert response.context["form"].errors == {"out": ["Who rests?"]}

    def test_what_was_told_at_other_seats_is_looked_at_once_more(self, alice, club):
        """The handful is of the second seat, and that is another one's since."""
        sitting = club.sitting(*FOUR)
        form = alice.get(f"/t/{sitting.uuid}/new/").context["form"]
        data = garde(sitting, poignee_1="simple", seating=form.table.seating)
        first, second = sitting.seats.order_by("position")[:2]
        for seat, position in ((first, None), (second, 0), (first, 1)):
            seat.position = position
            seat.save()

        response = alice.post(f"/t/{sitting.uuid}/new/", data)
        again = response.context["form"]
        assert response.status_code == 422
        assert again.non_field_errors() == [
            "Others sit at the table by now. Look once more who did what."
        ]
        assert not Deal.objects.exists()

        data |= {"seating": again.table.seating, "poignee_1": "", "poignee_0": "simple"}
        response = alice.post(f"/t/{sitting.uuid}/new/", data)

        assert response.status_code == 302
        [poignee] = Deal.objects.get().record["poignees"]
        assert poignee["player"] == uuids(sitting)["Bob"]

    def test_a_table_that_grew_old_says_so(self, alice, club):
        sitting = club.sitting(*FOUR)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        page = alice.get(f"/t/{sitting.uuid}/new/")
        response = alice.post(f"/t/{sitting.uuid}/new/", garde(sitting))

        assertContains(page, "The session is closed")
        assert response.status_code == 409
        assertContains(response, "This deal is not saved", status_code=409)
        assertContains(response, f'href="/t/{sitting.uuid}/summary/"', status_code=409)
        assertContains(response, 'value="46"', status_code=409)
        assert not Deal.objects.exists()


class TestDealRecordTwice:
    def test_the_same_form_twice_is_one_deal(self, alice, club):
        sitting = club.sitting(*FOUR)
        data = garde(sitting)

        first = alice.post(f"/t/{sitting.uuid}/new/", data)
        second = alice.post(f"/t/{sitting.uuid}/new/", data)

        assert first.url == second.url == f"/t/{sitting.uuid}/?saved=1"
        assert Deal.objects.count() == 1

    def test_the_same_form_changed_and_sent_again_is_not_lost(self, alice, club):
        """Back by the browser's arrow, the form still has the id of the deal that was saved."""
        sitting = club.sitting(*FOUR)
        data = garde(sitting)
        alice.post(f"/t/{sitting.uuid}/new/", data)

        response = alice.post(f"/t/{sitting.uuid}/new/", {**data, "points": "60"})

        assert response.status_code == 409
        assert beside(response)["Points"] == ("46", "60")
        form = response.context["form"]
        assert (form["number"].value(), form["points"].value()) == ("2", "60")
        assert Deal.objects.get().record["points"] == 46

    def test_who_was_second_sees_the_first_and_may_go_on(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, by="Charlie", taker="Bob", points=41)
        data = garde(sitting)

        response = alice.post(f"/t/{sitting.uuid}/new/", data)

        assert response.status_code == 409
        assertContains(response, "Deal 1 was written meanwhile by Charlie", status_code=409)
        assert beside(response) == {
            "Taker": ("Bob", "Alice"),
            "Contract": ("Garde", "Garde"),
            "Oudlers": ("2", "2"),
            "Points": ("41", "46"),
        }
        # Bob made exactly: 25·2 = 50; Alice (25+5)·2 = 60
        scores = [(row.name, row.before, row.after) for row in response.context["scores"]]
        assert scores == [("Alice", -50, 180), ("Bob", 150, -60), ("Charlie", -50, -60),
                          ("Dora", -50, -60)]  # fmt: skip
        assertContains(response, "Mine is deal 2", status_code=409)
        form = response.context["form"]
        assert (form["number"].value(), form["points"].value()) == ("2", "46")
        assert form["request_id"].value() != data["request_id"]
        assert Deal.objects.count() == 1

        again = {**data, "number": form["number"].value(), "request_id": form["request_id"].value()}
        response = alice.post(f"/t/{sitting.uuid}/new/", again)

        assert response.url == f"/t/{sitting.uuid}/?saved=2"
        # Bob made exactly: 25·2 = 50; then Alice 60.
        assert totals(sitting) == {"Alice": 130, "Bob": 90, "Charlie": -110, "Dora": -110}

    def test_a_damaged_number_is_no_deal(self, alice, club):
        sitting = club.sitting(*FOUR)

        for number in ("", "x", "0", "99999999999999999999"):
            response = alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, number=number))
            assert response.status_code == 422

        assert not Deal.objects.exists()

    def test_as_the_next_deal_it_is_dealt_by_the_next_player(self, alice, club):
        """Five at a table of four: who deals rests, so that the turn moves who plays as well."""
        sitting = club.sitting(*FOUR, "Olivia", active_count=4)
        people = uuids(sitting)
        club.deal(sitting, dealer="Alice", out=["Alice"], taker="Bob")
        data = typed(sitting, taker="Charlie", contract="garde", oudlers="2", points="46")
        data |= {"counted": "attack", "dealer": people["Alice"], "out": [people["Alice"]]}
        response = alice.post(f"/t/{sitting.uuid}/new/", data)
        assertContains(
            response,
            f'name="dealer_then"\n                value="{people["Bob"]}"',
            status_code=409,
        )

        data |= {"number": "2", "request_id": str(uuid4()), "dealer_then": people["Bob"]}
        for _time in range(2):
            assert alice.post(f"/t/{sitting.uuid}/new/", data).url.endswith("?saved=2")

        record = Deal.objects.get(number=2).record
        assert (record["dealer"], record["out"]) == (people["Bob"], [people["Bob"]])

    def test_the_second_may_be_the_one_that_is_right(self, alice, club):
        """From both side by side to the correction, as the buttons of the page send it."""
        sitting = club.sitting(*FOUR)
        club.deal(sitting, by="Charlie", taker="Bob", points=41)
        data = garde(sitting)
        page = alice.post(f"/t/{sitting.uuid}/new/", data)
        form = page.context["form"]
        sent = {**data, "request_id": form["request_id"].value(), "number": "2"}
        sent |= {"settles": data["request_id"], "step": "review"}

        review = alice.post(f"/t/{sitting.uuid}/1/edit/?revision=1", sent)
        assertContains(review, "What changes")
        hidden = {
            "revision": review.context["form"]["revision"].value(),
            "step": "correct",
            "reason": "Entered wrong",
        }
        response = alice.post(f"/t/{sitting.uuid}/1/edit/", {**sent, **hidden})

        assertRedirects(
            response,
            f"/t/{sitting.uuid}/?settled={data['request_id']}",
            fetch_redirect_response=False,
        )
        assert Deal.objects.count() == 1
        assert totals(sitting) == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}

    def test_a_form_that_is_ahead_of_the_table_gets_the_number_that_is_next(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, number=3))

        assert response.status_code == 409
        assert response.context["form"]["number"].value() == "1"
        assert not Deal.objects.exists()


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

    def test_saved(self, alice, club):
        sitting = club.sitting(*FOUR)

        answer = self.send(alice, sitting, garde(sitting))

        assert answer == (200, {"number": 1, "url": f"/t/{sitting.uuid}/?saved=1"})
        assert totals(sitting) == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}

    def test_sent_again_the_answer_is_the_same(self, alice, club):
        sitting = club.sitting(*FOUR)
        data = garde(sitting)

        answers = [self.send(alice, sitting, data) for _ in range(3)]

        assert answers == [(200, {"number": 1, "url": f"/t/{sitting.uuid}/?saved=1"})] * 3
        assert Deal.objects.count() == 1

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


class TestQuestions:
    """87 points and 2 oudlers prove a slam that nobody noted: two warnings."""

    CODES = "chelem_not_recorded,margin_unusual"

    def test_what_is_odd_comes_back_as_questions(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, points="87"))

        assert response.status_code == 422
        assert response.context["form"].questions == [
            "With this count one side won every trick, yet no slam is noted.",
            "30 points or more from the contract: is the count right?",
        ]
        assertContains(response, "It is right", status_code=422)
        assertContains(response, f'value="{self.CODES}"', status_code=422)
        assert not Deal.objects.exists()

    def test_it_is_right(self, alice, club):
        sitting = club.sitting(*FOUR)

        alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, points="87", confirmed=self.CODES))

        assert totals(sitting)["Alice"] == 426  # (25+46)·2 = 142, three times

    @pytest.mark.parametrize(
        "confirmed",
        ["margin_unusual", f"{CODES},petit_ignored", "misere_taker", ","],
        ids=["one of two", "one too many", "another", "none"],
    )
    def test_only_exactly_these_answers_count(self, alice, club, confirmed):
        sitting = club.sitting(*FOUR)

        response = alice.post(
            f"/t/{sitting.uuid}/new/", garde(sitting, points="87", confirmed=confirmed)
        )

        assert response.status_code == 422
        assert not Deal.objects.exists()

    def test_change_goes_back_to_the_form(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(
            f"/t/{sitting.uuid}/new/", garde(sitting, points="87", step="preview")
        )

        assertContains(response, "Save deal")
        assertContains(response, 'value="87"')


class TestThirdMisdeal:
    MISDEAL = {"kind": "void", "void_reason": "misdeal"}

    def send(self, alice, sitting, **told):
        data = typed(sitting, number=sitting.deals.count() + 1, **told)
        return alice.post(f"/t/{sitting.uuid}/new/", {"void_reason": "misdeal", **data})

    def test_it_is_asked_about_and_then_kept(self, alice, club):
        sitting = club.sitting(*FOUR)
        for _ in range(2):
            club.deal(sitting, dealer="Alice", **self.MISDEAL)

        asked = self.send(alice, sitting)
        assertContains(asked, "This is the third misdeal in a row: is it right?", status_code=422)
        assert sitting.deals.count() == 2
        # "It is right" says again that it was a misdeal, and what it answers.
        html = " ".join(asked.content.decode().split())
        assert 'name="void_reason" value="misdeal" data-save' in html
        assert 'name="confirmed" value="misdeal_third"' in html

        self.send(alice, sitting, confirmed="misdeal_third")
        assert [deal.void_reason for deal in sitting.deals.all()] == ["misdeal"] * 3

    def test_others_are_not(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, **self.MISDEAL)
        self.send(alice, sitting)  # the second
        alice.post(f"/t/{sitting.uuid}/new/", typed(sitting, number=3, void_reason="all_pass"))
        self.send(alice, sitting)  # a first one again

        assert sitting.deals.count() == 4

    def test_one_that_was_taken_back_does_not_count(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, **self.MISDEAL)
        undone = club.deal(sitting, **self.MISDEAL)
        sittings.void_deal(
            club.actor("Alice"), undone, revision=1, reason="undo", request_id=uuid4()
        )

        self.send(alice, sitting)

        assert sitting.deals.count() == 3


class TestSeatsChanged:
    """Somebody came, went or swapped seats while the form was filled in."""

    def form(self, alice, sitting, **told):
        seated = alice.get(f"/t/{sitting.uuid}/new/").context["form"]["seated"].value()
        return garde(sitting, seated=seated, **told)

    def test_the_form_comes_back_with_what_still_holds(self, alice, club):
        sitting = club.sitting(*FOUR)
        data = self.form(alice, sitting, poignee_1="simple")  # Bob's
        club.reseat(sitting, "Alice", "Charlie", "Bob", "Dora")

        response = alice.post(f"/t/{sitting.uuid}/new/", data)

        assertContains(response, "The seats have changed since you began.", status_code=422)
        assert not Deal.objects.exists()
        form = response.context["form"]
        assert form["taker"].value() == uuids(sitting)["Alice"]
        assert form["poignee_1"].value() is None  # Charlie sits there now

    def test_sent_once_more_it_is_kept(self, alice, club):
        sitting = club.sitting(*FOUR)
        data = self.form(alice, sitting)
        club.reseat(sitting, "Alice", "Charlie", "Bob", "Frank")
        again = alice.post(f"/t/{sitting.uuid}/new/", data).context["form"]["seated"].value()

        alice.post(f"/t/{sitting.uuid}/new/", {**data, "seated": again})

        assert totals(sitting) == {
            "Alice": 180, "Charlie": -60, "Bob": -60, "Frank": -60, "Dora": 0,
        }  # fmt: skip

    def test_a_taker_who_has_left(self, alice, club):
        sitting = club.sitting(*FIVE)
        data = self.form(alice, sitting, called_0="Alice")
        club.reseat(sitting, "Bob", "Charlie", "Dora", "Olivia")

        response = alice.post(f"/t/{sitting.uuid}/new/", data)

        assertContains(response, "Nobody of that name sits at the table.", status_code=422)


class TestWho:
    def test_a_visitor_signs_in_first(self, client, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        for path in ("new/", "1/edit/", "1/void/"):
            response = client.get(f"/t/{sitting.uuid}/{path}")
            assertContains(response, f"/login/?next=/t/{sitting.uuid}/{path}", status_code=404)
        asked = client.post(f"/t/{sitting.uuid}/preview/", {}, headers={"HX-Request": "true"})
        assert asked.status_code == 401

    def test_another_club_finds_nothing(self, client, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        client.force_login(club.user("Eve"))

        for path in ("new/", "1/edit/", "1/void/"):
            assert client.get(f"/t/{sitting.uuid}/{path}").status_code == 404
            assert client.post(f"/t/{sitting.uuid}/{path}", garde(sitting)).status_code == 404
        assert client.post(f"/t/{sitting.uuid}/preview/", garde(sitting)).status_code == 404
        assert totals(sitting)["Alice"] == 180

    def test_who_only_plays_does_not_write(self, client, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        client.force_login(club.user("Bob"))

        for path in ("new/", "1/edit/", "1/void/"):
            assert client.get(f"/t/{sitting.uuid}/{path}").status_code == 403
            data = garde(sitting, number=2, points="60", step="correct", reason="x")
            assert client.post(f"/t/{sitting.uuid}/{path}", data).status_code == 403
        assert totals(sitting)["Alice"] == 180
        assert Deal.objects.count() == 1

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


class TestDealPreview:
    def preview(self, client: Client, sitting: Sitting, **told: object) -> str:
        response = client.post(
            f"/t/{sitting.uuid}/preview/", typed(sitting, **told), headers={"HX-Request": "true"}
        )
        assert response.status_code == 200
        return response.content.decode()

    def test_a_verdict_and_the_scores(self, alice, club):
        sitting = club.sitting(*FOUR)

        html = self.preview(
            alice, sitting, taker="Bob", contract="garde_sans", oudlers="2", points="53"
        )

        assert "41 needed — made by 12" in html
        assert "(25 + 12) × 4 = 148" in html
        assert "+444" in html
        assert html.count("−148") == 3
        assert not Deal.objects.exists()

    def test_bonuses_are_added_to_the_contract(self, alice, club):
        sitting = club.sitting(*FOUR)

        html = self.preview(
            alice, sitting, taker="Bob", contract="prise", oudlers="1", points="44",
            petit_au_bout="defence", poignee_0="simple",
        )  # fmt: skip

        assert "51 needed — down by 7" in html
        assert "−(25 + 7) = −32, − 10 Petit, − 20 handful = −62" in html

    def test_the_rounding_is_shown(self, alice, club):
        sitting = club.sitting(*FOUR, rules="rounded-10")

        html = self.preview(alice, sitting, taker="Bob", contract="garde", oudlers="2", points="49")

        assert "(25 + 8) × 2 = 66 → 70" in html

    def test_the_defence_counted(self, alice, club):
        sitting = club.sitting(*FOUR)

        html = self.preview(
            alice, sitting, taker="Bob", contract="garde", oudlers="1", points="46",
            counted="defence",
        )  # fmt: skip

        assert "51 needed, 45 made — down by 6" in html

    @pytest.mark.parametrize(
        ("told", "question"),
        [
            ({}, "Who took?"),
            ({"taker": "Alice"}, "Who was called?"),
            ({"taker": "Alice", "called_0": "Bob"}, "Which contract?"),
            (
                {"taker": "Alice", "called_0": "Bob", "contract": "garde"},
                "How many oudlers has the taker?",
            ),
            (
                {"taker": "Alice", "called_0": "Bob", "contract": "garde", "oudlers": "0"},
                "How many points?",
            ),
        ],
    )
    def test_what_is_missing_is_asked_in_the_order_of_the_page(self, alice, club, told, question):
        html = self.preview(alice, club.sitting(*FIVE), **told)

        assert question in html
        assert "v-bad" not in html

    def test_points_that_cannot_be_are_said_at_once(self, alice, club):
        html = self.preview(alice, club.sitting(*FOUR), points="92")

        assert "v-bad" in html
        assert "0 to 91." in html
        assert 'data-bad="points"' in html

    def test_half_points_with_four(self, alice, club):
        html = self.preview(alice, club.sitting(*FOUR), points="40½")

        assert "Half points come with 3 or 5 players only." in html

    def test_points_that_only_may_be_wrong_wait(self, alice, club):
        """14 points fit no deal with 3 oudlers, but the oudlers are not told yet."""
        html = self.preview(alice, club.sitting(*FOUR), taker="Alice", points="14")

        assert "Which contract?" in html

    def test_who_rests_is_in_the_bar(self, alice, club):
        sitting = club.sitting(*FIVE, active_count=4)

        html = self.preview(alice, sitting, out="Dora")

        assert html.count("rests") == 2  # the class and the word

    def test_it_writes_nothing_and_asks_little(self, alice, club):
        sitting = club.sitting(*FOUR)
        data = garde(sitting)

        with CaptureQueriesContext(
            connection,
        ) as captured:
            alice.post(f"/t/{sitting.uuid}/preview/", data)

        # session, user, membership, sitting, seats
        assert len(statements(captured)) == 5
        assert all(sql.startswith("SELECT") for sql in statements(captured))

    def test_of_a_correction_it_is_the_table_of_that_deal(self, alice, club):
        sitting = club.sitting(*FIVE, active_count=4)
        club.deal(sitting, out=["Olivia"])

        html = self.preview(
            alice, sitting, revision="1", out="Olivia", taker="Bob", contract="garde",
            oudlers="2", points="41",
        )  # fmt: skip

        assert "41 needed — made exactly" in html
        assert "+150" in html


def correction(sitting: Sitting, deal: Deal, **told: object) -> dict[str, object]:
    """The second step of a correction of garde(), by Alice."""
    more = {"step": "correct", "reason": "Entered wrong", "revision": deal.revision, **told}
    return garde(sitting, number=deal.number, **more)


class TestDealCorrect:
    def test_the_form_starts_with_what_was_told(self, alice, club):
        sitting = club.sitting(*FIVE, rules="family")
        club.deal(
            sitting, taker="Bob", called="Dora", points=52.5, petit_au_bout="defence",
            poignees=[{"player": "Dora", "size": "double"}], dealer="Olivia", note="late",
            chelem_announced=True, miseres=[{"player": "Alice", "kind": "courts"}],
        )  # fmt: skip
        names = uuids(sitting)

        form = alice.get(f"/t/{sitting.uuid}/1/edit/").context["form"]

        told = {
            name: form[name].value()
            for name in form.fields
            if form[name].value() and name not in ("request_id", "number", "revision", "seated")
        }
        assert told == {
            "taker": names["Bob"],
            "called_0": names["Dora"],
            "contract": "garde",
            "oudlers": "2",
            "points": "52½",
            "counted": "attack",
            "petit_au_bout": "defence",
            "poignee_3": "double",
            "chelem": "announced_failed",
            "misere_0": ["courts"],
            "dealer": names["Olivia"],
            "note": "late",
        }
        assert form["revision"].value() == 1
        told = "(25 + 12) × 2 = 74, − 20 Petit, + 40 handful, − 200 slam = −106"
        assert form.sum_text() == f"{told} · misère Alice: 10 from each"  # double handful 40

    def test_first_what_changes_and_what_becomes_of_the_totals(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", points=46)
        club.deal(sitting, taker="Bob", points=41)

        response = alice.post(
            f"/t/{sitting.uuid}/1/edit/",
            garde(sitting, contract="garde_sans", step="review", revision=1),
        )

        assert response.status_code == 200
        lines = [
            (line.label, line.was, line.now) for line in response.context["lines"] if line.changed
        ]
        assert lines == [("Contract", "Garde", "Garde sans")]
        effects = [(row.name, row.before, row.after) for row in response.context["effects"]]
        # (25+5)·4 = 120 instead of 60 a defender; deal 2 stays: 50 a defender
        assert effects == [
            ("Alice", 130, 310),
            ("Bob", 90, 30),
            ("Charlie", -110, -170),
            ("Dora", -110, -170),
        ]
        assertContains(response, "after deal 2")
        assert Deal.objects.get(number=1).revision == 1

    def test_then_with_a_reason_it_is_done(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)

        response = alice.post(f"/t/{sitting.uuid}/1/edit/", correction(sitting, deal, points="49"))

        assertRedirects(response, f"/t/{sitting.uuid}/", fetch_redirect_response=False)
        # (25+8)·2 = 66
        assert totals(sitting) == {"Alice": 198, "Bob": -66, "Charlie": -66, "Dora": -66}
        assert [(entry.action, entry.reason) for entry in audit(deal)] == [
            ("record_deal", ""),
            ("correct_deal", "Entered wrong"),
        ]

    def test_the_review_carries_everything_to_the_second_step(self, alice, club):
        sitting = club.sitting(*FIVE)
        deal = club.deal(sitting)
        told = {"called_0": "Bob", "poignee_1": "simple", "petit_au_bout": "attack"}
        review = alice.post(
            f"/t/{sitting.uuid}/1/edit/",
            garde(sitting, **told, points="49½", step="review", revision=deal.revision),
        )

        hidden = {
            field.html_name: field.value() for field in review.context["form"] if field.value()
        }
        alice.post(
            f"/t/{sitting.uuid}/1/edit/", {**hidden, "step": "correct", "reason": "Counted wrong"}
        )

        # (25+9)·2 = 68, Petit 20, handful 20: 108 a defender, twice to Alice, once to Bob
        assert totals(sitting) == {
            "Alice": 216, "Bob": 108, "Charlie": -108, "Dora": -108, "Olivia": -108,
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("told", "field"),
        [({"reason": ""}, "reason"), ({"reason": "other"}, "reason_text")],
    )
    def test_without_a_reason_it_is_not_done(self, alice, club, told, field):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)

        response = alice.post(
            f"/t/{sitting.uuid}/1/edit/", correction(sitting, deal, points="49", **told)
        )

        assert response.status_code == 422
        assert list(response.context["reasons"].errors) == [field]
        assert totals(sitting)["Alice"] == 180

    def test_a_reason_in_ones_own_words(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        told = {"reason": "other", "reason_text": "a card under the table"}

        alice.post(f"/t/{sitting.uuid}/1/edit/", correction(sitting, deal, points="49", **told))

        assert audit(deal)[-1].reason == "a card under the table"

    def test_change_goes_back_to_the_form_as_typed(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)

        response = alice.post(
            f"/t/{sitting.uuid}/1/edit/", correction(sitting, deal, points="49", step="edit")
        )

        assert response.status_code == 200
        assert response.context["form"]["points"].value() == "49"
        assertContains(response, "See what changes")

    def test_what_cannot_be_comes_back(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)

        response = alice.post(
            f"/t/{sitting.uuid}/1/edit/", correction(sitting, deal, points="92", step="review")
        )

        assert response.status_code == 422
        assert response.context["form"].errors == {"points": ["0 to 91."]}

    def test_what_is_odd_is_asked_in_the_review(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)

        review = alice.post(
            f"/t/{sitting.uuid}/1/edit/", correction(sitting, deal, points="80", step="review")
        )
        refused = alice.post(f"/t/{sitting.uuid}/1/edit/", correction(sitting, deal, points="80"))
        done = alice.post(
            f"/t/{sitting.uuid}/1/edit/",
            correction(sitting, deal, points="80", confirmed="margin_unusual"),
        )

        assertContains(review, "30 points or more from the contract")
        assertContains(review, "It is right")
        assert (refused.status_code, done.status_code) == (422, 302)
        assert totals(sitting)["Alice"] == 384  # (25+39)·2 = 128, three times

    def test_the_same_correction_twice_is_one(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        data = correction(sitting, deal, points="49")

        alice.post(f"/t/{sitting.uuid}/1/edit/", data)
        response = alice.post(f"/t/{sitting.uuid}/1/edit/", data)

        assert response.status_code == 302
        assert len(audit(deal)) == 2

    def test_a_correction_changed_and_sent_again_is_not_lost(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        data = correction(sitting, deal, points="49")
        alice.post(f"/t/{sitting.uuid}/1/edit/", data)

        response = alice.post(f"/t/{sitting.uuid}/1/edit/", {**data, "points": "60"})

        assert response.status_code == 409
        assert response.context["form"]["points"].value() == "60"
        assert Deal.objects.get().record["points"] == 49

    def test_who_was_second_sees_what_stands_there(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        data = correction(sitting, deal, points="49")
        sittings.correct_deal(
            club.actor("Charlie"), deal, club.record(sitting, taker="Bob"),
            revision=1, reason="x", request_id=uuid4(),
        )  # fmt: skip

        response = alice.post(f"/t/{sitting.uuid}/1/edit/", data)

        assert response.status_code == 409
        assertContains(response, "Somebody corrected deal 1 meanwhile", status_code=409)
        assertContains(response, "Taker: <b>Bob</b>", status_code=409)
        form = response.context["form"]
        assert (form["points"].value(), form["revision"].value()) == ("49", "2")
        assert totals(sitting)["Bob"] == 180

    def test_a_void_deal_becomes_a_played_one(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, kind="void", void_reason="misdeal")

        page = alice.get(f"/t/{sitting.uuid}/1/edit/")
        alice.post(f"/t/{sitting.uuid}/1/edit/", correction(sitting, deal))

        assert page.context["form"].question == "Who took?"
        assert totals(sitting)["Alice"] == 180

    def test_a_played_deal_becomes_a_void_one(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        data = correction(sitting, deal, void_reason="misdeal")

        review = alice.post(f"/t/{sitting.uuid}/1/edit/", {**data, "step": "review"})
        alice.post(f"/t/{sitting.uuid}/1/edit/", data)

        assertContains(review, 'name="void_reason" value="misdeal"')
        assert totals(sitting) == dict.fromkeys(FOUR, 0)
        assert Deal.objects.get().void_reason == "misdeal"

    def test_who_rested_then_rests_in_the_form(self, alice, club):
        sitting = club.sitting(*FIVE, active_count=4)
        club.deal(sitting, out=["Charlie"], taker="Alice")

        form = alice.get(f"/t/{sitting.uuid}/1/edit/").context["form"]

        assert form["out"].value() == uuids(sitting)["Charlie"]

    @pytest.mark.parametrize("seats", [("Bob", "Alice", "Charlie", "Dora"), FOUR[:3]])
    def test_what_was_taken_back_at_other_seats_is_not_told_anew(self, alice, club, seats):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Dora", poignees=[{"player": "Dora", "size": "simple"}])
        alice.post(f"/t/{sitting.uuid}/1/void/", {"revision": 1, "request_id": str(uuid4())})
        club.reseat(sitting, *seats)

        form = alice.get(f"/t/{sitting.uuid}/new/?from=1").context["form"]

        assert form["taker"].value() is None

    def test_a_deal_taken_back_is_told_anew_with_another_resting(self, alice, club):
        sitting = club.sitting(*FIVE, active_count=4)
        deal = club.deal(sitting, out=["Charlie"])
        alice.post(f"/t/{sitting.uuid}/1/void/", {"revision": 1, "request_id": str(uuid4())})

        form = alice.get(f"/t/{sitting.uuid}/1/edit/").context["form"]
        data = correction(sitting, deal, revision=2, out="Bob")
        alice.post(f"/t/{sitting.uuid}/1/edit/", data)

        assert form["out"].value() == uuids(sitting)["Charlie"]
        assert totals(sitting) == {
            "Alice": 180,
            "Bob": 0,
            "Charlie": -60,
            "Dora": -60,
            "Olivia": -60,
        }

    def test_an_unknown_deal_is_not_found(self, alice, club):
        sitting = club.sitting(*FOUR)

        assert alice.get(f"/t/{sitting.uuid}/1/edit/").status_code == 404


class TestDealVoid:
    def test_with_a_reason_it_is_taken_back(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        data = {"revision": 1, "request_id": str(uuid4()), "reason": "Recorded twice"}

        page = alice.get(f"/t/{sitting.uuid}/1/void/")
        response = alice.post(f"/t/{sitting.uuid}/1/void/", data)

        assertContains(page, "Taker: <b>Alice</b>")
        assertRedirects(response, f"/t/{sitting.uuid}/", fetch_redirect_response=False)
        assert totals(sitting) == dict.fromkeys(FOUR, 0)
        assert audit(deal)[-1].reason == "Recorded twice"

    def test_without_a_reason_from_its_page_it_is_not(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        # As a browser sends it: of radios of which none is chosen, nothing.
        data = {"revision": 1, "request_id": str(uuid4()), "reason_text": ""}

        response = alice.post(f"/t/{sitting.uuid}/1/void/", data)

        assert response.status_code == 422
        assert totals(sitting)["Alice"] == 180

    def test_undo_brings_the_form_back_as_it_was_typed(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, points=52, petit_au_bout="attack")

        response = alice.post(f"/t/{sitting.uuid}/1/void/?revision=1", {"request_id": str(uuid4())})

        assertRedirects(response, f"/t/{sitting.uuid}/new/?from=1", fetch_redirect_response=False)
        assert totals(sitting)["Alice"] == 0
        assert audit(deal)[-1].reason == "undo"
        page = alice.get(response.url)
        assertContains(page, "Deal 1 is taken back.")
        form = page.context["form"]
        assert (form.table.number, form["points"].value()) == (2, "52")
        assert form["petit_au_bout"].value() == "attack"
        assert form.sum_text() == "(25 + 11) × 2 = 72, + 20 Petit = 92"  # Petit 10·2

    def test_undo_twice_is_once(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        data = {"request_id": str(uuid4()), "revision": 1}

        alice.post(f"/t/{sitting.uuid}/1/void/", data)
        response = alice.post(f"/t/{sitting.uuid}/1/void/", data)

        assert response.url == f"/t/{sitting.uuid}/new/?from=1"
        assert len(audit(deal)) == 2

    def test_a_deal_that_was_corrected_meanwhile_is_shown_first(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        sittings.correct_deal(
            club.actor("Charlie"), deal, club.record(sitting, taker="Bob"),
            revision=1, reason="x", request_id=uuid4(),
        )  # fmt: skip

        response = alice.post(f"/t/{sitting.uuid}/1/void/?revision=1", {"request_id": str(uuid4())})

        assert response.status_code == 409
        assertContains(response, "Taker: <b>Bob</b>", status_code=409)
        assert totals(sitting)["Bob"] == 180

    @pytest.mark.parametrize("number", ["0", "7", "x", "99999999999999999999"])
    def test_from_a_deal_that_is_none_the_form_is_empty(self, alice, club, number):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        form = alice.get(f"/t/{sitting.uuid}/new/?from={number}").context["form"]

        assert form["points"].value() is None


class TestQueries:
    """Each page asks the same with one deal and with three."""

    @pytest.fixture(params=[1, 3])
    def sitting(self, request, club):
        sitting = club.sitting(*FIVE)
        for _deal in range(request.param):
            club.deal(sitting)
        return sitting

    def count(self, client, method, path, data=None):
        with CaptureQueriesContext(connection) as captured:
            response = getattr(client, method)(path, data)
        assert response.status_code in (200, 302)
        return len(statements(captured))

    def test_deal_entry(self, alice, sitting):
        # session, user, membership, sitting, seats, deals
        assert self.count(alice, "get", f"/t/{sitting.uuid}/new/") == 6

    def test_recording(self, alice, sitting):
        number = sitting.deals.count() + 1
        data = garde(sitting, number=number, called_0="Bob")

        # the 5 of a preview; receipt, bump, reread, last number, seats, deal, scores, chain, entry
        assert self.count(alice, "post", f"/t/{sitting.uuid}/new/", data) == 14

    def test_correction(self, alice, sitting):
        path = f"/t/{sitting.uuid}/1/edit/"
        data = garde(sitting, called_0="Bob", revision=1, reason="Entered wrong")

        # session, user, membership, deal, scores
        assert self.count(alice, "get", path) == 5
        # these, the old scores, the last number, seats and seasons for the ranks
        assert self.count(alice, "post", path, {**data, "step": "review"}) == 9
        # session, user, membership, deal; bump, receipt, reread of sitting and deal, seats, deal,
        # scores away and anew, chain, entry
        assert self.count(alice, "post", path, {**data, "step": "correct"}) == 14

    def test_taking_back(self, alice, sitting):
        path = f"/t/{sitting.uuid}/1/void/"

        # as for the review of a correction
        assert self.count(alice, "get", path) == 9
        data = {"revision": 1, "request_id": str(uuid4())}
        assert self.count(alice, "post", path, data) == 14


# The examples of scoring.md §11, through the page


def examples() -> list[dict]:
    return [json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines()]


ACCEPTED = [example for example in examples() if "scores" in example["expect"]]
# What no form of ours can say: fields and types that it does not have, tables that never open,
# two handfuls of one player, a slam announced and made by the other side, a call where none is.
BEYOND = {
    "err-oudlers-type", "err-call-four", "err-poignee-twice", "err-chelem-conflict",
    "err-void-result", "err-unknown-field", "err-duplicate-name", "err-two-players", "err-rules",
    "err-rules-value",
}  # fmt: skip
REFUSED = [
    example
    for example in examples()
    if "error" in example["expect"] and example["id"] not in BEYOND
]
GAPS = {
    "err-no-call": ("called_0", "Who was called?"),
    "err-missing": ("points", "How many points?"),
}
FIELDS = {
    "err-points-high": "points", "err-half-four": "points", "err-quarter": "points",
    "err-oudlers": "oudlers", "err-points-oudlers-low": "points",
    "err-points-oudlers-high": "points", "err-taker-unknown": "taker", "err-taker-out": "taker",
    "err-contract": "contract", "err-contract-profile": "contract", "err-minimum-bid": "contract",
    "err-petit-none": "petit_au_bout", "err-petit-three": "petit_au_bout",
    "err-petit-chelem-camp": "petit_au_bout", "err-petit-player": "petit_player",
    "err-poignee-sum": "poignee_0", "err-chelem-points": "chelem",
    "err-petit-chelem-off": "petit_chelem", "err-two-slams": "petit_chelem",
    "err-misere-off": "misere_1", "err-misere-poignee": "misere_1",
}  # fmt: skip


def set_up(club: Cast, example: dict) -> Sitting:
    names = example["players"]
    Player.objects.bulk_create(make_player(club.club, name) for name in names)
    players = {player.name: player for player in Player.objects.filter(name__in=names)}
    out = example["deal"].get("out", [])
    return sittings.open_sitting(
        club.actor("Alice"),
        club.club,
        [players[name] for name in names],
        get_game("french").read_rules(example["rules"]),
        active_count=len(names) - len(out),
        request_id=uuid4(),
    )


OUTCOMES = {
    (None, True): "announced_failed",
    ("attack", True): "announced_made",
    ("attack", False): "unannounced_made",
    ("defence", False): "defence_made",
}


def told_by_hand(sitting: Sitting, deal: dict) -> dict[str, object]:
    """The fields of the form that tell the deal of an example."""
    seat = {name: position for position, name in enumerate(uuids(sitting))}
    told = {key: deal[key] for key in ("taker", "contract", "petit_au_bout", "petit_player",
                                       "dealer", "void_reason") if key in deal}  # fmt: skip
    told |= {key: str(deal[key]) for key in ("oudlers", "points") if key in deal}
    told |= {f"called_{i}": name or "dog" for i, name in enumerate(deal.get("called") or ())}
    told |= {f"poignee_{seat[p['player']]}": p["size"] for p in deal.get("poignees", ())}
    told |= {f"misere_{seat[m['player']]}": [m["kind"]] for m in deal.get("miseres", ())}
    for slam in ("chelem", "petit_chelem"):
        outcome = (deal.get(slam), deal.get(f"{slam}_announced", False))
        told |= {slam: OUTCOMES[outcome]} if outcome in OUTCOMES else {}
    if "out" in deal:
        told["out"] = deal["out"]
    return told


class TestExamples:
    @pytest.mark.parametrize("example", ACCEPTED, ids=lambda example: example["id"])
    def test_what_is_accepted_scores_as_written(self, alice, club, example):
        sitting = set_up(club, example)
        data = typed(sitting, **told_by_hand(sitting, example["deal"]))
        expect = example["expect"]
        if expect["warnings"]:
            refused = alice.post(f"/t/{sitting.uuid}/new/", data)
            assert refused.status_code == 422
            data["confirmed"] = ",".join(expect["warnings"])

        response = alice.post(f"/t/{sitting.uuid}/new/", data)

        assert response.status_code == 302
        scores = Deal.objects.get().scores.values_list("player__name", "score")
        assert dict(scores) == expect["scores"]

    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("example", REFUSED, ids=lambda example: example["id"])
    def test_what_is_refused_says_so_at_its_field(self, alice, club, example, language):
        alice.cookies["django_language"] = language
        sitting = set_up(club, example)
        told = told_by_hand(sitting, example["deal"])
        code = example["expect"]["error"]
        with translation.override(language):
            if example["id"] in GAPS:
                field, question = GAPS[example["id"]]
                message = translation.gettext(question)
            else:
                field = FIELDS[example["id"]]
                message = problem_message(problem_of(example, code))

        response = alice.post(f"/t/{sitting.uuid}/new/", typed(sitting, **told))

        assert response.status_code == 422
        assert message in response.context["form"].errors[field]
        assertContains(response, message, status_code=422, html=False)
        assert not Deal.objects.exists()


def problem_of(example: dict, code: str) -> Problem:
    """What core says of the example itself, with the numbers that the message shows."""
    game = get_game("french")
    with pytest.raises(DealRefused) as refusal:
        game.judge(example["players"], game.read_rules(example["rules"]), example["deal"])
    return next(problem for problem in refusal.value.problems if problem.code == code)


def test_every_example_is_tried_or_named_as_beyond_the_form():
    tried = {example["id"] for example in [*ACCEPTED, *REFUSED]}
    assert tried | BEYOND == {example["id"] for example in examples()}
    assert set(FIELDS) | set(GAPS) == {example["id"] for example in REFUSED}


def test_a_request_does_not_name_the_deal(alice, club):
    sitting = club.sitting(*FOUR)
    data = garde(sitting)

    alice.post(f"/t/{sitting.uuid}/new/", data)

    assert Deal.objects.get().uuid != UUID(data["request_id"])


def test_the_page_of_six_with_all_bonuses_is_light(client, club):
    club.players["Gus"] = make_player(club.club, "Gus")
    club.players["Gus"].save()
    sitting = club.sitting(*FIVE, "Gus", rules="family", active_count=6)
    client.force_login(club.user("Alice"))

    assert len(client.get(f"/t/{sitting.uuid}/new/").content) <= 61_000
