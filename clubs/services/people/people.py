"""The players of a club: adding, renaming, archiving."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from uuid import UUID, uuid4

from clubs.access import (
    Actor,
    may_add_guest,
    may_change_player,
    may_manage_people,
    may_name_self,
    require,
)
from clubs.core.names import PersonName, name_key, person_key, read_name, table_name, tidy_name
from clubs.models import (
    Club,
    Player,
)
from clubs.queries.people.people import Details, player_details, player_state
from clubs.services.changes import Action, Change, change
from clubs.services.errors import NameTaken, PlayerMoved

# A name as somebody gives it: as a text, its family name is guessed.
Name = str | PersonName


class TableNameTaken(NameTaken):
    """Somebody else is called so at the tables."""


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
