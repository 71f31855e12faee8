"""Input and output of the standings of a league: the shapes around
`clubs.core.standings.rank.rank_league`.

Players, tables and evenings have opaque keys; an evening is named by its place in
`LeagueInput.evenings`. Scores are whole points; a Number is exact, and an int wherever it is whole.
Source: leagues.md §3.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import NamedTuple, Protocol

from clubs.core.standings.settings import LeagueSettings, LeagueTieBreak
from clubs.core.ties import TieDecision

Number = int | Fraction
LeagueTieValue = Number | str | None
LeagueTieDecision = TieDecision[LeagueTieBreak, LeagueTieValue]


@dataclass(frozen=True, slots=True)
class RankedEvening:
    """One date of the league. Two evenings of one date stand in their given order."""

    date: date
    key: str


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who may have a row. number is theirs in the season, used for lots and to list
    those who share a rank; carry_over are points from before the season."""

    key: str
    number: int
    is_guest: bool = False
    carry_over: int = 0


@dataclass(frozen=True, slots=True)
class DealResult:
    """One counted deal. scores: of those who played it, so its size is len(scores).

    taker and is_made are None where the game has none, or nobody knows. Void deals are no results.
    A decided match stands for a deal in a game that is ranked by them: halves are 2 for who won it,
    1 for a draw, 0 for who lost.
    """

    evening: int
    table: str
    deal: int
    scores: Mapping[str, int]
    taker: str | None = None
    is_made: bool | None = None
    contract: str | None = None
    halves: Mapping[str, int] | None = None

    @property
    def size(self) -> int:
        return len(self.scores)


class ScoreCell(NamedTuple):
    """All counted deals of one player at one table of one evening with so many players in the deal:
    what a database gives by GROUP BY (evening, table, player, size).

    deals: how many; score: their sum; square_sum: the sum of their squares; taken: takes whose
    result is known; contracts_made: those of them that were made. The cells of one group may be
    split, since they are only added up.

    In a season of a game whose deals add up to matches a match stands in the place of a deal:
    deals and taken count the decided ones, contracts_made those won, with halves for draws.
    """

    evening: int
    table: str
    player: str
    size: int
    deals: int
    score: int
    square_sum: int
    taken: int = 0
    contracts_made: Number = 0


class CellSums(Protocol):
    """What a ScoreCell has of its deals."""

    deals: int
    score: int
    square_sum: int
    taken: int
    contracts_made: int


ALL_SIZES = 0  # of a block


class CellBlock(NamedTuple):
    """The cells of an evening with so many players in the deal, all tables together, by player. A
    season has thousands. ALL_SIZES: of all sizes that count, where deals count as scored
    (`none`)."""

    evening: int
    size: int
    won: Mapping[str, CellSums]


@dataclass(frozen=True, slots=True)
class TableTotal:
    """The points that a player won or lost at a table of which no deal is known (leagues.md §7.2).

    deals: how many were played, if anybody knows; place_points: those given at the time.
    """

    evening: int
    table: str
    player: str
    total: int
    deals: int | None = None
    place_points: Number | None = None


@dataclass(frozen=True, slots=True)
class LeaguePenalty:
    evening: int
    player: str
    points: int


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating as it is shown; provisional ones are listed apart."""

    value: Number
    provisional: bool = False


class HeadToHeadLookup(Protocol):
    def __call__(
        self, players: Collection[str], *, evenings: Collection[int], sizes: Collection[int]
    ) -> Mapping[tuple[str, str], int]:
        """Differences (a, b): Σ (score of a − score of b) over the counted deals that both played,
        at these evenings (places in LeagueInput.evenings) and of these sizes.

        One order of each pair is enough; a pair without a common deal is left out. Asked only for
        players who are still tied when `head_to_head` is due.
        """
        ...


def _nobody_met(
    players: Collection[str], *, evenings: Collection[int], sizes: Collection[int]
) -> Mapping[tuple[str, str], int]:
    return {}


@dataclass(frozen=True, slots=True)
class LeagueInput:
    """A league to rank. Under `excluded_deals` the cells come without the deals of guests.

    members: everybody who played, guests too. cells and blocks are of other deals. ratings: needed
    by the method `rating` alone.
    """

    members: Sequence[Member]
    evenings: Sequence[RankedEvening]
    cells: Sequence[ScoreCell] = ()
    blocks: Sequence[CellBlock] = ()
    totals: Sequence[TableTotal] = ()
    penalties: Sequence[LeaguePenalty] = ()
    seed: int = 0
    head_to_head: HeadToHeadLookup = _nobody_met
    ratings: Mapping[str, ShownRating] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableLine:
    """A player at one table of an evening. place and place_points with `place_scope` table only."""

    table: str
    raw: int
    score: Number
    place: int | None = None
    place_points: Number | None = None


@dataclass(frozen=True, slots=True)
class EveningLine:
    """The effect of an evening on a player.

    raw: the sum as scored; score: as normalised; amount: what it brings to LeagueRow.base, 0 if
    dropped. place: the rank among those ranked that evening, None for a guest who is passed over.
    place_points and attendance_points with the method `place_points` only. missed: not there, and
    listed because `missed_counts_as` says what it counts.
    """

    evening: int  # place in LeagueStandings.evenings
    raw: int
    score: Number
    amount: Number
    counted: bool
    place: int | None
    place_points: Number | None = None
    attendance_points: int = 0
    missed: bool = False
    tables: tuple[TableLine, ...] = ()


def _no_lines() -> tuple[EveningLine, ...]:
    return ()


def deals_if_known(deals: int, evenings: int) -> int | None:
    """None where all evenings are totals that say nothing of deals."""
    return None if evenings and not deals else deals


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """One player. value = base / divisor, and base = Σ amounts of the lines, with the penalty and
    carry_over where the method adds them (LeagueStandings.adds_penalties, adds_carry_over).

    rank is None for who is listed below: not qualified, provisional, guest. value is None where
    there is none (no deal known for an average, no rating). total: normalised scores and penalty,
    whatever the method. per_evening: normalised, in the order of LeagueStandings.evenings, None
    where absent. to_better, to_worse: distance in value to the next better and next worse rank, 0
    when a tie-break decided, None where there is none. better_by, worse_by: that tie-break.
    """

    rank: int | None
    player: str
    number: int
    value: Number | None
    base: Number
    divisor: int
    total: Number
    deals: int
    evenings: int
    per_evening: tuple[Number | None, ...]
    penalty: int
    carry_over: int
    qualified: bool
    missing_evenings: int
    missing_deals: int
    guest: bool
    provisional: bool
    tied: bool
    to_better: Number | None = None
    to_worse: Number | None = None
    taken: int = 0
    contracts_made: Number = 0
    better_by: LeagueTieDecision | None = None  # what put the next better rank before this one
    worse_by: LeagueTieDecision | None = None  # what put this one before the next worse rank
    explain: Callable[[], tuple[EveningLine, ...]] = field(
        default=_no_lines, repr=False, compare=False
    )

    @property
    def known_deals(self) -> int | None:
        return deals_if_known(self.deals, self.evenings)

    @property
    def lines(self) -> tuple[EveningLine, ...]:
        """The evenings it is made of, by date. Made anew each time: keep it while you need it."""
        return self.explain()


@dataclass(frozen=True, slots=True)
class SizeScale:
    """How deals of one size are normalised: score times factor. There is none where all count as
    scored.

    too_few: `z_score` found fewer than 30 deals, or only zeros, and counts as scored. deviation is
    the σ of `z_score` to 2 places, for the page.
    """

    size: int
    deals: int
    factor: Number
    too_few: bool = False
    deviation: Fraction | None = None


@dataclass(frozen=True, slots=True)
class LeagueRanking:
    """Standings of all sizes together, or of one of them (`own_size`).

    hidden_count: players whom `unqualified: hidden` leaves out of rows, though not of the sums.
    """

    rows: tuple[LeagueRow, ...]
    total_sum: Number
    penalty_sum: int
    scales: tuple[SizeScale, ...] = ()
    hidden_count: int = 0


@dataclass(frozen=True, slots=True)
class LeagueStandings:
    """rows and sums of `table`; under `own_size` that is empty and by_size has one each.

    evenings: up to as_of, by date. totals_as_scored: tables without deals could not be normalised.
    """

    settings: LeagueSettings
    as_of: date | None
    evenings: tuple[RankedEvening, ...]
    table: LeagueRanking
    by_size: Mapping[int, LeagueRanking] = field(default_factory=dict)
    adds_penalties: bool = False
    adds_carry_over: bool = False
    totals_as_scored: bool = False

    @property
    def rows(self) -> tuple[LeagueRow, ...]:
        return self.table.rows

    @property
    def rankings(self) -> tuple[tuple[int | None, LeagueRanking], ...]:
        """Each table with its size; None is the size of the one that has all sizes."""
        return tuple(self.by_size.items()) or ((None, self.table),)
