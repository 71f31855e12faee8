"""The finished score sheet of a session as data for its template, every text ready to print."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone, translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.core.deals import DealRole
from clubs.dates import date_format, day_and_time
from clubs.exchange.pdf import make_pdf, qr_code
from clubs.exchange.spreadsheets import file_named
from clubs.models import Club
from clubs.queries.deals.stories import ToldChange
from clubs.queries.fingerprints import check_address, groups_of, in_groups
from clubs.queries.tables.audit import LogRow
from clubs.queries.tables.heads import SittingHead, opened_at, sitting_head
from clubs.queries.tables.log_words import entry_title
from clubs.queries.tables.paper import PaperSheet
from clubs.queries.tables.sheet_rows import SeatTotal, SheetCell, SheetRow
from clubs.queries.tables.sittings import ScoreSheet
from clubs.queries.tables.summary import summary_of
from clubs.templatetags.feutre import half_points, signed

Json = dict[str, Any]

MARK = "*"  # beside the number of a deal that has a note under the table


def score_sheet_pdf(paper_sheet: PaperSheet, *, paper: str, printed_at: datetime) -> bytes:
    return make_pdf("score_sheet", score_sheet_data(paper_sheet, paper, printed_at))


def score_sheet_file_name(sheet: ScoreSheet, extension: str = "pdf") -> str:
    """Club, day and table, in letters that every system takes."""
    day = opened_at(sheet.sitting).date().isoformat()
    return file_named(_club_name(sheet.sitting.club), day, _table_text(sheet), extension=extension)


def _club_name(club: Club) -> str:
    """The name of the club; empty for a table without one, which is in a private club."""
    return "" if club.is_private else club.name


def _table_text(sheet: ScoreSheet) -> str:
    return sheet.sitting.called


def score_sheet_data(paper_sheet: PaperSheet, paper: str, printed_at: datetime) -> Json:
    sheet = paper_sheet.sheet
    sitting = sheet.sitting
    head = sitting_head(sitting, sheet.rules)
    club = _club_name(sitting.club)
    day = capfirst(date_format(opened_at(sitting), "l j F Y"))
    running = " · ".join(filter(None, [club, day, _table_text(sheet)]))
    notes = list(_all_notes(paper_sheet))
    noted = {note["deal"] for note in notes}
    summary = summary_of(sheet)
    ranks = {row.seat.position: row.rank for row in summary.ranking}
    return {
        "lang": translation.get_language(),
        "paper": paper,
        "site": settings.SITE_NAME,
        "title": f"{_('Score sheet')} · {running}",
        "heading": _("Score sheet"),
        "club": club,
        "running": running,
        "state": _session_state(sheet, head),
        "facts": [
            [_("Date"), day],
            [_("Table"), sitting.name or str(sitting.table_number)],
            [pgettext("of one table", "Rules"), head.rules_title],
            *_played_facts(sheet, head),
            [_("Session"), _("in progress") if sitting.is_open else _("closed")],
        ],
        "columns": _score_sheet_columns(sheet),
        "seats": [
            {
                "name": seat.name,
                "signs": _signer(seat),
                "total": signed(seat.total),
                "rank": str(ranks[seat.position]),
            }
            for seat in sheet.seats
        ],
        "rows": [_sheet_row_data(row, is_noted=row.number in noted) for row in sheet.rows],
        "matches": list(summary.matches),
        "notes": notes,
        "fingerprint": _fingerprint_data(paper_sheet.fingerprint),
        "foot": _foot_text(sheet, paper_sheet.fingerprint, printed_at),
        "words": {
            "page": _("page {page} of {pages}"),
            "gain": pgettext("column of a score sheet", "score"),
            "total": pgettext("column of a score sheet", "total"),
            "totals": _("Total (sum %(sum)s)") % {"sum": signed(summary.total)},
            "rank": _("Rank"),
            "matches": _("Matches"),
            "notes": _("Notes"),
            "signatures": _("Signatures"),
            "empty": _empty_text(sheet),
        },
    }


def _played_facts(sheet: ScoreSheet, head: SittingHead) -> list[list[str]]:
    if sheet.sitting.totals_only:
        return [[_("Deals"), _("totals only")]]
    deals = [_("Deals"), str(sheet.deal_count)]
    return [deals, [_("Duration"), head.duration]] if head.duration else [deals]


def _empty_text(sheet: ScoreSheet) -> str:
    """The sentence in the place of the deals, where there are none."""
    if sheet.sitting.totals_only:
        return _("Only the totals of this table are known.")
    return "" if sheet.rows else _("No deal was recorded.")


def _signer(seat: SeatTotal) -> str:
    """The name under which a player signs, with the last own deal of a player who has left."""
    if seat.left_after is None:
        return seat.full_name
    values = {"name": seat.full_name, "number": seat.left_after}
    return _("%(name)s, until deal %(number)s") % values


def _score_sheet_columns(sheet: ScoreSheet) -> list[Json]:
    """The columns before those of the players; columns without any content are left out."""
    rows, deals = sheet.rows, [row.deal for row in sheet.rows]
    known = [
        ("dealer", _("Dealer"), any(row.dealer for row in rows)),
        ("taker", _("Taker"), any(row.taker for row in rows)),
        ("called", _("Called"), any(row.partners or row.is_alone for row in rows)),
        ("contract", _("Contract"), any(row.contract for row in rows)),
        ("oudlers", _("Oudlers"), any(deal.oudlers is not None for deal in deals)),
        ("points", _("Points"), any(deal.points_x2 is not None for deal in deals)),
        ("result", _("Result"), any(row.result for row in rows)),
    ]
    shown = [{"key": key, "name": name} for key, name, is_known in known if is_known]
    number = {"key": "number", "name": pgettext("number of a deal", "No.")}
    bonuses = {"key": "bonuses", "name": _("Bonuses") if shown else ""}
    return [number, *shown, bonuses]


def _sheet_row_data(row: SheetRow, *, is_noted: bool) -> Json:
    """A deal as a row. kind is played; void, with the reason as label; or scores, with a label
    only."""
    deal = row.deal
    label = row.label
    if row.is_void:
        label = _("Taken back") if row.is_undone else capfirst(row.reason)
    return {
        "kind": deal.kind,
        "number": str(row.number),
        "mark": MARK if is_noted else "",
        "label": label,
        "dealer": [row.dealer],
        "taker": [row.taker],
        "called": [_("alone")] if row.is_alone else row.partners,
        "contract": row.contract,
        "oudlers": "" if deal.oudlers is None else str(deal.oudlers),
        "points": "" if deal.points_x2 is None else half_points(deal.points_x2),
        "result": row.result,
        "bonuses": "; ".join(mark.label for mark in row.marks),
        "cells": [_cell_data(cell) for cell in row.cells],
    }


def _cell_data(cell: SheetCell) -> Json:
    """Role, score and total of a player on one deal; empty for a player who was not there."""
    if cell.is_absent:
        return {"role": "", "gain": "", "total": ""}
    gain = _("rests") if cell.role == DealRole.OUT else signed(cell.gain)
    return {"role": cell.role, "gain": gain, "total": signed(cell.total)}


def _all_notes(paper_sheet: PaperSheet) -> Iterator[Json]:
    """The notes under the table, deal by deal; last those that concern no deal."""
    sheet, notes = paper_sheet.sheet, paper_sheet.notes
    for row in sheet.rows:
        logged = [note for note in notes if note.deal_number == row.number]
        yield from (_log_note(note, sheet) for note in logged)
        if row.change and not logged:  # the log is not for everybody
            title = entry_title(row.change.action, row.number)
            yield _note_data(row.number, title, _moment_text(row.change.at, sheet))
        if remark := row.deal.record.get("note"):
            yield _note_data(row.number, _("Deal %(number)s") % {"number": row.number}, text=remark)
    yield from (_log_note(note, sheet) for note in notes if note.deal_number is None)


def _log_note(note: LogRow, sheet: ScoreSheet) -> Json:
    text = _("“%(reason)s”") % {"reason": note.reason} if note.reason else ""
    by = f"{note.who}, {_moment_text(note.at, sheet)}"
    return _note_data(note.deal_number, note.title, by, text=text, changes=note.changes)


def _note_data(
    deal: int | None, head: str, by: str = "", *, text: str = "", changes: Sequence[ToldChange] = ()
) -> Json:
    lines = [{"label": line.label, "was": line.was, "now": line.now} for line in changes]
    return {"deal": deal, "head": head, "by": by, "text": text, "changes": lines}


def _moment_text(at: datetime, sheet: ScoreSheet) -> str:
    return day_and_time(timezone.localtime(at, sheet.sitting.club.zone))


def _session_state(sheet: ScoreSheet, head: SittingHead) -> str:
    """Whether the session is closed, and when, if that was measured."""
    closed_at = sheet.sitting.closed_at
    if closed_at is None:
        return _("Session in progress: not the final sheet")
    if not head.duration:
        return capfirst(_("closed"))
    return _("Closed on %(moment)s") % {"moment": _moment_text(closed_at, sheet)}


def _foot_text(sheet: ScoreSheet, fingerprint: str, printed_at: datetime) -> str:
    printed = _("printed on %(moment)s") % {"moment": _moment_text(printed_at, sheet)}
    return " · ".join(filter(None, [settings.SITE_NAME, printed, in_groups(fingerprint)]))


def _fingerprint_data(fingerprint: str) -> Json | None:
    """The fingerprint that proves later that the sheet is ours; None for a session without log."""
    if not fingerprint:
        return None
    address = check_address()
    return {
        "title": _("Fingerprint"),
        "groups": groups_of(fingerprint),
        "qr": qr_code(f"{address}?f={fingerprint}"),
        "address": address.partition("://")[2],
        "help": _(
            "Point a phone at the square, or type the groups at the address below: the page says"
            " whether this sheet is ours and whether anything was changed afterwards."
        ),
    }
