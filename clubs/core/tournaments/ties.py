"""Tie-breaks of a tournament. Source: tournaments.md §7.3.

Each is one function in MEASURES: what it looks at, for entries that are tied. The higher value is
better, but for `_lot`; None, an unknown value, is worse than any known one. A measure that says
nothing about a group gives everybody the same value.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from clubs.core.tournaments.careers import Career
from clubs.core.tournaments.settings import TieBreak
from clubs.core.tournaments.shapes import Decision, TableResult, Value

LOWER_FIRST = frozenset({TieBreak.LOT})

Values = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Contest:
    """What tie-breaks may look at. tables: those of the rounds that count."""

    careers: Mapping[str, Career]
    tables: Sequence[TableResult]
    seed: int
    trails: dict[str, list[tuple[TieBreak, Value]]] = field(default_factory=dict)

    def number(self, player: str) -> int:
        return self.careers[player].entry.number


def tied_classes(
    contest: Contest, group: Sequence[str], tie_breaks: Sequence[TieBreak]
) -> Iterator[list[str]]:
    """The group, best first, in classes that nothing tells apart; each class by number.

    Every tie-break is asked only for those whom the ones before left equal, and what it said is
    kept in the trails.
    """
    if len(group) == 1 or not tie_breaks:
        yield sorted(group, key=contest.number)
        return
    first, *others = tie_breaks
    values = MEASURES[first](contest, group)
    by_value: dict[Value, list[str]] = {}
    for player in group:
        contest.trails.setdefault(player, []).append((first, values[player]))
        by_value.setdefault(values[player], []).append(player)
    known: list[Value] = [value for value in by_value if value is not None]
    known.sort(reverse=first not in LOWER_FIRST)
    for value in [*known, *([None] if None in by_value else [])]:
        yield from tied_classes(contest, by_value[value], others)


def decision(contest: Contest, mine: str, theirs: str) -> Decision | None:
    """What told two entries of equal total apart, from the side of the first."""
    trails = zip(contest.trails.get(mine, ()), contest.trails.get(theirs, ()), strict=False)
    for (tie_break, value), (_, other) in trails:
        if value != other:
            return Decision(tie_break, value, other, theirs)
    return None


def _contracts_made(contest: Contest, group: Sequence[str]) -> Values:
    """Says nothing where the slip of one of them does not tell who took."""
    made = {player: contest.careers[player].made for player in group}
    return made if None not in made.values() else dict.fromkeys(group, 0)


def _best_round(contest: Contest, group: Sequence[str]) -> Values:
    """Of rounds at a table; None for who never sat at one."""
    return {player: max(contest.careers[player].played, default=None) for player in group}


def _rounds_won(contest: Contest, group: Sequence[str]) -> Values:
    return {player: sum(score > 0 for score in contest.careers[player].scores) for player in group}


def _last_round(contest: Contest, group: Sequence[str]) -> Values:
    """The scores of the rounds, the latest first."""
    return {player: contest.careers[player].scores[::-1] for player in group}


def _direct(contest: Contest, group: Sequence[str]) -> Values:
    """Sums over the rounds in which the whole group sat at one table."""
    sums: dict[str, int] = dict.fromkeys(group, 0)
    for table in contest.tables:
        if len(table.scores) >= len(group) and all(player in table.scores for player in group):
            for player in group:
                sums[player] += table.scores[player]
    return sums


def _fewer_penalties(contest: Contest, group: Sequence[str]) -> Values:
    return {player: -abs(contest.careers[player].penalty) for player in group}


def _lot(contest: Contest, group: Sequence[str]) -> Values:
    """SHA-256 of "seed:entry number" in hexadecimal, smaller first."""
    return {
        player: sha256(f"{contest.seed}:{contest.number(player)}".encode()).hexdigest()
        for player in group
    }


MEASURES: Mapping[TieBreak, Callable[[Contest, Sequence[str]], Values]] = {
    TieBreak.CONTRACTS_MADE: _contracts_made,
    TieBreak.BEST_ROUND: _best_round,
    TieBreak.ROUNDS_WON: _rounds_won,
    TieBreak.LAST_ROUND: _last_round,
    TieBreak.DIRECT: _direct,
    TieBreak.FEWER_PENALTIES: _fewer_penalties,
    TieBreak.LOT: _lot,
}
