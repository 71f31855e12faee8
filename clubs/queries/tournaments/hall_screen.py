"""The projectors of a tournament: seating, standings, clock and news, cut into pages that can be
read from the back of the room, or from near where many are to be shown.

Source: tournaments.md §9. Nothing here is of one person who looks, and nothing
is an address, a fee, a licence number or a year of birth.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from clubs.core.names import index_letter
from clubs.core.tournaments import shapes
from clubs.models import Announcement, NamedPerson, RoundState, Seat
from clubs.queries.tournaments.room import HallClock, Room, hall_clock, shown_at
from clubs.queries.tournaments.tournaments import entries_of, named_holder

ROWS = 8  # of a page: what can be read at 8 m on a picture 2 m wide
MANY_ROWS = 12  # of a page where there would be too many of those, and of more columns
FEW_PAGES = 4  # of rows for the back of the room: whoever looks for a seat waits a minute at most
FEW_RANKED = 8  # the same of standings, which nobody waits for
MOST_PARTS = 9  # screens that share the alphabet
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
        """Under which it is looked for."""
        return index_letter(self.sort_key)


@dataclass(frozen=True, slots=True)
class RankedLine:
    """moved: ranks won since the round before, below 0 for lost ones; None where nobody knows."""

    row: shapes.Row
    moved: int | None


@dataclass(frozen=True, slots=True)
class HallPage:
    """One picture: its items, counted from first of total, in columns of so many rows. key is the
    same after a change."""

    kind: Kind
    key: str
    rows: int = ROWS
    items: Sequence[Any] = ()
    columns: Sequence[Sequence[Any]] = ()
    first: int = 1
    total: int = 0

    @property
    def last(self) -> int:
        return self.first + len(self.items) - 1


@dataclass(frozen=True, slots=True)
class HallScreen:
    """calls are the announcements that stand above every page; player_count is of who is here.
    letters is the part of the alphabet that this screen has, "A – F"; empty for all of it. awaited
    is what it will show first, where there is nothing yet."""

    room: Room
    clock: HallClock | None
    calls: Sequence[Announcement]
    pages: Sequence[HallPage]
    player_count: int
    letters: str = ""
    awaited: Kind = Kind.SEATING


@dataclass
class Seating:
    """Who sits where in the current round. letters are the first ones of all who ever entered: a
    screen keeps its part of the alphabet from round to round."""

    tables: list[SeatedTable] = field(default_factory=list)
    names: list[SeatedName] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Part:
    """One of several screens that share the alphabet, counted from 1."""

    number: int = 1
    of: int = 1


WHOLE = Part()


def hall_screen(
    room: Room, kinds: Sequence[Kind], rows: int, now: datetime, part: Part = WHOLE
) -> HallScreen:
    """kinds: which pages, in this order; none: those that the room needs now. rows: how many lines
    a page has, a table taking two of them; 0: as many as how much is to be shown asks for. part: of
    the names alone. Up to six queries."""
    clock = hall_clock(room)
    told = shown_at(room.announcements, now, on_screens=True)
    wanted = kinds or _usual_kinds(room)
    seats = {Kind.SEATING, Kind.NAMES}.intersection(wanted)
    seating = _seating_of(room) if seats else Seating()
    letters = letters_of(seating.letters, part)
    names = [one for one in seating.names if one.letter in letters]
    made = {
        Kind.SEATING: lambda: cut(Kind.SEATING, seating.tables, rows, lines=2),
        Kind.NAMES: lambda: cut(Kind.NAMES, names, rows, columns=2),
        Kind.STANDINGS: lambda: cut(Kind.STANDINGS, _ranked_lines(room), rows, few=FEW_RANKED),
        Kind.CLOCK: lambda: iter([HallPage(Kind.CLOCK, "clock")] if clock else []),
        Kind.NEWS: lambda: _cut_news(told),
    }
    pages = [page for kind in wanted for page in made[kind]()]
    here = room.tournament.entries.present().count()
    # Somebody is looked for before something is told to all.
    calls = sorted(told, key=lambda one: one.table_number is None)
    shown = "" if part == WHOLE else _range_of(letters)
    awaited = kinds[0] if kinds else Kind.SEATING
    return HallScreen(room, clock, calls[:CALLS], pages, here, shown, awaited)


def _usual_kinds(room: Room) -> Sequence[Kind]:
    """The seating until play begins, and as long as there is nothing else; then the standings."""
    current = room.current
    looks_for_seats = current is not None and (
        current.state == RoundState.PUBLISHED or (room.is_seated and room.standings is None)
    )
    seats = (Kind.SEATING, Kind.NAMES) if looks_for_seats else ()
    return (*seats, Kind.STANDINGS, Kind.CLOCK, Kind.NEWS)


def cut(
    kind: Kind,
    items: Sequence[Any],
    rows: int,
    *,
    columns: int = 1,
    lines: int = 1,
    few: int = FEW_PAGES,
) -> Iterator[HallPage]:
    """Pages of columns, each of which is filled before the next one begins; an item takes so many
    lines. More than ROWS lines are small enough for another column. rows 0: ROWS if that makes few
    pages at most, else MANY_ROWS."""
    if not rows:
        rows = ROWS if len(items) <= few * columns * (ROWS // lines) else MANY_ROWS
    height = rows // lines
    size = height * (columns + (rows > ROWS))
    for start in range(0, len(items), size):
        shown = items[start : start + size]
        yield HallPage(
            kind=kind,
            key=f"{kind.value}-{start // size + 1}",
            rows=rows,
            items=shown,
            columns=[shown[at : at + height] for at in range(0, len(shown), height)],
            first=start + 1,
            total=len(items),
        )


def _cut_news(told: Sequence[Announcement]) -> Iterator[HallPage]:
    for start in range(0, len(told), NEWS):
        yield HallPage(Kind.NEWS, f"news-{start // NEWS + 1}", items=told[start : start + NEWS])


# The alphabet on several screens


def letters_of(letters: Sequence[str], part: Part) -> list[str]:
    """Of the first letters of everybody those of this screen: whole letters, so that every screen
    has about as many names. Each is on one screen alone."""
    counts, before, found = Counter(letters), 0, []
    for letter in sorted(counts):
        middle = before + counts[letter] / 2
        before += counts[letter]
        if int(middle * part.of / len(letters)) + 1 == part.number:
            found.append(letter)
    return found


def _range_of(letters: Sequence[str]) -> str:
    """ "A – F", or one letter."""
    return " – ".join(dict.fromkeys([*letters[:1], *letters[-1:]]))


def shared_alphabet(letters: Sequence[str], screens: int) -> list[str]:
    """What each of so many screens shows, of the letters of everybody; empty where it would show
    nobody."""
    parts = [Part(number, screens) for number in range(1, screens + 1)]
    return [_range_of(letters_of(letters, part)) for part in parts]


# Seating


def _seating_of(room: Room) -> Seating:
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
        tables[number].append(people[entry].listed_name)
        found.append(_seated(people[entry], number))
    byes = current.byes.values_list("entry", flat=True)
    found += [_seated(people[entry], None) for entry in byes]
    return Seating(
        [SeatedTable(number, tables[number]) for number in sorted(tables)],
        sorted(found, key=lambda one: (one.sort_key, one.table or 0)),
        [index_letter(who.sort_key) for who in people.values()],
    )


def _seated(who: NamedPerson, table: int | None) -> SeatedName:
    return SeatedName(who.listed_name, table, who.sort_key)


# Standings


def _ranked_lines(room: Room) -> list[RankedLine]:
    if room.standings is None:
        return []
    before = _ranks_in(room.before.rows) if room.before else {}
    return [RankedLine(row, _moved(row, before)) for row in room.standings.rows]


def _ranks_in(rows: Iterable[shapes.Row]) -> dict[str, int]:
    return {row.player: row.rank for row in rows if row.rank is not None}


def _moved(row: shapes.Row, before: dict[str, int]) -> int | None:
    if row.rank is None or row.player not in before:
        return None
    return before[row.player] - row.rank
