"""Groups of people that a club shows: making, renaming and filling one, and deleting it."""

from collections.abc import Collection
from uuid import UUID, uuid5

from clubs.access import Actor, may_manage_people, require
from clubs.core.names import name_key
from clubs.models import Club, Player
from clubs.queries.people.groups import people_in
from clubs.services.changes import Action, change
from clubs.services.errors import NameTaken

AT_ONCE = 500  # players of one statement


def save_group(
    actor: Actor,
    club: Club,
    name: str,
    players: Collection[UUID],
    *,
    former: str = "",
    request_id: UUID,
) -> Club:
    """Makes a group of these players, or another of the one that is called former, which may also
    be a word that stands with players already. Safe to repeat. Raises NameTaken for the name of
    another group, compared without case and accents, and for another word that stands with players:
    who has it is not on the page, and would lose it."""
    with change(Action.SAVE_GROUP, actor, club, lock=club, request_id=request_id) as entry:
        # The log outlives people: it says how many they were, not who. asked tells a repetition
        # from a form that was gone back to and sent again with others.
        asked = uuid5(request_id, f"{former}|{sorted(map(str, players))}")
        after = {"group": name, "people": len(players), "asked": str(asked)}
        if entry.repeated:
            entry.require_same(entry.written, after)
            return club
        require(may_manage_people(actor, club))
        others = [group for group in club.groups if group != former]
        is_new_word = name not in (former, *club.groups)
        if name_key(name) in map(name_key, others) or (is_new_word and people_in(club, name)):
            raise NameTaken(name)
        entry.before, entry.after = {"group": former}, after
        _write_group(club, name, frozenset(players), former)
        club.groups = sorted([*others, name], key=name_key)
        club.save(update_fields=["groups"])
    return club


def drop_group(actor: Actor, club: Club, name: str, *, request_id: UUID) -> Club:
    """Takes a group from the club and from its players; a word that is no group stays. Safe to
    repeat."""
    with change(Action.DROP_GROUP, actor, club, lock=club, request_id=request_id) as entry:
        if entry.repeated:
            return club
        require(may_manage_people(actor, club))
        if name not in club.groups:
            entry.is_needless = True
            return club
        entry.before = {"group": name}
        _write_group(club, name, None, name)
        club.groups = [group for group in club.groups if group != name]
        club.save(update_fields=["groups"])
    return club


def _write_group(club: Club, name: str, wanted: frozenset[UUID] | None, former: str) -> None:
    """Writes the players whose words change; wanted is None where the group goes. Archived ones,
    whom no page offers, keep the group, under its new name."""
    changed = []
    for player in Player.objects.filter(club=club, anonymised_at=None):
        was_in = {former, name} & set(player.categories)
        stays = wanted is not None and (player.uuid in wanted or (player.archived_at and was_in))
        words = [word for word in player.categories if word not in (former, name)]
        words = [*words, name] if stays else words
        if sorted(words) != sorted(player.categories):
            player.categories = words
            changed.append(player)
    Player.objects.bulk_update(changed, ["categories"], batch_size=AT_ONCE)
