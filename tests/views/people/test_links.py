"""Coming in by a link, and what a guest may do at a table."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Deal, Link
from clubs.services.people import links
from clubs.services.tables import sittings
from tests.cast import FOUR, audit
from tests.page_forms import page_form
from tests.views.people.link_pages import NOT_HERE, close, held, told


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

    @pytest.mark.parametrize("kind", ["score", "watch"])
    def test_after_the_session_it_has_ended(self, guest, club, sitting, kind):
        link = club.link(sitting, kind)
        guest.get(f"/s/{link.token}/")
        close(club, sitting)

        for path in (f"/s/{link.token}/", f"/t/{sitting.uuid}/", f"/t/{sitting.uuid}/1/"):
            page = guest.get(path)
            assertContains(page, "Ask whoever gave it to you", status_code=410)
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

    def test_who_watches_sees_no_button(self, guest, club, sitting):
        club.deal(sitting)
        guest.get(f"/s/{club.link(sitting, 'watch').token}/")

        page = guest.get(f"/t/{sitting.uuid}/")
        assertNotContains(page, f"/t/{sitting.uuid}/new/")
        assertNotContains(page, f"/t/{sitting.uuid}/log/")
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
