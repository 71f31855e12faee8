"""Coming in by a code, of a table or of a tournament, and how often one may try."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Counter, Link, Tournament
from clubs.views.limits import EVERYBODY, WRONG_CODES, WRONG_LINKS
from tests.hall import Hall
from tests.views.people.link_pages import close, held


class TestCode:
    def test_in_the_address(self, guest, club, sitting):
        code = club.link(sitting).code

        assertRedirects(guest.get(f"/j/{code}/"), f"/t/{sitting.uuid}/new/")

    def test_as_people_type_it(self, guest, club, sitting):
        code = club.link(sitting).code
        typed = f" {code[:3].lower()}-{code[3:].lower()} "

        assertRedirects(guest.get("/j/", {"code": typed}), f"/t/{sitting.uuid}/new/")
        assertRedirects(guest.post("/j/", {"code": typed}), f"/t/{sitting.uuid}/new/")

    def test_a_whole_address_may_be_pasted(self, guest, club, sitting):
        link = club.link(sitting)

        response = guest.get("/j/", {"code": f"http://localhost:8000/s/{link.token}/"})

        assertRedirects(response, f"/s/{link.token}/", target_status_code=302)

    def test_the_page(self, guest, db):
        response = guest.get("/j/")

        assertContains(response, 'name="code"')
        assertNotContains(response, "invalid")

    @pytest.mark.parametrize("typed", ["", "abc", "bonjour"])
    def test_what_is_no_code_is_said_and_kept(self, guest, db, typed):
        response = guest.get("/j/", {"code": typed})

        assertContains(response, f'value="{typed}"', status_code=422)
        assertContains(response, "is-invalid", status_code=422)

    def test_an_unknown_one_is_404_with_the_field(self, guest, db):
        for response in (guest.get("/j/222 222/"), guest.post("/j/", {"code": "222222"})):
            assertContains(response, "Nothing here has this code.", status_code=404)
            assertContains(response, 'name="code"', status_code=404)

    def test_one_that_has_ended(self, guest, club, sitting):
        link = club.link(sitting)
        close(club, sitting)

        assert guest.get(f"/j/{link.code}/").status_code == 410

    def test_a_private_table_has_none(self, club):
        assert club.private_table("Ana", "Luc", "Zoé").link.code is None


class TestCodeOfATournament:
    """The short address that stands on its poster and its screens."""

    @pytest.fixture
    def hall(self, club):
        return Hall.gather(club, 4, state="open", shows_page=True)

    def test_it_leads_to_the_public_page(self, guest, hall):
        response = guest.get(f"/j/{hall.tournament.code}/", follow=True)

        assertRedirects(response, f"/g/{hall.tournament.uuid}/")
        assertContains(response, "Tournoi d’automne")
        assert held(guest) == []  # it gives no right

    def test_as_people_type_it_on_the_front_page(self, guest, hall):
        code = hall.tournament.code
        front = guest.get("/").content.decode()
        assert 'action="/j/"' in front
        assert 'name="code"' in front

        response = guest.get("/j/", {"code": f"{code[:3].lower()} {code[3:].lower()}"})

        assertRedirects(response, f"/g/{hall.tournament.uuid}/")

    @pytest.mark.parametrize(
        "told", [{"shows_page": False}, {"state": "draft"}, {"is_practice": True}]
    )
    def test_nothing_that_is_not_public(self, guest, hall, told):
        Tournament.objects.update(**told)

        response = guest.get(f"/j/{hall.tournament.code}/")

        assertContains(response, "This tournament has no public page", status_code=404)
        assertNotContains(response, "automne", status_code=404)

    def test_its_club_gets_there_anyway(self, client, club, hall):
        Tournament.objects.update(shows_page=False)
        client.force_login(club.user("Bob"))

        response = client.get(f"/j/{hall.tournament.code}/")

        assertRedirects(response, f"/g/{hall.tournament.uuid}/")

    def test_a_full_hall_reaches_it_whatever_was_typed_there(self, guest, rf, hall):
        for _n in range(30):
            WRONG_LINKS.count(rf.get("/"))

        assert guest.get("/j/222222/").status_code == 429
        assertRedirects(guest.get(f"/j/{hall.tournament.code}/"), f"/g/{hall.tournament.uuid}/")


class TestLimit:
    @pytest.fixture
    def near(self, rf, db):
        """One wrong try is left to this address."""
        for _n in range(29):
            WRONG_LINKS.count(rf.get("/"))

    def guess(self, client, **more):
        return client.get("/j/", {"code": "222222"}, **more).status_code

    @pytest.mark.usefixtures("near")
    def test_after_thirty_wrong_ones_nothing_is_tried_any_more(self, guest, club, sitting):
        link = club.link(sitting)
        assert self.guess(guest) == 404

        response = guest.get(f"/j/{link.code}/")

        assertContains(response, "too many tries", status_code=429)
        assert 0 < int(response["Retry-After"]) <= 300
        assert self.guess(guest) == 429
        assert guest.get("/s/nothing/").status_code == 429

    @pytest.mark.usefixtures("near")
    def test_unknown_links_count_as_well(self, guest, db):
        assert guest.get("/s/nothing/").status_code == 404
        assert self.guess(guest) == 429

    @pytest.mark.usefixtures("near")
    def test_a_link_still_opens_for_nobody_guesses_it(self, guest, club, sitting):
        self.guess(guest)

        assert guest.get(f"/s/{club.link(sitting).token}/").status_code == 302

    @pytest.mark.usefixtures("near")
    def test_other_addresses_go_on(self, guest, db):
        self.guess(guest)

        assert self.guess(Client(), REMOTE_ADDR="192.0.2.9") == 404

    @pytest.mark.usefixtures("near")
    def test_neither_what_is_right_nor_what_is_no_code_counts(self, guest, club, sitting):
        code = club.link(sitting).code
        for _n in range(2):
            assert guest.get(f"/j/{code}/").status_code == 302
            assert guest.get("/j/", {"code": "abc"}).status_code == 422

        assert self.guess(guest) == 404


class TestBrake:
    """Three hundred wrong codes from all over the world within five minutes."""

    @pytest.fixture(autouse=True)
    def _many(self, db):
        WRONG_CODES.add(EVERYBODY)
        Counter.objects.update(count=300)

    def test_a_visitor_is_told_how_else_to_come_in(self, guest, club, sitting):
        response = guest.get(f"/j/{club.link(sitting).code}/")

        assertContains(response, "Scan the QR code of the table", status_code=429)
        assert held(guest) == []

    def test_who_holds_a_link_of_a_club_goes_on(self, guest, club, sitting):
        guest.get(f"/s/{club.link(sitting, 'watch').token}/")

        assert guest.get(f"/j/{club.link(sitting).code}/").status_code == 302

    def test_who_has_an_account_goes_on_for_some_tries(self, sign_in, club, sitting):
        code = club.link(sitting).code
        eve = sign_in("Eve")
        assert eve.get(f"/j/{code}/").status_code == 302
        tries = [
            eve.get("/j/", {"code": "222222"}, REMOTE_ADDR=f"192.0.2.{n}").status_code
            for n in range(31)
        ]

        assert tries == [404] * 30 + [429]

    def test_a_table_of_ones_own_says_nothing(self, guest, club, sitting):
        guest.get(f"/s/{club.private_table('Ana', 'Luc', 'Zoé').link.token}/")

        assert guest.get(f"/j/{club.link(sitting).code}/").status_code == 429


class TestCodeOfARound:
    @pytest.fixture
    def link(self, club):
        hall = Hall.gather(club)
        hall.draw()
        hall.publish()
        return Link.objects.get(kind="score", target_uuid=hall.tables()[0].uuid)

    def test_it_opens_the_slip_while_the_round_is_played(self, guest, link):
        assert guest.get(f"/j/{link.code}/").status_code == 302

    def test_it_ends_with_the_tournament_though_nobody_validated_the_round(self, guest, link):
        Tournament.objects.update(state="cancelled")

        assert guest.get(f"/j/{link.code}/").status_code == 410

    def test_it_ends_after_a_day_and_the_link_goes_on(self, guest, link):
        Link.objects.update(made_at=timezone.now() - timedelta(hours=24))

        assert guest.get(f"/j/{link.code}/").status_code == 410
        assert guest.get(f"/s/{link.token}/").status_code == 302
