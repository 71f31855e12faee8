"""Advice before the auction: what a hand counts, and how the missing cards may lie.

Nothing here enters a score. The hand count is for four players, that of N. Chavey, Le Jeu de tarot,
1986; chances are for three to five. Source: scoring.md §12.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as field_of
from fractions import Fraction
from math import comb, factorial

from clubs.core.problems import DealRefused, Problem
from clubs.games.french.core.cards import Suit
from clubs.games.french.core.records import FrenchContract

HAND_CARDS = 18  # of four players, for whom the count of a hand is made
EXCUSE = "t0"
JACK, KNIGHT, QUEEN, KING = 11, 12, 13, 14  # below them the rank is the number on the card
_NONE = Fraction()
MOST_MISSING = 22  # cards: no group is larger than that of the trumps with the Excuse

THRESHOLDS = (  # least total for a bid, the highest first
    (81, FrenchContract.GARDE_CONTRE),
    (71, FrenchContract.GARDE_SANS),
    (56, FrenchContract.GARDE),
    (40, FrenchContract.PRISE),
)
MANY_TRUMPS = 5  # from here on each trump counts
HIGH_TRUMPS = frozenset(range(16, 22))
LONG_SUITS = {5: 5, 6: 7, 7: 9}  # points by cards; more cards count as seven
PETITS = {5: 5, 6: 7, 7: 9}  # points by trumps around the Petit, itself and the Excuse among them


SUIT_LETTERS = {"s": Suit.SPADES, "h": Suit.HEARTS, "d": Suit.DIAMONDS, "c": Suit.CLUBS}
TRUMP_CODES = tuple(f"t{number}" for number in range(21, 0, -1))
SUIT_CODES: Mapping[Suit, tuple[str, ...]] = {
    suit: tuple(f"{letter}{rank}" for rank in range(KING, 0, -1))
    for letter, suit in SUIT_LETTERS.items()
}
PACK = frozenset((EXCUSE, *TRUMP_CODES, *(code for codes in SUIT_CODES.values() for code in codes)))


def _no_suits() -> dict[Suit, frozenset[int]]:
    return {suit: frozenset() for suit in Suit}


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards of one player. trumps are numbers 1–21, suits have ranks 1–14 (king)."""

    trumps: frozenset[int] = frozenset()
    excuse: bool = False
    suits: Mapping[Suit, frozenset[int]] = field_of(default_factory=_no_suits)

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
    def bid(self) -> FrenchContract | None:
        """None: pass. Voids and single cards can only lift it to a garde sans or a garde contre."""
        towards = bid_for(self.total_towards)
        if towards in (FrenchContract.GARDE_SANS, FrenchContract.GARDE_CONTRE):
            return towards
        return bid_for(self.total)


def bid_for(total: int) -> FrenchContract | None:
    return next((contract for least, contract in THRESHOLDS if total >= least), None)


def read_cards(codes: Sequence[str]) -> Hand:
    """A hand, which may be incomplete. Codes are those of PACK. Raises DealRefused with all
    problems."""
    problems = list(_hand_problems(codes))
    if problems:
        raise DealRefused(problems)
    ranks: dict[str, set[int]] = {letter: set() for letter in ("t", *SUIT_LETTERS)}
    for code in codes:
        ranks[code[0]].add(int(code[1:]))
    return Hand(
        trumps=frozenset(ranks["t"] - {0}),
        excuse=0 in ranks["t"],
        suits={suit: frozenset(ranks[letter]) for letter, suit in SUIT_LETTERS.items()},
    )


def _hand_problems(codes: Sequence[str]) -> Iterator[Problem]:
    for index, code in enumerate(codes):
        if code not in PACK:
            yield Problem("card_unknown", f"cards[{index}]")
        elif code in codes[:index]:
            yield Problem("card_twice", f"cards[{index}]")
    if len(codes) > HAND_CARDS:
        yield Problem("hand_count", "cards", {"count": len(codes), "needed": HAND_CARDS})


def count_hand(hand: Hand) -> HandCount:
    """The count, in the order of scoring.md §12; also of a hand that is not complete yet."""
    suits = [line for suit, ranks in hand.suits.items() for line in _suit_lines(suit, ranks)]
    towards = [line for suit, ranks in hand.suits.items() for line in _short_lines(suit, ranks)]
    return HandCount((*_trump_lines(hand), *suits), tuple(towards))


def _trump_lines(hand: Hand) -> Iterator[CountLine]:
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


def _suit_lines(suit: Suit, ranks: frozenset[int]) -> Iterator[CountLine]:
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


def _short_lines(suit: Suit, ranks: frozenset[int]) -> Iterator[CountLine]:
    if not ranks:
        yield CountLine("void", 6, {"suit": suit})
    elif len(ranks) == 1:
        yield CountLine("single", 3, {"suit": suit})


# How the missing cards may lie. Chances are exact; those of one call add up to 1.


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """How the pack of 78 is dealt to so many players: cards a hand, cards in the dog."""

    players: int
    hand: int
    dog: int

    @property
    def other_hands(self) -> int:
        return self.players - 1


CARDS_DEALT = {3: CardsDealt(3, 24, 6), 4: CardsDealt(4, HAND_CARDS, 6), 5: CardsDealt(5, 15, 3)}


def longest_holding(missing: int, players: int = 4) -> dict[int, Fraction]:
    """Returns, by number of cards, the chance that this is the longest holding of one other player.

    After the dog has been seen, with that many cards of a group in the other hands, which hold
    54 cards among three, 48 among two or 60 among four. The called player is one of the four.
    """
    dealt = CARDS_DEALT[players]
    ways = [Fraction(comb(dealt.hand, cards)) for cards in range(min(missing, dealt.hand) + 1)]
    return _greatest_share(missing, ways, dealt.other_hands)


def longest_holding_simplified(missing: int, players: int = 4) -> dict[int, Fraction]:
    """Returns these chances as printed tables have them: each card falls to any hand equally often.

    This overstates long holdings. missing is at most the number of cards of a hand.
    """
    ways = [Fraction(1, factorial(cards)) for cards in range(missing + 1)]
    return _greatest_share(missing, ways, CARDS_DEALT[players].other_hands)


def _greatest_share(missing: int, ways: Sequence[Fraction], hands: int) -> dict[int, Fraction]:
    """The chance that this many is the most that one of the hands has.

    ways[k] is the weight of k cards in one hand; that of a split is their product.
    """
    at_most = [_splits_weight(missing, ways[: most + 1], hands) for most in range(len(ways))]
    return {
        most: (at_most[most] - (at_most[most - 1] if most else 0)) / at_most[-1]
        # From an equal split on: of 7 cards in 3 hands one has 3 at least.
        for most in range(-(-missing // hands), len(ways))
    }


def _splits_weight(missing: int, ways: Sequence[Fraction], hands: int) -> Fraction:
    """The weight of all splits of the cards into the hands, one hand after the other."""
    weights = [Fraction(1)] + [Fraction()] * missing  # by cards that are in the hands so far
    for _hand in range(hands):
        weights = [
            sum((ways[own] * weights[held - own] for own in range(min(held + 1, len(ways)))), _NONE)
            for held in range(missing + 1)
        ]
    return weights[missing]


def cards_in_dog(missing: int, players: int = 4) -> dict[int, Fraction]:
    """Returns, by number of cards, the chance that so many of a group lie in the dog.

    Before the dog is turned, with that many cards of the group not in one's own hand.
    """
    dealt = CARDS_DEALT[players]
    unseen = len(PACK) - dealt.hand
    return {
        count: Fraction(
            comb(missing, count) * comb(unseen - missing, dealt.dog - count),
            comb(unseen, dealt.dog),
        )
        for count in range(min(missing, dealt.dog) + 1)
    }
