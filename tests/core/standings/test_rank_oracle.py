"""Standings against a second, slow reading of leagues.md §3, on random seasons."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.core.standings.rank import LeagueSettings, rank_league
from tests.core.standings.naive import cut, table
from tests.core.standings.seasons import (
    FIRST_DAY,
    TIE_BREAKS,
    league_input,
    seasons,
    settings_objects,
)

DAYS = st.none() | st.integers(-1, 30).map(lambda days: FIRST_DAY + timedelta(days=days))


def row_told(row):
    return {
        "rank": row.rank,
        "player": row.player,
        "tied": row.tied,
        "value": cut(row.value),
        "total": cut(row.total),
        "deals": row.deals,
        "evenings": row.evenings,
        "per_evening": [cut(score) for score in row.per_evening],
        "penalty": row.penalty,
        "qualified": row.qualified,
        "guest": row.guest,
    }


def compare(found, expected):
    rows, sums = expected
    for row in rows:
        row["per_evening"] = [cut(score) for score in row["per_evening"]]
        row |= {"value": cut(row["value"]), "total": cut(row["total"])}
    assert [row_told(row) for row in found.rows] == rows
    assert cut(found.total_sum) == cut(sums["total"])
    assert found.penalty_sum == sums["penalties"]


def check(season, told, as_of=None):
    standings = rank_league(league_input(season, told["guests"]), LeagueSettings.read(told), as_of)
    if told["normalise"] == "own_size":
        counted = {
            len(deal.scores)
            for deal in season.results
            if (as_of is None or season.evenings[deal.evening] <= as_of)
            and len(deal.scores) in told["sizes"]
            and not (
                told["guests"] == "excluded_deals"
                and any(name in deal.scores for name, is_guest in season.members if is_guest)
            )
        }
        assert list(standings.by_size) == sorted(counted)
        for size in counted:
            compare(standings.by_size[size], table(season, told, as_of, size))
    else:
        compare(standings.table, table(season, told, as_of))


@settings(max_examples=60, deadline=None)
@given(seasons(), settings_objects(), DAYS)
def test_any_season_by_any_settings(season, told, as_of):
    check(season, told, as_of)


EVERYBODY = {"min_evenings": 0, "min_deals": 0, "sizes": [3, 4, 5, 6], "guests": "ranked"}


@pytest.mark.parametrize(
    "fixed",
    [
        {"method": "place_points", "place_scope": "evening"},
        {"method": "place_points", "place_scope": "table"},
        {"method": "average"},
        {"method": "evening_average"},
        {"method": "drop_worst"},
        {"method": "rating"},
        {"method": "total", "tie_breaks": ["average"], "penalties": True},
    ],
    ids=lambda fixed: "-".join(str(value) for value in fixed.values()),
)
@settings(max_examples=12, deadline=None)
@given(season=seasons(), told=settings_objects(normalise="none", **EVERYBODY))
def test_every_method_alone(fixed, season, told):
    check(season, {**told, **fixed})


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@settings(max_examples=8, deadline=None)
@given(season=seasons(totals=False), told=settings_objects(normalise="none", min_evenings=0))
def test_every_tie_break_alone(tie_break, season, told):
    check(season, {**told, "method": "best_n", "best_n": 1, "tie_breaks": [tie_break]})
