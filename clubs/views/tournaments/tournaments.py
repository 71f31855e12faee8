"""Tournaments of a club: their list, the first page of each, and the steps of its life."""

from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import (
    may_create_tournament,
    may_desk,
    may_manage_tournament,
    may_run_tournament,
    own_entries,
    require,
)
from clubs.choices import problem_message
from clubs.core.names import is_found
from clubs.forms.tournaments.duties import TournamentReasonForm, TournamentStopForm
from clubs.http import Request
from clubs.models import Club, Tournament, TournamentState
from clubs.queries.games import WORDS
from clubs.queries.tournaments.entries.entries import present_of, registration_refusal
from clubs.queries.tournaments.pages import next_of, past_tournaments, present_tournaments
from clubs.queries.tournaments.plan import programme, rounds_words
from clubs.queries.tournaments.public_pages import entered_people, places_of
from clubs.queries.tournaments.results.ending import tournament_card
from clubs.queries.tournaments.room import announcements_of
from clubs.queries.tournaments.tournaments import settings_of, steps_of
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments import transitions
from clubs.views.addresses import given_address
from clubs.views.lists import BY_DATE_OR_NAME, FEW, list_tools, order_asked, search_of
from clubs.views.polls import unchanged
from clubs.views.shared import PAGE, of_club, render_form, request_id, sign_in_first
from clubs.views.tournaments.polls import find_with_state, is_current, live_address
from clubs.views.tournaments.shared import (
    accepted,
    answer_form,
    fee_text,
    of_tournament,
    tournament_context,
)

P = ParamSpec("P")
View = Callable[Concatenate[Request, P], HttpResponse]


def _public_or_sign_in(view: View[P]) -> View[P]:
    """A page that everybody may see of some tournaments: of others a visitor signs in first."""

    @wraps(view)
    def asked(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Http404:
            if request.actor.is_signed_in:
                raise
            return redirect_to_login(request.get_full_path())

    return asked


@sign_in_first
@require_safe
@of_club
def tournament_list(request: Request, club: Club) -> HttpResponse:
    asked, order = search_of(request), order_asked(request, BY_DATE_OR_NAME)
    running, coming = (
        [one for one in tournaments if is_found(asked, one.name, one.place)]
        for tournaments in present_tournaments(request.actor, club)
    )
    rows = past_tournaments(request.actor, club, asked, order)
    page = Paginator(rows, PAGE)
    past = page.get_page(request.GET.get("page"))
    context = {
        "club": club,
        "nav_section": "tournaments",
        "running": running,
        "coming": coming,
        "past": list(past),
        "page": past,
        "pages": {"prefixed_page_field": "page"},
        "tools": list_tools(request, orders=BY_DATE_OR_NAME)
        if asked or len(running) + len(coming) + page.count > FEW
        else None,
        "may_create": may_create_tournament(request.actor, club),
    }
    return render(request, "clubs/tournaments/tournament_list.html", context)


# Steps

# What a button asks for: the service, and what is said then.
STEPS: Mapping[str, tuple[Callable[..., Tournament], Any]] = {
    "open": (transitions.open_registration, gettext_lazy("Registration is open.")),
    "draft": (transitions.back_to_draft, gettext_lazy("It is being prepared again.")),
    "check_in": (transitions.start_check_in, gettext_lazy("The check-in has begun.")),
    "open_again": (transitions.back_to_open, gettext_lazy("Registration is open.")),
    "archive": (transitions.archive, gettext_lazy("It is in the archive.")),
    "unarchive": (transitions.unarchive, gettext_lazy("It is out of the archive.")),
    "uncancel": (transitions.uncancel, gettext_lazy("It takes place after all.")),
}


@sign_in_first
@require_POST
@of_tournament(may_desk)
def tournament_step(request: Request, tournament: Tournament) -> HttpResponse:
    """One step of the life cycle; one that cannot be taken now leads back, with why."""
    step, words = STEPS.get(request.POST.get("step", ""), (None, ""))
    if step is None:
        raise Http404
    try:
        step(request.actor, tournament, request_id=request_id(request))
    except TournamentRefused as refusal:
        messages.error(request, problem_message(refusal.problems[0]))
    else:
        messages.success(request, str(words))
    return redirect("tournament_show", tournament.uuid)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_manage_tournament)
def tournament_cancel(request: Request, tournament: Tournament) -> HttpResponse:
    form = TournamentReasonForm(request.POST or None)
    return answer_form(
        request,
        "clubs/tournaments/set_up/tournament_cancel.html",
        form,
        tournament_context(request, tournament, "settings"),
        partial(transitions.cancel, request.actor, tournament),
        done=_("The tournament is cancelled."),
        to=("tournament_show", tournament.uuid),
    )


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_run_tournament)
def tournament_stop(request: Request, tournament: Tournament) -> HttpResponse:
    """Fewer rounds than planned, or more: by which number is typed."""
    planned = settings_of(tournament).rounds_planned or 0
    form = TournamentStopForm(request.POST or None)
    if form.is_valid():
        cleaned = form.cleaned_data
        change = (
            transitions.stop_after if cleaned["number"] < planned else transitions.extend_rounds
        )
        if accepted(form, change, request.actor, tournament, **cleaned):
            messages.success(request, _("The last round is round %(number)s.") % cleaned)
            return redirect("tournament_show", tournament.uuid)
    context = {**tournament_context(request, tournament, "show"), "planned": planned}
    return render_form(request, "clubs/tournaments/set_up/tournament_stop.html", form, context)


# The first page


@_public_or_sign_in
@require_safe
def tournament_show(request: Request, event: UUID) -> HttpResponse:
    tournament, state = find_with_state(request, event)
    actor, settings = request.actor, settings_of(tournament)
    steps, present = steps_of(tournament), present_of(tournament)
    desks = may_desk(actor, tournament)
    sought = request.GET.get("q", "")[:80]
    number = steps.current
    # The desk has the lists and the board; who plays as well has a page of their own.
    seating_shown = bool(number) and tournament.shows_seating and not desks
    standings_shown = desks or tournament.shows_standings
    is_final = tournament.state in (TournamentState.FINAL, TournamentState.ARCHIVED)
    context = {
        **tournament_context(request, tournament, "show"),
        "steps": steps,
        "next": next_of(actor, tournament, steps, present) if desks else None,
        "registers": not registration_refusal(tournament, timezone.now()),
        "own": list(own_entries(actor, tournament)) if actor.user or actor.held else [],
        "poll_url": _next_address(tournament, state),
        "settings": settings,
        "manages": may_manage_tournament(request.actor, tournament),
        "request_id": uuid4(),
        "round": steps.rounds.get(number),
        "rounds": steps.rounds,
        "slots": programme(tournament),
        "game": WORDS[tournament.game].name,
        "lengths": rounds_words(settings.rounds_planned or 0, settings.deals_per_round or 0)
        if settings.rounds_planned and settings.deals_per_round
        else "",
        "fee": fee_text(tournament),
        "seating_shown": seating_shown,
        "sought": sought,
        "places": places_of(tournament, number, sought) if seating_shown else [],
        "entered": entered_people(tournament) if tournament.shows_entries and not desks else [],
        "standings_shown": standings_shown,
        "card": tournament_card(tournament) if is_final and standings_shown else None,
        "given": given_address(request, tournament) if desks else None,
        "present": present,
        "told": announcements_of(tournament.uuid, timezone.now()) if desks else [],
    }
    return render(request, "clubs/tournaments/tournament_show.html", context)


def _next_address(tournament: Tournament, state: str) -> str:
    return live_address(reverse("tournament_next", args=[tournament.uuid]), state)


@require_safe
def tournament_next(request: Request, event: UUID) -> HttpResponse:
    """What is next, if it is not what the page shows; else nothing."""
    if is_current(request, event):
        return unchanged(request)
    return _next_again(request, event=event)


@sign_in_first
def _next_again(request: Request, event: UUID) -> HttpResponse:
    tournament, state = find_with_state(request, event)
    require(may_desk(request.actor, tournament))
    present = present_of(tournament)
    context = {
        "tournament": tournament,
        "next": next_of(request.actor, tournament, steps_of(tournament), present),
        "present": present,
        "poll_url": _next_address(tournament, state),
        "request_id": uuid4(),
    }
    return render(request, "clubs/tournaments/_tournament_next.html", context)
