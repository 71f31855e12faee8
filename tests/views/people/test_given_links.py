"""Giving links to guests, screens and other phones."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Link, LinkKind, Sitting, TournamentDuty
from clubs.services.people import links
from clubs.services.people.roles import remove_role
from clubs.services.tables import sittings
from tests.cast import audit, keeper
from tests.page_forms import page_form
from tests.views.people.link_pages import close, told


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

    def test_a_script_changes_nothing_without_the_token(self, club, sitting):
        client = Client(enforce_csrf_checks=True)
        client.force_login(club.user("Alice"))

        assert client.post(self.path(sitting), {"kind": "score"}).status_code == 403
        assert not Link.objects.exists()

    def test_as_many_queries_with_three_deals_as_with_one(
        self, sign_in, club, sitting, count_queries
    ):
        club.link(sitting)
        client = sign_in("Alice")
        for _n in range(3):
            club.deal(sitting)
            # session, account, roles, sitting, link, who made it
            assert count_queries(client, self.path(sitting, "score")) == 6


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

    def test_members_do_not_see_it(self, sign_in):
        assertNotContains(sign_in("Bob").get("/c/trois-bouts/tables/"), self.PATH)

    def test_it_opens_no_page_but_the_screen(self, guest, club, sitting):
        link = links.open_club_screen_link(club.actor("Alice"), club.club, request_id=uuid4())
        guest.get(f"/s/{link.token}/")

        assert guest.get("/c/trois-bouts/live/").status_code == 200
        for path in ("/c/trois-bouts/", "/c/trois-bouts/members/", "/c/ailleurs/live/"):
            assertRedirects(guest.get(path), f"/login/?next={path}")
        assert guest.get(f"/t/{sitting.uuid}/new/").status_code == 403
        assert Sitting.objects.get().revision == sitting.revision


def test_a_desk_of_another_club_revokes_the_link_of_a_table(hall, sign_in):
    """Eve helps at the tournament, and has no role in the club."""
    hall.tournament.roles.create(user=hall.cast.user("Eve"), role=TournamentDuty.DESK)
    table, client = hall.tables()[0], sign_in("Eve")
    given = Link.objects.get(target_uuid=table.uuid, kind=LinkKind.SCORE)

    page = client.get(f"/t/{table.uuid}/invite/?kind=score")
    assertNotContains(page, "Until ,")  # it has no hour at which it ends
    page_form(page, press="revoke").send(client)

    given.refresh_from_db()
    assert given.revoked_at
