"""The form of the deal that a rules editor tries. A game's own fields: french_trial.py."""

from typing import Any, ClassVar

from django import forms

from clubs.core.games import Rules
from clubs.queries.deals.trials import Trial


class TrialForm(forms.Form):
    """A made-up deal to try rules on. Every game has the field `contract`."""

    fields_template: ClassVar[str]

    def __init__(self, data: Any = None) -> None:
        """Without data, and with data that has no trial deal, the usual one is tried."""
        named = data is not None and "trial-contract" in data
        super().__init__(data if named else None, prefix="trial")

    def trial(self, before: Rules, after: Rules) -> Trial | None:
        """The deal under both profiles; None while something is wrong with it."""
        raise NotImplementedError
