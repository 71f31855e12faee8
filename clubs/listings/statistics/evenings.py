"""The evenings of a player as charts.

Source: leagues.md §5.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from clubs.listings.charts import sampled
from clubs.listings.statistics.deals import night_words
from clubs.listings.statistics.figures import Figure, Series
from clubs.numbers import grouped_number
from clubs.queries.statistics.player_evenings import PlayerEvening

MOST_EVENINGS = 60  # bars of a chart that can be told apart on a phone


def evening_charts(
    evenings: Sequence[PlayerEvening], name: str, *, everything: bool
) -> list[Figure]:
    """The running total, of many evenings each n-th, and what each of the last ones brought."""
    if not evenings:
        return []
    at = range(len(evenings)) if everything else sampled(len(evenings))
    last = evenings if everything else evenings[-MOST_EVENINGS:]
    points = [evenings[place] for place in at]

    def rest(shown: Sequence[PlayerEvening]) -> str:
        if len(shown) == len(evenings):
            return ""
        return _("All %(count)s evenings") % {"count": grouped_number(len(evenings))}

    return [_total_curve(points, name, rest(points)), _bars(last, rest(last))]


def _total_curve(evenings: Sequence[PlayerEvening], name: str, rest: str) -> Figure:
    """From 0 before the first evening."""
    return Figure(
        key="figure-curve",
        kind="line",
        title=_("Running total by evening"),
        unit=_("points"),
        head=_("Evening"),
        labels=["0", *(night_words(row.night.held_on, row.night.name) for row in evenings)],
        series=[Series(name, [0, *(row.running for row in evenings)])],
        signed=True,
        ends=False,
        rest=rest,
    )


def _bars(evenings: Sequence[PlayerEvening], rest: str) -> Figure:
    title = _("Score of the last %(count)s evenings") if rest else _("Score of each evening")
    return Figure(
        key="figure-evenings",
        kind="bars",
        title=title % {"count": len(evenings)},
        unit=_("points"),
        head=_("Evening"),
        labels=[night_words(row.night.held_on, row.night.name) for row in evenings],
        series=[Series(_("Score"), [row.total for row in evenings])],
        signed=True,
        rest=rest,
    )
