"""The projectors of a tournament: seating, standings, clock and news, cut into pages that can be
read from the back of the room.

Source: tournaments specification, section 9. Nothing here is of one person who looks, and nothing
is an address, a fee, a licence number or a year of birth.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from clubs.core import tournament_shapes as shapes
from clubs.core.names import index_letter
from clubs.models import Announcement, NamedPerson, RoundState, Seat
from clubs.queries.room import HallClock, Room, hall_clock, shown_at
from clubs.queries.tournaments import entries_of, named_holder

NEWS = 3  # announcements on a page: some fill four lines
CALLS = 2  # in the strip above the pages


class Kind(StrEnum):
    """What a page shows."""

    SEATING = "seating"
    NAMES = "names"
    STANDINGS = "standings"
    CLOCK = "clock"
    NEWS = "news"


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """names in order of play, the first dealer first."""

    number: int
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class SeatedName:
    """Where somebody sits; table is None for who sits out. listed and sort_key are how the name
    stands in a list in order (NamedPerson)."""

    listed: str
    table: int | None
    sort_key: str

    @property
    def letter(self) -> str:
        return index_letter(self.sort_key)


@dataclass(frozen=True, slots=True)
class RankedLine:
    """moved: ranks won since the round before, below 0 for lost ones; None where nobody knows."""

    row: shapes.Row
    moved: int | None


@dataclass(frozen=True, slots=True)
class HallPage:
    """One picture: its items, counted from first of total. key is the same after a change."""

    kind: Kind
    key: str
    items: Sequence[Any] = ()
    columns: Sequence[Sequence[Any]] = ()
    first: int = 1
    total: int = 0

    @property
    def last(self) -> int:
        return self.first + len(self.items) - 1


@dataclass(frozen=True, slots=True)
class HallScreen:
    """calls are the announcements that stand above every page; player_count is of who is here."""

    room: Room
    clock: HallClock | None
    calls: Sequence[Announcement]
    pages: Sequence[HallPage]
    player_count: int


@dataclass
class Seating:
    """Who sits where in the current round."""

    tables: list[SeatedTable] = field(default_factory=list)
    names: list[SeatedName] = field(default_factory=list)


def hall_screen(room: Room, kinds: Sequence[Kind], rows: int, now: datetime) -> HallScreen:
    """kinds: which pages, in this order; none: those that the room needs now. rows: how many lines
    a page has; a table takes two of them. Up to six queries."""
    clock = hall_clock(room)
    told = shown_at(room.announcements, now, on_screens=True)
    wanted = kinds or usual_kinds(room)
    seats = {Kind.SEATING, Kind.NAMES}.intersection(wanted)
    seating = seating_of(room) if seats else Seating()
    made = {
        Kind.SEATING: lambda: cut(Kind.SEATING, seating.tables, rows // 2),
        Kind.NAMES: lambda: cut(Kind.NAMES, seating.names, 2 * rows, columns=2),
        Kind.STANDINGS: lambda: cut(Kind.STANDINGS, ranked_lines(room), rows),
        Kind.CLOCK: lambda: iter([HallPage(Kind.CLOCK, "clock")] if clock else []),
        Kind.NEWS: lambda: cut(Kind.NEWS, told, NEWS),
    }
    pages = [page for kind in wanted for page in made[kind]()]
    here = room.tournament.entries.present().count()
    # Somebody is looked for before something is told to all.
    calls = sorted(told, key=lambda one: one.table_number is None)
    return HallScreen(room, clock, calls[:CALLS], pages, here)


def usual_kinds(room: Room) -> Sequence[Kind]:
    """The seating until play begins, and as long as there is nothing else; then the standings."""
    current = room.current
    looks_for_seats = current is not None and (
        current.state == RoundState.PUBLISHED or (room.is_seated and room.standings is None)
    )
    seats = (Kind.SEATING, Kind.NAMES) if looks_for_seats else ()
    return (*seats, Kind.STANDINGS, Kind.CLOCK, Kind.NEWS)


def cut(kind: Kind, items: Sequence[Any], size: int, columns: int = 1) -> Iterator[HallPage]:
    """Pages of so many items each; a column is filled before the next one begins."""
    height = size // columns
    for start in range(0, len(items), size):
        shown = items[start : start + size]
        yield HallPage(
            kind=kind,
            key=f"{kind.value}-{start // size + 1}",
            items=shown,
            columns=[shown[at : at + height] for at in range(0, len(shown), height)],
            first=start + 1,
            total=len(items),
        )


# Seating


def seating_of(room: Room) -> Seating:
    """By table, and by the name that the room reads. Four queries."""
    current = room.current
    if current is None:
        return Seating()
    entries = entries_of(room.tournament)
    people = {entry.pk: named_holder(entry, current.number) for entry in entries}
    seats = Seat.objects.present().filter(sitting__round=current, entry__isnull=False)
    tables: dict[int, list[str]] = defaultdict(list)
    found = []
    for number, entry in seats.values_list("sitting__table_number", "entry"):
        tables[number].append(people[entry].name)
        found.append(seated(people[entry], number))
    byes = current.byes.values_list("entry", flat=True)
    found += [seated(people[entry], None) for entry in byes]
    return Seating(
        [SeatedTable(number, tables[number]) for number in sorted(tables)],
        sorted(found, key=lambda one: (one.sort_key, one.table or 0)),
    )


def seated(who: NamedPerson, table: int | None) -> SeatedName:
    return SeatedName(who.listed_name, table, who.sort_key)


# Standings


def ranked_lines(room: Room) -> list[RankedLine]:
    if room.standings is None:
        return []
    before = ranks_in(room.before.rows) if room.before else {}
    return [RankedLine(row, moved(row, before)) for row in room.standings.rows]


def ranks_in(rows: Iterable[shapes.Row]) -> dict[str, int]:
    return {row.player: row.rank for row in rows if row.rank is not None}


def moved(row: shapes.Row, before: dict[str, int]) -> int | None:
    if row.rank is None or row.player not in before:
        return None
    return before[row.player] - row.rank
