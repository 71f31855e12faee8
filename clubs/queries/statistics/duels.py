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
    """players by name; each pair of them is there twice, once from each side. hidden_count is how
    many more played."""

    players: Sequence[Player]
    by_pair: Mapping[tuple[int, int], Duel]
    hidden_count: int = 0


def duels(population: Population, most: int | None = None) -> Duels:
    """Of so many players who played the most deals, or of all: who played less met fewer. Seven
    queries at most, however many play."""
    sums = population_sums(population)
    deals = sums.deals()
    shown = sorted(deals, key=lambda player: (-deals[player], player))[:most]
    pairs: dict[tuple[int, int], list[int]] = {}
    among = {str(player) for player in shown}
    for player, company in sums.companies(None if most is None else shown):
        for other in company.keys() & among:
            numbers, pair = company[other], (player, int(other))
            padded = [*numbers[:DUEL], *NOBODY[len(numbers) :]]
            before = pairs.get(pair, NOBODY)
            pairs[pair] = [a + b for a, b in zip(before, padded, strict=True)]
    return Duels(
        players=list(Player.objects.filter(pk__in=shown).order_by("sort_key", "pk")),
        by_pair={pair: Duel(*numbers) for pair, numbers in pairs.items()},
        hidden_count=len(deals) - len(shown),
    )
