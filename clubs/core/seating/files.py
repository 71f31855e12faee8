"""Reads the file of `seat --file`: the checker's input with a `plan`.

Source: tournaments.md §5.6, §11. What is written wrong is refused with its path.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clubs.core.fields import typed_code, typed_field
from clubs.core.limits import MOST_ROUNDS
from clubs.core.problems import JsonType, Problem, wrong_type
from clubs.core.seating.request import MOST_PLAYERS, SeatingRequest
from clubs.core.seating.shapes import (
    Lock,
    Player,
    SeatedRound,
    SeatedTable,
    SeatingMethod,
    SeatingRefused,
    SeatingRules,
    Separation,
)
from clubs.core.seating.sizes import Leftovers

LARGEST_TEAM = 4  # of a tournament; larger groups are clubs where nothing is said


@dataclass(frozen=True, slots=True)
class Options:
    """Options of the command line; what is given wins over the file. sizes: different ones are
    those that are allowed (4, 5), and if one comes twice they are the tables themselves (4, 4,
    3)."""

    players: int | None = None
    rounds: int | None = None
    sizes: Sequence[int] | None = None
    seed: int | None = None
    method: str | None = None


def read_request(document: Mapping[str, Any], options: Options) -> SeatingRequest:
    """Raises SeatingRefused with the first thing that is wrong in the file."""
    plan = _typed_value(document, "plan", Mapping, "") or {}
    past = _read_rounds(document)
    players = _read_players(document, options)
    methods = _read_methods(plan, options, len(past))
    rounds = range(len(past) + 1, len(methods) + 1)
    seed = options.seed
    if seed is None:
        seed = _typed_value(plan, "seed", int, "plan.") or 0
    leftovers = typed_code(plan, "leftovers", Leftovers, "plan.", SeatingRefused)
    request = SeatingRequest(
        players=players,
        methods=methods,
        seed=seed,
        leftovers=Leftovers(leftovers) if leftovers else None,
        allowed=_integers(document, "allowed_sizes", ""),
        sizes=_read_sizes(plan, rounds),
        active=_read_active(document),
        standings=_names(_typed_value(plan, "standings", list, "plan.") or [], "plan.standings"),
        past=past,
        rules=SeatingRules(
            groups=_read_groups(document, players),
            apart=_read_apart(document),
            locked=_read_locked(document),
            table_numbers=_integers(plan, "table_numbers", "plan."),
        ),
    )
    return _with_separation(_with_sizes(request, options, rounds), plan)


def _typed_value(source: Mapping[str, Any], name: str, kind: type, prefix: str) -> Any:
    return typed_field(source, name, kind, prefix, SeatingRefused)


def _is_player(value: object) -> bool:
    return (isinstance(value, str) and value != "") or (
        isinstance(value, int) and not isinstance(value, bool)
    )


def _names(values: object, path: str) -> tuple[Player, ...]:
    if not isinstance(values, list | tuple) or not all(map(_is_player, values)):
        raise SeatingRefused([Problem("field_type", path)])
    return tuple(values)


def _integers(source: Mapping[str, Any], name: str, prefix: str) -> tuple[int, ...]:
    values = _typed_value(source, name, list, prefix) or []
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


def _read_methods(plan: Mapping[str, Any], options: Options, played: int) -> list[SeatingMethod]:
    """One for each round; the last one told goes on. Without a number of rounds: one more."""
    value: Any = options.method or plan.get("method") or SeatingMethod.ROTATION.value
    each = list(value) if isinstance(value, list | tuple) else [value]
    rounds = options.rounds
    if rounds is None:
        rounds = _typed_value(plan, "rounds", int, "plan.")
    if rounds is None:
        rounds = len(each) if isinstance(value, list) else played + 1
    if not 1 <= rounds <= MOST_ROUNDS:
        raise SeatingRefused([Problem("value_not_allowed", "plan.rounds")])
    each += each[-1:] * (rounds - len(each))
    known = {method.value for method in SeatingMethod}
    if not each or any(not isinstance(name, str) or name not in known for name in each):
        raise SeatingRefused([Problem("unknown_method", "plan.method")])
    return [SeatingMethod(name) for name in each[:rounds]]


def _read_sizes(plan: Mapping[str, Any], rounds: Sequence[int]) -> dict[int, Sequence[int]]:
    """One list for all rounds, or a list by the number of the round."""
    value = plan.get("sizes")
    if not isinstance(value, Mapping):
        sizes = _integers(plan, "sizes", "plan.")
        return dict.fromkeys(rounds, sizes) if sizes else {}
    by_round: dict[int, Sequence[int]] = {}
    for number in value:
        if str(number) not in map(str, rounds):
            raise SeatingRefused([Problem("value_not_allowed", f"plan.sizes.{number}")])
        by_round[int(number)] = _integers(value, number, "plan.sizes.")
    return by_round


def _with_sizes(request: SeatingRequest, options: Options, rounds: Sequence[int]) -> SeatingRequest:
    sizes = options.sizes
    if not sizes:
        return request
    if len(set(sizes)) < len(sizes):
        return replace(request, sizes=dict.fromkeys(rounds, sizes), leftovers=None, allowed=())
    return replace(request, sizes={}, leftovers=None, allowed=tuple(sizes))


def _read_active(document: Mapping[str, Any]) -> dict[int, Sequence[Player]]:
    by_round = _typed_value(document, "active", list, "") or []
    return {
        number: _names(players, f"active[{number - 1}]")
        for number, players in enumerate(by_round, 1)
        if players is not None
    }


def _read_groups(document: Mapping[str, Any], players: Collection[Player]) -> dict[Player, str]:
    """JSON has text for keys, also where players are numbers."""
    groups = _typed_value(document, "groups", Mapping, "") or {}
    numbers = {str(player): player for player in players}
    for player, group in groups.items():
        if group is not None and not _is_player(group):
            raise SeatingRefused([Problem("field_type", f"groups.{player}")])
    return {
        numbers.get(str(player), player): str(group)
        for player, group in groups.items()
        if group is not None
    }


def _read_apart(document: Mapping[str, Any]) -> list[tuple[Player, Player]]:
    pairs = []
    for at, names in enumerate(_typed_value(document, "apart", list, "") or []):
        pair = _names(names, f"apart[{at}]")
        if len(pair) != 2:
            raise SeatingRefused([Problem("field_type", f"apart[{at}]")])
        pairs.append((pair[0], pair[1]))
    return pairs


def _read_locked(document: Mapping[str, Any]) -> list[Lock]:
    locks = []
    for at, source in enumerate(_typed_value(document, "locked", list, "") or []):
        path = f"locked[{at}]"
        if not isinstance(source, Mapping):
            raise SeatingRefused([wrong_type(path, JsonType.OBJECT)])
        number, table = (_typed_value(source, name, int, f"{path}.") for name in ("round", "table"))
        if number is None or table is None:
            raise SeatingRefused([Problem("field_missing", path)])
        locks.append(Lock(number, table, _names(source.get("players"), f"{path}.players")))
    return locks


def _read_rounds(document: Mapping[str, Any]) -> tuple[SeatedRound, ...]:
    """Rounds already played, as objects or as bare lists of tables, numbered from 1."""
    return tuple(
        _read_seated_round(told, at, f"rounds[{at - 1}]")
        for at, told in enumerate(_typed_value(document, "rounds", list, "") or [], 1)
    )


def _read_seated_round(value: object, at: int, path: str) -> SeatedRound:
    source = value if isinstance(value, Mapping) else {"tables": value}
    number = _typed_value(source, "number", int, f"{path}.")
    if number not in (None, at):
        raise SeatingRefused([Problem("value_not_allowed", f"{path}.number")])
    tables = _typed_value(source, "tables", list, f"{path}.") or []
    return SeatedRound(
        at,
        tuple(
            _read_seated_table(table, place, f"{path}.tables[{place - 1}]")
            for place, table in enumerate(tables, 1)
        ),
        _names(source.get("byes") or [], f"{path}.byes"),
    )


def _read_seated_table(value: object, at: int, path: str) -> SeatedTable:
    source = value if isinstance(value, Mapping) else {"players": value}
    number = _typed_value(source, "number", int, f"{path}.")
    players = _names(source.get("players"), f"{path}.players")
    return SeatedTable(at if number is None else number, players)


def _with_separation(request: SeatingRequest, plan: Mapping[str, Any]) -> SeatingRequest:
    """Take groups of which the file does not say it as teams, if they are small enough."""
    name = typed_code(plan, "separation", Separation, "plan.", SeatingRefused)
    if name is not None:
        separation = Separation(name)
    elif not request.rules.groups:
        separation = Separation.NONE
    else:
        largest = max(Counter(request.rules.groups.values()).values())
        separation = Separation.TEAM if largest <= _most_in_a_team(request) else Separation.CLUB
    return replace(request, rules=replace(request.rules, separation=separation))


def _most_in_a_team(request: SeatingRequest) -> int:
    tables = (len(request.sizes_of(number)) for number in request.to_draw())
    return min([LARGEST_TEAM, *tables])
