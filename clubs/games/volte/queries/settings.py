"""The words of the settings of the volte game, for the editor and the rules in plain words.

Source: tarocco_volte.md §4.
"""

from django.utils.translation import gettext_lazy as _

from clubs.games.volte.core.rules import CountedPoints, PremiumTiming
from clubs.games.volte.queries import rules
from clubs.games.volte.queries.words import (
    ACCUSA_MODES,
    BONUS_SCOPES,
    COUNTED_POINTS,
    PREMIUM_TIMINGS,
)
from clubs.queries.deals.setting_words import BID_SHOWN, RuleWords, Section, SettingWords

VOLTE_SETTINGS = RuleWords(
    usual_name=_("as printed"),
    before=rules.contract_lines,
    sections=(
        Section(
            _("Points and premium"),
            "cards",
            (
                SettingWords(
                    "counted_points",
                    _("Points that count"),
                    _("What the contract multiplies."),
                    COUNTED_POINTS,
                    said={
                        CountedPoints.DIFFERENCE: _("those beyond the target, or short of it"),
                        CountedPoints.TOTALS: _("all points of the side that wins"),
                    },
                ),
                SettingWords(
                    "premium_timing",
                    _("Premium added"),
                    _("Won by 6 at two times: (6 + 50) × 2 = 112, or 6 × 2 + 50 = 62."),
                    PREMIUM_TIMINGS,
                    short=_("Premium"),
                    said={  # the one example of tarocco_volte.md §9: won by 6 at two times
                        PremiumTiming.BEFORE: _(
                            "added before multiplying: by 6 at two times (6 + 50) × 2 = 112"
                        ),
                        PremiumTiming.AFTER: _(
                            "added after multiplying: by 6 at two times 6 × 2 + 50 = 62"
                        ),
                    },
                ),
            ),
        ),
        Section(
            _("Target"),
            "sheet",
            (
                SettingWords(
                    "target_without_honours",
                    _("Target without honours"),
                    _("With 3, 2 or 1 honours the target is 36, 41 or 51."),
                    short=_("Target"),
                    tell=rules.targets,
                ),
            ),
        ),
        Section(
            _("Last trick"),
            "petit",
            (
                SettingWords(
                    "bonus_in_target",
                    _("Last-trick bonus counts towards the target"),
                    _("Otherwise it is added to the base and does not change who won."),
                    short=_("Bonus in the last trick"),
                    said={
                        True: _("counted with the points that are compared with the target"),
                        False: _("added to the base, the target is compared with card points only"),
                    },
                ),
                SettingWords(
                    "bonus_scope",
                    _("Who can earn a last-trick bonus"),
                    values=BONUS_SCOPES,
                    short=_("Who earns it"),
                ),
                SettingWords(
                    "matto_last_bonus",
                    _("For capturing the Matto in the last trick"),
                    _("0: not counted."),
                    short=_("Matto captured last"),
                    said={0: _("not counted")},
                ),
            ),
        ),
        Section(
            _("Declarations"),
            "hand",
            (
                SettingWords(
                    "sto_bene_mode",
                    _("“I am well”"),
                    _("10, 13 or 15 trumps: 20, 30 or 40 points; never multiplied."),
                    ACCUSA_MODES,
                ),
                SettingWords(
                    "miseria_mode",
                    _("Miseries"),
                    _("10 points each; never multiplied."),
                    ACCUSA_MODES,
                ),
            ),
        ),
        Section(
            _("Cappotto"),
            "slam",
            (
                SettingWords(
                    "cappotto_defence",
                    _("The defence is paid for a cappotto"),
                    _("The taker gets 500 in any case."),
                    short=_("Cappotto"),
                    tell=rules.cappotto,
                ),
            ),
        ),
        Section(_("At the table"), "users", (BID_SHOWN,)),
    ),
)
