"""Tarocco bolognese for commands that only compute: the game, and the words for its codes."""

from clubs.choices import add_words
from clubs.core.games import add_game
from clubs.games.bolognese.core.game import BOLOGNESE
from clubs.games.bolognese.queries.codes import BOLOGNESE_CODES


def register() -> None:
    add_words(BOLOGNESE_CODES)
    add_game(BOLOGNESE)
