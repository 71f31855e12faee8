"""The register of games, and the one interface that the rest of the program meets them through."""

from clubs.core.bolognese import BOLOGNESE
from clubs.core.french import FRENCH
from clubs.core.interfaces import Facts, Game, JsonObject, Rules, Verdict
from clubs.core.problems import DealRefused, Problem
from clubs.core.volte import VOLTE

__all__ = ["DEFAULT_GAME", "GAMES", "Facts", "Game", "JsonObject", "Rules", "Verdict", "get_game"]

DEFAULT_GAME = "french"
GAMES: dict[str, Game] = {"french": FRENCH, "bolognese": BOLOGNESE, "volte": VOLTE}


def get_game(code: object) -> Game:
    """The game of that code. Raises DealRefused (`game_unknown`)."""
    if isinstance(code, str) and code in GAMES:
        return GAMES[code]
    raise DealRefused([Problem("game_unknown", "game", {"value": code})])
