"""The standings of a tournament as the JSON document that `manage.py standings` prints.

Source: tournaments.md §7.10.
"""

from collections.abc import Mapping
from typing import Any

from clubs.core.tournaments.shapes import CategoryRow, TeamRow, TournamentRow, TournamentStandings


def tournament_document(
    title: str, standings: TournamentStandings, names: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """names: how entries are called, where that is not their key.

    `teams` and `categories` are there only if the tournament has any.
    """
    names = names or {}
    document: dict[str, Any] = {
        "title": title,
        "rules": {
            "tie_breaks": [tie_break.value for tie_break in standings.tie_breaks],
            "leaver_policy": standings.settings.leaver_policy.value,
            "after_round": standings.after_round,
        },
        "rows": [_tournament_row_document(row, names) for row in standings.rows],
        "sums": {"total": standings.total_sum, "penalties": standings.penalty_sum},
    }
    if standings.teams:
        document["teams"] = [_team_document(row, names) for row in standings.teams]
    if standings.categories:
        document["categories"] = {
            code: [_category_document(row, names) for row in rows]
            for code, rows in standings.categories.items()
        }
    return document


def _tournament_row_document(row: TournamentRow, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "player": names.get(row.player, row.player),
        "number": row.number,
        "club": row.club,
        "rounds": list(row.rounds),
        "penalty": row.penalty,
        "total": row.total,
        "left": row.left,
        "tied": row.tied,
    }


def _category_document(placed: CategoryRow, names: Mapping[str, str]) -> dict[str, Any]:
    """A row with rank and tie of the category, and the overall rank beside them."""
    document = _tournament_row_document(placed.row, names)
    return document | {"rank": placed.rank, "tied": placed.tied, "overall_rank": placed.row.rank}


def _team_document(row: TeamRow, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "team": row.team,
        "members": [names.get(member, member) for member in row.members],
        "total": row.total,
        "complete": row.complete,
        "tied": row.tied,
    }
