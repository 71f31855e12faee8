"""Deals of which only the scores are told, through the pages."""

from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Deal, Sitting
from clubs.queries.deals.deals import next_deal
from clubs.services.tables import sittings
from tests.cast import Cast, audit, totals
from tests.page_forms import page_form
from tests.views.tables.pages import text_of

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def uuid(club: Cast, name: str) -> str:
    return str(club.player(name).uuid)


def typed(club: Cast, *, number: int = 1, **told: object) -> dict[str, object]:
    """What a browser sends: typed(club, Alice="+30", Bob="−30")."""
    data = {"kind": "scores", "number": number, "request_id": str(uuid4()), "dealer": "nobody"}
    for name, value in {"label": "Vachette", **told}.items():
        is_player = name in club.players
        data[f"score_{uuid(club, name)}" if is_player else name] = (
            uuid(club, str(value)) if str(value) in club.players else value
        )
    return data


def told(club: Cast, **scores: int) -> dict[str, object]:
    by_uuid = {uuid(club, name): score for name, score in scores.items()}
    return {"kind": "scores", "label": "Vachette", "scores": by_uuid}


def kept(club: Cast, sitting: Sitting, *, number: int = 1, **scores: int) -> Deal:
    return sittings.record_deal(
        club.actor("Alice"), sitting, told(club, **scores), number=number, request_id=uuid4()
    )


class TestDealScores:
    def test_the_form_knows_who_sits_there_and_who_deals(self, alice, club):
        sitting = club.sitting(*FOUR, first_dealer=1)

        form = alice.get(f"/t/{sitting.uuid}/scores/").context["form"]

        assert [place.name for place, _field in form.score_fields()] == list(FOUR)
        assert form["dealer"].value() == uuid(club, "Bob")

    def test_scores_are_written_and_lead_to_the_next_deal(self, alice, club):
        sitting = club.sitting(*FOUR)

        response = alice.post(
            f"/t/{sitting.uuid}/scores/",
            typed(club, Alice="30", Bob="-10", Charlie="−20", dealer="Bob", note="after midnight"),
        )

        assertRedirects(response, f"/t/{sitting.uuid}/new/", fetch_redirect_response=False)
        assertContains(alice.get(response.url), "Vachette")  # over the next form
        deal = Deal.objects.get()
        assert {key: value for key, value in deal.record.items() if key != "players"} == {
            "kind": "scores",
            "label": "Vachette",
            "scores": {uuid(club, "Alice"): 30, uuid(club, "Bob"): -10, uuid(club, "Charlie"): -20},
            "dealer": uuid(club, "Bob"),
            "note": "after midnight",
        }
        assert totals(sitting) == {"Alice": 30, "Bob": -10, "Charlie": -20, "Dora": 0}
        assert [entry.action for entry in audit(deal)] == ["record_deal"]

    def test_ones_own_words(self, alice, club):
        sitting = club.sitting(*FOUR)

        alice.post(
            f"/t/{sitting.uuid}/scores/",
            typed(club, Alice="1", Bob="-1", label="other", label_text="  Belote  "),
        )

        assert Deal.objects.get().record["label"] == "Belote"

    def test_an_adjustment_moves_no_turn(self, alice, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, dealer="Alice")

        sent = typed(club, number=2, Alice="5", Bob="-5")
        response = alice.post(f"/t/{sitting.uuid}/scores/", sent)

        assertRedirects(response, f"/t/{sitting.uuid}/?saved=2", fetch_redirect_response=False)
        table = next_deal(Sitting.objects.get(pk=sitting.pk))
        assert (table.number, table.names[table.dealer]) == (3, "Bob")

    def test_the_sheet_and_the_page_of_the_deal_say_what_it_was(self, alice, club):
        sitting = club.sitting(*FOUR)
        kept(club, sitting, Alice=30, Bob=-30)

        sheet = alice.get(f"/t/{sitting.uuid}/?saved=1")
        page = alice.get(f"/t/{sitting.uuid}/1/")

        assertContains(sheet, "Deal 1 saved")
        assertContains(sheet, "Undo")
        assertContains(sheet, '<small class="ct" aria-hidden="true">Vachette</small>')
        shown = text_of(page.content.decode())
        assert "Vachette — entered as plain scores" in shown
        assert "Alice +30 plus 30 Bob −30 minus 30 Charlie took no part" in shown

    def test_summary_curve_and_log_take_it(self, alice, club):
        sitting = club.sitting(*FOUR)
        kept(club, sitting, Alice=30, Bob=-30)

        assertContains(alice.get(f"/t/{sitting.uuid}/summary/"), "The sum is 0")
        assert alice.get(f"/t/{sitting.uuid}/curve/").context["curve"]["series"][0]["points"] == [
            0,
            30,
        ]
        log = text_of(alice.get(f"/t/{sitting.uuid}/log/").content.decode())
        assert "Plain scores: Vachette · Alice: +30 · Bob: −30" in log


class TestWrong:
    def send(self, alice, club, **scores):
        sitting = club.sitting(*FOUR)
        response = alice.post(f"/t/{sitting.uuid}/scores/", typed(club, **scores))
        assert not Deal.objects.exists()
        return response

    def test_a_sum_that_is_not_0_is_said_at_its_field_and_nothing_is_lost(self, alice, club):
        response = self.send(alice, club, Alice="30", Bob="-10", Charlie="0")

        assertContains(response, "The scores add up to 20, and must add up to 0.", status_code=422)
        assertContains(response, 'id="id_scores_error"', status_code=422)
        form = response.context["form"]
        assert [field.value() for _place, field in form.score_fields()] == ["30", "−10", "0", None]

    @pytest.mark.parametrize("text", ["1.5", "ten", "--3", "3 points", "99999999"])
    def test_a_score_that_is_no_whole_number(self, alice, club, text):
        response = self.send(alice, club, Alice=text, Bob="-10")

        assertContains(response, "Whole points, such as 30 or −30.", status_code=422)
        assert "scores" not in response.context["form"].errors  # the sum is not known

    def test_nothing_typed(self, alice, club):
        response = self.send(alice, club, label="")

        assert response.status_code == 422
        assert response.context["form"].errors == {
            "label": ["Choose one, or say it in your own words."],
            "scores": ["Who won or lost how much?"],
        }

    def test_other_without_words(self, alice, club):
        response = self.send(alice, club, label="other", Alice="1", Bob="-1")

        assert response.context["form"].errors == {
            "label_text": ["Say in a few words what was played."]
        }

    def test_a_label_that_is_too_long(self, alice, club):
        response = self.send(alice, club, label="other", label_text="x" * 41, Alice="1", Bob="-1")

        assert list(response.context["form"].errors) == ["label_text"]

    def test_far_too_much(self, alice, club):
        response = self.send(alice, club, Alice="100001", Bob="-100001")

        assertContains(response, "At most 100,000 points, won or lost.", status_code=422)


class TestTwice:
    def test_overtaken_both_are_shown(self, alice, club):
        sitting, data = club.sitting(*FOUR), typed(club, Alice="1", Bob="-1")
        club.deal(sitting, taker="Dora")

        response = alice.post(f"/t/{sitting.uuid}/scores/", data)

        assertContains(response, "Vachette", status_code=409)
        assert Deal.objects.count() == 1

    def test_seats_that_changed_meanwhile(self, alice, club):
        sitting = club.sitting(*FOUR)
        seated = alice.get(f"/t/{sitting.uuid}/scores/").context["form"]["seated"].value()
        club.reseat(sitting, *FOUR[:3], "Frank")

        response = alice.post(
            f"/t/{sitting.uuid}/scores/", typed(club, Alice="1", Bob="-1", seated=seated)
        )

        assertContains(response, "The seats have changed since you began.", status_code=422)


class TestVachette:
    def test_by_the_rules_of_the_table(self, alice, club):
        """Four of five play; what each place brings is on the page."""
        sitting = club.sitting(*FOUR, "Olivia", rules={"vachette": 60}, active_count=4)
        menu = alice.get(f"/t/{sitting.uuid}/new/")
        assertContains(menu, f'href="/t/{sitting.uuid}/scores/?vachette"')
        vachette, passed_out = map(menu.content.decode().index, ("?vachette", 'value="all_pass"'))
        assert vachette < passed_out  # the house plays it: nobody taps the other by mistake

        page = alice.get(f"/t/{sitting.uuid}/scores/?vachette")

        assertContains(page, 'data-places="120 60 -60 -120" data-places-of="Vachette"')
        assert page.context["form"]["dealer"].value() == uuid(club, "Alice")

    def test_without_such_a_rule(self, alice, club):
        sitting = club.sitting(*FOUR)

        assertNotContains(alice.get(f"/t/{sitting.uuid}/scores/"), "data-places")


class TestCorrect:
    def test_the_form_starts_with_what_was_told(self, alice, club):
        sitting = club.sitting(*FOUR)
        kept(club, sitting, Alice=30, Bob=-30)

        response = alice.get(f"/t/{sitting.uuid}/1/edit/")

        assertContains(response, "Correct deal 1")
        form = response.context["form"]
        values = [field.value() for _place, field in form.score_fields()]
        assert values == ["+30", "−30", None, None]
        assert (form["label"].value(), form["dealer"].value()) == ("Vachette", "nobody")

    def test_thousands_are_written_as_they_are_read(self, alice, club):
        sitting = club.sitting(*FOUR)
        kept(club, sitting, Alice=1200, Bob=-1200)
        form = page_form(alice.get(f"/t/{sitting.uuid}/1/edit/"), press="review")

        response = form.fill(note="as agreed").send(alice, "review")

        assertContains(response, "What changes")

    def test_first_what_changes_then_it_is_written(self, alice, club):
        sitting = club.sitting(*FOUR)
        kept(club, sitting, Alice=30, Bob=-30)
        data = typed(club, Alice="30", Dora="-30", revision=1)

        looked = alice.post(f"/t/{sitting.uuid}/1/edit/", {**data, "step": "review"})
        reason = {"step": "correct", "reason": "Entered wrong"}
        done = alice.post(f"/t/{sitting.uuid}/1/edit/", {**data, **reason})

        assertContains(looked, "What changes")
        assertContains(looked, "Bob")
        assertRedirects(done, f"/t/{sitting.uuid}/", fetch_redirect_response=False)
        assert totals(sitting) == {"Alice": 30, "Bob": 0, "Charlie": 0, "Dora": -30}

    def test_undone_the_form_is_as_it_was_typed(self, alice, club):
        sitting = club.sitting(*FOUR)
        kept(club, sitting, Alice=30, Bob=-30)

        undone = alice.post(f"/t/{sitting.uuid}/1/void/?revision=1", {"request_id": str(uuid4())})
        form = alice.get(undone.url).context["form"]

        assert totals(sitting)["Alice"] == 0
        assert [field.value() for _place, field in form.score_fields()][:2] == ["+30", "−30"]
        assert form["number"].value() == 2

    def test_an_earlier_version_is_restored(self, alice, club):
        sitting = club.sitting(*FOUR)
        deal = kept(club, sitting, Alice=30, Bob=-30)
        sittings.void_deal(club.actor("Alice"), deal, revision=1, reason="x", request_id=uuid4())
        data = {"revision": 2, "reason": "other", "reason_text": "y", "request_id": str(uuid4())}

        shown = alice.get(f"/t/{sitting.uuid}/1/restore/1/")
        alice.post(f"/t/{sitting.uuid}/1/restore/1/", data)

        assertContains(shown, "Vachette")
        assert totals(sitting)["Alice"] == 30


@pytest.mark.parametrize("deal_count", [1, 3])
class TestQueries:
    def test_the_page(self, alice, club, deal_count, count_queries):
        sitting = club.sitting(*FOUR)
        for number in range(deal_count):
            kept(club, sitting, number=number + 1, Alice=1, Bob=-1)

        # session, user, membership, sitting, seats with totals, deals
        assert count_queries(alice, f"/t/{sitting.uuid}/scores/") == 6

    def test_the_sheet(self, alice, club, deal_count, count_queries):
        sitting = club.sitting(*FOUR)
        for number in range(deal_count):
            kept(club, sitting, number=number + 1, Alice=1, Bob=-1)

        # session, user, membership, sitting, seats, deals, scores, who recorded the one shown
        assert count_queries(alice, f"/t/{sitting.uuid}/") == 8
