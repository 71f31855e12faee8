"""Paper of French tarot: the empty score sheet, and the slip of a table at a tournament."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.core.games import Rules
from clubs.games.french.core.rules import CALLING_SIZES
from clubs.games.french.core.scoring import THRESHOLDS
from clubs.games.french.queries.settings import FRENCH_SETTINGS
from clubs.queries.deals.papers import (
    NAME,
    BlankSheet,
    BlankSheetColumn,
    SlipColumn,
    SlipHelp,
    Width,
    rule_lines,
)


def french_sheet(rules: Rules, active_count: int) -> BlankSheet:
    called = (BlankSheetColumn(_("Called"), NAME),) if active_count in CALLING_SIZES else ()
    columns = (
        BlankSheetColumn(_("Dealer"), NAME),
        BlankSheetColumn(_("Taker"), NAME),
        *called,
        BlankSheetColumn(_("Contract"), (7, 5.6)),
        BlankSheetColumn.of(_("Oudlers"), 3.6),
        BlankSheetColumn.of(_("Points"), 4.6),
        BlankSheetColumn.of(_("Handful"), 4.8),
        BlankSheetColumn.of(pgettext("narrow column", "Petit at the end"), 4.6),
        BlankSheetColumn.of(_("Slam"), 4.8),
    )
    return BlankSheet(columns, tuple(_reminder(rules, active_count)))


def _reminder(rules: Rules, active_count: int) -> Iterator[tuple[str, str]]:
    yield _points_to_reach()
    keys = ["base_value", "scale", "petit_au_bout.mode", "poignee.simple"]
    keys.append(f"poignee_trumps.{active_count}.0")
    if active_count in CALLING_SIZES:
        keys.append(f"call_weights.{active_count}.0")
    yield from rule_lines(
        FRENCH_SETTINGS.told(rules), [*keys, "chelem.announced", "defence_chelem.enabled"]
    )


def french_slip(rules: Rules) -> SlipHelp:
    columns = (
        SlipColumn(_("Taker"), Width.NAME),
        SlipColumn(_("Called"), Width.NAME, of_five=True),
        SlipColumn(_("Contract"), Width.CONTRACT),
        SlipColumn(_("Oudlers"), Width.COUNT),
        SlipColumn(_("Points"), Width.POINTS),
        SlipColumn(_("Bonuses"), Width.WORDS),
    )
    told_scale = rule_lines(FRENCH_SETTINGS.told(rules), ["scale"])
    return SlipHelp(columns, (_points_to_reach(), *told_scale))


def _points_to_reach() -> tuple[str, str]:
    """The card points that a taker needs, by oudlers, with their label."""
    counts = ", ".join(map(str, range(len(THRESHOLDS))))
    label = _("To reach with %(counts)s oudlers") % {"counts": counts}
    return label, ", ".join(map(str, THRESHOLDS))
