"""Offers of a role in a club, or of a duty at a tournament.

An offer is an invitation (services/people/links.py) by mail or by hand. It says the same whether
the address has an account or not, so that nobody learns which addresses have one, and nobody gets a
role without accepting it.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from clubs.access import (
    RANK,
    Actor,
    Forbidden,
    LinkEnded,
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
from clubs.queries.people.offers import may_offer
from clubs.services.changes import Action, change
from clubs.services.people.invitations import INVITATION_TIME
from clubs.services.people.links import link_audit_content, link_written, make_link, revoke
from clubs.services.people.roles import duty_content

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
    """Offers a role in this club, or a duty at this tournament, to an address. It replaces an
    earlier offer to the address. Safe to repeat.

    send is called after the commit, and not for a repetition.
    """
    club = place if isinstance(place, Club) else place.club
    with change(Action.INVITE, actor, place, lock=place, request_id=request_id) as entry:
        if entry.repeated:
            before = RoleOffer.objects.get(link=link_written(entry.written))
            if before.email:  # it is gone with an offer that has ended
                entry.require_same((before.email, before.role), (email, str(role)))
            return before
        require(may_offer(actor, place))
        _close(Q(link__target_uuid=place.uuid, email__iexact=email), entry.at)
        ends = entry.at + INVITATION_TIME
        link = make_link(club, LinkKind.INVITATION, place.uuid, by=actor.user, expires_at=ends)
        tournament = place if isinstance(place, Tournament) else None
        role_offer = RoleOffer.objects.create(
            link=link, tournament=tournament, email=email, role=role
        )
        entry.after = link_audit_content(link) | {"role": str(role)}
        if send is not None:
            transaction.on_commit(partial(send, role_offer))
    return role_offer


def end_offer(actor: Actor, role_offer: RoleOffer, *, request_id: UUID) -> None:
    """Its link opens nothing any more. Safe to repeat."""
    place = role_offer.tournament or role_offer.link.club
    with change(Action.REVOKE_LINK, actor, place, lock=place, request_id=request_id) as entry:
        require(may_offer(actor, place))
        entry.is_needless = role_offer.link.revoked_at is not None
        if not entry.repeated and not entry.is_needless:
            entry.before = link_audit_content(role_offer.link)
            _close(Q(pk=role_offer.pk), entry.at)


def end_offers_to(club: Club, email: str, at: datetime) -> None:
    """All that the club has offered to an address; the caller holds the lock of the club."""
    if email:
        _close(Q(link__club=club, email__iexact=email), at)


def accept_offer(actor: Actor, role_offer: RoleOffer, *, request_id: UUID) -> None:
    """The account has the role or the duty from now on; a higher one that it has stays. Safe to
    repeat. Raises LinkEnded."""
    if role_offer.tournament is not None:
        _accept_duty(actor, role_offer, role_offer.tournament, request_id)
    else:
        _accept_role(actor, role_offer, request_id)


def _accept_role(actor: Actor, role_offer: RoleOffer, request_id: UUID) -> None:
    club, role = role_offer.link.club, Role(role_offer.role)
    with change(Action.SET_ROLE, actor, club, lock=club, request_id=request_id) as entry:
        if entry.repeated:
            return
        user = _accepting_user(actor, role_offer)
        held = Membership.objects.filter(club=club, user=user).first()
        entry.before = {"user": str(user.uuid), "role": held.role if held else None}
        entry.after = {"user": str(user.uuid), "role": str(role)}
        _close(Q(pk=role_offer.pk), entry.at)
        if held is not None and RANK[Role(held.role)] >= RANK[role]:
            entry.after = entry.before
        else:
            Membership.objects.update_or_create(club=club, user=user, defaults={"role": role})


def _accept_duty(
    actor: Actor, role_offer: RoleOffer, tournament: Tournament, request_id: UUID
) -> None:
    duty = TournamentDuty(role_offer.role)
    with change(
        Action.SET_DUTY, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        if entry.repeated:
            return
        user = _accepting_user(actor, role_offer)
        held = tournament.roles.filter(user=user).first()
        entry.before = duty_content(user, held.role if held else None)
        entry.after = duty_content(user, duty)
        _close(Q(pk=role_offer.pk), entry.at)
        if held is not None and held.role == TournamentDuty.ARBITER:
            entry.after = entry.before
        else:
            tournament.roles.update_or_create(user=user, defaults={"role": duty})


def _close(which: Q, at: datetime) -> None:
    """Revokes the links of these offers and forgets their addresses."""
    ended = RoleOffer.objects.filter(which)
    revoke(Q(pk__in=list(ended.values_list("link", flat=True))), at)
    ended.update(email="")


def _accepting_user(actor: Actor, role_offer: RoleOffer) -> User:
    """Returns the account that accepts. Raises LinkEnded, and Forbidden for an actor who did not
    open the link."""
    role_offer.link.refresh_from_db()
    if actor.user is None or str(role_offer.link.uuid) not in actor.held:
        raise Forbidden
    if has_ended(role_offer.link):
        raise LinkEnded
    return actor.user
