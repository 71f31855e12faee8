"""The slip of a table, on the phones of its players, and what they and an arbiter send of it. Typed
from paper: slip_desk.py."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import LinkEnded, may_record_deal, may_run_tournament, require
from clubs.choices import problem_message
from clubs.core.problems import DealRefused, Problem
from clubs.forms.tournaments.rounds.slips import (
    SCORES,
    TOTALS,
    SlipForm,
    SlipReasonForm,
    slip_message,
)
from clubs.http import Request
from clubs.models import Sitting, SlipMode, SlipState
from clubs.queries.tables.sittings import current_revision, seen_revision
from clubs.queries.tournaments.rounds.slips import slip_sheet
from clubs.services.errors import RequestReused, SittingMoved
from clubs.services.tournaments.rounds import slip_rulings, slips
from clubs.services.tournaments.rounds.slip_changes import SlipMoved
from clubs.services.tournaments.rounds.slip_states import SlipClosed
from clubs.views.polls import is_sealed
from clubs.views.shared import link_ended, overtaken_data, request_id, sign_in_first, whole_number
from clubs.views.tournaments.rounds.slip_page import (
    CHOSEN_SEATS,
    find_slip,
    slip_context,
    slip_page,
    slip_url,
    speaker_of,
    table_form,
)


@sign_in_first
@require_http_methods(["GET", "POST"])
def slip_show(request: Request, uuid: UUID) -> HttpResponse:
    """?saved=n says that this deal was saved, ?report=1 opens the field for what is wrong. `action`
    of a form is one of ACTIONS."""
    sitting = find_slip(request, uuid)
    if request.method == "POST":
        return _slip_sent(request, sitting)
    return slip_page(request, sitting)


@require_safe
def slip_poll(request: Request, uuid: UUID) -> HttpResponse:
    """What has changed, if the page does not show it yet; else nothing."""
    seen = whole_number(request.GET.get("revision", ""))
    if is_sealed(request, seen) and current_revision(uuid) == seen:
        return HttpResponse(status=204)
    return _slip_again(request, uuid=uuid, seen=seen)


@sign_in_first
def _slip_again(request: Request, uuid: UUID, seen: int) -> HttpResponse:
    if seen_revision(request.actor, uuid) == seen:
        return HttpResponse(status=204)
    try:
        sitting = find_slip(request, uuid)
    except LinkEnded:
        return link_ended(uuid)
    return render(
        request, "clubs/tournaments/slips/_slip_live.html", slip_context(request, sitting)
    )


# What is sent


MOST_SEATS = 20  # of one browser


def _slip_sent(request: Request, sitting: Sitting) -> HttpResponse:
    """Carries out a step of the table or of the arbiter. What is refused comes back with what was
    typed."""
    _require_record_deal_or_run(request, sitting)
    action = request.POST.get("action", "")
    act = ACTIONS.get(action)
    if act is None:
        raise Http404  # none of our own buttons
    try:
        return act(request, sitting) or redirect(slip_url(sitting))
    except (SlipMoved, RequestReused):  # reused: a form that one went back to, changed and sent
        return _slip_moved(request, sitting)
    except SlipClosed:
        return _refused_page(request, sitting, [Problem("slip_closed", None)])
    except DealRefused as refusal:
        return _refused_page(request, sitting, refusal.problems)


def _require_record_deal_or_run(request: Request, sitting: Sitting) -> None:
    """Lets the arbiter act on a closed table too. The services ask again."""
    tournament = sitting.round.tournament  # type: ignore[union-attr]
    if not may_run_tournament(request.actor, tournament):
        require(may_record_deal(request.actor, sitting))


def _refused_page(request: Request, sitting: Sitting, problems: Any) -> HttpResponse:
    reasons = SlipReasonForm(request.POST)
    reasons.is_valid()
    known = ("reason", "text")
    others = []
    for problem in problems:
        if problem.field in known:
            reasons.add_error(problem.field, problem_message(problem))
        else:
            others.append(slip_message(problem, str(reasons.stop_title)))
    sitting = find_slip(request, sitting.uuid)
    return slip_page(request, sitting, reasons=reasons, refused=others, status=422)


def _slip_moved(request: Request, sitting: Sitting) -> HttpResponse:
    """The page, 409: what the slip says now, beside what the person saw or typed."""
    sitting = find_slip(request, sitting.uuid)
    sheet = slip_sheet(sitting)
    # What was typed is kept, under the mark of the newer state: sent again it is not refused again.
    form: SlipForm | None = None
    if request.POST.get("action") in (TOTALS, SCORES):
        data = overtaken_data(request, sheet.mark, number=sheet.next_number)
        form = table_form(sheet, data)
        if form is not None:
            form.is_valid()
    typed = form.row(TOTALS) if form is not None and TOTALS in form.rows else {}
    was = list(typed.values()) or _seen_totals(request)
    beside = [
        (seat, was[at] if len(was) == len(sheet.seats) else None)
        for at, seat in enumerate(sheet.seats)
    ]
    return slip_page(request, sitting, form=form, moved=True, beside=beside, status=409)


def _seen_totals(request: Request) -> list[int]:
    """The totals that the page showed when a button was pressed."""
    texts = request.POST.get("shown", "").split()
    return [int(text) for text in texts[:8] if text.removeprefix("-").isdecimal() and len(text) < 9]


# Of the table: each returns an answer of its own, or None for the way back to the page


def _choose_seat(request: Request, sitting: Sitting) -> None:
    """Remembers in this browser which player uses it; number 0 forgets that."""
    seats = dict(request.session.get(CHOSEN_SEATS, {}))
    seats.pop(str(sitting.uuid), None)
    if number := whole_number(request.POST.get("seat", "")):
        seats[str(sitting.uuid)] = number
    request.session[CHOSEN_SEATS] = dict(list(seats.items())[-MOST_SEATS:])


def _text_in(request: Request, name: str) -> str:
    return request.POST.get(name, "")[:200].replace("\0", "")


def _seen_in(request: Request) -> str:
    return request.POST.get("seen", "")[:40]


def _speaking(request: Request, sitting: Sitting) -> dict[str, Any]:
    """What the services of a table take: the entry that speaks, and the id of the request."""
    return {"entry": speaker_of(request, sitting).entry, "request_id": request_id(request)}


def _hand_in(request: Request, sitting: Sitting) -> None:
    reason = _text_in(request, "reason") if _text_in(request, "stopping") else ""
    if _text_in(request, "stopping") and not reason.strip():
        raise DealRefused([Problem("reason_required", "reason")])
    said = _speaking(request, sitting)
    slips.hand_in(request.actor, sitting, seen=_seen_in(request), stopped_early=reason, **said)


def _confirm(request: Request, sitting: Sitting) -> None:
    said = _speaking(request, sitting)
    slip = slips.confirm(request.actor, sitting, seen=_seen_in(request), **said)
    if slip.state == SlipState.CONFIRMED:
        messages.success(request, _("The slip is confirmed. Thank you."))


def _dispute(request: Request, sitting: Sitting) -> None:
    text, said = _text_in(request, "text"), _speaking(request, sitting)
    slips.dispute(request.actor, sitting, text=text, **said)
    messages.success(request, _("The arbiter is told."))


def _tell_totals(request: Request, sitting: Sitting) -> HttpResponse | None:
    form = _sent_form(request, sitting)
    if form is None or not form.is_valid():
        return slip_page(request, sitting, form=form, status=422)
    entry = speaker_of(request, sitting).entry
    try:
        slips.type_totals(
            request.actor,
            sitting,
            form.row(TOTALS),
            entry=entry,
            seen=form.cleaned_data["seen"],
            request_id=form.cleaned_data["request_id"],
        )
    except DealRefused as refusal:
        return _form_refused(request, sitting, form, refusal)
    return None


def _tell_scores(request: Request, sitting: Sitting) -> HttpResponse:
    form = _sent_form(request, sitting)
    if form is None or not form.is_valid():
        return slip_page(request, sitting, form=form, status=422)
    try:
        deal = slips.type_scores(
            request.actor,
            sitting,
            form.row(SCORES),
            label=_("Deal"),
            number=form.cleaned_data["number"] or 1,
            insists=form.cleaned_data["insists"],
            request_id=form.cleaned_data["request_id"],
        )
    except DealRefused as refusal:
        return _form_refused(request, sitting, form, refusal)
    except SittingMoved:
        return _slip_moved(request, sitting)
    return redirect(f"{slip_url(sitting)}?{urlencode({'saved': deal.number})}")


def _sent_form(request: Request, sitting: Sitting) -> SlipForm | None:
    return table_form(slip_sheet(sitting), request.POST)


def _form_refused(
    request: Request, sitting: Sitting, form: SlipForm, refusal: DealRefused
) -> HttpResponse:
    form.explain(refusal.problems)
    return slip_page(request, find_slip(request, sitting.uuid), form=form, status=422)


# What an arbiter does with a slip


def _agree_stop(request: Request, sitting: Sitting) -> None:
    slip_rulings.agree_stop(request.actor, sitting, request_id=request_id(request))


def _overrule(request: Request, sitting: Sitting) -> None:
    reason = _text_in(request, "reason")
    slip_rulings.overrule(request.actor, sitting, reason=reason, request_id=request_id(request))


def _resolve(request: Request, sitting: Sitting, *, to: SlipState) -> None:
    reason = _text_in(request, "reason")
    slip_rulings.resolve(request.actor, sitting, to, reason=reason, request_id=request_id(request))


def _set_mode(request: Request, sitting: Sitting) -> None:
    mode = request.POST.get("mode", "")
    if mode not in SlipMode.values:
        raise Http404  # none of our own buttons
    reason, receipt = _text_in(request, "reason"), request_id(request)
    slip_rulings.set_mode(request.actor, sitting, SlipMode(mode), reason=reason, request_id=receipt)


def _correct_totals(request: Request, sitting: Sitting) -> HttpResponse | None:
    sheet = slip_sheet(sitting)
    form = SlipForm(request.POST, seats=sheet.seats, rows={TOTALS: True})
    if not form.is_valid():
        return slip_page(request, sitting, correction=form, status=422)
    cleaned = form.cleaned_data
    try:
        slip_rulings.correct_totals(
            request.actor,
            sitting,
            form.row(TOTALS),
            seen=cleaned["seen"],
            reason=cleaned["reason"],
            request_id=cleaned["request_id"],
        )
    except DealRefused as refusal:
        form.explain(refusal.problems)
        return slip_page(request, find_slip(request, sitting.uuid), correction=form, status=422)
    messages.success(request, _("The totals are corrected; the standings have a new version."))
    return None


ACTIONS: Mapping[str, Callable[[Request, Sitting], HttpResponse | None]] = {
    "me": _choose_seat,
    "hand_in": _hand_in,
    "confirm": _confirm,
    "dispute": _dispute,
    TOTALS: _tell_totals,
    SCORES: _tell_scores,
    "agree": _agree_stop,
    "overrule": _overrule,
    "give_back": partial(_resolve, to=SlipState.ENTERING),
    "settle": partial(_resolve, to=SlipState.CONFIRMED),
    "mode": _set_mode,
    "correct": _correct_totals,
}
