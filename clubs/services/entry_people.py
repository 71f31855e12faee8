"""Who an entry is for: a player of the club, or a new guest with a name of their own."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from clubs.access import Actor
from clubs.core.names import name_key
from clubs.core.players import NAME_LENGTH
from clubs.models import Player, Tournament
from clubs.queries.entries import entered_players
from clubs.services.changes import Action, Change, change
from clubs.services.people import make_players


class Newcomers:
    """The people of the club while entries are added, under its lock. people is the entry of the
    club's log, which is written where somebody is new to the club."""

    def __init__(self, tournament: Tournament, people: Change) -> None:
        self.club, self.people = tournament.club, people
        self.active = {
            player.name_key: player for player in Player.objects.filter(club=self.club).active()
        }
        self.entered = entered_players(tournament)

    def named(self, name: str) -> Player | None:
        """Whoever has this name in the club, but for case and accents."""
        return self.active.get(name_key(name))

    def has_entered(self, player: Player) -> bool:
        return player.pk in self.entered

    def add(self, names: Sequence[str]) -> list[Player]:
        """New guests, each with a name that is free in the club."""
        taken, free = set(self.active), []
        for name in names:
            free.append(free_name(name, taken))
            taken.add(name_key(free[-1]))
        if not free:
            return []
        players = make_players(self.club, free, member_since=None)
        self.people.is_needless = False
        self.people.after = {"players": [str(player.uuid) for player in players]}
        return players


def free_name(name: str, taken: set[str]) -> str:
    """The name, or "Jean Martin (2)" where the club has a Jean Martin. taken are keys."""
    found, number = name, 2
    while name_key(found) in taken:
        ending = f" ({number})"
        found, number = name[: NAME_LENGTH - len(ending)] + ending, number + 1
    return found


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
