"""A deal of Tarocco bolognese by the cards of one pile, the picture of the pack, and the cards that
players declared.

Source: bolognese.md §8, `pile`, `passed_card` and `accusi`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubs.core.problems import DealRefused
from clubs.forms.deals.deals import LenientChoices
from clubs.forms.deals.parts import whole_or_text
from clubs.games.bolognese.core.cards import (
    DECK,
    MOORS,
    NUMBERS,
    SUIT_RANKS,
    SUITS,
    Pair,
    piles_from,
)
from clubs.games.bolognese.core.game import count_piles
from clubs.games.bolognese.core.match import speaking_order
from clubs.games.bolognese.core.records import EntryMode
from clubs.games.bolognese.core.scoring import Counted
from clubs.games.bolognese.forms.quick import PAIRS, PairsForm, select, total_field
from clubs.games.bolognese.queries.teller import combinations
from clubs.games.bolognese.queries.words import COMBINATIONS, FAMILIES, card_name, short_card
from clubs.queries.deals.deals import DealTable

# The picture of the pack: groups of the deck, in its order.
GROUPS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (_("Trumps"), (*DECK[:4], *NUMBERS)),
    (_("Moors and counters"), (*MOORS, "BEG", "MAT")),
    *(
        (FAMILIES[family], tuple(suit + rank for rank in SUIT_RANKS))
        for family, suit in SUITS.items()
    ),
)


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
            LenientChoices(
                required=False,
                label=_("Cards of the pile"),
                choices=[(card, card_name(card)) for card in DECK],
                widget=forms.CheckboxSelectMultiple,
            ),
        )
        yield "no_cards", forms.BooleanField(required=False, label=_("Not one card in it"))
        yield (
            "passed_card",
            select(((card, card_name(card)) for card in DECK), _("Given for the Matto")),
        )

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


PARTS = ("cards", "only", "void")  # of a declaration, beside its points


@dataclass(frozen=True, slots=True)
class Declaration:
    """What one player may have shown."""

    name: str
    points: forms.BoundField
    cards: forms.BoundField
    only: forms.BoundField
    void: forms.BoundField

    def card_groups(self) -> list[tuple[Any, list[tuple[str, str, bool]]]]:
        """For a list: code, name and whether it was shown; the suit stands over its cards."""
        shown = set(self.cards.value() or ())
        return [
            (label, [(card, short_card(card), card in shown) for card in cards])
            for label, cards in GROUPS
        ]

    def combinations(self) -> list[tuple[str, list[tuple[str, str, bool]]]]:
        chosen = set(self.only.value() or ())
        return [("", [(name, label, name in chosen) for name, label in COMBINATIONS.items()])]

    @property
    def is_told(self) -> bool:
        fields = (self.points, self.cards, self.only, self.void)
        return any(field.value() or field.errors for field in fields)


class Accusi(PairsForm):
    """The fields by seat: `accuso_points_0`, `accuso_cards_0` and so on."""

    def all_accuso_fields(self) -> Iterator[tuple[str, forms.Field]]:
        for place in self.table.places:
            yield from self.accuso_fields(place.position, place.name)

    def accuso_fields(self, seat: int, name: str) -> Iterator[tuple[str, forms.Field]]:
        points = total_field(format_lazy(_("Points declared by {}"), name))
        yield f"accuso_points_{seat}", points
        cards = [(label, [(card, card_name(card)) for card in cards]) for label, cards in GROUPS]
        yield (
            f"accuso_cards_{seat}",
            LenientChoices(required=False, label=_("or the cards shown"), choices=cards),
        )
        yield (
            f"accuso_only_{seat}",
            LenientChoices(
                required=False,
                label=_("Only these declared"),
                choices=[(name, label) for name, label in COMBINATIONS.items()],
            ),
        )
        yield (
            f"accuso_void_{seat}",
            forms.BooleanField(required=False, label=_("Not valid: scores 0")),
        )

    def declarations(self) -> list[Declaration]:
        return [self.declaration(place.position, place.name) for place in self.table.places]

    def declaration(self, seat: int, name: str) -> Declaration:
        return Declaration(
            name,
            points=self[f"accuso_points_{seat}"],
            cards=self[f"accuso_cards_{seat}"],
            only=self[f"accuso_only_{seat}"],
            void=self[f"accuso_void_{seat}"],
        )

    @property
    def has_declarations(self) -> bool:
        return any(told.is_told for told in self.declarations())

    def accusi(self) -> Iterator[dict[str, Any]]:
        """In the order of speaking, as far as it is known who deals."""
        cleaned, uuids = self.cleaned_data, self.table.uuids
        dealer = cleaned.get("dealer")
        order = speaking_order(uuids, dealer) if dealer in uuids else uuids
        for player in order:
            seat = uuids.index(player)
            accuso: dict[str, Any] = {
                "cards": in_deck_order(cleaned[f"accuso_cards_{seat}"]),
                "only": cleaned[f"accuso_only_{seat}"],
                "points": whole_or_text(cleaned[f"accuso_points_{seat}"]),
                "void": cleaned[f"accuso_void_{seat}"],
            }
            said = {field: value for field, value in accuso.items() if value not in ("", [], False)}
            if said:
                yield {"player": player, **said}

    def accuso_field(self, rest: Sequence[str], record: Mapping[str, Any]) -> str | None:
        """The field of what one player declared: accusi[1].cards[2]."""
        accusi = record.get("accusi") or ()
        index = int(rest[0]) if rest and rest[0].isdecimal() else 0
        player = accusi[index].get("player") if index < len(accusi) else None
        part = rest[1] if len(rest) > 1 and rest[1] in ("cards", "only", "void") else "points"
        if player not in self.table.uuids:
            return None
        return f"accuso_{part}_{self.table.uuids.index(player)}"


def accusi_initial(accusi: Sequence[Mapping[str, Any]], table: DealTable) -> dict[str, Any]:
    initial: dict[str, Any] = {}
    for accuso in accusi:
        seat = table.uuids.index(accuso["player"])
        for part in PARTS:
            if accuso.get(part):
                initial[f"accuso_{part}_{seat}"] = accuso[part]
        if accuso.get("points") is not None:
            initial[f"accuso_points_{seat}"] = str(accuso["points"])
    return initial
