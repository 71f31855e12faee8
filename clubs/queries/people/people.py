"""The people of a club: its players, the accounts with a role, and who may be seated."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from difflib import SequenceMatcher
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import (
    Case,
    Count,
    DateTimeField,
    F,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Greatest, NullIf
from django.utils import timezone

from clubs.access import RANK, Actor, visible_memberships
from clubs.core.deals import DealRole
from clubs.core.free_columns import FreeColumns
from clubs.core.names import name_key, name_keys
from clubs.models import (
    Club,
    DealKind,
    DealScore,
    EveningState,
    Membership,
    Player,
    Presence,
    PublicName,
    Role,
    Seat,
    Share,
    Sitting,
    SittingState,
    SittingTotal,
    SpanKind,
)
from clubs.queries.people.groups import people_in
from clubs.queries.seasons.seasons import mark

RECENT = timedelta(days=120)
TONIGHT = timedelta(hours=18)  # longer than any evening
OPENED = [SittingState.OPEN, SittingState.CLOSED, SittingState.VOID]
ALIKE = 0.7  # of difflib's ratio: "zoe marchand" and "zoe marchant" have 0.92


def memberships_of(actor: Actor) -> list[Membership]:
    """The clubs of an account, by name."""
    if actor.user is None:
        return []
    rows = Membership.objects.filter(user=actor.user).select_related("club")
    return list(rows.order_by("club__name", "pk"))


def club_players(club: Club, *, key: str = "", show: str = "", group: str = "") -> QuerySet[Player]:
    """Selects the players of a club by name, with deal_count and last_played_at (when their last
    table was opened), without void deals and deals that they sat out. deal_count is None as
    deals_if_known has it.

    key: the words that the name must contain, as name_key gives them. show: empty for everybody who
    may be seated, `members` or `guests` of them, or `archived`. group: those of it alone, for one
    query more.
    """
    players = Player.objects.filter(club=club, archived_at__isnull=show != "archived")
    if show in ("members", "guests"):
        players = players.filter(member_since__isnull=show == "guests")
    if group:
        players = players.filter(pk__in=people_in(club, group))
    return _with_deals(players.called(key), club).order_by("sort_key", "pk")


def _with_deals(players: QuerySet[Player], club: Club) -> QuerySet[Player]:
    """Adds what is kept of closed tables, and what was played at the others. One query, and those
    of the rows."""
    rows = Share.objects.filter(club=club, player=OuterRef("pk"), kind=SpanKind.CLUB)
    closed = rows.order_by().values("player")
    live = list(_live_deals(club))
    deals = [When(pk=row["player"], then=row["deals"]) for row in live]
    last = [
        When(
            Q(last_kept_at=None) | Q(last_kept_at__lt=row["last"]),
            pk=row["player"],
            then=Value(row["last"]),
        )
        for row in live
    ]
    kept_deals = Coalesce(Subquery(closed.annotate(sum=Sum("deals")).values("sum")), 0)
    totals = SittingTotal.objects.exclude(sitting__state=SittingState.VOID)
    of_player = totals.filter(player=OuterRef("pk")).order_by().values("player")
    dealt_at = Case(*last, default=F("last_kept_at"), output_field=DateTimeField())
    # Each for the other where one is not known: SQLite has no greatest of a date and nothing.
    last_played_at = Greatest(
        Coalesce(dealt_at, F("last_total_at")), Coalesce(F("last_total_at"), dealt_at)
    )
    return players.annotate(
        last_kept_at=Subquery(closed.annotate(last=Max("last_opened_at")).values("last")),
        last_total_at=Subquery(of_player.annotate(last=Max("sitting__opened_at")).values("last")),
        deal_count=NullIf(
            kept_deals + Case(*deals, default=0),
            Case(When(last_total_at__isnull=False, then=0)),
        ),
        last_played_at=last_played_at,
    )


def _live_deals(club: Club) -> QuerySet[DealScore, Any]:
    """The deals of each player, and their last opening, at tables of which no sums are kept."""
    live = Sitting.objects.without_sums(club).values("pk")
    played = DealScore.objects.filter(deal__sitting__in=live).exclude(deal__kind=DealKind.VOID)
    rows = played.exclude(role=DealRole.OUT).order_by().values("player")
    return rows.annotate(deals=Count("pk"), last=Max("deal__sitting__opened_at"))


def faces(club: Club) -> list[Player]:
    """Lists the players who may be seated: those who played most lately first, then by name."""
    # Added up from the tables of these months: a player does not tell which seats are recent.
    lately = Seat.objects.filter(
        sitting__club=club,
        sitting__state__in=OPENED,
        sitting__opened_at__gte=timezone.now() - RECENT,
    )
    counts = dict(lately.order_by().values_list("player").annotate(Count("pk")))
    players = Player.objects.filter(club=club).active().order_by("sort_key", "pk")
    return sorted(players, key=lambda player: -counts.get(player.pk, 0))


class Attendance(NamedTuple):
    """Uuids: who was checked in at an evening that is open now, and who sits at a table of it."""

    here: frozenset[str] = frozenset()
    seated: frozenset[str] = frozenset()


def room_now(club: Club) -> Attendance:
    """Returns who is at the club now; nobody while no evening is open. Evenings and tables that
    were left open long ago are not counted. One query, and one more on an evening."""
    since = timezone.now() - TONIGHT
    here = Presence.objects.filter(
        evening__league__club=club,
        evening__state=EveningState.OPEN,
        evening__held_on__gte=timezone.localdate(since, club.zone),
    )
    seated = Seat.objects.filter(
        sitting__club=club,
        sitting__state=SittingState.OPEN,
        sitting__opened_at__gte=since,
        position__isnull=False,
    )
    checked_in = frozenset(map(str, here.values_list("player__uuid", flat=True)))
    if not checked_in:
        return Attendance()
    return Attendance(
        checked_in, frozenset(map(str, seated.values_list("player__uuid", flat=True)))
    )


def faces_at(sitting: Sitting, *, whole_club: bool) -> list[Player]:
    """Lists the players who may join a table during its session: those who have sat there, then,
    if the whole club may be shown, the others as at a new table."""
    here = [seat.player for seat in sitting.seats.select_related("player")]
    if not whole_club:
        return here
    return [*here, *(player for player in faces(sitting.club) if player not in here)]


def guests_of(club: Club) -> list[Player]:
    """Lists the players of a private club, in the order in which they came."""
    return list(Player.objects.filter(club=club).order_by("pk"))


@dataclass(frozen=True, slots=True)
class PlayedCounts:
    """The numbers of deals, without void ones, and of tables that somebody has played."""

    deal_count: int
    table_count: int


def played_counts(player: Player) -> PlayedCounts:
    deals = player.scores.exclude(deal__kind=DealKind.VOID).count()
    return PlayedCounts(deals, player.seats.count())


def alike_first(player: Player) -> tuple[list[Player], list[Player]]:
    """Lists the other players of the club, by name: first those who may be the same person, then
    the rest.

    Names are alike if they differ in a few letters, or share a word.
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
    """Returns the players by all keys of their names, with the family name at the end or in
    front (`name_keys`). A player of exactly this name comes before one whose name is turned
    round."""
    people = list(players)
    turned = {key: one for one in people for key in name_keys(one.name, one.family_name)}
    # The right side wins: "Paul Martin" is not taken for a Martin Paul who is turned round.
    return turned | {one.name_key: one for one in people}


def known_names(club: Club, names: Iterable[str], *, archived: bool = False) -> list[Player]:
    """Lists the players of the club who have one of these names, whatever its case, its accents and
    the place of the family name: those in its lists, or with archived those in its archive."""
    known = by_any_name(Player.objects.filter(club=club, archived_at__isnull=not archived))
    members = {known[key] for name in names if (key := name_key(name)) in known}
    return sorted(members, key=lambda player: player.sort_key)


def accounts(actor: Actor, club: Club) -> list[Membership]:
    """Lists the accounts with a role in the club, owners first; empty for an actor who may not
    see them."""
    rows = visible_memberships(actor, club)
    return sorted(rows, key=lambda row: (-RANK[Role(row.role)], row.user.email))


class Details(NamedTuple):
    """The details of a person beside the name; only organisers of the club see them."""

    nickname: str = ""
    licence: str = ""
    categories: tuple[str, ...] = ()
    email: str = ""
    birth_year: int | None = None
    public_name: str = PublicName.INITIAL
    free_columns: FreeColumns = ()


def player_details(player: Player) -> Details:
    return Details(
        nickname=player.nickname,
        licence=player.licence,
        categories=tuple(player.categories),
        email=player.email,
        birth_year=player.birth_year,
        public_name=player.public_name,
        free_columns=tuple((label, text) for label, text in player.free_columns),
    )


def place_in_club(player: Player) -> int:
    """Returns the place of a player in the order of coming, from 1: the number of a player
    without a public name."""
    return Player.objects.filter(club=player.club_id, pk__lte=player.pk).count()


def own_player(actor: Actor, club: Club) -> Player | None:
    """Returns the player of the club that the account is linked to."""
    if actor.user is None:
        return None
    return Player.objects.filter(club=club, user=actor.user).first()


def asked_player(club: Club, uuid: str) -> Player | None:
    """Returns the player of the club that an address names; None where it names none. One query."""
    try:
        return Player.objects.filter(club=club, uuid=UUID(uuid)).first()
    except ValueError:
        return None


def player_state(player: Player) -> str:
    """Returns a mark that changes with all that a form can change of a player."""
    names = (player.name, player.family_name, player.table_name)
    return mark(*names, player.is_guest, *player_details(player))
