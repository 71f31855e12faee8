"""The editor of a house profile of the volte game. Its trial deal: volte_trial.py.

Source: tarocco_volte.md §4.
"""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs import choices
from clubs.forms.deals.rules import Layout, RulesForm, amount

LAYOUT: Layout = (
    (_("Points and premium"), "cards", [("counted_points",), ("premium_timing",)]),
    (_("Target"), "sheet", [("target_without_honours",)]),
    (
        _("Last trick"),
        "petit",
        [("bonus_in_target",), ("bonus_scope",), ("matto_last_bonus",)],
    ),
    (_("Declarations"), "hand", [("sto_bene_mode",), ("miseria_mode",)]),
    (_("Cappotto"), "slam", [("cappotto_defence",)]),
    (_("Money"), "trophy", [("stake_per_point",)]),
)
HELP = {
    "counted_points": _("What the contract multiplies."),
    "premium_timing": _("Won by 6 at two times: (6 + 50) × 2 = 112, or 6 × 2 + 50 = 62."),
    "target_without_honours": _("With 3, 2 or 1 honours the target is 36, 41 or 51."),
    "bonus_in_target": _("Otherwise it is added to the base and does not change who won."),
    "matto_last_bonus": _("0: not counted."),
    "sto_bene_mode": _("10, 13 or 15 trumps: 20, 30 or 40 points; never multiplied."),
    "miseria_mode": _("10 points each; never multiplied."),
    "cappotto_defence": _("The taker gets 500 in any case."),
    "stake_per_point": _("In the smallest unit of the money; 0: points only."),
}


class VolteRulesForm(RulesForm):
    game = "volte"
    usual_name = _("as printed")
    layout = LAYOUT
    helps = HELP

    counted_points = forms.ChoiceField(
        label=_("Points that count"), choices=choices.CountedPoints.choices
    )
    premium_timing = forms.ChoiceField(
        label=_("Premium added"), choices=choices.PremiumTiming.choices
    )
    bonus_in_target = forms.BooleanField(
        label=_("Last-trick bonus counts towards the target"), required=False
    )
    bonus_scope = forms.ChoiceField(
        label=_("Who can earn a last-trick bonus"), choices=choices.BonusScope.choices
    )
    matto_last_bonus = amount(_("For capturing the Matto in the last trick"), 10)
    sto_bene_mode = forms.ChoiceField(label=_("“I am well”"), choices=choices.AccusaMode.choices)
    miseria_mode = forms.ChoiceField(label=_("Miseries"), choices=choices.AccusaMode.choices)
    cappotto_defence = forms.BooleanField(
        label=_("The defence is paid for a cappotto"), required=False
    )
    target_without_honours = amount(_("Target without honours"), 91, least=52)
    stake_per_point = amount(_("Stake per point"), 1_000_000)
