"""Forms of entries: registering, the desk's own, fee, teams, coming and going."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.core.names import PersonName, name_key, read_name
from clubs.core.problems import Problem
from clubs.forms.fields import (
    BirthYearField,
    ExplainedForm,
    RequestIdField,
    TidyField,
    TidyNameField,
    set_choices,
    tidy,
    whole_name,
)
from clubs.models import Category, CheckInWay, Entry, Player
from clubs.queries.tournaments.entries.entries import (
    CENTS,
    EntryDetails,
    EntryFilter,
    EntryLine,
    asks_age,
    by_hand,
    entry_details,
    entry_mark,
)
from clubs.queries.tournaments.entries.teams import teams_mark

NAME_LENGTH = 80
PASTED_LENGTH = 400_000  # characters
MOST_BYTES = 2 * 2**20  # of a file of entries
FILE_TYPES = ".csv,.tsv,.txt,.xlsx,.ods,.xls,text/csv"
MOST_FEE = 100_000  # of the currency


class EntryForm(ExplainedForm):
    """What an entry says of a person. Categories by age are not asked: the year of birth is."""

    given_name = TidyNameField(
        label=_("Given name"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
    )
    family_name = TidyNameField(
        label=_("Family name"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "family-name"}),
    )
    club_name = TidyNameField(
        label=_("Club"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    licence = TidyField(
        label=_("Licence number"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    categories = forms.MultipleChoiceField(
        label=_("Categories"), required=False, widget=forms.CheckboxSelectMultiple
    )
    birth_year = BirthYearField(
        help_text=_("For the categories by age; nobody but the desk sees it.")
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("Seen by the organisers alone."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    note = TidyField(label=_("Note"), max_length=200, required=False)
    request_id = RequestIdField()

    def __init__(self, *args: Any, categories: Sequence[Category], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = by_hand(categories)
        set_choices(self, "categories", [(one.code, one.name) for one in offered])
        if not offered:
            del self.fields["categories"]
        if not asks_age(categories):
            del self.fields["birth_year"]

    def clean(self) -> None:
        person = self.person()
        self.cleaned_data |= {"name": person.whole, "family_name": person.family}

    def person(self) -> PersonName:
        return whole_name(self)

    def field_of(self, problem: Problem) -> str | None:
        asks_two_names = problem.field == "name" and "family_name" in self.fields
        return "family_name" if asks_two_names else super().field_of(problem)

    def to_details(self, before: EntryDetails | None = None) -> EntryDetails:
        """What was typed. before keeps what the form does not show."""
        details = before or EntryDetails("")
        shown = {
            field: self.cleaned_data[field]
            for field in EntryDetails._fields
            if field in self.cleaned_data
        }
        if "categories" in shown:
            # Categories by age are not offered: without this an edit would take them away.
            offered = {code for code, _name in self.fields["categories"].choices}  # type: ignore[attr-defined]
            hidden = [code for code in details.categories if code not in offered]
            shown["categories"] = (*shown["categories"], *hidden)
        return details._replace(**shown)


class RegisterForm(EntryForm):
    """The form of the public page. is_another: a person who plays here with an account registers a
    friend."""

    is_another = forms.BooleanField(
        label=_("I register somebody else"),
        required=False,
    )

    def __init__(self, *args: Any, plays_here: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].label = _("Team, or another wish")
        self.fields["note"].help_text = _("With whom you would like to be in a team, for example.")
        if not plays_here:
            del self.fields["is_another"]

    @staticmethod
    def initial_of(player: Player | None) -> dict[str, str]:
        """The name of the person who looks, if they play here with an account."""
        if player is None:
            return {}
        return {"given_name": player.given_name, "family_name": player.family_name}


class EntryAddForm(EntryForm):
    """The form of the desk: one field for the name, which offers the people of the club.
    is_another: the entry is not the person of this name in the club."""

    given_name = family_name = None  # type: ignore[assignment]
    name = TidyNameField(
        label=_("First and last name"),
        max_length=NAME_LENGTH,
        help_text=_("The family name is the last word, or what is in capitals or before a comma."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "people", "autofocus": True}),
    )

    is_another = forms.BooleanField(
        label=_("Another person of the same name"),
        required=False,
        help_text=_(
            "This is another person than the one of this name in the club or in the tournament."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in ("club_name", "email"):
            self.fields[field].widget.attrs["autocomplete"] = "off"
        del self.fields["note"]

    def person(self) -> PersonName:
        name = self.cleaned_data.get("name", "")
        if "name" in self.cleaned_data and not any(map(str.isalnum, name)):
            self.add_error("name", _("A name has letters."))
        return read_name(name)


class EntryEditForm(EntryForm):
    """seen is the entry_mark that was shown."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in ("given_name", "family_name", "club_name", "email"):
            self.fields[field].widget.attrs["autocomplete"] = "off"

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, Any]:
        names = entry.person_name._asdict()
        own = {f"{part}_name": name for part, name in names.items()}
        return {**entry_details(entry)._asdict(), **own, "seen": entry_mark(entry)}


class FeeForm(forms.Form):
    """The fee that is taken; without an amount that of the tournament. Gives hundredths."""

    amount = forms.DecimalField(
        label=_("Amount"),
        required=False,
        min_value=0,
        max_value=MOST_FEE,
        decimal_places=2,
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 8}),
    )

    def clean_amount(self) -> int | None:
        amount = self.cleaned_data["amount"]
        return None if amount is None else int(amount * CENTS)


class EntryFilterForm(forms.Form):
    """The list of the desk: a search, one of SHOW, a category, a club. What is not known narrows
    nothing; a choice that the tournament does not have is not asked."""

    SHOW = (
        ("", _("All entries")),
        ("unpaid", _("Unpaid")),
        ("absent", _("Absent")),
        ("left", _("Withdrawn")),
        ("substituted", _("Substituted")),
    )
    q = forms.CharField(label=_("Search by name, club or number"), max_length=80, required=False)
    show = forms.ChoiceField(label=_("Show"), choices=SHOW, required=False)
    category = forms.ChoiceField(label=_("Category"), required=False)
    club = forms.ChoiceField(label=_("Club"), required=False)

    def __init__(
        self, *args: Any, categories: Sequence[Category], clubs: Sequence[str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        codes = [(one.code, one.name) for one in categories]
        self._offer("category", gettext("All categories"), codes)
        self._offer("club", gettext("All clubs"), [(name, name) for name in clubs])

    def _offer(self, field: str, every: str, choices: Sequence[tuple[str, str]]) -> None:
        set_choices(self, field, [("", every), *choices])
        if not choices:
            del self.fields[field]

    def criteria(self) -> EntryFilter:
        self.is_valid()
        cleaned = self.cleaned_data
        return EntryFilter(
            sought=tidy(cleaned.get("q", "")),
            show=cleaned.get("show", ""),
            category=cleaned.get("category", ""),
            club=cleaned.get("club", ""),
        )

    def choices(self) -> list[forms.BoundField]:
        """The fields beside the search."""
        return [self[name] for name in self.fields if name != "q"]


class EntryImportForm(forms.Form):
    """A file, or lines pasted; the content of a preview comes back in `pasted`."""

    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("CSV or spreadsheet (.xlsx, .ods, .xls), 2 MB at most."),
        widget=forms.FileInput(attrs={"accept": FILE_TYPES}),
    )
    pasted = forms.CharField(
        label=_("Lines pasted here"),
        required=False,
        max_length=PASTED_LENGTH,
        help_text=_(
            "One person a line: name; club; licence. Or cells of a spreadsheet with their headers."
        ),
        validators=[ProhibitNullCharactersValidator()],
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "mono"}),
    )
    request_id = RequestIdField()

    def clean_file(self) -> Any:
        upload = self.cleaned_data["file"]
        if upload and upload.size > MOST_BYTES:
            raise ValidationError(_("The file is too big: 2 MB at most."))
        return upload

    def clean(self) -> None:
        cleaned = self.cleaned_data
        if not self.errors and not cleaned["file"] and not cleaned["pasted"].strip():
            self.add_error("pasted", _("Paste lines here, or choose a file."))

    def content(self) -> bytes:
        upload = self.cleaned_data["file"]
        return bytes(upload.read() if upload else self.cleaned_data["pasted"].encode())

    def file_name(self) -> str:
        """The name of the file; empty for pasted lines."""
        upload = self.cleaned_data["file"]
        return str(upload.name) if upload else ""


class TeamsForm(ExplainedForm):
    """Everybody with the name of their team. seen is the teams_mark that was shown."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, lines: Sequence[EntryLine]) -> None:
        super().__init__(data, initial={"seen": teams_mark(lines)})
        self.lines = lines
        for line in lines:
            team = line.entry.team
            self.fields[f"team-{line.entry.number}"] = forms.CharField(
                label=gettext("Team of %(name)s") % {"name": line.entry.name},
                max_length=NAME_LENGTH,
                required=False,
                initial=team.name if team else "",
                widget=forms.TextInput(attrs={"list": "teams", "autocomplete": "off"}),
            )

    def rows(self) -> list[tuple[EntryLine, forms.BoundField]]:
        return [(line, self[f"team-{line.entry.number}"]) for line in self.lines]

    def teams(self) -> Mapping[str, list[int]]:
        """Entry numbers by name of the team: its captain until now first, the others in the order
        of the list."""
        names: dict[str, str] = {}
        teams: dict[str, list[int]] = defaultdict(list)
        for line in self.lines:
            name = tidy(self.cleaned_data[f"team-{line.entry.number}"])
            if not name:
                continue
            # Spellings with the same key are one team, under the name that came first.
            members = teams[names.setdefault(name_key(name), name)]
            members.insert(0 if line.entry.is_captain else len(members), line.entry.number)
        return teams


class WithdrawForm(ExplainedForm):
    """The last round that the entry plays; 0 for never started."""

    after_round = forms.TypedChoiceField(label=_("Plays until"), coerce=int)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)
    request_id = RequestIdField()

    def __init__(self, *args: Any, rounds: int, current: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = [(0, gettext("Never started"))]
        words += [
            (number, gettext("Round %(number)s is the last one") % {"number": number})
            for number in range(1, rounds)
        ]
        set_choices(self, "after_round", words)
        self.initial.setdefault("after_round", min(current, max(rounds - 1, 0)))


class SubstituteForm(ExplainedForm):
    """The person who plays instead, and from which round and deal on."""

    name = TidyNameField(
        label=_("Who plays instead"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "people"}),
    )
    from_round = forms.TypedChoiceField(label=_("From round"), coerce=int)
    from_deal = forms.IntegerField(
        label=_("From deal"),
        min_value=1,
        max_value=99,
        initial=1,
        help_text=_("1, unless in the middle of the round."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 3}),
    )
    request_id = RequestIdField()

    def __init__(self, *args: Any, rounds: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "from_round", [(n, str(n)) for n in range(1, rounds + 1)])


def way_of(text: str) -> CheckInWay:
    """How somebody was checked in, as the page says; by the list where it does not say."""
    return CheckInWay(text) if text in CheckInWay.values else CheckInWay.LIST
