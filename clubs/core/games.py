"""The register of games, and the one interface that the rest of the program meets them through."""

from collections.abc import Iterable, Sequence
from typing import Any

from clubs.core.bolognese import BOLOGNESE
from clubs.core.french import FRENCH
from clubs.core.interfaces import Facts, Game, GameOfMatches, JsonObject, Rules, Verdict
from clubs.core.problems import DealRefused, Problem
from clubs.core.volte import VOLTE

__all__ = [
    "DEFAULT_GAME",
    "GAMES",
    "Facts",
    "Game",
    "JsonObject",
    "Rules",
    "Verdict",
    "context_of",
    "get_game",
    "has_matches",
]

DEFAULT_GAME = "french"
GAMES: dict[str, Game] = {"french": FRENCH, "bolognese": BOLOGNESE, "volte": VOLTE}


def get_game(code: object) -> Game:
    """The game of that code. Raises DealRefused (`game_unknown`)."""
    if isinstance(code, str) and code in GAMES:
        return GAMES[code]
    raise DealRefused([Problem("game_unknown", "game", {"value": code})])


def has_matches(game: Game) -> bool:
    """Whether what a deal may be depends on the deals before it."""
    return isinstance(game, GameOfMatches)


def context_of(
    game: Game, players: Sequence[str], rules: Rules, earlier: Iterable[JsonObject]
) -> dict[str, Any]:
    """What the deals before add to a told deal; nothing in a game whose deals stand alone.

    earlier is only looked at where the game asks, so that it may be a query.
    """
    return game.context(players, rules, earlier) if isinstance(game, GameOfMatches) else {}
