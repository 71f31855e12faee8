"""The made-up deals of Tarocco bolognese that the rules editor tries.

What the settings of a match do shows in no single deal: each of these shows one of the others.
Source: bolognese.md §14, b08 and b24.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.games import Rules
from clubs.forms.deals.rules import TrialForm
from clubs.queries.deals.rules import Trial, compare

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

    contract = forms.ChoiceField(label=_("Deal"), choices=list(LABELS.items()), initial="counters")

    def trial(self, before: Rules, after: Rules) -> Trial | None:
        record = self.to_record()
        return compare("bolognese", SEATS, lambda rules: record, before, after) if record else None

    def to_record(self) -> dict[str, Any]:
        """The record; empty while something is wrong with it."""
        if not self.is_bound:
            return DEALS["counters"]
        return DEALS[self.cleaned_data["contract"]] if self.is_valid() else {}
