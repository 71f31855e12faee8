"""Input and output of the standings of a tournament.

Source: tournaments.md §2, §7. Entries are named by an opaque key; scores,
totals and penalties are whole score points; rounds count from 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clubs.core.ties import TieDecision
from clubs.core.tournaments.settings import (
    SlipDetail,
    TournamentSettings,
    TournamentTieBreak,
)

JsonObject = Mapping[str, Any]
TournamentTieValue = int | str | tuple[int, ...] | None
TournamentTieDecision = TieDecision[TournamentTieBreak, TournamentTieValue]


@dataclass(frozen=True, slots=True)
class TournamentSubstitution:
    """Another player holds the entry from this round on."""

    from_round: int
    name: str
    extra: JsonObject = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class TournamentEntry:
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
    substitutions: tuple[TournamentSubstitution, ...] = ()

    @property
    def left_after(self) -> int | None:
        """The last round of who withdrew; None where a substitute went on (tournaments.md §7.4)."""
        last = self.withdrawn_after
        if last is None or any(change.from_round > last for change in self.substitutions):
            return None
        return last

    def has_left(self, after_round: int) -> bool:
        """Is the entry a leaver in the standings after this round?"""
        # Not <=: after the last round that they played they are ranked as everybody is, and last
        # only in those after it (tournaments.md §7.4).
        return self.left_after is not None and self.left_after < after_round

    def shown_name(self, after_round: int) -> str:
        """ "A. Berger / B. Calvet": everybody who has held the entry by then."""
        held = (change for change in self.substitutions if change.from_round <= after_round)
        return " / ".join([self.name, *(change.name for change in held)])


@dataclass(frozen=True, slots=True)
class TournamentTeam:
    """Two to four entries, by key."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TournamentPenalty:
    """Signed points that count from the standings after this round on."""

    player: str
    points: int
    after_round: int


@dataclass(frozen=True, slots=True)
class TableResult:
    """The scores of each seat of a table in one round; 0 where no deal is there yet.

    contracts_made counts those that each seat made as taker; None where only scores are known.
    """

    round: int
    scores: Mapping[str, int]
    mode: SlipDetail = SlipDetail.TOTALS
    contracts_made: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class TournamentBye:
    """A whole round without a table."""

    round: int
    player: str


@dataclass(frozen=True, slots=True)
class TournamentInput:
    """entries: everybody present. The order of all these lists means nothing, except that teams
    without any other difference stay as they are told."""

    entries: Sequence[TournamentEntry]
    tables: Sequence[TableResult] = ()
    byes: Sequence[TournamentBye] = ()
    penalties: Sequence[TournamentPenalty] = ()
    teams: Sequence[TournamentTeam] = ()


@dataclass(frozen=True, slots=True)
class TournamentRow:
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
    decision: TournamentTieDecision | None = None


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
    row: TournamentRow


@dataclass(frozen=True, slots=True)
class TournamentStandings:
    """The standings after a round. Every order is total, so two runs never differ."""

    settings: TournamentSettings
    after_round: int
    rows: tuple[TournamentRow, ...]
    teams: tuple[TeamRow, ...] = ()
    categories: Mapping[str, tuple[CategoryRow, ...]] = field(default_factory=dict)

    @property
    def tie_breaks(self) -> tuple[TournamentTieBreak, ...]:
        return self.settings.tie_breaks

    @property
    def total_sum(self) -> int:
        return sum(row.total for row in self.rows)

    @property
    def penalty_sum(self) -> int:
        return sum(row.penalty for row in self.rows)
