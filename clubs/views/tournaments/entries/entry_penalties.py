"""Penalties of a tournament: given by the arbiter, cancelled with a reason, never deleted."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import (
    may_desk,
    may_run_tournament,
    require,
)
from clubs.forms.tournaments.rounds.board import CancelForm, EntryPenaltyForm
from clubs.http import Request
from clubs.models import Tournament
from clubs.queries.tournaments.entries.entry_penalties import (
    find_penalty,
    penalties_of,
    penalty_lines,
)
from clubs.queries.tournaments.tournaments import steps_of
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.entries import entry_penalties
from clubs.views.shared import render_form, sign_in_first, whole_number
from clubs.views.tournaments.shared import find_tournament, tournament_context


@sign_in_first
@require_safe
def entry_penalty_list(request: Request, event: UUID) -> HttpResponse:
    tournament = find_tournament(request, event)
    require(may_desk(request.actor, tournament))
    runs = may_run_tournament(request.actor, tournament)
    context = {
        **tournament_context(request, tournament, "rounds"),
        "lines": penalty_lines(request.actor, tournament, penalties_of(tournament)),
        "may_act": runs and not tournament.is_over,
    }
    return render(request, "clubs/tournaments/entries/penalties/entry_penalty_list.html", context)


@sign_in_first
@require_http_methods(["GET", "POST"])
def entry_penalty_new(request: Request, event: UUID) -> HttpResponse:
    """?entry= and ?round= are filled in."""
    tournament = find_tournament(request, event)
    require(may_run_tournament(request.actor, tournament))
    steps = steps_of(tournament)
    form = EntryPenaltyForm(
        request.POST or None,
        entries=list(tournament.entries.all()),
        planned=steps.planned,
        initial=_asked_for(request, steps.current),
    )
    if form.is_valid():
        told = form.cleaned_data
        try:
            entry_penalties.give_penalty(
                request.actor,
                _of_tournament(form, tournament),
                told["points"],
                told["reason"],
                after_round=told["after_round"],
                code=told["code"],
                is_meant=told["direction"] == form.GIVES,
                request_id=told["request_id"],
            )
        except TournamentRefused as refusal:
            form.explain(refusal.problems)
        else:
            messages.success(request, _("The penalty is noted."))
            return redirect("entry_penalty_list", event)
    context = tournament_context(request, tournament, "rounds")
    return render_form(
        request, "clubs/tournaments/entries/penalties/entry_penalty_new.html", form, context
    )


def _asked_for(request: Request, current: int) -> dict[str, Any]:
    number = whole_number(request.GET.get("round", "")) or current or 1
    return {"entry": request.GET.get("entry", ""), "after_round": number}


def _of_tournament(form: EntryPenaltyForm, tournament: Tournament) -> Any:
    entry = form.chosen()
    entry.tournament = tournament
    return entry


@sign_in_first
@require_http_methods(["GET", "POST"])
def entry_penalty_cancel(request: Request, event: UUID, penalty: UUID) -> HttpResponse:
    tournament = find_tournament(request, event)
    require(may_run_tournament(request.actor, tournament))
    given = find_penalty(tournament, penalty)
    if given is None:
        raise Http404
    form = CancelForm(request.POST or None)
    if form.is_valid():
        try:
            entry_penalties.cancel_penalty(request.actor, given, **form.cleaned_data)
        except TournamentRefused as refusal:
            form.explain(refusal.problems)
        else:
            messages.success(request, _("The penalty is cancelled."))
            return redirect("entry_penalty_list", event)
    context = {**tournament_context(request, tournament, "rounds"), "penalty": given}
    return render_form(
        request, "clubs/tournaments/entries/penalties/entry_penalty_cancel.html", form, context
    )
