"""The page of records of a club."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from clubs.listings.statistics.records import TITLES
from clubs.queries.statistics.bests import HELD
from clubs.queries.statistics.record_rows import RAREST, RUN
from tests.cast import Cast
from tests.example_league import play_example

RECORDS = "/c/trois-bouts/records/"
FOUR = ("Alice", "Bob", "Charlie", "Dora")


def shown(response) -> dict[str, str]:
    cards = response.context["cards"]
    return {str(card.title): card.figure or f"{card.score:+}" for card in cards}


def test_every_record_has_its_card():
    assert {*HELD, RUN, RAREST} == TITLES.keys()


def test_of_the_club(sign_in, club: Cast):
    """The evenings of leagues.md §3, as the season has them."""
    league = play_example(club)
    client = sign_in("Alice")
    response = client.get(RECORDS)
    of_season = client.get(f"/c/trois-bouts/s/{league.uuid}/records/")
    season = shown(of_season)

    assertContains(of_season, f'href="{RECORDS}?game=french"')
    own = shown(response)
    assert own["Highest deal"] == "+540"
    assert own["Contracts made in a row"] == "5"
    assert shown(client.get(f"{RECORDS}?league={league.uuid}")) == own == season


def test_each_leads_to_its_deals(sign_in, club: Cast):
    table = club.sitting(*FOUR)
    club.deal(table, taker="Bob")  # +180
    club.deal(table, taker="Bob")
    club.deal(table, taker="Alice", oudlers=0, points=50)  # −186
    client = sign_in("Alice")
    response = client.get(RECORDS)
    urls = {str(card.title): card.url for card in response.context["cards"]}

    assert urls["Highest deal"] == f"/t/{table.uuid}/1/"
    assert urls["Your worst deal"] == f"/t/{table.uuid}/3/"
    run = client.get(urls["Contracts made in a row"])
    assert [deal.number for deal in run.context["table"].data] == [2, 1]
    takes = client.get(urls["Most takes in an evening"])
    assert [deal.number for deal in takes.context["table"].data] == [2, 1]
    for url in urls.values():
        assert client.get(url).status_code == 200


def test_of_a_size_and_of_a_player(sign_in, club: Cast):
    club.deal(club.sitting(*FOUR), taker="Bob")  # 3 · 60
    club.deal(club.sitting("Alice", "Bob", "Dora"), taker="Dora")  # 2 · 60
    client, dora = sign_in("Alice"), club.player("Dora").uuid

    assert shown(client.get(RECORDS))["Highest deal"] == "+180"
    assert shown(client.get(RECORDS + "?size=3"))["Highest deal"] == "+120"
    assert client.get(RECORDS + "?group=deleted").status_code == 200
    # On a phone the filters are folded. They stay open for who goes back to all of them.
    for query, is_open in (
        ("", False),
        ("?game=french", False),
        ("?size=3", True),
        ("?size=", True),
    ):
        assert (
            '<details class="list-fold" open>' in client.get(RECORDS + query).content.decode()
        ) is is_open
    assert shown(client.get(f"{RECORDS}?player={dora}"))["Highest deal"] == "+120"


def test_what_somebody_lost_is_told_to_nobody_else(sign_in, club: Cast):
    club.deal(club.sitting(*FOUR), taker="Bob", oudlers=0, points=50)
    bob = club.player("Bob").uuid
    for reader, told in (("Alice", False), ("Bob", True)):
        own = shown(sign_in(reader).get(f"{RECORDS}?player={bob}"))
        assert ("Contract failed by the widest margin" in own) is told
        assert ("Your worst deal" in own) is told
    assertNotContains(sign_in("Alice").get(RECORDS), "Bob, ")


def test_before_the_first_deal(sign_in, club: Cast):
    assertContains(sign_in("Bob").get(RECORDS), "No record yet")


@pytest.mark.parametrize("tables", [1, 3])
def test_as_many_queries(sign_in, club: Cast, tables: int, count_queries):
    for _ in range(tables):
        club.deal(club.sitting(*FOUR), taker="Bob")
    assert count_queries(sign_in("Bob"), RECORDS) == 24
