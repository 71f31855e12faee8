"""Telling a deal that is to be recorded. What a game's deal consists of: clubs/forms/."""

import json
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import may_correct_deal, may_record_deal, require
from clubs.choices import COUNTED_OTHERWISE
from clubs.core.plain_scores import KIND
from clubs.core.problems import DealRefused
from clubs.forms.deals.deals import DealForm
from clubs.forms.deals.plain_scores import VACHETTE
from clubs.http import Request, owner_keys, wants_json
from clubs.listings.sheet_lines import deal_words
from clubs.models import Deal, Sitting
from clubs.queries.deals import deals
from clubs.queries.tables.bids import bid_to_go_on
from clubs.queries.tables.live import last_deal, match_before
from clubs.queries.tournaments.rounds.slips import takes_records
from clubs.services.errors import SittingClosed, SittingMoved
from clubs.services.tables import sittings
from clubs.services.tournaments.rounds.slip_states import SlipClosed
from clubs.services.tournaments.rounds.slips import keep_late_deal
from clubs.views.shared import (
    of_sitting,
    overtaken_data,
    sign_in_first,
    whole_number,
)
from clubs.views.tables.deal_forms import deal_number, fresh_form, home_of, sent_form, settled
from clubs.views.tables.guests import asked_who

MOST_OF_SCORES = 1_000  # characters; eight players are 400
LATE = gettext_lazy("The slip was closed: the arbiter has this deal, and it does not count.")


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_sitting
def deal_record(request: Request, sitting: Sitting) -> HttpResponse:
    require(may_record_deal(request.actor, sitting))
    if request.method == "POST":
        return _deal_sent(request, sitting)
    if not takes_records(sitting):
        return redirect("slip_show", sitting.uuid)
    if not sitting.is_open:
        return _entry_page(request, sitting, None)
    return _entry_page(request, sitting, _next_form(request, sitting))


def _next_form(request: Request, sitting: Sitting) -> DealForm:
    """The form of the next deal: empty, with what another phone told of it, or of the void deal of
    ?from."""
    earlier = whole_number(request.GET.get("from", ""))
    record = deals.record_taken_back(request.actor, sitting, earlier)
    table = deals.next_deal(sitting)
    if record.get("players") != list(table.uuids):  # others sit there now, or elsewhere
        table, record = bid_to_go_on(sitting, table)
    return fresh_form(sitting, table, record)


@sign_in_first
@require_safe
@of_sitting
def deal_follow(request: Request, sitting: Sitting) -> HttpResponse:
    """What deal entry takes over of its next page once a deal is saved, here or on another phone:
    static/js/deal/follow.js reads it. Nothing where the table takes no more deals."""
    require(may_record_deal(request.actor, sitting))
    if not (sitting.is_open and takes_records(sitting)):
        return HttpResponse(status=204)
    form = _next_form(request, sitting)
    context = {"sitting": sitting, "form": form, **_deal_before(request, sitting, form)}
    return render(request, "clubs/deals/_deal_follow.html", context)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_sitting
def deal_scores(request: Request, sitting: Sitting) -> HttpResponse:
    """A deal of which only the scores are told; correcting and taking back is as of any deal."""
    require(may_record_deal(request.actor, sitting))
    if request.method == "POST":
        return _deal_sent(request, sitting)
    if sitting.round_id is not None:
        return redirect("slip_show", sitting.uuid)
    if not sitting.is_open:
        return _entry_page(request, sitting, None)
    table = deals.next_deal(sitting)
    played = {"label": str(VACHETTE), "dealer": table.dealer} if "vachette" in request.GET else {}
    form = fresh_form(sitting, table, {"kind": KIND, **played})
    return _entry_page(request, sitting, form)


def _deal_sent(request: Request, sitting: Sitting) -> HttpResponse:
    """A form of deal entry came: count it, or save it."""
    if "step" in request.POST:  # Calculate
        return _entry_page(request, sitting, _form_again(request, sitting))
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
        return _entry_page(request, sitting, shown, status=422, asks=not shown.errors)
    try:
        deal, notice = _record_form(request, sitting, form)
    except DealRefused as refusal:  # the rules have changed since the form was shown
        shown = _form_again(request, sitting)
        shown.refuse_gaps()
        shown.explain(refusal.problems, form.record)
        return _entry_page(request, sitting, shown, status=422)
    except SittingMoved as moved:
        return _overtaken(request, sitting, moved.deal)
    except SlipClosed:
        return _came_too_late(request, sitting, form)
    except SittingClosed:
        return _entry_page(request, sitting, _form_again(request, sitting), status=409)
    if notice:
        messages.warning(request, notice)
    return redirect(_after_scores(deal) or _saved_url(deal))


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
        deal, notice = _record_form(request, sitting, form)
    except DealRefused:
        return JsonResponse({"asks": True}, status=422)
    except SittingMoved as moved:
        number = moved.deal.number if moved.deal else None
        answer = {"number": number, "next": deals.last_number(sitting) + 1}
        return JsonResponse(answer, status=409)
    except SlipClosed:
        _keep_late(request, sitting, form)
        return JsonResponse({"closed": True, "late": True}, status=409)
    except SittingClosed:
        return JsonResponse({"closed": True}, status=409)
    saved: dict[str, Any] = {"number": deal.number, "url": _after_scores(deal) or _saved_url(deal)}
    if notice and _goes_on(request, sitting):
        saved["notice"] = notice
    elif notice:  # the phone leads to another page, which is to say it
        messages.warning(request, notice)
    return JsonResponse(saved)


def _scores_shown(data: QueryDict) -> dict[str, int]:
    """By player, as the phone counted the deal; empty where it did not, or says nothing of use."""
    try:
        shown = json.loads(data.get("scores_shown", "")[:MOST_OF_SCORES])
    except (ValueError, RecursionError):
        return {}
    is_told = isinstance(shown, dict) and all(isinstance(score, int) for score in shown.values())
    return shown if is_told else {}


def _form_to_save(request: Request, sitting: Sitting) -> DealForm:
    table = deals.bare_table_to_fill(sitting, deal_number(request.POST))
    form = sent_form(sitting, table, request.POST)
    form.refuse_gaps()
    _refuse_other_seats(request, form)
    return form


def _refuse_other_seats(request: Request, form: DealForm) -> None:
    """What was told by seats, as the bonuses are, may be of somebody else by now."""
    if request.POST.get("seating", form.table.seating) != form.table.seating:
        form.add_error(None, _("The players at the table have changed. Check who did what."))


def _record_form(request: Request, sitting: Sitting, form: DealForm) -> tuple[Deal, str]:
    """The deal, and what is to be said of it: that the phone had shown other scores."""
    shown = _scores_shown(request.POST)
    is_otherwise = bool(shown) and form.verdict is not None and shown != form.verdict.scores
    deal = sittings.record_deal(
        request.actor,
        sitting,
        form.record,
        number=form.cleaned_data["number"],
        request_id=form.cleaned_data["request_id"],
        reason=COUNTED_OTHERWISE if is_otherwise else "",
    )
    if not is_otherwise:
        return deal, ""
    text = _("The server counts deal %(number)s otherwise than this phone did. Its scores stand.")
    return deal, text % {"number": deal.number}


def _saved_url(deal: Deal) -> str:
    return f"{home_of(deal.sitting)}?saved={deal.number}"


def _after_scores(deal: Deal) -> str:
    """The address of the form of the next deal, after plain scores that somebody dealt, as a
    vachette is; it shows what was saved. Empty after any other deal."""
    is_played = deal.record.get("kind") == KIND and "dealer" in deal.record
    is_of_table = deal.sitting.round_id is None
    return reverse("deal_record", args=[deal.sitting.uuid]) if is_played and is_of_table else ""


def _form_again(request: Request, sitting: Sitting) -> DealForm:
    """What was sent, to be shown once more, with the totals of the table."""
    table = deals.table_to_fill(sitting, deal_number(request.POST))
    return sent_form(sitting, table, request.POST)


def _overtaken(request: Request, sitting: Sitting, other: Deal | None) -> HttpResponse:
    """Somebody else wrote this number: both are shown, and a person says what becomes of them.

    What was sent is offered as the next deal. Without other, the form was ahead of the table.
    """
    table = deals.next_deal(sitting)
    data = overtaken_data(request, number=table.number)
    data.setlist("settles", [request.POST.get("request_id", "")])
    form = sent_form(sitting, table, data)
    if other is None or not form.is_valid():
        return _entry_page(request, sitting, form, status=409)
    lines = deals.set_beside(other, table, form.record)
    context = {
        "sitting": sitting,
        "club": sitting.club,
        "form": form,
        "other": other,
        "lines": lines,
        "is_same": not any(line.changed for line in lines),
        "scores": deals.scores_beside(other, table, form.verdict.scores if form.verdict else {}),
        "settles": settled(data),
    }
    return render(request, "clubs/deals/pages/deal_clash.html", context, status=409)


def _moved_on(data: QueryDict, sitting: Sitting) -> QueryDict:
    """A deal that turned out to be a later one: the turn has moved on, and who rests with it.

    The button says who deals then. It is not looked up here: sent again, it must say the same.
    """
    table = deals.bare_table_to_fill(sitting, deal_number(data))
    dealer = data["dealer_then"]
    moved = data.copy()
    if dealer in table.uuids:
        moved["dealer"] = dealer
        moved.setlist("out", list(deals.who_rests(table.uuids, dealer, len(table.resting))))
    return moved


@sign_in_first
@require_POST
@of_sitting
def deal_preview(request: Request, sitting: Sitting) -> HttpResponse:
    """The verdict of what is filled in so far, for htmx; nothing of plain scores. Saves nothing."""
    require(may_record_deal(request.actor, sitting))
    if "revision" in request.POST:
        deal = get_object_or_404(sitting.deals, number=deal_number(request.POST))
        table = deals.deal_table(deal)
    else:
        table = deals.bare_table_to_fill(sitting, deal_number(request.POST))
    form = sent_form(sitting, table, request.POST)
    if not form.preview:
        return HttpResponse(status=204)
    form.is_valid()
    return render(request, form.preview, {"form": form, "asked": "asked" in request.POST})


def _goes_on(request: Request, sitting: Sitting) -> bool:
    """Whether a deal that is saved makes room for the next one on the same page: not at a table of
    a tournament, where the slip says how many deals are left, and not once for plain scores."""
    return sitting.round_id is None and request.path == reverse("deal_record", args=[sitting.uuid])


def _deal_before(request: Request, sitting: Sitting, form: DealForm) -> dict[str, Any]:
    last = last_deal(sitting)
    return {
        "last": last,
        "last_words": (deal_words(last.row) or last.row.headline) if last else "",
        "match_before": match_before(sitting, form.table),
        "may_undo": may_correct_deal(request.actor, sitting),
        "undo_id": uuid4(),
    }


def _entry_page(
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
    goes_on = form is not None and _goes_on(request, sitting)
    context = {
        "sitting": sitting,
        "club": sitting.club,
        "form": form,
        "other": None,
        "asks": False,
        "settles": settled(request.POST),
        "preview_url": reverse("deal_preview", args=[sitting.uuid]),
        "deals_again": (deals.deals_again(sitting, form.table, form.void_reasons) if form else ()),
        "goes_on": goes_on,
        **(_deal_before(request, sitting, form) if form and goes_on else {}),
        **asked_who(request, sitting, seated),
        **more,
    }
    return render(
        request,
        form.page if form else DealForm.page,
        context,
        status=status or (422 if is_wrong else 200),
    )
