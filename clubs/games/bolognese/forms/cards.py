"""A deal of Tarocco bolognese by the cards of one pile, and the picture of the pack.

Source: bolognese.md §8, `pile` and `passed_card`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.problems import DealRefused
from clubs.games.bolognese.core.cards import DECK, MOORS, NUMBERS, SUIT_RANKS, SUITS
from clubs.games.bolognese.core.game import count_piles
from clubs.games.bolognese.core.piles import Pair, piles_from
from clubs.games.bolognese.core.records import EntryMode
from clubs.games.bolognese.core.scoring import Counted
from clubs.games.bolognese.forms.pairs import PAIRS, PairsForm
from clubs.games.bolognese.queries.teller import combinations
from clubs.games.bolognese.queries.words import FAMILIES, card_name, short_card

# The picture of the pack: groups of the deck, in its order.
GROUPS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (_("Trumps"), (*DECK[:4], *NUMBERS)),
    (_("Moors and counters"), (*MOORS, "BEG", "MAT")),
    *(
        (FAMILIES[family], tuple(suit + rank for rank in SUIT_RANKS))
        for family, suit in SUITS.items()
    ),
)


class CardField(forms.ChoiceField):
    """One card, or none said."""

    def __init__(self, cards: Sequence[str], *, label: Any) -> None:
        choices = [("", "–"), *((card, card_name(card)) for card in cards)]
        super().__init__(choices=choices, required=False, label=label)

    def valid_value(self, value: str) -> bool:
        return True


class CardsField(forms.MultipleChoiceField):
    """Any of the pack, or of other codes; one that is none of them is left for core to refuse."""

    def valid_value(self, value: str) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class CardChip:
    """A card of the picture. What its chip says is enough under the name of its suit."""

    code: str
    short: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class PairCounted:
    """One pile of the picture, counted: so many cards, and what they make, in words."""

    name: str
    cards: int | None
    sequences: int
    cricche: int
    scartini: int
    items: tuple[str, ...]


class CardsEntry(PairsForm):
    """`cards` are those of the pile of `pile_pair`; `no_cards` says that it has none."""

    def pile_fields(self) -> Iterator[tuple[str, forms.Field]]:
        yield "pile_pair", self.pair_field(_("Whose pile"))
        yield (
            "cards",
            CardsField(
                required=False,
                label=_("Cards of the pile"),
                choices=[(card, card_name(card)) for card in DECK],
                widget=forms.CheckboxSelectMultiple,
            ),
        )
        yield "no_cards", forms.BooleanField(required=False, label=_("Not one card in it"))
        yield "passed_card", CardField(DECK, label=_("Given for the Matto"))

    def card_groups(self) -> list[tuple[Any, list[CardChip]]]:
        ticked = set(self["cards"].value() or ())
        return [
            (
                label,
                [CardChip(card, short_card(card), card in ticked) for card in cards],
            )
            for label, cards in GROUPS
        ]

    def pile(self) -> dict[str, Any]:
        """The pile in the order of the deck; a card passes only between odd piles."""
        cleaned = self.cleaned_data
        pile = {"pair": cleaned["pile_pair"], "cards": in_deck_order(cleaned["cards"])}
        if cleaned["passed_card"] and self.passes:
            return {"pile": pile, "passed_card": cleaned["passed_card"]}
        return {"pile": pile}

    def refuse_cards_of_none(self) -> None:
        """Cards of a pile that has none; a record has but one of them."""
        cleaned = self.cleaned_data
        if cleaned["no_cards"] and cleaned["cards"] and cleaned["entry"] == EntryMode.CARDS:
            text = _("Either the cards, or not one.")
            self.add_error("no_cards", forms.ValidationError(text, code="both"))

    # What the piles hold so far

    @property
    def passes(self) -> bool:
        """Whether a card goes from one pile to the other."""
        return bool(self.matto_pile)

    @cached_property
    def matto_pile(self) -> list[str]:
        """The cards of which one is given for the Matto; empty where none is."""
        cards = [card for card in self["cards"].value() or () if card in DECK]
        if not cards or self["entry"].value() != EntryMode.CARDS:
            return []
        piles = piles_from(Pair.NS, frozenset(cards))
        if not piles.passes:
            return []
        own = piles.cards[piles.matto_pair] - {"MAT"}
        return [card for card in DECK if card in own]

    def passed_choices(self) -> list[tuple[str, str, bool]]:
        """Code, name, and whether it is the one that was said."""
        said = self["passed_card"].value()
        return [(card, card_name(card), card == said) for card in self.matto_pile]

    def counted(self) -> list[PairCounted]:
        """Both piles while cards are ticked; empty before, and while they cannot be."""
        cards, pair = self["cards"].value() or (), self["pile_pair"].value()
        if not (cards or self["no_cards"].value()):
            return []
        if pair not in PAIRS or self["entry"].value() != EntryMode.CARDS:
            return []
        passed = self["passed_card"].value() if self.passes else None
        try:
            counted = count_piles(Pair(pair), cards, passed or None, self.rules)
        except DealRefused:
            return []
        return self.piles_told(counted)

    def piles_told(self, counted: Counted) -> list[PairCounted]:
        return [
            PairCounted(
                name,
                counted.pairs[pair].cards,
                counted.pairs[pair].sequences,
                counted.pairs[pair].cricche,
                counted.pairs[pair].scartini,
                tuple(
                    text
                    for items in (
                        counted.pairs[pair].sequence_items,
                        counted.pairs[pair].cricca_items,
                    )
                    if (text := combinations(items or ()))
                ),
            )
            for pair, name in self.pair_names.items()
        ]


def in_deck_order(codes: Sequence[str]) -> list[str]:
    """Codes that are no card come last, for core to refuse."""
    return [*(card for card in DECK if card in codes), *(c for c in codes if c not in DECK)]


def pile_initial(pile: Mapping[str, Any]) -> dict[str, Any]:
    """A pile without a card says so, to be told from one whose cards are not ticked yet."""
    cards = {"cards": list(pile["cards"])} if pile["cards"] else {"no_cards": True}
    return {"pile_pair": pile["pair"], **cards}
