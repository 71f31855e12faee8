"""Slips that the desk types from paper, once or twice.

Source: tournaments.md §6.2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from clubs.access import (
    Actor,
    may_desk,
    require,
)
from clubs.core.games import get_game
from clubs.core.problems import Problem
from clubs.core.tournaments.slip_checks import played_rows
from clubs.models import (
    Confirmation,
    Deal,
    Sitting,
    Slip,
    SlipMode,
    SlipState,
)
from clubs.queries.tournaments.rounds.slips import (
    OPEN,
    TAKES_DEALS,
    slip_totals,
    tournament_of,
)
from clubs.queries.tournaments.tournaments import settings_of
from clubs.services.changes import Action, clock
from clubs.services.deals.scoring import Record
from clubs.services.errors import TournamentRefused
from clubs.services.tables.sittings import correct_deal, record_deal, record_deals
from clubs.services.tournaments.rounds.slip_changes import (
    Totals,
    deal_count_problems,
    deals_that_count,
    refuse_slip,
    require_slip_reason,
    require_slip_seen,
    require_slip_state,
    row_score_problems,
    row_warnings,
    runs_tournament,
    save_slip,
    score_record,
    seats_by_number,
    slip_audit_content,
    slip_change,
    totals_from_json,
    totals_to_json,
    void_deals,
    write_totals,
    written_totals,
    written_warnings,
)
from clubs.services.tournaments.rounds.slip_rulings import set_mode
from clubs.services.tournaments.rounds.slip_states import (
    forget_confirmations,
    fresh_slip,
)

# Deals that two passes tell otherwise: the number, and the record of each, None where it has none.
Differences = list[tuple[int, Record | None, Record | None]]


@dataclass(frozen=True)
class Typed:
    """The content of a paper slip by entry number: the totals of the round, if it has them, and the
    scores of each deal that counts. On a slip that is kept deal by deal records are the deals that
    it does not have yet, the first under number, and the totals are only compared."""

    totals: Totals | None = None
    deals: Sequence[Totals] = ()
    stopped_early: str = ""
    records: Sequence[Record] = ()
    number: int = 0

    def to_json(self) -> dict[str, Any]:
        return {
            "totals": None if self.totals is None else totals_to_json(self.totals),
            "deals": [totals_to_json(scores) for scores in self.deals],
            "stopped_early": self.stopped_early,
            "records": [dict(record) for record in self.records],
            "number": self.number,
        }

    @classmethod
    def from_json(cls, source: Mapping[str, Any]) -> "Typed":
        totals = source.get("totals")
        return cls(
            totals=None if totals is None else totals_from_json(totals),
            deals=[totals_from_json(scores) for scores in source.get("deals", ())],
            stopped_early=source.get("stopped_early", ""),
            records=source.get("records", ()),
            number=source.get("number", 0),
        )


def type_slip(
    actor: Actor,
    sitting: Sitting,
    typed: Typed,
    *,
    seen: str,
    label: str = "",
    reason: str = "",
    for_arbiter: bool = False,
    replaces: bool = False,
    mode: SlipMode | None = None,
    mode_reason: str = "",
    request_id: UUID,
) -> Slip:
    """Writes a slip that the desk types from paper, and confirms it. Safe to repeat.

    mode: how the slip is kept from now on, where an arbiter changes that and says why (set_mode).

    Where it is typed twice, the first pass is kept and nothing else happens. What phones have
    written already, or the first pass, is compared cell by cell; replaces: what is typed now is
    right. reason overrules warnings, for an arbiter; for_arbiter leaves them to one. label is what
    the deals are called.

    Raises Forbidden, SlipMoved, what record_deals raises, and TournamentRefused: `sum_not_zero`,
    `deal_count`, `total_mismatch`, `field_missing` and the warnings at their cells (`totals.3`,
    `deals[2].3`), `second_pass_differs` with `first` and `second`, `slip_not_open`, `slip_closed`.
    """
    with slip_change(Action.TYPE_SLIP, actor, sitting, request_id) as (log, slip):
        require(may_desk(actor, tournament_of(sitting)))
        if log.repeated:
            log.require_same({**log.written, **typed.to_json()}, log.written)
            return slip
        require_slip_seen(slip, seen)
        disputed = [SlipState.DISPUTED] if runs_tournament(actor, sitting) else []
        require_slip_state(slip, [*OPEN, *disputed])
        if mode is not None and mode != slip.mode:
            slip = _kept_from_now(actor, slip, mode, mode_reason, request_id)
        slip = _write_records(actor, slip, typed, request_id)
        refuse_slip(_typed_problems(slip, typed))
        _overrule_typed(actor, slip, typed, reason, for_arbiter)
        there = _earlier_pass(slip)
        if there is not None and not replaces:
            refuse_slip(_typed_differences(slip, there, typed))
        if there is None and tournament_of(sitting).two_passes and slip.mode != SlipMode.DEALS:
            _save_pass(slip, typed)
            log.after = {**slip_audit_content(slip, None), "pass": 1, **typed.to_json()}
            return slip
        _write_typed(actor, slip, typed, label, request_id)
        slip = fresh_slip(sitting)
        _close_typed(actor, slip, typed, reason if runs_tournament(actor, sitting) else "")
        log.after = {**slip_audit_content(slip, None), **typed.to_json()}
        log.reason = reason.strip()
    return slip


def _write_records(actor: Actor, slip: Slip, typed: Typed, request_id: UUID) -> Slip:
    """Records the deals that the slip does not have yet, if any. Raises what record_deals does."""
    if not typed.records:
        return slip
    _require_last_pass(slip, typed)
    sitting = slip.sitting
    record_deals(actor, sitting, typed.records, number=typed.number, request_id=request_id)
    return fresh_slip(sitting)


def _save_pass(slip: Slip, typed: Typed) -> None:
    """Keeps what is typed as the pass that the next one is compared with."""
    slip.first_pass, slip.state = typed.to_json(), SlipState.ENTERING
    save_slip(slip, "first_pass")


def _kept_from_now(actor: Actor, slip: Slip, mode: SlipMode, reason: str, request_id: UUID) -> Slip:
    """Sets the mode in which the slip is kept from now on. Raises what set_mode does."""
    require_slip_reason(reason, "mode_reason")
    receipt = uuid5(request_id, "mode")
    set_mode(actor, slip.sitting, mode, reason=reason, request_id=receipt)
    return fresh_slip(slip.sitting)


def keep_pass(
    actor: Actor,
    sitting: Sitting,
    typed: Typed,
    *,
    seen: str,
    mode_reason: str = "",
    request_id: UUID,
) -> Differences | None:
    """Keeps one pass of the deals of a paper slip that is typed twice. type_slip writes them once
    two passes in a row are the same. A slip that was kept otherwise is kept by its deals from the
    first pass on, where an arbiter says why (mode_reason).

    None: this was the first pass. A list: the deals that differ from the pass before, and the
    present one is kept instead; empty where none does. Safe to repeat.

    Raises Forbidden, SlipMoved and TournamentRefused (`slip_mode`, `slip_not_open`, `slip_closed`,
    `reason_required`).
    """
    with slip_change(Action.TYPE_SLIP, actor, sitting, request_id) as (log, slip):
        require(may_desk(actor, tournament_of(sitting)))
        if log.repeated:
            log.require_same({**log.written, **typed.to_json()}, log.written)
            earlier = log.written["differs"]
            return None if earlier is None else [(n, was, now) for n, was, now in earlier]
        require_slip_seen(slip, seen)
        if slip.mode != SlipMode.DEALS:
            slip = _kept_from_now(actor, slip, SlipMode.DEALS, mode_reason, request_id)
        require_slip_state(slip, TAKES_DEALS)
        differs = None if slip.first_pass is None else _pass_differences(slip, typed)
        log.is_needless = differs == []
        if not log.is_needless:
            _save_pass(slip, typed)
            log.after = {**slip_audit_content(slip, None), **typed.to_json(), "differs": differs}
    return differs


def _require_last_pass(slip: Slip, typed: Typed) -> None:
    """Raises TournamentRefused (`second_pass_differs`) where deals are typed twice, and the pass
    before these says otherwise or is missing."""
    if not tournament_of(slip.sitting).two_passes:
        return
    if slip.first_pass is None or _pass_differences(slip, typed):
        raise TournamentRefused.of("second_pass_differs")


def _pass_differences(slip: Slip, typed: Typed) -> Differences:
    """The deals that are not the same in the first pass of the slip and in this one."""
    passes: tuple[Any, ...] = (slip.first_pass, typed.to_json())
    before, now = (
        {one["number"] + at: record for at, record in enumerate(one["records"])} for one in passes
    )
    numbers = sorted({*before, *now})
    return [(n, before.get(n), now.get(n)) for n in numbers if before.get(n) != now.get(n)]


def _typed_problems(slip: Slip, typed: Typed) -> list[Problem]:
    """Errors: what nobody may overrule."""
    sitting = slip.sitting
    numbers = list(seats_by_number(sitting))
    problems: list[Problem] = []
    if slip.mode == SlipMode.TOTALS:
        return row_score_problems(typed.totals or {}, numbers, "totals")
    for index, scores in enumerate(typed.deals, 1):
        problems += row_score_problems(scores, numbers, f"deals[{index}]")
    if slip.mode == SlipMode.DEALS:
        count, sums = len(deals_that_count(sitting)), slip_totals(sitting)
    else:
        count = len(_rows_played(slip, typed))
        sums = {n: sum(scores.get(n, 0) for scores in typed.deals) for n in numbers}
    if problems:
        return problems
    problems += deal_count_problems(slip, count, typed.stopped_early)
    if typed.totals is not None:
        problems += _mismatches(typed.totals, sums, numbers)
    return problems


def _rows_played(slip: Slip, typed: Typed) -> list[Totals]:
    """The typed deals that count, in their order."""
    planned = settings_of(tournament_of(slip.sitting)).deals_per_round
    return played_rows(typed.deals, planned, get_game(slip.sitting.game))


def _mismatches(totals: Totals, sums: Totals, numbers: Sequence[int]) -> list[Problem]:
    """A problem for every total on the paper that is not the sum of the deals."""
    return [
        Problem("total_mismatch", f"totals.{n}", {"ours": sums.get(n, 0), "theirs": totals[n]})
        for n in numbers
        if n in totals and totals[n] != sums.get(n, 0)
    ]


def _overrule_typed(actor: Actor, slip: Slip, typed: Typed, reason: str, for_arbiter: bool) -> None:
    """Raises the warnings, unless an arbiter says why it is right, or they are left to one."""
    if for_arbiter or (reason.strip() and runs_tournament(actor, slip.sitting)):
        return
    if slip.mode == SlipMode.SCORES:
        for index, scores in enumerate(typed.deals, 1):
            refuse_slip(row_warnings(slip.sitting, scores, f"deals[{index}]"))
    elif slip.mode == SlipMode.DEALS and not slip.warning_reason:
        refuse_slip(written_warnings(slip))


def _earlier_pass(slip: Slip) -> Typed | None:
    """The content to compare with: the first pass, or what phones wrote. None where there is
    nothing, or deals that are compared by their totals alone."""
    if slip.first_pass is not None:
        return Typed.from_json(slip.first_pass)
    if slip.mode == SlipMode.TOTALS:
        totals = written_totals(slip.sitting)
        return Typed(totals=totals) if totals else None
    if slip.mode == SlipMode.SCORES:
        deals = [_scores_by_number(deal) for deal in deals_that_count(slip.sitting)]
        return Typed(deals=deals) if deals else None
    return None


def _scores_by_number(deal: Deal) -> dict[int, int]:
    rows = deal.scores.filter(seat__entry__isnull=False)
    return dict(rows.order_by("seat").values_list("seat__entry__number", "score"))


def _typed_differences(slip: Slip, first: Typed, second: Typed) -> list[Problem]:
    """Cell by cell; a deal that one of them does not have differs in every cell."""
    problems = _row_differences(first.totals, second.totals, "totals")
    played = [_rows_played(slip, one) for one in (first, second)]
    for index in range(max(map(len, played))):
        row, other = (deals[index] if index < len(deals) else {} for deals in played)
        problems += _row_differences(row, other, f"deals[{index + 1}]")
    return problems


def _row_differences(first: Totals | None, second: Totals | None, field: str) -> list[Problem]:
    if first is None or second is None:
        return []
    cells = dict.fromkeys([*first, *second])
    return [
        Problem(
            "second_pass_differs",
            f"{field}.{n}",
            {"first": first[n], "second": second[n]} if n in first and n in second else {},
        )
        for n in cells
        if first.get(n) != second.get(n)
    ]


def _write_typed(actor: Actor, slip: Slip, typed: Typed, label: str, request_id: UUID) -> None:
    """Totals or scores as they are typed; deals that say the same stay as they are."""
    sitting = slip.sitting
    if slip.mode == SlipMode.TOTALS:
        totals = dict(typed.totals or {})
        if totals != written_totals(sitting):
            write_totals(sitting, seats_by_number(sitting), totals)
        return
    if slip.mode == SlipMode.DEALS:
        return
    deals = deals_that_count(sitting)
    rows = _rows_played(slip, typed)
    if [_scores_by_number(deal) for deal in deals] == [dict(scores) for scores in rows]:
        return
    slip.state = SlipState.ENTERING
    slip.save(update_fields=["state"])
    last = sitting.deals.order_by("-number").values_list("number", flat=True).first() or 0
    for index, scores in enumerate(rows):
        receipt = uuid5(request_id, f"deal {index + 1}")
        if index >= len(deals):
            last += 1
            record = score_record(sitting, scores, label)
            record_deal(actor, sitting, record, number=last, request_id=receipt)
        elif _scores_by_number(deal := deals[index]) != dict(scores):
            record = score_record(sitting, scores, label, dealer=deal.record.get("dealer"))
            correct_deal(
                actor, deal, record, revision=deal.revision, reason=label, request_id=receipt
            )
    void_deals(actor, deals[len(rows) :], "", request_id)


def _close_typed(actor: Actor, slip: Slip, typed: Typed, reason: str) -> None:
    """entered, and confirmed by who typed it."""
    slip.is_from_paper, slip.first_pass = True, None
    slip.dispute, slip.disputed_by = "", None
    slip.warning_reason = reason.strip() or slip.warning_reason
    slip.state, slip.entered_by, slip.entered_at = SlipState.ENTERED, None, clock()
    slip.stopped_early = typed.stopped_early.strip()
    slip.stop_agreed = bool(slip.stopped_early) and runs_tournament(actor, slip.sitting)
    forget_confirmations(slip)
    slip.save()
    Confirmation.objects.create(slip=slip, entry=None, user=actor.user)
    save_slip(slip)
