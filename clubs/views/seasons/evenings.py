"""The evenings of a season, for those who run them: plan, open, check in, count tables, close."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import may_run_evening, visible_sittings
from clubs.core.problems import DealRefused
from clubs.forms.seasons.evenings import CheckInForm, EveningForm, EveningNewForm, PenaltyForm
from clubs.forms.seasons.leagues import UndoReasonForm
from clubs.http import Request
from clubs.models import Evening, League, Penalty, Sitting
from clubs.queries.seasons.evening_money import plays_for_money
from clubs.queries.seasons.seasons import (
    door_list,
    evening_lines,
    evening_mark,
    evening_tables,
    penalties_at,
)
from clubs.services.errors import DateOutside, EveningInUse, EveningTaken, LeagueMoved
from clubs.services.seasons import evenings, penalties
from clubs.services.seasons.leagues import require_manage
from clubs.views.seasons.leagues import managing
from clubs.views.shared import (
    find_evening,
    find_league,
    of_evening,
    of_league,
    overtaken_data,
    render_form,
    request_id,
    sign_in_first,
)


def _to_evening(evening: Evening) -> HttpResponse:
    league = evening.league
    return redirect("evening_edit", league.club.slug, league.uuid, evening.uuid)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_league
def evening_new(request: Request, league: League) -> HttpResponse:
    """The evenings of the season, and planning more."""
    require_manage(request.actor, league)
    form = EveningNewForm(request.POST or None)
    if form.is_valid() and (planned := _plan(request, league, form)):
        count = len(planned)
        text = ngettext("%(count)s evening planned.", "%(count)s evenings planned.", count)
        messages.success(request, text % {"count": count})
        return redirect("evening_new", league.club.slug, league.uuid)
    context = {**managing(request, league, "evenings"), "evenings": evening_lines(league)}
    return render_form(request, "clubs/seasons/evenings/evening_new.html", form, context)


def _plan(request: Request, league: League, form: EveningNewForm) -> list[Evening]:
    """The new evenings; none when the form says why."""
    values = form.cleaned_data
    try:
        return evenings.plan_evenings(
            request.actor,
            league,
            form.dates(),
            place=values["place"],
            name=values["name"],
            request_id=values["request_id"],
        )
    except DateOutside:
        form.explain_outside(league)
    except EveningTaken as refusal:
        form.explain_taken(refusal.dates)
    return []


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_evening
def evening_edit(request: Request, evening: Evening) -> HttpResponse:
    """One evening: its state, its tables and penalties, and when and where it is."""
    evenings.require_run(request.actor, evening.league)
    if request.method == "GET":
        return _evening_page(request, evening, EveningForm(initial=EveningForm.initial_of(evening)))
    require_manage(request.actor, evening.league)
    form = EveningForm(request.POST)
    if form.is_valid():
        try:
            evenings.update_evening(request.actor, evening, **form.cleaned_data)
        except DateOutside:
            form.explain_outside(evening.league)
        except EveningTaken as refusal:
            form.explain_taken(refusal.dates)
        except LeagueMoved:
            form = EveningForm(overtaken_data(request, evening_mark(evening)))
            return _evening_page(request, evening, form, status=409, moved=True)
        else:
            messages.success(request, _("The evening is saved."))
            return _to_evening(evening)
    return _evening_page(request, evening, form)


def _evening_page(
    request: Request, evening: Evening, form: EveningForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    tables = evening_tables(evening)
    context = {
        **managing(request, evening.league, "evenings"),
        "evening": evening,
        "tables": [line for line in tables if line.counts],
        "others": [line for line in tables if not line.counts],
        "penalties": penalties_at(evening),
        "present_count": evening.present.count(),
        "may_run": may_run_evening(request.actor, evening.league),
        "for_money": any(plays_for_money(line.sitting) for line in tables if line.counts),
        **more,
    }
    page = "clubs/seasons/evenings/evening_edit.html"
    return render_form(request, page, form, context, overtaken=status == 409)


@sign_in_first
@require_POST
@of_evening
def evening_open(request: Request, evening: Evening) -> HttpResponse:
    done = _("The evening is open: its tables count from now on.")
    return _state_changed(request, evening, evenings.open_evening, done)


def _state_changed(
    request: Request, evening: Evening, service: Callable[..., Evening], done: str
) -> HttpResponse:
    """Calls the service and leads back to the evening with the message `done`."""
    service(request.actor, evening, request_id=request_id(request))
    messages.success(request, done)
    return _to_evening(evening)


@sign_in_first
@require_POST
@of_evening
def evening_close(request: Request, evening: Evening) -> HttpResponse:
    done = _("The evening is closed, and its tables with it.")
    return _state_changed(request, evening, evenings.close_evening, done)


@sign_in_first
@require_POST
@of_evening
def evening_reopen(request: Request, evening: Evening) -> HttpResponse:
    return _state_changed(
        request, evening, evenings.reopen_evening, _("The evening is open again.")
    )


@sign_in_first
@require_POST
def evening_cancel(request: Request, club: str, league: UUID, evening: UUID) -> HttpResponse:
    season, sent = find_league(request, club, league), request_id(request)
    try:
        night = find_evening(request, club, league, evening)
    except Http404:
        if not evenings.was_cancelled(request.actor, season, evening, request_id=sent):
            raise
    else:
        try:
            evenings.cancel_evening(request.actor, night, request_id=sent)
        except EveningInUse:
            form = EveningForm(initial=EveningForm.initial_of(night))
            return _evening_page(request, night, form, status=409, in_use=True)
    messages.success(request, _("The evening is taken out."))
    return redirect("evening_new", season.club.slug, season.uuid)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_evening
def evening_people(request: Request, evening: Evening) -> HttpResponse:
    """The list at the door."""
    evenings.require_run(request.actor, evening.league)
    form = CheckInForm(request.POST or None, guests=door_list(evening))
    if form.is_valid():
        evenings.check_in_players(
            request.actor,
            evening,
            came=form.came(),
            left_out=form.left_out(),
            request_id=form.cleaned_data["request_id"],
        )
        count = evening.present.count()
        text = ngettext("%(count)s is here.", "%(count)s are here.", count)
        messages.success(request, text % {"count": count})
        return _to_evening(evening)
    context = {**managing(request, evening.league, "evenings"), "evening": evening}
    return render_form(request, "clubs/seasons/evenings/evening_people.html", form, context)


# Tables


def _find_table(request: Request, evening: Evening, uuid: UUID) -> Sitting:
    """A table of the club that plays the game of the season."""
    league = evening.league
    rows = visible_sittings(request.actor)
    return get_object_or_404(rows, uuid=uuid, club=league.club_id, game=league.game, round=None)


@sign_in_first
@require_POST
@of_evening
def table_attach(request: Request, evening: Evening, table: UUID) -> HttpResponse:
    sitting = _find_table(request, evening, table)
    try:
        evenings.attach_table(request.actor, evening, sitting, request_id=request_id(request))
    except DateOutside:
        form = EveningForm(initial=EveningForm.initial_of(evening))
        return _evening_page(request, evening, form, status=409, outside=sitting)
    messages.success(request, _("The table counts for %(season)s.") % {"season": evening.league})
    return _to_evening(evening)


@sign_in_first
@require_POST
@of_evening
def table_detach(request: Request, evening: Evening, table: UUID) -> HttpResponse:
    sitting = _find_table(request, evening, table)
    evenings.detach_table(request.actor, evening.league, sitting, request_id=request_id(request))
    text = _("The table no longer counts for %(season)s.")
    messages.success(request, text % {"season": evening.league})
    return _to_evening(evening)


# Penalties


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_evening
def penalty_new(request: Request, evening: Evening) -> HttpResponse:
    require_manage(request.actor, evening.league)
    guests, tables = door_list(evening), evening_tables(evening)
    form = PenaltyForm(request.POST or None, guests=guests, tables=tables)
    if form.is_valid():
        values = form.cleaned_data
        try:
            penalties.give_penalty(
                request.actor,
                evening,
                form.players[values["player"]],
                values["points"],
                values["reason"],
                sitting=form.tables.get(values["sitting"]),
                again=values["again"],
                request_id=values["request_id"],
            )
        except DealRefused as refusal:
            form.explain(refusal.problems)
        else:
            messages.success(request, _("The penalty is noted."))
            return _to_evening(evening)
    context = {**managing(request, evening.league, "evenings"), "evening": evening}
    return render_form(request, "clubs/seasons/evenings/penalty_new.html", form, context)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_evening
def penalty_cancel(request: Request, evening: Evening, penalty: UUID) -> HttpResponse:
    require_manage(request.actor, evening.league)
    given = _find_penalty(request, evening, penalty)
    form = UndoReasonForm(request.POST or None)
    if form.is_valid():
        penalties.cancel_penalty(request.actor, evening.league, given, **form.cleaned_data)
        messages.success(request, _("The penalty is cancelled."))
        return _to_evening(evening)
    context = {
        **managing(request, evening.league, "evenings"),
        "evening": evening,
        "penalty": given,
    }
    return render_form(request, "clubs/seasons/evenings/penalty_cancel.html", form, context)


def _find_penalty(request: Request, evening: Evening, uuid: UUID) -> Penalty:
    """One of those of the evening and its tables."""
    given = next((one for one in penalties_at(evening) if one.uuid == uuid), None)
    if given is None:
        raise Http404
    return given
