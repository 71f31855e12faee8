"""The standings of a season as a table that can be sorted."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any
from uuid import UUID

import django_tables2 as tables
from django.core.paginator import Paginator
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.listings.people import RIGHT, WIDE, WIDE_RIGHT
from clubs.listings.seasons.standings_rows import StandingsRows
from clubs.models import League, Player
from clubs.queries.seasons.standings import StandingsGroup, StandingsLine

LINES = 50  # a page
ANYBODY = str(UUID(int=0))  # in the address of who is not known yet


def _number_column(name: Any, accessor: str, *, is_wide: bool = True) -> tables.Column:
    """A column of figures. The first click sorts the highest first; a line without a figure is last
    or first."""
    return tables.Column(
        verbose_name=name,
        accessor=accessor,
        initial_sort_descending=True,
        attrs=WIDE_RIGHT if is_wide else RIGHT,
    )


def narrowed(group: StandingsGroup, is_shown: Callable[[Player], bool]) -> StandingsGroup:
    """The lines of some players; ranks stay what they are."""

    def lines_of(lines: Sequence[StandingsLine]) -> list[StandingsLine]:
        return [line for line in lines if is_shown(line.player)]

    return replace(group, ranked=lines_of(group.ranked), below=lines_of(group.below))


def places_among(lines: Iterable[StandingsLine], people: Collection[int]) -> dict[int, int]:
    """The places of these players among themselves, by primary key; equal ranks share one."""
    inside = [line for line in lines if line.player.pk in people]
    ranks = [line.row.rank for line in inside]
    return {line.player.pk: ranks.index(line.row.rank) + 1 for line in inside}


class StandingsTable(tables.Table):
    """The ranked of a group; those below the line stay there however the others are sorted.

    The page includes clubs/seasons/standings/_standings_table.html, whose rows a phone can open
    (standings_rows.py).
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
    player = tables.Column(verbose_name=gettext_lazy("Player"), accessor="player__sort_key")
    value = _number_column(gettext_lazy("Points"), "value", is_wide=False)
    total = _number_column(gettext_lazy("Sum of scores"), "total")
    evenings = _number_column(gettext_lazy("Evenings"), "row__evenings")
    deals = _number_column(gettext_lazy("Deals"), "row__deals")
    average = _number_column(gettext_lazy("Average a deal"), "average")
    carry_over = _number_column(gettext_lazy("Brought along"), "row__carry_over")
    penalty = _number_column(gettext_lazy("Penalties"), "row__penalty")
    contracts_made = tables.Column(
        verbose_name=gettext_lazy("Contracts made"),
        accessor="percent",
        initial_sort_descending=True,
        attrs=WIDE,
    )
    form = tables.Column(verbose_name=gettext_lazy("Form"), orderable=False, attrs=WIDE)

    class Meta:
        attrs = {"class": "tbl px standings"}

    def __init__(self, group: StandingsGroup, league: League, *, places: Mapping[int, int]) -> None:
        self.group = group
        self.places = places
        self.league = league
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
        heads = {
            "value": group.heading,
            "deals": group.words.many,
            "contracts_made": group.words.won,
        }
        if group.shows_average:
            heads["average"] = group.words.average
        for name, head in heads.items():
            self.columns[name].column.verbose_name = head
        if group.shows_total:
            self.columns["total"].column.verbose_name = group.total_heading

    def cut(self, number: str | None) -> None:
        """Cuts out the lines of one page, the nearest there is: the ranked as they are sorted, then
        those below the line."""
        lines = [*(row.record for row in self.rows), *self.group.below]
        self.lines = Paginator(lines, LINES).get_page(number)

    @cached_property
    def address(self) -> str:
        """The address of the reasons, with ANYBODY in place of the player: fifty calls of reverse
        take time."""
        address = reverse("league_why", args=[self.league.club.slug, self.league.uuid, ANYBODY])
        return f"{address}?size={self.group.size}" if self.group.size else address

    @cached_property
    def _rows(self) -> StandingsRows:
        return StandingsRows(self.group, self.address, ANYBODY, self.places)

    @property
    def ranked_shown(self) -> Iterator[SafeString]:
        return map(self._rows.row, self.ranked_lines)

    @property
    def below_shown(self) -> Iterator[SafeString]:
        return map(self._rows.row, self.lines_below)

    @property
    def ranked_lines(self) -> Sequence[StandingsLine]:
        """The ranked lines of this page."""
        before = self.lines.start_index() - 1
        return list(self.lines)[: max(0, len(self.group.ranked) - before)]

    @property
    def lines_below(self) -> Sequence[StandingsLine]:
        return list(self.lines)[len(self.ranked_lines) :]

    @property
    def caption(self) -> str:
        if self.group.size:
            return str(self.group.words.ranked_of_size) % {"size": self.group.size}
        return _("Standings of the season")

    @property
    def column_count(self) -> int:
        return len(list(self.columns))

    @property
    def is_sorted(self) -> bool:
        """Whether the lines are sorted by anything but the ranking."""
        return bool(self.order_by)
