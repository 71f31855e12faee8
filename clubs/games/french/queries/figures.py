"""The statistics of one player over a population of deals, except those of evenings.

Everything is exact until it is shown. Deals of which only the scores are known (role "player")
count in what is about scores; who took them nobody knows, so that no rate is based on them.

Source: leagues.md §4.1.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from clubs.choices import Role
from clubs.core.deals import Camp, SlamOutcome
from clubs.core.measures import Rate, Runs, deviation, longest_drought, mean, runs
from clubs.games.french.core.records import FrenchContract
from clubs.games.french.core.rules import FrenchRules
from clubs.games.french.core.scoring import THRESHOLDS
from clubs.models import Player
from clubs.queries.statistics.populations import Population

MULTIPLIERS: Mapping[str, int] = {
    contract: times for contract, times in FrenchRules().multipliers.items() if times is not None
}
CHELEMS = (SlamOutcome.ANNOUNCED_MADE, SlamOutcome.UNANNOUNCED_MADE)
BIN = 5  # card points, of the histogram of margins


@dataclass(frozen=True, slots=True)
class PlayerTakes:
    """The takes of one contract, or of one number of oudlers, of players, of one place in the
    bidding; total is what they brought."""

    key: Any
    rate: Rate
    total: int

    @property
    def mean(self) -> Fraction | None:
        return mean(self.total, self.rate.base)

    @property
    def width(self) -> int:
        """Of a bar, in percent."""
        return round(100 * (self.rate.value or 0))


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean deal score, and of how many deals."""

    total: int
    count: int

    @property
    def value(self) -> Fraction | None:
        return mean(self.total, self.count)


class PlayerDeal(NamedTuple):
    """A deal that the player played, in order of play. margin_x2 is in half card points, of takes
    only."""

    sitting_id: int
    number: int
    score: int
    role: str
    is_made: bool | None
    margin_x2: int | None


@dataclass(frozen=True, slots=True)
class Figures:
    """plain are deals of which only the scores are known: deals = taken + partnered + defended +
    plain. take_share counts whole takes, margin card points, the scores score points. played has
    the deals themselves, in order."""

    deals: int
    plain: int
    taken: int
    partnered: int
    defended: int
    total: int
    take_rate: Rate
    take_share: Fraction
    success: Rate
    defence: Rate
    by_contract: tuple[PlayerTakes, ...]
    by_oudlers: tuple[PlayerTakes, ...]
    by_size: tuple[PlayerTakes, ...]
    by_position: tuple[PlayerTakes, ...]
    margin_mean: Fraction | None
    daring: Fraction | None
    scores: Mean
    as_taker: Mean
    as_partner: Mean
    in_defence: Mean
    score_sd: float | None
    best_deal: PlayerDeal | None
    worst_deal: PlayerDeal | None
    runs: Runs
    longest_drought: int
    poignees: int
    petit_won: int
    petit_lost: int
    chelems: int
    margins: tuple[tuple[int, int], ...]
    played: tuple[PlayerDeal, ...]

    @property
    def made(self) -> int:
        return self.success.hits

    @property
    def failed_now(self) -> int:
        """Takes failed in a row up to now."""
        return max(-self.runs.current, 0)

    @property
    def share_of_takes(self) -> Fraction | None:
        """Takes for each that would be one's share."""
        return self.taken / self.take_share if self.take_share else None


def figures_of(population: Population, player: Player) -> Figures:
    """One query: one player's deals are few enough to add up here, and they are asked for anyway,
    since runs depend on their order."""
    rows = _player_deal_rows(population, player)
    cells = _summed_cells(rows)
    played = [row.played() for row in rows]
    roles = _by(cells, "role")
    taken, partnered, defended = (roles[role] for role in (Role.TAKER, Role.PARTNER, Role.DEFENDER))
    known = [cell for cell in cells if cell["role"] != Role.PLAYER]
    takes = count(taken)
    return Figures(
        deals=count(cells),
        plain=count(roles[Role.PLAYER]),
        taken=takes,
        partnered=count(partnered),
        defended=count(defended),
        total=total(cells),
        take_rate=Rate(takes, count(known)),
        take_share=sum((Fraction(cell["deals"], cell["size"]) for cell in known), Fraction()),
        success=_success(taken),
        defence=Rate(count(cell for cell in defended if not cell["made"]), count(defended)),
        by_contract=_cell_parts(taken, "contract", list(FrenchContract).index),
        by_oudlers=_cell_parts(taken, "oudlers"),
        by_size=_cell_parts(taken, "size"),
        by_position=_cell_parts(taken, "taker_distance"),
        margin_mean=margin_mean(taken),
        daring=daring(taken),
        scores=_mean_of(cells),
        as_taker=_mean_of(taken),
        as_partner=_mean_of(partnered),
        in_defence=_mean_of(defended),
        score_sd=deviation(total(cells), sum(cell["squares"] for cell in cells), count(cells)),
        best_deal=max(played, key=lambda deal: deal.score, default=None),
        worst_deal=min(played, key=lambda deal: deal.score, default=None),
        runs=runs(bool(deal.is_made) for deal in played if deal.role == Role.TAKER),
        longest_drought=longest_drought(
            deal.role == Role.TAKER for deal in played if deal.role != Role.PLAYER
        ),
        poignees=sum(cell["shown"] for cell in cells),
        petit_won=sum(cell["petit_won"] for cell in taken),
        petit_lost=sum(cell["petit_lost"] for cell in taken),
        chelems=sum(cell["chelems"] for cell in taken),
        margins=margin_bins(deal.margin_x2 for deal in played),
        played=tuple(played),
    )


class PlayerDealRow(NamedTuple):
    """A deal that the player played, as the database has it."""

    sitting_id: int
    number: int
    score: int
    role: str
    size: int | None
    is_made: bool | None
    contract: str | None
    oudlers: int | None
    taker_distance: int | None
    points_x2: int | None
    poignees: int
    petit_au_bout: str | None
    chelem: str | None

    def played(self) -> PlayerDeal:
        margin = None
        if self.role == Role.TAKER and self.points_x2 is not None and self.oudlers is not None:
            margin = self.points_x2 - 2 * THRESHOLDS[self.oudlers]
        return PlayerDeal(self.sitting_id, self.number, self.score, self.role, self.is_made, margin)


def _player_deal_rows(population: Population, player: Player) -> list[PlayerDealRow]:
    """In order of play."""
    columns = (
        "deal__sitting_id", "deal__number", "score", "role", "deal__size", "deal__made",
        "deal__contract", "deal__oudlers", "deal__taker_distance", "deal__points_x2", "poignees",
        "deal__petit_au_bout", "deal__chelem",
    )  # fmt: skip
    rows = population.scores().filter(player=player)
    return [PlayerDealRow(*row) for row in rows.values_list(*columns)]


Cell = Mapping[str, Any]


def _summed_cells(rows: Iterable[PlayerDealRow]) -> list[Cell]:
    """The deals summed by role, size and result; takes also by what was played."""
    rows_by_kind: dict[tuple[Any, ...], list[PlayerDealRow]] = defaultdict(list)
    for row in rows:
        takes = row.role == Role.TAKER
        take_kind = (row.contract, row.oudlers, row.taker_distance) if takes else (None, None, None)
        rows_by_kind[(row.role, row.size, row.is_made, *take_kind)].append(row)
    columns = ("role", "size", "made", "contract", "oudlers", "taker_distance")
    return [
        {
            **dict(zip(columns, key, strict=True)),
            "deals": len(cell),
            "total": sum(row.score for row in cell),
            "squares": sum(row.score * row.score for row in cell),
            "points_x2": sum(row.points_x2 or 0 for row in cell),
            "shown": sum(row.poignees for row in cell),
            "petit_won": sum(row.petit_au_bout == Camp.ATTACK for row in cell),
            "petit_lost": sum(row.petit_au_bout == Camp.DEFENCE for row in cell),
            "chelems": sum(row.chelem in CHELEMS for row in cell),
        }
        for key, cell in rows_by_kind.items()
    ]


def _by(cells: Iterable[Cell], column: str) -> dict[Any, list[Cell]]:
    groups: dict[Any, list[Cell]] = defaultdict(list)
    for cell in cells:
        groups[cell[column]].append(cell)
    return groups


def count(cells: Iterable[Cell]) -> int:
    return sum(cell["deals"] for cell in cells)


def total(cells: Iterable[Cell]) -> int:
    return sum(cell["total"] for cell in cells)


def _mean_of(cells: Sequence[Cell]) -> Mean:
    return Mean(total(cells), count(cells))


def _success(taken: Sequence[Cell]) -> Rate:
    return Rate(count(cell for cell in taken if cell["made"]), count(taken))


def _cell_parts(
    taken: Iterable[Cell], column: str, place: Callable[[Any], int] = int
) -> tuple[PlayerTakes, ...]:
    """In the order of place; what is not known of a deal makes no part."""
    groups = _by(taken, column)
    keys = sorted((key for key in groups if key is not None), key=place)
    return tuple(PlayerTakes(key, _success(groups[key]), total(groups[key])) for key in keys)


def margin_mean(taken: Sequence[Cell]) -> Fraction | None:
    counted = [cell for cell in taken if cell["oudlers"] is not None]
    over = sum(
        cell["points_x2"] - 2 * THRESHOLDS[cell["oudlers"]] * cell["deals"] for cell in counted
    )
    return mean(Fraction(over, 2), count(counted))


def daring(taken: Iterable[Cell]) -> Fraction | None:
    """The mean multiplier that the official scale has for the contracts; a pousse has none."""
    counted = [cell for cell in taken if cell["contract"] in MULTIPLIERS]
    times = sum(MULTIPLIERS[cell["contract"]] * cell["deals"] for cell in counted)
    return mean(times, count(counted))


def margin_bins(margins: Iterable[int | None]) -> tuple[tuple[int, int], ...]:
    """How many takes in each bin, from the lowest to the highest without a gap: (card points at
    the bin's lower end, takes). A bin holds margins from there to BIN more, that one excluded."""
    places = [margin // (2 * BIN) for margin in margins if margin is not None]
    if not places:
        return ()
    return tuple(
        (place * BIN, places.count(place)) for place in range(min(places), max(places) + 1)
    )
