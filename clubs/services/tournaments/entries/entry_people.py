"""Who an entry is for: a player of the club, or a new guest with a name of their own."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from clubs.access import Actor
from clubs.core.names import PersonName, name_key
from clubs.core.table_checks import NAME_LENGTH
from clubs.models import Player, Tournament
from clubs.queries.people.people import by_any_name
from clubs.queries.tournaments.entries.entries import entered_players
from clubs.services.changes import Action, Change, change
from clubs.services.people.people import make_players, taken_names


class Newcomers:
    """The people of the club while entries are added, under its lock. people is the entry of the
    club's log, which is written where somebody is new to the club."""

    def __init__(self, tournament: Tournament, people: Change) -> None:
        self.club, self.people = tournament.club, people
        self.known = by_any_name(Player.objects.filter(club=self.club).active())
        self.entered = entered_players(tournament)

    def named(self, name: str) -> Player | None:
        """Whoever has this name in the club, but for case and accents; else whoever has it with the
        family name at the other end."""
        return self.known.get(name_key(name))

    def has_entered(self, player: Player) -> bool:
        return player.pk in self.entered

    def add(self, names: Sequence[PersonName]) -> list[Player]:
        """New guests, each with a name that is free in the club."""
        taken = set(taken_names(self.known.values()))
        free: list[PersonName] = []
        for name in names:
            free.append(free_name(name, taken))
            taken.add(name_key(free[-1].whole))
        if not free:
            return []
        players = make_players(self.club, free, member_since=None)
        self.people.is_needless = False
        self.people.after = {"players": [str(player.uuid) for player in players]}
        return players


def free_name(name: PersonName, taken: set[str]) -> PersonName:
    """The name, or "Jean Martin (2)" where the club has a Jean Martin. taken are keys."""
    candidate, number = name, 2
    while name_key(candidate.whole) in taken:
        # The name is cut, not its number: without one the name would be taken again, for ever.
        ending = f" ({number})"
        too_long = len(name.whole) + len(ending) - NAME_LENGTH
        last = name[bool(name.family)]
        last = last[: len(last) - max(too_long, 0)] + ending
        candidate = PersonName(name.given, last) if name.family else PersonName(last, "")
        number += 1
    return candidate


@contextmanager
def entering(
    actor: Actor, tournament: Tournament, *, request_id: UUID, of_anyone: bool = False
) -> Iterator[tuple[Newcomers, Change]]:
    """Add entries: the club is locked first, then the tournament, since guests may be new.

    of_anyone: a visitor who has registered holds a link since, and is named after it.
    """
    club = tournament.club
    with change(Action.ADD_PLAYERS, actor, club, lock=club, request_id=None) as people:
        people.is_needless = True
        with change(
            Action.ADD_ENTRY,
            actor,
            tournament,
            lock=tournament,
            request_id=request_id,
            of_anyone=of_anyone,
        ) as log:
            yield Newcomers(tournament, people), log
