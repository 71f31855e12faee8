"""What the pages of players show whatever the game: evenings, and who sat at the same table.

Source: leagues.md §4.1, §4.4.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from clubs.models import Player
from clubs.queries.statistics.player_evenings import (
    Evenings,
    OwnDeal,
    Table,
    TableTotal,
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
    """company has the most common deals first."""

    evenings: Evenings
    company: tuple[Companion, ...]


def game_profile(population: Population, player: Player) -> GameProfile:
    """Seven queries at most."""
    own = own_deals(population, player)
    totals, tables = _evenings_beside(population, own)
    company = sorted(companions(population, player), key=lambda row: -row.deals)
    placed = placed_in(population.league)
    return GameProfile(evenings_of(player, own, totals, tables, placed=placed), tuple(company))


def game_duel(population: Population, one: Player, other: Player) -> HeadToHead:
    totals, tables = _evenings_beside(population, own_deals(population, one))
    return head_to_head(population, one, other, totals, tables)


def _evenings_beside(
    population: Population, own: Iterable[OwnDeal]
) -> tuple[list[TableTotal], dict[int, Table]]:
    """What everybody won at the evenings of those deals, and the tables of those evenings."""
    tables = tables_beside(population, {deal.sitting_id for deal in own})
    return [row for row in table_totals(population) if row.sitting_id in tables], tables
