"""The groups of people of a club: their list, and one to make, fill or delete."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import may_manage_people, require
from clubs.forms.people.groups import GroupForm
from clubs.http import Request
from clubs.models import Club
from clubs.queries.people.groups import club_groups, people_to_group
from clubs.services.errors import NameTaken
from clubs.services.people.groups import drop_group, save_group
from clubs.views.shared import of_club, render_form, request_id, sign_in_first


@sign_in_first
@require_safe
@of_club
def group_list(request: Request, club: Club) -> HttpResponse:
    context = {
        "club": club,
        "nav_section": "members",
        "groups": club_groups(club),
        "may_manage": may_manage_people(request.actor, club),
    }
    return render(request, "clubs/people/members/group_list.html", context)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def group_edit(request: Request, club: Club) -> HttpResponse:
    """?group=… names the group, or a word that stands with players and becomes one; without it
    there is a new one."""
    require(may_manage_people(request.actor, club))
    former = request.GET.get("group", "")
    form = GroupForm(request.POST or None, players=people_to_group(club), former=former)
    if "delete" in request.POST:
        drop_group(request.actor, club, former, request_id=request_id(request))
        messages.success(request, _("The group %(name)s is deleted.") % {"name": former})
        return redirect("group_list", club.slug)
    if form.is_valid():
        values = form.cleaned_data
        try:
            save_group(
                request.actor,
                club,
                values["name"],
                form.chosen(),
                former=former,
                request_id=values["request_id"],
            )
        except NameTaken:
            form.explain_taken()
        else:
            messages.success(request, _("The group %(name)s is saved.") % {"name": values["name"]})
            return redirect("group_list", club.slug)
    context = {
        "club": club,
        "nav_section": "members",
        "former": former,
        "is_shown": former in club.groups,
        "request_id": uuid4(),
    }
    return render_form(request, "clubs/people/members/group_edit.html", form, context)
