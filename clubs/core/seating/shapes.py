"""Input and output of the seating: frozen values, and its refusal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from clubs.core.problems import DealRefused

Player = str | int
Tables = list[list[int]]  # of one round: players or places by number, table by table


class SeatingRefused(DealRefused):
    """No plan can be made of this. Codes of tournaments.md §12."""


class SeatingMethod(StrEnum):
    """How a round is drawn. Source: tournaments.md §5.2."""

    ROTATION = "rotation"
    RANDOM = "random"
    RANDOM_APART = "random_apart"
    STANDING = "standing"
    STANDING_APART = "standing_apart"
    SNAKE = "snake"
    FIXED = "fixed"
    MANUAL = "manual"


NEEDS_STANDINGS = frozenset(
    {SeatingMethod.STANDING, SeatingMethod.STANDING_APART, SeatingMethod.SNAKE}
)


class SeatingGroup(StrEnum):
    """What people can have in common who are kept apart."""

    TEAM = "team"
    CLUB = "club"


class Separation(StrEnum):
    """The group whose members do not meet: never where it is hard, else as rarely as can be.
    Source: tournaments.md §5.4."""

    group: SeatingGroup | None
    is_hard: bool

    NONE = "none"
    TEAM = "team", SeatingGroup.TEAM, True
    CLUB = "club", SeatingGroup.CLUB

    def __new__(
        cls, code: str, group: SeatingGroup | None = None, is_hard: bool = False
    ) -> "Separation":
        member = str.__new__(cls, code)
        member._value_ = code
        member.group, member.is_hard = group, is_hard
        return member


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """players in the order of play: the first one deals first."""

    number: int
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """number counts from 1; byes are those present who have no table."""

    number: int
    tables: tuple[SeatedTable, ...]
    byes: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Lock:
    """These players sit at the table of this number in this round, wherever the others go."""

    round: int
    table: int
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class SeatingRules:
    """The rules that every round keeps to. groups: the team or club of a player, under
    `separation`; apart: pairs that must not sit together; table_numbers: of the room, in order,
    going on after its largest where it is too short."""

    separation: Separation = Separation.NONE
    groups: Mapping[Player, str] = field(default_factory=dict)
    apart: Sequence[tuple[Player, Player]] = ()
    locked: Sequence[Lock] = ()
    table_numbers: Sequence[int] = ()


def numbers_of_tables(count: int, room: Sequence[int]) -> list[int]:
    """The first numbers of the room's list."""
    last = max(room, default=0)
    return [*room[:count], *range(last + 1, last + 1 + count - len(room))]
