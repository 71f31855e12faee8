"""The list of tournaments, setting one up, its first page, its settings, duties and steps."""

import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import (
    RoleOffer,
    RoundPaper,
    SlipState,
    Tournament,
    TournamentDuty,
    TournamentRole,
)
from clubs.queries.tournaments.setup import tournament_mark
from clubs.services.tournaments import transitions
from clubs.services.tournaments.entries.entries import take_fee
from tests.hall import Hall
from tests.page_forms import errors, follow, page_form, send
from tests.query_counts import count_queries

LIST = "/c/trois-bouts/tournaments/"
NEW = "/c/trois-bouts/tournaments/new/"
HOME = "/c/trois-bouts/"


@pytest.fixture
def visitor(client):
    client.cookies["django_language"] = "en"
    return client


def page(hall: Hall, rest: str = "") -> str:
    return f"/g/{hall.tournament.uuid}/{rest}"


def at(hall: Hall, moment: datetime) -> None:
    Tournament.objects.filter(pk=hall.tournament.pk).update(starts_at=moment)


def open_folds(response) -> list[str]:
    """The ids of what the open folds of a page hold."""
    folds = r"<details class=\"rules-group[^>]*\bopen>.*?<div [^>]*id=\"([^\"]+)"
    return re.findall(folds, response.content.decode(), re.DOTALL)


def shown_data(response) -> dict[str, str]:
    """What a browser would send of the form as it is shown."""
    form, data = response.context["form"], {}
    for field in form:
        value = field.value()
        if isinstance(value, bool):
            data |= {field.html_name: "on"} if value else {}
        elif isinstance(value, datetime):
            data[field.html_name] = value.strftime("%Y-%m-%dT%H:%M")
        elif value is not None:
            data[field.html_name] = str(value)
    return data


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

    def test_costs_the_same_with_three(self, club, sign_in):
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
        assert error == "Ensure this value is less than or equal to 60."

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

    def test_sent_twice_it_is_made_once(self, sign_in):
        client = sign_in()
        data = self.typed(client, step=5, go="create", request_id=str(uuid4()))

        client.post(NEW, data)
        client.post(NEW, data)

        assert Tournament.objects.count() == 1

    def test_live_it_answers_with_the_plan_alone(self, sign_in):
        client = sign_in()
        data = self.typed(client, step=2, players="13")

        response = client.post(NEW, data, headers={"HX-Request": "true"})

        assertContains(response, "13 players: 1 table of 4, 3 tables of 3.")
        assertNotContains(response, "<form")


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

        response = client.get(page(hall, "settings/"))
        data = shown_data(response)
        form = response.context["form"]
        for name in ("fee", "table_numbers", "apart"):
            data[name] = form.fields[name].prepare_value(form.initial[name])
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

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("fee", "dix"),
            ("fee", "1.234"),
            ("table_numbers", "12-3"),
            ("apart", "3-3"),
            ("apart", "3"),
            ("seed", "-1"),
            ("deals_per_round", ""),
            ("starts_at", "demain"),
            ("name", " "),
        ],
    )
    def test_a_wrong_value_stays_in_its_field(self, club, sign_in, field, value):
        hall = Hall.gather(club, 8, state="open")
        client = sign_in()
        data = shown_data(client.get(page(hall, "settings/"))) | {"table_numbers": "", "apart": ""}

        response = client.post(page(hall, "settings/"), {**data, field: value})

        assert response.status_code == 422
        assert list(errors(response)) == [field]
        assert response.context["form"][field].value() == value

    def test_a_tie_break_once(self, club, sign_in):
        hall = Hall.gather(club, 8, state="open")
        client = sign_in()
        data = shown_data(client.get(page(hall, "settings/"))) | {"table_numbers": "", "apart": ""}

        response = client.post(page(hall, "settings/"), {**data, "tie_1": "lot", "tie_2": "lot"})

        assert errors(response) == {"tie_2": ["It stands there twice."]}

    def test_overtaken_it_keeps_what_was_typed(self, club, sign_in):
        hall = Hall.gather(club, 8, state="open")
        client = sign_in()
        data = shown_data(client.get(page(hall, "settings/"))) | {"table_numbers": "", "apart": ""}
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

        data = shown_data(response) | {"table_numbers": "", "apart": "", "rounds_planned": "9"}
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
        data = shown_data(response) | {"table_numbers": "", "apart": "", "place": "Mairie"}
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

    def test_costs_the_same_however_many_entered(self, club, sign_in):
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


class TestAddressToGive:
    """From the opening of the registration on, the desk finds the short address where it works."""

    def test_what_the_page_shows_leads_visitors_to_it(self, club, sign_in, visitor):
        hall = Hall.gather(club, 0, state="open", shows_page=True)
        shown = sign_in().get(page(hall)).content.decode()

        [address] = re.findall(r'id="public-address"\s+value="([^"]+)"', shown)
        visitor.logout()

        assert address == f"http://testserver/j/{hall.tournament.code}/"
        assertRedirects(visitor.get(address), page(hall))
        assert page(hall, "paper/poster.pdf") in shown

    def test_without_a_public_page_it_says_how_to_get_one(self, club, sign_in):
        response = sign_in().get(page(Hall.gather(club, 0, state="open")))

        assertContains(response, "The public page is switched off")
        assertNotContains(response, "public-address")

    @pytest.mark.parametrize("told", [{"state": "draft"}, {"is_practice": True}])
    def test_nothing_to_give_of_what_nobody_sees(self, club, sign_in, told):
        hall = Hall.gather(club, 0, **{"state": "open", "shows_page": True} | told)

        assertNotContains(sign_in().get(page(hall)), "Address to give")

    def test_not_for_players(self, club, sign_in):
        hall = Hall.gather(club, 0, state="open", shows_page=True)

        assertNotContains(sign_in("Bob").get(page(hall)), "Address to give")

    def test_the_settings_name_it(self, club, sign_in):
        hall = Hall.gather(club, 0, state="open")

        response = sign_in().get(page(hall, "settings/"))

        assertContains(response, f"testserver/j/{hall.tournament.code}<")


class TestToday:
    """The first page tells each kind of person what is next for them."""

    def next(self, client, hall):
        told = client.get(page(hall)).context["next"]
        return told.words, told.main.page or told.main.step, told.main.round

    def test_step_by_step_for_who_organises(self, club, sign_in):
        hall, client = Hall.gather(club, 9, state="draft"), sign_in()
        assert self.next(client, hall)[1:] == ("open", None)

        hall.tournament.state = "check_in"
        hall.tournament.save()
        assert self.next(client, hall) == ("9 of 9 are here.", "round_seating", 1)
        hall.enter("Zoé", checked_in=False)
        assert self.next(client, hall)[1] == "check_in"
        hall.draw()
        assert self.next(client, hall)[1:] == ("round_seating", 1)

        hall.publish()
        words = "Round 1 is played: 0 of 3 slips are confirmed."
        assert self.next(client, hall) == (words, "round_board", 1)
        hall.play()
        assert self.next(client, hall)[1:] == ("round_board", 1)
        hall.validate()
        words = "Round 1 is over. The next one is drawn."
        assert self.next(client, hall) == (words, "round_seating", 2)

        for number in (2, 3):
            hall.publish(number)
            hall.play(number)
            hall.validate(number)
        assert self.next(client, hall)[1] == "tournament_standings"

    def test_it_asks_whether_that_is_still_so(self, club, sign_in, django_assert_num_queries):
        hall, client = Hall.gather(club, 9, state="open"), sign_in()
        poll = client.get(page(hall)).context["poll_url"]
        with django_assert_num_queries(1):
            assert client.get(poll).status_code == 204

        transitions.start_check_in(club.actor("Olivia"), hall.tournament, request_id=uuid4())

        response = client.get(poll)
        assertContains(response, "9 of 9 are here.")
        assertNotContains(response, "<html")
        assert client.get(response.context["poll_url"]).status_code == 204

    def test_the_emergency_set_is_offered_with_each_round(self, club, sign_in):
        """As long as nothing of it is played. It is noted for which seating it is printed, so that
        the page of the papers says when that has changed."""
        hall, client = Hall.gather(club, 9), sign_in()
        hall.publish()
        offered = page(hall, "paper/print-1/emergency/")

        shown = client.get(page(hall))
        assert send(client, shown, offered).url == page(hall, "paper/emergency.pdf")
        assert list(hall.round(1).printed) == [RoundPaper.EMERGENCY]
        hall.deal(hall.tables()[0])
        assertNotContains(client.get(page(hall)), offered)

    def test_a_table_in_disagreement_is_told(self, club, sign_in):
        hall = Hall.gather(club, 9)
        hall.publish()
        slip = hall.tables()[0].slip
        slip.state, slip.dispute = SlipState.DISPUTED, "Donne 2"
        slip.save()

        assert "1 table is in disagreement." in self.next(sign_in(), hall)[0]

    @pytest.mark.parametrize(
        ("state", "main"),
        [
            ("final", "prize_list"),
            ("archived", "tournament_standings"),
            ("cancelled", "uncancel"),
        ],
    )
    def test_once_it_is_over(self, club, sign_in, state, main):
        assert self.next(sign_in(), Hall.gather(club, 8, state=state))[1] == main

    def test_registration_long_before_the_day(self, club, sign_in):
        far = timezone.now() + timedelta(days=20)
        hall = Hall.gather(club, 2, state="open", capacity=64)
        at(hall, far)

        words, main, _round = self.next(sign_in(), hall)

        assert words == "2 entries for 64 places. The check-in begins on the day."
        assert main == "entry_list"

    def test_without_rounds_the_settings_come_first(self, club, sign_in):
        hall = Hall.gather(club, 0, state="draft", deals_per_round=None)

        assert self.next(sign_in(), hall)[1] == "tournament_settings"

    def test_a_visitor_reads_the_programme_and_nothing_private(self, club, visitor):
        hall = Hall.gather(
            club, 0, state="open", shows_page=True, shows_entries=True, place="Mairie", fee=1000
        )
        private = {"email": "zoe@example.org", "licence": "L-123", "birth_year": 1961}
        hall.enter("Zoé Petit", club_name="Dole", note="Mange végétarien", **private)

        response = visitor.get(page(hall))

        assertContains(response, "Mairie")
        assertContains(response, "14:00 – 15:00")
        assertContains(response, "3 rounds of 2 deals")
        assertContains(response, "€")
        assertContains(response, "PETIT Zoé")
        for hidden in ("zoe@example.org", "L-123", "1961", "végétarien", "What is next", "step/"):
            assertNotContains(response, hidden)

    def test_who_entered_is_shown_only_if_the_club_says_so(self, club, visitor):
        hall = Hall.gather(club, 0, state="open", shows_page=True)
        hall.enter("Zoé Petit")

        assertNotContains(visitor.get(page(hall)), "Zoé Petit")

    def test_one_that_is_not_public_asks_to_sign_in(self, club, visitor, sign_in):
        hall = Hall.gather(club, 0, state="open")

        assertRedirects(
            visitor.get(page(hall)),
            f"/login/?next={page(hall)}",
            fetch_redirect_response=False,
        )
        assert sign_in("Eve").get(page(hall)).status_code == 404

    def test_my_table_by_name(self, club, visitor):
        hall = Hall.gather(club, 9, shows_page=True, shows_seating=True)
        hall.publish()
        first = hall.tables()[0]
        number = hall.seated(first)[0]

        response = visitor.get(page(hall), {"q": f"p{number:02}"})

        assert [(one.number, one.table) for one in response.context["places"]] == [
            (number, first.table_number)
        ]
        assertContains(visitor.get(page(hall), {"q": "Nobody"}), "Ask the desk.")
        assert visitor.get(page(hall)).context["places"] == []

    def test_the_desk_is_not_asked_for_a_table_of_its_own(self, club, sign_in):
        """The arbiter does not play: the room in figures and what it is told stand there."""
        hall = Hall.gather(club, 8, shows_page=True, shows_seating=True, fee=1000)
        hall.enter("Late", checked_in=False)
        hall.publish()
        take_fee(club.actor("Charlie"), hall.entry(1), request_id=uuid4())
        client = sign_in("Charlie")
        told = page_form(client.get(page(hall, "announcements/")), has="text")
        told.fill(text="The bar is open").send(client)

        response = client.get(page(hall))

        assertNotContains(response, "My table")
        assertContains(response, "The bar is open")
        figures = re.findall(r'<b class="num">(\d+)</b>\s*(\w+)', response.content.decode())
        assert figures == [("9", "entered"), ("8", "here"), ("1", "absent"), ("8", "unpaid")]
        hall.tournament.entries.filter(number=2).update(withdrawn_after=1)
        figures = re.findall(
            r'<b class="num">(\d+)</b>\s*(\w+)', client.get(page(hall)).content.decode()
        )
        assert figures[:2] == [("9", "entered"), ("1", "left")]
        assert figures[-1] == ("8", "unpaid")  # the debt stays
        absent = follow(client, response, page(hall, "check-in/?show=absent"))
        assert [row["line"].entry.name for row in absent.context["rows"]] == ["Late"]
        unpaid = follow(client, response, page(hall, "entries/?show=unpaid"))
        assert len(unpaid.context["table"].rows) == 8

    def test_who_sits_out_is_told_so(self, club, visitor):
        hall = Hall.gather(club, 9, shows_page=True, shows_seating=True, leftovers="bye")
        hall.publish()
        out = hall.round(1).byes.get().entry

        response = visitor.get(page(hall), {"q": out.name})

        assertContains(response, "sits this round out")

    def test_a_substitute_is_found_by_their_own_name(self, club, visitor):
        hall = Hall.gather(club, 9, shows_page=True, shows_seating=True)
        entry, frank = hall.entry(1), club.player("Frank")
        entry.substitutions.create(player=frank, name="Franck Durand", from_round=1)
        hall.publish()

        response = visitor.get(page(hall), {"q": "durand"})

        assert [one.number for one in response.context["places"]] == [1]

    def test_seating_is_shown_only_if_the_club_says_so(self, club, visitor):
        hall = Hall.gather(club, 9, shows_page=True)
        hall.publish()

        assertNotContains(visitor.get(page(hall), {"q": "P01"}), "My table")

    def test_a_desk_of_another_club_sees_what_is_next(self, club, sign_in):
        hall = Hall.gather(club, 9)
        TournamentRole.objects.create(
            tournament=hall.tournament, user=club.user("Eve"), role=TournamentDuty.DESK
        )

        assertContains(sign_in("Eve").get(page(hall)), "What is next")

    @pytest.mark.parametrize(
        ("state", "duty", "main", "others"),
        [
            ("draft", "arbiter", None, []),
            ("open", "desk", "check_in", ["entry_list"]),
            ("final", "arbiter", "prize_list", []),
            ("cancelled", "desk", None, []),
        ],
    )
    def test_nobody_is_offered_what_they_may_not_do(self, club, sign_in, state, duty, main, others):
        hall = Hall.gather(club, 0, state=state)
        at(hall, timezone.now())
        hall.tournament.roles.create(user=club.user("Eve"), role=duty)

        told = sign_in("Eve").get(page(hall)).context["next"]

        assert (told.main and (told.main.page or told.main.step)) == main
        assert [one.page or one.step for one in told.others] == others

    def test_costs_the_same_however_many_entered(self, club, sign_in):
        few, many = Hall.gather(club, 8), Hall.gather(club, 16, name="Coupe")
        for hall in (few, many):
            hall.publish()
        client = sign_in()

        assert count_queries(client, page(few)) == 12  # two for who has no seat in round 2
        assert count_queries(client, page(many)) == 12
        assert count_queries(client, page(many) + "?q=p") == 12
