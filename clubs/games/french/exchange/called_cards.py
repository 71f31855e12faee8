"""Called cards in a cell of a sheet: `king_hearts|queen_spades`. Source: leagues.md §7.3."""

from collections.abc import Iterable

from clubs.exchange.imports import values
from clubs.exchange.imports.cells import CellKind, Seats, joined
from clubs.exchange.imports.lines import ImportLine
from clubs.games.french.core.cards import USUAL_RANKS, CalledCard, CalledRank, Suit
from clubs.typed_words import by_word

UNTOLD = "?"  # it is not told which
RANKS = {
    CalledRank.KING: ("king of", "roi de", "re di"),
    CalledRank.QUEEN: ("queen of", "dame de", "dama di", "donna di", "regina di"),
    CalledRank.KNIGHT: ("knight of", "cavalier de", "cavallo di"),
}
SUITS = {
    Suit.SPADES: ("♠", "spades", "pique", "picche"),
    Suit.HEARTS: ("♥", "hearts", "coeur", "cœur", "cuori"),
    Suit.DIAMONDS: ("♦", "diamonds", "carreau", "quadri"),
    Suit.CLUBS: ("♣", "clubs", "trefle", "fiori"),
}
SUIT_WORDS = by_word({suit: ",".join(words) for suit, words in SUITS.items()})
CARD_WORDS = by_word(
    {
        card: ",".join(
            [card, *(f"{rank} {suit}" for rank in RANKS[card.rank] for suit in SUITS[card.suit])]
        )
        for card in CalledCard
    }
)


def _read_called_cards(line: ImportLine, column: str, _seats: Seats) -> list[str | None]:
    """A suit alone is its king, of the second card the queen."""
    cards: list[str | None] = []
    for place, text in enumerate(values.split_list(line.text(column))):
        suit = values.word(SUIT_WORDS, text)
        usual = USUAL_RANKS[min(place, 1)]
        card = f"{usual}_{suit}" if suit else values.word(CARD_WORDS, text)
        if card is None and text != UNTOLD:
            line.refuse(column, "value_not_allowed", allowed=tuple(CalledCard))
        cards.append(card)
    return cards


def _encoded_cards(cards: Iterable[str | None]) -> str:
    return joined(card or UNTOLD for card in cards)


CALLED_CARDS = CellKind(_read_called_cards, _encoded_cards)
