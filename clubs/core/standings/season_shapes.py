"""A season as its file says it, `tarot-league/1`: read by season_files.py, with paths in the file.

Source: leagues.md §7.4.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from clubs.core.file_rows import FiledDeal, FiledTotal
from clubs.core.games import DEFAULT_GAME
from clubs.core.problems import Problem
from clubs.core.standings.settings import LeagueSettings


@dataclass(frozen=True, slots=True)
class FiledTable:
    """A table with its path. number counts from 1 in its evening; rules are None where it has those
    of the season. totals is None for a table of deals."""

    path: str
    number: int
    label: str
    uuid: UUID | None = None
    opened_at: datetime | None = None
    closed_at: datetime | None = None
    rules: str | Mapping[str, Any] | None = None
    players: tuple[str, ...] = ()
    deals: tuple[FiledDeal, ...] = ()
    totals: tuple[FiledTotal, ...] | None = None


@dataclass(frozen=True, slots=True)
class FiledEvening:
    path: str
    date: date
    name: str
    place: str
    tables: tuple[FiledTable, ...]


@dataclass(frozen=True, slots=True)
class FiledPenalty:
    path: str
    player: str
    points: int
    date: date
    reason: str


@dataclass(frozen=True, slots=True)
class FiledSeason:
    """The document in the order in which it stands.

    problems are all that is wrong, each with its path as field, such as
    `evenings[0].tables[1].deals[2].scores`; where there are any, the rest is incomplete. strangers
    are those among them that an import asks about: a name at a table or of a penalty that is
    neither a member nor a guest (`unknown_player`). They take nothing out of the rest.
    """

    problems: tuple[Problem, ...]
    strangers: tuple[Problem, ...] = ()
    name: str = ""
    starts_on: date = date.min
    ends_on: date = date.max
    game: str = DEFAULT_GAME
    rules: str | Mapping[str, Any] | None = None
    seed: int = 0
    settings: LeagueSettings = field(default_factory=LeagueSettings)
    members: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()
    carry_over: Mapping[str, int] = field(default_factory=dict)
    evenings: tuple[FiledEvening, ...] = ()
    penalties: tuple[FiledPenalty, ...] = ()
