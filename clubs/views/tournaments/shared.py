"""What every view of a tournament needs: to find it, its rounds and tables, and its frame."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from clubs.access import (
    Actor,
    may_desk,
    may_manage_tournament,
    may_run_tournament,
    require,
    visible_tournaments,
)
from clubs.core.problems import DealRefused
from clubs.forms.fields import ExplainedForm
from clubs.http import Request
from clubs.models import Round, Tournament
from clubs.queries.tournaments.entries.entries import amount_text
from clubs.queries.tournaments.tournaments import round_of
from clubs.views.shared import in_its_zone, render_form

P = ParamSpec("P")
TournamentView = Callable[Concatenate[Request, Tournament, P], HttpResponse]
AddressedView = Callable[Concatenate[Request, UUID, P], HttpResponse]


def find_tournament(request: Request, event: UUID) -> Tournament:
    """The tournament of a page, or 404. From here on times are shown in the zone of its club."""
    tournament = get_object_or_404(visible_tournaments(request.actor), uuid=event)
    in_its_zone(tournament.club)
    return tournament


def of_tournament(
    may: Callable[[Actor, Tournament], bool],
) -> Callable[[TournamentView[P]], AddressedView[P]]:
    """Hands a page its tournament, where `may` allows it to who asks. Raises Http404 and Forbidden.

    It stands below sign_in_first, so that a visitor is asked for an account instead of refused.
    """

    def decorated(view: TournamentView[P]) -> AddressedView[P]:
        @wraps(view)
        def found(
            request: Request, /, event: UUID, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            tournament = find_tournament(request, event)
            require(may(request.actor, tournament))
            return view(request, tournament, *args, **kwargs)

        return found  # type: ignore[return-value]  # an address names the tournament

    return decorated


def round_or_404(tournament: Tournament, number: int) -> Round:
    """A round that has a row: one that was drawn once."""
    round_ = round_of(tournament, number)
    if round_ is None:
        raise Http404
    return round_


def fee_text(tournament: Tournament) -> str:
    """The fee with its currency; empty where there is none."""
    return amount_text(tournament.fee, tournament.currency) if tournament.fee else ""


def accepted(
    form: ExplainedForm, service: Callable[P, object], *args: P.args, **kwargs: P.kwargs
) -> bool:
    """Whether the service carried out what the form asks for; else the form explains why not."""
    try:
        service(*args, **kwargs)
    except DealRefused as refusal:
        form.explain(refusal.problems)
        return False
    return True


def answer_form(
    request: Request,
    template: str,
    form: ExplainedForm,
    context: Mapping[str, Any],
    service: Callable[..., object],
    *,
    done: str,
    to: Sequence[Any],
) -> HttpResponse:
    """The page of a form whose fields are the arguments that service still lacks. Once it has
    carried them out, says that it is done and leads on to the address of these parts."""
    if form.is_valid() and accepted(form, service, **form.cleaned_data):
        messages.success(request, done)
        return redirect(*to)
    return render_form(request, template, form, context)


def tournament_context(request: Request, tournament: Tournament, tab: str) -> dict[str, Any]:
    """What tournament_base.html shows. tab is one of _tournament_tabs.html."""
    return {
        "tournament": tournament,
        "club": tournament.club,
        "tab": tab,
        "nav_section": "tournaments",
        "manages": may_manage_tournament(request.actor, tournament),
        "runs": may_run_tournament(request.actor, tournament),
        "desks": may_desk(request.actor, tournament),
    }
