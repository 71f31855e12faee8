"""What is said of a slip or a file that cannot be: numbers of the problem in calm words."""

import pytest
from django.utils.translation import override

from clubs.choices import problem_message
from clubs.core.games import get_game
from clubs.core.tournaments.files import read_tournament
from clubs.core.tournaments.reading import TournamentFileRefused
from clubs.core.tournaments.slip_checks import (
    count_problems,
    deal_warnings,
    sum_problems,
    total_problems,
)
from tests.core.tournaments.examples import example

FRENCH = get_game("french")
FFT = FRENCH.read_rules("fft")


def scores(*values):
    return dict(zip("ABCD", values, strict=False))


@pytest.mark.parametrize(
    ("problems", "message"),
    [
        (
            sum_problems(scores(180, -60, -60, -70), "scores"),
            "The scores add up to −10, and must add up to 0.",
        ),
        (count_problems(range(3, 4), 4, "deals"), "A round has 4 deals; here are 3."),
        (count_problems(range(1, 2), 2, "deals"), "A round has 2 deals; here is 1."),
        (
            total_problems(scores(60, -60), scores(30, -30), "totals"),
            "The deals add up to 30, but 60 is written here.",
        ),
        (
            deal_warnings(scores(180, -60, 60, -60), FRENCH, FFT, "scores", 4),
            "One deal does not bring scores like these: was −60 meant, not 60?",
        ),
        (
            deal_warnings(scores(100, -10, -20, -70), FRENCH, FFT, "scores", 4),
            "One deal does not bring scores like these: is a sign or a digit wrong?",
        ),
        (
            deal_warnings(scores(21, -7, -7, -7), FRENCH, FFT, "scores", 4),
            "No contract of these rules has a stake of 7: is it right?",
        ),
    ],
)
def test_slips(problems, message):
    (problem,) = problems

    with override("en"):
        assert problem_message(problem) == message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"scores": {"P07": 100, "P09": -50, "P11": -50, "P13": 0}},
            "By the rules it is −64, but 100 is written here.",
        ),
        ({"number": 2}, "This contradicts another place of the file."),
    ],
)
def test_files(change, message):
    document = example()
    document["rounds"][0]["tables"][0]["deals"][0] |= change

    with pytest.raises(TournamentFileRefused) as refused, override("en"):
        read_tournament(document)

    with override("en"):
        assert problem_message(refused.value.problems[0]) == message
