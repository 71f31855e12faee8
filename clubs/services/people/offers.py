"""Offers: a role in a club, or a duty at a tournament, for whoever accepts it.

Nobody is taken in unasked, and nobody learns which addresses have accounts: an offer is an
invitation (services/people/links.py) that goes by mail or is handed over, and says the same either
way.
"""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from clubs.access import (
    RANK,
    Actor,
    Forbidden,
    LinkEnded,
    may_manage_roles,
    may_manage_tournament,
    require,
)
from clubs.models import (
    Club,
    LinkKind,
    Membership,
    Role,
    RoleOffer,
    Tournament,
    TournamentDuty,
    User,
)
from clubs.queries.people.links import has_ended
from clubs.services.changes import Action, change
from clubs.services.people.invitations import INVITATION_TIME
from clubs.services.people.links import audit_content, link_written, make_link, revoke

Send = Callable[[RoleOffer], None]


def offer(
    actor: Actor,
    place: Club | Tournament,
    email: str,
    role: Role | TournamentDuty,
    *,
    send: Send | None = None,
    request_id: UUID,
) -> RoleOffer:
    """A role in this club, or a duty at this tournament, for whoever has the address or is handed
    the link. It takes the place of an earlier one for the address. Safe to repeat.

    send is called once it is there for good, and not for a repetition.
    """
    club = place if isinstance(place, Club) else place.club
    with change(Action.INVITE, actor, place, lock=place, request_id=request_id) as entry:
        if entry.repeated:
            before = RoleOffer.objects.get(link=link_written(entry.written))
            if before.email:  # it is gone with an offer that has ended
                entry.require_same((before.email, before.role), (email, str(role)))
            return before
        _require_offer(actor, place)
        _close(Q(link__target_uuid=place.uuid, email__iexact=email), entry.at)
        ends = entry.at + INVITATION_TIME
        link = make_link(club, LinkKind.INVITATION, place.uuid, by=actor.user, expires_at=ends)
        tournament = place if isinstance(place, Tournament) else None
        made = RoleOffer.objects.create(link=link, tournament=tournament, email=email, role=role)
        entry.after = audit_content(link) | {"role": str(role)}
        if send is not None:
            mail = send
            transaction.on_commit(lambda: mail(made))
    return made


def end_offer(actor: Actor, made: RoleOffer, *, request_id: UUID) -> None:
    """Its link opens nothing any more. Safe to repeat."""
    place = made.tournament or made.link.club
    with change(Action.REVOKE_LINK, actor, place, lock=place, request_id=request_id) as entry:
        _require_offer(actor, place)
        entry.is_needless = made.link.revoked_at is not None
        if not entry.repeated and not entry.is_needless:
            entry.before = audit_content(made.link)
            _close(Q(pk=made.pk), entry.at)


def end_offers_to(club: Club, email: str, at: datetime) -> None:
    """All that the club has offered to an address; the caller holds the lock of the club."""
    if email:
        _close(Q(link__club=club, email__iexact=email), at)


def accept_offer(actor: Actor, made: RoleOffer, *, request_id: UUID) -> None:
    """The account has the role or the duty from now on; a higher one that it has stays. Safe to
    repeat. Raises LinkEnded."""
    if made.tournament is not None:
        _accept_duty(actor, made, made.tournament, request_id)
    else:
        _accept_role(actor, made, request_id)


def _accept_role(actor: Actor, made: RoleOffer, request_id: UUID) -> None:
    club, role = made.link.club, Role(made.role)
    with change(Action.SET_ROLE, actor, club, lock=club, request_id=request_id) as entry:
        if entry.repeated:
            return
        user = _use(actor, made)
        held = Membership.objects.filter(club=club, user=user).first()
        entry.before = {"user": str(user.uuid), "role": held.role if held else None}
        entry.after = {"user": str(user.uuid), "role": str(role)}
        _close(Q(pk=made.pk), entry.at)
        if held is not None and RANK[Role(held.role)] >= RANK[role]:
            entry.after = entry.before
        else:
            Membership.objects.update_or_create(club=club, user=user, defaults={"role": role})


def _accept_duty(actor: Actor, made: RoleOffer, tournament: Tournament, request_id: UUID) -> None:
    duty = TournamentDuty(made.role)
    with change(
        Action.SET_DUTY, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        if entry.repeated:
            return
        user = _use(actor, made)
        held = tournament.roles.filter(user=user).first()
        entry.before = {"account": str(user.uuid), "duty": held.role if held else None}
        entry.after = {"account": str(user.uuid), "duty": str(duty)}
        _close(Q(pk=made.pk), entry.at)
        if held is not None and held.role == TournamentDuty.ARBITER:
            entry.after = entry.before
        else:
            tournament.roles.update_or_create(user=user, defaults={"role": duty})


def _close(which: Q, at: datetime) -> None:
    """Links of offers that open nothing any more; the address is nobody's business then."""
    ended = RoleOffer.objects.filter(which)
    revoke(Q(pk__in=list(ended.values_list("link", flat=True))), at)
    ended.update(email="")


def _use(actor: Actor, made: RoleOffer) -> User:
    """Who accepts. Raises LinkEnded, and Forbidden for who did not open the link."""
    made.link.refresh_from_db()
    if actor.user is None or str(made.link.uuid) not in actor.held:
        raise Forbidden
    if has_ended(made.link):
        raise LinkEnded
    return actor.user


def _require_offer(actor: Actor, place: Club | Tournament) -> None:
    if isinstance(place, Club):
        require(may_manage_roles(actor, place))
    else:
        require(may_manage_tournament(actor, place))
