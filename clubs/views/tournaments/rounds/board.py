"""The arbiter's board of a round, its clock, and one table of it.

The board shows nothing of the person who looks, but whether they run the tournament: it is made
without the request and remembered in the process. Its buttons belong to forms of the page around
it, which have the tokens.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple
from uuid import UUID, uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import may_desk, may_run_tournament, require
from clubs.choices import problem_message
from clubs.core.problems import Problem
from clubs.forms.tournaments.rounds.board import ClockForm
from clubs.http import Request
from clubs.models import Round, RoundState, Tournament
from clubs.queries.tables.log_words import action_words
from clubs.queries.tournaments.rounds.board import (
    Board,
    BoardState,
    BoardTable,
    corrections_of,
    rounds_of,
    sitting_at_table,
    table_link,
)
from clubs.queries.tournaments.rounds.board import round_board as board_of
from clubs.queries.tournaments.rounds.board_words import (
    STATE_WORDS,
    StateWords,
    dispute_words,
    lock_reason,
    progress_words,
    state_words,
    tasks_of,
    warnings_of,
    writer_words,
)
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.rounds import clock, rounds
from clubs.views.memo import Memo
from clubs.views.people.links import ShownLink
from clubs.views.polls import unchanged
from clubs.views.shared import request_id, sign_in_first, whole_number
from clubs.views.tournaments.polls import Made, find_with_state, is_current, live_address, made_once
from clubs.views.tournaments.shared import accepted, of_tournament, tournament_context

CARDS: Memo[str] = Memo(2000)
BY_NUMBER = "number"  # ?order=


class BoardCard(NamedTuple):
    """A table with its words."""

    table: BoardTable
    words: StateWords
    progress: str
    writer: str
    warnings: Sequence[str]
    dispute: str


class StateFilter(NamedTuple):
    """A filter of the board: how many tables are in a state."""

    state: str
    words: StateWords
    tables: int


# The board


@sign_in_first
@require_safe
def round_board(request: Request, event: UUID, number: int) -> HttpResponse:
    """The board. ?table=7 leads to that table; ?order=number keeps the order of the room."""
    if wanted := whole_number(request.GET.get("table", "")):
        return redirect(f"{reverse('round_board', args=[event, number])}#t{wanted}")
    return _board_page(request, event, number)


COMPACT = 40  # tables: with more the board begins with numbers and states alone


def _board_page(
    request: Request,
    event: UUID,
    number: int,
    *,
    problems: Sequence[Problem] = (),
    clock_form: ClockForm | None = None,
) -> HttpResponse:
    """The board. Where a button was refused the page says why, 422."""
    tournament, state = find_with_state(request, event)
    require(may_desk(request.actor, tournament))
    every = rounds_of(tournament)
    round_ = _existing_round(every, number)
    if not round_.is_published:
        return redirect("round_seating", event, number)
    runs = may_run_tournament(request.actor, tournament)
    context = {
        **tournament_context(request, tournament, "rounds"),
        "round": round_,
        "planned": tournament.settings.get("rounds_planned"),
        "board": _board_fragment(round_, every, state, runs=runs, order=_order_in(request)),
        "is_large": round_.tables.count() > COMPACT,
        "states": [(state, STATE_WORDS[state].many) for state in BoardState],
        "clock_form": clock_form or ClockForm(),
        "problems": [problem_message(problem) for problem in problems],
        "now_ms": round(timezone.now().timestamp() * 1000),
        "request_id": uuid4(),
        "corrections": [
            (row, action_words(row.action)) for row in corrections_of(request.actor, round_)
        ],
    }
    status = 422 if problems or (clock_form and clock_form.errors) else 200
    return render(request, "clubs/tournaments/rounds/round_board.html", context, status=status)


def _existing_round(every: Sequence[Round], number: int) -> Round:
    for round_ in every:
        if round_.number == number:
            return round_
    raise Http404


def _order_in(request: Request) -> str:
    return BY_NUMBER if request.GET.get("order") == BY_NUMBER else ""


def _closed_in(request: Request) -> str:
    return request.GET.get("closed", "")


def _closed_mark(round_: Round) -> str:
    """What a page sends in its polls if the round that it shows is closed."""
    return "1" if round_.state == RoundState.VALIDATED else ""


@require_safe
def round_board_poll(request: Request, event: UUID, number: int) -> HttpResponse:
    """The board again if it is not the one that the page shows; else nothing."""
    if is_current(request, event):
        return unchanged(request)
    return _round_board_again(request, event=event, number=number)


@sign_in_first
def _round_board_again(request: Request, event: UUID, number: int) -> HttpResponse:
    tournament, state = find_with_state(request, event)
    require(may_desk(request.actor, tournament))
    every = rounds_of(tournament)
    round_ = _existing_round(every, number)
    if not round_.is_published or _closed_in(request) != _closed_mark(round_):
        response = HttpResponse(status=204)  # more of the page changes than the board
        response["HX-Redirect"] = reverse("round_board", args=[event, number])
        return response
    runs = may_run_tournament(request.actor, tournament)
    return HttpResponse(_board_fragment(round_, every, state, runs=runs, order=_order_in(request)))


def _board_fragment(
    round_: Round, every: Sequence[Round], state: str, *, runs: bool, order: str
) -> str:
    parts = ("round_board", round_.number, runs, order)
    make = partial(_draw_board, round_, every, state, runs, order)
    return made_once(round_.tournament.uuid, state, parts, make)


def _draw_board(round_: Round, every: Sequence[Round], state: str, runs: bool, order: str) -> Made:
    board = board_of(round_, every, by_number=order == BY_NUMBER)
    tournament = round_.tournament
    runs = runs and not tournament.is_over
    path = reverse("round_board_poll", args=[tournament.uuid, round_.number])
    tasks = tasks_of(board)
    context = {
        "tournament": tournament,
        "round": round_,
        "board": board,
        "cards": [_card_text(table, round_, runs) for table in board.tables],
        "chips": _chips_of(board),
        "tasks": tasks,
        "blocking": sum(task.blocks for task in tasks if task.level in ("danger", "warn")),
        "lock_reason": lock_reason(board),
        "bar": _bar_of(board),
        "runs": runs,
        "order": order,
        "poll_url": live_address(
            path, state, board.until, order=order, closed=_closed_mark(round_)
        ),
    }
    return Made(
        _squeezed(render_to_string("clubs/tournaments/rounds/_board_live.html", context)),
        board.until,
    )


def _card_text(table: BoardTable, round_: Round, runs: bool) -> str:
    """The HTML of a card. It is made anew only if something of this table has changed."""

    def make() -> str:
        context = {
            "tournament": round_.tournament,
            "round": round_,
            "card": _card_of(table),
            "runs": runs,
        }
        return _squeezed(
            render_to_string(
                "clubs/tournaments/rounds/_board_card.html", {**context, "table": table}
            )
        )

    return CARDS.get((round_.pk, runs, get_language(), table), make)


def _squeezed(html: str) -> str:
    """Removes the indentation of templates, which is half of a page with 128 tables."""
    return re.sub(r"\s+", " ", html)


def _card_of(table: BoardTable) -> BoardCard:
    return BoardCard(
        table,
        state_words(table),
        progress_words(table),
        writer_words(table),
        warnings_of(table),
        dispute_words(table),
    )


def _bar_of(board: Board) -> tuple[int, int]:
    """The shares of confirmed tables and of those that only wait for it, in hundredths of the
    bar."""
    total = len(board.tables) or 1
    waiting = board.counts[BoardState.TO_CONFIRM]
    return 100 * board.done // total, 100 * waiting // total


def _chips_of(board: Board) -> list[StateFilter]:
    return [StateFilter(state, STATE_WORDS[state], board.counts[state]) for state in BoardState]


# Its buttons

CLOCK: Mapping[str, Callable[..., Round]] = {
    "start": clock.start_clock,
    "pause": clock.pause_clock,
    "resume": clock.resume_clock,
    "reset": clock.reset_clock,
    "set": clock.set_minutes,
    "extend": clock.extend_clock,
}


@sign_in_first
@require_POST
@of_tournament(may_run_tournament)
def round_clock(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Presses a button of the clock: `action` is a key of CLOCK; set and extend take `minutes`."""
    form = ClockForm(request.POST)
    if form.is_valid():
        cleaned = form.cleaned_data
        minutes = [cleaned["minutes"]] if cleaned["action"] in form.WITH_MINUTES else []
        press = CLOCK[cleaned["action"]]
        receipt = cleaned["request_id"]
        if accepted(form, press, request.actor, tournament, number, *minutes, request_id=receipt):
            return redirect("round_board", tournament.uuid, number)
    return _board_page(request, tournament.uuid, number, clock_form=form)


@sign_in_first
@require_POST
@of_tournament(may_run_tournament)
def round_close(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Validates the round, whose slips are all confirmed."""
    return _step(request, tournament, number, rounds.validate_round)


@sign_in_first
@require_POST
@of_tournament(may_run_tournament)
def round_reopen(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    return _step(request, tournament, number, rounds.reopen_round)


def _step(
    request: Request, tournament: Tournament, number: int, service: Callable[..., Round]
) -> HttpResponse:
    try:
        service(request.actor, tournament, number, request_id=request_id(request))
    except TournamentRefused as refusal:
        if any(problem.code == "round_unknown" for problem in refusal.problems):
            raise Http404 from None
        return _board_page(request, tournament.uuid, number, problems=refusal.problems)
    return redirect("round_board", tournament.uuid, number)


# One table


@sign_in_first
@require_http_methods(["GET"])
@of_tournament(may_desk)
def round_table(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """One table: its players, its link for a phone, and everything that can be done about it."""
    every = rounds_of(tournament)
    round_ = _existing_round(every, number)
    board_table = next((row for row in board_of(round_, every).tables if row.number == table), None)
    sitting = sitting_at_table(round_, table) if board_table else None
    if board_table is None or sitting is None:
        raise Http404
    link = table_link(sitting) if sitting.is_open else None
    context = {
        **tournament_context(request, tournament, "rounds"),
        "round": round_,
        "sitting": sitting,
        "card": _card_of(board_table),
        "board_url": f"{reverse('round_board', args=[tournament.uuid, number])}#t{table}",
        "shown": ShownLink.of(request, link) if link and link.can_be_shown else None,
        "may_act": may_run_tournament(request.actor, tournament) and not tournament.is_over,
    }
    return render(request, "clubs/tournaments/rounds/round_table.html", context)
