"""Tables of the database, by area."""

from clubs.models.audit import AuditEntry
from clubs.models.links import Link, LinkKind
from clubs.models.people import Club, Membership, Player, Role, User
from clubs.models.rules import RuleProfile
from clubs.models.sittings import Deal, DealKind, DealScore, Seat, Sitting, SittingState

__all__ = [
    "AuditEntry",
    "Club",
    "Deal",
    "DealKind",
    "DealScore",
    "Link",
    "LinkKind",
    "Membership",
    "Player",
    "Role",
    "RuleProfile",
    "Seat",
    "Sitting",
    "SittingState",
    "User",
]
