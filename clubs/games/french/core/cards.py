"""Suits, oudlers, and the cards that a taker may call. Source: scoring.md §3."""

from enum import StrEnum


class Suit(StrEnum):
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"


class Oudler(StrEnum):
    PETIT = "petit"
    TWENTY_ONE = "twenty_one"
    EXCUSE = "excuse"


class CalledRank(StrEnum):
    """From the highest: who holds all four kings calls a queen, with all four queens a knight."""

    KING = "king"
    QUEEN = "queen"
    KNIGHT = "knight"


USUAL_RANKS = (CalledRank.KING, CalledRank.QUEEN)  # of the first card called and of the second


class CalledCard(StrEnum):
    KING_SPADES = "king_spades"
    KING_HEARTS = "king_hearts"
    KING_DIAMONDS = "king_diamonds"
    KING_CLUBS = "king_clubs"
    QUEEN_SPADES = "queen_spades"
    QUEEN_HEARTS = "queen_hearts"
    QUEEN_DIAMONDS = "queen_diamonds"
    QUEEN_CLUBS = "queen_clubs"
    KNIGHT_SPADES = "knight_spades"
    KNIGHT_HEARTS = "knight_hearts"
    KNIGHT_DIAMONDS = "knight_diamonds"
    KNIGHT_CLUBS = "knight_clubs"

    @property
    def rank(self) -> CalledRank:
        return CalledRank(self.value.split("_")[0])

    @property
    def suit(self) -> Suit:
        return Suit(self.value.split("_")[1])
