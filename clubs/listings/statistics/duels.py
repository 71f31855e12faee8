"""The matrix of head to head as its page prints it.

Source: leagues.md §5: numbers in cells, a scale with two sides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from uuid import UUID

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.listings.statistics.figures import ChartTable
from clubs.models import Player
from clubs.numbers import NONE, GroupedCount
from clubs.queries.statistics.duels import Duel, Duels
from clubs.templatetags.feutre import score

MOST_IN_MATRIX = 8  # players, unless all are asked for
# In the address of two who are not known yet: fifty calls of reverse take time.
_ONE, _OTHER = str(UUID(int=1)), str(UUID(int=2))
STRONG = 2  # a tint is strong from the largest value divided by it


@dataclass(frozen=True, slots=True)
class DuelCell:
    """What the player of the row won from other, the player of the column. value is None if they
    never met. tint is a class: the sign, and whether it is strong."""

    other: Player
    deals: int = 0
    value: int | None = None
    tint: str = ""


@dataclass(frozen=True, slots=True)
class DuelMatrix:
    """The matrix of head to head, in which the row of the first player, if there is one, is the
    first."""

    title: str
    players: Sequence[Player]
    rows: Sequence[tuple[Player, Sequence[DuelCell]]]
    everybody: Sequence[Player]
    first: Player | None
    query: str

    @property
    def hidden_count(self) -> int:
        return len(self.everybody) - len(self.players)

    @property
    def first_row(self) -> list[DuelCell]:
        """Those whom the first player met, who lost most to this one first."""
        cells = self.rows[0][1] if self.first else ()
        met = [cell for cell in cells if cell.value is not None]
        return sorted(met, key=lambda cell: cell.value or 0, reverse=True)

    @property
    def table(self) -> ChartTable:
        header = [self.title, *(player.listed_name for player in self.players)]
        rows = [
            [player.listed_name, *(cell.value for cell in cells)] for player, cells in self.rows
        ]
        return ChartTable("figure-duels", self.title, header, rows)

    def rows_shown(self) -> Iterator[tuple[Player, SafeString]]:
        """Each player with the cells as HTML: as a template they take five times as long."""
        address = reverse("player_versus", args=[_ONE, _OTHER])
        for player, cells in self.rows:
            own = escape(f"{address.replace(_ONE, str(player.uuid))}?{self.query}")
            yield player, SafeString("".join(_cell_shown(player, cell, own) for cell in cells))


def _cell_shown(player: Player, cell: DuelCell, address: str) -> str:
    if cell.value is None:
        same = '<span class="muted" aria-hidden="true">·</span>'
        return f'<td class="r">{same if cell.other == player else NONE}</td>'
    deals = ngettext("%(count)s deal", "%(count)s deals", cell.deals)
    count = escape(deals % {"count": GroupedCount(cell.deals)})
    return (
        f'<td class="r num {cell.tint}"><a href="{address.replace(_OTHER, str(cell.other.uuid))}">'
        f'{score(cell.value)} <span class="xs">{count}</span></a></td>'
    )


def duel_matrix(duels: Duels, query: str, *, paid: bool) -> DuelMatrix:
    """query: that of the page of two players."""
    largest = max((abs(_worth(duel, paid=paid)) for duel in duels.by_pair.values()), default=0)

    def cell(player: Player, other: Player) -> DuelCell:
        duel = duels.by_pair.get((player.pk, other.pk))
        if duel is None:
            return DuelCell(other)
        value = _worth(duel, paid=paid)
        return DuelCell(other, duel.deals, value, _tint_of(value, largest))

    return DuelMatrix(
        title=_("Paid on balance") if paid else _("Difference of scores"),
        players=duels.players,
        rows=[(one, [cell(one, other) for other in duels.players]) for one in duels.players],
        everybody=duels.everybody,
        first=duels.first,
        query=query,
    )


def _worth(duel: Duel, *, paid: bool) -> int:
    return duel.paid if paid else duel.difference


def _tint_of(value: int, largest: int) -> str:
    if not value:
        return "even"
    strength = "strong" if abs(value) * STRONG >= largest else "light"
    return f"{'up' if value > 0 else 'down'} {strength}"
