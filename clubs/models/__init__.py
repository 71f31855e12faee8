"""Tables of the database, by area."""

from clubs.models.audit import AuditEntry
from clubs.models.leagues import (
    Evening,
    EveningState,
    ImportedRow,
    ImportRun,
    League,
    LeagueMember,
    LeagueSitting,
    LeagueState,
    Penalty,
    Publication,
    RatingChange,
)
from clubs.models.links import Link, LinkKind
from clubs.models.people import Club, Membership, Player, PublicName, Role, User
from clubs.models.rules import RuleProfile
from clubs.models.sittings import (
    Deal,
    DealKind,
    DealScore,
    Seat,
    Sitting,
    SittingState,
    SittingTotal,
)
from clubs.models.sums import PlayerSums, TableSums

__all__ = [
    "AuditEntry",
    "Club",
    "Deal",
    "DealKind",
    "DealScore",
    "Evening",
    "EveningState",
    "ImportRun",
    "ImportedRow",
    "League",
    "LeagueMember",
    "LeagueSitting",
    "LeagueState",
    "Link",
    "LinkKind",
    "Membership",
    "Penalty",
    "Player",
    "PlayerSums",
    "PublicName",
    "Publication",
    "RatingChange",
    "Role",
    "RuleProfile",
    "Seat",
    "Sitting",
    "SittingState",
    "SittingTotal",
    "TableSums",
    "User",
]
