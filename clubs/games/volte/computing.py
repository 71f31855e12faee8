"""Tarocco a volte for commands that only compute: the game, and the words for its codes."""

from clubs.choices import add_words
from clubs.core.games import add_game
from clubs.games.volte.core.game import VOLTE
from clubs.games.volte.queries.codes import VOLTE_CODES


def register() -> None:
    add_words(VOLTE_CODES)
    add_game(VOLTE)
