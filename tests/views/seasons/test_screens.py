"""The standings on a screen."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import League
from clubs.services.seasons.ratings import set_ratings
from clubs.services.tables.sittings import close_sitting


def screen(league, rest=""):
    return f"/c/trois-bouts/s/{league.uuid}/screen/{rest}"


def poll_of(response):
    return re.search(r'hx-get="([^"]+seal=[^"]+)"', response.content.decode())[1].replace(
        "&amp;", "&"
    )


class TestLeagueScreen:
    def test_who_stands_where(self, bob, example):
        response = bob.get(screen(example))

        assertContains(response, "Standings after evening 4 of 4")
        assertContains(response, "data-tv-page", count=1)
        assertContains(response, "+766")
        assertContains(response, "1–7 of 7")
        assertNotContains(response, "you</span>")

    @pytest.mark.parametrize(("rows", "pages"), [("4", 2), ("1", 2), ("99", 1), ("x", 1)])
    def test_in_pages(self, bob, example, rows, pages):
        assertContains(bob.get(screen(example, f"?rows={rows}")), "data-tv-page", count=pages)

    def test_each_size_has_its_pages(self, bob, example):
        example.standings_rules = {**example.standings_rules, "normalise": "own_size"}
        example.save()

        response = bob.get(screen(example))

        assertContains(response, "data-tv-page", count=3)
        assertContains(response, "Deals of 5 players")

    def test_before_the_first_deal(self, bob, club):
        assertContains(bob.get(screen(club.league())), "The ranking starts with")

    def test_it_is_light_unless_asked(self, bob, example):
        assertContains(bob.get(screen(example)), 'data-bs-theme="light"')
        assertContains(bob.get(screen(example, "?dark=1")), 'data-bs-theme="dark"')


class TestLeagueScreenPoll:
    def test_nothing_new_costs_one_query(self, bob, example, django_assert_num_queries):
        address = poll_of(bob.get(screen(example, "?rows=4")))

        with django_assert_num_queries(1):
            response = Client().get(address)

        assert (response.status_code, response.content) == (204, b"")

    def test_a_deal_is_news(self, bob, club, example):
        address = poll_of(bob.get(screen(example)))
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.evening(example, example.starts_on, sitting)
        assert bob.get(address).status_code == 200  # the table is new
        address = poll_of(bob.get(screen(example)))

        club.deal(sitting, taker="Alice", oudlers=2, points=46)
        response = bob.get(address)

        assertContains(response, "Alice")
        assertContains(response, "+180")

    def test_a_rating_that_moves_elsewhere_is_news(self, bob, club, example):
        """A table of the club moves ratings, whether it counts for the season or not."""
        set_ratings(club.actor("Olivia"), club.club, has_ratings=True, request_id=uuid4())
        example.standings_rules = {**example.standings_rules, "method": "rating"}
        example.save()
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        for _ in range(4):
            club.deal(sitting, taker="Alice", oudlers=2, points=46)
        address = poll_of(bob.get(screen(example)))
        assert bob.get(address).status_code == 204

        close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        assert bob.get(address).status_code == 200

    def test_a_closed_season_asks_for_no_news(self, bob, club, example):
        League.objects.filter(pk=example.pk).update(state="closed")

        response = bob.get(screen(example))

        assertContains(response, "<span>Closed</span>")
        assertNotContains(response, "hx-get")

    def test_it_keeps_its_rows(self, bob, club, example):
        address = poll_of(bob.get(screen(example, "?rows=4")))
        type(example).objects.update(revision=99)

        assertContains(bob.get(address), "data-tv-page", count=2)

    def test_news_are_for_those_who_may_see_them(self, bob, club, example):
        address = poll_of(bob.get(screen(example)))
        type(example).objects.update(revision=99)

        assert Client().get(address).status_code == 302
        bob.force_login(club.user("Eve"))
        assert bob.get(address).status_code == 404

    def test_without_the_seal_access_is_asked(self, bob, example):
        bare = re.sub("seal=.*", "seal=x", poll_of(bob.get(screen(example))))

        assert Client().get(bare).status_code == 302
        assert bob.get(bare).status_code == 204

    def test_a_season_that_is_none(self, bob, example):
        missing = screen(example).replace(str(example.uuid)[:8], "00000000")

        assert bob.get(missing).status_code == 404
        assert bob.get(f"{missing}board/?seen=").status_code == 404
