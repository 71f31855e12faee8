"""The ranking of a tournament: a pure function of slips, penalties, withdrawals and settings.

`rank_tournament` is the whole of it. The order of the rows is total: the ranked by total
and tie-breaks; leavers that are ranked; late arrivals listed apart; leavers without rank. Rows of
one rank stand by entry number, which means nothing.
Source: tournaments.md §7, §13 (invariants).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import pairwise

from clubs.core.ties import TieBreaking
from clubs.core.tournaments.careers import Career, careers_of, tables_up_to
from clubs.core.tournaments.settings import (
    LateRanking,
    LeaverPolicy,
    SlipDetail,
    TeamTieBreak,
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
    "ranks_after",
]

TournamentTies = TieBreaking[TournamentTieBreak, TournamentTieValue]
MODES = tuple(SlipDetail)  # the richest first: a later place is a poorer mode


def rank_tournament(
    tournament: TournamentInput, settings: TournamentSettings, after_round: int
) -> TournamentStandings:
    """The standings as they stood after this round; 0 is before the first.

    Raises ValueError for input that contradicts itself.
    """
    contest = _contest_of(tournament, settings, after_round)
    rows = tuple(_ordered_rows(contest, settings, after_round))
    # Neither the absent nor who comes in a later round has a row, but only the absent are no
    # entries: the others leave their team complete (tournaments.md §7.7).
    absent = {member for team in tournament.teams for member in team.members}
    absent -= {entry.key for entry in tournament.entries}
    return TournamentStandings(
        settings=settings,
        after_round=after_round,
        rows=rows,
        teams=_teams_of(tournament.teams, rows, settings, absent),
        categories=_rows_by_category(rows),
    )


def ranks_after(
    tournament: TournamentInput, settings: TournamentSettings, after_round: int
) -> dict[str, int]:
    """The ranks of those standings by key, the first one first, without those who have none."""
    contest = _contest_of(tournament, settings, after_round)
    groups = Groups(settings, after_round, contest.careers.values())
    ranks: dict[str, int] = {}
    for group in _ranked_classes(_ties_of(contest), groups, settings):
        # Counts people and not groups: 1, 2, 2, 4.
        ranks |= dict.fromkeys(group, len(ranks) + 1)
    return ranks


def _contest_of(
    tournament: TournamentInput, settings: TournamentSettings, after_round: int
) -> TournamentTieContext:
    careers = careers_of(tournament, settings, after_round)
    return TournamentTieContext(
        careers, tables_up_to(tournament.tables, after_round), settings.seed
    )


def _ties_of(contest: TournamentTieContext) -> TournamentTies:
    numbers = {key: career.entry.number for key, career in contest.careers.items()}
    return TournamentTies(contest.measure, numbers)


def _ranked_classes(
    ties: TournamentTies, groups: "Groups", settings: TournamentSettings
) -> list[list[str]]:
    """Those who share a rank together, the best first."""
    by_total = _keys_by_value(groups.staying, lambda career: (career.total,))
    return [
        *(tied for group in by_total for tied in ties.classes(group, settings.tie_breaks)),
        # Leavers are ordered by rounds at a table, then by total: tie-breaks do not reach them
        # (tournaments.md §7.4).
        *_keys_by_value(groups.leaving, lambda career: (len(career.played), career.total)),
    ]


def _ordered_rows(
    contest: TournamentTieContext, settings: TournamentSettings, after_round: int
) -> Iterator[TournamentRow]:
    """The ranked, then those listed without rank: who stays by total, then leavers."""
    ties = _ties_of(contest)
    groups = Groups(settings, after_round, contest.careers.values())
    classes = _ranked_classes(ties, groups, settings)
    decisions = _decisions_of(ties, contest.careers, classes)
    poorer = _poorer_rounds(contest, settings)
    rows = {
        key: _unranked_row(career, settings, after_round, poorer.get(key, ()))
        for key, career in contest.careers.items()
    }
    # Tied entries share the rank of the first; the next rank counts all who stand above.
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
            # First: who came late and left has no rank, though other leavers may have one.
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
        # Late arrivals who stay come before all leavers (tournaments.md §7.2).
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
        # By number, or the order in which entries are read would show among equals.
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
            # What the pair before said is written over: only the first of a total is shown
            # against the one below.
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
        # Poorer than usual, not other than usual: a richer slip is no reason for a mark.
        if MODES.index(table.mode) > MODES.index(settings.slip_mode):
            for player in table.scores:
                rounds_of.setdefault(player, []).append(table.round)
    return {player: sorted(rounds) for player, rounds in rounds_of.items()}


# Teams and categories follow from the rows alone. Source: tournaments.md §7.6, §7.7.


def _teams_of(
    teams: Iterable[TournamentTeam],
    rows: Iterable[TournamentRow],
    settings: TournamentSettings,
    absent: Set[str],
) -> tuple[TeamRow, ...]:
    """The complete ones by total, then those with a leaver or somebody absent, by total too.

    Equal ones share the rank, unless the setting says that the best placed member decides; they
    stand in the order in which the teams are told.
    """
    by_key = {row.player: row for row in rows}
    unranked = [_team_row(team, by_key, settings, absent) for team in teams]
    values = [_team_value(row, settings) for row in unranked]
    counts = Counter(values)
    # Complete teams stand before the others: False is less than True.
    ranked = [
        replace(row, rank=1 + sum(other > value for other in values), tied=counts[value] > 1)
        for row, value in zip(unranked, values, strict=True)
    ]
    # sorted() is stable: teams of one rank stay in the order in which they were told.
    return tuple(sorted(ranked, key=lambda row: row.rank))


def _team_row(
    team: TournamentTeam,
    by_key: dict[str, TournamentRow],
    settings: TournamentSettings,
    absent: Set[str],
) -> TeamRow:
    """The row of a team with rank 0: the rank is known only beside the others."""
    members = [by_key[key] for key in team.members if key in by_key]
    totals = sorted((row.total for row in members), reverse=True)
    ranks = [row.rank for row in members if row.rank is not None]
    return TeamRow(
        rank=0,
        team=team.name,
        members=team.members,
        # From the best down, and all of them where best_n is None.
        total=sum(totals[: settings.best_n]),
        # By `left`, not by a missing rank: who came late may have none, and has not left.
        complete=not any(row.left for row in members) and absent.isdisjoint(team.members),
        best_rank=min(ranks, default=None),
    )


def _team_value(row: TeamRow, settings: TournamentSettings) -> tuple[bool, int, bool, int]:
    """The higher, the better."""
    if settings.team_tie_break is not TeamTieBreak.BEST_MEMBER:
        return (row.complete, row.total, False, 0)
    # Whether one is known comes first: the 0 of no rank would be better than a rank of 1.
    return (row.complete, row.total, row.best_rank is not None, -(row.best_rank or 0))


def _rows_by_category(rows: Sequence[TournamentRow]) -> dict[str, tuple[CategoryRow, ...]]:
    """The rows of each category by its code, in alphabetical order."""
    codes = sorted({code for row in rows for code in row.categories})
    return {code: _category_rows([row for row in rows if code in row.categories]) for code in codes}


def _category_rows(rows: Sequence[TournamentRow]) -> tuple[CategoryRow, ...]:
    """Rank the rows of a category anew, from 1; a row without rank stays without."""
    # The rows stand in their order: the first of a rank says how many of the category are above.
    # Ties are counted anew: one with somebody outside it is none here (tournaments.md §7.6).
    counts = Counter(row.rank for row in rows)
    ranks: dict[int, int] = {}
    for above, row in enumerate(rows):
        if row.rank is not None:
            ranks.setdefault(row.rank, above + 1)
    return tuple(
        CategoryRow(
            rank=None if row.rank is None else ranks[row.rank],
            tied=row.rank is not None and counts[row.rank] > 1,
            row=row,
        )
        for row in rows
    )
