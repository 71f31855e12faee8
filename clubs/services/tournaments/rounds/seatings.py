"""A seating that is changed by hand: two change places, one moves, a table keeps its players.

Of a published round, tables may still change where nothing is written. Source:
tournaments.md §3.2, §5.7.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from clubs.access import (
    Actor,
    may_run_tournament,
    require,
)
from clubs.core.seating import edit as core
from clubs.core.seating.draw import SeatedRound, SeatedTable, SeatingMethod
from clubs.core.seating.edit import SeatingDifference
from clubs.models import Round, RoundState, Tournament
from clubs.queries.tournaments.rounds.seating_presence import for_those_here
from clubs.queries.tournaments.rounds.seatings import (
    locks_of,
    patched,
    seating_mark,
    sizes_of_game,
    told_mark,
)
from clubs.services.changes import Action
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tournaments.changes import refuse_over, was_done
from clubs.services.tournaments.rounds.replanning import Plans, dissolve_at, record_step

NO_DIFFERENCE = SeatingDifference({}, [], [])


def swap_entries(
    actor: Actor, tournament: Tournament, number: int, a: int, b: int, **options: Any
) -> SeatingDifference:
    """Lets two entries change places; one of them may have a bye. The same swap again undoes it.

    Every edit takes `request_id`, and `seen`, the mark of the seating that the person looked at.
    All are safe to repeat; they raise SeatingRefused, TournamentRefused and TournamentMoved.
    """

    def step(plans: Plans) -> None:
        seats = plans.seating(number)
        plans.put(core.swap_players(seats, a, b, locks_of(number, plans.rounds[number].plan)))

    return _edit(actor, tournament, number, step, {"swapped": [a, b]}, **options)


def move_player(
    actor: Actor, tournament: Tournament, number: int, player: int, table: int, **options: Any
) -> SeatingDifference:
    """Moves an entry to a table with room, as its last. In a chart that is filled by hand it may
    come from anywhere and go to any table with a place."""

    def step(plans: Plans) -> None:
        seats, round_ = plans.seating(number), plans.rounds[number]
        locked = locks_of(number, round_.plan)
        if round_.method == SeatingMethod.MANUAL.value and not round_.is_published:
            core.require_free(seats, (player,), locked)
            plans.put(core.seated_at(_with_room(plans, seats, player, table), player, table))
        else:
            sizes, fewest = plans.sizes_allowed, plans.fewest
            plans.put(core.move(seats, player, table, locked, sizes=sizes, fewest=fewest))

    return _edit(actor, tournament, number, step, {"moved": player, "table": table}, **options)


def _with_room(plans: Plans, seating: SeatedRound, player: int, number: int) -> SeatedRound:
    """The chart without the player, whose table has a place. Raises TournamentRefused."""
    left = core.removed(seating, player)
    table = next((table for table in left.tables if table.number == number), None)
    sizes = sizes_of_game(plans.tournament)
    if table is None or not core.has_room(len(table.players), sizes):
        raise TournamentRefused.of("table_not_open", "table")
    if all(entry.number != player for entry in plans.entries):
        raise TournamentRefused.of("player_not_listed", "players")
    return left


def give_bye(
    actor: Actor, tournament: Tournament, number: int, player: int, **options: Any
) -> SeatingDifference:
    """Gives the entry a bye. Of a round that is not published yet, the certificate says if its
    table is too small by that."""

    def step(plans: Plans) -> None:
        seats = plans.seating(number)
        core.require_free(seats, (player,), locks_of(number, plans.rounds[number].plan))
        if all(entry.number != player for entry in plans.entries):
            raise TournamentRefused.of("player_not_listed", "players")
        left = core.removed(seats, player)
        plans.put(SeatedRound(number, left.tables, (*left.byes, player)))

    return _edit(actor, tournament, number, step, {"bye": player}, **options)


def fill_chart(
    actor: Actor,
    tournament: Tournament,
    number: int,
    tables: Sequence[tuple[int, Sequence[int]]],
    **options: Any,
) -> SeatingDifference:
    """A whole chart that is filled by hand: table numbers, with their entries in order of play.

    Who is not named has no place. Raises TournamentRefused (`not_by_hand`, `player_not_listed`,
    `duplicate_table_number`, `player_seated_twice`).
    """

    def step(plans: Plans) -> None:
        round_ = plans.rounds[number]
        if round_.method != SeatingMethod.MANUAL.value or round_.is_published:
            raise TournamentRefused.of("not_by_hand", "chart")
        _refuse_chart(plans, tables)
        plans.put(
            SeatedRound(number, tuple(SeatedTable(n, tuple(players)) for n, players in tables)), []
        )

    asked = {"chart": [[n, list(players)] for n, players in tables]}
    return _edit(actor, tournament, number, step, asked, **options)


def _refuse_chart(plans: Plans, tables: Sequence[tuple[int, Sequence[int]]]) -> None:
    numbers = [number for number, _players in tables]
    players = [player for _number, table in tables for player in table]
    if len(set(numbers)) < len(numbers):
        raise TournamentRefused.of("duplicate_table_number", "chart")
    if len(set(players)) < len(players):
        raise TournamentRefused.of("player_seated_twice", "chart")
    if not set(players) <= {entry.number for entry in plans.entries}:
        raise TournamentRefused.of("player_not_listed", "chart")


def dissolve(
    actor: Actor, tournament: Tournament, number: int, table: int, **options: Any
) -> SeatingDifference:
    """A table of a published round where nothing is written: its players join short tables, those
    left over have a bye. Taking it back opens another table with its players."""

    def step(plans: Plans) -> None:
        round_ = plans.rounds[number]
        if not round_.is_published:
            raise TournamentRefused.of("round_not_drawn", "round")
        dissolve_at(plans, number, table)

    return _edit(actor, tournament, number, step, {"dissolved": table}, **options)


def lock_table(
    actor: Actor, tournament: Tournament, number: int, table: int, **options: Any
) -> SeatingDifference:
    """The table keeps its players when the round is drawn again, and no edit moves them."""

    def step(plans: Plans) -> None:
        core.lock(plans.seating(number), table)
        plans.put(plans.seating(number), [*_held_tables(plans, number), table])

    return _edit(actor, tournament, number, step, {"locked": table}, **options)


def unlock_table(
    actor: Actor, tournament: Tournament, number: int, table: int, **options: Any
) -> SeatingDifference:
    def step(plans: Plans) -> None:
        plans.put(plans.seating(number), [n for n in _held_tables(plans, number) if n != table])

    return _edit(actor, tournament, number, step, {"unlocked": table}, **options)


def _held_tables(plans: Plans, number: int) -> list[int]:
    return list(plans.rounds[number].plan.get("locked", ()))


def undo_edit(
    actor: Actor, tournament: Tournament, number: int, **options: Any
) -> SeatingDifference:
    """The last step by hand since the round was drawn. Raises TournamentRefused where there is
    none (`nothing_to_undo`)."""

    def step(plans: Plans) -> None:
        round_ = plans.rounds[number]
        steps = round_.plan.get("undo", [])
        if not steps:
            raise TournamentRefused.of("nothing_to_undo")
        round_.plan = {**patched(round_.plan, steps[-1]), "undo": steps[:-1]}

    return _edit(actor, tournament, number, step, {"undone": True}, keeps_steps=True, **options)


def _edit(
    actor: Actor,
    tournament: Tournament,
    number: int,
    step: Callable[[Plans], None],
    content: Mapping[str, Any],
    *,
    keeps_steps: bool = False,
    seen: str = "",
    request_id: UUID,
) -> SeatingDifference:
    """Carries out one step by hand on plan and certificates. Returns the difference over all rounds
    that have a seating; none when the same request was carried out before. content is what was
    asked, as the log has it. keeps_steps: the step says itself how it is taken back.

    Raises TournamentRefused (`table_too_small`) where a table of a published round could not be
    played at any more.
    """
    asked = {"round": number, **content}
    if was_done(Action.EDIT_SEATING, actor, tournament, request_id, asked):
        return NO_DIFFERENCE
    require(may_run_tournament(actor, tournament))
    plans = Plans(tournament)
    round_ = _round_to_edit(plans, number, seen)
    plan = round_.plan
    before = _last_certificate(plans)
    step(plans)
    if round_.is_published and core.too_small(
        plans.seating(number), plans.before[number], plans.fewest
    ):
        raise TournamentRefused.of("table_too_small", "table")
    if not keeps_steps:
        record_step(round_, plan)
    with plans.change(Action.EDIT_SEATING, actor, may_run_tournament, request_id) as log:
        plans.write(actor, log)
        log.after = {**asked, "plan_sha256": round_.certificate["plan_sha256"]}
    return core.difference(before, _last_certificate(plans))


def _round_to_edit(plans: Plans, number: int, seen: str) -> Round:
    refuse_over(plans.tournament)
    round_ = plans.rounds.get(number)
    if round_ is None:
        raise TournamentRefused.of("round_not_drawn", "round")
    if round_.state == RoundState.VALIDATED:
        raise TournamentRefused.of("round_locked", "round")
    if seen and seen != seating_mark(round_, plans.entries):
        raise TournamentMoved
    return round_


def _last_certificate(plans: Plans) -> Mapping[str, Any]:
    certificate: Mapping[str, Any] = plans.rounds[max(plans.rounds)].certificate
    return certificate


def bring_up_to_date(
    actor: Actor, tournament: Tournament, number: int, *, offered: str = "", **options: Any
) -> SeatingDifference:
    """A drawn round for who takes part now, with the fewest moves; later drafts follow.

    offered: the mark of the round that was shown as what would come of it; TournamentMoved if
    another one would. Raises TournamentRefused (`no_place_left`) where sizes of tables do not allow
    it: then it is to be drawn again.
    """

    def step(plans: Plans) -> None:
        if plans.rounds[number].is_published:
            raise TournamentRefused.of("round_already_published", "round")
        updated = for_those_here(
            plans.tournament, number, list(plans.rounds.values()), plans.entries
        )
        if updated is None:
            raise TournamentRefused.of("no_place_left", "plan")
        if offered and offered != told_mark(updated, plans.entries):
            raise TournamentMoved
        plans.bring_up_to_date(number, updated)

    return _edit(
        actor, tournament, number, step, {"brought_up_to_date": True}, keeps_steps=True, **options
    )
