"""Tie-breaks of a league. Source: leagues.md §3.5.

Each is one function in MEASURES: what it looks at, for players who are tied. The higher value is
better, except for `fewer_deals` and `lot`; None, an unknown value, is worse than any known one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clubs.core.standings.places import Placing, Tally
from clubs.core.standings.scale import ScoreScale, quotient
from clubs.core.standings.settings import LeagueTieBreak
from clubs.core.standings.shapes import HeadToHeadLookup, LeagueTieValue, Number
from clubs.core.ties import lot

LEAST_TAKEN = 5  # takes, for `_success_rate`

Values = Mapping[str, LeagueTieValue]


@dataclass(frozen=True, slots=True)
class LeagueTieContext:
    """The values that tie-breaks look at. penalties: those that count; last_evening: the latest one
    at which anybody played, as a place in the input; numbers: of the players, for the lot."""

    tallies: Mapping[str, Tally]
    placing: Placing
    penalties: Mapping[str, int]
    numbers: Mapping[str, int]
    scale: ScoreScale
    last_evening: int | None
    evenings: frozenset[int]
    sizes: frozenset[int]
    seed: int
    head_to_head: HeadToHeadLookup

    def measure(self, tie_break: LeagueTieBreak, group: Sequence[str]) -> Values:
        return MEASURES[tie_break](self, group)


def _evenings(contest: LeagueTieContext, group: Sequence[str]) -> Values:
    return {player: len(contest.tallies[player].evenings) for player in group}


def _fewer_deals(contest: LeagueTieContext, group: Sequence[str]) -> Values:
    return {player: contest.tallies[player].deals for player in group}


def _average(contest: LeagueTieContext, group: Sequence[str]) -> Values:
    """The average per deal as the method `average` has it, with penalties."""
    return {
        player: _average_per_deal(
            contest.tallies[player], contest.penalties.get(player, 0), contest.scale
        )
        for player in group
    }


def _average_per_deal(tally: Tally, penalty: int, scale: ScoreScale) -> Number | None:
    """The mean over tables of which the number of deals is known; None without a deal."""
    if not tally.deals:
        return None
    return quotient(scale.number(tally.known_units + penalty * scale.unit), tally.deals)


def _best_evening(contest: LeagueTieContext, group: Sequence[str]) -> Values:
    return {player: _nth_best(contest, player, 0) for player in group}


def _second_best_evening(contest: LeagueTieContext, group: Sequence[str]) -> Values:
    return {player: _nth_best(contest, player, 1) for player in group}


def _nth_best(contest: LeagueTieContext, player: str, at: int) -> Number | None:
    best = sorted(contest.tallies[player].evenings.values(), reverse=True)
    return contest.scale.number(best[at]) if at < len(best) else None


def _evenings_won(contest: LeagueTieContext, group: Sequence[str]) -> Values:
    """Rank 1 among those ranked at the evening, shared or not."""
    return {player: _won(contest, player) for player in group}


def _won(contest: LeagueTieContext, player: str) -> int:
    places = (contest.placing.at(at).get(player) for at in contest.tallies[player].evenings)
    return sum(mine is not None and mine.place == 1 for mine in places)


def _contracts_made(contest: LeagueTieContext, group: Sequence[str]) -> Values:
    return {player: contest.tallies[player].contracts_made for player in group}


def _success_rate(contest: LeagueTieContext, group: Sequence[str]) -> Values:
    return {player: _success_of(contest.tallies[player]) for player in group}


def _success_of(tally: Tally) -> Number | None:
    return Fraction(tally.contracts_made, tally.taken) if tally.taken >= LEAST_TAKEN else None


def _head_to_head(contest: LeagueTieContext, group: Sequence[str]) -> Values:
    """The sum of a player's differences to the others of the group, in points as scored.

    None for a player who met none of them.
    """
    differences = contest.head_to_head(
        frozenset(group), evenings=contest.evenings, sizes=contest.sizes
    )
    # Who met nobody keeps None and not 0: a 0 would stand above a player who met others and lost.
    sums: dict[str, LeagueTieValue] = dict.fromkeys(group)
    seen: dict[str, int] = {}
    for (a, b), difference in differences.items():
        seen[a] = seen.get(a, 0) + difference
        seen[b] = seen.get(b, 0) - difference
    return sums | {player: seen[player] for player in group if player in seen}


def _last_evening(contest: LeagueTieContext, group: Sequence[str]) -> Values:
    """The score of the latest evening at which anybody played; None for a player who was not
    there."""
    last = contest.last_evening
    values: dict[str, LeagueTieValue] = dict.fromkeys(group)
    for player in group:
        units = contest.tallies[player].evenings.get(-1 if last is None else last)
        if units is not None:
            values[player] = contest.scale.number(units)
    return values


def _lot(contest: LeagueTieContext, group: Sequence[str]) -> Values:
    return {player: lot(contest.seed, contest.numbers[player]) for player in group}


MEASURES: Mapping[LeagueTieBreak, Callable[[LeagueTieContext, Sequence[str]], Values]] = {
    LeagueTieBreak.EVENINGS: _evenings,
    LeagueTieBreak.FEWER_DEALS: _fewer_deals,
    LeagueTieBreak.AVERAGE: _average,
    LeagueTieBreak.BEST_EVENING: _best_evening,
    LeagueTieBreak.SECOND_BEST_EVENING: _second_best_evening,
    LeagueTieBreak.EVENINGS_WON: _evenings_won,
    LeagueTieBreak.CONTRACTS_MADE: _contracts_made,
    LeagueTieBreak.SUCCESS_RATE: _success_rate,
    LeagueTieBreak.HEAD_TO_HEAD: _head_to_head,
    LeagueTieBreak.LAST_EVENING: _last_evening,
    LeagueTieBreak.LOT: _lot,
}
