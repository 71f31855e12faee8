"""Who came or left since a round was drawn, and what brings its seating up to date."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.core.seating.draw import (
    Leftovers,
    SeatedRound,
    SeatingMethod,
    SeatingRefused,
)
from clubs.core.seating.presence import Circumstances, TableMove, moves_between, with_fewest_moves
from clubs.core.seating.sizes import ALLOWED
from clubs.models import Entry, Round, RoundState, Tournament
from clubs.queries.tournaments.rounds.seatings import (
    everybody,
    locks_of,
    seated_round,
    seating_seen,
    separated_groups,
    sizes_of,
    sizes_of_game,
    strangers_of,
    told_mark,
)
from clubs.queries.tournaments.tournaments import entries_of, is_active, listed_holder, settings_of


def for_those_here(
    tournament: Tournament, number: int, rounds: Sequence[Round], entries: Sequence[Entry]
) -> SeatedRound | None:
    """A drawn round for who takes part in it now, with the fewest moves; None where sizes of tables
    do not allow it. A chart that is filled by hand loses those who left, and no more.

    rounds: all of the tournament; published ones and drafts count for who has met.
    """
    round_ = next(one for one in rounds if one.number == number)
    seating = seated_round(number, round_.plan)
    here = [entry.number for entry in entries if is_active(entry, number)]
    if round_.method == SeatingMethod.MANUAL.value:
        here = [player for player in here if player in everybody(seating)]
        return _without_others(seating, set(here))
    settings = settings_of(tournament)
    stays = set(here)
    byes = len(stays.intersection(seating.byes))
    if settings.leftovers is Leftovers.BYE:
        try:
            byes = len(here) - sum(sizes_of(len(here), tournament, settings))
        except SeatingRefused:
            return None
    sizes = {len(table.players) for table in seating.tables}.union(ALLOWED[settings.leftovers])
    return with_fewest_moves(
        seating,
        here,
        Circumstances(
            sizes=sizes.intersection(sizes_of_game(tournament)),
            byes=byes,
            locked=locks_of(number, round_.plan),
            rounds=[
                seated_round(other.number, other.plan)
                for other in rounds
                if other.plan and other.number != number
            ],
            apart=strangers_of(tournament, settings, entries),
            groups={}
            if settings.separation.is_hard
            else separated_groups(entries, settings.separation),
            room=tournament.table_numbers,
        ),
    )


def _without_others(seating: SeatedRound, here: set[Any]) -> SeatedRound:
    from_tables = (
        type(table)(table.number, tuple(p for p in table.players if p in here))
        for table in seating.tables
    )
    return SeatedRound(
        seating.number, tuple(from_tables), tuple(p for p in seating.byes if p in here)
    )


@dataclass(frozen=True, slots=True)
class Missing:
    """Names of who is there without a place in a drawn round, and of who has one and is not
    there."""

    number: int
    unseated: Sequence[str]
    absent: Sequence[str]

    @property
    def count(self) -> int:
        return len(self.unseated) + len(self.absent)


def missing_in(round_: Round, entries: Sequence[Entry]) -> Missing:
    """The people who are missing in the seating of a round. In a chart that is filled by hand
    nobody is missing until their turn has come."""
    here = {entry.number for entry in entries if is_active(entry, round_.number)}
    placed = set(everybody(seated_round(round_.number, round_.plan)))
    is_chart = round_.method == SeatingMethod.MANUAL.value
    names = {entry.number: listed_holder(entry, round_.number) for entry in entries}
    return Missing(
        round_.number,
        [] if is_chart else [names[number] for number in sorted(here - placed)],
        [names[number] for number in sorted(placed - here)],
    )


def missing_people(tournament: Tournament, rounds: Iterable[Round]) -> Missing | None:
    """The people who are missing in the round that is published next, if it is drawn; None where
    everybody has a place. At most three queries. rounds: of the tournament."""
    drawn = (one for one in rounds if one.state == RoundState.DRAWN)
    round_ = min(drawn, key=lambda one: one.number, default=None)
    if round_ is None or tournament.is_over:
        return None
    missing = missing_in(round_, entries_of(tournament))
    return missing if missing.count else None


@dataclass(frozen=True, slots=True)
class SeatMove:
    """The move of a person to a place, to another one, or to none: was and now are table numbers, 0
    for a bye, None for nowhere; seat is theirs in the order of play, from 1."""

    name: str
    was: int | None
    now: int | None
    seat: int


@dataclass(frozen=True, slots=True)
class RoundUpdate:
    """The effect of bringing a round up to date: the moves, and the later rounds that are planned
    again. mark is that of the round as it would be."""

    steps: Sequence[SeatMove]
    later: Sequence[int]
    mark: str

    @property
    def coming(self) -> Sequence[SeatMove]:
        return [step for step in self.steps if step.was is None]

    @property
    def moving(self) -> Sequence[SeatMove]:
        return [step for step in self.steps if step.was is not None and step.now is not None]

    @property
    def leaving(self) -> Sequence[SeatMove]:
        return [step for step in self.steps if step.now is None]


def offer_for(
    tournament: Tournament, number: int, rounds: Sequence[Round], entries: Sequence[Entry]
) -> RoundUpdate | None:
    updated = for_those_here(tournament, number, rounds, entries)
    if updated is None:
        return None
    names = {entry.number: listed_holder(entry, number) for entry in entries}
    before = next(seated_round(number, one.plan) for one in rounds if one.number == number)
    return RoundUpdate(
        steps=[_seat_move(move, updated, names) for move in moves_between(before, updated)],
        later=[
            one.number for one in rounds if one.number > number and one.state == RoundState.DRAWN
        ],
        mark=told_mark(updated, entries),
    )


def _seat_move(move: TableMove, seating: SeatedRound, names: Mapping[Any, str]) -> SeatMove:
    players = next((table.players for table in seating.tables if table.number == move.now), ())
    seat = players.index(move.player) + 1 if move.player in players else 0
    return SeatMove(names[move.player], move.was, move.now, seat)


def steps_since(round_: Round, names: Mapping[Any, str]) -> list[SeatMove]:
    """The moves since the round was drawn, because people came or left."""
    seating = seated_round(round_.number, round_.plan)
    moves = (TableMove(*move) for move in round_.plan.get("moves", ()))
    return [_seat_move(move, seating, names) for move in moves]


def changes_since(round_: Round, seen: str, entries: Sequence[Entry]) -> list[SeatMove] | None:
    """The moves since the seating of this mark; None where that is not known: the round was drawn
    again, or somebody plays for another one."""
    before = seating_seen(round_, seen, entries)
    if before is None:
        return None
    seating = seated_round(round_.number, round_.plan)
    names = {entry.number: listed_holder(entry, round_.number) for entry in entries}
    return [_seat_move(move, seating, names) for move in moves_between(before, seating)]
