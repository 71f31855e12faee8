"""Everybody against everybody: what each won from each in the deals that both played.

Source: leagues.md §4.4: difference and paid, for all pairs at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubs.models import Player
from clubs.queries.statistics.parts import PAID
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.sums import population_sums

DUEL = PAID + 1  # of the numbers of a company, the first ones
NOBODY = [0] * DUEL


@dataclass(frozen=True, slots=True)
class Duel:
    """Seen from the first of two. difference: Σ (own score − theirs); paid: what the other paid on
    balance as defender of one's takes; both over the deals in common."""

    deals: int
    difference: int
    paid: int


@dataclass(frozen=True, slots=True)
class Duels:
    """players by name; each pair is there twice, once from each side."""

    players: Sequence[Player]
    by_pair: Mapping[tuple[int, int], Duel]


def duels(population: Population) -> Duels:
    """Five queries at most, however many play."""
    sums: dict[tuple[int, int], list[int]] = {}
    for player, company in population_sums(population).companies():
        for other, numbers in company.items():
            before = sums.get((player, int(other)), NOBODY)
            padded = [*numbers[:DUEL], *NOBODY[len(numbers) :]]
            sums[player, int(other)] = [a + b for a, b in zip(before, padded, strict=True)]
    by_pair = {pair: Duel(*numbers) for pair, numbers in sums.items()}
    ids = {player for player, _other in by_pair}
    return Duels(list(Player.objects.filter(pk__in=ids).order_by("sort_key", "pk")), by_pair)
