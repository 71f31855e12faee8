"""Recording, correcting and taking back a deal. What a game's deal consists of: clubs/forms/."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import (
    may_correct_deal,
    may_record_deal,
    require,
)
from clubs.choices import REASONS_TO_CORRECT, REASONS_TO_TAKE_BACK, UNDO, deal_problem_message
from clubs.core.deals import MISDEAL
from clubs.core.games import get_game
from clubs.core.plain_scores import KIND
from clubs.core.problems import DealRefused
from clubs.forms.deals.deals import DealForm, DealReasonForm
from clubs.forms.deals.plain_scores import PlainScoresForm
from clubs.forms.games import FORMS
from clubs.http import Request, owner_keys, wants_json
from clubs.models import Deal, DealKind, Sitting
from clubs.queries.deals import deals as tables
from clubs.queries.deals.breakdown import told_by
from clubs.queries.deals.deals import DealTable, Record
from clubs.queries.seasons.rank_moves import RankTable
from clubs.queries.tournaments.rounds.slips import takes_corrections, takes_records
from clubs.services.errors import SittingClosed, SittingMoved
from clubs.services.seasons.rank_trials import ranks_if
from clubs.services.tables import sittings
from clubs.services.tournaments.rounds.slip_states import SlipClosed
from clubs.services.tournaments.rounds.slips import keep_late_deal
from clubs.views.shared import (
    find_deal,
    find_sitting,
    request_id,
    sign_in_first,
    whole_number,
)
from clubs.views.tables.guests import asked_who
from clubs.views.tables.undoing import is_undo, say_done, undo_of_deal

CLOSED = gettext_lazy("The slip is closed: ask the arbiter.")
LATE = gettext_lazy("The slip was closed: the arbiter has this deal, and it does not count.")


@sign_in_first
@require_http_methods(["GET", "POST"])
def deal_record(request: Request, uuid: UUID) -> HttpResponse:
    sitting = find_sitting(request, uuid)
    require(may_record_deal(request.actor, sitting))
    if request.method == "POST":
        return deal_sent(request, sitting)
    if not takes_records(sitting):
        return redirect("slip_show", sitting.uuid)
    if not sitting.is_open:
        return entry_page(request, sitting, None)
    earlier = whole_number(request.GET.get("from", ""))
    record = tables.record_taken_back(request.actor, sitting, earlier)
    table = tables.next_deal(sitting)
    if record.get("players") != list(table.uuids):  # others sit there now, or elsewhere
        record = {}
    form = fresh_form(sitting, table, record)
    return entry_page(request, sitting, form)


def deal_sent(request: Request, sitting: Sitting) -> HttpResponse:
    """A form of deal entry came: count it, or save it."""
    if "step" in request.POST:  # Calculate
        return entry_page(request, sitting, _form_again(request, sitting))
    if "dealer_then" in request.POST:
        # What is read below is request.POST; Django's stubs know it as what came in only.
        request.POST = _moved_on(request.POST, sitting)  # type: ignore[assignment]
    form = _form_to_save(request, sitting)
    if wants_json(request):
        return _deal_kept(request, sitting, form)
    if form.errors or form.questions:
        shown = _form_again(request, sitting)
        shown.refuse_gaps()
        _refuse_other_seats(request, shown)
        return entry_page(request, sitting, shown, status=422, asks=not shown.errors)
    try:
        deal = _record_form(request, sitting, form)
    except DealRefused as refusal:  # the rules have changed since the form was shown
        shown = _form_again(request, sitting)
        shown.refuse_gaps()
        shown.explain(refusal.problems, form.record)
        return entry_page(request, sitting, shown, status=422)
    except SittingMoved as moved:
        return _overtaken(request, sitting, moved.deal)
    except SlipClosed:
        return _came_too_late(request, sitting, form)
    except SittingClosed:
        return entry_page(request, sitting, _form_again(request, sitting), status=409)
    return redirect(_saved_url(deal))


def _came_too_late(request: Request, sitting: Sitting, form: DealForm) -> HttpResponse:
    """A deal for a slip that is closed: kept for the arbiter, not counted."""
    _keep_late(request, sitting, form)
    messages.warning(request, LATE)
    return redirect("slip_show", sitting.uuid)


def _keep_late(request: Request, sitting: Sitting, form: DealForm) -> None:
    keep_late_deal(
        request.actor,
        sitting,
        form.record,
        number=form.cleaned_data["number"],
        request_id=form.cleaned_data["request_id"],
    )


def _deal_kept(request: Request, sitting: Sitting, form: DealForm) -> HttpResponse:
    """The same for js/offline/queue-send.js, which has a deal on the phone until it hears that it
    is here.

    What the person must see, it sends again as a form.
    """
    if request.POST.get("owner") not in owner_keys(request.actor):
        return JsonResponse({}, status=401)  # somebody else has signed in since
    if form.errors or form.questions:
        return JsonResponse({"asks": True}, status=422)
    try:
        deal = _record_form(request, sitting, form)
    except DealRefused:
        return JsonResponse({"asks": True}, status=422)
    except SittingMoved as moved:
        number = moved.deal.number if moved.deal else None
        answer = {"number": number, "next": tables.last_number(sitting) + 1}
        return JsonResponse(answer, status=409)
    except SlipClosed:
        _keep_late(request, sitting, form)
        return JsonResponse({"closed": True, "late": True}, status=409)
    except SittingClosed:
        return JsonResponse({"closed": True}, status=409)
    return JsonResponse({"number": deal.number, "url": _saved_url(deal)})


def _form_to_save(request: Request, sitting: Sitting) -> DealForm:
    table = tables.bare_table_to_fill(sitting, _deal_number(request.POST))
    form = _sent_form(sitting, table, request.POST)
    form.refuse_gaps()
    _refuse_other_seats(request, form)
    return form


def _refuse_other_seats(request: Request, form: DealForm) -> None:
    """What was told by seats, as the bonuses are, may be of somebody else by now."""
    if request.POST.get("seating", form.table.seating) != form.table.seating:
        form.add_error(None, _("Others sit at the table by now. Look once more who did what."))


def _record_form(request: Request, sitting: Sitting, form: DealForm) -> Deal:
    return sittings.record_deal(
        request.actor,
        sitting,
        form.record,
        number=form.cleaned_data["number"],
        request_id=form.cleaned_data["request_id"],
    )


def _saved_url(deal: Deal) -> str:
    return f"{_home_of(deal.sitting)}?saved={deal.number}"


def _home_of(sitting: Sitting) -> str:
    """Where one goes on from a deal: the sheet, or the slip of a table of a tournament."""
    name = "sitting_sheet" if sitting.round_id is None else "slip_show"
    return reverse(name, args=[sitting.uuid])


def _back_to_slip(request: Request, sitting: Sitting) -> HttpResponse:
    messages.warning(request, CLOSED)
    return redirect("slip_show", sitting.uuid)


def _form_again(request: Request, sitting: Sitting) -> DealForm:
    """What was sent, to be shown once more, with the totals of the table."""
    table = tables.table_to_fill(sitting, _deal_number(request.POST))
    return _sent_form(sitting, table, request.POST)


def _overtaken(request: Request, sitting: Sitting, other: Deal | None) -> HttpResponse:
    """Somebody else wrote this number: both are shown, and a person says what becomes of them.

    What was sent is offered as the next deal. Without other, the form was ahead of the table.
    """
    table = tables.next_deal(sitting)
    data = request.POST.copy()
    data["number"] = str(table.number)
    data["request_id"] = str(uuid4())
    data.setlist("settles", [request.POST.get("request_id", "")])
    form = _sent_form(sitting, table, data)
    if other is None or not form.is_valid():
        return entry_page(request, sitting, form, status=409)
    lines = tables.set_beside(other, table, form.record)
    context = {
        "sitting": sitting,
        "club": sitting.club,
        "form": form,
        "other": other,
        "lines": lines,
        "is_same": not any(line.changed for line in lines),
        "scores": tables.scores_beside(other, table, form.verdict.scores if form.verdict else {}),
        "settles": _settled(data),
    }
    return render(request, "clubs/deals/pages/deal_clash.html", context, status=409)


def _moved_on(data: QueryDict, sitting: Sitting) -> QueryDict:
    """A deal that turned out to be a later one: the turn has moved on, and who rests with it.

    The button says who deals then. It is not looked up here: sent again, it must say the same.
    """
    table = tables.bare_table_to_fill(sitting, _deal_number(data))
    dealer = data["dealer_then"]
    moved = data.copy()
    if dealer in table.uuids:
        moved["dealer"] = dealer
        moved.setlist("out", list(tables.who_rests(table.uuids, dealer, len(table.resting))))
    return moved


def _settled(data: QueryDict) -> str:
    """Which deal that a phone keeps a form takes the place of, by its request_id; or none."""
    try:
        return str(UUID(data.get("settles", "")))
    except ValueError:
        return ""


@sign_in_first
@require_POST
def deal_preview(request: Request, uuid: UUID) -> HttpResponse:
    """The verdict of what is filled in so far, for htmx. Saves nothing."""
    sitting = find_sitting(request, uuid)
    require(may_record_deal(request.actor, sitting))
    if "revision" in request.POST:
        deal = get_object_or_404(sitting.deals, number=_deal_number(request.POST))
        table = tables.deal_table(deal)
    else:
        table = tables.bare_table_to_fill(sitting, _deal_number(request.POST))
    form = _sent_form(sitting, table, request.POST)
    form.is_valid()
    return render(request, form.preview, {"form": form, "asked": "asked" in request.POST})


@sign_in_first
@require_http_methods(["GET", "POST"])
def deal_correct(request: Request, uuid: UUID, number: int) -> HttpResponse:
    """Two steps at one address: the form, then what would change, with the reason."""
    deal = find_deal(request, uuid, number)
    require(may_correct_deal(request.actor, deal.sitting))
    if not takes_corrections(request.actor, deal.sitting):
        return _back_to_slip(request, deal.sitting)
    step = request.POST.get("step")
    if step == "correct":
        return _correction_sent(request, deal)
    table = tables.deal_table(deal)
    if request.method == "GET":
        form = fresh_form(deal.sitting, table, deal.record, revision=deal.revision)
        return _correction_page(request, deal, form)
    form = _sent_form(deal.sitting, table, _as_correction(request, deal))
    if step in ("preview", "edit"):
        return _correction_page(request, deal, form)
    return _review(request, deal, form, _reason_form(request, bound=False))


def _correction_sent(request: Request, deal: Deal) -> HttpResponse:
    """The second step: the correction with its reason."""
    form = _sent_form(deal.sitting, tables.bare_deal_table(deal), request.POST)
    form.refuse_gaps()
    reasons = _reason_form(request, bound=True)
    if form.errors or form.questions or not reasons.is_valid():
        full = _sent_form(deal.sitting, tables.deal_table(deal), request.POST)
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
        full = _sent_form(deal.sitting, tables.deal_table(deal), request.POST)
        full.explain(refusal.problems, form.record)
        return _correction_page(request, deal, full, status=422)
    except SlipClosed:
        return _back_to_slip(request, deal.sitting)
    except SittingMoved as moved:
        return _correction_overtaken(request, moved.deal or deal)
    if not tables.says_the_same(deal, form.record):  # sent before, then changed and sent again
        return _correction_overtaken(request, deal)
    text = _("Deal %(number)s is corrected.") % {"number": deal.number}
    say_done(request, text, undo_of_deal(deal, cleaned["revision"] or 0))
    sheet, settles = _home_of(deal.sitting), _settled(request.POST)
    return redirect(f"{sheet}?settled={settles}" if settles else sheet)


def _as_correction(request: Request, deal: Deal) -> QueryDict:
    """What was sent; also by the form of a new deal that turns out to be this one."""
    data = request.POST.copy()
    data["number"] = str(deal.number)
    data["revision"] = str(_revision_of(request))
    return data


def _review(
    request: Request, deal: Deal, form: DealForm, reasons: DealReasonForm, *, status: int = 200
) -> HttpResponse:
    """What would change; back to the form while that cannot be."""
    form.refuse_gaps()
    if not form.errors:
        try:
            sittings.refuse_stranded(deal, form.table.uuids, form.record)
        except DealRefused as refusal:  # a later deal would no longer be possible
            form.explain(refusal.problems, form.record)
    if form.errors:
        return _correction_page(request, deal, form, status=422)
    return _review_page(request, deal, form, reasons, status=status)


def _correction_overtaken(request: Request, deal: Deal) -> HttpResponse:
    """Somebody else changed this deal: show what stands there now beside what was typed."""
    data = request.POST.copy()
    data["revision"] = str(deal.revision)
    data["request_id"] = str(uuid4())
    table = tables.deal_table(deal)
    form = _sent_form(deal.sitting, table, data)
    facts = told_by(deal.sitting.game, deal.record, table.names)
    return _correction_page(request, deal, form, status=409, other=deal, told=facts)


@sign_in_first
@require_http_methods(["GET", "POST"])
def deal_void(request: Request, uuid: UUID, number: int) -> HttpResponse:
    """Taking a deal back: with a reason from its page, at once from the toast after saving."""
    deal = find_deal(request, uuid, number)
    require(may_correct_deal(request.actor, deal.sitting))
    if not takes_corrections(request.actor, deal.sitting):
        return _back_to_slip(request, deal.sitting)
    is_at_once = is_undo(request)
    is_at_once &= deal.sitting.is_open or deal.sitting.round is None  # a correction has a reason
    reasons = _reason_form(request, bound=request.method == "POST" and not is_at_once, void=True)
    if request.method == "GET" or not (is_at_once or reasons.is_valid()):
        return _void_page(request, deal, reasons)
    try:
        sittings.void_deal(
            request.actor,
            deal,
            revision=_revision_of(request),
            reason=UNDO if is_at_once else reasons.to_reason(),
            request_id=request_id(request),
        )
    except SlipClosed:
        return _back_to_slip(request, deal.sitting)
    except DealRefused as refusal:
        reasons = _reason_form(request, bound=False, void=True)
        return _void_page(request, deal, reasons, refusal=refusal)
    except SittingMoved:
        return _void_page(request, deal, _reason_form(request, bound=False, void=True), moved=True)
    text = _("Deal %(number)s is taken back.") % {"number": number}
    say_done(request, text, undo_of_deal(deal, _revision_of(request), is_redo=is_at_once))
    if is_at_once and deal.sitting.is_open:
        return redirect(f"{reverse('deal_record', args=[uuid])}?from={number}")
    return redirect(_home_of(deal.sitting))


# Forms


def fresh_form(
    sitting: Sitting, table: DealTable, record: Record, *, revision: int | None = None
) -> DealForm:
    """A form to fill in, or one that starts with a record."""
    make = _deal_form_class(sitting, record)
    initial = make.initial_of(record, table)
    initial |= {"number": table.number, "request_id": uuid4(), "revision": revision}
    form = make(
        initial=initial, table=table, game=get_game(sitting.game), rules=tables.rules_of(sitting)
    )
    form.start_with(record)
    return form


def _sent_form(sitting: Sitting, table: DealTable, data: QueryDict) -> DealForm:
    make = _deal_form_class(sitting, data)
    if data.get("void_reason") == MISDEAL:
        table = tables.after_misdeals(sitting, table)
    return make(data, table=table, game=get_game(sitting.game), rules=tables.rules_of(sitting))


def _deal_form_class(sitting: Sitting, data: Mapping[str, Any]) -> type[DealForm]:
    """The form that tells such a record, or that sent such data: of plain scores both say so."""
    return PlainScoresForm if data.get("kind") == KIND else FORMS[sitting.game].deal


def _reason_form(request: Request, *, bound: bool, void: bool = False) -> DealReasonForm:
    reasons = REASONS_TO_TAKE_BACK if void else REASONS_TO_CORRECT
    return DealReasonForm(request.POST if bound else None, reasons=reasons)


def _deal_number(data: QueryDict) -> int:
    """The number of the deal that a form says it is for; 0 when it is damaged."""
    return whole_number(data.get("number", ""))


def _revision_of(request: Request) -> int:
    """The revision that the person saw: a field of the form, or in the address of the button."""
    return whole_number(request.POST.get("revision") or request.GET.get("revision", ""))


# Pages


def entry_page(
    request: Request,
    sitting: Sitting,
    form: DealForm | None,
    *,
    status: int | None = None,
    **more: Any,
) -> HttpResponse:
    """Deal entry; without a form, or with one that came too late, the session is closed."""
    is_wrong = form is not None and form.is_bound and bool(form.errors)
    seated = [(place.uuid, place.name) for place in form.table.places] if form else []
    context = {
        "sitting": sitting,
        "club": sitting.club,
        "form": form,
        "other": None,
        "asks": False,
        "settles": _settled(request.POST),
        "preview_url": reverse("deal_preview", args=[sitting.uuid]),
        "deals_again": (tables.deals_again(sitting, form.table, form.void_reasons) if form else ()),
        **asked_who(request, sitting, seated),
        **more,
    }
    return render(
        request,
        form.page if form else DealForm.page,
        context,
        status=status or (422 if is_wrong else 200),
    )


def _correction_page(
    request: Request, deal: Deal, form: DealForm, *, status: int | None = None, **more: Any
) -> HttpResponse:
    is_wrong = form.is_bound and bool(form.errors)
    context = {
        "deal": deal,
        "sitting": deal.sitting,
        "club": deal.sitting.club,
        "form": form,
        "other": None,
        "asks": False,
        "settles": _settled(request.POST),
        "preview_url": reverse("deal_preview", args=[deal.sitting.uuid]),
        **more,
    }
    return render(
        request, form.page_to_correct, context, status=status or (422 if is_wrong else 200)
    )


def _review_page(
    request: Request, deal: Deal, form: DealForm, reasons: DealReasonForm, *, status: int = 200
) -> HttpResponse:
    context = {
        "deal": deal,
        "sitting": deal.sitting,
        "club": deal.sitting.club,
        "form": form,
        "reasons": reasons,
        "settles": _settled(request.POST),
        "lines": tables.compared(deal.sitting, form.table, deal.record, form.record),
        "matches": tables.match_effects(deal, form.record),
        "effects": tables.effects(deal, form.table, form.verdict.scores if form.verdict else {}),
        "ranks": RankTable(ranks_if(request.actor, deal, form.record)),
        "last_number": tables.last_number(deal.sitting),
    }
    return render(request, "clubs/deals/pages/deal_review.html", context, status=status)


def _void_page(
    request: Request,
    deal: Deal,
    reasons: DealReasonForm,
    *,
    moved: bool = False,
    refusal: DealRefused | None = None,
) -> HttpResponse:
    """What it would change; without the button while a later deal stands on this one."""
    table = tables.deal_table(deal)
    seen = refusal or _why_it_stays(deal, table)
    context = {
        "deal": deal,
        "sitting": deal.sitting,
        "club": deal.sitting.club,
        "form": reasons,
        "told": told_by(deal.sitting.game, deal.record, table.names),
        "problems": [deal_problem_message(problem) for problem in seen.problems] if seen else [],
        "matches": tables.match_effects(deal, {"kind": DealKind.VOID}),
        "effects": tables.effects(deal, table, {}),
        "ranks": RankTable(ranks_if(request.actor, deal, None)),
        "last_number": tables.last_number(deal.sitting),
        "request_id": uuid4(),
        "moved": moved,
    }
    wrong = bool(refusal or (reasons.is_bound and reasons.errors))
    status = 409 if moved else 422 if wrong else 200
    return render(request, "clubs/deals/pages/deal_void.html", context, status=status)


def _why_it_stays(deal: Deal, table: DealTable) -> DealRefused | None:
    """What taking it back would be refused for."""
    try:
        sittings.refuse_stranded(deal, table.uuids, sittings.taken_back(deal))
    except DealRefused as refusal:
        return refusal
    return None
