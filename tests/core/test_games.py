"""The register of games."""

import subprocess
import sys

import pytest

from clubs.core.games import (
    DEFAULT_GAME,
    GAMES,
    DealFacts,
    Game,
    JsonObject,
    Rules,
    Verdict,
    get_game,
)
from clubs.core.problems import DealRefused
from tests.paths import ROOT


def test_the_default_game_is_french():
    game: Game = get_game(DEFAULT_GAME)

    assert game.code == "french"
    assert game.seat_counts == (3, 4, 5, 6, 7, 8)
    assert game.active_counts == (3, 4, 5, 6)


@pytest.mark.parametrize("code", GAMES)
def test_each_is_registered_under_its_code(code):
    game = get_game(code)

    assert game.code == code
    assert game.profiles()[0].name == game.default_rules == game.read_rules(None).name


def test_names_of_profiles_are_unique_over_all_games():
    names = [rules.name for game in GAMES.values() for rules in game.profiles()]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("code", ["belote", "", "French", 5, None, ["french"], True])
def test_game_unknown(code):
    with pytest.raises(DealRefused) as refused:
        get_game(code)

    assert [(p.code, p.field) for p in refused.value.problems] == [("game_unknown", "game")]
    assert str(refused.value) == "game_unknown (game)"


def test_the_words_of_the_interface_live_in_the_register():
    assert {DealFacts, Rules, Verdict, JsonObject}
    assert DealFacts().kind == "played"
    assert Verdict({}, {}, DealFacts()).warnings == ()


def test_rules_of_another_game_are_a_mistake_of_the_program():
    class Other:
        name = "other"

    with pytest.raises(TypeError, match="other is no profile of French tarot"):
        get_game("french").judge(["A", "B", "C"], Other(), {})


def test_core_works_without_django_and_without_apps():
    program = """
import sys
sys.modules["django"] = None
from clubs.core.games import GAMES, add_game, get_game
from clubs.games.bolognese.core.game import BOLOGNESE
from clubs.games.french.core.game import FRENCH
from clubs.games.volte.core.game import VOLTE
assert GAMES == {}
for game in FRENCH, BOLOGNESE, VOLTE:
    add_game(game)
french = get_game("french")
deal = {"taker": "A", "contract": "garde", "oudlers": 2, "points": 46}
print(french.judge(["A", "B", "C", "D"], french.read_rules(None), deal).scores["A"])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout == "180\n"
