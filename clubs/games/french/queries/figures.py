"""The statistics of one player over a population of deals, except those of evenings.

Everything is exact until it is shown. Deals of which only the scores are known (role "player")
count in what is about scores; who took them nobody knows, so that no rate is based on them.

Source: leagues.md §4.1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubs.core.deals import DealRole
from clubs.core.measures import NOTHING, Rate, Streak, deviation, mean
from clubs.games.french.core.records import FrenchContract
from clubs.games.french.core.rules import FrenchRules
from clubs.games.french.queries.counts import (
    BIN,
    CHELEM,
    CONTRACT,
    MARGIN,
    OUDLERS,
    OVER,
    PETIT,
    PLACE,
    POIGNEES,
    values_of,
)
from clubs.models import Player
from clubs.queries.statistics.parts import ALL, Counts, merged, numbers_of
from clubs.queries.statistics.sums import Sums

PLAYED = (DealRole.TAKER, DealRole.PARTNER, DealRole.DEFENDER, DealRole.PLAYER)
MULTIPLIERS: Mapping[str, int] = {
    contract: times for contract, times in FrenchRules().multipliers.items() if times is not None
}


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


@dataclass(frozen=True, slots=True)
class PlayerDeal:
    """What somebody won or lost on one deal, and where."""

    score: int
    sitting_id: int
    number: int


@dataclass(frozen=True, slots=True)
class Figures:
    """plain are deals of which only the scores are known: deals = taken + partnered + defended +
    plain. take_share counts whole takes, margin card points, the scores score points."""

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
    runs: Streak
    longest_drought: int
    poignees: int
    petit_won: int
    petit_lost: int
    chelems: int
    margins: tuple[tuple[int, int], ...]

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


def figures_of(sums: Sums, player: Player, *, with_feats: bool = True) -> Figures:
    """Four queries at most. with_feats: with runs, and the best and the worst deal; they alone
    need more than one row."""
    sized = sums.counts(player)
    counts, parts = merged(sized), sums.parts(player) if with_feats else []
    deals, total, squares = numbers_of(counts, ALL, 3)
    roles = {role: numbers_of(counts, role, 3) for role in PLAYED}
    taken, won, made_count = roles[DealRole.TAKER]
    defended, _, let_through = roles[DealRole.DEFENDER]
    plain = roles[DealRole.PLAYER][0]
    takes, turns = NOTHING, NOTHING
    for part in parts:
        takes, turns = takes.then(part.takes), turns.then(part.turns)
    contracts, (overs, over_x2) = values_of(counts, CONTRACT), numbers_of(counts, OVER, 2)
    petit_won, petit_lost = numbers_of(counts, PETIT, 2)
    best = max(parts, key=lambda part: part.best, default=None)
    worst = min(parts, key=lambda part: part.worst, default=None)
    return Figures(
        deals=deals,
        plain=plain,
        taken=taken,
        partnered=roles[DealRole.PARTNER][0],
        defended=defended,
        total=total,
        take_rate=Rate(taken, deals - plain),
        take_share=_take_share(sized),
        success=Rate(made_count, taken),
        defence=Rate(defended - let_through, defended),
        by_contract=_parts_of(contracts, list(FrenchContract).index, str),
        by_oudlers=_parts_of(values_of(counts, OUDLERS), int, int),
        by_size=_parts_of(_takes_by_size(sized), int, int),
        by_position=_parts_of(values_of(counts, PLACE), int, int),
        margin_mean=mean(Fraction(over_x2, 2), overs),
        daring=_daring(contracts),
        scores=Mean(total, deals),
        as_taker=Mean(won, taken),
        as_partner=Mean(roles[DealRole.PARTNER][1], roles[DealRole.PARTNER][0]),
        in_defence=Mean(roles[DealRole.DEFENDER][1], defended),
        score_sd=deviation(total, squares, deals),
        best_deal=PlayerDeal(best.best, best.sitting, best.best_number) if best else None,
        worst_deal=PlayerDeal(worst.worst, worst.sitting, worst.worst_number) if worst else None,
        runs=takes,
        longest_drought=turns.longest_failed,
        poignees=numbers_of(counts, POIGNEES, 1)[0],
        petit_won=petit_won,
        petit_lost=petit_lost,
        chelems=numbers_of(counts, CHELEM, 1)[0],
        margins=margin_bins(values_of(counts, MARGIN)),
    )


def _take_share(sized: Mapping[str, Counts]) -> Fraction:
    """Takes if everybody took equally often. Of scores alone nobody knows who took."""
    share = Fraction()
    for size, counts in sized.items():
        known = numbers_of(counts, ALL, 1)[0] - numbers_of(counts, DealRole.PLAYER, 1)[0]
        share += Fraction(known, int(size)) if known else 0
    return share


def _takes_by_size(sized: Mapping[str, Counts]) -> dict[str, list[int]]:
    """[taken, made, score], as sums of takes have them."""
    takes = {}
    for size, counts in sized.items():
        taken, won, made_count = numbers_of(counts, DealRole.TAKER, 3)
        if taken and int(size):
            takes[size] = [taken, made_count, won]
    return takes


def _parts_of(
    takes: Mapping[str, Sequence[int]], place: Callable[[Any], int], key: Callable[[str], Any]
) -> tuple[PlayerTakes, ...]:
    """Takes by a property, in the order of place."""
    rows = [(key(text), *numbers_of(takes, text, 3)) for text in takes]
    return tuple(
        PlayerTakes(value, Rate(made_count, taken), won)
        for value, taken, made_count, won in sorted(rows, key=lambda row: place(row[0]))
    )


def _daring(contracts: Mapping[str, Sequence[int]]) -> Fraction | None:
    """The mean multiplier that the official scale has for the contracts; a pousse has none."""
    takes = [(MULTIPLIERS[code], row[0]) for code, row in contracts.items() if code in MULTIPLIERS]
    times = sum(multiplier * taken for multiplier, taken in takes)
    return mean(times, sum(taken for _, taken in takes))


def margin_bins(margins: Mapping[str, Sequence[int]]) -> tuple[tuple[int, int], ...]:
    """How many takes in each bin, from the lowest to the highest without a gap: (card points at
    the bin's lower end, takes). A bin holds margins from there to BIN more, that one excluded."""
    counts = {int(place): sum(numbers) for place, numbers in margins.items()}
    if not counts:
        return ()
    span = range(min(counts), max(counts) + 1)
    return tuple((place * BIN, counts.get(place, 0)) for place in span)
