"""What every change of a slip goes through: who speaks, what they saw, what is saved.

Source: tournaments.md §3.3, §6.1. Each person says which state of the slip they mean by its mark
(queries/tournaments/rounds/slips.py): a request that is sent again, or that comes after another
confirmation, still means the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
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
from clubs.core.deals import ALL_PASS
from clubs.core.games import get_game
from clubs.core.problems import Problem
from clubs.core.tournaments.games import zero_is_played
from clubs.core.tournaments.slip_checks import count_problems, deal_warnings, sum_problems
from clubs.models import (
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
from clubs.queries.deals.deals import next_deal, rules_of
from clubs.queries.tournaments.rounds.slips import (
    DONE,
    holds_table,
    own_seats,
    slip_mark,
    tournament_of,
    wanted_confirmations,
)
from clubs.queries.tournaments.tournaments import settings_of
from clubs.services.changes import Action, Change, change, clock
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tables.bids import forget_bid
from clubs.services.tables.sittings import void_deal
from clubs.services.tournaments.rounds.slip_states import (
    forget_confirmations,
    fresh_slip,
    settle_round,
)

MODES = list(SlipMode)  # from the richest to the poorest


Totals = Mapping[int, int]  # by entry number


class SlipMoved(TournamentMoved):
    """Somebody else changed what the slip says. sitting is its table."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        super().__init__(str(sitting.uuid))


@contextmanager
def slip_change(
    action: Action, actor: Actor, sitting: Sitting, request_id: UUID
) -> Iterator[tuple[Change, Slip]]:
    """Frames one change of a slip, which is read again under the lock of its table. Raises
    TournamentRefused (`slip_closed`) once the tournament is over: it may have been cancelled in the
    middle of a round."""
    with change(action, actor, sitting, lock=sitting, request_id=request_id) as log:
        forget_bid(sitting)  # a slip is about what was played
        yield log, fresh_slip(sitting)
        if not log.repeated and tournament_of(sitting).is_over:
            raise TournamentRefused.of("slip_closed")


def require_speaker(actor: Actor, sitting: Sitting, entry: Entry | None) -> None:
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


def require_slip_seen(slip: Slip, seen: str) -> None:
    """Raises SlipMoved where the slip no longer says what the person saw."""
    if seen != slip_mark(slip):
        raise SlipMoved(slip.sitting)


def require_slip_state(slip: Slip, states: Sequence[str]) -> None:
    """Raises TournamentRefused: `slip_closed` once it is confirmed, else `slip_not_open`."""
    if slip.state not in states:
        raise TournamentRefused.of("slip_closed" if slip.state in DONE else "slip_not_open")


def refuse_slip(problems: Sequence[Problem]) -> None:
    if problems:
        raise TournamentRefused(problems)


def slip_audit_content(slip: Slip, entry: Entry | None, **more: Any) -> dict[str, Any]:
    """The content for the log: state and mode of the slip, who speaks, and more."""
    number = entry.number if entry else None
    return {"state": slip.state, "mode": slip.mode, "entry": number, **more}


def save_slip(slip: Slip, *names: str) -> None:
    """Saves these columns. A slip that has everything it waits for becomes confirmed."""
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
    entries = list(Confirmation.objects.filter(slip=slip).values_list("entry", flat=True))
    others = {entry for entry in entries if entry is None or entry != slip.entered_by_id}
    seats = Seat.objects.present().filter(sitting=slip.sitting).count()
    if None not in others and len(others) < wanted_confirmations(slip, seats):
        return False
    return bool(slip.warning_reason) or not written_warnings(slip)


def seats_by_number(sitting: Sitting) -> dict[int, Seat]:
    """The seats by entry number, in order of play."""
    seats = Seat.objects.present().filter(sitting=sitting, entry__isnull=False)
    return {
        seat.entry.number: seat for seat in seats.select_related("entry", "player") if seat.entry
    }


def row_score_problems(scores: Totals, numbers: Sequence[int], field: str) -> list[Problem]:
    """The problems of one row of scores: each entry needs one, in bounds, and their sum is 0."""
    problems = [
        Problem("field_missing", f"{field}.{number}") for number in numbers if number not in scores
    ]
    problems += [
        Problem("score_out_of_range", f"{field}.{number}", {"most": plain_scores.MOST})
        for number, score in scores.items()
        if abs(score) > plain_scores.MOST
    ]
    if set(scores) - set(numbers):
        problems.append(Problem("slip_not_yours", field))
    if set(scores) == set(numbers):
        problems += sum_problems({str(n): score for n, score in scores.items()}, field)
    return problems


def row_warnings(sitting: Sitting, row: Totals, field: str) -> list[Problem]:
    """The warnings of one row of scores that no deal brings. An arbiter may overrule them."""
    active = settings_of(tournament_of(sitting)).active_count(len(row))
    scores = {str(number): score for number, score in row.items()}
    game, rules = get_game(sitting.game), rules_of(sitting)
    return list(deal_warnings(scores, game, rules, field, active))


def written_warnings(slip: Slip) -> list[Problem]:
    """The warnings of the deals on the slip of which only the scores are known."""
    sitting = slip.sitting
    rows = DealScore.objects.filter(deal__sitting=sitting, deal__kind=DealKind.SCORES)
    ordered = rows.order_by("deal__number", "seat")
    deals: dict[int, dict[int, int]] = {}
    for number, entry, score in ordered.values_list("deal__number", "seat__entry__number", "score"):
        deals.setdefault(number, {})[entry] = score
    return [
        problem
        for number, scores in deals.items()
        for problem in row_warnings(sitting, scores, f"deals[{number}]")
    ]


def deal_count_problems(slip: Slip, count: int, stopped_early: str) -> list[Problem]:
    """Are so many deals those of a round, or does the slip say why it has fewer?"""
    planned = settings_of(tournament_of(slip.sitting)).deals_per_round
    if stopped_early and (planned is None or count < planned):
        return []
    least = planned if planned is not None else max(count, 1)
    return list(count_problems(range(count, count + 1), least, "deals"))


def deals_that_count(sitting: Sitting) -> list[Deal]:
    return list(sitting.deals.exclude(kind=DealKind.VOID).order_by("number"))


def runs_tournament(actor: Actor, sitting: Sitting) -> bool:
    return sitting.round is not None and actor.runs(sitting.round.tournament)


def enter_slip(slip: Slip, entry: Entry | None, stopped_early: str, *, by_arbiter: bool) -> None:
    """Takes the slip from entering to entered, without any confirmation."""
    forget_confirmations(slip)
    slip.state, slip.entered_by, slip.entered_at = SlipState.ENTERED, entry, clock()
    slip.stopped_early = stopped_early
    slip.stop_agreed = bool(stopped_early) and by_arbiter and entry is None
    save_slip(slip, "entered_by", "entered_at", "stopped_early", "stop_agreed")


def require_slip_reason(text: str, field: str = "reason") -> None:
    if not text.strip():
        raise TournamentRefused.of("reason_required", field)


def written_totals(sitting: Sitting) -> dict[int, int]:
    """The totals that are written, by entry number."""
    entries = dict(sitting.seats.filter(entry__isnull=False).values_list("player", "entry__number"))
    rows = sitting.totals.values_list("player", "total")
    return {entries[player]: total for player, total in rows if player in entries}


def write_totals(sitting: Sitting, seats: Mapping[int, Seat], totals: Totals) -> None:
    sitting.totals.all().delete()
    SittingTotal.objects.bulk_create(
        SittingTotal(sitting=sitting, player=seats[number].player, total=total)
        for number, total in totals.items()
    )


def totals_to_json(scores: Totals) -> dict[str, int]:
    return {str(number): score for number, score in scores.items()}


def totals_from_json(scores: Mapping[str, int]) -> dict[int, int]:
    return {int(number): score for number, score in scores.items()}


def score_record(
    sitting: Sitting, scores: Totals, label: str, *, dealer: str | None = None
) -> dict[str, Any]:
    """The record of a deal of which only the scores are known; all 0 is a deal nobody bid on, but
    in a game that has deals which bring nothing. dealer is a player's uuid; without one it is whose
    turn it is."""
    seats = seats_by_number(sitting)
    dealer = dealer or next_deal(sitting).dealer
    if not any(scores.values()) and not zero_is_played(get_game(sitting.game)):
        return {"kind": "void", "void_reason": ALL_PASS, **({"dealer": dealer} if dealer else {})}
    by_player = {str(seats[number].player.uuid): score for number, score in scores.items()}
    record = {"kind": plain_scores.KIND, "label": label, "scores": by_player}
    return {**record, "dealer": dealer} if dealer else record


def require_arbiter(actor: Actor, sitting: Sitting) -> None:
    if sitting.round is None:
        raise TournamentRefused.of("slip_not_open")
    require(may_run_tournament(actor, sitting.round.tournament))


def void_deals(actor: Actor, deals: Sequence[Deal], reason: str, request_id: UUID) -> None:
    for deal in deals:
        void_deal(
            actor,
            deal,
            revision=deal.revision,
            reason=reason,
            request_id=uuid5(request_id, f"void {deal.number}"),
        )
