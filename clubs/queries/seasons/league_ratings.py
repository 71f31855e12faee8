"""Ratings as a season ranks by them. Source: leagues.md §6."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple
from zoneinfo import ZoneInfo

from clubs.core.ratings import Rating, is_provisional
from clubs.core.standings.rank import Rated
from clubs.models import Club, RatingChange


class RatedTable(NamedTuple):
    """What somebody's rating was after a table, by day in the zone of the club."""

    player: str
    day: date
    rating: Rating


def rated_tables(club: Club) -> Sequence[RatedTable]:
    """In the order of the replay."""
    zone = ZoneInfo(club.time_zone)
    rows = RatingChange.objects.filter(player__club=club).order_by("sequence", "pk")
    return [
        RatedTable(str(player), opened_at.astimezone(zone).date(), Rating(mu, sigma))
        for player, opened_at, mu, sigma in rows.values_list(
            "player__uuid", "sitting__opened_at", "mu_after", "sigma_after"
        )
        if opened_at is not None
    ]


def rated_as_of(tables: Iterable[RatedTable], as_of: date) -> dict[str, Rated]:
    counts: dict[str, int] = {}
    rated: dict[str, Rated] = {}
    for table in tables:
        if table.day <= as_of:
            count = counts[table.player] = counts.get(table.player, 0) + 1
            provisional = is_provisional(table.rating, count)
            rated[table.player] = Rated(table.rating.value, provisional)
    return rated
