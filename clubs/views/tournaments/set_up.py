"""Setting up a tournament: its five steps, settings, duties and categories."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import may_create_tournament, may_manage_tournament, require
from clubs.bodies import file_address
from clubs.core.problems import DealRefused
from clubs.forms.games import game_told
from clubs.forms.tables.play import CHANGE
from clubs.forms.tournaments.categories import CategoriesForm
from clubs.forms.tournaments.duties import DutyForm, TournamentReasonForm
from clubs.forms.tournaments.files import TournamentFileForm
from clubs.forms.tournaments.set_up import TournamentNewForm, TournamentSettingsForm
from clubs.http import Request
from clubs.models import Club, Tournament, TournamentDuty
from clubs.queries.deals.rules import available_rules, find_offer
from clubs.queries.tournaments.entries.entries import present_of
from clubs.queries.tournaments.plan import plan_preview
from clubs.queries.tournaments.setup import (
    categories_mark,
    duties_of,
    possible_officials,
    tournament_mark,
)
from clubs.services.errors import TournamentMoved
from clubs.services.tournaments import entry_categories, tournaments
from clubs.services.tournaments.imports import import_tournament
from clubs.views.addresses import given_address
from clubs.views.limits import INVITATIONS, too_many
from clubs.views.people.offers import end_offer, make_offer, shown_offers
from clubs.views.shared import (
    of_club,
    overtaken_data,
    render_form,
    request_id,
    sign_in_first,
)
from clubs.views.tournaments.shared import accepted, of_tournament, tournament_context


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def tournament_new(request: Request, club: Club) -> HttpResponse:
    """Five steps at one address: what the other steps hold travels along in hidden fields."""
    require(may_create_tournament(request.actor, club))
    game = game_told(request.POST)
    offers = available_rules(club, game.code)
    step, button = _step_of(request), request.POST.get("go", "")
    started = {"rules": club.rules} if find_offer(offers, club.rules) else {}
    form = TournamentNewForm(
        request.POST or None, game=game, offers=offers, step=step, initial=started
    )
    context: dict[str, Any] = {"club": club, "nav_section": "tournaments"}
    if not form.is_bound:
        return _new_step(request, context, form)
    context["plan"] = plan_preview(form.known(), game)
    if CHANGE in request.POST:
        filled = TournamentNewForm.filled(request.POST.dict(), step, game, offers)
        return _new_step(request, context, filled)
    if request.htmx:
        return render(request, "clubs/tournaments/set_up/_tournament_plan.html", context)
    last = len(form.STEPS)
    goes = {"back": max(step - 1, 1), "count": step, "next": min(step + 1, last)}
    if button not in {"back", "count"}:
        bad_step = form.first_bad_step(step if button == "next" else last)
        if bad_step is not None:
            form.step = bad_step
            return _new_step(request, context, form)
    if button in goes:
        context["review"] = form.review() if goes[button] == last else []
        filled = TournamentNewForm.filled(request.POST.dict(), goes[button], game, offers)
        return _new_step(request, context, filled)
    return _create(request, context, form)


def _step_of(request: Request) -> int:
    step = request.POST.get("step", "1")
    return int(step) if step in {"1", "2", "3", "4", "5"} else 1


def _new_step(
    request: Request, context: Mapping[str, Any], form: TournamentNewForm
) -> HttpResponse:
    context = {"plan": plan_preview({}, form.game), "review": [], **context}
    return render_form(request, "clubs/tournaments/set_up/tournament_new.html", form, context)


def _create(request: Request, context: Mapping[str, Any], form: TournamentNewForm) -> HttpResponse:
    if not form.is_valid():
        return _new_step(request, context, form)
    cleaned = form.cleaned_data
    try:
        tournament = tournaments.create_tournament(
            request.actor,
            context["club"],
            name=cleaned["name"],
            starts_at=cleaned["starts_at"],
            settings=form.to_settings(),
            rules=form.to_rules(),
            game=form.game.code,
            request_id=cleaned["request_id"],
            **form.to_columns(),
        )
    except DealRefused as refusal:
        form.explain(refusal.problems)
        form.step = form.first_bad_step(len(form.STEPS)) or form.step
        return _new_step(request, context, form)
    messages.success(request, _("%(tournament)s is prepared.") % {"tournament": tournament.name})
    asks_categories = request.POST.get("go") == "categories"
    return redirect(
        "tournament_categories" if asks_categories else "tournament_show", tournament.uuid
    )


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_manage_tournament)
def tournament_settings(request: Request, tournament: Tournament) -> HttpResponse:
    offers = available_rules(tournament.club, tournament.game)
    form = TournamentSettingsForm(request.POST or None, tournament=tournament, offers=offers)
    overtaken = False
    try:
        if form.is_valid() and accepted(
            form,
            tournaments.update_tournament,
            request.actor,
            tournament,
            name=form.cleaned_data["name"],
            starts_at=form.cleaned_data["starts_at"],
            settings=form.to_settings(),
            rules=form.to_rules(),
            seen=form.cleaned_data["seen"],
            request_id=form.cleaned_data["request_id"],
            **form.to_columns(),
        ):
            messages.success(request, _("The settings are saved."))
            return redirect("tournament_settings", tournament.uuid)
    except TournamentMoved:
        overtaken = True
        data = overtaken_data(request, tournament_mark(tournament))
        form = TournamentSettingsForm(data, tournament=tournament, offers=offers)
    return _settings_page(request, tournament, form, overtaken=overtaken)


def _settings_page(
    request: Request,
    tournament: Tournament,
    form: TournamentSettingsForm,
    *,
    duty_form: DutyForm | None = None,
    overtaken: bool = False,
) -> HttpResponse:
    actor = request.actor
    known = form.known()
    expected = present_of(tournament).expected or tournament.capacity
    context = {
        **tournament_context(request, tournament, "settings"),
        "moved": overtaken,
        "plan": plan_preview({**known, "players": known.get("players") or expected}, form.game),
        "duties": duties_of(actor, tournament),
        "offers": shown_offers(request, tournament),
        "duty_form": duty_form or DutyForm(accounts=possible_officials(actor, tournament)),
        "categories": list(tournament.categories.all()),
        "given": given_address(request, tournament),
        "reason_form": TournamentReasonForm(),
        "request_id": uuid4(),
    }
    if duty_form is not None and duty_form.errors:
        return render(
            request,
            "clubs/tournaments/set_up/tournament_settings.html",
            {"form": form, **context},
            status=422,
        )
    return render_form(
        request,
        "clubs/tournaments/set_up/tournament_settings.html",
        form,
        context,
        overtaken=overtaken,
    )


@sign_in_first
@require_POST
@of_tournament(may_manage_tournament)
def tournament_duty(request: Request, tournament: Tournament) -> HttpResponse:
    """Names an account of the club arbiter or desk, or offers that to an address; with `remove`,
    takes the duty of an account away, with `end` an offer."""
    held = {str(row.user.uuid): row.user for row in duties_of(request.actor, tournament)}
    if user := held.get(request.POST.get("remove", "")):
        tournaments.set_duty(request.actor, tournament, user, None, request_id=request_id(request))
        messages.success(request, _("%(account)s has no duty any more.") % {"account": user.email})
        return redirect("tournament_settings", tournament.uuid)
    if "end" in request.POST:
        end_offer(request, tournament)
        return redirect("tournament_settings", tournament.uuid)
    if INVITATIONS.is_reached(request):
        return too_many(request, INVITATIONS)
    form = DutyForm(request.POST, accounts=possible_officials(request.actor, tournament))
    if form.is_valid():
        cleaned = form.cleaned_data
        duty, chosen = TournamentDuty(cleaned["duty"]), form.chosen()
        if chosen is None:
            make_offer(request, tournament, cleaned["email"], duty, cleaned["request_id"])
        else:
            tournaments.set_duty(
                request.actor, tournament, chosen, duty, request_id=cleaned["request_id"]
            )
            words = _("%(account)s: %(duty)s.") % {"account": chosen.email, "duty": duty.label}
            messages.success(request, words)
        return redirect("tournament_settings", tournament.uuid)
    offers = available_rules(tournament.club, tournament.game)
    settings = TournamentSettingsForm(tournament=tournament, offers=offers)
    return _settings_page(request, tournament, settings, duty_form=form)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_manage_tournament)
def tournament_categories(request: Request, tournament: Tournament) -> HttpResponse:
    categories = list(tournament.categories.all())
    form = CategoriesForm(request.POST or None, categories=categories)
    overtaken = False
    try:
        if form.is_valid() and accepted(
            form,
            entry_categories.set_categories,
            request.actor,
            tournament,
            form.to_categories(),
            **form.cleaned_data,
        ):
            messages.success(request, _("The categories are saved."))
            return redirect("tournament_categories", tournament.uuid)
    except TournamentMoved:
        overtaken = True
        form = CategoriesForm(
            overtaken_data(request, categories_mark(categories)), categories=categories
        )
    context = {**tournament_context(request, tournament, "settings"), "moved": overtaken}
    return render_form(
        request,
        "clubs/tournaments/set_up/tournament_categories.html",
        form,
        context,
        overtaken=overtaken,
    )


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def tournament_import(request: Request, club: Club) -> HttpResponse:
    """Imports a tournament, all of it or nothing. Each error says its place in the file."""
    require(may_create_tournament(request.actor, club))
    if request.method == "POST":
        form = TournamentFileForm(request.POST, request.FILES)
    else:
        form = TournamentFileForm()
    if form.is_bound and form.is_valid():
        cleaned = form.cleaned_data
        try:
            tournament = import_tournament(
                request.actor, club, cleaned["document"], request_id=cleaned["request_id"]
            )
        except DealRefused as refusal:
            form.explain(refusal.problems)
        else:
            messages.success(request, _("%(name)s is imported.") % {"name": tournament.name})
            return redirect("tournament_show", tournament.uuid)
    context = {
        "club": club,
        "nav_section": "tournaments",
        "file_address": file_address(request.path),
    }
    return render_form(request, "clubs/tournaments/set_up/tournament_import.html", form, context)
