"""Points given or taken by the organiser, with a reason. Source: leagues.md §3.3."""

from typing import Any
from uuid import UUID

from clubs.access import Actor
from clubs.core.problems import DealRefused, Problem
from clubs.models import Evening, League, Penalty, Player, Sitting
from clubs.services.changes import Action, change
from clubs.services.ids import made_uuid
from clubs.services.seasons.counting import lock_sitting, refuse_frozen
from clubs.services.seasons.leagues import require_manage


def give_penalty(
    actor: Actor,
    evening: Evening,
    player: Player,
    points: int,
    reason: str,
    *,
    sitting: Sitting | None = None,
    again: bool = True,
    request_id: UUID,
) -> Penalty:
    """Points for a player, most often negative: for the evening, or at one table of it.

    One that is given at a table is one of every season for which the table counts. again: another
    one just like one that counts is meant. Safe to repeat. Raises LeagueClosed, and without again
    DealRefused (`penalty_alike`).
    """
    league = evening.league
    if player.club_id != league.club_id:
        raise ValueError("a player of another club")
    if not points or not reason.strip():
        raise ValueError("a penalty has points and a reason")
    penalty = Penalty(
        uuid=made_uuid(Penalty, league.uuid, request_id),
        evening=None if sitting else evening,
        sitting=sitting,
        player=player,
        points=points,
        reason=reason,
    )
    after = _penalty_content(penalty, evening)
    with change(
        Action.GIVE_PENALTY, actor, penalty, lock=league, asked=after, request_id=request_id
    ) as entry:
        if entry.repeated:
            return Penalty.objects.get(uuid=penalty.uuid)
        require_manage(actor, league)
        if sitting is not None:
            lock_sitting(sitting)
            refuse_frozen(sitting)
            if not evening.tables.filter(sitting=sitting).exists():
                raise ValueError("a table that does not count at the evening")
            if not sitting.seats.filter(player=player).exists():
                raise ValueError("a player who did not sit at the table")
        if not again:
            refuse_alike(penalty)
        penalty.given_at = entry.at
        penalty.save(force_insert=True)
        entry.reason = reason
    return penalty


def refuse_alike(penalty: Penalty) -> None:
    """Raises DealRefused where one counts that says just the same of the same person. Who goes back
    to a page that the browser fetches anew sends what was sent, as another request."""
    names = ("evening", "sitting", "entry", "after_round", "code", "player", "points", "reason")
    alike = {name: getattr(penalty, name) for name in names}
    if Penalty.objects.filter(**alike, cancelled_at=None).exists():
        raise DealRefused([Problem("penalty_alike", "again")])


def _penalty_content(penalty: Penalty, evening: Evening) -> dict[str, Any]:
    """Returns a penalty as the log stores it; the reason is a column of the entry."""
    return {
        "player": str(penalty.player.uuid),
        "points": penalty.points,
        "evening": str(evening.uuid),
        "sitting": str(penalty.sitting.uuid) if penalty.sitting else None,
    }


def cancel_penalty(
    actor: Actor, league: League, penalty: Penalty, *, reason: str, request_id: UUID
) -> Penalty:
    """Take a penalty back; it stays in the list with both reasons. Safe to repeat.

    Raises LeagueClosed.
    """
    if not reason.strip():
        raise ValueError("a penalty is cancelled for a reason")
    with change(Action.CANCEL_PENALTY, actor, penalty, lock=league, request_id=request_id) as entry:
        if entry.repeated:
            return penalty
        require_manage(actor, league)
        if penalty.sitting is not None:
            lock_sitting(penalty.sitting)
            refuse_frozen(penalty.sitting)
        entry.is_needless = penalty.cancelled_at is not None
        if not entry.is_needless:
            entry.before = {"points": penalty.points, "player": str(penalty.player.uuid)}
            penalty.cancelled_at, penalty.cancel_reason = entry.at, reason
            penalty.save(update_fields=["cancelled_at", "cancel_reason"])
            entry.reason = reason
    return penalty
