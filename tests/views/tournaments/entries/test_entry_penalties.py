"""Pages of the penalties of a tournament."""

from uuid import UUID

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Penalty
from tests.hall import Hall
from tests.page_forms import errors, page_form

REQUEST = UUID("5b0c6f9e-1c8f-4a55-9a1e-0d3b1f1a2c01")


def page(hall, rest=""):
    return f"/g/{hall.tournament.uuid}/penalties/{rest}"


def typed(**told):
    sound = {"entry": "3", "points": "30", "direction": "takes", "after_round": "1", "code": "late"}
    return {**sound, "reason": "Retard", "request_id": str(REQUEST), **told}


class TestEntryPenaltyNew:
    def test_it_is_given(self, hall, sign_in):
        client = sign_in()

        for _ in range(2):
            assertRedirects(client.post(page(hall, "new/"), typed()), page(hall))

        rows = Penalty.objects.values_list("entry__number", "points", "after_round", "code")
        assert list(rows) == [(3, -30, 1, "late")]
        assertContains(client.get(page(hall)), "3 · P03")

    def test_what_is_asked_for_is_filled_in(self, hall, sign_in):
        response = sign_in().get(page(hall, "new/"), {"entry": "5", "round": "2"})

        assertContains(response, '<option value="5" selected>P05 · 5</option>', html=True)
        assertContains(response, '<option value="2" selected>Round 2</option>', html=True)

    @pytest.mark.parametrize(
        ("told", "text"),
        [
            ({"points": "−30"}, "From 1 on, without a sign"),
            ({"points": "1.5"}, "Enter a whole number."),
            ({"reason": ""}, "A penalty needs a reason."),
            ({"entry": "99"}, "Select a valid choice."),
            ({"after_round": "4"}, "Select a valid choice."),
        ],
    )
    def test_refused_with_what_was_typed(self, hall, sign_in, told, text):
        response = sign_in().post(page(hall, "new/"), typed(**told))

        assertContains(response, text, status_code=422)
        assertContains(response, f'value="{REQUEST}"', status_code=422)
        assert not Penalty.objects.exists()

    def test_all_that_is_missing_is_said_at_once_in_the_order_of_the_page(self, hall, sign_in):
        client = sign_in()

        response = page_form(client.get(page(hall, "new/")), has="points").send(client)

        assert list(response.context["form"].errors) == ["entry", "points", "reason"]

    def test_a_number_takes_points_unless_somebody_chooses_that_it_gives_them(self, hall, sign_in):
        client = sign_in()
        shown = client.get(page(hall, "new/"))
        for direction in ({}, {"direction": "gives"}):
            form = page_form(shown, has="points")
            form.fill(entry="3", points="20", reason="Retard", **direction).send(client)
            shown = client.get(page(hall, "new/"))

        assert sorted(row.points for row in Penalty.objects.all()) == [-20, 20]

    def test_the_same_from_a_page_fetched_anew_is_asked_about(self, hall, sign_in):
        client = sign_in()
        for _ in range(2):
            form = page_form(client.get(page(hall, "new/")), has="points")
            response = form.fill(entry="3", points="20", reason="Retard").send(client)

        assert list(errors(response)) == ["again"]
        assert Penalty.objects.count() == 1
        page_form(response, has="again").fill(again="on").send(client)
        assert Penalty.objects.count() == 2


class TestEntryPenaltyCancel:
    def given(self, client, hall):
        client.post(page(hall, "new/"), typed())
        return Penalty.objects.get()

    def test_both_reasons_stay(self, hall, sign_in):
        client = sign_in()
        penalty = self.given(client, hall)

        response = client.post(page(hall, f"{penalty.uuid}/cancel/"), {"reason": "Train"})

        assertRedirects(response, page(hall))
        shown = client.get(page(hall))
        assertContains(shown, "Retard")
        assertContains(shown, "cancelled: Train")

    def test_not_without_a_reason(self, hall, sign_in):
        client = sign_in()
        penalty = self.given(client, hall)

        response = client.post(page(hall, f"{penalty.uuid}/cancel/"), {"reason": " "})

        assertContains(response, "A penalty needs a reason.", status_code=422)
        assert Penalty.objects.get().cancelled_at is None

    def test_that_of_another_tournament(self, hall, sign_in, club):
        client = sign_in()
        penalty = self.given(client, hall)
        other = Hall.gather(club, 4, name="Autre")

        assert client.get(page(other, f"{penalty.uuid}/cancel/")).status_code == 404


class TestEntryPenaltyList:
    @pytest.mark.parametrize("count", [1, 3])
    def test_queries(self, hall, sign_in, count, count_queries):
        client = sign_in()
        for number in range(1, count + 1):
            entry = hall.entry(number)
            told = {"points": -5, "reason": "x", "after_round": 1, "code": "other"}
            Penalty.objects.create(entry=entry, player=entry.player, **told)

        assert count_queries(client, page(hall)) == 7

    def test_who_gave_it(self, hall, sign_in):
        client = sign_in()
        client.post(page(hall, "new/"), typed())

        assertContains(client.get(page(hall)), "Charlie")

    def test_the_desk_only_sees(self, hall, sign_in, club):
        hall.tournament.roles.create(user=club.user("Bob"), role="desk")
        sign_in().post(page(hall, "new/"), typed())

        response = sign_in("Bob").get(page(hall))

        assertContains(response, "Retard")
        assertNotContains(response, "Cancel it")
        assertNotContains(response, "Give a penalty")
