"""The made-up deal of the volte game that the rules editor tries."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.choices import choices_of
from clubs.forms.deals.rules import TrialForm
from clubs.games.volte.core.records import STO_BENE
from clubs.games.volte.queries import words

# Names of the made-up players, in seat order.
SEATS = ("taker", "second", "third", "fourth")
TAKER, DEFENDER = SEATS[0], SEATS[1]
NOBODY = [("", _("no"))]
SIDES = [*NOBODY, *choices_of(words.SIDES)]
SHOWN = [(kind, label) for kind, label in choices_of(words.ACCUSA_KINDS) if kind in STO_BENE]
MISERIE = [(kind, label) for kind, label in choices_of(words.ACCUSA_KINDS) if kind not in STO_BENE]


class VolteTrialForm(TrialForm):
    """What is declared: trumps by the taker, a misery by a defender."""

    fields_template = "clubs/games/volte/_rules_trial_form_volte.html"
    game = "volte"
    players = SEATS
    usual = {"taker": TAKER, "contract": "due", "honours": 1, "points": 57}

    contract = forms.ChoiceField(
        label=_("Contract"), choices=choices_of(words.CONTRACTS), initial="due"
    )
    honours = forms.TypedChoiceField(
        label=_("Honours at the start"),
        choices=[(n, str(n)) for n in range(4)],
        coerce=int,
        initial=1,
    )
    points = forms.IntegerField(
        label=_("Points of the taker"),
        min_value=0,
        max_value=91,
        initial=57,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    bagatto_last = forms.ChoiceField(label=_("Bagatto last"), choices=SIDES, required=False)
    matto_last = forms.ChoiceField(label=_("Matto captured last"), choices=SIDES, required=False)
    cappotto = forms.ChoiceField(label=_("Cappotto"), choices=SIDES, required=False)
    shown = forms.ChoiceField(
        label=_("“I am well” of the taker"), choices=[*NOBODY, *SHOWN], required=False
    )
    miseria = forms.ChoiceField(
        label=_("Misery of a defender"), choices=[*NOBODY, *MISERIE], required=False
    )

    def filled_record(self) -> dict[str, Any]:
        fields = dict(self.cleaned_data)
        declared = ((TAKER, fields.pop("shown")), (DEFENDER, fields.pop("miseria")))
        accuse = [{"player": player, "kind": kind} for player, kind in declared if kind]
        return {
            "taker": TAKER,
            "accuse": accuse,
            **{field: value for field, value in fields.items() if value != ""},
        }
