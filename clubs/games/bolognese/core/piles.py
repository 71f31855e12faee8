"""The two piles of a deal: who has no trick, and which card passes for the Matto.

Source: bolognese.md §4 (passing), §5 (cappotto).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from clubs.games.bolognese.core.cards import FIVE_CARDS, MATTO, PACK, PIPS, Cards


class Pair(StrEnum):
    """Two partners: ns are the first and the third of `players`, ew the other two."""

    NS = "ns"
    EW = "ew"

    @property
    def other(self) -> "Pair":
        return Pair.EW if self is Pair.NS else Pair.NS


@dataclass(frozen=True, slots=True)
class Piles:
    """Both piles as they were turned over, before anything passes."""

    cards: Mapping[Pair, Cards]

    @property
    def is_odd(self) -> bool:
        """Is a card owed? The pack is even, so the piles are both even or both odd."""
        return len(self.cards[Pair.NS]) % 2 == 1

    @property
    def trickless(self) -> Pair | None:
        return next((pair for pair in Pair if _is_trickless(self.cards[pair])), None)

    @property
    def matto_pair(self) -> Pair:
        """Who has the Matto, and owes a card for it where the piles are odd."""
        return next(pair for pair in Pair if MATTO in self.cards[pair])

    @property
    def passes(self) -> bool:
        """Does a card pass? Not in a cappotto, where one pair gets everything."""
        return self.is_odd and self.trickless is None

    @property
    def assumed_card(self) -> str | None:
        """What passes where nobody said: a card from 6 to 10, which all score alike."""
        owed_by = self.cards[self.matto_pair]
        return next((card for card in PIPS if card in owed_by), None)

    @property
    def are_impossible(self) -> bool:
        """One single card that is not the Matto, or no trick and yet a five-card laid away."""
        pair = self.trickless
        if pair is None:
            return False
        pile = self.cards[pair]
        return bool(FIVE_CARDS & pile - {MATTO}) or (len(pile) == 1 and MATTO not in pile)

    def settled(self, passed_card: str | None) -> Mapping[Pair, Cards]:
        """What each pair owns for the count. passed_card is None where none passes."""
        pair = self.trickless
        if pair is not None:
            return {pair: frozenset(), pair.other: PACK}
        if passed_card is None:
            return self.cards
        owner = self.matto_pair
        return {
            owner: self.cards[owner] - {passed_card},
            owner.other: self.cards[owner.other] | {passed_card},
        }


def _is_trickless(pile: Cards) -> bool:
    """At most the two cards laid away, and the Matto."""
    return len(pile) <= 2 or (len(pile) == 3 and MATTO in pile)


def piles_from(pair: Pair, cards: Cards) -> Piles:
    """Both piles, from the one that was turned over."""
    return Piles({pair: frozenset(cards), pair.other: PACK - cards})
