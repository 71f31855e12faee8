"""Which rows SQLite reads. It has no statistics: of several conditions that an index serves it may
take one that every row of a club meets, and then a page is slower with each table played."""

from collections.abc import Iterable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.queries.seasons.leagues import league_data
from clubs.queries.statistics.badges import badges_at
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.profiles import rules_played
from clubs.queries.statistics.records import record_book
from clubs.queries.statistics.sums import population_sums
from clubs.queries.statistics.years import of_year
from tests.example_league import play_example


def _steps(queries: Iterable[str]) -> set[str]:
    steps: set[str] = set()
    with connection.cursor() as cursor:
        for sql in queries:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            steps |= {step for *_, step in cursor.fetchall()}
    return steps


@pytest.mark.sqlite
def test_no_index_is_taken_for_what_a_whole_club_or_season_has(club):
    league = play_example(club)
    season = Population(club.club, league=league)

    with CaptureQueriesContext(connection) as read:
        badges_at(league.tables.first().sitting)
        list(population_sums(season).companies())
        league_data(league, by_evening=True)
        rules_played(club.club)

    steps = _steps(query["sql"] for query in read.captured_queries)
    assert any("USING INDEX deal_slam (taker_id=?)" in step for step in steps)
    of_all = [
        "clubs_share USING INDEX share_of_player (club_id=?)",
        "clubs_span USING INDEX sqlite_autoindex_clubs_span_1 (club_id=?)",
        "clubs_sitting USING INDEX sitting_of_game (club_id=? AND game=?)",
        "U0 USING INDEX sqlite_autoindex_clubs_leaguesitting_1 (league_id=?)",
    ]
    assert not [step for step in steps for start in of_all if start in step], sorted(steps)


@pytest.mark.sqlite
def test_the_deals_of_a_player_in_a_year_are_read_without_those_of_the_others(club):
    sitting = play_example(club).tables.first().sitting
    year = of_year(club.club, "french", sitting.opened_at.year)

    with CaptureQueriesContext(connection) as read:
        assert record_book(year, player=sitting.seats.order_by("pk").first().player)

    queries = (query["sql"] for query in read.captured_queries)
    steps = _steps(sql for sql in queries if 'FROM "clubs_deal" ' in sql)
    assert steps
    assert not [step for step in steps if "sitting_of_game" in step]
