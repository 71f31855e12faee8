"""The rounds of a tournament: their list, and the seating of one from the draw to publication."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import (
    may_desk,
    may_run_tournament,
    require,
)
from clubs.choices import problem_message
from clubs.core.problems import DealRefused
from clubs.core.seating.draw import Method
from clubs.exchange.spreadsheets import CSV_TYPE
from clubs.exchange.tournaments.seatings import seating_csv, seating_name
from clubs.forms.tournaments.rounds.seatings import (
    ChartForm,
    DrawForm,
    EditForm,
    PublishForm,
    UpdateForm,
)
from clubs.http import Request
from clubs.models import Entry, Round, RoundState, Tournament
from clubs.queries.tournaments.rounds.pages import (
    BY_NAME,
    BY_TABLE,
    difference_words,
    may_draw,
    names_of,
    offered_sizes,
    planned_round,
    round_lines,
    seating_page,
)
from clubs.queries.tournaments.rounds.seating_presence import changes_since, missing_people
from clubs.queries.tournaments.rounds.seatings import method_of
from clubs.queries.tournaments.tournaments import entries_of, settings_of
from clubs.services.errors import TournamentMoved
from clubs.services.tournaments.rounds import rounds, seatings
from clubs.views.exports import sent
from clubs.views.shared import request_id, sign_in_first
from clubs.views.tournaments.shared import find_round, find_tournament, tournament_context


@sign_in_first
@require_safe
def round_list(request: Request, event: UUID) -> HttpResponse:
    """Every round, how far it is, and what comes next."""
    tournament = find_tournament(request, event)
    require(may_desk(request.actor, tournament))
    lines = round_lines(tournament)
    context = {
        **tournament_context(request, tournament, "rounds"),
        "lines": lines,
        "missing": missing_people(tournament, tournament.rounds.all()),
        "next": next((line for line in lines if line.is_next), None),
    }
    return render(request, "clubs/tournaments/rounds/round_list.html", context)


@sign_in_first
@require_safe
def round_seating(request: Request, event: UUID, number: int) -> HttpResponse:
    """Who sits where in a round: drawn, changed by hand, published."""
    tournament, one = _asked_round(request, event, number)
    require(may_desk(request.actor, tournament))
    return Page(request, tournament, one).show()


def _asked_round(request: Request, event: UUID, number: int) -> tuple[Tournament, Round]:
    """Also a planned round that has no row yet. 404 for others."""
    tournament = find_tournament(request, event)
    one = planned_round(tournament, number, tournament.rounds.all())
    if one is None:
        raise Http404
    return tournament, one


class Page:
    """The seating of a round with its three forms, of which one may have been sent."""

    def __init__(self, request: Request, tournament: Tournament, one: Round) -> None:
        self.request, self.tournament, self.round = request, tournament, one
        self.entries: list[Entry] = entries_of(tournament)
        self.rounds = list(tournament.rounds.all())

    def draw_form(self, data: Any = None) -> DrawForm:
        number, settings = self.round.number, settings_of(self.tournament)
        method = Method(self.round.method) if self.round.method else method_of(settings, number)
        return DrawForm(
            data,
            sizes=offered_sizes(self.tournament, number, self.entries),
            has_standings=any(
                one.number == number - 1 and one.state == RoundState.VALIDATED
                for one in self.rounds
            ),
            initial={"method": method.value},
        )

    def show(self, *, status: int = 200, **told: Any) -> HttpResponse:
        """told: a form that was sent, or what a change was refused for."""
        page = seating_page(self.tournament, self.round, self.entries, self.rounds)
        context: dict[str, Any] = {
            **tournament_context(self.request, self.tournament, "rounds"),
            "round": self.round,
            "page": page,
            "request_id": uuid4(),
            "moved_numbers": [
                entry.number
                for entry in self.entries
                if str(entry.number) in self.request.GET.get("moved", "").split(",")
            ],
            "may_draw": may_draw(self.tournament),
            "draw_form": told.get("draw_form") or self.draw_form(),
            "publish_form": told.get("publish_form") or PublishForm(initial={"seen": page.seen}),
            "update_form": UpdateForm(
                initial={"seen": page.seen, "offered": page.offer.mark if page.offer else ""}
            ),
            "chart_form": told.get("chart_form") or ChartForm(),
            **told,
        }
        return render(
            self.request, "clubs/tournaments/seating/round_seating.html", context, status=status
        )

    def moved(self, *, publishing: bool = False) -> HttpResponse:
        """As it stands now, 409: somebody else was quicker, and this is other than what was looked
        at."""
        tournament, one = _asked_round(self.request, self.tournament.uuid, self.round.number)
        page = Page(self.request, tournament, one)
        seen = self.request.POST.get("seen", "")
        changes = changes_since(one, seen, page.entries)
        return page.show(status=409, moved=True, changes=changes, not_published=publishing)


def _changed(
    request: Request, event: UUID, number: int, step: Callable[[Tournament], object], done: str
) -> HttpResponse:
    """A button without fields: carried out, or the page says why not."""
    tournament, one = _asked_round(request, event, number)
    require(may_run_tournament(request.actor, tournament))
    page = Page(request, tournament, one)
    try:
        step(tournament)
    except DealRefused as refusal:
        return page.show(status=422, problems=map(problem_message, refusal.problems))
    except TournamentMoved:
        return page.moved()
    messages.success(request, done)
    return redirect("round_seating", event, number)


@sign_in_first
@require_POST
def round_draw(request: Request, event: UUID, number: int) -> HttpResponse:
    tournament, one = _asked_round(request, event, number)
    require(may_run_tournament(request.actor, tournament))
    page = Page(request, tournament, one)
    form = page.draw_form(request.POST)
    if form.is_valid():
        try:
            rounds.draw_round(request.actor, tournament, number, **form.cleaned_data)
        except DealRefused as refusal:
            form.explain(refusal.problems)
        except TournamentMoved:
            return page.moved()
        else:
            messages.success(request, _("Round %(number)s is drawn.") % {"number": number})
            return redirect("round_seating", event, number)
    return page.show(status=422, draw_form=form)


@sign_in_first
@require_POST
def round_edit(request: Request, event: UUID, number: int) -> HttpResponse:
    """A change by hand, told in words."""
    tournament, one = _asked_round(request, event, number)
    require(may_run_tournament(request.actor, tournament))
    page = Page(request, tournament, one)
    form = EditForm(request.POST, numbers=[entry.number for entry in page.entries])
    if not form.is_valid():
        errors = [error for told in form.errors.values() for error in told]
        picked = request.POST.getlist("player")
        return page.show(status=422, problems=errors, picked=picked)
    told = form.cleaned_data
    try:
        difference = _carry_out(request, tournament, number, told)
    except DealRefused as refusal:
        problems = map(problem_message, refusal.problems)
        return page.show(status=422, problems=problems)
    except TournamentMoved:
        return page.moved()
    names = names_of(page.entries, number)
    words = difference_words(difference, names)
    messages.success(request, _said(told, names))
    if words:
        messages.info(request, words)
    address = reverse("round_seating", args=[event, number])
    if picked := told["player"]:
        return redirect(f"{address}?moved={','.join(map(str, picked))}#p{picked[-1]}")
    return redirect(f"{address}#t{told['table']}" if told["table"] else address)


def _carry_out(
    request: Request, tournament: Tournament, number: int, told: Mapping[str, Any]
) -> Any:
    """Raises DealRefused and TournamentMoved."""
    services: Mapping[str, tuple[Callable[..., Any], list[int]]] = {
        "swap": (seatings.swap, told["player"]),
        "move": (seatings.move, [*told["player"], told["table"]]),
        "bye": (seatings.give_bye, told["player"]),
        "lock": (seatings.lock_table, [told["table"]]),
        "unlock": (seatings.unlock_table, [told["table"]]),
        "dissolve": (seatings.dissolve, [told["table"]]),
        "undo": (seatings.undo_edit, []),
    }
    service, values = services[told["step"]]
    return service(
        request.actor,
        tournament,
        number,
        *values,
        seen=told["seen"],
        request_id=told["request_id"],
    )


def _said(told: Mapping[str, Any], names: Mapping[Any, str]) -> str:
    """What was done, before what it changed."""
    picked = [names[number] for number in told["player"]]
    table = {"table": told["table"]}
    if told["step"] == "swap":
        return _("%(first)s and %(second)s change places.") % {
            "first": picked[0],
            "second": picked[1],
        }
    if told["step"] == "move":
        return _("%(name)s is at table %(table)s now.") % {"name": picked[0], **table}
    if told["step"] == "bye":
        return _("%(name)s has a bye.") % {"name": picked[0]}
    if told["step"] == "lock":
        return _("Table %(table)s is locked.") % table
    if told["step"] == "dissolve":
        return _("Table %(table)s is dissolved.") % table
    if told["step"] == "unlock":
        return _("Table %(table)s is free again.") % table
    return _("The last change is taken back.")


@sign_in_first
@require_POST
def round_chart(request: Request, event: UUID, number: int) -> HttpResponse:
    """A chart by hand, all tables at once."""
    tournament, one = _asked_round(request, event, number)
    require(may_run_tournament(request.actor, tournament))
    page = Page(request, tournament, one)
    form = ChartForm(request.POST)
    if form.is_valid():
        told = form.cleaned_data
        try:
            seatings.fill_chart(
                request.actor, tournament, number, told["chart"], request_id=told["request_id"]
            )
        except DealRefused as refusal:
            form.explain(refusal.problems)
        except TournamentMoved:
            return page.moved()
        else:
            messages.success(request, _("The chart is filled."))
            return redirect("round_seating", event, number)
    return page.show(status=422, chart_form=form)


@sign_in_first
@require_POST
def round_update(request: Request, event: UUID, number: int) -> HttpResponse:
    """For who takes part now, as the page offered it."""
    tournament, one = _asked_round(request, event, number)
    require(may_run_tournament(request.actor, tournament))
    page = Page(request, tournament, one)
    form = UpdateForm(request.POST)
    if not form.is_valid():
        return page.moved()
    try:
        seatings.bring_up_to_date(request.actor, tournament, number, **form.cleaned_data)
    except DealRefused as refusal:
        return page.show(status=422, problems=map(problem_message, refusal.problems))
    except TournamentMoved:
        return page.moved()
    messages.success(request, _("Everybody who is here has a place."))
    return redirect("round_seating", event, number)


@sign_in_first
@require_POST
def round_discard(request: Request, event: UUID, number: int) -> HttpResponse:
    def step(tournament: Tournament) -> None:
        rounds.discard_round(request.actor, tournament, number, request_id=request_id(request))

    return _changed(request, event, number, step, _("The draw is thrown away."))


@sign_in_first
@require_POST
def round_publish(request: Request, event: UUID, number: int) -> HttpResponse:
    tournament, one = _asked_round(request, event, number)
    require(may_run_tournament(request.actor, tournament))
    page = Page(request, tournament, one)
    form = PublishForm(request.POST)
    if "seen" in form.errors:  # what was not looked at is not published
        return page.moved(publishing=True)
    if form.is_valid():
        try:
            rounds.publish_round(request.actor, tournament, number, **form.cleaned_data)
        except DealRefused as refusal:
            form.explain(refusal.problems)
        except TournamentMoved:
            return page.moved(publishing=True)
        else:
            messages.success(request, _("Round %(number)s is published.") % {"number": number})
            return redirect("round_seating", event, number)
    return page.show(status=422, publish_form=form)


@sign_in_first
@require_POST
def round_unpublish(request: Request, event: UUID, number: int) -> HttpResponse:
    def step(tournament: Tournament) -> None:
        rounds.unpublish_round(request.actor, tournament, number, request_id=request_id(request))

    return _changed(request, event, number, step, _("The publication is taken back."))


@sign_in_first
@require_safe
def seating_file(request: Request, event: UUID, number: int) -> HttpResponse:
    """?by=name for a list to look oneself up in, else by table."""
    tournament = find_tournament(request, event)
    require(may_desk(request.actor, tournament))
    one = find_round(tournament, number)
    order = BY_NAME if request.GET.get("by") == BY_NAME else BY_TABLE
    title = _("Seating by name") if order == BY_NAME else _("Seating by table")
    content = seating_csv(tournament, one, order)
    return sent(content, CSV_TYPE, seating_name(tournament, one, title))
