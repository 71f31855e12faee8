"""The bidding aid: for everybody, with nothing saved or remembered."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.games.french.forms.advice import HandForm
from clubs.http import Request
from clubs.views.tables.what_if import advise, trial_games


@require_safe
@vary_on_headers("HX-Request")
def trial_hand(request: Request) -> HttpResponse:
    """A hand, counted; for htmx only what is said of it."""
    form = HandForm(request.GET or None)
    template = (
        "clubs/games/french/trial/_trial_hand_answer.html"
        if request.htmx
        else "clubs/games/french/trial/trial_hand.html"
    )
    is_wrong = form.is_bound and bool(form.errors)
    return advise(
        request,
        template,
        {"form": form, "games": trial_games()},
        is_wrong=is_wrong,
        query=form.own_query,
    )
