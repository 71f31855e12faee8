"""Accounts, which belong to a person and not to a club."""

from django.db import transaction

from clubs.access import Actor, Forbidden
from clubs.models import Membership, User
from clubs.queries.people.accounts import clubs_owned_alone
from clubs.services.changes import Action, change
from clubs.services.errors import OnlyOwner
from clubs.services.people.roles import end_membership


def delete_account(actor: Actor) -> None:
    """Deletes the account of the actor with all its roles; players and scores stay.

    Each of its clubs gets an entry in the log. There is no receipt, since nobody is left to ask
    again: a second request finds no account and does nothing. Raises OnlyOwner.
    """
    if actor.user is None:
        raise Forbidden
    with transaction.atomic():
        # Clubs come next: who holds one of them may make rows with this account meanwhile.
        rows = User.objects.select_for_update(no_key=True)
        user = rows.filter(pk=actor.user.pk).first()
        if user is None:
            return
        roles = Membership.objects.filter(user=user).select_related("club", "user")
        for held in roles.order_by("club"):
            _end_one(actor, held)
        user.delete()


def _end_one(actor: Actor, held: Membership) -> None:
    """Ends a role under the lock of the club: of two owners who delete their accounts at the
    same moment, the second one is refused."""
    club = held.club
    with change(Action.REMOVE_ROLE, actor, club, lock=club, request_id=None) as entry:
        alone = list(clubs_owned_alone(held.user))
        if alone:
            raise OnlyOwner(alone)
        end_membership(actor, held, entry)
