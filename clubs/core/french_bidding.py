"""Advice before the auction: what a hand counts, and how the missing cards may lie.

Nothing here enters a score. Four players. Source: scoring specification, section 12; the hand count
is that of N. Chavey, Le Jeu de tarot, 1986.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as field_of
from enum import StrEnum
from fractions import Fraction
from math import comb, factorial

from clubs.core.french_records import Contract
from clubs.core.problems import DealRefused, Problem

HAND_CARDS = 18
DOG_CARDS = 6
DEFENDERS = 3
EXCUSE = "t0"
JACK, KNIGHT, QUEEN, KING = 11, 12, 13, 14  # below them the rank is the number on the card
MOST_MISSING = 22  # cards: no group is larger than that of the trumps with the Excuse

THRESHOLDS = (  # least total for a bid, the highest first
    (81, Contract.GARDE_CONTRE),
    (71, Contract.GARDE_SANS),
    (56, Contract.GARDE),
    (40, Contract.PRISE),
)
MANY_TRUMPS = 5  # from here on each trump counts
HIGH_TRUMPS = frozenset(range(16, 22))
LONG_SUITS = {5: 5, 6: 7, 7: 9}  # points by cards; more cards count as seven
PETITS = {5: 5, 6: 7, 7: 9}  # points by trumps around the Petit, itself and the Excuse among them


class Suit(StrEnum):
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"


SUIT_LETTERS = {"s": Suit.SPADES, "h": Suit.HEARTS, "d": Suit.DIAMONDS, "c": Suit.CLUBS}
TRUMP_CODES = tuple(f"t{number}" for number in range(21, 0, -1))
SUIT_CODES: Mapping[Suit, tuple[str, ...]] = {
    suit: tuple(f"{letter}{rank}" for rank in range(KING, 0, -1))
    for letter, suit in SUIT_LETTERS.items()
}
PACK = frozenset((EXCUSE, *TRUMP_CODES, *(code for codes in SUIT_CODES.values() for code in codes)))


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards of one player. trumps are numbers 1–21, suits have ranks 1–14 (king)."""

    trumps: frozenset[int] = frozenset()
    excuse: bool = False
    spades: frozenset[int] = frozenset()
    hearts: frozenset[int] = frozenset()
    diamonds: frozenset[int] = frozenset()
    clubs: frozenset[int] = frozenset()

    @property
    def suits(self) -> dict[Suit, frozenset[int]]:
        return {
            Suit.SPADES: self.spades,
            Suit.HEARTS: self.hearts,
            Suit.DIAMONDS: self.diamonds,
            Suit.CLUBS: self.clubs,
        }

    @property
    def trump_count(self) -> int:
        """The Excuse counts as a trump."""
        return len(self.trumps) + self.excuse

    @property
    def card_count(self) -> int:
        return self.trump_count + sum(len(ranks) for ranks in self.suits.values())

    @property
    def is_complete(self) -> bool:
        return self.card_count == HAND_CARDS

    @property
    def is_petit_sec(self) -> bool:
        """The Petit as only trump and no Excuse: the deal is void before anybody bids."""
        return self.trumps == {1} and not self.excuse


@dataclass(frozen=True, slots=True)
class CountLine:
    """One thing that counts. how is what a sentence about it needs: `suit`, `count` of cards."""

    code: str
    amount: int
    how: Mapping[str, object] = field_of(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandCount:
    """The count line by line; towards is what a garde sans and a garde contre have in addition."""

    lines: tuple[CountLine, ...]
    towards: tuple[CountLine, ...]

    @property
    def total(self) -> int:
        return sum(line.amount for line in self.lines)

    @property
    def total_towards(self) -> int:
        return self.total + sum(line.amount for line in self.towards)

    @property
    def bid(self) -> Contract | None:
        """None: pass. Voids and single cards can only lift it to a garde sans or a garde contre."""
        towards = bid_for(self.total_towards)
        if towards in (Contract.GARDE_SANS, Contract.GARDE_CONTRE):
            return towards
        return bid_for(self.total)


def bid_for(total: int) -> Contract | None:
    return next((contract for least, contract in THRESHOLDS if total >= least), None)


def read_hand(codes: Sequence[str]) -> Hand:
    """A whole hand of 18 cards. Codes are those of PACK. Raises DealRefused with all problems."""
    return hand_of(codes, [*card_problems(codes), *count_problems(codes, HAND_CARDS)])


def read_cards(codes: Sequence[str]) -> Hand:
    """The same for a hand that may be incomplete."""
    return hand_of(codes, [*card_problems(codes), *count_problems(codes, 0)])


def card_problems(codes: Sequence[str]) -> Iterator[Problem]:
    for index, code in enumerate(codes):
        if code not in PACK:
            yield Problem("card_unknown", f"cards[{index}]")
        elif code in codes[:index]:
            yield Problem("card_twice", f"cards[{index}]")


def count_problems(codes: Sequence[str], least: int) -> Iterator[Problem]:
    count = len(codes)
    if not least <= count <= HAND_CARDS:
        yield Problem("hand_count", "cards", {"count": count, "needed": HAND_CARDS})


def hand_of(codes: Sequence[str], problems: Sequence[Problem]) -> Hand:
    if problems:
        raise DealRefused(problems)
    ranks: dict[str, set[int]] = {letter: set() for letter in ("t", *SUIT_LETTERS)}
    for code in codes:
        ranks[code[0]].add(int(code[1:]))
    return Hand(
        trumps=frozenset(ranks["t"] - {0}),
        excuse=0 in ranks["t"],
        **{suit.value: frozenset(ranks[letter]) for letter, suit in SUIT_LETTERS.items()},
    )


def count_hand(hand: Hand) -> HandCount:
    """The count, in the order of the specification; also of a hand that is not complete yet."""
    suits = [line for suit, ranks in hand.suits.items() for line in suit_lines(suit, ranks)]
    towards = [line for suit, ranks in hand.suits.items() for line in short_lines(suit, ranks)]
    return HandCount((*trump_lines(hand), *suits), tuple(towards))


def trump_lines(hand: Hand) -> Iterator[CountLine]:
    count = hand.trump_count
    if 21 in hand.trumps:
        yield CountLine("twenty_one", 10)
    if hand.excuse:
        yield CountLine("excuse", 8)
    if 1 in hand.trumps:
        yield CountLine("petit", PETITS.get(min(count, 7), 0), {"count": count})
    if count >= MANY_TRUMPS:
        yield CountLine("trumps", 2 * count, {"count": count})
    high = hand.trumps & HIGH_TRUMPS
    if high:
        yield CountLine("high_trumps", 2 * len(high), {"count": len(high)})
    in_run = [number for number in high if {number - 1, number + 1} & high]
    if in_run:
        yield CountLine("run", len(in_run), {"count": len(in_run)})


def suit_lines(suit: Suit, ranks: frozenset[int]) -> Iterator[CountLine]:
    how = {"suit": suit}
    if {KING, QUEEN} <= ranks:
        yield CountLine("king_queen", 10, how)
    elif KING in ranks:
        yield CountLine("king", 6, how)
    elif QUEEN in ranks:
        yield CountLine("queen", 3, how)
    if KNIGHT in ranks:
        yield CountLine("knight", 2, how)
    if JACK in ranks:
        yield CountLine("jack", 1, how)
    length = len(ranks)
    if points := LONG_SUITS.get(min(length, 7)):
        yield CountLine("long_suit", points, {"suit": suit, "count": length})


def short_lines(suit: Suit, ranks: frozenset[int]) -> Iterator[CountLine]:
    if not ranks:
        yield CountLine("void", 6, {"suit": suit})
    elif len(ranks) == 1:
        yield CountLine("single", 3, {"suit": suit})


# How the missing cards may lie. Chances are exact; those of one call add up to 1.


def splits(missing: int) -> Iterator[tuple[int, int, int]]:
    """Every way in which that many cards can lie in three hands of 18."""
    for first in range(min(missing, HAND_CARDS) + 1):
        for second in range(min(missing - first, HAND_CARDS) + 1):
            third = missing - first - second
            if third <= HAND_CARDS:
                yield first, second, third


def longest_holding(missing: int) -> dict[int, Fraction]:
    """By number of cards: the chance that this is the longest holding of one defender.

    After the dog has been seen, with that many cards of a group (1–54) in the three other hands.
    """
    ways: dict[int, int] = {}
    for split in splits(missing):
        product = comb(HAND_CARDS, split[0]) * comb(HAND_CARDS, split[1])
        ways[max(split)] = ways.get(max(split), 0) + product * comb(HAND_CARDS, split[2])
    whole = comb(DEFENDERS * HAND_CARDS, missing)
    return {length: Fraction(count, whole) for length, count in sorted(ways.items())}


def longest_holding_simplified(missing: int) -> dict[int, Fraction]:
    """The same as printed tables have it: each card falls to any of the hands with chance 1/3.

    It overstates long holdings. For up to 18 missing cards.
    """
    ways: dict[int, int] = {}
    for a, b, c in splits(missing):
        count = factorial(missing) // (factorial(a) * factorial(b) * factorial(c))
        ways[max(a, b, c)] = ways.get(max(a, b, c), 0) + count
    return {length: Fraction(count, DEFENDERS**missing) for length, count in sorted(ways.items())}


def cards_in_dog(missing: int) -> dict[int, Fraction]:
    """By number of cards: the chance that so many of a group lie in the dog.

    Before the dog is turned, with that many cards of the group (1–60) not in one's own hand.
    """
    unseen = DEFENDERS * HAND_CARDS + DOG_CARDS
    return {
        count: Fraction(
            comb(missing, count) * comb(unseen - missing, DOG_CARDS - count),
            comb(unseen, DOG_CARDS),
        )
        for count in range(min(missing, DOG_CARDS) + 1)
    }
