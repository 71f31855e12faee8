"""The what-if calculator: for everybody, with nothing saved or remembered.

What was typed stands in the address, so that it can be kept or passed on.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.core.games import DEFAULT_GAME, get_game
from clubs.forms.deals.what_if import TrialTableForm
from clubs.forms.games import FORMS
from clubs.http import Request
from clubs.queries.deals.rules import house_rules
from clubs.queries.games import WORDS


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def trial(request: Request) -> HttpResponse:
    """A deal for free; for htmx its verdict, or, with other players or rules, the form too."""
    forms = {code: row.what_if for code, row in FORMS.items() if row.what_if}
    asked_game = request.GET.get("game", "")
    game = get_game(asked_game if asked_game in forms else DEFAULT_GAME)
    setting = TrialTableForm(request.GET, house_rules(request.actor, game.code), game)
    form = forms[game.code](request.GET or None, setting=setting)
    is_wrong = bool(setting.errors) or (form.is_bound and bool(form.errors))
    template = "clubs/deals/trial/trial.html"
    if request.htmx:
        whole = request.htmx.target == "trial"
        template = (
            "clubs/deals/trial/_trial_deal.html"
            if whole
            else "clubs/deals/trial/_trial_answer.html"
        )
    context = {"form": form, "setting": setting, "games": trial_games(game.code)}
    return advise(request, template, context, is_wrong=is_wrong, query=form.own_query)


def trial_games(now: str = "") -> list[tuple[str, Any, bool]]:
    """The games of the calculator: code, name, and whether it is this one."""
    return [(code, WORDS[code].name, code == now) for code, row in FORMS.items() if row.what_if]


def advise(
    request: Request, template: str, context: Mapping[str, Any], *, is_wrong: bool, query: str
) -> HttpResponse:
    """The page or fragment; a fragment also puts what it answers into the address bar."""
    response = render(request, template, dict(context), status=422 if is_wrong else 200)
    if request.htmx:
        response["HX-Replace-Url"] = f"{request.path}?{query}"
    return response
