"""What an arbiter does with the slip of a table."""

from uuid import uuid4

from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Slip, SlipMode, SlipState
from clubs.services.tournaments.rounds import slips
from tests.page_forms import page_form
from tests.services.tournaments.rounds.slip_tables import kept
from tests.views.tournaments.rounds.slip_pages import (
    browser,
    cells,
    deal_form,
    phone_of,
    play,
    send,
    slip_path,
    state,
)


class TestArbiter:
    def test_settles_a_disagreement(self, hall, table):
        play(hall, table)
        hall.hand_in(table)
        entry = hall.entry(hall.seated(table)[1])
        told = {"entry": entry, "text": "Non", "request_id": uuid4()}
        slips.dispute(hall.phone(table), hall.table(table), **told)
        client = browser("Charlie", hall.cast)
        assertContains(client.get(slip_path(table)), "Give it back to the table")

        send(client, hall, table, "settle")

        assert state(table) == SlipState.CONFIRMED

    def test_takes_a_poorer_mode(self, hall, table):
        client = browser("Charlie", hall.cast)

        page = send(client, hall, table, "mode", mode="totals", reason="")
        assertContains(page, "Say why.", status_code=422)
        send(client, hall, table, "mode", mode="totals", reason="Feuille perdue")

        assert Slip.objects.get(sitting=table).mode == SlipMode.TOTALS
        assertContains(client.get(slip_path(table)), "The arbiter keeps this slip by")

    def test_corrects_totals_of_a_validated_round(self, club):
        hall, first = kept(club, "totals")
        for sitting in hall.tables():
            told = cells(hall, sitting, "totals", 278, 296, -58, -516)
            send(phone_of(sitting, hall.seated(sitting)[0]), hall, sitting, "totals", **told)
            hall.confirm(sitting)
        hall.validate()
        client = browser("Charlie", club)
        assertContains(client.get(slip_path(first)), "Correct the totals")
        told = cells(hall, first, "totals", 278, 269, -31, -516)

        page = send(client, hall, first, "correct", reason="", **told)
        assertContains(page, "A correction needs a reason.", status_code=422)
        assertContains(page, 'aria-invalid="true" aria-describedby="id_reason_error"', 1, 422)
        names = [seat.name for seat in page.context["sheet"].seats]
        assert [seat.name for seat in page.context["correction"].seats] == names
        send(client, hall, first, "correct", reason="Mal lu", **told)

        assert hall.reread().standings_version == 2

    def test_corrects_a_deal_of_a_validated_round(self, hall, table):
        hall.play()
        hall.validate()
        client = browser("Charlie", hall.cast)
        data = {**deal_form(table, 1), "points": "50", "revision": "1", "step": "correct"}

        response = client.post(
            f"/t/{table.uuid}/1/edit/", {**data, "reason": "other", "reason_text": "Mal compté"}
        )

        assertRedirects(response, slip_path(table))
        assert hall.reread().standings_version == 2

    def test_no_undo_without_a_reason_then(self, hall, table):
        hall.play()
        hall.validate()
        client = browser("Charlie", hall.cast)

        response = client.post(f"/t/{table.uuid}/1/void/?revision=1", {"request_id": uuid4()})

        assert response.status_code == 422
        assert hall.reread().standings_version == 1

    def test_a_member_of_the_club_sees_no_button(self, hall, table):
        client = browser("Bob", hall.cast)
        page = client.get(slip_path(table))

        assertNotContains(page, "For the arbiter")
        assertNotContains(page, f"/t/{table.uuid}/new/")

    def test_scores_that_come_after_an_overruled_warning_are_overruled_anew(self, club):
        hall, sitting = kept(club, "scores", deals_per_round=1)
        first, second = (phone_of(sitting, number) for number in hall.seated(sitting)[:2])
        arbiter, path = browser("Charlie", club), slip_path(sitting)
        told = cells(hall, sitting, "scores", 60, 60, -60, -60)
        send(first, hall, sitting, "scores", number="1", insists="on", **told)
        page_form(first.get(path), press="hand_in").send(first)
        page_form(arbiter.get(path), press="overrule").fill(reason="Vu").send(arbiter, "overrule")

        edit = f"/t/{sitting.uuid}/1/edit/"
        scores = dict(zip(scores_of(sitting), ("70", "50", "-50", "-70"), strict=True))
        page = page_form(arbiter.get(edit), has="revision").fill(**scores).send(arbiter, "review")
        told = {"reason": "other", "reason_text": "Mal lu"}
        page_form(page, has="reason").fill(**told).send(arbiter, "correct")
        page_form(second.get(path), press="confirm").send(second)

        assert state(sitting) == SlipState.ENTERED
        page_form(arbiter.get(path), press="overrule").fill(reason="Vu").send(arbiter, "overrule")
        assert state(sitting) == SlipState.CONFIRMED


def scores_of(sitting):
    """The fields for the scores of a deal, in order of play."""
    return [f"score_{seat.player.uuid}" for seat in sitting.seats.present()]
