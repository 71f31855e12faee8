"""What both ways of telling a deal of Tarocco bolognese have: two pairs, by name."""

from functools import cached_property
from typing import Any

from django import forms

from clubs.forms.deals.chips import Chip, ChipField
from clubs.forms.deals.deals import DealForm
from clubs.games.bolognese.core.piles import Pair
from clubs.games.bolognese.core.rules import BologneseRules
from clubs.games.bolognese.queries.words import pair_names

PAIRS = tuple(pair.value for pair in Pair)
TOTAL_LENGTH = 4


class PairsForm(DealForm):
    """pairs go by `ns` (first and third seat) and `ew`, players by the number of their seat."""

    rules: BologneseRules

    @cached_property
    def pair_names(self) -> dict[Pair, str]:
        return pair_names(self.table.uuids, self.table.names)

    def pair_field(self, label: Any) -> ChipField:
        chips = [Chip(pair.value, name) for pair, name in self.pair_names.items()]
        return ChipField(chips, columns=2, label=label)


def total_field(label: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "placeholder": "··"})
    return forms.CharField(required=False, max_length=TOTAL_LENGTH, label=label, widget=widget)
