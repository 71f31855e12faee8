"""The name at a seat, where a tournament has its own."""

from clubs.models import NamedPerson, Seat


def room_name(seat: Seat) -> str:
    """What the room reads: the name of the entry, or of who has taken over for it."""
    return _named_at(seat).name


def listed_at(seat: Seat) -> str:
    """The same as lists and slips on paper show it."""
    return _named_at(seat).listed_name


def _named_at(seat: Seat) -> NamedPerson:
    entry = seat.entry
    return entry if entry and entry.player_id == seat.player_id else seat.player
