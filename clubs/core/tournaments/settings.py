"""The settings of a tournament: which there are, and what each may be.

Source: tournaments.md §2, §4, §5, §7. What they leave open has
the value None here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clubs.core.deals import plain
from clubs.core.fields import Reader, list_of, one_of, or_null, whole_reader
from clubs.core.limits import MOST_ROUNDS, MOST_SEED
from clubs.core.problems import Problem
from clubs.core.seating.shapes import SeatingMethod, Separation
from clubs.core.seating.sizes import FEWEST_SEATS, MOST_SEATS, Leftovers
from clubs.core.standings.settings import MOST, SettingsRefused

MOST_DEALS = 99  # in a round
AVERAGE = "average"


class TournamentKind(StrEnum):
    FREE_DEALS = "free_deals"


class State(StrEnum):
    DRAFT = "draft"
    OPEN = "open"
    CHECK_IN = "check_in"
    PLAYING = "playing"
    PROVISIONAL = "provisional"
    FINAL = "final"
    ARCHIVED = "archived"
    CANCELLED = "cancelled"


class FivePlayerForm(StrEnum):
    CALLED_KING = "called_king"
    DEALER_SITS_OUT = "dealer_sits_out"


class SlipDetail(StrEnum):
    """How much a slip says of its deals, from the richest mode to the poorest."""

    DEALS = "deals"
    SCORES = "scores"
    TOTALS = "totals"


class LeaverPolicy(StrEnum):
    RANKED_LAST = "ranked_last"
    UNRANKED = "unranked"
    KEEP = "keep"


class LateRanking(StrEnum):
    RANKED = "ranked"
    APART = "apart"


class TournamentTieBreak(StrEnum):
    CONTRACTS_MADE = "contracts_made"
    BEST_ROUND = "best_round"
    ROUNDS_WON = "rounds_won"
    LAST_ROUND = "last_round"
    DIRECT = "direct"
    FEWER_PENALTIES = "fewer_penalties"
    LOT = "lot"


class TeamTieBreak(StrEnum):
    BEST_MEMBER = "best_member"


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """How a tournament is played and ranked.

    bye_score is a number or `average`. seating has one method for all rounds, or one for each.
    rounds_planned and deals_per_round are None where nobody says.
    """

    kind: TournamentKind = TournamentKind.FREE_DEALS
    rounds_planned: int | None = None
    deals_per_round: int | None = None
    table_sizes: tuple[int, ...] = (3, 4)
    leftovers: Leftovers = Leftovers.THREES
    five_player_form: FivePlayerForm = FivePlayerForm.CALLED_KING
    seating: tuple[SeatingMethod, ...] = (SeatingMethod.ROTATION,)
    separation: Separation = Separation.NONE
    slip_mode: SlipDetail = SlipDetail.DEALS
    seed: int = 0
    tie_breaks: tuple[TournamentTieBreak, ...] = ()
    leaver_policy: LeaverPolicy = LeaverPolicy.RANKED_LAST
    late_ranking: LateRanking = LateRanking.RANKED
    missed_round_score: int = 0
    bye_score: int | str = 0
    best_n: int | None = None
    team_tie_break: TeamTieBreak | None = None
    state: State = State.DRAFT

    @classmethod
    def read(cls, value: Mapping[str, Any], prefix: str = "tournament.") -> "TournamentSettings":
        """The settings among the fields of an object; one that is missing or null has its default.

        Raises SettingsRefused with every problem: `field_type`, `value_not_allowed`,
        `duplicate_entry` and `field_missing` (an empty list).
        """
        problems: list[Problem] = []
        read = {
            name: reader(value[name], f"{prefix}{name}", problems)
            for name, reader in READERS.items()
            if value.get(name) is not None
        }
        if problems:
            raise SettingsRefused(problems)
        return cls(**read)

    def active_count(self, seats: int) -> int:
        """How many of a table of so many play a deal."""
        sits_out = seats == MOST_SEATS and self.five_player_form is FivePlayerForm.DEALER_SITS_OUT
        return seats - 1 if sits_out else seats

    def to_json(self) -> dict[str, Any]:
        """Every setting, in the order of the class; one seating method stands alone."""
        document: dict[str, Any] = plain(self)
        if len(self.seating) == 1:
            document["seating"] = self.seating[0].value
        return document


def _read_seating(value: Any, path: str, problems: list[Problem]) -> tuple[SeatingMethod, ...]:
    """One method, or a list of them."""
    if isinstance(value, list | tuple):
        methods: tuple[SeatingMethod, ...] = list_of(one_of(SeatingMethod), filled=True)(
            value, path, problems
        )
        return methods
    return (one_of(SeatingMethod)(value, path, problems),)


def _read_bye_score(value: Any, path: str, problems: list[Problem]) -> int | str:
    if value == AVERAGE:
        return AVERAGE
    if isinstance(value, str):
        problems.append(Problem("value_not_allowed", path, {"allowed": (AVERAGE,)}))
        return AVERAGE
    score: int = whole_reader(-MOST, MOST)(value, path, problems)
    return score


READERS: dict[str, Reader] = {
    "kind": one_of(TournamentKind),
    "rounds_planned": whole_reader(1, MOST_ROUNDS),
    "deals_per_round": whole_reader(1, MOST_DEALS),
    "table_sizes": list_of(whole_reader(FEWEST_SEATS, MOST_SEATS), unique=True, filled=True),
    "leftovers": one_of(Leftovers),
    "five_player_form": one_of(FivePlayerForm),
    "seating": _read_seating,
    "separation": one_of(Separation),
    "slip_mode": one_of(SlipDetail),
    "seed": whole_reader(0, MOST_SEED),
    "tie_breaks": list_of(one_of(TournamentTieBreak), unique=True),
    "leaver_policy": one_of(LeaverPolicy),
    "late_ranking": one_of(LateRanking),
    "missed_round_score": whole_reader(-MOST, MOST),
    "bye_score": _read_bye_score,
    "best_n": or_null(whole_reader(1, 4)),  # members of a team (tournaments.md §7.7)
    "team_tie_break": or_null(one_of(TeamTieBreak)),
    "state": one_of(State),
}
