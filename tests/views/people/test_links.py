"""Coming in by a link or a code, and giving links to guests, screens and other phones."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.http import HELD_LINKS
from clubs.models import Counter, Deal, Link, Sitting, Tournament
from clubs.services.people import links
from clubs.services.people.roles import remove_role
from clubs.services.tables import sittings
from clubs.views.limits import EVERYBODY, WRONG_CODES, WRONG_LINKS
from tests.cast import audit, keeper
from tests.hall import Hall
from tests.page_forms import page_form

FOUR = ("Alice", "Bob", "Charlie", "Dora")
NOT_HERE = "This table is not here"


@pytest.fixture
def sitting(club):
    return club.sitting(*FOUR)


@pytest.fixture
def guest(client):
    """A browser without account, in English."""
    client.cookies["django_language"] = "en"
    return client


def close(club, sitting):
    sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())


def held(client):
    return client.session.get(HELD_LINKS, [])


def told(response):
    """What the toasts say."""
    return [str(message) for message in response.context["messages"]]


class TestTableNotHere:
    """Whoever has no account and a wrong address is asked for a code, not for a password."""

    def test_hidden_and_missing_tables_say_the_same(self, guest, sitting):
        def page(uuid):
            response = guest.get(f"/t/{uuid}/")
            assert response.status_code == 404
            return strip_tokens(response.content.decode()).replace(str(uuid), "…")

        hidden = page(sitting.uuid)
        assert hidden == page(uuid4())
        assert NOT_HERE in hidden

    def test_its_field_takes_the_code(self, guest, club, sitting):
        page = guest.get(f"/t/{uuid4()}/")

        response = page_form(page, has="code").fill(code=club.link(sitting).code).send(guest)

        assertRedirects(response, f"/t/{sitting.uuid}/new/")


class TestWithoutCookies:
    """A browser that keeps none can hold no link: it is told so, not asked for another code."""

    OFF = "This browser keeps no cookies"

    def open(self, address):
        """Follows as such a browser does: each request is the first."""
        for _turn in range(3):
            response = Client().get(address, headers={"accept-language": "en"})
            if response.status_code != 302:
                break
            address = response.url
        return response

    def test_a_link_and_a_code_that_are_right(self, club, sitting):
        for link in (club.link(sitting), club.link(sitting, "watch")):
            for address in (f"/s/{link.token}/", f"/j/{link.code}/", f"/j/?code={link.code}"):
                assertContains(self.open(address), self.OFF, status_code=403)
        link.refresh_from_db()
        assert link.used_on is None  # nobody has come in to watch

    def test_the_first_visit_of_a_browser_that_keeps_them(self, client, club, sitting):
        response = client.get(f"/s/{club.link(sitting).token}/", follow=True)

        assertRedirects(response, f"/t/{sitting.uuid}/new/?cookie=")  # at once; js takes it away

    def test_a_form(self, db):
        phone = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
        page = page_form(phone.get("/table/"), has="request_id")
        phone.cookies.clear()

        response = page.send(phone)

        assertContains(response, self.OFF, status_code=403)


def strip_tokens(page):
    """Without the tokens against forged forms, which differ each time."""
    return re.sub(r'(csrf-token" content|csrfmiddlewaretoken" value)="[^"]+"', "", page)


class TestLinkOpen:
    def test_to_score_leads_to_the_deal(self, guest, club, sitting):
        link = club.link(sitting)

        response = guest.get(f"/s/{link.token}/", follow=True)

        assertRedirects(response, f"/t/{sitting.uuid}/new/")
        assert told(response) == ["You score as a guest."]
        assert held(guest) == [str(link.uuid)]
        link.refresh_from_db()
        assert link.used_on == timezone.localdate()

    def test_a_member_scores_as_ever(self, sign_in, club, sitting):
        client = sign_in("Charlie")

        response = client.get(f"/s/{club.link(sitting).token}/", follow=True)

        assertRedirects(response, f"/t/{sitting.uuid}/new/")
        assert told(response) == []

    def test_to_watch_leads_to_the_live_page(self, guest, club, sitting):
        response = guest.get(f"/s/{club.link(sitting, 'watch').token}/")

        assertRedirects(response, f"/t/{sitting.uuid}/live/")

    def test_to_a_private_table_leads_to_its_newest_sheet(self, guest, club):
        opened = club.private_table("Ana", "Luc", "Zoé")

        response = guest.get(f"/s/{opened.link.token}/")

        assertRedirects(response, f"/t/{opened.sitting.uuid}/")

    def test_a_screen_shows_the_tables_of_the_club(self, guest, club, sitting):
        link = links.open_club_screen_link(club.actor("Alice"), club.club, request_id=uuid4())

        response = guest.get(f"/s/{link.token}/")

        assertRedirects(response, "/c/trois-bouts/live/")

    def test_what_it_opens_and_what_not(self, guest, club, sitting):
        other = club.sitting(*FOUR)
        guest.get(f"/s/{club.link(sitting).token}/")

        assert guest.get(f"/t/{sitting.uuid}/").status_code == 200
        assertContains(guest.get(f"/t/{other.uuid}/"), NOT_HERE, status_code=404)
        assertRedirects(guest.get("/c/trois-bouts/"), "/login/?next=/c/trois-bouts/")

    @pytest.mark.parametrize("kind", ["score", "watch"])
    def test_after_the_session_it_has_ended(self, guest, club, sitting, kind):
        link = club.link(sitting, kind)
        guest.get(f"/s/{link.token}/")
        close(club, sitting)

        for path in (f"/s/{link.token}/", f"/t/{sitting.uuid}/", f"/t/{sitting.uuid}/1/"):
            page = guest.get(path)
            assertContains(page, "Ask the table for a new one.", status_code=410)
            assertContains(page, 'name="code"', status_code=410)

    def test_revoked_it_has_ended_for_who_came_by_it_too(self, guest, club, sitting):
        link = club.link(sitting)
        guest.get(f"/s/{link.token}/")
        links.revoke_link(club.actor("Alice"), link, request_id=uuid4())

        assert guest.get(f"/s/{link.token}/").status_code == 410
        assert guest.get(f"/t/{sitting.uuid}/new/").status_code == 410

    def test_expired_it_has_ended(self, guest, club, sitting):
        link = club.link(sitting)
        guest.get(f"/s/{link.token}/")
        Link.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

        assert guest.get(f"/s/{link.token}/").status_code == 410
        assert guest.get(f"/t/{sitting.uuid}/").status_code == 410

    def test_a_session_that_is_open_again_opens_to_it_again(self, guest, club, sitting):
        link = club.link(sitting)
        close(club, sitting)
        sittings.reopen_sitting(club.actor("Charlie"), sitting, request_id=uuid4())

        assertRedirects(guest.get(f"/s/{link.token}/"), f"/t/{sitting.uuid}/new/")

    def test_a_page_that_is_not_at_the_table_is_not_an_ended_link(self, guest, club, sitting):
        guest.get(f"/s/{club.link(sitting).token}/")

        assert guest.get(f"/t/{sitting.uuid}/99/").status_code == 404  # no account would help

    def test_unknown_is_404_with_a_field_for_a_code(self, guest, club):
        response = guest.get("/s/nothing/")

        assertContains(response, 'action="/j/"', status_code=404)
        assert held(guest) == []


class TestGuestScores:
    def test_a_deal_of_a_guest_and_what_the_log_says(self, guest, club, sitting):
        link = club.link(sitting)
        guest.get(f"/s/{link.token}/")
        data = {
            "taker": str(club.player("Bob").uuid),
            "contract": "garde",
            "oudlers": "2",
            "points": "46",
            "counted": "attack",
            "number": "1",
            "request_id": str(uuid4()),
        }

        for _time in range(2):
            response = guest.post(f"/t/{sitting.uuid}/new/", data)
            assertRedirects(response, f"/t/{sitting.uuid}/?saved=1")

        deal = Deal.objects.get()
        assert deal.recorded_by is None
        assert [entry.actor for entry in audit(deal)] == [f"link:{link.uuid}"]
        assertContains(guest.get(f"/t/{sitting.uuid}/log/"), "a guest by the link")

    def test_who_watches_sees_no_log_and_no_button(self, guest, club, sitting):
        club.deal(sitting)
        guest.get(f"/s/{club.link(sitting, 'watch').token}/")

        page = guest.get(f"/t/{sitting.uuid}/")
        assertNotContains(page, f"/t/{sitting.uuid}/new/")
        assertNotContains(page, f"/t/{sitting.uuid}/log/")
        assert guest.get(f"/t/{sitting.uuid}/log/").status_code == 403
        assert guest.get(f"/t/{sitting.uuid}/1/").status_code == 200

    def test_no_navigation_of_the_club(self, guest, club, sitting):
        guest.get(f"/s/{club.link(sitting).token}/")

        assertNotContains(guest.get(f"/t/{sitting.uuid}/"), 'href="/c/')

    def test_of_twenty_links_the_ended_go_first_and_what_is_kept_last(self, guest, club):
        private = club.private_table("Ana", "Luc", "Zoé").link
        tables = [club.sitting(*FOUR) for _n in range(21)]
        tokens = [private.token, *(club.link(table).token for table in tables)]
        for token in tokens[:20]:
            guest.get(f"/s/{token}/")
        close(club, tables[5])
        links.revoke_link(
            club.actor("Alice"), Link.objects.get(target_uuid=tables[3].uuid), request_id=uuid4()
        )

        guest.get(f"/s/{tokens[20]}/")

        kept = held(guest)
        assert len(kept) == 20
        assert str(private.uuid) in kept
        assert str(Link.objects.get(target_uuid=tables[3].uuid).uuid) not in kept

        guest.get(f"/s/{tokens[21]}/")
        assert len(held(guest)) == 20
        assert str(private.uuid) in held(guest)
        assert str(Link.objects.get(target_uuid=tables[0].uuid).uuid) not in held(guest)


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
        assert response["Retry-After"] == "300"
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


class TestInvite:
    def path(self, sitting, kind=""):
        return f"/t/{sitting.uuid}/invite/" + (f"?kind={kind}" if kind else "")

    def shown(self, response):
        """Code and address of the link that the page shows."""
        page = response.content.decode()
        code = re.search(r'class="code-big"[^>]*>([^<]*)<', page)
        address = re.search(r'id="link-address"\s+value="([^"]*)"', page)
        return code and code[1], address and address[1]

    def test_who_made_it_and_left_is_not_named(self, sign_in, club, sitting):
        sign_in("Alice").post(self.path(sitting), {"kind": "score"})
        sign_in("Alice").post("/c/trois-bouts/screen/", {"action": "show"})
        paths = [self.path(sitting, "score"), "/c/trois-bouts/screen/"]
        client = sign_in("Charlie")
        for path, words in zip(paths, ["Made by Alice.", "by Alice"], strict=True):
            assertContains(client.get(path), words)

        remove_role(club.actor("Alice"), club.club, club.user("Alice"), request_id=uuid4())

        for path in paths:
            assertNotContains(client.get(path), "by Alice")

    def test_one_tap_on_the_sheet_shows_the_code(self, sign_in, sitting):
        client = sign_in("Alice")
        assertContains(client.get(f"/t/{sitting.uuid}/"), f'action="{self.path(sitting)}"')

        response = client.post(self.path(sitting), {"kind": "score"}, follow=True)

        link = Link.objects.get()
        assertRedirects(response, self.path(sitting, "score"))
        code = f"{link.code[:3]} {link.code[3:]}"
        assert self.shown(response) == (code, f"http://testserver/s/{link.token}/")
        assertContains(response, "<svg", count=None)
        assertContains(response, "testserver/j/")
        assertContains(response, "Made by Alice.")

    def test_looking_at_the_page_makes_nothing(self, sign_in, sitting):
        response = sign_in("Alice").get(self.path(sitting))

        assert self.shown(response) == (None, None)
        assertContains(response, "Show the code")
        assert not Link.objects.exists()

    def test_tapped_again_it_is_the_same(self, sign_in, sitting):
        client = sign_in("Alice")
        pages = [client.post(self.path(sitting), {"kind": "watch"}, follow=True) for _n in range(2)]

        assert self.shown(pages[0]) == self.shown(pages[1])
        assert Link.objects.get().kind == "watch"

    def test_another_time(self, sign_in, sitting):
        client = sign_in("Alice")

        client.post(self.path(sitting), {"kind": "score", "hours": "168"})

        left = Link.objects.get().expires_at - timezone.now()
        assert timedelta(days=6) < left < timedelta(days=7, minutes=1)

    @pytest.mark.parametrize(
        "data", [{}, {"kind": "table"}, {"kind": "score", "hours": "9999"}, {"kind": "screen"}]
    )
    def test_what_no_button_sends(self, sign_in, sitting, data):
        assert sign_in("Alice").post(self.path(sitting), data).status_code == 404
        assert not Link.objects.exists()

    def test_revoke(self, sign_in, club, sitting):
        link = club.link(sitting)
        client = sign_in("Charlie")

        response = client.post(
            self.path(sitting), {"kind": "score", "action": "revoke"}, follow=True
        )

        assert told(response) == ["The link is revoked: it opens nothing any more."]
        assert self.shown(response) == (None, None)
        link.refresh_from_db()
        assert link.revoked_at is not None
        client.post(self.path(sitting), {"kind": "score", "action": "revoke"})
        assert len(audit(link)) == 1

    def test_after_the_secret_key_has_changed(self, sign_in, club, sitting, settings):
        club.link(sitting)
        settings.SECRET_KEY = "changed"

        response = sign_in("Alice").get(self.path(sitting))

        assert self.shown(response) == (None, None)
        assertContains(response, "cannot be shown any more")
        assertContains(response, "Show the code")

    def test_of_a_session_that_is_over(self, sign_in, club, sitting):
        club.link(sitting)
        close(club, sitting)
        client = sign_in("Alice")

        response = client.get(self.path(sitting))

        assertContains(response, "The session is closed")
        assert self.shown(response) == (None, None)
        assert client.post(self.path(sitting), {"kind": "score"}).status_code == 403

    def test_members_do_not_see_the_button(self, sign_in, sitting):
        client = sign_in("Bob")

        assertNotContains(client.get(f"/t/{sitting.uuid}/"), "/invite/")
        assert client.get(self.path(sitting)).status_code == 403

    def test_a_script_changes_nothing_without_the_token(self, club, sitting):
        client = Client(enforce_csrf_checks=True)
        client.force_login(club.user("Alice"))

        assert client.post(self.path(sitting), {"kind": "score"}).status_code == 403
        assert not Link.objects.exists()

    def test_as_many_queries_with_three_deals_as_with_one(self, sign_in, club, sitting):
        club.link(sitting)
        client = sign_in("Alice")
        for _n in range(3):
            club.deal(sitting)
            with CaptureQueriesContext(connection) as captured:
                assert client.get(self.path(sitting, "score")).status_code == 200
            assert len(captured) == 6  # session, account, roles, sitting, link, who made it


class TestPrivateInvite:
    @pytest.fixture
    def opened(self, guest, club):
        opened = club.private_table("Ana", "Luc", "Zoé")
        guest.get(f"/s/{opened.link.token}/")
        return opened

    def path(self, opened, kind="owner"):
        return f"/t/{opened.sitting.uuid}/invite/?kind={kind}"

    def test_the_link_of_the_table(self, guest, opened):
        response = guest.get(self.path(opened))

        assertContains(response, f"http://testserver/s/{opened.link.token}/")
        assertContains(response, f"/t/{opened.sitting.uuid}/take/")

    def test_guests_may_be_invited_too(self, guest, opened):
        response = guest.post(self.path(opened, "score"), {"kind": "score"}, follow=True)

        link = Link.objects.get(kind="score")
        assertContains(response, link.token)
        other = Client()
        came = other.get(f"/s/{link.token}/", follow=True)
        assertRedirects(came, f"/t/{opened.sitting.uuid}/new/")
        assert other.get(self.path(opened)).status_code == 403

    def test_another_link(self, guest, opened):
        other = Client()
        other.get(f"/s/{opened.link.token}/")

        response = guest.post(self.path(opened), {"kind": "owner", "action": "renew"}, follow=True)

        fresh = Link.objects.valid(timezone.now()).get()
        assertContains(response, fresh.token)
        assert fresh != opened.link
        # the phone that asked goes on, others are told
        assert guest.get(f"/t/{opened.sitting.uuid}/").status_code == 200
        assert other.get(f"/t/{opened.sitting.uuid}/").status_code == 410
        assert other.get(f"/s/{opened.link.token}/").status_code == 410

    def test_it_can_be_kept_after_the_session_too(self, guest, opened):
        sittings.close_sitting(keeper(opened.link), opened.sitting, request_id=uuid4())

        response = guest.get(f"/t/{opened.sitting.uuid}/invite/")

        assertContains(response, opened.link.token)

    def test_in_a_club_nobody_keeps_a_table(self, sign_in, sitting):
        client = sign_in("Olivia")

        data = {"kind": "owner", "action": "renew"}
        assert client.post(f"/t/{sitting.uuid}/invite/", data).status_code == 403
        assertNotContains(client.get(f"/t/{sitting.uuid}/invite/"), "kind=owner")


class TestClubScreen:
    PATH = "/c/trois-bouts/screen/"

    def test_make_show_revoke(self, sign_in, club):
        client = sign_in("Alice")
        assertContains(client.get("/c/trois-bouts/tables/"), self.PATH)
        assertContains(client.get(self.PATH), "Make a link for the screen")

        response = client.post(self.PATH, {"action": "show"}, follow=True)

        link = Link.objects.get()
        assertContains(response, link.token)
        assertContains(response, f"{link.code[:3]} {link.code[3:]}")
        response = client.post(self.PATH, {"action": "revoke"}, follow=True)
        assertNotContains(response, link.token)
        assert Client().get(f"/s/{link.token}/").status_code == 410

    def test_members_may_not(self, sign_in):
        client = sign_in("Bob")

        assert client.get(self.PATH).status_code == 403
        assertNotContains(client.get("/c/trois-bouts/tables/"), self.PATH)

    def test_it_opens_no_page_but_the_screen(self, guest, club, sitting):
        link = links.open_club_screen_link(club.actor("Alice"), club.club, request_id=uuid4())
        guest.get(f"/s/{link.token}/")

        assert guest.get("/c/trois-bouts/live/").status_code == 200
        for path in ("/c/trois-bouts/", "/c/trois-bouts/members/", "/c/ailleurs/live/"):
            assertRedirects(guest.get(path), f"/login/?next={path}")
        assert guest.get(f"/t/{sitting.uuid}/new/").status_code == 403
        assert Sitting.objects.get().revision == sitting.revision
