"""The settings page of a club: its name and habits, and who has which role."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import (
    may_manage_club,
    may_manage_roles,
    require,
)
from clubs.forms.people.settings import ClubForm, RoleForm, RoleGiveForm, role_rows
from clubs.http import Request
from clubs.models import Club, Membership, User
from clubs.queries.deals.rules import available_rules
from clubs.queries.people.invitations import open_invitations, players_of_accounts
from clubs.queries.people.people import (
    accounts,
    own_player,
)
from clubs.services.errors import LastOwner, RoleMoved
from clubs.services.people.clubs import update_club
from clubs.services.people.roles import remove_role, set_role
from clubs.views.limits import INVITATIONS, too_many
from clubs.views.people.offers import end_offer, make_offer, shown_offers
from clubs.views.shared import (
    of_club,
    overtaken_data,
    request_id,
    sign_in_first,
)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def club_settings(request: Request, club: Club) -> HttpResponse:
    if request.method == "GET":
        return _settings_page(request, club)
    require(may_manage_club(request.actor, club))
    form = ClubForm(request.POST, club=club, offers=available_rules(club))
    if not form.is_valid():
        return _settings_page(request, club, club_form=form)
    update_club(request.actor, club, **form.cleaned_data)
    messages.success(request, _("The settings are saved."))
    return redirect("club_settings", club.slug)


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
@of_club
def role_set(request: Request, club: Club) -> HttpResponse:
    """Offer a role by address, take the offer back (`end`), or give another role to an account of
    the club."""
    require(may_manage_roles(request.actor, club))
    if "end" in request.POST:
        end_offer(request, club)
        return redirect("club_settings", club.slug)
    if "email" in request.POST:
        return _role_give(request, club)
    form = RoleForm.of_post(request.POST)
    if form.is_valid():
        user = _find_account(accounts(request.actor, club), form.cleaned_data["user"])
        if user is None:
            raise Http404
        try:
            if _give_role(request, club, user, form):
                return redirect("club_settings", club.slug)
        except RoleMoved as moved:
            return _role_overtaken(request, club, moved)
    return _settings_page(request, club, role_form=form)


def _role_overtaken(request: Request, club: Club, moved: RoleMoved) -> HttpResponse:
    """Somebody else changed or ended this role: the page as it is now, with what was chosen."""
    if not moved.role:
        messages.warning(request, _("Somebody ended this role meanwhile."))
        return _settings_page(request, club, overtaken=True)
    form = RoleForm.of_post(overtaken_data(request, moved.role))
    form.explain_moved(moved.role)
    return _settings_page(request, club, role_form=form, overtaken=True)


def _role_give(request: Request, club: Club) -> HttpResponse:
    """An offer by address: whoever gets it accepts it, or not (views/people/offers.py)."""
    if INVITATIONS.is_reached(request):
        return too_many(request, INVITATIONS)
    form = RoleGiveForm(request.POST)
    if not form.is_valid():
        return _settings_page(request, club, give_form=form)
    values = form.cleaned_data
    make_offer(request, club, values["email"], form.to_role(), values["request_id"])
    return redirect("club_settings", club.slug)


def _give_role(request: Request, club: Club, user: User, form: RoleForm) -> bool:
    """Whether it was done; if not, the form says why."""
    role = form.to_role()
    sent = {name: form.cleaned_data[name] for name in ("seen", "request_id") if name in form.fields}
    try:
        set_role(request.actor, club, user, role, **sent)
    except LastOwner:
        form.explain_last_owner()
        return False
    text = _("%(name)s is %(role)s now.") % {"name": user, "role": role.label}
    messages.success(request, text)
    return True


@sign_in_first
@require_POST
@of_club
def role_remove(request: Request, club: Club) -> HttpResponse:
    """End the role of an account. One's own: leave the club."""
    me = request.actor.user
    is_self = me is not None and request.POST.get("user") == str(me.uuid)
    if not is_self:
        require(may_manage_roles(request.actor, club))
    form = RoleForm.of_post(request.POST)
    user = me if is_self else _find_account(accounts(request.actor, club), form["user"].value())
    if user is None:
        return redirect("club_settings", club.slug)  # gone already: as it was wished
    try:
        seen = request.POST.get("seen", "")
        remove_role(request.actor, club, user, seen=seen, request_id=request_id(request))
    except RoleMoved as moved:
        return _role_overtaken(request, club, moved)
    except LastOwner:
        form.explain_last_owner()
        return _settings_page(request, club, role_form=form)
    if is_self:
        messages.success(request, _("You have left %(club)s.") % {"club": club.name})
        return redirect("front_page")
    messages.success(request, _("%(name)s has no role here any more.") % {"name": user})
    return redirect("club_settings", club.slug)


def _find_account(memberships: Iterable[Membership], uuid: object) -> User | None:
    users = (membership.user for membership in memberships)
    return next((user for user in users if str(user.uuid) == str(uuid)), None)
