"""The parts of a player's page that all games share: evenings, and people at the same tables.

Source: leagues.md §4.1, §4.4.
"""

from dataclasses import dataclass

from clubs.models import Player
from clubs.queries.statistics.player_evenings import Evenings, evenings_of, placed_in
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.sums import population_sums
from clubs.queries.statistics.versus import Companion, HeadToHead, companions, head_to_head


@dataclass(frozen=True, slots=True)
class GameProfile:
    """The evenings and the company of a player; company has the most common deals first."""

    evenings: Evenings
    company: tuple[Companion, ...]


def game_profile(population: Population, player: Player) -> GameProfile:
    """Nine queries at most."""
    sums = population_sums(population)
    company = sorted(companions(sums, player), key=lambda row: -row.deals)
    placed = placed_in(population.league)
    return GameProfile(evenings_of(sums, player, placed=placed), tuple(company))


def game_duel(population: Population, player: Player, other: Player) -> HeadToHead:
    return head_to_head(population_sums(population), player, other)
