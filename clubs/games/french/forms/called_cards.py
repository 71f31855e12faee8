"""Which card was called: the suit as a chip, the rank in a fold. Source: scoring.md §3."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.deals.chips import Chip, ChipField
from clubs.forms.deals.parts import optional
from clubs.games.french.core.cards import USUAL_RANKS, CalledCard, CalledRank
from clubs.games.french.queries.cards import CALLED_RANKS, ICONS, RED, SUITS

LABELS = (_("Suit of the king"), _("Suit of the queen"))


def card_fields(count: int) -> dict[str, forms.Field]:
    """Of so many called cards; nobody has to answer."""
    fields: dict[str, forms.Field] = {}
    for place in range(count):
        usual = USUAL_RANKS[place]
        others = {rank: CALLED_RANKS[rank] for rank in CalledRank if rank is not usual}
        none = Chip("", _("Not told"), classes="none")
        suits = [
            Chip(suit, label, icon=ICONS[suit], classes="red" if suit in RED else "")
            for suit, label in SUITS.items()
        ]
        fields[f"suit_{place}"] = ChipField(
            [none, *suits], columns=5, small=True, label=LABELS[place]
        )
        fields[f"rank_{place}"] = optional(others, columns=3, label=_("Another card"))
    return fields


def called_cards(cleaned: Mapping[str, Any], count: int) -> list[str | None]:
    """Of the record; empty where nothing is told."""
    cards = [
        f"{cleaned[f'rank_{place}'] or USUAL_RANKS[place]}_{suit}" if suit else None
        for place in range(count)
        for suit in (cleaned[f"suit_{place}"],)
    ]
    return cards if any(cards) else []


def initial_cards(record: Mapping[str, Any]) -> dict[str, str]:
    initial = {}
    for place, code in enumerate(record.get("called_cards") or ()):
        if code:
            card = CalledCard(code)
            initial[f"suit_{place}"] = card.suit.value
            if card.rank is not USUAL_RANKS[place]:
                initial[f"rank_{place}"] = card.rank.value
    return initial
