"""A guest who becomes a member, and two players who turn out to be one person."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import (
    may_change_player,
    may_manage_people,
    require,
)
from clubs.forms.people.players import MergeForm, told_apart
from clubs.http import Request
from clubs.models import Club, Player
from clubs.queries.people.people import alike_first, played_counts
from clubs.services.errors import PlayedTogether
from clubs.services.people.people import update_player
from clubs.services.people.players import merge_players, refuse_together, was_merged
from clubs.views.people.people import find_player
from clubs.views.shared import of_club, render_form, request_id, sign_in_first


@sign_in_first
@require_POST
@of_club
def member_join(request: Request, club: Club, uuid: UUID) -> HttpResponse:
    """One tap in the list: a guest is a member from today on, with all that they played."""
    player = find_player(request, club, uuid)
    update_player(
        request.actor,
        player,
        name=player.name,
        table_name=player.table_name,
        is_member=True,
        request_id=request_id(request),
    )
    messages.success(request, _("%(name)s is a member now.") % {"name": player.name})
    return redirect("member_list", club.slug)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def member_merge(request: Request, club: Club, uuid: UUID) -> HttpResponse:
    """Merges a player in two steps: the choice of the other player, then a preview."""
    require(may_manage_people(request.actor, club))
    try:
        player = find_player(request, club, uuid)
    except Http404:
        return _merged_before(request, club)
    require(may_change_player(request.actor, player))
    alike, others = alike_first(player)
    form = MergeForm(request.POST or None, alike=alike, others=others)
    if not form.is_valid():
        return _merge_page(request, club, player, form)
    try:
        if request.POST.get("step") != "merge":
            refuse_together(player, form.player)
            return _merge_page(request, club, player, form)
        merge_players(
            request.actor, player, form.player, request_id=form.cleaned_data["request_id"]
        )
    except PlayedTogether as refusal:
        form.explain(refusal.sittings)
        return _merge_page(request, club, player, form)
    values = {"name": form.player.name, "other": player.name}
    messages.success(request, _("All that %(other)s played is %(name)s's now.") % values)
    return redirect("member_edit", club.slug, form.player.uuid)


def _merged_before(request: Request, club: Club) -> HttpResponse:
    """The player is gone: 404, unless this very request made it so."""
    try:
        new_uuid = UUID(request.POST.get("into", ""))
    except ValueError:
        raise Http404 from None
    if not was_merged(request.actor, club, new_uuid, request_id=request_id(request)):
        raise Http404
    return redirect("member_edit", club.slug, new_uuid)


def _merge_page(request: Request, club: Club, player: Player, form: MergeForm) -> HttpResponse:
    is_chosen = form.is_bound and form.is_valid()
    context = {
        "club": club,
        "nav_section": "members",
        "player": player,
        "name": told_apart(player, player.name),
        "other": form.player if is_chosen else None,
        "other_name": told_apart(form.player, form.player.name) if is_chosen else "",
        "played": played_counts(player),
    }
    return render_form(request, "clubs/people/members/member_merge.html", form, context)
