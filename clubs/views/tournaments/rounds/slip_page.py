"""The page of the slip of a table: what it shows, and the forms of what may be typed."""

from typing import Any
from uuid import UUID, uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from clubs.access import may_correct_deal, may_desk, may_record_deal, may_run_tournament
from clubs.forms.tournaments.rounds.slips import (
    SCORES,
    TOTALS,
    SlipForm,
    SlipReasonForm,
    shown_cells,
)
from clubs.http import Request
from clubs.models import Sitting, SlipMode, SlipState
from clubs.queries.tournaments.rounds.slips import (
    DONE,
    OPEN,
    TAKES_DEALS,
    SlipSheet,
    Speaker,
    sees_tournament,
    slip_sheet,
    speaker_at,
    tournament_of,
)
from clubs.services.tournaments.rounds import slip_changes
from clubs.views.polls import poll_address
from clubs.views.shared import find_sitting, whole_number

GIVEN_BACK = (SlipState.DISPUTED, SlipState.ENTERED, SlipState.CONFIRMED)
CHOSEN_SEATS = "slip_seats"  # key of the session: entry number by uuid of the table


def find_slip(request: Request, uuid: UUID) -> Sitting:
    """A table of a tournament. Raises Http404 for other tables, which have no slip."""
    sitting = find_sitting(request, uuid)
    if sitting.round is None:
        raise Http404
    return sitting


def slip_page(
    request: Request,
    sitting: Sitting,
    *,
    form: SlipForm | None = None,
    reasons: SlipReasonForm | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    context = slip_context(request, sitting)
    sheet: SlipSheet = context["sheet"]
    for refused in filter(None, (form, more.get("correction"))):
        refused.seats = sheet.seats  # whose names are those of the page
    if context["may_type"]:
        context["form"] = form or table_form(sheet)
    if context["runs"] and sheet.slip.state == SlipState.LOCKED and sheet.has_totals:
        context["correction"] = _correction_form(sheet)
    context["reasons"] = reasons or SlipReasonForm(initial={"request_id": uuid4()})
    context["reports"] = "report" in request.GET or (
        reasons is not None and reasons.has_error("text")
    )
    return render(
        request, "clubs/tournaments/slips/slip_show.html", {**context, **more}, status=status
    )


def slip_context(request: Request, sitting: Sitting) -> dict[str, Any]:
    """Everything but the forms. The revision is read before what it stands for, so that a change in
    between is polled for."""
    actor, tournament = request.actor, tournament_of(sitting)
    speaker = speaker_of(request, sitting)
    runs, desks = may_run_tournament(actor, tournament), may_desk(actor, tournament)
    sheet = slip_sheet(sitting, listed=desks and speaker.entry is None)
    slip, writes = sheet.slip, sitting.is_open and may_record_deal(actor, sitting)
    speaks = writes and (speaker.entry is not None or desks)
    asks_who = writes and speaker.may_choose and speaker.entry is None and not desks
    by_deals, tells_totals = slip.mode == SlipMode.DEALS, slip.mode == SlipMode.TOTALS
    modes = _poorer_modes(sheet) if runs and slip.state != SlipState.LOCKED else ()
    may_give_back = slip.state in GIVEN_BACK
    may_rule = bool(may_give_back or modes or (sheet.warnings and not slip.warning_reason))
    saved = whole_number(request.GET.get("saved", ""))
    return {
        "sitting": sitting,
        "club": sitting.club,
        "tournament": tournament,
        "round": sitting.round,
        "sheet": sheet,
        "slip": slip,
        "speaker": speaker,
        "writes": writes,
        "runs": runs,
        "desks": desks,
        "may_type_paper": desks and slip.state not in DONE,
        "asks_who": asks_who,
        "may_record": writes and by_deals and sheet.takes_deals,
        # Whoever tells totals hands them in, so it is asked first who that is.
        "may_type": writes
        and not by_deals
        and not (tells_totals and asks_who)
        and slip.state in _typed_states(slip.mode),
        # The form of totals hands them in: a button beside it would take what it held before.
        "may_hand_in": speaks and not tells_totals and slip.state in TAKES_DEALS and sheet.is_full,
        "may_stop": speaks
        and slip.state in TAKES_DEALS
        and slip.mode != SlipMode.TOTALS
        and not sheet.is_full,
        **_may_confirm(sheet, speaker, speaks=speaks),
        "may_correct": may_correct_deal(actor, sitting) and slip.state in _correctable(runs=runs),
        "saved": next((deal for deal in sheet.deals if deal.number == saved), None),
        "sees_tournament": sees_tournament(actor, tournament),
        "modes": modes,
        "may_give_back": may_give_back,
        "may_rule": may_rule,
        "asks_arbiter": runs
        and bool(
            may_rule
            or slip.state == SlipState.LOCKED
            or slip.late_deals
            or (slip.stopped_early and not slip.stop_agreed)
        ),
        "request_id": uuid4(),
        "poll_url": _slip_poll_url(sitting) if sitting.is_open else "",
    }


def _may_confirm(sheet: SlipSheet, speaker: Speaker, *, speaks: bool) -> dict[str, bool]:
    """What the viewer may say of a slip that was handed in. Nobody confirms twice, and nobody the
    slip that they handed in."""
    slip, entry = sheet.slip, speaker.entry
    is_open = slip.state == SlipState.ENTERED
    is_own = entry is not None and entry.pk == slip.entered_by_id
    has_said = entry in sheet.confirmed_by if entry else None in sheet.confirmed_by
    return {
        "is_own": is_open and is_own,
        "has_said": is_open and has_said,
        "may_confirm": speaks and is_open and not is_own and not has_said,
        "may_dispute": speaks and is_open,
    }


def _typed_states(mode: str) -> tuple[SlipState, ...]:
    """The states in which the slip is typed. Totals may be typed again until they are confirmed;
    deals are corrected one by one."""
    return OPEN if mode == SlipMode.TOTALS else TAKES_DEALS


def _correctable(*, runs: bool) -> tuple[SlipState, ...]:
    return tuple(SlipState) if runs else OPEN


def _poorer_modes(sheet: SlipSheet) -> list[SlipMode]:
    """The modes that the arbiter may choose for this table: that of the tournament, or a poorer
    one."""
    usual = slip_changes.MODES.index(SlipMode(sheet.settings.slip_mode.value))
    return [mode for mode in slip_changes.MODES[usual:] if mode != sheet.slip.mode]


def _slip_poll_url(sitting: Sitting) -> str:
    return poll_address(reverse("slip_poll", args=[sitting.uuid]), "revision", sitting.revision)


def slip_url(sitting: Sitting) -> str:
    return reverse("slip_show", args=[sitting.uuid])


def table_form(sheet: SlipSheet, data: Any = None) -> SlipForm | None:
    """What a phone types: the totals of the round, or the scores of the next deal."""
    initial = {"seen": sheet.mark, "number": sheet.next_number}
    if sheet.slip.mode == SlipMode.TOTALS:
        if sheet.has_totals:
            totals = {seat.number: seat.total for seat in sheet.seats}
            initial |= shown_cells(TOTALS, totals)
        rows = {TOTALS: True}
    elif sheet.takes_deals or data is not None:
        rows = {SCORES: True}
    else:
        return None
    return SlipForm(data, seats=sheet.seats, rows=rows, initial=initial)


def _correction_form(sheet: SlipSheet) -> SlipForm:
    cells = shown_cells(TOTALS, {seat.number: seat.total for seat in sheet.seats})
    return SlipForm(seats=sheet.seats, rows={TOTALS: True}, initial={"seen": sheet.mark, **cells})


def speaker_of(request: Request, sitting: Sitting) -> Speaker:
    """The person who speaks at the table: by the account, or as this browser has chosen."""
    number = request.session.get(CHOSEN_SEATS, {}).get(str(sitting.uuid))
    return speaker_at(request.actor, sitting, number if isinstance(number, int) else None)
