"""Pages for spectators: one table, the television of a club, and the note beside deal entry."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import LinkKind, Sitting
from clubs.services.people import links, people
from clubs.services.people.roles import remove_role
from clubs.services.tables import sittings
from clubs.views.tables.live import BOARDS
from tests.cast import Cast
from tests.page_forms import page_form

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")
TV = "/c/trois-bouts/live/"


@pytest.fixture(autouse=True)
def _forgotten():
    """What the tests before had drawn."""
    BOARDS.clear()


@pytest.fixture
def sign_in(club):
    def sign_in(name: str, language: str = "en") -> Client:
        client = Client()
        client.force_login(club.user(name))
        client.cookies["django_language"] = language
        return client

    return sign_in


@pytest.fixture
def bob(sign_in) -> Client:
    """Plays, and looks."""
    return sign_in("Bob")


def by_link(link) -> Client:
    """Somebody without an account who opened this link."""
    client = Client()
    client.cookies["django_language"] = "en"
    client.get(f"/s/{link.token}/")
    return client


def watcher(club: Cast, sitting: Sitting) -> Client:
    link = links.invite(club.actor("Alice"), sitting, LinkKind.WATCH, request_id=uuid4())
    return by_link(link)


def screen(club: Cast) -> Client:
    return by_link(links.open_screen_link(club.actor("Alice"), club.club, request_id=uuid4()))


def close(club: Cast, sitting: Sitting) -> None:
    sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())


def queries_of(client: Client, address: str, status: int = 200) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == status
    return len(queries)


def poll_of(response) -> str:
    """What the page asks for every two seconds."""
    return re.search(r'hx-get="([^"]+)"', response.content.decode())[1].replace("&amp;", "&")


def text_of(response) -> str:
    html = re.sub(r"<svg.*?</svg>|<head>.*?</head>", "", response.content.decode(), flags=re.DOTALL)
    html = re.sub(r'<span class="vh">.*?</span>', "", html)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


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
    def test_queries(self, bob, club, deal_count):
        sitting = club.sitting(*FIVE)
        for _ in range(deal_count):
            club.deal(sitting)

        # session, user, membership, sitting, seats, deals, scores
        assert queries_of(bob, f"/t/{sitting.uuid}/live/") == 7

    def test_who_has_no_business_there(self, client, sign_in, club):
        address = f"/t/{club.sitting(*FOUR).uuid}/live/"

        assertContains(client.get(address), f"/login/?next={address}", status_code=404)
        assert sign_in("Eve").get(address).status_code == 404
        assert sign_in("Bob").get(f"/t/{uuid4()}/live/").status_code == 404

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

    def test_queries_when_nothing_is_new(self, bob, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        guest, television = watcher(club, sitting), screen(club)
        address = poll_of(bob.get(f"/t/{sitting.uuid}/live/"))

        for client in (bob, guest, television):
            assert queries_of(client, address, 204) == 1  # the revision
        bare = address.partition("&")[0]
        assert queries_of(bob, bare, 204) == 3  # session, user, revision
        assert queries_of(guest, bare, 204) == 2

    def test_queries_when_another_phone_was_told_already(self, sign_in, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        address = f"/t/{sitting.uuid}/live/board/?revision=0"

        # session, user, revision, membership, sitting; then seats, deals, scores
        assert queries_of(sign_in("Bob"), address) == 8
        assert queries_of(sign_in("Dora"), address) == 5


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


class TestClubLive:
    def test_all_tables_at_play(self, bob, club):
        first, second = club.sitting(*FOUR), club.sitting(*FOUR)
        club.deal(first, taker="Alice")  # 60
        club.deal(second, taker="Bob", points=40)  # −52

        response = bob.get(TV)

        text = text_of(response)
        assert "Les Trois Bouts Live" in text
        assert "Table 1 1 deal 1 Alice +180 +180 2 Bob −60 −60" in text
        assert "1 Alice in Garde made by 5" in text
        assert "Table 2 1 deal 1 Alice +52 +52 1 Charlie +52 +52" in text
        assertContains(response, 'data-news="Table 2. Deal 1: Bob, Garde, down by 1"')

    def test_two_tables_a_page(self, bob, club):
        for _ in range(3):
            club.sitting(*FOUR)

        assertContains(bob.get(TV), "data-tv-page", count=2)
        assertContains(bob.get(TV), "tv-page solo", count=1)

    def test_only_some_tables(self, bob, club):
        for _ in range(3):
            club.sitting(*FOUR)

        response = bob.get(f"{TV}?tables=1,3,x,,99999999999")

        assert re.findall(r"Table \d", text_of(response)) == ["Table 1", "Table 3"]
        assert "&tables=1%2C3&" in poll_of(response)
        assert bob.get(poll_of(response)).status_code == 204

    def test_no_table(self, bob, club):
        assertContains(bob.get(TV), "No table is open. The next one appears here.")

    def test_a_closed_table_is_marked(self, bob, club):
        sitting = club.sitting(*FOUR)
        close(club, sitting)

        assert re.search(r"Table 1 Closed at \d\d:\d\d 0 deals", text_of(bob.get(TV)))

    def test_the_time_is_that_of_the_club(self, bob, club):
        club.club.time_zone = "Pacific/Noumea"  # eleven hours ahead, summer and winter
        club.club.save()

        html = bob.get(TV).content.decode()

        assert 'data-zone="Pacific/Noumea"' in html
        assert re.search(r'datetime="[^"]+\+11:00"', html)

    @pytest.mark.parametrize(
        ("cookie", "query", "theme"),
        [
            ("", "", "light"),
            ("", "?dark=1", "dark"),
            ("theme=auto&text=150", "", "light"),
            ("theme=dark", "", "dark"),
        ],
    )
    def test_light_unless_somebody_wants_it_dark(self, bob, club, cookie, query, theme):
        bob.cookies["preferences"] = cookie

        response = bob.get(TV + query)

        assertContains(response, f'data-bs-theme="{theme}"')
        assertContains(response, 'data-text="100"')

    @pytest.mark.parametrize("table_count", [1, 3])
    def test_queries(self, bob, club, table_count):
        for _ in range(table_count):
            club.deal(club.sitting(*FOUR))

        # session, user, club, mark; sittings, seats, deals, scores
        assert queries_of(bob, TV) == 8

    def test_who_may(self, client, sign_in, club):
        sitting = club.sitting(*FOUR)
        television = screen(club)

        assertRedirects(client.get(TV), f"/login/?next={TV}")
        assert sign_in("Eve").get(TV).status_code == 404
        assert sign_in("Bob").get("/c/nowhere/live/").status_code == 404
        assertContains(television.get(TV), "Table 1")
        assert television.get("/c/ailleurs/live/").status_code == 302
        assert television.get(f"/t/{sitting.uuid}/").status_code == 200
        assert television.get("/c/trois-bouts/").status_code == 302

    def test_a_revoked_screen_link(self, club):
        link = links.open_screen_link(club.actor("Alice"), club.club, request_id=uuid4())
        television = by_link(link)
        address = poll_of(television.get(TV))
        links.revoke_link(club.actor("Alice"), link, request_id=uuid4())
        club.sitting(*FOUR)

        assert television.get(TV).status_code == 410
        response = television.get(address)
        assert response.status_code == 410
        assert response.content == b"This link has ended. Ask the club for a new one."


class TestClubLivePoll:
    def test_nothing_new(self, bob, club):
        club.deal(club.sitting(*FOUR))

        response = bob.get(poll_of(bob.get(TV)))

        assert (response.status_code, response.content) == (204, b"")

    def test_a_deal_and_a_new_table(self, bob, club):
        sitting = club.sitting(*FOUR)
        address = poll_of(bob.get(TV))

        club.deal(sitting, taker="Dora")
        response = bob.get(address)
        assertContains(response, "Dora in Garde")
        assertNotContains(response, "<html")
        club.sitting(*FOUR)
        assertContains(bob.get(poll_of(response)), "Table 2")

    def test_a_closed_table_goes_after_five_minutes(self, bob, club):
        sitting = club.sitting(*FOUR)
        close(club, sitting)
        address = poll_of(bob.get(TV))
        assert bob.get(address).status_code == 204

        closed_at = Sitting.objects.get(pk=sitting.pk).closed_at - timedelta(minutes=6)
        Sitting.objects.filter(pk=sitting.pk).update(closed_at=closed_at)

        assertContains(bob.get(address), "No table is open.")

    @pytest.mark.parametrize("query", ["", "?seen=", "?seen=1-x", "?seen=1-99"])
    def test_a_mark_that_is_none(self, bob, club, query):
        club.sitting(*FOUR)

        assertContains(bob.get(f"{TV}board/{query}"), "Table 1")

    @pytest.mark.parametrize("table_count", [1, 3])
    def test_queries(self, bob, club, sign_in, table_count):
        for _ in range(table_count):
            club.deal(club.sitting(*FOUR))
        television = screen(club)
        address = poll_of(bob.get(TV))

        for client in (bob, television):
            assert queries_of(client, address, 204) == 1  # the mark
        bare = address.partition("&")[0]
        assert queries_of(bob, bare, 204) == 3  # session, user, mark
        assert queries_of(television, bare, 204) == 2
        BOARDS.clear()
        # session, user, mark, club; then sittings, seats, deals, scores
        assert queries_of(sign_in("Dora"), f"{TV}board/") == 8
        assert queries_of(bob, f"{TV}board/") == 4

    def test_all_who_look_get_the_same(self, sign_in, club):
        club.deal(club.sitting(*FOUR))
        television = screen(club)

        seen = {sign_in(name).get(f"{TV}board/").content for name in ("Alice", "Bob", "Olivia")}

        assert seen == {television.get(f"{TV}board/").content}


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
        deal = club.deal(sitting)

        response = sign_in("Alice").get(self.watch(sitting, own=str(deal.uuid)))

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

    @pytest.mark.parametrize("query", ["", "?number=x&revision=y&request_id=z"])
    def test_damaged_questions(self, sign_in, club, sitting, query):
        club.deal(sitting)

        assertNotContains(
            sign_in("Alice").get(f"/t/{sitting.uuid}/new/watch/{query}"), "data-deal-news"
        )

    def test_who_is_signed_out_is_not_led_away(self, client, sign_in, sitting):
        assert client.get(self.watch(sitting)).status_code == 404
        assert sign_in("Eve").get(self.watch(sitting)).status_code == 404

    def test_queries_when_nothing_is_new(self, sign_in, club, sitting):
        link = links.invite(club.actor("Alice"), sitting, LinkKind.SCORE, request_id=uuid4())

        alice, guest = sign_in("Alice"), by_link(link)
        address = poll_of(alice.get(self.watch(sitting)))

        assert queries_of(alice, address, 204) == 1  # the revision
        assert queries_of(guest, address, 204) == 1


class TestTelevisionButton:
    def test_who_may_give_the_link_goes_there_first(self, sign_in, club):
        assertContains(
            sign_in("Alice").get("/c/trois-bouts/tables/"), 'href="/c/trois-bouts/screen/"'
        )

    def test_others_watch(self, bob, club):
        assertContains(bob.get("/c/trois-bouts/tables/"), f'href="{TV}"')
