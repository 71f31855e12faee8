"""The editor of a house profile of Tarocco bolognese. Its trial deal: bolognese_trial.py.

Source: bolognese.md §7.
"""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs import choices
from clubs.forms.deals.rules import Layout, RulesForm, amount

LAYOUT: Layout = (
    (_("Match"), "trophy", [("end",), ("target",), ("deals",), ("tie",)]),
    (_("Calling out"), "flag", [("call_out",)]),
    (_("Combinations"), "hand", [("accuso_doubling",), ("adjacent_counters",)]),
)
HELP = {
    "target": _("Where points end the match: 800 in the Ottocento."),
    "deals": _("Where deals end the match: with 4 everybody deals once."),
    "tie": _("When both pairs have the same when the match should end."),
    "call_out": _("Who reaches the target by a declaration ends the match at once."),
    "accuso_doubling": _("Three sequences, or three cricche, declared by one player."),
    "adjacent_counters": _("In the Grande, from 16 down to 5."),
}


class BologneseRulesForm(RulesForm):
    game = "bolognese"
    usual_name = _("Ottocento")
    layout = LAYOUT
    helps = HELP

    end = forms.ChoiceField(label=_("What ends a match"), choices=choices.MatchEnd.choices)
    target = amount(_("Points to reach"), 5000, least=50)
    deals = amount(_("Deals of a match"), 40, least=1)
    tie = forms.ChoiceField(label=_("Equal totals at the end"), choices=choices.MatchTie.choices)
    call_out = forms.ChoiceField(label=_("Calling out"), choices=choices.CallOut.choices)
    accuso_doubling = forms.BooleanField(
        label=_("Three combinations double in a declaration"), required=False
    )
    adjacent_counters = forms.BooleanField(
        label=_("Counters may stand for two numbers side by side"), required=False
    )
