"""The ratings that a league file ranks by: those of its own tables alone, from the first.

Source: leagues.md §6.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time

from clubs.core.ratings import LEAST_DEALS, Rating, RatingEvent, is_provisional, replay
from clubs.core.standings.league_tables import LeagueTableRead
from clubs.core.standings.shapes import ShownRating


def ratings_from_tables(
    tables: Iterable[LeagueTableRead], as_of: date | None = None
) -> dict[str, ShownRating]:
    """The rating of each player. Tables of at least four deals count, up to a date, in the order of
    closing."""
    events = [
        _event_of(table)
        for table in sorted(tables, key=_closing)
        # Deals and not `ranked`: of a game of matches, those of unfinished ones count too
        # (leagues.md §6).
        if len(table.results) >= LEAST_DEALS and (as_of is None or table.where.date <= as_of)
    ]
    # Over these events from nothing: a rating of the club would know tables of other seasons.
    counts: dict[str, int] = {}
    ratings: dict[str, Rating] = {}
    for change in replay(events):
        counts[change.player] = counts.get(change.player, 0) + 1
        ratings[change.player] = change.after
    return {
        player: ShownRating(rating.value, is_provisional(rating, counts[player]))
        for player, rating in ratings.items()
    }


def _closing(table: LeagueTableRead) -> tuple[datetime, str, int, int]:
    """The sort key of closing: `closed_at` and uuid, else the end of the day and the file's
    order."""
    # A table without its time of closing comes after those of its evening that have one.
    end = datetime.combine(table.where.date, time.max, UTC)
    return table.closed_at or end, table.uuid, table.where.evening, table.where.number


def _event_of(table: LeagueTableRead) -> RatingEvent[str]:
    totals: dict[str, int] = {}
    for result in table.results:
        for player, score in result.scores.items():
            totals[player] = totals.get(player, 0) + score
    return RatingEvent(f"{table.where.evening}/{table.where.key}", totals)
