"""Seasons in the format tarot-league/1. Source: leagues.md §7.4."""

import contextlib
import json
from datetime import date

import pytest

from clubs.exchange.imports.json_leagues import is_league, read_league
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.shape import Unreadable
from tests.paths import DATA

SMALL = DATA / "league_small.json"


def document(**changed):
    told = json.loads(SMALL.read_text(encoding="utf-8"))
    told.pop("expected")
    return {**told, **changed}


def read(told):
    return read_league(open_file(json.dumps(told).encode()))


def paths(file):
    return [(error.row, error.code) for error in file.errors]


def test_the_example():
    file = read(document())

    assert file.errors == ()
    assert file.rules == "fft"
    assert (file.league.name, file.league.starts_on) == ("Saison d'exemple", date(2025, 9, 1))
    assert file.league.members == ("Anne", "Bob", "Cléo", "Dino", "Eva", "Fred")
    assert file.league.guests == ("Gina",)
    assert file.league.settings["place_points"] == [10, 6, 4, 3, 2, 1]
    assert sum(len(table.deals) for table in file.tables) == 21
    assert len({table.date for table in file.tables}) == 4
    first = file.tables[0].deals[0]
    assert first.scores == {"Anne": 258, "Bob": -86, "Cléo": -86, "Dino": -86}


def test_points_of_one_person_twice():
    """Those of the one would take the place of the others."""
    file = read(document(carry_over={"Bob": 10, "BOB": 5}))

    assert paths(file) == [("carry_over.BOB", "player_twice")]


def test_penalties_and_the_order_of_tables():
    penalty = {"player": "Bob", "points": -20, "evening": "2025-09-12", "reason": "retard"}
    told = document(penalties=[penalty])
    table = told["evenings"][0]["tables"][0]
    table["closed_at"] = "2025-09-12T21:30:00+02:00"
    table["uuid"] = "22222222-2222-4222-8222-222222222222"

    file = read(told)

    [one] = file.league.penalties
    assert (one.player, one.points, one.date, one.reason) == (
        "Bob",
        -20,
        date(2025, 9, 12),
        "retard",
    )
    assert file.tables[0].closed_at.isoformat() == "2025-09-12T21:30:00+02:00"
    assert str(file.tables[0].uuid) == table["uuid"]


def test_everything_wrong_is_named_by_its_path():
    told = document(
        settings={"method": "luck"},
        members=["Anne", "anne"],
        penalties=[{"player": "Bob", "points": "x", "evening": "never"}],
    )
    told["league"]["ends_on"] = "2025-08-01"
    evening = told["evenings"][0]
    evening["tables"][0]["players"] = ["Anne", "Bob"]
    evening["tables"].append(
        {"players": ["A", "B", "C"], "deals": [{}, {"record": {}, "scores": 1}]}
    )
    told["evenings"].append({"date": "32/10/2025"})

    assert paths(read(told)) == [
        ("evenings[0].tables[0].players", "players_count"),
        ("evenings[0].tables[1].deals[0].record", "field_missing"),
        ("evenings[0].tables[1].deals[1].scores", "bad_number"),
        ("evenings[4].date", "bad_date"),
        ("league.ends_on", "bad_date"),
        ("settings.method", "value_not_allowed"),
        ("members[1]", "player_twice"),
        ("penalties[0].evening", "bad_date"),
        ("penalties[0].points", "bad_number"),
        ("penalties[0].reason", "field_missing"),
    ]


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b'{"format": "tarot-league/2"}',
        b'{"format": "tarot-league/1", "note": "\\u0000"}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_season(content):
    with contextlib.suppress(Unreadable):
        assert not is_league(open_file(content))


@pytest.mark.parametrize("odd", [None, 1, "x", [], [1], {"tables": 3}])
def test_any_shape_is_refused_in_words(odd):
    assert read(document(evenings=odd, league=odd)).errors
