"""The papers of a tournament as PDF, A4, in the language that is set."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from clubs.exchange.pdf import make_pdf
from clubs.exchange.spreadsheets import file_named
from clubs.exchange.tournaments.papers.opening import badges_part, check_in_part, poster_part
from clubs.exchange.tournaments.papers.parts import Json
from clubs.exchange.tournaments.papers.report import report_part
from clubs.exchange.tournaments.papers.results import (
    certificates_part,
    prizes_part,
    receipts_part,
    standings_part,
)
from clubs.exchange.tournaments.papers.rounds import (
    by_name,
    by_table,
    guide_part,
    sheet_part,
    slips_part,
)
from clubs.queries.tournaments.paper_shapes import (
    BadgesPaper,
    CheckInPaper,
    DiplomasPaper,
    EmergencyPaper,
    PaperHead,
    PosterPaper,
    PrizesPaper,
    ReportPaper,
    SeatingPaper,
    SlipsPaper,
    StandingsPaper,
)


def poster_pdf(paper: PosterPaper) -> bytes:
    return _pdf(_("Poster"), paper.head, [poster_part(paper)])


def slips_pdf(paper: SlipsPaper, on_page: int = 2) -> bytes:
    return _pdf(_("Slips"), paper.head, [slips_part(paper, on_page)], to_write_on=True)


def seating_pdf(paper: SeatingPaper, printed_at: datetime) -> bytes:
    parts = [by_table(paper, printed_at), by_name(paper, printed_at)]
    return _pdf(_("Seating"), paper.head, parts)


def badges_pdf(paper: BadgesPaper) -> bytes:
    return _pdf(_("Badges"), paper.head, [badges_part(paper)], to_write_on=True)


def check_in_pdf(paper: CheckInPaper, printed_at: datetime) -> bytes:
    return _pdf(_("Check-in list"), paper.head, [check_in_part(paper, printed_at)])


def tournament_standings_pdf(paper: StandingsPaper, printed_at: datetime) -> bytes:
    return _pdf(_("Standings"), paper.head, [standings_part(paper, printed_at)])


def prizes_pdf(paper: PrizesPaper, printed_at: datetime) -> bytes:
    """The list, then a receipt for each prize."""
    parts = [prizes_part(paper, printed_at), receipts_part(paper)]
    return _pdf(_("Prize list"), paper.head, parts)


def certificates_pdf(paper: DiplomasPaper) -> bytes:
    return _pdf(_("Certificates"), paper.head, [certificates_part(paper)])


def report_pdf(paper: ReportPaper, printed_at: datetime) -> bytes:
    return _pdf(_("Report of the arbiter"), paper.head, [report_part(paper, printed_at)])


def emergency_pdf(paper: EmergencyPaper, printed_at: datetime) -> bytes:
    """All papers for going on by hand, in the order in which they are needed."""
    return _pdf(
        _("Emergency set"), paper.head, list(_emergency_parts(paper, printed_at)), to_write_on=True
    )


def _emergency_parts(paper: EmergencyPaper, printed_at: datetime) -> Iterator[Json]:
    yield guide_part(paper, printed_at)
    yield sheet_part(paper, printed_at)
    if paper.standings:
        yield standings_part(paper.standings, printed_at)
    for seating in paper.seatings:
        yield by_table(seating, printed_at)
        yield by_name(seating, printed_at)
    for slips in paper.slips:
        yield slips_part(slips, 2)


def _pdf(title: str, head: PaperHead, parts: Sequence[Json], *, to_write_on: bool = False) -> bytes:
    """All parts in one file. Papers to write on have no structure for screen readers: without it
    they take a tenth of the room."""
    document = {
        "lang": translation.get_language(),
        "paper": "a4",
        "site": settings.SITE_NAME,
        "title": f"{title} · {head.tournament}",
        "parts": parts,
        "words": {"page": _("page {page} of {pages}")},
    }
    return make_pdf("tournament_paper", document, tagged=not to_write_on)


def paper_file_name(head: PaperHead, kind: str) -> str:
    """Tournament, day and paper, in letters that every system takes."""
    day = head.starts_at.date().isoformat()
    return file_named(head.tournament, day, kind, extension="pdf")
