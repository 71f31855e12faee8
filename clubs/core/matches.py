"""The matches of one session, in a game whose deals add up to such.

Source: bolognese.md §9, §10 ("In a league").
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

HALVES = 2  # of a match that was won; a draw is one of them


@dataclass(frozen=True, slots=True)
class DecidedMatch:
    """A match that was won or drawn. number counts those begun in the session, from 1.

    By name of who played it: scores are differences of the totals and add up to 0, halves are 2 for
    a match won, 1 for a draw, 0 for one lost. deals are those that counted.
    """

    number: int
    scores: Mapping[str, int]
    halves: Mapping[str, int]
    deals: int


@dataclass(frozen=True, slots=True)
class SessionMatches:
    """For each record in their order, numbers: to which match it belongs, None for what counts in
    no match (void, plain scores, what the rules do not take); contexts: what it needs to know of
    the deals before it, as `Session.context` tells it. decided: the finished matches, oldest
    first."""

    numbers: tuple[int | None, ...]
    contexts: tuple[Mapping[str, Any], ...]
    decided: tuple[DecidedMatch, ...]


class Session(Protocol):
    """The matches of one session as far as its records were added, oldest first."""

    def context(self, players: Sequence[str]) -> dict[str, Any]:
        """What the next record, of these players, needs to know of those before it, as its own
        fields: computed for every look at a deal and never stored with it."""
        ...

    def add(self, record: Mapping[str, Any]) -> int | None:
        """Count one more record as it is stored, with its `players`; gives the number of its match,
        None where it counts for none."""
        ...

    def decided(self) -> tuple[DecidedMatch, ...]: ...


class StandingAlone:
    """The session of a game whose deals stand alone."""

    def context(self, players: Sequence[str]) -> dict[str, Any]:
        return {}

    def add(self, record: Mapping[str, Any]) -> int | None:
        return None

    def decided(self) -> tuple[DecidedMatch, ...]:
        return ()
