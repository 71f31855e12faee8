"""Every list of a club is searched by ?q=… and sorted by ?sort=…, by its headings or, where a phone
hides them, by a choice."""

from datetime import date
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import LeagueState, Tournament, TournamentState
from clubs.services.seasons.ratings import set_ratings
from clubs.services.tables.sittings import close_sitting
from tests.again import built_once
from tests.example_league import play_example
from tests.page_forms import page_form

CLUB = "/c/trois-bouts/"
SEASON = "/c/trois-bouts/s/{league}/"
LISTS = [
    f"{CLUB}members/",
    f"{CLUB}tables/",
    f"{CLUB}ratings/",
    f"{CLUB}statistics/",
    f"{CLUB}deals/?league={{league}}",
    SEASON,
    f"{SEASON}evenings/",
    f"{SEASON}takers/",
    f"{SEASON}partners/",
]
NOVEMBER = {"name": "Grand Prix", "place": "Évian", "state": TournamentState.FINAL, "rules": {}}


@pytest.fixture
@built_once
def league(club):
    league = play_example(club)
    table = club.sitting("Alice", "Bob", "Charlie", "Dora", "Olivia")
    for _ in range(4):  # fewer are not rated
        club.deal(table, taker="Alice", called="Bob")
    club.evening(league, date(2026, 2, 6), table, state="closed")
    close_sitting(club.actor("Charlie"), table, request_id=uuid4())
    set_ratings(club.actor("Charlie"), club.club, has_ratings=True, request_id=uuid4())
    return league


def address(path, league):
    return path.replace("{league}", str(league.uuid))


@pytest.mark.parametrize("path", LISTS)
def test_each_has_a_search_and_an_order(sign_in, league, path):
    client = sign_in("Bob")
    form = page_form(client.get(address(path, league)), has="q")

    assert "sort" in form.data()
    found = form.fill(q="zzz").send(client)
    assert found.status_code == 200
    assertContains(found, 'value="zzz"')
    assertNotContains(found, "Alice</a>")


@pytest.mark.parametrize("path", LISTS)
def test_all_that_can_be_sorted_is_in_the_choice(sign_in, league, path):
    """Both ways, and what was chosen stays chosen."""
    client = sign_in("Bob")
    response = client.get(address(path, league))
    tools = response.context["tools"]

    for order in tools.orders:
        again = page_form(response, has="q").fill(sort=order.value).send(client)
        assert again.status_code == 200
        assert [one.value for one in again.context["tools"].orders if one.is_on] == [order.value]
    values = [order.value for order in tools.orders]
    assert {value.removeprefix("-") for value in values} == {
        value.removeprefix("-") for value in values if value.startswith("-")
    }


@pytest.mark.parametrize("path", LISTS)
def test_a_search_costs_no_query_more(sign_in, league, path, count_queries):
    client, asked = sign_in("Bob"), address(path, league)
    sign = "&" if "?" in asked else "?"
    usual = count_queries(client, asked)

    assert count_queries(client, f"{asked}{sign}q=a") <= usual
    assert count_queries(client, f"{asked}{sign}q=a&sort=name") <= usual


def names_of(response, of):
    return [of(row.record) for row in response.context["table"].rows]


def test_a_season(sign_in, league):
    """Ranks stay those of the season: Bob (−158 + 4 · 45) is third."""
    client = sign_in("Bob")
    response = client.get(address(SEASON, league) + "?q=b")

    [table] = response.context["tables"]
    assert [row.record.player.name for row in table.rows] == ["Bob"]
    assert table.rows[0].record.row.rank == 3
    assertContains(client.get(address(SEASON, league) + "?q=nobody"), "Nobody of that name")


@pytest.mark.postgresql_too
@pytest.mark.parametrize(
    ("query", "days"),
    [
        ("?q=cleo", [12]),
        ("?q=anne+october", [10]),
        ("?sort=date", [12, 10, 14, 12, 6]),
        ("?sort=-first", [14]),
    ],
)
def test_evenings(sign_in, league, query, days):
    response = sign_in("Bob").get(address(SEASON, league) + f"evenings/{query}")

    assert names_of(response, lambda row: row.evening.held_on.day)[: len(days)] == days


def test_partners(sign_in, league):
    response = sign_in("Bob").get(address(SEASON, league) + "partners/?q=bob+ali")

    assert names_of(response, lambda row: {row.pair.a.name, row.pair.b.name}) == [{"Alice", "Bob"}]


def test_deals_by_their_taker(sign_in, club, league):
    client = sign_in("Bob")
    of_alice = client.get(f"{CLUB}deals/?league={league.uuid}&q=alice")
    highest = client.get(f"{CLUB}deals/?player={club.player('Bob').uuid}&sort=-own")

    assert names_of(of_alice, lambda deal: deal.taker.name) == ["Alice"] * 4
    assert of_alice.context["sums"].deals == 4
    scores = names_of(highest, lambda deal: deal.own)
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) > 1


def test_ratings(sign_in, club, league):
    response = sign_in("Bob").get(f"{CLUB}ratings/?q=dora&player={club.player('Bob').uuid}")

    rows = [*response.context["ranked"].rows, *response.context["provisional"].rows]
    assert [row.record.player.name for row in rows] == ["Dora"]
    assert [band.standing.player.name for band in response.context["bands"]] == ["Bob"]


class TestCards:
    """Lists of cards have a search and an order once there are more than nine."""

    def seasons(self, club, count):
        for number in range(count):
            club.league(
                name=f"Saison {number}",
                starts_on=date(2000 + number, 9, 1),
                ends_on=date(2001 + number, 6, 1),
                state=LeagueState.OPEN,
            )

    def test_few_seasons(self, sign_in, club):
        self.seasons(club, 9)

        assert sign_in("Bob").get(f"{CLUB}s/").context["tools"] is None

    @pytest.mark.postgresql_too
    @pytest.mark.parametrize(
        ("query", "first"),
        [
            ("", "Saison 9"),
            ("?sort=oldest", "Saison 0"),
            ("?sort=name", "Saison 0"),
            ("?q=SAISON+4", "Saison 4"),
        ],
    )
    def test_many_seasons(self, sign_in, club, query, first):
        self.seasons(club, 10)
        response = sign_in("Bob").get(f"{CLUB}s/{query}")

        assert response.context["cards"][0].league.name == first
        assertContains(response, "Oldest first")

    def test_no_season_is_called_like_that(self, sign_in, club):
        self.seasons(club, 10)

        assertContains(sign_in("Bob").get(f"{CLUB}s/?q=x"), "No season is called like that.")

    def tournaments(self, club, count):
        for number in range(count):
            starts_at = f"20{10 + number}-11-01T12:00Z"
            told = NOVEMBER | {"name": f"Prix {number}"} if number else NOVEMBER
            Tournament.objects.create(club=club.club, starts_at=starts_at, **told)

    @pytest.mark.postgresql_too
    @pytest.mark.parametrize(
        ("query", "first"),
        [
            ("", "Prix 9"),
            ("?sort=oldest", "Grand Prix"),
            ("?sort=name", "Grand Prix"),
            ("?q=evian+7", "Prix 7"),
        ],
    )
    def test_tournaments(self, sign_in, club, query, first):
        self.tournaments(club, 10)
        client = sign_in("Bob")
        response = client.get(f"{CLUB}tournaments/{query}")

        assert response.context["past"][0].name == first
        assertContains(client.get(f"{CLUB}tournaments/?q=zzz"), "No tournament is like that.")
