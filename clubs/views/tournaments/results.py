"""Standings of a tournament, its prizes, and results that are final."""

import json
from collections.abc import Collection, Sequence
from functools import cached_property, partial
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import (
    Actor,
    may_desk,
    may_reopen_results,
    may_run_tournament,
    may_see_screen,
    own_entries,
    require,
)
from clubs.choices import problem_message
from clubs.core.names import is_found, name_key
from clubs.core.tournaments.document import tournament_document
from clubs.core.tournaments.writing import written_tournament
from clubs.exchange.spreadsheets import CSV_TYPE, XLSX_TYPE, file_named
from clubs.exchange.tournaments.lists import (
    standings_name,
    tournament_standings_csv,
    tournament_standings_xlsx,
)
from clubs.forms.tournaments.duties import TournamentReasonForm
from clubs.forms.tournaments.results import PrizesForm
from clubs.http import Request
from clubs.listings.tournament_standings import ResultsRows
from clubs.models import Tournament, TournamentState
from clubs.queries.fingerprints import fingerprint_in_log
from clubs.queries.tournaments.entries.entries import present_of
from clubs.queries.tournaments.files import file_of
from clubs.queries.tournaments.papers import FINAL
from clubs.queries.tournaments.results.ending import tournament_card
from clubs.queries.tournaments.results.prizes import prize_page
from clubs.queries.tournaments.results.standings import (
    ShownStandings,
    TournamentStandingsLine,
    licences_of,
    tournament_standings,
)
from clubs.queries.tournaments.room import room_state, state_now, without_news
from clubs.queries.tournaments.rounds.seatings import short_hash
from clubs.queries.tournaments.tournaments import standings_after, steps_of
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.snapshot import snapshot
from clubs.services.tournaments import results
from clubs.views.exports import sent
from clubs.views.lists import FEW, list_tools, order_asked, search_of
from clubs.views.memo import Memo
from clubs.views.pictures import picture_response
from clubs.views.shared import render_form, request_id, sign_in_first, whole_number
from clubs.views.tournaments.shared import (
    answer_form,
    find_tournament,
    of_tournament,
    tournament_context,
)

UNSEEN = "-"  # the mark of no standings: what was not looked at is not made final


def _may_see_standings(actor: Actor, tournament: Tournament) -> bool:
    """Whether the standings are public, or the actor is of the desk."""
    return tournament.shows_standings or may_desk(actor, tournament)


class ComputedStandings:
    """Standings that were computed once for all who ask for them in one state of the tournament.
    Nothing in here is of a person who looks."""

    def __init__(self, tournament: Tournament, after: int | None, part: int) -> None:
        with snapshot():
            self.page = tournament_standings(tournament, after, part)
            self.card = tournament_card(tournament, self.page) if self.page.shows_all else None
        self.seen = short_hash(tournament_document(tournament.name, self.page.standings))

    @cached_property
    def rows(self) -> Sequence[str]:
        printer = ResultsRows(self.page)
        return [printer.row(line) for line in self.page.lines]

    def rows_for(self, own: Collection[int], q: str, order: str) -> SafeString:
        """The rows for somebody who has these entries, by their numbers: those whose name or club
        has the words of q, in one of the orders of the page."""
        lines = self.page.lines
        places = [
            n
            for n, line in enumerate(lines)
            if not q or is_found(q, line.row.name, line.row.club or "")
        ]
        places.sort(key=lambda n: _place_in_order(lines[n], order))
        return SafeString(
            "".join(
                ResultsRows(self.page).row(lines[n], is_own=True)
                if lines[n].row.number in own
                else self.rows[n]
                for n in places
            )
        )


def _place_in_order(line: TournamentStandingsLine, order: str) -> tuple[Any, ...]:
    """Equal for all where the order is that of the ranks, which they are in."""
    if order in ("name", "club"):
        text = (line.row.name if order == "name" else line.row.club) or ""
        return (not text, name_key(text))
    score = line.cells[int(order) - 1][0] if order else 0
    return (score is None, -(score or 0))


def _ways_to_order(page: ShownStandings) -> dict[str, Any]:
    rounds = {str(n): _("Round %(number)s") % {"number": n} for n in range(1, len(page.rounds) + 1)}
    clubs = {"club": _("Club")} if any(line.row.club for line in page.lines) else {}
    return {"": _("Rank"), "name": _("Name"), **clubs, **rounds}


STANDINGS: Memo[ComputedStandings] = Memo(10)  # of 500 entries: two megabytes each


def _asked_standings(request: Request, tournament: Tournament) -> ComputedStandings:
    """The standings that the address names: ?after=2 of an earlier round, ?part=1 of a part
    alone. Without a round they are those after the last one that is over: what the tables of the
    next one write does not change them."""
    after, part = request.GET.get("after"), whole_number(request.GET.get("part", ""))
    number = None if after is None else whole_number(after)
    if number is None:
        state = without_news(room_state(tournament.uuid) or "")
    else:
        state = state_now(tournament.uuid) or ""
    names = tournament.club.revision  # the order of names in lists is that of the club
    key = (tournament.uuid, state, names, get_language(), number, part)
    return STANDINGS.get(key, lambda: ComputedStandings(tournament, number, part))


def _shown_licences(request: Request, tournament: Tournament) -> dict[int, str] | None:
    """The licences of the entries for files of the desk; None for files of the public."""
    return licences_of(tournament) if may_desk(request.actor, tournament) else None


@require_safe
@of_tournament(_may_see_standings)
def tournament_results(request: Request, tournament: Tournament) -> HttpResponse:
    return _results_page(request, tournament)


def _results_page(request: Request, tournament: Tournament, *, moved: bool = False) -> HttpResponse:
    """The standings. moved: they are others than those that somebody wanted to make final, 409."""
    is_final = tournament.state in FINAL
    with snapshot():
        computed = _asked_standings(request, tournament)
        fingerprint = fingerprint_in_log(tournament.uuid) if is_final else ""
    page = computed.page
    orders = _ways_to_order(page)
    may_publish = tournament.state == TournamentState.PROVISIONAL and page.shows_all
    own = set(own_entries(request.actor, tournament).values_list("number", flat=True))
    context = {
        **tournament_context(request, tournament, "standings"),
        "page": page,
        "card": computed.card,
        "rows": computed.rows_for(own, search_of(request), order_asked(request, orders)),
        "tools": list_tools(request, orders=orders) if len(page.lines) > FEW else None,
        "projects": may_see_screen(request.actor, tournament),
        "may_publish": may_publish,
        "may_reopen": tournament.state == TournamentState.FINAL
        and may_reopen_results(request.actor, tournament),
        "is_final": is_final,
        "fingerprint": fingerprint,
        "seen": computed.seen,
        "moved": moved,
        "request_id": uuid4(),
    }
    if may_publish and may_run_tournament(request.actor, tournament):
        context |= {
            "unpaid": present_of(tournament).unpaid if tournament.fee else 0,
            "lacks_prizes": not prize_page(tournament, page.standings).lines,
        }
    status = 409 if moved else 200
    return render(
        request, "clubs/tournaments/results/tournament_standings.html", context, status=status
    )


@require_safe
@of_tournament(_may_see_standings)
def tournament_picture(request: Request, tournament: Tournament) -> HttpResponse:
    """How a tournament that is played ended, as a picture for a chat."""
    with snapshot():
        card = tournament_card(tournament)
    name = file_named(tournament.club.name, tournament.name, extension="png")
    return picture_response(request, card, name)


@require_safe
@of_tournament(_may_see_standings)
def tournament_csv(request: Request, tournament: Tournament) -> HttpResponse:
    page = _asked_standings(request, tournament).page
    content = tournament_standings_csv(page, _shown_licences(request, tournament))
    return sent(content, CSV_TYPE, standings_name(tournament, page, "csv"))


@require_safe
@of_tournament(_may_see_standings)
def tournament_xlsx(request: Request, tournament: Tournament) -> HttpResponse:
    page = _asked_standings(request, tournament).page
    content = tournament_standings_xlsx(page, _shown_licences(request, tournament))
    return sent(content, XLSX_TYPE, standings_name(tournament, page, "xlsx"))


@sign_in_first
@require_safe
@of_tournament(may_desk)
def tournament_json(request: Request, tournament: Tournament) -> HttpResponse:
    """The whole tournament as a file for the desk, with addresses and fees of people."""
    with snapshot():
        document = written_tournament(file_of(tournament))
    content = json.dumps(document, ensure_ascii=False, indent=1).encode()
    name = file_named(tournament.club.name, tournament.name, extension="json")
    return sent(content, "application/json", name)


@sign_in_first
@require_POST
@of_tournament(may_run_tournament)
def results_publish(request: Request, tournament: Tournament) -> HttpResponse:
    seen = request.POST.get("seen") or UNSEEN
    try:
        results.publish_results(
            request.actor, tournament, seen=seen, request_id=request_id(request)
        )
    except TournamentMoved:
        return _results_page(request, find_tournament(request, tournament.uuid), moved=True)
    except TournamentRefused as refusal:
        messages.error(request, problem_message(refusal.problems[0]))
    else:
        messages.success(request, _("The results are final."))
    return redirect("tournament_standings", tournament.uuid)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_reopen_results)
def results_reopen(request: Request, tournament: Tournament) -> HttpResponse:
    form = TournamentReasonForm(request.POST if request.method == "POST" else None)
    return answer_form(
        request,
        "clubs/tournaments/results/results_reopen.html",
        form,
        tournament_context(request, tournament, "standings"),
        partial(results.reopen_results, request.actor, tournament),
        done=_("The results may be corrected again."),
        to=("tournament_standings", tournament.uuid),
    )


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_desk)
def prize_list(request: Request, tournament: Tournament) -> HttpResponse:
    """Shows what everybody gets as it stands. The arbiter sets how prizes are given."""
    form = PrizesForm(request.POST if request.method == "POST" else None, tournament=tournament)
    if request.method == "POST":
        require(may_run_tournament(request.actor, tournament))
        if form.is_valid() and _save_prizes(request, tournament, form):
            messages.success(request, _("The prizes are set."))
            return redirect("prize_list", tournament.uuid)
    with snapshot():
        steps = steps_of(tournament)
        page = prize_page(tournament, standings_after(tournament, steps.over))
    context = {
        **tournament_context(request, tournament, "prizes"),
        "page": page,
        "after": steps.over,
    }
    return render_form(request, "clubs/tournaments/results/prize_list.html", form, context)


def _save_prizes(request: Request, tournament: Tournament, form: PrizesForm) -> bool:
    try:
        results.set_prizes(
            request.actor,
            tournament,
            form.to_plan(),
            request_id=form.cleaned_data["request_id"],
        )
    except TournamentRefused as refusal:
        form.add_error(None, problem_message(refusal.problems[0]))
        return False
    return True
