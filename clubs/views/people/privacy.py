"""What a club knows of a person: to read, to take along, to decide, to have forgotten."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import (
    may_anonymise,
    may_name_self,
    may_take_data,
    require,
    visible_players,
)
from clubs.forms.people.people import OwnNamesForm
from clubs.forms.people.privacy import AnonymiseForm
from clubs.http import Request
from clubs.models import Player
from clubs.numbers import grouped
from clubs.queries.home.personal import SHOWN, personal_data
from clubs.queries.people.people import player_state
from clubs.services.errors import PlayerMoved
from clubs.services.people.people import name_self
from clubs.services.people.privacy import Anonymised, anonymise_player
from clubs.services.snapshot import snapshot
from clubs.views.shared import in_its_zone, render_form, sign_in_first


def _find_person(request: Request, uuid: UUID) -> Player:
    """Somebody of one's own clubs; times are shown in the zone of the club."""
    players = visible_players(request.actor).select_related("club", "user")
    player = get_object_or_404(players, uuid=uuid)
    in_its_zone(player.club)
    return player


@sign_in_first
@require_safe
def player_data(request: Request, player: UUID) -> HttpResponse:
    """?all= shows long lists whole."""
    found = _find_person(request, player)
    require(may_take_data(request.actor, found))
    with snapshot():
        data = personal_data(request.actor, found)
    most = None if "all" in request.GET else SHOWN
    long = {
        "deals": data.deals,
        "log": data.log,
        "standings": data.standings,
        "ratings": data.ratings,
    }
    context = {
        "club": found.club,
        "nav_section": "members",
        "player": found,
        "data": data,
        **{name: rows[:most] for name, rows in long.items()},
        "is_cut": most is not None and max(map(len, long.values())) > most,
        "may_name": may_name_self(request.actor, found),
        "may_anonymise": may_anonymise(request.actor, found),
    }
    return render(request, "clubs/people/privacy/player_data.html", context)


@sign_in_first
@require_safe
def player_data_json(request: Request, player: UUID) -> HttpResponse:
    found = _find_person(request, player)
    require(may_take_data(request.actor, found))
    options = {"ensure_ascii": False, "indent": 1}
    with snapshot():
        data = personal_data(request.actor, found)
    response = JsonResponse(data.to_json(), json_dumps_params=options)
    name = slugify(found.name) or "player"
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


@sign_in_first
@require_http_methods(["GET", "POST"])
def player_names(request: Request, player: UUID) -> HttpResponse:
    """What somebody is called where everybody looks."""
    found = _find_person(request, player)
    require(may_name_self(request.actor, found))
    form = OwnNamesForm(request.POST or None, initial=OwnNamesForm.initial_of(found))
    overtaken = False
    if form.is_valid():
        try:
            name_self(request.actor, found, **form.cleaned_data)
        except PlayerMoved:
            overtaken = True
            data = request.POST.copy()
            data["seen"], data["request_id"] = player_state(found), str(uuid4())
            form = OwnNamesForm(data)
        else:
            messages.success(request, _("Your names are saved."))
            return redirect("player_data", found.uuid)
    context = {
        "club": found.club,
        "nav_section": "members",
        "player": found,
        "moved": overtaken,
    }
    return render_form(
        request, "clubs/people/privacy/player_names.html", form, context, overtaken=overtaken
    )


@sign_in_first
@require_http_methods(["GET", "POST"])
def player_anonymise(request: Request, player: UUID) -> HttpResponse:
    """Two steps at one address: the name is typed, then the question is asked once more."""
    found = _find_person(request, player)
    if found.anonymised_at is not None and request.method == "POST":
        return redirect("member_list", found.club.slug)  # done already: a double tap
    require(may_anonymise(request.actor, found))
    form = AnonymiseForm(request.POST or None, player=found)
    if form.is_valid() and request.POST.get("step") == "anonymise":
        is_self = found.user is not None and found.user == request.actor.user
        done = anonymise_player(request.actor, found, request_id=form.cleaned_data["request_id"])
        return _anonymised(request, done, is_self=is_self)
    context = {
        "club": found.club,
        "nav_section": "members",
        "player": found,
        "is_asked": form.is_bound and form.is_valid(),
        "is_self": may_name_self(request.actor, found),
    }
    return render_form(request, "clubs/people/privacy/player_anonymise.html", form, context)


def _anonymised(request: Request, done: Anonymised, *, is_self: bool) -> HttpResponse:
    slug = done.player.club.slug
    text = _("Done: what was played stands under %(name)s now.")
    messages.success(request, text % {"name": done.player.name})
    if done.old_entries:
        text = ngettext(
            "%(count)s old entry of the log has the name in a note or a reason; the log is never "
            "rewritten.",
            "%(count)s old entries of the log have the name in a note or a reason; the log is "
            "never rewritten.",
            done.old_entries,
        )
        messages.warning(request, text % {"count": grouped(done.old_entries)})
    if not is_self:
        return redirect("member_list", slug)
    messages.info(
        request,
        _("Your account stays: it is yours, not the club's. You can delete it under My account."),
    )
    return redirect("front_page")
