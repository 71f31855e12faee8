"""The score sheet and the tables of the summary.

A sheet may have hundreds of rows of many cells: SheetTable declares the columns, and printed_rows
gives its own template (clubs/tables/sheet/_score_sheet.html) rows of finished texts instead of
bound cells.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import django_tables2 as tables
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.choices import Role
from clubs.listings.people import RIGHT
from clubs.queries.deals.stories import Mark
from clubs.queries.tables.sittings import ScoreSheet, SeatTotal, SheetCell, SheetRow
from clubs.templatetags.feutre import gain_class, half_points, pips, signed

CELL_CLASSES: dict[str, str] = {Role.TAKER: "tk", Role.PARTNER: "cl", Role.OUT: "rs"}
WIDE_FROM = 7  # seats that no phone has room for
NARROW_FROM = 6  # seats that need a smaller type
LONG_TOTAL = 1000  # totals from here on do as well
LONG_NAMES = 12  # seats and letters of the longest name, together: so do names from here on
SHOWN_ROWS = 50  # newest deals on a page, unless somebody asks for all: a page stays light


class SeatColumn(tables.Column):
    """The running totals of one player; the header carries the total, and whether they left."""

    def __init__(self, seat: SeatTotal) -> None:
        head = {"data-player": seat.uuid}
        super().__init__(verbose_name=seat.name, empty_values=(), attrs={"th": head})
        self.seat = seat


def _fact_column(name: Any, *classes: str) -> tables.Column:
    """A column that phones leave out."""
    return tables.Column(
        verbose_name=name, empty_values=(), attrs={"th": {"class": " ".join(("sw", *classes))}}
    )


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """What a player had and won. roles are said to the ear only: the eye has classes for them."""

    classes: str
    total: str
    roles: str
    gain: str
    gain_class: str
    is_absent: bool = False


NOT_THERE = PrintedCell("na", "", "", "", "", is_absent=True)


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A deal; words say beside its number what it was, reason why a void one was not played. small
    is what narrow screens show of it."""

    number: int
    revision: int
    classes: str
    words: str
    reason: str
    is_corrected: bool
    taker: str
    partners: str
    is_alone: bool
    contract: str
    small: str
    pips: SafeString
    oudlers: str
    points: str
    is_made: bool | None  # None: a draw, or nothing to make
    result: str
    marks: tuple[Mark, ...]
    cells: tuple[PrintedCell, ...]


class SheetTable(tables.Table):
    """The score sheet. saved is the number of a deal to point out, selected that of the deal in the
    panel."""

    number = tables.Column(verbose_name=gettext_lazy("Deal"))
    taker = _fact_column(gettext_lazy("Taker"), "l", "w-taker")
    contract = _fact_column(gettext_lazy("Contract"), "l", "w-contract")
    oudlers = _fact_column(gettext_lazy("Oudlers"), "w-n")
    points = _fact_column(gettext_lazy("Points"), "w-n")
    result = _fact_column(gettext_lazy("Result"), "l", "w-result")

    class Meta:
        orderable = False
        template_name = "clubs/tables/sheet/_score_sheet.html"

    def __init__(
        self,
        sheet: ScoreSheet,
        *,
        selected: int | None = None,
        saved: int | None = None,
        oldest_first: bool = False,
        everything: bool = False,
    ) -> None:
        self.sheet = sheet
        self.shows_all = everything or oldest_first
        rows = sheet.rows if self.shows_all else sheet.rows[-SHOWN_ROWS:]
        self.hidden_count = len(sheet.rows) - len(rows)
        self.selected = selected
        self.saved = saved
        self.shows = _known_facts(sheet)
        self.openings = _match_openings(sheet)
        self.opening_class = "begins" if oldest_first else "opens"
        super().__init__(
            rows if oldest_first else rows[::-1],
            extra_columns=[(f"seat_{seat.position}", SeatColumn(seat)) for seat in sheet.seats],
            exclude=[name for name, is_known in self.shows.items() if not is_known],
        )

    @property
    def classes(self) -> str:
        seat_count = len(self.sheet.seats)
        names = {"sheet-6": seat_count >= NARROW_FROM, "sheet-8": seat_count >= WIDE_FROM}
        longest = max(
            (len(word) for seat in self.sheet.seats for word in seat.name.split()), default=0
        )
        names["sheet-names"] = seat_count + longest >= LONG_NAMES
        names["sheet-long"] = any(
            abs(cell.total) >= LONG_TOTAL for row in self.sheet.rows for cell in row.cells
        )
        return " ".join(name for name, holds in names.items() if holds)

    @property
    def is_wide(self) -> bool:
        return len(self.sheet.seats) >= WIDE_FROM

    @property
    def fact_classes(self) -> list[str]:
        """The classes of the columns of facts, for a void deal that has none."""
        return [
            self.base_columns[name].attrs["th"]["class"]
            for name, is_known in self.shows.items()
            if is_known
        ]

    @property
    def legend(self) -> dict[str, str]:
        """What the icons of these rows mean, by icon."""
        return {mark.icon: mark.name for row in self.sheet.rows for mark in row.marks}

    @property
    def has_corrections(self) -> bool:
        return any(row.change for row in self.sheet.rows)

    @property
    def latest_words(self) -> str:
        """The newest deal in one line, as live pages announce it."""
        latest = self.sheet.latest
        return row_words(latest) if latest else ""

    def printed_rows(self) -> Iterator[PrintedRow]:
        printer, dots = CellPrinter(), cache(pips)
        for row in self.data:
            deal = row.deal
            yield PrintedRow(
                number=row.number,
                revision=deal.revision,
                classes=self.row_classes(row),
                words=", ".join(filter(None, (deal_words(row), self.opening(row)))),
                reason=_reason_words(row),
                is_corrected=row.change is not None and not row.is_void,
                taker=row.taker or row.label,
                partners=", ".join(row.partners),
                is_alone=row.is_alone,
                contract=row.short_contract,
                small=row.short_contract or row.label or self.opening(row),
                pips=dots(row.pips),
                oudlers="" if deal.oudlers is None else str(deal.oudlers),
                points="" if deal.points_x2 is None else half_points(deal.points_x2),
                is_made=deal.made,
                result=row.result,
                marks=row.marks,
                cells=tuple(printer.printed(cell, row) for cell in row.cells),
            )

    def opening(self, row: SheetRow) -> str:
        """ "Match 2" beside its first deal; empty beside the others."""
        match = self.openings.get(row.number)
        return _("Match %(number)s") % {"number": match} if match else ""

    def row_classes(self, row: SheetRow) -> str:
        classes = {
            "corr": row.change is not None and not row.is_void,
            "voided": row.is_void,
            "sel": row.number == self.selected,
            "new": row.number == self.saved,
            self.opening_class: row.number in self.openings,
        }
        return " ".join(name for name, holds in classes.items() if holds)


def _known_facts(sheet: ScoreSheet) -> dict[str, bool]:
    """The columns of facts; one stays away when no deal has anything to write there."""
    deals = [row.deal for row in sheet.rows]
    return {
        "taker": any(deal.taker_id for deal in deals),
        "contract": any(deal.contract for deal in deals),
        "oudlers": any(deal.oudlers is not None for deal in deals),
        "points": any(deal.points_x2 is not None for deal in deals),
        "result": any(row.result for row in sheet.rows),
    }


def _match_openings(sheet: ScoreSheet) -> dict[int, int]:
    """The number of each match after the first one, by the number of its first deal."""
    first: dict[int, int] = {}
    for row in sheet.rows:
        if row.deal.match is not None:
            first.setdefault(row.deal.match, row.number)
    return {number: match for match, number in first.items() if match > 1}


def row_words(row: SheetRow) -> str:
    """ "Deal 13: Nadia, Garde, made by 11", as live pages announce it."""
    if row.is_void:
        return _("Deal %(number)s: %(reason)s") % {
            "number": row.number,
            "reason": _reason_words(row),
        }
    if row.label:
        return _("Deal %(number)s: %(reason)s") % {"number": row.number, "reason": row.label}
    if not row.taker:
        return _("Deal %(number)s") % {"number": row.number}
    return _("Deal %(number)s: %(taker)s, %(contract)s, %(result)s") % {
        "number": row.number,
        "taker": row.taker,
        "contract": row.contract,
        "result": row.result,
    }


def deal_words(row: SheetRow) -> str:
    """ "Nadia, Garde, made by 11"; empty where only the scores are known."""
    words = (row.taker, row.contract, row.result) if row.taker else (row.label,)
    return _reason_words(row) or ", ".join(filter(None, words))


def _reason_words(row: SheetRow) -> str:
    if not row.is_void:
        return ""
    return _("Taken back") if row.is_undone else capfirst(row.reason)


class CellPrinter:
    """Texts of cells. Made for one page: it looks up its words once, in the language of the page,
    and remembers figures, of which a sheet repeats the same few."""

    def __init__(self) -> None:
        self.figure = cache(signed)
        self.rests = _("rests")
        self.dealer = _("dealer")
        self.roles: dict[str, str] = {Role.TAKER: _("taker"), Role.PARTNER: _("called")}

    def printed(self, cell: SheetCell, row: SheetRow) -> PrintedCell:
        if cell.is_absent:
            return NOT_THERE
        rests = cell.role == Role.OUT
        classes = (CELL_CLASSES.get(cell.role), "dr" if cell.is_dealer else "")
        roles = (self.roles.get(cell.role), self.dealer if cell.is_dealer else "")
        return PrintedCell(
            classes=" ".join(filter(None, classes)),
            total=self.figure(cell.total),
            roles=", ".join(filter(None, roles)),
            gain=self.rests_word(row) if rests else self.figure(cell.gain),
            gain_class="" if rests else gain_class(cell.gain),
        )

    def rests_word(self, row: SheetRow) -> str:
        """The word for a player without a gain. A deal without plain scores has nothing to win, so
        that nobody rested."""
        return "–" if row.is_plain else self.rests


ROW_HEAD = {"td": {"class": "strong nowrap"}}


def _figure_column(name: Any, template: str, **kwargs: Any) -> tables.TemplateColumn:
    """A column of figures, aligned to the right."""
    return tables.TemplateColumn(template_name=template, verbose_name=name, attrs=RIGHT, **kwargs)


class RankingTable(tables.Table):
    """Printed by {% render_table %}: its links need the sitting of the page."""

    rank = tables.TemplateColumn(
        template_name="clubs/seasons/standings/_rank.html", verbose_name=gettext_lazy("Rank")
    )
    name = tables.TemplateColumn(
        template_name="clubs/tables/seats/_seat_name.html",
        accessor="seat__name",
        verbose_name=gettext_lazy("Name"),
        attrs=ROW_HEAD,
    )
    total = _figure_column(
        gettext_lazy("Total"), "clubs/charts/_figure.html", accessor="seat__total"
    )
    best = _figure_column(gettext_lazy("Best deal"), "clubs/games/french/statistics/_feat.html")
    worst = _figure_column(gettext_lazy("Worst deal"), "clubs/games/french/statistics/_feat.html")

    class Meta:
        orderable = False
        attrs = {"class": "tbl px dense"}
        row_attrs = {  # for js/sheet/summary-waits.js
            "data-player": lambda record: record.seat.uuid,
            "data-total": lambda record: record.seat.total,
        }

    caption = gettext_lazy("Ranking")


class MadeTable(tables.Table):
    """What the takers' table and the table by contract have in common. Draws have a column where
    there are any."""

    taken_count = tables.Column(verbose_name=gettext_lazy("Taken"), attrs=RIGHT)
    made_count = tables.Column(verbose_name=gettext_lazy("Made"), attrs=RIGHT)
    drawn_count = tables.Column(verbose_name=pgettext_lazy("contracts", "Drawn"), attrs=RIGHT)
    margin = _figure_column(gettext_lazy("Average difference"), "clubs/deals/pages/_mean.html")

    class Meta:
        orderable = False
        attrs = {"class": "tbl px dense"}


class TakerTable(MadeTable):
    name = tables.TemplateColumn(
        template_name="clubs/tables/seats/_seat_name.html",
        accessor="seat__name",
        verbose_name=gettext_lazy("Taker"),
        attrs=ROW_HEAD,
    )

    class Meta(MadeTable.Meta):
        sequence = ("name", "...")

    caption = gettext_lazy("Takers")


class ContractTable(MadeTable):
    contract = tables.TemplateColumn(
        template_name="clubs/deals/pages/_contract.html",
        verbose_name=gettext_lazy("Contract"),
        attrs=ROW_HEAD,
    )

    class Meta(MadeTable.Meta):
        sequence = ("contract", "...")

    caption = gettext_lazy("By contract")
