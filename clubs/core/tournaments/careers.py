"""What each entry has played up to a round: scores, byes, penalties and contracts made.

Source: tournaments.md §4, §7.1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from clubs.core.tournaments.settings import AVERAGE, TournamentSettings
from clubs.core.tournaments.shapes import TableResult, TournamentEntry, TournamentInput


@dataclass(slots=True)
class EntryTally:
    """The sums of an entry while the tables are read; rounds by number."""

    played: dict[int, int] = field(default_factory=dict)
    byes: set[int] = field(default_factory=set)
    penalty: int = 0
    contracts_made: int | None = 0


@dataclass(frozen=True, slots=True)
class Career:
    """One entry after a number of rounds.

    shown has None for a missed round, scores what it counts. played are the scores of rounds at a
    table, in their order. contracts_made is None where not every slip says who took.
    """

    entry: TournamentEntry
    shown: tuple[int | None, ...]
    scores: tuple[int, ...]
    played: tuple[int, ...]
    penalty: int
    contracts_made: int | None

    @property
    def total(self) -> int:
        # Penalties are in no round: in a score one would also decide `best_round` and `rounds_won`.
        return sum(self.scores) + self.penalty


def careers_of(
    tournament: TournamentInput, settings: TournamentSettings, after_round: int
) -> dict[str, Career]:
    """By key, everybody who is there by then. Raises ValueError for input that contradicts itself:
    two entries of one key, somebody who is no entry, or one entry in two places of a round."""
    tallies = {entry.key: EntryTally() for entry in tournament.entries}
    # One tally would count for both, and the later entry alone would have a row.
    if len(tallies) < len(tournament.entries):
        raise ValueError("two entries of one key")
    try:
        _fill_tallies(tallies, tournament, after_round)
    except KeyError as error:
        raise ValueError(f"no entry: {error}") from None
    return {
        entry.key: _career_of(entry, tallies[entry.key], settings, after_round)
        for entry in tournament.entries
        # max(): before the first round whoever is on time is listed, who comes later is not.
        if entry.first_round <= max(after_round, 1)
    }


def _fill_tallies(
    tallies: Mapping[str, EntryTally], tournament: TournamentInput, after_round: int
) -> None:
    for table in tables_up_to(tournament.tables, after_round):
        for player, score in table.scores.items():
            tally = tallies[player]
            # Written over, the first of the two scores is lost: the totals no longer add up to 0.
            if table.round in tally.played:
                raise ValueError(f"{player} sits twice in round {table.round}")
            tally.played[table.round] = score
            # One slip without takers makes the count unknown for good, not smaller.
            if table.contracts_made is None or tally.contracts_made is None:
                tally.contracts_made = None
            else:
                tally.contracts_made += table.contracts_made.get(player, 0)
    for bye in tournament.byes:
        # As tables of later rounds: those of a draft may still name somebody absent, who is no
        # entry of the standings (tournaments.md §5.7, §11).
        if bye.round > after_round:
            continue
        tally = tallies[bye.player]
        if bye.round in tally.played or bye.round in tally.byes:
            raise ValueError(f"{bye.player} has two places in round {bye.round}")
        tally.byes.add(bye.round)
    for penalty in tournament.penalties:
        # One given later would change standings of rounds before it (tournaments.md §7.1).
        if penalty.after_round <= after_round:
            tallies[penalty.player].penalty += penalty.points


def tables_up_to(tables: Sequence[TableResult], after_round: int) -> list[TableResult]:
    return [table for table in tables if table.round <= after_round]


def _career_of(
    entry: TournamentEntry, tally: EntryTally, settings: TournamentSettings, after_round: int
) -> Career:
    rounds = range(1, after_round + 1)
    played = tuple(tally.played[number] for number in rounds if number in tally.played)
    # Of rounds at a table (tournaments.md §4): a missed round would pull the mean towards its own
    # score, mostly 0.
    bye_score = _bye_score_of(settings, played)
    # One place for each round, missed ones too: `last_round` compares place by place.
    shown = tuple(
        bye_score if number in tally.byes else tally.played.get(number) for number in rounds
    )
    # A round that was missed counts in the total, and is shown as empty.
    missed = settings.missed_round_score
    return Career(
        entry=entry,
        shown=shown,
        scores=tuple(missed if score is None else score for score in shown),
        played=played,
        penalty=tally.penalty,
        contracts_made=tally.contracts_made,
    )


def _bye_score_of(settings: TournamentSettings, played: Sequence[int]) -> int:
    """The score of a bye: a number, or the mean of the rounds at a table, halves away from zero; 0
    without any."""
    if settings.bye_score != AVERAGE:
        return int(settings.bye_score)
    return _rounded_mean(played) if played else 0


def _rounded_mean(scores: Sequence[int]) -> int:
    total, count = sum(scores), len(scores)
    # Of the absolute value: floor division would round the half of a loss towards zero.
    size = (2 * abs(total) + count) // (2 * count)
    return size if total >= 0 else -size
