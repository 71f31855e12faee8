"""Taking the tables of a private club into a club: sittings, players, and who they are there.

The entries of the log stay in the private club, since their hashes name it: it is left as an empty
shell (docs/decisions/links.md).
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db.models import Q

from clubs.access import (
    Actor,
    LinkEnded,
    may_take_over,
    require,
)
from clubs.core.names import read_name, table_name
from clubs.core.problems import DealRefused, Problem
from clubs.models import Club, Player, Sitting, belongings
from clubs.services.changes import Action, change, find_receipt
from clubs.services.deals.sums import lock_tables
from clubs.services.errors import NameTaken
from clubs.services.people.links import revoke
from clubs.services.people.people import taken_names
from clubs.services.people.players import replace_players
from clubs.services.seasons.ratings import replay_all
from clubs.services.tables.tables import next_table_number

Places = Mapping[UUID, Player | str]  # by uuid of a guest: whom they become, or a new guest's name


def take_over(
    actor: Actor, private: Club, club: Club, places: Places, *, request_id: UUID
) -> list[Sitting]:
    """Move everything into the club and end the links. Safe to repeat.

    A guest whom places does not name becomes one of the club under the same name. Raises NameTaken
    for a new guest whose name is known there, and DealRefused for a player of elsewhere or one who
    would sit twice at a table; LinkEnded when somebody else took it all a moment ago.
    """
    with change(Action.TAKE_OVER, actor, club, lock=club, request_id=request_id) as entry:
        if entry.repeated:
            moved = Sitting.objects.filter(uuid__in=entry.written["sittings"])
            return list(moved.order_by("opened_at", "pk"))
        require(may_take_over(actor, private, club))
        with change(Action.LEAVE_PRIVATE, actor, private, lock=private, request_id=None) as left:
            sittings = list(Sitting.objects.filter(club=private).order_by("opened_at", "pk"))
            if not sittings:
                raise LinkEnded
            guests = list(Player.objects.filter(club=private).order_by("pk"))
            known = {guest: places.get(guest.uuid, guest.name) for guest in guests}
            members = {guest: to for guest, to in known.items() if isinstance(to, Player)}
            _refuse_unfit_members(club, sittings, members)
            lock_tables(Sitting.objects.filter(club=private))
            for sitting in sittings:
                _move_sitting(actor, sitting, club, members)
            names = {guest: to for guest, to in known.items() if isinstance(to, str)}
            _move_guests(club, names)
            Player.objects.filter(pk__in=[guest.pk for guest in members]).delete()
            replay_all(club)
            revoke(Q(club=private), left.at)
            uuids = [str(sitting.uuid) for sitting in sittings]
            left.after = {"club": str(club.uuid), "sittings": uuids}
        entry.after = {
            "private": str(private.uuid),
            "sittings": uuids,
            "players": [str(guest.uuid) for guest in names],
        }
    return sittings


def was_taken_over(actor: Actor, club: Club, *, request_id: UUID) -> bool:
    """Whether this very request has been carried out: the links are gone that it needs."""
    receipt = find_receipt(request_id, action=Action.TAKE_OVER, actor=actor, target_uuid=club.uuid)
    return receipt is not None


def _refuse_unfit_members(
    club: Club, sittings: Sequence[Sitting], members: Mapping[Player, Player]
) -> None:
    """The member that a guest becomes must be of the club, and sit only once at each table."""
    problems = [
        Problem("player_unknown", "players", {"player": member.name})
        for member in members.values()
        if member.club_id != club.pk
    ]
    for sitting in sittings:
        seated = [seat.player for seat in sitting.seats.select_related("player")]
        there = [members[guest] for guest in seated if guest in members]
        problems += [
            Problem("players_duplicate", "players", {"player": member.name})
            for place, member in enumerate(there)
            if member in there[:place]
        ]
    if problems:
        raise DealRefused(problems)


def _move_sitting(
    actor: Actor, sitting: Sitting, club: Club, members: Mapping[Player, Player]
) -> None:
    """The table with its number of that day in the club. The club is locked by the caller."""
    with change(Action.TAKE_OVER, actor, sitting, lock=sitting, request_id=None) as entry:
        entry.before = {"club": str(sitting.club.uuid), "table_number": sitting.table_number}
        sitting.club = club
        sitting.table_number = next_table_number(club, sitting.opened_at or entry.at)
        sitting.save(update_fields=["club", "table_number"])
        for model, path in belongings(Sitting):
            model._default_manager.filter(**{path: sitting}).update(club=club)
        entry.after = {
            "club": str(club.uuid),
            "table_number": sitting.table_number,
            "players": replace_players(sitting, members),
        }


def _move_guests(club: Club, names: Mapping[Player, str]) -> None:
    """Guests of the club from now on, each with a table name that is free there."""
    taken = taken_names(Player.objects.filter(club=club).active())
    for guest, name in names.items():
        person = read_name(name)
        guest.club = club
        guest.call(person, club)
        if guest.name_key in taken:
            raise NameTaken(name)
        guest.table_name = taken[guest.name_key] = table_name(person.whole, taken.values())
        guest.save(update_fields=["club", *Player.NAME_COLUMNS, "table_name"])
