"""Pages of a club: the first one, its home, members, settings and roles."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import (
    may_anonymise,
    may_create_club,
    may_import,
    may_invite_player,
    may_manage_club,
    may_manage_people,
    may_manage_roles,
    may_open_sitting,
    may_take_data,
    may_unlink_account,
    require,
    visible_players,
)
from clubs.forms.people.people import (
    ClubForm,
    ClubStartForm,
    MemberFilterForm,
    MemberForm,
    MembersAddForm,
    RoleForm,
    RoleGiveForm,
    role_rows,
)
from clubs.http import Request
from clubs.listings.people import MemberTable
from clubs.models import Club, Membership, Player, User
from clubs.numbers import grouped
from clubs.queries.deals.rules import available_rules, built_in_rules
from clubs.queries.home.home import next_evening, season_top
from clubs.queries.people.invitations import open_invitations, players_of_accounts
from clubs.queries.people.people import (
    accounts,
    club_players,
    known_names,
    member_count,
    own_player,
    player_state,
)
from clubs.queries.seasons.seasons import tonight
from clubs.queries.tables.tables import club_tables
from clubs.queries.tournaments.pages import next_tournament
from clubs.services.errors import LastOwner, NameTaken, PlayerMoved, RoleMoved
from clubs.services.people import people
from clubs.services.snapshot import snapshot
from clubs.views.limits import INVITATIONS, too_many
from clubs.views.people.offers import end_offer, make_offer, shown_offers
from clubs.views.shared import cut_page, find_club, render_form, request_id, sign_in_first

WRITE = "write"  # the step after the preview
LEAST_PLAYERS = 3  # with fewer there is no table to set up yet


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
    made = form.cleaned_data
    club = people.create_club(
        request.actor,
        made["name"],
        rules=made["rules"],
        time_zone=settings.TIME_ZONE,
        members=made["members"],
        owner_name=made["owner_name"],
        request_id=made["request_id"],
    )
    messages.success(request, _("%(club)s is ready.") % {"club": club.name})
    enough = len(made["members"]) + bool(made["owner_name"]) >= LEAST_PLAYERS
    return redirect("table_new" if enough else "club_home", club.slug)


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
def club_home(request: Request, club: str) -> HttpResponse:
    found = find_club(request, club)
    with snapshot():
        top = season_top(request.actor, found)
    context = {
        "club": found,
        "nav_section": "home",
        "tables": club_tables(found, request.actor.user),
        "evenings": tonight(found),
        "top": top,
        "next_evening": next_evening(found),
        "next_tournament": next_tournament(found),
        "member_count": member_count(found),
        "may_open": may_open_sitting(request.actor, found),
        "may_manage_people": may_manage_people(request.actor, found),
        "request_id": request_id(request),
    }
    return render(request, "clubs/home/club_home.html", context)


# Members


@sign_in_first
@require_safe
def member_list(request: Request, club: str) -> HttpResponse:
    found = find_club(request, club)
    form = MemberFilterForm(request.GET)
    table = MemberTable(club_players(found, **form.criteria()))
    cut_page(request, table)
    context = {
        "club": found,
        "nav_section": "members",
        "form": form,
        "table": table,
        "may_manage": may_manage_people(request.actor, found),
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
def member_add(request: Request, club: str) -> HttpResponse:
    """Names, a preview of which part is the family name, and then everybody or nobody."""
    found = find_club(request, club)
    require(may_manage_people(request.actor, found))
    form = MembersAddForm(request.POST or None)
    context = _add_context(request, found)
    if form.is_valid():
        form = form.turn(request.POST.get("turn", ""))
    if form.is_valid():  # a name that is turned has a comma more, and may be too long
        if request.POST.get("step") == WRITE and "turn" not in request.POST:
            return _members_added(request, found, form)
        known = known_names(found, [person.whole for person in form.people()])
        if not known:
            return render_form(
                request, "clubs/people/members/member_add_preview.html", form, context
            )
        form.explain(known)
    return render_form(request, "clubs/people/members/member_add.html", form, context)


def _add_context(request: Request, club: Club) -> dict[str, Any]:
    may = may_import(request.actor, club)
    return {"club": club, "nav_section": "members", "may_import": may}


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
    messages.success(request, text % {"count": grouped(len(added))})
    return redirect("member_list", club.slug)


def find_player(request: Request, club: Club, uuid: UUID) -> Player:
    """Somebody of the club, for who may manage its people."""
    require(may_manage_people(request.actor, club))
    players = visible_players(request.actor).select_related("club", "user")
    return get_object_or_404(players, club=club, uuid=uuid)


@sign_in_first
@require_http_methods(["GET", "POST"])
def member_edit(request: Request, club: str, uuid: UUID) -> HttpResponse:
    found = find_club(request, club)
    player = find_player(request, found, uuid)
    form = MemberForm(request.POST or None, initial=MemberForm.initial_of(player))
    if form.is_valid():
        try:
            people.update_player(request.actor, player, **form.to_values())
        except NameTaken as refusal:
            form.explain(refusal)
        except PlayerMoved:
            return _member_overtaken(request, found, player)
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": player.name})
            return redirect("member_list", found.slug)
    return _member_page(request, found, player, form)


def _member_overtaken(request: Request, club: Club, player: Player) -> HttpResponse:
    """Somebody else changed this player: what stands there now, beside what was typed."""
    data = request.POST.copy()
    data["seen"] = player_state(player)
    data["request_id"] = str(uuid4())
    return _member_page(request, club, player, MemberForm(data), overtaken=True)


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
def member_archive(request: Request, club: str, uuid: UUID) -> HttpResponse:
    found = find_club(request, club)
    player = find_player(request, found, uuid)
    people.archive_player(request.actor, player, request_id=request_id(request))
    messages.success(request, _("%(name)s is archived.") % {"name": player.name})
    return redirect("member_list", found.slug)


@sign_in_first
@require_POST
def member_restore(request: Request, club: str, uuid: UUID) -> HttpResponse:
    found = find_club(request, club)
    player = find_player(request, found, uuid)
    try:
        people.restore_player(request.actor, player, request_id=request_id(request))
    except NameTaken as refusal:
        form = MemberForm({**MemberForm.initial_of(player)})
        form.explain(refusal)
        return _member_page(request, found, player, form)
    messages.success(request, _("%(name)s is back.") % {"name": player.name})
    return redirect("member_list", found.slug)


# Settings and roles


@sign_in_first
@require_http_methods(["GET", "POST"])
def club_settings(request: Request, club: str) -> HttpResponse:
    found = find_club(request, club)
    if request.method == "GET":
        return _settings_page(request, found)
    require(may_manage_club(request.actor, found))
    form = ClubForm(request.POST, club=found, offers=available_rules(found))
    if not form.is_valid():
        return _settings_page(request, found, club_form=form)
    people.update_club(request.actor, found, **form.cleaned_data)
    messages.success(request, _("The settings are saved."))
    return redirect("club_settings", found.slug)


def _settings_page(
    request: Request,
    club: Club,
    *,
    club_form: ClubForm | None = None,
    give_form: RoleGiveForm | None = None,
    role_form: RoleForm | None = None,
    overtaken: bool = False,
) -> HttpResponse:
    """The page, with the form that came back, if one did."""
    actor = request.actor
    offers = available_rules(club)
    returned = club_form or give_form or role_form
    memberships = accounts(actor, club)
    players = players_of_accounts(club, [row.user.pk for row in memberships])
    context = {
        "club": club,
        "nav_section": "settings",
        "club_form": club_form or ClubForm(club=club, offers=offers),
        "usual_rules": next((o for o in offers if o.name == club.rules), offers[0]),
        "give_form": give_form or RoleGiveForm(),
        "rows": role_rows(memberships, actor.user, role_form, players),
        "invited": open_invitations(actor, club),
        "offers": shown_offers(request, club),
        "me": players.get(actor.user.pk) if actor.user and players else own_player(actor, club),
        "own_role": actor.roles[club.pk],
        "may_manage_club": may_manage_club(actor, club),
        "may_manage_roles": may_manage_roles(actor, club),
        "request_id": request_id(request),
    }
    status = 409 if overtaken else 422 if returned is not None else 200
    return render(request, "clubs/home/club_settings.html", context, status=status)


@sign_in_first
@require_POST
def role_set(request: Request, club: str) -> HttpResponse:
    """Offer a role by address, take the offer back (`end`), or give another role to an account of
    the club."""
    found = find_club(request, club)
    require(may_manage_roles(request.actor, found))
    if "end" in request.POST:
        end_offer(request, found)
        return redirect("club_settings", found.slug)
    if "email" in request.POST:
        return _role_give(request, found)
    form = RoleForm.of_post(request.POST)
    if form.is_valid():
        user = _find_account(accounts(request.actor, found), form.cleaned_data["user"])
        if user is None:
            raise Http404
        try:
            if _give_role(request, found, user, form):
                return redirect("club_settings", found.slug)
        except RoleMoved as moved:
            return _role_overtaken(request, found, moved)
    return _settings_page(request, found, role_form=form)


def _role_overtaken(request: Request, club: Club, moved: RoleMoved) -> HttpResponse:
    """Somebody else changed or ended this role: the page as it is now, with what was chosen."""
    if not moved.role:
        messages.warning(request, _("Somebody ended this role meanwhile."))
        return _settings_page(request, club, overtaken=True)
    data = request.POST.copy()
    data["seen"] = moved.role
    data["request_id"] = str(uuid4())
    form = RoleForm.of_post(data)
    form.explain_moved(moved.role)
    return _settings_page(request, club, role_form=form, overtaken=True)


def _role_give(request: Request, club: Club) -> HttpResponse:
    """An offer by address: whoever gets it accepts it, or not (views/people/offers.py)."""
    if INVITATIONS.is_reached(request):
        return too_many(request, INVITATIONS)
    form = RoleGiveForm(request.POST)
    if not form.is_valid():
        return _settings_page(request, club, give_form=form)
    told = form.cleaned_data
    make_offer(request, club, told["email"], form.to_role(), told["request_id"])
    return redirect("club_settings", club.slug)


def _give_role(request: Request, club: Club, user: User, form: RoleForm) -> bool:
    """Whether it was done; if not, the form says why."""
    role = form.to_role()
    told = {name: form.cleaned_data[name] for name in ("seen", "request_id") if name in form.fields}
    try:
        people.set_role(request.actor, club, user, role, **told)
    except LastOwner:
        form.explain_last_owner()
        return False
    text = _("%(name)s is %(role)s now.") % {"name": user, "role": role.label}
    messages.success(request, text)
    return True


@sign_in_first
@require_POST
def role_remove(request: Request, club: str) -> HttpResponse:
    """End the role of an account. One's own: leave the club."""
    found = find_club(request, club)
    me = request.actor.user
    is_self = me is not None and request.POST.get("user") == str(me.uuid)
    if not is_self:
        require(may_manage_roles(request.actor, found))
    form = RoleForm.of_post(request.POST)
    user = me if is_self else _find_account(accounts(request.actor, found), form["user"].value())
    if user is None:
        return redirect("club_settings", found.slug)  # gone already: as it was wished
    try:
        seen = request.POST.get("seen", "")
        people.remove_role(request.actor, found, user, seen=seen, request_id=request_id(request))
    except RoleMoved as moved:
        return _role_overtaken(request, found, moved)
    except LastOwner:
        form.explain_last_owner()
        return _settings_page(request, found, role_form=form)
    if is_self:
        messages.success(request, _("You have left %(club)s.") % {"club": found.name})
        return redirect("front_page")
    messages.success(request, _("%(name)s has no role here any more.") % {"name": user})
    return redirect("club_settings", found.slug)


def _find_account(memberships: Iterable[Membership], uuid: object) -> User | None:
    users = (membership.user for membership in memberships)
    return next((user for user in users if str(user.uuid) == str(uuid)), None)
