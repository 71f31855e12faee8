"""The turn to deal, also while people come, go and swap seats.

Source: scoring.md §3 (next dealer); docs/decisions/seats.md for the rest.
"""

from collections.abc import Callable, Sequence

from clubs.core.interfaces import JsonObject

# Who deals after a deal: its record, the seats of that time, and whose turn it was.
NextTurn = Callable[[JsonObject, Sequence[str], str], str]


def turn_after(
    deals: Sequence[JsonObject], players: Sequence[str], first: str, next_turn: NextTurn
) -> str:
    """The one of `players` who deals after these deal records, oldest first; `first` where there is
    none.

    A record keeps the seats of its time as `players`: the turn is followed at that table and then
    carried to the next one. What nobody dealt (a void deal or plain scores without `dealer`) moves
    no turn.
    """
    turn, seats = first, players
    for deal in deals:
        if _was_dealt(deal):
            then = tuple(deal.get("players") or players)
            turn = passed_on(turn, seats, then)
            turn, seats = next_turn(deal, then, turn), then
    return passed_on(turn, seats, players)


def _was_dealt(deal: JsonObject) -> bool:
    return deal.get("dealer") is not None or deal.get("kind") not in ("void", "scores")


def passed_on(name: str, then: Sequence[str], now: Sequence[str]) -> str:
    """The player who now has the turn that `name` had among `then`.

    Who still sits there keeps it, wherever that is. Else it goes to a newcomer in the very same
    place, and without one to the next of that time who still sits there.
    """
    if name in now or name not in then:
        return name if name in now else now[0]
    place = then.index(name)
    # Not to somebody who sat in another place before: that place has its own turn.
    if len(then) == len(now) and now[place] not in then:
        return now[place]
    following = (*then[place + 1 :], *then[:place])
    return next((other for other in following if other in now), now[0])


def seat_after(seats: Sequence[str], name: str) -> str:
    return seats[(seats.index(name) + 1) % len(seats)]


def speaking_place(
    seats: Sequence[str], active: Sequence[str], dealer: str | None, name: str
) -> int | None:
    """The place in which an active player speaks, from 1 after the dealer; None without dealer."""
    if dealer is None:
        return None
    # From all seats: the dealer may sit out, and then has no place among the active.
    first = seats.index(dealer) + 1
    speaking = [other for other in (*seats[first:], *seats[:first]) if other in active]
    return speaking.index(name) + 1
