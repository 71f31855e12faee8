"""The made-up deals of Tarocco bolognese that the rules editor tries.

What the settings of a match do shows in no single deal: each of these shows one of the others.
Source: bolognese.md §14, b08 and b24.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.deals.rules import TrialForm

SEATS = ("north", "west", "south", "east")  # the made-up players
DEALS: dict[str, dict[str, Any]] = {
    "counters": {
        "entry": "cards",
        "last_trick": "ew",
        "pile": {"pair": "ew", "cards": ["T12", "T11", "D6", "D7"]},
    },
    "declaration": {
        "entry": "quick",
        "last_trick": "ns",
        "quick": {
            "ns": {"sequences": 60, "cricche": 0, "scartini": 40},
            "ew": {"sequences": 25, "cricche": 17, "scartini": 47},
        },
        "accusi": [
            {
                "player": SEATS[3],
                "cards": ["MO1", "MO2", "MO3", "DA", "CA", "SA", "SK", "SQ", "SC"],
            }
        ],
    },
}
LABELS = {
    "counters": _("The other pair has 12 and 11, both counters are in the Grande"),
    "declaration": _("One player declares three sequences"),
}


class BologneseTrialForm(TrialForm):
    """`contract`, the field that every game has, chooses the deal."""

    fields_template = "clubs/games/bolognese/_rules_trial_form_bolognese.html"
    game = "bolognese"
    players = SEATS
    usual = DEALS["counters"]

    contract = forms.ChoiceField(label=_("Deal"), choices=list(LABELS.items()), initial="counters")

    def filled_record(self) -> Mapping[str, Any]:
        return DEALS[self.cleaned_data["contract"]]
