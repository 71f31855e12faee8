"""The sums of the evenings of each player, and their places. Source: leagues.md §3.2."""

from bisect import bisect
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from clubs.core.standings.scale import ScoreScale, plain_number, whole_or_fraction
from clubs.core.standings.settings import LeagueSettings, PlaceScope
from clubs.core.standings.shapes import CellBlock, Number, ScoreCell, TableTotal


@dataclass(slots=True)
class TableSum:
    """raw in points, units in those of the scale; given: place points given at the time."""

    raw: int = 0
    units: int = 0
    given: Number | None = None


@dataclass(slots=True)
class Tally:
    """A player's sums over the evenings that count, by evening in units of the scale.

    parts and blocks (of everybody): what they are made of, which few ask for. unknown: units of
    tables of which the number of deals is not known; given: place points given at the time.
    """

    player: str
    deals: int = 0
    taken: int = 0
    contracts_made: Number = 0
    evenings: dict[int, int] = field(default_factory=dict)
    parts: list[ScoreCell | TableTotal] = field(default_factory=list)
    blocks: Sequence[CellBlock] = ()
    unknown: dict[int, int] = field(default_factory=dict)
    given: dict[int, Number] = field(default_factory=dict)

    @property
    def units(self) -> int:
        return sum(self.evenings.values())

    @property
    def known_units(self) -> int:
        return self.units - sum(self.unknown.values())

    def tables(self, evening: int, scale: ScoreScale) -> dict[str, TableSum]:
        """The sums of the tables of an evening, by the key of the table."""
        tables: dict[str, TableSum] = {}
        for part in self.parts:
            if part.evening != evening:
                continue
            table = tables.setdefault(part.table, TableSum())
            if isinstance(part, ScoreCell):
                table.raw += part.score
                table.units += part.score * scale.factors[part.size]
            else:
                table.raw += part.total
                table.units += part.total * scale.unit
                if part.place_points is not None:
                    table.given = part.place_points + (table.given or 0)
        for block in self.blocks:
            if block.evening == evening and self.player in block.won:
                score = block.won[self.player].score
                table = tables.setdefault("", TableSum())
                table.raw += score
                table.units += score * scale.factors[block.size]
        return tables


def tallies_of(
    cells: Iterable[ScoreCell],
    totals: Iterable[TableTotal],
    scale: ScoreScale,
    blocks: Sequence[CellBlock] = (),
) -> dict[str, Tally]:
    """The sums of each player; tables of which only totals are known count as scored."""
    tallies: dict[str, Tally] = {}
    factors = scale.factors
    # A cell counts by the size of its deals, not of its table: whoever left early played some deals
    # in fives and some in fours.
    for cell in cells:  # thousands: one call more for each is felt
        at, _table, player, size, deals, score, _squares, taken, won = cell
        tally = tallies.get(player)
        if tally is None:
            tally = tallies[player] = Tally(player, blocks=blocks)
        tally.deals += deals
        tally.taken += taken
        tally.contracts_made += won
        tally.evenings[at] = tally.evenings.get(at, 0) + score * factors[size]
        tally.parts.append(cell)
    for at, size, won_by in blocks:
        factor = factors[size]
        for player, sums in won_by.items():
            tally = tallies.get(player)
            if tally is None:
                tally = tallies[player] = Tally(player, blocks=blocks)
            tally.deals += sums.deals
            tally.taken += sums.taken
            tally.contracts_made += sums.contracts_made
            tally.evenings[at] = tally.evenings.get(at, 0) + sums.score * factor
    for total in totals:
        tally = tallies.setdefault(total.player, Tally(total.player))
        _add_total(tally, total, scale)
    for tally in tallies.values():
        tally.contracts_made = plain_number(tally.contracts_made)  # two halves are a whole
    return tallies


def _add_total(tally: Tally, total: TableTotal, scale: ScoreScale) -> None:
    at, units = total.evening, total.total * scale.unit
    tally.evenings[at] = tally.evenings.get(at, 0) + units
    tally.parts.append(total)
    # Kept apart, and not taken for 0 deals: an average over known deals would else count the points
    # of this table and none of its deals.
    if total.deals is None:
        tally.unknown[at] = tally.unknown.get(at, 0) + units
    else:
        tally.deals += total.deals
    if total.place_points is not None:
        tally.given[at] = total.place_points + tally.given.get(at, 0)


class Placed(NamedTuple):
    place: int
    points: Number


Places = Mapping[str, Placed]  # by player
NOWHERE: Places = {}


class Placing:
    """The frame of a ranking: the sums of all players, what they are measured by, and their places.

    Places and place points of an evening are worked out when somebody asks for it first: most
    methods never do. Guests that are passed over get none. held: evenings at which anybody played.
    """

    def __init__(
        self,
        tallies: dict[str, Tally],
        passed_over: Collection[str],
        settings: LeagueSettings,
        scale: ScoreScale,
    ) -> None:
        self.tallies = tallies
        self.scale = scale
        self.passed_over = passed_over
        self.settings = settings
        self.evenings: dict[int, Places] = {}
        self.units: dict[int, list[int]] = {}
        self.tables: dict[int, Mapping[str, Places]] = {}

    @cached_property
    def held(self) -> list[int]:
        return sorted(set().union(*(tally.evenings for tally in self.tallies.values())))

    def at(self, evening: int) -> Places:
        """Places are those of the evening whatever `place_scope` says, since tie-breaks ask for
        them; the points are those of it."""
        known = self.evenings.get(evening)
        if known is None:
            known = self.evenings[evening] = self.place_evening(evening)
        return known

    def place_of(self, evening: int, player: str) -> int | None:
        """The place of somebody who played, of whom alone it is asked: without what places bring.
        None for who gets none."""
        if player in self.passed_over:
            return None
        units = self.units.get(evening)
        if units is None:
            present = self.present(evening)
            units = self.units[evening] = sorted(tally.evenings[evening] for tally in present)
        return 1 + len(units) - bisect(units, self.tallies[player].evenings[evening])

    def at_tables(self, evening: int) -> Mapping[str, Places]:
        """The places at each table of an evening, by the key of the table."""
        known = self.tables.get(evening)
        if known is None:
            known = self.tables[evening] = self.place_tables(evening)
        return known

    def present(self, evening: int) -> list[Tally]:
        """The players of an evening who get a place."""
        return [
            tally
            for player, tally in self.tallies.items()
            if evening in tally.evenings and player not in self.passed_over
        ]

    def place_evening(self, evening: int) -> Places:
        sums = {
            tally.player: (tally.evenings[evening], tally.given.get(evening))
            for tally in self.present(evening)
        }
        places = _placed(sums, self.settings)
        # With `place_scope` table the place stays that of the evening, or `evenings_won` would
        # count won tables; only its points are those of the tables.
        if self.settings.place_scope is PlaceScope.EVENING:
            return places
        points: dict[str, Number] = dict.fromkeys(places, 0)
        for table in self.at_tables(evening).values():
            for player, placed in table.items():
                points[player] += placed.points
        return {player: Placed(one.place, points[player]) for player, one in places.items()}

    def place_tables(self, evening: int) -> Mapping[str, Places]:
        tables: dict[str, dict[str, tuple[int, Number | None]]] = {}
        for tally in self.present(evening):
            for key, table in tally.tables(evening, self.scale).items():
                tables.setdefault(key, {})[tally.player] = table.units, table.given
        return {key: _placed(table, self.settings) for key, table in tables.items()}


def _placed(sums: Mapping[str, tuple[int, Number | None]], settings: LeagueSettings) -> Places:
    """sums: units, and points given at the time, which stand in the place of those of the list.

    The best sum is first; equal ones share the place and the mean of the points.
    """
    # Sums are compared in units: rounded scores would tie players who are apart by a fraction.
    by_units: dict[int, list[str]] = {}
    for player, (units, _given) in sums.items():
        by_units.setdefault(units, []).append(player)
    places: dict[str, Placed] = {}
    first = 1
    for units in sorted(by_units, reverse=True):
        tied = by_units[units]
        share = _shared_points(settings.place_points, first, len(tied))
        for player in tied:
            given = sums[player][1]
            places[player] = Placed(first, share if given is None else given)
        first += len(tied)
    return places


def _shared_points(points: tuple[int, ...], first: int, count: int) -> Number:
    """The points of each of so many players who share the place `first`; 0 beyond the list."""
    # The mean is over all who share, also where the list ends among them: else a tie for the last
    # place with points would give more points than the list has.
    return whole_or_fraction(sum(points[first - 1 : first - 1 + count]), count)
