"""The screens of a tournament: seating, standings, clock and news, cut into pages that can be
read from the back of the room, or from near where many are to be shown.

Source: tournaments.md §9. Nothing here is of one person who looks, and nothing
is an address, a fee, a licence number or a year of birth.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from clubs.core.names import index_letter
from clubs.models import Announcement, NamedPerson, RoundState, Seat
from clubs.queries.tournaments.results.standings import compared_lines
from clubs.queries.tournaments.room import Room, RoomClock, room_clock, shown_at
from clubs.queries.tournaments.tournaments import entries_of, named_holder

ROWS = 8  # of a page: what can be read at 8 m on a picture 2 m wide
MANY_ROWS = 12  # of a page where there would be too many of those, and of more columns
FEW_PAGES = 4  # of rows for the back of the room: whoever looks for a seat waits a minute at most
FEW_RANKED = 8  # the same of standings, which nobody waits for
MOST_PARTS = 9  # screens that share the alphabet
NEWS = 3  # announcements on a page: some fill four lines
CALLS = 2  # in the strip above the pages


class ScreenPageKind(StrEnum):
    """The content of a page."""

    SEATING = "seating"
    NAMES = "names"
    STANDINGS = "standings"
    CLOCK = "clock"
    NEWS = "news"


@dataclass(frozen=True, slots=True)
class TableOnScreen:
    """names in order of play, the first dealer first."""

    number: int
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class SeatedName:
    """A name with its table, None for a bye. listed and sort_key are the name in lists and its
    place there (NamedPerson)."""

    listed: str
    table: int | None
    sort_key: str

    @property
    def letter(self) -> str:
        """The letter under which people look for the name."""
        return index_letter(self.sort_key)


@dataclass(frozen=True, slots=True)
class TournamentScreenPage:
    """One page: its items, counted from first of total, in columns of so many rows. key stays the
    same when the items change."""

    kind: ScreenPageKind
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
class TournamentScreen:
    """calls are the announcements that stand above every page; player_count is of who is here.
    letters is the part of the alphabet that this screen has, "A – F"; empty for all of it. awaited
    is what it will show first, where there is nothing yet."""

    room: Room
    clock: RoomClock | None
    calls: Sequence[Announcement]
    pages: Sequence[TournamentScreenPage]
    player_count: int
    letters: str = ""
    awaited: ScreenPageKind = ScreenPageKind.SEATING


@dataclass
class ScreenSeating:
    """The seating of the current round. letters are the first ones of all who ever entered, so that
    a screen keeps its part of the alphabet from round to round."""

    tables: list[TableOnScreen] = field(default_factory=list)
    names: list[SeatedName] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ScreenPart:
    """One of several screens that share the alphabet, counted from 1."""

    number: int = 1
    of: int = 1


WHOLE = ScreenPart()


def screen_of_room(
    room: Room, kinds: Sequence[ScreenPageKind], rows: int, now: datetime, part: ScreenPart = WHOLE
) -> TournamentScreen:
    """kinds: which pages, in this order; none: those that the room needs now. rows: how many lines
    a page has, a table taking two of them; 0: as many as how much is to be shown asks for. part: of
    the names alone. Up to six queries."""
    clock = room_clock(room)
    announcements = shown_at(room.announcements, now, on_screens=True)
    wanted = kinds or _usual_kinds(room)
    seats = {ScreenPageKind.SEATING, ScreenPageKind.NAMES}.intersection(wanted)
    seating = _screen_seating(room) if seats else ScreenSeating()
    letters = letters_of(seating.letters, part)
    names = [one for one in seating.names if one.letter in letters]
    makers = {
        ScreenPageKind.SEATING: lambda: cut(ScreenPageKind.SEATING, seating.tables, rows, lines=2),
        ScreenPageKind.NAMES: lambda: cut(ScreenPageKind.NAMES, names, rows, columns=2),
        ScreenPageKind.STANDINGS: lambda: cut(
            ScreenPageKind.STANDINGS,
            compared_lines(room.standings, room.before) if room.standings else [],
            rows,
            few=FEW_RANKED,
        ),
        ScreenPageKind.CLOCK: lambda: iter(
            [TournamentScreenPage(ScreenPageKind.CLOCK, "clock")] if clock else []
        ),
        ScreenPageKind.NEWS: lambda: _cut_news(announcements),
    }
    pages = [page for kind in wanted for page in makers[kind]()]
    here = room.tournament.entries.present().count()
    # Somebody is looked for before something is told to all.
    calls = sorted(announcements, key=lambda one: one.table_number is None)
    shown = "" if part == WHOLE else _range_of(letters)
    awaited = kinds[0] if kinds else ScreenPageKind.SEATING
    return TournamentScreen(room, clock, calls[:CALLS], pages, here, shown, awaited)


def _usual_kinds(room: Room) -> Sequence[ScreenPageKind]:
    """The seating until play begins, and as long as there is nothing else; then the standings."""
    current = room.current
    looks_for_seats = current is not None and (
        current.state == RoundState.PUBLISHED or (room.is_seated and room.standings is None)
    )
    seats = (ScreenPageKind.SEATING, ScreenPageKind.NAMES) if looks_for_seats else ()
    return (*seats, ScreenPageKind.STANDINGS, ScreenPageKind.CLOCK, ScreenPageKind.NEWS)


def cut(
    kind: ScreenPageKind,
    items: Sequence[Any],
    rows: int,
    *,
    columns: int = 1,
    lines: int = 1,
    few: int = FEW_PAGES,
) -> Iterator[TournamentScreenPage]:
    """Pages of columns, each of which is filled before the next one begins; an item takes so many
    lines. More than ROWS lines are small enough for another column. rows 0: ROWS if that makes few
    pages at most, else MANY_ROWS."""
    if not rows:
        rows = ROWS if len(items) <= few * columns * (ROWS // lines) else MANY_ROWS
    height = rows // lines
    size = height * (columns + (rows > ROWS))
    for start in range(0, len(items), size):
        shown = items[start : start + size]
        yield TournamentScreenPage(
            kind=kind,
            key=f"{kind.value}-{start // size + 1}",
            rows=rows,
            items=shown,
            columns=[shown[at : at + height] for at in range(0, len(shown), height)],
            first=start + 1,
            total=len(items),
        )


def _cut_news(announcements: Sequence[Announcement]) -> Iterator[TournamentScreenPage]:
    for start in range(0, len(announcements), NEWS):
        yield TournamentScreenPage(
            ScreenPageKind.NEWS,
            f"news-{start // NEWS + 1}",
            items=announcements[start : start + NEWS],
        )


# The alphabet on several screens


def letters_of(letters: Sequence[str], part: ScreenPart) -> list[str]:
    """The letters of this screen. letters are the first letters of all names; each letter is on one
    screen alone, and every screen has about as many names."""
    counts, before, chosen = Counter(letters), 0, []
    for letter in sorted(counts):
        middle = before + counts[letter] / 2
        before += counts[letter]
        if int(middle * part.of / len(letters)) + 1 == part.number:
            chosen.append(letter)
    return chosen


def _range_of(letters: Sequence[str]) -> str:
    """ "A – F", or one letter."""
    return " – ".join(dict.fromkeys([*letters[:1], *letters[-1:]]))


def shared_alphabet(letters: Sequence[str], screens: int) -> list[str]:
    """The range of letters of each screen, "A – F"; empty for a screen without names."""
    parts = [ScreenPart(number, screens) for number in range(1, screens + 1)]
    return [_range_of(letters_of(letters, part)) for part in parts]


# Seating


def _screen_seating(room: Room) -> ScreenSeating:
    """The seating by table and by name. Four queries."""
    current = room.current
    if current is None:
        return ScreenSeating()
    entries = entries_of(room.tournament)
    people = {entry.pk: named_holder(entry, current.number) for entry in entries}
    seats = Seat.objects.present().filter(sitting__round=current, entry__isnull=False)
    tables: dict[int, list[str]] = defaultdict(list)
    names = []
    for number, entry in seats.values_list("sitting__table_number", "entry"):
        tables[number].append(people[entry].listed_name)
        names.append(_seated_name(people[entry], number))
    byes = current.byes.values_list("entry", flat=True)
    names += [_seated_name(people[entry], None) for entry in byes]
    return ScreenSeating(
        [TableOnScreen(number, tables[number]) for number in sorted(tables)],
        sorted(names, key=lambda one: (one.sort_key, one.table or 0)),
        [index_letter(who.sort_key) for who in people.values()],
    )


def _seated_name(person: NamedPerson, table: int | None) -> SeatedName:
    return SeatedName(person.listed_name, table, person.sort_key)
