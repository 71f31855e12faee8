"""The slip of a table: handed in, confirmed, disputed, settled, typed from paper, corrected.

Source: tournaments.md §2, §3.3, §6.1, §6.2, §6.4. Each person says which state
of the slip they mean by its mark (queries/tournaments/rounds/slips.py): a request that is sent
again, or that comes after another confirmation, still means the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from clubs.access import (
    Actor,
    may_desk,
    may_record_deal,
    may_run_tournament,
    require,
)
from clubs.core import plain_scores
from clubs.core.games import get_game
from clubs.core.problems import Problem
from clubs.core.slip_checks import count_problems, deal_warnings, played_rows, sum_problems
from clubs.core.tournament_games import zero_is_played
from clubs.models import (
    AuditEntry,
    Confirmation,
    Deal,
    DealKind,
    DealScore,
    Entry,
    Seat,
    Sitting,
    SittingTotal,
    Slip,
    SlipMode,
    SlipState,
)
from clubs.numbers import MINUS
from clubs.queries.deals.deals import next_deal, rules_of
from clubs.queries.tournaments.rounds.slips import (
    DONE,
    OPEN,
    TAKES_DEALS,
    holds_table,
    own_seats,
    slip_mark,
    slip_totals,
    tournament_of,
    wanted_confirmations,
)
from clubs.queries.tournaments.tournaments import settings_of
from clubs.services.changes import Action, Change, change, clock
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tables.bulk import record_deals
from clubs.services.tables.sittings import (
    Record,
    correct_deal,
    record_deal,
    told_the_same,
    void_deal,
)
from clubs.services.tournaments.rounds.slip_states import (
    correction_lock,
    forget_confirmations,
    fresh_slip,
    note_correction,
    require_correctable,
    settle_round,
)

MODES = list(SlipMode)  # from the richest to the poorest
MOST_LATE = 40  # deals that are kept of phones that came too late

Totals = Mapping[int, int]  # by entry number
# Deals that two passes tell otherwise: the number, and the record of each, None where it has none.
Differences = list[tuple[int, Record | None, Record | None]]


class SlipMoved(TournamentMoved):
    """Somebody else changed what the slip says. sitting is its table."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        super().__init__(str(sitting.uuid))


@contextmanager
def _slip_change(
    action: Action, actor: Actor, sitting: Sitting, request_id: UUID
) -> Iterator[tuple[Change, Slip]]:
    """One change of a slip under the lock of its table; the slip is as it is then. None once the
    tournament is over: it may have been cancelled in the middle of a round."""
    with change(action, actor, sitting, lock=sitting, request_id=request_id) as entry:
        yield entry, fresh_slip(sitting)
        if not entry.repeated and tournament_of(sitting).is_over:
            raise TournamentRefused.of("slip_closed")


# What is asked of everybody


def _require_speaker(actor: Actor, sitting: Sitting, entry: Entry | None) -> None:
    """May the actor speak for this entry at this slip; None: for the desk?

    Who has a personal link or an account speaks for themself; who holds the link of the table says
    who they are. Raises Forbidden, and TournamentRefused (`slip_not_yours`).
    """
    require(may_record_deal(actor, sitting))
    if entry is None:
        require(may_desk(actor, tournament_of(sitting)))
        return
    own = set(own_seats(actor, sitting).values_list("entry", flat=True))
    if own:
        allowed = entry.pk in own
    else:
        seats = Seat.objects.present().filter(sitting=sitting, entry=entry)
        allowed = holds_table(actor, sitting) and seats.exists()
    if not allowed:
        raise TournamentRefused.of("slip_not_yours", "entry")


def _require_seen(slip: Slip, seen: str) -> None:
    """Raises SlipMoved where the slip no longer says what the person saw."""
    if seen != slip_mark(slip):
        raise SlipMoved(slip.sitting)


def _require_state(slip: Slip, states: Sequence[str]) -> None:
    """Raises TournamentRefused: `slip_closed` once it is confirmed, else `slip_not_open`."""
    if slip.state not in states:
        raise TournamentRefused.of("slip_closed" if slip.state in DONE else "slip_not_open")


def _refuse(problems: Sequence[Problem]) -> None:
    if problems:
        raise TournamentRefused(problems)


def content(slip: Slip, entry: Entry | None, **more: Any) -> dict[str, Any]:
    """What the log keeps: the slip, who speaks, and what else is told."""
    number = entry.number if entry else None
    return {"state": slip.state, "mode": slip.mode, "entry": number, **more}


def _keep(slip: Slip, *names: str) -> None:
    """Save these columns; a slip with everything that it waits for is confirmed."""
    if slip.state == SlipState.ENTERED and _is_agreed(slip):
        slip.state = SlipState.CONFIRMED
    slip.changed_at = clock()
    slip.save(update_fields=["state", "changed_at", *names])
    if slip.sitting.round is not None:
        settle_round(slip.sitting.round)


def _is_agreed(slip: Slip) -> bool:
    """Confirmed by enough others, or by the desk; and by an arbiter where it stopped early or says
    what no deal brings."""
    if slip.stopped_early and not slip.stop_agreed:
        return False
    told = list(Confirmation.objects.filter(slip=slip).values_list("entry", flat=True))
    others = {entry for entry in told if entry is None or entry != slip.entered_by_id}
    seats = Seat.objects.present().filter(sitting=slip.sitting).count()
    if None not in others and len(others) < wanted_confirmations(slip, seats):
        return False
    return bool(slip.warning_reason) or not _written_warnings(slip)


# Checks


def _seated_numbers(sitting: Sitting) -> dict[int, Seat]:
    """The seats by entry number, in order of play."""
    seats = Seat.objects.present().filter(sitting=sitting, entry__isnull=False)
    return {
        seat.entry.number: seat for seat in seats.select_related("entry", "player") if seat.entry
    }


def _score_problems(told: Totals, numbers: Sequence[int], field: str) -> list[Problem]:
    """Of one row of scores: everybody has one, in bounds, and together they are 0."""
    problems = [
        Problem("field_missing", f"{field}.{number}") for number in numbers if number not in told
    ]
    problems += [
        Problem("score_out_of_range", f"{field}.{number}", {"most": plain_scores.MOST})
        for number, score in told.items()
        if abs(score) > plain_scores.MOST
    ]
    if set(told) - set(numbers):
        problems.append(Problem("slip_not_yours", field))
    if set(told) == set(numbers):
        problems += sum_problems({str(n): score for n, score in told.items()}, field)
    return problems


def _row_warnings(sitting: Sitting, told: Totals, field: str) -> list[Problem]:
    """What a deal does not bring, of one row of scores. An arbiter may overrule it."""
    active = settings_of(tournament_of(sitting)).active_count(len(told))
    scores = {str(number): score for number, score in told.items()}
    game, rules = get_game(sitting.game), rules_of(sitting)
    return list(deal_warnings(scores, game, rules, field, active))


def _written_warnings(slip: Slip) -> list[Problem]:
    """Of the deals on the slip of which only the scores are known."""
    sitting = slip.sitting
    rows = DealScore.objects.filter(deal__sitting=sitting, deal__kind=DealKind.SCORES)
    told = rows.order_by("deal__number", "pk")
    deals: dict[int, dict[int, int]] = {}
    for number, entry, score in told.values_list("deal__number", "seat__entry__number", "score"):
        deals.setdefault(number, {})[entry] = score
    return [
        problem
        for number, scores in deals.items()
        for problem in _row_warnings(sitting, scores, f"deals[{number}]")
    ]


def _number_problems(slip: Slip, count: int, stopped_early: str) -> list[Problem]:
    """Are so many deals those of a round, or does the slip say why it has fewer?"""
    planned = settings_of(tournament_of(slip.sitting)).deals_per_round
    if stopped_early and (planned is None or count < planned):
        return []
    least = planned if planned is not None else max(count, 1)
    return list(count_problems(range(count, count + 1), least, "deals"))


def _counted_deals(sitting: Sitting) -> list[Deal]:
    return list(sitting.deals.exclude(kind=DealKind.VOID).order_by("number"))


# At the table


def hand_in(
    actor: Actor,
    sitting: Sitting,
    *,
    entry: Entry | None,
    seen: str,
    stopped_early: str = "",
    request_id: UUID,
) -> Slip:
    """The round at this table is over: all planned deals are there, or stopped_early says why not,
    which an arbiter must agree to. entry hands it in, None: the desk. Safe to repeat.

    seen is the mark of what the person saw. Raises Forbidden, TournamentRefused (`slip_not_yours`,
    `slip_not_open`, `slip_closed`, `deal_count`) and SlipMoved.
    """
    with _slip_change(Action.HAND_IN_SLIP, actor, sitting, request_id) as (told, slip):
        _require_speaker(actor, sitting, entry)
        if told.repeated:
            return slip
        _require_seen(slip, seen)
        told.is_needless = slip.state in (SlipState.ENTERED, *DONE)  # another phone was quicker
        if told.is_needless:
            return slip
        _require_state(slip, TAKES_DEALS)
        if slip.mode == SlipMode.TOTALS:
            problems = [] if sitting.totals.exists() else [Problem("field_missing", "totals")]
        else:
            count = len(_counted_deals(sitting))
            problems = _number_problems(slip, count, stopped_early.strip())
            planned = settings_of(tournament_of(sitting)).deals_per_round
            stopped_early = stopped_early if planned is None or count < planned else ""
        _refuse(problems)
        enter(slip, entry, stopped_early.strip(), by_arbiter=runs(actor, sitting))
        told.after = content(slip, entry, stopped_early=slip.stopped_early)
        told.reason = slip.stopped_early
    return slip


def runs(actor: Actor, sitting: Sitting) -> bool:
    return sitting.round is not None and actor.runs(sitting.round.tournament)


def enter(slip: Slip, entry: Entry | None, stopped_early: str, *, by_arbiter: bool) -> None:
    """entering → entered: nobody has confirmed yet."""
    forget_confirmations(slip)
    slip.state, slip.entered_by, slip.entered_at = SlipState.ENTERED, entry, clock()
    slip.stopped_early = stopped_early
    slip.stop_agreed = bool(stopped_early) and by_arbiter and entry is None
    _keep(slip, "entered_by", "entered_at", "stopped_early", "stop_agreed")


def confirm(
    actor: Actor, sitting: Sitting, *, entry: Entry | None, seen: str, request_id: UUID
) -> Slip:
    """It is right, says another player of the table, or the desk (entry None). Safe to repeat.

    Raises Forbidden, TournamentRefused (`slip_not_yours`, `slip_self_confirm`, `slip_not_open`) and
    SlipMoved.
    """
    with _slip_change(Action.CONFIRM_SLIP, actor, sitting, request_id) as (told, slip):
        _require_speaker(actor, sitting, entry)
        if told.repeated:
            return slip
        _require_seen(slip, seen)
        if entry is not None and entry.pk == slip.entered_by_id:
            raise TournamentRefused.of("slip_self_confirm", "entry")
        told.is_needless = slip.state in DONE  # enough others were quicker
        if told.is_needless:
            return slip
        _require_state(slip, [SlipState.ENTERED])
        made = Confirmation.objects.filter(slip=slip, entry=entry)
        told.is_needless = made.exists()
        if told.is_needless:
            return slip
        Confirmation.objects.create(slip=slip, entry=entry, user=actor.user, at=told.at)
        slip.stop_agreed |= bool(slip.stopped_early) and entry is None and runs(actor, sitting)
        _keep(slip, "stop_agreed")
        told.after = content(slip, entry)
    return slip


def dispute(
    actor: Actor, sitting: Sitting, *, entry: Entry | None, text: str, request_id: UUID
) -> Slip:
    """Something of a slip that was handed in is wrong: the arbiter settles it. Safe to repeat.

    Raises Forbidden and TournamentRefused (`reason_required`, `slip_not_open`, `slip_closed`).
    """
    with _slip_change(Action.DISPUTE_SLIP, actor, sitting, request_id) as (told, slip):
        _require_speaker(actor, sitting, entry)
        if told.repeated:
            told.require_same(told.earlier and told.earlier.reason, text.strip())
            return slip
        _require_reason(text, "text")
        _require_state(slip, [SlipState.ENTERED])
        _disagree(slip, entry, text.strip())
        told.after, told.reason = content(slip, entry), slip.dispute
    return slip


def _disagree(slip: Slip, entry: Entry | None, text: str) -> None:
    """entered → disputed, for the arbiter to settle."""
    forget_confirmations(slip)
    slip.state, slip.dispute, slip.disputed_by = SlipState.DISPUTED, text, entry
    _keep(slip, "dispute", "disputed_by")


def _totals_text(seats: Mapping[int, Seat], totals: Totals) -> str:
    """ "Anne +110 · Bob −40", without words, since it is stored."""
    figures = {number: f"{total:+d}".replace("-", MINUS) for number, total in totals.items()}
    return " · ".join(f"{seats[at].player.table_name} {figure}" for at, figure in figures.items())


def _require_reason(text: str, field: str = "reason") -> None:
    if not text.strip():
        raise TournamentRefused.of("reason_required", field)


def type_totals(
    actor: Actor,
    sitting: Sitting,
    totals: Totals,
    *,
    entry: Entry | None,
    seen: str,
    request_id: UUID,
) -> Slip:
    """The totals of the round, as the table tells them: the slip is handed in with them.

    totals is by entry number. Until the slip is confirmed, whoever handed it in may tell them
    again. Others of another player are a disagreement: what is written stays, theirs stand beside
    it, and the arbiter settles it. Safe to repeat. Raises Forbidden, TournamentRefused
    (`slip_mode`, `sum_not_zero`, …) and SlipMoved.
    """
    with _slip_change(Action.HAND_IN_SLIP, actor, sitting, request_id) as (told, slip):
        _require_speaker(actor, sitting, entry)
        if told.repeated:
            told.require_same(told.written.get("totals"), _as_json(totals))
            return slip
        if slip.mode != SlipMode.TOTALS:
            raise TournamentRefused.of("slip_mode")
        _require_state(slip, OPEN)
        seats = _seated_numbers(sitting)
        _refuse(_score_problems(totals, list(seats), "totals"))
        told.before = written_totals(sitting)
        told.is_needless = told.before == dict(totals) and slip.state == SlipState.ENTERED
        if told.is_needless:
            return slip
        _require_seen(slip, seen)
        if slip.state == SlipState.ENTERED and entry not in (None, slip.entered_by):
            _disagree(slip, entry, _totals_text(seats, totals))
        else:
            _write_totals(sitting, seats, totals)
            enter(slip, entry, "", by_arbiter=False)
        told.after = content(slip, entry, totals=_as_json(totals))
    return slip


def written_totals(sitting: Sitting) -> dict[int, int]:
    """By entry number."""
    entries = dict(sitting.seats.filter(entry__isnull=False).values_list("player", "entry__number"))
    rows = sitting.totals.values_list("player", "total")
    return {entries[player]: total for player, total in rows if player in entries}


def _write_totals(sitting: Sitting, seats: Mapping[int, Seat], totals: Totals) -> None:
    sitting.totals.all().delete()
    SittingTotal.objects.bulk_create(
        SittingTotal(sitting=sitting, player=seats[number].player, total=total)
        for number, total in totals.items()
    )


def _as_json(scores: Totals) -> dict[str, int]:
    return {str(number): score for number, score in scores.items()}


def _from_json(scores: Mapping[str, int]) -> dict[int, int]:
    return {int(number): score for number, score in scores.items()}


def _score_record(
    sitting: Sitting, scores: Totals, label: str, *, dealer: str | None = None
) -> dict[str, Any]:
    """The record of a deal of which only the scores are known; all 0 is a deal nobody bid on, but
    in a game that has deals which bring nothing. dealer is a player's uuid; without one it is whose
    turn it is."""
    seats = _seated_numbers(sitting)
    dealer = dealer or next_deal(sitting).dealer
    if not any(scores.values()) and not zero_is_played(get_game(sitting.game)):
        return {"kind": "void", "void_reason": "all_pass", **({"dealer": dealer} if dealer else {})}
    told = {str(seats[number].player.uuid): score for number, score in scores.items()}
    record = {"kind": plain_scores.KIND, "label": label, "scores": told}
    return {**record, "dealer": dealer} if dealer else record


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
    """One deal on a slip of scores, by a phone of the table. Safe to repeat: one id makes one deal.

    insists: the table has been shown what looks wrong and says that it is right; an arbiter must
    then agree before the slip is confirmed. Raises TournamentRefused (`sum_not_zero`, and the
    warnings `score_pattern` and `score_impossible`), and what record_deal raises.
    """
    field = "scores"
    _refuse(_score_problems(scores, list(_seated_numbers(sitting)), field))
    if not insists:
        _refuse(_row_warnings(sitting, scores, field))
    receipts = AuditEntry.objects.filter(request_id=request_id)
    earlier = sitting.deals.filter(uuid__in=receipts.values("target_uuid")).first()
    dealer = earlier.record.get("dealer") if earlier else None
    record = _score_record(sitting, scores, label, dealer=dealer)
    return record_deal(actor, sitting, record, number=number, request_id=request_id)


# The arbiter


def agree_stop(actor: Actor, sitting: Sitting, *, request_id: UUID) -> Slip:
    """An arbiter agrees that this table stopped early. Safe to repeat."""
    with _slip_change(Action.RESOLVE_SLIP, actor, sitting, request_id) as (told, slip):
        _require_arbiter(actor, sitting)
        told.is_needless = slip.stop_agreed or not slip.stopped_early
        if told.repeated or told.is_needless:
            return slip
        _require_state(slip, [SlipState.ENTERED, SlipState.DISPUTED])
        slip.stop_agreed = True
        _keep(slip, "stop_agreed")
        told.after, told.reason = content(slip, None, stop_agreed=True), slip.stopped_early
    return slip


def _require_arbiter(actor: Actor, sitting: Sitting) -> None:
    if sitting.round is None:
        raise TournamentRefused.of("slip_not_open")
    require(may_run_tournament(actor, sitting.round.tournament))


def overrule(actor: Actor, sitting: Sitting, *, reason: str, request_id: UUID) -> Slip:
    """Scores that look wrong are right, says an arbiter, and why. Safe to repeat.

    Raises TournamentRefused (`reason_required`)."""
    with _slip_change(Action.RESOLVE_SLIP, actor, sitting, request_id) as (told, slip):
        _require_arbiter(actor, sitting)
        if told.repeated:
            return slip
        _require_reason(reason)
        _require_state(slip, [*OPEN, SlipState.DISPUTED])
        slip.warning_reason = told.reason = reason.strip()
        _keep(slip, "warning_reason")
        told.after = content(slip, None, warnings="overruled")
    return slip


def resolve(
    actor: Actor, sitting: Sitting, to: SlipState, *, reason: str = "", request_id: UUID
) -> Slip:
    """The arbiter ends a disagreement, to `entering` or `confirmed`; or opens a slip again that is
    handed in or confirmed. Safe to repeat.

    Raises TournamentRefused (`slip_closed` once the round is validated, `slip_not_open`,
    `deal_count`)."""
    with _slip_change(Action.RESOLVE_SLIP, actor, sitting, request_id) as (told, slip):
        _require_arbiter(actor, sitting)
        told.is_needless = slip.state == to
        if told.repeated or told.is_needless:
            return slip
        told.before = content(slip, None, dispute=slip.dispute)
        if to == SlipState.CONFIRMED:
            _settle_for_all(slip, actor)
        else:
            _require_state(slip, [SlipState.DISPUTED, SlipState.ENTERED, SlipState.CONFIRMED])
            slip.state, slip.stopped_early, slip.stop_agreed = SlipState.ENTERING, "", False
            forget_confirmations(slip)
        slip.dispute, slip.disputed_by = "", None
        _keep(slip, "dispute", "disputed_by", "stopped_early", "stop_agreed")
        told.after, told.reason = content(slip, None), reason.strip()
    return slip


def _settle_for_all(slip: Slip, actor: Actor) -> None:
    """disputed → confirmed, by the arbiter, who answers for what is missing."""
    _require_state(slip, [SlipState.DISPUTED, SlipState.ENTERED])
    slip.state = SlipState.ENTERED
    slip.stop_agreed = bool(slip.stopped_early)
    if slip.mode != SlipMode.TOTALS:
        _refuse(_number_problems(slip, len(_counted_deals(slip.sitting)), slip.stopped_early))
    if not slip.warning_reason:
        _refuse(_written_warnings(slip))
    Confirmation.objects.get_or_create(slip=slip, entry=None, defaults={"user": actor.user})


def set_mode(
    actor: Actor, sitting: Sitting, mode: SlipMode, *, reason: str, request_id: UUID
) -> Slip:
    """This table keeps its slip in a poorer way than the tournament, or as the tournament again.

    What it has stays in the log: deals are taken back where only totals are kept, totals are
    forgotten where deals are. Safe to repeat. Raises TournamentRefused (`slip_mode` for a richer
    one, `slip_closed` once the round is validated, `reason_required`).
    """
    with _slip_change(Action.SET_SLIP_MODE, actor, sitting, request_id) as (told, slip):
        _require_arbiter(actor, sitting)
        told.is_needless = slip.mode == mode
        if told.repeated or told.is_needless:
            return slip
        usual = settings_of(tournament_of(sitting)).slip_mode
        if MODES.index(mode) < MODES.index(SlipMode(usual.value)):
            raise TournamentRefused.of("slip_mode", "mode")
        _require_reason(reason)
        _require_state(slip, [*OPEN, SlipState.DISPUTED, SlipState.CONFIRMED])
        told.before = content(slip, None, totals=_as_json(written_totals(sitting)))
        slip = _begin_again(actor, slip, mode, reason, request_id)
        told.after, told.reason = content(slip, None), reason.strip()
    return slip


def _begin_again(actor: Actor, slip: Slip, mode: SlipMode, reason: str, request_id: UUID) -> Slip:
    """The slip is kept in this mode from now on, by what it can keep of what it says."""
    sitting = slip.sitting
    if mode == SlipMode.TOTALS:
        slip.state = SlipState.ENTERING
        slip.save(update_fields=["state"])
        _take_back(actor, _counted_deals(sitting), reason, request_id)
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


def _take_back(actor: Actor, deals: Sequence[Deal], reason: str, request_id: UUID) -> None:
    for deal in deals:
        void_deal(
            actor,
            deal,
            revision=deal.revision,
            reason=reason,
            request_id=uuid5(request_id, f"void {deal.number}"),
        )


# From paper


@dataclass(frozen=True)
class Typed:
    """What a paper slip says, by entry number: the totals of the round, where they are told; and
    the scores of each deal that counts. On a slip that is kept deal by deal records are the deals
    that it does not have yet, the first under number, and the totals are only compared."""

    totals: Totals | None = None
    deals: Sequence[Totals] = ()
    stopped_early: str = ""
    records: Sequence[Record] = ()
    number: int = 0

    def to_json(self) -> dict[str, Any]:
        return {
            "totals": None if self.totals is None else _as_json(self.totals),
            "deals": [_as_json(scores) for scores in self.deals],
            "stopped_early": self.stopped_early,
            "records": [dict(record) for record in self.records],
            "number": self.number,
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Typed":
        totals = told.get("totals")
        return cls(
            totals=None if totals is None else _from_json(totals),
            deals=[_from_json(scores) for scores in told.get("deals", ())],
            stopped_early=told.get("stopped_early", ""),
            records=told.get("records", ()),
            number=told.get("number", 0),
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
    """A slip typed from paper by the desk, which confirms it. Safe to repeat.

    mode: how the slip is kept from now on, where an arbiter changes that and says why (set_mode).

    Where it is typed twice, the first pass is kept and nothing else happens. What phones have
    written already, or the first pass, is compared cell by cell; replaces: what is typed now is
    right. reason overrules warnings, for an arbiter; for_arbiter leaves them to one. label is what
    the deals are called.

    Raises Forbidden, SlipMoved, what record_deals raises, and TournamentRefused: `sum_not_zero`,
    `deal_count`, `total_mismatch`, `field_missing` and the warnings at their cells (`totals.3`,
    `deals[2].3`), `second_pass_differs` with `first` and `second`, `slip_not_open`, `slip_closed`.
    """
    with _slip_change(Action.TYPE_SLIP, actor, sitting, request_id) as (told, slip):
        require(may_desk(actor, tournament_of(sitting)))
        if told.repeated:
            told.require_same({**told.written, **typed.to_json()}, told.written)
            return slip
        _require_seen(slip, seen)
        disputed = [SlipState.DISPUTED] if runs(actor, sitting) else []
        _require_state(slip, [*OPEN, *disputed])
        if mode is not None and mode != slip.mode:
            slip = _kept_from_now(actor, slip, mode, mode_reason, request_id)
        if typed.records:
            _require_last_pass(slip, typed)
            record_deals(actor, sitting, typed.records, number=typed.number, request_id=request_id)
            slip = fresh_slip(sitting)
        _refuse(_typed_problems(slip, typed))
        _overrule_typed(actor, slip, typed, reason, for_arbiter)
        there = written(slip)
        if there is not None and not replaces:
            _refuse(_differences(slip, there, typed))
        if there is None and tournament_of(sitting).two_passes and slip.mode != SlipMode.DEALS:
            slip.first_pass, slip.state = typed.to_json(), SlipState.ENTERING
            _keep(slip, "first_pass")
            told.after = {**content(slip, None), "pass": 1, **typed.to_json()}
            return slip
        _write_typed(actor, slip, typed, label, request_id)
        slip = fresh_slip(sitting)
        _close_typed(actor, slip, typed, reason if runs(actor, sitting) else "")
        told.after, told.reason = {**content(slip, None), **typed.to_json()}, reason.strip()
    return slip


def _kept_from_now(actor: Actor, slip: Slip, mode: SlipMode, reason: str, request_id: UUID) -> Slip:
    """What an arbiter types is how the slip is kept from now on. Raises what set_mode does."""
    _require_reason(reason, "mode_reason")
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
    """One pass of the deals of a paper slip that is typed twice; type_slip writes them once two
    passes in a row say the same. A slip that was kept otherwise is kept by its deals from the first
    pass on, where an arbiter says why (mode_reason).

    None: this was the first pass. A list: the deals that differ from the pass before, and the
    present one is kept instead; empty where none does. Safe to repeat.

    Raises Forbidden, SlipMoved and TournamentRefused (`slip_mode`, `slip_not_open`, `slip_closed`,
    `reason_required`).
    """
    with _slip_change(Action.TYPE_SLIP, actor, sitting, request_id) as (told, slip):
        require(may_desk(actor, tournament_of(sitting)))
        if told.repeated:
            earlier = told.written["differs"]
            return None if earlier is None else [(n, was, now) for n, was, now in earlier]
        _require_seen(slip, seen)
        if slip.mode != SlipMode.DEALS:
            slip = _kept_from_now(actor, slip, SlipMode.DEALS, mode_reason, request_id)
        _require_state(slip, TAKES_DEALS)
        differs = None if slip.first_pass is None else _pass_differences(slip, typed)
        told.is_needless = differs == []
        if not told.is_needless:
            slip.first_pass, slip.state = typed.to_json(), SlipState.ENTERING
            _keep(slip, "first_pass")
            told.after = {**content(slip, None), **typed.to_json(), "differs": differs}
    return differs


def _require_last_pass(slip: Slip, typed: Typed) -> None:
    """Raises TournamentRefused (`second_pass_differs`) where deals are typed twice, and the pass
    before these says otherwise or is missing."""
    if not tournament_of(slip.sitting).two_passes:
        return
    if slip.first_pass is None or _pass_differences(slip, typed):
        raise TournamentRefused.of("second_pass_differs")


def _pass_differences(slip: Slip, typed: Typed) -> Differences:
    return _record_differences(slip.first_pass or {}, typed.to_json())


def _record_differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> Differences:
    """Deal by deal, those that are not the same in both passes."""
    before, now = (
        {one["number"] + at: record for at, record in enumerate(one["records"])}
        for one in (first, second)
    )
    numbers = sorted({*before, *now})
    return [(n, before.get(n), now.get(n)) for n in numbers if before.get(n) != now.get(n)]


def _typed_problems(slip: Slip, typed: Typed) -> list[Problem]:
    """Errors: what nobody may overrule."""
    sitting = slip.sitting
    numbers = list(_seated_numbers(sitting))
    problems: list[Problem] = []
    if slip.mode == SlipMode.TOTALS:
        return _score_problems(typed.totals or {}, numbers, "totals")
    for index, scores in enumerate(typed.deals, 1):
        problems += _score_problems(scores, numbers, f"deals[{index}]")
    if slip.mode == SlipMode.DEALS:
        count, sums = len(_counted_deals(sitting)), slip_totals(sitting)
    else:
        count = len(_rows_played(slip, typed))
        sums = {n: sum(scores.get(n, 0) for scores in typed.deals) for n in numbers}
    if problems:
        return problems
    problems += _number_problems(slip, count, typed.stopped_early)
    if typed.totals is not None:
        problems += _mismatches(typed.totals, sums, numbers)
    return problems


def _rows_played(slip: Slip, typed: Typed) -> list[Totals]:
    """The typed deals that count, in their order."""
    planned = settings_of(tournament_of(slip.sitting)).deals_per_round
    return played_rows(typed.deals, planned, get_game(slip.sitting.game))


def _mismatches(told: Totals, sums: Totals, numbers: Sequence[int]) -> list[Problem]:
    """Every total that is written on the paper and is not the sum of the deals."""
    return [
        Problem("total_mismatch", f"totals.{n}", {"ours": sums.get(n, 0), "theirs": told[n]})
        for n in numbers
        if n in told and told[n] != sums.get(n, 0)
    ]


def _overrule_typed(actor: Actor, slip: Slip, typed: Typed, reason: str, for_arbiter: bool) -> None:
    """Raises the warnings, unless an arbiter says why it is right, or they are left to one."""
    if for_arbiter or (reason.strip() and runs(actor, slip.sitting)):
        return
    if slip.mode == SlipMode.SCORES:
        for index, scores in enumerate(typed.deals, 1):
            _refuse(_row_warnings(slip.sitting, scores, f"deals[{index}]"))
    elif slip.mode == SlipMode.DEALS and not slip.warning_reason:
        _refuse(_written_warnings(slip))


def written(slip: Slip) -> Typed | None:
    """What is there to compare with: the first pass, or what phones wrote. None: nothing, or deals
    that are compared by their totals alone."""
    if slip.first_pass is not None:
        return Typed.from_json(slip.first_pass)
    if slip.mode == SlipMode.TOTALS:
        totals = written_totals(slip.sitting)
        return Typed(totals=totals) if totals else None
    if slip.mode == SlipMode.SCORES:
        deals = [_scores_of(deal) for deal in _counted_deals(slip.sitting)]
        return Typed(deals=deals) if deals else None
    return None


def _scores_of(deal: Deal) -> dict[int, int]:
    rows = deal.scores.filter(seat__entry__isnull=False)
    return dict(rows.order_by("pk").values_list("seat__entry__number", "score"))


def _differences(slip: Slip, first: Typed, second: Typed) -> list[Problem]:
    """Cell by cell; a deal that one of them does not have differs in every cell."""
    found = _row_differences(first.totals, second.totals, "totals")
    played = [_rows_played(slip, one) for one in (first, second)]
    for index in range(max(map(len, played))):
        one, other = (deals[index] if index < len(deals) else {} for deals in played)
        found += _row_differences(one, other, f"deals[{index + 1}]")
    return found


def _row_differences(first: Totals | None, second: Totals | None, field: str) -> list[Problem]:
    if first is None or second is None:
        return []
    cells = dict.fromkeys([*first, *second])
    return [
        Problem("second_pass_differs", f"{field}.{n}", _cell_params(first.get(n), second.get(n)))
        for n in cells
        if first.get(n) != second.get(n)
    ]


def _cell_params(first: int | None, second: int | None) -> dict[str, Any]:
    if first is None or second is None:
        return {}
    return {"first": first, "second": second}


def _write_typed(actor: Actor, slip: Slip, typed: Typed, label: str, request_id: UUID) -> None:
    """Totals or scores as they are typed; deals that say the same stay as they are."""
    sitting = slip.sitting
    if slip.mode == SlipMode.TOTALS:
        told = dict(typed.totals or {})
        if told != written_totals(sitting):
            _write_totals(sitting, _seated_numbers(sitting), told)
        return
    if slip.mode == SlipMode.DEALS:
        return
    deals = _counted_deals(sitting)
    rows = _rows_played(slip, typed)
    if [_scores_of(deal) for deal in deals] == [dict(scores) for scores in rows]:
        return
    slip.state = SlipState.ENTERING
    slip.save(update_fields=["state"])
    last = sitting.deals.order_by("-number").values_list("number", flat=True).first() or 0
    for index, scores in enumerate(rows):
        receipt = uuid5(request_id, f"deal {index + 1}")
        if index >= len(deals):
            last += 1
            record = _score_record(sitting, scores, label)
            record_deal(actor, sitting, record, number=last, request_id=receipt)
        elif _scores_of(deals[index]) != dict(scores):
            _rewrite_scores(actor, deals[index], scores, label, receipt)
    _take_back(actor, deals[len(rows) :], "", request_id)


def _rewrite_scores(actor: Actor, deal: Deal, scores: Totals, label: str, request_id: UUID) -> None:
    dealer = deal.record.get("dealer")
    record = _score_record(deal.sitting, scores, label, dealer=dealer)
    correct_deal(actor, deal, record, revision=deal.revision, reason=label, request_id=request_id)


def _close_typed(actor: Actor, slip: Slip, typed: Typed, reason: str) -> None:
    """entered, and confirmed by who typed it."""
    slip.is_from_paper, slip.first_pass = True, None
    slip.dispute, slip.disputed_by = "", None
    slip.warning_reason = reason.strip() or slip.warning_reason
    slip.state, slip.entered_by, slip.entered_at = SlipState.ENTERED, None, clock()
    slip.stopped_early = typed.stopped_early.strip()
    slip.stop_agreed = bool(slip.stopped_early) and runs(actor, slip.sitting)
    forget_confirmations(slip)
    slip.save()
    Confirmation.objects.create(slip=slip, entry=None, user=actor.user)
    _keep(slip)


# Afterwards


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
        _slip_change(Action.CORRECT_SLIP, actor, sitting, request_id) as (told, slip),
    ):
        _require_arbiter(actor, sitting)
        if told.repeated:
            told.require_same(told.written["totals"], _as_json(totals))
            return slip
        if slip.mode != SlipMode.TOTALS:
            raise TournamentRefused.of("slip_mode")
        if slip.state != SlipState.LOCKED:
            raise TournamentRefused.of("slip_not_open")
        require_correctable(actor, sitting, reason)
        seats = _seated_numbers(sitting)
        _refuse(_score_problems(totals, list(seats), "totals"))
        _require_seen(slip, seen)
        told.before = {"totals": _as_json(written_totals(sitting))}
        _write_totals(sitting, seats, totals)
        note_correction(sitting, is_held=is_held)
        _keep(slip)
        told.after, told.reason = {"totals": _as_json(totals)}, reason.strip()
    return slip


def keep_late_deal(
    actor: Actor, sitting: Sitting, record: Record, *, number: int, request_id: UUID
) -> Slip:
    """A deal that a phone sent when the slip was closed: kept for the arbiter, never counted.

    It is said whether the slip has the same deal. request_id is that of the deal. Safe to repeat.
    """
    receipt = uuid5(request_id, "late")  # the deal may still be recorded, if the slip opens again
    with change(
        Action.KEEP_LATE_DEAL, actor, sitting, lock=sitting, request_id=receipt, of_anyone=True
    ) as told:
        require(may_record_deal(actor, sitting))
        slip = fresh_slip(sitting)
        told.is_needless = len(slip.late_deals) >= MOST_LATE
        if told.repeated or told.is_needless:
            return slip
        is_there = any(told_the_same(deal.record, record) for deal in sitting.deals.all())
        late = {"id": str(request_id), "number": number, "record": dict(record), "same": is_there}
        slip.late_deals = [*slip.late_deals, {**late, "at": told.at.isoformat()}]
        slip.changed_at = told.at
        slip.save(update_fields=["late_deals", "changed_at"])
        told.after = late
    return slip
