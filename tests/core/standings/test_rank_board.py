"""What each evening was by itself: `evening_board`. Expected values by hand."""

from dataclasses import replace
from datetime import date

import pytest

from clubs.core.standings.rank import (
    LeagueInput,
    LeaguePenalty,
    LeagueSettings,
    Member,
    RankedEvening,
    ScoreCell,
    TableTotal,
    evening_board,
)

MEMBERS = [Member("Anne", 1), Member("Bob", 2), Member("Cléo", 3), Member("Gina", 4, is_guest=True)]
EVENINGS = [RankedEvening(date(2025, 10, 3), "first"), RankedEvening(date(2025, 10, 10), "second")]


def cell(evening, table, player, score, size=4):
    return ScoreCell(evening, table, player, size, 1, score, score * score)


LEAGUE = LeagueInput(
    members=MEMBERS,
    evenings=EVENINGS,
    cells=[
        cell(0, "1", "Anne", 40),
        cell(0, "1", "Gina", 60),
        cell(0, "1", "Bob", -100),
        cell(0, "2", "Bob", 140),  # 40 in all, as Anne
        cell(1, "3", "Cléo", 30, size=3),
    ],
    totals=[TableTotal(1, "4", "Anne", 20, 5, place_points=7)],
    penalties=[LeaguePenalty(0, "Cléo", -10)],
)


def test_who_played_and_who_won():
    board = evening_board(LEAGUE, LeagueSettings())

    assert set(board.players(0)) == {"Anne", "Gina", "Bob"}
    assert board.first(0) == ["Anne", "Bob"]  # the guest is passed over
    assert (set(board.players(1)), board.first(1)) == ({"Cléo", "Anne"}, ["Cléo"])


def test_whatever_is_needed_to_be_ranked():
    board = evening_board(LEAGUE, LeagueSettings.read({"min_deals": 100, "unqualified": "hidden"}))

    assert board.first(1) == ["Cléo"]


def test_an_evening_nobody_played():
    board = evening_board(replace(LEAGUE, cells=[]), LeagueSettings())

    assert not board.players(0)
    assert not board.first(0)
    assert not board.lines(0)


def test_guests_who_are_ranked():
    assert evening_board(LEAGUE, LeagueSettings.read({"guests": "ranked"})).first(0) == ["Gina"]


def test_the_line_of_an_evening():
    lines = evening_board(LEAGUE, LeagueSettings()).lines(0)

    assert {name: (line.score, line.place) for name, line in lines.items()} == {
        "Anne": (40, 1),
        "Gina": (60, None),
        "Bob": (40, 1),
    }
    assert [(table.table, table.raw) for table in lines["Bob"].tables] == [("1", -100), ("2", 140)]


def test_normalised():
    line = evening_board(LEAGUE, LeagueSettings.read({"normalise": "per_opponent"})).line(1, "Cléo")

    assert (line.raw, line.score) == (30, 45)  # 3·30/2


def test_points_for_the_place():
    board = evening_board(
        LEAGUE, LeagueSettings.read({"method": "place_points", "place_points": [10, 6]})
    )

    assert board.line(0, "Bob").place_points == 8  # (10 + 6)/2
    assert board.line(1, "Anne").place_points == 7  # given at the time


def test_places_at_each_table():
    settings = {"method": "place_points", "place_points": [10, 6], "place_scope": "table"}
    line = evening_board(LEAGUE, LeagueSettings.read(settings)).line(0, "Bob")

    assert line.place == 1  # of the evening
    assert line.place_points == 16  # second at table 1, alone at table 2
    assert [table.place for table in line.tables] == [2, 1]


def test_sizes_that_do_not_count():
    board = evening_board(LEAGUE, LeagueSettings.read({"sizes": [4]}))

    assert board.players(1) == ["Anne"]


def test_input_that_contradicts_itself():
    with pytest.raises(ValueError, match="no members"):
        evening_board(replace(LEAGUE, members=MEMBERS[:1]), LeagueSettings())
