"""Standings as JSON: leagues.md §3.7."""

import json
from datetime import date
from fractions import Fraction

import pytest

from clubs.core.standings.document import shown_number, standings_document
from clubs.core.standings.league_files import read_league
from clubs.core.standings.rank import LeagueInput, Member, RankedEvening, ScoreCell, rank_league
from tests.core.standings.seasons import DEFAULTS, example, read


def told(as_of=None, **settings):
    document = example()
    document["settings"] |= settings
    league = read_league(document)
    found = league.standings(as_of)
    return standings_document(league.title, found)


def test_the_whole_document():
    found = told()

    assert list(found) == ["title", "rules", "as_of", "rows", "sums"]
    assert found["title"] == "Saison d'exemple"
    assert found["rules"] == DEFAULTS
    assert found["as_of"] is None
    assert found["sums"] == {"total": 0, "penalties": 0}
    assert found["rows"][2] == {
        "rank": 3,
        "player": "Dino",
        "value": -127,
        "total": -127,
        "deals": 13,
        "evenings": 3,
        "per_evening": [-19, 95, -203, None],
        "penalty": 0,
        "qualified": True,
        "guest": False,
        "tied": False,
    }
    assert found["rows"][-1] == {
        "rank": None,
        "player": "Gina",
        "value": -115,
        "total": -115,
        "deals": 4,
        "evenings": 1,
        "per_evening": [None, None, -115, None],
        "penalty": 0,
        "qualified": True,
        "guest": True,
        "tied": False,
    }


def test_fractions_with_two_places_and_exact():
    rows = {row["player"]: row for row in told(method="average", min_deals=8)["rows"]}

    assert {name: (row["value"], row["value_exact"]) for name, row in rows.items()} == {
        "Anne": (42.56, "383/9"),
        "Cléo": (17.59, "299/17"),
        "Dino": (-9.77, "-127/13"),
        "Bob": (-12.82, "-218/17"),
        "Eva": (-15.23, "-198/13"),
        "Fred": (-101.75, "-407/4"),
        "Gina": (-28.75, "-115/4"),
    }
    assert rows["Anne"]["total"] == 766
    assert rows["Fred"]["qualified"] is False


def test_normalised_sums():
    found = told(normalise="per_opponent")

    anne = found["rows"][0]
    # 197, then 199·3/4, then 497, then −127
    assert anne["per_evening"] == [197, 149.25, 497, -127]
    assert (anne["total"], anne["value"], anne["value_exact"]) == (716.25, 716.25, "2865/4")
    assert "value_exact" not in found["rows"][3]  # Eva: −219
    assert found["sums"]["total"] == 0


def test_own_size_in_the_place_of_rows_and_sums():
    found = told(normalise="own_size")

    assert list(found) == ["title", "rules", "as_of", "by_size"]
    assert list(found["by_size"]) == ["3", "4", "5"]
    assert list(found["by_size"]["5"]) == ["rows", "sums"]
    assert [row["player"] for row in found["by_size"]["3"]["rows"]] == ["Bob", "Cléo", "Dino"]


def test_own_size_of_nothing():
    found = told(normalise="own_size", as_of=date(2025, 1, 1))

    assert (found["by_size"], found["as_of"]) == ({}, "2025-01-01")


def test_an_irrational_value_has_no_fraction():
    cells = [
        ScoreCell(0, "1", name, 3, 30, score, 30 * 3)
        for name, score in [("Anne", 5), ("Bob", -5), ("Cléo", 0)]
    ]
    members = [Member(name, at) for at, name in enumerate(["Anne", "Bob", "Cléo"])]
    league = LeagueInput(members, [RankedEvening(date(2025, 9, 1), "")], cells)

    rows = standings_document("", rank_league(league, read(normalise="z_score")))["rows"]

    # 500/√3 = 288.675…
    assert (rows[0]["value"], rows[0]["value_exact"]) == (288.68, None)
    assert rows[1]["value"] == 0
    assert "value_exact" not in rows[1]


def test_carried_points_are_a_column_where_the_season_has_them():
    document = example() | {"carry_over": {"Bob": 50}}
    document["settings"]["carry_over"] = True
    league = read_league(document)

    found = standings_document("", league.standings())

    bob = next(row for row in found["rows"] if row["player"] == "Bob")
    assert (bob["value"], bob["total"], bob["carry_over"]) == (-168, -218, 50)
    assert "carry_over" not in told()["rows"][0]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (5, 5),
        (-5, -5),
        (Fraction(1, 3), 0.33),
        (Fraction(2, 3), 0.67),
        (Fraction(1, 200), 0.01),  # 0.005, away from zero
        (Fraction(-1, 200), -0.01),
        (Fraction(201, 200), 1.01),
        (Fraction(-1, 1000), 0),
        (Fraction(10**15 + 1, 2), 500000000000000.5),
    ],
)
def test_rounded_half_away_from_zero(value, shown):
    assert shown_number(value) == shown


def test_no_negative_zero():
    assert json.dumps(shown_number(Fraction(-1, 1000))) == "0.0"
