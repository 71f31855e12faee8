"""The statistics of one player over a population of deals, except those of evenings.

Everything is exact until it is shown. Deals of which only the scores are known (role "player")
count in what is about scores; who took them nobody knows, so that no rate is based on them.

Source: leagues specification, section 4.1.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, Case, Count, F, Q, Sum, When
from django.db.models.functions import Cast

from clubs.choices import Camp, ChelemOutcome, Contract, Role
from clubs.core.french_scoring import THRESHOLDS
from clubs.core.measures import Rate, Runs, deviation, longest_drought, mean, runs
from clubs.core.profiles import FFT
from clubs.models import Player
from clubs.queries.populations import Population

MULTIPLIERS: Mapping[str, int] = {
    contract: times for contract, times in FFT["multipliers"].items() if times is not None
}
CHELEMS = (ChelemOutcome.ANNOUNCED_MADE, ChelemOutcome.UNANNOUNCED_MADE)
BIN = 5  # card points, of the histogram of margins


@dataclass(frozen=True, slots=True)
class Part:
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


class Played(NamedTuple):
    """A deal that the player played, in order of play. margin_x2 is in half card points, of takes
    only."""

    sitting_id: int
    number: int
    score: int
    role: str
    made: bool | None
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
    by_contract: tuple[Part, ...]
    by_oudlers: tuple[Part, ...]
    by_size: tuple[Part, ...]
    by_position: tuple[Part, ...]
    margin_mean: Fraction | None
    daring: Fraction | None
    scores: Mean
    as_taker: Mean
    as_partner: Mean
    in_defence: Mean
    score_sd: float | None
    best_deal: Played | None
    worst_deal: Played | None
    runs: Runs
    longest_drought: int
    poignees: int
    petit_won: int
    petit_lost: int
    chelems: int
    margins: tuple[tuple[int, int], ...]
    played: tuple[Played, ...]

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
    """Two queries: sums by kind of deal, and the deals in order."""
    cells = sums(population, player)
    played = played_deals(population, player)
    roles = by(cells, "role")
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
        success=success(taken),
        defence=Rate(count(cell for cell in defended if not cell["made"]), count(defended)),
        by_contract=parts(taken, "contract", list(Contract.values).index),
        by_oudlers=parts(taken, "oudlers"),
        by_size=parts(taken, "size"),
        by_position=parts(taken, "taker_distance"),
        margin_mean=margin_mean(taken),
        daring=daring(taken),
        scores=mean_of(cells),
        as_taker=mean_of(taken),
        as_partner=mean_of(partnered),
        in_defence=mean_of(defended),
        score_sd=deviation(total(cells), sum(cell["squares"] for cell in cells), count(cells)),
        best_deal=max(played, key=lambda deal: deal.score, default=None),
        worst_deal=min(played, key=lambda deal: deal.score, default=None),
        runs=runs(bool(deal.made) for deal in played if deal.role == Role.TAKER),
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


Cell = Mapping[str, Any]


def sums(population: Population, player: Player) -> list[Cell]:
    """Deals of the player summed by role, size and result; takes also by what was played."""

    def of_takes(column: str) -> Case:
        return Case(When(role=Role.TAKER, then=F(f"deal__{column}")))

    def takes_with(**told: Any) -> Count:
        return Count("pk", filter=Q(role=Role.TAKER, **told))

    rows = population.scores().filter(player=player).order_by()
    score = Cast("score", BigIntegerField())
    return list(
        rows.values(
            "role",
            size=F("deal__size"),
            made=F("deal__made"),
            contract=of_takes("contract"),
            oudlers=of_takes("oudlers"),
            taker_distance=of_takes("taker_distance"),
        ).annotate(
            deals=Count("pk"),
            total=Sum("score"),
            squares=Sum(score * score),
            points_x2=Sum("deal__points_x2"),
            shown=Sum("poignees"),
            petit_won=takes_with(deal__petit_au_bout=Camp.ATTACK),
            petit_lost=takes_with(deal__petit_au_bout=Camp.DEFENCE),
            chelems=takes_with(deal__chelem__in=CHELEMS),
        )
    )


def played_deals(population: Population, player: Player) -> list[Played]:
    """In order of play."""
    rows = population.scores().filter(player=player)
    columns = ("score", "role", "deal__made", "deal__points_x2", "deal__oudlers")
    return [
        Played(sitting_id, number, score, role, made, margin_x2(role, points_x2, oudlers))
        for sitting_id, number, score, role, made, points_x2, oudlers in rows.values_list(
            "deal__sitting_id", "deal__number", *columns
        )
    ]


def margin_x2(role: str, points_x2: int | None, oudlers: int | None) -> int | None:
    """Half card points over the contract (under: negative), for its taker."""
    if role != Role.TAKER or points_x2 is None or oudlers is None:
        return None
    return points_x2 - 2 * THRESHOLDS[oudlers]


def by(cells: Iterable[Cell], column: str) -> dict[Any, list[Cell]]:
    found: dict[Any, list[Cell]] = defaultdict(list)
    for cell in cells:
        found[cell[column]].append(cell)
    return found


def count(cells: Iterable[Cell]) -> int:
    return sum(cell["deals"] for cell in cells)


def total(cells: Iterable[Cell]) -> int:
    return sum(cell["total"] for cell in cells)


def mean_of(cells: Sequence[Cell]) -> Mean:
    return Mean(total(cells), count(cells))


def success(taken: Sequence[Cell]) -> Rate:
    return Rate(count(cell for cell in taken if cell["made"]), count(taken))


def parts(
    taken: Iterable[Cell], column: str, place: Callable[[Any], int] = int
) -> tuple[Part, ...]:
    """In the order of place; what is not known of a deal makes no part."""
    found = by(taken, column)
    keys = sorted((key for key in found if key is not None), key=place)
    return tuple(Part(key, success(found[key]), total(found[key])) for key in keys)


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
