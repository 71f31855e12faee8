"""What the page of statistics shows of Tarocco bolognese."""

import pytest
from django.utils import translation

from clubs.games.bolognese.listings.figures import bolognese_figures
from clubs.listings.statistics.game_figures import GameFigures
from tests.again import built_once
from tests.cast import Cast
from tests.italian_games import DEAL, FOUR, play_bolognese, record
from tests.listings.statistics.told_figures import table, tiles, told
from tests.queries.plain_deals import plain_deal

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.fixture
@built_once
def played(club: Cast) -> Cast:
    play_bolognese(club)
    return club


def of(club: Cast, player: str = "") -> GameFigures:
    return told(bolognese_figures, club, "bolognese", player)


def test_nothing_is_shown_of_nothing(club: Cast):
    assert of(club) == of(club, "Alice") == GameFigures(0)


def test_tiles_of_everybody(played: Cast):
    found = of(played)

    assert found.deals == 5
    assert tiles(found) == [
        ("Matches", "3", "those that were finished"),
        ("Deals", "5"),
        ("Deals a match", "1.33"),
        ("Average total", "166.20", "of a pair, a deal"),  # 1662/10
        ("Cappotti", "1"),
        ("Declarations", "1"),
    ]


def test_tiles_of_a_player(played: Cast):
    assert tiles(of(played, "Alice")) == [
        ("Matches", "3", "1 won, 1 drawn, 1 lost"),
        ("Won", "33.3%", "1 of 3"),
        ("Difference of totals", "−895", "in all matches"),
        ("Deals", "5"),
        ("Deals won", "3"),
        ("Score", "−878", "in all deals"),
        ("Average total", "78.40", "of the own pair, a deal"),
        ("Cappotti made", "0"),
        ("Cappotti suffered", "1"),
        ("Declarations", "1"),
    ]


def test_matches(played: Cast):
    """As many won: the better difference is first."""
    assert table(of(played), "matches") == [
        ["Bob", "3", "1", "1", "1", "+895"],
        ["Dora", "3", "1", "1", "1", "+895"],
        ["Alice", "3", "1", "1", "1", "−895"],
        ["Charlie", "3", "1", "1", "1", "−895"],
    ]


def test_deals_of_each_player(played: Cast):
    assert table(of(played), "players") == [
        ["Alice", "5", "3", "−878", "78.40", "0", "1", "1"],
        ["Bob", "5", "1", "+878", "254.00", "1", "0", "0"],
        ["Charlie", "5", "3", "−878", "78.40", "0", "1", "0"],
        ["Dora", "5", "1", "+878", "254.00", "1", "0", "0"],
    ]


def test_pairs_with_the_most_deals_first(played: Cast):
    assert table(of(played), "pairs") == [
        ["Alice and Charlie", "2", "1", "0", "1", "−895", "4", "82.00"],
        ["Bob and Dora", "2", "1", "0", "1", "+895", "4", "301.50"],
        ["Alice and Dora", "1", "0", "1", "0", "0", "1", "64.00"],
        ["Bob and Charlie", "1", "0", "1", "0", "0", "1", "64.00"],
    ]


def test_partners_of_a_player(played: Cast):
    found = of(played, "Charlie")

    assert table(found, "partners") == [
        ["Alice", "2", "1", "0", "1", "−895", "4", "82.00"],
        ["Bob", "1", "0", "1", "0", "0", "1", "64.00"],
    ]
    assert found.tables[0].rows[1].address == f"/p/{played.player('Bob').uuid}/"
    assert [one.key for one in found.tables] == ["partners"]


def test_charts(played: Cast):
    (totals,) = of(played).charts
    (partners,) = of(played, "Charlie").charts

    assert totals.labels == ["Alice", "Bob", "Charlie", "Dora"]
    assert totals.data()["series"][0]["values"] == [78.4, 254, 78.4, 254]
    assert (partners.labels, partners.data()["series"][0]["values"]) == (["Alice", "Bob"], [82, 64])


def test_without_a_finished_match(club: Cast):
    record(club, club.sitting(*FOUR, game="bolognese", rules="ottocento"), DEAL)

    found = of(club)

    assert [one.key for one in found.tables] == ["players", "pairs"]
    assert tiles(found)[2] == ("Deals a match", "–")
    assert tiles(of(club, "Alice"))[1] == ("Won", "–")


def test_only_scores(club: Cast):
    sitting = club.sitting(*FOUR, game="bolognese", rules="ottocento")
    plain_deal(club, sitting, Alice=30, Bob=-10, Charlie=-10, Dora=-10)

    found, own = of(club), of(club, "Alice")

    assert (found.deals, [one.key for one in found.tables], found.charts) == (1, ["players"], [])
    assert (own.deals, own.tables, own.charts) == (1, [], [])


def test_numbers_as_the_language_writes_them(played: Cast):
    with translation.override("it"):
        assert table(of(played), "players")[1][3:5] == ["+878", "254,00"]
