"""Settings of a tournament, its duties and its categories."""

import re
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertRedirects

from clubs.models import (
    RoleOffer,
    Tournament,
    TournamentRole,
)
from clubs.queries.tournaments.setup import tournament_mark
from tests.hall import Hall
from tests.page_forms import errors, page_form
from tests.views.tournaments.pages import page, shown_data


def open_folds(response) -> list[str]:
    """The ids of what the open folds of a page hold."""
    folds = r"<details class=\"rules-group[^>]*\bopen>.*?<div [^>]*id=\"([^\"]+)"
    return re.findall(folds, response.content.decode(), re.DOTALL)


class TestSettings:
    def test_everything_comes_back_as_it_is(self, club, sign_in):
        hall = Hall.gather(
            club,
            8,
            state="open",
            fee=1050,
            seating=["random_apart", "snake", "standing"],
            tie_breaks=["lot", "direct"],
            bye_score="average",
            table_numbers=[1, 2, 3, 5],
            apart=[[3, 8]],
            registration_closes_at=datetime(2026, 11, 20, 18, tzinfo=UTC),
        )
        before = Tournament.objects.values().get()
        client = sign_in()

        data = shown_data(client.get(page(hall, "settings/")))
        response = client.post(page(hall, "settings/"), data)

        assertRedirects(response, page(hall, "settings/"))
        after = Tournament.objects.values().get()
        assert {**after, "revision": 0} == {**before, "revision": 0}
        assert (data["fee"], data["table_numbers"], data["apart"]) == ("10.50", "1-3, 5", "3-8")

    def test_what_is_typed_is_saved(self, club, sign_in):
        hall = Hall.gather(club, 8, state="open")
        client = sign_in()
        data = shown_data(client.get(page(hall, "settings/")))
        data |= {"rules": "family", "table_numbers": "1-12, 14", "apart": "8-3", "fee": "8"}

        client.post(page(hall, "settings/"), data)

        assert hall.reread().rules_name == "family"
        assert hall.tournament.table_numbers == [*range(1, 13), 14]
        assert (hall.tournament.apart, hall.tournament.fee) == ([[3, 8]], 800)

    def test_a_wrong_value_stays_in_its_field(self, club, sign_in):
        hall = Hall.gather(club, 8, state="open")
        client = sign_in()
        data = shown_data(client.get(page(hall, "settings/")))

        for field, value in [
            ("fee", "dix"),
            ("fee", "1.234"),
            ("table_numbers", "12-3"),
            ("apart", "3-3"),
            ("apart", "3"),
            ("seed", "-1"),
            ("deals_per_round", ""),
            ("starts_at", "demain"),
            ("name", " "),
        ]:
            response = client.post(page(hall, "settings/"), {**data, field: value})

            assert response.status_code == 422
            assert list(errors(response)) == [field]
            assert response.context["form"][field].value() == value

    def test_a_tie_break_once(self, club, sign_in):
        hall = Hall.gather(club, 8, state="open")
        client = sign_in()
        data = shown_data(client.get(page(hall, "settings/")))

        response = client.post(page(hall, "settings/"), {**data, "tie_1": "lot", "tie_2": "lot"})

        assert errors(response) == {"tie_2": ["It stands there twice."]}

    def test_overtaken_it_keeps_what_was_typed(self, club, sign_in):
        hall = Hall.gather(club, 8, state="open")
        client = sign_in()
        data = shown_data(client.get(page(hall, "settings/")))
        Tournament.objects.update(place="Mairie")

        response = client.post(page(hall, "settings/"), {**data, "name": "Coupe"})

        assert response.status_code == 409
        form = response.context["form"]
        assert form["name"].value() == "Coupe"
        assert form["seen"].value() == tournament_mark(hall.reread())
        again = {**data, "name": "Coupe", "seen": form["seen"].value(), "request_id": str(uuid4())}
        assert client.post(page(hall, "settings/"), again).status_code == 302

    def test_once_a_round_is_drawn_rules_and_rounds_are_locked(self, club, sign_in):
        hall = Hall.gather(club, 9)
        hall.draw()
        client = sign_in()
        response = client.get(page(hall, "settings/"))
        locked = [name for name, field in response.context["form"].fields.items() if field.disabled]
        assert locked == [
            "rules",
            "leftovers",
            "five_player_form",
            "rounds_planned",
            "deals_per_round",
            "seating",
            "last_round",
            "separation",
            "seed",
        ]

        data = shown_data(response) | {"rounds_planned": "9"}
        client.post(page(hall, "settings/"), {**data, "round_minutes": "30"})

        assert hall.reread().settings["rounds_planned"] == 3
        assert hall.tournament.round_minutes == 30

    def test_rules_and_methods_of_no_choice_stay(self, club, sign_in):
        hall = Hall.gather(club, 9, seating=["random", "snake", "rotation"])
        rules = {**hall.tournament.rules, "base_value": 30, "title": "Du village"}
        Tournament.objects.update(rules=rules)
        client = sign_in()

        response = client.get(page(hall, "settings/"))
        assertContains(response, "As they are: Du village")
        data = shown_data(response) | {"place": "Mairie"}
        client.post(page(hall, "settings/"), data)

        assert hall.reread().place == "Mairie"
        assert hall.tournament.rules["base_value"] == 30
        assert hall.tournament.settings["seating"] == ["random", "snake", "rotation"]

    def test_each_fold_tells_what_it_holds_and_errors_open_theirs(self, club, sign_in):
        hall = Hall.gather(club, 8, state="open", fee=1050, place="Mairie", rounds_planned=3)
        client = sign_in()
        shown = client.get(page(hall, "settings/"))
        told = re.findall(r"data-stored>(.*?)</span>", shown.content.decode())
        assert told[1:] == [
            "3 rounds of 2 deals · 60 min a round",
            "Tables of 4 and 3 · deal by deal · FFT official rules",
            "Rotation",
            "Ranked by total score. Equal totals share the rank.",
            "Any number of players · 10.50\xa0€",
            "Nothing",
        ]
        assert told[0].endswith(" · Mairie")
        assert open_folds(shown) == []

        form = page_form(shown, has="fee").fill(fee="dix", table_numbers="12-3")
        response = form.send(client)

        assert response.status_code == 422
        assert open_folds(response) == ["seating-h", "entering-h"]

    def test_costs_the_same_however_many_entered(self, club, sign_in, count_queries):
        few, many = Hall.gather(club, 3), Hall.gather(club, 12, name="Coupe")
        client = sign_in()

        assert count_queries(client, page(few, "settings/")) == 12
        assert count_queries(client, page(many, "settings/")) == 12


class TestDuties:
    def post(self, client, hall, **told):
        return client.post(page(hall, "settings/duties/"), {"duty": "desk", **told})

    def test_an_account_of_the_club(self, club, sign_in):
        hall = Hall.gather(club, 0)

        response = self.post(sign_in(), hall, user=str(club.user("Bob").uuid), duty="arbiter")

        assertRedirects(response, page(hall, "settings/"))
        assert list(TournamentRole.objects.values_list("user__email", "role")) == [
            ("bob@example.org", "arbiter")
        ]

    def test_an_address_is_offered_it_and_whoever_accepts_has_it(self, club, sign_in):
        hall = Hall.gather(club, 0)
        client = sign_in()

        self.post(client, hall, email="eve@example.org")
        assertContains(client.get(page(hall, "settings/")), "eve@example.org")
        assert not TournamentRole.objects.exists()
        link = RoleOffer.objects.get().link
        client.force_login(club.user("Eve"))
        client.get(f"/s/{link.token}/")
        response = client.post(f"/invitation/{link.uuid}/")
        assertRedirects(response, page(hall, ""))
        assert TournamentRole.objects.get().user == club.user("Eve")

        client = sign_in()
        self.post(client, hall, remove=str(club.user("Eve").uuid))
        assert not TournamentRole.objects.exists()

    @pytest.mark.parametrize(
        ("told", "said"),
        [
            ({}, "Choose an account, or type one address."),
            ({"email": "nobody"}, "Enter a valid email address."),
        ],
    )
    def test_otherwise_it_says_why(self, club, sign_in, told, said):
        response = self.post(sign_in(), Hall.gather(club, 0), **told)

        assertContains(response, said, status_code=422)
        assert not TournamentRole.objects.exists()

    def test_somebody_of_another_club_is_not_on_the_list(self, club, sign_in):
        response = self.post(sign_in(), Hall.gather(club, 0), user=str(club.user("Eve").uuid))

        assert response.status_code == 422


class TestCategories:
    def test_made_renamed_and_taken_out(self, club, sign_in):
        hall = Hall.gather(club, 0)
        client, path = sign_in(), page(hall, "settings/categories/")

        client.post(path, {"c0-name": "Dames", "c1-name": "Seniors", "c1-born_to": "1960"})
        seen = client.get(path).context["form"]["seen"].value()
        data = {"c0-code": "dames", "c0-name": "Féminines", "c1-code": "seniors", "c1-name": ""}
        client.post(path, {**data, "seen": seen})

        assert list(hall.tournament.categories.values_list("code", "name")) == [
            ("dames", "Féminines")
        ]

    def test_an_error_stands_at_its_row(self, club, sign_in):
        hall = Hall.gather(club, 0)
        data = {"c0-name": "Dames", "c2-name": "dames", "c1-born_from": "x"}

        response = sign_in().post(page(hall, "settings/categories/"), data)
        assert response.status_code == 422
        assert response.context["form"].rows[1].errors["born_from"]
        data.pop("c1-born_from")

        response = sign_in().post(page(hall, "settings/categories/"), data)
        assert response.status_code == 422
        assert response.context["form"].rows[2].errors["name"] == [
            "There is a category of this name already."
        ]
        assertContains(response, 'value="dames"', status_code=422)
