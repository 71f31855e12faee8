"""Records of a club or a season: the most of everything, each with the evening and the deal.

Of equal ones the earliest holds the record. What somebody lost is told to nobody else: the worst
evening is found for one player, and the page names the taker of a failed contract to that player
alone.

Source: leagues.md §4.5.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from clubs.games.french.core.records import FrenchContract
from clubs.games.french.core.scoring import THRESHOLDS
from clubs.games.french.queries.counts import CHELEMS
from clubs.models import Player
from clubs.queries.statistics.nights import Night, night_order
from clubs.queries.statistics.player_evenings import EveningTable, tables_of
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.sums import population_sums

SHOWN_CHELEMS = 10


class Take(NamedTuple):
    """A deal that somebody took. margin_x2 is in half card points."""

    sitting: int
    number: int
    taker: int
    contract: str
    oudlers: int
    is_made: bool
    margin_x2: int
    chelem: str | None


class RecordScore(NamedTuple):
    """What one player won or lost on one deal."""

    sitting: int
    number: int
    player: int
    score: int


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal and whose it was; value is a deal score, or card points over the contract (under:
    negative)."""

    night: Night
    table: UUID
    number: int
    player: Player
    contract: str | None
    oudlers: int | None
    value: Fraction

    @property
    def points(self) -> Fraction:
        """Without its sign."""
        return abs(self.value)


@dataclass(frozen=True, slots=True)
class EveningRecord:
    """An evening, and whose it was; value is a total, or a number of takes or of card points."""

    night: Night
    player: Player
    value: int


@dataclass(frozen=True, slots=True)
class CloseEvening:
    """The gap is between the first and the last of those who played."""

    night: Night
    gap: int
    players: int


@dataclass(frozen=True, slots=True)
class RunRecord:
    """Takes made in a row, of one player, from the first deal to the last."""

    player: Player
    length: int
    first: DealRecord
    last: DealRecord


@dataclass(frozen=True, slots=True)
class RareContract:
    """How often this contract was made with so many oudlers, and the first time."""

    deal: DealRecord
    count: int


@dataclass(frozen=True, slots=True)
class Records:
    """None where there is nothing yet. chelems are the latest, chelem_count all of them."""

    highest_deal: DealRecord | None
    largest_made: DealRecord | None
    largest_failed: DealRecord | None
    best_evening: EveningRecord | None
    own_worst_evening: EveningRecord | None
    longest_run: RunRecord | None
    most_takes: EveningRecord | None
    biggest_comeback: EveningRecord | None
    closest_evening: CloseEvening | None
    rarest_made: RareContract | None
    chelems: tuple[DealRecord, ...]
    chelem_count: int


def records(population: Population, *, viewer: Player | None = None) -> Records:
    """Seven queries at most. viewer is the player who looks: nobody else is told that player's
    worst evening."""
    tables = tables_of(population)
    takes = _all_takes(population)
    nights, highest = _all_scores(population, tables)
    players = Player.objects.in_bulk({player for night in nights.values() for player in night})
    book = Book(tables, players)
    made_takes = [take for take in takes if take.is_made]
    failed = [take for take in takes if not take.is_made]
    chelems = [take for take in takes if take.chelem in CHELEMS]
    return Records(
        highest_deal=book.won(highest),
        largest_made=book.taken(max(made_takes, key=lambda take: take.margin_x2, default=None)),
        largest_failed=book.taken(min(failed, key=lambda take: take.margin_x2, default=None)),
        best_evening=book.evening(_largest(_of_each(nights, lambda tally: tally.total))),
        own_worst_evening=book.evening(_worst_of(nights, viewer)),
        longest_run=_longest_run(takes, book),
        most_takes=book.evening(_largest(_of_each(nights, lambda tally: tally.takes))),
        biggest_comeback=book.evening(_largest(_of_each(nights, _deficit))),
        closest_evening=_closest_evening(nights),
        rarest_made=_rarest(made_takes, book),
        chelems=tuple(book.of_take(take) for take in reversed(chelems[-SHOWN_CHELEMS:])),
        chelem_count=len(chelems),
    )


def _all_takes(population: Population) -> list[Take]:
    """Reads the takes in order of play. One query."""
    rows: Iterable[Any] = (
        population.deals()
        .filter(taker__isnull=False)
        .values_list(
            "sitting_id", "number", "taker_id", "contract", "oudlers", "made", "points_x2", "chelem"
        )
    )
    return [
        Take(
            sitting, number, taker, contract, oudlers, made, points - 2 * THRESHOLDS[oudlers], slam
        )
        for sitting, number, taker, contract, oudlers, made, points, slam in rows
    ]


@dataclass(slots=True)
class Tally:
    """What one player did at one table, or on an evening so far: the total, the lowest that it was,
    and the takes."""

    total: int = 0
    lowest: int = 0
    takes: int = 0

    def add(self, part: "Tally") -> None:
        """What came next."""
        self.lowest = min(self.lowest, self.total + part.lowest)
        self.total += part.total
        self.takes += part.takes


Nights = Mapping[Night, Mapping[int, Tally]]
Found = tuple[Night, int, int]  # an evening, a player by key, and what it was


def _all_scores(
    population: Population, tables: Mapping[int, EveningTable]
) -> tuple[Nights, RecordScore | None]:
    """Every evening of every player, evenings in their order, and the highest deal. Eight queries
    at most."""
    played = population_sums(population).tables()
    evenings: dict[Night, dict[int, Tally]] = defaultdict(lambda: defaultdict(Tally))
    best: tuple[int, int, int] | None = None
    for place, (sitting, table) in enumerate(tables.items()):  # in order of play
        for player, parts in played.get(sitting, {}).items():
            for part in parts:
                evenings[table.night][player].add(Tally(part.total, part.low, part.takes.length))
                score = -part.best, place, part.best_number
                if part.best > 0 and (best is None or score < best):
                    best = score
    nights = {night: evenings[night] for night in sorted(evenings, key=night_order)}
    return nights, _first_best(population, best, list(tables))


def _first_best(
    population: Population, best: tuple[int, int, int] | None, sittings: Sequence[int]
) -> RecordScore | None:
    """Returns the score with its player: of several of one deal the one who sat down first. One
    query."""
    if best is None:
        return None
    negative, place, number = best
    rows = population.scores().filter(
        deal__sitting=sittings[place], deal__number=number, score=-negative
    )
    columns = ("deal__sitting_id", "deal__number", "player_id", "score")
    row = rows.order_by("seat_id").values_list(*columns).first()
    return RecordScore(*row) if row else None


@dataclass(frozen=True, slots=True)
class Book:
    """Puts tables and names to what was found."""

    tables: Mapping[int, EveningTable]
    players: Mapping[int, Player]

    def of_take(self, take: Take) -> DealRecord:
        table = self.tables[take.sitting]
        return DealRecord(
            table.night,
            table.uuid,
            take.number,
            self.players[take.taker],
            take.contract,
            take.oudlers,
            Fraction(take.margin_x2, 2),
        )

    def taken(self, take: Take | None) -> DealRecord | None:
        return self.of_take(take) if take else None

    def won(self, row: RecordScore | None) -> DealRecord | None:
        if row is None:
            return None
        table = self.tables[row.sitting]
        return DealRecord(
            table.night,
            table.uuid,
            row.number,
            self.players[row.player],
            None,
            None,
            Fraction(row.score),
        )

    def evening(self, candidate: Found | None) -> EveningRecord | None:
        if candidate is None:
            return None
        night, player, value = candidate
        return EveningRecord(night, self.players[player], value)


def _of_each(nights: Nights, value: Callable[[Tally], int]) -> list[Found]:
    return [
        (night, player, value(tally))
        for night, players in nights.items()
        for player, tally in players.items()
    ]


def _largest(candidates: Iterable[Found]) -> Found | None:
    """The earliest of the largest; nothing is no record."""
    most = max(candidates, key=itemgetter(2), default=None)
    return most if most and most[2] > 0 else None


def _worst_of(nights: Nights, viewer: Player | None) -> Found | None:
    """Returns the worst evening of the viewer; only an evening that was lost is one."""
    totals = _of_each(nights, lambda tally: tally.total)
    own = [found for found in totals if viewer is not None and found[1] == viewer.pk]
    worst = min(own, key=itemgetter(2), default=None)
    return worst if worst and worst[2] < 0 else None


def _deficit(tally: Tally) -> int:
    """Returns from how far below 0 an evening came back; 0 where it did not."""
    return -tally.lowest if tally.total >= 0 else 0


def _closest_evening(nights: Nights) -> CloseEvening | None:
    evenings = []
    for night, players in nights.items():
        totals = [tally.total for tally in players.values()]
        evenings.append(CloseEvening(night, max(totals) - min(totals), len(totals)))
    return min(evenings, key=lambda close: close.gap, default=None)


def _longest_run(takes: Iterable[Take], book: Book) -> RunRecord | None:
    """takes are in order of play, over all evenings."""
    current: dict[int, list[Take]] = defaultdict(list)
    best: list[Take] = []
    for take in takes:
        if not take.is_made:
            current[take.taker] = []
            continue
        run = current[take.taker]
        run.append(take)
        if len(run) > len(best):
            best = list(run)
    if not best:
        return None
    first, last = book.of_take(best[0]), book.of_take(best[-1])
    return RunRecord(first.player, len(best), first, last)


def _rarest(takes: Sequence[Take], book: Book) -> RareContract | None:
    """The contract, with so many oudlers, that was made least often; of equally rare ones the
    highest, then the one with fewer oudlers."""
    counts = Counter((take.contract, take.oudlers) for take in takes)
    if not counts:
        return None
    height = [contract.value for contract in FrenchContract].index
    kind = min(counts, key=lambda kind: (counts[kind], -height(kind[0]), kind[1]))
    first = next(take for take in takes if (take.contract, take.oudlers) == kind)
    return RareContract(book.of_take(first), counts[kind])
