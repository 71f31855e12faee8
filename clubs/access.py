"""Who may see and do what. The only place that knows roles; docs/access.md shows it as a table.

`visible_…` gives querysets, so that what is not visible is not found (404); `may_…` answers for the
page; `require_…` raises Forbidden (403) and is called by the services.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple, Self, TypeVar
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils import timezone

from clubs.models import (
    AuditEntry,
    Club,
    Deal,
    Entry,
    Evening,
    ImportRun,
    League,
    LeagueState,
    Link,
    LinkKind,
    Membership,
    Player,
    Role,
    RuleProfile,
    Seat,
    Sitting,
    SittingState,
    Tournament,
    TournamentDuty,
    TournamentRole,
    TournamentState,
)
from clubs.models.links import LinkQuerySet
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


def tournament_at(target_uuid: UUID) -> Tournament | None:
    """The tournament of the table that a link opened, once its round is closed."""
    closed = {"rounds__tables__uuid": target_uuid, "rounds__tables__state": SittingState.CLOSED}
    return Tournament.objects.filter(**closed).first()


class Grant(NamedTuple):
    """What a link gives: its kind, and the sitting or club that it is for; and its last use."""

    link_uuid: UUID
    kind: str
    target_uuid: UUID
    club_id: int
    used_on: date | None


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
            rows = Membership.objects.filter(user=self.user).values_list("club_id", "role")
            roles |= {club_id: Role(role) for club_id, role in rows}
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


# Of links: those by which one writes, and by which the log names a guest.
WRITING_LINKS = (LinkKind.OWNER, LinkKind.SCORE, LinkKind.PLAYER)

RANK = {Role.MEMBER: 1, Role.SCORER: 2, Role.ORGANISER: 3, Role.OWNER: 4}


def require(allowed: bool) -> None:
    """Raises Forbidden where it is not: `require(may_record_deal(actor, sitting))`."""
    if not allowed:
        raise Forbidden


# What is visible: everything of one's own clubs. Public pages come with publishing.


def _of_own_clubs(rows: QuerySet[Row], actor: Actor, club: str = "club") -> QuerySet[Row]:
    """The rows whose club is one of the actor's; club is the path that leads to it."""
    return rows if actor.is_command else rows.filter(**{f"{club}__in": list(actor.roles)})


def visible_clubs(actor: Actor) -> QuerySet[Club]:
    return _of_own_clubs(Club.objects.all(), actor, "pk")


def visible_players(actor: Actor) -> QuerySet[Player]:
    return _of_own_clubs(Player.objects.all(), actor)


SESSION_LINKS = (LinkKind.SCORE, LinkKind.WATCH)


def visible_sittings(actor: Actor) -> QuerySet[Sitting]:
    """Those of one's own clubs, and the open ones that a link leads to."""
    rows = Sitting.objects.select_related("club", "round__tournament")
    if actor.is_command:
        return rows
    by_link = Q(uuid__in=actor.targets(*SESSION_LINKS), state=SittingState.OPEN)
    by_link |= Q(club__uuid__in=actor.targets(LinkKind.SCREEN), state=SittingState.OPEN)
    if entries := actor.targets(LinkKind.PLAYER):
        own = Seat.objects.present().filter(sitting=OuterRef("pk"), entry__uuid__in=entries)
        by_link |= Q(Exists(own.order_by()), state=SittingState.OPEN)
    return rows.filter(Q(club__in=list(actor.roles)) | by_link | _of_duties(actor))


def _of_duties(actor: Actor) -> Q:
    """Sittings of tournaments for which the account has a duty; looked up inside the query."""
    if actor.user is None:
        return Q(pk__in=[])
    duty = TournamentRole.objects.filter(user=actor.user, tournament=OuterRef("round__tournament"))
    return Q(Exists(duty))


def may_see_sitting(actor: Actor, uuid: UUID) -> bool:
    return visible_sittings(actor).filter(uuid=uuid).exists()


def visible_screens(actor: Actor) -> QuerySet[Club]:
    """Clubs whose television the actor may watch: one's own, and those of a screen link.

    It is polled: memberships and links are looked up inside the one query.
    """
    rows = Club.objects.filter(slug__isnull=False)
    if actor.is_command:
        return rows
    seen = Q(pk__in=[])
    if actor.held:
        links = Link.objects.valid(timezone.now()).filter(uuid__in=actor.held)
        seen |= Q(Exists(links.filter(kind=LinkKind.SCREEN, club=OuterRef("pk"))))
    if actor.user is not None:
        seen |= Q(Exists(Membership.objects.filter(user=actor.user, club=OuterRef("pk"))))
    return rows.filter(seen)


def require_living_screen(actor: Actor, slug: str) -> None:
    """Of a television that is not visible: raise LinkEnded when a link once led there."""
    links = Link.objects.filter(uuid__in=actor.held, kind=LinkKind.SCREEN, club__slug=slug)
    if actor.held and links.exists():
        raise LinkEnded


def require_living_link(actor: Actor, target_uuid: UUID) -> None:
    """Of what is not found at a table: raise LinkEnded when one of the actor's links once led to
    the table, and none does now."""
    if not actor.held or visible_sittings(actor).filter(uuid=target_uuid).exists():
        return
    # The opening of a table is in the log of its first club, wherever it was taken since.
    opened = AuditEntry.objects.filter(target_uuid=target_uuid, club=OuterRef("club"))
    once = Q(target_uuid=target_uuid) | Q(kind=LinkKind.SCREEN, club__sittings__uuid=target_uuid)
    once |= Q(Exists(opened), kind=LinkKind.OWNER)
    if Link.objects.filter(once, uuid__in=actor.held).exists():
        raise LinkEnded(tournament_at(target_uuid))


def polled_sittings(actor: Actor) -> QuerySet[Sitting]:
    """The same for pages that poll, in one query: memberships and links are looked up inside."""
    rows = Sitting.objects.all()
    if actor.is_command:
        return rows
    if not actor.held:
        return rows.filter(_polled_by_account(actor)) if actor.user else rows.none()
    links = Link.objects.valid(timezone.now()).filter(uuid__in=actor.held)
    session = links.filter(kind__in=SESSION_LINKS, target_uuid=OuterRef("uuid"))
    screen = links.filter(kind=LinkKind.SCREEN, club=OuterRef("club"))
    owner = links.filter(kind=LinkKind.OWNER, club=OuterRef("club"))
    player = links.filter(kind=LinkKind.PLAYER, target_uuid=OuterRef("entry__uuid"))
    seats = Seat.objects.present().order_by().filter(Exists(player), sitting=OuterRef("pk"))
    seen = Q(Exists(owner)) | Q(
        Exists(session) | Exists(screen) | Exists(seats), state=SittingState.OPEN
    )
    return rows.filter(seen | _polled_by_account(actor))


def _polled_by_account(actor: Actor) -> Q:
    if actor.user is None:
        return Q(pk__in=[])
    member = Membership.objects.filter(user=actor.user, club=OuterRef("club"))
    return Q(Exists(member)) | _of_duties(actor)


def visible_deals(actor: Actor) -> QuerySet[Deal]:
    rows = Deal.objects.select_related("sitting__club")
    return rows if actor.is_command else rows.filter(sitting__in=visible_sittings(actor))


def visible_rule_profiles(actor: Actor) -> QuerySet[RuleProfile]:
    return _of_own_clubs(RuleProfile.objects.select_related("club"), actor)


def visible_memberships(actor: Actor, club: Club) -> QuerySet[Membership]:
    """Accounts of a club, with their addresses: for its organisers and owners."""
    if not may_manage_people(actor, club):
        return Membership.objects.none()
    return Membership.objects.filter(club=club).select_related("user")


def visible_audit(actor: Actor, chain_uuid: UUID) -> QuerySet[AuditEntry]:
    """The log of a club or a sitting; who scores at a table by a link sees that of the table.

    Entries belong for ever to the club they were written in: those of a table that was taken over
    into another one are seen where the table is now.
    """
    entries = AuditEntry.objects.filter(chain_uuid=chain_uuid)
    if actor.is_command or chain_uuid in actor.targets(LinkKind.SCORE):
        return entries
    clubs = list(actor.roles)
    here = Sitting.objects.filter(uuid=OuterRef("chain_uuid"), club__in=clubs)
    return entries.filter(Q(club__in=clubs) | Exists(here))


def may_see_log(actor: Actor, sitting: Sitting) -> bool:
    """Who only watches sees the sheet, not who wrote and corrected it."""
    return actor.has(Role.MEMBER, sitting.club_id) or actor.scores(sitting)


def visible_links(actor: Actor) -> LinkQuerySet:
    """Those that one may show to others and revoke: of the clubs where one scores at least.

    Invitations are not for who scores; see invitations_of.
    """
    clubs = [club_id for club_id, role in actor.roles.items() if RANK[role] >= RANK[Role.SCORER]]
    links = Link.objects.select_related("club")
    links = links.exclude(kind=LinkKind.INVITATION)
    return links if actor.is_command else links.filter(club__in=clubs)


def held_invitations(actor: Actor) -> QuerySet[Link]:
    """Those that were opened in this browser, ended ones too."""
    links = Link.objects.select_related("club").filter(kind=LinkKind.INVITATION)
    return links.filter(uuid__in=actor.held)


def invitations_of(actor: Actor, club: Club) -> LinkQuerySet:
    """Those that a club has given, for who may give some."""
    links = Link.objects.select_related("club")
    if not may_manage_people(actor, club):
        return links.none()
    return links.filter(club=club, kind=LinkKind.INVITATION)


# Clubs and people


def may_create_club(actor: Actor) -> bool:
    """With registration open everybody with an account; else only the administrator."""
    if actor.is_command:
        return True
    if actor.user is None:
        return False
    return settings.REGISTRATION == "open" or actor.user.is_superuser


def may_manage_people(actor: Actor, club: Club) -> bool:
    """Members: add, rename, archive."""
    return actor.has(Role.ORGANISER, club.pk)


def may_name_self(actor: Actor, player: Player) -> bool:
    """What one is called on public pages, and one's nickname: everybody for themself."""
    return actor.user is not None and player.user_id == actor.user.pk


def may_change_player(actor: Actor, player: Player) -> bool:
    """Who was made anonymous stays so."""
    return player.anonymised_at is None and actor.has(Role.ORGANISER, player.club_id)


def may_invite_player(actor: Actor, player: Player) -> bool:
    """Somebody who plays, to become an account of the club. Who left is brought back first."""
    return (
        player.archived_at is None
        and not player.club.is_private
        and actor.has(Role.ORGANISER, player.club_id)
    )


def may_unlink_account(actor: Actor, player: Player) -> bool:
    return actor.has(Role.OWNER, player.club_id)


def may_manage_roles(actor: Actor, club: Club) -> bool:
    return actor.has(Role.OWNER, club.pk)


def may_manage_club(actor: Actor, club: Club) -> bool:
    """Name, time zone and default rules of the club."""
    return actor.has(Role.ORGANISER, club.pk)


def may_edit_rules(actor: Actor, club: Club) -> bool:
    return actor.has(Role.ORGANISER, club.pk)


# Tables


def may_say_player(actor: Actor, sitting: Sitting) -> bool:
    """Whoever writes at a table by a link alone: without it, the log knows no more than the link.

    At a tournament the slip asks who agrees, and personal links say it.
    """
    is_guest = actor.user is None and not actor.is_command and bool(actor.held)
    return is_guest and sitting.is_open and sitting.round_id is None and actor.scores(sitting)


def may_open_sitting(actor: Actor, club: Club) -> bool:
    return actor.has(Role.SCORER, club.pk)


def may_add_guest(actor: Actor, club: Club) -> bool:
    """Whoever opens tables may seat somebody new."""
    return actor.has(Role.SCORER, club.pk)


def may_record_deal(actor: Actor, sitting: Sitting) -> bool:
    return actor.scores(sitting)


def may_correct_deal(actor: Actor, sitting: Sitting) -> bool:
    """While a session is open its scorers, afterwards an organiser; in a tournament its arbiter,
    once the round is validated."""
    if sitting.is_open:
        return actor.scores(sitting)
    if sitting.round is not None:
        return actor.runs(sitting.round.tournament)
    return actor.has(Role.ORGANISER, sitting.club_id)


def may_change_seats(actor: Actor, sitting: Sitting) -> bool:
    """Who comes, goes and swaps places at an open table; in a tournament the arbiter says."""
    return sitting.is_open and sitting.round_id is None and actor.scores(sitting)


def may_invite(actor: Actor, sitting: Sitting) -> bool:
    """Links to a table are given by its club, or the desk of its tournament, not handed on by
    guests."""
    return sitting.is_open and may_show_links(actor, sitting)


def may_show_links(actor: Actor, sitting: Sitting) -> bool:
    """The page of the links of a table; once it is closed there is none to give to guests."""
    if sitting.round is not None:
        return actor.desks(sitting.round.tournament)
    return actor.has(Role.SCORER, sitting.club_id)


def may_show_screen(actor: Actor, club: Club) -> bool:
    """The link by which a screen in the room shows the open tables."""
    return not club.is_private and actor.has(Role.SCORER, club.pk)


def may_revoke_link(actor: Actor, link: Link) -> bool:
    """The link of a private table is only ever replaced: without it nobody could come back."""
    least = Role.ORGANISER if link.kind == LinkKind.INVITATION else Role.SCORER
    return link.kind != LinkKind.OWNER and actor.has(least, link.club_id)


# Tables without an account


def may_open_private_table(actor: Actor) -> bool:
    """Everybody, unless the installation is closed to those whom it does not know."""
    return settings.REGISTRATION != "closed" or actor.is_signed_in


def may_keep_table(actor: Actor, club: Club) -> bool:
    """Whether the actor holds the link of a private table, and may hand it on or replace it."""
    return club.is_private and actor.has(Role.ORGANISER, club.pk)


def may_take_over(actor: Actor, private: Club, club: Club) -> bool:
    """Somebody with an account moves the tables of a link they hold into a club they score for."""
    return (
        actor.is_signed_in
        and may_keep_table(actor, private)
        and not club.is_private
        and actor.has(Role.SCORER, club.pk)
    )


def may_close_sitting(actor: Actor, sitting: Sitting) -> bool:
    """Tables of a tournament close with their round."""
    return sitting.round_id is None and actor.has(Role.SCORER, sitting.club_id)


def may_reopen_sitting(actor: Actor, sitting: Sitting) -> bool:
    return sitting.round_id is None and actor.has(Role.ORGANISER, sitting.club_id)


def may_change_rules(actor: Actor, sitting: Sitting) -> bool:
    """Another profile for an open session: rescores every deal, so not for everybody."""
    return (
        sitting.is_open and sitting.round_id is None and actor.has(Role.ORGANISER, sitting.club_id)
    )


# Seasons


def visible_leagues(actor: Actor) -> QuerySet[League]:
    return _of_own_clubs(League.objects.select_related("club"), actor)


def visible_evenings(actor: Actor) -> QuerySet[Evening]:
    rows = Evening.objects.select_related("league__club")
    return _of_own_clubs(rows, actor, "league__club")


def public_leagues() -> QuerySet[League]:
    """Seasons of which their club shows something to everybody."""
    shown = Q(shows_standings=True) | Q(shows_results=True) | Q(shows_calendar=True)
    return League.objects.filter(shown, club__slug__isnull=False).select_related("club")


def may_create_league(actor: Actor, club: Club) -> bool:
    return not club.is_private and actor.has(Role.ORGANISER, club.pk)


def may_manage_league(actor: Actor, league: League) -> bool:
    """Dates, rules, members, evenings, penalties, publishing. Nothing of it once it is closed."""
    return league.state != LeagueState.CLOSED and actor.has(Role.ORGANISER, league.club_id)


def may_run_evening(actor: Actor, league: League) -> bool:
    """Open and close an evening, check people in: whoever opens the tables."""
    return league.state != LeagueState.CLOSED and actor.has(Role.SCORER, league.club_id)


def may_publish_league(actor: Actor, league: League) -> bool:
    """What visitors see; of a closed season too."""
    return actor.has(Role.ORGANISER, league.club_id)


def may_reopen_league(actor: Actor, league: League) -> bool:
    return league.state == LeagueState.CLOSED and actor.has(Role.OWNER, league.club_id)


# Tournaments


def visible_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """Those of one's clubs, those that one has a duty or a link for, and those that have a public
    page. One that is being prepared only for who prepares it; one for practice by a link too."""
    rows = Tournament.objects.select_related("club")
    if actor.is_command:
        return rows
    organised = [pk for pk, role in actor.roles.items() if RANK[role] >= RANK[Role.ORGANISER]]
    own = Q(club__in=organised) | Q(pk__in=list(actor.duties))
    seen = Q(club__in=list(actor.roles)) | Q(shows_page=True)
    seen &= Q(is_practice=False)
    seen |= Q(uuid__in=actor.targets(LinkKind.HALL))
    if entries := actor.targets(LinkKind.PLAYER):
        seen |= Q(pk__in=Entry.objects.filter(uuid__in=entries).values("tournament"))
    seen &= ~Q(state=TournamentState.DRAFT)
    return rows.filter(own | seen)


def may_create_tournament(actor: Actor, club: Club) -> bool:
    return not club.is_private and actor.has(Role.ORGANISER, club.pk)


def may_manage_tournament(actor: Actor, tournament: Tournament) -> bool:
    """Settings, registration, what is public, who has which duty, the archive."""
    return actor.has(Role.ORGANISER, tournament.club_id)


def may_run_tournament(actor: Actor, tournament: Tournament) -> bool:
    """The arbiter: seating, rounds, slips, penalties, corrections, results."""
    return actor.runs(tournament)


def may_desk(actor: Actor, tournament: Tournament) -> bool:
    """The desk: entries with their private parts, check-in, fees, slips typed from paper."""
    return actor.desks(tournament)


def may_reopen_results(actor: Actor, tournament: Tournament) -> bool:
    """Final results are opened again by an owner of the club."""
    return actor.has(Role.OWNER, tournament.club_id)


def may_see_screen(actor: Actor, tournament: Tournament) -> bool:
    """The screens of the room: by their own link, for the desk, and where the seating is public."""
    by_link = tournament.uuid in actor.targets(LinkKind.HALL)
    return by_link or actor.desks(tournament) or actor.has(Role.MEMBER, tournament.club_id)


def require_living_room(actor: Actor, event: UUID, kind: LinkKind) -> None:
    """Of the screens (HALL) or a player's page (PLAYER) of a tournament that is not found: raise
    LinkEnded when a link of this browser that led there has ended."""
    if not actor.held:
        return
    led = Q(target_uuid=event)
    if kind == LinkKind.PLAYER:
        led = Q(target_uuid__in=Entry.objects.filter(tournament__uuid=event).values("uuid"))
    over = Q(revoked_at__isnull=False) | Q(expires_at__lte=timezone.now())
    if Link.objects.filter(led, over, kind=kind, uuid__in=actor.held).exists():
        raise LinkEnded


def own_entries(actor: Actor, tournament: Tournament) -> QuerySet[Entry]:
    """Those whose page the actor may see: by a personal link, or by the account of a player."""
    own = Q(uuid__in=actor.targets(LinkKind.PLAYER))
    if actor.user is not None:
        own |= Q(player__user=actor.user) | Q(substitutions__player__user=actor.user)
    return tournament.entries.filter(own).distinct()


# Data in and out


def may_import(actor: Actor, club: Club) -> bool:
    return not club.is_private and actor.has(Role.ORGANISER, club.pk)


def visible_imports(actor: Actor) -> QuerySet[ImportRun]:
    """Files on their way in, with all that they say of people: for who may import them."""
    clubs = [club_id for club_id, role in actor.roles.items() if RANK[role] >= RANK[Role.ORGANISER]]
    rows = ImportRun.objects.select_related("club").filter(club__slug__isnull=False)
    return rows if actor.is_command else rows.filter(club__in=clubs)


def may_export_club(actor: Actor, club: Club) -> bool:
    """Everything a club owns, in one archive. Its lists are for every member."""
    return not club.is_private and actor.has(Role.OWNER, club.pk)


def may_take_data(actor: Actor, player: Player) -> bool:
    """All that is known of a person: for that person, and for the owner of the club."""
    own = actor.user is not None and player.user_id == actor.user.pk
    return own or actor.has(Role.OWNER, player.club_id)


def may_anonymise(actor: Actor, player: Player) -> bool:
    """The same people, once and for ever."""
    return player.anonymised_at is None and may_take_data(actor, player)
