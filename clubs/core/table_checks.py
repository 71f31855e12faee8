"""Checks that every game makes: the names of a request, who sits out, who deals, how many play.

Source: scoring.md §7, stages 1 and 3; the other games name the same codes.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from clubs.core.fields import is_object, object_problems
from clubs.core.problems import DealRefused, JsonType, Problem, wrong_type

T = TypeVar("T")

NAME_LENGTH = 80  # characters, at most


def raise_problems(problems: Sequence[Problem]) -> None:
    """End the run with these problems of one stage, if there are any. Raises DealRefused."""
    if problems:
        raise DealRefused(problems)


def require_record(
    players: object, seat_counts: Collection[int], deal: object
) -> Mapping[str, Any]:
    """The record of a deal, which is an object, between so many players. Raises DealRefused with
    the problems of both."""
    problems = player_problems(players, seat_counts)
    if not is_object(deal):
        problems += object_problems(deal, "deal")
        raise DealRefused(problems)
    raise_problems(problems)
    return deal


def repeats(values: Iterable[T]) -> Iterator[tuple[int, T]]:
    """Each value that stood there before, with its index."""
    seen: set[T] = set()
    for index, value in enumerate(values):
        if value in seen:
            yield index, value
        seen.add(value)


def player_problems(players: object, seat_counts: Collection[int] | None) -> list[Problem]:
    """The problems of a list of seated names: type, number, doubles, and each name.

    seat_counts is None when the game, and so the number of its seats, is not known.
    """
    if players is None:
        return [Problem("field_missing", "players")]
    if not isinstance(players, list | tuple):
        return [wrong_type("players", JsonType.LIST)]
    problems: list[Problem] = []
    for seat, name in enumerate(players):
        problems += name_problems(seat, name)
    if seat_counts is not None and len(players) not in seat_counts:
        bounds = {"low": min(seat_counts), "high": max(seat_counts)}
        problems.append(Problem("players_count", "players", bounds))
    names = [name for name in players if isinstance(name, str)]
    if len(set(names)) < len(names):
        twice = [name for name, count in Counter(names).items() if count > 1]
        problems += [Problem("players_duplicate", "players", {"player": name}) for name in twice]
    return problems


def name_problems(seat: int, name: object) -> Sequence[Problem]:
    if not isinstance(name, str):
        return [wrong_type(f"players[{seat}]", JsonType.TEXT)]
    if not 0 < len(name) <= NAME_LENGTH or name != name.strip():
        return [Problem("player_name_invalid", f"players[{seat}]", {"length": NAME_LENGTH})]
    return ()


def seat_problems(
    players: Sequence[str], out: Sequence[str], dealer: str | None, active_counts: Sequence[int]
) -> Iterator[Problem]:
    """Names in `out` and `dealer`, and the number of active players (active_counts: rising)."""
    active_count = len(players)
    if out:
        for index, name in enumerate(out):
            if name not in players:
                yield Problem("player_unknown", f"out[{index}]", {"player": name})
        for index, name in repeats(out):
            yield Problem("duplicate_entry", f"out[{index}]", {"player": name})
        active_count = sum(name not in out for name in players)
    if dealer is not None and dealer not in players:
        yield Problem("player_unknown", "dealer", {"player": dealer})
    if active_count not in active_counts:
        low, high = active_counts[0], active_counts[-1]
        bounds = {} if low == high else {"low": low, "high": high, "count": active_count}
        yield Problem("active_count", "out", bounds)


def participant_problems(
    field: str, name: str, players: Sequence[str], active: Sequence[str]
) -> Iterator[Problem]:
    """Somebody with a part in the deal who does not play it, or is not there at all."""
    if name not in active:
        yield Problem(
            "player_not_active" if name in players else "player_unknown", field, {"player": name}
        )
