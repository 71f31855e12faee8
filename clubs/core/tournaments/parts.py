"""Parts of a tournament: Saturday afternoon, Saturday evening, Sunday, each with its standings.

Source: tournaments.md §7.8. Rounds belong to one part, in order; what a part
counts are its own rounds and the penalties given in them. Cuts between parts are not built.
"""

from dataclasses import dataclass, replace
from typing import Any

from clubs.core.tournaments.shapes import TournamentEntry, TournamentInput

NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class TournamentPart:
    """The rounds from first to last, both included."""

    name: str
    first: int
    last: int


def read_parts(value: Any) -> tuple[TournamentPart, ...]:
    """Read [{"name": "Saturday", "last": 3}, …]; each part begins where the one before it ends.

    What is not of this form is left out, and so is everything after it.
    """
    parts: list[TournamentPart] = []
    for item in value if isinstance(value, list) else []:
        name, last = (
            (item.get("name"), item.get("last")) if isinstance(item, dict) else (None, None)
        )
        first = parts[-1].last + 1 if parts else 1
        # Not passed over: the next part would begin too early, and rounds count in the wrong one.
        if not isinstance(name, str) or not isinstance(last, int) or last < first:
            break
        parts.append(TournamentPart(name, first, last))
    return tuple(parts)


def input_of(tournament: TournamentInput, part: TournamentPart) -> TournamentInput:
    """The same with nothing but the rounds of this part, numbered from 1: for `rank`.

    Who left before it is not there, and who came late to an earlier part is on time here.
    """
    before = part.first - 1  # rounds, by which every number of this part is lower in it
    entries = [
        _shifted_entry(entry, before) for entry in tournament.entries if _is_there(entry, before)
    ]
    keys = {entry.key for entry in entries}
    return TournamentInput(
        entries=entries,
        tables=[
            replace(table, round=table.round - before)
            for table in tournament.tables
            if part.first <= table.round <= part.last
        ],
        byes=[
            replace(bye, round=bye.round - before)
            for bye in tournament.byes
            if part.first <= bye.round <= part.last
        ],
        penalties=[
            replace(penalty, after_round=max(penalty.after_round - before, 0))
            for penalty in tournament.penalties
            # Only of who is there: `careers_of` raises for a penalty of somebody else.
            if _counts_in(penalty.after_round, part) and penalty.player in keys
        ],
        # Not cut to those who are there: with a member who left before, a team is incomplete.
        teams=tournament.teams,
    )


def _counts_in(after_round: int, part: TournamentPart) -> bool:
    """A penalty from before the first round counts in the first part."""
    return part.first <= max(after_round, 1) <= part.last


def _is_there(entry: TournamentEntry, before: int) -> bool:
    # Everybody is in the first part, also who never started: else such an entry would have a row
    # overall and none in any part.
    return entry.left_after is None or entry.left_after > before or before == 0


def _shifted_entry(entry: TournamentEntry, before: int) -> TournamentEntry:
    left = entry.withdrawn_after
    return replace(
        entry,
        first_round=max(entry.first_round - before, 1),
        withdrawn_after=None if left is None else max(left - before, 0),
        substitutions=tuple(
            # 1 at least, above a withdrawal that becomes 0: else the entry that a substitute took
            # over would count as one that left.
            replace(change, from_round=max(change.from_round - before, 1))
            for change in entry.substitutions
        ),
    )
