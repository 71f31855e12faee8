"""Tables without an account: opening one, once more with the same players, into a club."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import (
    may_keep_table,
    may_open_private_table,
    require,
)
from clubs.choices import problem_message
from clubs.core.problems import DealRefused
from clubs.forms.games import game_told
from clubs.forms.tables.private_tables import SeatNamesForm, TakeOverForm
from clubs.http import Request, hold_link
from clubs.models import Club, Sitting
from clubs.queries.deals.rules import built_in_rules
from clubs.queries.people.links import clubs_to_take_into, names_on_device, tables_on_device
from clubs.queries.people.people import faces, guests_of
from clubs.services.errors import NameTaken
from clubs.services.tables import private_tables, takeover
from clubs.views.limits import NEW_TABLES, too_many
from clubs.views.shared import new_draws, of_sitting, render_form, request_id, sign_in_first

MOST_AGAIN = 2  # tables offered once more above the empty form


@require_http_methods(["GET", "POST"])
def table_open(request: Request) -> HttpResponse:
    require(may_open_private_table(request.actor))
    game = game_told(request.POST)
    form = SeatNamesForm(
        request.POST if request.method == "POST" else None,
        offers=built_in_rules(game.code),
        usual_rules=game.default_rules,
        game=game,
    )
    if form.is_valid() and form.asks_for_draw:
        form.draw(new_draws())
    elif form.is_valid() and not form.changes_game:
        if NEW_TABLES.is_reached(request):
            return too_many(request, NEW_TABLES)
        try:
            opened = private_tables.open_private_table(
                request.actor,
                form.names,
                form.chosen_rules(),
                game=game.code,
                active_count=form.playing_count(),
                first_dealer=form.dealer_position(),
                name=form.cleaned_data["table_name"],
                time_zone=settings.TIME_ZONE,
                request_id=form.cleaned_data["request_id"],
            )
        except (NameTaken, DealRefused) as refusal:
            form.explain(refusal)
        else:
            NEW_TABLES.count(request)
            hold_link(request, opened.link.uuid)
            return redirect("sitting_sheet", opened.sitting.uuid)
    tables = tables_on_device(request.actor)
    context = {
        "again": [table for table in tables if table.may_repeat][:MOST_AGAIN],
        "known_names": names_on_device(tables),
    }
    return render_form(request, "clubs/tables/table_open.html", form, context)


@sign_in_first
@require_POST
@of_sitting
def table_again(request: Request, sitting: Sitting) -> HttpResponse:
    """The same players once more, at a table that was opened without an account."""
    require(may_keep_table(request.actor, sitting.club))
    try:
        again = private_tables.open_again(request.actor, sitting, request_id=request_id(request))
    except DealRefused as refusal:
        for problem in refusal.problems:
            messages.error(request, problem_message(problem))
        return redirect("sitting_sheet", sitting.uuid)
    return redirect("sitting_sheet", again.uuid)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_sitting
def table_take_over(request: Request, sitting: Sitting) -> HttpResponse:
    """First into which club (?club=), where there is a choice; then who is who there."""
    if not sitting.club.is_private:
        return _taken_over(request, sitting)
    require(may_keep_table(request.actor, sitting.club))
    if not request.actor.is_signed_in:
        return redirect_to_login(request.get_full_path())
    clubs = clubs_to_take_into(request.actor)
    named = request.POST.get("club") or request.GET.get("club")
    chosen = [club for club in clubs if club.slug == named or len(clubs) == 1]
    if not chosen:
        return render(
            request, "clubs/tables/table_clubs.html", {"sitting": sitting, "clubs": clubs}
        )
    return _take_into(request, sitting, chosen[0])


def _taken_over(request: Request, sitting: Sitting) -> HttpResponse:
    """The same button pressed twice; any other table of a club is not taken anywhere."""
    id_of_request = request_id(request)
    if not takeover.was_taken_over(request.actor, sitting.club, request_id=id_of_request):
        raise Http404
    return redirect("sitting_sheet", sitting.uuid)


def _take_into(request: Request, sitting: Sitting, club: Club) -> HttpResponse:
    private = sitting.club
    form = TakeOverForm(
        request.POST if request.method == "POST" else None,
        guests=guests_of(private),
        players=faces(club),
    )
    if form.is_valid():
        try:
            moved = takeover.take_over(
                request.actor,
                private,
                club,
                form.to_places(),
                request_id=form.cleaned_data["request_id"],
            )
        except (NameTaken, DealRefused) as refusal:
            form.explain(refusal)
        else:
            text = ngettext(
                "%(count)s table is in %(club)s now.",
                "%(count)s tables are in %(club)s now.",
                len(moved),
            )
            messages.success(request, text % {"count": len(moved), "club": club.name})
            return redirect("sitting_sheet", sitting.uuid)
    context = {"sitting": sitting, "club": club}
    return render_form(request, "clubs/tables/table_take_over.html", form, context)
