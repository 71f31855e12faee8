"""Who stands where in a tournament: a pure function of slips, penalties, withdrawals and settings.

`rank` is the whole of it. The order of the rows is total and always the same: the ranked by total
and tie-breaks; leavers that are ranked; late arrivals listed apart; leavers without rank. Rows of
one rank stand by entry number, which means nothing.
Source: tournaments.md §7, §13 (invariants).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from clubs.core.tournaments.careers import Career, careers_of, tables_up_to
from clubs.core.tournaments.settings import LateRanking, LeaverPolicy, Settings, SlipMode
from clubs.core.tournaments.shapes import (
    Bye,
    CategoryRow,
    Decision,
    Entry,
    Penalty,
    Row,
    Standings,
    Substitution,
    TableResult,
    Team,
    TeamRow,
    TournamentInput,
)
from clubs.core.tournaments.teams import categories_of, teams_of
from clubs.core.tournaments.ties import Contest, decision, tied_classes

__all__ = [
    "Bye",
    "CategoryRow",
    "Decision",
    "Entry",
    "Penalty",
    "Row",
    "Settings",
    "Standings",
    "Substitution",
    "TableResult",
    "Team",
    "TeamRow",
    "TournamentInput",
    "rank",
]

MODES = tuple(SlipMode)  # the richest first


def rank(tournament: TournamentInput, settings: Settings, after_round: int) -> Standings:
    """The standings as they stood after this round; 0 is before the first.

    Raises ValueError for input that contradicts itself.
    """
    careers = careers_of(tournament, settings, after_round)
    tables = tables_up_to(tournament.tables, after_round)
    contest = Contest(careers, tables, settings.seed)
    rows = tuple(_rows_of(contest, settings, after_round))
    absent = {member for team in tournament.teams for member in team.members}
    absent -= {entry.key for entry in tournament.entries}
    return Standings(
        settings=settings,
        after_round=after_round,
        rows=rows,
        teams=teams_of(tournament.teams, rows, settings, absent),
        categories=categories_of(rows),
    )


def _rows_of(contest: Contest, settings: Settings, after_round: int) -> Iterator[Row]:
    """The ranked, then those listed without rank: who stays by total, then leavers."""
    groups = Groups(settings, after_round, contest.careers.values())
    classes = [
        *_ranked_classes(contest, groups.staying, settings),
        *_leaver_classes(groups.leaving),
    ]
    decisions = _decisions_of(contest, classes)
    poorer = _poorer_rounds(contest, settings)
    rows = {
        key: _row_of(career, settings, after_round, poorer.get(key, ()))
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
    """Who is ranked in the usual way, who at the end, and who is only listed."""

    def __init__(self, settings: Settings, after_round: int, careers: Iterable[Career]) -> None:
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


def _is_apart(entry: Entry, settings: Settings) -> bool:
    """Came late, where those are listed after the ranking."""
    return entry.first_round > 1 and settings.late_ranking is LateRanking.APART


def _listed_place(career: Career, after_round: int) -> tuple[int, ...]:
    """Of the rows without rank, smallest first."""
    if not career.entry.has_left(after_round):
        return (0, 0, -career.total, career.entry.number)
    return (1, -len(career.played), -career.total, career.entry.number)


def _ranked_classes(
    contest: Contest, careers: Iterable[Career], settings: Settings
) -> Iterator[list[str]]:
    """By total, then by tie-breaks."""
    by_total = _grouped(careers, lambda career: (career.total,))
    for group in by_total:
        yield from tied_classes(contest, group, settings.tie_breaks)


def _leaver_classes(careers: Iterable[Career]) -> list[list[str]]:
    """More rounds at a table first, then by total; tie-breaks do not reach them."""
    return _grouped(careers, lambda career: (len(career.played), career.total))


def _grouped(
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


def _decisions_of(contest: Contest, classes: Sequence[Sequence[str]]) -> dict[str, Decision]:
    """What told an entry from the one above, or the first of equal total from the one below."""
    found: dict[str, Decision] = {}
    for above, below in pairwise(player for group in classes for player in group):
        if contest.careers[above].total == contest.careers[below].total:
            for mine, theirs in ((above, below), (below, above)):
                told = decision(contest, mine, theirs)
                if told is not None and (mine == below or mine not in found):
                    found[mine] = told
    return found


def _row_of(career: Career, settings: Settings, after_round: int, poorer: Sequence[int]) -> Row:
    """Without rank."""
    entry = career.entry
    return Row(
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


def _poorer_rounds(contest: Contest, settings: Settings) -> dict[str, list[int]]:
    """Rounds of which a slip says less than is usual in this tournament, by entry."""
    found: dict[str, list[int]] = {}
    for table in contest.tables:
        if MODES.index(table.mode) > MODES.index(settings.slip_mode):
            for player in table.scores:
                found.setdefault(player, []).append(table.round)
    return {player: sorted(rounds) for player, rounds in found.items()}
