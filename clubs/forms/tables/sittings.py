"""Forms of an open session."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.choices import problem_message
from clubs.core.problems import DealRefused
from clubs.forms.deals.rules_choice import StakedRules
from clubs.forms.fields import RequestIdField
from clubs.forms.tables.play import table_name_field
from clubs.models import Sitting
from clubs.queries.deals.deals import rules_of
from clubs.queries.deals.rules import RulesOffer

DEAL_PATH = re.compile(r"deals\[(\d+)\]", re.ASCII)


class TableNameForm(forms.Form):
    """What people call a table; empty: its number."""

    table_name = table_name_field()
    request_id = RequestIdField()


class RulesChangeForm(StakedRules):
    """Another profile for a session that is open."""

    rules = forms.ChoiceField(label=gettext_lazy("Rules"), widget=forms.RadioSelect)
    request_id = RequestIdField()

    def __init__(
        self,
        data: Any = None,
        *,
        sitting: Sitting,
        offers: Sequence[RulesOffer],
        chosen: str | None = None,
    ) -> None:
        """The stake of now stays, unless another is typed. chosen: the profile that is proposed."""
        rules = rules_of(sitting)
        initial: dict[str, Any] = {"rules": chosen or rules.name}
        if rules.stake_per_point:
            initial |= {"stake": rules.stake_per_point, "coin": rules.smallest_coin}
        super().__init__(data, initial=initial)
        self.offer_rules(offers)
        self.offer_stakes(rules.currency if rules.is_for_money else sitting.club.currency)

    def explain(self, refusal: DealRefused) -> None:
        """Says which deals do not fit the chosen rules, and why."""
        for problem in refusal.problems:
            path = DEAL_PATH.match(problem.field or "")
            text = problem_message(problem)
            if path:
                values = {"number": path[1], "problem": text}
                text = _("Deal %(number)s does not fit these rules: %(problem)s") % values
            self.add_error("rules", text)
