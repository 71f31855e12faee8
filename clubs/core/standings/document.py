"""Standings as the JSON document that `manage.py standings` prints, and as every export has them.

Source: leagues.md §3.7.
"""

from fractions import Fraction
from typing import Any

from clubs.core.standings.rank import LeagueRanking, LeagueRow, LeagueStandings, Normalise, Number
from clubs.core.standings.scale import is_exact


def standings_document(title: str, standings: LeagueStandings) -> dict[str, Any]:
    """`own_size` gives `by_size` in the place of `rows` and `sums`."""
    document: dict[str, Any] = {
        "title": title,
        "rules": standings.settings.to_json(),
        "as_of": standings.as_of.isoformat() if standings.as_of else None,
    }
    if standings.settings.normalise is not Normalise.OWN_SIZE:
        return document | _rows_and_sums(standings.table, standings)
    by_size = {
        str(size): _rows_and_sums(table, standings) for size, table in standings.by_size.items()
    }
    return document | {"by_size": by_size}


def _rows_and_sums(table: LeagueRanking, standings: LeagueStandings) -> dict[str, Any]:
    return {
        "rows": [_league_row_document(row, standings) for row in table.rows],
        "sums": {"total": shown_number(table.total_sum), "penalties": table.penalty_sum},
    }


def _league_row_document(row: LeagueRow, standings: LeagueStandings) -> dict[str, Any]:
    """value_exact follows a value that is no whole number, carry_over a season that has it."""
    document: dict[str, Any] = {
        "rank": row.rank,
        "player": row.player,
        "value": None if row.value is None else shown_number(row.value),
    }
    # The exact value stands beside the rounded one, by which two rows may look equal and are not.
    if isinstance(row.value, Fraction):
        document["value_exact"] = str(row.value) if is_exact(row.value) else None
    document |= {
        "total": shown_number(row.total),
        "deals": row.deals,
        "evenings": row.evenings,
        "per_evening": [
            None if score is None else shown_number(score) for score in row.per_evening
        ],
        "penalty": row.penalty,
        "qualified": row.qualified,
        "guest": row.guest,
        "tied": row.tied,
    }
    if standings.settings.carry_over:
        document["carry_over"] = row.carry_over
    return document


def shown_number(value: Number) -> int | float:
    """An int as it is, a fraction with 2 places, rounded half away from zero."""
    if isinstance(value, int):
        return value
    return hundredths(value) / 100


def hundredths(value: Number) -> int:
    """Rounded half away from zero."""
    # In whole numbers: a float of the quotient may lie just below the half that rounds up.
    whole = (200 * abs(value.numerator) // value.denominator + 1) // 2
    return -whole if value < 0 else whole
