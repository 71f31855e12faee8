"""The score sheet of a page: its columns, its lines and what its legend says.

A sheet may have hundreds of rows of many cells. Its template has finished lines (sheet_lines.py),
and no table of django-tables2, whose parts hold each other: a sheet is gone with its answer.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from clubs.listings.sheet_lines import (
    LinePrinter,
    SheetLine,
    lines_mark,
    number_in_mark,
    row_words,
    same_until,
)
from clubs.queries.tables.sheet_rows import SeatTotal
from clubs.queries.tables.sittings import ScoreSheet

WIDE_FROM = 7  # seats that no phone has room for
NARROW_FROM = 6  # seats that need a smaller type
LONG_TOTAL = 1000  # totals from here on do as well
LONG_NAMES = 12  # seats and letters of the longest name, together: so do names from here on
SHOWN_ROWS = 50  # newest deals on a page, unless somebody asks for all: a page stays light
FACTS: dict[str, tuple[Any, str]] = {  # columns that phones leave out: title and classes
    "taker": (gettext_lazy("Taker"), "sw l w-taker"),
    "contract": (gettext_lazy("Contract"), "sw l w-contract"),
    "oudlers": (gettext_lazy("Oudlers"), "sw w-n"),
    "points": (gettext_lazy("Points"), "sw w-n"),
    "result": (gettext_lazy("Result"), "sw l w-result"),
}


class SheetHead(NamedTuple):
    """The head of a column; of a player it has the total, and whether they left. fact is what its
    cells tell of a deal."""

    title: Any
    classes: str = ""
    fact: str = ""
    seat: SeatTotal | None = None


class SheetTable:
    """The score sheet. saved is the number of a deal to point out, selected that of the deal in the
    panel."""

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
        self.left_out = 0  # the number up to which the page that asks has the lines
        self.rows = rows if oldest_first else rows[::-1]

    @property
    def heads(self) -> list[SheetHead]:
        facts = [SheetHead(*FACTS[name], name) for name, is_known in self.shows.items() if is_known]
        seats = [SheetHead(seat.name, seat=seat) for seat in self.sheet.seats]
        return [SheetHead(gettext_lazy("Deal")), *facts, *seats]

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
        return [FACTS[name][1] for name, is_known in self.shows.items() if is_known]

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

    @cached_property
    def _printer(self) -> LinePrinter:
        return LinePrinter(self.shows, self.fact_classes, self.openings, self.opening_class)

    @property
    def lines(self) -> list[SheetLine]:
        """The deals in the order of the page."""
        return [self._printer.line(row) for row in self.rows]

    @property
    def lines_mark(self) -> str:
        """What leave_out is told of the lines of this page, which has the newest first."""
        return lines_mark(self.lines)

    def leave_out(self, mark: str) -> None:
        """Leave out the lines that a page with this mark has, if it would get the same again: all
        of them, or all but its newest."""
        latest = number_in_mark(mark)
        rows = [row for row in self.sheet.rows if row.number <= latest]
        shown = rows if self.shows_all else rows[-SHOWN_ROWS:]
        self.left_out = same_until(mark, [self._printer.line(row) for row in reversed(shown)])

    def marked_lines(self) -> Iterator[SafeString]:
        """The lines as HTML, with the marks of this page. A template stands for those that are left
        out: js/sheet/live.js puts them there."""
        marks = {"sel": self.selected, "new": self.saved}
        numbers = [line.number for line in self.lines if line.number <= self.left_out]
        for line in self.lines:
            if line.number > self.left_out:
                names = (name for name, number in marks.items() if number == line.number)
                yield line.marked(*names)
        if numbers:
            stand_in = '<template data-kept-from="{}" data-kept-to="{}"></template>'
            yield format_html(stand_in, min(numbers), self.left_out)


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
