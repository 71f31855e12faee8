"""The paper of the volte game: the empty score sheet, and the slip of a tournament."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.core.games import Rules
from clubs.games.volte.core.game import volte
from clubs.games.volte.core.records import STO_BENE, AccusaKind
from clubs.games.volte.core.scoring import ACCUSA_VALUES, TARGETS
from clubs.games.volte.queries.settings import VOLTE_SETTINGS
from clubs.queries.deals.papers import (
    NAME,
    BlankSheet,
    BlankSheetColumn,
    SlipColumn,
    SlipHelp,
    Width,
    rule_lines,
)

LOOKED_UP = (
    "target_without_honours",
    "contracts",
    "counted_points",
    "premium_timing",
    "bonus_in_target",
    "matto_last_bonus",
    "cappotto_defence",
)


def volte_sheet(rules: Rules, active_count: int) -> BlankSheet:
    columns = (
        BlankSheetColumn(_("Dealer"), NAME),
        BlankSheetColumn(_("Taker"), NAME),
        BlankSheetColumn(_("Contract"), (6, 5)),
        BlankSheetColumn.of(_("Honours"), 3.8),
        BlankSheetColumn.of(_("Points"), 4),
        BlankSheetColumn.of(pgettext("narrow column", "Last trick"), 4.4),
        BlankSheetColumn.of(_("Cappotto"), 4.6),
        BlankSheetColumn(_("Declarations"), (7, 6)),
    )
    accuse = (_("“I am well”, misery"), _accusa_values())
    return BlankSheet(columns, (*rule_lines(VOLTE_SETTINGS.told(rules), LOOKED_UP), accuse))


def _accusa_values() -> str:
    first, second, third = STO_BENE
    return _(
        "%(first)s, %(second)s or %(third)s with %(few)s, %(more)s or %(most)s trumps; %(misery)s"
    ) % {
        "first": ACCUSA_VALUES[first],
        "second": ACCUSA_VALUES[second],
        "third": ACCUSA_VALUES[third],
        "few": STO_BENE[first],
        "more": STO_BENE[second],
        "most": STO_BENE[third],
        "misery": ACCUSA_VALUES[AccusaKind.MISERIA],
    }


def volte_slip(rules: Rules) -> SlipHelp:
    columns = (
        SlipColumn(_("Taker"), Width.NAME),
        SlipColumn(_("Contract"), Width.CONTRACT),
        SlipColumn(_("Honours"), Width.COUNT),
        SlipColumn(_("Points"), Width.POINTS),
        SlipColumn(_("Bonuses"), Width.WORDS),
    )
    targets = {0: volte(rules).target_without_honours, **TARGETS}
    label = _("To pass with %(counts)s honours") % {"counts": ", ".join(map(str, sorted(targets)))}
    passed = (label, ", ".join(str(targets[count]) for count in sorted(targets)))
    return SlipHelp(columns, (passed, *rule_lines(VOLTE_SETTINGS.told(rules), ["contracts"])))
