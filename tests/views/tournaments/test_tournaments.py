"""The list of tournaments, and the steps of one."""

from datetime import timedelta
from uuid import uuid4

from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from tests.hall import Hall
from tests.page_forms import errors
from tests.views.tournaments.pages import NEW, at, page

LIST = "/c/trois-bouts/tournaments/"
HOME = "/c/trois-bouts/"


class TestList:
    def test_running_to_come_and_past(self, club, sign_in):
        for name, state in (
            ("Coupe", "open"),
            ("Trophée", "playing"),
            ("Challenge", "archived"),
            ("Secret", "draft"),
        ):
            Hall.gather(club, 3, name=name, state=state)

        response = sign_in("Bob").get(LIST)

        names = {
            kind: [event.name for event in response.context[kind]]
            for kind in ("running", "coming", "past")
        }
        assert names == {"running": ["Trophée"], "coming": ["Coupe"], "past": ["Challenge"]}
        assertContains(response, "3 entries", count=3)
        assertNotContains(response, NEW)

    def test_who_organises_sees_drafts_and_makes_one(self, club, sign_in):
        Hall.gather(club, 0, name="Secret", state="draft")

        response = sign_in("Charlie").get(LIST)

        assertContains(response, "Secret")
        assertContains(response, NEW)

    def test_empty_it_says_so(self, sign_in):
        assertContains(sign_in("Bob").get(LIST), "No tournament yet")

    def test_costs_the_same_with_three(self, club, sign_in, count_queries):
        Hall.gather(club, 3, state="open")
        Hall.gather(club, 3, state="final")
        client = sign_in("Bob")
        # session, account, roles, club, duties; running and to come; how many past, and those
        assert count_queries(client, LIST) == 8

        for state in ("open", "playing", "final", "final"):
            Hall.gather(club, 5, state=state)
        assert count_queries(client, LIST) == 8

    def test_the_home_of_the_club_names_the_next(self, club, sign_in):
        soon = timezone.now() + timedelta(days=5)
        for name, state, days in (
            ("Trophée", "open", 1),
            ("Coupe", "open", 0),
            ("Secret", "draft", 0),
        ):
            hall = Hall.gather(club, 0, name=name, state=state)
            at(hall, soon + timedelta(days=days))

        response = sign_in("Bob").get(HOME)

        assertContains(response, "Coupe")
        assertNotContains(response, "Trophée")
        assertNotContains(response, "Secret")


class TestSteps:
    def step(self, client, hall, step, **told):
        data = {"step": step, "request_id": str(uuid4()), **told}
        return client.post(page(hall, "step/"), data, follow=True)

    def test_from_the_draft_to_the_check_in_and_back(self, club, sign_in):
        hall, client = Hall.gather(club, 0, state="draft"), sign_in()
        walk = [
            ("open", "open"),
            ("check_in", "check_in"),
            ("open_again", "open"),
            ("draft", "draft"),
        ]
        for step, state in walk:
            assert self.step(client, hall, step).status_code == 200
            assert hall.reread().state == state

    def test_one_that_cannot_be_taken_says_why(self, club, sign_in):
        hall = Hall.gather(club, 1, state="open")

        response = self.step(sign_in(), hall, "draft")

        assertContains(response, "People have entered")
        assert hall.reread().state == "open"

    def test_an_unknown_one_is_not_there(self, club, sign_in):
        assert self.step(sign_in(), Hall.gather(club, 1), "jump").status_code == 404

    def test_cancelled_with_a_reason_and_back(self, club, sign_in):
        hall, client = Hall.gather(club, 8), sign_in()

        assert client.post(page(hall, "settings/cancel/"), {"reason": ""}).status_code == 422
        client.post(page(hall, "settings/cancel/"), {"reason": "Neige"})
        assert hall.reread().state == "cancelled"

        self.step(client, hall, "uncancel")
        assert hall.reread().state == "check_in"

    def test_ended_early_and_played_on(self, club, sign_in):
        hall, client = Hall.gather(club, 9), sign_in()
        path = page(hall, "stop/")

        response = client.post(path, {"number": "3", "reason": "Tard"})
        assert errors(response) == {"number": ["The last round can be one from 4 to 60."]}
        response = client.post(path, {"number": "2", "reason": ""})
        assert list(errors(response)) == ["reason"]
        client.post(path, {"number": "2", "reason": "Tard"})
        assert hall.reread().settings["rounds_planned"] == 2
        client.post(path, {"number": "4", "reason": "Pas si tard"})
        assert hall.reread().settings["rounds_planned"] == 4
