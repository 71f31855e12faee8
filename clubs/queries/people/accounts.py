"""Of an account: its clubs and players, asked before it is deleted, and its second step."""

from allauth.mfa.models import Authenticator
from django.db.models import Exists, OuterRef, QuerySet

from clubs.access import Actor
from clubs.models import Club, Membership, Player, Role, User


def clubs_owned_alone(user: User) -> QuerySet[Club]:
    """Clubs with other accounts, none of which is an owner: by name."""
    others = _accounts_beside(user)
    owned = Club.objects.filter(memberships__user=user, memberships__role=Role.OWNER)
    left = owned.filter(Exists(others)).exclude(Exists(others.filter(role=Role.OWNER)))
    return left.order_by("name", "pk")


def clubs_of_nobody_else(user: User) -> QuerySet[Club]:
    """Clubs that no other account can open: by name."""
    own = Club.objects.filter(memberships__user=user)
    return own.exclude(Exists(_accounts_beside(user))).order_by("name", "pk")


def _accounts_beside(user: User) -> QuerySet[Membership]:
    return Membership.objects.filter(club=OuterRef("pk")).exclude(user=user)


def players_of(user: User) -> list[Player]:
    """Lists the players that the account is linked to, by club."""
    rows = Player.objects.filter(user=user).select_related("club")
    return list(rows.order_by("club__name", "pk"))


def needs_second_step(actor: Actor) -> bool:
    """Whether the account runs a club, and the password alone signs it in."""
    if actor.user is None:
        return False
    runs = Membership.objects.filter(user=actor.user, role__in=[Role.OWNER, Role.ORGANISER])
    return runs.exists() and not Authenticator.objects.filter(user=actor.user).exists()
