"""Deals as JSON lines: one request read, one answer given, with no memory between them.

Source: scoring.md §8; cli.md §score.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from math import inf, isfinite, nextafter
from typing import Any, BinaryIO

from clubs.core.fields import object_problems
from clubs.core.games import DEFAULT_GAME, Game, Rules, get_game
from clubs.core.problems import DealRefused, JsonType, Problem, wrong_type
from clubs.core.table_checks import player_problems

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LINE_LENGTH = 16 * 1024 * 1024  # bytes; a longer line is not read
FIELDS = frozenset({"id", "game", "players", "rules", "deal", "expect"})

Answer = dict[str, Any]
Speak = Callable[[Problem], str]


@dataclass(slots=True)  # not frozen: it is made for each line
class ScoreRequest:
    """A sound line: what stage 1 asks for is there, the deal itself is not looked at."""

    game: Game
    players: list[str]
    rules: Rules
    deal: Mapping[str, Any]


def physical_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines with their ends, one at a time; of a line that is too long, only the beginning."""
    while line := stream.readline(LINE_LENGTH + 1):
        yield line
        # The rest is thrown away: its parts, as lines, would shift the numbers of all that follow.
        while len(line) > LINE_LENGTH and not line.endswith(b"\n"):
            line = stream.readline(LINE_LENGTH + 1)


def answer_line(line: bytes, number: int, speak: Speak) -> Answer | None:
    """The answer to one physical line, counted from 1; None for a blank one.

    speak makes the message of a problem. Nothing in the line makes this raise.
    """
    if number == 1:
        line = line.removeprefix(BYTE_ORDER_MARK)
    if not line.strip():
        return None
    fallback = str(number)
    try:
        document = _parse_line(line)
    except DealRefused as refusal:
        return _refused(fallback, refusal, speak)
    given = document.get("id")
    name = given if _is_usable_id(given) else fallback
    try:
        request = _read_request(document)
        answer = request.game.answer(request.players, request.rules, request.deal)
    except DealRefused as refusal:
        return _refused(name, refusal, speak)
    return {"id": name, "ok": True, **answer}


def _refused(name: object, refusal: DealRefused, speak: Speak) -> Answer:
    errors = [
        {"code": problem.code, "field": problem.field, "message": speak(problem)}
        for problem in refusal.problems
    ]
    return {"id": name, "ok": False, "errors": errors}


def _parse_line(line: bytes) -> dict[str, Any]:
    """The JSON object of a line. Raises DealRefused (`bad_line`)."""
    try:
        if len(line) <= LINE_LENGTH:
            document = DECODER.decode(line.decode())
            if isinstance(document, dict):
                return document
    except (ValueError, RecursionError):
        pass
    raise DealRefused([Problem("bad_line")])


def _finite(text: str) -> float:
    """A number with a fraction or an exponent, which becomes a half only if it is one.

    40.5000000000000000001 gives the next float. Raises ValueError where it overflows (1e400).
    """
    value = float(text)
    if value % 0.5 == 0:
        try:
            exact = Decimal(text)
        except InvalidOperation:  # its exponent overflows
            raise ValueError(text) from None
        if exact != value:
            value = nextafter(value, inf if exact > value else -inf)
    if not isfinite(value):
        raise ValueError(text)
    return value


def _no_constant(text: str) -> float:
    """NaN and Infinity are no JSON."""
    raise ValueError(text)


DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=_no_constant)


def _is_usable_id(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _read_request(document: Mapping[str, Any]) -> ScoreRequest:
    """Read the fields of a line. Raises DealRefused with all problems of that stage."""
    problems = [Problem("field_unknown", name) for name in document if name not in FIELDS]
    if document.get("id") is not None and not _is_usable_id(document["id"]):
        problems.append(Problem("field_type", "id"))
    game = _read_game_code(document.get("game"), problems)
    problems += player_problems(document.get("players"), game.seat_counts if game else None)
    rules = _read_game_rules(game, document.get("rules"), problems)
    deal = document.get("deal")
    problems += object_problems(deal, "deal")
    if problems or game is None or rules is None:
        raise DealRefused(problems)
    return ScoreRequest(game, document["players"], rules, document["deal"])


def _read_game_code(code: object, problems: list[Problem]) -> Game | None:
    if code is not None and not isinstance(code, str):
        problems.append(wrong_type("game", JsonType.TEXT))
        return None
    try:
        return get_game(DEFAULT_GAME if code is None else code)
    except DealRefused as refusal:
        problems += refusal.problems
        return None


def _read_game_rules(game: Game | None, value: object, problems: list[Problem]) -> Rules | None:
    if game is None:
        return None
    try:
        return game.read_rules(value)
    except DealRefused as refusal:
        problems += refusal.problems
        return None
