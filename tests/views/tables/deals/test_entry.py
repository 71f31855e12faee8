"""Recording a deal at the table, through its page."""

import re
from uuid import UUID, uuid4

import pytest
from django.http import HttpResponse
from pytest_django.asserts import assertContains, assertRedirects

from clubs.models import Deal
from clubs.services.tables import sittings
from tests.cast import audit, totals
from tests.views.tables.pages import FIVE, FOUR, garde, typed, uuids


def beside(response: HttpResponse) -> dict[str, tuple[str, str]]:
    """What the page of two deals of one number shows: what stands there, and what was sent."""
    return {line.label: (line.was, line.now) for line in response.context["lines"]}


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
        listed = re.findall(r'<a href="#id_(\w+?)(?:_0)?">', response.content.decode())
        assert listed == ["called", "contract", "points"]  # from top to bottom
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
            "The players at the table have changed. Check who did what."
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


def test_a_request_does_not_name_the_deal(alice, club):
    sitting = club.sitting(*FOUR)
    data = garde(sitting)

    alice.post(f"/t/{sitting.uuid}/new/", data)

    assert Deal.objects.get().uuid != UUID(data["request_id"])
