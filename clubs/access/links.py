"""Links: those that a club gives, and those that once led somewhere."""

from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from clubs.access.actors import Actor, LinkEnded
from clubs.access.clubs import may_manage_people
from clubs.access.tables import SESSION_LINKS, visible_sittings
from clubs.models import (
    AuditEntry,
    Club,
    Entry,
    Link,
    LinkKind,
    Membership,
    Role,
    Sitting,
    SittingState,
    Tournament,
)
from clubs.models.links import LinkQuerySet


def visible_links(actor: Actor) -> LinkQuerySet:
    """Those that one may show to others and revoke: of the clubs where one scores at least, and of
    tables of a tournament at whose desk one is.

    Invitations are not for who scores; see invitations_of.
    """
    links = Link.objects.select_related("club").exclude(kind=LinkKind.INVITATION)
    if actor.is_command:
        return links
    shown = Q(club__in=actor.clubs_as(Role.SCORER))
    if actor.user is not None:
        tables = Sitting.objects.filter(round__tournament__roles__user=actor.user)
        shown |= Q(kind__in=SESSION_LINKS, target_uuid__in=tables.values("uuid"))
    return links.filter(shown)


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


def visible_screens(actor: Actor) -> QuerySet[Club]:
    """Clubs whose screen the actor may watch: one's own, and those of a screen link.

    It is polled: memberships and links are looked up inside the one query.
    """
    rows = Club.objects.filter(slug__isnull=False)
    if actor.is_command:
        return rows
    seen = Q(pk__in=[])
    if actor.held:
        links = Link.objects.valid(timezone.now()).filter(uuid__in=actor.held)
        seen |= Q(Exists(links.filter(kind=LinkKind.CLUB_SCREEN, club=OuterRef("pk"))))
    if actor.user is not None:
        seen |= Q(Exists(Membership.objects.filter(user=actor.user, club=OuterRef("pk"))))
    return rows.filter(seen)


def may_invite(actor: Actor, sitting: Sitting) -> bool:
    """Links to a table are given by its club, or the desk of its tournament, not handed on by
    guests."""
    return sitting.is_open and may_show_links(actor, sitting)


def may_show_links(actor: Actor, sitting: Sitting) -> bool:
    """The page of the links of a table; once it is closed there is none to give to guests."""
    if sitting.round is not None:
        return actor.desks(sitting.round.tournament)
    return actor.has(Role.SCORER, sitting.club_id)


def may_revoke_link(actor: Actor, link: Link, sitting: Sitting | None) -> bool:
    """sitting is the table that it opens, if it does. The link of a private table is only ever
    replaced: without it nobody could come back."""
    if sitting is not None:
        return may_show_links(actor, sitting)
    least = Role.ORGANISER if link.kind == LinkKind.INVITATION else Role.SCORER
    return link.kind != LinkKind.OWNER and actor.has(least, link.club_id)


def tournament_at(target_uuid: UUID) -> Tournament | None:
    """The tournament of the table that a link opened, once its round is closed."""
    closed = {"rounds__tables__uuid": target_uuid, "rounds__tables__state": SittingState.CLOSED}
    return Tournament.objects.filter(**closed).first()


def require_living_screen(actor: Actor, slug: str) -> None:
    """Of the screen of a club that is not visible: raise LinkEnded when a link once led there."""
    links = Link.objects.filter(uuid__in=actor.held, kind=LinkKind.CLUB_SCREEN, club__slug=slug)
    if actor.held and links.exists():
        raise LinkEnded


def require_living_link(actor: Actor, target_uuid: UUID) -> None:
    """Of what is not found at a table: raise LinkEnded when one of the actor's links once led to
    the table, and none does now."""
    if not actor.held or visible_sittings(actor).filter(uuid=target_uuid).exists():
        return
    # The opening of a table is in the log of its first club, wherever it was taken since.
    opened = AuditEntry.objects.filter(target_uuid=target_uuid, club=OuterRef("club"))
    once = Q(target_uuid=target_uuid) | Q(
        kind=LinkKind.CLUB_SCREEN, club__sittings__uuid=target_uuid
    )
    once |= Q(Exists(opened), kind=LinkKind.OWNER)
    if Link.objects.filter(once, uuid__in=actor.held).exists():
        raise LinkEnded(tournament_at(target_uuid))


def require_living_room(actor: Actor, event: UUID, kind: LinkKind) -> None:
    """Of the screens (TOURNAMENT_SCREEN) or a player's page (PLAYER) of a tournament that is not
    found: raise LinkEnded when a link of this browser that led there has ended."""
    if not actor.held:
        return
    led = Q(target_uuid=event)
    if kind == LinkKind.PLAYER:
        led = Q(target_uuid__in=Entry.objects.filter(tournament__uuid=event).values("uuid"))
    over = Q(revoked_at__isnull=False) | Q(expires_at__lte=timezone.now())
    if Link.objects.filter(led, over, kind=kind, uuid__in=actor.held).exists():
        raise LinkEnded
