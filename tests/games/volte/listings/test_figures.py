"""What the page of statistics shows of the volte game."""

import pytest
from django.utils import translation

from clubs.games.volte.listings.figures import volte_figures
from clubs.listings.statistics.game_figures import GameFigures
from tests.again import built_once
from tests.cast import Cast
from tests.italian_games import play_volte
from tests.listings.statistics.told_figures import table, tiles, told

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.fixture
@built_once
def played(club: Cast) -> Cast:
    play_volte(club)
    return club


def of(club: Cast, player: str = "") -> GameFigures:
    return told(volte_figures, club, "volte", player)


def test_nothing_is_shown_of_nothing(club: Cast):
    assert of(club) == of(club, "Alice") == GameFigures(0)


def test_tiles_of_everybody(played: Cast):
    found = of(played)

    assert found.deals == 8
    assert tiles(found) == [
        ("Deals", "8"),
        ("Contracts", "7"),
        ("Won", "3", "42.9%"),
        ("Lost", "3", "42.9%"),
        ("Drawn", "1", "14.3%"),
        ("Average base", "19.17", "won and lost alike, without a sign"),  # 115/6
        ("Cappotti", "2", "as taker 1, in defence 1"),
        ("Declarations", "2"),
    ]


def test_tiles_of_a_player(played: Cast):
    assert tiles(of(played, "Bob")) == [
        ("Deals", "8"),
        ("Total", "−755"),
        ("Average a deal", "−94.38"),
        ("Contracts", "2"),
        ("Won", "0", "0.0%"),
        ("Lost", "2", "100.0%"),
        ("Drawn", "0", "0.0%"),
        ("Average base", "4.00", "won and lost alike, without a sign"),
        ("Cappotti", "1", "as taker 0, in defence 1"),
        ("Declarations", "0"),
    ]


def test_by_contract(played: Cast):
    assert table(of(played), "contracts") == [
        ["Plain", "2", "2", "0", "0", "100.0%", "30.50"],
        ["Two times", "4", "1", "3", "0", "25.0%", "13.50"],
        ["Four times", "1", "0", "0", "1", "0.0%", "–"],
    ]
    assert table(of(played, "Charlie"), "contracts") == [
        ["Plain", "1", "1", "0", "0", "100.0%", "55.00"]
    ]


def test_takers_and_players(played: Cast):
    found = of(played)

    assert table(found, "takers") == [
        ["Alice", "3", "2", "0", "1", "66.7%", "4.00"],
        ["Bob", "2", "0", "2", "0", "0.0%", "4.00"],
        ["Charlie", "1", "1", "0", "0", "100.0%", "55.00"],
        ["Dora", "1", "0", "1", "0", "0.0%", "44.00"],
    ]
    assert table(found, "players") == [
        ["Charlie", "8", "+2,549", "+318.63", "1", "1", "1"],
        ["Alice", "8", "+769", "+96.13", "0", "1", "1"],
        ["Bob", "8", "−755", "−94.38", "0", "1", "0"],
        ["Dora", "8", "−2,563", "−320.38", "0", "0", "0"],
    ]


def test_names_lead_to_the_player(played: Cast):
    (takers,) = [one for one in of(played).tables if one.key == "takers"]

    assert takers.rows[0].address == f"/p/{played.player('Alice').uuid}/"


def test_a_player_has_no_list_of_players(played: Cast):
    assert [one.key for one in of(played, "Alice").tables] == ["contracts"]
    assert [one.key for one in of(played, "Alice").charts] == ["figure-contract-rates"]


def test_charts(played: Cast):
    rates, bases = of(played).charts

    assert rates.labels == ["Plain", "Two times", "Four times"]
    assert [round(value, 1) for value in rates.data()["series"][0]["values"]] == [100, 25, 0]
    # Wilson: 2 of 2, 1 of 4, 0 of 1
    assert rates.data()["series"][0]["low"] == [34.2, 4.6, 0.0]
    assert rates.data()["series"][0]["high"] == [100.0, 69.9, 79.3]
    assert bases.labels == ["Alice", "Bob", "Charlie", "Dora"]
    assert bases.data()["series"][0]["values"] == [4, 4, 55, 44]


def test_deals_of_which_only_scores_are_known_have_no_contracts(club: Cast):
    sitting = play_volte(club)
    sitting.deals.exclude(kind="scores").delete()

    found = of(club)

    assert (found.deals, [one.key for one in found.tables]) == (1, ["players"])
    assert found.charts == []
    assert tiles(found)[2] == ("Won", "0", "–")


def test_numbers_as_the_language_writes_them(played: Cast):
    with translation.override("fr"):
        found = of(played)

        assert table(found, "players")[-1][2:4] == ["−2\N{NARROW NO-BREAK SPACE}563", "−320,38"]
        assert table(found, "contracts")[0][-1] == "30,50"
