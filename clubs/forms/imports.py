"""Forms of an import: the file, the questions about its columns and names, and its settings.

The answers to choose from come from the readers of files (clubs/exchange/imports/).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext_lazy as _

from clubs.core.limits import LARGEST_FILE
from clubs.forms.fields import RequestIdField, set_choices
from clubs.forms.seasons.leagues import DayField
from clubs.models import League
from clubs.queries.deals.rules import RulesOffer

Choices = Sequence[tuple[Any, Any]]
MOST_MEGABYTES = LARGEST_FILE // 2**20
PASTED_LENGTH = 2_000_000  # characters
FILE_TYPES = ".csv,.tsv,.txt,.xlsx,.ods,.xls,.json,.zip,.db,.sqlite,.sql,text/csv,application/json"


class ImportStartForm(forms.Form):
    """A file, or cells pasted from a spreadsheet."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_(
            "CSV, spreadsheet (.xlsx, .ods, .xls) or JSON, up to 20 MB; also files of other apps."
        ),
        widget=forms.FileInput(attrs={"accept": FILE_TYPES}),
    )
    pasted = forms.CharField(
        label=_("Or cells from a spreadsheet"),
        required=False,
        max_length=PASTED_LENGTH,
        help_text=_("Copy them with their header row, and paste them here."),
        validators=[ProhibitNullCharactersValidator()],
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "mono"}),
    )
    kind = forms.ChoiceField(
        label=_("What is in it"), required=False, widget=forms.RadioSelect, initial=""
    )
    request_id = RequestIdField()

    def __init__(self, *args: Any, kinds: Choices, **kwargs: Any):
        super().__init__(*args, **kwargs)
        set_choices(self, "kind", [("", _("Automatic")), *kinds])

    def clean_file(self) -> Any:
        """Refuse too big a file before it is read."""
        upload = self.cleaned_data["file"]
        if upload and upload.size > LARGEST_FILE:
            text = _("The file is too big: %(most)s MB at most, also unpacked.")
            raise ValidationError(text, params={"most": MOST_MEGABYTES})
        return upload

    def clean(self) -> None:
        cleaned = self.cleaned_data
        if not self.errors and not cleaned["file"] and not cleaned["pasted"].strip():
            self.add_error("file", _("Choose a file, or paste cells below."))

    def content(self) -> tuple[bytes, str]:
        """The bytes of the file and its name."""
        upload = self.cleaned_data["file"]
        if upload:
            return upload.read(), upload.name.replace("\0", "")
        return self.cleaned_data["pasted"].encode(), str(_("pasted cells"))


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """A question that a file leaves open, by the key under which the answer is kept. is_known: it
    is answered already, and may be answered otherwise. is_day: the answer is a date, of a column
    that is left out without one."""

    key: str
    label: str
    choices: Choices
    initial: str = ""
    help_text: str = ""
    is_known: bool = False
    is_day: bool = False


LACKING = {  # messages for missing answers, by the subject of the question
    "column": _("Say what this column is, or leave it out."),
    "name": _("Say who this is."),
    "slam": _("Say what it was."),
}


def _add_questions(form: forms.Form, about: str, rows: Sequence[QuestionRow]) -> None:
    """Adds a field for each question, such as name-0."""
    for number, row in enumerate(rows):
        if row.is_day:
            form.fields[f"{about}-{number}"] = DayField(
                label=_("Date of “%(heading)s”") % {"heading": row.label},
                initial=row.initial,
                help_text=row.help_text,
                required=False,
            )
            continue
        form.fields[f"{about}-{number}"] = forms.ChoiceField(
            label=row.label,
            choices=row.choices,
            initial=row.initial,
            help_text=row.help_text,
            required=not row.is_known,
            error_messages={"required": LACKING[about]},
        )


def _answers(form: forms.Form, about: str, rows: Sequence[QuestionRow]) -> dict[str, str]:
    return {row.key: form.cleaned_data[f"{about}-{number}"] for number, row in enumerate(rows)}


class QuestionsForm(forms.Form):
    """The questions about the columns, the names or the slams of a file: a key of LACKING."""

    def __init__(self, *args: Any, about: str, rows: Sequence[QuestionRow], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.about, self.rows = about, rows
        _add_questions(self, about, rows)

    def answers(self) -> dict[str, str]:
        """The answers by key of the row. Call after is_valid()."""
        return _answers(self, self.about, self.rows)

    def days(self) -> dict[str, date | None]:
        """The dates of evenings whose headings say none, by key of the row."""
        return {row.key: self.cleaned_data[name] for name, row in self._day_rows()}

    def _day_rows(self) -> list[tuple[str, QuestionRow]]:
        """Each with the name of its field."""
        named = ((f"{self.about}-{number}", row) for number, row in enumerate(self.rows))
        return [(name, row) for name, row in named if row.is_day]


class ColumnsForm(QuestionsForm):
    """Questions about the kind of a file, its dates and its columns; those without choices are not
    asked. asks_day: no column has dates, unless one is said to. shared are answers that several
    columns may have."""

    of_list = ("kind", "game", "day", "order")  # not of a column

    def __init__(
        self,
        *args: Any,
        rows: Sequence[QuestionRow],
        kinds: Choices = (),
        games: Choices = (),
        orders: Choices = (),
        asks_day: bool = False,
        shared: Sequence[str] = (),
        **kwargs: Any,
    ):
        super().__init__(*args, about="column", rows=rows, **kwargs)
        self.shared = shared
        if games:
            self.fields["game"] = forms.ChoiceField(label=_("Game"), choices=games, required=False)
        if kinds:
            self.fields["kind"] = forms.ChoiceField(
                label=_("What is in it"),
                choices=kinds,
                widget=forms.RadioSelect,
                required=not self.initial["kind"],
            )
        if orders:
            self.fields["order"] = forms.ChoiceField(
                label=_("How dates are written"), choices=orders, widget=forms.RadioSelect
            )
        if asks_day:
            self.fields["day"] = DayField(
                label=_("Date of all rows"),
                required=False,
                help_text=_("No column has dates. If one has, say so below."),
            )
        self.order_fields(self.of_list)

    def clean(self) -> None:
        seen: set[str] = set()
        days = [name for name, _row in self._day_rows()]
        values = [self.cleaned_data.get(name) for name in days]
        for name, day in zip(days, values, strict=True):
            if day and values.count(day) > 1:
                self.add_error(name, _("Another evening has this date already."))
        if days and not self.errors and not any(values) and "kind" not in self.changed_data:
            self.add_error(days[0], _("Say the date of one evening at least."))
        for number, row in enumerate(self.rows):
            name = f"column-{number}"
            if row.is_day:
                continue
            value = self.cleaned_data.get(name) or (row.initial if row.is_known else "")
            if value in seen:
                self.add_error(name, _("Another column is that already."))
            elif value and value not in self.shared:
                seen.add(value)
        # A list of another kind may need no date.
        is_told = self.cleaned_data.get("day", "") is not None or "date" in seen
        if not is_told and "kind" not in self.changed_data:
            self.add_error("day", _("Say the date, or which column has it."))

    def answers(self) -> dict[str, str]:
        """Without what is left as it was understood."""
        known = {row.key: row.initial for row in self.rows if row.is_known}
        of_days = {row.key for _name, row in self._day_rows()}
        return {
            key: value
            for key, value in super().answers().items()
            if key not in of_days and value not in ("", known.get(key))
        }


class ImportForm(forms.Form):
    """Settings of the preview: how the rows are taken."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    league = forms.ChoiceField(label=_("Counts for the season"), required=False)
    rules = forms.ChoiceField(label=_("Rules"), required=False)
    lists_members = forms.BooleanField(
        label=_("Put members who played on the list of the season"), required=False
    )
    is_complete = forms.BooleanField(
        label=_("Complete tables: every evening adds up to 0"), required=False
    )
    keeps_differences = forms.BooleanField(
        label=_("Where the scores of the file differ, take ours and note theirs"), required=False
    )

    def __init__(
        self,
        *args: Any,
        games: Choices,
        leagues: Sequence[League],
        offers: Sequence[RulesOffer],
        new_league: str,
        file_rules: bool,
        slams: Sequence[QuestionRow],
        shown: Sequence[str],
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        set_choices(self, "game", games)
        seasons: list[tuple[Any, Any]] = [("", _("no season"))]
        if new_league:
            seasons.append(("new", _("“%(name)s”, made with it") % {"name": new_league}))
        seasons += [(str(league.uuid), league.name) for league in leagues]
        set_choices(self, "league", seasons)
        first = _("as the file says") if file_rules else _("the usual ones of the club")
        set_choices(self, "rules", [("", first), *((one.name, one.title) for one in offers)])
        for name in set(self.fields) - set(shown):
            del self.fields[name]
        self.slams = slams
        _add_questions(self, "slam", slams)

    def told(self) -> Mapping[str, Any]:
        values = {name: value for name, value in self.cleaned_data.items() if "-" not in name}
        return {**values, "slams": _answers(self, "slam", self.slams)} if self.slams else values


CELL = "cell-"


def mended_cells(data: Mapping[str, Any]) -> dict[str, str]:
    """Texts by `row:place` of the cells that a person typed anew; a field may be of several rows,
    `cell-4.7.9-2`."""
    cells: dict[str, str] = {}
    for name, text in data.items():
        rows, _dash, place = name.removeprefix(CELL).partition("-")
        are_numbers = all(n.isdecimal() and len(n) < 10 for n in [*rows.split("."), place])
        if name.startswith(CELL) and are_numbers and "\0" not in text:
            cells |= {f"{row}:{place}": text[:1000] for row in rows.split(".")}
    return cells
