"""Check-in at the desk: the big list, and the badge that is scanned. "I am here" on one's own phone
is in views/tournaments/entries/entry_page.py."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4, uuid5

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import may_desk
from clubs.forms.fields import tidy
from clubs.forms.tournaments.entries import way_of
from clubs.http import Request
from clubs.models import Entry, Tournament
from clubs.queries.tournaments.entries.entries import (
    CHECKS_IN,
    EntryFilter,
    EntryLine,
    by_code,
    counts_of,
    door_order,
    entry_lines,
    narrowed,
)
from clubs.queries.tournaments.rounds.seating_presence import missing_people
from clubs.queries.tournaments.setup import has_draw
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tournaments.entries import check_ins, entries
from clubs.views.shared import request_id, sign_in_first
from clubs.views.tables.undoing import address, say_done
from clubs.views.tournaments.entries.entries import button_value, find_entry, refused_words
from clubs.views.tournaments.shared import fee_text, of_tournament, tournament_context

ACTIONS = ("here", "absent", "paid")  # of the buttons of a row
FIRST = "first"  # of the button that Enter presses in the search


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_desk)
def check_in(request: Request, tournament: Tournament) -> HttpResponse:
    """The list of the door. ?q= narrows it, ?show= keeps those who are absent or those who are
    here, ?code= shows the entry of a badge first. ?undo= of a form is the request by which
    everybody was let in."""
    if request.method == "POST":
        return _everybody(request, tournament) or _check_in_sent(request, tournament)
    sought = tidy(request.GET.get("q", ""))[:80]
    show = request.GET.get("show", "")
    lines = door_order(entry_lines(tournament))
    code = request.GET.get("code", "")
    context = {
        **_check_in_context(request, tournament, lines),
        "rows": [_check_in_row(line) for line in narrowed(lines, EntryFilter(sought, show))],
        "show": show,
        "sought": sought,
        "code": code,
        "scanned": _check_in_row(line) if code and (line := by_code(lines, code)) else None,
    }
    return render(request, "clubs/tournaments/check_in/check_in.html", context)


def _check_in_context(
    request: Request, tournament: Tournament, lines: Sequence[EntryLine]
) -> dict[str, Any]:
    closes = tournament.check_in_closes_at
    return {
        **tournament_context(request, tournament, "check_in"),
        "counts": counts_of(lines),
        "missing": missing_people(tournament, tournament.rounds.all()),
        "fee": fee_text(tournament),
        "checks_in": tournament.state in CHECKS_IN,
        "may_all": not has_draw(tournament),
        "request_id": uuid4(),
        "is_over_time": closes is not None and closes <= timezone.now(),
    }


def _check_in_row(line: EntryLine) -> dict[str, Any]:
    """A line of the list with what its buttons send."""
    return {"line": line, "value": button_value(line.entry)}


def _everybody(request: Request, tournament: Tournament) -> HttpResponse | None:
    """Lets in all who are absent, or undoes that. Returns None for any other button."""
    path = reverse("check_in", args=[tournament.uuid])
    try:
        if "undo" in request.GET:
            of = UUID(request.GET["undo"])
            check_ins.undo_check_in_all(request.actor, tournament, of=of)
            messages.success(request, _("Those who were absent before are absent again."))
            return redirect(path)
        if "everybody" in request.POST:
            sent = request_id(request)
            check_ins.check_in_all(request.actor, tournament, request_id=sent)
            undo_url = address("check_in", tournament.uuid, undo=sent)
            say_done(request, _("Everybody is checked in."), undo_url)
            return redirect(path)
    except TournamentRefused as refusal:
        messages.error(request, refused_words(refusal))
        return redirect(path)
    except TournamentMoved:
        messages.error(request, _("The tournament has changed meanwhile: try again."))
        return redirect(path)
    except ValueError as error:
        raise Http404 from error  # none of our own buttons
    return None


def _check_in_sent(request: Request, tournament: Tournament) -> HttpResponse:
    if FIRST in request.POST and not any(action in request.POST for action in ACTIONS):
        return _first_match(request, tournament)
    action = next((action for action in ACTIONS if action in request.POST), None)
    entry, sent = _entry_of_button(tournament, request.POST.get(action or "", ""))
    error = _act(request, entry, action or "", sent)
    if request.htmx:
        return _row_again(request, tournament, entry, error)
    if error:
        messages.error(request, error)
    if request.POST.get("back") == "entry":
        return redirect("entry_edit", tournament.uuid, entry.uuid)
    return redirect("check_in", tournament.uuid)


def _entry_of_button(tournament: Tournament, value: str) -> tuple[Entry, UUID]:
    """Reads what button_value wrote. Raises Http404 for anything else."""
    uuid, _dot, sent = value.partition(".")
    try:
        return find_entry(tournament, UUID(uuid)), UUID(sent)
    except ValueError as error:
        raise Http404 from error


def _act(request: Request, entry: Entry, action: str, sent: UUID) -> str:
    """Does what the button says. Returns the reason in words where it cannot be done."""
    try:
        if action == "here":
            way = way_of(request.POST.get("way", ""))
            check_ins.check_in(request.actor, entry, way, request_id=sent)
        elif action == "absent":
            check_ins.undo_check_in(request.actor, entry, request_id=sent)
        else:
            entries.take_fee(request.actor, entry, request_id=sent)
    except TournamentRefused as refusal:
        return refused_words(refusal)
    except TournamentMoved:
        return _("The tournament has changed meanwhile: try again.")
    return ""


def _first_match(request: Request, tournament: Tournament) -> HttpResponse:
    """Answers Enter in the search: lets in the first absent person whose name begins with the
    text."""
    sought = tidy(request.POST.get("q", ""))[:80]
    absent = narrowed(door_order(entry_lines(tournament)), EntryFilter(sought, "absent"))
    if not sought or not absent:
        messages.error(request, _("Nobody of that name is still expected."))
        query = urlencode({"q": sought})
        return redirect(f"{reverse('check_in', args=[tournament.uuid])}?{query}")
    entry = find_entry(tournament, absent[0].entry.uuid)
    sent = uuid5(request_id(request), str(entry.uuid))
    if error := _act(request, entry, "here", sent):
        messages.error(request, error)
    else:
        messages.success(request, _("%(name)s is here.") % {"name": entry.name})
    return redirect("check_in", tournament.uuid)


def _row_again(request: Request, tournament: Tournament, entry: Entry, error: str) -> HttpResponse:
    """Answers with the row as it is now, and the counts above the list."""
    lines = entry_lines(tournament)
    line = next(line for line in lines if line.entry.pk == entry.pk)
    context = {
        **_check_in_context(request, tournament, lines),
        "row": _check_in_row(line),
        "error": error,
        "is_answer": True,
    }
    status = 422 if error else 200
    return render(request, "clubs/tournaments/check_in/_check_in_row.html", context, status=status)
