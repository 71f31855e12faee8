"""The clock of a round: the arbiter starts it, stops it for a while, gives more time.

It is that of the server. A pause moves the start on by what it took, so that started plus length is
always the end of the round. Source: tournaments.md §2 (Round), §6.2.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from uuid import UUID

from clubs.access import (
    Actor,
    may_run_tournament,
    require,
)
from clubs.models import Round, RoundState, Tournament
from clubs.queries.tournaments.rounds.clock import clock_of
from clubs.services.changes import Action, Change, change
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.rounds.rounds import find_round
from clubs.services.tournaments.rounds.slip_states import settle_round

MOST_MINUTES = 600  # of a round
COLUMNS = ("clock_started_at", "clock_paused_at", "clock_seconds")


def start_clock(actor: Actor, tournament: Tournament, number: int, *, request_id: UUID) -> Round:
    """The round is played from now on. Safe to repeat. Raises TournamentRefused."""
    with _setting(actor, tournament, number, request_id) as (entry, one):
        if not entry.repeated:
            entry.is_needless = one.clock_started_at is not None
        if not (entry.repeated or entry.is_needless):
            one.clock_seconds = one.clock_seconds or tournament.round_minutes * 60
            one.clock_started_at = entry.at
    return one


def pause_clock(actor: Actor, tournament: Tournament, number: int, *, request_id: UUID) -> Round:
    """Safe to repeat. Raises TournamentRefused (`clock_stopped`)."""
    with _setting(actor, tournament, number, request_id) as (entry, one):
        if not entry.repeated:
            _require_started(one)
            entry.is_needless = one.clock_paused_at is not None
            one.clock_paused_at = one.clock_paused_at or entry.at
    return one


def resume_clock(actor: Actor, tournament: Tournament, number: int, *, request_id: UUID) -> Round:
    """Safe to repeat. Raises TournamentRefused (`clock_stopped`)."""
    with _setting(actor, tournament, number, request_id) as (entry, one):
        if entry.repeated:
            return one
        started = _require_started(one)
        entry.is_needless = one.clock_paused_at is None
        if one.clock_paused_at is not None:
            one.clock_started_at = started + (entry.at - one.clock_paused_at)
            one.clock_paused_at = None
    return one


def reset_clock(actor: Actor, tournament: Tournament, number: int, *, request_id: UUID) -> Round:
    """As before it was started, for one that was started by mistake. Safe to repeat."""
    with _setting(actor, tournament, number, request_id) as (entry, one):
        if not entry.repeated:
            entry.is_needless = one.clock_started_at is None
            one.clock_started_at = one.clock_paused_at = None
    return one


def set_minutes(
    actor: Actor, tournament: Tournament, number: int, minutes: int, *, request_id: UUID
) -> Round:
    """How long the round takes in all, before it starts or while it is played. Safe to repeat.

    Raises TournamentRefused (`clock_minutes`).
    """
    with _setting(actor, tournament, number, request_id) as (entry, one):
        if not entry.repeated:
            _set_length(one, timedelta(minutes=minutes))
    return one


def extend_clock(
    actor: Actor, tournament: Tournament, number: int, minutes: int, *, request_id: UUID
) -> Round:
    """So many minutes more, or with a minus fewer; where time is up already, from now on.

    Safe to repeat. Raises TournamentRefused (`clock_minutes`).
    """
    with _setting(actor, tournament, number, request_id) as (entry, one):
        if entry.repeated:
            return one
        clock = clock_of(one, entry.at)
        assert clock is not None  # noqa: S101 (setting refuses rounds without one)
        overdue = max(-clock.left, timedelta())
        spent = clock.length - clock.left
        _set_length(one, max(clock.length + overdue + timedelta(minutes=minutes), spent))
    return one


@contextmanager
def _setting(
    actor: Actor, tournament: Tournament, number: int, request_id: UUID
) -> Iterator[tuple[Change, Round]]:
    """One change of the clock of a round that is published and not over: what the body sets is
    saved, and the state of the round follows."""
    with change(
        Action.SET_CLOCK, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        one = find_round(tournament, number)
        before = {}
        if not entry.repeated:
            require(may_run_tournament(actor, tournament))
            if not one.is_published:
                raise TournamentRefused.of("round_not_drawn", "round")
            if one.state == RoundState.VALIDATED or tournament.is_over:
                raise TournamentRefused.of("round_locked", "round")
            before = told(one)
        yield entry, one
        if entry.repeated or entry.is_needless:
            return
        entry.before, entry.after = before, told(one)
        one.save(update_fields=COLUMNS)
        settle_round(one)


def told(one: Round) -> dict[str, object]:
    """For the log."""
    started, paused = one.clock_started_at, one.clock_paused_at
    return {
        "round": one.number,
        "started_at": started.isoformat() if started else None,
        "paused_at": paused.isoformat() if paused else None,
        "seconds": one.clock_seconds,
    }


def _require_started(one: Round) -> datetime:
    if one.clock_started_at is None:
        raise TournamentRefused.of("clock_stopped", "round")
    return one.clock_started_at


def _set_length(one: Round, length: timedelta) -> None:
    if not timedelta(minutes=1) <= length <= timedelta(minutes=MOST_MINUTES):
        raise TournamentRefused.of("clock_minutes", "minutes")
    one.clock_seconds = round(length.total_seconds())
