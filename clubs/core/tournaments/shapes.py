"""What goes into the standings of a tournament, and what comes out.

Source: tournaments.md §2, §7. Entries are named by an opaque key; scores,
totals and penalties are whole score points; rounds count from 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clubs.core.tournaments.settings import LeaverPolicy, Settings, SlipMode, TieBreak

JsonObject = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Substitution:
    """Another player holds the entry from this round on."""

    from_round: int
    name: str
    extra: JsonObject = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody present: the absent are no entries of the standings.

    first_round is above 1 for who came late; withdrawn_after is the last round played, 0 for who
    never started.
    """

    key: str
    number: int
    name: str
    club: str | None = None
    categories: tuple[str, ...] = ()
    first_round: int = 1
    withdrawn_after: int | None = None
    substitutions: tuple[Substitution, ...] = ()

    @property
    def left_after(self) -> int | None:
        """The last round of who withdrew; None where a substitute went on (tournaments.md §7.4)."""
        last = self.withdrawn_after
        if last is None or any(change.from_round > last for change in self.substitutions):
            return None
        return last

    def has_left(self, after_round: int) -> bool:
        """Is the entry a leaver in the standings after this round?"""
        return self.left_after is not None and self.left_after < after_round

    def shown_name(self, after_round: int) -> str:
        """ "A. Berger / B. Calvet": everybody who has held the entry by then."""
        held = (change for change in self.substitutions if change.from_round <= after_round)
        return " / ".join([self.name, *(change.name for change in held)])


@dataclass(frozen=True, slots=True)
class Team:
    """Two to four entries, by key."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Penalty:
    """Signed points that count from the standings after this round on."""

    player: str
    points: int
    after_round: int


@dataclass(frozen=True, slots=True)
class TableResult:
    """What a table brought to each of its seats in one round; 0 where no deal is there yet.

    made counts the contracts that each seat made as taker; None where only scores are known.
    """

    round: int
    scores: Mapping[str, int]
    mode: SlipMode = SlipMode.TOTALS
    made: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """A whole round without a table."""

    round: int
    player: str


@dataclass(frozen=True, slots=True)
class TournamentInput:
    """entries: everybody present. The order of all these lists means nothing, except that teams
    without any other difference stay as they are told."""

    entries: Sequence[Entry]
    tables: Sequence[TableResult] = ()
    byes: Sequence[Bye] = ()
    penalties: Sequence[Penalty] = ()
    teams: Sequence[Team] = ()


Value = int | str | tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Decision:
    """The tie-break that told a row from the one beside it: its own value and that of the other.

    None is the value of who never sat at a table.
    """

    tie_break: TieBreak
    value: Value
    other_value: Value
    other: str


@dataclass(frozen=True, slots=True)
class Row:
    """One entry. rounds has None for a missed round; rank is None for who is not ranked.

    tied: somebody else has the same rank. left: withdrew before this round, under every policy.
    late: came late, and is listed apart for it. poorer_rounds: rounds of which the slip says less
    than is usual in the tournament.
    """

    rank: int | None
    player: str
    number: int
    name: str
    club: str | None
    categories: tuple[str, ...]
    rounds: tuple[int | None, ...]
    penalty: int
    total: int
    left: bool
    left_after: int | None = None
    late: bool = False
    tied: bool = False
    poorer_rounds: tuple[int, ...] = ()
    decision: Decision | None = None


@dataclass(frozen=True, slots=True)
class TeamRow:
    """best_rank is that of the best placed member; None where none is ranked."""

    rank: int
    team: str
    members: tuple[str, ...]
    total: int
    complete: bool
    best_rank: int | None
    tied: bool = False


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """A row of the standings with its rank in the category; the row keeps the overall one."""

    rank: int | None
    tied: bool
    row: Row


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after a round. Every order is total, so two runs never differ."""

    settings: Settings
    after_round: int
    rows: tuple[Row, ...]
    teams: tuple[TeamRow, ...] = ()
    categories: Mapping[str, tuple[CategoryRow, ...]] = field(default_factory=dict)

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        return self.settings.tie_breaks

    @property
    def leaver_policy(self) -> LeaverPolicy:
        return self.settings.leaver_policy

    @property
    def total_sum(self) -> int:
        return sum(row.total for row in self.rows)

    @property
    def penalty_sum(self) -> int:
        return sum(row.penalty for row in self.rows)
