"""The room of a tournament: what its screens and the phones of its players have in common, and the
states by which live pages ask for news.

While a round is played deals come in all the time, and change nothing of what the room is told: the
standings are those after the last round that is over. So the state by which the room asks for news
leaves them out, but for those of the table where the asking entry sits.

What is announced changes more often than all the rest and is the same for everybody: it has a
counter of its own, by which a page that lacks no more than that is given no more than that.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum, UUIDField
from django.db.models.functions import Coalesce

from clubs.core.tournaments import shapes
from clubs.core.tournaments.settings import TournamentSettings
from clubs.core.tournaments.standings import rank_tournament, ranks_after
from clubs.models import Announcement, Place, Round, RoundState, Seat, Sitting, Tournament
from clubs.models.compiled import Compiled
from clubs.queries.tournaments.rounds.clock import clock_of
from clubs.queries.tournaments.tournaments import (
    OVER,
    Steps,
    settings_of,
    steps_of,
    tournament_input,
)

PLACES = {state: place for place, state in enumerate(RoundState.values)}  # in the text of a state
PLACES_OF_PHONES = {**PLACES, RoundState.PUBLISHED: PLACES[RoundState.PLAYING]}

NEWS = "n"  # between the state of the rest of the room and that of the announcements
OWN = "_"  # between the state of the room and what one entry adds to it


def room_state(event: UUID, entry: UUID | None = None) -> str | None:
    """The text with which the room asks for news, in one read: the revision of the tournament; of
    each round its state, and count and sum of the revisions of its tables once it is over; the
    revision of the announcements.

    entry: the revisions of the tables where it sat count in any case, and that somewhere in the
    room play has begun does not: its page says the same, and else the first deal of a round would
    have every phone fetch its page just when all tables save. The answer is only for pages that
    were shown a state. None for what is not there.
    """
    rows = state_rows(event, entry)
    if not rows:
        return None
    place = PLACES if entry is None else PLACES_OF_PHONES
    of_rounds = (
        f"{number}.{place[state]}.{tables}.{changes}"
        for _news, _revision, number, state, tables, changes, _own in rows
        if number is not None
    )
    news, revision = rows[0][:2]
    state = "-".join([str(revision), *of_rounds]) + f"{NEWS}{news}"
    return f"{state}{OWN}{sum(row[-1] for row in rows)}" if entry else state


def state_rows(event: UUID, entry: UUID | None) -> list[tuple[Any, ...]]:
    """The rows of states_of, which every phone of the room asks for every two seconds."""
    return _states(event=event) if entry is None else _own_states(event=event, entry=entry)


def states_of(event: UUID, entry: UUID | None = None) -> QuerySet[Any, tuple[Any, ...]]:
    """For each round, or once where there is none: the revisions of the announcements and of the
    tournament, number, state, count and sum of the tables once it is over, sum of the tables where
    the entry sat."""
    over, own = Q(rounds__state__in=OVER), Q(pk__in=[])
    if entry is not None:
        seats = Seat.objects.filter(entry__uuid=entry).order_by()
        own = Q(rounds__tables__in=seats.values("sitting"))
    return (
        Tournament.objects.filter(uuid=event)
        .order_by("rounds__number")
        .values_list("news_revision", "revision", "rounds__number", "rounds__state")
        .annotate(
            tables=Count("rounds__tables", filter=over),
            changes=Sum("rounds__tables__revision", filter=over, default=0),
            own=Sum("rounds__tables__revision", filter=own, default=0),
        )
    )


_states = Compiled(states_of, event=UUIDField())
_own_states = Compiled(states_of, event=UUIDField(), entry=UUIDField())


def state_of_all(state: str) -> str:
    """The part of it that is the same for everybody."""
    return state.partition(OWN)[0]


def news_in(state: str) -> str:
    """The part of it that announcements change."""
    return state_of_all(state).partition(NEWS)[2]


def without_news(state: str) -> str:
    """The part of it that they do not change."""
    rest, _, tail = state.partition(NEWS)
    return rest + OWN + tail.partition(OWN)[2]


@dataclass(frozen=True, slots=True)
class Room:
    """A tournament as everybody in the room may know it, at one moment.

    standings are those after the last round that is over, None where there are none; before has the
    ranks after the round before it, by key. announcements are those that have not ended, the newest
    first.
    """

    tournament: Tournament
    settings: TournamentSettings
    steps: Steps
    standings: shapes.TournamentStandings | None
    before: Mapping[str, int]
    announcements: Sequence[Announcement] = ()

    @property
    def current(self) -> Round | None:
        """The round that was published last."""
        return self.steps.rounds.get(self.steps.current)

    @property
    def ahead(self) -> Round | None:
        """The round that comes after it, where it has a row."""
        return self.steps.rounds.get(self.steps.current + 1)

    @property
    def is_seated(self) -> bool:
        """Whether people sit, or are about to sit, at the tables of the current round."""
        return self.current is not None and self.current.state not in OVER


def room_of(event: UUID) -> Room:
    """The room without announcements. Two queries before the first round is over, then those of
    tournament_input as well. The tournament is read here: what was read before its state may be
    old."""
    tournament = Tournament.objects.select_related("club").get(uuid=event)
    steps, settings = steps_of(tournament), settings_of(tournament)
    standings, before = None, {}
    if steps.over:
        results = tournament_input(tournament)
        standings = rank_tournament(results, settings, steps.over)
        before = ranks_after(results, settings, steps.over - 1) if steps.over > 1 else {}
    return Room(tournament, settings, steps, standings, before)


# Announcements


def announcements_of(event: UUID, now: datetime) -> list[Announcement]:
    """The announcements that have not ended, the newest first."""
    rows = Announcement.objects.filter(tournament__uuid=event)
    return list(rows.filter(Q(shown_until=None) | Q(shown_until__gt=now)))


def shown_at(
    announcements: Iterable[Announcement], now: datetime, *, on_screens: bool
) -> list[Announcement]:
    """The announcements that a screen or a phone shows now, the newest first."""
    hidden = Place.PHONES if on_screens else Place.SCREENS
    return [
        told
        for told in announcements
        if told.place != hidden and told.shown_from <= now and not _has_ended(told, now)
    ]


def _has_ended(announcement: Announcement, now: datetime) -> bool:
    return announcement.shown_until is not None and announcement.shown_until <= now


def next_turn(announcements: Iterable[Announcement], now: datetime) -> datetime | None:
    """The next time when an announcement begins or ends by itself; None where none does."""
    moments = (
        moment
        for told in announcements
        for moment in (told.shown_from, told.shown_until)
        if moment is not None and moment > now
    )
    return min(moments, default=None)


# The clock


@dataclass(frozen=True, slots=True)
class RoomClock:
    """The clock of the room for a round: it `runs` until at, it is `paused` with face to go, or the
    round `begins` at. Nothing in here is of the moment at which it was read."""

    number: int
    kind: str
    at: datetime | None
    face: str = ""

    @property
    def at_seconds(self) -> int:
        """The time for the script of the page, in seconds since 1970; 0 for none."""
        return round(self.at.timestamp()) if self.at else 0


def room_clock(room: Room) -> RoomClock | None:
    """The clock of the round that is played, else of the next one if its time is planned."""
    current = room.current
    if current is not None and current.state not in OVER:
        return _running(room.tournament, current) or _beginning(current)
    return _beginning(room.ahead)


def _running(tournament: Tournament, round_: Round) -> RoomClock | None:
    """The clock of a round that is played, None before it is started."""
    round_.tournament = tournament
    clock = clock_of(round_)
    if clock is None or not clock.is_started:
        return None
    if clock.is_paused:
        return RoomClock(round_.number, "paused", None, clock.face)
    return RoomClock(round_.number, "runs", clock.ends_at)


def _beginning(round_: Round | None) -> RoomClock | None:
    if round_ is None or round_.planned_at is None:
        return None
    return RoomClock(round_.number, "begins", round_.planned_at)


# The state of a board: the revision of the tournament with count and sum of those of its tables,
# "4-32-187". Every write moves one of the three on.


def state_now(event: UUID) -> str | None:
    """The state of a tournament in one read, None where there is none. The answer is only for pages
    that were shown a state.

    Read it before what it stands for: what changes between is then asked for once more.
    """
    counts = _counts.first(event=event)
    return None if counts is None else "-".join(map(str, counts))


def _counts_of(event: UUID) -> QuerySet[Any, tuple[Any, ...]]:
    tournaments = with_state(Tournament.objects.filter(uuid=event))
    return tournaments.values_list("revision", "table_count", "table_changes")


_counts = Compiled(_counts_of, event=UUIDField())


def with_state(rows: QuerySet[Tournament]) -> QuerySet[Any]:
    """Tournaments with what state_of needs, still in one query."""
    tables = Sitting.objects.filter(round__tournament=OuterRef("pk")).order_by()
    each = tables.values("round__tournament")
    return rows.annotate(
        table_count=Coalesce(Subquery(each.annotate(n=Count("pk")).values("n")), 0),
        table_changes=Coalesce(Subquery(each.annotate(n=Sum("revision")).values("n")), 0),
    )


def state_of(row: Any) -> str:
    """The state of a row of with_state."""
    return f"{row.revision}-{row.table_count}-{row.table_changes}"
