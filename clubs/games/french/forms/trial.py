"""The made-up deal of French tarot that the rules editor tries."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.choices import choices_of
from clubs.core.deals import SlamOutcome
from clubs.core.games import Rules
from clubs.forms.deals.rules import TrialForm
from clubs.games.french.core.rules import ACTIVE_COUNTS
from clubs.games.french.queries import words
from clubs.games.french.queries.trial import TrialDeal, try_deal
from clubs.queries.deals.rules import Trial


class PointsField(forms.DecimalField):
    """Card points, with a comma or a point before the half."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def to_python(self, value: Any) -> Any:
        return super().to_python(str(value or "").replace(",", "."))


class FrenchTrialForm(TrialForm):
    fields_template = "clubs/games/french/_rules_trial_form_french.html"

    player_count = forms.TypedChoiceField(
        label=_("Players"), choices=[(n, str(n)) for n in ACTIVE_COUNTS], coerce=int, initial=4
    )
    contract = forms.ChoiceField(
        label=_("Contract"), choices=choices_of(words.CONTRACTS), initial="garde"
    )
    oudlers = forms.TypedChoiceField(
        label=_("Oudlers"), choices=[(n, str(n)) for n in range(4)], coerce=int, initial=2
    )
    points = PointsField(label=_("Points of the attack"), min_value=0, max_value=91, initial=49)
    called = forms.ChoiceField(
        label=_("Called (5 or 6 players)"),
        choices=[
            ("partners", _("one partner a card")),
            ("both", _("one partner, both cards")),
            ("alone", _("alone")),
        ],
        initial="partners",
    )
    petit_au_bout = forms.ChoiceField(
        label=_("Petit at the end"),
        choices=[("", _("no")), *choices_of(words.CAMPS)],
        required=False,
        initial="attack",
    )
    poignee = forms.ChoiceField(
        label=_("Handful of the taker"),
        choices=[("", _("no")), *choices_of(words.POIGNEES)],
        required=False,
        initial="simple",
    )
    chelem = forms.ChoiceField(
        label=_("Slam"), choices=[("", _("no")), *choices_of(words.SLAMS)], required=False
    )
    petit_chelem = forms.ChoiceField(
        label=_("Small slam"),
        choices=[
            ("", _("no")),
            *(
                (value, label)
                for value, label in choices_of(words.SLAMS)
                if value != SlamOutcome.DEFENCE_MADE
            ),
        ],
        required=False,
    )
    misere = forms.ChoiceField(
        label=_("Misère of a defender"),
        choices=[("", _("no")), *choices_of(words.MISERES)],
        required=False,
    )

    def trial(self, before: Rules, after: Rules) -> Trial | None:
        """The deal under both profiles; None while something is wrong with it."""
        deal = self.to_deal()
        return try_deal(deal, before, after) if deal else None

    def to_deal(self) -> TrialDeal | None:
        """The deal; None while something is wrong with it."""
        if not self.is_bound:
            return TrialDeal(4, "garde", 2, 49, petit_au_bout="attack", poignee="simple")
        if not self.is_valid():
            return None
        return TrialDeal(**{**self.cleaned_data, "points": float(self.cleaned_data["points"])})
