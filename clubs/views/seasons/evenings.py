"""The evenings of a season, for those who run them: plan, open, check in, count tables, close."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import (
    may_manage_league,
    may_run_evening,
    require,
    visible_evenings,
    visible_sittings,
)
from clubs.forms.seasons.evenings import CheckInForm, EveningForm, EveningNewForm, PenaltyForm
from clubs.forms.seasons.leagues import ReasonForm
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
from clubs.views.seasons.leagues import managing, overtaken_data
from clubs.views.shared import (
    find_league,
    in_its_zone,
    render_form,
    request_id,
    sign_in_first,
)


def _find_evening(request: Request, slug: str, league: UUID, evening: UUID) -> Evening:
    """An evening of the season of the address."""
    rows = visible_evenings(request.actor)
    found = get_object_or_404(rows, league__club__slug=slug, league__uuid=league, uuid=evening)
    in_its_zone(found.league.club)
    return found


def _to_evening(evening: Evening) -> HttpResponse:
    league = evening.league
    return redirect("evening_edit", league.club.slug, league.uuid, evening.uuid)


@sign_in_first
@require_http_methods(["GET", "POST"])
def evening_new(request: Request, club: str, league: UUID) -> HttpResponse:
    """The evenings of the season, and planning more."""
    found = find_league(request, club, league)
    require(may_manage_league(request.actor, found))
    form = EveningNewForm(request.POST or None)
    if form.is_valid() and (planned := _plan(request, found, form)):
        count = len(planned)
        text = ngettext("%(count)s evening planned.", "%(count)s evenings planned.", count)
        messages.success(request, text % {"count": count})
        return redirect("evening_new", found.club.slug, found.uuid)
    context = {**managing(request, found, "evenings"), "evenings": evening_lines(found)}
    return render_form(request, "clubs/seasons/evenings/evening_new.html", form, context)


def _plan(request: Request, league: League, form: EveningNewForm) -> list[Evening]:
    """The new evenings; none when the form says why."""
    told = form.cleaned_data
    try:
        return evenings.plan_evenings(
            request.actor,
            league,
            form.dates(),
            place=told["place"],
            name=told["name"],
            request_id=told["request_id"],
        )
    except DateOutside:
        form.explain_outside(league)
    except EveningTaken as refusal:
        form.explain_taken(refusal.dates)
    return []


@sign_in_first
@require_http_methods(["GET", "POST"])
def evening_edit(request: Request, club: str, league: UUID, evening: UUID) -> HttpResponse:
    """One evening: its state, its tables and penalties, and when and where it is."""
    found = _find_evening(request, club, league, evening)
    require(may_run_evening(request.actor, found.league))
    if request.method == "GET":
        return _evening_page(request, found, EveningForm(initial=EveningForm.initial_of(found)))
    require(may_manage_league(request.actor, found.league))
    form = EveningForm(request.POST)
    if form.is_valid():
        try:
            evenings.update_evening(request.actor, found, **form.cleaned_data)
        except DateOutside:
            form.explain_outside(found.league)
        except EveningTaken as refusal:
            form.explain_taken(refusal.dates)
        except LeagueMoved:
            form = EveningForm(overtaken_data(request, evening_mark(found)))
            return _evening_page(request, found, form, status=409, moved=True)
        else:
            messages.success(request, _("The evening is saved."))
            return _to_evening(found)
    return _evening_page(request, found, form)


def _evening_page(
    request: Request, evening: Evening, form: EveningForm, *, status: int = 200, **told: Any
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
        **told,
    }
    page = "clubs/seasons/evenings/evening_edit.html"
    return render_form(request, page, form, context, overtaken=status == 409)


@sign_in_first
@require_POST
def evening_open(request: Request, club: str, league: UUID, evening: UUID) -> HttpResponse:
    found = _find_evening(request, club, league, evening)
    evenings.open_evening(request.actor, found, request_id=request_id(request))
    messages.success(request, _("The evening is open: its tables count from now on."))
    return _to_evening(found)


@sign_in_first
@require_POST
def evening_close(request: Request, club: str, league: UUID, evening: UUID) -> HttpResponse:
    found = _find_evening(request, club, league, evening)
    evenings.close_evening(request.actor, found, request_id=request_id(request))
    messages.success(request, _("The evening is closed, and its tables with it."))
    return _to_evening(found)


@sign_in_first
@require_POST
def evening_reopen(request: Request, club: str, league: UUID, evening: UUID) -> HttpResponse:
    found = _find_evening(request, club, league, evening)
    evenings.reopen_evening(request.actor, found, request_id=request_id(request))
    messages.success(request, _("The evening is open again."))
    return _to_evening(found)


@sign_in_first
@require_POST
def evening_cancel(request: Request, club: str, league: UUID, evening: UUID) -> HttpResponse:
    season, sent = find_league(request, club, league), request_id(request)
    try:
        found = _find_evening(request, club, league, evening)
    except Http404:
        if not evenings.was_cancelled(request.actor, season, evening, request_id=sent):
            raise
    else:
        try:
            evenings.cancel_evening(request.actor, found, request_id=sent)
        except EveningInUse:
            form = EveningForm(initial=EveningForm.initial_of(found))
            return _evening_page(request, found, form, status=409, in_use=True)
    messages.success(request, _("The evening is taken out."))
    return redirect("evening_new", season.club.slug, season.uuid)


@sign_in_first
@require_http_methods(["GET", "POST"])
def evening_people(request: Request, club: str, league: UUID, evening: UUID) -> HttpResponse:
    """The list at the door."""
    found = _find_evening(request, club, league, evening)
    require(may_run_evening(request.actor, found.league))
    form = CheckInForm(request.POST or None, guests=door_list(found))
    if form.is_valid():
        evenings.check_in(
            request.actor,
            found,
            came=form.came(),
            left_out=form.left_out(),
            request_id=form.cleaned_data["request_id"],
        )
        count = found.present.count()
        text = ngettext("%(count)s is here.", "%(count)s are here.", count)
        messages.success(request, text % {"count": count})
        return _to_evening(found)
    context = {**managing(request, found.league, "evenings"), "evening": found}
    return render_form(request, "clubs/seasons/evenings/evening_people.html", form, context)


# Tables


def _find_table(request: Request, evening: Evening, uuid: UUID) -> Sitting:
    """A table of the club that plays the game of the season."""
    league = evening.league
    rows = visible_sittings(request.actor)
    return get_object_or_404(rows, uuid=uuid, club=league.club_id, game=league.game, round=None)


@sign_in_first
@require_POST
def table_attach(
    request: Request, club: str, league: UUID, evening: UUID, table: UUID
) -> HttpResponse:
    found = _find_evening(request, club, league, evening)
    sitting = _find_table(request, found, table)
    try:
        evenings.attach_table(request.actor, found, sitting, request_id=request_id(request))
    except DateOutside:
        form = EveningForm(initial=EveningForm.initial_of(found))
        return _evening_page(request, found, form, status=409, outside=sitting)
    messages.success(request, _("The table counts for %(season)s.") % {"season": found.league})
    return _to_evening(found)


@sign_in_first
@require_POST
def table_detach(
    request: Request, club: str, league: UUID, evening: UUID, table: UUID
) -> HttpResponse:
    found = _find_evening(request, club, league, evening)
    sitting = _find_table(request, found, table)
    evenings.detach_table(request.actor, found.league, sitting, request_id=request_id(request))
    text = _("The table no longer counts for %(season)s.")
    messages.success(request, text % {"season": found.league})
    return _to_evening(found)


# Penalties


@sign_in_first
@require_http_methods(["GET", "POST"])
def penalty_new(request: Request, club: str, league: UUID, evening: UUID) -> HttpResponse:
    found = _find_evening(request, club, league, evening)
    require(may_manage_league(request.actor, found.league))
    guests, tables = door_list(found), evening_tables(found)
    form = PenaltyForm(request.POST or None, guests=guests, tables=tables)
    if form.is_valid():
        told = form.cleaned_data
        penalties.give_penalty(
            request.actor,
            found,
            form.players[told["player"]],
            told["points"],
            told["reason"],
            sitting=form.tables.get(told["sitting"]),
            request_id=told["request_id"],
        )
        messages.success(request, _("The penalty is noted."))
        return _to_evening(found)
    context = {**managing(request, found.league, "evenings"), "evening": found}
    return render_form(request, "clubs/seasons/evenings/penalty_new.html", form, context)


@sign_in_first
@require_http_methods(["GET", "POST"])
def penalty_cancel(
    request: Request, club: str, league: UUID, evening: UUID, penalty: UUID
) -> HttpResponse:
    found = _find_evening(request, club, league, evening)
    require(may_manage_league(request.actor, found.league))
    given = _find_penalty(request, found, penalty)
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        penalties.cancel_penalty(request.actor, found.league, given, **form.cleaned_data)
        messages.success(request, _("The penalty is cancelled."))
        return _to_evening(found)
    context = {**managing(request, found.league, "evenings"), "evening": found, "penalty": given}
    return render_form(request, "clubs/seasons/evenings/penalty_cancel.html", form, context)


def _find_penalty(request: Request, evening: Evening, uuid: UUID) -> Penalty:
    """One of those of the evening and its tables."""
    given = next((one for one in penalties_at(evening) if one.uuid == uuid), None)
    if given is None:
        raise Http404
    return given
