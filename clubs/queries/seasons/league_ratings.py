"""The ratings by which a season ranks. Source: leagues.md §6."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from clubs.core.ratings import Rating, is_provisional
from clubs.core.standings.rank import ShownRating
from clubs.models import Club, RatingChange


class DatedRating(NamedTuple):
    """The rating of a player after a table, and the day of that table in the zone of the club."""

    player: str
    day: date
    rating: Rating


def rated_tables(club: Club) -> Sequence[DatedRating]:
    """Lists all ratings of the club in the order of the replay."""
    zone = club.zone
    rows = RatingChange.objects.filter(player__club=club).order_by("sequence", "pk")
    return [
        DatedRating(str(player), opened_at.astimezone(zone).date(), Rating(mu, sigma))
        for player, opened_at, mu, sigma in rows.values_list(
            "player__uuid", "sitting__opened_at", "mu_after", "sigma_after"
        )
        if opened_at is not None
    ]


def rated_as_of(tables: Iterable[DatedRating], as_of: date) -> dict[str, ShownRating]:
    """Returns the rating of each player after the last table up to this day, by uuid."""
    counts: dict[str, int] = {}
    rated: dict[str, ShownRating] = {}
    for table in tables:
        if table.day <= as_of:
            count = counts[table.player] = counts.get(table.player, 0) + 1
            provisional = is_provisional(table.rating, count)
            rated[table.player] = ShownRating(table.rating.value, provisional)
    return rated
