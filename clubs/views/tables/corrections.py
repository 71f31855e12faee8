"""Correcting a deal: the form, then what would change, with the reason."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import may_correct_deal, require
from clubs.choices import REASONS_TO_CORRECT
from clubs.core.deals import correction_of_both, without_players
from clubs.core.problems import DealRefused
from clubs.forms.deals.deals import DealForm
from clubs.forms.deals.reasons import DealReasonForm
from clubs.http import Request
from clubs.models import Deal
from clubs.queries.deals import deals
from clubs.queries.deals.breakdown import told_by
from clubs.queries.seasons.rank_moves import RankTable
from clubs.queries.tables.audit import record_at
from clubs.queries.tournaments.rounds.slips import takes_corrections
from clubs.services.deals.scoring import refuse_stranded
from clubs.services.errors import SittingMoved
from clubs.services.seasons.rank_trials import ranks_if
from clubs.services.tables import sittings
from clubs.services.tournaments.rounds.slip_states import SlipClosed
from clubs.views.shared import find_deal, overtaken_data, render_form, sign_in_first
from clubs.views.tables.deal_forms import (
    back_to_slip,
    fresh_form,
    home_of,
    revision_of,
    sent_form,
    settled,
)
from clubs.views.tables.undoing import say_done, undo_of_deal


@sign_in_first
@require_http_methods(["GET", "POST"])
def deal_correct(request: Request, uuid: UUID, number: int) -> HttpResponse:
    """Two steps at one address: the form, then what would change, with the reason."""
    deal = find_deal(request, uuid, number)
    require(may_correct_deal(request.actor, deal.sitting))
    if not takes_corrections(request.actor, deal.sitting):
        return back_to_slip(request, deal.sitting)
    step = request.POST.get("step")
    if step == "correct":
        return _correction_sent(request, deal)
    table = deals.deal_table(deal)
    if request.method == "GET":
        form = fresh_form(deal.sitting, table, deal.record, revision=deal.revision)
        return _correction_page(request, deal, form)
    form = sent_form(deal.sitting, table, _as_correction(request, deal))
    if step in ("preview", "edit"):
        return _correction_page(request, deal, form)
    return _review(request, deal, form, DealReasonForm(reasons=REASONS_TO_CORRECT))


def _correction_sent(request: Request, deal: Deal) -> HttpResponse:
    """The second step: the correction with its reason."""
    form = sent_form(deal.sitting, deals.bare_deal_table(deal), request.POST)
    form.refuse_gaps()
    reasons = DealReasonForm(request.POST, reasons=REASONS_TO_CORRECT)
    if form.errors or form.questions or not reasons.is_valid():
        full = sent_form(deal.sitting, deals.deal_table(deal), request.POST)
        return _review(request, deal, full, reasons, status=422)
    cleaned = form.cleaned_data
    try:
        sittings.correct_deal(
            request.actor,
            deal,
            form.record,
            revision=cleaned["revision"] or 0,
            reason=reasons.to_reason(),
            request_id=cleaned["request_id"],
        )
    except DealRefused as refusal:  # the rules have changed since
        full = sent_form(deal.sitting, deals.deal_table(deal), request.POST)
        full.explain(refusal.problems, form.record)
        return _correction_page(request, deal, full)
    except SlipClosed:
        return back_to_slip(request, deal.sitting)
    except SittingMoved as moved:
        return _correction_overtaken(request, moved.deal or deal, form.record)
    if not deals.says_the_same(deal, form.record):  # sent before, then changed and sent again
        return _correction_overtaken(request, deal, form.record)
    text = _("Deal %(number)s is corrected.") % {"number": deal.number}
    say_done(request, text, undo_of_deal(deal, cleaned["revision"] or 0))
    sheet, settles = home_of(deal.sitting), settled(request.POST)
    return redirect(f"{sheet}?settled={settles}" if settles else sheet)


def _as_correction(request: Request, deal: Deal) -> QueryDict:
    """What was sent; also by the form of a new deal that turns out to be this one."""
    data = request.POST.copy()
    data["number"] = str(deal.number)
    data["revision"] = str(revision_of(request))
    return data


def _review(
    request: Request, deal: Deal, form: DealForm, reasons: DealReasonForm, *, status: int = 200
) -> HttpResponse:
    """What would change; back to the form while that cannot be, and to the deal if that is nothing:
    a correction without a change would mark the deal as corrected."""
    form.refuse_gaps()
    if not form.errors:
        try:
            refuse_stranded(deal, form.table.uuids, form.record)
        except DealRefused as refusal:  # a later deal would no longer be possible
            form.explain(refusal.problems, form.record)
    if form.errors:
        return _correction_page(request, deal, form)
    settles = settled(request.POST)
    if status == 200 and not settles and deals.says_the_same(deal, form.record):
        messages.info(request, _("Deal %(number)s stays as it is.") % {"number": deal.number})
        return redirect("deal_detail", deal.sitting.uuid, deal.number)
    context = {
        "deal": deal,
        "sitting": deal.sitting,
        "club": deal.sitting.club,
        "form": form,
        "reasons": reasons,
        "settles": settles,
        "lines": deals.compared(deal.sitting, form.table, deal.record, form.record),
        "matches": deals.match_effects(deal, form.record),
        "effects": deals.effects(deal, form.table, form.verdict.scores if form.verdict else {}),
        "ranks": RankTable(ranks_if(request.actor, deal, form.record)),
        "last_number": deals.last_number(deal.sitting),
    }
    return render(request, "clubs/deals/pages/deal_review.html", context, status=status)


def _correction_overtaken(request: Request, deal: Deal, record: deals.Record) -> HttpResponse:
    """Somebody else changed this deal: show what stands there now beside the form. It holds what
    was changed here, and what the other wrote where nothing was."""
    table = deals.deal_table(deal)
    seen = record_at(request.actor, deal, revision_of(request))
    both = correction_of_both(seen, record, without_players(deal.record)) if seen else None
    if both:
        form = fresh_form(deal.sitting, table, both, revision=deal.revision)
    else:
        form = sent_form(deal.sitting, table, overtaken_data(request, revision=deal.revision))
    facts = told_by(deal.sitting.game, deal.record, table.names)
    return _correction_page(request, deal, form, other=deal, told=facts)


def _correction_page(
    request: Request, deal: Deal, form: DealForm, *, other: Deal | None = None, **more: Any
) -> HttpResponse:
    """The form; other is the deal as somebody else wrote it meanwhile."""
    context = {
        "deal": deal,
        "sitting": deal.sitting,
        "club": deal.sitting.club,
        "other": other,
        "asks": False,
        "settles": settled(request.POST),
        "preview_url": reverse("deal_preview", args=[deal.sitting.uuid]),
        **more,
    }
    return render_form(request, form.page_to_correct, form, context, overtaken=other is not None)
