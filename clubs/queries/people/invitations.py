"""Invitations of players, and the players of accounts."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from clubs.access import Actor, invitations_of, may_manage_people
from clubs.models import Club, Link, LinkKind, Player, Role, RoleOffer


def invitation_of(player: Player, now: datetime) -> Link | None:
    """The invitation of a player that has not ended."""
    links = Link.objects.valid(now).filter(kind=LinkKind.INVITATION, target_uuid=player.uuid)
    return links.select_related("club").order_by("-pk").first()


def shown_invitation(actor: Actor, player: Player) -> Link | None:
    """Returns the invitation of a player that has not ended; None for an actor who may not hand
    it on."""
    links = invitations_of(actor, player.club).valid(timezone.now())
    return links.filter(target_uuid=player.uuid).order_by("-pk").first()


def invited_player(link: Link) -> Player | None:
    """Returns the player whom an invitation is for."""
    players = Player.objects.select_related("club", "user")
    return players.filter(club=link.club_id, uuid=link.target_uuid).first()


def offered_role(link: Link) -> str:
    """Returns the role that comes with the invitation of a player."""
    role = RoleOffer.objects.filter(link=link).values_list("role", flat=True).first()
    return role or Role.MEMBER


def is_of(actor: Actor, link: Link) -> bool:
    """Whether the account has become the player of this invitation."""
    players = Player.objects.filter(club=link.club_id, uuid=link.target_uuid, user=actor.user)
    return actor.user is not None and players.exists()


@dataclass(frozen=True, slots=True)
class Invited:
    """An invited player, the newest link that was not accepted yet, and the label of the role that
    comes with it."""

    player: Player
    link: Link
    role: str


def open_invitations(actor: Actor, club: Club) -> list[Invited]:
    """Lists the open invitations of a club, by name; empty for an actor who may not invite. Two
    queries."""
    if not may_manage_people(actor, club):
        return []
    valid = invitations_of(actor, club).valid(timezone.now())
    links = list(valid.select_related("offer").order_by("pk"))
    if not links:
        return []
    rows = Player.objects.filter(club=club, uuid__in=[link.target_uuid for link in links])
    players = {player.uuid: player for player in rows.order_by("sort_key", "pk")}
    newest = {link.target_uuid: link for link in links}
    roles = {link.pk: str(getattr(link, "offer", Role.MEMBER).label) for link in links}
    return [
        Invited(player, newest[uuid], roles[newest[uuid].pk]) for uuid, player in players.items()
    ]


def players_of_accounts(club: Club, user_ids: Collection[int]) -> Mapping[int, Player]:
    """Returns the players of these accounts, by the id of the account; no query without
    accounts."""
    if not user_ids:
        return {}
    rows = Player.objects.filter(user__in=user_ids, club=club)
    return {player.user_id: player for player in rows if player.user_id is not None}
