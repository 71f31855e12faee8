"""Standings of teams and of categories: they follow from the rows alone.

Source: tournaments.md §7.6, §7.7.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from clubs.core.tournaments.settings import TeamTieBreak, TournamentSettings
from clubs.core.tournaments.shapes import CategoryRow, TeamRow, TournamentRow, TournamentTeam


def teams_of(
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
    ranked = [
        replace(row, rank=1 + sum(other > value for other in values), tied=counts[value] > 1)
        for row, value in zip(unranked, values, strict=True)
    ]
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
        total=sum(totals[: settings.best_n]),
        complete=not any(row.left for row in members) and absent.isdisjoint(team.members),
        best_rank=min(ranks, default=None),
    )


def _team_value(row: TeamRow, settings: TournamentSettings) -> tuple[bool, int, bool, int]:
    """The higher, the better."""
    if settings.team_tie_break is not TeamTieBreak.BEST_MEMBER:
        return (row.complete, row.total, False, 0)
    return (row.complete, row.total, row.best_rank is not None, -(row.best_rank or 0))


def rows_by_category(rows: Sequence[TournamentRow]) -> dict[str, tuple[CategoryRow, ...]]:
    """The rows of each category by its code, in alphabetical order."""
    codes = sorted({code for row in rows for code in row.categories})
    return {code: _category_rows([row for row in rows if code in row.categories]) for code in codes}


def _category_rows(rows: Sequence[TournamentRow]) -> tuple[CategoryRow, ...]:
    """Rank the rows of a category anew, from 1; a row without rank stays without."""
    # The rows stand in their order: the first of a rank says how many of the category are above.
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
