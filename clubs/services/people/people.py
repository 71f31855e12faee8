"""Clubs, their players and who holds which role."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.text import slugify

from clubs.access import (
    Actor,
    may_add_guest,
    may_change_player,
    may_create_club,
    may_manage_club,
    may_manage_people,
    may_manage_roles,
    may_name_self,
    require,
)
from clubs.core.games import DEFAULT_RULES
from clubs.core.names import PersonName, name_key, person_key, read_name, table_name, tidy_name
from clubs.models import (
    Club,
    Entry,
    Membership,
    NamedPerson,
    Player,
    Role,
    Substitution,
    Tournament,
    User,
)
from clubs.queries.people.people import Details, player_details, player_state
from clubs.services.changes import Action, Change, append_entry, change, find_receipt
from clubs.services.errors import LastOwner, NameTaken, PlayerMoved, RoleMoved
from clubs.services.ids import made_uuid

SLUG_LENGTH = 50

# A name as somebody gives it: as a text, its family name is guessed.
Name = str | PersonName


class TableNameTaken(NameTaken):
    """Somebody else is called so at the tables."""


def create_club(
    actor: Actor,
    name: str,
    *,
    rules: str = DEFAULT_RULES,
    time_zone: str = "Europe/Paris",
    members: Sequence[Name] = (),
    owner_name: str = "",
    request_id: UUID,
) -> Club:
    """A club with its maker as owner, and its first members by name. Safe to repeat.

    owner_name, where given, becomes a player of the club linked to the maker's account. Names that
    stand twice in members are taken once.
    """
    with transaction.atomic():
        if actor.user is not None:
            # There is no club to lock yet; on PostgreSQL this keeps a double tap in line.
            User.objects.select_for_update().get(pk=actor.user.pk)
        earlier = find_receipt(request_id, action=Action.CREATE_CLUB, actor=actor)
        if earlier is not None:
            return earlier.club
        require(may_create_club(actor))
        club = make_club(
            Club(
                uuid=made_uuid(Club, actor.key, request_id),
                name=name,
                rules=rules,
                time_zone=time_zone,
            )
        )
        if actor.user is not None:
            Membership.objects.create(club=club, user=actor.user, role=Role.OWNER)
        names = unique_names([owner_name, *members] if owner_name else members)
        players = make_players(club, names, member_since=club.today())
        if owner_name and actor.user is not None:
            players[0].user = actor.user
            players[0].save(update_fields=["user"])
        append_entry(
            Change(after={"rules": rules, "players": [str(player.uuid) for player in players]}),
            action=Action.CREATE_CLUB,
            actor=actor,
            club=club,
            target=("club", club.uuid),
            chain_uuid=club.uuid,
            request_id=request_id,
        )
    return club


def make_club(club: Club) -> Club:
    """Saves the club with a free address; where another club took it at the same moment, it
    looks again."""
    while True:
        club.slug = _free_slug(club.name)
        try:
            with transaction.atomic():
                club.save(force_insert=True)
        except IntegrityError:
            if not Club.objects.filter(slug=club.slug).exists():
                raise
        else:
            return club


def _free_slug(name: str) -> str:
    base = slugify(name)[:SLUG_LENGTH].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    slug, number = base, 2
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    return slug


def update_club(
    actor: Actor,
    club: Club,
    *,
    name: str,
    time_zone: str,
    rules: str,
    lists_by: str | None = None,
    request_id: UUID,
) -> Club:
    """Name, time zone, default rules, and what lists of people go by; None: as before. The address
    of the club's pages stays."""
    with change(Action.UPDATE_CLUB, actor, club, lock=club, request_id=request_id) as entry:
        lists_by = lists_by or club.lists_by
        after = {"name": name, "time_zone": time_zone, "rules": rules, "lists_by": lists_by}
        if entry.repeated:
            entry.require_same(entry.written, after)
            return club
        require(may_manage_club(actor, club))
        entry.before = {column: getattr(club, column) for column in after}
        club.name, club.time_zone, club.rules, club.lists_by = name, time_zone, rules, lists_by
        club.save(update_fields=list(after))
        if entry.before["lists_by"] != lists_by:
            _put_in_order(club)
        entry.after = after
    return club


def _put_in_order(club: Club) -> None:
    """Everybody, as the lists of the club go from now on. The caller holds its lock."""
    named: tuple[QuerySet[Any], ...] = (
        Player.objects.filter(club=club, anonymised_at=None),
        Entry.objects.filter(tournament__club=club, player__anonymised_at=None),
        Substitution.objects.filter(entry__tournament__club=club, player__anonymised_at=None),
    )
    for rows in named:
        people: list[NamedPerson] = list(rows)
        for person in people:
            person.put_in_order(club)
        rows.model.objects.bulk_update(people, ["sort_key"], batch_size=200)
    # What live pages have in memory is of an older revision from here on.
    Tournament.objects.filter(club=club).update(revision=F("revision") + 1)


# Players


def unique_names(names: Sequence[Name]) -> list[PersonName]:
    """The names as they are kept, without empty ones and repetitions, in order."""
    people: dict[str, PersonName] = {}
    for person in map(_person_named, names):
        if key := name_key(person.whole):
            people.setdefault(key, person)
    return list(people.values())


def _person_named(name: Name) -> PersonName:
    """The name in its two parts; those of a text are guessed."""
    return PersonName(*map(tidy_name, name)) if isinstance(name, PersonName) else read_name(name)


def _name_keys(player: Player) -> set[str]:
    """Returns the keys of the names that nobody else may have. An older row may stand as a list
    had it, "BERNARD Paul": it also takes the key of Paul Bernard."""
    return {player.name_key, person_key(player.name)}


def taken_names(players: Iterable[Player]) -> dict[str, str]:
    """Returns the table names by the keys of the names that nobody else may have."""
    return {key: player.table_name for player in players for key in _name_keys(player)}


def make_players(
    club: Club, names: Sequence[PersonName], *, member_since: date | None
) -> list[Player]:
    """Rows for these names; each gets a table name that is free in the club."""
    taken = taken_names(Player.objects.filter(club=club).active())
    players = []
    for person in names:
        player = Player(uuid=uuid4(), club=club, member_since=member_since)
        player.call(person, club)
        if player.name_key in taken:
            raise NameTaken(player.name)
        player.table_name = table_name(person.whole, taken.values())
        taken[player.name_key] = player.table_name
        players.append(player)
    return Player.objects.bulk_create(players)


def _players_added(entry: Change, names: Sequence[Name]) -> list[Player]:
    """Returns the players whom an earlier request with these names added, in the order of the
    names. Raises RequestReused for other names."""
    uuids: list[str] = entry.written["players"]
    by_uuid = {str(player.uuid): player for player in Player.objects.filter(uuid__in=uuids)}
    players = [by_uuid[uuid] for uuid in uuids]
    asked = [person.whole for person in unique_names(names)]
    entry.require_same([player.name for player in players], asked)
    return players


def add_players(
    actor: Actor, club: Club, names: Sequence[Name], *, request_id: UUID
) -> list[Player]:
    """Adds members by name, many at once. Raises NameTaken, and then adds nobody."""
    since = club.today()
    return write_players(actor, club, names, may_manage_people, since, request_id=request_id)


def add_guests(
    actor: Actor, club: Club, names: Sequence[Name], *, request_id: UUID
) -> list[Player]:
    """People who play tonight without being members. Raises NameTaken."""
    return write_players(actor, club, names, may_add_guest, None, request_id=request_id)


def write_players(
    actor: Actor,
    club: Club,
    names: Sequence[Name],
    may: Callable[[Actor, Club], bool],
    member_since: date | None,
    *,
    request_id: UUID,
) -> list[Player]:
    """The rows of new people, once `may` has allowed them."""
    with change(Action.ADD_PLAYERS, actor, club, lock=club, request_id=request_id) as entry:
        if entry.repeated:
            return _players_added(entry, names)
        require(may(actor, club))
        players = make_players(club, unique_names(names), member_since=member_since)
        entry.after = {"players": [str(player.uuid) for player in players]}
    return players


def update_player(
    actor: Actor,
    player: Player,
    *,
    name: Name,
    table_name: str,
    is_member: bool,
    details: Details | None = None,
    seen: str = "",
    request_id: UUID,
) -> Player:
    """Rename, or make a guest a member (their history stays) or the reverse, and write down what
    else the club knows of somebody; without details that stays as it is.

    seen is the player_state that the person saw; empty, whatever stands there is replaced. Raises
    PlayerMoved, NameTaken, or TableNameTaken; names compare without case and accents.
    """
    club = player.club
    person = player.person_name if name == player.name else _person_named(name)
    with change(Action.UPDATE_PLAYER, actor, player, lock=club, request_id=request_id) as entry:
        if entry.repeated:
            # The log has no names: what somebody else wrote since is not what is asked either.
            stands = (player.name, player.table_name, not player.is_guest, player_details(player))
            wanted = details or player_details(player)
            entry.require_same(stands, (person.whole, table_name, is_member, wanted))
            return player
        require(may_change_player(actor, player))
        if seen and seen != player_state(player):
            raise PlayerMoved
        others = Player.objects.filter(club=club).active().exclude(pk=player.pk)
        key = name_key(person.whole)
        if player.archived_at is None:
            # Two older rows may mean one name; the rest of what they say can be changed.
            if key != player.name_key and key in taken_names(others):
                raise NameTaken(person.whole)
            short_keys = {name_key(short) for short in others.values_list("table_name", flat=True)}
            if name_key(table_name) in short_keys:
                raise TableNameTaken(table_name)
        before = (player.name, player.family_name)
        player.call(person, club)
        changed = {
            "name": player.name != before[0],
            "family_name": player.family_name != before[1],
            "table_name": table_name != player.table_name,
            "is_member": is_member != (not player.is_guest),
        }
        changed |= write_details(player, details or player_details(player))
        # The log outlives a name: it says what changed, not what it was.
        entry.after = {"changed": [column for column, is_new in changed.items() if is_new]}
        player.table_name = table_name
        if changed["is_member"]:
            player.member_since = club.today() if is_member else None
        names = [*Player.NAME_COLUMNS, "table_name", "member_since"]
        player.save(update_fields=[*names, *Details._fields])
    return player


def write_details(player: Player, details: Details) -> dict[str, bool]:
    """Sets the columns, not saved yet; gives which of them are other than before."""
    before = player_details(player)
    for column, value in details._asdict().items():
        setattr(player, column, list(value) if isinstance(value, tuple) else value)
    pairs = zip(Details._fields, before, details, strict=True)
    return {column: old != new for column, old, new in pairs}


def name_self(
    actor: Actor,
    player: Player,
    *,
    nickname: str,
    public_name: str,
    seen: str = "",
    request_id: UUID,
) -> Player:
    """Saves what a person decides alone: the nickname and the name on public pages.

    seen as for update_player. Safe to repeat.
    """
    club = player.club
    with change(Action.UPDATE_PLAYER, actor, player, lock=club, request_id=request_id) as entry:
        if entry.repeated:
            stands = (player.nickname, player.public_name)
            entry.require_same(stands, (nickname, public_name))
            return player
        require(may_name_self(actor, player))
        if seen and seen != player_state(player):
            raise PlayerMoved
        details = player_details(player)._replace(nickname=nickname, public_name=public_name)
        changed = write_details(player, details)
        entry.after = {"changed": [column for column, is_new in changed.items() if is_new]}
        player.save(update_fields=["nickname", "public_name"])
    return player


def archive_player(actor: Actor, player: Player, *, request_id: UUID) -> Player:
    """Takes a player out of the lists. Deals and totals stay, and the name becomes free."""
    club = player.club
    with change(Action.ARCHIVE_PLAYER, actor, player, lock=club, request_id=request_id) as entry:
        require(may_manage_people(actor, club))
        if not entry.repeated and player.archived_at is None:
            player.archived_at = entry.at
            player.save(update_fields=["archived_at"])
    return player


def restore_player(actor: Actor, player: Player, *, request_id: UUID) -> Player:
    """Back into the lists, unless they were made anonymous.

    Raises NameTaken when the name went to somebody else meanwhile.
    """
    club = player.club
    with change(Action.RESTORE_PLAYER, actor, player, lock=club, request_id=request_id) as entry:
        require(may_change_player(actor, player))
        if not entry.repeated and player.archived_at is not None:
            others = Player.objects.filter(club=club).active()
            if not _name_keys(player).isdisjoint(taken_names(others)):
                raise NameTaken(player.name)
            short_names = set(others.values_list("table_name", flat=True))
            if name_key(player.table_name) in {name_key(short) for short in short_names}:
                player.table_name = table_name(player.name, short_names)
            player.archived_at = None
            player.save(update_fields=["archived_at", "table_name"])
    return player


# Roles


def set_role(
    actor: Actor, club: Club, user: User, role: Role, *, seen: str = "", request_id: UUID
) -> None:
    """Give an account a role in the club, or another one. Raises LastOwner.

    seen is the role that the person saw; with another one there now, RoleMoved.
    """
    with change(Action.SET_ROLE, actor, club, lock=club, request_id=request_id) as entry:
        after = {"user": str(user.uuid), "role": str(role)}
        if entry.repeated:
            entry.require_same(entry.written, after)
            return
        require(may_manage_roles(actor, club))
        held = Membership.objects.filter(club=club, user=user).first()
        _refuse_moved(held, seen)
        if held and held.role == role:
            entry.is_needless = True
            return
        if held and held.role == Role.OWNER:
            _keep_an_owner(club, held)
        entry.before = {"user": str(user.uuid), "role": held.role if held else None}
        entry.after = after
        Membership.objects.update_or_create(club=club, user=user, defaults={"role": role})


def _refuse_moved(held: Membership | None, seen: str) -> None:
    role = held.role if held else ""
    if seen and seen != role:
        raise RoleMoved(role)


def remove_role(actor: Actor, club: Club, user: User, *, seen: str = "", request_id: UUID) -> None:
    """End what an account may do in the club, and whom it plays as there. Everybody may leave; the
    last owner may not.

    seen as for set_role.
    """
    with change(Action.REMOVE_ROLE, actor, club, lock=club, request_id=request_id) as entry:
        if entry.earlier is not None:
            entry.require_same((entry.earlier.before or {}).get("user"), str(user.uuid))
            return
        if actor.user != user:
            require(may_manage_roles(actor, club))
        held = Membership.objects.filter(club=club, user=user).select_related("user").first()
        if held is None:
            entry.is_needless = True
            return
        _refuse_moved(held, seen)
        if held.role == Role.OWNER:
            _keep_an_owner(club, held)
        end_membership(actor, held, entry)


def end_membership(actor: Actor, held: Membership, entry: Change) -> None:
    """Deletes a role and the link to a player together. The caller holds the lock of the club."""
    entry.before = {"user": str(held.user.uuid), "role": held.role}
    held.delete()
    _unlink_player(actor, held.club, held.user, entry.at)


def _unlink_player(actor: Actor, club: Club, user: User, at: datetime) -> None:
    """Removes the account from its player in the club, with an entry in the log: a former member
    must not open the data of the player, and an invitation may link them again."""
    player = Player.objects.filter(club=club, user=user).first()
    if player is None:
        return
    player.user = None
    player.save(update_fields=["user"])
    append_entry(
        Change(at=at, before={"user": str(user.uuid)}, after={"user": None}),
        action=Action.LINK_ACCOUNT,
        actor=actor,
        club=club,
        target=("player", player.uuid),
        chain_uuid=club.uuid,
        request_id=None,
    )


def _keep_an_owner(club: Club, leaving: Membership) -> None:
    owners = Membership.objects.filter(club=club, role=Role.OWNER).exclude(pk=leaving.pk)
    if not owners.exists():
        raise LastOwner
