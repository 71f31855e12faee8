"""Tiles and rows of figures that several games share."""

from collections.abc import Sequence

from django.urls import reverse

from clubs.core.measures import Rate
from clubs.listings.statistics.game_figures import Amount, FigureRow, Tile, count_amount
from clubs.models import Player
from clubs.templatetags.figures import percent

MOST_BARS = 12  # people in a chart


def share_tile(label: str, hits: int, base: int) -> Tile:
    """A count, with its share in per cent in small print."""
    return Tile(label, count_amount(hits), percent(Rate(hits, base)))


def person_row(player: Player, cells: Sequence[Amount]) -> FigureRow:
    """A row that leads to the player's page, which people who are signed in may see."""
    return FigureRow(player.listed_name, cells, reverse("player_show", args=[player.uuid]))
