"""Forms of an import: the file, what its columns are, who its names are, how it is taken.

What a column or a name may be is known to the readers of files (clubs/exchange/imports/) and
handed in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext_lazy as _

from clubs.core.limits import LARGEST_FILE
from clubs.forms.fields import RequestIdField, set_choices
from clubs.models import League
from clubs.queries.deals.rules import RulesOffer

Choices = Sequence[tuple[Any, Any]]
MOST_MEGABYTES = LARGEST_FILE // 2**20
PASTED_LENGTH = 2_000_000  # characters
FILE_TYPES = ".csv,.tsv,.txt,.xlsx,.json,.zip,text/csv,application/json"


class ImportStartForm(forms.Form):
    """A file, or cells pasted from a spreadsheet."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("CSV, spreadsheet (.xlsx) or JSON, up to 20 MB; also files of other apps."),
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
        """Too big a file is not even read."""
        upload = self.cleaned_data["file"]
        if upload and upload.size > LARGEST_FILE:
            text = _("The file is too big: %(most)s MB at most, also unpacked.")
            raise ValidationError(text, params={"most": MOST_MEGABYTES})
        return upload

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        if not self.errors and not told.get("file") and not told.get("pasted", "").strip():
            self.add_error("file", _("Choose a file, or paste cells below."))
        return told

    def content(self) -> tuple[bytes, str]:
        """The bytes of the file and its name."""
        upload = self.cleaned_data["file"]
        if upload:
            return upload.read(), upload.name.replace("\0", "")
        return self.cleaned_data["pasted"].encode(), str(_("pasted cells"))


@dataclass(frozen=True, slots=True)
class HeaderRow:
    """A header of a file that is not known: its key, as it stands, and the first texts under it."""

    key: str
    header: str
    examples: str


class ColumnsForm(forms.Form):
    """What a file is, how its dates are read, and what its unknown headers mean."""

    def __init__(
        self,
        *args: Any,
        headers: Sequence[HeaderRow],
        columns: Choices,
        kinds: Choices = (),
        games: Choices = (),
        orders: Choices = (),
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        self.headers = headers
        if games:
            self.fields["game"] = forms.ChoiceField(label=_("Game"), choices=games, required=False)
        if kinds:
            self.fields["kind"] = forms.ChoiceField(
                label=_("What is in it"), choices=kinds, widget=forms.RadioSelect
            )
        if orders:
            self.fields["order"] = forms.ChoiceField(
                label=_("How dates are written"), choices=orders, widget=forms.RadioSelect
            )
        for number, row in enumerate(headers):
            self.fields[f"column-{number}"] = forms.ChoiceField(
                label=row.header,
                help_text=row.examples,
                choices=columns,
                error_messages={"required": _("Say what this column is, or leave it out.")},
            )

    def told(self) -> dict[str, str]:
        """Column by key of the header."""
        return {
            row.key: self.cleaned_data[f"column-{number}"]
            for number, row in enumerate(self.headers)
        }


@dataclass(frozen=True, slots=True)
class NameRow:
    """A name that nobody has: its key, as it stands, and what may be decided of it."""

    key: str
    name: str
    choices: Choices
    initial: str


class NamesForm(forms.Form):
    """Who the unknown names of a file are."""

    def __init__(self, *args: Any, names: Sequence[NameRow], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.names = names
        for number, row in enumerate(names):
            self.fields[f"name-{number}"] = forms.ChoiceField(
                label=row.name,
                choices=row.choices,
                initial=row.initial,
                error_messages={"required": _("Say who this is.")},
            )

    def told(self) -> dict[str, str]:
        """The decision by key of the name."""
        return {row.key: self.cleaned_data[f"name-{n}"] for n, row in enumerate(self.names)}


@dataclass(frozen=True, slots=True)
class SlamRow:
    """A slam of which somebody says what came of it: where that is kept, what it is of, and what it
    may have been."""

    key: str
    label: str
    choices: Choices
    initial: str


def _add_slams(form: forms.Form, rows: Sequence[SlamRow]) -> None:
    for number, row in enumerate(rows):
        form.fields[f"slam-{number}"] = forms.ChoiceField(
            label=row.label,
            choices=row.choices,
            initial=row.initial,
            error_messages={"required": _("Say what it was.")},
        )


def _told_slams(form: forms.Form, rows: Sequence[SlamRow]) -> dict[str, str]:
    """What came of each, by its key."""
    return {row.key: form.cleaned_data[f"slam-{number}"] for number, row in enumerate(rows)}


class SlamsForm(forms.Form):
    """What came of the slams that a file only notes."""

    def __init__(self, *args: Any, slams: Sequence[SlamRow], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.slams = slams
        _add_slams(self, slams)

    def told(self) -> dict[str, str]:
        return _told_slams(self, self.slams)


class ImportForm(forms.Form):
    """How the rows are taken. mended has the texts of cells that were typed anew."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    sheet = forms.ChoiceField(label=_("Sheet"), required=False)
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
        sheets: Sequence[str],
        leagues: Sequence[League],
        offers: Sequence[RulesOffer],
        new_league: str,
        file_rules: bool,
        slams: Sequence[SlamRow],
        shown: Sequence[str],
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        set_choices(self, "game", games)
        set_choices(self, "sheet", [(name, name) for name in sheets])
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
        _add_slams(self, slams)

    def told(self) -> Mapping[str, Any]:
        told = {name: value for name, value in self.cleaned_data.items() if "-" not in name}
        return {**told, "slams": _told_slams(self, self.slams)} if self.slams else told


CELL = "cell-"


def mended_cells(data: Mapping[str, Any]) -> dict[str, str]:
    """Texts by `row:place` of the cells that a person typed anew."""
    found = {}
    for name, text in data.items():
        row, _dash, place = name.removeprefix(CELL).partition("-")
        if name.startswith(CELL) and row.isdecimal() and place.isdecimal() and "\0" not in text:
            found[f"{row}:{place}"] = text[:1000]
    return found
