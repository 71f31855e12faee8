"""Every code of core has words, and they are said with what the problem carries."""

import ast
from enum import StrEnum

import pytest
from django.utils.translation import override

from clubs import choices
from clubs.choices import EXACT_MESSAGES, MESSAGES, problem_message, warning_message
from clubs.core import deals
from clubs.core.games import GAMES, get_game
from clubs.core.problems import DealRefused, Problem
from clubs.games.bolognese.core import checks as bolognese_checks
from clubs.games.bolognese.core import game as bolognese
from clubs.games.bolognese.queries import words as bolognese_words
from clubs.games.french.core.checks import ERRORS
from clubs.games.french.core.game import WARNINGS
from clubs.games.french.queries import words as french_words
from clubs.games.volte.core import checks as volte_checks
from clubs.games.volte.core import game as volte
from clubs.games.volte.queries import words as volte_words
from tests.paths import ROOT

CORE = [ROOT / "clubs/core", *(ROOT / "clubs/games" / code / "core" for code in GAMES)]
FOUR = ["Nord", "Est", "Sud", "Ouest"]
GARDE = {"taker": "Nord", "contract": "garde", "oudlers": 2, "points": 49}


REFUSALS = {"Problem", "self.refuse"}


def codes_in_source():
    """First arguments of all problems and refusals in core; a choice gives both its codes."""
    found = set()
    for path in (path for folder in CORE for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in REFUSALS:
                code = node.args[0]
                if isinstance(code, ast.Name):  # what such a function was given
                    continue
                ends = [code.body, code.orelse] if isinstance(code, ast.IfExp) else [code]
                found |= {end.value if isinstance(end, ast.Constant) else None for end in ends}
    return found


def test_every_code_of_core_has_a_message():
    assert codes_in_source() - set(MESSAGES) == set()
    assert {*ERRORS, *WARNINGS} - set(MESSAGES) == set()


def test_the_list_of_codes_is_what_core_says():
    assert set(ERRORS) - codes_in_source() == set()


def test_the_codes_of_volte_have_messages_and_are_what_core_says():
    assert {*volte_checks.ERRORS, *volte.WARNINGS} - set(MESSAGES) == set()
    assert set(volte_checks.ERRORS) - codes_in_source() == set()
    assert set(volte_checks.ERRORS) & set(ERRORS) == set()


def test_the_codes_of_bolognese_have_messages_and_are_what_core_says():
    assert {*bolognese_checks.ERRORS, *bolognese.WARNINGS} - set(MESSAGES) == set()
    assert set(bolognese_checks.ERRORS) - codes_in_source() == set()


@pytest.mark.parametrize("code", MESSAGES)
def test_a_problem_without_numbers_has_words(code):
    with override("en"):
        assert problem_message(Problem(code)).endswith((".", "?"))


def first_problem(deal, players=FOUR, profile=None):
    game = get_game("french")
    with pytest.raises(DealRefused) as refused:
        game.judge(players, game.read_rules(profile), {**GARDE, **deal})
    return refused.value.problems[0]


class TestProblemMessage:
    def test_of_a_range_that_is_one_number(self):
        bounds = {"low": 4, "high": 4}
        with override("en"):
            assert problem_message(Problem("players_count", "players", bounds)) == (
                "4 players sit at a table."
            )
            assert problem_message(Problem("active_count", "out", bounds)) == (
                "4 players play a deal."
            )
            assert problem_message(Problem("stop_round", "number", bounds)) == (
                "The last round can be round 4."
            )

    @pytest.mark.parametrize(
        ("problem", "message"),
        [
            (lambda: first_problem({"points": 92}), "0 to 91."),
            (lambda: first_problem({"oudlers": 4}), "0 to 3."),
            (lambda: first_problem({"points": 88}), "With 2 oudlers between 11 and 87."),
            (
                lambda: first_problem({"oudlers": 1, "points": 6}),
                "With 1 oudler between 7 and 83.",
            ),
            (
                lambda: first_problem({"taker": "A", "points": 9, "called": [None]}, [*"ABCDE"]),
                "With 2 oudlers between 9½ and 87.",
            ),
            (
                lambda: first_problem(
                    {"taker": "A", "points": 90, "oudlers": 3, "called": ["A"]}
                    | {"contract": "garde_contre"},
                    [*"ABCDE"],
                ),
                "With 3 oudlers between 12 and 89½. The dog counts for the defence.",
            ),
            (lambda: first_problem({}, ["Nord", "Est"]), "3 to 8 players sit at a table."),
            (lambda: first_problem({"out": ["Est", "Sud"]}), "3 to 6 players play a deal."),
            (
                lambda: first_problem({"called": ["Est"]}),
                "With 4 players, 0 cards are called.",
            ),
            (
                lambda: first_problem({"taker": "A"}, [*"ABCDE"]),
                "With 5 players, 1 card is called.",
            ),
            (
                lambda: first_problem(
                    {
                        "poignees": [
                            {"player": "Est", "size": "double"},
                            {"player": "Sud", "size": "simple"},
                        ]
                    }
                ),
                "These handfuls need 23 trumps, and there are 22.",
            ),
        ],
    )
    def test_numbers(self, problem, message):
        with override("en"):
            assert problem_message(problem()) == message

    def test_trumps_of_declarations_in_volte(self):
        game = get_game("volte")
        shown = [{"player": name, "kind": "trionfi_13"} for name in FOUR[:2]]
        deal = {"taker": "Nord", "contract": "due", "honours": 2, "points": 47, "accuse": shown}
        with pytest.raises(DealRefused) as refused:
            game.judge(FOUR, game.read_rules(None), deal)
        with override("en"):
            assert [problem_message(problem) for problem in refused.value.problems] == [
                "These declarations need 26 trumps, and there are 22."
            ]

    @pytest.mark.parametrize(
        ("quick", "message"),
        [
            (
                {"ns": {"scartini": 40}, "ew": {"scartini": 46}},
                "The two card counts make 86, and must make 87.",
            ),
            (
                {"ns": {"scartini": 40, "sequences": {"mori": 7}}, "ew": {}},
                "A sequence here has 3 to 6 cards.",
            ),
            (
                {"ns": {"scartini": 40, "cricche": {"re": 2}}, "ew": {}},
                "A cricca has 3 or 4 cards.",
            ),
        ],
    )
    def test_counts_of_bolognese(self, quick, message):
        game = get_game("bolognese")
        told = {pair: {"sequences": 0, "cricche": 0} | count for pair, count in quick.items()}
        deal = {"entry": "quick", "last_trick": "ns", "quick": told}
        with pytest.raises(DealRefused) as refused:
            game.judge(FOUR, game.read_rules(None), deal)
        with override("en"):
            assert [problem_message(problem) for problem in refused.value.problems] == [message]

    @pytest.mark.parametrize(
        ("before", "message"),
        [
            (782, "1 point is missing to the target."),
            (773, "10 points are missing to the target."),
        ],
    )
    def test_a_call_out_that_is_short(self, before, message):
        game = get_game("bolognese")
        deal = {
            "dealer": "Ouest",
            "totals_before": {"ns": before, "ew": 0},
            "accusi": [{"player": "Nord", "points": 17}],
            "called_out": {"player": "Nord"},
        }
        with pytest.raises(DealRefused) as refused:
            game.judge(FOUR, game.read_rules(None), deal)
        with override("en"):
            assert [problem_message(problem) for problem in refused.value.problems] == [message]

    def test_decimals_of_the_language(self):
        problem = first_problem({"taker": "A", "points": 9, "called": [None]}, [*"ABCDE"])
        with override("fr"):
            assert "9,5" in problem_message(problem)

    def test_no_player_is_named(self):
        problem = first_problem({"taker": "secret-uuid"})
        assert problem.params == {"player": "secret-uuid"}
        with override("en"):
            assert problem_message(problem) == "Nobody of that name sits at the table."

    def test_exact_messages_have_a_plain_one_too(self):
        assert set(EXACT_MESSAGES) <= set(MESSAGES)


def test_warning_message():
    with override("en"):
        assert warning_message("misere_taker") == "The taker declared a misère without trumps."


def test_labels_are_those_of_all_members_of_an_enumeration():
    assert list(choices.DEAL_ROLES) == list(deals.DealRole)
    for words in (french_words, volte_words, bolognese_words):
        tables = [getattr(words, name) for name in words.__annotations__]
        for labels in (table for table in tables if isinstance(next(iter(table)), StrEnum)):
            assert list(labels) == list(type(next(iter(labels))))
            assert all(labels.values())


def test_every_built_in_profile_has_a_title():
    names = {rules.name for game in GAMES.values() for rules in game.profiles()}
    assert names <= set(choices.PROFILE_TITLES)


def test_reasons_that_a_form_offers_are_told_in_the_language_of_the_reader():
    with override("en"):
        assert choices.reason_text(choices.UNDO) == "undone right after saving"
        assert choices.reason_text("Annulée par erreur") == "Taken back by mistake"
        assert choices.reason_text("counted wrong by Luc") == "counted wrong by Luc"
    with override("fr"):
        assert choices.reason_text("Entered wrong") == "Mal saisi"
        assert choices.reason_text("Segnata due volte") == "Notée deux fois"
