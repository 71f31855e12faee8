"""The slip of a table as its players write it: handed in, confirmed, disputed, totals and scores.

Source: tournaments.md §2, §3.3, §6.1. The arbiter: slip_rulings.py; paper: typed_slips.py.
"""

from collections.abc import Mapping
from uuid import UUID, uuid5

from clubs.access import (
    Actor,
    may_record_deal,
    require,
)
from clubs.core.problems import Problem
from clubs.models import (
    AuditEntry,
    Confirmation,
    Deal,
    Entry,
    Seat,
    Sitting,
    Slip,
    SlipMode,
    SlipState,
)
from clubs.numbers import MINUS
from clubs.queries.deals.deals import says_the_same
from clubs.queries.tournaments.rounds.slips import (
    DONE,
    OPEN,
    TAKES_DEALS,
    tournament_of,
)
from clubs.queries.tournaments.tournaments import settings_of
from clubs.services.changes import Action, change
from clubs.services.deals.scoring import Record
from clubs.services.errors import TournamentRefused
from clubs.services.tables.sittings import record_deal
from clubs.services.tournaments.rounds.slip_changes import (
    Totals,
    deal_count_problems,
    deals_that_count,
    enter_slip,
    refuse_slip,
    require_slip_reason,
    require_slip_seen,
    require_slip_state,
    require_speaker,
    row_score_problems,
    row_warnings,
    runs_tournament,
    save_slip,
    score_record,
    seats_by_number,
    slip_audit_content,
    slip_change,
    totals_to_json,
    write_totals,
    written_totals,
)
from clubs.services.tournaments.rounds.slip_states import (
    forget_confirmations,
    fresh_slip,
)

MOST_LATE = 40  # deals that are kept of phones that came too late


def hand_in(
    actor: Actor,
    sitting: Sitting,
    *,
    entry: Entry | None,
    seen: str,
    stopped_early: str = "",
    request_id: UUID,
) -> Slip:
    """Hands the slip in, for an entry or (None) for the desk. All planned deals are there, or
    stopped_early says why not, which an arbiter must agree to. Safe to repeat.

    seen is the mark of what the person saw. Raises Forbidden, TournamentRefused (`slip_not_yours`,
    `slip_not_open`, `slip_closed`, `deal_count`) and SlipMoved.
    """
    with slip_change(Action.HAND_IN_SLIP, actor, sitting, request_id) as (log, slip):
        require_speaker(actor, sitting, entry)
        if log.repeated:
            return slip
        require_slip_seen(slip, seen)
        log.is_needless = slip.state in (SlipState.ENTERED, *DONE)  # another phone was quicker
        if log.is_needless:
            return slip
        require_slip_state(slip, TAKES_DEALS)
        if slip.mode == SlipMode.TOTALS:
            problems = [] if sitting.totals.exists() else [Problem("field_missing", "totals")]
        else:
            count = len(deals_that_count(sitting))
            problems = deal_count_problems(slip, count, stopped_early.strip())
            planned = settings_of(tournament_of(sitting)).deals_per_round
            stopped_early = stopped_early if planned is None or count < planned else ""
        refuse_slip(problems)
        enter_slip(slip, entry, stopped_early.strip(), by_arbiter=runs_tournament(actor, sitting))
        log.after = slip_audit_content(slip, entry, stopped_early=slip.stopped_early)
        log.reason = slip.stopped_early
    return slip


def confirm(
    actor: Actor, sitting: Sitting, *, entry: Entry | None, seen: str, request_id: UUID
) -> Slip:
    """Confirms a slip for another player of the table, or for the desk (entry None). Safe to
    repeat.

    Raises Forbidden, TournamentRefused (`slip_not_yours`, `slip_self_confirm`, `slip_not_open`) and
    SlipMoved.
    """
    with slip_change(Action.CONFIRM_SLIP, actor, sitting, request_id) as (log, slip):
        require_speaker(actor, sitting, entry)
        if log.repeated:
            return slip
        require_slip_seen(slip, seen)
        if entry is not None and entry.pk == slip.entered_by_id:
            raise TournamentRefused.of("slip_self_confirm", "entry")
        log.is_needless = slip.state in DONE  # enough others were quicker
        if log.is_needless:
            return slip
        require_slip_state(slip, [SlipState.ENTERED])
        confirmations = Confirmation.objects.filter(slip=slip, entry=entry)
        log.is_needless = confirmations.exists()
        if log.is_needless:
            return slip
        Confirmation.objects.create(slip=slip, entry=entry, user=actor.user, at=log.at)
        slip.stop_agreed |= (
            bool(slip.stopped_early) and entry is None and runs_tournament(actor, sitting)
        )
        save_slip(slip, "stop_agreed")
        log.after = slip_audit_content(slip, entry)
    return slip


def dispute(
    actor: Actor, sitting: Sitting, *, entry: Entry | None, text: str, request_id: UUID
) -> Slip:
    """Notes what is wrong with a slip that was handed in; the arbiter settles it. Safe to repeat.

    Raises Forbidden and TournamentRefused (`reason_required`, `slip_not_open`, `slip_closed`).
    """
    with slip_change(Action.DISPUTE_SLIP, actor, sitting, request_id) as (log, slip):
        require_speaker(actor, sitting, entry)
        if log.repeated:
            log.require_same(log.earlier and log.earlier.reason, text.strip())
            return slip
        require_slip_reason(text, "text")
        require_slip_state(slip, [SlipState.ENTERED])
        _disagree(slip, entry, text.strip())
        log.after, log.reason = slip_audit_content(slip, entry), slip.dispute
    return slip


def _disagree(slip: Slip, entry: Entry | None, text: str) -> None:
    """entered → disputed, for the arbiter to settle."""
    forget_confirmations(slip)
    slip.state, slip.dispute, slip.disputed_by = SlipState.DISPUTED, text, entry
    save_slip(slip, "dispute", "disputed_by")


def _totals_text(seats: Mapping[int, Seat], totals: Totals) -> str:
    """ "Anne +110 · Bob −40", without words, since it is stored."""
    figures = {number: f"{total:+d}".replace("-", MINUS) for number, total in totals.items()}
    return " · ".join(f"{seats[at].player.table_name} {figure}" for at, figure in figures.items())


def type_totals(
    actor: Actor,
    sitting: Sitting,
    totals: Totals,
    *,
    entry: Entry | None,
    seen: str,
    request_id: UUID,
) -> Slip:
    """Writes the totals of the round as the table gives them, and hands the slip in.

    totals is by entry number. Until the slip is confirmed, whoever handed it in may tell them
    again. Others of another player are a disagreement: what is written stays, theirs stand beside
    it, and the arbiter settles it. Safe to repeat. Raises Forbidden, TournamentRefused
    (`slip_mode`, `sum_not_zero`, …) and SlipMoved.
    """
    with slip_change(Action.HAND_IN_SLIP, actor, sitting, request_id) as (log, slip):
        require_speaker(actor, sitting, entry)
        if log.repeated:
            log.require_same(log.written.get("totals"), totals_to_json(totals))
            return slip
        if slip.mode != SlipMode.TOTALS:
            raise TournamentRefused.of("slip_mode")
        require_slip_state(slip, OPEN)
        seats = seats_by_number(sitting)
        refuse_slip(row_score_problems(totals, list(seats), "totals"))
        log.before = written_totals(sitting)
        log.is_needless = log.before == dict(totals) and slip.state == SlipState.ENTERED
        if log.is_needless:
            return slip
        require_slip_seen(slip, seen)
        if slip.state == SlipState.ENTERED and entry not in (None, slip.entered_by):
            _disagree(slip, entry, _totals_text(seats, totals))
        else:
            write_totals(sitting, seats, totals)
            enter_slip(slip, entry, "", by_arbiter=False)
        log.after = slip_audit_content(slip, entry, totals=totals_to_json(totals))
    return slip


def type_scores(
    actor: Actor,
    sitting: Sitting,
    scores: Totals,
    *,
    label: str,
    number: int,
    insists: bool = False,
    request_id: UUID,
) -> Deal:
    """Records one deal on a slip of scores, from a phone of the table. Safe to repeat: one id makes
    one deal.

    insists: the table has been shown what looks wrong and says that it is right; an arbiter must
    then agree before the slip is confirmed. Raises TournamentRefused (`sum_not_zero`, and the
    warnings `score_pattern` and `score_impossible`), and what record_deal raises.
    """
    field = "scores"
    refuse_slip(row_score_problems(scores, list(seats_by_number(sitting)), field))
    if not insists:
        refuse_slip(row_warnings(sitting, scores, field))
    receipts = AuditEntry.objects.filter(request_id=request_id)
    earlier = sitting.deals.filter(uuid__in=receipts.values("target_uuid")).first()
    dealer = earlier.record.get("dealer") if earlier else None
    record = score_record(sitting, scores, label, dealer=dealer)
    return record_deal(actor, sitting, record, number=number, request_id=request_id)


def keep_late_deal(
    actor: Actor, sitting: Sitting, record: Record, *, number: int, request_id: UUID
) -> Slip:
    """Keeps a deal that a phone sent when the slip was closed. It is for the arbiter, and never
    counts.

    It is said whether the slip has the same deal. request_id is that of the deal. Safe to repeat.
    """
    receipt = uuid5(request_id, "late")  # the deal may still be recorded, if the slip opens again
    with change(
        Action.KEEP_LATE_DEAL, actor, sitting, lock=sitting, request_id=receipt, of_anyone=True
    ) as log:
        require(may_record_deal(actor, sitting))
        slip = fresh_slip(sitting)
        log.is_needless = len(slip.late_deals) >= MOST_LATE
        if log.repeated or log.is_needless:
            return slip
        is_there = any(says_the_same(deal, record) for deal in sitting.deals.all())
        late = {"id": str(request_id), "number": number, "record": dict(record), "same": is_there}
        slip.late_deals = [*slip.late_deals, {**late, "at": log.at.isoformat()}]
        slip.changed_at = log.at
        slip.save(update_fields=["late_deals", "changed_at"])
        log.after = late
    return slip
