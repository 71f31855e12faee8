"""A game is in one register a layer (games.py); a player may choose what can be told and typed."""

from clubs.core.games import GAMES
from clubs.exchange.games import FILES
from clubs.forms.games import FORMS
from clubs.queries.games import WORDS


def test_what_can_be_told_can_be_typed():
    assert list(WORDS) == list(FORMS)
    assert set(WORDS) <= set(GAMES)


def test_the_code_of_a_game_is_its_place_in_the_register():
    assert [game.code for game in GAMES.values()] == list(GAMES)


def test_what_is_written_down_can_be_taken_along():
    assert set(FILES) == set(GAMES)
