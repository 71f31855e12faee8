"""The empty score sheet of French tarot."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.core.games import Rules
from clubs.games.french.core.game import THRESHOLDS
from clubs.games.french.core.rules import CALLING_SIZES
from clubs.games.french.queries.rules import french_words
from clubs.queries.deals.blank_sheets import NAME, BlankSheet, Column, lines_of


def french_sheet(rules: Rules, active_count: int) -> BlankSheet:
    return BlankSheet(tuple(_columns(active_count)), tuple(_reminder(rules, active_count)))


def _columns(active_count: int) -> Iterator[Column]:
    yield Column(_("Dealer"), NAME)
    yield Column(_("Taker"), NAME)
    if active_count in CALLING_SIZES:
        yield Column(_("Called"), NAME)
    yield Column(_("Contract"), (7, 5.6))
    yield Column.of(_("Oudlers"), 3.6)
    yield Column.of(_("Points"), 4.6)
    yield Column.of(_("Handful"), 4.8)
    yield Column.of(pgettext("narrow column", "Petit at the end"), 4.6)
    yield Column.of(_("Slam"), 4.8)


def _reminder(rules: Rules, active_count: int) -> Iterator[tuple[str, str]]:
    counts = ", ".join(str(count) for count in range(len(THRESHOLDS)))
    label = _("To reach with %(counts)s oudlers") % {"counts": counts}
    yield label, ", ".join(map(str, THRESHOLDS))
    keys = ["value", "contracts", "petit_au_bout", "poignee", f"poignee_trumps_{active_count}"]
    if active_count in CALLING_SIZES:
        keys.append(f"call_{active_count}")
    yield from lines_of(french_words(rules), [*keys, "chelem"])
