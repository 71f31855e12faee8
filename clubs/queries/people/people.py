"""Clubs, members and faces."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from difflib import SequenceMatcher
from hashlib import sha256
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from clubs.access import Actor, visible_memberships
from clubs.choices import Role as DealRole
from clubs.core.names import name_key, name_keys
from clubs.models import (
    Club,
    DealKind,
    Evening,
    EveningState,
    Membership,
    Player,
    PublicName,
    Role,
    Seat,
    Sitting,
    SittingState,
)

RECENT = timedelta(days=120)
TONIGHT = timedelta(hours=18)  # longer than any evening
ALIKE = 0.7  # of difflib's ratio: "zoe marchand" and "zoe marchant" have 0.92
RANK = {role: place for place, role in enumerate(Role)}  # owners first


def memberships_of(actor: Actor) -> list[Membership]:
    """The clubs of an account, by name."""
    if actor.user is None:
        return []
    rows = Membership.objects.filter(user=actor.user).select_related("club")
    return list(rows.order_by("club__name", "pk"))


def club_players(club: Club, *, key: str = "", show: str = "") -> QuerySet[Player]:
    """People of the club by name, with deal_count and last_played_at, when their last table was
    opened: neither void deals nor those that they sat out.

    key is what is sought, as name_key gives it: every word of it is in the name. show is empty for
    everybody who may be seated, `members` or `guests` of them, or `archived`.
    """
    players = Player.objects.filter(club=club, archived_at__isnull=show != "archived")
    if show in ("members", "guests"):
        players = players.filter(member_since__isnull=show == "guests")
    for word in key.split():
        players = players.filter(name_key__contains=word)
    played = ~Q(scores__deal__kind=DealKind.VOID) & ~Q(scores__role=DealRole.OUT)
    return players.annotate(
        deal_count=Count("scores", filter=played),
        last_played_at=Max("scores__deal__sitting__opened_at", filter=played),
    ).order_by("sort_key", "pk")


def faces(club: Club) -> list[Player]:
    """Who may be seated, those who played lately first (by how often), then by name."""
    since = timezone.now() - RECENT
    return list(
        Player.objects.filter(club=club)
        .active()
        .annotate(recent_count=Count("seats", filter=Q(seats__sitting__opened_at__gte=since)))
        .order_by("-recent_count", "sort_key", "pk")
    )


class Room(NamedTuple):
    """Uuids: who was checked in at an evening that is open now, and who sits at a table of it."""

    here: frozenset[str] = frozenset()
    seated: frozenset[str] = frozenset()


def room_now(club: Club) -> Room:
    """Nobody while no evening is open. An evening or a table that was left open long ago says
    nothing of who is here. One query, and one more on an evening."""
    since = timezone.now() - TONIGHT
    here = Evening.present.through.objects.filter(
        evening__league__club=club,
        evening__state=EveningState.OPEN,
        evening__held_on__gte=timezone.localdate(since, ZoneInfo(club.time_zone)),
    )
    seated = Seat.objects.filter(
        sitting__club=club,
        sitting__state=SittingState.OPEN,
        sitting__opened_at__gte=since,
        position__isnull=False,
    )
    checked_in = frozenset(map(str, here.values_list("player__uuid", flat=True)))
    if not checked_in:
        return Room()
    return Room(checked_in, frozenset(map(str, seated.values_list("player__uuid", flat=True))))


def faces_at(sitting: Sitting, *, whole_club: bool) -> list[Player]:
    """Who may sit at a table in the middle of its session: first who has sat there, then, where
    the whole club may be shown, as at a new table."""
    here = [seat.player for seat in sitting.seats.select_related("player")]
    if not whole_club:
        return here
    return [*here, *(player for player in faces(sitting.club) if player not in here)]


def guests_of(club: Club) -> list[Player]:
    """Everybody who played at the tables of a private club, as they came."""
    return list(Player.objects.filter(club=club).order_by("pk"))


@dataclass(frozen=True, slots=True)
class Played:
    """What somebody has played: deals, void ones aside, and tables."""

    deal_count: int
    table_count: int


def played_by(player: Player) -> Played:
    deals = player.scores.exclude(deal__kind=DealKind.VOID).count()
    return Played(deals, player.seats.count())


def alike_first(player: Player) -> tuple[list[Player], list[Player]]:
    """The others of the club, by name: those who may be the same person, then the rest.

    Alike are names that differ by a few letters, and those that share a word.
    """
    others = Player.objects.filter(club=player.club_id, anonymised_at=None).exclude(pk=player.pk)
    rows = others.order_by("archived_at", "sort_key", "pk")
    alike = [other for other in rows if _is_alike(player.name_key, other.name_key)]
    return alike, [other for other in rows if other not in alike]


def _is_alike(key: str, other: str) -> bool:
    ratio = SequenceMatcher(None, key, other).ratio()
    return ratio > ALIKE or not set(key.split()).isdisjoint(other.split())


def member_count(club: Club) -> int:
    return Player.objects.filter(club=club).active().members().count()


def by_any_name(players: Iterable[Player]) -> dict[str, Player]:
    """People by the keys of their names, the family name at the end or in front (`name_keys`). Who
    is called just so goes before who is when the name is turned round."""
    people = list(players)
    turned = {key: one for one in people for key in name_keys(one.name, one.family_name)}
    return turned | {one.name_key: one for one in people}


def known_names(club: Club, names: Iterable[str]) -> list[Player]:
    """Those of the club, archived ones aside, who have one of these names but for case, accents and
    which end the family name is at."""
    known = by_any_name(Player.objects.filter(club=club).active())
    found = {known[key] for name in names if (key := name_key(name)) in known}
    return sorted(found, key=lambda player: player.sort_key)


def accounts(actor: Actor, club: Club) -> list[Membership]:
    """Accounts with a role in the club, owners first; empty for who may not see them."""
    rows = visible_memberships(actor, club)
    return sorted(rows, key=lambda row: (RANK[Role(row.role)], row.user.email))


class Details(NamedTuple):
    """What a club may write down of a person beside the name; seen by its organisers alone."""

    nickname: str = ""
    licence: str = ""
    categories: tuple[str, ...] = ()
    email: str = ""
    birth_year: int | None = None
    public_name: str = PublicName.INITIAL


def details_of(player: Player) -> Details:
    return Details(
        nickname=player.nickname,
        licence=player.licence,
        categories=tuple(player.categories),
        email=player.email,
        birth_year=player.birth_year,
        public_name=player.public_name,
    )


def place_in_club(player: Player) -> int:
    """Counted from 1 in the order in which people came: for who has no name to be called by."""
    return Player.objects.filter(club=player.club_id, pk__lte=player.pk).count()


def own_player(actor: Actor, club: Club) -> Player | None:
    """Who the account plays as in this club."""
    if actor.user is None:
        return None
    return Player.objects.filter(club=club, user=actor.user).first()


def player_state(player: Player) -> str:
    """Changes with whatever a form changes of a player: tells whether somebody else was first."""
    told = [player.name, player.family_name, player.table_name, player.is_guest]
    told += details_of(player)
    return sha256("\0".join(map(str, told)).encode()).hexdigest()[:16]
