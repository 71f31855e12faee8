"""The parts of a tournament that everybody may read: places in a round, and who has entered."""

from dataclasses import dataclass

from clubs.core.names import name_key
from clubs.models import (
    Bye,
    Seat,
    Substitution,
    Tournament,
)

FOUND = 20  # places that a search by name shows


@dataclass(frozen=True, slots=True)
class RoundSeat:
    """The table of an entry in a round, None for a bye."""

    number: int
    name: str
    table: int | None
    sort_key: str


def places_of(tournament: Tournament, number: int, sought: str) -> list[RoundSeat]:
    """The places in a published round of all whose names contain these words, by name. Three
    queries."""
    words = name_key(sought).split()
    if not words or not number:
        return []
    held = Substitution.objects.filter(entry__tournament=tournament, from_round__lte=number)
    rows = held.order_by("from_round", "pk").values_list("entry", "name", "sort_key")
    names = {pk: (name, key) for pk, name, key in rows}
    seats = Seat.objects.present().filter(
        sitting__round__tournament=tournament, sitting__round__number=number
    )
    byes = Bye.objects.filter(round__tournament=tournament, round__number=number)
    columns = ("entry", "entry__number", "entry__name", "entry__sort_key")
    seated = [*seats.values_list(*columns, "sitting__table_number")]
    seated += [(*row, None) for row in byes.values_list(*columns)]
    places = []
    for pk, entry_number, name, key, table in seated:
        shown, place = names.get(pk, (name, key))
        places.append(RoundSeat(entry_number, shown, table, place))
    matches = [one for one in places if all(word in name_key(one.name) for word in words)]
    return sorted(matches, key=lambda one: (one.sort_key, one.number))[:FOUND]


@dataclass(frozen=True, slots=True)
class PublicEntry:
    """The part of an entry that everybody may read."""

    number: int
    name: str
    club_name: str


def entered_people(tournament: Tournament) -> list[PublicEntry]:
    """The entries that are not withdrawn before the start, by name, without private data."""
    rows = tournament.entries.exclude(withdrawn_after=0)
    people = sorted(rows, key=lambda entry: (entry.sort_key, entry.number))
    return [PublicEntry(one.number, one.listed_name, one.club_name) for one in people]
