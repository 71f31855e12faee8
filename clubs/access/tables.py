"""Tables, their deals and their log; tables that were opened without an account too."""

from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet, UUIDField
from django.utils import timezone

from clubs.access.actors import Actor
from clubs.models import (
    AuditEntry,
    Club,
    Deal,
    Link,
    LinkKind,
    Membership,
    Role,
    Seat,
    Sitting,
    SittingState,
    TournamentRole,
)
from clubs.models.compiled import Compiled

SESSION_LINKS = (LinkKind.SCORE, LinkKind.WATCH)


def visible_sittings(actor: Actor) -> QuerySet[Sitting]:
    """Those of one's own clubs, and the open ones that a link leads to."""
    rows = Sitting.objects.select_related("club", "round__tournament")
    if actor.is_command:
        return rows
    by_link = Q(uuid__in=actor.targets(*SESSION_LINKS), state=SittingState.OPEN)
    by_link |= Q(club__uuid__in=actor.targets(LinkKind.CLUB_SCREEN), state=SittingState.OPEN)
    if entries := actor.targets(LinkKind.PLAYER):
        own = Seat.objects.present().filter(sitting=OuterRef("pk"), entry__uuid__in=entries)
        by_link |= Q(Exists(own.order_by()), state=SittingState.OPEN)
    return rows.filter(Q(club__in=list(actor.roles)) | by_link | _of_duties(actor))


def visible_sitting(actor: Actor, uuid: UUID) -> Sitting | None:
    """The one of visible_sittings with this uuid. Of one's own clubs by a statement written once:
    every page of a table and every deal begins with it."""
    if actor.roles:
        sitting = _SITTING.first(uuid=uuid)
        if sitting is not None and sitting.club_id in actor.roles:
            return sitting
    return visible_sittings(actor).filter(uuid=uuid).first()


_SITTING: Compiled[Sitting] = Compiled(
    lambda uuid: Sitting.objects.select_related("club", "round__tournament").filter(uuid=uuid),
    uuid=UUIDField(),
)


def _of_duties(actor: Actor) -> Q:
    """Sittings of tournaments for which the account has a duty; looked up inside the query."""
    if actor.user is None:
        return Q(pk__in=[])
    duty = TournamentRole.objects.filter(user=actor.user, tournament=OuterRef("round__tournament"))
    return Q(Exists(duty))


def may_see_sitting(actor: Actor, uuid: UUID) -> bool:
    return visible_sittings(actor).filter(uuid=uuid).exists()


def polled_sittings(actor: Actor) -> QuerySet[Sitting]:
    """The same for pages that poll, in one query: memberships and links are looked up inside."""
    rows = Sitting.objects.all()
    if actor.is_command:
        return rows
    if not actor.held:
        return rows.filter(_polled_by_account(actor)) if actor.user else rows.none()
    links = Link.objects.valid(timezone.now()).filter(uuid__in=actor.held)
    session = links.filter(kind__in=SESSION_LINKS, target_uuid=OuterRef("uuid"))
    screen = links.filter(kind=LinkKind.CLUB_SCREEN, club=OuterRef("club"))
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


def visible_audit(actor: Actor, chain_uuid: UUID) -> QuerySet[AuditEntry]:
    """The log of a club or a sitting; who scores at a table by a link sees that of the table.

    Entries belong for ever to the club they were written in: those of a table that was taken over
    into another one are seen where the table is now.
    """
    entries = AuditEntry.objects.filter(chain__uuid=chain_uuid)
    if actor.is_command or chain_uuid in actor.targets(LinkKind.SCORE):
        return entries
    clubs = list(actor.roles)
    here = Sitting.objects.filter(uuid=OuterRef("chain__uuid"), club__in=clubs)
    return entries.filter(Q(club__in=clubs) | Exists(here))


def may_see_log(actor: Actor, sitting: Sitting) -> bool:
    """A link to watch shows the sheet, not who wrote and corrected it."""
    return actor.has(Role.MEMBER, sitting.club_id) or actor.scores(sitting)


def may_see_money(actor: Actor, sitting: Sitting) -> bool:
    """A link to watch does not show what is played for, nor who owes what."""
    return may_see_log(actor, sitting)


def may_say_player(actor: Actor, sitting: Sitting) -> bool:
    """Whoever writes at a table by a link alone: without it, the log knows no more than the link.

    At a tournament the slip asks who agrees, and personal links say it.
    """
    is_guest = actor.user is None and not actor.is_command and bool(actor.held)
    return is_guest and sitting.is_open and sitting.round_id is None and actor.scores(sitting)


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


def may_close_sitting(actor: Actor, sitting: Sitting) -> bool:
    """Tables of a tournament close with their round."""
    return sitting.round_id is None and actor.has(Role.SCORER, sitting.club_id)


def may_reopen_sitting(actor: Actor, sitting: Sitting) -> bool:
    return sitting.round_id is None and actor.has(Role.ORGANISER, sitting.club_id)


def may_name_sitting(actor: Actor, sitting: Sitting) -> bool:
    """What a table is called, at any time; those of a tournament have the numbers of the room."""
    return sitting.round_id is None and actor.has(Role.SCORER, sitting.club_id)


def may_change_rules(actor: Actor, sitting: Sitting) -> bool:
    """Another profile for an open session: rescores every deal, so not for everybody."""
    return (
        sitting.is_open and sitting.round_id is None and actor.has(Role.ORGANISER, sitting.club_id)
    )


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
