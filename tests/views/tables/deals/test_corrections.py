"""Correcting a deal and taking one back, through the pages."""

from datetime import date
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Deal, Sitting
from clubs.services.tables import sittings
from tests.cast import audit, totals
from tests.page_forms import page_form
from tests.views.tables.pages import FIVE, FOUR, garde, uuids


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

    def test_who_waited_is_explained_where_the_house_does_not_ask(self, alice, club):
        """A deal of a list may say it, whatever the house asks."""
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", parole=["Bob"])
        page = alice.get(f"/t/{sitting.uuid}/1/edit/")
        assertContains(page, "A player who waits keeps the right to bid again after the others.")

        review = page_form(page, press="review").fill(points="49").send(alice, "review")
        page_form(review, press="correct").fill(reason="Entered wrong").send(alice, "correct")

        # (25+8)·2 = 66
        assert totals(sitting) == {"Alice": 198, "Bob": -66, "Charlie": -66, "Dora": -66}
        record = Deal.objects.get().record
        assert record["parole"] == [uuids(sitting)["Bob"]]

    def test_nothing_is_to_be_confirmed_where_nothing_changes(self, alice, club):
        sitting = club.sitting(*FIVE)
        deal = club.deal(sitting, called="Bob", points=49.5)

        form = page_form(alice.get(f"/t/{sitting.uuid}/1/edit/"), press="review")
        response = form.send(alice, "review", follow=True)

        assertRedirects(response, f"/t/{sitting.uuid}/1/")
        assertContains(response, "Deal 1 stays as it is.")
        assert [entry.action for entry in audit(deal)] == ["record_deal"]

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
        assert (form["points"].value(), str(form["revision"].value())) == ("49", "2")
        assert totals(sitting)["Bob"] == 180

    def test_a_season_in_which_all_are_guests_has_no_ranks_to_show(self, charlie, club):
        played = [club.sitting(*FOUR), club.sitting("Dora", "Frank", "Olivia", active_count=3)]
        for table in played:
            club.deal(table, taker="Dora")
        evening = {"starts_on": date(2025, 9, 1), "name": "Hiver"}
        club.evening(club.league("Frank", "Olivia", **evening), date(2025, 9, 12), *played)

        def review(table):
            form = page_form(charlie.get(f"/t/{table.uuid}/1/edit/"), press="review")
            return form.fill(points="60").send(charlie, "review")

        assertNotContains(review(played[0]), "Rank")
        assertContains(review(played[1]), "Rank")

    def test_what_the_other_changed_stands_where_one_changed_nothing(self, alice, charlie, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", contract="garde", oudlers=2, points=46)
        address = f"/t/{sitting.uuid}/1/edit/"

        def review(client, **changes):
            shown = page_form(client.get(address), press="review").fill(**changes)
            return page_form(shown.send(client, "review"), press="correct").fill(
                reason="other", reason_text="x"
            )

        of_alice, of_charlie = review(alice, points="49"), review(charlie, contract="garde_sans")
        of_charlie.send(charlie, "correct")
        response = of_alice.send(alice, "correct")

        assert response.status_code == 409
        again = page_form(response, press="review")
        assert again.fields["points"].value == "49"  # hers
        assert again.fields["contract"].value == "garde_sans"  # of Charlie
        last = page_form(again.send(alice, "review"), press="correct")
        last.fill(reason="other", reason_text="x").send(alice, "correct")
        assert totals(sitting)["Alice"] == 396  # (25 + 8)·4·3

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

    def test_a_void_deal_taken_back_brings_nobody_nothing(self, alice, club):
        sitting = club.sitting(*FOUR)
        alice.post(f"/t/{sitting.uuid}/new/", garde(sitting, void_reason="all_pass"))
        alice.post(f"/t/{sitting.uuid}/1/void/", {"revision": 1, "request_id": str(uuid4())})

        form = alice.get(f"/t/{sitting.uuid}/new/?from=1").context["form"]

        assert [delta.score for delta in form.deltas()] == [None] * 4  # dots, as in an empty form

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
