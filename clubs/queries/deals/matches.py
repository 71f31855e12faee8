"""Where a match stands, for games whose deals add up to matches."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MatchSide:
    """One side of a match. missing are the points to the target, None where there is none; won
    counts the matches that it has won in this session."""

    name: str
    total: int
    missing: int | None
    won: int
    leads: bool


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """The match that goes on, or is about to begin. number counts those of the session; deals are
    those counted so far; last says how the match before it ended, where one did; news what there
    is to say of this one."""

    number: int
    deals: int
    goal: str
    sides: Sequence[MatchSide]
    news: str = ""
    last: str = ""
