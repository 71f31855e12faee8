"""Everybody against everybody: what each won from each in the deals that both played.

Source: leagues.md §4.4: difference and paid, for all pairs at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubs.models import Player
from clubs.queries.statistics.parts import DEALS, numbers_of
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.sums import population_sums


@dataclass(frozen=True, slots=True)
class Duel:
    """Seen from the first of two. difference: Σ (own score − theirs); paid: what the other paid on
    balance as defender of one's takes; both over the deals in common."""

    deals: int
    difference: int
    paid: int


NO_DUEL = Duel(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Duels:
    """players are those shown, by name or the first of them first; each pair of them is there
    twice, once from each side. everybody is who played, by name."""

    players: Sequence[Player]
    by_pair: Mapping[tuple[int, int], Duel]
    everybody: Sequence[Player]
    first: Player | None = None

    @property
    def hidden_count(self) -> int:
        return len(self.everybody) - len(self.players)


def duels(population: Population, most: int | None = None, first: Player | None = None) -> Duels:
    """Of so many players who played the most deals, or of all: who played less met fewer. With a
    first one, who must have played, of those whom this player met most, in that order. Eight
    queries at most, however many play."""
    sums = population_sums(population)
    deals = sums.deals()
    if first is not None and first.pk not in deals:
        first = None
    met = sums.company(first) if first else {}
    own = first and first.pk
    shown = sorted(
        deals,
        key=lambda pk: (pk != own, -numbers_of(met, str(pk), 1)[DEALS], -deals[pk], pk),
    )[:most]
    by_pair: dict[tuple[int, int], Duel] = {}
    among = set(shown)
    for player, company in sums.companies(None if most is None else shown):
        for other in company.keys() & among:
            before, with_other = by_pair.get((player, other), NO_DUEL), company[other]
            by_pair[player, other] = Duel(
                before.deals + with_other.deals,
                before.difference + with_other.difference,
                before.paid + with_other.paid,
            )
    everybody = list(Player.objects.filter(pk__in=deals).order_by("sort_key", "pk"))
    place = {pk: index for index, pk in enumerate(shown)}
    players = [player for player in everybody if player.pk in place]
    if first:
        players.sort(key=lambda player: place[player.pk])
    return Duels(players, by_pair, everybody, first)
