"""How many oudlers the taker has, and which, as chips. Source: scoring.md §3."""

from django.utils.translation import gettext_lazy as _

from clubs.forms.deals.chips import Chip, ChipField, ChipsField
from clubs.games.french.core.cards import Oudler
from clubs.games.french.core.scoring import THRESHOLDS
from clubs.games.french.queries.cards import OUDLER_ICONS, OUDLERS


def oudlers_field(*, narrow: bool) -> ChipField:
    """narrow: beside the chips of which ones, where there is no room for words."""
    text = "%(points)s" if narrow else _("%(points)s needed")
    chips = [
        Chip(str(count), str(count), small=text % {"points": needed})
        for count, needed in enumerate(THRESHOLDS)
    ]
    return ChipField(chips, columns=4, label=_("Taker's oudlers"))


def which_oudlers_field() -> ChipsField:
    chips = [Chip(card, OUDLERS[card], icon=OUDLER_ICONS[card]) for card in Oudler]
    return ChipsField(chips, columns=3, label=_("Which oudlers"))
