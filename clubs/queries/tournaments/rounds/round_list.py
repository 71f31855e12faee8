"""The list of rounds: the state of each, and its next step."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from clubs.core.seating.draw import (
    NEEDS_STANDINGS,
    SeatingMethod,
)
from clubs.models import (
    Round,
    RoundState,
    Tournament,
    TournamentState,
)
from clubs.queries.tournaments.plan import programme
from clubs.queries.tournaments.rounds.seatings import (
    method_of,
)
from clubs.queries.tournaments.tournaments import (
    settings_of,
)
from clubs.queries.tournaments.words import METHODS

UNTIMED = frozenset(set(SeatingMethod) - NEEDS_STANDINGS)


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round on the list. step is the next one for it: draw, publish, play, close, or "" where
    it waits or is over; is_next: the step that the tournament waits for."""

    round: Round
    method: str
    starts_at: datetime
    step: str
    is_next: bool


def round_lines(tournament: Tournament) -> list[RoundLine]:
    """The lines of all planned rounds. One query."""
    settings = settings_of(tournament)
    rounds = {one.number: one for one in tournament.rounds.all()}
    lines: list[RoundLine] = []
    waits = not may_draw(tournament)
    for slot in programme(tournament):
        round_ = rounds.get(slot.number) or Round(tournament=tournament, number=slot.number)
        step = "" if waits else _next_step(round_)
        method = SeatingMethod(round_.method) if round_.method else method_of(settings, slot.number)
        lines.append(
            RoundLine(
                round=round_,
                method=str(METHODS[method]),
                starts_at=round_.planned_at or slot.starts_at,
                step=step,
                is_next=bool(step) and not any(line.is_next for line in lines),
            )
        )
        if round_.state != RoundState.VALIDATED:
            waits = waits or not _may_go_on(tournament, round_, settings, rounds)
    return lines


def may_draw(tournament: Tournament) -> bool:
    """Whether rounds may be drawn: only from the check-in on it is known who is there."""
    return tournament.state in (TournamentState.CHECK_IN, TournamentState.PLAYING)


def _next_step(round_: Round) -> str:
    return {
        RoundState.PLANNED.value: "draw",
        RoundState.DRAWN.value: "publish",
        RoundState.PUBLISHED.value: "play",
        RoundState.PLAYING.value: "play",
        RoundState.COMPLETE.value: "close",
    }.get(round_.state, "")


def _may_go_on(
    tournament: Tournament, round_: Round, settings: Any, rounds: Mapping[int, Round]
) -> bool:
    """May the round after this one take a step before this one is validated?"""
    following = rounds.get(round_.number + 1)
    if following is not None and following.state != RoundState.PLANNED:
        return tournament.runs_on and round_.is_published
    try:
        method = method_of(settings, round_.number + 1)
    except IndexError:
        return False
    return method in UNTIMED and round_.state != RoundState.PLANNED


def planned_round(tournament: Tournament, number: int, rounds: Iterable[Round]) -> Round | None:
    """A round that is planned, whether it has a row or not; None for others."""
    round_ = next((one for one in rounds if one.number == number), None)
    if round_ is None and 1 <= number <= (settings_of(tournament).rounds_planned or 0):
        round_ = Round(number=number)
    if round_ is not None:
        round_.tournament = tournament
    return round_
