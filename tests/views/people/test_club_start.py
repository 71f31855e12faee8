"""The three steps of a new club."""

from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertRedirects

from clubs.models import Club, Player, User
from tests.cast import PASSWORD
from tests.page_forms import errors, page_form


class TestClubStart:
    PATH = "/start/"

    @pytest.fixture(autouse=True)
    def _open(self, settings):
        settings.REGISTRATION = "open"

    def typed(self, **told):
        return {
            "step": "1",
            "go": "next",
            "name": "Tarot du Lac",
            "rules": "fft",
            "owner_name": "",
            "members": "",
            "request_id": str(uuid4()),
            **told,
        }

    def test_three_steps(self, sign_in):
        client = sign_in("Bob")
        response = client.get(self.PATH)
        assert response.context["form"].step == 1
        data = self.typed(request_id=response.context["form"]["request_id"].value())

        response = client.post(self.PATH, data)
        assert (response.status_code, response.context["form"].step) == (200, 2)
        assertContains(response, 'name="name" value="Tarot du Lac"')
        assertContains(response, '<details class="set-fold" >')

        response = client.post(self.PATH, {**data, "step": "2", "rules": "family"})
        assert (response.status_code, response.context["form"].step) == (200, 3)
        assertContains(response, 'name="rules" value="family"')

        response = client.post(
            self.PATH,
            {
                **data,
                "step": "3",
                "go": "create",
                "rules": "family",
                "owner_name": "Bob",
                "members": "Zoé\nLuc",
            },
        )

        assertRedirects(response, "/c/tarot-du-lac/")  # which has the first steps, and a table
        club = Club.objects.get(slug="tarot-du-lac")
        assert club.rules == "family"
        made = club.players.order_by("pk")
        assert list(made.values_list("name", flat=True)) == ["Bob", "Zoé", "Luc"]

    def test_names_as_lists_have_them_are_kept_as_people_say_them(self, sign_in):
        client = sign_in("Bob")
        step_2 = page_form(client.get(self.PATH), press="next").fill(name="Tarot du Lac")
        step_3 = page_form(step_2.send(client, "next"), press="next")
        form = page_form(step_3.send(client, "next"), has="members")
        pasted = "BERNARD Paul\nLe Goff, Yann\nZoë GÉRARD\nGarcia Lopez Ana\nPaul Bernard"
        shown = form.fill(members=pasted, owner_name="Bob Petit").send(client, "create")

        # Nothing is made before the guesses were seen; who stands there twice is named.
        assertContains(shown, "Written more than once, taken once: Paul Bernard.")
        assertContains(shown, '<th scope="row">Ana</th><td>Garcia Lopez</td>', html=True)
        assert not Club.objects.filter(slug="tarot-du-lac").exists()
        assertContains(shown, "Garcia Lopez Ana: the other way round")
        told = page_form(shown, press="create").data()
        del told["go"]
        turned = client.post(self.PATH, {**told, "turn": "4"})  # the button of that line
        assertContains(turned, '<th scope="row">Garcia Lopez</th><td>Ana</td>', html=True)
        page_form(turned, press="create").send(client, "create")

        made = Club.objects.get(slug="tarot-du-lac").players
        assert set(made.values_list("name", "family_name")) == {
            ("Bob Petit", "Petit"),
            ("Paul Bernard", "Bernard"),
            ("Yann Le Goff", "Le Goff"),
            ("Zoë Gérard", "Gérard"),
            ("Ana Garcia Lopez", "Garcia Lopez"),
        }
        assert made.get(user__isnull=False).name == "Bob Petit"

    @pytest.mark.parametrize("step", ["1", "2", "3"])
    def test_only_the_name_is_needed(self, sign_in, step):
        response = sign_in("Bob").post(self.PATH, self.typed(step=step, go="create"))

        assertRedirects(response, "/c/tarot-du-lac/")
        assert not Player.objects.filter(club__slug="tarot-du-lac").exists()

    def test_back_keeps_what_was_typed(self, sign_in):
        data = self.typed(step="3", go="back", members="Zoé\nLuc", owner_name="x" * 81)
        response = sign_in("Bob").post(self.PATH, {**data, "rules": "family"})

        form = response.context["form"]
        assert (response.status_code, form.step, form.errors) == (200, 2, {})
        assertContains(response, '<details class="set-fold" open>')
        assert form["members"].value() == "Zoé\nLuc"
        assert str(form["request_id"].value()) == data["request_id"]

    @pytest.mark.parametrize(
        ("told", "step", "bad"),
        [
            ({"name": ""}, 1, ["name"]),
            ({"step": "3", "go": "create", "name": " "}, 1, ["name"]),
            ({"step": "2", "rules": "unknown"}, 2, ["rules"]),
            ({"step": "1", "go": "create", "members": "x" * 81}, 3, ["members"]),
        ],
    )
    def test_what_is_to_mend_and_nothing_written(self, sign_in, told, step, bad):
        before = Club.objects.count()

        response = sign_in("Bob").post(self.PATH, self.typed(**told))

        assert (response.status_code, response.context["form"].step) == (422, step)
        assert list(errors(response)) == bad
        assert Club.objects.count() == before

    @pytest.mark.parametrize("step", ["0", "5", "x", ""])
    def test_a_step_that_there_is_not(self, sign_in, step):
        response = sign_in("Bob").post(self.PATH, self.typed(step=step))

        assert response.context["form"].step == 2

    def test_with_a_file_of_members(self, sign_in):
        client = sign_in("Bob")
        step_3 = client.post(self.PATH, self.typed(step="2"))

        response = page_form(step_3, press="import").send(client, "import")

        assertRedirects(response, "/c/tarot-du-lac/io/import/")

    def test_the_same_id_for_another_person(self, sign_in):
        data = self.typed(go="create")
        sign_in("Bob").post(self.PATH, data)

        assert sign_in("Dora").post(self.PATH, data).status_code == 409

    @pytest.mark.parametrize("registration", ["invite", "closed"])
    @pytest.mark.parametrize("method", ["get", "post"])
    def test_where_clubs_are_made_by_the_administrator(
        self, sign_in, settings, registration, method
    ):
        settings.REGISTRATION = registration
        client = sign_in("Olivia")

        response = getattr(client, method)(self.PATH, self.typed(go="create"))

        assertContains(response, "Clubs are made by the administrator here", status_code=403)
        assert not Club.objects.filter(name="Tarot du Lac").exists()

    def test_the_administrator_makes_one(self, client, db, settings):
        settings.REGISTRATION = "invite"
        client.force_login(User.objects.create_superuser("root@example.org", PASSWORD))

        response = client.post(self.PATH, self.typed(go="create"))

        assertRedirects(response, "/c/tarot-du-lac/")
