"""Coming, going and swapping seats in the middle of a session."""

from collections.abc import Sequence
from uuid import UUID, uuid5

from django.db import transaction

from clubs.access import (
    Actor,
    may_change_seats,
    may_open_sitting,
    may_record_deal,
    require,
)
from clubs.core.problems import DealRefused, Problem
from clubs.models import Club, Player, Seat, Sitting
from clubs.queries.deals.deals import next_deal
from clubs.queries.tables.seats import Seating, current_seating, dealer_after, first_dealer_after
from clubs.services.changes import Action, Change, change, find_receipt
from clubs.services.errors import SittingClosed, SittingMoved
from clubs.services.people.people import write_players
from clubs.services.tables.bids import forget_bid
from clubs.services.tables.tables import GUESTS, check_seats, seat_guests


def change_seats(
    actor: Actor,
    sitting: Sitting,
    seats: Sequence[Player | str],
    *,
    active_count: int,
    dealer: int | None = None,
    seen: str,
    number: int,
    request_id: UUID,
) -> Sitting:
    """Seat a table anew, in order of play: a name is a new guest, and who is not there has left.

    active_count is how many play a deal; dealer the position of who deals next, None to leave the
    turn as it goes. seen (DealTable.seats_mark) tells who sat there when the person looked, number
    is the deal that was to come. Raises NameTaken, DealRefused as open_sitting does, SittingClosed,
    and SittingMoved when somebody else seated the table anew or wrote that deal. Safe to repeat.
    """
    with transaction.atomic():
        done = find_receipt(
            request_id, action=Action.CHANGE_SEATS, actor=actor, target_uuid=sitting.uuid
        )
        if done is None:
            _require_open(actor, sitting)
        players = _seat_newcomers(actor, sitting, seats, request_id)
        with change(
            Action.CHANGE_SEATS, actor, sitting, lock=sitting, request_id=request_id
        ) as entry:
            if entry.repeated:
                uuids = [str(player.uuid) for player in players]
                asked = {"seats": uuids, "active_count": active_count}
                asked |= {} if dealer is None else {"dealer": uuids[dealer]}
                entry.require_same({**entry.written, **asked}, entry.written)
                return sitting
            _require_open(actor, sitting)
            check_seats(sitting.club, sitting.game, players, active_count, dealer or 0)
            table = next_deal(sitting)
            if table.number != number or table.seats_mark != seen:
                raise SittingMoved(sitting)
            before = current_seating(sitting, table)
            _reseat(entry, sitting, before, players, active_count, dealer, number)
    return sitting


def _require_open(actor: Actor, sitting: Sitting) -> None:
    """An open session that the actor scores at; one that is over says so to who could have."""
    if not sitting.is_open:
        require(may_record_deal(actor, sitting))
        raise SittingClosed
    require(may_change_seats(actor, sitting))


def _seat_newcomers(
    actor: Actor, sitting: Sitting, seats: Sequence[Player | str], request_id: UUID
) -> list[Player]:
    """The players in order of play, new guests among them.

    They are written before the table is locked: whoever locks a club and a table begins with the
    club. What is refused afterwards takes them back.
    """

    def may_seat(actor: Actor, _club: Club) -> bool:
        return may_change_seats(actor, sitting)

    def write_guests(names: list[str]) -> list[Player]:
        receipt = uuid5(request_id, GUESTS)
        return write_players(actor, sitting.club, names, may_seat, None, request_id=receipt)

    _refuse_strangers(actor, sitting, [seat for seat in seats if isinstance(seat, Player)])
    return seat_guests(seats, write_guests)


def _refuse_strangers(actor: Actor, sitting: Sitting, players: Sequence[Player]) -> None:
    """A guest who scores by a link seats only people who have sat here: the club is not shown."""
    if may_open_sitting(actor, sitting.club):
        return
    known = set(sitting.seats.values_list("player", flat=True))
    strangers = [player.name for player in players if player.pk not in known]
    if strangers:
        raise DealRefused(
            Problem("player_unknown", "players", {"player": name}) for name in strangers
        )


def _reseat(
    entry: Change,
    sitting: Sitting,
    before: Seating,
    players: Sequence[Player],
    active_count: int,
    dealer: int | None,
    number: int,
) -> None:
    """Write the seats, who deals, and what the log keeps of it."""
    uuids = tuple(str(player.uuid) for player in players)
    by_rule = dealer_after(sitting, before.seats, uuids)
    if dealer is not None and uuids[dealer] != by_rule:
        sitting.first_dealer, sitting.turn_from = dealer, number
    else:
        sitting.first_dealer = first_dealer_after(sitting, before.seats, uuids)
    sitting.active_count = active_count
    sitting.save(update_fields=["first_dealer", "turn_from", "active_count"])
    forget_bid(sitting)
    _write_seats(sitting, players)
    after = Seating(uuids, active_count, by_rule if dealer is None else uuids[dealer])
    entry.is_needless = after == before
    entry.before = before.to_json()
    entry.after = {**after.to_json(), "from_deal": number}


def _write_seats(sitting: Sitting, players: Sequence[Player]) -> None:
    """Everybody gets up first: no two may hold one place, not for a moment."""
    Seat.objects.filter(sitting=sitting).update(position=None)
    seats = {seat.player_id: seat for seat in Seat.objects.filter(sitting=sitting)}
    places = {player.pk: position for position, player in enumerate(players)}
    for player_id, position in places.items():
        seats.setdefault(player_id, Seat(sitting=sitting, player_id=player_id)).position = position
    Seat.objects.bulk_create(seat for seat in seats.values() if seat.pk is None)
    again = [seats[player_id] for player_id in places if seats[player_id].pk is not None]
    Seat.objects.bulk_update(again, ["position"])
