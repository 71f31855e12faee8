"""People who come late, leave or come back while a tournament runs.

A published round changes only where it must. A drawn one does not: somebody reviewed it. Its page
says who came or left, and what would bring it up to date (`seatings.bring_up_to_date`).
Source: tournaments.md §4, §5.7.
"""

from collections.abc import Callable
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext as _

from clubs.access import (
    Actor,
    may_desk,
    may_run_tournament,
    require,
)
from clubs.core.seating.draw import Player as Number
from clubs.core.seating.draw import SeatedRound
from clubs.core.seating.edit import late_table, removed, seated_at
from clubs.models import (
    Entry,
    Sitting,
    Slip,
    SlipMode,
    SlipState,
    Tournament,
)
from clubs.queries.tournaments.rounds.seatings import everybody
from clubs.services.changes import Action
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.changes import refuse_over, was_done
from clubs.services.tournaments.rounds.replanning import (
    Plans,
    open_numbers,
    table_of_player,
    without_table,
)
from clubs.services.tournaments.rounds.slip_changes import enter_slip


def entered_tournament(entry: Entry) -> Tournament:
    """Reads the tournament again. A plan made from this row is refused if the tournament moves
    afterwards."""
    return Tournament.objects.select_related("club").get(pk=entry.tournament_id)


def _planned_entry(
    actor: Actor, entry: Entry, may: Callable[[Actor, Tournament], bool]
) -> tuple[Plans, Entry]:
    """The plans of the tournament, and the entry among them, which may be changed before they are
    written. Raises Forbidden, and TournamentRefused (`tournament_step`)."""
    plans = Plans(entered_tournament(entry))
    require(may(actor, plans.tournament))
    refuse_over(plans.tournament)
    return plans, plans.entry(entry.number)


# Late


def late_arrival(actor: Actor, entry: Entry, *, request_id: UUID) -> Entry:
    """Chooses the round in which an entry begins that was checked in after a draw.

    Before the first round is validated they fill a table of three of a published round where no
    deal is written, with as few meetings again as can be. Else first_round becomes the next one
    that is not published; where that is drawn, its seating stays as it is. Safe to repeat.
    Raises TournamentRefused (`not_checked_in`, `entry_withdrawn`, `tournament_step`) and
    TournamentMoved.
    """
    if was_done(Action.EDIT_SEATING, actor, entry, request_id, {}):
        return entry
    plans, planned = _planned_entry(actor, entry, may_desk)
    if not planned.is_present:
        raise TournamentRefused.of("not_checked_in", "entry")
    if planned.withdrawn_after is not None:
        raise TournamentRefused.of("entry_withdrawn", "entry")
    table = _place_late(plans, planned)
    if plans.rounds and planned.first_round > (plans.settings.rounds_planned or 0):
        raise TournamentRefused.of("tournament_step")
    with plans.change(Action.EDIT_SEATING, actor, may_desk, request_id, entry) as log:
        log.before = {"first_round": entry.first_round}
        log.after = {"entry": entry.number, "first_round": planned.first_round, "table": table}
        is_known = entry.first_round == planned.first_round
        log.is_needless = is_known and not plans.changed()
        entry.first_round = planned.first_round
        entry.save(update_fields=["first_round"])
        plans.write(actor, log)
    return entry


def _place_late(plans: Plans, entry: Entry) -> int | None:
    """The table of the published round that they join, None if they wait; sets first_round."""
    running = plans.published()
    if any(entry.number in everybody(plans.seating(n)) for n in [*plans.validated(), *running]):
        return None
    if not plans.validated():
        for first in running:
            table = _fill_tables(plans, entry.number, [n for n in running if n >= first])
            if table is not None:
                entry.first_round = first
                return table
    entry.first_round = max([0, *plans.validated(), *running]) + 1
    return None


def _fill_tables(plans: Plans, number: int, rounds: list[int]) -> int | None:
    """A place in each of these rounds: the table in the first one; None if one has none."""
    tables: dict[int, int] = {}
    for at in rounds:
        table = _short_table(plans, number, at)
        if table is None:
            return None
        tables[at] = table
    for at, table in tables.items():
        plans.put(seated_at(plans.seating(at), number, table))
    return tables[rounds[0]]


def _short_table(plans: Plans, number: int, at: int) -> int | None:
    seating = plans.seating(at)
    is_open = open_numbers(plans.rounds[at])
    others, apart = plans.others(at), plans.strangers()
    return late_table(seating, number, others, is_open, apart, sizes=plans.sizes_allowed)


# Leaving


def withdraw(
    actor: Actor, entry: Entry, *, after_round: int, reason: str = "", request_id: UUID
) -> Entry:
    """The entry plays up to this round, 0 for none, and has no place in any later one.

    Where its table has begun the next round already, it leaves during that one: the deals that
    are written count, no more are played, and that round is its last. Where its table has not
    begun, it leaves the table; one that is too small to play then is dissolved. Safe to repeat.
    Raises TournamentRefused (`withdraw_round`, `entry_withdrawn`, `tournament_step`) and
    TournamentMoved.
    """
    asked = {"entry": entry.number, "after_round": after_round}
    if was_done(Action.WITHDRAW_ENTRY, actor, entry, request_id, asked):
        return entry
    plans, planned = _planned_entry(actor, entry, may_run_tournament)
    if planned.withdrawn_after is not None:
        raise TournamentRefused.of("entry_withdrawn", "entry")
    if not 0 <= after_round <= (plans.settings.rounds_planned or 0):
        raise TournamentRefused.of("withdraw_round", "after_round")
    last, stopped = _last_counted_round(plans, planned, after_round)
    planned.withdrawn_after = last
    gone = [_leave_round(plans, planned.number, at) for at in plans.published() if at > last]
    with plans.change(Action.WITHDRAW_ENTRY, actor, may_run_tournament, request_id, entry) as log:
        entry.withdrawn_after = last
        entry.save(update_fields=["withdrawn_after"])
        if stopped is not None:  # its table is locked before the rows of rounds are
            _stop_slip(stopped, reason)
        plans.write(actor, log)
        log.reason = reason
        log.after = {**asked, "withdrawn_after": last, "dissolved": [n for n in gone if n]}
    return entry


def _last_counted_round(plans: Plans, entry: Entry, after_round: int) -> tuple[int, Sitting | None]:
    """The last round that counts for who leaves, and the table that stops there, if one does.

    Raises TournamentRefused (`withdraw_round`) when a later one is played to its end.
    """
    began = _begun(plans, entry)
    later = [number for number in began if number > after_round]
    ended = [n for n in plans.validated() if n > after_round and _is_in_round(plans, entry, n)]
    if ended or len(later) > 1:
        raise TournamentRefused.of("withdraw_round", "after_round")
    if not later:
        return after_round, None
    sitting = began[later[0]]
    if sitting.slip.state != SlipState.ENTERING:
        raise TournamentRefused.of("withdraw_round", "after_round")
    return later[0], sitting


def _is_in_round(plans: Plans, entry: Entry, number: int) -> bool:
    return entry.number in everybody(plans.seating(number))


def _begun(plans: Plans, entry: Entry) -> dict[int, Sitting]:
    """The tables of published rounds where this entry sits and something is written."""
    rows = Sitting.objects.filter(
        round__in=[plans.rounds[number] for number in plans.published()],
        seats__entry=entry,
        seats__position__isnull=False,
    )
    sittings = rows.exclude(slip__state=SlipState.EMPTY).select_related("slip", "round")
    return {sitting.round.number: sitting for sitting in sittings if sitting.round}


def _leave_round(plans: Plans, number: Number, at: int) -> int | None:
    """Takes the player out of a published round, and returns the number of the table that is
    dissolved by that, if one is."""
    seating = plans.seating(at)
    table = table_of_player(seating, number)
    left = removed(seating, number)
    small = table is not None and len(table.players) - 1 < plans.fewest
    plans.put(without_table(plans, left, table.number) if table and small else left)
    return table.number if table and small else None


def _stop_slip(sitting: Sitting, reason: str) -> None:
    """No more deals at this table: the arbiter hands in what is written. Where only totals are
    kept, the table still tells them; what is typed once from paper is typed again."""
    Sitting.objects.filter(pk=sitting.pk).update(revision=F("revision") + 1)
    slip = Slip.objects.select_related("sitting__round__tournament").get(sitting=sitting)
    is_told_later = slip.mode == SlipMode.TOTALS or slip.first_pass is not None
    if slip.state == SlipState.ENTERING and not is_told_later:
        enter_slip(slip, None, reason.strip()[:200] or _("A player has left."), by_arbiter=True)


def undo_withdrawal(actor: Actor, entry: Entry, *, request_id: UUID) -> Entry:
    """The entry plays on. In a published round it joins a short table where nothing is written,
    or has a bye. Safe to repeat.

    Raises TournamentRefused (`round_locked`) when a round was validated without it.
    """
    if was_done(Action.WITHDRAW_ENTRY, actor, entry, request_id, {"withdrawn_after": None}):
        return entry
    plans, planned = _planned_entry(actor, entry, may_run_tournament)
    left, planned.withdrawn_after = planned.withdrawn_after, None
    missed = [] if left is None else [n for n in plans.validated() if n > left]
    if missed and planned.is_present:
        raise TournamentRefused.of("round_locked", "entry")
    if left is not None and planned.is_present:
        for at in plans.published():
            if at >= planned.first_round and not _is_in_round(plans, planned, at):
                _come_back(plans, planned.number, at)
    with plans.change(Action.WITHDRAW_ENTRY, actor, may_run_tournament, request_id, entry) as log:
        log.is_needless = left is None
        log.before = {"entry": entry.number, "withdrawn_after": left}
        log.after = {"entry": entry.number, "withdrawn_after": None}
        entry.withdrawn_after = None
        entry.save(update_fields=["withdrawn_after"])
        if not log.is_needless:
            plans.write(actor, log)
    return entry


def _come_back(plans: Plans, number: int, at: int) -> None:
    table = _short_table(plans, number, at)
    seating = plans.seating(at)
    if table is None:
        plans.put(SeatedRound(at, seating.tables, (*seating.byes, number)))
    else:
        plans.put(seated_at(seating, number, table))
