"""Records of a club or a season: the most of everything, each with the evening and the deal.

Of equal ones the earliest holds the record. What somebody lost is told to nobody else: the worst
evening is found for one player, and the page names the taker of a failed contract to that player
alone.

Source: leagues specification, section 4.5.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from clubs.choices import Contract, Role
from clubs.core.french_scoring import THRESHOLDS
from clubs.models import Player
from clubs.queries.player_evenings import Night, Table, night_order, tables_of
from clubs.queries.populations import Population
from clubs.queries.profile_figures import CHELEMS

SHOWN_CHELEMS = 10


class Take(NamedTuple):
    """A deal that somebody took. margin_x2 is in half card points."""

    sitting: int
    number: int
    taker: int
    contract: str
    oudlers: int
    made: bool
    margin_x2: int
    chelem: str | None


class Won(NamedTuple):
    """What one player won or lost on one deal."""

    sitting: int
    number: int
    player: int
    role: str
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
    """Four queries. viewer is who looks: only they are told their worst evening."""
    tables = tables_of(population)
    takes = all_takes(population)
    nights, highest = all_scores(population, tables)
    players = Player.objects.in_bulk({player for night in nights.values() for player in night})
    book = Book(tables, players)
    made = [take for take in takes if take.made]
    failed = [take for take in takes if not take.made]
    chelems = [take for take in takes if take.chelem in CHELEMS]
    return Records(
        highest_deal=book.won(highest),
        largest_made=book.taken(max(made, key=lambda take: take.margin_x2, default=None)),
        largest_failed=book.taken(min(failed, key=lambda take: take.margin_x2, default=None)),
        best_evening=book.evening(largest(of_each(nights, lambda tally: tally.total))),
        own_worst_evening=book.evening(worst_of(nights, viewer)),
        longest_run=longest_run(takes, book),
        most_takes=book.evening(largest(of_each(nights, lambda tally: tally.takes))),
        biggest_comeback=book.evening(largest(of_each(nights, deficit))),
        closest_evening=closest_evening(nights),
        rarest_made=rarest(made, book),
        chelems=tuple(book.of_take(take) for take in reversed(chelems[-SHOWN_CHELEMS:])),
        chelem_count=len(chelems),
    )


def all_takes(population: Population) -> list[Take]:
    """In order of play. One query."""
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
    """One player's evening so far: the total, the lowest that it was, and the takes."""

    total: int = 0
    lowest: int = 0
    takes: int = 0


Nights = Mapping[Night, Mapping[int, Tally]]
Found = tuple[Night, int, int]  # an evening, a player by key, and what it was


def all_scores(population: Population, tables: Mapping[int, Table]) -> tuple[Nights, Won | None]:
    """Every evening of every player, evenings in their order, and the highest deal. One query.

    Tens of thousands of rows: they are added up as they come.
    """
    columns = ("deal__sitting_id", "deal__number", "player_id", "role", "score")
    in_order = ("deal__sitting__opened_at", "deal__sitting_id", "deal__number", "seat_id")
    rows: Iterable[Any] = population.scores().order_by(*in_order).values_list(*columns)
    found: dict[Night, dict[int, Tally]] = defaultdict(lambda: defaultdict(Tally))
    highest, top = None, 0
    for sitting, told in groupby(rows, key=itemgetter(0)):
        night = found[tables[sitting].night]
        for row in told:
            _, _, player, role, score = row
            tally = night[player]
            tally.total += score
            if tally.total < tally.lowest:
                tally.lowest = tally.total
            if role == Role.TAKER:
                tally.takes += 1
            if score > top:
                highest, top = row, score
    nights = {night: found[night] for night in sorted(found, key=night_order)}
    return nights, Won(*highest) if highest else None


@dataclass(frozen=True, slots=True)
class Book:
    """Puts tables and names to what was found."""

    tables: Mapping[int, Table]
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

    def won(self, row: Won | None) -> DealRecord | None:
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

    def evening(self, found: Found | None) -> EveningRecord | None:
        if found is None:
            return None
        night, player, value = found
        return EveningRecord(night, self.players[player], value)


def of_each(nights: Nights, value: Callable[[Tally], int]) -> list[Found]:
    return [
        (night, player, value(tally))
        for night, players in nights.items()
        for player, tally in players.items()
    ]


def largest(found: Iterable[Found]) -> Found | None:
    """The earliest of the largest; nothing is no record."""
    most = max(found, key=itemgetter(2), default=None)
    return most if most and most[2] > 0 else None


def worst_of(nights: Nights, viewer: Player | None) -> Found | None:
    """The worst evening of who looks; only what was lost is one."""
    totals = of_each(nights, lambda tally: tally.total)
    own = [found for found in totals if viewer is not None and found[1] == viewer.pk]
    worst = min(own, key=itemgetter(2), default=None)
    return worst if worst and worst[2] < 0 else None


def deficit(tally: Tally) -> int:
    """From how far below 0 an evening came back; 0 where it did not."""
    return -tally.lowest if tally.total >= 0 else 0


def closest_evening(nights: Nights) -> CloseEvening | None:
    found = []
    for night, players in nights.items():
        totals = [tally.total for tally in players.values()]
        found.append(CloseEvening(night, max(totals) - min(totals), len(totals)))
    return min(found, key=lambda close: close.gap, default=None)


def longest_run(takes: Iterable[Take], book: Book) -> RunRecord | None:
    """In order of play, over all evenings."""
    current: dict[int, list[Take]] = defaultdict(list)
    best: list[Take] = []
    for take in takes:
        if not take.made:
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


def rarest(made: Sequence[Take], book: Book) -> RareContract | None:
    """The contract, with so many oudlers, that was made least often; of equally rare ones the
    highest, then the one with fewer oudlers."""
    counts = Counter((take.contract, take.oudlers) for take in made)
    if not counts:
        return None
    height = list(Contract.values).index
    kind = min(counts, key=lambda kind: (counts[kind], -height(kind[0]), kind[1]))
    first = next(take for take in made if (take.contract, take.oudlers) == kind)
    return RareContract(book.of_take(first), counts[kind])
