"""What the arbiter decides of a slip: a stop, a warning, a disagreement, its mode, its totals.

Source: tournaments.md §3.3, §6.4.
"""

from uuid import UUID, uuid5

from clubs.access import (
    Actor,
)
from clubs.models import (
    Confirmation,
    Sitting,
    Slip,
    SlipMode,
    SlipState,
)
from clubs.queries.tournaments.rounds.slips import (
    OPEN,
    tournament_of,
)
from clubs.queries.tournaments.tournaments import settings_of
from clubs.services.changes import Action, clock
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.rounds.slip_changes import (
    MODES,
    Totals,
    deal_count_problems,
    deals_that_count,
    refuse_slip,
    require_arbiter,
    require_slip_reason,
    require_slip_seen,
    require_slip_state,
    row_score_problems,
    save_slip,
    seats_by_number,
    slip_audit_content,
    slip_change,
    totals_to_json,
    void_deals,
    write_totals,
    written_totals,
    written_warnings,
)
from clubs.services.tournaments.rounds.slip_states import (
    correction_lock,
    forget_confirmations,
    fresh_slip,
    note_correction,
    require_correctable,
    settle_round,
)


def agree_stop(actor: Actor, sitting: Sitting, *, request_id: UUID) -> Slip:
    """Notes that an arbiter agrees that this table stopped early. Safe to repeat."""
    with slip_change(Action.RESOLVE_SLIP, actor, sitting, request_id) as (log, slip):
        require_arbiter(actor, sitting)
        log.is_needless = slip.stop_agreed or not slip.stopped_early
        if log.repeated or log.is_needless:
            return slip
        require_slip_state(slip, [SlipState.ENTERED, SlipState.DISPUTED])
        slip.stop_agreed = True
        save_slip(slip, "stop_agreed")
        log.after, log.reason = (
            slip_audit_content(slip, None, stop_agreed=True),
            slip.stopped_early,
        )
    return slip


def overrule(actor: Actor, sitting: Sitting, *, reason: str, request_id: UUID) -> Slip:
    """Notes that scores which look wrong are right, as an arbiter says, and why. Safe to repeat.

    Raises TournamentRefused (`reason_required`).
    """
    with slip_change(Action.RESOLVE_SLIP, actor, sitting, request_id) as (log, slip):
        require_arbiter(actor, sitting)
        if log.repeated:
            return slip
        require_slip_reason(reason)
        require_slip_state(slip, [*OPEN, SlipState.DISPUTED])
        slip.warning_reason = log.reason = reason.strip()
        save_slip(slip, "warning_reason")
        log.after = slip_audit_content(slip, None, warnings="overruled")
    return slip


def resolve(
    actor: Actor, sitting: Sitting, to: SlipState, *, reason: str = "", request_id: UUID
) -> Slip:
    """Ends a disagreement as the arbiter decides, to `entering` or `confirmed`; or opens a slip
    again that is handed in or confirmed. Safe to repeat.

    Each decision is a request of its own: the buttons of one form send the same request_id. Raises
    TournamentRefused (`slip_closed` once the round is validated, `slip_not_open`, `deal_count`).
    """
    receipt = uuid5(request_id, to)
    with slip_change(Action.RESOLVE_SLIP, actor, sitting, receipt) as (log, slip):
        require_arbiter(actor, sitting)
        log.is_needless = slip.state == to
        if log.repeated or log.is_needless:
            return slip
        log.before = slip_audit_content(slip, None, dispute=slip.dispute)
        if to == SlipState.CONFIRMED:
            _settle_for_all(slip, actor)
        else:
            require_slip_state(slip, [SlipState.DISPUTED, SlipState.ENTERED, SlipState.CONFIRMED])
            slip.state, slip.stopped_early, slip.stop_agreed = SlipState.ENTERING, "", False
            forget_confirmations(slip)
        slip.dispute, slip.disputed_by = "", None
        save_slip(slip, "dispute", "disputed_by", "stopped_early", "stop_agreed")
        log.after, log.reason = slip_audit_content(slip, None), reason.strip()
    return slip


def _settle_for_all(slip: Slip, actor: Actor) -> None:
    """disputed → confirmed, by the arbiter, who answers for what is missing."""
    require_slip_state(slip, [SlipState.DISPUTED, SlipState.ENTERED])
    slip.state = SlipState.ENTERED
    slip.stop_agreed = bool(slip.stopped_early)
    if slip.mode != SlipMode.TOTALS:
        refuse_slip(
            deal_count_problems(slip, len(deals_that_count(slip.sitting)), slip.stopped_early)
        )
    if not slip.warning_reason:
        refuse_slip(written_warnings(slip))
    Confirmation.objects.get_or_create(slip=slip, entry=None, defaults={"user": actor.user})


def set_mode(
    actor: Actor, sitting: Sitting, mode: SlipMode, *, reason: str, request_id: UUID
) -> Slip:
    """Lets this table keep its slip in a poorer way than the tournament, or as the tournament
    again.

    What it has stays in the log: deals are taken back where only totals are kept, totals are
    forgotten where deals are. Safe to repeat. Raises TournamentRefused (`slip_mode` for a richer
    one, `slip_closed` once the round is validated, `reason_required`).
    """
    with slip_change(Action.SET_SLIP_MODE, actor, sitting, request_id) as (log, slip):
        require_arbiter(actor, sitting)
        if log.repeated:
            log.require_same(log.written["mode"], mode)
        log.is_needless = slip.mode == mode
        if log.repeated or log.is_needless:
            return slip
        usual = settings_of(tournament_of(sitting)).slip_mode
        if MODES.index(mode) < MODES.index(SlipMode(usual.value)):
            raise TournamentRefused.of("slip_mode", "mode")
        require_slip_reason(reason)
        require_slip_state(slip, [*OPEN, SlipState.DISPUTED, SlipState.CONFIRMED])
        log.before = slip_audit_content(slip, None, totals=totals_to_json(written_totals(sitting)))
        slip = _begin_again(actor, slip, mode, reason, request_id)
        log.after, log.reason = slip_audit_content(slip, None), reason.strip()
    return slip


def _begin_again(actor: Actor, slip: Slip, mode: SlipMode, reason: str, request_id: UUID) -> Slip:
    """The slip is kept in this mode from now on, by what it can keep of what it says."""
    sitting = slip.sitting
    if mode == SlipMode.TOTALS:
        slip.state = SlipState.ENTERING
        slip.save(update_fields=["state"])
        void_deals(actor, deals_that_count(sitting), reason, request_id)
        slip = fresh_slip(sitting)
    sitting.totals.all().delete()
    sitting.totals_only = mode == SlipMode.TOTALS
    sitting.save(update_fields=["totals_only"])
    has_deals = sitting.deals.exists()
    slip.mode, slip.state = mode, SlipState.ENTERING if has_deals else SlipState.EMPTY
    slip.dispute, slip.disputed_by, slip.first_pass = "", None, None
    slip.entered_by, slip.entered_at, slip.stopped_early = None, None, ""
    slip.stop_agreed, slip.warning_reason = False, ""
    forget_confirmations(slip)
    slip.changed_at = clock()
    slip.save()
    if sitting.round is not None:
        settle_round(sitting.round)
    return slip


def correct_totals(
    actor: Actor, sitting: Sitting, totals: Totals, *, seen: str, reason: str, request_id: UUID
) -> Slip:
    """Totals of a validated round, corrected by the arbiter: standings have another version.

    Deals are corrected one by one (services/tables/sittings.py). Safe to repeat. Raises
    TournamentRefused (`correction_reason_required`, `sum_not_zero`, `slip_mode`, `slip_closed`) and
    SlipMoved.
    """
    with (
        correction_lock(sitting) as is_held,
        slip_change(Action.CORRECT_SLIP, actor, sitting, request_id) as (log, slip),
    ):
        require_arbiter(actor, sitting)
        if log.repeated:
            log.require_same(log.written["totals"], totals_to_json(totals))
            return slip
        if slip.mode != SlipMode.TOTALS:
            raise TournamentRefused.of("slip_mode")
        if slip.state != SlipState.LOCKED:
            raise TournamentRefused.of("slip_not_open")
        require_correctable(actor, sitting, reason)
        seats = seats_by_number(sitting)
        refuse_slip(row_score_problems(totals, list(seats), "totals"))
        require_slip_seen(slip, seen)
        log.before = {"totals": totals_to_json(written_totals(sitting))}
        write_totals(sitting, seats, totals)
        note_correction(sitting, is_held=is_held)
        save_slip(slip)
        log.after, log.reason = {"totals": totals_to_json(totals)}, reason.strip()
    return slip
