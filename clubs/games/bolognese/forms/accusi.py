"""What the players of a deal of Tarocco bolognese declared. Source: bolognese.md §8."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubs.forms.deals.parts import whole_or_text
from clubs.games.bolognese.core.match import speaking_order
from clubs.games.bolognese.forms.cards import GROUPS, CardsField, in_deck_order
from clubs.games.bolognese.forms.pairs import PairsForm, total_field
from clubs.games.bolognese.queries.words import COMBINATIONS, card_name, short_card
from clubs.queries.deals.deals import DealTable

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
            CardsField(required=False, label=_("or the cards shown"), choices=cards),
        )
        yield (
            f"accuso_only_{seat}",
            CardsField(
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
