"""Roles: what an account may do in a club, given, changed and ended."""

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from clubs.access import Actor, may_manage_roles, require
from clubs.models import Club, Membership, Player, Role, TournamentRole, User
from clubs.services.changes import Action, Change, append_entry, change
from clubs.services.errors import LastOwner, RoleMoved


def set_role(
    actor: Actor, club: Club, user: User, role: Role, *, seen: str = "", request_id: UUID
) -> None:
    """Give an account a role in the club, or another one. Raises LastOwner.

    seen is the role that the person saw; with another one there now, RoleMoved.
    """
    after = {"user": str(user.uuid), "role": str(role)}
    with change(
        Action.SET_ROLE, actor, club, lock=club, asked=after, request_id=request_id
    ) as entry:
        if entry.repeated:
            return
        require(may_manage_roles(actor, club))
        held = Membership.objects.filter(club=club, user=user).first()
        _refuse_moved(held, seen)
        if held and held.role == role:
            entry.is_needless = True
            return
        if held and held.role == Role.OWNER:
            _keep_an_owner(club, held)
        entry.before = {"user": str(user.uuid), "role": held.role if held else None}
        Membership.objects.update_or_create(club=club, user=user, defaults={"role": role})


def _refuse_moved(held: Membership | None, seen: str) -> None:
    role = held.role if held else ""
    if seen and seen != role:
        raise RoleMoved(role)


def remove_role(actor: Actor, club: Club, user: User, *, seen: str = "", request_id: UUID) -> None:
    """End what an account may do in the club, and whom it plays as there. Everybody may leave; the
    last owner may not.

    seen as for set_role.
    """
    with change(Action.REMOVE_ROLE, actor, club, lock=club, request_id=request_id) as entry:
        if entry.earlier is not None:
            entry.require_same((entry.earlier.before or {}).get("user"), str(user.uuid))
            return
        if actor.user != user:
            require(may_manage_roles(actor, club))
        held = Membership.objects.filter(club=club, user=user).select_related("user").first()
        if held is None:
            entry.is_needless = True
            return
        _refuse_moved(held, seen)
        if held.role == Role.OWNER:
            _keep_an_owner(club, held)
        end_membership(actor, held, entry)


def end_membership(actor: Actor, held: Membership, entry: Change) -> None:
    """Deletes a role, the duties at tournaments of the club and the link to a player together. The
    caller holds the lock of the club."""
    entry.before = {"user": str(held.user.uuid), "role": held.role}
    end_duties(actor, held.user.duties.filter(club=held.club))
    held.delete()
    _unlink_player(actor, held.club, held.user, entry.at)


def end_duties(actor: Actor, duties: QuerySet[TournamentRole]) -> None:
    """Deletes them, each with an entry in the log of its tournament: of a row that is gone without
    one the log would say that somebody deleted it past the program."""
    for duty in duties.select_related("tournament", "user").order_by("tournament"):
        tournament = duty.tournament
        with change(Action.SET_DUTY, actor, tournament, lock=tournament, request_id=None) as entry:
            entry.before = duty_content(duty.user, duty.role)
            entry.after = duty_content(duty.user, None)
            duty.delete()


def duty_content(user: User, duty: str | None) -> dict[str, str | None]:
    """What the log has of the duty of an account at a tournament."""
    return {"account": str(user.uuid), "duty": str(duty) if duty else None}


def _unlink_player(actor: Actor, club: Club, user: User, at: datetime) -> None:
    """Removes the account from its player in the club, with an entry in the log: a former member
    must not open the data of the player, and an invitation may link them again."""
    player = Player.objects.filter(club=club, user=user).first()
    if player is None:
        return
    player.user = None
    player.save(update_fields=["user"])
    append_entry(
        Change(at=at, before={"user": str(user.uuid)}, after={"user": None}),
        action=Action.LINK_ACCOUNT,
        actor=actor,
        club=club,
        target=("player", player.uuid),
        of=club,
        request_id=None,
    )


def _keep_an_owner(club: Club, leaving: Membership) -> None:
    owners = Membership.objects.filter(club=club, role=Role.OWNER).exclude(pk=leaving.pk)
    if not owners.exists():
        raise LastOwner
