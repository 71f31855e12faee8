"""A player's own page of a tournament: where to sit, how it went, where one stands.

Source: tournaments.md §9. Of the others it has what the room reads anyway: their
names, and the scores at the tables where they sat with this entry.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Prefetch, Sum

from clubs.core.tournaments import shapes
from clubs.core.tournaments.settings import AVERAGE
from clubs.models import (
    Announcement,
    Bye,
    DealScore,
    Entry,
    Penalty,
    Round,
    RoundState,
    Seat,
    Sitting,
    SittingTotal,
    SlipMode,
    Substitution,
    TournamentState,
)
from clubs.queries.tournaments.entries.entries import takes_arrivals
from clubs.queries.tournaments.room import Room, RoomClock, room_clock, shown_at
from clubs.queries.tournaments.tournaments import PUBLISHED, holder_name, is_active

OPENS = (TournamentState.DRAFT, TournamentState.OPEN)
ENDED = (TournamentState.PROVISIONAL, TournamentState.FINAL, TournamentState.ARCHIVED)


class Phase(StrEnum):
    """The situation of the player, which the page gives first."""

    CANCELLED = "cancelled"
    LEFT = "left"  # withdrew
    BEFORE = "before"  # check-in is not open yet
    ABSENT = "absent"  # has not said that they are here
    SEATED = "seated"
    BYE = "bye"
    WAITING = "waiting"  # for the seating of the next round
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A person at the table of this entry, in order of play; score is None before any deal."""

    name: str
    number: int
    is_own: bool
    is_first: bool
    score: int | None


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table where the entry sat; seat counts from 1, None where it sits there no more."""

    sitting: Sitting
    round: int
    lines: Sequence[SeatLine]

    @property
    def own(self) -> SeatLine | None:
        return next((line for line in self.lines if line.is_own), None)

    @property
    def seat(self) -> int | None:
        places = (place for place, line in enumerate(self.lines, 1) if line.is_own)
        return next(places, None)


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round that is behind: its table, or a bye; score is what it brought, None for a missed
    round and for a bye that brings the mean of the others."""

    number: int
    table: OwnTable | None
    is_bye: bool
    score: int | None


@dataclass(frozen=True, slots=True)
class EntryStanding:
    """The place of the entry after the last round that is over. behind is the number of points to
    the entry before, None for the first, for one that left and for one without rank. team is
    that of the entry, of so many teams."""

    row: shapes.TournamentRow
    behind: int | None
    ranked: int
    after_round: int
    team: shapes.TeamRow | None
    teams: int


@dataclass(frozen=True, slots=True)
class EntryPage:
    """name is what the room reads of who plays for the entry now."""

    entry: Entry
    name: str
    phase: Phase
    round: Round | None
    clock: RoomClock | None
    table: OwnTable | None
    past: Sequence[PastRound]
    place: EntryStanding | None
    penalties: Sequence[Penalty]
    may_check_in: bool
    next_number: int
    planned: int

    @property
    def table_number(self) -> int | None:
        return self.table.sitting.table_number if self.table else None

    @property
    def is_on(self) -> bool:
        """Whether the entry still takes part."""
        return self.phase in (Phase.SEATED, Phase.BYE, Phase.WAITING, Phase.ABSENT)

    @property
    def tells_state(self) -> bool:
        """Whether the page gives the state of the tournament. While the entry plays it shows the
        table instead; once all slips are confirmed, what comes next."""
        if self.table is None:
            return True
        is_complete = self.round is not None and self.round.state == RoundState.COMPLETE
        return is_complete and self.next_number <= self.planned


def entry_page(entry: Entry, room: Room, now: datetime) -> EntryPage:
    """The page of one entry. Six queries at most, whatever the size of the tournament; room is
    shared by all who ask."""
    tables = {table.round: table for table in _own_tables(entry)}
    byes = set(_bye_rounds(entry))
    current = room.current
    phase = _phase_of(entry, room, tables, byes)
    at = tables.get(current.number) if current is not None and phase is Phase.SEATED else None
    penalties = entry.penalties.filter(cancelled_at=None).order_by("after_round", "pk")
    return EntryPage(
        entry=entry,
        name=holder_name(entry, room.steps.current or 1),
        phase=phase,
        round=current,
        clock=room_clock(room),
        table=at,
        past=list(_past_rounds(entry, room, tables, byes, at)),
        place=_entry_standing(entry, room.standings),
        penalties=list(penalties),
        may_check_in=phase is Phase.ABSENT and takes_arrivals(room.tournament, now),
        next_number=_awaited_round(entry, room),
        planned=room.steps.planned,
    )


def _awaited_round(entry: Entry, room: Room) -> int:
    """The number of the round whose seating the entry waits for."""
    return max(room.steps.current + 1, entry.first_round)


def own_entry(rows: Iterable[Entry], uuid: str) -> Entry | None:
    """The one that the address names, else the only one."""
    entries = list(rows)
    named = [entry for entry in entries if str(entry.uuid) == uuid]
    if named:
        return named[0]
    return entries[0] if len(entries) == 1 else None


def _phase_of(
    entry: Entry, room: Room, tables: Mapping[int, OwnTable], byes: Iterable[int]
) -> Phase:
    tournament, current = room.tournament, room.current
    if tournament.state == TournamentState.CANCELLED:
        return Phase.CANCELLED
    if tournament.state in ENDED:
        return Phase.OVER
    if not entry.is_present:
        return Phase.BEFORE if tournament.state in OPENS else Phase.ABSENT
    is_on = current is not None and current.state != RoundState.VALIDATED
    number = room.steps.current if is_on else room.steps.current + 1
    if entry.withdrawn_after is not None and not is_active(entry, max(number, entry.first_round)):
        return Phase.LEFT
    if is_on and number in tables and tables[number].own is not None:
        return Phase.SEATED
    return Phase.BYE if is_on and number in byes else Phase.WAITING


def messages_for(
    announcements: Iterable[Announcement], table_number: int | None, now: datetime
) -> list[Announcement]:
    """The announcements to the room and to this table, if any."""
    shown = shown_at(announcements, now, on_screens=False)
    return [one for one in shown if one.table_number in (None, table_number)]


# Tables


# Of a seat and what it hangs on: a round has the plan of all its tables, which takes long to read.
COLUMNS = (
    "position",
    "player",
    "sitting__uuid",
    "sitting__table_number",
    "sitting__state",
    "sitting__round__number",
    "sitting__slip__state",
    "sitting__slip__mode",
    "entry__name",
    "entry__number",
)


def _own_tables(entry: Entry) -> list[OwnTable]:
    """The tables of the published rounds where the entry has a seat, by round. Up to four
    queries."""
    held = Prefetch("entry__substitutions", Substitution.objects.all())
    mine = Seat.objects.filter(entry=entry, sitting__round__state__in=PUBLISHED).order_by()
    seats = (
        Seat.objects.filter(sitting__in=mine.values("sitting"), entry__isnull=False)
        .select_related("sitting__round", "sitting__slip", "entry")
        .only(*COLUMNS)
        .prefetch_related(held)
        .order_by("sitting__round__number", "position")
    )
    by_table: dict[int, list[Seat]] = {}
    for seat in seats:
        by_table.setdefault(seat.sitting_id, []).append(seat)
    scores = _totals_by_seat(by_table)
    return [_own_table(entry, rows, scores) for rows in by_table.values()]


def _own_table(entry: Entry, seats: Sequence[Seat], scores: Mapping[int, int]) -> OwnTable:
    sitting = seats[0].sitting
    number = sitting.round.number if sitting.round else 0  # own_tables asks for those of a round
    lines = [
        SeatLine(
            name=holder_name(seat.entry, number),
            number=seat.entry.number,
            is_own=seat.entry_id == entry.pk,
            is_first=seat.position == 0,
            score=scores.get(seat.pk),
        )
        for seat in sorted(seats, key=lambda seat: (seat.position is None, seat.position or 0))
        if seat.entry is not None and (seat.position is not None or seat.pk in scores)
    ]
    return OwnTable(sitting, number, lines)


def _totals_by_seat(tables: Mapping[int, Sequence[Seat]]) -> dict[int, int]:
    """The score of each seat: the sum of its deals so far, or the total of the round. One query or
    two."""
    if not tables:
        return {}
    rows = DealScore.objects.filter(deal__sitting__in=list(tables)).order_by()
    summed = rows.values("seat").annotate(total=Sum("score"))
    scores = {seat: total for seat, total in summed.values_list("seat", "total") if seat}
    plain = [seats for seats in tables.values() if seats[0].sitting.slip.mode == SlipMode.TOTALS]
    if plain:
        seat_of = {(seat.sitting_id, seat.player_id): seat.pk for seats in plain for seat in seats}
        totals = SittingTotal.objects.filter(sitting__in=[seats[0].sitting_id for seats in plain])
        for sitting, player, total in totals.values_list("sitting", "player", "total"):
            seat = seat_of[sitting, player]
            scores[seat] = scores.get(seat, 0) + total
    return scores


def _bye_rounds(entry: Entry) -> list[int]:
    rows = Bye.objects.filter(entry=entry, round__state__in=PUBLISHED)
    return list(rows.values_list("round__number", flat=True))


def _past_rounds(
    entry: Entry,
    room: Room,
    tables: Mapping[int, OwnTable],
    byes: Iterable[int],
    at: OwnTable | None,
) -> Iterable[PastRound]:
    """The newest first; not the one where the entry sits now."""
    sat_out = set(byes)
    bye_score = room.settings.bye_score
    last = room.steps.current if at is None and not room.is_seated else room.steps.current - 1
    for number in range(last, entry.first_round - 1, -1):
        table = tables.get(number)
        if table is not None:
            yield PastRound(number, table, False, table.own.score if table.own else None)
        elif number in sat_out:
            yield PastRound(number, None, True, None if bye_score == AVERAGE else int(bye_score))
        else:
            yield PastRound(number, None, False, None)


# Where one stands


def _entry_standing(
    entry: Entry, standings: shapes.TournamentStandings | None
) -> EntryStanding | None:
    if standings is None:
        return None
    rows = {row.player: row for row in standings.rows}
    row = rows.get(str(entry.number))
    if row is None:
        return None
    ranked = [one for one in standings.rows if one.rank is not None]
    before = [one for one in ranked if not row.left and (one.rank or 0) < (row.rank or 0)]
    behind = before[-1].total - row.total if before else None
    team = next((one for one in standings.teams if row.player in one.members), None)
    return EntryStanding(
        row, behind, len(ranked), standings.after_round, team, len(standings.teams)
    )
