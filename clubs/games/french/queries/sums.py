"""The sums that are kept of tables, and the same sums of tables of which none are kept: those that
are open, and those that were written since by somebody who made none.

Statistics ask kept_sums() first. Where that is None they add up the deals in the database, as they
do with filters that sums of whole tables cannot tell: an opponent, deals without guests.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet, Sum

from clubs.choices import Role
from clubs.games.french.core.records import FrenchContract
from clubs.games.french.core.scoring import THRESHOLDS
from clubs.games.french.models import PlayerSums, TableSums
from clubs.games.french.queries.figures import BIN
from clubs.models import DealKind, DealScore, Sitting
from clubs.queries.statistics.populations import OUT, Population

GAME = "french"
LIVE_MOST = 100  # tables that are added up here; with more of them the database does it all
LARGEST = 10**8  # of a score: a sum of squares has room for hundreds of those
BINS = range(-12, 12)  # from 56 under the contract to 55 over it
PLACES = range(1, 7)  # in the bidding
OUDLERS = range(4)
DIGITS = 6  # hexadecimal, of a count in Tallies: room for sixteen million takes


class Tallies(NamedTuple):
    """Takes and made ones by number of oudlers, takes by bin of the margin (in the order of BINS),
    and by the place of the taker (in that of PLACES).

    TableSums.tallies has them as one hexadecimal number with DIGITS for each count, the first in
    the lowest ones: the numbers of ten thousand tables are added up as they are, which costs a
    tenth of reading as many lists.
    """

    taken: list[int]
    takes_made: list[int]
    margins: list[int]
    places: list[int]

    @classmethod
    def of(cls, number: int) -> "Tallies":
        tallies = []
        for part in (OUDLERS, OUDLERS, BINS, PLACES):
            counts = []
            for _ in part:
                number, count = divmod(number, 16**DIGITS)
                counts.append(count)
            tallies.append(counts)
        return cls(*tallies)

    @classmethod
    def none(cls) -> "Tallies":
        return cls.of(0)

    @property
    def packed(self) -> str:
        counts = [count for part in self for count in part]
        return f"{sum(count * 16 ** (DIGITS * place) for place, count in enumerate(counts)):x}"


def contract_columns() -> tuple[str, ...]:
    """Those of PlayerSums that count takes and made ones of each contract, in pairs."""
    return tuple(f"{code}_{what}" for code in FrenchContract for what in ("taken", "made"))


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


COLUMNS = (
    "deal__sitting_id", "deal__number", "player_id", "role", "score", "deal__size",
    "deal__taker_id", "deal__contract", "deal__oudlers", "deal__made", "deal__points_x2",
    "deal__stake", "deal__taker_distance",
)  # fmt: skip


class Unfit(Exception):
    """A deal that has no place in the sums."""


@dataclass(frozen=True, slots=True)
class SittingSums:
    """Not saved; without revisions."""

    tables: list[TableSums]
    players: list[PlayerSums]


def added_up(scores: QuerySet[DealScore]) -> dict[int, SittingSums | None]:
    """By sitting; None where one has a deal that does not fit. One query."""
    in_order = ("deal__sitting_id", "deal__number", "seat_id")
    rows = (ScoreRow(*row) for row in scores.order_by(*in_order).values_list(*COLUMNS))
    sums_by_sitting: dict[int, SittingSums | None] = {}
    for sitting, played in groupby(rows, key=lambda row: row.sitting):
        score_rows = list(played)
        try:
            sums_by_sitting[sitting] = _sitting_sums(sitting, score_rows)
        except Unfit:
            sums_by_sitting[sitting] = None
    return sums_by_sitting


def scores_at(sittings: Collection[int]) -> QuerySet[DealScore]:
    """What everybody who played deals that count won at these tables."""
    rows = DealScore.objects.filter(deal__sitting__in=sittings)
    return rows.exclude(deal__kind=DealKind.VOID).exclude(role=OUT)


def no_deals(sitting: int) -> SittingSums:
    row = TableSums(sitting_id=sitting, size=0, deals=0, taken=0, made=0, stakes=0)
    row.tallies = Tallies.none().packed
    return SittingSums([row], [])


def _sitting_sums(sitting: int, rows: Sequence[ScoreRow]) -> SittingSums:
    """rows in order of play. Raises Unfit."""
    tables: dict[int, TableSums] = {}
    tallies: dict[int, Tallies] = {}
    players: dict[tuple[int, int], PlayerSums] = {}
    number = 0
    for row in rows:
        if row.size is None or abs(row.score) > LARGEST:
            raise Unfit
        if row.size not in tables:
            tables[row.size] = TableSums(
                sitting_id=sitting, size=row.size, deals=0, taken=0, made=0, stakes=0
            )
            tallies[row.size] = Tallies.none()
        if row.number != number:
            number = row.number
            _add_deal(tables[row.size], tallies[row.size], row)
        key = (row.size, row.player)
        if key not in players:
            players[key] = _player_row(sitting, row)
        _add_score(players[key], row)
    for size, table in tables.items():
        table.tallies = tallies[size].packed
    if len(tables) > 1:
        for own in players.values():
            own.lowest = None
    return SittingSums(list(tables.values()), list(players.values()))


def _add_deal(table: TableSums, tallies: Tallies, row: ScoreRow) -> None:
    table.deals += 1
    if row.taker is None:
        return
    place = _over_x2(row) // (2 * BIN)
    known = place in BINS and row.contract in list(FrenchContract) and row.stake is not None
    if not known or bool(row.is_made) != (place >= 0):
        raise Unfit
    table.taken += 1
    table.made += bool(row.is_made)
    table.stakes += abs(row.stake)
    tallies.taken[row.oudlers] += 1
    tallies.takes_made[row.oudlers] += bool(row.is_made)
    tallies.margins[place - BINS[0]] += 1
    if row.distance is not None:
        if row.distance not in PLACES:
            raise Unfit
        tallies.places[row.distance - 1] += 1


def _over_x2(row: ScoreRow) -> int:
    """Half card points over the contract. Raises Unfit."""
    if row.points_x2 is None or row.oudlers not in OUDLERS:
        raise Unfit
    return row.points_x2 - 2 * THRESHOLDS[row.oudlers]


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


def _add_score(own: PlayerSums, row: ScoreRow) -> None:
    own.deals += 1
    own.total += row.score
    own.squares += row.score * row.score
    own.lowest = min(own.lowest or 0, own.total)
    if row.score > own.best:
        own.best, own.best_number = row.score, row.number
    if (row.role == Role.TAKER) != (row.taker == row.player):
        raise Unfit
    if row.role == Role.TAKER:
        own.taken += 1
        own.made += bool(row.is_made)
        own.won += row.score
        own.over_x2 += _over_x2(row)
        for what, count in (("taken", 1), ("made", bool(row.is_made))):
            column = f"{row.contract}_{what}"
            setattr(own, column, getattr(own, column) + count)


def are_kept(outer: str = "") -> Exists:
    """Whether the sums of a sitting are kept; outer is the path from the row to the sitting."""
    table_rows = TableSums.objects.filter(
        sitting=OuterRef(f"{outer}pk"), revision=OuterRef(f"{outer}revision")
    )
    return Exists(table_rows)


@dataclass(frozen=True, slots=True)
class KeptSums:
    """Of a population. live are the tables of which no sums are kept, players and tables are those
    added up now."""

    population: Population
    live: frozenset[int]
    tables: tuple[TableSums, ...]
    players: tuple[PlayerSums, ...]

    def kept_tables(self) -> QuerySet[TableSums]:
        return self.valid(TableSums.objects.filter(self.population.where()))

    def kept_players(self) -> QuerySet[PlayerSums]:
        return self.valid(PlayerSums.objects.filter(self.population.where()))

    def valid(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        rows = rows.filter(revision=F("sitting__revision"))
        # A table that closed a moment ago has sums now, but was added up already.
        return rows.exclude(sitting__in=self.live) if self.live else rows

    def by_player(self, *columns: str) -> dict[int, tuple[int, ...]]:
        """These columns of PlayerSums added up for each player. One query."""
        sums: dict[str, Any] = {f"{column}_sum": Sum(column) for column in columns}
        rows: Iterable[Any] = (
            self.kept_players().values("player").annotate(**sums).values_list("player", *sums)
        )
        totals = {player: told for player, *told in rows}
        for row in self.players:
            values = [getattr(row, column) for column in columns]
            known = totals.get(row.player_id)
            if known is not None:
                values = [a + b for a, b in zip(known, values, strict=True)]
            totals[row.player_id] = values
        return {player: tuple(told) for player, told in totals.items()}

    def over_all(self, *columns: str) -> tuple[int, ...]:
        """These columns of PlayerSums added up. One query."""
        totals = self.kept_players().aggregate(**{f"{name}_sum": Sum(name) for name in columns})
        return tuple(
            (totals[f"{name}_sum"] or 0) + sum(getattr(row, name) for row in self.players)
            for name in columns
        )

    def table_rows(self, *columns: str) -> Iterator[tuple[Any, ...]]:
        """These columns of each TableSums, in no order. One query."""
        yield from self.kept_tables().values_list(*columns)
        for row in self.tables:
            yield tuple(getattr(row, column) for column in columns)

    def player_rows(self, *columns: str, **conditions: Any) -> Iterator[tuple[Any, ...]]:
        """These columns of each PlayerSums, in no order, of tables that are told. One query."""
        yield from self.kept_players().filter(**conditions).values_list(*columns)
        wanted = conditions.get("sitting__in")
        for row in self.players:
            if wanted is None or row.sitting_id in wanted:
                yield tuple(getattr(row, column) for column in columns)


def _tables_without_sums(population: Population) -> list[int]:
    """Tables of the population of which no sums are kept; one more than LIVE_MOST at most."""
    rows = Sitting.objects.filter(population.tables_where(), ~are_kept()).order_by()
    return list(rows.values_list("pk", flat=True)[: LIVE_MOST + 1])


def kept_sums(population: Population, *, with_live: bool = True) -> KeptSums | None:
    """None where the sums cannot tell, or too few are kept. with_live: tables of which none are
    kept are added up now. At most two queries."""
    if population.from_deals or population.game != GAME or not population.has_whole_tables:
        return None
    live = _tables_without_sums(population)
    if len(live) > LIVE_MOST:
        return None
    if not live or not with_live:
        return KeptSums(population, frozenset(live), (), ())
    added = list(added_up(population.only(sittings=frozenset(live)).scores()).values())
    known = [sums for sums in added if sums is not None]
    if len(known) < len(added):
        return None
    tables = tuple(row for sums in known for row in sums.tables)
    players = tuple(row for sums in known for row in sums.players)
    return KeptSums(population, frozenset(live), tables, players)
