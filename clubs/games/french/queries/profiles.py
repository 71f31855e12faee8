"""The pages of a player of French tarot: profile and comparison, made from the statistics.

Source: leagues.md §4.1, §4.4, §4.6.
"""

from dataclasses import dataclass
from uuid import UUID

from clubs.core.measures import Rate
from clubs.games.french.queries.figures import Figures, PlayerDeal, figures_of
from clubs.games.french.queries.sums import Sums, population_sums
from clubs.models import Player
from clubs.queries.statistics.player_evenings import (
    Average,
    Evenings,
    EveningTable,
    PlayerTableTotal,
    evenings_of,
    placed_in,
    tables_beside,
)
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.versus import (
    Companion,
    HeadToHead,
    companions,
    extremes,
    head_to_head,
    partners,
)

FEW = 30  # deals, under which figures say little


@dataclass(frozen=True, slots=True)
class NotableDeal:
    """What somebody won or lost on one deal, and where."""

    score: int
    sitting_uuid: UUID
    number: int


@dataclass(frozen=True, slots=True)
class Profile:
    """All figures of one player; average is that of everybody in the same deals."""

    player: Player
    figures: Figures
    average: Average
    evenings: Evenings
    company: tuple[Companion, ...]
    tables: dict[int, EveningTable]

    @property
    def is_thin(self) -> bool:
        return self.figures.deals < FEW

    @property
    def partners(self) -> list[Companion]:
        return partners(self.company)

    @property
    def rivals(self) -> list[Companion]:
        """Most common deals first."""
        return sorted(self.company, key=lambda row: -row.deals)

    @property
    def best_customer(self) -> Companion | None:
        return extremes(self.company)[0]

    @property
    def nemesis(self) -> Companion | None:
        return extremes(self.company)[1]

    @property
    def best_deal(self) -> NotableDeal | None:
        return self.feat(self.figures.best_deal)

    @property
    def worst_deal(self) -> NotableDeal | None:
        return self.feat(self.figures.worst_deal)

    def feat(self, deal: PlayerDeal | None) -> NotableDeal | None:
        if deal is None:
            return None
        return NotableDeal(deal.score, self.tables[deal.sitting_id].uuid, deal.number)


def profile_of(population: Population, player: Player) -> Profile:
    """Nine queries at most."""
    figures = figures_of(population, player)
    sums = population_sums(population)
    totals, tables = totals_of(sums, figures)
    placed = placed_in(population.league)
    return Profile(
        player=player,
        figures=figures,
        average=_average_of(sums),
        evenings=evenings_of(player, figures.played, totals, tables, placed=placed),
        company=tuple(companions(population, player)),
        tables=tables,
    )


def totals_of(
    sums: Sums, figures: Figures
) -> tuple[list[PlayerTableTotal], dict[int, EveningTable]]:
    """The evenings at which those deals were played: what everybody won there, and the tables."""
    tables = tables_beside(sums.population, {deal.sitting_id for deal in figures.played})
    # Of deals of several sizes a player has a row each.
    rows = sums.player_rows("sitting_id", "player_id", "total", sitting__in=tables)
    return [PlayerTableTotal(*row) for row in rows], tables


@dataclass(frozen=True, slots=True)
class Versus:
    """Two players, their figures side by side, and what they did against each other."""

    figures: Figures
    other: Figures
    duel: HeadToHead


def versus_of(population: Population, player: Player, other: Player) -> Versus:
    figures = figures_of(population, player)
    totals, tables = totals_of(population_sums(population), figures)
    return Versus(
        figures,
        figures_of(population, other),
        head_to_head(population, player, other, totals, tables),
    )


def _average_of(sums: Sums) -> Average:
    """One query."""
    total, deals, taken, made_count = sums.over_all("total", "deals", "taken", "made")
    return Average(total, Rate(made_count, taken), Rate(taken, deals))
