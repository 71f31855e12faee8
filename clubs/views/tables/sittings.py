"""The pages of a table: sheet, curve, summary, log, rules, and the detail of a deal."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import (
    may_change_rules,
    may_close_sitting,
    may_correct_deal,
    may_invite,
    may_keep_table,
    may_record_deal,
    may_reopen_sitting,
    may_see_log,
    may_see_money,
    may_see_statistics,
    require,
)
from clubs.core.problems import DealRefused
from clubs.forms.tables.sittings import RulesChangeForm
from clubs.http import Request
from clubs.listings.charts import curve_rows, total_curve
from clubs.listings.sheet_table import SheetTable
from clubs.listings.sittings import ContractTable, RankingTable, TakerTable
from clubs.listings.statistics.badges import badge_rows
from clubs.listings.statistics.figures import ChartTable
from clubs.models import Sitting
from clubs.queries.deals.deals import rules_of
from clubs.queries.deals.rules import SummaryRow, available_rules, rules_summary
from clubs.queries.fingerprints import sealed
from clubs.queries.imports import known_totals
from clubs.queries.seasons.seasons import closed_league_of, leagues_of
from clubs.queries.statistics.badges import badges_at
from clubs.queries.tables.audit import sitting_log as log_of
from clubs.queries.tables.deal_detail import deal_detail as detail_of
from clubs.queries.tables.deal_detail import story_of_row
from clubs.queries.tables.ending import published_card, table_card
from clubs.queries.tables.heads import sitting_head
from clubs.queries.tables.sittings import ScoreSheet, score_sheet
from clubs.queries.tables.summary import summary_of
from clubs.queries.tournaments.rounds.slips import takes_records
from clubs.services.errors import TotalsOnly
from clubs.services.people.links import note_visit
from clubs.services.tables import sittings
from clubs.views.polls import poll_address, table_answer
from clubs.views.shared import (
    find_deal,
    number_in,
    of_sitting,
    render_form,
    request_id,
    sign_in_first,
)
from clubs.views.statistics.figures import asked_table
from clubs.views.tables.guests import asked_who

OLDEST_FIRST = "oldest"


@sign_in_first
@require_safe
@of_sitting
def sitting_sheet(request: Request, sitting: Sitting) -> HttpResponse:
    """?saved=n points out the deal just saved, ?deal=n tells one in the panel, ?all=1 shows a very
    long sheet to its end, ?order=oldest is for paper."""
    note_visit(request.actor, sitting.club)
    context = _sheet_context(request, sitting)
    sheet, chosen = context["sheet"], context["chosen"]
    context["story"] = story_of_row(request.actor, sheet, chosen) if chosen else None
    context["known_totals"] = known_totals(sitting) if sitting.totals_only else ()
    return render(request, "clubs/tables/sheet/sitting_sheet.html", context)


@require_safe
def sitting_poll(request: Request, uuid: UUID) -> HttpResponse:
    """What is new if the sheet is not the one that the page shows; else nothing. ?lines is the mark
    of the lines on it, which are not sent again if they are still the same."""
    return table_answer(request, uuid, _sheet_update)


def _sheet_update(request: Request, sitting: Sitting) -> HttpResponse:
    context = _sheet_context(request, sitting)
    context["table"].leave_out(request.GET.get("lines", ""))
    return render(request, "clubs/tables/sheet/_sheet_update.html", context)


def _sheet_context(request: Request, sitting: Sitting) -> dict[str, Any]:
    sheet = score_sheet(sitting)
    saved = sheet.row(number_in(request, "saved"))
    chosen = sheet.row(number_in(request, "deal")) or saved or sheet.latest
    correcting = _correction(request, sitting)
    is_for_paper = request.GET.get("order") == OLDEST_FIRST
    everything = "all" in request.GET
    is_live = sitting.is_open and not is_for_paper
    seated = [(seat.uuid, seat.name) for seat in sheet.present]
    table = SheetTable(
        sheet,
        selected=chosen.number if chosen else None,
        saved=saved.number if saved else None,
        oldest_first=is_for_paper,
        everything=everything,
    )
    return {
        **page_context(sitting, sheet),
        "tab": "sheet",
        "table": table,
        "poll_url": _poll_url(sitting, table, everything=everything) if is_live else "",
        "chosen": chosen,
        "is_pinned": sheet.row(number_in(request, "deal")) is not None,
        "saved": saved,
        "undo_id": uuid4(),
        "undo_query": f"?revision={saved.deal.revision}" if saved else "",
        "curve": total_curve(sheet),
        "may_record": sitting.is_open
        and may_record_deal(request.actor, sitting)
        and takes_records(sitting),
        **correcting,
        "may_undo": correcting["may_correct"] and saved is not None and not saved.is_undone,
        "may_change_rules": may_change_rules(request.actor, sitting),
        "may_invite": may_invite(request.actor, sitting),
        "invite_id": uuid4(),
        "is_kept": may_keep_table(request.actor, sitting.club),
        **asked_who(request, sitting, seated),
    }


def _correction(request: Request, sitting: Sitting) -> dict[str, Any]:
    """Whether deals may be corrected; else frozen_by is the closed season that forbids it to who
    could otherwise. At a closed table one query for those."""
    may_correct = may_correct_deal(request.actor, sitting)
    frozen_by = closed_league_of(sitting) if may_correct and not sitting.is_open else None
    return {"may_correct": may_correct and frozen_by is None, "frozen_by": frozen_by}


def _poll_url(sitting: Sitting, table: SheetTable, *, everything: bool) -> str:
    """The address at which a page asks for what is newer than the sheet it shows."""
    path, whole = reverse("sitting_poll", args=[sitting.uuid]), "1" if everything else ""
    shown = {"all": whole, "lines": table.lines_mark}
    return poll_address(path, "revision", sitting.revision, **shown)


def page_context(sitting: Sitting, sheet: ScoreSheet | None = None) -> dict[str, Any]:
    """What every page of a table shows around its content."""
    return {
        "sitting": sitting,
        "club": sitting.club,
        "nav_section": "tables" if sitting.round_id is None else "tournaments",
        "head": sitting_head(sitting, sheet.rules if sheet else None),
        "tab": "",
        "sheet": sheet,
    }


@sign_in_first
@require_safe
def deal_detail(request: Request, uuid: UUID, number: int) -> HttpResponse:
    """The page of a deal; for htmx, what the panel beside the sheet shows of it."""
    deal = find_deal(request, uuid, number)
    detail = detail_of(request.actor, deal)
    context = {
        **page_context(deal.sitting),
        "deal": deal,
        "detail": detail,
        "story": detail.story,
        **_correction(request, deal.sitting),
    }
    template = (
        "clubs/deals/pages/_breakdown.html"
        if request.htmx
        else "clubs/deals/pages/deal_detail.html"
    )
    return render(request, template, context)


@sign_in_first
@require_safe
@of_sitting
def sitting_curve(request: Request, sitting: Sitting) -> HttpResponse:
    sheet = score_sheet(sitting)
    header = [_("Deal"), *(seat.name for seat in sheet.seats)]
    table = ChartTable("curve", _("Running totals"), header, curve_rows(sheet))
    file = asked_table(request, [table], capfirst(sitting.called))
    if file:
        return file
    context = {**page_context(sitting, sheet), "tab": "curve", "curve": total_curve(sheet)}
    return render(request, "clubs/tables/live/sitting_curve.html", context)


@sign_in_first
@require_safe
@of_sitting
def sitting_summary(request: Request, sitting: Sitting) -> HttpResponse:
    sheet, fingerprint = sealed(sitting, lambda: score_sheet(sitting))
    leagues = [] if sitting.club.is_private else leagues_of(sitting)
    summary = summary_of(sheet, is_of_evening=bool(leagues))
    unused = () if summary.has_draws else ("drawn_count",)
    page = page_context(sitting, sheet)
    head = page["head"]
    knows_players = may_see_statistics(request.actor, sitting.club)
    context = {
        **page,
        "tab": "summary",
        "card": table_card(sheet, head, sheet.names),
        "sent": published_card(sheet, head),
        "summary": summary,
        "may_see_money": may_see_money(request.actor, sitting),
        "fingerprint": fingerprint,
        "ranking": RankingTable(summary.ranking),
        "takers": TakerTable(summary.takers, exclude=unused),
        "contracts": ContractTable(summary.contracts, exclude=unused),
        "request_id": uuid4(),
        "may_close": sitting.is_open and may_close_sitting(request.actor, sitting),
        "may_reopen": _may_go_on(request, sitting) and not any(one.is_closed for one in leagues),
        "is_kept": may_keep_table(request.actor, sitting.club),
        "again_id": uuid4(),
        "leagues": leagues,
        "badges": badge_rows(badges_at(sitting)) if knows_players else [],
    }
    return render(request, "clubs/tables/sitting/sitting_summary.html", context)


def _may_go_on(request: Request, sitting: Sitting) -> bool:
    """Whether reopening is offered: never where only the totals are known."""
    is_over = not sitting.is_open and not sitting.totals_only
    return is_over and may_reopen_sitting(request.actor, sitting)


@sign_in_first
@require_POST
@of_sitting
def sitting_close(request: Request, sitting: Sitting) -> HttpResponse:
    sittings.close_sitting(request.actor, sitting, request_id=request_id(request))
    messages.success(request, _("The session is closed."))
    return redirect("sitting_summary", sitting.uuid)


@sign_in_first
@require_POST
@of_sitting
def sitting_reopen(request: Request, sitting: Sitting) -> HttpResponse:
    try:
        sittings.reopen_sitting(request.actor, sitting, request_id=request_id(request))
    except TotalsOnly:
        messages.warning(request, _("Only the totals of this table are known: it takes no deals."))
        return redirect("sitting_summary", sitting.uuid)
    messages.success(request, _("The session is open again."))
    return redirect("sitting_sheet", sitting.uuid)


@sign_in_first
@require_safe
@of_sitting
def sitting_log(request: Request, sitting: Sitting) -> HttpResponse:
    require(may_see_log(request.actor, sitting))
    log = log_of(request.actor, sitting, page=number_in(request, "page") or 1)
    if log is None:
        raise Http404
    return render(
        request, "clubs/tables/sitting/sitting_log.html", {**page_context(sitting), "log": log}
    )


@sign_in_first
@require_http_methods(["GET", "HEAD", "POST"])
@of_sitting
def sitting_rules(request: Request, sitting: Sitting) -> HttpResponse:
    """The rules of this session; its organisers may give it others while it is open."""
    may_change = may_change_rules(request.actor, sitting)
    form = None
    if request.method == "POST":
        require(may_change_rules(request.actor, sitting))
        offers = available_rules(sitting.club, sitting.game)
        form = RulesChangeForm(request.POST, sitting=sitting, offers=offers)
        if form.is_valid() and _rules_changed(request, sitting, form):
            text = _("The session has the new rules.")
            if sitting.deals.exists():
                text = _("Every deal is scored again by the new rules.")
            messages.success(request, text)
            return redirect("sitting_sheet", sitting.uuid)
        sitting.refresh_from_db(fields=["rules"])
    elif may_change:
        offers = available_rules(sitting.club, sitting.game)
        form = RulesChangeForm(sitting=sitting, offers=offers, chosen=request.GET.get("chosen"))
    context = {
        **page_context(sitting),
        "is_kept": may_keep_table(request.actor, sitting.club),
        "rows": _rules_rows(request, sitting),
        "may_change": may_change,
    }
    if form is None:
        return render(request, "clubs/tables/sitting/sitting_rules.html", {**context, "form": None})
    return render_form(request, "clubs/tables/sitting/sitting_rules.html", form, context)


def _rules_rows(request: Request, sitting: Sitting) -> list[SummaryRow]:
    rules = rules_of(sitting)
    shown = rules if may_see_money(request.actor, sitting) else rules.for_points()
    return rules_summary(shown.to_json(), sitting.game)


def _rules_changed(request: Request, sitting: Sitting, form: RulesChangeForm) -> bool:
    """Whether the session has the new rules now; else the form says which deals do not fit."""
    try:
        sittings.change_rules(
            request.actor,
            sitting,
            form.chosen_rules(),
            request_id=form.cleaned_data["request_id"],
        )
    except DealRefused as refusal:
        form.explain(refusal)
        return False
    return True
