"""Forms of an open session."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.choices import problem_message
from clubs.core.problems import DealRefused
from clubs.forms.deals.rules_choice import RulesChoice
from clubs.forms.fields import RequestIdField
from clubs.forms.tables.play import table_name_field
from clubs.queries.deals.rules import RulesOffer

DEAL_PATH = re.compile(r"deals\[(\d+)\]", re.ASCII)


class TableNameForm(forms.Form):
    """What people call a table; empty: its number."""

    table_name = table_name_field()
    request_id = RequestIdField()


class RulesChangeForm(RulesChoice):
    """Another profile for a session that is open."""

    rules = forms.ChoiceField(label=gettext_lazy("Rules"), widget=forms.RadioSelect)
    request_id = RequestIdField()

    def __init__(self, *args: Any, offers: Sequence[RulesOffer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_rules(offers)

    def explain(self, refusal: DealRefused) -> None:
        """Says which deals do not fit the chosen rules, and why."""
        for problem in refusal.problems:
            path = DEAL_PATH.match(problem.field or "")
            text = problem_message(problem)
            if path:
                values = {"number": path[1], "problem": text}
                text = _("Deal %(number)s does not fit these rules: %(problem)s") % values
            self.add_error("rules", text)
