"""The grid of bulk entry: its rows one after the other, and the totals that the paper has."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.core.deals import RecordKind
from clubs.forms.deals.bulk import BulkContext, BulkRow, Typed
from clubs.forms.deals.deals import MOST
from clubs.forms.fields import RequestIdField
from clubs.numbers import MINUS
from clubs.queries.deals.deals import DealSeat

PREFIX = "row"
EMPTY_ROWS = 10  # of a fresh page, and what "More rows" adds
MOST_ROWS = 60
ROOMY = 6  # players
PASTED_LENGTH = 20_000  # characters
PAPER = "paper"  # what is confirmed of totals that differ
SCORE = re.compile(r"[+-]?\d{1,6}", re.ASCII)


DAMAGES: dict[str, Any] = {
    "too_many_forms": gettext_lazy("At most %(num)d deals at a time."),
    "missing_management_form": gettext_lazy("This form is damaged. Load the page again."),
}


class CellProblem(NamedTuple):
    """What is wrong, and the id of the field that it is wrong with."""

    field: str
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class PaperTotal:
    """The foot of one player's column; difference is what the paper has more."""

    place: DealSeat
    total: int
    html_name: str
    value: str
    error: str
    difference: int | None

    @property
    def words(self) -> str:
        """Both numbers, where they differ."""
        values = {
            "theirs": _signed_total(self.total + (self.difference or 0)),
            "ours": _signed_total(self.total),
        }
        return _("%(theirs)s on paper, %(ours)s by the deals") % values


class ScoreField(forms.CharField):
    """A score as people write it: −120, +60, 1 240. Gives a number or None."""

    def clean(self, value: Any) -> int | None:
        text = "".join(str(super().clean(value)).split()).replace(MINUS, "-")
        if not text:
            return None
        if not SCORE.fullmatch(text):
            raise forms.ValidationError(_("A whole number, such as −120."))
        return int(text)


class BulkHead(forms.Form):
    """What is told of the whole pile. number is that of its first deal, as the person saw it;
    current is the row with the cursor; confirmed see BulkGrid.to_confirm."""

    number = forms.IntegerField(min_value=1, max_value=MOST, widget=forms.HiddenInput)
    request_id = RequestIdField()
    confirmed = forms.CharField(required=False, widget=forms.HiddenInput)
    current = forms.IntegerField(required=False, min_value=0, max_value=MOST_ROWS)
    pasted = forms.CharField(
        required=False,
        max_length=PASTED_LENGTH,
        label=gettext_lazy("Rows of a spreadsheet"),
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, places: Sequence[DealSeat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in places:
            self.fields[_paper_name(place)] = ScoreField(
                required=False, max_length=12, label=place.name
            )


def _paper_name(place: DealSeat) -> str:
    return f"paper_{place.position}"


@cache
def _row_forms(make: type[BulkRow], rows: int) -> "type[forms.BaseFormSet[Any]]":
    """rows: how many a fresh page has."""
    return forms.formset_factory(
        make, extra=rows, max_num=MOST_ROWS, absolute_max=MOST_ROWS, validate_max=True
    )


class BulkGrid:
    """The form of the page. `make` is the row of the game that is played here.

    missing: how many deals the slip of a tournament still needs, None for any number. It has a row
    for each, and another one for each that nobody played. Its totals must be those of the deals.
    """

    def __init__(
        self,
        make: type[BulkRow],
        frame: BulkContext,
        data: QueryDict | None = None,
        *,
        missing: int | None = None,
        is_slip: bool = False,
    ) -> None:
        self.make, self.frame = make, frame
        self.missing, self.is_slip = missing, is_slip
        self.is_bound = data is not None
        start = {"number": frame.table.number}
        self.head = BulkHead(data, places=frame.table.places, initial=start)
        self.formset = _row_forms(make, EMPTY_ROWS if missing is None else missing)(
            data, prefix=PREFIX, form_kwargs={"frame": frame}, error_messages=DAMAGES
        )
        self.rows: list[BulkRow] = list(self.formset.forms)
        self.filled = [row for row in self.rows if not row.is_blank]
        self.totals = self.follow()

    def follow(self) -> tuple[int, ...]:
        """Each row in turn, so that it knows its number, who deals and what came before; then the
        empty ones under the last. Gives the totals after the pile."""
        after = self.rows.index(self.filled[-1]) + 1 if self.filled else 0
        number, turn = self.frame.table.number, self.frame.table.dealer or ""
        totals = tuple(place.total for place in self.frame.table.places)
        for row in [*self.filled, *self.rows[after:]]:
            row.tell(number, turn)
            if row.verdict:
                scores = row.verdict.scores.values()
                totals = tuple(map(sum, zip(totals, scores, strict=True)))
            row.totals = totals
            number, turn = number + 1, row.next_turn
        return totals

    @cached_property
    def empty_row(self) -> BulkRow:
        """What JavaScript makes further rows of."""
        return self.make(frame=self.frame, prefix=f"{PREFIX}-__prefix__")

    @cached_property
    def columns(self) -> list[Any]:
        return self.make.columns(self.frame)

    @property
    def leading(self) -> list[str]:
        """What the cells are called that lead on by themselves, of those that one fills in."""
        leading = (column for column in self.columns if column.complete and not column.derived)
        return [str(column.label) for column in leading]

    @cached_property
    def codes(self) -> list[Any]:
        return self.make.codes(self.frame)

    def read_table(self, text: str, start: str = "") -> list[Typed]:
        """Rows of a spreadsheet as texts for cells, from the column `start` on."""
        own = self.make.own_columns(self.frame)
        return self.make.read_table(split_table(text), self.frame, start or own[0].name)

    # The deals of a slip

    @property
    def passed(self) -> list[BulkRow]:
        """Deals that nobody played: they do not count."""
        return [row for row in self.filled if row.record.get("kind") == RecordKind.VOID]

    @property
    def lacking(self) -> int:
        """How many empty rows there should be under those that are sent, and are not."""
        if self.missing is None:
            return 0
        return max(self.missing + len(self.passed) - len(self.rows), 0)

    # For saving

    def records(self) -> list[dict[str, Any]]:
        return [row.record for row in self.filled]

    def refuse_gaps(self) -> None:
        """What is missing becomes an error in its cell."""
        for row in self.filled:
            row.refuse_gaps()
        if not self.filled and not self.is_slip:
            self.head.add_error(None, _("Type at least one deal."))

    @property
    def faults(self) -> list[CellProblem]:
        """Everything that is wrong, from the top of the page to its foot."""
        problems = [CellProblem("", "", str(text)) for text in self.formset.non_form_errors()]
        for row in self.filled:
            title = _("Deal %(number)s") % {"number": row.number}
            for name, errors in row.errors.items():
                label = f"{title}, {row.fields[name].label}" if name in row.fields else title
                field = row.add_prefix(name if name in row.fields else next(iter(row.fields)))
                problems += [CellProblem(field, label, str(text)) for text in errors]
        for name, errors in self.head.errors.items():
            known = self.head.fields.get(name)
            label = str(known.label or "") if known else ""
            problems += [CellProblem(name if known else "", label, str(text)) for text in errors]
        if self.is_slip:
            differing = [foot for foot in self.feet if foot.difference]
            problems += [
                CellProblem(foot.html_name, foot.place.name, foot.words) for foot in differing
            ]
        return problems

    @property
    def questions(self) -> list[str]:
        """Odd but possible: what must be confirmed before the pile is kept, in words."""
        return [] if self.confirms_all else [words for _key, words in self.odd()]

    @property
    def to_confirm(self) -> str:
        return ",".join(key for key, _words in self.odd())

    @property
    def confirms_all(self) -> bool:
        """Whether exactly these questions were answered with "It is right"."""
        confirmed = self.head.data.get("confirmed", "") if self.is_bound else ""
        return {key for key in confirmed.split(",") if key} == {key for key, _words in self.odd()}

    def odd(self) -> Iterable[tuple[str, str]]:
        for row in self.filled:
            for code, words in zip(row.warning_codes, row.warnings, strict=True):
                values = {"number": row.number, "question": words}
                yield f"{row.number}:{code}", _("Deal %(number)s: %(question)s") % values
        if self.paper_words and not self.is_slip:
            yield PAPER, self.paper_words

    # Totals: what the paper has

    @cached_property
    def feet(self) -> list[PaperTotal]:
        return [self.foot(place) for place in self.frame.table.places]

    def foot(self, place: DealSeat) -> PaperTotal:
        name, total = _paper_name(place), self.totals[place.position]
        errors = " ".join(map(str, self.head.errors.get(name, ())))  # reads what was sent
        paper_total = self.head.cleaned_data.get(name) if self.is_bound else None
        value = str(self.head[name].value() or "")
        difference = None if paper_total is None else paper_total - total
        return PaperTotal(place, total, name, value, errors, difference)

    @property
    def is_paper_full(self) -> bool:
        return all(foot.difference is not None for foot in self.feet)

    @property
    def paper_sum(self) -> int | None:
        """What the totals of the paper are too many together; None while one is missing."""
        if not self.is_paper_full:
            return None
        return sum(foot.difference or 0 for foot in self.feet)

    @property
    def paper_words(self) -> str:
        """How the paper differs, and where to look; empty when it does not."""
        differing = [foot for foot in self.feet if foot.difference]
        if not differing:
            return ""
        who = "; ".join(f"{foot.place.name} {foot.words}" for foot in differing)
        words = [_("The totals on paper differ: %(who)s.") % {"who": who}]
        if self.paper_sum:
            values = {"sum": _signed_total(self.paper_sum)}
            words.append(_("They do not add up among themselves: %(sum)s.") % values)
        elif self.suspects:
            numbers = ", ".join(str(row.number) for row in self.suspects)
            count = len(self.suspects)
            words.append(
                ngettext(
                    "Deal %(numbers)s alone could explain it.",
                    "One of the deals %(numbers)s alone could explain it.",
                    count,
                )
                % {"numbers": numbers}
            )
        return " ".join(words)

    @cached_property
    def suspects(self) -> list[BulkRow]:
        """The deals which, with another stake, would give what the paper has."""
        if not self.is_paper_full:
            return []
        differences = [foot.difference or 0 for foot in self.feet]
        return [
            row
            for row in self.filled
            if row.verdict and are_parallel(list(row.verdict.scores.values()), differences)
        ]

    # In words

    @property
    def current_row(self) -> BulkRow | None:
        """The row with the cursor; without one the last that is filled in."""
        index = self.head.data.get("current", "") if self.is_bound else ""
        if index.isdecimal() and int(index[:4]) < len(self.rows):
            return self.rows[int(index[:4])]
        return self.filled[-1] if self.filled else None

    @property
    def total_sum(self) -> int:
        return sum(self.totals)

    @property
    def label_span(self) -> int:
        """Columns in front of the players."""
        return len(self.columns) + 2  # number and result

    @property
    def span(self) -> int:
        return self.label_span + len(self.frame.table.places)

    @property
    def is_wide(self) -> bool:
        """Whether so many sit at the table that a laptop has hardly room for them."""
        return len(self.frame.table.places) > ROOMY

    @property
    def has_carried(self) -> bool:
        """Whether somebody had won anything before the pile."""
        return any(place.total for place in self.frame.table.places)

    @property
    def last_number(self) -> int:
        """The number of the last deal that is filled in."""
        return self.frame.table.number + len(self.filled) - 1


def are_parallel(scores: Sequence[int], differences: Sequence[int]) -> bool:
    """Whether one is a multiple of the other, and neither is nothing."""
    if not any(scores) or not any(differences):
        return False
    pairs = list(zip(scores, differences, strict=True))
    score, difference = next(pair for pair in pairs if pair[0])
    return all(one * difference == other * score for one, other in pairs)


def _signed_total(value: int | None) -> str:
    """A total as it stands in a sentence: "+20", "−20"."""
    return f"+{value}" if value and value > 0 else str(value or 0).replace("-", MINUS)


def split_table(text: str) -> list[list[str]]:
    """The cells of pasted rows: between tabs, else semicolons. Empty rows are left out."""
    sign = "\t" if "\t" in text else ";"
    lines = [[cell.strip().strip('"') for cell in line.split(sign)] for line in text.splitlines()]
    return [cells for cells in lines if any(cells)]


# Changes of what was sent, for buttons that work without script


def with_rows(data: QueryDict, rows: Sequence[Typed] = (), more: int = 0) -> QueryDict:
    """What was typed, then these rows, then so many empty ones.

    Rows that are too many are counted all the same, so that the form says so.
    """
    changed = data.copy()
    total = _total_of(data)
    start = max((index + 1 for index in range(total) if _is_typed(data, index)), default=0)
    for index, typed in enumerate(rows[: MOST_ROWS - start], start):
        for name, text in typed.items():
            changed[f"{PREFIX}-{index}-{name}"] = text
    end = max(min(total + more, MOST_ROWS), start + len(rows))
    changed[f"{PREFIX}-TOTAL_FORMS"] = str(end)
    return changed


def _is_typed(data: QueryDict, index: int) -> bool:
    cells = [key for key in data if key.startswith(f"{PREFIX}-{index}-")]
    return any(data.get(key, "").strip() for key in cells)


def _total_of(data: QueryDict) -> int:
    count = data.get(f"{PREFIX}-TOTAL_FORMS", "")
    return min(int(count), MOST_ROWS) if count.isdecimal() and len(count) < 5 else 0
