"""Seasons in the format tarot-league/1. Source: leagues.md §7.4."""

import contextlib
import json
from datetime import date

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from clubs.core.names import person_key
from clubs.core.problems import DealRefused
from clubs.core.standings.league_files import read_league as league_of_command
from clubs.exchange.imports.checking import Judge
from clubs.exchange.imports.formats import is_league, read_league_import
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.shape import Contents, Unreadable
from tests.core.standings.test_league_files import (
    ANYTHING,
    DEAL,
    DOCUMENT,
    TABLE,
    change,
    places,
)
from tests.paths import DATA

SMALL = DATA / "league_small.json"


def document(**changed):
    told = json.loads(SMALL.read_text(encoding="utf-8"))
    told.pop("expected")
    return {**told, **changed}


def read(told):
    return read_league_import(open_file(json.dumps(told).encode()))


def paths(file):
    return [(error.row, error.code) for error in file.errors]


def test_the_example():
    file = read(document())

    assert file.errors == ()
    assert file.rules == "fft"
    assert (file.league.name, file.league.starts_on) == ("Saison d'exemple", date(2025, 9, 1))
    assert file.league.members == ("Anne", "Bob", "Cléo", "Dino", "Eva", "Fred")
    assert file.league.guests == ("Gina",)
    assert file.league.settings.place_points == (10, 6, 4, 3, 2, 1)
    assert sum(len(table.deals) for table in file.tables) == 21
    assert len({table.date for table in file.tables}) == 4
    first = file.tables[0].deals[0]
    assert first.scores == {"Anne": 258, "Bob": -86, "Cléo": -86, "Dino": -86}


def test_points_of_somebody_who_is_no_member():
    file = read(document(carry_over={"Bob": 10, "BOB": 5, "Eva B.": 5}))

    assert [(error.row, error.column, error.code) for error in file.errors] == [
        ("carry_over.BOB", "BOB", "unknown_player"),
        ("carry_over.Eva B.", "Eva B.", "unknown_player"),
    ]


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
        {"players": ["A", "B", "C"], "deals": [{"record": 1}, {"record": {}, "scores": 1}]}
    )
    told["evenings"] = [evening, {"date": "32/10/2025"}]

    file = read(told)

    assert paths(file) == [
        ("league.ends_on", "bad_date"),
        ("settings.method", "value_not_allowed"),
        ("members[1]", "duplicate_entry"),
        ("evenings[0].date", "date_outside_league"),
        ("evenings[0].tables[0].players", "players_count"),
        ("evenings[0].tables[1].deals[0].record", "field_type"),
        ("evenings[0].tables[1].deals[1].scores", "field_type"),
        ("evenings[1].date", "bad_date"),
        ("penalties[0].evening", "bad_date"),
        ("penalties[0].points", "field_type"),
        ("penalties[0].reason", "field_missing"),
    ]
    assert [error.value for error in file.errors][:3] == ["2025-08-01", "luck", "anne"]
    assert file.league is None


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


def judged(told):
    """The codes by which an import of everybody on the lists of the file would refuse it."""
    contents = Contents(document=told)
    if not is_league(contents):
        return ["import_format"]
    file = read_league_import(contents)
    codes = [error.code for error in file.errors if not error.is_warning]
    if file.league is None:
        return codes
    season = file.league
    uuids = {person_key(name): name for name in (*season.members, *season.guests)}
    judge = Judge(
        offers=(),
        chosen="",
        default="fft",
        file_rules=file.rules,
        uuids=uuids,
        league=season,
    )
    for table in file.tables:
        judge.table(table)
    codes += [error.code for error in judge.errors]
    strangers = [one.player for one in season.penalties if person_key(one.player) not in uuids]
    return codes + ["unknown_player"] * len(strangers)


WORTHLESS = {"kind": "scores", "label": "Vachette", "scores": {"Anne": 5, "Bob": -5}}
ODD = [*ANYTHING, {"Anne": 5, "Bob": -5}, {"record": WORTHLESS}, WORTHLESS, 2**60, "bolognese"]
ODD += ["2025-09-12", "2025-09-12T21:30:00", "22222222-2222-4222-8222-222222222222"]
NEW_KEYS = [
    ("league", "seed"),
    ("league", "game"),
    ("carry_over",),
    ("penalties",),
    *((*TABLE, key) for key in ("uuid", "opened_at", "closed_at", "game", "rules", "totals")),
    *((*DEAL, key) for key in ("players", "scores", "uuid", "label")),
]


@settings(max_examples=100, deadline=None)
@example((*TABLE, "rules"), "")  # no name of rules
@example((*TABLE, "rules"), {})
@given(st.sampled_from([*places(DOCUMENT), *NEW_KEYS]), st.sampled_from(ODD))
def test_what_the_command_accepts_the_import_accepts_too(path, value):
    """Both have one reader, and what each adds to it refuses the same files. Only names that
    differ in case or accents are not the same to both: a club knows people by them."""
    assume(value is not ... or path not in NEW_KEYS)
    told = change(path, value)
    told.pop("expected", None)
    try:
        league_of_command(json.loads(json.dumps(told)))
        refusal = None
    except DealRefused as refused:
        refusal = refused

    assert bool(judged(told)) == bool(refusal), (refusal, judged(told))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((*DEAL, "record"), ...),
        ((*TABLE, "closed_at"), "2025-09-12T21:30:00"),
        (("league", "starts_on"), ...),
        ((*DEAL, "scores", "Bob"), ...),
    ],
)
def test_both_accept(path, value):
    told = change(path, value)

    league_of_command(told)
    assert judged(told) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((*TABLE, "uuid"), "b"),
        ((*TABLE, "opened_at"), "late"),
        (("league", "seed"), 2**60),
        ((*DEAL, "stake"), 29),
        (("evenings", 0, "date"), "1825-09-12"),
        (("carry_over",), {"Gina": 5}),
    ],
)
def test_both_refuse(path, value):
    told = change(path, value)

    with pytest.raises(DealRefused):
        league_of_command(told)
    assert judged(told)
