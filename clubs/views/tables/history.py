"""Taking a deal back, and going back to an earlier version of one."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import (
    Actor,
    may_correct_deal,
    require,
)
from clubs.choices import (
    REASONS_TO_RESTORE,
    REASONS_TO_TAKE_BACK,
    UNDO,
    deal_problem_message,
    warning_message,
)
from clubs.core.problems import DealRefused
from clubs.forms.deals.reasons import DealReasonForm
from clubs.http import Request
from clubs.models import Deal, DealKind
from clubs.queries.deals import deals
from clubs.queries.deals.breakdown import told_by
from clubs.queries.seasons.rank_moves import RankTable
from clubs.queries.tables.audit import PastVersion, past_version
from clubs.queries.tournaments.rounds.slips import takes_corrections
from clubs.services.deals.scoring import deal_verdict, refuse_stranded
from clubs.services.errors import SittingMoved
from clubs.services.seasons.rank_trials import ranks_if
from clubs.services.tables import sittings
from clubs.services.tournaments.rounds.slip_states import SlipClosed
from clubs.views.shared import (
    find_deal,
    request_id,
    sign_in_first,
)
from clubs.views.tables.deal_forms import back_to_slip, home_of, revision_of
from clubs.views.tables.undoing import is_undo, newest_seen, say_done, undo_of_deal


@sign_in_first
@require_http_methods(["GET", "POST"])
def deal_void(request: Request, uuid: UUID, number: int) -> HttpResponse:
    """Taking a deal back: with a reason from its page, at once from the toast after saving."""
    deal = find_deal(request, uuid, number)
    require(may_correct_deal(request.actor, deal.sitting))
    if not takes_corrections(request.actor, deal.sitting):
        return back_to_slip(request, deal.sitting)
    is_at_once = is_undo(request)
    is_at_once &= deal.sitting.is_open or deal.sitting.round is None  # a correction has a reason
    is_told = request.method == "POST" and not is_at_once
    reasons = DealReasonForm(request.POST if is_told else None, reasons=REASONS_TO_TAKE_BACK)
    if request.method == "GET" or not (is_at_once or reasons.is_valid()):
        return _void_page(request, deal, reasons)
    try:
        sittings.void_deal(
            request.actor,
            deal,
            revision=revision_of(request),
            reason=UNDO if is_at_once else reasons.to_reason(),
            request_id=request_id(request),
        )
    except SlipClosed:
        return back_to_slip(request, deal.sitting)
    except DealRefused as refusal:
        unasked = DealReasonForm(reasons=REASONS_TO_TAKE_BACK)
        return _void_page(request, deal, unasked, refusal=refusal)
    except SittingMoved:
        unasked = DealReasonForm(reasons=REASONS_TO_TAKE_BACK)
        return _void_page(request, deal, unasked, moved=True)
    text = _("Deal %(number)s is taken back.") % {"number": number}
    say_done(request, text, undo_of_deal(deal, revision_of(request), is_redo=is_at_once))
    if is_at_once and deal.sitting.is_open:
        return redirect(f"{reverse('deal_record', args=[uuid])}?from={number}")
    return redirect(home_of(deal.sitting))


def _void_page(
    request: Request,
    deal: Deal,
    reasons: DealReasonForm,
    *,
    moved: bool = False,
    refusal: DealRefused | None = None,
) -> HttpResponse:
    """What it would change; without the button while a later deal stands on this one."""
    table = deals.deal_table(deal)
    seen = refusal or _why_it_stays(deal, table)
    context = {
        "deal": deal,
        "sitting": deal.sitting,
        "club": deal.sitting.club,
        "form": reasons,
        "told": told_by(deal.sitting.game, deal.record, table.names),
        "problems": [deal_problem_message(problem) for problem in seen.problems] if seen else [],
        "matches": deals.match_effects(deal, {"kind": DealKind.VOID}),
        "effects": deals.effects(deal, table, {}),
        "ranks": RankTable(ranks_if(request.actor, deal, None)),
        "last_number": deals.last_number(deal.sitting),
        "request_id": uuid4(),
        "moved": moved,
    }
    wrong = bool(refusal or (reasons.is_bound and reasons.errors))
    status = 409 if moved else 422 if wrong else 200
    return render(request, "clubs/deals/pages/deal_void.html", context, status=status)


def _why_it_stays(deal: Deal, table: deals.DealTable) -> DealRefused | None:
    """What taking it back would be refused for."""
    try:
        refuse_stranded(deal, table.uuids, sittings.taken_back(deal))
    except DealRefused as refusal:
        return refusal
    return None


@sign_in_first
@require_http_methods(["GET", "POST"])
def deal_restore(request: Request, uuid: UUID, number: int, version: int) -> HttpResponse:
    """What a version that one goes back to would change; then, with a reason, going back to it. At
    once from the toast that says what was changed."""
    deal = find_deal(request, uuid, number)
    require(may_correct_deal(request.actor, deal.sitting))
    past = past_version(request.actor, deal, version)
    if past is None:
        raise Http404
    is_at_once = is_undo(request) and deal.sitting.is_open and deal.sitting.round_id is None
    reasons = _reason_form(request, deal, bound=request.method == "POST" and not is_at_once)
    if not (is_at_once or reasons.is_valid()):
        return _restore_page(request, deal, past, reasons)
    try:
        sittings.restore_deal(
            request.actor,
            deal,
            version=version,
            revision=revision_of(request),
            reason=UNDO if is_at_once else reasons.to_reason(),
            request_id=request_id(request),
            newest=newest_seen(request) if is_at_once else None,
        )
    except SlipClosed:
        return redirect("slip_show", uuid)
    except DealRefused:
        return _restore_page(request, deal, past, reasons, status=422)
    except SittingMoved as moved:
        is_told_anew = moved.deal is None
        return _restore_page(request, deal, past, reasons, status=409, told_anew=is_told_anew)
    if not deals.says_the_same(deal, past.record):  # sent before, and changed by somebody since
        return _restore_page(request, deal, past, reasons, status=409)
    messages.success(request, _("Deal %(number)s is restored.") % {"number": number})
    return redirect("sitting_sheet", uuid)


def _reason_form(request: Request, deal: Deal, *, bound: bool) -> DealReasonForm:
    """A deal that counts was not taken back by mistake."""
    is_taken_back = deal.kind == DealKind.VOID
    reasons = REASONS_TO_RESTORE if is_taken_back else REASONS_TO_RESTORE[1:]
    return DealReasonForm(request.POST if bound else None, reasons=reasons)


def _restore_page(
    request: Request,
    deal: Deal,
    past: PastVersion,
    reasons: DealReasonForm,
    *,
    status: int | None = None,
    told_anew: bool = False,
) -> HttpResponse:
    """told_anew: later deals came meanwhile, of which one may be this deal."""
    table = deals.deal_table(deal)
    context = {
        "deal": deal,
        "sitting": deal.sitting,
        "club": deal.sitting.club,
        "form": reasons,
        "past": past,
        "lines": deals.compared(deal.sitting, table, deal.record, past.record),
        "last_number": deals.last_number(deal.sitting),
        "request_id": uuid4(),
        "moved": status == 409 and not told_anew,
        "told_anew": told_anew,
        "problems": [],
        **_present_verdict(request.actor, deal, table, past),
    }
    wrong = bool(context["problems"] or (reasons.is_bound and reasons.errors))
    return render(
        request,
        "clubs/deals/pages/deal_restore.html",
        context,
        status=status or (422 if wrong else 200),
    )


def _present_verdict(
    actor: Actor, deal: Deal, table: deals.DealTable, past: PastVersion
) -> dict[str, Any]:
    """What the rules of now make of the version: effects and warnings, or why they refuse it."""
    try:
        earlier = deals.earlier_records(deal.sitting, deal.number)
        verdict = deal_verdict(deal.sitting, table.uuids, past.record, earlier)
        refuse_stranded(deal, table.uuids, past.record)
    except DealRefused as refusal:
        return {"problems": [deal_problem_message(problem) for problem in refusal.problems]}
    return {
        "effects": deals.effects(deal, table, verdict.scores),
        "ranks": RankTable(ranks_if(actor, deal, past.record)),
        "matches": deals.match_effects(deal, past.record),
        "warnings": [warning_message(code) for code in verdict.warnings],
        "may_restore": not deals.says_the_same(deal, past.record),
    }
