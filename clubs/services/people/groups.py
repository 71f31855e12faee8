"""Groups of people that a club shows: making, renaming and filling one, and deleting it."""

from collections.abc import Collection
from uuid import UUID

from clubs.access import Actor, may_manage_people, require
from clubs.core.names import name_key
from clubs.models import Club, Player
from clubs.services.changes import Action, change
from clubs.services.errors import NameTaken


def save_group(
    actor: Actor,
    club: Club,
    name: str,
    players: Collection[UUID],
    *,
    former: str = "",
    request_id: UUID,
) -> Club:
    """Makes a group of these players, or another of the one that is called former. A word that
    stands with players already becomes a group. Safe to repeat. Raises NameTaken for the name of
    another group; names compare without case and accents."""
    with change(Action.SAVE_GROUP, actor, club, lock=club, request_id=request_id) as entry:
        # The log outlives people: it says how many they were, not who.
        after = {"group": name, "people": len(players)}
        if entry.repeated:
            entry.require_same(entry.written, after)
            return club
        require(may_manage_people(actor, club))
        others = [group for group in club.groups if group != former]
        if name_key(name) in map(name_key, others):
            raise NameTaken(name)
        entry.before, entry.after = {"group": former}, after
        _fill(club, name, frozenset(players), former)
        club.groups = sorted([*others, name], key=name_key)
        club.save(update_fields=["groups"])
    return club


def drop_group(actor: Actor, club: Club, name: str, *, request_id: UUID) -> Club:
    """Takes a group from the club and from its players. Safe to repeat."""
    with change(Action.DROP_GROUP, actor, club, lock=club, request_id=request_id) as entry:
        if entry.repeated:
            return club
        require(may_manage_people(actor, club))
        entry.before = {"group": name}
        _fill(club, name, frozenset(), name)
        club.groups = [group for group in club.groups if group != name]
        club.save(update_fields=["groups"])
    return club


def _fill(club: Club, name: str, wanted: frozenset[UUID], former: str) -> None:
    """Writes the players whose words change. Archived ones keep the group, under its new name."""
    for player in Player.objects.filter(club=club, anonymised_at=None):
        was_in = {former, name} & set(player.categories)
        stays = player.uuid in wanted or (player.archived_at and wanted and was_in)
        words = [word for word in player.categories if word not in (former, name)]
        words = [*words, name] if stays else words
        if sorted(words) != sorted(player.categories):
            player.categories = words
            player.save(update_fields=["categories"])
