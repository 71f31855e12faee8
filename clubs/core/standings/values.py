"""The value of a player by each method, and the evenings it is made of.

One function a method in AMOUNTS: what each evening brings. Source: leagues.md §3.2.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from clubs.core.standings.places import NOWHERE, Places, Placing, TableSum, Tally
from clubs.core.standings.scale import plain_number, quotient
from clubs.core.standings.settings import PlaceScope, RankingMethod
from clubs.core.standings.shapes import EveningLine, Number, TableLine

# Where a penalty is added to the value; not in `drop_worst`, `evening_average` and `rating`
# (leagues.md §3.3, §10, invariant 5).
ADDING = frozenset(
    {RankingMethod.TOTAL, RankingMethod.BEST_N, RankingMethod.PLACE_POINTS, RankingMethod.AVERAGE}
)
# Where points from before the season are: sums, but no means.
CARRYING = frozenset(
    {
        RankingMethod.TOTAL,
        RankingMethod.BEST_N,
        RankingMethod.DROP_WORST,
        RankingMethod.PLACE_POINTS,
    }
)


@dataclass(frozen=True, slots=True)
class Worth:
    """value = base / divisor; None where there is nothing to divide by."""

    base: Number
    divisor: int

    @property
    def value(self) -> Number | None:
        return quotient(self.base, self.divisor) if self.divisor else None


@dataclass(frozen=True, slots=True)
class Amounts:
    """The amount of each evening, by its place; `unit` of them make one point, or one place point.
    An evening that is dropped is missing."""

    by_evening: Mapping[int, Number]
    unit: int

    def at(self, evening: int) -> Number:
        return quotient(self.by_evening.get(evening, 0), self.unit)

    def sum(self) -> Number:
        return quotient(sum(self.by_evening.values()), self.unit)


def worth_of(frame: Placing, tally: Tally, amounts: Amounts, extra: int) -> Worth:
    """extra: penalties and points from before the season, as far as the method adds them."""
    base = plain_number(amounts.sum() + extra)
    # Tables with an unknown number of deals are in neither part of an average (see _known_deals).
    match frame.settings.method:
        case RankingMethod.AVERAGE:
            return Worth(base, tally.deals)
        case RankingMethod.EVENING_AVERAGE:
            return Worth(base, len(tally.evenings))
        case _:
            return Worth(base, 1)


def amounts_of(frame: Placing, tally: Tally) -> Amounts:
    return AMOUNTS[frame.settings.method](frame, tally)


def _all_evenings(frame: Placing, tally: Tally) -> Amounts:
    return Amounts(tally.evenings, frame.scale.unit)


def _known_deals(frame: Placing, tally: Tally) -> Amounts:
    """All evenings without tables of which nobody knows how many deals were played."""
    units = {at: units - tally.unknown.get(at, 0) for at, units in tally.evenings.items()}
    return Amounts(units, frame.scale.unit)


def _best_evenings(frame: Placing, tally: Tally) -> Amounts:
    """The n best of those attended; of equal ones the earlier."""
    units = tally.evenings
    best = _best_first(units)[: frame.settings.best_n]
    return Amounts({at: units[at] for at in best}, frame.scale.unit)


def _without_worst(frame: Placing, tally: Tally) -> Amounts:
    """All evenings without the k worst; a missed evening is among them only if it counts as
    something.

    Of equal ones the later goes.
    """
    units = dict(tally.evenings)
    missed = frame.settings.missed_counts_as
    # Only evenings at which somebody played can be missed: one that is still to come would give
    # points to everybody before it is held.
    if missed is not None:
        units |= {at: missed * frame.scale.unit for at in frame.held if at not in units}
    # max(): with fewer evenings than are dropped, a negative end would keep some of them.
    remaining = _best_first(units)[: max(0, len(units) - (frame.settings.drop_worst or 0))]
    return Amounts({at: units[at] for at in remaining}, frame.scale.unit)


def _best_first(units: Mapping[int, int]) -> list[int]:
    # The place decides between equal ones, or what counts would follow from the order of the input.
    return sorted(units, key=lambda at: (-units[at], at))


def _points_for_places(frame: Placing, tally: Tally) -> Amounts:
    attendance = frame.settings.attendance_points
    points: dict[int, Number] = {}
    for at in tally.evenings:
        # A guest who is passed over has no place, and is given points for coming all the same.
        mine = frame.at(at).get(tally.player)
        points[at] = (mine.points if mine else 0) + attendance
    return Amounts(points, 1)


def _nothing(frame: Placing, tally: Tally) -> Amounts:
    """A rating is made of tables, not of evenings."""
    # A 0 for each: an evening that is missing would be shown as one that was dropped.
    return Amounts(dict.fromkeys(tally.evenings, 0), 1)


AMOUNTS: Mapping[RankingMethod, Callable[[Placing, Tally], Amounts]] = {
    RankingMethod.TOTAL: _all_evenings,
    RankingMethod.AVERAGE: _known_deals,
    RankingMethod.EVENING_AVERAGE: _all_evenings,
    RankingMethod.BEST_N: _best_evenings,
    RankingMethod.DROP_WORST: _without_worst,
    RankingMethod.PLACE_POINTS: _points_for_places,
    RankingMethod.RATING: _nothing,
}


def player_evening_lines(frame: Placing, tally: Tally, amounts: Amounts) -> tuple[EveningLine, ...]:
    """Every evening attended, and those missed that count as something, by date."""
    return tuple(
        evening_line(frame, tally, at, amounts)
        if at in tally.evenings
        else _missed_line(frame, at, amounts)
        for at in sorted({*tally.evenings, *_missed_evenings(frame, tally)})
    )


def _missed_evenings(frame: Placing, tally: Tally) -> list[int]:
    settings = frame.settings
    if settings.method is not RankingMethod.DROP_WORST or settings.missed_counts_as is None:
        return []
    return [at for at in frame.held if at not in tally.evenings]


def _missed_line(frame: Placing, at: int, amounts: Amounts) -> EveningLine:
    return EveningLine(
        evening=at,
        raw=0,
        score=frame.settings.missed_counts_as or 0,
        amount=amounts.at(at),
        counted=at in amounts.by_evening,
        place=None,
        missed=True,
    )


def evening_line(frame: Placing, tally: Tally, at: int, amounts: Amounts) -> EveningLine:
    """The line of an evening that was attended."""
    by_places = frame.settings.method is RankingMethod.PLACE_POINTS
    mine = frame.at(at).get(tally.player) if by_places else None
    score = frame.scale.number(tally.evenings[at])
    tables = tally.tables(at, frame.scale)
    return EveningLine(
        evening=at,
        raw=sum(table.raw for table in tables.values()),
        score=score,
        amount=amounts.at(at),
        counted=at in amounts.by_evening,
        place=frame.place_of(at, tally.player),
        place_points=mine.points if mine else None,
        attendance_points=frame.settings.attendance_points if by_places else 0,
        tables=tuple(_evening_table_lines(frame, tally.player, at, tables)),
    )


def _evening_table_lines(
    frame: Placing, player: str, at: int, tables: Mapping[str, TableSum]
) -> Iterator[TableLine]:
    by_tables = (
        frame.settings.method is RankingMethod.PLACE_POINTS
        and frame.settings.place_scope is PlaceScope.TABLE
    )
    places: Mapping[str, Places] = frame.at_tables(at) if by_tables else {}
    for key, table in sorted(tables.items()):
        mine = places.get(key, NOWHERE).get(player)
        yield TableLine(
            table=key,
            raw=table.raw,
            score=frame.scale.number(table.units),
            place=mine.place if mine else None,
            place_points=mine.points if mine else None,
        )
