"""The 62 cards of Tarocco bolognese by their codes, what each counts, and the two piles of a deal:
who has no trick, and which card passes for the Matto.

Source: bolognese.md §2 (deck), §4 (values, passing), §5 (cappotto).
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from enum import StrEnum

Cards = Set[str]  # codes


class Family(StrEnum):
    """The seven families of sequences, in the order of the answer."""

    GRANDE = "grande"
    DANARI = "danari"
    COPPE = "coppe"
    SPADE = "spade"
    BASTONI = "bastoni"
    MORI = "mori"
    ASSI = "assi"


class Rank(StrEnum):
    """The five ranks of cricche, in the order of the answer."""

    TAROCCHI = "tarocchi"
    RE = "re"
    REGINE = "regine"
    CAVALLI = "cavalli"
    FANTI = "fanti"


SUITS = {
    Family.DANARI: "D",
    Family.COPPE: "C",
    Family.SPADE: "S",
    Family.BASTONI: "B",
}
SUIT_RANKS = ("K", "Q", "C", "F", "10", "9", "8", "7", "6", "A")
PIP_RANKS = ("6", "7", "8", "9", "10")

ANGELO, MATTO = "ANG", "MAT"
HEADS = frozenset({"MON", "SOL", "LUN"})  # what stands beside the Angelo in the Grande
NUMBERS = tuple(f"T{number}" for number in range(16, 4, -1))  # downwards
MOORS = tuple(f"MO{index}" for index in range(1, 5))
COUNTERS = frozenset({"BEG", MATTO})

DECK = (
    *(ANGELO, "MON", "SOL", "LUN"),
    *NUMBERS,
    *MOORS,
    *("BEG", MATTO),
    *(suit + rank for suit in SUITS.values() for rank in SUIT_RANKS),
)
PACK = frozenset(DECK)
ACES = tuple(suit + "A" for suit in SUITS.values())
PIPS = tuple(suit + rank for suit in SUITS.values() for rank in PIP_RANKS)  # D6 D7 … B10

RANK_CARDS = {
    Rank.TAROCCHI: frozenset({ANGELO, "MON", *COUNTERS}),
    Rank.RE: frozenset(suit + "K" for suit in SUITS.values()),
    Rank.REGINE: frozenset(suit + "Q" for suit in SUITS.values()),
    Rank.CAVALLI: frozenset(suit + "C" for suit in SUITS.values()),
    Rank.FANTI: frozenset(suit + "F" for suit in SUITS.values()),
}
FIVE_CARDS = RANK_CARDS[Rank.TAROCCHI] | RANK_CARDS[Rank.RE]  # may not be laid away

RANK_VALUES = {
    Rank.TAROCCHI: 5,
    Rank.RE: 5,
    Rank.REGINE: 4,
    Rank.CAVALLI: 3,
    Rank.FANTI: 2,
}
VALUES = dict.fromkeys(DECK, 1) | {
    card: RANK_VALUES[rank] for rank, cards in RANK_CARDS.items() for card in cards
}


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
        """The pair that has the Matto, and owes a card for it where the piles are odd."""
        return next(pair for pair in Pair if MATTO in self.cards[pair])

    @property
    def passes(self) -> bool:
        """Does a card pass? Not in a cappotto, where one pair gets everything."""
        return self.is_odd and self.trickless is None

    @property
    def assumed_card(self) -> str | None:
        """The card that passes where nobody said which: one from 6 to 10, which all score alike."""
        owed_by = self.cards[self.matto_pair]
        # By PIPS, since a set has no order: the answer names the card, and two runs could name two.
        return next((card for card in PIPS if card in owed_by), None)

    @property
    def are_impossible(self) -> bool:
        """One single card that is not the Matto, or no trick and yet a five-card laid away."""
        pair = self.trickless
        if pair is None:
            return False
        pile = self.cards[pair]
        # Without the Matto, which stays with its owner and was not laid away.
        return bool(FIVE_CARDS & pile - {MATTO}) or (len(pile) == 1 and MATTO not in pile)

    def settled(self, passed_card: str | None) -> Mapping[Pair, Cards]:
        """The cards that each pair owns for the count. passed_card is None where none passes."""
        pair = self.trickless
        if pair is not None:
            # Before anything passes: in a cappotto the Matto goes over as well (bolognese.md §5).
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
    # Three without the Matto are a trick on which the other pair laid it (bolognese.md §5).
    return len(pile) <= 2 or (len(pile) == 3 and MATTO in pile)


def piles_from(pair: Pair, cards: Cards) -> Piles:
    """Both piles, from the one that was turned over."""
    return Piles({pair: frozenset(cards), pair.other: PACK - cards})
