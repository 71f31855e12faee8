"""French tarot for commands that only compute: the game, and the words for its codes."""

from clubs.choices import add_words
from clubs.core.games import add_game
from clubs.games.french.core.game import FRENCH
from clubs.games.french.queries.codes import FRENCH_CODES


def register() -> None:
    add_words(FRENCH_CODES)
    add_game(FRENCH)
