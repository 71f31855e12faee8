"""Which player a guest is who writes at a table by a link: asked once, for the history."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubs.access import (
    may_say_player,
    require,
)
from clubs.http import Request, say_player
from clubs.models import Sitting
from clubs.queries.deals.deals import next_deal
from clubs.views.shared import of_sitting, sign_in_first


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_sitting
def guest_player(request: Request, sitting: Sitting) -> HttpResponse:
    """`player` of a form is the uuid of somebody who sits there, empty for one who does not say."""
    require(may_say_player(request.actor, sitting))
    places = [(place.uuid, place.name) for place in next_deal(sitting).places]
    answer = request.POST.get("player")
    if answer is None or answer not in {"", *(key for key, _name in places)}:
        context = {
            "sitting": sitting,
            "club": sitting.club,
            "seated": places,
            "said": request.actor.said_at(sitting.uuid),
        }
        status = 422 if request.method == "POST" else 200
        return render(request, "clubs/tables/seats/guest_player.html", context, status=status)
    say_player(request, sitting.uuid, answer)
    if request.htmx:
        return HttpResponse()
    return redirect("sitting_sheet", sitting.uuid)


def asked_who(
    request: Request, sitting: Sitting, places: Iterable[tuple[str, str]]
) -> dict[str, Any]:
    """The players among whom a guest is asked to find themselves, for a page where they write, as
    pairs of uuid and name; nobody once they have answered."""
    is_asked = (
        may_say_player(request.actor, sitting) and request.actor.said_at(sitting.uuid) is None
    )
    return {"asked_who": tuple(places) if is_asked else ()}
