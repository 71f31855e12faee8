"""Parts of a tournament: Saturday afternoon, Saturday evening, Sunday, each with its standings.

Source: tournaments.md §7.8. Rounds belong to one part, in order; what a part
counts are its own rounds and the penalties given in them. Cuts between parts are not built.
"""

from dataclasses import dataclass, replace
from typing import Any

from clubs.core.tournaments.shapes import Entry, TournamentInput

NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Part:
    """The rounds from first to last, both included."""

    name: str
    first: int
    last: int


def read_parts(told: Any) -> tuple[Part, ...]:
    """From [{"name": "Saturday", "last": 3}, …], each part from where the one before it ends.

    What is not of this form is left out, and so is everything after it.
    """
    found: list[Part] = []
    for one in told if isinstance(told, list) else []:
        name, last = (one.get("name"), one.get("last")) if isinstance(one, dict) else (None, None)
        first = found[-1].last + 1 if found else 1
        if not isinstance(name, str) or not isinstance(last, int) or last < first:
            break
        found.append(Part(name, first, last))
    return tuple(found)


def input_of(tournament: TournamentInput, part: Part) -> TournamentInput:
    """The same with nothing but the rounds of this part, numbered from 1: for `rank`.

    Who left before it is not there, and who came late to an earlier part is on time here.
    """
    before = part.first - 1
    entries = [_moved(entry, before) for entry in tournament.entries if _is_there(entry, before)]
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
            if _counts_in(penalty.after_round, part) and penalty.player in keys
        ],
        teams=tournament.teams,
    )


def _counts_in(after_round: int, part: Part) -> bool:
    """A penalty from before the first round counts in the first part."""
    return part.first <= max(after_round, 1) <= part.last


def _is_there(entry: Entry, before: int) -> bool:
    return entry.left_after is None or entry.left_after > before or before == 0


def _moved(entry: Entry, before: int) -> Entry:
    left = entry.withdrawn_after
    return replace(
        entry,
        first_round=max(entry.first_round - before, 1),
        withdrawn_after=None if left is None else max(left - before, 0),
        substitutions=tuple(
            replace(change, from_round=max(change.from_round - before, 1))
            for change in entry.substitutions
        ),
    )
