"""Points taken from an entry, or given, with the reason. Source: tournaments.md §2, §7.5.

What is taken from one is given to nobody; a penalty is cancelled with a reason, never deleted.
"""

from typing import Any
from uuid import UUID

from clubs.access import (
    Actor,
    may_run_tournament,
)
from clubs.models import Entry, Penalty, PenaltyCode, Tournament
from clubs.queries.tournaments.tournaments import entries_of, holder, settings_of
from clubs.services.changes import Action
from clubs.services.errors import TournamentRefused
from clubs.services.ids import made_uuid
from clubs.services.seasons.penalties import refuse_alike
from clubs.services.tournaments.changes import refuse_over, tournament_change


def give_entry_penalty(
    actor: Actor,
    entry: Entry,
    points: int,
    reason: str,
    *,
    after_round: int,
    code: str = PenaltyCode.OTHER,
    is_meant: bool = False,
    again: bool = True,
    request_id: UUID,
) -> Penalty:
    """Gives a penalty that counts from the standings after this round on. is_meant says that a
    positive number, which gives points, is no mistake; again, that another one just like one that
    counts is meant.

    Safe to repeat. Raises TournamentRefused (`penalty_zero`, `penalty_reason_required`,
    `penalty_positive`, `round_unknown`, `tournament_step`), and without again DealRefused
    (`penalty_alike`).
    """
    tournament = entry.tournament
    penalty = Penalty(
        uuid=made_uuid(Penalty, tournament.uuid, request_id),
        entry=entry,
        player=entry.player,
        points=points,
        reason=" ".join(reason.split()),
        after_round=after_round,
        code=PenaltyCode(code),
    )
    after = _penalty_audit_content(penalty, entry)
    with tournament_change(
        Action.GIVE_PENALTY, actor, tournament, may_run_tournament, request_id, target=penalty
    ) as log:
        if log.repeated:
            log.require_same(log.written, after)
            return Penalty.objects.get(uuid=penalty.uuid)
        _refuse_penalty(tournament, penalty, is_meant)
        held = next(one for one in entries_of(tournament) if one.pk == entry.pk)
        penalty.player = holder(held, after_round)
        if not again:
            refuse_alike(penalty)
        penalty.given_at = log.at
        penalty.save(force_insert=True)
        log.after, log.reason = after, penalty.reason
    return penalty


def _refuse_penalty(tournament: Tournament, penalty: Penalty, is_meant: bool) -> None:
    refuse_over(tournament)
    if penalty.points == 0:
        raise TournamentRefused.of("penalty_zero", "points")
    if not penalty.reason:
        raise TournamentRefused.of("penalty_reason_required", "reason")
    if not 1 <= (penalty.after_round or 0) <= (settings_of(tournament).rounds_planned or 0):
        raise TournamentRefused.of("round_unknown", "after_round")
    if penalty.points > 0 and not is_meant:
        raise TournamentRefused.of("penalty_positive", "points")


def _penalty_audit_content(penalty: Penalty, entry: Entry) -> dict[str, Any]:
    """The content of a penalty for the log. The reason has a column of its own."""
    return {
        "entry": entry.number,
        "points": penalty.points,
        "after_round": penalty.after_round,
        "code": str(penalty.code),
    }


def cancel_entry_penalty(
    actor: Actor, penalty: Penalty, *, reason: str, request_id: UUID
) -> Penalty:
    """Cancels a penalty. It counts no more, and stays in the list with both reasons. Safe to
    repeat.

    Raises TournamentRefused (`penalty_reason_required`, `tournament_step`).
    """
    entry = penalty.entry
    if entry is None:
        raise ValueError("a penalty of a season")
    tournament, reason = entry.tournament, " ".join(reason.split())
    with tournament_change(
        Action.CANCEL_PENALTY,
        actor,
        tournament,
        may_run_tournament,
        request_id,
        target=penalty,
        until_over=True,
    ) as log:
        if log.repeated:
            return penalty
        if not reason:
            raise TournamentRefused.of("penalty_reason_required", "reason")
        log.is_needless = penalty.cancelled_at is not None
        if not log.is_needless:
            log.before = _penalty_audit_content(penalty, entry)
            penalty.cancelled_at, penalty.cancel_reason = log.at, reason
            penalty.save(update_fields=["cancelled_at", "cancel_reason"])
            log.reason = reason
    return penalty
