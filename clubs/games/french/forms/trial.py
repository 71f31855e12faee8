"""The made-up deal of French tarot that the rules editor tries."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.choices import choices_of
from clubs.core.deals import Camp
from clubs.core.games import Rules
from clubs.forms.deals.rules import TrialForm
from clubs.games.french.core.game import french
from clubs.games.french.core.records import slam_fields
from clubs.games.french.core.rules import ACTIVE_COUNTS
from clubs.games.french.queries import words
from clubs.queries.deals.rules import Trial, compare

# Names of the made-up players, in seat order; the second and third hold the called cards.
SEATS = ("taker", "second", "third", "fourth", "fifth", "sixth")
TAKER, FIRST_CALLED, SECOND_CALLED = SEATS[:3]
HOLDERS = {
    "partners": [FIRST_CALLED, SECOND_CALLED],
    "both": [FIRST_CALLED, FIRST_CALLED],
    "alone": [TAKER, TAKER],
}


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
                if not value.startswith(Camp.DEFENCE)
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
        deal = self.told_deal()
        if deal is None:
            return None
        players = SEATS[: deal["player_count"]]
        return compare(
            "french", players, lambda rules: _trial_record(deal, players, rules), before, after
        )

    def told_deal(self) -> dict[str, Any] | None:
        """Returns the values by field; None while one of them is wrong."""
        if not self.is_bound:
            return {name: field.initial or "" for name, field in self.fields.items()}
        return self.cleaned_data if self.is_valid() else None


def _trial_record(deal: Mapping[str, Any], players: Sequence[str], rules: Rules) -> dict[str, Any]:
    """The record; how many cards are called depends on the profile. The last player defends."""
    record: dict[str, Any] = {
        "taker": TAKER,
        "contract": deal["contract"],
        "oudlers": deal["oudlers"],
        "points": float(deal["points"]),
    }
    for name in ("chelem", "petit_chelem"):
        if deal[name]:
            record |= slam_fields(name, deal[name])
    if cards := len(french(rules).weights(len(players))):
        record["called"] = HOLDERS[deal["called"]][:cards]
    if deal["petit_au_bout"]:
        by_attack = deal["petit_au_bout"] == Camp.ATTACK
        record["petit_au_bout"] = deal["petit_au_bout"]
        record["petit_player"] = TAKER if by_attack else players[-1]
    if deal["poignee"]:
        record["poignees"] = [{"player": TAKER, "size": deal["poignee"]}]
    if deal["misere"]:
        record["miseres"] = [{"player": players[-1], "kind": deal["misere"]}]
    return record
