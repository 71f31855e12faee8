"""Bulk entry: a pile of deals typed into rows of cells. A game's own: games/<game>/forms/bulk.py.

A row is read leniently, like the form of a deal: readers make a deal record of its cells and core
says what is wrong with it. Each row is judged after the ones above it, since they say who deals.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.choices import problem_message, void_label, warning_message
from clubs.core.games import Game, Rules, Verdict
from clubs.core.problems import DealRefused, Problem
from clubs.forms.deals.bulk_cells import Seats
from clubs.forms.deals.parts import lines_by_code
from clubs.forms.deals.shapes import Delta
from clubs.queries.deals.breakdown import result_text
from clubs.queries.deals.bulk import BulkTable
from clubs.queries.deals.deals import DealTable, who_rests

CELL_LENGTH = 100  # characters

T = TypeVar("T")
Typed = Mapping[str, str]  # texts of cells, by column


@dataclass(frozen=True, slots=True)
class BulkColumn:
    """One thing to type of a deal.

    A cell leads on by itself once its text matches `complete`; with `ends` the whole row is said.
    Both are regular expressions that JavaScript reads too, for text in capitals. `late` are
    characters that belong here although the cell has already led on. optional: may stay empty.
    holds are fields of the record that it tells besides the one of its name.
    """

    name: str
    label: Any
    complete: str = ""
    ends: str = ""
    late: str = ""
    keyboard: str = "text"  # of a phone
    derived: bool = False  # known without being typed
    optional: bool = False
    holds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BulkCell:
    """A column of one row, as the page shows it. says: what the text means."""

    column: BulkColumn
    html_name: str
    value: str
    says: str
    error: str
    placeholder: str

    @property
    def says_id(self) -> str:
        return f"{self.html_name}-says"


@dataclass(frozen=True, slots=True)
class Code:
    """What may be typed, and what it means."""

    code: str
    meaning: Any


def void_codes(voids: Mapping[str, str]) -> list[Code]:
    """What says in place of a taker that nobody played; voids has the reasons by these letters."""
    return [Code(letter, void_label(reason)) for letter, reason in voids.items()]


@dataclass(frozen=True)
class BulkContext:
    """What all rows of a pile have in common."""

    pile: BulkTable
    game: Game
    rules: Rules

    @property
    def table(self) -> DealTable:
        return self.pile.table

    @cached_property
    def seats(self) -> Seats:
        return Seats(self.table.uuids, self.pile.seats)

    def number_of(self, uuid: str | None) -> int:
        """How the grid calls a player: the seat from 1."""
        return self.table.uuids.index(uuid) + 1 if uuid else 0


class BulkRow(forms.Form):
    """One deal. A row in which nothing is typed is none.

    `tell` reads it: record is what it says so far, gaps what is still to be typed, by column.
    """

    explanation: ClassVar[str]  # template of the verdict line

    def __init__(self, *args: Any, frame: BulkContext, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.frame = frame
        self.number: int | None = None
        self.dealer: str | None = None
        self.resting: tuple[str, ...] = ()
        self.record: dict[str, Any] = {}
        self.gaps: dict[str, Any] = {}
        self.verdict: Verdict | None = None
        self.totals: tuple[int, ...] = ()  # after this deal, in seat order
        for column in self.columns(frame):
            self.fields[column.name] = forms.CharField(
                required=False, max_length=CELL_LENGTH, label=column.label
            )

    # What a game adds

    @classmethod
    def own_columns(cls, frame: BulkContext) -> list[BulkColumn]:
        """The game's cells, in the order in which they are typed."""
        raise NotImplementedError

    @classmethod
    def codes(cls, frame: BulkContext) -> list[tuple[Any, list[Code]]]:
        """What may be typed at this table: by column."""
        raise NotImplementedError

    @classmethod
    def read_table(
        cls, rows: Sequence[Sequence[str]], frame: BulkContext, start: str
    ) -> list[Typed]:
        """Pasted rows as texts for cells; without headings, from the column `start` on."""
        raise NotImplementedError

    def result(self) -> dict[str, Any]:
        """The game's part of the record; what is missing goes to gaps."""
        raise NotImplementedError

    def meanings(self) -> dict[str, str]:
        """What the cells say, in words, by column."""
        raise NotImplementedError

    # What all games share

    @classmethod
    def columns(cls, frame: BulkContext) -> list[BulkColumn]:
        seats = f"[1-{len(frame.table.places)}]"
        dealer = BulkColumn(
            "dealer", gettext_lazy("Dealer"), seats, keyboard="numeric", derived=True
        )
        if not frame.table.resting:
            return [dealer, *cls.own_columns(frame)]
        rests = f"{seats}{{{len(frame.table.resting)}}}"
        out = BulkColumn("out", gettext_lazy("Rests"), rests, keyboard="numeric", derived=True)
        return [dealer, out, *cls.own_columns(frame)]

    @cached_property
    def is_blank(self) -> bool:
        return not any(self.typed(name) for name in self.fields)

    def typed(self, name: str) -> str:
        """What stands in a cell, without the space around it."""
        return str(self.data.get(self.add_prefix(name)) or "").strip() if self.is_bound else ""

    def tell(self, number: int, turn: str) -> None:
        """Read the row as this deal; turn is whose turn it is to deal."""
        self.number, self.dealer = number, turn
        self.resting = self.who_rests()
        if self.is_blank:
            return
        self.full_clean()
        self.dealer = self.read("dealer", self.frame.seats.find) or turn
        self.resting = self.who_rests()
        if "out" in self.fields:
            self.resting = tuple(self.read("out", self.frame.seats.find_all) or self.resting)
            if len(self.resting) != len(self.frame.table.resting):
                self.gaps["out"] = _("Who rests?")
        self.record = {"dealer": self.dealer, **self.result()}
        if self.resting:
            self.record["out"] = list(self.resting)
        if not self.errors and not self.gaps:
            self.judge()

    def who_rests(self) -> tuple[str, ...]:
        table = self.frame.table
        return who_rests(table.uuids, self.dealer or "", len(table.resting))

    def read(self, name: str, reader: Callable[[str], T]) -> T | None:
        """What a reader makes of a cell; None when it is empty, or cannot be read and says why."""
        text = self.cleaned_data.get(name)
        if not text:
            return None
        try:
            return reader(text)
        except ValidationError as error:
            self.add_error(name, error)
            return None

    def judge(self) -> None:
        frame = self.frame
        try:
            self.verdict = frame.game.judge(frame.table.uuids, frame.rules, self.record)
        except DealRefused as refusal:
            self.explain(refusal.problems)

    def explain(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            name = self.field_of(problem.field)
            error = ValidationError(problem_message(problem), code=problem.code)
            self.add_error(name if name in self.fields else None, error)

    def field_of(self, path: str | None) -> str | None:
        """The column that shows a problem which core has with this part of the record: the one that
        tells it, else the last, where bonuses stand."""
        name = (path or "").partition("[")[0]
        columns = self.columns(self.frame)
        telling = (one.name for one in columns if name in (one.name, *one.holds))
        return next(telling, columns[-1].name) if name else None

    def refuse_gaps(self) -> None:
        """Make what is missing an error in its cell, for a pile that is to be saved."""
        for name, question in self.gaps.items():
            self.add_error(name, ValidationError(question, code="gap"))

    @property
    def next_turn(self) -> str:
        """The player who deals after this deal."""
        frame = self.frame
        record = self.record or {"dealer": self.dealer}
        return frame.game.next_dealer(frame.table.uuids, frame.rules, [record], str(self.dealer))

    # For the page

    @property
    def is_wrong(self) -> bool:
        return self.is_bound and not self.is_blank and bool(self.errors)

    def cells(self) -> Iterator[BulkCell]:
        meanings = {} if self.is_blank else self.meanings()
        names = self.frame.table.names
        derived = {"dealer": [self.dealer] if self.dealer else [], "out": list(self.resting)}
        for column in self.columns(self.frame):
            players = derived.get(column.name, [])
            says = ", ".join(names[player] for player in players if player)
            yield BulkCell(
                column,
                self.add_prefix(column.name),
                self.typed(column.name),
                says or str(meanings.get(column.name, "")),
                self.error_at(column.name),
                "".join(str(self.frame.number_of(player)) for player in players),
            )

    def error_at(self, name: str) -> str:
        return " ".join(map(str, self.errors.get(name, ()))) if self.is_wrong else ""

    @property
    def first_error(self) -> str:
        return next((str(text) for errors in self.errors.values() for text in errors), "")

    @property
    def question(self) -> str:
        """What is asked next, once something is typed."""
        return str(next(iter(self.gaps.values()), ""))

    @property
    def result_text(self) -> str:
        """How the deal ended: made or down by how much, or why it was not played."""
        if self.verdict is None:
            return ""
        facts = self.verdict.facts
        if facts.void_reason:
            return void_label(facts.void_reason)
        return result_text(facts.is_made, facts.margin)

    @property
    def made(self) -> bool | None:
        return self.verdict.facts.is_made if self.verdict else None

    @property
    def warnings(self) -> list[str]:
        """What is odd but possible, in words."""
        return [str(warning_message(code)) for code in self.warning_codes]

    @property
    def warning_codes(self) -> tuple[str, ...]:
        return self.verdict.warnings if self.verdict and not self.is_wrong else ()

    def scores(self) -> Iterator[tuple[Delta, int | None]]:
        """What each player wins or loses, and the total after it."""
        roles = self.verdict.roles if self.verdict else dict.fromkeys(self.resting, "out")
        scores = self.verdict.scores if self.verdict else {}
        for place in self.frame.table.places:
            role = "" if self.is_blank else roles.get(place.uuid, "")
            score = scores.get(place.uuid)
            total = self.totals[place.position] if score is not None else None
            yield Delta(place, score, role), total

    @cached_property
    def lines(self) -> dict[str, list[dict[str, Any]]]:
        """The lines of the calculation by their code; empty while there is no verdict."""
        frame = self.frame
        if self.verdict is None:
            return {}
        return lines_by_code(frame.game.explain(frame.table.uuids, frame.rules, self.record))
