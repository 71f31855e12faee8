"""Pages of a club: founding it, its home and its members."""

from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import (
    may_anonymise,
    may_create_club,
    may_import,
    may_invite_player,
    may_manage_people,
    may_manage_roles,
    may_open_sitting,
    may_take_data,
    may_unlink_account,
    require,
    visible_players,
)
from clubs.bodies import file_address
from clubs.forms.imports import FILE_TYPES
from clubs.forms.people.people import (
    ClubStartForm,
    MemberFilterForm,
    MemberForm,
    MembersAddForm,
)
from clubs.http import Request
from clubs.listings.people import MemberTable
from clubs.models import Club, Player
from clubs.numbers import grouped_number
from clubs.queries.deals.rules import built_in_rules
from clubs.queries.home.first_steps import first_steps
from clubs.queries.home.home import next_evening, season_top
from clubs.queries.people.people import (
    club_players,
    known_names,
    member_count,
    player_state,
)
from clubs.queries.seasons.seasons import tonight
from clubs.queries.statistics.years import year_played_last
from clubs.queries.tables.tables import club_tables
from clubs.queries.tournaments.pages import next_tournament
from clubs.services.errors import NameTaken, PlayerMoved
from clubs.services.people import people
from clubs.services.people.clubs import create_club
from clubs.services.snapshot import snapshot
from clubs.views.lists import asked_group, list_tools
from clubs.views.shared import (
    cut_page,
    of_club,
    overtaken_data,
    render_form,
    request_id,
    sign_in_first,
)

WRITE = "write"  # the step after the preview


@sign_in_first
@require_http_methods(["GET", "POST"])
def club_start(request: Request) -> HttpResponse:
    """Three steps at one address: what the other steps hold travels along in hidden fields. Where
    family names are guessed, they are shown before the club is made."""
    if not may_create_club(request.actor):
        return render(request, "clubs/home/club_refused.html", status=403)
    step, button = _step_of(request), request.POST.get("go", "")
    form = ClubStartForm(request.POST or None, offers=built_in_rules(), step=step)
    if button == "back" or not form.is_bound:
        return _club_start_step(request, max(step - 1, 1))
    bad_step = form.first_bad_step()
    if bad_step is not None:
        form.step = bad_step
        return render_form(request, "clubs/home/club_start.html", form)
    if button == "next":
        return _club_start_step(request, min(step + 1, form.PREVIEW - 1))
    if form.is_valid() and "turn" in request.POST:
        form = form.turn(request.POST["turn"])
    if not form.is_valid():
        form.step = min(n for n, names in form.STEPS.items() if form.errors.keys() & set(names))
        return render_form(request, "clubs/home/club_start.html", form)
    is_seen = step == form.PREVIEW and "turn" not in request.POST
    if form.cleaned_data["members"] and form.name_list().has_guesses and not is_seen:
        form.step = form.PREVIEW
        return render_form(request, "clubs/home/club_start.html", form)
    values = form.cleaned_data
    club = create_club(
        request.actor,
        values["name"],
        rules=values["rules"],
        time_zone=settings.TIME_ZONE,
        members=values["members"],
        owner_name=values["owner_name"],
        request_id=values["request_id"],
    )
    messages.success(request, _("%(club)s is ready.") % {"club": club.name})
    if button == "import":
        return redirect("import_new", club.slug)
    return redirect("club_home", club.slug)


def _step_of(request: HttpRequest) -> int:
    step = request.POST.get("step", "1")
    return int(step) if step in map(str, ClubStartForm.STEPS) else 1


def _club_start_step(request: Request, step: int) -> HttpResponse:
    """A step to fill in, with what was typed so far."""
    typed = request.POST.dict() or None
    form = ClubStartForm(initial=typed, offers=built_in_rules(), step=step)
    return render_form(request, "clubs/home/club_start.html", form)


@sign_in_first
@require_safe
@of_club
def club_home(request: Request, club: Club) -> HttpResponse:
    with snapshot():
        top = season_top(request.actor, club)
    tables, members = club_tables(club, request.actor.user), member_count(club)
    context = {
        "club": club,
        "nav_section": "home",
        "tables": tables,
        "last_year": year_played_last(club),
        "steps": first_steps(
            request.actor,
            club,
            member_count=members,
            has_tables=bool(tables.live or tables.last),
            has_season=top is not None,
        ),
        "evenings": tonight(club),
        "top": top,
        "next_evening": next_evening(club),
        "next_tournament": next_tournament(club),
        "member_count": members,
        "may_open": may_open_sitting(request.actor, club),
        "may_manage_people": may_manage_people(request.actor, club),
        "may_import": may_import(request.actor, club),
        "may_manage_roles": may_manage_roles(request.actor, club),
        "request_id": request_id(request),
    }
    return render(request, "clubs/home/club_home.html", context)


# Members


@sign_in_first
@require_safe
@of_club
def member_list(request: Request, club: Club) -> HttpResponse:
    form = MemberFilterForm(request.GET)
    group = asked_group(request, club)
    players = club_players(club, **form.criteria(), group=group)
    may_manage = may_manage_people(request.actor, club)
    table = MemberTable(players, club, may_manage=may_manage)
    cut_page(request, table)
    context = {
        "club": club,
        "nav_section": "members",
        "form": form,
        "table": table,
        "tools": list_tools(request, table, club=club),
        "is_narrowed": form.is_narrowed() or bool(group),
        "may_manage": may_manage,
        "request_id": uuid4(),
    }
    template = (
        "clubs/people/members/_member_table.html"
        if request.htmx
        else "clubs/people/members/member_list.html"
    )
    return render(request, template, context)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def member_add(request: Request, club: Club) -> HttpResponse:
    """Adds members in two steps: the names, then a preview of the family names. Adds everybody
    or nobody."""
    require(may_manage_people(request.actor, club))
    form = MembersAddForm(request.POST or None)
    context = _add_context(request, club)
    if form.is_valid():
        form = form.turn(request.POST.get("turn", ""))
    if form.is_valid():  # a name that is turned has a comma more, and may be too long
        if request.POST.get("step") == WRITE and "turn" not in request.POST:
            return _members_added(request, club, form)
        typed = [person.whole for person in form.people()]
        known = known_names(club, typed)
        if not known:
            context["archived"] = known_names(club, typed, archived=True)
            return render_form(
                request, "clubs/people/members/member_add_preview.html", form, context
            )
        form.explain(known)
    return render_form(request, "clubs/people/members/member_add.html", form, context)


def _add_context(request: Request, club: Club) -> dict[str, Any]:
    return {
        "club": club,
        "nav_section": "members",
        "may_import": may_import(request.actor, club),
        "file_address": file_address(reverse("import_new", args=[club.slug])),
        "file_types": FILE_TYPES,
        "request_id": uuid4(),
    }


def _members_added(request: Request, club: Club, form: MembersAddForm) -> HttpResponse:
    try:
        added = people.add_players(
            request.actor, club, form.people(), request_id=form.cleaned_data["request_id"]
        )
    except NameTaken:  # somebody else was quicker
        form.explain(known_names(club, [person.whole for person in form.people()]))
        return render_form(
            request, "clubs/people/members/member_add.html", form, _add_context(request, club)
        )
    text = ngettext("%(count)s member added.", "%(count)s members added.", len(added))
    messages.success(request, text % {"count": grouped_number(len(added))})
    return redirect("member_list", club.slug)


def find_player(request: Request, club: Club, uuid: UUID) -> Player:
    """Returns a player of the club. Answers 403 to an actor who may not manage people."""
    require(may_manage_people(request.actor, club))
    players = visible_players(request.actor).select_related("club", "user")
    return get_object_or_404(players, club=club, uuid=uuid)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def member_edit(request: Request, club: Club, uuid: UUID) -> HttpResponse:
    player = find_player(request, club, uuid)
    form = MemberForm(request.POST or None, initial=MemberForm.initial_of(player))
    if form.is_valid():
        try:
            people.update_player(request.actor, player, **form.to_values())
        except NameTaken as refusal:
            form.explain(refusal)
        except PlayerMoved:
            form = MemberForm(overtaken_data(request, player_state(player)))
            return _member_page(request, club, player, form, overtaken=True)
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": player.name})
            return redirect("member_list", club.slug)
    return _member_page(request, club, player, form)


def _member_page(
    request: Request, club: Club, player: Player, form: MemberForm, *, overtaken: bool = False
) -> HttpResponse:
    context = {
        "club": club,
        "nav_section": "members",
        "player": player,
        "request_id": request_id(request),
        "moved": overtaken,
        "may_invite": may_invite_player(request.actor, player),
        "may_unlink": may_unlink_account(request.actor, player),
        "may_take_data": may_take_data(request.actor, player),
        "may_anonymise": may_anonymise(request.actor, player),
    }
    return render_form(
        request, "clubs/people/members/member_edit.html", form, context, overtaken=overtaken
    )


@sign_in_first
@require_POST
@of_club
def member_archive(request: Request, club: Club, uuid: UUID) -> HttpResponse:
    player = find_player(request, club, uuid)
    people.archive_player(request.actor, player, request_id=request_id(request))
    messages.success(request, _("%(name)s is archived.") % {"name": player.name})
    return redirect("member_list", club.slug)


@sign_in_first
@require_POST
@of_club
def member_restore(request: Request, club: Club, uuid: UUID) -> HttpResponse:
    player = find_player(request, club, uuid)
    try:
        people.restore_player(request.actor, player, request_id=request_id(request))
    except NameTaken as refusal:
        form = MemberForm({**MemberForm.initial_of(player)})
        form.explain(refusal)
        return _member_page(request, club, player, form)
    messages.success(request, _("%(name)s is back.") % {"name": player.name})
    return redirect("member_list", club.slug)
