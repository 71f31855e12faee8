"""Tie-breaks of a league. Source: leagues.md §3.5.

Each is one function in MEASURES: what it looks at, for players who are tied. The higher value is
better unless it stands in LOWER_FIRST; None, an unknown value, is worse than any known one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256

from clubs.core.standings.places import Placing, Tally
from clubs.core.standings.scale import Scale, quotient
from clubs.core.standings.settings import TieBreak
from clubs.core.standings.shapes import Decision, HeadToHead, Number

LEAST_TAKEN = 5  # takes, for `_success_rate`
LOWER_FIRST = frozenset({TieBreak.FEWER_DEALS, TieBreak.LOT})

Value = Number | str | None
Values = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Contest:
    """What tie-breaks may look at. penalties: those that count; last_evening: the latest one at
    which anybody played, as a place in the input; numbers: of the players, for the lot."""

    tallies: Mapping[str, Tally]
    placing: Placing
    penalties: Mapping[str, int]
    numbers: Mapping[str, int]
    scale: Scale
    last_evening: int | None
    evenings: frozenset[int]
    sizes: frozenset[int]
    seed: int
    head_to_head: HeadToHead
    trails: dict[str, list[tuple[TieBreak, Value]]] = field(default_factory=dict)


def tied_classes(
    contest: Contest, group: Sequence[str], tie_breaks: Sequence[TieBreak]
) -> Iterator[list[str]]:
    """The group, best first, in classes that nothing tells apart; each class by number.

    Every tie-break is asked only for those whom the ones before left equal, and what it said is
    kept in the trails.
    """
    if len(group) == 1:
        yield list(group)
        return
    if not tie_breaks:
        yield sorted(group, key=lambda player: (contest.numbers[player], player))
        return
    first, *others = tie_breaks
    values = MEASURES[first](contest, group)
    for player in group:
        contest.trails.setdefault(player, []).append((first, values[player]))
    known = {value for player in group if (value := values[player]) is not None}
    best_first: list[Value] = [
        *sorted(known, reverse=first not in LOWER_FIRST),
        None,
    ]
    for best in best_first:
        equal = [player for player in group if values[player] == best]
        if equal:
            yield from tied_classes(contest, equal, others)


def decision(contest: Contest, mine: str, theirs: str) -> Decision | None:
    """What told two players of equal value apart, from the side of the first."""
    trails = zip(contest.trails.get(mine, ()), contest.trails.get(theirs, ()), strict=False)
    for (tie_break, value), (_, other) in trails:
        if value != other:
            return Decision(tie_break, value, other, theirs)
    return None


def _evenings(contest: Contest, group: Sequence[str]) -> Values:
    return {player: len(contest.tallies[player].evenings) for player in group}


def _fewer_deals(contest: Contest, group: Sequence[str]) -> Values:
    return {player: contest.tallies[player].deals for player in group}


def _average(contest: Contest, group: Sequence[str]) -> Values:
    """As the method `_average` has it, with penalties."""
    return {
        player: _average_of(
            contest.tallies[player], contest.penalties.get(player, 0), contest.scale
        )
        for player in group
    }


def _average_of(tally: Tally, penalty: int, scale: Scale) -> Number | None:
    """Only tables of which the number of deals is known; None without a deal."""
    if not tally.deals:
        return None
    return quotient(scale.number(tally.known_units + penalty * scale.unit), tally.deals)


def _best_evening(contest: Contest, group: Sequence[str]) -> Values:
    return {player: _nth_best(contest, player, 0) for player in group}


def _second_best_evening(contest: Contest, group: Sequence[str]) -> Values:
    return {player: _nth_best(contest, player, 1) for player in group}


def _nth_best(contest: Contest, player: str, at: int) -> Number | None:
    best = sorted(contest.tallies[player].evenings.values(), reverse=True)
    return contest.scale.number(best[at]) if at < len(best) else None


def _evenings_won(contest: Contest, group: Sequence[str]) -> Values:
    """Rank 1 among those ranked at the evening, shared or not."""
    return {player: _won(contest, player) for player in group}


def _won(contest: Contest, player: str) -> int:
    places = (contest.placing.at(at).get(player) for at in contest.tallies[player].evenings)
    return sum(mine is not None and mine.place == 1 for mine in places)


def _contracts_made(contest: Contest, group: Sequence[str]) -> Values:
    return {player: contest.tallies[player].made for player in group}


def _success_rate(contest: Contest, group: Sequence[str]) -> Values:
    return {player: _success_of(contest.tallies[player]) for player in group}


def _success_of(tally: Tally) -> Number | None:
    return Fraction(tally.made, tally.taken) if tally.taken >= LEAST_TAKEN else None


def _head_to_head(contest: Contest, group: Sequence[str]) -> Values:
    """The sum of a player's differences to the others of the group, in points as scored.

    None for who met none of them.
    """
    differences = contest.head_to_head(
        frozenset(group), evenings=contest.evenings, sizes=contest.sizes
    )
    sums: dict[str, Value] = dict.fromkeys(group)
    seen: dict[str, int] = {}
    for (a, b), difference in differences.items():
        seen[a] = seen.get(a, 0) + difference
        seen[b] = seen.get(b, 0) - difference
    return sums | {player: seen[player] for player in group if player in seen}


def _last_evening(contest: Contest, group: Sequence[str]) -> Values:
    """The score of the latest evening at which anybody played; None for who was not there."""
    last = contest.last_evening
    values: dict[str, Value] = dict.fromkeys(group)
    for player in group:
        units = contest.tallies[player].evenings.get(-1 if last is None else last)
        if units is not None:
            values[player] = contest.scale.number(units)
    return values


def _lot(contest: Contest, group: Sequence[str]) -> Values:
    """SHA-256 of "seed:number" in hexadecimal, smaller first (tournaments.md §7.3)."""
    return {
        player: sha256(f"{contest.seed}:{contest.numbers[player]}".encode()).hexdigest()
        for player in group
    }


MEASURES: Mapping[TieBreak, Callable[[Contest, Sequence[str]], Values]] = {
    TieBreak.EVENINGS: _evenings,
    TieBreak.FEWER_DEALS: _fewer_deals,
    TieBreak.AVERAGE: _average,
    TieBreak.BEST_EVENING: _best_evening,
    TieBreak.SECOND_BEST_EVENING: _second_best_evening,
    TieBreak.EVENINGS_WON: _evenings_won,
    TieBreak.CONTRACTS_MADE: _contracts_made,
    TieBreak.SUCCESS_RATE: _success_rate,
    TieBreak.HEAD_TO_HEAD: _head_to_head,
    TieBreak.LAST_EVENING: _last_evening,
    TieBreak.LOT: _lot,
}
