"""Forms of the club and its people."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from clubs.core.free_columns import FREE_LABEL, FREE_TEXT, MOST_FREE, free_text, read_free
from clubs.core.games import DEFAULT_RULES
from clubs.core.names import (
    TABLE_NAME_LENGTH,
    PersonName,
    family_first,
    name_key,
    read_name,
    turned,
)
from clubs.forms.deals.rules_choice import RulesChoice
from clubs.forms.fields import BirthYearField, NamesField, RequestIdField, TidyNameField, whole_name
from clubs.models import Player, PublicName
from clubs.queries.deals.rules import RulesOffer
from clubs.queries.people.people import Details, player_details, player_state
from clubs.services.errors import NameTaken
from clubs.services.people.people import TableNameTaken

ALL = "all"


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the template draws."""

    value: str
    label: Any
    is_on: bool


@dataclass(frozen=True, slots=True)
class NameLine:
    """A line of a pasted list as it is understood; number counts from 1."""

    number: int
    person: PersonName


@dataclass(frozen=True, slots=True)
class NameList:
    """The people of a pasted list, each once. repeated: the names that stand there again."""

    lines: Sequence[NameLine]
    repeated: Sequence[str]

    @classmethod
    def of(cls, names: Iterable[str], *, first: int = 1) -> "NameList":
        lines: dict[str, NameLine] = {}
        repeated: list[str] = []
        for number, person in enumerate(map(read_name, names), first):
            if name_key(person.whole) in lines:
                repeated.append(person.whole)
            lines.setdefault(name_key(person.whole), NameLine(number, person))
        return cls(list(lines.values()), list(dict.fromkeys(repeated)))

    @property
    def has_guesses(self) -> bool:
        """Whether a person should look at the list: a name is repeated, or its family name was
        guessed."""
        return bool(self.repeated) or any(line.person.family for line in self.lines)

    @property
    def repeated_text(self) -> str:
        return ", ".join(self.repeated)


def _turned_names(names: Sequence[str], which: str) -> list[str]:
    """The names with that of a line, counted from 1, read the other way round, or all with the
    family name first."""
    if which == ALL:
        return [family_first(name) for name in names]
    return [turned(name) if which == str(number) else name for number, name in enumerate(names, 1)]


class ClubStartForm(RulesChoice):
    """The first club in three steps, and how the names of its members are understood; the fields of
    the other steps travel along hidden."""

    PREVIEW = 4
    STEPS: Mapping[int, Sequence[str]] = {
        1: ["name"],
        2: ["rules"],
        3: ["owner_name", "members"],
        PREVIEW: [],
    }

    name = TidyNameField(
        label=_("Name of the club"),
        max_length=80,
        help_text=_("As people say it. It can be changed later."),
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    rules = forms.ChoiceField(label=_("Rules"), initial=DEFAULT_RULES, widget=forms.RadioSelect)
    owner_name = TidyNameField(
        label=_("Your own name at the table"),
        max_length=80,
        required=False,
        help_text=_("If you play too. Your account is linked to this player."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    members = NamesField(
        label=_("The others, one name a line"),
        required=False,
        help_text=_("Paste a list or type it. They need no account."),
        widget=forms.Textarea(attrs={"rows": 8, "autocapitalize": "words", "spellcheck": "false"}),
    )
    request_id = RequestIdField()

    def __init__(self, *args: Any, offers: Sequence[RulesOffer], step: int = 1, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.step = step
        self.offer_rules(offers)

    def carried(self) -> list[BoundField]:
        """The fields that this step does not show."""
        return [field for field in self if field.name not in self.STEPS[self.step]]

    def name_list(self) -> NameList:
        """The owner has the number 0, and the members those of their lines."""
        owner, members = self.cleaned_data["owner_name"], self.cleaned_data["members"]
        return NameList.of([owner, *members] if owner else members, first=0 if owner else 1)

    def turn(self, which: str) -> "ClubStartForm":
        """The form with names read the other way round."""
        data = dict(self.data.items())
        owner, members = self.cleaned_data["owner_name"], self.cleaned_data["members"]
        if owner and which in ("0", ALL):
            data["owner_name"] = turned(owner) if which == "0" else family_first(owner)
        data["members"] = "\n".join(_turned_names(members, which))
        return ClubStartForm(data, offers=self.offers, step=self.step)

    @property
    def shown_step(self) -> int:
        """The step, from 1 to the 3 that the page shows."""
        return min(self.step, self.PREVIEW - 1)

    def first_bad_step(self) -> int | None:
        """The earliest step up to this one with something to mend."""
        bad = (
            step
            for step, names in self.STEPS.items()
            if step <= self.step and any(name in self.errors for name in names)
        )
        return next(bad, None)


class MembersAddForm(forms.Form):
    names = NamesField(
        label=_("Names, one a line"),
        help_text=_("Paste a list or type it. They need no account."),
        widget=forms.Textarea(attrs={"rows": 8, "autocapitalize": "words", "spellcheck": "false"}),
    )
    request_id = RequestIdField()

    def people(self) -> list[PersonName]:
        return [read_name(name) for name in self.cleaned_data["names"]]

    def name_list(self) -> NameList:
        return NameList.of(self.cleaned_data["names"])

    def turn(self, which: str) -> "MembersAddForm":
        """The form with names read the other way round."""
        names = _turned_names(self.cleaned_data["names"], which)
        data = {"names": "\n".join(names), "request_id": self.cleaned_data["request_id"]}
        form = MembersAddForm(data)
        form.full_clean()
        return form

    def explain(self, known: Iterable[Player]) -> None:
        """Adds an error that names the players who are in the club already."""
        text = _(
            "Already in the club: %(names)s. Take them off the list, or write them differently."
        )
        names = ", ".join(player.name for player in known)
        self.add_error("names", text % {"names": names})


def _public_name_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Name on public pages"),
        choices=PublicName.choices,
        widget=forms.RadioSelect,
        help_text=_("Where the club shows its standings to everybody. Members see the name."),
    )


class CategoriesField(forms.CharField):
    """Free words with commas between them. Gives a tuple, each word once."""

    MOST = 10
    LENGTH = 30

    def to_python(self, value: Any) -> Any:
        words = re.split(r"[,;|\n]", str(value or ""))
        tidy = (" ".join(word.split()) for word in words)
        return tuple(dict.fromkeys(word for word in tidy if word))

    def validate(self, value: Any) -> None:
        if len(value) > self.MOST or any(len(word) > self.LENGTH for word in value):
            raise ValidationError(
                _("At most %(most)s groups of %(length)s characters."),
                params={"most": self.MOST, "length": self.LENGTH},
            )
        for word in value:
            ProhibitNullCharactersValidator()(word)

    def run_validators(self, value: Any) -> None:
        """The words are checked above; CharField's own validators want text."""


class FreeColumnsField(forms.CharField):
    """Lines "label: text". Gives pairs."""

    def to_python(self, value: Any) -> Any:
        return read_free(str(value or ""))

    def validate(self, value: Any) -> None:
        ProhibitNullCharactersValidator()(free_text(value))
        is_long = any(len(label) > FREE_LABEL or len(text) > FREE_TEXT for label, text in value)
        if is_long or len(value) > MOST_FREE:
            raise ValidationError(
                _("At most %(most)s lines: a word of %(label)s characters, a text of %(text)s."),
                params={"most": MOST_FREE, "label": FREE_LABEL, "text": FREE_TEXT},
            )

    def run_validators(self, value: Any) -> None:
        """The lines are checked above."""


class MemberForm(forms.Form):
    given_name = TidyNameField(label=_("Given name"), max_length=80, required=False)
    family_name = TidyNameField(
        label=_("Family name"),
        max_length=80,
        required=False,
        help_text=_("Lists go by it. Somebody may have one name alone, in either field."),
    )
    table_name = TidyNameField(
        label=_("Table name"),
        max_length=TABLE_NAME_LENGTH,
        help_text=_("What the table calls them, at most 8 letters."),
    )
    is_member = forms.TypedChoiceField(
        label=_("In the club as"),
        choices=[("yes", _("Member")), ("no", _("Guest"))],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )
    nickname = TidyNameField(label=_("Nickname"), max_length=40, required=False)
    public_name = _public_name_field()
    licence = forms.CharField(label=_("Licence number"), max_length=20, required=False)
    categories = CategoriesField(
        label=_("Groups"),
        required=False,
        help_text=_(
            "As your club has them, with commas: Juniors, Thursday. Members see those that the"
            " club shows."
        ),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    birth_year = BirthYearField()
    free_columns = FreeColumnsField(
        label=_("Other things"),
        required=False,
        help_text=_("One a line, such as “Fee 2025: 25”. Columns of imported lists are kept here."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    @staticmethod
    def initial_of(player: Player) -> dict[str, Any]:
        details = player_details(player)
        return {
            **details._asdict(),
            "categories": ", ".join(details.categories),
            "free_columns": free_text(details.free_columns),
            "seen": player_state(player),
            "given_name": player.given_name,
            "family_name": player.family_name,
            "table_name": player.table_name,
            "is_member": "no" if player.is_guest else "yes",
        }

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        values["name"] = whole_name(self)
        return values

    def to_values(self) -> dict[str, Any]:
        """Returns the arguments of update_player."""
        values = dict(self.cleaned_data)
        del values["given_name"], values["family_name"]  # they are in the name
        details = Details(**{column: values.pop(column) for column in Details._fields})
        return {**values, "details": details}

    def explain(self, refusal: NameTaken) -> None:
        if isinstance(refusal, TableNameTaken):
            text = _("Somebody at the tables is called %(name)s already. Try with an initial.")
            self.add_error("table_name", text % {"name": refusal.name})
        else:
            text = _("%(name)s is in the club already. Add an initial or a nickname.")
            self.add_error("family_name", text % {"name": refusal.name})


class OwnNamesForm(forms.Form):
    """The names that a person decides alone."""

    nickname = TidyNameField(
        label=_("Nickname"), max_length=40, required=False, help_text=_("Nobody needs one.")
    )
    public_name = _public_name_field()
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    @staticmethod
    def initial_of(player: Player) -> dict[str, str]:
        return {
            "nickname": player.nickname,
            "public_name": player.public_name,
            "seen": player_state(player),
        }


class MemberFilterForm(forms.Form):
    """The filter of the list of members; invalid values show everybody."""

    SHOW = (
        ("", _("All")),
        ("members", _("Members")),
        ("guests", _("Guests")),
        ("archived", _("Archived")),
    )

    q = forms.CharField(label=_("Search by name"), max_length=80, required=False)
    show = forms.ChoiceField(label=_("Show"), required=False, choices=SHOW)

    def criteria(self) -> dict[str, str]:
        valid = self.cleaned_data if self.is_valid() else {}
        return {"key": name_key(valid.get("q", "")), "show": valid.get("show", "")}

    def is_narrowed(self) -> bool:
        return any(self.criteria().values())

    def show_options(self) -> list[Option]:
        shown = self.criteria()["show"]
        return [Option(value, label, value == shown) for value, label in self.SHOW]
