"""The pages of a player of French tarot: profile and comparison, made from the statistics.

Source: leagues.md §4.1, §4.4, §4.6.
"""

from dataclasses import dataclass
from uuid import UUID

from clubs.core.deals import DealRole
from clubs.core.measures import Rate
from clubs.games.french.queries.figures import Figures, PlayerDeal, figures_of
from clubs.models import Player, Sitting
from clubs.queries.statistics.parts import ALL, merged, numbers_of
from clubs.queries.statistics.player_evenings import Average, Evenings, evenings_of, placed_in
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.sums import Sums, population_sums
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
    """All figures of one player; average is that of everybody in the same deals. tables are those
    of the best and the worst deal."""

    player: Player
    figures: Figures
    average: Average
    evenings: Evenings
    company: tuple[Companion, ...]
    tables: dict[int, UUID]

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
        return NotableDeal(deal.score, self.tables[deal.sitting_id], deal.number)


def profile_of(population: Population, player: Player) -> Profile:
    """Fourteen queries at most."""
    sums = population_sums(population)
    figures = figures_of(sums, player)
    shown = {deal.sitting_id for deal in (figures.best_deal, figures.worst_deal) if deal}
    tables = Sitting.objects.filter(pk__in=shown).values_list("pk", "uuid")
    return Profile(
        player=player,
        figures=figures,
        average=_average_of(sums),
        evenings=evenings_of(sums, player, placed=placed_in(population.league)),
        company=tuple(companions(sums, player)),
        tables=dict(tables),
    )


@dataclass(frozen=True, slots=True)
class Versus:
    """Two players, their figures without feats side by side, and what they did against each
    other."""

    figures: Figures
    other: Figures
    duel: HeadToHead


def versus_of(population: Population, player: Player, other: Player) -> Versus:
    sums = population_sums(population)
    figures, theirs = (figures_of(sums, one, with_feats=False) for one in (player, other))
    return Versus(figures, theirs, head_to_head(sums, player, other))


def _average_of(sums: Sums) -> Average:
    """One query."""
    counts = merged(sums.everybody())
    deals, total = numbers_of(counts, ALL, 2)[:2]
    taken, _, made_count = numbers_of(counts, DealRole.TAKER, 3)
    return Average(total, Rate(made_count, taken), Rate(taken, deals))
