"""The what-if calculator and the bidding aid: for everybody, with nothing saved or remembered.

What was typed stands in the address, so that it can be kept or passed on.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.core.games import DEFAULT_GAME
from clubs.forms.french_advice import HandForm, TrialTableForm, WhatIfForm
from clubs.http import Request
from clubs.queries.rules import house_rules


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def trial(request: Request) -> HttpResponse:
    """A deal for free; for htmx its verdict, or, with other players or rules, the form too."""
    setting = TrialTableForm(request.GET, house_rules(request.actor, DEFAULT_GAME))
    form = WhatIfForm(request.GET or None, setting=setting)
    is_wrong = bool(setting.errors) or (form.is_bound and bool(form.errors))
    template = "clubs/trial.html"
    if request.htmx:
        whole = request.htmx.target == "trial"
        template = "clubs/_trial_deal.html" if whole else "clubs/_trial_answer.html"
    context = {"form": form, "setting": setting}
    return advise(request, template, context, is_wrong=is_wrong, query=form.own_query)


@require_safe
@vary_on_headers("HX-Request")
def trial_hand(request: Request) -> HttpResponse:
    """A hand, counted; for htmx only what is said of it."""
    form = HandForm(request.GET or None)
    template = "clubs/_trial_hand_answer.html" if request.htmx else "clubs/trial_hand.html"
    is_wrong = form.is_bound and bool(form.errors)
    return advise(request, template, {"form": form}, is_wrong=is_wrong, query=form.own_query)


def advise(
    request: Request, template: str, context: Mapping[str, Any], *, is_wrong: bool, query: str
) -> HttpResponse:
    """The page or fragment; a fragment also puts what it answers into the address bar."""
    response = render(request, template, dict(context), status=422 if is_wrong else 200)
    if request.htmx:
        response["HX-Replace-Url"] = f"{request.path}?{query}"
    return response
