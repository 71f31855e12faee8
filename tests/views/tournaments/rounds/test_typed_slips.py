"""Slips of totals and of scores, typed on a phone."""

from uuid import uuid4

from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import SittingTotal
from tests.services.tournaments.rounds.slip_tables import kept
from tests.views.tournaments.rounds.slip_pages import browser, cells, phone_of, send, slip_path


class TestTotals:
    def test_the_table_tells_them(self, club):
        hall, sitting = kept(club, "totals")
        first, second = hall.seated(sitting)[:2]
        told = cells(hall, sitting, "totals", 278, 296, "−58", -516)

        response = send(phone_of(sitting, first), hall, sitting, "totals", **told)

        assertRedirects(response, slip_path(sitting))
        page = phone_of(sitting, second).get(slip_path(sitting))
        assertContains(page, "+278")
        assertContains(page, "It is right")

    def test_a_form_that_one_goes_back_to_loses_nothing(self, club):
        """It carries its first request: to take the other totals for saved would lose them."""
        hall, sitting = kept(club, "totals")
        client = phone_of(sitting, hall.seated(sitting)[0])
        form = {"request_id": str(uuid4()), "seen": hall.mark(sitting)}
        one = cells(hall, sitting, "totals", 10, -10, 0, 0)
        send(client, hall, sitting, "totals", **form, **one)
        other = cells(hall, sitting, "totals", 20, -20, 0, 0)

        page = send(client, hall, sitting, "totals", **form, **other)

        assertContains(page, 'value="20"', status_code=409)
        send(client, hall, sitting, "totals", **other)
        assert sorted(SittingTotal.objects.values_list("total", flat=True)) == [-20, 0, 0, 20]

    def test_who_tells_them_is_asked_first(self, club):
        """Else what was typed would be refused, and lost."""
        _hall, sitting = kept(club, "totals")

        page = phone_of(sitting).get(slip_path(sitting))

        assertContains(page, "Who are you?")
        assert "form" not in page.context

    def test_a_sum_that_is_not_0_comes_back_as_typed(self, club):
        hall, sitting = kept(club, "totals")
        told = cells(hall, sitting, "totals", 278, 296, -58, -500)

        page = send(phone_of(sitting, hall.seated(sitting)[0]), hall, sitting, "totals", **told)

        assertContains(page, "The scores add up to 16, and must add up to 0.", status_code=422)
        assertContains(page, 'value="296"', status_code=422)
        assert not SittingTotal.objects.exists()

    def test_given_back_they_are_handed_in_by_their_form_alone(self, club):
        """A second button took the totals of before, and a field for a reason had no button."""
        hall, sitting = kept(club, "totals")
        arbiter = browser("Charlie", club)
        send(
            arbiter, hall, sitting, "totals", **cells(hall, sitting, "totals", 278, 296, -58, -516)
        )
        send(arbiter, hall, sitting, "give_back")

        page = arbiter.get(slip_path(sitting))

        assertContains(page, "Hand the slip in", count=1)
        assertNotContains(page, "Why?")
        response = send(
            arbiter, hall, sitting, "totals", **cells(hall, sitting, "totals", 0, 0, 9, -9)
        )
        assertRedirects(response, slip_path(sitting))
        assert sorted(SittingTotal.objects.values_list("total", flat=True)) == [-9, 0, 0, 9]

    def test_a_gap_and_a_word(self, club):
        hall, sitting = kept(club, "totals")
        told = cells(hall, sitting, "totals", 278, "", "x", -500)

        page = send(phone_of(sitting, hall.seated(sitting)[0]), hall, sitting, "totals", **told)

        assertContains(page, "Whole points", status_code=422)

    def test_two_phones_and_different_totals(self, club):
        hall, sitting = kept(club, "totals")
        first, second = hall.seated(sitting)[:2]
        seen = hall.mark(sitting)
        one = cells(hall, sitting, "totals", 10, -10, 0, 0)
        send(phone_of(sitting, first), hall, sitting, "totals", seen=seen, **one)
        other = cells(hall, sitting, "totals", 20, -20, 0, 0)

        page = send(phone_of(sitting, second), hall, sitting, "totals", seen=seen, **other)

        assertContains(page, "The slip has changed meanwhile", status_code=409)
        assert [told for _seat, told in page.context["beside"]] == [20, -20, 0, 0]
        assertContains(page, 'value="20"', status_code=409)  # nothing typed is lost


class TestScores:
    def test_deal_by_deal(self, club):
        hall, sitting = kept(club, "scores")
        client = phone_of(sitting, hall.seated(sitting)[0])

        for number in (1, 2):
            told = cells(hall, sitting, "scores", 180, -60, -60, -60)
            response = send(client, hall, sitting, "scores", number=str(number), **told)
            assertRedirects(response, f"{slip_path(sitting)}?saved={number}")

        assertContains(client.get(slip_path(sitting)), "Hand the slip in")

    def test_what_looks_wrong_is_asked(self, club):
        hall, sitting = kept(club, "scores")
        client = phone_of(sitting, hall.seated(sitting)[0])
        told = cells(hall, sitting, "scores", 60, 60, -60, -60)

        page = send(client, hall, sitting, "scores", number="1", **told)
        assertContains(page, "One deal does not bring scores like these", status_code=422)
        assertContains(page, 'name="insists"', status_code=422)
        send(client, hall, sitting, "scores", number="1", insists="on", **told)

        assert sitting.deals.count() == 1

    def test_two_phones_and_one_number(self, club):
        hall, sitting = kept(club, "scores")
        told = cells(hall, sitting, "scores", 180, -60, -60, -60)
        send(phone_of(sitting), hall, sitting, "scores", number="1", **told)
        other = cells(hall, sitting, "scores", 81, -27, -27, -27)

        page = send(phone_of(sitting), hall, sitting, "scores", number="1", **other)

        assertContains(page, "The slip has changed meanwhile", status_code=409)
        assertContains(page, 'value="81"', status_code=409)
        assert sitting.deals.count() == 1
