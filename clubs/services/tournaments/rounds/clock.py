"""The clock of a round: the arbiter starts it, stops it for a while, gives more time.

It is that of the server. A pause moves the start on by what it took, so that started plus length is
always the end of the round. Source: tournaments.md §2 (Round), §6.2.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID, uuid5

from clubs.access import (
    Actor,
    may_run_tournament,
)
from clubs.models import Round, RoundState, Tournament
from clubs.queries.tournaments.rounds.clock import clock_of
from clubs.services.changes import Action, Change
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.changes import tournament_change
from clubs.services.tournaments.rounds.rounds import find_round
from clubs.services.tournaments.rounds.slip_states import settle_round

MOST_MINUTES = 600  # of a round
COLUMNS = ("clock_started_at", "clock_paused_at", "clock_seconds")


def _set_clock(
    step: Callable[..., None],
    actor: Actor,
    tournament: Tournament,
    number: int,
    *minutes: int,
    request_id: UUID,
) -> Round:
    """Carries out one step on the clock of a round that is published and not over. The columns that
    it sets are saved, and the state of the round follows. Safe to repeat; each button of the clock,
    with its minutes, is a request of its own, as all of them send the id of one form.

    Raises TournamentRefused (`round_not_drawn`, `round_locked`), and what the step raises.
    """
    receipt = uuid5(request_id, f"{step.__name__} {minutes}")
    with tournament_change(Action.SET_CLOCK, actor, tournament, may_run_tournament, receipt) as log:
        round_ = find_round(tournament, number)
        if log.repeated:
            return round_
        if not round_.is_published:
            raise TournamentRefused.of("round_not_drawn", "round")
        if round_.state == RoundState.VALIDATED or tournament.is_over:
            raise TournamentRefused.of("round_locked", "round")
        before = _clock_columns(round_)
        step(round_, log, *minutes)
        if not log.is_needless:
            log.before, log.after = before, _clock_columns(round_)
            round_.save(update_fields=COLUMNS)
            settle_round(round_)
    return round_


def _start(round_: Round, log: Change) -> None:
    """The round is played from now on."""
    log.is_needless = round_.clock_started_at is not None
    if not log.is_needless:
        round_.clock_seconds = round_.clock_seconds or round_.tournament.round_minutes * 60
        round_.clock_started_at = log.at


def _pause(round_: Round, log: Change) -> None:
    """Raises TournamentRefused (`clock_stopped`)."""
    _require_started(round_)
    log.is_needless = round_.clock_paused_at is not None
    round_.clock_paused_at = round_.clock_paused_at or log.at


def _resume(round_: Round, log: Change) -> None:
    """Raises TournamentRefused (`clock_stopped`)."""
    started = _require_started(round_)
    log.is_needless = round_.clock_paused_at is None
    if round_.clock_paused_at is not None:
        round_.clock_started_at = started + (log.at - round_.clock_paused_at)
        round_.clock_paused_at = None


def _reset(round_: Round, log: Change) -> None:
    """Puts the clock back to before its start, for one that was started by mistake."""
    log.is_needless = round_.clock_started_at is None
    round_.clock_started_at = round_.clock_paused_at = None


def _set_minutes(round_: Round, _log: Change, minutes: int) -> None:
    """Sets how long the round takes in all, before it starts or while it is played. Raises
    TournamentRefused (`clock_minutes`)."""
    _set_length(round_, timedelta(minutes=minutes))


def _extend(round_: Round, log: Change, minutes: int) -> None:
    """Adds minutes to the round, or takes negative ones away. Where time is up already, they count
    from now on. Raises TournamentRefused (`clock_minutes`)."""
    clock = clock_of(round_, log.at)
    assert clock is not None  # noqa: S101 (_set_clock refuses rounds without one)
    overdue = max(-clock.left, timedelta())
    spent = clock.length - clock.left
    _set_length(round_, max(clock.length + overdue + timedelta(minutes=minutes), spent))


start_clock = partial(_set_clock, _start)
pause_clock = partial(_set_clock, _pause)
resume_clock = partial(_set_clock, _resume)
reset_clock = partial(_set_clock, _reset)
set_minutes = partial(_set_clock, _set_minutes)
extend_clock = partial(_set_clock, _extend)


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
