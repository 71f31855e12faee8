"""Who may see and do what. The only place that knows roles; docs/access.md shows it as a table.

`visible_…` gives querysets, so that what is not visible is not found (404); `may_…` answers for the
page; `require_…` raises Forbidden (403) and is called by the services.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Self, TypeVar
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, QuerySet

from clubs.models import (
    AuditEntry,
    Club,
    Deal,
    Membership,
    Player,
    Role,
    RuleProfile,
    Sitting,
)
from clubs.models.people import User

Row = TypeVar("Row", bound=Model)


class Forbidden(Exception):
    """Visible, but not allowed."""


@dataclass(frozen=True)
class Actor:
    """Who acts: an account, a visitor without one, or a command of this installation.

    key names the actor in the audit log: `account:<uuid>`, `command:<name>` or `visitor`.
    """

    key: str
    user: User | None = None

    @classmethod
    def of_user(cls, user: User | AnonymousUser) -> Self:
        if isinstance(user, User):
            return cls(f"account:{user.uuid}", user)
        return cls("visitor")

    @classmethod
    def command(cls, name: str) -> Self:
        return cls(f"command:{name}")

    @property
    def is_command(self) -> bool:
        return self.key.startswith("command:")

    @property
    def is_signed_in(self) -> bool:
        return self.user is not None

    @cached_property
    def roles(self) -> dict[int, Role]:
        """Role by id of the club; one query for a request."""
        if self.user is None:
            return {}
        rows = Membership.objects.filter(user=self.user).values_list("club_id", "role")
        return {club_id: Role(role) for club_id, role in rows}

    def has(self, role: Role, club_id: int) -> bool:
        """Whether the actor has this role in the club, or one that includes it."""
        if self.is_command:
            return True
        held = self.roles.get(club_id)
        return held is not None and RANK[held] >= RANK[role]


RANK = {Role.MEMBER: 1, Role.SCORER: 2, Role.ORGANISER: 3, Role.OWNER: 4}


def _require(allowed: bool) -> None:
    if not allowed:
        raise Forbidden


# What is visible: everything of one's own clubs. Public pages come with publishing.


def _of_own_clubs(rows: QuerySet[Row], actor: Actor, club: str = "club") -> QuerySet[Row]:
    """The rows whose club is one of the actor's; club is the path that leads to it."""
    return rows if actor.is_command else rows.filter(**{f"{club}__in": list(actor.roles)})


def visible_clubs(actor: Actor) -> QuerySet[Club]:
    return _of_own_clubs(Club.objects.all(), actor, "pk")


def visible_players(actor: Actor) -> QuerySet[Player]:
    return _of_own_clubs(Player.objects.all(), actor)


def visible_sittings(actor: Actor) -> QuerySet[Sitting]:
    return _of_own_clubs(Sitting.objects.select_related("club"), actor)


def polled_sittings(actor: Actor) -> QuerySet[Sitting]:
    """The same for pages that poll: joins the membership, which visible_sittings reads first."""
    if actor.is_command:
        return Sitting.objects.all()
    if actor.user is None:
        return Sitting.objects.none()
    return Sitting.objects.filter(club__memberships__user=actor.user)


def visible_deals(actor: Actor) -> QuerySet[Deal]:
    return _of_own_clubs(Deal.objects.select_related("sitting__club"), actor, "sitting__club")


def visible_rule_profiles(actor: Actor) -> QuerySet[RuleProfile]:
    return _of_own_clubs(RuleProfile.objects.select_related("club"), actor)


def visible_memberships(actor: Actor, club: Club) -> QuerySet[Membership]:
    """Accounts of a club, with their addresses: for its organisers and owners."""
    if not may_manage_people(actor, club):
        return Membership.objects.none()
    return Membership.objects.filter(club=club).select_related("user")


def visible_audit(actor: Actor, chain_uuid: UUID) -> QuerySet[AuditEntry]:
    return _of_own_clubs(AuditEntry.objects.filter(chain_uuid=chain_uuid), actor)


# Clubs and people


def may_create_club(actor: Actor) -> bool:
    """With registration open everybody with an account; else only the administrator."""
    if actor.is_command:
        return True
    if actor.user is None:
        return False
    return settings.REGISTRATION == "open" or actor.user.is_superuser


def require_create_club(actor: Actor) -> None:
    _require(may_create_club(actor))


def may_manage_people(actor: Actor, club: Club) -> bool:
    """Members: add, rename, archive."""
    return actor.has(Role.ORGANISER, club.pk)


def require_manage_people(actor: Actor, club: Club) -> None:
    _require(may_manage_people(actor, club))


def may_manage_roles(actor: Actor, club: Club) -> bool:
    return actor.has(Role.OWNER, club.pk)


def require_manage_roles(actor: Actor, club: Club) -> None:
    _require(may_manage_roles(actor, club))


def may_manage_club(actor: Actor, club: Club) -> bool:
    """Name, time zone and default rules of the club."""
    return actor.has(Role.ORGANISER, club.pk)


def require_manage_club(actor: Actor, club: Club) -> None:
    _require(may_manage_club(actor, club))


def may_edit_rules(actor: Actor, club: Club) -> bool:
    return actor.has(Role.ORGANISER, club.pk)


def require_edit_rules(actor: Actor, club: Club) -> None:
    _require(may_edit_rules(actor, club))


# Tables


def may_open_sitting(actor: Actor, club: Club) -> bool:
    return actor.has(Role.SCORER, club.pk)


def require_open_sitting(actor: Actor, club: Club) -> None:
    _require(may_open_sitting(actor, club))


def may_add_guest(actor: Actor, club: Club) -> bool:
    """Whoever opens tables may seat somebody new."""
    return actor.has(Role.SCORER, club.pk)


def require_add_guest(actor: Actor, club: Club) -> None:
    _require(may_add_guest(actor, club))


def may_record_deal(actor: Actor, sitting: Sitting) -> bool:
    return actor.has(Role.SCORER, sitting.club_id)


def require_record_deal(actor: Actor, sitting: Sitting) -> None:
    _require(may_record_deal(actor, sitting))


def may_correct_deal(actor: Actor, sitting: Sitting) -> bool:
    """While a session is open its scorers, afterwards an organiser."""
    needed = Role.SCORER if sitting.is_open else Role.ORGANISER
    return actor.has(needed, sitting.club_id)


def require_correct_deal(actor: Actor, sitting: Sitting) -> None:
    _require(may_correct_deal(actor, sitting))


def may_close_sitting(actor: Actor, sitting: Sitting) -> bool:
    return actor.has(Role.SCORER, sitting.club_id)


def require_close_sitting(actor: Actor, sitting: Sitting) -> None:
    _require(may_close_sitting(actor, sitting))


def may_reopen_sitting(actor: Actor, sitting: Sitting) -> bool:
    return actor.has(Role.ORGANISER, sitting.club_id)


def require_reopen_sitting(actor: Actor, sitting: Sitting) -> None:
    _require(may_reopen_sitting(actor, sitting))


def may_change_rules(actor: Actor, sitting: Sitting) -> bool:
    """Another profile for an open session: rescores every deal, so not for everybody."""
    return sitting.is_open and actor.has(Role.ORGANISER, sitting.club_id)


def require_change_rules(actor: Actor, sitting: Sitting) -> None:
    _require(may_change_rules(actor, sitting))
