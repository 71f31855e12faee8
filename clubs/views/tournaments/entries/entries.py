"""Entries of a tournament: registering by the public page, and what the desk does with each."""

from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import may_desk, may_run_tournament, own_entries
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
    entry_details,
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
from clubs.services.tournaments.entries import comings, entries, player_links, substitutions
from clubs.views.limits import Limit, too_many
from clubs.views.lists import list_tools
from clubs.views.people.links import ShownLink
from clubs.views.shared import cut_page, overtaken_data, render_form, request_id, sign_in_first
from clubs.views.tournaments.shared import (
    accepted,
    answer_form,
    fee_text,
    find_tournament,
    of_tournament,
    tournament_context,
)

# A whole club may register from its room, by one address.
REGISTRATIONS = Limit("registrations", most=60, seconds=3600)


def find_entry(tournament: Tournament, uuid: UUID) -> Entry:
    """An entry of the tournament. Raises Http404 for any other."""
    entry = get_object_or_404(entry_with_people(tournament), uuid=uuid)
    entry.tournament = tournament
    return entry


def _to_entry(entry: Entry) -> HttpResponse:
    return redirect("entry_edit", entry.tournament.uuid, entry.uuid)


def refused_words(refusal: TournamentRefused) -> str:
    """The sentences of a refusal, for a button that has no fields."""
    return " ".join(dict.fromkeys(map(problem_message, refusal.problems)))


# Registering


@require_http_methods(["GET", "POST"])
def entry_register(request: Request, event: UUID) -> HttpResponse:
    """The public page of registration: for everybody who sees the tournament, without an
    account."""
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
        "fee": fee_text(tournament),
    }
    return render_form(request, "clubs/tournaments/entries/entry_register.html", form, context)


def _registered(request: Request, tournament: Tournament, form: RegisterForm) -> Entry | None:
    """Registers, and returns the new entry, whose page this browser may see from now on. None if
    the form says why not."""
    REGISTRATIONS.count(request)
    cleaned = form.cleaned_data
    try:
        entry = entries.register(
            request.actor,
            tournament,
            form.to_details(),
            for_self=not cleaned.get("is_another"),
            request_id=cleaned["request_id"],
        )
    except TournamentRefused as refusal:
        form.explain(refusal.problems)
        return None
    link = player_link(entry)
    if link is not None:
        hold_link(request, link.uuid)
    return entry


@sign_in_first
@require_safe
def entry_registered(request: Request, event: UUID, entry: UUID) -> HttpResponse:
    """The number of the new entry, and the link to its own page, for the person who registered."""
    tournament = find_tournament(request, event)
    chosen = get_object_or_404(own_entries(request.actor, tournament), uuid=entry)
    link = player_link(chosen)
    context = {
        **tournament_context(request, tournament, "show"),
        "entry": chosen,
        "shown": ShownLink.of(request, link) if link and link.can_be_shown else None,
        "fee": fee_text(tournament),
    }
    return render(request, "clubs/tournaments/entries/entry_registered.html", context)


# The list


@sign_in_first
@require_safe
@of_tournament(may_desk)
def entry_list(request: Request, tournament: Tournament) -> HttpResponse:
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
        "tools": list_tools(request, table),
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
@of_tournament(may_desk)
def entry_add(request: Request, tournament: Tournament) -> HttpResponse:
    """Adds entries one after the other: the page comes back empty."""
    form = EntryAddForm(request.POST or None, categories=list(tournament.categories.all()))
    if form.is_valid():
        cleaned = form.cleaned_data
        try:
            entry = entries.add_entry(
                request.actor,
                tournament,
                form.to_details(),
                is_another=cleaned["is_another"],
                request_id=cleaned["request_id"],
            )
        except TournamentRefused as refusal:
            form.explain(refusal.problems)
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
@of_tournament(may_desk)
def entry_edit(request: Request, tournament: Tournament, entry: UUID) -> HttpResponse:
    chosen = find_entry(tournament, entry)
    categories = list(tournament.categories.all())
    if request.method == "GET":
        form = EntryEditForm(initial=EntryEditForm.initial_of(chosen), categories=categories)
        return _entry_page(request, chosen, form)
    form = EntryEditForm(request.POST, categories=categories)
    try:
        if form.is_valid() and accepted(
            form,
            entries.update_entry,
            request.actor,
            chosen,
            form.to_details(entry_details(chosen)),
            seen=form.cleaned_data["seen"],
            request_id=form.cleaned_data["request_id"],
        ):
            messages.success(request, _("%(name)s is saved.") % {"name": chosen.name})
            return redirect("entry_list", tournament.uuid)
    except TournamentMoved:
        data = overtaken_data(request, entry_mark(chosen))
        form = EntryEditForm(data, categories=categories)
        return _entry_page(request, chosen, form, overtaken=True)
    return _entry_page(request, chosen, form)


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
@of_tournament(may_desk)
def entry_fee(request: Request, tournament: Tournament, entry: UUID) -> HttpResponse:
    """Takes or refunds a fee: `action` is take, with an `amount` or without, or refund."""
    chosen = find_entry(tournament, entry)
    form = FeeForm(request.POST)
    if request.POST.get("action") == "refund":
        entries.refund_fee(request.actor, chosen, request_id=request_id(request))
        messages.success(request, _("%(name)s: not paid.") % {"name": chosen.name})
    elif form.is_valid():
        amount = form.cleaned_data["amount"]
        entries.take_fee(request.actor, chosen, amount, request_id=request_id(request))
        messages.success(request, _("%(name)s: paid.") % {"name": chosen.name})
    else:
        messages.error(request, " ".join(map(str, form.errors["amount"])))
    return _to_entry(chosen)


@sign_in_first
@require_POST
@of_tournament(may_desk)
def entry_link(request: Request, tournament: Tournament, entry: UUID) -> HttpResponse:
    """Changes the personal link of an entry: `action` is make, renew or revoke."""
    chosen = find_entry(tournament, entry)
    action, sent = request.POST.get("action", "make"), request_id(request)
    if action == "revoke":
        player_links.revoke_player_link(request.actor, chosen, request_id=sent)
        messages.success(request, _("The link is revoked: it opens nothing any more."))
    elif action == "renew":
        player_links.renew_player_link(request.actor, chosen, request_id=sent)
        messages.success(request, _("There is a new link; the old one opens nothing any more."))
    else:
        player_links.make_player_link(request.actor, chosen, request_id=sent)
    return _to_entry(chosen)


# Leaving, coming back, and playing for somebody


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_run_tournament)
def entry_withdraw(request: Request, tournament: Tournament, entry: UUID) -> HttpResponse:
    chosen, steps = find_entry(tournament, entry), steps_of(tournament)
    form = WithdrawForm(request.POST or None, rounds=steps.planned, current=steps.over)
    try:
        return answer_form(
            request,
            "clubs/tournaments/entries/entry_withdraw.html",
            form,
            {**tournament_context(request, tournament, "entries"), "entry": chosen},
            partial(comings.withdraw, request.actor, chosen),
            done=_("%(name)s has withdrawn.") % {"name": chosen.name},
            to=("entry_edit", tournament.uuid, chosen.uuid),
        )
    except TournamentMoved:
        return _went_past(request, chosen)


@sign_in_first
@require_POST
@of_tournament(may_run_tournament)
def entry_return(request: Request, tournament: Tournament, entry: UUID) -> HttpResponse:
    chosen = find_entry(tournament, entry)
    try:
        comings.undo_withdrawal(request.actor, chosen, request_id=request_id(request))
    except TournamentRefused as refusal:
        messages.error(request, refused_words(refusal))
    except TournamentMoved:
        return _went_past(request, chosen)
    else:
        messages.success(request, _("%(name)s plays on.") % {"name": chosen.name})
    return _to_entry(chosen)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_run_tournament)
def entry_substitute(request: Request, tournament: Tournament, entry: UUID) -> HttpResponse:
    chosen, steps = find_entry(tournament, entry), steps_of(tournament)
    here = min(steps.over + 1, steps.planned)
    form = SubstituteForm(
        request.POST or None,
        rounds=steps.planned,
        initial={"from_round": here, "from_deal": deal_to_come(chosen, here)},
    )
    if form.is_valid():
        try:
            substitution = substitutions.substitute(request.actor, chosen, **form.cleaned_data)
        except TournamentRefused as refusal:
            form.explain(refusal.problems)
        except TournamentMoved:
            return _went_past(request, chosen)
        else:
            text = _("%(substitute)s plays for %(name)s.")
            messages.success(request, text % {"substitute": substitution.name, "name": chosen.name})
            return _to_entry(chosen)
    context = {
        **tournament_context(request, tournament, "entries"),
        "entry": chosen,
        "names": offered_names(request.actor, tournament),
    }
    return render_form(request, "clubs/tournaments/entries/entry_substitute.html", form, context)


def _went_past(request: Request, entry: Entry) -> HttpResponse:
    """Asks to try once more: the tournament changed while a seating was planned anew."""
    messages.error(request, _("The tournament has changed meanwhile: try again."))
    return _to_entry(entry)
