"""The statistics of one player over a population of deals, except those of evenings.

Everything is exact until it is shown. Deals of which only the scores are known (role "player")
count in what is about scores; who took them nobody knows, so that no rate is based on them.

Source: leagues.md §4.1.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from clubs.core.deals import Camp, DealRole, SlamOutcome
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
        """The width of a bar in percent."""
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

    @property
    def margin_x2(self) -> int | None:
        """Half card points over the contract, of takes only."""
        if self.role != DealRole.TAKER or self.points_x2 is None or self.oudlers is None:
            return None
        return self.points_x2 - 2 * THRESHOLDS[self.oudlers]


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
    played = _player_deals(population, player)
    roles = _by(played, "role")
    taken, partnered, defended = (
        roles[role] for role in (DealRole.TAKER, DealRole.PARTNER, DealRole.DEFENDER)
    )
    known = [deal for deal in played if deal.role != DealRole.PLAYER]
    sizes = Counter(deal.size for deal in known)
    scores = _mean_of(played)
    return Figures(
        deals=len(played),
        plain=len(roles[DealRole.PLAYER]),
        taken=len(taken),
        partnered=len(partnered),
        defended=len(defended),
        total=scores.total,
        take_rate=Rate(len(taken), len(known)),
        take_share=sum((Fraction(count, size) for size, count in sizes.items()), Fraction()),
        success=_success(taken),
        defence=Rate(sum(not deal.is_made for deal in defended), len(defended)),
        by_contract=_parts_by(taken, "contract", list(FrenchContract).index),
        by_oudlers=_parts_by(taken, "oudlers"),
        by_size=_parts_by(taken, "size"),
        by_position=_parts_by(taken, "taker_distance"),
        margin_mean=_margin_mean(taken),
        daring=_daring(taken),
        scores=scores,
        as_taker=_mean_of(taken),
        as_partner=_mean_of(partnered),
        in_defence=_mean_of(defended),
        score_sd=deviation(scores.total, sum(deal.score**2 for deal in played), len(played)),
        best_deal=max(played, key=lambda deal: deal.score, default=None),
        worst_deal=min(played, key=lambda deal: deal.score, default=None),
        runs=runs(bool(deal.is_made) for deal in taken),
        longest_drought=longest_drought(deal.role == DealRole.TAKER for deal in known),
        poignees=sum(deal.poignees for deal in played),
        petit_won=sum(deal.petit_au_bout == Camp.ATTACK for deal in taken),
        petit_lost=sum(deal.petit_au_bout == Camp.DEFENCE for deal in taken),
        chelems=sum(deal.chelem in CHELEMS for deal in taken),
        margins=margin_bins(deal.margin_x2 for deal in taken),
        played=tuple(played),
    )


def _player_deals(population: Population, player: Player) -> list[PlayerDeal]:
    """Reads the deals in order of play."""
    columns = (
        "deal__sitting_id", "deal__number", "score", "role", "deal__size", "deal__made",
        "deal__contract", "deal__oudlers", "deal__taker_distance", "deal__points_x2", "poignees",
        "deal__petit_au_bout", "deal__chelem",
    )  # fmt: skip
    rows = population.scores().filter(player=player)
    return [PlayerDeal(*row) for row in rows.values_list(*columns)]


def _by(deals: Iterable[PlayerDeal], column: str) -> dict[Any, list[PlayerDeal]]:
    groups: dict[Any, list[PlayerDeal]] = defaultdict(list)
    for deal in deals:
        groups[getattr(deal, column)].append(deal)
    return groups


def _mean_of(deals: Sequence[PlayerDeal]) -> Mean:
    return Mean(sum(deal.score for deal in deals), len(deals))


def _success(taken: Sequence[PlayerDeal]) -> Rate:
    return Rate(sum(bool(deal.is_made) for deal in taken), len(taken))


def _parts_by(
    taken: Iterable[PlayerDeal], column: str, place: Callable[[Any], int] = int
) -> tuple[PlayerTakes, ...]:
    """Groups takes by a column, in the order of place; deals without a value are left out."""
    groups = _by(taken, column)
    keys = sorted((key for key in groups if key is not None), key=place)
    return tuple(
        PlayerTakes(key, _success(groups[key]), _mean_of(groups[key]).total) for key in keys
    )


def _margin_mean(taken: Iterable[PlayerDeal]) -> Fraction | None:
    margins = [deal.margin_x2 for deal in taken if deal.margin_x2 is not None]
    return mean(Fraction(sum(margins), 2), len(margins))


def _daring(taken: Iterable[PlayerDeal]) -> Fraction | None:
    """The mean multiplier that the official scale has for the contracts; a pousse has none."""
    multipliers = (MULTIPLIERS.get(deal.contract or "") for deal in taken)
    times = [multiplier for multiplier in multipliers if multiplier is not None]
    return mean(sum(times), len(times))


def margin_bins(margins: Iterable[int | None]) -> tuple[tuple[int, int], ...]:
    """How many takes in each bin, from the lowest to the highest without a gap: (card points at
    the bin's lower end, takes). A bin holds margins from there to BIN more, that one excluded."""
    places = [margin // (2 * BIN) for margin in margins if margin is not None]
    if not places:
        return ()
    return tuple(
        (place * BIN, places.count(place)) for place in range(min(places), max(places) + 1)
    )
