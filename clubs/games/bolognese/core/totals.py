"""Which totals can be counted at a table: a sum of sequences, of cricche, of an accuso.

Source: bolognese.md §11. The sets follow from the values of the combinations; they are
outer bounds, which never refuse what can occur.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

from clubs.games.bolognese.core.cards import PACK, Family, Rank
from clubs.games.bolognese.core.counting import (
    CRICCA_POINTS,
    DOUBLED_FROM,
    SEQUENCE_LEAST,
    SEQUENCE_MOST,
    a_cricca,
    card_count,
    doubled_sum,
    plain_sum,
    sequence_points,
)

Choice = Mapping[Rank, int]  # cards of each rank that is a cricca: three or four

LEAST = sequence_points(SEQUENCE_LEAST)
LONGEST = {family: sequence_points(length) for family, length in SEQUENCE_MOST.items()}
ALL_SEQUENCES = sum(LONGEST.values())
# A Grande of 22 has the four Moors and both counters, and these make a sequence of their own.
TWO_SEQUENCES = LONGEST[Family.GRANDE] + LONGEST[Family.MORI]
ALL_CRICCHE = sum(points[4] for points in CRICCA_POINTS.values())
PACK_COUNT = card_count(PACK)
LEAST_COUNT = 2  # four cards of 1 point: who has a trick has four cards at least
CARD_COUNTS = frozenset({0, *range(LEAST_COUNT, PACK_COUNT - LEAST_COUNT + 1), PACK_COUNT})


@cache
def sequence_totals(*, doubling: bool = True) -> frozenset[int]:
    """What the sequences of one set can add up to."""
    if not doubling:
        return frozenset({0, *range(LEAST, ALL_SEQUENCES + 1, 5)})
    doubled = range(2 * DOUBLED_FROM * LEAST, 2 * ALL_SEQUENCES + 1, 10)
    return frozenset({0, *range(LEAST, TWO_SEQUENCES + 1, 5), *doubled})


def _cricca_choices() -> Iterator[Choice]:
    """Each choice of ranks and of three or four cards of each."""
    for lengths in product((0, 3, 4), repeat=len(CRICCA_POINTS)):
        yield {rank: n for rank, n in zip(CRICCA_POINTS, lengths, strict=True) if n}


@cache
def cricca_totals(*, doubling: bool = True) -> Mapping[int, frozenset[frozenset[Rank]]]:
    """What the cricche of one set can add up to, each total with the ranks that may make it."""
    ranks_by_total: dict[int, set[frozenset[Rank]]] = {}
    add_up = doubled_sum if doubling else plain_sum
    for choice in _cricca_choices():
        total = add_up([a_cricca(rank, length) for rank, length in choice.items()])
        ranks_by_total.setdefault(total, set()).add(frozenset(choice))
    return {total: frozenset(ranks) for total, ranks in ranks_by_total.items()}


@cache
def accuso_totals(*, doubling: bool) -> frozenset[int]:
    """What an accuso can be worth."""
    return frozenset(
        sequences + cricche
        for sequences in sequence_totals(doubling=doubling)
        for cricche in cricca_totals(doubling=doubling)
    ) - {0}


@cache
def ranks_can_be_shared(ns: frozenset[frozenset[Rank]], ew: frozenset[frozenset[Rank]]) -> bool:
    """Is there a choice of ranks for each pair, among these, so that no rank is with both?"""
    return any(own.isdisjoint(other) for own in ns for other in ew)
