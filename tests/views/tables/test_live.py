"""The page of one table for spectators."""

from uuid import uuid4

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import LinkKind, Sitting
from clubs.services.people import links, people
from clubs.views.tables.live import BOARDS
from tests.views.tables.live_pages import TV, by_link, poll_of, screen, text_of, watcher
from tests.views.tables.pages import FOUR, close

FIVE = (*FOUR, "Olivia")


class TestSittingLive:
    def test_totals_last_deals_curve_and_next_dealer(self, bob, club):
        sitting = club.sitting(*FIVE)
        club.deal(sitting, taker="Alice", called="Bob", points=49, dealer="Olivia")  # 66
        club.deal(sitting, taker="Dora", called="Dora", points=40)  # −52, alone

        response = bob.get(f"/t/{sitting.uuid}/live/")

        text = text_of(response)
        assert "1 Alice +184 +52 2 Bob +118 +52 3 Charlie −14 +52 3 Olivia −14 +52" in text
        assert "5 Dora −274 −208 Deal 3: Bob deals. Last deals" in text
        assert "2 Dora alone in Garde down by 1 1 Alice in Garde, Bob called made by 8" in text
        assertContains(response, '<svg class="small-curve"')
        assertContains(response, 'data-news="Deal 2: Dora, Garde, down by 1"')

    def test_before_the_first_deal(self, bob, club):
        sitting = club.sitting(*FOUR, first_dealer=3)

        response = bob.get(f"/t/{sitting.uuid}/live/")

        assertContains(response, "No deal yet. Dora deals.")
        assertNotContains(response, "Last deals")

    def test_a_void_deal_says_why(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, kind="void", void_reason="all_pass")

        assert "1 Passed out" in text_of(bob.get(f"/t/{sitting.uuid}/live/"))

    def test_it_asks_for_what_is_newer_as_long_as_the_session_is_open(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        address = f"/t/{sitting.uuid}/live/"

        assert poll_of(bob.get(address)).startswith(f"{address}board/?revision=1")
        close(club, sitting)
        response = bob.get(address)
        assertNotContains(response, "hx-get")
        assertContains(response, "The session is closed.")

    def test_french(self, sign_in, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob", dealer="Alice")

        response = sign_in("Bob", "fr").get(f"/t/{sitting.uuid}/live/")

        assertContains(response, "En direct")
        assertContains(response, "Donne 2\N{NO-BREAK SPACE}: Bob distribue.")

    def test_it_weighs_little_after_a_long_evening(self, bob, club):
        sitting = club.sitting(*FIVE)
        for number in range(60):
            club.deal(sitting, taker=FIVE[number % 5], called="Alice", number=number + 1)

        response = bob.get(f"/t/{sitting.uuid}/live/")

        assert len(response.content) <= 20_000

    @pytest.mark.parametrize("deal_count", [1, 3])
    def test_queries(self, bob, club, deal_count, count_queries):
        sitting = club.sitting(*FIVE)
        for _ in range(deal_count):
            club.deal(sitting)

        # session, user, membership, sitting, seats, deals, scores
        assert count_queries(bob, f"/t/{sitting.uuid}/live/") == 7

    def test_a_guest_watches_until_the_end(self, club):
        sitting = club.sitting(*FOUR)
        guest = watcher(club, sitting)
        address = f"/t/{sitting.uuid}/live/"

        assert guest.get(address).status_code == 200
        assert guest.get(TV).status_code == 302
        close(club, sitting)
        assert guest.get(address).status_code == 410

    def test_a_table_without_a_club_has_no_way_to_one(self, club):
        club.club.slug = None
        club.club.save()
        sitting = club.sitting(*FOUR)

        assertContains(watcher(club, sitting).get(f"/t/{sitting.uuid}/live/"), "No deal yet")


class TestSittingLivePoll:
    def test_nothing_new(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        response = bob.get(poll_of(bob.get(f"/t/{sitting.uuid}/live/")))

        assert (response.status_code, response.content) == (204, b"")

    @pytest.mark.postgresql_too
    @pytest.mark.parametrize("query", ["?revision=0", "", "?revision=x"])
    def test_something_new(self, bob, club, query):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob")

        response = bob.get(f"/t/{sitting.uuid}/live/board/{query}")

        assertContains(response, "Bob in Garde")
        assertNotContains(response, "<html")
        assert poll_of(response).startswith(f"/t/{sitting.uuid}/live/board/?revision=1")

    def test_after_the_end_the_final_state_asks_no_more(self, bob, club):
        sitting = club.sitting(*FOUR)
        address = poll_of(bob.get(f"/t/{sitting.uuid}/live/"))
        club.deal(sitting, taker="Bob")
        close(club, sitting)

        response = bob.get(address)

        assertContains(response, "Bob in Garde")
        assertNotContains(response, "hx-get")

    def test_a_guest_is_told_that_the_session_is_over(self, club):
        sitting = club.sitting(*FOUR)
        guest = watcher(club, sitting)
        address = poll_of(guest.get(f"/t/{sitting.uuid}/live/"))
        close(club, sitting)

        response = guest.get(address)

        assert (response.status_code, response.content) == (410, b"The session is closed.")
        assert response["Content-Type"] == "text/plain; charset=utf-8"

    def test_a_guest_is_told_that_the_link_was_revoked(self, club):
        sitting = club.sitting(*FOUR)
        link = links.invite(club.actor("Alice"), sitting, LinkKind.WATCH, request_id=uuid4())
        guest = by_link(link)
        address = poll_of(guest.get(f"/t/{sitting.uuid}/live/"))
        links.revoke_link(club.actor("Alice"), link, request_id=uuid4())

        response = guest.get(address)

        assert response.status_code == 410
        assert response.content == b"This link has ended. Ask the table for a new one."

    def test_a_screen_that_follows_one_table_is_told_as_well(self, club):
        sitting = club.sitting(*FOUR)
        television = screen(club)
        address = poll_of(television.get(f"/t/{sitting.uuid}/live/"))
        close(club, sitting)

        assert television.get(address).status_code == 410

    def test_who_was_signed_out_is_told_so(self, client, club):
        address = f"/t/{club.sitting(*FOUR).uuid}/live/"
        headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{address}"}

        response = client.get(f"{address}board/?revision=0", headers=headers)

        assert response.status_code == 401

    def test_queries_when_nothing_is_new(self, bob, club, count_queries):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        guest, television = watcher(club, sitting), screen(club)
        address = poll_of(bob.get(f"/t/{sitting.uuid}/live/"))

        for client in (bob, guest, television):
            assert count_queries(client, address, 204) == 1  # the revision
        bare = address.partition("&")[0]
        assert count_queries(bob, bare, 204) == 3  # session, user, revision
        assert count_queries(guest, bare, 204) == 2

    def test_queries_when_another_phone_was_told_already(self, sign_in, club, count_queries):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        address = f"/t/{sitting.uuid}/live/board/?revision=0"

        # session, user, revision, membership, sitting; then seats, deals, scores
        assert count_queries(sign_in("Bob"), address) == 8
        assert count_queries(sign_in("Dora"), address) == 5


class TestMemo:
    def test_all_who_look_get_the_same(self, sign_in, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        address = f"/t/{sitting.uuid}/live/board/?revision=0"

        guest = watcher(club, sitting).get(address)
        seen = {sign_in(name).get(address).content for name in ("Alice", "Bob", "Olivia")}

        assert seen == {guest.content}
        for private in ("csrf", "example.org", "/new/", "/edit/"):
            assertNotContains(guest, private)

    def test_each_revision_and_each_language_has_its_own(self, sign_in, club):
        sitting = club.sitting(*FOUR)
        address = f"/t/{sitting.uuid}/live/board/"
        english, french = sign_in("Bob"), sign_in("Bob", "fr")

        club.deal(sitting, taker="Bob")
        assertContains(english.get(address), "Bob in Garde")
        assertContains(french.get(address), "Bob en garde")
        club.deal(sitting, taker="Dora")
        assertContains(english.get(address), "Dora in Garde")
        assertContains(french.get(address), "Dora en garde")

    def test_a_new_name_is_not_kept_from_who_looks(self, bob, club):
        sitting = club.sitting(*FOUR)
        assertContains(bob.get(f"/t/{sitting.uuid}/live/"), "Dora")

        people.update_player(
            club.actor("Charlie"),
            club.player("Dora"),
            name="Dorothée",
            table_name="Doro",
            is_member=True,
            request_id=uuid4(),
        )

        assertContains(bob.get(f"/t/{sitting.uuid}/live/"), "Doro")

    def test_it_keeps_no_more_than_a_hundred(self, bob, club):
        sitting = club.sitting(*FOUR)
        for revision in range(103):
            Sitting.objects.filter(pk=sitting.pk).update(revision=revision)
            bob.get(f"/t/{sitting.uuid}/live/board/")

        assert len(BOARDS) == 100


class TestNewBuild:
    """A page of an earlier version loads itself again."""

    @pytest.fixture(autouse=True)
    def _build(self, monkeypatch):
        monkeypatch.setattr(staticfiles_storage, "manifest_hash", "abc", raising=False)

    def test_of_the_television(self, bob, club):
        address = poll_of(bob.get(TV))
        assert "&build=abc&" in address

        assert "HX-Refresh" not in bob.get(address).headers
        response = bob.get(address.replace("build=abc", "build=old"))
        assert (response.status_code, response["HX-Refresh"]) == (204, "true")

    def test_of_one_table(self, bob, club):
        address = poll_of(bob.get(f"/t/{club.sitting(*FOUR).uuid}/live/"))

        assert "HX-Refresh" not in bob.get(address).headers
        response = bob.get(address.replace("build=abc", "build=old"))
        assert (response.status_code, response["HX-Refresh"]) == (204, "true")
