"""The form of the deal that a rules editor tries; a game adds its own fields."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from clubs.core.games import Rules
from clubs.queries.deals.trials import Trial, compare


class TrialForm(forms.Form):
    """A made-up deal to try rules on. Every game has the field `contract`.

    usual is the record that is tried first, among players of these names.
    """

    fields_template: ClassVar[str]
    game: ClassVar[str]
    players: ClassVar[tuple[str, ...]]
    usual: ClassVar[Mapping[str, Any]]

    def __init__(self, data: Any = None) -> None:
        """Without data, and with data that has no trial deal, the usual one is tried."""
        named = data is not None and "trial-contract" in data
        super().__init__(data if named else None, prefix="trial")

    def trial(self, before: Rules, after: Rules) -> Trial | None:
        """The deal under both profiles; None while something is wrong with it."""
        record = self.to_record()
        return (
            compare(self.game, self.players, lambda _rules: record, before, after)
            if record
            else None
        )

    def to_record(self) -> Mapping[str, Any]:
        """The record; empty while something is wrong with it."""
        if not self.is_bound:
            return self.usual
        return self.filled_record() if self.is_valid() else {}

    def filled_record(self) -> Mapping[str, Any]:
        """The record that the fields tell."""
        return self.usual
