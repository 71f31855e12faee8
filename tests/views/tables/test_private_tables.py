"""Tables without an account: from the front page, once more, into a club."""

from datetime import UTC, datetime, timedelta
from math import ceil
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.http import HELD_LINKS
from clubs.models import Club, Link, Membership, Player, Role, Sitting
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.tables import sittings
from clubs.views.limits import NEW_TABLES
from tests.cast import keeper, totals
from tests.page_forms import page_form

NEW = "/table/"


def names(*told, **more):
    return {"name": told, "first_dealer": "0", "rules": "fft", "request_id": str(uuid4()), **more}


def opened(client, club):
    """A private table of Ana, Luc and Bob, whose link this browser holds."""
    opened = club.private_table("Ana", "Luc", "Bob")
    client.get(f"/s/{opened.link.token}/")
    return opened


def close(opened):
    sittings.close_sitting(keeper(opened.link), opened.sitting, request_id=uuid4())


class TestTableOpen:
    def test_the_front_page_leads_there(self, guest):
        assertContains(guest.get("/"), f'href="{NEW}"')
        assertContains(guest.get(NEW), 'name="name"', count=8)

    def test_a_table_and_its_link(self, guest):
        data = names("Ana", "", "Luc", "Zoé", first_dealer="2", rules="rounded-10")

        response = guest.post(NEW, data)

        sitting, link = Sitting.objects.get(), Link.objects.get()
        assertRedirects(response, f"/t/{sitting.uuid}/")
        assert guest.session[HELD_LINKS] == [str(link.uuid)]
        seated = sitting.seats.present().values_list("player__name", flat=True)
        assert (list(seated), sitting.first_dealer) == (["Ana", "Luc", "Zoé"], 1)
        assert sitting.rules["name"] == "rounded-10"
        assert sitting.club.time_zone == "Europe/Paris"

    def test_its_name_stands_for_the_number_and_is_kept_next_time(self, guest):
        form = page_form(guest.get(NEW), press="draw").fill(
            name=["Ana", "Luc", "Zoé"], table_name=" Chez  Camille "
        )

        form.send(guest)

        sitting = Sitting.objects.get()
        page = f"/t/{sitting.uuid}/"
        for path in ("/", page, f"{page}new/", f"{page}live/"):
            assertContains(guest.get(path), "Chez Camille")
            assertNotContains(guest.get(path), "table 1")
        guest.post(f"{page}close/", {"request_id": str(uuid4())})
        guest.post(f"{page}again/", {"request_id": str(uuid4())})
        assert [one.name for one in Sitting.objects.all()] == ["Chez Camille"] * 2

    def test_without_a_name_the_day_and_the_players_tell_it(self, guest):
        guest.post(NEW, names("Ana", "Luc", "Zoé"))
        sitting = Sitting.objects.get()
        Sitting.objects.update(opened_at=datetime(2026, 11, 22, 20, tzinfo=UTC))

        assertContains(guest.get("/"), "Sunday 22 November")
        assertContains(guest.get(f"/t/{sitting.uuid}/"), "Sunday 22 November")
        assertNotContains(guest.get("/"), "table 1")

    def test_whoever_watches_reads_its_day_once_in_their_own_language(self, guest):
        guest.post(NEW, names("Ana", "Luc", "Zoé", "Max"))
        sitting = Sitting.objects.get()
        Sitting.objects.update(opened_at=datetime(2026, 11, 22, 20, tzinfo=UTC))
        guest.cookies["django_language"] = "fr"

        page = guest.get(f"/t/{sitting.uuid}/live/")

        assertContains(page, '<p class="sub">22 novembre 2026</p>')
        assertNotContains(page, "November")

    def test_last_time_is_one_tap_and_its_names_are_proposed(self, guest, club):
        table = opened(guest, club)
        sittings.name_sitting(keeper(table.link), table.sitting, "Chez Ana", request_id=uuid4())
        close(table)

        page = guest.get(NEW)

        assertContains(page, f'action="/t/{table.sitting.uuid}/again/"')
        assertContains(page, 'list="known-names"', count=8)
        assertContains(page, '<option value="Luc"></option>', html=True)

    def test_a_table_forgotten_open_is_offered_again(self, guest, club):
        table = opened(guest, club)
        assertNotContains(guest.get(NEW), "/again/")

        Sitting.objects.update(opened_at=timezone.now() - timedelta(hours=13))

        assertContains(guest.get(NEW), f'action="/t/{table.sitting.uuid}/again/"')

    def test_another_game_keeps_the_names(self, guest):
        data = names("Ana", "Luc", "Zoé", first_dealer="2")

        response = guest.post(NEW, {**data, "change_game": "volte"})

        form = response.context["form"]
        assert form.errors == {}
        assert form.names == ["Ana", "Luc", "Zoé"]
        assert form.shown_rules.name == "volte"
        assert not Sitting.objects.exists()

    def test_names_that_a_game_has_no_seats_for_stay(self, guest):
        six = ("Ana", "Luc", "Zoé", "Bob", "Max", "Lia")

        form = guest.post(NEW, {**names(*six), "change_game": "bolognese"}).context["form"]

        assert form.names == list(six)
        response = guest.post(NEW, names(*six, game="bolognese", rules="ottocento"))
        assert response.context["form"].errors == {"name": ["4 players sit at a table."]}
        assert not Sitting.objects.exists()

    def test_the_rules_stay_where_the_game_does(self, guest):
        data = names("Ana", "Luc", "Zoé", game="french", rules="rounded-10")

        form = guest.post(NEW, {**data, "change_game": "french"}).context["form"]

        assert form.shown_rules.name == "rounded-10"

    def test_a_table_of_another_game(self, guest):
        guest.post(NEW, names("Ana", "Luc", "Zoé", "Bob", game="volte", rules="volte"))

        assert Sitting.objects.get().game == "volte"

    def test_seats_and_dealer_are_drawn_and_opened_so(self, guest):
        typed = ["Ana", "", "Luc", "Zoé", "Bob"]
        page = page_form(guest.get(NEW), press="draw").send(guest, "change_game=bolognese")
        form = page_form(page, press="draw").fill(name=typed, rules="cinquecento")

        response = form.send(guest, "draw")

        form = page_form(response, press="draw")
        one, two, three, four = order = form.data()["name"][:4]
        assert sorted(order) == ["Ana", "Bob", "Luc", "Zoé"]
        dealer = order[int(form.fields["first_dealer"].value)]
        text = f"Drawn: {one} and {three} against {two} and {four}; {dealer} deals."
        assertContains(response, text)
        assert not Sitting.objects.exists()
        form.send(guest)
        sitting = Sitting.objects.get()
        seated = list(sitting.seats.values_list("player__name", flat=True))
        assert (seated, seated[sitting.first_dealer]) == (order, dealer)
        assert sitting.rules["name"] == "cinquecento"

    def test_a_draw_of_wrong_names_says_so_and_moves_nobody(self, guest):
        typed = ["Ana", "ana", "Zoé", "", "Tom"]

        response = page_form(guest.get(NEW), press="draw").fill(name=typed).send(guest, "draw")

        assertContains(response, "Add an initial.", status_code=422)
        assert page_form(response, press="draw").data()["name"] == [*typed, "", "", ""]

    def test_the_sheet_says_how_to_come_back(self, guest):
        page = guest.post(NEW, names("Ana", "Luc", "Zoé"), follow=True)

        uuid = Sitting.objects.get().uuid
        owner = f'href="/t/{uuid}/invite/?kind=owner"'
        assertContains(page, owner, count=2)  # above the sheet and in the menu
        assertContains(page, f'href="/t/{uuid}/new/"')
        assertNotContains(page, 'href="/c/')

    def test_a_double_tap_makes_one(self, guest):
        data = names("Ana", "Luc", "Zoé")

        first, second = guest.post(NEW, data), guest.post(NEW, data)

        assert first.url == second.url
        assert Club.objects.count() == 1

    def test_a_lost_answer_is_made_good(self, guest):
        """The same form from a browser that never got the first answer."""
        data = names("Ana", "Luc", "Zoé")
        first = Client().post(NEW, data)

        assert guest.post(NEW, data).url == first.url
        assert guest.get(first.url).status_code == 200

    def test_what_is_wrong_is_said_and_nothing_is_lost(self, guest):
        response = guest.post(NEW, names("Ana", "ana", "Zoé", "", "", "", "", "Tom"))

        assertContains(response, "Add an initial.", status_code=422)
        assertContains(response, 'value="Tom"', status_code=422)
        assert not Club.objects.exists()

    def test_too_few(self, guest):
        assertContains(guest.post(NEW, names("Ana", "Luc")), "3 to 8 players", status_code=422)

    def test_after_thirty_in_an_hour_it_waits(self, guest, rf):
        for _n in range(29):
            NEW_TABLES.count(rf.get("/"))
        assert guest.post(NEW, names("Ana", "Luc", "Zoé")).status_code == 302

        response = guest.post(NEW, names("Ana", "Luc", "Zoé"))

        left = int(response["Retry-After"])  # until tries of an hour count anew
        assert 0 < left <= 3600
        assertContains(response, f"Try again in {ceil(left / 60)} minute", status_code=429)
        assert Sitting.objects.count() == 1

    @pytest.mark.parametrize("registration", ["open", "invite"])
    def test_whatever_the_registration(self, guest, settings, registration):
        settings.REGISTRATION = registration

        assert guest.post(NEW, names("Ana", "Luc", "Zoé")).status_code == 302

    def test_an_installation_that_is_closed(self, guest, club, settings):
        settings.REGISTRATION = "closed"

        assertNotContains(guest.get("/"), f'href="{NEW}"')
        assert guest.get(NEW).status_code == 403
        guest.force_login(club.user("Eve"))
        assertContains(guest.get("/"), f'href="{NEW}"')
        assert guest.get(NEW).status_code == 200


class TestPagesOfAPrivateTable:
    @pytest.mark.parametrize(
        "path",
        [
            "",
            "curve/",
            "summary/",
            "log/",
            "rules/",
            "live/",
            "new/",
            "1/",
            "1/edit/",
            "1/void/",
            "seats/",
            "invite/",
            "bulk/",
        ],
    )
    def test_each_is_whole_without_a_club(self, guest, club, path):
        table = opened(guest, club)

        page = guest.get(f"/t/{table.sitting.uuid}/{path}")

        assert page.status_code == 200
        assertNotContains(page, "/c/None")

    def test_the_way_back_is_the_front_page(self, guest, club):
        table = opened(guest, club)

        assertContains(guest.get(f"/t/{table.sitting.uuid}/"), 'data-back\n   href="/"')

    def test_closing_and_opening_again(self, guest, club):
        table = opened(guest, club)
        path = f"/t/{table.sitting.uuid}/"

        assertRedirects(guest.post(f"{path}close/"), f"{path}summary/")
        assertContains(guest.get(f"{path}summary/"), f'action="{path}reopen/"')
        assertRedirects(guest.post(f"{path}reopen/"), path)

    def test_a_look_at_the_sheet_keeps_it_from_being_cleared(self, guest, club):
        table = opened(guest, club)
        Link.objects.update(used_on=None)

        guest.get(f"/t/{table.sitting.uuid}/")

        assert Link.objects.get().used_on == timezone.localdate()

    def test_without_the_link_nobody_finds_it(self, club):
        table = club.private_table("Ana", "Luc", "Bob")
        path = f"/t/{table.sitting.uuid}/"

        assertContains(Client().get(path), f"/login/?next={path}", status_code=404)
        olivia = Client()
        olivia.force_login(club.user("Olivia"))
        assert olivia.get(path).status_code == 404


class TestFrontPage:
    def test_tables_of_this_phone(self, guest, club):
        table = opened(guest, club)

        page = guest.get("/")

        assertContains(page, "Tables on this phone")
        assertContains(page, "Ana, Luc, Bob")
        assertContains(page, f'href="/t/{table.sitting.uuid}/"')
        assertNotContains(page, "/again/")  # it goes on

    def test_one_where_one_is_a_guest(self, guest, club):
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        guest.get(f"/s/{club.link(sitting, 'watch').token}/")

        assertContains(guest.get("/"), f'href="/t/{sitting.uuid}/live/"')

    def test_nothing_without_a_link(self, guest):
        assertNotContains(guest.get("/"), "Tables on this phone")

    def test_with_an_account_too(self, guest, club):
        guest.force_login(club.user("Bob"))
        table = opened(guest, club)

        page = guest.get("/")

        assertContains(page, "Les Trois Bouts")
        assertContains(page, f'href="/t/{table.sitting.uuid}/"')

    def test_signing_in_keeps_the_table(self, guest, club):
        table = opened(guest, club)

        guest.post("/login/", {"login": "eve@example.org", "password": "une phrase assez longue"})

        assertContains(guest.get("/"), f'href="/t/{table.sitting.uuid}/"')

    def test_a_code_may_be_typed_there(self, guest):
        assertContains(guest.get("/"), 'action="/j/"')


class TestTableAgain:
    def test_from_the_front_page(self, guest, club):
        table = opened(guest, club)
        close(table)
        again = f"/t/{table.sitting.uuid}/again/"
        assertContains(guest.get("/"), f'action="{again}"')

        response = guest.post(again, {"request_id": str(uuid4())})

        sitting = Sitting.objects.exclude(pk=table.sitting.pk).get()
        assertRedirects(response, f"/t/{sitting.uuid}/")
        assert list(totals(sitting)) == ["Ana", "Luc", "Bob"]

    def test_a_double_tap_makes_one(self, guest, club):
        table = opened(guest, club)
        data = {"request_id": str(uuid4())}

        for _time in range(2):
            guest.post(f"/t/{table.sitting.uuid}/again/", data)

        assert Sitting.objects.count() == 2

    def test_the_uuid_of_a_table_is_no_secret_that_names_another(self, guest, club):
        table, theirs = opened(guest, club), club.table_of_a_round()
        close(table)

        response = guest.post(f"/t/{table.sitting.uuid}/again/", {"request_id": str(theirs.uuid)})

        sitting = Sitting.objects.exclude(pk__in=[table.sitting.pk, theirs.pk]).get()
        assertRedirects(response, f"/t/{sitting.uuid}/")
        assert sitting.uuid != theirs.uuid

    def test_a_guest_who_scores_may_not(self, guest, club):
        table = club.private_table("Ana", "Luc", "Bob")
        owner = Client()
        owner.get(f"/s/{table.link.token}/")
        owner.post(f"/t/{table.sitting.uuid}/invite/", {"kind": "score"})
        guest.get(f"/s/{Link.objects.get(kind='score').token}/")

        assert guest.post(f"/t/{table.sitting.uuid}/again/").status_code == 403


class TestTakeOver:
    @pytest.fixture
    def table(self, guest, club):
        return opened(guest, club)

    @pytest.fixture
    def alice(self, guest, club, table):
        guest.force_login(club.user("Alice"))
        opened_again = guest.get(f"/s/{table.link.token}/")
        assert opened_again.status_code == 302
        return guest

    def path(self, table):
        return f"/t/{table.sitting.uuid}/take/"

    def sent(self, table, club, **who):
        """who: a name of the club or, with a space before, of a new guest."""
        data = {"club": "trois-bouts", "request_id": str(uuid4())}
        for guest in Player.objects.filter(club=table.sitting.club):
            told = who.get(guest.name, f" {guest.name}")
            is_new = told[:1] == " "
            data[f"who_{guest.uuid}"] = "" if is_new else str(club.player(told).uuid)
            data[f"name_{guest.uuid}"] = told.strip() if is_new else guest.name
        return data

    def test_the_summary_leads_there(self, guest, table):
        page = guest.get(f"/t/{table.sitting.uuid}/summary/")

        assertContains(page, f'href="{self.path(table)}"')

    def test_who_is_who_is_proposed(self, alice, table, club):
        page = alice.get(self.path(table))

        bob = club.player("Bob").uuid
        assertContains(page, f'<option value="{bob}" selected>Bob</option>', html=True)
        assertContains(page, "Les Trois Bouts")

    def test_into_the_club(self, alice, table, club):
        response = alice.post(self.path(table), self.sent(table, club, Bob="Bob"), follow=True)

        assertRedirects(response, f"/t/{table.sitting.uuid}/")
        assert [str(m) for m in response.context["messages"]] == [
            "1 table is in Les Trois Bouts now."
        ]
        sitting = Sitting.objects.get()
        assert sitting.club == club.club
        assert totals(sitting) == {"Ana": 120, "Luc": -60, "Bob": -60}
        assert club.player("Bob").seats.count() == 1
        assert [*check_sittings(), *check_chains()] == []
        assertContains(response, 'href="/c/trois-bouts/"')

    def test_a_double_tap_is_one(self, alice, table, club):
        data = self.sent(table, club, Bob="Bob")
        alice.post(self.path(table), data)

        assertRedirects(alice.post(self.path(table), data), f"/t/{table.sitting.uuid}/")
        assert alice.get(self.path(table)).status_code == 404

    def test_a_name_that_is_known(self, alice, table, club):
        response = alice.post(self.path(table), self.sent(table, club))

        assertContains(response, "Bob is in the club already.", status_code=422)
        assert Sitting.objects.get().club == table.sitting.club

    def test_two_who_would_be_one(self, alice, table, club):
        data = self.sent(table, club, Bob="Bob", Luc="Bob")

        response = alice.post(self.path(table), data)

        assertContains(response, "Bob would sit twice at one table.", status_code=422)

    def test_a_choice_of_clubs(self, alice, table, club):
        Membership.objects.create(club=club.other, user=club.user("Alice"), role=Role.OWNER)

        page = alice.get(self.path(table))
        assertContains(page, 'href="?club=trois-bouts"')
        assertContains(page, 'href="?club=ailleurs"')
        assertContains(alice.get(f"{self.path(table)}?club=ailleurs"), "Eve")
        assertContains(alice.get(f"{self.path(table)}?club=nowhere"), 'href="?club=ailleurs"')

    def test_no_club_to_take_it_into(self, guest, table, club):
        guest.force_login(club.user("Bob"))
        guest.get(f"/s/{table.link.token}/")

        assertContains(guest.get(self.path(table)), "You score in no club yet.")

    def test_other_phones_are_told(self, alice, table, club):
        other = Client()
        other.get(f"/s/{table.link.token}/")

        alice.post(self.path(table), self.sent(table, club, Bob="Bob"))

        assert other.get(f"/t/{table.sitting.uuid}/").status_code == 410
        assert other.get(f"/s/{table.link.token}/").status_code == 410
