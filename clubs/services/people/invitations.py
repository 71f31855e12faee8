"""Invitations: an account becomes a member of a club, and somebody who plays there.

An invitation is a link (services/people/links.py) for one player. It is used once.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from clubs.access import (
    RANK,
    Actor,
    Forbidden,
    LinkEnded,
    may_invite_player,
    may_manage_roles,
    may_unlink_account,
    require,
)
from clubs.models import Link, LinkKind, Membership, Player, Role, RoleOffer, User
from clubs.queries.people.invitations import invitation_of, offered_role
from clubs.queries.people.links import has_ended
from clubs.services.changes import Action, change
from clubs.services.errors import AccountTaken, PlaysAlready
from clubs.services.people.links import link_audit_content, link_written, make_link, revoke

INVITATION_TIME = timedelta(days=14)


def invite_player(
    actor: Actor,
    player: Player,
    *,
    role: Role | None = None,
    send: Callable[[Link], None] | None = None,
    request_id: UUID,
) -> Link:
    """The link by which a person becomes an account of the club and this player. Safe to repeat.

    There is one for a player: asked again, it is the same, and lasts anew. role: for an owner to
    choose; None leaves that of the link, and a new one makes members. send is called once the
    link is there for good, and not for a repetition. Raises AccountTaken for who has an account.
    """
    club = player.club
    with change(Action.INVITE, actor, player, lock=club, request_id=request_id) as entry:
        if entry.repeated:
            return link_written(entry.written)
        require(may_invite_player(actor, player))
        require(role in (None, Role.MEMBER) or may_manage_roles(actor, club))
        if player.user_id is not None:
            raise AccountTaken
        ends = entry.at + INVITATION_TIME
        link = invitation_of(player, entry.at)
        if link is None or not link.can_be_shown:
            end_invitations(player, entry.at)
            link = make_link(club, LinkKind.INVITATION, player.uuid, by=actor.user, expires_at=ends)
        else:
            entry.before = link_audit_content(link)
            link.expires_at = ends
            link.save(update_fields=["expires_at"])
        if role is not None:
            # The address is kept nowhere: the link itself says who is meant.
            values = {"email": "", "role": role}
            RoleOffer.objects.update_or_create(link=link, defaults=values)
        entry.after = link_audit_content(link) | ({"role": str(role)} if role else {})
        if send is not None:
            transaction.on_commit(partial(send, link))
    return link


def end_invitations(player: Player, at: datetime) -> None:
    revoke(Q(kind=LinkKind.INVITATION, target_uuid=player.uuid), at)


def accept_invitation(actor: Actor, link: Link, *, request_id: UUID) -> Player:
    """The account is a member of the club from now on, and this player. Safe to repeat.

    A role that it has already stays, unless a higher one was offered. Raises LinkEnded,
    AccountTaken when the player is somebody else's account, and PlaysAlready when the account is
    another player of the club.
    """
    club = link.club
    with change(Action.ACCEPT_INVITATION, actor, link, lock=club, request_id=request_id) as entry:
        user = actor.user
        if user is None:
            raise Forbidden
        player = Player.objects.filter(club=club, uuid=link.target_uuid).first()
        if player is None:
            raise LinkEnded
        player.club = club
        if entry.repeated or player.user_id == user.pk:
            entry.is_needless = True
            return player
        if has_ended(link) or player.archived_at is not None:
            raise LinkEnded
        _refuse_two(player, user)
        player.user = user
        player.save(update_fields=["user"])
        role = Role(offered_role(link))
        held, is_new = Membership.objects.get_or_create(
            club=club, user=user, defaults={"role": role}
        )
        if not is_new and RANK[Role(held.role)] < RANK[role]:
            held.role = role
            held.save(update_fields=["role"])
        end_invitations(player, entry.at)
        entry.after = {"player": str(player.uuid), "user": str(user.uuid)}
        if role != Role.MEMBER:
            entry.after["role"] = held.role
    return player


def _refuse_two(player: Player, user: User) -> None:
    """A player is one account, and an account one player of a club."""
    if player.user_id is not None:
        raise AccountTaken
    other = Player.objects.filter(club=player.club, user=user).first()
    if other is not None:
        raise PlaysAlready(other.name)


def unlink_account(actor: Actor, player: Player, *, request_id: UUID) -> Player:
    """Removes the account from the player. The role of the account stays. Safe to repeat."""
    club = player.club
    with change(Action.LINK_ACCOUNT, actor, player, lock=club, request_id=request_id) as entry:
        require(may_unlink_account(actor, player))
        if entry.repeated or player.user is None:
            entry.is_needless = True
            return player
        entry.before = {"user": str(player.user.uuid)}
        entry.after = {"user": None}
        player.user = None
        player.save(update_fields=["user"])
    return player
