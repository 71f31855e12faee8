"""The value of a player by each method, and the evenings it is made of.

One function a method in METHODS: what each evening brings. Source: leagues.md §3.2.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clubs.core.standings.places import NOWHERE, Places, Placing, TableSum, Tally
from clubs.core.standings.scale import Scale, plain_number, quotient
from clubs.core.standings.settings import Method, PlaceScope, Settings
from clubs.core.standings.shapes import EveningLine, Number, TableLine

# Where a penalty is added to the value; not in `drop_worst`, `evening_average` and `rating`
# (leagues.md §3.3, §10, invariant 5).
ADDING = frozenset({Method.TOTAL, Method.BEST_N, Method.PLACE_POINTS, Method.AVERAGE})
# Where points from before the season are: sums, but no means.
CARRYING = frozenset({Method.TOTAL, Method.BEST_N, Method.DROP_WORST, Method.PLACE_POINTS})


@dataclass(frozen=True, slots=True)
class Worth:
    """value = base / divisor; None where there is nothing to divide by."""

    base: Number
    divisor: int

    @property
    def value(self) -> Number | None:
        return quotient(self.base, self.divisor) if self.divisor else None


@dataclass(frozen=True, slots=True)
class Frame:
    """What the evenings of all players are measured by. held: evenings at which anybody played."""

    settings: Settings
    scale: Scale
    placing: Placing
    held: Sequence[int]


@dataclass(frozen=True, slots=True)
class Amounts:
    """What each evening brings, by its place; `unit` of them make one point, or one place point.
    An evening that is dropped is missing."""

    by_evening: Mapping[int, Number]
    unit: int

    def at(self, evening: int) -> Number:
        return quotient(self.by_evening.get(evening, 0), self.unit)

    def sum(self) -> Number:
        return quotient(sum(self.by_evening.values()), self.unit)


def worth_of(frame: Frame, tally: Tally, amounts: Amounts, extra: int) -> Worth:
    """extra: penalties and points from before the season, as far as the method adds them."""
    base = plain_number(amounts.sum() + extra)
    match frame.settings.method:
        case Method.AVERAGE:
            return Worth(base, tally.deals)
        case Method.EVENING_AVERAGE:
            return Worth(base, len(tally.evenings))
        case _:
            return Worth(base, 1)


def amounts_of(frame: Frame, tally: Tally) -> Amounts:
    return AMOUNTS[frame.settings.method](frame, tally)


def _all_evenings(frame: Frame, tally: Tally) -> Amounts:
    return Amounts(tally.evenings, frame.scale.unit)


def _known_deals(frame: Frame, tally: Tally) -> Amounts:
    """Without tables of which nobody knows how many deals were played."""
    units = {at: units - tally.unknown.get(at, 0) for at, units in tally.evenings.items()}
    return Amounts(units, frame.scale.unit)


def _best_evenings(frame: Frame, tally: Tally) -> Amounts:
    """The n best of those attended; of equal ones the earlier."""
    units = tally.evenings
    kept = _best_first(units)[: frame.settings.best_n]
    return Amounts({at: units[at] for at in kept}, frame.scale.unit)


def _without_worst(frame: Frame, tally: Tally) -> Amounts:
    """Without the k worst; a missed evening is among them only if it counts as something.

    Of equal ones the later goes.
    """
    units = dict(tally.evenings)
    missed = frame.settings.missed_counts_as
    if missed is not None:
        units |= {at: missed * frame.scale.unit for at in frame.held if at not in units}
    kept = _best_first(units)[: max(0, len(units) - (frame.settings.drop_worst or 0))]
    return Amounts({at: units[at] for at in kept}, frame.scale.unit)


def _best_first(units: Mapping[int, int]) -> list[int]:
    return sorted(units, key=lambda at: (-units[at], at))


def _points_for_places(frame: Frame, tally: Tally) -> Amounts:
    attendance = frame.settings.attendance_points
    points: dict[int, Number] = {}
    for at in tally.evenings:
        mine = frame.placing.at(at).get(tally.player)
        points[at] = (mine.points if mine else 0) + attendance
    return Amounts(points, 1)


def _nothing(frame: Frame, tally: Tally) -> Amounts:
    """A rating is made of tables, not of evenings."""
    return Amounts(dict.fromkeys(tally.evenings, 0), 1)


AMOUNTS: Mapping[Method, Callable[[Frame, Tally], Amounts]] = {
    Method.TOTAL: _all_evenings,
    Method.AVERAGE: _known_deals,
    Method.EVENING_AVERAGE: _all_evenings,
    Method.BEST_N: _best_evenings,
    Method.DROP_WORST: _without_worst,
    Method.PLACE_POINTS: _points_for_places,
    Method.RATING: _nothing,
}


def lines_of(frame: Frame, tally: Tally, amounts: Amounts) -> tuple[EveningLine, ...]:
    """Every evening attended, and those missed that count as something, by date."""
    return tuple(
        evening_line(frame, tally, at, amounts)
        if at in tally.evenings
        else _missed_line(frame, at, amounts)
        for at in sorted({*tally.evenings, *_missed_evenings(frame, tally)})
    )


def _missed_evenings(frame: Frame, tally: Tally) -> list[int]:
    settings = frame.settings
    if settings.method is not Method.DROP_WORST or settings.missed_counts_as is None:
        return []
    return [at for at in frame.held if at not in tally.evenings]


def _missed_line(frame: Frame, at: int, amounts: Amounts) -> EveningLine:
    return EveningLine(
        evening=at,
        raw=0,
        score=frame.settings.missed_counts_as or 0,
        amount=amounts.at(at),
        counted=at in amounts.by_evening,
        place=None,
        missed=True,
    )


def evening_line(frame: Frame, tally: Tally, at: int, amounts: Amounts) -> EveningLine:
    """Of an evening that was attended."""
    by_places = frame.settings.method is Method.PLACE_POINTS
    mine = frame.placing.at(at).get(tally.player)
    score = frame.scale.number(tally.evenings[at])
    tables = tally.tables(at, frame.scale)
    return EveningLine(
        evening=at,
        raw=sum(table.raw for table in tables.values()),
        score=score,
        amount=amounts.at(at),
        counted=at in amounts.by_evening,
        place=mine.place if mine else None,
        place_points=mine.points if mine and by_places else None,
        attendance_points=frame.settings.attendance_points if by_places else 0,
        tables=tuple(_table_lines(frame, tally.player, at, tables)),
    )


def _table_lines(
    frame: Frame, player: str, at: int, tables: Mapping[str, TableSum]
) -> Iterator[TableLine]:
    by_tables = (
        frame.settings.method is Method.PLACE_POINTS
        and frame.settings.place_scope is PlaceScope.TABLE
    )
    places: Mapping[str, Places] = frame.placing.at_tables(at) if by_tables else {}
    for key, table in sorted(tables.items()):
        mine = places.get(key, NOWHERE).get(player)
        yield TableLine(
            table=key,
            raw=table.raw,
            score=frame.scale.number(table.units),
            place=mine.place if mine else None,
            place_points=mine.points if mine else None,
        )
