"""The standings of a season as a table that can be sorted."""

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.listings.people import RIGHT, WIDE
from clubs.queries.standings import StandingsGroup, StandingsLine

LINES = 50  # a page

WIDE_RIGHT = {"th": {"class": "r hide-sm"}, "td": {"class": "r num hide-sm"}}


def number_column(name: Any, accessor: str, *, is_wide: bool = True) -> tables.Column:
    """Figures, the highest first at the first click; who has none comes last or first."""
    return tables.Column(
        verbose_name=name,
        accessor=accessor,
        initial_sort_descending=True,
        attrs=WIDE_RIGHT if is_wide else RIGHT,
    )


class StandingsTable(tables.Table):
    """The ranked of a group; those below the line stay there however the others are sorted.

    The page includes clubs/_standings_table.html, whose rows a phone can open.
    """

    rank = tables.Column(
        verbose_name=gettext_lazy("Rank"), accessor="row__rank", attrs={"th": {"class": "r"}}
    )
    move = tables.Column(
        verbose_name=gettext_lazy("Movement"),
        accessor="moved",
        orderable=False,
        attrs={"th": {"class": "hide-sm"}},
    )
    player = tables.Column(verbose_name=gettext_lazy("Player"), accessor="player__name_key")
    value = number_column(gettext_lazy("Points"), "value", is_wide=False)
    total = number_column(gettext_lazy("Sum of scores"), "total")
    evenings = number_column(gettext_lazy("Evenings"), "row__evenings")
    deals = number_column(gettext_lazy("Deals"), "row__deals")
    average = number_column(gettext_lazy("Average a deal"), "average")
    carry_over = number_column(gettext_lazy("Brought along"), "carry_over")
    penalty = number_column(gettext_lazy("Penalties"), "penalty")
    made = tables.Column(
        verbose_name=gettext_lazy("Contracts made"),
        accessor="percent",
        initial_sort_descending=True,
        attrs=WIDE,
    )
    form = tables.Column(verbose_name=gettext_lazy("Form"), orderable=False, attrs=WIDE)

    class Meta:
        attrs = {"class": "tbl px standings"}

    def __init__(self, group: StandingsGroup) -> None:
        self.group = group
        shows = {
            "total": group.shows_total,
            "average": group.shows_average,
            "carry_over": group.shows_carry_over,
            "penalty": group.shows_penalties,
        }
        super().__init__(
            group.ranked,
            exclude=[name for name, is_shown in shows.items() if not is_shown],
            prefix=f"s{group.size}-" if group.size else "",
        )
        self.columns["value"].column.verbose_name = group.heading

    def cut(self, number: str | None) -> None:
        """The lines of one page, the nearest there is: the ranked as they are sorted, then who is
        below the line."""
        lines = [*(row.record for row in self.rows), *self.group.below]
        self.lines = Paginator(lines, LINES).get_page(number)

    @property
    def ranked_lines(self) -> Sequence[StandingsLine]:
        """Of this page."""
        before = self.lines.start_index() - 1
        return list(self.lines)[: max(0, len(self.group.ranked) - before)]

    @property
    def lines_below(self) -> Sequence[StandingsLine]:
        return list(self.lines)[len(self.ranked_lines) :]

    @property
    def caption(self) -> str:
        if self.group.size:
            return _("Standings of deals of %(size)s players") % {"size": self.group.size}
        return _("Standings of the season")

    @property
    def column_count(self) -> int:
        return len(list(self.columns))

    @property
    def is_sorted(self) -> bool:
        """Whether by anything but the ranking."""
        return bool(self.order_by)
