"""Inviting somebody by a link or by mail, and coming in by it."""

import re
from uuid import uuid4

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import AuditEntry, Link, Membership, Player, User
from clubs.services.people import links
from clubs.services.people.invitations import invite_player
from clubs.views.limits import INVITATIONS
from tests.cast import make_user
from tests.page_forms import page_form


@pytest.fixture(autouse=True)
def _in_english(client):
    client.cookies["django_language"] = "en"


@pytest.fixture
def frank(club):
    return club.player("Frank")


@pytest.fixture
def path(frank):
    return f"/c/trois-bouts/members/{frank.uuid}/invite/"


@pytest.fixture
def link(club, frank):
    return invite_player(club.actor("Charlie"), frank, request_id=uuid4())


def sent(**told):
    return {"request_id": str(uuid4()), **told}


class TestMemberInvite:
    def test_a_link_to_show(self, client, club, path):
        client.force_login(club.user("Charlie"))
        assertNotContains(client.get(path), 'id="link-address"')

        assertRedirects(client.post(path, sent(action="show")), path)

        link = Link.objects.get()
        assertContains(client.get(path), f"http://testserver/s/{link.token}/")
        assert mail.outbox == []

    @pytest.mark.django_db(transaction=True)
    def test_by_mail_and_sent_twice(self, client, club, path):
        client.force_login(club.user("Charlie"))
        data = sent(action="mail", email="frank@example.net")

        for _time in range(2):
            assertRedirects(client.post(path, data), path)

        [message] = mail.outbox
        assert message.to == ["frank@example.net"]
        assert message.subject == "Feutre: Les Trois Bouts invites you"
        assert f"http://testserver/s/{Link.objects.get().token}/" in message.body
        assert "You are Frank there." in message.body
        assert "frank@example.net" not in str(list(AuditEntry.objects.values()))

    @pytest.mark.parametrize("email", ["", "frank", "frank@"])
    def test_no_such_address(self, client, club, path, email):
        client.force_login(club.user("Charlie"))

        response = client.post(path, sent(action="mail", email=email))

        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["email"]
        assert not Link.objects.exists()

    def test_where_no_mail_leaves_it_is_not_offered(self, client, club, path, settings):
        settings.SENDS_MAIL = False
        client.force_login(club.user("Charlie"))
        page = client.get(path)
        assertNotContains(page, "Send the invitation")

        page = page_form(page, press="show").send(client, "show", follow=True)

        assertContains(page, f"/s/{Link.objects.get().token}/")
        assertContains(page, "No mail is set up on this server: hand over the link yourself.")

    @pytest.mark.django_db(transaction=True)
    def test_the_mail_server_is_away(self, client, club, path, monkeypatch):
        def away(*_args):
            raise ConnectionRefusedError

        monkeypatch.setattr(EmailBackend, "send_messages", away)
        client.force_login(club.user("Charlie"))

        response = client.post(path, sent(action="mail", email="frank@example.net"))

        assertContains(response, "The mail could not be sent.", status_code=422)
        assertContains(response, f"/s/{Link.objects.get().token}/", status_code=422)

    def test_revoke(self, client, club, path, link):
        client.force_login(club.user("Charlie"))

        assertRedirects(client.post(path, sent(action="revoke")), path)

        assert Link.objects.get().revoked_at is not None
        assertNotContains(client.get(path), 'id="link-address"')

    def test_who_has_an_account(self, client, club):
        client.force_login(club.user("Charlie"))
        path = f"/c/trois-bouts/members/{club.player('Bob').uuid}/invite/"

        assertContains(client.get(path), "This player has an account already.")
        assertRedirects(client.post(path, sent(action="show")), path)
        assert not Link.objects.exists()

    def test_not_without_end(self, client, club, path, monkeypatch):
        monkeypatch.setattr(
            "clubs.views.people.invitations.INVITATIONS", type(INVITATIONS)("x", 2, 3600)
        )
        client.force_login(club.user("Charlie"))
        answers = [client.post(path, sent(action="show")).status_code for _time in range(3)]

        assert answers == [302, 302, 429]

    def test_queries(self, client, club, path, link, count_queries):
        client.force_login(club.user("Charlie"))
        # session, user, roles, club; player, link
        assert count_queries(client, path) == 6

    def test_settings_and_record_say_who_is_invited(self, client, club, path, link):
        client.force_login(club.user("Olivia"))

        page = client.get("/c/trois-bouts/settings/")
        assertContains(page, f'href="{path}"', count=1)
        assertContains(page, "plays as Bob")
        assertContains(client.get(path.replace("invite/", "")), f'href="{path}"')


class TestMemberUnlink:
    @pytest.fixture
    def path(self, club):
        return f"/c/trois-bouts/members/{club.player('Bob').uuid}/unlink/"

    def test_works_and_sent_twice(self, client, club, path):
        client.force_login(club.user("Olivia"))
        data = sent()

        for _time in range(2):
            assertRedirects(client.post(path, data), path.replace("unlink/", ""))
        assert Player.objects.get(pk=club.player("Bob").pk).user is None


class TestComeIn:
    def open(self, client, link):
        response = client.get(f"/s/{link.token}/")
        assert response.status_code == 302
        return response.url

    def test_the_link_leads_to_what_will_happen(self, client, link):
        page = client.get(self.open(client, link))

        assertContains(page, "You will be Frank in Les Trois Bouts.")
        assertContains(page, f"/login/?next=/invitation/{link.uuid}/")
        assertContains(page, f"/signup/?next=/invitation/{link.uuid}/")

    def test_without_the_link_there_is_no_such_page(self, client, club, link):
        client.force_login(club.user("Eve"))

        assert client.get(f"/invitation/{link.uuid}/").status_code == 404

    def test_an_account_of_another_club_accepts(self, client, club, link):
        client.force_login(club.user("Eve"))
        path, data = self.open(client, link), sent()

        for _time in range(2):
            assertRedirects(client.post(path, data), "/c/trois-bouts/")

        assert Player.objects.get(pk=club.player("Frank").pk).user == club.user("Eve")
        assert Membership.objects.get(club=club.club, user=club.user("Eve")).role == "member"

    @pytest.mark.parametrize("registration", ["invite", "open"])
    def test_a_new_account_accepts(self, client, club, link, settings, registration):
        settings.REGISTRATION = registration
        path = self.open(client, link)
        told = {"email": "frank@example.net", "password1": "une phrase assez longue"}

        response = client.post(f"/signup/?next={path}", {**told, "next": path})

        assertRedirects(response, path)
        assertContains(client.get(path), "Signed in as frank@example.net.")
        assertRedirects(client.post(path, sent()), "/c/trois-bouts/")
        user = User.objects.get(email="frank@example.net")
        assert Player.objects.get(pk=club.player("Frank").pk).user == user

    def test_without_an_invitation_nobody_signs_up(self, client, db, settings):
        settings.REGISTRATION = "invite"

        assertContains(client.get("/signup/"), "Accounts come from a club")

    def test_where_registration_is_closed(self, client, link, settings):
        settings.REGISTRATION = "closed"

        assertNotContains(client.get(self.open(client, link)), "/signup/")
        assertContains(client.get("/signup/"), "Accounts come from a club")

    def test_a_revoked_one_makes_no_account(self, client, club, link, settings):
        settings.REGISTRATION = "invite"
        path = self.open(client, link)
        links.revoke_link(club.actor("Charlie"), link, request_id=uuid4())

        assertContains(client.get("/signup/"), "Accounts come from a club")
        assert client.get(path).status_code == 410
        assert client.get(f"/s/{link.token}/").status_code == 410

    def test_signing_in_leads_back_to_it(self, client, club, link):
        path = self.open(client, link)
        told = {"login": "eve@example.org", "password": "une phrase assez longue"}

        assertRedirects(client.post("/login/", told), path)

    def test_a_second_person(self, client, club, link):
        first = Client()
        first.force_login(club.user("Eve"))
        first.post(self.open(first, link), sent())

        client.force_login(make_user("Hugo"))
        assert client.get(f"/s/{link.token}/").status_code == 410

    def test_the_same_person_again_is_led_home(self, client, club, link):
        client.force_login(club.user("Eve"))
        client.post(self.open(client, link), sent())

        assert self.open(client, link) == "/c/trois-bouts/"

    def test_who_is_somebody_else_here(self, client, club, link):
        client.force_login(club.user("Bob"))
        path = self.open(client, link)

        page = client.get(path)
        assertContains(
            page, "In Les Trois Bouts you are Bob already; this invitation is for Frank."
        )
        assert not re.search('<main.*<form method="post"', page.content.decode(), re.DOTALL)
        assertRedirects(client.post(path, sent()), path)
        assert Player.objects.get(pk=club.player("Frank").pk).user is None

    def test_a_visitor_accepts_nothing(self, client, club, link):
        response = client.post(self.open(client, link), sent())

        assertContains(response, "Sign in and accept")
        assert Player.objects.get(pk=club.player("Frank").pk).user is None
