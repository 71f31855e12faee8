"""What a set of cards makes: sequences, cricche, and the card count; and which totals of sequences,
of cricche or of an accuso can be counted at a table.

Source: bolognese.md §3, §4, §11. A pile and the cards of an accuso are counted alike. The sets of
totals are outer bounds, which never refuse what can occur.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from clubs.games.bolognese.core.cards import (
    ACES,
    ANGELO,
    COUNTERS,
    HEADS,
    MOORS,
    NUMBERS,
    PACK,
    RANK_CARDS,
    SUITS,
    VALUES,
    Cards,
    Family,
    Rank,
)

SEQUENCE_LEAST = 3  # cards
SEQUENCE_MOST = {
    # Four heads with the Angelo, 12 numbers, 4 Moors, 2 counters.
    Family.GRANDE: 22,
    # Four figures, the ace, 2 counters; of Moors and aces four, 2 counters.
    **dict.fromkeys(SUITS, 7),
    Family.MORI: 6,
    Family.ASSI: 6,
}
CRICCA_POINTS = {
    Rank.TAROCCHI: {3: 18, 4: 36},
    Rank.RE: {3: 17, 4: 34},
    Rank.REGINE: {3: 14, 4: 28},
    Rank.CAVALLI: {3: 13, 4: 26},
    Rank.FANTI: {3: 12, 4: 24},
}
LENGTHS: Mapping[Family | Rank, Collection[int]] = {  # how many cards each may have
    **{family: range(SEQUENCE_LEAST, most + 1) for family, most in SEQUENCE_MOST.items()},
    **{rank: tuple(points) for rank, points in CRICCA_POINTS.items()},
}
DOUBLED_FROM = 3  # combinations of one kind


@dataclass(frozen=True, slots=True)
class Combination:
    """One sequence or cricca with its number of cards; points are before doubling."""

    name: Family | Rank
    cards: int
    points: int


@dataclass(frozen=True, slots=True)
class CountedCards:
    """What a set of cards makes. card_count are its scartini; it means something for even sets."""

    sequences: tuple[Combination, ...]
    cricche: tuple[Combination, ...]
    cards: int
    card_count: int


def count_cards(cards: Cards, *, adjacent_counters: bool) -> CountedCards:
    return CountedCards(
        sequences=tuple(_sequences_of(cards, adjacent_counters=adjacent_counters)),
        cricche=tuple(_cricche_of(cards)),
        cards=len(cards),
        card_count=card_count(cards),
    )


def doubled_sum(combinations: Sequence[Combination]) -> int:
    """Points of all sequences, or of all cricche, of one set (bolognese.md §3.3)."""
    return plain_sum(combinations) * (2 if len(combinations) >= DOUBLED_FROM else 1)


def plain_sum(combinations: Iterable[Combination]) -> int:
    return sum(combination.points for combination in combinations)


def _sequence_points(length: int) -> int:
    return 5 * (length - 1)


def combination(name: Family | Rank, length: int) -> Combination:
    points = CRICCA_POINTS[name][length] if isinstance(name, Rank) else _sequence_points(length)
    return Combination(name, length, points)


def _sequences_of(cards: Cards, *, adjacent_counters: bool) -> Iterator[Combination]:
    """All sequences, in the order of the answer. Both counters, if held, lengthen each of them."""
    counters = len(COUNTERS & cards)
    lengths = {
        Family.GRANDE: _grande_length(cards, counters, adjacent_counters=adjacent_counters),
        **{name: _suit_length(cards, suit, counters) for name, suit in SUITS.items()},
        Family.MORI: _alike_length(cards, MOORS, counters),
        Family.ASSI: _alike_length(cards, ACES, counters),
    }
    return (combination(name, length) for name, length in lengths.items() if length)


def _grande_length(cards: Cards, counters: int, *, adjacent_counters: bool) -> int:
    """The Grande in cards, 0 where there is none (bolognese.md §3.1)."""
    heads = len(HEADS & cards)
    natural = 1 + heads
    # The one that is engaged fills no number further down (bolognese.md §3.1).
    engaged = 1 if heads == 1 else 0  # a counter as the third card
    if ANGELO not in cards or heads == 0 or counters < engaged:
        return 0
    run, broken = _number_run(cards, counters - engaged, adjacent_counters=adjacent_counters)
    moors = 0 if broken else _held(cards, MOORS)
    # The Moors only behind a whole run: a number that nobody filled ends it before them.
    return natural + run + moors + counters


def _number_run(cards: Cards, free: int, *, adjacent_counters: bool) -> tuple[int, bool]:
    """Numbers held from 16 down to where the run ends, and whether it broke before 5.

    A free counter stands for a number that is missing: not for two side by side, unless the rules
    say so.
    """
    # False: a gap among the heads is not the number above 16 (bolognese.md §3.1).
    run, filled_above = 0, False
    for number in NUMBERS:
        if number in cards:
            run += 1
            filled_above = False
        elif free and (adjacent_counters or not filled_above):
            # The run does not grow: counters are added once, at the end, wherever they stand.
            free -= 1
            filled_above = True
        else:
            return run, True
    return run, False


def _suit_length(cards: Cards, suit: str, counters: int) -> int:
    """The sequence of a suit in cards, 0 where there is none. The ace never helps to three."""
    figures = _held(cards, [suit + rank for rank in ("Q", "C", "F")])
    # King and both counters alone make nothing: two natural cards are needed (bolognese.md §12).
    if suit + "K" not in cards or figures == 0 or 1 + figures + counters < SEQUENCE_LEAST:
        return 0
    return 1 + figures + (suit + "A" in cards) + counters


def _alike_length(cards: Cards, family: Iterable[str], counters: int) -> int:
    """The sequence of Moors, or of aces, in cards; 0 where there is none."""
    natural = _held(cards, family)
    # One with both counters would be three cards, and is nothing (bolognese.md §12).
    if natural < 2 or natural + counters < SEQUENCE_LEAST:
        return 0
    return natural + counters


def _cricche_of(cards: Cards) -> Iterator[Combination]:
    """All cricche, in the order of the answer."""
    for rank, four in RANK_CARDS.items():
        length = len(four & cards)
        if length in CRICCA_POINTS[rank]:
            yield combination(rank, length)


def card_count(cards: Cards) -> int:
    """Values less one for each two cards. Exact for an even number of cards only."""
    return sum(VALUES[card] for card in cards) - len(cards) // 2


def _held(cards: Cards, wanted: Iterable[str]) -> int:
    return sum(card in cards for card in wanted)


Choice = Mapping[Rank, int]  # cards of each rank that is a cricca: three or four

LEAST = _sequence_points(SEQUENCE_LEAST)
LONGEST = {family: _sequence_points(length) for family, length in SEQUENCE_MOST.items()}
ALL_SEQUENCES = sum(LONGEST.values())
# A Grande of 22 has the four Moors and both counters, and these make a sequence of their own.
TWO_SEQUENCES = LONGEST[Family.GRANDE] + LONGEST[Family.MORI]
ALL_CRICCHE = sum(points[4] for points in CRICCA_POINTS.values())
PACK_COUNT = card_count(PACK)
LEAST_COUNT = 2  # four cards of 1 point: who has a trick has four cards at least
# Neither 1 nor 86, since 1 would be left to the others: a trick counts 2 at least.
CARD_COUNTS = frozenset({0, *range(LEAST_COUNT, PACK_COUNT - LEAST_COUNT + 1), PACK_COUNT})


@cache
def sequence_totals(*, doubling: bool = True) -> frozenset[int]:
    """All sums that the sequences of one set can have."""
    if not doubling:
        return frozenset({0, *range(LEAST, ALL_SEQUENCES + 1, 5)})
    # A sum that is not doubled has two sequences at most; a doubled one three of 10 at least.
    doubled = range(2 * DOUBLED_FROM * LEAST, 2 * ALL_SEQUENCES + 1, 10)
    return frozenset({0, *range(LEAST, TWO_SEQUENCES + 1, 5), *doubled})


def _cricca_choices() -> Iterator[Choice]:
    """Each choice of ranks and of three or four cards of each."""
    for lengths in product((0, 3, 4), repeat=len(CRICCA_POINTS)):
        yield {rank: n for rank, n in zip(CRICCA_POINTS, lengths, strict=True) if n}


@cache
def cricca_totals(*, doubling: bool = True) -> Mapping[int, frozenset[frozenset[Rank]]]:
    """All sums that the cricche of one set can have, each with the ranks that may make it."""
    ranks_by_total: dict[int, set[frozenset[Rank]]] = {}
    add_up = doubled_sum if doubling else plain_sum
    for choice in _cricca_choices():
        total = add_up([combination(rank, length) for rank, length in choice.items()])
        ranks_by_total.setdefault(total, set()).add(frozenset(choice))
    return {total: frozenset(ranks) for total, ranks in ranks_by_total.items()}


@cache
def accuso_totals(*, doubling: bool) -> frozenset[int]:
    """All values that an accuso can have."""
    return frozenset(
        sequences + cricche
        for sequences in sequence_totals(doubling=doubling)
        for cricche in cricca_totals(doubling=doubling)
    ) - {0}


@cache
def ranks_can_be_shared(ns: frozenset[frozenset[Rank]], ew: frozenset[frozenset[Rank]]) -> bool:
    """Is there a choice of ranks for each pair, among these, so that no rank is with both?"""
    return any(own.isdisjoint(other) for own in ns for other in ew)
