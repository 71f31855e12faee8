"""Tournaments of a club: their list, setting one up, its first page, its settings and steps."""

from collections.abc import Callable, Mapping
from functools import wraps
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
    require,
)
from clubs.choices import problem_message
from clubs.core.problems import DealRefused
from clubs.forms.games import game_told
from clubs.forms.tables.tables import CHANGE
from clubs.forms.tournaments.tournaments import (
    CategoriesForm,
    DutyForm,
    TournamentNewForm,
    TournamentReasonForm,
    TournamentSettingsForm,
    TournamentStopForm,
)
from clubs.http import Request
from clubs.models import Tournament, TournamentDuty
from clubs.queries.deals.rules import available_rules, find_offer
from clubs.queries.games import WORDS
from clubs.queries.tournaments.entries.entries import amount_text
from clubs.queries.tournaments.pages import (
    cards_of,
    entered_people,
    next_of,
    past_tournaments,
    places_of,
    present_of,
    present_tournaments,
    today_of,
)
from clubs.queries.tournaments.plan import plan_of, programme, rounds_words
from clubs.queries.tournaments.room import announcements_of
from clubs.queries.tournaments.setup import (
    categories_mark,
    duties_of,
    possible_officials,
    tournament_mark,
)
from clubs.queries.tournaments.tournaments import settings_of, steps_of
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tournaments import tournaments
from clubs.views.addresses import given_address
from clubs.views.limits import INVITATIONS, too_many
from clubs.views.people.offers import end_offer, make_offer, shown_offers
from clubs.views.shared import PAGE, find_club, render_form, request_id, sign_in_first
from clubs.views.tables.live import unchanged
from clubs.views.tournaments.polls import find_with_state, is_current, live_address
from clubs.views.tournaments.shared import find_tournament, tournament_context

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
def tournament_list(request: Request, club: str) -> HttpResponse:
    found = find_club(request, club)
    running, coming = present_tournaments(request.actor, found)
    page = Paginator(past_tournaments(request.actor, found), PAGE)
    past = page.get_page(request.GET.get("page"))
    context = {
        "club": found,
        "nav_section": "tournaments",
        "running": cards_of(running),
        "coming": cards_of(coming),
        "past": cards_of(past),
        "page": past,
        "may_create": may_create_tournament(request.actor, found),
    }
    return render(request, "clubs/tournaments/tournament_list.html", context)


# Setting up


@sign_in_first
@require_http_methods(["GET", "POST"])
def tournament_new(request: Request, club: str) -> HttpResponse:
    """Five steps at one address: what the other steps hold travels along in hidden fields."""
    found = find_club(request, club)
    require(may_create_tournament(request.actor, found))
    game = game_told(request.POST)
    offers = available_rules(found, game.code)
    step, button = _step_of(request), request.POST.get("go", "")
    started = {"rules": found.rules} if find_offer(offers, found.rules) else {}
    form = TournamentNewForm(
        request.POST or None, game=game, offers=offers, step=step, initial=started
    )
    context: dict[str, Any] = {"club": found, "nav_section": "tournaments"}
    if not form.is_bound:
        return _new_step(request, context, form)
    context["plan"] = plan_of(form.known(), game)
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
    context = {"plan": plan_of({}, form.game), "review": [], **context}
    return render_form(request, "clubs/tournaments/set_up/tournament_new.html", form, context)


def _create(request: Request, context: Mapping[str, Any], form: TournamentNewForm) -> HttpResponse:
    if not form.is_valid():
        return _new_step(request, context, form)
    told = form.cleaned_data
    try:
        made = tournaments.create_tournament(
            request.actor,
            context["club"],
            name=told["name"],
            starts_at=told["starts_at"],
            settings=form.to_settings(),
            rules=form.to_rules(),
            game=form.game.code,
            request_id=told["request_id"],
            **form.to_columns(),
        )
    except DealRefused as refusal:
        form.explain(refusal)
        form.step = form.first_bad_step(len(form.STEPS)) or form.step
        return _new_step(request, context, form)
    messages.success(request, _("%(tournament)s is prepared.") % {"tournament": made.name})
    return redirect("tournament_show", made.uuid)


@sign_in_first
@require_http_methods(["GET", "POST"])
def tournament_settings(request: Request, event: UUID) -> HttpResponse:
    found = find_tournament(request, event)
    require(may_manage_tournament(request.actor, found))
    offers = available_rules(found.club, found.game)
    form = TournamentSettingsForm(request.POST or None, tournament=found, offers=offers)
    overtaken = False
    if form.is_valid():
        told = form.cleaned_data
        try:
            tournaments.update_tournament(
                request.actor,
                found,
                name=told["name"],
                starts_at=told["starts_at"],
                settings=form.to_settings(),
                rules=form.to_rules(),
                seen=told["seen"],
                request_id=told["request_id"],
                **form.to_columns(),
            )
        except DealRefused as refusal:
            form.explain(refusal)
        except TournamentMoved:
            overtaken = True
            data = _overtaken_data(request, tournament_mark(found))
            form = TournamentSettingsForm(data, tournament=found, offers=offers)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("tournament_settings", found.uuid)
    return _settings_page(request, found, form, overtaken=overtaken)


def _overtaken_data(request: Request, seen: str) -> Any:
    """What was typed, to be sent again upon what is there now."""
    data = request.POST.copy()
    data["seen"], data["request_id"] = seen, str(uuid4())
    return data


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
    expected = present_of(tournament).entered or tournament.capacity
    context = {
        **tournament_context(request, tournament, "settings"),
        "moved": overtaken,
        "plan": plan_of({**known, "players": known.get("players") or expected}, form.game),
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
def tournament_duty(request: Request, event: UUID) -> HttpResponse:
    """Names an account of the club arbiter or desk, or offers that to an address; with `remove`,
    takes the duty of an account away, with `end` an offer."""
    found = find_tournament(request, event)
    require(may_manage_tournament(request.actor, found))
    held = {str(row.user.uuid): row.user for row in duties_of(request.actor, found)}
    if user := held.get(request.POST.get("remove", "")):
        tournaments.set_duty(request.actor, found, user, None, request_id=request_id(request))
        messages.success(request, _("%(account)s has no duty any more.") % {"account": user.email})
        return redirect("tournament_settings", found.uuid)
    if "end" in request.POST:
        end_offer(request, found)
        return redirect("tournament_settings", found.uuid)
    if INVITATIONS.is_reached(request):
        return too_many(request, INVITATIONS)
    form = DutyForm(request.POST, accounts=possible_officials(request.actor, found))
    if form.is_valid():
        told = form.cleaned_data
        duty, chosen = TournamentDuty(told["duty"]), form.chosen()
        if chosen is None:
            make_offer(request, found, told["email"], duty, told["request_id"])
        else:
            tournaments.set_duty(request.actor, found, chosen, duty, request_id=told["request_id"])
            words = _("%(account)s: %(duty)s.") % {"account": chosen.email, "duty": duty.label}
            messages.success(request, words)
        return redirect("tournament_settings", found.uuid)
    offers = available_rules(found.club, found.game)
    settings = TournamentSettingsForm(tournament=found, offers=offers)
    return _settings_page(request, found, settings, duty_form=form)


@sign_in_first
@require_http_methods(["GET", "POST"])
def tournament_categories(request: Request, event: UUID) -> HttpResponse:
    found = find_tournament(request, event)
    require(may_manage_tournament(request.actor, found))
    categories = list(found.categories.all())
    form = CategoriesForm(request.POST or None, categories=categories)
    overtaken = False
    if form.is_valid():
        told = form.cleaned_data
        try:
            tournaments.set_categories(
                request.actor,
                found,
                form.to_categories(),
                seen=told["seen"],
                request_id=told["request_id"],
            )
        except TournamentRefused as refusal:
            form.explain(refusal)
        except TournamentMoved:
            overtaken = True
            data = _overtaken_data(request, categories_mark(categories))
            form = CategoriesForm(data, categories=categories)
        else:
            messages.success(request, _("The categories are saved."))
            return redirect("tournament_categories", found.uuid)
    context = {**tournament_context(request, found, "settings"), "moved": overtaken}
    return render_form(
        request,
        "clubs/tournaments/set_up/tournament_categories.html",
        form,
        context,
        overtaken=overtaken,
    )


# Steps

# What a button asks for: the service, and what is said then.
STEPS: Mapping[str, tuple[Callable[..., Tournament], Any]] = {
    "open": (tournaments.open_registration, gettext_lazy("Registration is open.")),
    "draft": (tournaments.back_to_draft, gettext_lazy("It is being prepared again.")),
    "check_in": (tournaments.start_check_in, gettext_lazy("The check-in has begun.")),
    "open_again": (tournaments.back_to_open, gettext_lazy("Registration is open.")),
    "archive": (tournaments.archive, gettext_lazy("It is in the archive.")),
    "unarchive": (tournaments.unarchive, gettext_lazy("It is out of the archive.")),
    "uncancel": (tournaments.uncancel, gettext_lazy("It takes place after all.")),
}


@sign_in_first
@require_POST
def tournament_step(request: Request, event: UUID) -> HttpResponse:
    """One step of the life cycle; one that cannot be taken now leads back, with why."""
    found = find_tournament(request, event)
    require(may_desk(request.actor, found))
    step, words = STEPS.get(request.POST.get("step", ""), (None, ""))
    if step is None:
        raise Http404
    try:
        step(request.actor, found, request_id=request_id(request))
    except TournamentRefused as refusal:
        messages.error(request, problem_message(refusal.problems[0]))
    else:
        messages.success(request, str(words))
    return redirect("tournament_show", found.uuid)


@sign_in_first
@require_http_methods(["GET", "POST"])
def tournament_cancel(request: Request, event: UUID) -> HttpResponse:
    found = find_tournament(request, event)
    require(may_manage_tournament(request.actor, found))
    form = TournamentReasonForm(request.POST or None)
    if form.is_valid():
        try:
            tournaments.cancel(request.actor, found, **form.cleaned_data)
        except TournamentRefused as refusal:
            form.explain(refusal)
        else:
            messages.success(request, _("The tournament is cancelled."))
            return redirect("tournament_show", found.uuid)
    context = tournament_context(request, found, "settings")
    return render_form(request, "clubs/tournaments/set_up/tournament_cancel.html", form, context)


@sign_in_first
@require_http_methods(["GET", "POST"])
def tournament_stop(request: Request, event: UUID) -> HttpResponse:
    """Fewer rounds than planned, or more: by which number is typed."""
    found = find_tournament(request, event)
    require(may_run_tournament(request.actor, found))
    planned = settings_of(found).rounds_planned or 0
    form = TournamentStopForm(request.POST or None)
    if form.is_valid():
        told = form.cleaned_data
        change = tournaments.stop_after if told["number"] < planned else tournaments.play_on
        try:
            change(
                request.actor,
                found,
                told["number"],
                reason=told["reason"],
                request_id=told["request_id"],
            )
        except TournamentRefused as refusal:
            form.explain(refusal)
        else:
            messages.success(request, _("The last round is round %(number)s.") % told)
            return redirect("tournament_show", found.uuid)
    context = {**tournament_context(request, found, "show"), "planned": planned}
    return render_form(request, "clubs/tournaments/set_up/tournament_stop.html", form, context)


# The first page


@_public_or_sign_in
@require_safe
def tournament_show(request: Request, event: UUID) -> HttpResponse:
    found, state = find_with_state(request, event)
    today = today_of(request.actor, found)
    settings = settings_of(found)
    desks = may_desk(request.actor, found)
    sought = request.GET.get("q", "")[:80]
    number = today.steps.current
    # The desk has the lists and the board; who plays as well has a page of their own.
    seating_shown = bool(number) and found.shows_seating and not desks
    context = {
        **tournament_context(request, found, "show"),
        "today": today,
        "next": today.next,
        "poll_url": _next_address(found, state),
        "settings": settings,
        "manages": may_manage_tournament(request.actor, found),
        "request_id": uuid4(),
        "round": today.steps.rounds.get(number),
        "rounds": today.steps.rounds,
        "slots": programme(found),
        "game": WORDS[found.game].name,
        "lengths": rounds_words(settings.rounds_planned or 0, settings.deals_per_round or 0)
        if settings.rounds_planned and settings.deals_per_round
        else "",
        "fee": amount_text(found.fee, found.currency) if found.fee else "",
        "seating_shown": seating_shown,
        "sought": sought,
        "places": places_of(found, number, sought) if seating_shown else [],
        "entered": entered_people(found) if found.shows_entries and not desks else [],
        "standings_shown": desks or found.shows_standings,
        "given": given_address(request, found) if desks else None,
        "present": today.present,
        "told": announcements_of(found.uuid, timezone.now()) if desks else [],
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
    found, state = find_with_state(request, event)
    require(may_desk(request.actor, found))
    present = present_of(found)
    context = {
        "tournament": found,
        "next": next_of(request.actor, found, steps_of(found), present),
        "present": present,
        "poll_url": _next_address(found, state),
        "request_id": uuid4(),
    }
    return render(request, "clubs/tournaments/_tournament_next.html", context)
