"""What is typed of a slip: rows of scores in order of play, totals or deals, and why."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.choices import problem_message
from clubs.core.problems import Problem
from clubs.core.tournaments.slip_checks import WARNINGS, sum_problems
from clubs.forms.deals.plain_scores import SeatScoreField
from clubs.queries.deals.deals import DealSeat
from clubs.queries.deals.stories import score_text
from clubs.queries.tournaments.rounds.slips import SlipSeat

TOTALS, SCORES = "totals", "scores"
TEXT = 200  # characters


def deal_row(number: int) -> str:
    return f"deals[{number}]"


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A row of cells as the page shows it: one for each seat. errors are of the whole row."""

    key: str
    label: str
    cells: Sequence[tuple[SlipSeat, forms.BoundField]]
    errors: Sequence[str] = field(default=())


class SlipForm(forms.Form):
    """rows are keys as problems name them: `totals`, `scores`, `deals[2]`, and whether the row
    must be filled in. fills_rest: one cell of a row of totals may stay empty, it gets what makes
    the sum 0."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    number = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    insists = forms.BooleanField(
        required=False, label=gettext_lazy("It is right: the arbiter will look at it")
    )
    replaces = forms.BooleanField(
        required=False, label=gettext_lazy("What is typed here is right: it takes the place")
    )
    stopped_early = forms.CharField(
        required=False,
        max_length=TEXT,
        label=gettext_lazy("Stopped early: why?"),
        help_text=gettext_lazy(
            "Only if there are fewer deals than planned; an arbiter must agree."
        ),
    )
    reason = forms.CharField(
        required=False, max_length=TEXT, label=gettext_lazy("Why it is right all the same")
    )
    mode_reason = forms.CharField(required=False, max_length=TEXT, label=gettext_lazy("Why?"))

    def __init__(
        self,
        data: Any = None,
        *,
        seats: Sequence[SlipSeat],
        rows: Mapping[str, bool],
        fills_rest: bool = False,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial={"request_id": uuid4(), **(initial or {})})
        self.seats, self.rows, self.fills_rest = seats, rows, fills_rest
        self.row_errors: dict[str, list[str]] = {}
        self.has_warnings = self.differs = self.is_short = False
        for key in rows:
            for place, seat in enumerate(seats):
                cell = SeatScoreField(DealSeat(place, str(seat.player), seat.name, 0))
                cell.widget.attrs |= {"data-cell": "", "data-row": _slug(key)}
                if key != SCORES:
                    del cell.widget.attrs["placeholder"]
                self.fields[_cell_name(key, seat.number)] = cell

    # What was sent

    def is_valid(self) -> bool:
        return super().is_valid() and not self.row_errors

    def clean(self) -> None:
        """Says all that is wrong of a row at once: its cells, and what they add up to."""
        for key, is_needed in self.rows.items():
            cells = {seat: _cell_name(key, seat.number) for seat in self.seats}
            wrong = [name for name in cells.values() if name in self.errors]
            empty = [name for name in cells.values() if self.cleaned_data.get(name) is None]
            scores = self.row(key)
            if not empty and (key != TOTALS or len(self.rows) == 1):  # else compared with the deals
                sums = {str(number): score for number, score in scores.items()}
                self.explain(sum_problems(sums, key))
            elif wrong == empty and len(empty) == 1:
                # The one cell that cannot be read: the others say what it must be.
                words = _("The others add up to %(sum)s: %(rest)s makes it 0.")
                others = sum(scores.values())
                shown = {"sum": score_text(others), "rest": score_text(-others)}
                self.row_errors.setdefault(key, []).append(words % shown)
            elif len(empty) == 1 and self.fills_rest and key == TOTALS:
                # Totals add up to 0, so that one of them need not be typed.
                self.cleaned_data[empty[0]] = -sum(scores.values())
            elif is_needed or len(empty) < len(cells):
                words = _("Missing.")
                if len(empty) == 1:  # its cell shows this number, but as nobody's word
                    rest = score_text(-sum(scores.values()))
                    words = _("Missing: %(rest)s makes the sum 0. Type it.") % {"rest": rest}
                for name in empty:
                    if name not in wrong:
                        self.add_error(name, forms.ValidationError(words, code="required"))

    def row(self, key: str) -> dict[int, int]:
        """The scores of one row by entry number; empty where nothing is typed."""
        cells = {
            seat.number: self.cleaned_data.get(_cell_name(key, seat.number)) for seat in self.seats
        }
        return {number: score for number, score in cells.items() if score is not None}

    def deals(self) -> list[dict[int, int]]:
        """The rows of deals that are filled in, in their order."""
        rows = [self.row(key) for key in self.rows if key.startswith("deals[")]
        return [row for row in rows if row]

    def explain(self, problems: Iterable[Problem]) -> None:
        """Turns problems into errors of their cell or row; of any other field they stand on top."""
        for problem in problems:
            message = slip_message(problem, str(self.fields["stopped_early"].label))
            self.is_short |= is_short(problem)
            self.has_warnings |= problem.code in WARNINGS
            self.differs |= problem.code == "second_pass_differs"
            row, _dot, number = (problem.field or "").partition(".")
            name = f"{_slug(row)}-{number}" if number else row
            if name in self.fields:
                self.add_error(name, forms.ValidationError(message, code=problem.code))
            elif row in self.rows:
                self.row_errors.setdefault(row, []).append(message)
            else:
                self.add_error(None, forms.ValidationError(message, code=problem.code))

    # What the page shows

    def lines(self) -> list[SlipRow]:
        return [
            SlipRow(
                key=_slug(key),
                label=_row_label(key),
                cells=[(seat, self[_cell_name(key, seat.number)]) for seat in self.seats],
                errors=self.row_errors.get(key, ()),
            )
            for key in self.rows
        ]

    @property
    def is_wrong(self) -> bool:
        return self.is_bound and bool(self.errors or self.row_errors)


def is_short(problem: Problem) -> bool:
    """Has the slip fewer deals than the round?"""
    params: Mapping[str, Any] = problem.params
    return problem.code == "deal_count" and params["count"] < params["planned"]


def slip_message(problem: Problem, way_out: str) -> str:
    """The words of a problem; way_out is the name of what a slip with fewer deals is sent by."""
    message = problem_message(problem)
    if not is_short(problem):
        return message
    way = _("If the table stopped before, say why under “%(name)s”.") % {"name": way_out}
    return f"{message} {way}"


def _slug(key: str) -> str:
    return key.replace("[", "-").replace("]", "")


def _cell_name(key: str, number: int) -> str:
    return f"{_slug(key)}-{number}"


def _row_label(key: str) -> str:
    if key == TOTALS:
        return _("Total")
    if key == SCORES:
        return _("Scores")
    return _("Deal %(number)s") % {"number": key[6:-1]}


def shown_cells(key: str, scores: Mapping[int, int]) -> dict[str, str]:
    """The initial values of a form that starts with these scores."""
    return {_cell_name(key, number): score_text(score) for number, score in scores.items()}


class SlipReasonForm(forms.Form):
    """Why an arbiter does it; and what a player says is wrong. stop_title: of the part of the
    page in which a player says why the table stops."""

    stop_title = gettext_lazy("The table stops early")
    request_id = forms.UUIDField(required=False, widget=forms.HiddenInput)
    reason = forms.CharField(required=False, max_length=TEXT, label=gettext_lazy("Why?"))
    text = forms.CharField(required=False, max_length=TEXT, label=gettext_lazy("What is wrong?"))
