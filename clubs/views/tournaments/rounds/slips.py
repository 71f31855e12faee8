"""The slip of a table, on the phones of its players. Typed from paper: slip_desk.py."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import (
    LinkEnded,
    may_correct_deal,
    may_desk,
    may_record_deal,
    may_run_tournament,
    require,
)
from clubs.choices import problem_message
from clubs.core.problems import DealRefused, Problem
from clubs.forms.tournaments.rounds.slips import SCORES, TOTALS, ReasonForm, SlipForm, shown_cells
from clubs.http import Request
from clubs.models import Sitting, SlipMode, SlipState
from clubs.queries.tables.sittings import current_revision, seen_revision
from clubs.queries.tournaments.rounds.slips import (
    OPEN,
    TAKES_DEALS,
    SlipSheet,
    Speaker,
    sees_tournament,
    slip_sheet,
    speaker_at,
)
from clubs.services.errors import RequestReused, SittingMoved
from clubs.services.tournaments.rounds import slips
from clubs.services.tournaments.rounds.slip_states import SlipClosed
from clubs.services.tournaments.rounds.slips import SlipMoved
from clubs.views.polls import is_sealed, poll_address
from clubs.views.shared import (
    find_sitting,
    link_ended,
    request_id,
    sign_in_first,
    whole_number,
)

WHO_HERE = "slip_seats"  # key of the session: entry number by uuid of the table
MOST_SEATS = 20


# The page of a table


@sign_in_first
@require_http_methods(["GET", "POST"])
def slip_show(request: Request, uuid: UUID) -> HttpResponse:
    """?saved=n says that this deal was saved, ?report=1 opens the field for what is wrong. `action`
    of a form is one of ACTIONS."""
    sitting = _find_slip(request, uuid)
    if request.method == "POST":
        return _slip_sent(request, sitting)
    return _slip_page(request, sitting)


def _find_slip(request: Request, uuid: UUID) -> Sitting:
    """A table of a tournament; the others have no slip."""
    sitting = find_sitting(request, uuid)
    if sitting.round is None:
        raise Http404
    return sitting


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
        sitting = _find_slip(request, uuid)
    except LinkEnded:
        return link_ended(uuid)
    return render(
        request, "clubs/tournaments/slips/_slip_live.html", _slip_context(request, sitting)
    )


def _slip_page(
    request: Request,
    sitting: Sitting,
    *,
    form: SlipForm | None = None,
    reasons: ReasonForm | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    context = _slip_context(request, sitting)
    sheet: SlipSheet = context["sheet"]
    if context["may_type"]:
        context["form"] = form or _table_form(sheet)
    if context["runs"] and sheet.slip.state == SlipState.LOCKED and sheet.has_totals:
        context["correction"] = _correction_form(sheet)
    context["reasons"] = reasons or ReasonForm(initial={"request_id": uuid4()})
    context["reports"] = "report" in request.GET or (
        reasons is not None and reasons.has_error("text")
    )
    return render(
        request, "clubs/tournaments/slips/slip_show.html", {**context, **more}, status=status
    )


def _slip_context(request: Request, sitting: Sitting) -> dict[str, Any]:
    """Everything but what is typed. The revision is read before what it stands for."""
    actor, sheet = request.actor, slip_sheet(sitting)
    tournament = sheet.slip.sitting.round.tournament  # type: ignore[union-attr]
    speaker = speaker_at(actor, sitting, _chosen_seat(request, sitting))
    slip, writes = sheet.slip, sitting.is_open and may_record_deal(actor, sitting)
    runs, desks = may_run_tournament(actor, tournament), may_desk(actor, tournament)
    speaks = writes and (speaker.entry is not None or desks)
    asks_who = writes and speaker.may_choose and speaker.entry is None and not desks
    by_deals, tells_totals = slip.mode == SlipMode.DEALS, slip.mode == SlipMode.TOTALS
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
        "asks_who": asks_who,
        "may_record": writes and by_deals and sheet.takes_deals,
        # Whoever tells totals hands them in, so it is asked first who that is.
        "may_type": writes
        and not by_deals
        and not (tells_totals and asks_who)
        and slip.state in _typed_states(slip.mode),
        "may_hand_in": speaks and slip.state in TAKES_DEALS and sheet.is_full,
        "may_stop": speaks
        and slip.state in TAKES_DEALS
        and slip.mode != SlipMode.TOTALS
        and not sheet.is_full,
        **_may_confirm(sheet, speaker, speaks=speaks),
        "may_correct": may_correct_deal(actor, sitting) and slip.state in _correctable(runs=runs),
        "saved": next((deal for deal in sheet.deals if deal.number == saved), None),
        "sees_tournament": sees_tournament(actor, tournament),
        "modes": _poorer_modes(sheet) if runs and slip.state != SlipState.LOCKED else (),
        "request_id": uuid4(),
        "poll_url": _slip_poll_url(sitting) if sitting.is_open else "",
    }


def _may_confirm(sheet: SlipSheet, speaker: Speaker, *, speaks: bool) -> dict[str, bool]:
    """Whether it is right, says who looks: nobody twice, nobody what they handed in themself."""
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
    """Totals may be told again until they are confirmed; deals are corrected one by one."""
    return OPEN if mode == SlipMode.TOTALS else TAKES_DEALS


def _correctable(*, runs: bool) -> tuple[SlipState, ...]:
    return tuple(SlipState) if runs else OPEN


def _poorer_modes(sheet: SlipSheet) -> list[SlipMode]:
    """Those that the arbiter may choose for this table: as the tournament, or poorer."""
    usual = slips.MODES.index(SlipMode(sheet.settings.slip_mode.value))
    return [mode for mode in slips.MODES[usual:] if mode != sheet.slip.mode]


def _slip_poll_url(sitting: Sitting) -> str:
    return poll_address(reverse("slip_poll", args=[sitting.uuid]), "revision", sitting.revision)


def _slip_url(sitting: Sitting) -> str:
    return reverse("slip_show", args=[sitting.uuid])


def _table_form(sheet: SlipSheet, data: Any = None) -> SlipForm | None:
    """What a phone types: the totals of the round, or the scores of the next deal."""
    initial = {"seen": sheet.mark, "number": sheet.next_number}
    if sheet.slip.mode == SlipMode.TOTALS:
        if sheet.has_totals:
            told = {seat.number: seat.total for seat in sheet.seats}
            initial |= shown_cells(TOTALS, told)
        rows = {TOTALS: True}
    elif sheet.takes_deals or data is not None:
        rows = {SCORES: True}
    else:
        return None
    return SlipForm(data, seats=sheet.seats, rows=rows, initial=initial)


def _correction_form(sheet: SlipSheet) -> SlipForm:
    told = shown_cells(TOTALS, {seat.number: seat.total for seat in sheet.seats})
    return SlipForm(seats=sheet.seats, rows={TOTALS: True}, initial={"seen": sheet.mark, **told})


# Who one is: of this browser only


def _chosen_seat(request: Request, sitting: Sitting) -> int | None:
    told = request.session.get(WHO_HERE, {}).get(str(sitting.uuid))
    return told if isinstance(told, int) else None


def _choose_seat(request: Request, sitting: Sitting) -> HttpResponse:
    """ "I am …": 0 forgets it."""
    told = dict(request.session.get(WHO_HERE, {}))
    told.pop(str(sitting.uuid), None)
    if number := whole_number(request.POST.get("seat", "")):
        told[str(sitting.uuid)] = number
    request.session[WHO_HERE] = dict(list(told.items())[-MOST_SEATS:])
    return redirect(_slip_url(sitting))


# What a phone sends


def _slip_sent(request: Request, sitting: Sitting) -> HttpResponse:
    """A step of the table or of the arbiter. What is refused comes back with what was typed."""
    _require_record_deal_or_run(request, sitting)
    action = request.POST.get("action", "")
    if action == "me":
        return _choose_seat(request, sitting)
    act = ACTIONS.get(action)
    if act is None:
        raise Http404  # none of our own buttons
    try:
        return act(request, sitting)
    except (SlipMoved, RequestReused):  # reused: a form that one went back to, changed and sent
        return _slip_moved(request, sitting)
    except SlipClosed:
        return _refused_page(request, sitting, [Problem("slip_closed", None)])
    except DealRefused as refusal:
        return _refused_page(request, sitting, refusal.problems)


def _require_record_deal_or_run(request: Request, sitting: Sitting) -> None:
    """The arbiter acts on a closed table too; the services ask again."""
    tournament = sitting.round.tournament  # type: ignore[union-attr]
    if not may_run_tournament(request.actor, tournament):
        require(may_record_deal(request.actor, sitting))


def _refused_page(request: Request, sitting: Sitting, problems: Any) -> HttpResponse:
    reasons = ReasonForm(request.POST)
    reasons.is_valid()
    known = ("reason", "text")
    others = []
    for problem in problems:
        if problem.field in known:
            reasons.add_error(problem.field, problem_message(problem))
        else:
            others.append(problem_message(problem))
    sitting = _find_slip(request, sitting.uuid)
    return _slip_page(request, sitting, reasons=reasons, refused=others, status=422)


def _slip_moved(request: Request, sitting: Sitting, form: SlipForm | None = None) -> HttpResponse:
    """409: what the slip says now beside what the person saw or typed."""
    sitting = _find_slip(request, sitting.uuid)
    sheet = slip_sheet(sitting)
    if form is None and request.POST.get("action") in (TOTALS, SCORES):
        data = request.POST.copy()
        data["seen"], data["number"] = sheet.mark, str(sheet.next_number)
        data["request_id"] = str(uuid4())
        form = _table_form(sheet, data)
        if form is not None:
            form.is_valid()
    typed = form.row(TOTALS) if form is not None and TOTALS in form.rows else {}
    was = list(typed.values()) or _seen_totals(request)
    beside = [
        (seat, was[at] if len(was) == len(sheet.seats) else None)
        for at, seat in enumerate(sheet.seats)
    ]
    return _slip_page(request, sitting, form=form, moved=True, beside=beside, status=409)


def _seen_totals(request: Request) -> list[int]:
    """The totals of the page on which a button was pressed."""
    told = request.POST.get("shown", "").split()
    return [int(text) for text in told[:8] if text.lstrip("-").isdecimal() and len(text) < 9]


@dataclass(frozen=True, slots=True)
class Told:
    """What every step says: who speaks, and of which state."""

    request: Request
    sitting: Sitting
    speaker: Speaker

    @classmethod
    def of(cls, request: Request, sitting: Sitting) -> "Told":
        return cls(
            request, sitting, speaker_at(request.actor, sitting, _chosen_seat(request, sitting))
        )

    @property
    def common(self) -> dict[str, Any]:
        return {"entry": self.speaker.entry, "request_id": request_id(self.request)}

    @property
    def seen(self) -> str:
        return self.request.POST.get("seen", "")[:40]

    def text(self, name: str) -> str:
        return self.request.POST.get(name, "")[:200].replace("\0", "")


def _hand_in(request: Request, sitting: Sitting) -> HttpResponse:
    told = Told.of(request, sitting)
    if told.text("stopping") and not told.text("reason").strip():
        raise DealRefused([Problem("reason_required", "reason")])
    reason = told.text("reason") if told.text("stopping") else ""
    slips.hand_in(request.actor, sitting, seen=told.seen, stopped_early=reason, **told.common)
    return redirect(_slip_url(sitting))


def _confirm(request: Request, sitting: Sitting) -> HttpResponse:
    told = Told.of(request, sitting)
    slip = slips.confirm(request.actor, sitting, seen=told.seen, **told.common)
    if slip.state == SlipState.CONFIRMED:
        messages.success(request, _("The slip is confirmed. Thank you."))
    return redirect(_slip_url(sitting))


def _dispute(request: Request, sitting: Sitting) -> HttpResponse:
    told = Told.of(request, sitting)
    slips.dispute(request.actor, sitting, text=told.text("text"), **told.common)
    messages.success(request, _("The arbiter is told."))
    return redirect(_slip_url(sitting))


def _tell_totals(request: Request, sitting: Sitting) -> HttpResponse:
    form = _sent_form(request, sitting)
    if form is None or not form.is_valid():
        return _slip_page(request, sitting, form=form, status=422)
    told = Told.of(request, sitting)
    try:
        slips.type_totals(
            request.actor,
            sitting,
            form.row(TOTALS),
            entry=told.speaker.entry,
            seen=form.cleaned_data["seen"],
            request_id=form.cleaned_data["request_id"],
        )
    except DealRefused as refusal:
        return _form_refused(request, sitting, form, refusal)
    return redirect(_slip_url(sitting))


def _tell_scores(request: Request, sitting: Sitting) -> HttpResponse:
    form = _sent_form(request, sitting)
    if form is None or not form.is_valid():
        return _slip_page(request, sitting, form=form, status=422)
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
    return redirect(f"{_slip_url(sitting)}?{urlencode({'saved': deal.number})}")


def _sent_form(request: Request, sitting: Sitting) -> SlipForm | None:
    return _table_form(slip_sheet(sitting), request.POST)


def _form_refused(
    request: Request, sitting: Sitting, form: SlipForm, refusal: DealRefused
) -> HttpResponse:
    form.explain(refusal.problems)
    return _slip_page(request, _find_slip(request, sitting.uuid), form=form, status=422)


# What an arbiter does with a slip


def _agree_stop(request: Request, sitting: Sitting) -> HttpResponse:
    slips.agree_stop(request.actor, sitting, request_id=request_id(request))
    return redirect(_slip_url(sitting))


def _overrule(request: Request, sitting: Sitting) -> HttpResponse:
    reason = Told.of(request, sitting).text("reason")
    slips.overrule(request.actor, sitting, reason=reason, request_id=request_id(request))
    return redirect(_slip_url(sitting))


def _give_back(request: Request, sitting: Sitting) -> HttpResponse:
    return _resolved(request, sitting, SlipState.ENTERING)


def _settle(request: Request, sitting: Sitting) -> HttpResponse:
    return _resolved(request, sitting, SlipState.CONFIRMED)


def _resolved(request: Request, sitting: Sitting, to: SlipState) -> HttpResponse:
    reason = Told.of(request, sitting).text("reason")
    slips.resolve(request.actor, sitting, to, reason=reason, request_id=request_id(request))
    return redirect(_slip_url(sitting))


def _set_mode(request: Request, sitting: Sitting) -> HttpResponse:
    mode = request.POST.get("mode", "")
    if mode not in SlipMode.values:
        raise Http404  # none of our own buttons
    reason = Told.of(request, sitting).text("reason")
    slips.set_mode(
        request.actor, sitting, SlipMode(mode), reason=reason, request_id=request_id(request)
    )
    return redirect(_slip_url(sitting))


def _correct_totals(request: Request, sitting: Sitting) -> HttpResponse:
    sheet = slip_sheet(sitting)
    form = SlipForm(request.POST, seats=sheet.seats, rows={TOTALS: True})
    if not form.is_valid():
        return _slip_page(request, sitting, correction=form, status=422)
    told = form.cleaned_data
    try:
        slips.correct_totals(
            request.actor,
            sitting,
            form.row(TOTALS),
            seen=told["seen"],
            reason=told["reason"],
            request_id=told["request_id"],
        )
    except DealRefused as refusal:
        form.explain(refusal.problems)
        return _slip_page(request, _find_slip(request, sitting.uuid), correction=form, status=422)
    messages.success(request, _("The totals are corrected; the standings have a new version."))
    return redirect(_slip_url(sitting))


ACTIONS: Mapping[str, Callable[[Request, Sitting], HttpResponse]] = {
    "hand_in": _hand_in,
    "confirm": _confirm,
    "dispute": _dispute,
    TOTALS: _tell_totals,
    SCORES: _tell_scores,
    "agree": _agree_stop,
    "overrule": _overrule,
    "give_back": _give_back,
    "settle": _settle,
    "mode": _set_mode,
    "correct": _correct_totals,
}
