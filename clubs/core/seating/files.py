"""Reads what `seat --file` is given: the checker's input with a `plan`.

Source: tournaments.md §5.6, §11. What is written wrong is refused with its path.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clubs.core.problems import Problem
from clubs.core.seating.request import MOST_PLAYERS, MOST_ROUNDS, Request
from clubs.core.seating.shapes import (
    Lock,
    Method,
    Player,
    Rules,
    SeatedRound,
    SeatedTable,
    SeatingRefused,
    Separation,
)
from clubs.core.seating.sizes import Leftovers

LARGEST_TEAM = 4  # of a tournament; larger groups are clubs where nothing is said


@dataclass(frozen=True, slots=True)
class Options:
    """Of the command line; what is given wins over the file. sizes: different ones are those that
    are allowed (4, 5), and if one comes twice they are the tables themselves (4, 4, 3)."""

    players: int | None = None
    rounds: int | None = None
    sizes: Sequence[int] | None = None
    seed: int | None = None
    method: str | None = None


def read_request(document: Mapping[str, Any], options: Options) -> Request:
    """Raises SeatingRefused with the first thing that is wrong in the file."""
    plan = _part(document, "plan", Mapping, "") or {}
    past = _read_rounds(document)
    players = _read_players(document, options)
    methods = _read_methods(plan, options, len(past))
    rounds = range(len(past) + 1, len(methods) + 1)
    request = Request(
        players=players,
        methods=methods,
        seed=options.seed if options.seed is not None else _part(plan, "seed", int, "plan.") or 0,
        leftovers=_read_leftovers(plan),
        allowed=_integers(document, "allowed_sizes", ""),
        sizes=_read_sizes(plan, rounds),
        active=_read_active(document),
        standings=_names(_part(plan, "standings", list, "plan.") or [], "plan.standings"),
        past=past,
        rules=Rules(
            groups=_read_groups(document, players),
            apart=_read_apart(document),
            locked=_read_locked(document),
            table_numbers=_integers(plan, "table_numbers", "plan."),
        ),
    )
    return _with_separation(_with_sizes(request, options, rounds), plan)


def _part(source: Mapping[str, Any], name: str, kind: type, prefix: str) -> Any:
    """A value of the right kind, or None where there is none."""
    value = source.get(name)
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        raise SeatingRefused([Problem("field_type", f"{prefix}{name}")])
    return value


def _is_player(value: object) -> bool:
    return (isinstance(value, str) and value != "") or (
        isinstance(value, int) and not isinstance(value, bool)
    )


def _names(values: object, path: str) -> tuple[Player, ...]:
    if not isinstance(values, list | tuple) or not all(map(_is_player, values)):
        raise SeatingRefused([Problem("field_type", path)])
    return tuple(values)


def _integers(source: Mapping[str, Any], name: str, prefix: str) -> tuple[int, ...]:
    values = _part(source, name, list, prefix) or []
    if not all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        raise SeatingRefused([Problem("field_type", f"{prefix}{name}")])
    return tuple(values)


def _read_players(document: Mapping[str, Any], options: Options) -> tuple[Player, ...]:
    """Numbers from 1 where only their number is given."""
    if options.players is not None:
        if options.players > MOST_PLAYERS:
            raise SeatingRefused([Problem("value_not_allowed", "players")])
        return tuple(range(1, options.players + 1))
    if document.get("players") is None:
        raise SeatingRefused([Problem("field_missing", "players")])
    return _names(document["players"], "players")


def _read_methods(plan: Mapping[str, Any], options: Options, played: int) -> list[Method]:
    """One for each round; the last one told goes on. Without a number of rounds: one more."""
    told: Any = options.method or plan.get("method") or Method.ROTATION.value
    each = list(told) if isinstance(told, list | tuple) else [told]
    rounds = options.rounds
    if rounds is None:
        rounds = _part(plan, "rounds", int, "plan.")
    if rounds is None:
        rounds = len(each) if isinstance(told, list) else played + 1
    if not 1 <= rounds <= MOST_ROUNDS:
        raise SeatingRefused([Problem("value_not_allowed", "plan.rounds")])
    each += each[-1:] * (rounds - len(each))
    known = {method.value for method in Method}
    if not each or any(not isinstance(name, str) or name not in known for name in each):
        raise SeatingRefused([Problem("unknown_method", "plan.method")])
    return [Method(name) for name in each[:rounds]]


def _read_leftovers(plan: Mapping[str, Any]) -> Leftovers | None:
    told = _part(plan, "leftovers", str, "plan.")
    if told is None:
        return None
    if told not in {leftovers.value for leftovers in Leftovers}:
        raise SeatingRefused([Problem("value_not_allowed", "plan.leftovers")])
    return Leftovers(told)


def _read_sizes(plan: Mapping[str, Any], rounds: Sequence[int]) -> dict[int, Sequence[int]]:
    """One list for all rounds, or a list by the number of the round."""
    told = plan.get("sizes")
    if not isinstance(told, Mapping):
        sizes = _integers(plan, "sizes", "plan.")
        return dict.fromkeys(rounds, sizes) if sizes else {}
    found: dict[int, Sequence[int]] = {}
    for number in told:
        if str(number) not in map(str, rounds):
            raise SeatingRefused([Problem("value_not_allowed", f"plan.sizes.{number}")])
        found[int(number)] = _integers(told, number, "plan.sizes.")
    return found


def _with_sizes(request: Request, options: Options, rounds: Sequence[int]) -> Request:
    sizes = options.sizes
    if not sizes:
        return request
    if len(set(sizes)) < len(sizes):
        return replace(request, sizes=dict.fromkeys(rounds, sizes), leftovers=None, allowed=())
    return replace(request, sizes={}, leftovers=None, allowed=tuple(sizes))


def _read_active(document: Mapping[str, Any]) -> dict[int, Sequence[Player]]:
    told = _part(document, "active", list, "") or []
    return {
        number: _names(players, f"active[{number - 1}]")
        for number, players in enumerate(told, 1)
        if players is not None
    }


def _read_groups(document: Mapping[str, Any], players: Collection[Player]) -> dict[Player, str]:
    """JSON has text for keys, also where players are numbers."""
    told = _part(document, "groups", Mapping, "") or {}
    numbers = {str(player): player for player in players}
    for player, group in told.items():
        if group is not None and not _is_player(group):
            raise SeatingRefused([Problem("field_type", f"groups.{player}")])
    return {
        numbers.get(str(player), player): str(group)
        for player, group in told.items()
        if group is not None
    }


def _read_apart(document: Mapping[str, Any]) -> list[tuple[Player, Player]]:
    pairs = []
    for at, told in enumerate(_part(document, "apart", list, "") or []):
        pair = _names(told, f"apart[{at}]")
        if len(pair) != 2:
            raise SeatingRefused([Problem("field_type", f"apart[{at}]")])
        pairs.append((pair[0], pair[1]))
    return pairs


def _read_locked(document: Mapping[str, Any]) -> list[Lock]:
    found = []
    for at, told in enumerate(_part(document, "locked", list, "") or []):
        path = f"locked[{at}]"
        if not isinstance(told, Mapping):
            raise SeatingRefused([Problem("field_type", path)])
        number, table = (_part(told, name, int, f"{path}.") for name in ("round", "table"))
        if number is None or table is None:
            raise SeatingRefused([Problem("field_missing", path)])
        found.append(Lock(number, table, _names(told.get("players"), f"{path}.players")))
    return found


def _read_rounds(document: Mapping[str, Any]) -> tuple[SeatedRound, ...]:
    """Rounds already played, as objects or as bare lists of tables, numbered from 1."""
    return tuple(
        _read_round(told, at, f"rounds[{at - 1}]")
        for at, told in enumerate(_part(document, "rounds", list, "") or [], 1)
    )


def _read_round(told: object, at: int, path: str) -> SeatedRound:
    source = told if isinstance(told, Mapping) else {"tables": told}
    number = _part(source, "number", int, f"{path}.")
    if number not in (None, at):
        raise SeatingRefused([Problem("value_not_allowed", f"{path}.number")])
    tables = _part(source, "tables", list, f"{path}.") or []
    return SeatedRound(
        at,
        tuple(
            _read_table(table, place, f"{path}.tables[{place - 1}]")
            for place, table in enumerate(tables, 1)
        ),
        _names(source.get("byes") or [], f"{path}.byes"),
    )


def _read_table(told: object, at: int, path: str) -> SeatedTable:
    source = told if isinstance(told, Mapping) else {"players": told}
    number = _part(source, "number", int, f"{path}.")
    players = _names(source.get("players"), f"{path}.players")
    return SeatedTable(at if number is None else number, players)


def _with_separation(request: Request, plan: Mapping[str, Any]) -> Request:
    """Where the file does not say what its groups are: teams if they are small enough to be."""
    told = _part(plan, "separation", str, "plan.")
    known = {separation.value for separation in Separation}
    if told is not None and told not in known:
        raise SeatingRefused([Problem("value_not_allowed", "plan.separation")])
    if told is not None:
        separation = Separation(told)
    elif not request.rules.groups:
        separation = Separation.NONE
    else:
        largest = max(Counter(request.rules.groups.values()).values())
        separation = Separation.TEAM if largest <= _most_in_a_team(request) else Separation.CLUB
    return replace(request, rules=replace(request.rules, separation=separation))


def _most_in_a_team(request: Request) -> int:
    tables = (len(request.sizes_of(number)) for number in request.to_draw())
    return min([LARGEST_TEAM, *tables])
