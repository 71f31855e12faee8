"""An empty score sheet to write on at the table, for one page of paper."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.choices import rules_title
from clubs.core.french import THRESHOLDS
from clubs.core.games import DEFAULT_GAME
from clubs.exchange.pdf import make_pdf
from clubs.queries.games import WORDS
from clubs.queries.rules import default_rules

Json = dict[str, Any]

CALLING_FROM = 5  # players in the deal


def blank_sheet_pdf(
    *, active_count: int, seat_count: int, names: Sequence[str], paper: str, language: str
) -> bytes:
    """names may be fewer than seats: the others are written by hand."""
    with translation.override(language):
        data = blank_sheet_data(active_count, seat_count, names, paper)
    return make_pdf("blank_sheet", data)


def blank_file_name(seat_count: int, language: str) -> str:
    with translation.override(language):
        return f"{slugify(_('Score sheet'))}-{seat_count}.pdf"


def blank_sheet_data(active_count: int, seat_count: int, names: Sequence[str], paper: str) -> Json:
    return {
        "lang": translation.get_language(),
        "paper": paper,
        "site": settings.SITE_NAME,
        "title": _("Score sheet"),
        "heading": _("Score sheet"),
        "club": "",
        "facts": [  # what is filled in by hand, and its width in em
            [_("Club"), 16],
            [_("Date"), 9],
            [_("Table"), 4],
            [pgettext("of one table", "Rules"), 9],
            [_("Sheet"), 4],
        ],
        "columns": [{"key": key, "name": name} for key, name in columns_for(active_count)],
        "seats": [*names, *[""] * (seat_count - len(names))],
        "reminder": {
            "title": _("Reminder: %(rules)s") % {"rules": rules_title(default_rules())},
            "lines": [[label, value] for label, value in reminder(active_count)],
        },
        "foot": settings.SITE_NAME,
        "words": {
            "page": "",
            "gain": pgettext("column of a score sheet", "score"),
            "total": pgettext("column of a score sheet", "total"),
            "totals": _("Total"),
            "report": _("Carried over"),
            "signatures": _("Signatures"),
        },
    }


def columns_for(active_count: int) -> Iterator[tuple[str, str]]:
    yield "number", _("Deal")
    yield "dealer", _("Dealer")
    yield "taker", _("Taker")
    if active_count >= CALLING_FROM:
        yield "called", _("Called")
    yield "contract", _("Contract")
    yield "oudlers", _("Oudlers")
    yield "points", _("Points")
    yield "poignee", _("Handful")
    yield "petit", pgettext("narrow column", "Petit at the end")
    yield "chelem", _("Slam")


def reminder(active_count: int) -> Iterator[tuple[str, str]]:
    """What one looks up while counting, from the rules of the federation."""
    counts = ", ".join(str(count) for count in range(len(THRESHOLDS)))
    label = _("To reach with %(counts)s oudlers") % {"counts": counts}
    yield label, ", ".join(map(str, THRESHOLDS))
    told = {line.key: line for line in WORDS[DEFAULT_GAME].rules(default_rules())}
    keys = ["value", "contracts", "petit_au_bout", "poignee", f"poignee_trumps_{active_count}"]
    if active_count >= CALLING_FROM:
        keys.append(f"call_{active_count}")
    for key in [*keys, "chelem"]:
        yield told[key].label, told[key].value
