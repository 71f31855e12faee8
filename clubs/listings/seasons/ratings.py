"""Ratings as curves: the estimate of a player's strength with its band, drawn without script.

Source: leagues.md §5, §6.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from clubs.core.ratings import Rating
from clubs.listings.charts import Tick, path_of
from clubs.listings.people import RIGHT as TEXT_RIGHT
from clubs.listings.people import WIDE_RIGHT
from clubs.listings.statistics.figures import Cell, ChartTable
from clubs.queries.seasons.ratings import RatedTable, Ratings, RatingStanding

MOST_CURVES = 6
FIRST_CURVES = 3  # where nobody was asked for
WIDTH, HEIGHT = 400, 170  # units of the viewBox
LEFT, RIGHT, EDGE = 46, 6, 10
STEPS = (50, 100, 200, 500, 1000)  # between two lines of the scale
MOST_LINES = 5


def _largest_first(label: Any, accessor: str, attrs: dict[str, Any]) -> tables.Column:
    """A column that begins with its largest figure."""
    return tables.Column(
        verbose_name=label, accessor=accessor, attrs=attrs, initial_sort_descending=True
    )


class RatingTable(tables.Table):
    """RatingStanding rows, the best first without a choice. Its template prints whole rows."""

    rank = tables.Column(verbose_name=gettext_lazy("Rank"))
    name = tables.Column(verbose_name=gettext_lazy("Name"), accessor="player__sort_key")
    rating = _largest_first(gettext_lazy("Rating"), "rating__value", TEXT_RIGHT)
    move = _largest_first(gettext_lazy("Last table"), "last__move", WIDE_RIGHT)
    tables_rated = _largest_first(gettext_lazy("Tables"), "tables", WIDE_RIGHT)
    curve = tables.Column(
        verbose_name=gettext_lazy("Curve"),
        empty_values=(),
        orderable=False,
        attrs={"th": {"class": "c"}},
    )

    class Meta:
        attrs = {"class": "tbl dense px"}
        template_name = "clubs/statistics/ratings/_rating_table.html"

    def __init__(self, standings: Sequence[RatingStanding], caption: str, prefix: str = "") -> None:
        self.caption = caption
        super().__init__(standings, prefix=prefix)


@dataclass(frozen=True, slots=True)
class RatingBand:
    """One player: band and line are paths in SVG's own words, which end at x. ends are the estimate
    and the rating there."""

    standing: RatingStanding
    history: Sequence[RatedTable]
    band: str
    line: str
    x: float
    ends: Sequence[Tick]
    ticks: Sequence[Tick]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT

    @property
    def table(self) -> ChartTable:
        """The figures of the chart: every rated table, the first one first."""
        player = self.standing.player
        header = [_("Date"), _("Rating"), _("Estimate"), pgettext("of a rating", "Margin")]
        rows: list[list[Cell]] = [
            [
                one.held_on.isoformat(),
                one.after.value,
                one.after.estimate,
                one.after.margin,
            ]
            for one in self.history
        ]
        title = _("Rating of %(name)s") % {"name": player.name}
        return ChartTable(f"figure-rating-{player.uuid}", title, header, rows)

    @property
    def newest_first(self) -> list[RatedTable]:
        return list(reversed(self.history))


def selected_standings(ratings: Ratings, uuids: Sequence[str]) -> list[RatingStanding]:
    """The players that are asked for, in the order of the list; the first ones where none is."""
    everybody = [*ratings.ranked, *ratings.provisional]
    asked = [one for one in everybody if str(one.player.uuid) in uuids]
    return asked[:MOST_CURVES] if asked else everybody[:FIRST_CURVES]


def rating_bands(ratings: Ratings, standings: Sequence[RatingStanding]) -> list[RatingBand]:
    """The bands of these players, on one scale so that they can be compared."""
    histories = [ratings.histories[one.player.pk] for one in standings]
    ends = [
        end
        for history in histories
        for rating in _successive_ratings(history)
        for end in rating.band
    ]
    if not ends:
        return []
    values = _scale(min(ends), max(ends))
    return [
        _band_of(one, history, values) for one, history in zip(standings, histories, strict=True)
    ]


def _successive_ratings(history: Sequence[RatedTable]) -> list[Rating]:
    """The rating before the first table, and after each."""
    return [history[0].before, *(table.after for table in history)]


def _band_of(
    standing: RatingStanding, history: Sequence[RatedTable], values: Sequence[int]
) -> RatingBand:
    low, high = values[0], values[-1]  # of the scale: all bands share it, so as to be compared
    ratings = _successive_ratings(history)

    def x(place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * place / (len(ratings) - 1), 1)

    def y(value: int) -> float:
        return round(EDGE + (HEIGHT - 2 * EDGE) * (high - value) / (high - low), 1)

    middle = [(x(place), y(rating.estimate)) for place, rating in enumerate(ratings)]
    bottom = [(x(place), y(rating.band[0])) for place, rating in enumerate(ratings)]
    top = [(x(place), y(rating.band[1])) for place, rating in enumerate(ratings)]
    return RatingBand(
        standing,
        history,
        band=f"{path_of([*top, *reversed(bottom)])}Z",
        line=path_of(middle),
        x=middle[-1][0],
        ends=[Tick(ratings[-1].estimate, middle[-1][1]), Tick(ratings[-1].value, bottom[-1][1])],
        ticks=[Tick(value, y(value)) for value in values],
    )


def _scale(low: int, high: int) -> list[int]:
    """Round figures from below the lowest to above the highest."""
    for step in STEPS:
        values = list(range(low // step * step, -(-high // step) * step + 1, step))
        if 2 <= len(values) <= MOST_LINES:
            return values
    return [low // STEPS[-1] * STEPS[-1], -(-high // STEPS[-1]) * STEPS[-1]]
