"""Setting a tournament up, one step after the other."""

from datetime import UTC, datetime

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Tournament
from tests.page_forms import errors, send
from tests.views.tournaments.pages import NEW, shown_data


class TestNew:
    def start(self, client):
        return shown_data(client.get(NEW))

    def typed(self, client, **told):
        data = {**self.start(client), "name": "Grand prix", "starts_at": "2026-11-21T14:00"}
        return {**data, **told}

    def test_all_steps_one_after_the_other(self, club, sign_in):
        client = sign_in()
        data = self.typed(client, place="Salle des fêtes", leftovers="fives")
        steps = [
            {},
            {"rounds_planned": "3", "round_minutes": "45", "seating": "standing_apart"},
            {"tie_1": "rounds_won", "tie_2": "lot", "leaver_policy": "unranked"},
            {"fee": "12,50", "capacity": "64", "confirmations": "0"},
        ]
        for step, told in enumerate(steps, 1):
            response = client.post(NEW, {**data, **told, "step": step, "go": "next"})
            assert response.status_code == 200
            assert response.context["form"].step == step + 1
            data = shown_data(response)

        assertContains(response, "ranked behind all who stayed", count=0)
        assertContains(response, "listed without a rank")
        assertContains(response, "all players of the table")
        assertContains(response, "12.50\N{NO-BREAK SPACE}€")
        response = client.post(NEW, {**data, "step": 5, "go": "create"})

        made = Tournament.objects.get()
        assertRedirects(response, f"/g/{made.uuid}/")
        assert (made.name, made.place, made.state) == ("Grand prix", "Salle des fêtes", "draft")
        assert made.starts_at == datetime(2026, 11, 21, 13, tzinfo=UTC)  # 14 h in Paris
        assert (made.fee, made.capacity, made.confirmations) == (1250, 64, 0)
        assert (made.round_minutes, made.pause_minutes) == (45, 10)
        assert (made.shows_page, made.shows_entries) == (True, False)
        kept = {
            "rounds_planned": 3,
            "deals_per_round": 4,
            "table_sizes": [4, 5],
            "leftovers": "fives",
            "seating": ["random_apart", "standing_apart", "standing_apart"],
            "tie_breaks": ["rounds_won", "lot"],
            "leaver_policy": "unranked",
            "bye_score": 0,
        }
        assert {name: made.settings[name] for name in kept} == kept

    def test_the_plan_says_how_many_tables_and_when_it_ends(self, sign_in):
        client = sign_in()
        told = {"step": 2, "go": "count", "players": "21", "rounds_planned": "3"}

        response = client.post(NEW, self.typed(client, **told))

        assertContains(response, "21 players: 3 tables of 4, 3 tables of 3.")
        assertContains(response, "14:00 – 15:00")
        assertContains(response, "16:20 – 17:20")
        assertContains(response, "Saturday 21 November 2026")
        assert response.context["form"].step == 2
        assert not Tournament.objects.exists()

    def test_more_rounds_than_can_be_drawn_are_told_at_their_field(self, sign_in):
        client = sign_in()
        told = {"step": 2, "go": "next", "rounds_planned": "61"}

        response = client.post(NEW, self.typed(client, **told))

        assert response.status_code == 422
        [error] = response.context["form"].errors["rounds_planned"]
        assert error == "From 1 to 60."

    def test_a_split_that_cannot_be_is_told(self, sign_in):
        client = sign_in()
        told = {"step": 2, "go": "count", "players": "11", "leftovers": "fives"}

        response = client.post(NEW, self.typed(client, **told))

        assertContains(response, "11 players cannot be split so.")

    def test_twelve_are_offered_threes(self, sign_in):
        client = sign_in()
        told = {"step": 2, "go": "count", "players": "12", "rounds_planned": "4"}

        response = client.post(NEW, self.typed(client, **told))

        assertContains(response, "With 4 tables of 3 nobody meets anybody twice")

    def test_a_wrong_step_keeps_what_was_typed(self, sign_in):
        client = sign_in()
        told = {"step": 2, "go": "next", "rounds_planned": "0", "place": "Mairie"}

        response = client.post(NEW, self.typed(client, **told))

        assert response.status_code == 422
        assert list(errors(response)) == ["rounds_planned"]
        assertContains(response, 'value="Mairie"', status_code=422)
        assertContains(response, 'name="rounds_planned"', status_code=422)

    def test_back_to_an_earlier_one_nothing_is_lost(self, sign_in):
        client = sign_in()
        told = {"step": 2, "go": "back", "rounds_planned": "x"}

        response = client.post(NEW, self.typed(client, **told))

        assert (response.status_code, response.context["form"].step) == (200, 1)
        assertContains(response, 'value="Grand prix"')
        assertContains(response, 'name="rounds_planned" value="x"')

    @pytest.mark.parametrize(("leftovers", "told"), [("threes", False), ("fives", True)])
    def test_how_five_play_is_reviewed_where_five_may_sit(self, sign_in, leftovers, told):
        client = sign_in()
        data = self.typed(client, step=4, go="next", leftovers=leftovers)

        response = client.post(NEW, data)

        assert ("Five at a table" in dict(response.context["review"])) is told

    def test_on_to_its_categories(self, sign_in):
        client = sign_in()
        response = client.post(NEW, self.typed(client, step=4, go="next"))

        response = send(client, response, "", press="go=categories")

        made = Tournament.objects.get()
        assertRedirects(response, f"/g/{made.uuid}/settings/categories/")

    def test_a_switch_that_was_taken_off_stays_off(self, sign_in):
        client = sign_in()
        data = self.typed(client)
        data.pop("shows_page")

        response = client.post(NEW, {**data, "step": 4, "go": "next"})
        client.post(NEW, {**shown_data(response), "step": 5, "go": "create"})

        assert Tournament.objects.get().shows_page is False

    def test_live_it_answers_with_the_plan_alone(self, sign_in):
        client = sign_in()
        data = self.typed(client, step=2, players="13")

        response = client.post(NEW, data, headers={"HX-Request": "true"})

        assertContains(response, "13 players: 1 table of 4, 3 tables of 3.")
        assertNotContains(response, "<form")
