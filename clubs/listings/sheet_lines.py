"""The lines of a score sheet as HTML. A deal has one text, whether it comes with the page or with a
poll.

A sheet has hundreds of cells. As a template, whose every tag is looked up anew, they take ten times
as long as these strings; so what is put into them is escaped here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2s
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from clubs.core.deals import DealRole
from clubs.queries.deals.marks import Mark
from clubs.queries.tables.sheet_rows import SheetCell, SheetRow
from clubs.templatetags.feutre import gain_class, half_points, icon, pips, signed

NOT_THERE = '<td class="sw na">'
CELL_CLASSES: dict[str, str] = {DealRole.TAKER: "tk", DealRole.PARTNER: "cl", DealRole.OUT: "rs"}


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A deal as a row of the table. classes are those that it has whoever looks, content is all
    that follows them."""

    number: int
    classes: str
    content: str

    def marked(self, *marks: str) -> SafeString:
        """The row as it stands in a page, with the classes that only this page gives it."""
        return SafeString(
            f"<tr{_class_attribute(' '.join(filter(None, (self.classes, *marks))))}{self.content}"
        )


def lines_mark(lines: Sequence[SheetLine]) -> str:
    """What a page says of the lines that it shows, newest first, when it asks for newer ones: the
    number of the newest, a hash of all, and one of all but the newest; empty for none.

    Of their text: whatever a line is made of, the same hash is the same line.
    """
    texts = [line.marked() for line in lines]
    hashes = (blake2s("".join(part).encode(), digest_size=8) for part in (texts, texts[1:]))
    return ".".join((str(lines[0].number), *(each.hexdigest() for each in hashes))) if lines else ""


def number_in_mark(mark: str) -> int:
    """The number of the newest line that the page shows; 0 where the mark is damaged."""
    number = mark.partition(".")[0]
    return int(number) if number.isdecimal() and len(number) < 10 else 0


def same_until(mark: str, lines: Sequence[SheetLine]) -> int:
    """The number up to which a page with this mark has these lines; 0 where it must have them all
    again. They are those that it would show if its newest deal were still the newest."""
    if not lines or lines[0].number != number_in_mark(mark):
        return 0
    then, now = (each.split(".") for each in (mark, lines_mark(lines)))
    if then == now:
        return lines[0].number
    return lines[0].number - 1 if then[2:] == now[2:] else 0


class ContractWords(NamedTuple):
    """A contract in full, and in short as HTML."""

    full: str
    short: str


class LinePrinter:
    """Makes the lines of one sheet: it looks up its words once, in the language of the page, and
    remembers figures, of which a sheet repeats the same few.

    shows are the columns of facts that the sheet has, fact_classes the classes of those; openings
    are the numbers of matches by that of their first deal.
    """

    def __init__(
        self,
        shows: Mapping[str, bool],
        fact_classes: Sequence[str],
        openings: Mapping[int, int],
        opening_class: str,
    ) -> None:
        self.shows = shows
        self.fact_classes = fact_classes
        self.openings = openings
        self.opening_class = opening_class
        self.figure, self.dots, self.sign = cache(_figure), cache(pips), cache(_sign)
        self.contracts: dict[str | None, ContractWords] = {}
        self.rests, self.alone = escape(_("rests")), escape(_("alone"))
        self.dealer = _("dealer")
        self.roles: dict[str, str] = {DealRole.TAKER: _("taker"), DealRole.PARTNER: _("called")}
        self.pencil = icon("edit", "i-sm", _("corrected"))
        self.beginnings: dict[tuple[str, bool], tuple[str, str]] = {}  # by role, and who deals
        self.lines: dict[int, SheetLine] = {}  # by number: a line may be asked for again

    def line(self, row: SheetRow) -> SheetLine:
        if row.number not in self.lines:
            self.lines[row.number] = self._line(row)
        return self.lines[row.number]

    def _line(self, row: SheetRow) -> SheetLine:
        classes = {
            "corr": row.change is not None and not row.is_void,
            "voided": row.is_void,
            self.opening_class: row.number in self.openings,
        }
        reason = escape(_reason_words(row))
        parts = [self._head(row), *(self._void(row, reason) if reason else self._played(row))]
        named = " ".join(name for name, holds in classes.items() if holds)
        return SheetLine(row.number, named, "".join((*parts, "</tr>")))

    def _head(self, row: SheetRow) -> str:
        number, opening, contract = row.number, self._opening(row), self._contract(row)
        words = escape(", ".join(filter(None, (deal_words(row, contract.full), opening))))
        pencil = f" {self.pencil}" if row.change is not None and not row.is_void else ""
        small = contract.short or escape(row.label or opening)
        if small:
            small = f'<small class="ct" aria-hidden="true">{small}</small>'
        revision = row.deal.revision
        corrected = f' data-revision="{revision}"' if revision > 1 else ""  # weight: few are
        return (
            f' data-deal="{number}"{corrected}><th scope="row">'
            f'<a class="no" id="d{number}" href="{number}/">{number}'
            f'<span class="vh"> {words}</span></a>{pencil}{small}</th>'
        )

    def _contract(self, row: SheetRow) -> ContractWords:
        """The words of its contract, of which a sheet has few."""
        code = row.deal.contract
        if code not in self.contracts:
            self.contracts[code] = ContractWords(row.contract, escape(row.short_contract))
        return self.contracts[code]

    def _opening(self, row: SheetRow) -> str:
        """ "Match 2" beside its first deal; empty beside the others."""
        match = self.openings.get(row.number)
        return _("Match %(number)s") % {"number": match} if match else ""

    def _void(self, row: SheetRow, reason: str) -> Iterable[str]:
        """A deal that nobody played. A phone, which has no columns of facts, shows the reason in
        place of the figures, a laptop both."""
        for place, classes in enumerate(self.fact_classes):
            yield f'<td class="{classes}">{"" if place else reason}'
        narrow = " phone-only" if self.fact_classes else ""
        yield f'<td class="span{narrow}" colspan="{len(row.cells)}">{reason}'
        for cell in row.cells if self.fact_classes else ():
            is_there = not cell.is_absent
            yield f'<td class="sw"><b>{self.figure(cell.total)}</b>' if is_there else NOT_THERE

    def _played(self, row: SheetRow) -> Iterable[str]:
        deal, shows = row.deal, self.shows
        if shows["taker"]:
            more = f"<small>, {self.alone}</small>" if row.is_alone else ""
            if row.partners:
                more = f" <small>+ {escape(', '.join(row.partners))}</small>"
            yield f'<td class="sw l">{escape(row.taker or row.label)}{more}'
        if shows["contract"]:
            yield f'<td class="sw l">{self.dots(row.pips)} {self._contract(row).short}'
        if shows["oudlers"]:
            oudlers = "" if deal.oudlers is None else deal.oudlers
            yield f'<td class="sw w-n">{oudlers}'
        if shows["points"]:
            points = "" if deal.points_x2 is None else half_points(deal.points_x2)
            yield f'<td class="sw w-n">{points}'
        if shows["result"]:
            yield f'<td class="sw l">{self._result(row)}{"".join(map(self.sign, row.marks))}'
        for cell in row.cells:
            yield self._cell(cell, row)

    def _result(self, row: SheetRow) -> str:
        if not row.result:
            return ""
        outcomes = {True: ' class="up gain"', False: ' class="down loss"', None: ""}
        return f"<span{outcomes[row.deal.made]}>{escape(row.result)}</span>"

    def _cell(self, cell: SheetCell, row: SheetRow) -> str:
        if cell.is_absent:
            return '<td class="na">'
        place = (cell.role, cell.is_dealer)
        if place not in self.beginnings:
            self.beginnings[place] = self._beginning(*place)
        before, after = self.beginnings[place]
        if cell.role == DealRole.OUT:
            return f"{before}{self.figure(cell.total)}{after}<i>{self._rests(row)}</i>"
        gained = f'<i class="{gain_class(cell.gain)}">{self.figure(cell.gain)}</i>'
        return f"{before}{self.figure(cell.total)}{after}{gained}"

    def _beginning(self, role: str, is_dealer: bool) -> tuple[str, str]:
        """What stands before and after a total. Roles are said to the ear only: the eye has classes
        for them."""
        classes = " ".join(filter(None, (CELL_CLASSES.get(role), "dr" if is_dealer else "")))
        roles = ", ".join(filter(None, (self.roles.get(role), self.dealer if is_dealer else "")))
        spoken = f'<span class="vh">{escape(roles)}</span>' if roles else ""
        return f"<td{_class_attribute(classes)}><b>", f"</b>{spoken}"

    def _rests(self, row: SheetRow) -> str:
        """The word for a player without a gain. A deal of plain scores has nothing to win, so that
        nobody rested."""
        return "–" if row.is_plain else self.rests


def _class_attribute(names: str) -> str:
    return f' class="{names}"' if names else ""


def _figure(value: int) -> str:
    return escape(signed(value))


def _sign(mark: Mark) -> str:
    return f" {icon(mark.icon, '', mark.label)}"


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


def deal_words(row: SheetRow, contract: str | None = None) -> str:
    """ "Nadia, Garde, made by 11"; empty where only the scores are known. contract: row.contract,
    where that is at hand."""
    said = row.contract if contract is None else contract
    words = (row.taker, said, row.result) if row.taker else (row.label,)
    return _reason_words(row) or ", ".join(filter(None, words))


def _reason_words(row: SheetRow) -> str:
    if not row.is_void:
        return ""
    return _("Taken back") if row.is_undone else capfirst(row.reason)
