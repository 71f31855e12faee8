"""Coming, going and swapping seats at a table."""

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import (
    may_open_sitting,
    may_record_deal,
    require,
)
from clubs.core.problems import DealRefused
from clubs.forms.tables.seat_changes import SeatsForm
from clubs.http import Request
from clubs.models import Sitting
from clubs.queries.deals.deals import next_deal
from clubs.queries.people.people import faces_at
from clubs.queries.tables.seats import seating_before
from clubs.services.errors import NameTaken, SittingClosed, SittingMoved
from clubs.services.tables.seats import change_seats
from clubs.views.shared import new_draws, of_sitting, overtaken_data, request_id, sign_in_first
from clubs.views.tables.undoing import address, say_done


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_sitting
def sitting_seats(request: Request, sitting: Sitting) -> HttpResponse:
    """The seats to be changed; for htmx, what is about to change, in words."""
    require(may_record_deal(request.actor, sitting))
    if not sitting.is_open:
        return _seats_page(request, sitting, None, status=409 if request.POST else 200)
    if request.method == "POST" and "undo" in request.GET:
        return _seated_as_before(request, sitting)
    form = _seats_form(request, sitting, request.POST if request.method == "POST" else None)
    is_right = form.is_valid()
    if request.htmx:
        return render(request, "clubs/tables/seats/_seats_news.html", {"form": form})
    if is_right and form.asks_for_draw and form.may_draw:
        form.draw(new_draws())
    if not (is_right and form.is_start):
        return _seats_page(request, sitting, form)
    try:
        change_seats(
            request.actor,
            sitting,
            form.seats(),
            active_count=form.playing_count(),
            dealer=form.dealer(),
            seen=form.cleaned_data["seen"],
            number=form.cleaned_data["number"],
            request_id=form.cleaned_data["request_id"],
        )
    except (NameTaken, DealRefused) as refusal:
        form.explain(refusal)
        return _seats_page(request, sitting, form)
    except SittingMoved:
        return _overtaken(request, sitting)
    except SittingClosed:
        return _seats_page(request, sitting, None, status=409)
    undo_url = address("sitting_seats", sitting.uuid, undo=next_deal(sitting).seats_mark)
    say_done(request, _("The seats are changed."), undo_url)
    return redirect("deal_record" if "deal" in request.GET else "sitting_sheet", sitting.uuid)


def _seated_as_before(request: Request, sitting: Sitting) -> HttpResponse:
    """The toast after a change of seats: ?undo= is what the table was seated like then. Where it is
    no longer, the page of the seats shows what is there."""
    before = seating_before(request.actor, sitting)
    table = next_deal(sitting)
    players = {str(player.uuid): player for player in faces_at(sitting, whole_club=False)}
    is_there = before is not None and request.GET["undo"] == table.seats_mark
    if before is None or not is_there or not {*before.seats} <= players.keys():
        return redirect("sitting_seats", sitting.uuid)
    try:
        change_seats(
            request.actor,
            sitting,
            [players[uuid] for uuid in before.seats],
            active_count=before.active_count,
            dealer=before.seats.index(before.dealer) if before.dealer in before.seats else None,
            seen=table.seats_mark,
            number=table.number,
            request_id=request_id(request),
        )
    except (DealRefused, SittingMoved, SittingClosed):
        return redirect("sitting_seats", sitting.uuid)
    messages.success(request, _("Everybody sits as before."))
    return redirect("sitting_sheet", sitting.uuid)


def _seats_form(request: Request, sitting: Sitting, data: QueryDict | None) -> SeatsForm:
    """Whoever may open tables knows the club; others choose among who has sat here."""
    knows_club = may_open_sitting(request.actor, sitting.club)
    table = next_deal(sitting)
    return SeatsForm(
        data,
        sitting=sitting,
        table=table,
        knows_club=knows_club,
        players=faces_at(sitting, whole_club=knows_club),
    )


def _overtaken(request: Request, sitting: Sitting) -> HttpResponse:
    """Somebody else changed the table: what was arranged, set against what is there now."""
    table = next_deal(sitting)
    form = _seats_form(
        request, sitting, overtaken_data(request, table.seats_mark, number=table.number)
    )
    form.is_valid()
    return _seats_page(request, sitting, form, status=409, moved=True)


def _seats_page(
    request: Request,
    sitting: Sitting,
    form: SeatsForm | None,
    *,
    status: int | None = None,
    moved: bool = False,
) -> HttpResponse:
    is_wrong = form is not None and form.is_bound and bool(form.errors)
    back = "deal_record" if "deal" in request.GET else "sitting_sheet"
    context = {
        "sitting": sitting,
        "club": sitting.club,
        "nav_section": "tables",
        "form": form,
        "moved": moved,
        "back_url": reverse(back, args=[sitting.uuid]),
    }
    return render(
        request,
        "clubs/tables/seats/sitting_seats.html",
        context,
        status=status or (422 if is_wrong else 200),
    )
