"""Tie-breaks of a league. Source: leagues.md §3.5.

Each is one function in MEASURES: what it looks at, for a player who is tied; the head to head looks
at the whole group. The higher value is better, except for `fewer_deals` and `lot`; None, an unknown
value, is worse than any known one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from clubs.core.standings.places import Placing, Tally
from clubs.core.standings.scale import quotient
from clubs.core.standings.settings import LeagueTieBreak
from clubs.core.standings.shapes import HeadToHeadLookup, LeagueTieValue, Number
from clubs.core.ties import lot

LEAST_TAKEN = 5  # takes, for `_success_rate`

Values = Mapping[str, LeagueTieValue]


@dataclass(frozen=True, slots=True)
class LeagueTieContext:
    """The values that tie-breaks look at. penalties: those that count; numbers: of the players, for
    the lot."""

    placing: Placing
    penalties: Mapping[str, int]
    numbers: Mapping[str, int]
    evenings: frozenset[int]
    sizes: frozenset[int]
    seed: int
    head_to_head: HeadToHeadLookup

    def measure(self, tie_break: LeagueTieBreak, group: Sequence[str]) -> Values:
        return MEASURES[tie_break](self, group)


Measure = Callable[[LeagueTieContext, Sequence[str]], Values]


def _of_each(look: Callable[[LeagueTieContext, Tally], LeagueTieValue]) -> Measure:
    """Returns the measure of a group that looks at each player alone."""

    def measure(contest: LeagueTieContext, group: Sequence[str]) -> Values:
        return {player: look(contest, contest.placing.tallies[player]) for player in group}

    return measure


def _average(contest: LeagueTieContext, tally: Tally) -> Number | None:
    """The average per deal as the method `average` has it: with penalties, over tables of which the
    number of deals is known; None without a deal."""
    if not tally.deals:
        return None
    scale, penalty = contest.placing.scale, contest.penalties.get(tally.player, 0)
    # Not tally.units: points of tables whose deals nobody knows would be divided by other deals.
    return quotient(scale.number(tally.known_units + penalty * scale.unit), tally.deals)


def _nth_best(at: int, contest: LeagueTieContext, tally: Tally) -> Number | None:
    """The score of the best evening, or of the one after it (at 1); None where there were fewer."""
    best = sorted(tally.evenings.values(), reverse=True)
    return contest.placing.scale.number(best[at]) if at < len(best) else None


def _evenings_won(contest: LeagueTieContext, tally: Tally) -> int:
    """Rank 1 among those ranked at the evening, shared or not."""
    return sum(contest.placing.place_of(at, tally.player) == 1 for at in tally.evenings)


def _success_rate(_contest: LeagueTieContext, tally: Tally) -> Number | None:
    # Under the base it is unknown: one contract made of one would be the best rate of all.
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


def _last_evening(contest: LeagueTieContext, tally: Tally) -> Number | None:
    """The score of the latest evening at which anybody played; None for a player who was not
    there."""
    held = contest.placing.held
    # The last one held, not the player's own last: else staying away would keep a good evening.
    units = tally.evenings.get(held[-1]) if held else None
    return None if units is None else contest.placing.scale.number(units)


MEASURES: Mapping[LeagueTieBreak, Measure] = {
    LeagueTieBreak.EVENINGS: _of_each(lambda _contest, tally: len(tally.evenings)),
    LeagueTieBreak.FEWER_DEALS: _of_each(lambda _contest, tally: tally.deals),
    LeagueTieBreak.AVERAGE: _of_each(_average),
    LeagueTieBreak.BEST_EVENING: _of_each(partial(_nth_best, 0)),
    LeagueTieBreak.SECOND_BEST_EVENING: _of_each(partial(_nth_best, 1)),
    LeagueTieBreak.EVENINGS_WON: _of_each(_evenings_won),
    LeagueTieBreak.CONTRACTS_MADE: _of_each(lambda _contest, tally: tally.contracts_made),
    LeagueTieBreak.SUCCESS_RATE: _of_each(_success_rate),
    # The only one that depends on who else is tied: of three it adds other deals than of two.
    LeagueTieBreak.HEAD_TO_HEAD: _head_to_head,
    LeagueTieBreak.LAST_EVENING: _of_each(_last_evening),
    LeagueTieBreak.LOT: _of_each(
        lambda contest, tally: lot(contest.seed, contest.numbers[tally.player])
    ),
}
