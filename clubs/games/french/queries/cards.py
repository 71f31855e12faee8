"""Suits and called cards in words. Source: scoring.md §3."""

from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.choices import Labels
from clubs.core.games import JsonObject
from clubs.games.french.core.cards import CalledCard, CalledRank, Oudler, Suit

RED = (Suit.HEARTS, Suit.DIAMONDS)
ICONS = {Suit.SPADES: "spade", Suit.HEARTS: "heart", Suit.DIAMONDS: "diamond", Suit.CLUBS: "club"}
SUITS = {
    Suit.SPADES: pgettext_lazy("suit of cards", "Spades"),
    Suit.HEARTS: pgettext_lazy("suit of cards", "Hearts"),
    Suit.DIAMONDS: pgettext_lazy("suit of cards", "Diamonds"),
    Suit.CLUBS: pgettext_lazy("suit of cards", "Clubs"),
}
SAID_SUITS = {
    Suit.SPADES: pgettext_lazy("suit in a sentence", "spades"),
    Suit.HEARTS: pgettext_lazy("suit in a sentence", "hearts"),
    Suit.DIAMONDS: pgettext_lazy("suit in a sentence", "diamonds"),
    Suit.CLUBS: pgettext_lazy("suit in a sentence", "clubs"),
}
CALLED_RANKS: Labels = {
    CalledRank.KING: pgettext_lazy("card", "King"),
    CalledRank.QUEEN: pgettext_lazy("card", "Queen"),
    CalledRank.KNIGHT: pgettext_lazy("card", "Knight"),
}
OUDLERS: Labels = {
    Oudler.PETIT: gettext_lazy("Petit"),
    Oudler.TWENTY_ONE: gettext_lazy("21"),
    Oudler.EXCUSE: gettext_lazy("Excuse"),
}
OUDLER_ICONS = {Oudler.PETIT: "petit", Oudler.TWENTY_ONE: "v21", Oudler.EXCUSE: "excuse"}
_OF_SUIT = {
    CalledRank.KING: gettext_lazy("King of %(suit)s"),
    CalledRank.QUEEN: gettext_lazy("Queen of %(suit)s"),
    CalledRank.KNIGHT: gettext_lazy("Knight of %(suit)s"),
}


def card_name(card: CalledCard) -> str:
    return str(_OF_SUIT[card.rank] % {"suit": SAID_SUITS[card.suit]})


def told_cards(record: JsonObject) -> list[CalledCard]:
    """The called cards of a record, without those of which it is not told which."""
    return [CalledCard(code) for code in record.get("called_cards") or () if code]


def called_card_names(record: JsonObject) -> str:
    return ", ".join(map(card_name, told_cards(record)))
