"""The pages of a person's data: reading it, taking it along, one's own names, becoming
anonymous."""

from uuid import UUID

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
from clubs.numbers import grouped_number
from clubs.queries.home.personal import SHOWN, personal_data
from clubs.queries.home.personal_log import log_lines
from clubs.queries.people.people import player_state
from clubs.services.errors import PlayerMoved
from clubs.services.people.people import name_self
from clubs.services.people.privacy import Anonymised, anonymise_player
from clubs.services.snapshot import snapshot
from clubs.views.shared import in_its_zone, overtaken_data, render_form, sign_in_first


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
    person = _find_person(request, player)
    require(may_take_data(request.actor, person))
    with snapshot():
        data = personal_data(request.actor, person)
    most = None if "all" in request.GET else SHOWN
    long = {
        "deals": data.deals,
        "log": log_lines(data.log),
        "standings": data.standings,
        "ratings": data.ratings,
    }
    context = {
        "club": person.club,
        "nav_section": "members",
        "player": person,
        "data": data,
        **{name: rows[:most] for name, rows in long.items()},
        "sums": {
            "tables": sum(table.total for table in data.tables),
            "totals": sum(row.total for row in data.totals),
        },
        "is_cut": most is not None and max(map(len, long.values())) > most,
        "may_name": may_name_self(request.actor, person),
        "may_anonymise": may_anonymise(request.actor, person),
    }
    return render(request, "clubs/people/privacy/player_data.html", context)


@sign_in_first
@require_safe
def player_data_json(request: Request, player: UUID) -> HttpResponse:
    person = _find_person(request, player)
    require(may_take_data(request.actor, person))
    options = {"ensure_ascii": False, "indent": 1}
    with snapshot():
        data = personal_data(request.actor, person)
    response = JsonResponse(data.to_json(), json_dumps_params=options)
    name = slugify(person.name) or "player"
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


@sign_in_first
@require_http_methods(["GET", "POST"])
def player_names(request: Request, player: UUID) -> HttpResponse:
    """Shows and saves the names that a person decides alone."""
    person = _find_person(request, player)
    require(may_name_self(request.actor, person))
    form = OwnNamesForm(request.POST or None, initial=OwnNamesForm.initial_of(person))
    overtaken = False
    if form.is_valid():
        try:
            name_self(request.actor, person, **form.cleaned_data)
        except PlayerMoved:
            overtaken = True
            form = OwnNamesForm(overtaken_data(request, player_state(person)))
        else:
            messages.success(request, _("Your names are saved."))
            return redirect("player_data", person.uuid)
    context = {
        "club": person.club,
        "nav_section": "members",
        "player": person,
        "moved": overtaken,
    }
    return render_form(
        request, "clubs/people/privacy/player_names.html", form, context, overtaken=overtaken
    )


@sign_in_first
@require_http_methods(["GET", "POST"])
def player_anonymise(request: Request, player: UUID) -> HttpResponse:
    """Two steps at one address: the name is typed, then the question is asked once more."""
    person = _find_person(request, player)
    if person.anonymised_at is not None and request.method == "POST":
        return redirect("member_list", person.club.slug)  # done already: a double tap
    require(may_anonymise(request.actor, person))
    form = AnonymiseForm(request.POST or None, player=person)
    if form.is_valid() and request.POST.get("step") == "anonymise":
        is_self = request.actor.is_player(person)
        done = anonymise_player(request.actor, person, request_id=form.cleaned_data["request_id"])
        return _anonymised(request, done, is_self=is_self)
    context = {
        "club": person.club,
        "nav_section": "members",
        "player": person,
        "is_asked": form.is_bound and form.is_valid(),
        "is_self": request.actor.is_player(person),
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
        messages.warning(request, text % {"count": grouped_number(done.old_entries)})
    if not is_self:
        return redirect("member_list", slug)
    messages.info(
        request,
        _("Your account stays: it is yours, not the club's. You can delete it under My account."),
    )
    return redirect("front_page")
