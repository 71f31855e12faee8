"""Of an account: its clubs and players, asked before it is deleted, its second step, and where it
is signed in."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from clubs.access import Actor
from clubs.models import Club, Membership, Player, Role, User

UNKNOWN_ADDRESS = "0.0.0.0"  # noqa: S104 - of browsers that signed in before addresses were noted


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


BROWSERS = (  # what stands in a User-Agent, from the one that says most
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A browser in which the account is signed in. name: "Firefox · Android", empty if it told
    nothing; address: that of the network from which it signed in, empty where it is not known."""

    pk: int
    name: str
    address: str
    since: datetime
    is_here: bool


def signed_in_browsers(user: User, key: str | None) -> list[SignedIn]:
    """The newest first, whichever of them this is; key is that of the session that asks."""
    rows = UserSession.objects.filter(user=user, session_key__in=_living_keys())
    return [
        SignedIn(
            row.pk,
            _browser_name(row.user_agent),
            "" if row.ip == UNKNOWN_ADDRESS else row.ip,
            row.created_at,
            row.session_key == key,
        )
        for row in rows.order_by("-created_at", "-pk")
    ]


def _browser_name(agent: str) -> str:
    names = [
        next((name for sign, name in known if sign in agent), "") for known in (BROWSERS, SYSTEMS)
    ]
    return " · ".join(filter(None, names))


def _living_keys() -> QuerySet[Session, str]:
    living = Session.objects.filter(expire_date__gt=timezone.now())
    return living.values_list("session_key", flat=True)


def second_steps_of(user: User) -> list[dict[str, Any]]:
    """Which the account has and since when, without what opens them."""
    rows = Authenticator.objects.filter(user=user).order_by("pk")
    columns = rows.values("type", "data__name", "created_at", "last_used_at")
    return [{**row, "name": row.pop("data__name") or ""} for row in columns]


def sessions_of(user: User) -> list[dict[str, Any]]:
    """What is noted of each browser that signed in, without what opens it."""
    rows = UserSession.objects.filter(user=user).order_by("-created_at", "-pk")
    return list(rows.values("created_at", "ip", "user_agent"))
