"""The register of games, and the one interface that the rest of the program meets them through.

It is empty until the games are added: clubs/apps.py does it when the program starts, and who uses
core alone adds the games that are wanted, as `add_game(FRENCH)`.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from clubs.core.interfaces import (
    DealFacts,
    Game,
    GameOfBids,
    GameOfMatches,
    GameOfPairs,
    GameOfPlaces,
    JsonObject,
    Rules,
    Verdict,
)
from clubs.core.matches import Session, SessionMatches, StandingAlone
from clubs.core.problems import DealRefused, Problem

__all__ = [
    "DEFAULT_GAME",
    "DEFAULT_RULES",
    "GAMES",
    "DealFacts",
    "Game",
    "JsonObject",
    "Rules",
    "Verdict",
    "active_counts",
    "add_game",
    "bid_fields",
    "checked_bid",
    "context_of",
    "get_game",
    "has_matches",
    "matches_of",
    "pairs_of",
    "session_of",
    "with_matches",
]

# What files, addresses and new clubs mean that name no game and no rules.
DEFAULT_GAME = "french"
DEFAULT_RULES = "fft"
GAMES: dict[str, Game] = {}  # by code, in the order in which people choose


def add_game(game: Game) -> None:
    GAMES[game.code] = game


def get_game(code: object) -> Game:
    """The game of that code. Raises DealRefused (`game_unknown`)."""
    if isinstance(code, str) and code in GAMES:
        return GAMES[code]
    raise DealRefused([Problem("game_unknown", "game", {"value": code})])


def active_counts() -> list[int]:
    """How many may play a deal of some game, in rising order."""
    return sorted({count for game in GAMES.values() for count in game.active_counts})


def has_matches(game: Game) -> bool:
    """Whether what a deal may be depends on the deals before it."""
    # Python keeps what it found of a class; of an instance it looks for each method again.
    return issubclass(type(game), GameOfMatches)


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
        # Before the record is added: it is told what the earlier ones came to.
        contexts.append(session.context(record.get("players") or ()))
        numbers.append(session.add(record))
    return SessionMatches(tuple(numbers), tuple(contexts), session.decided())


def pairs_of(game: Game, players: Sequence[str]) -> tuple[Sequence[str], Sequence[str]] | None:
    """Both pairs of players in seat order; None in a game where nobody has a fixed partner."""
    return game.pairs(players) if isinstance(game, GameOfPairs) else None


def place_step(game: Game, rules: Rules) -> int:
    """What lies between two places when all have passed; 0 where nobody plays then."""
    return game.place_step(rules) if isinstance(game, GameOfPlaces) else 0


def bid_fields(game: Game, rules: Rules) -> tuple[str, ...]:
    """What may be told of a deal before its result; nothing in a game that shows no bids."""
    return game.bid_fields(rules) if isinstance(game, GameOfBids) else ()


def checked_bid(game: Game, players: Sequence[str], rules: Rules, record: JsonObject) -> JsonObject:
    """What is told of a deal before its result: who took with what, who deals and who rests; more
    is left out.

    Raises DealRefused, also where the rules show no bids.
    """
    known = ("dealer", "out", *bid_fields(game, rules))
    bid = {name: value for name, value in record.items() if name in known}
    if not isinstance(game, GameOfBids) or "taker" not in bid:
        raise DealRefused([Problem("field_missing", "taker")])
    active_count = len(players) - len(bid.get("out") or ())
    game.judge(players, rules, {**game.some_result(rules, bid["taker"], active_count), **bid})
    return bid
