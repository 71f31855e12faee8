"""What the parts of a paper of a tournament share; a paper is a list of parts for its template.

Every text is finished and translated here: the template knows no words.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from clubs.dates import date_format
from clubs.exchange.pdf import make_pdf
from clubs.numbers import grouped
from clubs.queries.tournaments.paper_shapes import PaperEntry, PaperHead

Json = dict[str, Any]

MISSED = "\N{EN DASH}"
NO_BREAK = "\N{NO-BREAK SPACE}"
SYMBOLS = {"EUR": "€", "CHF": "CHF", "USD": "$", "GBP": "£"}
MASK = 2  # of the squares: any is valid, and choosing the best costs six times as long


def parts_pdf(title: str, parts: Sequence[Json], *, to_write_on: bool = False) -> bytes:
    """All parts in one file. Without its structure for screen readers what is to be written on
    takes a tenth of the room."""
    return make_pdf("tournament_paper", _document(title, parts), tagged=not to_write_on)


def _document(title: str, parts: Sequence[Json]) -> Json:
    return {
        "lang": translation.get_language(),
        "paper": "a4",
        "site": settings.SITE_NAME,
        "title": title,
        "parts": list(parts),
        "words": {"page": _("page {page} of {pages}")},
    }


def part_head(
    kind: str,
    heading: str,
    head: PaperHead,
    printed_at: datetime,
    facts: Sequence[tuple[str, str]] = (),
) -> Json:
    """What every part has."""
    return {
        "kind": kind,
        "heading": heading,
        "tournament": head.tournament,
        "under": under_text(head),
        "facts": [list(fact) for fact in facts],
        "foot": " · ".join([settings.SITE_NAME, head.tournament, _printed_text(head, printed_at)]),
    }


def under_text(head: PaperHead) -> str:
    return " · ".join(filter(None, [head.club, head.place, day_text(head.starts_at)]))


def day_text(at: datetime) -> str:
    return capfirst(date_format(at, "l j F Y"))


def time_text(at: datetime) -> str:
    return date_format(at, "H:i")


def moment_text(head: PaperHead, at: datetime) -> str:
    """In the zone of the tournament."""
    local = at.astimezone(head.starts_at.tzinfo)
    return _("%(day)s, %(time)s") % {"day": date_format(local, "j F Y"), "time": time_text(local)}


def _printed_text(head: PaperHead, printed_at: datetime) -> str:
    return _("printed on %(moment)s") % {"moment": moment_text(head, printed_at)}


def money(hundredths: int, currency: str) -> str:
    """ "1 234,50 €": always with its hundredths, so that they stand under each other."""
    amount = grouped(hundredths / 100, 2)
    return f"{amount}{NO_BREAK}{SYMBOLS.get(currency, currency)}"


def entry_text(entry: PaperEntry) -> str:
    """The number and the name, "12 BERGER Anne"."""
    return f"{entry.number}{NO_BREAK}{entry.listed}"


def qr_code(address: str) -> str:
    """As SVG, in the black of the page; empty for no address. See score_sheet.qr_code."""
    if not address:
        return ""
    import segno  # slow import

    return str(segno.make(address, error="m", micro=False, mask=MASK).svg_inline(border=0))


def bare(address: str) -> str:
    """As it is typed: without the protocol."""
    return address.partition("://")[2] or address
