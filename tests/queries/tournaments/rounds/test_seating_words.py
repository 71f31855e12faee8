"""What a certificate and a change by hand say in words. Source: tournaments.md §5.6."""

import pytest
from django.utils.translation import override

from clubs.core.seating.certificate import certificate
from clubs.core.seating.edit import SeatingDifference
from clubs.queries.tournaments.rounds.seating_words import (
    ERRORS,
    certificate_sentences,
    difference_sentences,
)

NAMES = {1: "A. Berger", 2: "B. Calvet"}
ROUND = [[1, 2, 3, 4], [5, 6, 7]]


@pytest.fixture(autouse=True)
def english():
    with override("en"):
        yield


def test_a_perfect_plan():
    other = [[1, 5, 8], [2, 6, 9], [3, 7, 10]]

    found = certificate_sentences(certificate([[[1, 2, 3], [4, 5, 6], [7, 8, 9]], other]))

    assert found[-2:] == [
        "Over 2 rounds nobody meets anybody twice.",
        "Over 2 rounds: 6 tables of 3; nobody sits at one more than 2 times.",
    ]


def test_repeats_by_name():
    found = certificate_sentences(certificate([[[1, 2, 3, 4]], [[1, 2, 5, 6]]]), NAMES)

    assert found[-2:] == [
        "One meeting is a repeat (over 2 rounds).",
        "A. Berger and B. Calvet meet in rounds 1, 2.",
    ]


def test_separation_and_byes():
    told = {
        "players": [1, 2, 3, 4, 5],
        "groups": {1: "x", 2: "x"},
        "apart": [[3, 4]],
        "rounds": [{"tables": [[1, 2, 3, 4]], "byes": [5]}],
    }

    assert certificate_sentences(certificate(told)) == [
        "Over one round nobody meets anybody twice.",
        "Two of one team or club sit at one table once.",
        "A pair that is kept apart sits together once.",
        "One bye; nobody has more than one.",
    ]


def test_tables_are_counted_of_those_too_who_are_not_there_in_all_rounds():
    told = {
        "players": [1, 2, 3, 4, 5, 6, 7],
        "active": [[1, 2, 3], [1, 4, 5], [2, 6, 7]],
        "rounds": [[[1, 2, 3]], [[1, 4, 5]], [[2, 6, 7]]],
    }

    *_others, last = certificate_sentences(certificate(told))

    assert last == "Over 3 rounds: 3 tables of 3; nobody sits at one more than 2 times."


def test_errors_say_where_and_who():
    told = {
        "players": [1, 2, 3],
        "allowed_sizes": [4],
        "rounds": [{"tables": [[1, 2, 2]]}],
    }

    assert certificate_sentences(certificate(told), NAMES)[:3] == [
        "Round 1, table 1: B. Calvet has two places.",
        "Round 1: 3 has neither a table nor a bye.",
        "Round 1, table 1: this number of players is not allowed.",
    ]


def test_every_error_of_the_checker_has_words():
    assert set(ERRORS) == {
        "missing_player",
        "player_seated_twice",
        "unknown_player",
        "inactive_player_seated",
        "table_size",
        "duplicate_table_number",
        "duplicate_entry",
        "lock_broken",
    }


def test_a_difference():
    told = SeatingDifference({"repeats": (0, 1)}, [((1, 2), (2, 3))], [])

    assert difference_sentences(told, NAMES) == [
        "Repeats 0 → 1",
        "A. Berger and B. Calvet meet in rounds 2, 3.",
    ]
