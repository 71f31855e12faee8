"""Setting up a table: its guests and its sitting are written together or not at all."""

from collections.abc import Sequence
from uuid import UUID, uuid5

from django.db import transaction

from clubs.access import Actor
from clubs.core.games import DEFAULT_GAME, Rules
from clubs.core.names import person_key
from clubs.core.problems import DealRefused, Problem
from clubs.models import Club, Player, Sitting
from clubs.services.changes import Action, find_receipt
from clubs.services.errors import NameTaken
from clubs.services.people.people import add_guests
from clubs.services.tables.sittings import open_sitting

# Guests have a receipt of their own; it follows from the request's id, so that a repeat finds it.
GUESTS = "guests"


def open_table(
    actor: Actor,
    club: Club,
    seats: Sequence[Player | str],
    rules: Rules,
    *,
    game: str = DEFAULT_GAME,
    active_count: int,
    first_dealer: int = 0,
    request_id: UUID,
) -> Sitting:
    """Open a table; a seat that holds a name is for a new guest. Safe to repeat.

    active_count is how many play a deal, first_dealer a position from 0. Raises NameTaken for a
    guest whose name is known or stands twice, and DealRefused as open_sitting does.
    """
    with transaction.atomic():
        done = find_receipt(request_id, action=Action.OPEN_SITTING, actor=actor)
        if done is not None:
            return Sitting.objects.get(uuid=done.target_uuid)
        return open_sitting(
            actor,
            club,
            _seat_guests(actor, club, seats, request_id),
            rules,
            game=game,
            active_count=active_count,
            first_dealer=first_dealer,
            request_id=request_id,
        )


def _seat_guests(
    actor: Actor, club: Club, seats: Sequence[Player | str], request_id: UUID
) -> list[Player]:
    """The players in seat order, new guests among them."""
    names = [seat for seat in seats if isinstance(seat, str)]
    refuse_repeated(names)
    added = add_guests(actor, club, names, request_id=uuid5(request_id, GUESTS)) if names else []
    if len(added) < len(names):  # a name of nothing but spaces
        raise DealRefused([Problem("player_name_invalid", "players")])
    guests = iter(added)
    return [seat if isinstance(seat, Player) else next(guests) for seat in seats]


def refuse_repeated(names: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if person_key(name) in seen:
            raise NameTaken(name)
        seen.add(person_key(name))
