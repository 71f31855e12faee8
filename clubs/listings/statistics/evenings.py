"""The evenings of a player as charts.

Source: leagues.md §5.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from clubs.listings.statistics.deals import night_words
from clubs.listings.statistics.figures import Figure, Series
from clubs.queries.statistics.player_evenings import PlayerEvening


def curve(evenings: Sequence[PlayerEvening], name: str) -> Figure:
    """The running total, from 0 before the first evening."""
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
    )


def evening_bars(evenings: Sequence[PlayerEvening]) -> Figure:
    return Figure(
        key="figure-evenings",
        kind="bars",
        title=_("Score of each evening"),
        unit=_("points"),
        head=_("Evening"),
        labels=[night_words(row.night.held_on, row.night.name) for row in evenings],
        series=[Series(_("Score"), [row.total for row in evenings])],
        signed=True,
    )
