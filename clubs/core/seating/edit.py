"""Changes of a drawn round by hand, and what they do to the plan. Source: tournaments.md §5.7.

A change is one function from rounds to rounds; `difference` tells what it did, from the
certificates before and after.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from clubs.core.problems import Problem
from clubs.core.seating.shapes import Lock, Player, SeatedRound, SeatedTable, SeatingRefused
from clubs.core.seating.sizes import ALLOWED, FEWEST_SEATS, Leftovers

COUNTS = ("repeats", "apart_violations", "group_violations")
USUAL = ALLOWED[Leftovers.THREES]  # sizes of tables, unless the tournament has others


@dataclass(frozen=True, slots=True)
class SeatingDifference:
    """counts: what changed, as before and after; met: pairs that meet once more, with the numbers
    of all rounds in which they sit together; errors: of the certificate, those that are new."""

    counts: Mapping[str, tuple[int, int]]
    met: Sequence[tuple[tuple[Player, ...], tuple[int, ...]]]
    errors: Sequence[Mapping[str, Any]]


def swap_players(
    seated: SeatedRound, a: Player, b: Player, locked: Collection[Lock] = ()
) -> SeatedRound:
    """Two players, or one and somebody with a bye, change places. Swapping again undoes it."""
    require_free(seated, (a, b), locked)
    for player in (a, b):
        if not _sits_in(seated, player):
            raise SeatingRefused([Problem("player_has_no_seat", "players")])
    return _renamed(seated, {a: b, b: a})


def _renamed(seated: SeatedRound, names: Mapping[Player, Player]) -> SeatedRound:
    """The round with others in some seats."""
    return replace(
        seated,
        tables=tuple(
            replace(table, players=tuple(names.get(player, player) for player in table.players))
            for table in seated.tables
        ),
        byes=tuple(names.get(player, player) for player in seated.byes),
    )


def move(
    seated: SeatedRound,
    player: Player,
    table: int,
    locked: Collection[Lock] = (),
    *,
    sizes: Collection[int] = USUAL,
    fewest: int = FEWEST_SEATS,
) -> SeatedRound:
    """Seat a player at a table with room, as its last; from one that can still be played at then,
    or from nowhere. sizes: those that the tournament allows; fewest: who can play at a table of the
    game.
    """
    require_free(seated, (player,), locked)
    target = next((t for t in seated.tables if t.number == table), None)
    if target is None or not has_room(len(target.players), sizes) or player in target.players:
        raise SeatingRefused([Problem("table_not_open", "table")])
    left = removed(seated, player)
    # A table that is left empty is no table any more: only one that is too small is refused.
    if any(0 < len(t.players) < fewest and t.number != table for t in left.tables):
        raise SeatingRefused([Problem("table_not_open", "table")])
    return seated_at(left, player, table)


def has_room(size: int, sizes: Collection[int]) -> bool:
    """May one more sit at a table of this size, where these are allowed?"""
    return size < max(sizes, default=0)


def too_small(seated: SeatedRound, before: SeatedRound, fewest: int) -> list[int]:
    """Numbers of tables at which fewer sit now than can play, and did not before."""
    was = {table.number: len(table.players) for table in before.tables}
    return [
        table.number
        for table in seated.tables
        if len(table.players) < min(fewest, was.get(table.number, fewest))
    ]


def seated_at(seated: SeatedRound, player: Player, number: int) -> SeatedRound:
    return replace(
        seated,
        tables=tuple(
            replace(table, players=(*table.players, player)) if table.number == number else table
            for table in seated.tables
        ),
    )


def removed(seated: SeatedRound, player: Player) -> SeatedRound:
    return replace(
        seated,
        tables=tuple(
            replace(table, players=tuple(p for p in table.players if p != player))
            for table in seated.tables
        ),
        byes=tuple(p for p in seated.byes if p != player),
    )


def lock(seated: SeatedRound, number: int) -> Lock:
    """The table of this number keeps its players when the round is drawn again."""
    for table in seated.tables:
        if table.number == number:
            return Lock(seated.number, number, table.players)
    raise SeatingRefused([Problem("value_not_allowed", "table")])


def _sits_in(seated: SeatedRound, player: Player) -> bool:
    return player in seated.byes or any(player in table.players for table in seated.tables)


def require_free(seated: SeatedRound, players: Sequence[Player], locked: Collection[Lock]) -> None:
    for held in locked:
        if held.round == seated.number and set(held.players).intersection(players):
            params = {"round": held.round, "table": held.table}
            raise SeatingRefused([Problem("lock_conflict", "players", params)])


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> SeatingDifference:
    """What changed from one certificate to another."""
    counts = {name: (before[name], after[name]) for name in COUNTS if before[name] != after[name]}
    # A pair that met twice before and three times now is new as well.
    known = {tuple(i["players"]): i["rounds"] for i in before["pairs_repeated"]}
    met = [
        (tuple(item["players"]), tuple(item["rounds"]))
        for item in after["pairs_repeated"]
        if len(item["rounds"]) > len(known.get(tuple(item["players"]), ()))
    ]
    new = [error for error in after["errors"] if error not in before["errors"]]
    return SeatingDifference(counts, met, new)


# People coming and going while a round is open. Source: tournaments.md §4.


def late_table(
    seated: SeatedRound,
    player: Player,
    rounds: Sequence[SeatedRound],
    open_tables: Collection[int],
    strangers: Collection[frozenset[Player]] = (),
    *,
    sizes: Collection[int] = USUAL,
) -> int | None:
    """The table that somebody who comes late joins, one more being a size that is allowed: the
    shortest ones first, of these the fewest repeats, then the lowest number.

    rounds: all others of the plan; open_tables: numbers of those where no deal is written yet;
    strangers: pairs that must not sit together. None: they wait for the next round.
    """
    choices = [
        (len(table.players), _repeats_with(player, table, rounds), table.number)
        for table in seated.tables
        if table.number in open_tables
        and len(table.players) + 1 in sizes
        and not any(frozenset((player, other)) in strangers for other in table.players)
    ]
    return min(choices)[-1] if choices else None


def _repeats_with(player: Player, table: SeatedTable, rounds: Sequence[SeatedRound]) -> int:
    """How many of a table somebody meets elsewhere, each counted as often."""
    return sum(
        len(set(other.players) & set(table.players))
        for told in rounds
        for other in told.tables
        if player in other.players
    )


def dissolved(
    seated: SeatedRound,
    number: int,
    rounds: Sequence[SeatedRound],
    open_tables: Collection[int],
    strangers: Collection[frozenset[Player]] = (),
    *,
    sizes: Collection[int] = USUAL,
) -> SeatedRound:
    """A table too small to play: its players join those that may have one more, as `late_table`
    chooses them; who is left over has a bye."""
    gone = next((table for table in seated.tables if table.number == number), None)
    if gone is None:
        raise SeatingRefused([Problem("value_not_allowed", "table")])
    left = replace(seated, tables=tuple(table for table in seated.tables if table is not gone))
    for player in gone.players:
        to = late_table(left, player, rounds, open_tables, strangers, sizes=sizes)
        # Each is seated before the next is asked: the table that they chose has less room.
        if to is None:
            left = replace(left, byes=(*left.byes, player))
        else:
            left = seated_at(left, player, to)
    return left


def team_pairs(players: Collection[Player]) -> list[frozenset[Player]]:
    """The pairs of one team, for `strangers`."""
    return [frozenset(pair) for pair in combinations(players, 2)]
