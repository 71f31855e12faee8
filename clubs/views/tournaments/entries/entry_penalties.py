"""Penalties of a tournament: given by the arbiter, cancelled with a reason, never deleted."""

from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import may_desk, may_run_tournament
from clubs.forms.tournaments.rounds.board import CancelForm, EntryPenaltyForm
from clubs.http import Request
from clubs.models import Tournament
from clubs.queries.tournaments.entries.entry_penalties import (
    find_penalty,
    penalty_lines,
    tournament_penalties,
)
from clubs.queries.tournaments.tournaments import steps_of
from clubs.services.tournaments.entries import entry_penalties
from clubs.views.shared import render_form, sign_in_first, whole_number
from clubs.views.tournaments.shared import accepted, answer_form, of_tournament, tournament_context


@sign_in_first
@require_safe
@of_tournament(may_desk)
def entry_penalty_list(request: Request, tournament: Tournament) -> HttpResponse:
    runs = may_run_tournament(request.actor, tournament)
    context = {
        **tournament_context(request, tournament, "rounds"),
        "lines": penalty_lines(request.actor, tournament, tournament_penalties(tournament)),
        "may_act": runs and not tournament.is_over,
    }
    return render(request, "clubs/tournaments/entries/penalties/entry_penalty_list.html", context)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_run_tournament)
def entry_penalty_new(request: Request, tournament: Tournament) -> HttpResponse:
    """Gives a penalty. ?entry= and ?round= are filled in."""
    steps = steps_of(tournament)
    form = EntryPenaltyForm(
        request.POST or None,
        entries=list(tournament.entries.all()),
        planned=steps.planned,
        initial=_asked_for(request, steps.current),
    )
    if form.is_valid():
        cleaned = form.cleaned_data
        if accepted(
            form,
            entry_penalties.give_entry_penalty,
            request.actor,
            _of_tournament(form, tournament),
            cleaned["points"],
            cleaned["reason"],
            after_round=cleaned["after_round"],
            code=cleaned["code"],
            is_meant=cleaned["direction"] == form.GIVES,
            again=cleaned["again"],
            request_id=cleaned["request_id"],
        ):
            messages.success(request, _("The penalty is noted."))
            return redirect("entry_penalty_list", tournament.uuid)
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
@of_tournament(may_run_tournament)
def entry_penalty_cancel(request: Request, tournament: Tournament, penalty: UUID) -> HttpResponse:
    given = find_penalty(tournament, penalty)
    if given is None:
        raise Http404
    form = CancelForm(request.POST or None)
    return answer_form(
        request,
        "clubs/tournaments/entries/penalties/entry_penalty_cancel.html",
        form,
        {**tournament_context(request, tournament, "rounds"), "penalty": given},
        partial(entry_penalties.cancel_entry_penalty, request.actor, given),
        done=_("The penalty is cancelled."),
        to=("entry_penalty_list", tournament.uuid),
    )
