"""The sums of a population of deals: those that are kept of its tables, and the same sums of tables
of which none are kept, added up from the deals.

None are kept of tables that are open, of those written since by somebody who made none, and of
those with a deal that has no place in them. Where sums of whole tables cannot tell the figures
(an opponent, deals without guests), and where too few tables have sums, all deals are added up.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet, Sum

from clubs.core.deals import DealRole
from clubs.games.french.core.records import FrenchContract
from clubs.games.french.core.scoring import THRESHOLDS
from clubs.games.french.models import PlayerSums, TableSums
from clubs.games.french.queries.figures import BIN
from clubs.models import DealKind, DealScore, Sitting
from clubs.queries.statistics.populations import OUT, Population

GAME = "french"
LIVE_MOST = 100  # tables without sums; with more of them no sum is asked for, and all is added up
LARGEST = 10**8  # of a score: a sum of squares has room for hundreds of those
CONTRACTS = tuple(contract.value for contract in FrenchContract)
# Columns of PlayerSums that count takes and made ones of each contract, in pairs.
CONTRACT_COLUMNS = tuple(f"{code}_{what}" for code in CONTRACTS for what in ("taken", "made"))
BINS = range(-12, 12)  # from 56 under the contract to 55 over it
PLACES = range(1, 7)  # in the bidding
OUDLERS = range(4)
DIGITS = 6  # hexadecimal, of a packed count: room for sixteen million takes


@dataclass(slots=True)
class Counts:
    """Takes and made ones by number of oudlers, made and failed ones by bin of the margin, and
    takes by the place of the taker in the bidding.

    TableSums.tallies has them as one hexadecimal number with DIGITS for each count, the first in
    the lowest ones: the numbers of ten thousand tables are added up as they are, which costs a
    tenth of reading as many lists.
    """

    taken: Counter[int] = field(default_factory=Counter)
    takes_made: Counter[int] = field(default_factory=Counter)
    margins_made: Counter[int] = field(default_factory=Counter)
    margins_failed: Counter[int] = field(default_factory=Counter)
    places: Counter[int] = field(default_factory=Counter)

    @classmethod
    def unpacked(cls, number: int) -> "Counts":
        counts = cls()
        for counter, key in counts._packed_cells():
            number, count = divmod(number, 16**DIGITS)
            if count:
                counter[key] = count
        return counts

    def packed(self) -> str | None:
        """None where something has no room: a margin or place out of range, or a contract that
        was made under its count, or failed over it, since the bins do not say which."""
        cells = list(self._packed_cells())
        if sum(counter[key] for counter, key in cells) < sum(part.total() for part in self.parts):
            return None
        return f"{sum(part[key] * 16 ** (DIGITS * at) for at, (part, key) in enumerate(cells)):x}"

    def add(self, other: "Counts") -> None:
        for part, more in zip(self.parts, other.parts, strict=True):
            part += more  # in place

    @property
    def parts(self) -> tuple[Counter[int], ...]:
        return self.taken, self.takes_made, self.margins_made, self.margins_failed, self.places

    def _packed_cells(self) -> Iterator[tuple[Counter[int], int]]:
        """Each count that has room in the packed number, as a counter and its key, in order."""
        yield from ((self.taken, count) for count in OUDLERS)
        yield from ((self.takes_made, count) for count in OUDLERS)
        for place in BINS:
            yield self.margins_made if place >= 0 else self.margins_failed, place
        yield from ((self.places, place) for place in PLACES)


class ScoreRow(NamedTuple):
    """What one player won on a deal, and the deal."""

    sitting: int
    number: int
    player: int
    role: str
    score: int
    size: int
    taker: int | None
    contract: str
    oudlers: int
    is_made: bool
    points_x2: int
    stake: int
    distance: int | None

    @property
    def over_x2(self) -> int:
        """Half card points over the contract, of a take."""
        return self.points_x2 - 2 * THRESHOLDS[self.oudlers]

    @property
    def is_of_take(self) -> bool:
        """Whether the deal has everything that a take is counted by."""
        return (
            self.taker is not None
            and self.oudlers in OUDLERS
            and self.contract in CONTRACTS
            and self.points_x2 is not None
            and self.stake is not None
        )

    @property
    def fits(self) -> bool:
        """Whether kept sums have room for it."""
        return (
            self.size is not None
            and abs(self.score) <= LARGEST
            and (self.taker is None or self.is_of_take)
            and (self.role == DealRole.TAKER) == (self.taker == self.player)
        )


COLUMNS = (
    "deal__sitting_id", "deal__number", "player_id", "role", "score", "deal__size",
    "deal__taker_id", "deal__contract", "deal__oudlers", "deal__made", "deal__points_x2",
    "deal__stake", "deal__taker_distance",
)  # fmt: skip


@dataclass(slots=True)
class SittingSums:
    """The sums of one table by size, and by size and player. fits says whether they can be kept."""

    sitting: int
    tables: dict[int, TableSums] = field(default_factory=dict)
    counts: dict[int, Counts] = field(default_factory=dict)
    players: dict[tuple[int, int], PlayerSums] = field(default_factory=dict)
    fits: bool = True

    def rows(self) -> list[TableSums | PlayerSums] | None:
        """What is to be kept, not saved and without revisions; None where a deal does not fit."""
        for size, table in self.tables.items():
            packed = self.counts[size].packed()
            if packed is None:
                return None
            table.tallies = packed
        return [*self.tables.values(), *self.players.values()] if self.fits else None

    def add_table(self, size: int) -> None:
        self.tables[size] = TableSums(
            sitting_id=self.sitting, size=size, deals=0, taken=0, made=0, stakes=0
        )
        self.counts[size] = Counts()

    def add_deal(self, row: ScoreRow) -> None:
        table, counts = self.tables[row.size], self.counts[row.size]
        table.deals += 1
        if not row.is_of_take:
            return
        place = row.over_x2 // (2 * BIN)
        table.taken += 1
        table.stakes += abs(row.stake)
        counts.taken[row.oudlers] += 1
        if row.is_made:
            table.made += 1
            counts.takes_made[row.oudlers] += 1
        (counts.margins_made if row.is_made else counts.margins_failed)[place] += 1
        if row.distance is not None:
            counts.places[row.distance] += 1

    def add_score(self, row: ScoreRow) -> None:
        own = self.players.get((row.size, row.player))
        if own is None:
            own = self.players[row.size, row.player] = _player_row(self.sitting, row)
        own.deals += 1
        own.total += row.score
        own.squares += row.score * row.score
        own.lowest = min(own.lowest or 0, own.total)
        if row.score > own.best:
            own.best, own.best_number = row.score, row.number
        if row.role == DealRole.TAKER and row.is_of_take:
            own.taken += 1
            own.made += bool(row.is_made)
            own.won += row.score
            own.over_x2 += row.over_x2
            for what, count in (("taken", 1), ("made", bool(row.is_made))):
                column = f"{row.contract}_{what}"
                setattr(own, column, getattr(own, column) + count)


def added_up(scores: QuerySet[DealScore]) -> Iterator[SittingSums]:
    """Yields the sums of one table after the other. One query."""
    in_order = ("deal__sitting_id", "deal__number", "seat_id")
    rows = (ScoreRow(*row) for row in scores.order_by(*in_order).values_list(*COLUMNS))
    for sitting, played in groupby(rows, key=lambda row: row.sitting):
        yield _sitting_sums(sitting, played)


def scores_at(sittings: Collection[int]) -> QuerySet[DealScore]:
    """Selects the scores of all players in the deals that count at these tables."""
    rows = DealScore.objects.filter(deal__sitting__in=sittings)
    return rows.exclude(deal__kind=DealKind.VOID).exclude(role=OUT)


def no_deals(sitting: int) -> SittingSums:
    sums = SittingSums(sitting)
    sums.add_table(0)
    return sums


def _sitting_sums(sitting: int, rows: Iterable[ScoreRow]) -> SittingSums:
    """rows in order of play."""
    sums = SittingSums(sitting)
    number = 0
    for row in rows:
        if row.size not in sums.tables:
            sums.add_table(row.size)
        if row.number != number:
            number = row.number
            sums.add_deal(row)
        sums.add_score(row)
        sums.fits = sums.fits and row.fits
    if len(sums.tables) > 1:
        for own in sums.players.values():
            own.lowest = None
    return sums


def _player_row(sitting: int, row: ScoreRow) -> PlayerSums:
    return PlayerSums(
        sitting_id=sitting,
        size=row.size,
        player_id=row.player,
        deals=0,
        total=0,
        squares=0,
        lowest=0,
        best=row.score,
        best_number=row.number,
    )


def are_kept(outer: str = "") -> Exists:
    """Whether the sums of a sitting are kept; outer is the path from the row to the sitting."""
    table_rows = TableSums.objects.filter(
        sitting=OuterRef(f"{outer}pk"), revision=OuterRef(f"{outer}revision")
    )
    return Exists(table_rows)


@dataclass(frozen=True, slots=True)
class TableTotals:
    """Deals by sitting, the sum of the stakes without their signs, and counts by size."""

    deals: Counter[int]
    stakes: int
    counts: Mapping[int, Counts]


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums of a population. live are the tables of which no sums are kept, None where no kept
    sum is asked for; added are the sums of these, or of all tables."""

    population: Population
    live: frozenset[int] | None
    added: tuple[SittingSums, ...]

    def kept_tables(self) -> QuerySet[TableSums]:
        return self._valid(TableSums.objects.filter(self.population.where()))

    def kept_players(self) -> QuerySet[PlayerSums]:
        return self._valid(PlayerSums.objects.filter(self.population.where()))

    def _valid(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        if self.live is None:
            return rows.none()
        rows = rows.filter(revision=F("sitting__revision"))
        # A table that closed a moment ago has sums now, but was added up already.
        return rows.exclude(sitting__in=self.live) if self.live else rows

    def added_players(self) -> Iterator[PlayerSums]:
        for sums in self.added:
            yield from sums.players.values()

    def by_player(self, *columns: str) -> dict[int, tuple[int, ...]]:
        """These columns of PlayerSums added up for each player. One query."""
        sums: dict[str, Any] = {f"{column}_sum": Sum(column) for column in columns}
        rows: Iterable[Any] = (
            self.kept_players().values("player").annotate(**sums).values_list("player", *sums)
        )
        totals = {player: tuple(told) for player, *told in rows}
        nothing = (0,) * len(columns)
        for row in self.added_players():
            values = (getattr(row, column) for column in columns)
            known = totals.get(row.player_id, nothing)
            totals[row.player_id] = tuple(a + b for a, b in zip(known, values, strict=True))
        return totals

    def over_all(self, *columns: str) -> tuple[int, ...]:
        """These columns of PlayerSums added up. One query."""
        totals = self.kept_players().aggregate(**{f"{name}_sum": Sum(name) for name in columns})
        return tuple(
            (totals[f"{name}_sum"] or 0) + sum(getattr(row, name) for row in self.added_players())
            for name in columns
        )

    def over_tables(self) -> TableTotals:
        """One query."""
        deals: Counter[int] = Counter()
        packed: Counter[int] = Counter()
        stakes = 0
        columns = ("sitting_id", "size", "deals", "stakes", "tallies")
        for sitting, size, count, staked, tallies in self.kept_tables().values_list(*columns):
            if count:
                deals[sitting] += count
                stakes += staked
                packed[size] += int(tallies, 16)
        counts = defaultdict(
            Counts, {size: Counts.unpacked(number) for size, number in packed.items()}
        )
        for sums in self.added:
            for size, table in sums.tables.items():
                deals[sums.sitting] += table.deals
                stakes += table.stakes
                counts[size].add(sums.counts[size])
        return TableTotals(deals, stakes, counts)

    def player_rows(self, *columns: str, **conditions: Any) -> Iterator[tuple[Any, ...]]:
        """These columns of each PlayerSums, in no order, of tables that are told. One query."""
        yield from self.kept_players().filter(**conditions).values_list(*columns)
        wanted = conditions.get("sitting__in")
        for row in self.added_players():
            if wanted is None or row.sitting_id in wanted:
                yield tuple(getattr(row, column) for column in columns)


def _tables_without_sums(population: Population) -> frozenset[int] | None:
    """Tables of the population of which no sums are kept; None for more than LIVE_MOST."""
    rows = Sitting.objects.filter(population.tables_where(), ~are_kept()).order_by()
    live = frozenset(rows.values_list("pk", flat=True)[: LIVE_MOST + 1])
    return live if len(live) <= LIVE_MOST else None


def population_sums(population: Population, *, with_live: bool = True) -> Sums:
    """with_live: what is not kept is added up now. At most two queries."""
    can_tell = population.has_whole_tables and not population.from_deals
    live = _tables_without_sums(population) if can_tell else None
    if not with_live or live == frozenset():
        return Sums(population, live, ())
    asked = population if live is None else population.only(sittings=live)
    return Sums(population, live, tuple(added_up(asked.scores())))
