"""What the figures of several games have in common: shares, and who they are of."""

from collections.abc import Sequence

from django.urls import reverse

from clubs.core.measures import Rate
from clubs.listings.statistics.game_figures import Amount, FigureRow, Tile, count
from clubs.models import Player
from clubs.templatetags.figures import percent

MOST_BARS = 12  # people in a chart


def share_tile(label: str, hits: int, base: int) -> Tile:
    """How many, and in small print how many of a hundred."""
    return Tile(label, count(hits), percent(Rate(hits, base)))


def person_row(player: Player, cells: Sequence[Amount]) -> FigureRow:
    """Leads to the player's page, which who is signed in may see."""
    return FigureRow(player.listed_name, cells, reverse("player_show", args=[player.uuid]))
