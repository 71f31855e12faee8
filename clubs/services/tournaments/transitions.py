"""The steps of the life of a tournament that are not rounds or results, and its early end.

Source: tournaments.md §3.1.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple
from uuid import UUID, uuid5

from clubs.access import (
    Actor,
    may_desk,
    may_manage_tournament,
    may_run_tournament,
)
from clubs.core.limits import MOST_ROUNDS
from clubs.models import (
    Round,
    RoundState,
    Tournament,
    TournamentState,
)
from clubs.queries.tournaments.setup import (
    has_draw,
    is_ready,
)
from clubs.queries.tournaments.tournaments import settings_of
from clubs.services.changes import Action, Change
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.changes import tournament_change

May = Callable[[Actor, Tournament], bool]


class StateTransition(NamedTuple):
    """A step from one of the sources to the target, for those whom `may` allows.

    code is refused in any other state, hindrance_code where is_hindered is true.
    """

    sources: tuple[TournamentState, ...]
    target: TournamentState
    may: May
    code: str = "tournament_step"
    is_hindered: Callable[[Tournament], bool] = lambda tournament: False
    hindrance_code: str = ""


S = TournamentState


BEFORE_FINAL = (S.DRAFT, S.OPEN, S.CHECK_IN, S.PLAYING, S.PROVISIONAL)


def _take_step(
    step: StateTransition, actor: Actor, tournament: Tournament, *, request_id: UUID
) -> Tournament:
    """Takes the tournament to another state; of two people who ask for it the second changes
    nothing. Safe to repeat; the buttons of one page, which send one id, are requests of their own.
    Raises TournamentRefused with one of the codes of the step."""
    receipt = uuid5(request_id, step.target)
    with tournament_change(
        Action.SET_TOURNAMENT_STATE, actor, tournament, step.may, receipt
    ) as log:
        log.is_needless = tournament.state == step.target
        if log.repeated or log.is_needless:
            return tournament
        if tournament.state not in step.sources:
            raise TournamentRefused.of(step.code)
        if step.is_hindered(tournament):
            raise TournamentRefused.of(step.hindrance_code)
        _set_tournament_state(tournament, step.target, log)
    return tournament


def _set_tournament_state(tournament: Tournament, state: TournamentState, log: Change) -> None:
    log.before = {"state": str(tournament.state)}
    tournament.state = state
    tournament.save(update_fields=["state"])
    log.after = {"state": str(state)}


# Lets people enter.
open_registration = partial(
    _take_step,
    StateTransition(
        (S.DRAFT,),
        S.OPEN,
        may_manage_tournament,
        is_hindered=lambda tournament: not is_ready(tournament),
        hindrance_code="tournament_incomplete",
    ),
)
# Takes the tournament back to preparation while nobody has entered.
back_to_draft = partial(
    _take_step,
    StateTransition(
        (S.OPEN,),
        S.DRAFT,
        may_manage_tournament,
        is_hindered=lambda tournament: tournament.entries.exists(),
        hindrance_code="tournament_has_entries",
    ),
)
# Starts the check-in: the desk notes who is there.
start_check_in = partial(_take_step, StateTransition((S.OPEN,), S.CHECK_IN, may_desk))
# Takes the tournament back to registration before a round is drawn. Entries stay checked in.
back_to_open = partial(
    _take_step,
    StateTransition(
        (S.CHECK_IN,), S.OPEN, may_desk, is_hindered=has_draw, hindrance_code="round_drawn"
    ),
)
archive = partial(
    _take_step, StateTransition((S.FINAL,), S.ARCHIVED, may_manage_tournament, "not_final")
)
unarchive = partial(_take_step, StateTransition((S.ARCHIVED,), S.FINAL, may_manage_tournament))


def cancel(actor: Actor, tournament: Tournament, *, reason: str, request_id: UUID) -> Tournament:
    """Cancels the tournament: it does not take place, or not to the end. What was played stays as
    it is.

    Safe to repeat. Raises TournamentRefused (`reason_required`, `tournament_step` once final).
    """
    with tournament_change(
        Action.SET_TOURNAMENT_STATE, actor, tournament, may_manage_tournament, request_id
    ) as log:
        if log.repeated:
            return tournament
        log.reason = _tidy_reason(reason)
        log.is_needless = tournament.state == S.CANCELLED
        if log.is_needless:
            return tournament
        if tournament.state not in BEFORE_FINAL:
            raise TournamentRefused.of("tournament_step")
        tournament.state_before = tournament.state
        tournament.save(update_fields=["state_before"])
        _set_tournament_state(tournament, S.CANCELLED, log)
    return tournament


def uncancel(actor: Actor, tournament: Tournament, *, request_id: UUID) -> Tournament:
    """Takes a cancelled tournament back to the state before. Safe to repeat. Raises
    TournamentRefused (`tournament_step`)."""
    with tournament_change(
        Action.SET_TOURNAMENT_STATE, actor, tournament, may_manage_tournament, request_id
    ) as log:
        if log.repeated:
            return tournament
        if tournament.state != S.CANCELLED:
            raise TournamentRefused.of("tournament_step")
        _set_tournament_state(tournament, TournamentState(tournament.state_before), log)
        tournament.state_before = ""
        tournament.save(update_fields=["state_before"])
    return tournament


def _tidy_reason(reason: str) -> str:
    """Raises TournamentRefused (`reason_required`)."""
    tidy = " ".join(reason.split())
    if not tidy:
        raise TournamentRefused.of("reason_required", "reason")
    return tidy


def stop_after(
    actor: Actor, tournament: Tournament, number: int, *, reason: str, request_id: UUID
) -> Tournament:
    """Makes the round of this number the last one; draws of later ones are thrown away.

    If it is validated, the results are provisional from here on. Safe to repeat. Raises
    TournamentRefused: `stop_round` for a number that is not below those planned, or below a
    published one; `reason_required`.
    """
    with tournament_change(
        Action.UPDATE_TOURNAMENT, actor, tournament, may_run_tournament, request_id
    ) as log:
        if log.repeated:
            log.require_same(log.written["rounds_planned"], number)
            return tournament
        _refuse_not_playing(tournament)
        rounds = list(tournament.rounds.all())
        planned = settings_of(tournament).rounds_planned or MOST_ROUNDS + 1
        least = max((one.number for one in rounds if one.is_published), default=1)
        if not least <= number < planned:
            raise TournamentRefused.of("stop_round", "number", low=least, high=planned - 1)
        _forget_draws(tournament, number)
        _plan_rounds(tournament, number, rounds, log)
        log.reason = _tidy_reason(reason)
    return tournament


def extend_rounds(
    actor: Actor, tournament: Tournament, number: int, *, reason: str, request_id: UUID
) -> Tournament:
    """Sets a greater number of rounds: takes an early end back, or adds rounds.

    Safe to repeat. Raises TournamentRefused: `stop_round` for a number that is not above those
    planned; `reason_required`.
    """
    with tournament_change(
        Action.UPDATE_TOURNAMENT, actor, tournament, may_run_tournament, request_id
    ) as log:
        if log.repeated:
            log.require_same(log.written["rounds_planned"], number)
            return tournament
        _refuse_not_playing(tournament)
        planned = settings_of(tournament).rounds_planned or 0
        if not planned < number <= MOST_ROUNDS:
            raise TournamentRefused.of("stop_round", "number", low=planned + 1, high=MOST_ROUNDS)
        _plan_rounds(tournament, number, list(tournament.rounds.all()), log)
        log.reason = _tidy_reason(reason)
    return tournament


def _refuse_not_playing(tournament: Tournament) -> None:
    if tournament.state not in (S.CHECK_IN, S.PLAYING, S.PROVISIONAL):
        raise TournamentRefused.of("tournament_step")


def _forget_draws(tournament: Tournament, last: int) -> None:
    """Throws away the draws of the rounds after this one."""
    later = tournament.rounds.filter(number__gt=last, state=RoundState.DRAWN)
    later.update(state=RoundState.PLANNED, plan={}, certificate={}, method="")


def _plan_rounds(tournament: Tournament, number: int, rounds: Sequence[Round], log: Change) -> None:
    """Sets the number of rounds, and the state that follows from how many are validated."""
    log.before = {"rounds_planned": tournament.settings["rounds_planned"]}
    tournament.settings = {**tournament.settings, "rounds_planned": number}
    validated = [one.number for one in rounds if one.state == RoundState.VALIDATED]
    if tournament.state != S.CHECK_IN:
        tournament.state = S.PROVISIONAL if number in validated else S.PLAYING
    tournament.save(update_fields=["settings", "state"])
    log.after = {"rounds_planned": number, "state": str(tournament.state)}
