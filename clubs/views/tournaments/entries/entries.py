"""Entries of a tournament: registering by the public page, and what the desk does with each."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import (
    may_desk,
    may_run_tournament,
    own_entries,
    require,
)
from clubs.choices import problem_message
from clubs.core.problems import Problem
from clubs.forms.tournaments.entries import (
    EntryAddForm,
    EntryEditForm,
    EntryFilterForm,
    FeeForm,
    RegisterForm,
    SubstituteForm,
    WithdrawForm,
    explain,
)
from clubs.http import Request, hold_link
from clubs.listings.entries import EntryTable
from clubs.models import Entry, Tournament
from clubs.queries.people.people import own_player
from clubs.queries.tournaments.entries.entries import (
    CHECKS_IN,
    DESK_ADDS,
    amount_text,
    clubs_of,
    counts_of,
    deal_to_come,
    details_of,
    entry_lines,
    entry_mark,
    entry_with_people,
    narrowed,
    offered_names,
    place_count,
    player_link,
    registration_refusal,
)
from clubs.queries.tournaments.tournaments import steps_of
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tournaments.entries import comings, entries
from clubs.views.limits import Limit, too_many
from clubs.views.people.links import ShownLink
from clubs.views.shared import cut_page, render_form, request_id, sign_in_first
from clubs.views.tournaments.shared import find_tournament, tournament_context

# A whole club may register from its room, by one address.
REGISTRATIONS = Limit("registrations", most=60, seconds=3600)


def for_desk(request: Request, event: UUID) -> Tournament:
    """The tournament of a page of its desk. Raises Http404 and Forbidden."""
    tournament = find_tournament(request, event)
    require(may_desk(request.actor, tournament))
    return tournament


def find_entry(tournament: Tournament, uuid: UUID) -> Entry:
    """An entry of the tournament of the address, or 404."""
    entry = get_object_or_404(entry_with_people(tournament), uuid=uuid)
    entry.tournament = tournament
    return entry


def _to_entry(entry: Entry) -> HttpResponse:
    return redirect("entry_edit", entry.tournament.uuid, entry.uuid)


def refused_words(refusal: TournamentRefused) -> str:
    """What a button that has no fields says."""
    return " ".join(dict.fromkeys(map(problem_message, refusal.problems)))


# Registering


@require_http_methods(["GET", "POST"])
def entry_register(request: Request, event: UUID) -> HttpResponse:
    """For everybody who sees the tournament; without an account."""
    tournament = find_tournament(request, event)
    if request.method == "POST" and REGISTRATIONS.is_reached(request):
        return too_many(request, REGISTRATIONS)
    player = own_player(request.actor, tournament.club)
    form = RegisterForm(
        request.POST or None,
        categories=list(tournament.categories.all()),
        plays_here=player is not None,
        initial=RegisterForm.initial_of(player),
    )
    if form.is_valid() and (entry := _registered(request, tournament, form)):
        return redirect("entry_registered", tournament.uuid, entry.uuid)
    refusal = registration_refusal(tournament, timezone.now())
    context = {
        **tournament_context(request, tournament, "show"),
        "closed": problem_message(Problem(refusal)) if refusal else "",
        "places": place_count(tournament),
        "fee": amount_text(tournament.fee, tournament.currency) if tournament.fee else "",
    }
    return render_form(request, "clubs/tournaments/entries/entry_register.html", form, context)


def _registered(request: Request, tournament: Tournament, form: RegisterForm) -> Entry | None:
    """The new entry, whose page this browser may see from now on; None if the form says why."""
    REGISTRATIONS.count(request)
    told = form.cleaned_data
    try:
        entry = entries.register(
            request.actor,
            tournament,
            form.to_details(),
            for_self=not told.get("is_another"),
            request_id=told["request_id"],
        )
    except TournamentRefused as refusal:
        explain(form, refusal.problems)
        return None
    link = player_link(entry)
    if link is not None:
        hold_link(request, link.uuid)
    return entry


@sign_in_first
@require_safe
def entry_registered(request: Request, event: UUID, entry: UUID) -> HttpResponse:
    """The number, and the link to one's own page; for who has registered."""
    tournament = find_tournament(request, event)
    found = get_object_or_404(own_entries(request.actor, tournament), uuid=entry)
    link = player_link(found)
    context = {
        **tournament_context(request, tournament, "show"),
        "entry": found,
        "shown": ShownLink.of(request, link) if link and link.can_be_shown else None,
        "fee": amount_text(tournament.fee, tournament.currency) if tournament.fee else "",
    }
    return render(request, "clubs/tournaments/entries/entry_registered.html", context)


# The list


@sign_in_first
@require_safe
def entry_list(request: Request, event: UUID) -> HttpResponse:
    tournament = for_desk(request, event)
    categories = list(tournament.categories.all())
    lines = entry_lines(tournament, categories)
    form = EntryFilterForm(request.GET, categories=categories, clubs=clubs_of(lines))
    asked = form.criteria()
    table = EntryTable(narrowed(lines, asked), has_fee=bool(tournament.fee))
    cut_page(request, table)
    context = {
        **tournament_context(request, tournament, "entries"),
        "form": form,
        "table": table,
        "counts": counts_of(lines),
        "is_narrowed": any(asked),
        "has_fee": bool(tournament.fee),
        "adds": tournament.state in DESK_ADDS,
    }
    template = (
        "clubs/tournaments/entries/_entry_table.html"
        if request.htmx
        else "clubs/tournaments/entries/entry_list.html"
    )
    return render(request, template, context)


@sign_in_first
@require_http_methods(["GET", "POST"])
def entry_add(request: Request, event: UUID) -> HttpResponse:
    """One after the other: the page comes back empty."""
    tournament = for_desk(request, event)
    form = EntryAddForm(request.POST or None, categories=list(tournament.categories.all()))
    if form.is_valid():
        told = form.cleaned_data
        try:
            entry = entries.add_entry(
                request.actor,
                tournament,
                form.to_details(),
                is_another=told["is_another"],
                request_id=told["request_id"],
            )
        except TournamentRefused as refusal:
            explain(form, refusal.problems)
        else:
            text = _("%(name)s has number %(number)s.")
            messages.success(request, text % {"name": entry.listed_name, "number": entry.number})
            return redirect("entry_add", tournament.uuid)
    context = {
        **tournament_context(request, tournament, "entries"),
        "names": offered_names(request.actor, tournament),
        "adds": tournament.state in DESK_ADDS,
    }
    return render_form(request, "clubs/tournaments/entries/entry_add.html", form, context)


# One entry


@sign_in_first
@require_http_methods(["GET", "POST"])
def entry_edit(request: Request, event: UUID, entry: UUID) -> HttpResponse:
    tournament = for_desk(request, event)
    found = find_entry(tournament, entry)
    categories = list(tournament.categories.all())
    if request.method == "GET":
        form = EntryEditForm(initial=EntryEditForm.initial_of(found), categories=categories)
        return _entry_page(request, found, form)
    form = EntryEditForm(request.POST, categories=categories)
    if form.is_valid():
        told = form.cleaned_data
        try:
            entries.update_entry(
                request.actor,
                found,
                form.to_details(details_of(found)),
                seen=told["seen"],
                request_id=told["request_id"],
            )
        except TournamentRefused as refusal:
            explain(form, refusal.problems)
        except TournamentMoved:
            typed = request.POST.copy()
            typed["seen"], typed["request_id"] = entry_mark(found), str(uuid4())
            form = EntryEditForm(typed, categories=categories)
            return _entry_page(request, found, form, overtaken=True)
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": found.name})
            return redirect("entry_list", tournament.uuid)
    return _entry_page(request, found, form)


def _entry_page(
    request: Request, entry: Entry, form: EntryEditForm, *, overtaken: bool = False
) -> HttpResponse:
    tournament, link = entry.tournament, player_link(entry)
    paid = None if entry.fee_paid is None else amount_text(entry.fee_paid, tournament.currency)
    context: dict[str, Any] = {
        **tournament_context(request, tournament, "entries"),
        "entry": entry,
        "moved": overtaken,
        "fee": amount_text(tournament.fee, tournament.currency),
        "has_fee": bool(tournament.fee),
        "paid": paid,
        "shown": ShownLink.of(request, link) if link and link.can_be_shown else None,
        "checks_in": tournament.state in CHECKS_IN,
        "here": button_value(entry),
        "request_id": uuid4(),
    }
    return render_form(
        request, "clubs/tournaments/entries/entry_edit.html", form, context, overtaken=overtaken
    )


def button_value(entry: Entry) -> str:
    """What a button of the check-in sends: which entry, and an id so that a double tap counts
    once."""
    return f"{entry.uuid}.{uuid4()}"


@sign_in_first
@require_POST
def entry_fee(request: Request, event: UUID, entry: UUID) -> HttpResponse:
    """`action` is take, with an `amount` or without, or refund."""
    tournament = for_desk(request, event)
    found = find_entry(tournament, entry)
    form = FeeForm(request.POST)
    if request.POST.get("action") == "refund":
        entries.refund_fee(request.actor, found, request_id=request_id(request))
        messages.success(request, _("%(name)s: not paid.") % {"name": found.name})
    elif form.is_valid():
        amount = form.cleaned_data["amount"]
        entries.take_fee(request.actor, found, amount, request_id=request_id(request))
        messages.success(request, _("%(name)s: paid.") % {"name": found.name})
    else:
        messages.error(request, " ".join(map(str, form.errors["amount"])))
    return _to_entry(found)


@sign_in_first
@require_POST
def entry_link(request: Request, event: UUID, entry: UUID) -> HttpResponse:
    """`action` is make, renew or revoke."""
    tournament = for_desk(request, event)
    found = find_entry(tournament, entry)
    action, sent = request.POST.get("action", "make"), request_id(request)
    if action == "revoke":
        entries.revoke_player_link(request.actor, found, request_id=sent)
        messages.success(request, _("The link is revoked: it opens nothing any more."))
    elif action == "renew":
        entries.renew_player_link(request.actor, found, request_id=sent)
        messages.success(request, _("There is a new link; the old one opens nothing any more."))
    else:
        entries.make_player_link(request.actor, found, request_id=sent)
    return _to_entry(found)


# Leaving, coming back, and playing for somebody


@sign_in_first
@require_http_methods(["GET", "POST"])
def entry_withdraw(request: Request, event: UUID, entry: UUID) -> HttpResponse:
    tournament = find_tournament(request, event)
    require(may_run_tournament(request.actor, tournament))
    found, steps = find_entry(tournament, entry), steps_of(tournament)
    form = WithdrawForm(request.POST or None, rounds=steps.planned, current=steps.over)
    if form.is_valid():
        try:
            comings.withdraw(request.actor, found, **form.cleaned_data)
        except TournamentRefused as refusal:
            explain(form, refusal.problems)
        except TournamentMoved:
            return _went_past(request, found)
        else:
            messages.success(request, _("%(name)s has withdrawn.") % {"name": found.name})
            return _to_entry(found)
    context = {**tournament_context(request, tournament, "entries"), "entry": found}
    return render_form(request, "clubs/tournaments/entries/entry_withdraw.html", form, context)


@sign_in_first
@require_POST
def entry_return(request: Request, event: UUID, entry: UUID) -> HttpResponse:
    tournament = find_tournament(request, event)
    require(may_run_tournament(request.actor, tournament))
    found = find_entry(tournament, entry)
    try:
        comings.undo_withdrawal(request.actor, found, request_id=request_id(request))
    except TournamentRefused as refusal:
        messages.error(request, refused_words(refusal))
    except TournamentMoved:
        return _went_past(request, found)
    else:
        messages.success(request, _("%(name)s plays on.") % {"name": found.name})
    return _to_entry(found)


@sign_in_first
@require_http_methods(["GET", "POST"])
def entry_substitute(request: Request, event: UUID, entry: UUID) -> HttpResponse:
    tournament = find_tournament(request, event)
    require(may_run_tournament(request.actor, tournament))
    found, steps = find_entry(tournament, entry), steps_of(tournament)
    here = min(steps.over + 1, steps.planned)
    form = SubstituteForm(
        request.POST or None,
        rounds=steps.planned,
        initial={"from_round": here, "from_deal": deal_to_come(found, here)},
    )
    if form.is_valid():
        try:
            told = comings.substitute(request.actor, found, **form.cleaned_data)
        except TournamentRefused as refusal:
            explain(form, refusal.problems)
        except TournamentMoved:
            return _went_past(request, found)
        else:
            text = _("%(substitute)s plays for %(name)s.")
            messages.success(request, text % {"substitute": told.name, "name": found.name})
            return _to_entry(found)
    context = {
        **tournament_context(request, tournament, "entries"),
        "entry": found,
        "names": offered_names(request.actor, tournament),
    }
    return render_form(request, "clubs/tournaments/entries/entry_substitute.html", form, context)


def _went_past(request: Request, entry: Entry) -> HttpResponse:
    """Something of the tournament changed while a seating was planned anew: try once more."""
    messages.error(request, _("The tournament has changed meanwhile: try again."))
    return _to_entry(entry)
