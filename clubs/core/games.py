"""The register of games, and the one interface that the rest of the program meets them through."""

from collections.abc import Iterable, Sequence
from typing import Any

from clubs.core.interfaces import (
    Facts,
    Game,
    GameForMoney,
    GameOfMatches,
    GameOfPairs,
    JsonObject,
    Rules,
    Verdict,
)
from clubs.core.matches import Session, SessionMatches, StandingAlone
from clubs.core.problems import DealRefused, Problem
from clubs.games.bolognese.core.game import BOLOGNESE
from clubs.games.french.core.game import FRENCH
from clubs.games.volte.core.game import VOLTE

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
    "has_matches",
    "matches_of",
    "pairs_of",
    "session_of",
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


def session_of(game: Game, rules: Rules, records: Iterable[JsonObject] = ()) -> Session:
    """After these stored records, oldest first; next ones are added one by one, so that none is
    judged twice.

    records are only looked at where the game asks, so that they may be a query.
    """
    if not isinstance(game, GameOfMatches):
        return StandingAlone()
    session = game.session(rules)
    for record in records:
        session.add(record)
    return session


def context_of(
    game: Game, players: Sequence[str], rules: Rules, earlier: Iterable[JsonObject]
) -> dict[str, Any]:
    """What the deals before add to a told deal; nothing in a game whose deals stand alone."""
    return session_of(game, rules, earlier).context(players)


def with_matches() -> list[str]:
    """The codes of the games whose deals add up to matches."""
    return [code for code, game in GAMES.items() if has_matches(game)]


def matches_of(game: Game, rules: Rules, records: Iterable[JsonObject]) -> SessionMatches:
    """What the stored records of a session add up to, in one pass. None of them belongs to any in a
    game whose deals stand alone."""
    session = session_of(game, rules)
    numbers: list[int | None] = []
    contexts: list[JsonObject] = []
    for record in records:
        contexts.append(session.context(record.get("players") or ()))
        numbers.append(session.add(record))
    return SessionMatches(tuple(numbers), tuple(contexts), session.decided())


def pairs_of(game: Game, players: Sequence[str]) -> tuple[Sequence[str], Sequence[str]] | None:
    """Both pairs of players in seat order; None in a game where nobody has a fixed partner."""
    return game.pairs(players) if isinstance(game, GameOfPairs) else None


def stake_of(game: Game, rules: Rules) -> int:
    """What a point is worth; 0 for points only, as in a game that knows nothing else."""
    return game.stake_per_point(rules) if isinstance(game, GameForMoney) else 0
