"""An empty score sheet to write on at the table, for one page of paper."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.choices import rules_title
from clubs.core.games import DEFAULT_GAME
from clubs.exchange.pdf import make_pdf
from clubs.exchange.spreadsheets import file_named
from clubs.queries.deals.rules import default_rules
from clubs.queries.games import WORDS

Json = dict[str, Any]

MANY = 6  # at the table: names get less room
NUMBER = 3.2  # em, of the number of a deal


def blank_sheet_pdf(
    *,
    game: str,
    active_count: int,
    seat_count: int,
    names: Sequence[str],
    paper: str,
    language: str,
) -> bytes:
    """The sheet as PDF. names may be fewer than seats: the others are written by hand."""
    with translation.override(language):
        data = blank_sheet_data(active_count, seat_count, names, paper, game)
    return make_pdf("blank_sheet", data)


def blank_file_name(seat_count: int, language: str, game: str = DEFAULT_GAME) -> str:
    with translation.override(language):
        of_game = [] if game == DEFAULT_GAME else [str(WORDS[game].name)]
        return file_named(_("Score sheet"), *of_game, str(seat_count), extension="pdf")


def blank_sheet_data(
    active_count: int,
    seat_count: int,
    names: Sequence[str],
    paper: str,
    game: str = DEFAULT_GAME,
) -> Json:
    rules = default_rules(game)
    sheet = WORDS[game].blank(rules, active_count)
    seats = [*names, *[""] * (seat_count - len(names))]
    is_tight = seat_count >= MANY
    columns = [{"name": column.name, "width": column.widths[is_tight]} for column in sheet.columns]
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
        "columns": [{"name": _("Deal"), "width": NUMBER}, *columns],
        "seats": _side_names(seats) if sheet.of_pairs else seats,
        "reminder": {
            "title": _("Reminder: %(rules)s") % {"rules": rules_title(rules)},
            "lines": [[label, value] for label, value in sheet.reminder],
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


def _side_names(seats: Sequence[str]) -> list[str]:
    """The names of the two sides: the players opposite each other play together."""
    return [" – ".join(name for name in side if name) for side in (seats[0::2], seats[1::2])]
