"""The note beside deal entry: another phone has saved this deal."""

import re
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import LinkKind, Sitting
from clubs.services.people import links
from clubs.services.people.roles import remove_role
from clubs.services.tables import sittings
from tests.page_forms import page_form
from tests.views.tables.live_pages import by_link, poll_of, screen, watcher
from tests.views.tables.pages import FOUR, close


class TestDealWatch:
    @pytest.fixture
    def sitting(self, club) -> Sitting:
        return club.sitting(*FOUR)

    def watch(self, sitting: Sitting, number: int = 1, own: str = "") -> str:
        return f"/t/{sitting.uuid}/new/watch/?number={number}&request_id={own}"

    def test_the_entry_page_asks(self, sign_in, club, sitting):
        html = sign_in("Alice").get(f"/t/{sitting.uuid}/new/").content.decode()

        asked = re.search(r'hx-get="([^"]+/watch/[^"]+)"', html)[1].replace("&amp;", "&")
        own = re.search(r'name="request_id" value="([^"]+)"', html)[1]
        assert asked == self.watch(sitting, own=own)

    def test_a_correction_does_not(self, sign_in, club, sitting):
        club.deal(sitting)

        assertNotContains(sign_in("Alice").get(f"/t/{sitting.uuid}/1/edit/"), "/watch/")

    def test_nothing_new(self, sign_in, sitting):
        alice = sign_in("Alice")
        first = alice.get(self.watch(sitting))
        assertNotContains(first, "data-deal-news")

        response = alice.get(poll_of(first))

        assert (response.status_code, response.content) == (204, b"")

    def test_another_phone_saved_this_deal(self, sign_in, club, sitting):
        club.deal(sitting, taker="Dora", points=52)

        response = sign_in("Charlie").get(self.watch(sitting))

        assertContains(response, "Deal 1 was just saved by Alice: Dora, Garde, made by 11")
        assertContains(response, "revision=1")

    def test_who_left_is_not_named(self, sign_in, club, sitting):
        club.deal(sitting, by="Alice")
        remove_role(club.actor("Alice"), club.club, club.user("Alice"), request_id=uuid4())

        response = sign_in("Charlie").get(self.watch(sitting))

        assertContains(response, "Deal 1 was just saved on another phone: Alice, Garde, made by 5")

    def test_ones_own_other_phone(self, sign_in, club, sitting):
        club.deal(sitting, by="Alice")

        assertContains(
            sign_in("Alice").get(self.watch(sitting)),
            "Deal 1 was just saved on another phone: Alice, Garde, made by 5",
        )

    def test_by_a_guest(self, sign_in, club, sitting):
        link = links.invite(club.actor("Alice"), sitting, LinkKind.SCORE, request_id=uuid4())
        deal = club.deal(sitting)
        deal.recorded_by = None
        deal.save()

        assertContains(sign_in("Alice").get(self.watch(sitting)), "saved on another phone")
        assertContains(by_link(link).get(self.watch(sitting)), "saved on another phone")

    def test_who_only_watches_is_not_told_by_whom(self, club, sitting):
        club.deal(sitting, by="Olivia")

        for guest in (watcher(club, sitting), screen(club)):
            response = guest.get(self.watch(sitting))
            assertContains(response, "Deal 1 was just saved on another phone")
            assertNotContains(response, "Olivia")

    def test_what_this_phone_saved_is_no_news(self, sign_in, club, sitting):
        own = uuid4()
        club.deal(sitting, request_id=own)

        response = sign_in("Alice").get(self.watch(sitting, own=str(own)))

        assertContains(response, "revision=1")
        assertNotContains(response, "data-deal-news")

    def test_another_change_is_no_news(self, sign_in, club, sitting):
        club.deal(sitting)

        response = sign_in("Alice").get(self.watch(sitting, number=2))

        assertContains(response, "number=2")
        assertNotContains(response, "data-deal-news")

    def test_the_end_of_the_session(self, sign_in, club, sitting):
        close(club, sitting)

        response = sign_in("Alice").get(self.watch(sitting))

        assertContains(response, "The session is closed.")
        assertContains(response, f'href="/t/{sitting.uuid}/"')
        assertContains(response, f'href="/t/{sitting.uuid}/summary/"')

    def test_a_guest_after_the_end_and_when_it_goes_on(self, club, sitting):
        link = links.invite(club.actor("Alice"), sitting, LinkKind.SCORE, request_id=uuid4())
        guest = by_link(link)
        close(club, sitting)

        response = guest.get(self.watch(sitting))

        assertContains(response, "The session is closed.")
        assertContains(response, "whoever keeps the table has the score sheet")
        assertNotContains(response, f'href="/t/{sitting.uuid}/')
        assert guest.get(poll_of(response)).status_code == 204
        sittings.reopen_sitting(club.actor("Charlie"), sitting, request_id=uuid4())
        again = guest.get(poll_of(response))
        assertNotContains(again, "The session is closed.")
        assertContains(again, 'id="deal-over"')

    def test_a_guest_types_the_new_code(self, club, sitting):
        link = links.invite(club.actor("Alice"), sitting, LinkKind.SCORE, request_id=uuid4())
        guest = by_link(link)
        links.revoke_link(club.actor("Alice"), link, request_id=uuid4())
        response = guest.get(self.watch(sitting))
        assertContains(response, "This link has ended. Ask the table for a new one.")
        new = links.invite(club.actor("Alice"), sitting, LinkKind.SCORE, request_id=uuid4())

        assertContains(response, 'href="/j/"')
        page_form(guest.get("/j/"), has="code").fill(code=new.code).send(guest)

        assertNotContains(guest.get(poll_of(response)), "This link has ended")

    @pytest.mark.postgresql_too
    @pytest.mark.parametrize("query", ["", "?number=x&revision=y&request_id=z"])
    def test_damaged_questions(self, sign_in, club, sitting, query):
        club.deal(sitting)

        assertNotContains(
            sign_in("Alice").get(f"/t/{sitting.uuid}/new/watch/{query}"), "data-deal-news"
        )

    def test_who_is_signed_out_is_not_led_away(self, client, sign_in, sitting):
        assert client.get(self.watch(sitting)).status_code == 404
        assert sign_in("Eve").get(self.watch(sitting)).status_code == 404

    def test_queries_when_nothing_is_new(self, sign_in, club, sitting, count_queries):
        link = links.invite(club.actor("Alice"), sitting, LinkKind.SCORE, request_id=uuid4())

        alice, guest = sign_in("Alice"), by_link(link)
        address = poll_of(alice.get(self.watch(sitting)))

        assert count_queries(alice, address, 204) == 1  # the revision
        assert count_queries(guest, address, 204) == 1
