"""The parts of a player's page that all games share: evenings, and people at the same tables.

Source: leagues.md §4.1, §4.4.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from clubs.models import Player
from clubs.queries.statistics.player_evenings import (
    Evenings,
    EveningTable,
    OwnDeal,
    PlayerTableTotal,
    evenings_of,
    own_deals,
    placed_in,
    table_totals,
    tables_beside,
)
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.versus import Companion, HeadToHead, companions, head_to_head


@dataclass(frozen=True, slots=True)
class GameProfile:
    """The evenings and the company of a player; company has the most common deals first."""

    evenings: Evenings
    company: tuple[Companion, ...]


def game_profile(population: Population, player: Player) -> GameProfile:
    """Seven queries at most."""
    own = own_deals(population, player)
    totals, tables = _evenings_beside(population, own)
    company = sorted(companions(population, player), key=lambda row: -row.deals)
    placed = placed_in(population.league)
    return GameProfile(evenings_of(player, own, totals, tables, placed=placed), tuple(company))


def game_duel(population: Population, player: Player, other: Player) -> HeadToHead:
    totals, tables = _evenings_beside(population, own_deals(population, player))
    return head_to_head(population, player, other, totals, tables)


def _evenings_beside(
    population: Population, own: Iterable[OwnDeal]
) -> tuple[list[PlayerTableTotal], dict[int, EveningTable]]:
    """Returns the totals of all players at the evenings of those deals, and the tables of those
    evenings."""
    tables = tables_beside(population, {deal.sitting_id for deal in own})
    return [row for row in table_totals(population) if row.sitting_id in tables], tables
