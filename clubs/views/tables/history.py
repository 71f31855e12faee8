"""Going back to an earlier version of a deal."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import (
    Actor,
    may_correct_deal,
    require,
)
from clubs.choices import REASONS_TO_RESTORE, UNDO, deal_problem_message, warning_message
from clubs.core.problems import DealRefused
from clubs.forms.deals.deals import DealReasonForm
from clubs.http import Request
from clubs.models import Deal, DealKind
from clubs.queries.deals import deals as tables
from clubs.queries.seasons.rank_moves import RankTable
from clubs.queries.tables.audit import PastVersion, past_version
from clubs.services.errors import SittingMoved
from clubs.services.seasons.rank_trials import ranks_if
from clubs.services.tables import sittings
from clubs.services.tournaments.rounds.slip_states import SlipClosed
from clubs.views.shared import find_deal, request_id, sign_in_first, whole_number
from clubs.views.tables.undoing import is_undo


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
            revision=whole_number(request.POST.get("revision", request.GET.get("revision", ""))),
            reason=UNDO if is_at_once else reasons.to_reason(),
            request_id=request_id(request),
        )
    except SlipClosed:
        return redirect("slip_show", uuid)
    except (DealRefused, SittingMoved) as refusal:
        is_late = isinstance(refusal, SittingMoved)
        return _restore_page(request, deal, past, reasons, status=409 if is_late else 422)
    if not tables.says_the_same(deal, past.record):  # sent before, and changed by somebody since
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
) -> HttpResponse:
    table = tables.deal_table(deal)
    context = {
        "deal": deal,
        "sitting": deal.sitting,
        "club": deal.sitting.club,
        "form": reasons,
        "past": past,
        "lines": tables.compared(deal.sitting, table, deal.record, past.record),
        "last_number": tables.last_number(deal.sitting),
        "request_id": uuid4(),
        "moved": status == 409,
        "problems": [],
        **_outcome(request.actor, deal, table, past),
    }
    wrong = bool(context["problems"] or (reasons.is_bound and reasons.errors))
    return render(
        request,
        "clubs/deals/pages/deal_restore.html",
        context,
        status=status or (422 if wrong else 200),
    )


def _outcome(
    actor: Actor, deal: Deal, table: tables.DealTable, past: PastVersion
) -> dict[str, Any]:
    """What the rules of now make of the version: effects and warnings, or why they refuse it."""
    try:
        earlier = tables.earlier_records(deal.sitting, deal.number)
        verdict = sittings.deal_verdict(deal.sitting, table.uuids, past.record, earlier)
        sittings.refuse_stranded(deal, table.uuids, past.record)
    except DealRefused as refusal:
        return {"problems": [deal_problem_message(problem) for problem in refusal.problems]}
    return {
        "effects": tables.effects(deal, table, verdict.scores),
        "ranks": RankTable(ranks_if(actor, deal, past.record)),
        "matches": tables.match_effects(deal, past.record),
        "warnings": [warning_message(code) for code in verdict.warnings],
        "may_restore": not tables.says_the_same(deal, past.record),
    }
