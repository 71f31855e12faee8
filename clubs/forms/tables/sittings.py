"""Forms of an open session."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.choices import problem_message
from clubs.core.games import Rules
from clubs.core.problems import DealRefused
from clubs.forms.fields import RequestIdField, set_choices
from clubs.forms.people.people import RulesOption, rules_choices, rules_options
from clubs.queries.deals.rules import RulesOffer, find_offer

DEAL_PATH = re.compile(r"deals\[(\d+)\]", re.ASCII)


class RulesChangeForm(forms.Form):
    """Another profile for a session that is open."""

    rules = forms.ChoiceField(label=gettext_lazy("Rules"), widget=forms.RadioSelect)
    request_id = RequestIdField()

    def __init__(self, *args: Any, offers: Sequence[RulesOffer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offers = offers
        set_choices(self, "rules", rules_choices(offers))

    def rules_options(self) -> list[RulesOption]:
        return rules_options(self["rules"], self.offers)

    def to_rules(self) -> Rules:
        """The chosen profile; call after is_valid()."""
        offer = find_offer(self.offers, self.cleaned_data["rules"])
        assert offer is not None  # noqa: S101 - a choice of the field
        return offer.rules

    def explain(self, refusal: DealRefused) -> None:
        """Says which deals do not fit the chosen rules, and why."""
        for problem in refusal.problems:
            path = DEAL_PATH.match(problem.field or "")
            text = problem_message(problem)
            if path:
                values = {"number": path[1], "problem": text}
                text = _("Deal %(number)s does not fit these rules: %(problem)s") % values
            self.add_error("rules", text)
