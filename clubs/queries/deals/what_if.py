"""A deal that nobody played: its calculation, and what it would have been with one thing changed.

Reads nothing and writes nothing: core judges each variation, and those it refuses are left out.
What may be otherwise is the game's own: games/<game>/queries/what_if.py.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clubs.core.games import Rules, Verdict, get_game
from clubs.core.problems import DealRefused
from clubs.queries.deals.breakdown import calculation_of, result_text
from clubs.queries.deals.deals import DealSeat, DealTable, Record
from clubs.queries.deals.stories import CalcLine

LETTERS = tuple("ABCDEF")  # names of the players that there are not, in seat order
TAKER = LETTERS[0]
STEPS = (-10, -5, 5, 10)  # card points


@dataclass(frozen=True, slots=True)
class Alternative:
    """One thing that might have been otherwise: in words, and as fields of the record."""

    label: str
    fields: Mapping[str, Any]


Changes = Iterable[tuple[str, Iterable[Alternative]]]  # under their headings
GiveChanges = Callable[[DealTable, Rules, Record], Changes]


@dataclass(frozen=True, slots=True)
class Branch:
    """What the taker would have scored then, and how much more that is than now."""

    label: str
    record: Record
    is_made: bool | None  # None: a draw
    result: str
    score: int
    difference: int


@dataclass(frozen=True, slots=True)
class BranchGroup:
    label: str
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class WhatIf:
    lines: tuple[CalcLine, ...]
    groups: tuple[BranchGroup, ...]


def imaginary_table(player_count: int) -> DealTable:
    """Players A, B, C …, who are called so in the record as well; A takes."""
    places = tuple(
        DealSeat(position, letter, letter, 0)
        for position, letter in enumerate(LETTERS[:player_count])
    )
    return DealTable(places, 1, None, ())


def what_if(
    game: str,
    changes: Changes,
    table: DealTable,
    rules: Rules,
    record: Record,
    verdict: Verdict,
) -> WhatIf:
    full_record = {**record, "players": list(table.uuids)}
    lines = calculation_of(game, full_record, rules, table.names)
    groups = (
        BranchGroup(label, tuple(_branches(game, some, table, rules, record, verdict)))
        for label, some in changes
    )
    return WhatIf(lines, tuple(group for group in groups if group.branches))


def _branches(
    game: str,
    changes: Iterable[Alternative],
    table: DealTable,
    rules: Rules,
    record: Record,
    verdict: Verdict,
) -> Iterator[Branch]:
    """The changes that make another possible deal."""
    for change in changes:
        changed = {**record, **change.fields}
        changed = {field: value for field, value in changed.items() if value is not None}
        if changed == record:
            continue
        try:
            judged = get_game(game).judge(table.uuids, rules, changed)
        except DealRefused:
            continue
        yield Branch(
            label=change.label,
            record=changed,
            is_made=judged.facts.is_made,
            result=result_text(judged.facts.is_made, judged.facts.margin),
            score=judged.scores[TAKER],
            difference=judged.scores[TAKER] - verdict.scores[TAKER],
        )
