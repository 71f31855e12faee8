"""A deal of Tarocco bolognese by the cards of one pile, the picture of the pack, and the cards that
players declared.

Source: bolognese.md §8, `pile`, `passed_card` and `accusi`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubs.core.problems import DealRefused
from clubs.forms.deals.chips import LenientChoices
from clubs.forms.deals.parts import whole_or_text
from clubs.games.bolognese.core.cards import (
    DECK,
    MATTO,
    MOORS,
    NUMBERS,
    PACK,
    SUIT_RANKS,
    SUITS,
    Pair,
    piles_from,
)
from clubs.games.bolognese.core.game import count_piles
from clubs.games.bolognese.core.match import speaking_order
from clubs.games.bolognese.core.records import EntryMode
from clubs.games.bolognese.core.scoring import Counted, PairCount
from clubs.games.bolognese.forms.quick import PAIRS, PairsForm, select, total_field
from clubs.games.bolognese.queries.teller import combinations, told_cards
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

CARDS_TWICE = _("Either the cards, or not one.")

Option = tuple[str, Any, bool]  # code, name, and whether it is chosen


def _cards_by_group(chosen: Collection[str]) -> list[tuple[Any, list[Option]]]:
    """The pack: a name is enough under that of the suit."""
    return [
        (label, [(card, short_card(card), card in chosen) for card in cards])
        for label, cards in GROUPS
    ]


@dataclass(frozen=True, slots=True)
class PairCounted:
    """One pile of the picture, counted."""

    name: str
    count: PairCount

    @property
    def cards(self) -> str:
        return told_cards(self.count.cards or 0)

    @property
    def items(self) -> tuple[str, ...]:
        """What the cards make, in words."""
        return tuple(filter(None, map(combinations, self.count.items())))


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

    def card_groups(self) -> list[tuple[Any, list[Option]]]:
        return _cards_by_group(self["cards"].value() or ())

    def pile(self) -> dict[str, Any]:
        """The pile in the order of the deck; a card passes only between odd piles."""
        cleaned = self.cleaned_data
        pile = {"pair": cleaned["pile_pair"], "cards": _in_deck_order(cleaned["cards"])}
        if cleaned["passed_card"] and self.passes:
            return {"pile": pile, "passed_card": cleaned["passed_card"]}
        return {"pile": pile}

    def refuse_cards_of_none(self) -> None:
        """Cards of a pile that has none; a record has but one of them."""
        cleaned = self.cleaned_data
        if cleaned["no_cards"] and cleaned["cards"] and cleaned["entry"] == EntryMode.CARDS:
            self.add_error("no_cards", forms.ValidationError(CARDS_TWICE, code="both"))

    # What the piles hold so far

    @property
    def passes(self) -> bool:
        """Whether a card goes from one pile to the other."""
        return bool(self.matto_pile)

    @cached_property
    def matto_pile(self) -> list[str]:
        """The cards of which one is given for the Matto; empty where none is."""
        if self["entry"].value() != EntryMode.CARDS:
            return []
        return cards_to_give(self["cards"].value() or ())

    def passed_choices(self) -> list[Option]:
        said = self["passed_card"].value()
        return [(card, card_name(card), card == said) for card in self.matto_pile]

    @property
    def assumed_card(self) -> str:
        """The card that is taken to have been given for the Matto, where nobody said."""
        counted = self._counted_piles
        return card_name(counted.passed_card or "") if counted and counted.assumed else ""

    def counted(self) -> list[PairCounted]:
        """Both piles while cards are ticked; empty before, and while they cannot be."""
        counted = self._counted_piles
        if counted is None:
            return []
        return [PairCounted(name, counted.pairs[pair]) for pair, name in self.pair_names.items()]

    def empty_pile(self) -> PairCounted:
        return PairCounted("", PairCount(0, 0, 0))

    @cached_property
    def _counted_piles(self) -> Counted | None:
        cards, pair = self["cards"].value() or (), self["pile_pair"].value()
        if not (cards or self["no_cards"].value()):
            return None
        if pair not in PAIRS or self["entry"].value() != EntryMode.CARDS:
            return None
        passed = self["passed_card"].value() if self.passes else None
        try:
            return count_piles(Pair(pair), cards, passed or None, self.rules)
        except DealRefused:
            return None


def cards_to_give(cards: Collection[str]) -> list[str]:
    """Those of which one passes for the Matto, from the cards of one pile, whosever it is; empty
    where none passes."""
    piles = piles_from(Pair.NS, frozenset(cards) & PACK)
    own = piles.cards[piles.matto_pair] if piles.passes else frozenset()
    return [card for card in DECK if card in own and card != MATTO]


def _in_deck_order(codes: Sequence[str]) -> list[str]:
    """Codes that are no card come last, for core to refuse."""
    return [*(card for card in DECK if card in codes), *(c for c in codes if c not in DECK)]


def pile_initial(pile: Mapping[str, Any]) -> dict[str, Any]:
    """A pile without a card says so, to be told from one whose cards are not ticked yet."""
    cards = {"cards": list(pile["cards"])} if pile["cards"] else {"no_cards": True}
    return {"pile_pair": pile["pair"], **cards}


PARTS = ("cards", "only", "void")  # of a declaration, beside its points


@dataclass(frozen=True, slots=True)
class Declaration:
    """The fields of what one player may have shown."""

    name: str
    points: forms.BoundField
    cards: forms.BoundField
    only: forms.BoundField
    void: forms.BoundField

    def card_groups(self) -> list[tuple[Any, list[Option]]]:
        return _cards_by_group(self.cards.value() or ())

    def combinations(self) -> list[tuple[str, list[Option]]]:
        chosen = self.only.value() or ()
        return [("", [(name, label, name in chosen) for name, label in COMBINATIONS.items()])]

    @property
    def is_told(self) -> bool:
        fields = (self.points, self.cards, self.only, self.void)
        return any(field.value() or field.errors for field in fields)


class Accusi(PairsForm):
    """The fields by seat: `accuso_points_0`, `accuso_cards_0` and so on."""

    def accuso_fields(self) -> Iterator[tuple[str, forms.Field]]:
        cards = [(label, [(card, card_name(card)) for card in cards]) for label, cards in GROUPS]
        names = list(COMBINATIONS.items())
        for place in self.table.places:
            points = total_field(format_lazy(_("Points declared by {}"), place.name))
            yield f"accuso_points_{place.position}", points
            for part, choices, label in (
                ("cards", cards, _("or the cards shown")),
                ("only", names, _("Only these declared")),
            ):
                field = LenientChoices(required=False, label=label, choices=choices)
                yield f"accuso_{part}_{place.position}", field
            void = forms.BooleanField(required=False, label=_("Not valid: scores 0"))
            yield f"accuso_void_{place.position}", void

    def declarations(self) -> list[Declaration]:
        return [
            Declaration(
                place.name,
                **{part: self[f"accuso_{part}_{place.position}"] for part in ("points", *PARTS)},
            )
            for place in self.table.places
        ]

    @property
    def has_declarations(self) -> bool:
        return any(told.is_told for told in self.declarations())

    def accusi(self) -> Iterator[dict[str, Any]]:
        """Declarations in the order of speaking, where it is known who deals."""
        cleaned, uuids = self.cleaned_data, self.table.uuids
        dealer = cleaned.get("dealer")
        order = speaking_order(uuids, dealer) if dealer in uuids else uuids
        for player in order:
            seat = uuids.index(player)
            accuso: dict[str, Any] = {
                "cards": _in_deck_order(cleaned[f"accuso_cards_{seat}"]),
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
        part = rest[1] if len(rest) > 1 and rest[1] in PARTS else "points"
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
