"""The rounds of a tournament: their list, and the seating of one from the draw to publication."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import may_desk, may_run_tournament, require
from clubs.choices import problem_message
from clubs.core.problems import DealRefused, Problem
from clubs.core.seating.draw import SeatingMethod
from clubs.exchange.spreadsheets import CSV_TYPE
from clubs.exchange.tournaments.lists import seating_csv, seating_name
from clubs.forms.fields import ExplainedForm
from clubs.forms.tournaments.rounds.seatings import (
    ChartForm,
    DrawForm,
    EditForm,
    PublishForm,
    UpdateForm,
)
from clubs.http import Request
from clubs.models import Entry, RoundState, Tournament
from clubs.queries.tournaments.rounds.pages import (
    BY_NAME,
    BY_TABLE,
    difference_words,
    names_by_number,
    offered_sizes,
    seating_page,
)
from clubs.queries.tournaments.rounds.round_list import may_draw, planned_round, round_lines
from clubs.queries.tournaments.rounds.seating_presence import changes_since, missing_people
from clubs.queries.tournaments.rounds.seatings import method_of
from clubs.queries.tournaments.tournaments import entries_of, settings_of
from clubs.services.errors import TournamentMoved
from clubs.services.tournaments.rounds import draws, rounds, seatings
from clubs.views.exports import sent
from clubs.views.shared import request_id, sign_in_first
from clubs.views.tournaments.shared import (
    find_tournament,
    of_tournament,
    round_or_404,
    tournament_context,
)


@sign_in_first
@require_safe
@of_tournament(may_desk)
def round_list(request: Request, tournament: Tournament) -> HttpResponse:
    """Every round with its state, and the one that comes next."""
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
    """The seating of a round: drawn, changed by hand, published."""
    page = Page(request, event, number)
    require(may_desk(request.actor, page.tournament))
    return page.show()


class Page:
    """The seating of a round with its three forms, of which one may have been sent.

    A planned round may have no row yet. Raises Http404 for a round that is not planned.
    """

    def __init__(self, request: Request, event: UUID, number: int) -> None:
        self.request = request
        self.tournament = find_tournament(request, event)
        round_ = planned_round(self.tournament, number, self.tournament.rounds.all())
        if round_ is None:
            raise Http404
        self.round = round_
        self.entries: list[Entry] = entries_of(self.tournament)
        self.rounds = list(self.tournament.rounds.all())

    def draw_form(self, data: Any = None) -> DrawForm:
        number, settings = self.round.number, settings_of(self.tournament)
        method = (
            SeatingMethod(self.round.method) if self.round.method else method_of(settings, number)
        )
        return DrawForm(
            data,
            sizes=offered_sizes(self.tournament, number, self.entries),
            has_standings=any(
                one.number == number - 1 and one.state == RoundState.VALIDATED
                for one in self.rounds
            ),
            initial={"method": method.value},
        )

    def show(self, *, status: int = 200, **more: Any) -> HttpResponse:
        """Renders the page. more is a form that was sent, or what a change was refused for."""
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
            "draw_form": more.get("draw_form") or self.draw_form(),
            "publish_form": more.get("publish_form") or PublishForm(initial={"seen": page.seen}),
            "update_form": UpdateForm(
                initial={"seen": page.seen, "offered": page.offer.mark if page.offer else ""}
            ),
            "chart_form": more.get("chart_form") or ChartForm(),
            **more,
        }
        return render(
            self.request, "clubs/tournaments/seating/round_seating.html", context, status=status
        )

    def moved(self, *, publishing: bool = False) -> HttpResponse:
        """The page as it stands now, 409: somebody else changed the seating since it was shown."""
        page = Page(self.request, self.tournament.uuid, self.round.number)
        seen = self.request.POST.get("seen", "")
        changes = changes_since(page.round, seen, page.entries)
        return page.show(status=409, moved=True, changes=changes, not_published=publishing)

    def refused(self, problems: Iterable[Problem]) -> HttpResponse:
        """The page with what a button without fields was refused for, 422."""
        return self.show(status=422, problems=map(problem_message, problems))

    def carry_out(
        self,
        change: Callable[[], object],
        done: str,
        *,
        publishing: bool = False,
        **sent_form: ExplainedForm,
    ) -> HttpResponse:
        """Calls the service, says that it is done, and leads back to the page.

        sent_form is the form of the change under its name in the context: it explains what the
        service refuses. publishing says on a page that moved that nothing was published.
        """
        try:
            change()
        except DealRefused as refusal:
            for form in sent_form.values():
                form.explain(refusal.problems)
            if sent_form:
                return self.show(status=422, **sent_form)
            return self.refused(refusal.problems)
        except TournamentMoved:
            return self.moved(publishing=publishing)
        messages.success(self.request, done)
        return redirect("round_seating", self.tournament.uuid, self.round.number)


def _page_to_run(request: Request, event: UUID, number: int) -> Page:
    page = Page(request, event, number)
    require(may_run_tournament(request.actor, page.tournament))
    return page


@sign_in_first
@require_POST
def round_draw(request: Request, event: UUID, number: int) -> HttpResponse:
    page = _page_to_run(request, event, number)
    form = page.draw_form(request.POST)
    if not form.is_valid():
        return page.show(status=422, draw_form=form)
    draw = partial(draws.draw_round, request.actor, page.tournament, number, **form.cleaned_data)
    done = _("Round %(number)s is drawn.") % {"number": number}
    return page.carry_out(draw, done, draw_form=form)


@sign_in_first
@require_POST
def round_edit(request: Request, event: UUID, number: int) -> HttpResponse:
    """Changes the seating by hand, and says in words what has changed."""
    page = _page_to_run(request, event, number)
    form = EditForm(request.POST, numbers=[entry.number for entry in page.entries])
    if not form.is_valid():
        errors = [error for told in form.errors.values() for error in told]
        picked = request.POST.getlist("player")
        return page.show(status=422, problems=errors, picked=picked)
    cleaned = form.cleaned_data
    try:
        difference = _carry_out(request, page.tournament, number, cleaned)
    except DealRefused as refusal:
        return page.refused(refusal.problems)
    except TournamentMoved:
        return page.moved()
    names = names_by_number(page.entries, number)
    words = difference_words(difference, names)
    messages.success(request, _said(cleaned, names))
    if words:
        messages.info(request, words)
    address = reverse("round_seating", args=[event, number])
    if picked := cleaned["player"]:
        return redirect(f"{address}?moved={','.join(map(str, picked))}#p{picked[-1]}")
    return redirect(f"{address}#t{cleaned['table']}" if cleaned["table"] else address)


def _carry_out(
    request: Request, tournament: Tournament, number: int, cleaned: Mapping[str, Any]
) -> Any:
    """Calls the service of the step. Raises DealRefused and TournamentMoved."""
    services: Mapping[str, tuple[Callable[..., Any], list[int]]] = {
        "swap": (seatings.swap_entries, cleaned["player"]),
        "move": (seatings.move_player, [*cleaned["player"], cleaned["table"]]),
        "bye": (seatings.give_bye, cleaned["player"]),
        "lock": (seatings.lock_table, [cleaned["table"]]),
        "unlock": (seatings.unlock_table, [cleaned["table"]]),
        "dissolve": (seatings.dissolve, [cleaned["table"]]),
        "undo": (seatings.undo_edit, []),
    }
    service, values = services[cleaned["step"]]
    return service(
        request.actor,
        tournament,
        number,
        *values,
        seen=cleaned["seen"],
        request_id=cleaned["request_id"],
    )


def _said(cleaned: Mapping[str, Any], names: Mapping[Any, str]) -> str:
    """Says what a change by hand did. difference_words say what followed from it."""
    picked = [names[number] for number in cleaned["player"]]
    table = {"table": cleaned["table"]}
    if cleaned["step"] == "swap":
        return _("%(first)s and %(second)s change places.") % {
            "first": picked[0],
            "second": picked[1],
        }
    if cleaned["step"] == "move":
        return _("%(name)s is at table %(table)s now.") % {"name": picked[0], **table}
    if cleaned["step"] == "bye":
        return _("%(name)s has a bye.") % {"name": picked[0]}
    if cleaned["step"] == "lock":
        return _("Table %(table)s is locked.") % table
    if cleaned["step"] == "dissolve":
        return _("Table %(table)s is dissolved.") % table
    if cleaned["step"] == "unlock":
        return _("Table %(table)s is free again.") % table
    return _("The last change is taken back.")


@sign_in_first
@require_POST
def round_chart(request: Request, event: UUID, number: int) -> HttpResponse:
    """Takes a chart that was written by hand, all tables at once."""
    page = _page_to_run(request, event, number)
    form = ChartForm(request.POST)
    if not form.is_valid():
        return page.show(status=422, chart_form=form)
    chart, receipt = form.cleaned_data["chart"], form.cleaned_data["request_id"]
    fill = partial(
        seatings.fill_chart, request.actor, page.tournament, number, chart, request_id=receipt
    )
    return page.carry_out(fill, _("The chart is filled."), chart_form=form)


@sign_in_first
@require_POST
def round_update(request: Request, event: UUID, number: int) -> HttpResponse:
    """Seats those who take part now, as the page offered it."""
    page = _page_to_run(request, event, number)
    form = UpdateForm(request.POST)
    if not form.is_valid():
        return page.moved()
    update = partial(
        seatings.bring_up_to_date, request.actor, page.tournament, number, **form.cleaned_data
    )
    return page.carry_out(update, _("Everybody who is here has a place."))


@sign_in_first
@require_POST
def round_discard(request: Request, event: UUID, number: int) -> HttpResponse:
    return _press(request, event, number, draws.discard_round, _("The draw is thrown away."))


@sign_in_first
@require_POST
def round_publish(request: Request, event: UUID, number: int) -> HttpResponse:
    page = _page_to_run(request, event, number)
    form = PublishForm(request.POST)
    if "seen" in form.errors:  # what was not looked at is not published
        return page.moved(publishing=True)
    if not form.is_valid():
        return page.show(status=422, publish_form=form)
    publish = partial(
        rounds.publish_round, request.actor, page.tournament, number, **form.cleaned_data
    )
    done = _("Round %(number)s is published.") % {"number": number}
    return page.carry_out(publish, done, publishing=True, publish_form=form)


@sign_in_first
@require_POST
def round_unpublish(request: Request, event: UUID, number: int) -> HttpResponse:
    done = _("The publication is taken back.")
    return _press(request, event, number, rounds.unpublish_round, done)


def _press(
    request: Request, event: UUID, number: int, service: Callable[..., object], done: str
) -> HttpResponse:
    """Carries out a button without fields."""
    page = _page_to_run(request, event, number)
    change = partial(
        service, request.actor, page.tournament, number, request_id=request_id(request)
    )
    return page.carry_out(change, done)


@sign_in_first
@require_safe
@of_tournament(may_desk)
def seating_file(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The seating as a file: ?by=name to look oneself up, else by table."""
    round_ = round_or_404(tournament, number)
    order = BY_NAME if request.GET.get("by") == BY_NAME else BY_TABLE
    title = _("Seating by name") if order == BY_NAME else _("Seating by table")
    content = seating_csv(tournament, round_, order)
    return sent(content, CSV_TYPE, seating_name(tournament, round_, title))
