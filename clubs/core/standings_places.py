"""The sums of the evenings of each player, and their places. Leagues specification, section 3.2."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clubs.core.standings_scale import Scale, whole_or_fraction
from clubs.core.standings_settings import PlaceScope, Settings
from clubs.core.standings_shapes import Cell, Number, TableTotal


@dataclass(slots=True)
class TableSum:
    """raw in points, units in those of the scale; given: place points given at the time."""

    raw: int = 0
    units: int = 0
    given: Number | None = None
    place: int | None = None
    place_points: Number | None = None


@dataclass(slots=True)
class EveningSum:
    """unknown: units of tables of which the number of deals is not known."""

    raw: int = 0
    units: int = 0
    unknown: int = 0
    given: Number | None = None
    place: int | None = None
    place_points: Number | None = None
    tables: dict[str, TableSum] = field(default_factory=dict)


@dataclass(slots=True)
class Tally:
    """A player's sums over the evenings that count."""

    deals: int = 0
    taken: int = 0
    made: int = 0
    evenings: dict[int, EveningSum] = field(default_factory=dict)

    @property
    def units(self) -> int:
        return sum(evening.units for evening in self.evenings.values())

    @property
    def known_units(self) -> int:
        return self.units - sum(evening.unknown for evening in self.evenings.values())


def tallies_of(
    cells: Iterable[Cell], totals: Iterable[TableTotal], scale: Scale
) -> dict[str, Tally]:
    """By player; tables of which only totals are known count as scored."""
    tallies: dict[str, Tally] = {}
    for cell in cells:
        tally = tallies.setdefault(cell.player, Tally())
        tally.deals += cell.deals
        tally.taken += cell.taken
        tally.made += cell.made
        units = cell.score * scale.factors[cell.size]
        add(tally, cell.evening, cell.table, cell.score, units)
    for total in totals:
        tally = tallies.setdefault(total.player, Tally())
        units = total.total * scale.unit
        evening, table = add(tally, total.evening, total.table, total.total, units)
        if total.deals is None:
            evening.unknown += units
        else:
            tally.deals += total.deals
        if total.place_points is not None:
            table.given = total.place_points + (table.given or 0)
            evening.given = total.place_points + (evening.given or 0)
    return tallies


def add(
    tally: Tally, evening: int, table: str, raw: int, units: int
) -> tuple[EveningSum, TableSum]:
    whole = tally.evenings.get(evening)
    if whole is None:
        whole = tally.evenings[evening] = EveningSum()
    part = whole.tables.get(table)
    if part is None:
        part = whole.tables[table] = TableSum()
    whole.raw += raw
    whole.units += units
    part.raw += raw
    part.units += units
    return whole, part


def place_all(
    tallies: Mapping[str, Tally], passed_over: Collection[str], settings: Settings
) -> None:
    """Write places and place points into the sums; guests that are passed over get none.

    Places at an evening are there whatever `place_scope` says, since tie-breaks ask for them.
    """
    evenings: dict[int, list[EveningSum]] = {}
    tables: dict[tuple[int, str], list[TableSum]] = {}
    for player, tally in tallies.items():
        if player in passed_over:
            continue
        for at, evening in tally.evenings.items():
            evenings.setdefault(at, []).append(evening)
            for key, table in evening.tables.items():
                tables.setdefault((at, key), []).append(table)
    for group in evenings.values():
        place(group, settings.place_points)
    if settings.place_scope is PlaceScope.TABLE:
        for others in tables.values():
            place(others, settings.place_points)
        for at_evening in evenings.values():
            for evening in at_evening:
                points = sum(table.place_points or 0 for table in evening.tables.values())
                evening.place_points = points


def place(sums: Sequence[EveningSum] | Sequence[TableSum], points: Sequence[int]) -> None:
    """The best sum is first; equal ones share the place and the mean of the points.

    Points that were given at the time stand in the place of those.
    """
    by_units: dict[int, list[EveningSum | TableSum]] = {}
    for entry in sums:
        by_units.setdefault(entry.units, []).append(entry)
    first = 1
    for units in sorted(by_units, reverse=True):
        tied = by_units[units]
        share = shared_points(points, first, len(tied))
        for entry in tied:
            entry.place = first
            entry.place_points = share if entry.given is None else entry.given
        first += len(tied)


def shared_points(points: Sequence[int], first: int, count: int) -> Number:
    """What each of so many players who share the place `first` gets; beyond the list 0."""
    return whole_or_fraction(sum(points[first - 1 : first - 1 + count]), count)
