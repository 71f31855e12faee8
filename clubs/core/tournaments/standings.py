"""The ranking of a tournament: a pure function of slips, penalties, withdrawals and settings.

`rank_tournament` is the whole of it. The order of the rows is total: the ranked by total
and tie-breaks; leavers that are ranked; late arrivals listed apart; leavers without rank. Rows of
one rank stand by entry number, which means nothing.
Source: tournaments.md §7, §13 (invariants).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from clubs.core.ties import TieBreaking
from clubs.core.tournaments.careers import Career, careers_of, tables_up_to
from clubs.core.tournaments.settings import (
    LateRanking,
    LeaverPolicy,
    SlipDetail,
    TournamentSettings,
    TournamentTieBreak,
)
from clubs.core.tournaments.shapes import (
    CategoryRow,
    TableResult,
    TeamRow,
    TournamentBye,
    TournamentEntry,
    TournamentInput,
    TournamentPenalty,
    TournamentRow,
    TournamentStandings,
    TournamentSubstitution,
    TournamentTeam,
    TournamentTieDecision,
    TournamentTieValue,
)
from clubs.core.tournaments.teams import rows_by_category, teams_of
from clubs.core.tournaments.ties import TournamentTieContext

__all__ = [
    "CategoryRow",
    "TableResult",
    "TeamRow",
    "TournamentBye",
    "TournamentEntry",
    "TournamentInput",
    "TournamentPenalty",
    "TournamentRow",
    "TournamentSettings",
    "TournamentStandings",
    "TournamentSubstitution",
    "TournamentTeam",
    "TournamentTieDecision",
    "rank_tournament",
]

TournamentTies = TieBreaking[TournamentTieBreak, TournamentTieValue]
MODES = tuple(SlipDetail)  # the richest first


def rank_tournament(
    tournament: TournamentInput, settings: TournamentSettings, after_round: int
) -> TournamentStandings:
    """The standings as they stood after this round; 0 is before the first.

    Raises ValueError for input that contradicts itself.
    """
    careers = careers_of(tournament, settings, after_round)
    tables = tables_up_to(tournament.tables, after_round)
    contest = TournamentTieContext(careers, tables, settings.seed)
    rows = tuple(_ordered_rows(contest, settings, after_round))
    absent = {member for team in tournament.teams for member in team.members}
    absent -= {entry.key for entry in tournament.entries}
    return TournamentStandings(
        settings=settings,
        after_round=after_round,
        rows=rows,
        teams=teams_of(tournament.teams, rows, settings, absent),
        categories=rows_by_category(rows),
    )


def _ordered_rows(
    contest: TournamentTieContext, settings: TournamentSettings, after_round: int
) -> Iterator[TournamentRow]:
    """The ranked, then those listed without rank: who stays by total, then leavers."""
    ties = TournamentTies(
        contest.measure, {key: career.entry.number for key, career in contest.careers.items()}
    )
    groups = Groups(settings, after_round, contest.careers.values())
    by_total = _keys_by_value(groups.staying, lambda career: (career.total,))
    classes = [
        *(tied for group in by_total for tied in ties.classes(group, settings.tie_breaks)),
        # Leavers are ordered by rounds at a table, then by total: tie-breaks do not reach them.
        *_keys_by_value(groups.leaving, lambda career: (len(career.played), career.total)),
    ]
    decisions = _decisions_of(ties, contest.careers, classes)
    poorer = _poorer_rounds(contest, settings)
    rows = {
        key: _unranked_row(career, settings, after_round, poorer.get(key, ()))
        for key, career in contest.careers.items()
    }
    above = 0
    for group in classes:
        for player in group:
            yield replace(
                rows[player], rank=above + 1, tied=len(group) > 1, decision=decisions.get(player)
            )
        above += len(group)
    for career in sorted(groups.unranked, key=lambda career: _listed_place(career, after_round)):
        yield rows[career.entry.key]


class Groups:
    """The entries that are ranked as usual, those ranked at the end, and those only listed."""

    def __init__(
        self, settings: TournamentSettings, after_round: int, careers: Iterable[Career]
    ) -> None:
        self.staying: list[Career] = []
        self.leaving: list[Career] = []
        self.unranked: list[Career] = []
        for career in careers:
            has_left = career.entry.has_left(after_round)
            if _is_apart(career.entry, settings):
                self.unranked.append(career)
            elif not has_left or settings.leaver_policy is LeaverPolicy.KEEP:
                self.staying.append(career)
            elif settings.leaver_policy is LeaverPolicy.RANKED_LAST:
                self.leaving.append(career)
            else:
                self.unranked.append(career)


def _is_apart(entry: TournamentEntry, settings: TournamentSettings) -> bool:
    """Came late, where those are listed after the ranking."""
    return entry.first_round > 1 and settings.late_ranking is LateRanking.APART


def _listed_place(career: Career, after_round: int) -> tuple[int, ...]:
    """The sort key of rows without rank."""
    if not career.entry.has_left(after_round):
        return (0, 0, -career.total, career.entry.number)
    return (1, -len(career.played), -career.total, career.entry.number)


def _keys_by_value(
    careers: Iterable[Career], value: Callable[[Career], tuple[int, ...]]
) -> list[list[str]]:
    """Keys of equal value together, the highest value first; each group by number."""
    groups: dict[tuple[int, ...], list[Career]] = {}
    for career in careers:
        groups.setdefault(value(career), []).append(career)
    return [
        [career.entry.key for career in sorted(groups[key], key=lambda one: one.entry.number)]
        for key in sorted(groups, reverse=True)
    ]


def _decisions_of(
    ties: TournamentTies, careers: Mapping[str, Career], classes: Sequence[Sequence[str]]
) -> dict[str, TournamentTieDecision]:
    """The tie-break between an entry and the one above; of the first of a total, the one below."""
    decisions: dict[str, TournamentTieDecision] = {}
    for above, below in pairwise(player for group in classes for player in group):
        if careers[above].total == careers[below].total:
            for mine, theirs in ((above, below), (below, above)):
                tie = ties.decision(mine, theirs)
                if tie is not None and (mine == below or mine not in decisions):
                    decisions[mine] = tie
    return decisions


def _unranked_row(
    career: Career, settings: TournamentSettings, after_round: int, poorer: Sequence[int]
) -> TournamentRow:
    """The row of an entry, as yet without rank."""
    entry = career.entry
    return TournamentRow(
        rank=None,
        player=entry.key,
        number=entry.number,
        name=entry.shown_name(max(after_round, 1)),
        club=entry.club,
        categories=entry.categories,
        rounds=career.shown,
        penalty=career.penalty,
        total=career.total,
        left=entry.has_left(after_round),
        left_after=entry.left_after,
        late=_is_apart(entry, settings),
        poorer_rounds=tuple(poorer),
    )


def _poorer_rounds(
    contest: TournamentTieContext, settings: TournamentSettings
) -> dict[str, list[int]]:
    """Rounds of which a slip says less than is usual in this tournament, by entry."""
    rounds_of: dict[str, list[int]] = {}
    for table in contest.tables:
        if MODES.index(table.mode) > MODES.index(settings.slip_mode):
            for player in table.scores:
                rounds_of.setdefault(player, []).append(table.round)
    return {player: sorted(rounds) for player, rounds in rounds_of.items()}
