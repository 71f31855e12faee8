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
    """Starts the clock: the round is played from now on. Safe to repeat. Raises
    TournamentRefused."""
    with _setting(actor, tournament, number, request_id) as (log, round_):
        if not log.repeated:
            log.is_needless = round_.clock_started_at is not None
        if not (log.repeated or log.is_needless):
            round_.clock_seconds = round_.clock_seconds or tournament.round_minutes * 60
            round_.clock_started_at = log.at
    return round_


def pause_clock(actor: Actor, tournament: Tournament, number: int, *, request_id: UUID) -> Round:
    """Safe to repeat. Raises TournamentRefused (`clock_stopped`)."""
    with _setting(actor, tournament, number, request_id) as (log, round_):
        if not log.repeated:
            _require_started(round_)
            log.is_needless = round_.clock_paused_at is not None
            round_.clock_paused_at = round_.clock_paused_at or log.at
    return round_


def resume_clock(actor: Actor, tournament: Tournament, number: int, *, request_id: UUID) -> Round:
    """Safe to repeat. Raises TournamentRefused (`clock_stopped`)."""
    with _setting(actor, tournament, number, request_id) as (log, round_):
        if log.repeated:
            return round_
        started = _require_started(round_)
        log.is_needless = round_.clock_paused_at is None
        if round_.clock_paused_at is not None:
            round_.clock_started_at = started + (log.at - round_.clock_paused_at)
            round_.clock_paused_at = None
    return round_


def reset_clock(actor: Actor, tournament: Tournament, number: int, *, request_id: UUID) -> Round:
    """Puts the clock back to before its start, for one that was started by mistake. Safe to
    repeat."""
    with _setting(actor, tournament, number, request_id) as (log, round_):
        if not log.repeated:
            log.is_needless = round_.clock_started_at is None
            round_.clock_started_at = round_.clock_paused_at = None
    return round_


def set_minutes(
    actor: Actor, tournament: Tournament, number: int, minutes: int, *, request_id: UUID
) -> Round:
    """Sets how long the round takes in all, before it starts or while it is played. Safe to repeat.

    Raises TournamentRefused (`clock_minutes`).
    """
    with _setting(actor, tournament, number, request_id) as (log, round_):
        if not log.repeated:
            _set_length(round_, timedelta(minutes=minutes))
    return round_


def extend_clock(
    actor: Actor, tournament: Tournament, number: int, minutes: int, *, request_id: UUID
) -> Round:
    """Adds minutes to the round, or takes negative ones away. Where time is up already, they count
    from now on.

    Safe to repeat. Raises TournamentRefused (`clock_minutes`).
    """
    with _setting(actor, tournament, number, request_id) as (log, round_):
        if log.repeated:
            return round_
        clock = clock_of(round_, log.at)
        assert clock is not None  # noqa: S101 (setting refuses rounds without one)
        overdue = max(-clock.left, timedelta())
        spent = clock.length - clock.left
        _set_length(round_, max(clock.length + overdue + timedelta(minutes=minutes), spent))
    return round_


@contextmanager
def _setting(
    actor: Actor, tournament: Tournament, number: int, request_id: UUID
) -> Iterator[tuple[Change, Round]]:
    """Frames one change of the clock of a round that is published and not over. The columns that
    the body sets are saved, and the state of the round follows."""
    with change(Action.SET_CLOCK, actor, tournament, lock=tournament, request_id=request_id) as log:
        round_ = find_round(tournament, number)
        before = {}
        if not log.repeated:
            require(may_run_tournament(actor, tournament))
            if not round_.is_published:
                raise TournamentRefused.of("round_not_drawn", "round")
            if round_.state == RoundState.VALIDATED or tournament.is_over:
                raise TournamentRefused.of("round_locked", "round")
            before = _clock_columns(round_)
        yield log, round_
        if log.repeated or log.is_needless:
            return
        log.before, log.after = before, _clock_columns(round_)
        round_.save(update_fields=COLUMNS)
        settle_round(round_)


def _clock_columns(round_: Round) -> dict[str, object]:
    """The content of the clock for the log."""
    started, paused = round_.clock_started_at, round_.clock_paused_at
    return {
        "round": round_.number,
        "started_at": started.isoformat() if started else None,
        "paused_at": paused.isoformat() if paused else None,
        "seconds": round_.clock_seconds,
    }


def _require_started(round_: Round) -> datetime:
    if round_.clock_started_at is None:
        raise TournamentRefused.of("clock_stopped", "round")
    return round_.clock_started_at


def _set_length(round_: Round, length: timedelta) -> None:
    if not timedelta(minutes=1) <= length <= timedelta(minutes=MOST_MINUTES):
        raise TournamentRefused.of("clock_minutes", "minutes")
    round_.clock_seconds = round(length.total_seconds())
