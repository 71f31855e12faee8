"""The empty score sheet of Tarocco bolognese: what both pairs made is written side by side."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.core.games import Rules
from clubs.games.bolognese.queries.rules import bolognese_words
from clubs.queries.deals.blank_sheets import NAME, BlankSheet, Column, lines_of

LOOKED_UP = ("sequences", "cricche", "scartini", "end", "call_out", "accuso_doubling")


def bolognese_sheet(rules: Rules, active_count: int) -> BlankSheet:
    columns = (
        Column(_("Dealer"), NAME),
        Column.of(_("Sequences"), 6.4),
        Column.of(_("Cricche"), 6.4),
        Column.of(_("Card count"), 6.4),
        Column.of(pgettext("narrow column", "Last trick"), 4.6),
        Column.of(pgettext("Tarocco bolognese", "Declarations"), 6.4),
    )
    return BlankSheet(columns, tuple(lines_of(bolognese_words(rules), LOOKED_UP)), of_pairs=True)
