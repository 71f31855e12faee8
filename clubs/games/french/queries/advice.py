"""The bidding aid in words: the cards to tap, the count of a hand, and the chances. Reads nothing.

Source: scoring.md §12.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext, pgettext_lazy

from clubs.games.french.core.bidding import (
    CARDS_DEALT,
    EXCUSE,
    HAND_CARDS,
    KING,
    MOST_MISSING,
    QUEEN,
    SUIT_CODES,
    THRESHOLDS,
    TRUMP_CODES,
    CardsDealt,
    CountLine,
    Hand,
    HandCount,
    bid_for,
    cards_in_dog,
    count_hand,
    longest_holding,
    longest_holding_simplified,
)
from clubs.games.french.core.cards import Suit
from clubs.games.french.core.records import FrenchContract
from clubs.games.french.queries.cards import ICONS, RED, SAID_SUITS, SUITS
from clubs.games.french.queries.words import CONTRACTS
from clubs.queries.deals.stories import CalcLine

OUDLER_COUNT, SUIT_CARDS = 3, 14
ALL = Fraction(1)
RANKS = {
    "14": pgettext_lazy("card", "King"),
    "13": pgettext_lazy("card", "Queen"),
    "12": pgettext_lazy("card", "Knight"),
    "11": pgettext_lazy("card", "Jack"),
}
SHORT_RANKS = {
    "14": pgettext_lazy("short for king", "K"),
    "13": pgettext_lazy("short for queen", "Q"),
    "12": pgettext_lazy("short for knight", "C"),
    "11": pgettext_lazy("short for jack", "J"),
}

# By code of a line: what counts, and why.
Words = tuple[Any, Any]
COUNTED: Mapping[str, Words] = {
    "twenty_one": (gettext_lazy("21 of trumps"), ""),
    "excuse": (gettext_lazy("Excuse"), ""),
    "petit": (
        gettext_lazy("Petit"),
        ngettext_lazy(
            "with %(count)s trump, itself counted; it is worth something from 5 trumps on",
            "with %(count)s trumps, itself and the Excuse counted; it is worth something from 5 on",
            "count",
        ),
    ),
    "trumps": (
        ngettext_lazy("%(count)s trump", "%(count)s trumps", "count"),
        gettext_lazy("2 each when there are more than 4, oudlers among them"),
    ),
    "high_trumps": (
        ngettext_lazy("%(count)s trump from 16 to 21", "%(count)s trumps from 16 to 21", "count"),
        gettext_lazy("2 more each"),
    ),
    "run": (
        ngettext_lazy("%(count)s of these in a run", "%(count)s of these in a run", "count"),
        gettext_lazy("1 more each"),
    ),
    "king_queen": (gettext_lazy("King and queen of %(suit)s"), ""),
    "king": (gettext_lazy("King of %(suit)s"), gettext_lazy("without the queen")),
    "queen": (gettext_lazy("Queen of %(suit)s"), gettext_lazy("without the king")),
    "knight": (gettext_lazy("Knight of %(suit)s"), ""),
    "jack": (gettext_lazy("Jack of %(suit)s"), ""),
    "long_suit": (
        ngettext_lazy("%(count)s card of %(suit)s", "%(count)s cards of %(suit)s", "count"),
        gettext_lazy("a long suit: 5 for 5 cards, 7 for 6, 9 for 7 or more"),
    ),
    "void": (gettext_lazy("No card of %(suit)s"), gettext_lazy("a void")),
    "single": (gettext_lazy("One card of %(suit)s"), gettext_lazy("a single card")),
}


@dataclass(frozen=True, slots=True)
class Card:
    """One card to tap. name is for the ear."""

    code: str
    short: str
    name: str


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Trumps, or a suit. icon is of the sprite."""

    key: str
    label: str
    icon: str
    is_red: bool
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BidRow:
    """One line of the table of bids."""

    totals: str
    bid: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class Chance:
    """That so many cards lie together, and that so many or more do; width is in percent.

    printed and printed_or_more are what books print for it; empty where they print nothing."""

    cards: int
    exactly: str
    or_more: str
    width: int
    printed: str = ""
    printed_or_more: str = ""


@dataclass(frozen=True, slots=True)
class Odds:
    """How that many missing cards of a group may lie: with one other player, and in the dog."""

    missing: int
    dealt: CardsDealt
    longest: tuple[Chance, ...]
    dog: tuple[Chance, ...]

    @property
    def unseen_in_hands(self) -> int:
        return self.dealt.other_hands * self.dealt.hand

    @property
    def unseen(self) -> int:
        return self.unseen_in_hands + self.dealt.dog


@dataclass(frozen=True, slots=True)
class Hope:
    """Cards that one would like to find in the dog."""

    label: str
    missing: int
    one_or_more: str
    two_or_more: str


@dataclass(frozen=True, slots=True)
class HandStory:
    """What is said of a hand; bid and all that follows is empty until it has its 18 cards."""

    hand: Hand
    count: HandCount
    lines: tuple[CalcLine, ...]
    towards: tuple[CalcLine, ...] = ()
    bid: str = ""
    towards_bid: str = ""
    bands: tuple[BidRow, ...] = ()
    hopes: tuple[Hope, ...] = ()

    @property
    def to_go(self) -> int:
        return HAND_CARDS - self.hand.card_count


def card_groups() -> list[CardGroup]:
    """The pack in the order in which a hand is sorted."""
    trumps = [Card(EXCUSE, _("Excuse"), _("Excuse"))]
    for code in TRUMP_CODES:
        number = code[1:]
        trumps.append(Card(code, number, _("%(number)s of trumps") % {"number": number}))
    groups = [CardGroup("trumps", _("Trumps and Excuse"), "v21", False, tuple(trumps))]
    for suit, codes in SUIT_CODES.items():
        cards = tuple(_suit_card(suit, code) for code in codes)
        groups.append(CardGroup(suit, str(SUITS[suit]), ICONS[suit], suit in RED, cards))
    return groups


def _suit_card(suit: Suit, code: str) -> Card:
    number = code[1:]
    rank = RANKS.get(number, number)
    name = _("%(rank)s of %(suit)s") % {"rank": rank, "suit": SAID_SUITS[suit]}
    return Card(code, str(SHORT_RANKS.get(number, number)), name)


def hand_story(hand: Hand) -> HandStory:
    count = count_hand(hand)
    lines = tuple(_told_line(line) for line in count.lines)
    if not hand.is_complete:
        return HandStory(hand, count, lines)
    return HandStory(
        hand,
        count,
        lines,
        towards=tuple(_told_line(line) for line in count.towards),
        bid=_bid_text(count.bid),
        towards_bid=_towards_text(count),
        bands=tuple(_bands(count)),
        hopes=tuple(_hopes(hand)),
    )


def _told_line(line: CountLine) -> CalcLine:
    how = dict(line.how)
    if "suit" in how:
        how["suit"] = SAID_SUITS[Suit(str(how["suit"]))]
    label, small = (text % how if text else "" for text in COUNTED[line.code])
    return CalcLine(str(label), line.amount, str(small))


def _bid_text(bid: FrenchContract | None) -> str:
    return str(CONTRACTS[bid]) if bid else pgettext("bid", "Pass")


def _towards_text(count: HandCount) -> str:
    """What voids and single cards make of it."""
    bid = bid_for(count.total_towards)
    if bid in (FrenchContract.GARDE_SANS, FrenchContract.GARDE_CONTRE):
        return _bid_text(bid)
    return _("not enough: a garde sans needs %(least)s") % {
        "least": _least_of(FrenchContract.GARDE_SANS)
    }


def _least_of(bid: FrenchContract) -> int:
    return next(least for least, contract in THRESHOLDS if contract is bid)


def _bands(count: HandCount) -> Iterator[BidRow]:
    """The table of bids from below, with the one of this hand marked."""
    steps = [*reversed(THRESHOLDS)]
    first, last = steps[0][0], steps[-1][0] - 1
    yield BidRow(_("below %(total)s") % {"total": first}, _bid_text(None), count.bid is None)
    for (least, bid), (more, _next) in pairwise(steps):
        yield BidRow(f"{least}–{more - 1}", _bid_text(bid), count.bid is bid)
    highest = steps[-1][1]
    yield BidRow(_("above %(total)s") % {"total": last}, _bid_text(highest), count.bid is highest)


def _hopes(hand: Hand) -> Iterator[Hope]:
    """What is missing from the hand, and its chances to lie in the dog."""
    for label, missing in _missing_groups(hand):
        if missing:
            chances = cards_in_dog(missing)
            yield Hope(
                label,
                missing,
                _percent(1 - chances[0]),
                _percent(
                    sum((chance for count, chance in chances.items() if count > 1), Fraction())
                ),
            )


def _missing_groups(hand: Hand) -> Iterator[tuple[str, int]]:
    suits = hand.suits
    oudlers = len(hand.trumps & {1, 21}) + hand.excuse
    yield _("Oudlers"), OUDLER_COUNT - oudlers
    yield _("Trumps with the Excuse"), MOST_MISSING - hand.trump_count
    for rank, label in ((KING, _("Kings")), (QUEEN, _("Queens"))):
        yield label, sum(1 for ranks in suits.values() if rank not in ranks)
    for suit, ranks in suits.items():
        yield str(SUITS[suit]), SUIT_CARDS - len(ranks)


def odds_of(missing: int, players: int) -> Odds:
    """Returns the chances; printed figures end at the number of cards of a hand."""
    printed = longest_holding_simplified(missing, players)
    return Odds(
        missing,
        CARDS_DEALT[players],
        tuple(_chances(longest_holding(missing, players), printed)),
        tuple(_chances(cards_in_dog(missing, players))),
    )


def _chances(
    chances: Mapping[int, Fraction], printed: Mapping[int, Fraction] | None = None
) -> Iterator[Chance]:
    """Books add up rounded figures: 9 or more of 12 are 1.1 % there; their model gives 1.2 %. What
    is certain is 100 % all the same, and what is left of nothing but rare ones more than 0."""
    rest = Fraction(1)
    for cards, chance in chances.items():
        texts = ("", "")
        if printed:
            shares = [share for count, share in printed.items() if count >= cards]
            added, or_more = Fraction(sum(map(_tenths, shares)), 1000), sum(shares, Fraction())
            shown = min(added, ALL) if added and or_more < ALL else or_more
            texts = (_percent(printed[cards]), _percent(shown))
        yield Chance(cards, _percent(chance), _percent(rest), round(100 * chance), *texts)
        rest -= chance


def _tenths(chance: Fraction) -> int:
    """Tenths of a percent, halves up, as the tables of scoring.md §12 print it."""
    return int(chance * 1000 + Fraction(1, 2))


def _percent(chance: Fraction) -> str:
    if chance and not _tenths(chance):
        return f"<{number_format(Decimal('0.1'), 1)}"
    return str(number_format(Decimal(_tenths(chance)) / 10, 1))


def missing_choices() -> Iterable[tuple[int, str]]:
    for count in range(1, MOST_MISSING + 1):
        yield count, ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}
