"""The frame of a change of a tournament, and what several steps ask before it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db.models import Model

from clubs.access import Actor, require
from clubs.models import Entry, Tournament
from clubs.services.changes import Action, Change, change, find_receipt
from clubs.services.errors import TournamentRefused


def refuse_over(tournament: Tournament) -> None:
    """Raises TournamentRefused (`tournament_step`) once the tournament is final, archived or
    cancelled. Source: tournaments.md §3.1."""
    if tournament.is_over:
        raise TournamentRefused.of("tournament_step")


def was_done(
    action: Action,
    actor: Actor,
    target: Tournament | Entry,
    request_id: UUID,
    asked: Mapping[str, Any],
) -> bool:
    """Was the same request carried out before? Then target is read again. For changes that are
    planned before the lock: what is asked now would be planned on top of what it did then.

    asked is part of what the log has of it: raises RequestReused if that is something else.
    """
    receipt = find_receipt(request_id, action=action, actor=actor, target_uuid=target.uuid)
    if receipt is None:
        return False
    written: dict[str, Any] = receipt.after or {}
    Change(earlier=receipt).require_same({**written, **asked}, written)
    target.refresh_from_db()
    return True


@contextmanager
def tournament_change(
    action: Action,
    actor: Actor,
    tournament: Tournament,
    may: Callable[[Actor, Tournament], bool],
    request_id: UUID,
    *,
    target: Model | None = None,
    until_over: bool = False,
    counter: str = "revision",
) -> Iterator[Change]:
    """Frames one change under the lock of the tournament, for those whom `may` allows it.

    target: the row that changes, where it is another one. until_over: refuse_over is asked too.
    A repeated request is neither forbidden nor refused: the service answers what it made then.
    Raises Forbidden and TournamentRefused.
    """
    with change(
        action,
        actor,
        target or tournament,
        lock=tournament,
        request_id=request_id,
        counter=counter,
    ) as log:
        if not log.repeated:
            require(may(actor, tournament))
        if until_over and not log.repeated:
            refuse_over(tournament)
        yield log
