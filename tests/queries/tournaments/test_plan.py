"""When rounds start, how many tables of which size, and the same in words."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils.translation import override

from clubs.core.games import get_game
from clubs.core.seating.sizes import Leftovers
from clubs.queries.tournaments.plan import day_slots, moment_words, plan_preview, tables_for

FRENCH, VOLTE = get_game("french"), get_game("volte")
PARIS = ZoneInfo("Europe/Paris")


def test_rounds_follow_each_other_with_a_pause():
    slots = day_slots(datetime(2026, 11, 21, 13, tzinfo=UTC), 3, 45, 10)

    assert [(one.starts_at.strftime("%H:%M"), one.ends_at.strftime("%H:%M")) for one in slots] == [
        ("13:00", "13:45"),
        ("13:55", "14:40"),
        ("14:50", "15:35"),
    ]


def test_a_night_with_a_change_of_the_clocks_is_told_right():
    """In Paris clocks go back from 3:00 to 2:00 on 25 October 2026."""
    first, second = day_slots(datetime(2026, 10, 25, 1, 30, tzinfo=PARIS), 2, 120, 0)

    told = [one.ends_at.astimezone(PARIS).strftime("%H:%M") for one in (first, second)]
    assert told == ["02:30", "04:30"]


@pytest.mark.parametrize(
    ("players", "leftovers", "words", "byes"),
    [  # tournaments.md §5.1
        (13, Leftovers.THREES, "1 table of 4, 3 tables of 3", 0),
        (68, Leftovers.THREES, "17 tables of 4", 0),
        (13, Leftovers.FIVES, "1 table of 5, 2 tables of 4", 0),
        (21, Leftovers.FIVES, "1 table of 5, 4 tables of 4", 0),
        (22, Leftovers.BYE, "5 tables of 4", 2),
    ],
)
def test_tables_in_words(players, leftovers, words, byes):
    with override("en"):
        tables = tables_for(players, leftovers)

        assert (tables.words, tables.byes, tables.problem) == (words, byes, "")


@pytest.mark.parametrize(
    ("players", "leftovers", "rounds", "must"),
    [
        (13, Leftovers.FIVES, 3, True),  # five people of three tables
        (13, Leftovers.FIVES, 1, False),
        (13, Leftovers.THREES, 3, False),  # four of four
        (13, Leftovers.BYE, 2, False),  # four of three tables and one who sat out
        (12, Leftovers.BYE, 2, True),
        (16, Leftovers.BYE, 2, False),
    ],
)
def test_it_is_told_where_people_must_meet_again(players, leftovers, rounds, must):
    assert tables_for(players, leftovers, rounds).must_repeat is must


def test_no_split_says_which_there_are():
    with override("en"):
        assert "Splits that exist: 4+4+3" in tables_for(11, Leftovers.FIVES).problem


def test_a_game_without_tables_of_three_is_offered_none():
    """Eleven go into no tables of 4 and 5; twelve are 4+4+4, and nothing better."""
    sizes = (4, 5)
    with override("en"):
        assert "Splits that exist: –" in tables_for(11, Leftovers.FIVES, playable=sizes).problem
        assert "4+4+3" not in tables_for(7, Leftovers.FIVES, playable=sizes).problem
    assert tables_for(12, Leftovers.BYE, 3, sizes).offered == ""


def test_the_plan_of_a_game_offers_its_own_tables():
    told = {"players": 12, "leftovers": "fives", "rounds_planned": 3}

    assert plan_preview(told, VOLTE).tables.offered == ""
    with override("en"):
        assert plan_preview(told, FRENCH).tables.offered == "4 tables of 3"


def test_a_plan_of_half_a_form_says_what_is_known():
    assert plan_preview({}, FRENCH).slots == []
    with override("en"):
        told = {"rounds_planned": 5, "deals_per_round": 1, "tie_breaks": ["lot"]}
        assert plan_preview(told, FRENCH).sentences == [
            "5 rounds of 1 deal",
            "Ranked by total score. Between equal totals: a draw of lots.",
        ]


def test_a_moment_in_words():
    with override("en"):
        words = moment_words(datetime(2026, 11, 21, 13, tzinfo=UTC))
    assert words.startswith("Saturday 21 November 2026, ")
