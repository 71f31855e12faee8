"""The empty score sheet of the volte game."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.core.games import Rules
from clubs.games.volte.core.records import STO_BENE, AccusaKind
from clubs.games.volte.core.scoring import ACCUSA_VALUES
from clubs.games.volte.queries.rules import volte_words
from clubs.queries.deals.blank_sheets import NAME, BlankSheet, Column, lines_of

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
        Column(_("Dealer"), NAME),
        Column(_("Taker"), NAME),
        Column(_("Contract"), (6, 5)),
        Column.of(_("Honours"), 3.8),
        Column.of(_("Points"), 4),
        Column.of(pgettext("narrow column", "Last trick"), 4.4),
        Column.of(_("Cappotto"), 4.6),
        Column(_("Declarations"), (7, 6)),
    )
    accuse = (_("“I am well”, misery"), _accusa_values())
    return BlankSheet(columns, (*lines_of(volte_words(rules), LOOKED_UP), accuse))


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
