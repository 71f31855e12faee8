"""The race of a season: values as of each evening. Numbers: leagues.md §3.2."""

from datetime import date

import pytest

from clubs.queries.seasons.races import Leg, season_race
from tests.example_league import ranked_by

DATES = [date(2025, 9, 12), date(2025, 10, 10)]


def values(race):
    names = [runner.player.name for runner in race.runners]
    return dict(zip(names, race.values(race.runners), strict=True))


def test_totals_after_each_evening(example):
    race = season_race(example)

    assert [leg.held_on for leg in race.legs][:2] == DATES
    assert values(race) == {
        "Anne": [197, 396, 893, 766],
        "Cléo": [205, 60, 118, 299],
        "Dino": [-19, 76, -127, -127],
        "Eva": [None, 84, 109, -198],
        "Bob": [-383, -616, -471, -218],
        "Fred": [None, None, -407, -407],
        "Gina": [None, None, -115, -115],
    }
    assert [runner.rank for runner in race.runners] == [1, 2, 3, 4, 5, 6, None]


def test_by_the_two_best_evenings(example):
    told = values(season_race(ranked_by(example, method="best_n", best_n=2)))

    assert told["Anne"] == [197, 396, 696, 696]
    assert told["Bob"] == [-383, -616, -88, 398]
    assert told["Cléo"] == [205, 60, 263, 386]


def test_by_points_for_places(example):
    told = values(season_race(ranked_by(example, method="place_points")))

    assert told["Anne"] == [6, 16, 26, 30]
    assert told["Cléo"] == [10, 13, 17, 23]
    assert told["Bob"] == [3, 5, 11, 21]


def test_each_size_runs_alone(example):
    """The first evening was played by three and four, the second by five."""
    race = season_race(ranked_by(example, normalise="own_size"), size=5)

    assert (race.size, race.sizes) == (5, [3, 4, 5])
    assert values(race)["Eva"][:1] == [None]
    assert season_race(example, size=6).size == 3


def test_two_evenings_of_a_day_are_one_leg(club):
    league = club.league()
    for name in ("Afternoon", "Night"):
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.deal(sitting, taker="Alice", oudlers=2, points=46)  # (25+5)·2 = 60 a defender
        club.evening(league, DATES[0], sitting, name=name)

    race = season_race(league)

    assert race.legs == [Leg(DATES[0], "")]
    assert values(race)["Alice"] == [360]


def test_evenings_without_a_deal_are_none(club):
    league = club.league()
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(sitting)
    club.evening(league, DATES[0], sitting, name="Rentrée")
    club.evening(league, DATES[1])

    assert season_race(league).legs == [Leg(DATES[0], "Rentrée")]


@pytest.mark.parametrize("ties", [[], ["head_to_head", "lot"]])
def test_as_many_queries_as_the_standings(example, django_assert_num_queries, ties):
    ranked_by(example, method="total", tie_breaks=ties)

    with django_assert_num_queries(6):
        season_race(example)
