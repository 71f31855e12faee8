"""The empty score sheet of Tarocco bolognese: what both pairs made is written side by side."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.core.games import Rules
from clubs.games.bolognese.queries.settings import BOLOGNESE_SETTINGS
from clubs.queries.deals.papers import NAME, BlankSheet, BlankSheetColumn, rule_lines

LOOKED_UP = ("sequences", "cricche", "scartini", "end", "call_out", "accuso_doubling")


def bolognese_sheet(rules: Rules, active_count: int) -> BlankSheet:
    columns = (
        BlankSheetColumn(_("Dealer"), NAME),
        BlankSheetColumn.of(_("Sequences"), 6.4),
        BlankSheetColumn.of(_("Cricche"), 6.4),
        BlankSheetColumn.of(_("Card count"), 6.4),
        BlankSheetColumn.of(pgettext("narrow column", "Last trick"), 4.6),
        BlankSheetColumn.of(pgettext("Tarocco bolognese", "Declarations"), 6.4),
    )
    return BlankSheet(
        columns, tuple(rule_lines(BOLOGNESE_SETTINGS.told(rules), LOOKED_UP)), of_pairs=True
    )
