"""Tie-breaks of a tournament. Source: tournaments.md §7.3.

Each is one function in MEASURES: what it looks at, for entries that are tied. The higher value is
better, except for `lot`; None, an unknown value, is worse than any known one. A measure that
says nothing about a group gives everybody the same value.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from clubs.core.ties import lot
from clubs.core.tournaments.careers import Career
from clubs.core.tournaments.settings import TournamentTieBreak
from clubs.core.tournaments.shapes import TableResult, TournamentTieValue

Values = Mapping[str, TournamentTieValue]


@dataclass(frozen=True, slots=True)
class TournamentTieContext:
    """The values that tie-breaks look at. tables: those of the rounds that count."""

    careers: Mapping[str, Career]
    tables: Sequence[TableResult]
    seed: int

    def measure(self, tie_break: TournamentTieBreak, group: Sequence[str]) -> Values:
        return MEASURES[tie_break](self, group)


def _career_contracts_made(contest: TournamentTieContext, group: Sequence[str]) -> Values:
    """Give all the same value where the slip of one of them does not tell who took."""
    counts = {player: contest.careers[player].contracts_made for player in group}
    # Of all or of none: a None alone would be worse than any count, and its entry last for a slip
    # that says less (tournaments.md §7.3).
    return counts if None not in counts.values() else dict.fromkeys(group, 0)


def _best_round(contest: TournamentTieContext, group: Sequence[str]) -> Values:
    """The best score of a round at a table; None for an entry that never sat at one."""
    # Without byes and missed rounds: a 0 of these would be the best round of who only lost.
    return {player: max(contest.careers[player].played, default=None) for player in group}


def _rounds_won(contest: TournamentTieContext, group: Sequence[str]) -> Values:
    # Of all rounds that count, byes and missed ones with them (tournaments.md §7.3).
    return {player: sum(score > 0 for score in contest.careers[player].scores) for player in group}


def _last_round(contest: TournamentTieContext, group: Sequence[str]) -> Values:
    """The scores of the rounds, the latest first."""
    # Not `played`, from which missed rounds are gone: round 3 of one would be compared with round 2
    # of another.
    return {player: contest.careers[player].scores[::-1] for player in group}


def _direct(contest: TournamentTieContext, group: Sequence[str]) -> Values:
    """Sums over the rounds in which the whole group sat at one table."""
    # Not the rounds in which some of them met: who met more often would have more of them.
    # 0 for all of them where they never met together: the next tie-break is asked.
    sums: dict[str, int] = dict.fromkeys(group, 0)
    for table in contest.tables:
        if len(table.scores) >= len(group) and all(player in table.scores for player in group):
            for player in group:
                sums[player] += table.scores[player]
    return sums


def _fewer_penalties(contest: TournamentTieContext, group: Sequence[str]) -> Values:
    # Of the sum: points that were given count against somebody as points taken do.
    return {player: -abs(contest.careers[player].penalty) for player in group}


def _entry_lot(contest: TournamentTieContext, group: Sequence[str]) -> Values:
    return {player: lot(contest.seed, contest.careers[player].entry.number) for player in group}


MEASURES: Mapping[TournamentTieBreak, Callable[[TournamentTieContext, Sequence[str]], Values]] = {
    TournamentTieBreak.CONTRACTS_MADE: _career_contracts_made,
    TournamentTieBreak.BEST_ROUND: _best_round,
    TournamentTieBreak.ROUNDS_WON: _rounds_won,
    TournamentTieBreak.LAST_ROUND: _last_round,
    TournamentTieBreak.DIRECT: _direct,
    TournamentTieBreak.FEWER_PENALTIES: _fewer_penalties,
    TournamentTieBreak.LOT: _entry_lot,
}
