"""The statistics of a club and a season as their pages print them: lists, charts, the matrix of
partners.

Source: leagues.md §4, §5.
"""

from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, ClassVar

import django_tables2 as tables
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.dates import date_format
from clubs.games.french.listings.profiles import GAME, TakesRow, TakesTable, bin_words
from clubs.games.french.listings.ranking_rows import pair_row, taker_row
from clubs.games.french.queries.club_figures import ClubFigures, ClubTakes, Month, SeatShare
from clubs.games.french.queries.figures import MULTIPLIERS
from clubs.games.french.queries.partners import PartnerPair, Partners
from clubs.listings.people import RIGHT, WIDE, WIDE_RIGHT
from clubs.listings.statistics.figures import ChartTable, Figure, Series, rate_whiskers
from clubs.models import Player
from clubs.queries.deals.breakdown import contract_label
from clubs.queries.statistics.deal_filters import DealLinks
from clubs.templatetags.feutre import grouped
from clubs.templatetags.figures import fixed
from clubs.templatetags.whiskers import whisker_head

MOST_BARS = 12  # takers in a chart
MOST_IN_MATRIX = 8  # players, unless all are asked for
STRONG = 2  # a tint is strong from the largest value divided by it


def _column(name: Any, attrs: dict[str, Any] | None = None, *, order_by: str = "") -> tables.Column:
    """Only its head: the table prints whole rows, since many small templates are slow. order_by
    leads to what its link sorts by."""
    return tables.Column(
        verbose_name=name,
        empty_values=(),
        attrs=attrs or {},
        order_by=order_by or None,
        orderable=bool(order_by),
    )


class RateColumn(tables.Column):
    """Its head states the scale of the whiskers under it."""

    @property
    def header(self) -> SafeString:
        return whisker_head(str(self.verbose_name))


class LinkedTable(tables.Table):
    """Its rows are strings, which line makes (ranking_rows.py); links lead to the deals behind a
    number."""

    line: ClassVar[Callable[[Any, DealLinks], SafeString]]
    folded = 0  # rows behind the page, where a link opens all of them at once

    class Meta:
        template_name = "clubs/games/french/statistics/_ranking_table.html"

    def __init__(self, rows: Sequence[Any], *, links: DealLinks) -> None:
        self.links = links
        super().__init__(rows)

    def lines(self) -> Iterator[SafeString]:
        """The rows of the page."""
        return (type(self).line(row.record, self.links) for row in self.paginated_rows)


class TakerRankingTable(LinkedTable):
    """RankedTaker rows. Without a choice they are by rank."""

    line = taker_row
    rank = _column(gettext_lazy("Rank"))
    name = _column(gettext_lazy("Taker"), order_by="taker__player__sort_key")
    taken = _column(gettext_lazy("Taken"), RIGHT, order_by="taker__taken")
    made_count = _column(gettext_lazy("Made"), WIDE_RIGHT, order_by="taker__made_count")
    rate = RateColumn(
        verbose_name=gettext_lazy("Success"), empty_values=(), order_by="taker__success__value"
    )
    margin = _column(
        gettext_lazy("Average difference"), WIDE_RIGHT, order_by="taker__means__margin"
    )
    daring = _column(gettext_lazy("Daring"), WIDE_RIGHT, order_by="taker__daring_order")
    score = _column(gettext_lazy("Mean score as taker"), WIDE_RIGHT, order_by="taker__means__score")

    class Meta(LinkedTable.Meta):
        attrs = {"class": "tbl px dense"}

    caption = gettext_lazy("Takers")


class PairTable(LinkedTable):
    """RankedPair rows."""

    line = pair_row
    rank = _column(gettext_lazy("Rank"))
    names = _column(gettext_lazy("Together"), order_by="pair__a__sort_key")
    deals = _column(gettext_lazy("Deals"), RIGHT, order_by="pair__deals")
    shrunk = _column(gettext_lazy("Weighted"), RIGHT, order_by="pair__shrunk")
    synergy = _column(gettext_lazy("Synergy"), WIDE_RIGHT, order_by="pair__synergy")
    stake = _column(gettext_lazy("Stake together"), WIDE_RIGHT, order_by="pair__stake_mean")
    others = _column(gettext_lazy("Stake with others"), WIDE_RIGHT, order_by="pair__others_mean")
    success = _column(gettext_lazy("Success"), WIDE, order_by="pair__success__value")

    class Meta(LinkedTable.Meta):
        attrs = {"class": "tbl px dense pairs"}

    caption = gettext_lazy("Partners")


# Takes by one property


def club_part_tables(figures: ClubFigures) -> list[TakesTable]:
    total = figures.takes.base
    contracts = [
        TakesRow(_label_of(part), part, MULTIPLIERS.get(part.key, 0), Fraction(part.taken, total))
        for part in figures.contracts
    ]
    oudlers = [
        TakesRow(str(part.key), part, share=Fraction(part.taken, total)) for part in figures.oudlers
    ]
    return [
        TakesTable(_("By contract"), _("Contract"), "contract", contracts),
        TakesTable(_("By oudlers"), _("Oudlers"), "oudlers", oudlers),
    ]


def _label_of(part: ClubTakes) -> str:
    return contract_label(GAME, part.key)


@dataclass(frozen=True, slots=True)
class SeatTable:
    """Who takes, by the place in the bidding, at tables of one size."""

    size: int
    rows: Sequence[SeatShare]

    @property
    def equal(self) -> Fraction:
        """The share of each place if all took equally often."""
        return Fraction(1, self.size)


def seat_tables(figures: ClubFigures) -> list[SeatTable]:
    sizes = sorted({seat.size for seat in figures.seats})
    return [
        SeatTable(size, [seat for seat in figures.seats if seat.size == size]) for size in sizes
    ]


def month_lines(months: Iterable[Month], links: DealLinks) -> list[SafeString]:
    """The rows of the table of months as HTML: a club has hundreds, of which a template takes four
    times as long."""
    return [_month_line(month, links) for month in months]


def _month_line(month: Month, links: DealLinks) -> SafeString:
    first, deals = month.first, "0"
    if month.deals:
        last = first.replace(day=monthrange(first.year, first.month)[1])
        address = conditional_escape(links.to(since=first.isoformat(), until=last.isoformat()))
        deals = f'<a href="{address}">{grouped(month.deals)}</a>'
    figures = deals, month.evenings, month.players, fixed(month.attendance_mean, 1)
    cells = "".join(f'<td class="r num">{figure}</td>' for figure in figures)
    label = conditional_escape(_month_words(first))
    return SafeString(f'<tr><th scope="row" class="nowrap">{label}</th>{cells}</tr>')


def _month_words(first: date) -> str:
    return date_format(first, "N Y")


# Charts


def club_charts(figures: ClubFigures) -> list[Figure]:
    """Those that have something to show."""
    charts = []
    if figures.takers:
        charts += [
            _taker_bars(figures),
            _contract_bars(figures),
            rate_whiskers(
                "figure-contract-rates",
                _("Success by contract, with its 95% interval"),
                _("Contract"),
                [part.success for part in figures.contracts],
                [_label_of(part) for part in figures.contracts],
            ),
            rate_whiskers(
                "figure-oudler-rates",
                _("Success by oudlers, with its 95% interval"),
                _("Oudlers"),
                [part.success for part in figures.oudlers],
                [str(part.key) for part in figures.oudlers],
            ),
            _margin_bars(figures),
        ]
    if figures.months:
        charts.append(_attendance_bars(figures))
    return charts


def _made_and_failed(parts: Iterable[Any]) -> list[Series]:
    """Makes two series of rows that have made_count and failed."""
    rows = list(parts)
    return [
        Series(_("Made"), [row.made_count for row in rows], 1),
        Series(_("Failed"), [row.failed for row in rows], 2),
    ]


def _contract_bars(figures: ClubFigures) -> Figure:
    return Figure(
        key="figure-contracts",
        kind="stacked",
        title=_("Contracts taken and failed"),
        unit=_("takes"),
        head=_("Contract"),
        labels=[_label_of(part) for part in figures.contracts],
        series=_made_and_failed(figures.contracts),
    )


def _taker_bars(figures: ClubFigures) -> Figure:
    """Who took most, the most first."""
    takers = sorted(figures.takers, key=lambda taker: -taker.taken)[:MOST_BARS]
    return Figure(
        key="figure-takers",
        kind="stacked",
        title=_("Takes of each taker"),
        unit=_("takes"),
        head=_("Taker"),
        labels=[taker.player.listed_name for taker in takers],
        short_labels=[taker.player.table_name for taker in takers],
        series=_made_and_failed(takers),
    )


def _margin_bars(figures: ClubFigures) -> Figure:
    return Figure(
        key="figure-margins",
        kind="stacked",
        title=_("Card points over or under the contract"),
        unit=_("takes"),
        head=_("Card points"),
        labels=[bin_words(bar.low) for bar in figures.margins],
        series=_made_and_failed(figures.margins),
    )


def _attendance_bars(figures: ClubFigures) -> Figure:
    return Figure(
        key="figure-attendance",
        kind="bars",
        title=_("Attendance by month"),
        unit=_("players an evening"),
        head=_("Month"),
        labels=[_month_words(month.first) for month in figures.months],
        series=[Series(_("Players an evening"), [m.attendance_mean for m in figures.months])],
        digits=1,
    )


# The matrix of partners


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """tint is a class: which sign the weighed synergy has, and whether it is strong."""

    pair: PartnerPair | None
    other: Player
    tint: str = ""


@dataclass(frozen=True, slots=True)
class Matrix:
    """Each player against each; the first one, if there is one, stands first."""

    players: Sequence[Player]
    rows: Sequence[tuple[Player, Sequence[MatrixCell]]]
    everybody: Sequence[Player]
    first: Player | None

    @property
    def hidden_count(self) -> int:
        return len(self.everybody) - len(self.players)

    @property
    def table(self) -> ChartTable:
        """Without the deals together, which the page writes small."""
        header = [_("Weighted synergy"), *(player.listed_name for player in self.players)]
        rows = [
            [player.listed_name, *(_shrunk_of(cell) for cell in cells)]
            for player, cells in self.rows
        ]
        return ChartTable("figure-pairs", _("Pair by pair"), header, rows)


def _shrunk_of(cell: MatrixCell) -> float | None:
    return None if cell.pair is None or cell.pair.shrunk is None else float(cell.pair.shrunk)


def matrix(partners: Partners, first: Player | None, *, everybody: bool) -> Matrix:
    """The players with the most deals together, unless everybody is asked for; by name. With a
    first one, who must be in a pair, those with the most deals with this player, in that order."""
    if first not in partners.players:
        first = None
    with_first = {
        other.pk: beside.deals
        for other in partners.players
        if first and (beside := partners.of(first, other))
    }
    by_deals = sorted(
        partners.players,
        key=lambda one: (one != first, -with_first.get(one.pk, 0), -partners.deals[one.pk]),
    )
    shown = by_deals if everybody else by_deals[:MOST_IN_MATRIX]
    among = {player.pk for player in shown}
    players = shown if first else [player for player in partners.players if player.pk in among]
    ends = (*partners.ranked[:1], *partners.ranked[-1:])
    largest = max((abs(row.pair.shrunk or Fraction()) for row in ends), default=Fraction())
    rows = [
        (one, [_matrix_cell(partners, one, other, largest) for other in players]) for one in players
    ]
    return Matrix(players, rows, partners.players, first)


def _matrix_cell(
    partners: Partners, player: Player, other: Player, largest: Fraction
) -> MatrixCell:
    pair = partners.of(player, other)
    if pair is None or pair.shrunk is None or not pair.is_ranked:
        return MatrixCell(pair, other, "few" if pair else "")
    strength = "strong" if abs(pair.shrunk) * STRONG >= largest else "light"
    sign = "up" if pair.shrunk > 0 else "down" if pair.shrunk < 0 else "even"
    return MatrixCell(pair, other, f"{sign} {strength}")
