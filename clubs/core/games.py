"""The register of games, and the one interface that the rest of the program meets them through."""

from collections.abc import Iterable, Sequence
from typing import Any

from clubs.core.bolognese import BOLOGNESE
from clubs.core.french import FRENCH
from clubs.core.interfaces import (
    Facts,
    Game,
    GameForMoney,
    GameOfMatches,
    JsonObject,
    Rules,
    Verdict,
)
from clubs.core.matches import SessionMatches
from clubs.core.problems import DealRefused, Problem
from clubs.core.volte import VOLTE

__all__ = [
    "DEFAULT_GAME",
    "DEFAULT_RULES",
    "GAMES",
    "Facts",
    "Game",
    "JsonObject",
    "Rules",
    "Verdict",
    "context_of",
    "get_game",
    "going_on",
    "has_matches",
    "matches_of",
    "stake_of",
    "with_matches",
]

DEFAULT_GAME = "french"
GAMES: dict[str, Game] = {"french": FRENCH, "bolognese": BOLOGNESE, "volte": VOLTE}
DEFAULT_RULES = GAMES[DEFAULT_GAME].default_rules


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


def with_matches() -> list[str]:
    """The codes of the games whose deals add up to matches."""
    return [code for code, game in GAMES.items() if has_matches(game)]


def matches_of(game: Game, rules: Rules, records: Iterable[JsonObject]) -> SessionMatches:
    """What the stored records of a session add up to. None of them belongs to any in a game whose
    deals stand alone."""
    if isinstance(game, GameOfMatches):
        return game.matches(rules, records)
    count = len(list(records))
    return SessionMatches((None,) * count, ({},) * count, ())


def going_on(game: Game, rules: Rules, records: Sequence[JsonObject]) -> list[JsonObject]:
    """Of these stored records those that a next deal has to know of: the deals of the last match,
    while it is not decided. `context_of` tells the same by them as by all."""
    if not isinstance(game, GameOfMatches):
        return []
    told = game.matches(rules, records)
    last = max((number for number in told.numbers if number is not None), default=None)
    if any(match.number == last for match in told.decided):
        return []
    pairs = zip(records, told.numbers, strict=True)
    return [record for record, number in pairs if number is not None and number == last]


def stake_of(game: Game, rules: Rules) -> int:
    """What a point is worth; 0 for points only, as in a game that knows nothing else."""
    return game.stake_per_point(rules) if isinstance(game, GameForMoney) else 0
