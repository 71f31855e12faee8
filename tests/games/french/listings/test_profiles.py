"""A profile as its page prints it."""

import pytest

from clubs.games.french.listings.profiles import profile_charts, profile_part_tables
from clubs.games.french.queries.profiles import profile_of
from clubs.queries.statistics.populations import Population
from tests.cast import Cast
from tests.example_league import play_example

pytestmark = pytest.mark.usefixtures("in_english")


def test_of_many_evenings_the_last_are_bars_and_some_points_of_the_curve(club, monkeypatch):
    monkeypatch.setattr("clubs.listings.statistics.evenings.MOST_EVENINGS", 2)
    monkeypatch.setattr("clubs.listings.charts.MOST_POINTS", 2)
    league = play_example(club)
    profile = profile_of(Population(club.club, league=league), club.player("Anne"))

    curve, bars, *_ = profile_charts(profile)
    whole, *_ = profile_charts(profile, everything=True)
    monkeypatch.setattr("clubs.listings.charts.MOST_POINTS", 4)
    complete, some, *_ = profile_charts(profile)

    assert curve.labels == ["0", "10 Oct. 2025", "12 Dec. 2025"]
    assert [series.values for series in curve.series] == [[0, 396, 766]]
    assert bars.labels == ["14 Nov. 2025", "12 Dec. 2025"]
    assert (curve.rest, bars.rest) == ("All 4 evenings", "All 4 evenings")
    assert bars.title == "Score of the last 2 evenings"
    assert (len(whole.labels), whole.rest) == (5, "")
    assert (len(complete.labels), complete.rest, some.rest) == (5, "", "All 4 evenings")


def test_the_charts_of_the_example(club: Cast):
    league = play_example(club)
    profile = profile_of(Population(club.club, league=league), club.player("Anne"))

    curve, evenings, contracts, margins = profile_charts(profile)

    days = ["12 Sept. 2025", "10 Oct. 2025", "14 Nov. 2025", "12 Dec. 2025"]
    assert (curve.kind, curve.labels) == ("line", ["0", *days])
    assert [series.values for series in curve.series] == [[0, 197, 396, 893, 766]]
    assert (evenings.kind, evenings.labels) == ("bars", days)
    assert [series.values for series in evenings.series] == [[197, 199, 497, -127]]
    # prise 1 of 2, garde 3 of 3, garde contre 1 of 1
    assert (contracts.kind, contracts.labels) == ("whiskers", ["Prise", "Garde", "G. contre"])
    [made] = contracts.series
    assert made.values == [50, 100, 100]
    assert (made.low[1], made.high[1]) == (43.8, 100.0)  # Wilson of 3 of 3
    # 8, 3, 9, 16, 5 and −2
    assert (margins.kind, margins.labels) == (
        "bars",
        ["−5 to −1", "0 to 4", "5 to 9", "10 to 14", "15 to 19"],
    )
    assert [series.values for series in margins.series] == [[1, 1, 3, 0, 1]]


def test_nothing_played_is_no_chart(club: Cast):
    profile = profile_of(Population(club.club), club.player("Frank"))

    assert profile_charts(profile) == []
    assert profile_part_tables(profile.figures) == []


def test_the_parts_of_the_example(club: Cast):
    play_example(club)
    profile = profile_of(Population(club.club), club.player("Anne"))

    contract, oudlers, size = profile_part_tables(profile.figures)  # nobody noted who dealt

    assert [(row.label, row.pips, row.part.rate.base, row.part.width) for row in contract.rows] == [
        ("Prise", 1, 2, 50),
        ("Garde", 2, 3, 100),
        ("G. contre", 6, 1, 100),
    ]
    assert [(row.label, row.part.rate.base) for row in oudlers.rows] == [
        ("1", 1),
        ("2", 4),
        ("3", 1),
    ]
    assert [(row.label, row.part.total) for row in size.rows] == [("4", 801), ("5", 340)]
