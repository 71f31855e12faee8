"""The 62 cards of Tarocco bolognese by their codes, and what each counts.

Source: bolognese.md §2 (deck), §4 (values).
"""

from collections.abc import Set
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
