"""The tables of a club: their list, and setting one up."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import (
    may_open_sitting,
    may_show_screen,
    require,
)
from clubs.core.problems import DealRefused
from clubs.forms.games import game_told
from clubs.forms.tables.tables import TableFilterForm, TableForm
from clubs.http import Request
from clubs.listings.tables import SittingTable
from clubs.models import Club
from clubs.queries.deals.rules import available_rules
from clubs.queries.people.people import faces, room_now
from clubs.queries.tables.tables import listed_sittings, usual_game
from clubs.services.errors import NameTaken
from clubs.services.tables.tables import open_table
from clubs.views.lists import list_tools
from clubs.views.shared import cut_page, new_draws, of_club, render_form, sign_in_first


@sign_in_first
@require_safe
@of_club
def table_list(request: Request, club: Club) -> HttpResponse:
    form = TableFilterForm(request.GET)
    table = SittingTable(listed_sittings(club, **form.criteria()))
    cut_page(request, table)
    context = {
        "club": club,
        "nav_section": "tables",
        "form": form,
        "table": table,
        "tools": list_tools(request, table, own=["month"]),
        "may_open": may_open_sitting(request.actor, club),
        "may_show_screen": may_show_screen(request.actor, club),
    }
    return render(request, "clubs/tables/table_list.html", context)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def table_new(request: Request, club: Club) -> HttpResponse:
    require(may_open_sitting(request.actor, club))
    game = game_told(request.POST or request.GET or {"game": usual_game(club)})
    form = TableForm(
        request.POST or None,
        players=faces(club),
        room=room_now(club),
        offers=available_rules(club, game.code),
        usual_rules=club.rules,
        game=game,
        currency=club.currency,
    )
    if form.is_valid() and form.asks_for_draw:
        form.draw(new_draws())
    elif form.is_valid() and form.is_start:
        try:
            sitting = open_table(
                request.actor,
                club,
                form.seats(),
                form.chosen_rules(),
                game=game.code,
                active_count=form.playing_count(),
                first_dealer=form.dealer_position(),
                name=form.cleaned_data["table_name"],
                request_id=form.cleaned_data["request_id"],
            )
        except (NameTaken, DealRefused) as refusal:
            form.explain(refusal)
        else:
            return redirect("sitting_sheet", sitting.uuid)
    context = {"club": club, "nav_section": "tables"}
    return render_form(request, "clubs/tables/table_new.html", form, context)
