"""Actors: accounts, guests by a link, visitors and commands, with what each holds."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple, Self, TypeVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import BigIntegerField, Model, Q, QuerySet
from django.utils import timezone

from clubs.models import (
    Club,
    Link,
    LinkKind,
    Membership,
    Player,
    Role,
    Seat,
    Sitting,
    Tournament,
    TournamentDuty,
    TournamentRole,
)
from clubs.models.compiled import Compiled
from clubs.models.people import User

Row = TypeVar("Row", bound=Model)


class Forbidden(Exception):
    """Visible, but not allowed."""


class LinkEnded(Exception):
    """Somebody came by a link that is revoked, expired, or of a session that is over.

    tournament is the one whose table the link opened: its round is closed.
    """

    def __init__(self, tournament: Tournament | None = None) -> None:
        self.tournament = tournament
        super().__init__()


class Grant(NamedTuple):
    """What a link gives: its kind, and the sitting or club that it is for; and its last use."""

    link_uuid: UUID
    kind: str
    target_uuid: UUID
    club_id: int
    used_on: date | None


# Of links: those by which one writes, and by which the log names a guest.
WRITING_LINKS = (LinkKind.OWNER, LinkKind.SCORE, LinkKind.PLAYER)


RANK = {Role.MEMBER: 1, Role.SCORER: 2, Role.ORGANISER: 3, Role.OWNER: 4}

_MEMBERSHIPS = Compiled(
    lambda user: Membership.objects.filter(user=user).values_list("club_id", "role"),
    user=BigIntegerField(),
)


@dataclass(frozen=True)
class Actor:
    """Who acts: an account, a guest by a link, a visitor, or a command of this installation.

    held are the uuids of the links that were opened in this browser; an account may hold some too.
    said are pairs of a sitting's uuid and that of the player whom the person at this browser says
    to be there, empty where they would not say. It proves nothing and opens nothing.
    """

    key: str
    user: User | None = None
    held: tuple[str, ...] = ()
    said: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of_user(
        cls,
        user: User | AnonymousUser,
        held: Iterable[str] = (),
        said: Iterable[tuple[str, str]] = (),
    ) -> Self:
        if isinstance(user, User):
            return cls(f"account:{user.uuid}", user, tuple(held), tuple(said))
        return cls("visitor", held=tuple(held), said=tuple(said))

    @classmethod
    def command(cls, name: str) -> Self:
        return cls(f"command:{name}")

    @property
    def is_command(self) -> bool:
        return self.key.startswith("command:")

    @property
    def is_signed_in(self) -> bool:
        return self.user is not None

    def is_player(self, player: Player) -> bool:
        """Whether this player is linked to the account of the actor."""
        return self.user is not None and player.user_id == self.user.pk

    @cached_property
    def grants(self) -> tuple[Grant, ...]:
        """What the links of this browser give now; one query for a request, none without links."""
        if not self.held:
            return ()
        links = Link.objects.valid(timezone.now()).filter(uuid__in=self.held)
        rows = links.order_by("pk").values_list("uuid", "kind", "target_uuid", "club_id", "used_on")
        return tuple(Grant(*row) for row in rows)

    def targets(self, *kinds: LinkKind) -> list[UUID]:
        """The uuids of what links of these kinds open."""
        return [grant.target_uuid for grant in self.grants if grant.kind in kinds]

    @cached_property
    def roles(self) -> dict[int, Role]:
        """Role by id of the club; one query for a request, and one for links.

        A private club has no members: who holds its owner link organises what there is of it.
        """
        owned = [grant.club_id for grant in self.grants if grant.kind == LinkKind.OWNER]
        roles = dict.fromkeys(owned, Role.ORGANISER)
        if self.user is not None:
            roles |= {club_id: Role(role) for club_id, role in _MEMBERSHIPS(user=self.user.pk)}
        return roles

    @cached_property
    def duties(self) -> dict[int, TournamentDuty]:
        """What the account is named for, by id of the tournament; one query for a request."""
        if self.user is None:
            return {}
        rows = TournamentRole.objects.filter(user=self.user).values_list("tournament_id", "role")
        return {tournament_id: TournamentDuty(role) for tournament_id, role in rows}

    @cached_property
    def known_as(self) -> str | None:
        """The account of who acts, or the club of a link that they hold. A table of one's own says
        nothing: everybody may open one, and make links to it."""
        if self.user is not None:
            return self.key
        clubs = Club.objects.filter(pk__in=[one.club_id for one in self.grants], slug__isnull=False)
        uuid = clubs.order_by("pk").values_list("uuid", flat=True).first() if self.grants else None
        return f"club:{uuid}" if uuid else None

    def key_in(self, chain_uuid: UUID, club_id: int) -> str:
        """How the audit log of a sitting or a club names the actor.

        `account:<uuid>`, `command:<name>`, `visitor`, or `link:<uuid>` of the link that opens it;
        with `/<uuid>` of the player whom a guest says to be.
        """
        if self.user is None:
            writing = [g for g in self.grants if g.kind in WRITING_LINKS]
            here = [g for g in writing if chain_uuid == g.target_uuid or g.kind == LinkKind.OWNER]
            for grant in (*here, *writing):  # a guest whom a scorer seats is new to the club
                if grant.club_id == club_id:
                    player = self.said_at(chain_uuid)
                    return (
                        f"link:{grant.link_uuid}/{player}" if player else f"link:{grant.link_uuid}"
                    )
        return self.key

    def said_at(self, sitting_uuid: UUID) -> str | None:
        """The uuid of the player whom a guest says to be; empty where they would not say, None
        where nobody has asked yet."""
        return dict(self.said).get(str(sitting_uuid))

    def clubs_as(self, least: Role) -> list[int]:
        """The ids of the clubs where the actor has this role, or one that includes it."""
        return [club_id for club_id, role in self.roles.items() if RANK[role] >= RANK[least]]

    def has(self, role: Role, club_id: int) -> bool:
        """Whether the actor has this role in the club, or one that includes it."""
        if self.is_command:
            return True
        given = self.roles.get(club_id)
        return given is not None and RANK[given] >= RANK[role]

    def runs(self, tournament: Tournament) -> bool:
        """Whether the actor is an arbiter of the tournament; an organiser always is."""
        if self.has(Role.ORGANISER, tournament.club_id):
            return True
        return self.duties.get(tournament.pk) == TournamentDuty.ARBITER

    def desks(self, tournament: Tournament) -> bool:
        """Whether the actor checks in, takes fees and types slips; an arbiter does that too."""
        return self.runs(tournament) or tournament.pk in self.duties

    def scores(self, sitting: Sitting) -> bool:
        """Whether the actor may write at this table: a scorer of the club, or by a link to it.

        At a table of a tournament: its desk, whoever holds the link of the table, and who sits
        there, with an account or by a personal link.
        """
        if sitting.is_open and sitting.uuid in self.targets(LinkKind.SCORE):
            return True
        if sitting.round is None:
            return self.has(Role.SCORER, sitting.club_id)
        return self.desks(sitting.round.tournament) or (sitting.is_open and self.sits_at(sitting))

    @cached_property
    def _sits_at(self) -> dict[int, bool]:
        return {}

    def sits_at(self, sitting: Sitting) -> bool:
        """Whether the actor has a seat there now; one query for a table."""
        if sitting.pk not in self._sits_at:
            entries = self.targets(LinkKind.PLAYER)
            own = Q(entry__uuid__in=entries)
            own |= Q(player__user=self.user) if self.user is not None else Q()
            asked = bool(entries) or self.user is not None
            seats = Seat.objects.present().filter(own, sitting=sitting)
            self._sits_at[sitting.pk] = asked and seats.exists()
        return self._sits_at[sitting.pk]


def require(allowed: bool) -> None:
    """Raises Forbidden where it is not: `require(may_record_deal(actor, sitting))`."""
    if not allowed:
        raise Forbidden


def of_own_clubs(rows: QuerySet[Row], actor: Actor, club: str = "club") -> QuerySet[Row]:
    """The rows whose club is one of the actor's; club is the path that leads to it."""
    return rows if actor.is_command else rows.filter(**{f"{club}__in": list(actor.roles)})
