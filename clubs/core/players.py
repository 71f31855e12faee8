"""The seated players as a request names them. Source: scoring.md §7, stage 1."""

from collections import Counter
from collections.abc import Collection, Iterator

from clubs.core.problems import Problem

NAME_LENGTH = 80  # characters, at most


def player_problems(players: object, seat_counts: Collection[int] | None) -> list[Problem]:
    """The problems of a list of seated names: type, number, doubles, and each name.

    seat_counts is None when the game, and so the number of its seats, is not known.
    """
    if players is None:
        return [Problem("field_missing", "players")]
    if not isinstance(players, list | tuple):
        return [Problem("field_type", "players")]
    problems = [
        problem for seat, name in enumerate(players) for problem in name_problems(seat, name)
    ]
    if seat_counts is not None and len(players) not in seat_counts:
        bounds = {"low": min(seat_counts), "high": max(seat_counts)}
        problems.append(Problem("players_count", "players", bounds))
    names = [name for name in players if isinstance(name, str)]
    if len(set(names)) < len(names):
        twice = [name for name, count in Counter(names).items() if count > 1]
        problems += [Problem("players_duplicate", "players", {"player": name}) for name in twice]
    return problems


def name_problems(seat: int, name: object) -> Iterator[Problem]:
    if not isinstance(name, str):
        yield Problem("field_type", f"players[{seat}]")
    elif not 0 < len(name) <= NAME_LENGTH or name != name.strip():
        yield Problem("player_name_invalid", f"players[{seat}]", {"length": NAME_LENGTH})
