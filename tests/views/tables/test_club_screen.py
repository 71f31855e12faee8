"""The screen of a club, and where its link is made."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import Sitting
from clubs.services.people import links
from clubs.views.tables.live import BOARDS
from tests.views.tables.live_pages import TV, by_link, poll_of, screen, text_of
from tests.views.tables.pages import FOUR, close


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

        response = bob.get(TV)

        assertContains(response, "data-tv-page>", count=2)  # without script all are shown
        assertContains(response, "tv-page solo", count=1)
        reload = r'<noscript>\s*<meta http-equiv="refresh"\s+content="15">'
        assert re.search(reload, response.content.decode())

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
    def test_queries(self, bob, club, table_count, count_queries):
        for _ in range(table_count):
            club.deal(club.sitting(*FOUR))

        # session, user, club, mark; sittings, seats, deals, scores
        assert count_queries(bob, TV) == 8

    def test_what_its_link_opens(self, club):
        sitting = club.sitting(*FOUR)
        television = screen(club)

        assertContains(television.get(TV), "Table 1")
        assert television.get("/c/ailleurs/live/").status_code == 302
        assert television.get(f"/t/{sitting.uuid}/").status_code == 200
        assert television.get("/c/trois-bouts/").status_code == 302

    def test_a_revoked_screen_link(self, club):
        link = links.open_club_screen_link(club.actor("Alice"), club.club, request_id=uuid4())
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

    @pytest.mark.postgresql_too
    @pytest.mark.parametrize("query", ["", "?seen=", "?seen=1-x", "?seen=1-99"])
    def test_a_mark_that_is_none(self, bob, club, query):
        club.sitting(*FOUR)

        assertContains(bob.get(f"{TV}board/{query}"), "Table 1")

    @pytest.mark.parametrize("table_count", [1, 3])
    def test_queries(self, bob, club, sign_in, table_count, count_queries):
        for _ in range(table_count):
            club.deal(club.sitting(*FOUR))
        television = screen(club)
        address = poll_of(bob.get(TV))

        for client in (bob, television):
            assert count_queries(client, address, 204) == 1  # the mark
        bare = address.partition("&")[0]
        assert count_queries(bob, bare, 204) == 3  # session, user, mark
        assert count_queries(television, bare, 204) == 2
        BOARDS.clear()
        # session, user, mark, club; then sittings, seats, deals, scores
        assert count_queries(sign_in("Dora"), f"{TV}board/") == 8
        assert count_queries(bob, f"{TV}board/") == 4

    def test_all_who_look_get_the_same(self, sign_in, club):
        club.deal(club.sitting(*FOUR))
        television = screen(club)

        seen = {sign_in(name).get(f"{TV}board/").content for name in ("Alice", "Bob", "Olivia")}

        assert seen == {television.get(f"{TV}board/").content}


class TestScreenButton:
    def test_who_may_give_the_link_goes_there_first(self, sign_in, club):
        assertContains(
            sign_in("Alice").get("/c/trois-bouts/tables/"), 'href="/c/trois-bouts/screen/"'
        )

    def test_others_watch(self, bob, club):
        assertContains(bob.get("/c/trois-bouts/tables/"), f'href="{TV}"')
