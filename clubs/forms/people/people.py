"""Forms of the club and its people."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.forms import BoundField
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.core.games import DEFAULT_RULES
from clubs.core.limits import FIRST_BIRTH_YEAR
from clubs.core.names import (
    TABLE_NAME_LENGTH,
    PersonName,
    family_first,
    name_key,
    read_name,
    turned,
)
from clubs.forms.fields import NameField, NamesField, RequestIdField, set_choices, whole_name
from clubs.models import Club, ListOrder, Membership, Player, PublicName, Role, User
from clubs.queries.deals.rules import RulesOffer
from clubs.queries.people.people import Details, details_of, player_state
from clubs.services.errors import NameTaken
from clubs.services.people.people import TableNameTaken

LAST_OWNER = _("A club keeps at least one owner. Make somebody else owner first.")
ALL = "all"
ROLE_CHOICES = [(role, role.label) for role in reversed(Role)]  # from the least


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the template draws."""

    value: str
    label: Any
    is_on: bool


@dataclass(frozen=True, slots=True)
class RulesOption:
    """One profile among those that a form offers."""

    offer: RulesOffer
    is_on: bool


def rules_choices(offers: Iterable[RulesOffer]) -> list[tuple[str, str]]:
    return [(offer.name, offer.title) for offer in offers]


def rules_options(field: BoundField, offers: Iterable[RulesOffer]) -> list[RulesOption]:
    return [RulesOption(offer, offer.name == field.value()) for offer in offers]


@dataclass(frozen=True, slots=True)
class NameLine:
    """How a line of a pasted list is understood; number counts from 1."""

    number: int
    person: PersonName


@dataclass(frozen=True, slots=True)
class NameList:
    """Everybody of a pasted list once; repeated are the names that stand there again."""

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
        """Something that whoever gave the list should look at."""
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


class ClubStartForm(forms.Form):
    """The first club in three steps, and how the names of its members are understood; the fields of
    the other steps travel along hidden."""

    PREVIEW = 4
    STEPS: Mapping[int, Sequence[str]] = {
        1: ["name"],
        2: ["rules"],
        3: ["owner_name", "members"],
        PREVIEW: [],
    }

    name = NameField(
        label=_("Name of the club"),
        max_length=80,
        help_text=_("As people say it. It can be changed later."),
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    rules = forms.ChoiceField(label=_("Rules"), initial=DEFAULT_RULES, widget=forms.RadioSelect)
    owner_name = NameField(
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
        self.offers = offers
        self.step = step
        set_choices(self, "rules", rules_choices(offers))

    def carried(self) -> list[BoundField]:
        """The fields that this step does not show."""
        return [field for field in self if field.name not in self.STEPS[self.step]]

    def rules_options(self) -> list[RulesOption]:
        return rules_options(self["rules"], self.offers)

    def name_list(self) -> NameList:
        """The owner has the number 0, and the members those of their lines."""
        owner, members = self.cleaned_data["owner_name"], self.cleaned_data["members"]
        return NameList.of([owner, *members] if owner else members, first=0 if owner else 1)

    def turn(self, which: str) -> "ClubStartForm":
        """The form with names read the other way round."""
        told = dict(self.data.items())
        owner, members = self.cleaned_data["owner_name"], self.cleaned_data["members"]
        if owner and which in ("0", ALL):
            told["owner_name"] = turned(owner) if which == "0" else family_first(owner)
        told["members"] = "\n".join(_turned_names(members, which))
        return ClubStartForm(told, offers=self.offers, step=self.step)

    @property
    def shown_step(self) -> int:
        """Of the three that the page counts."""
        return min(self.step, self.PREVIEW - 1)

    def first_bad_step(self) -> int | None:
        """The earliest step up to this one with something to mend."""
        bad = [
            step
            for step, names in self.STEPS.items()
            if step <= self.step and any(name in self.errors for name in names)
        ]
        return bad[0] if bad else None


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
        told = {"names": "\n".join(names), "request_id": self.cleaned_data["request_id"]}
        form = MembersAddForm(told)
        form.full_clean()
        return form

    def explain(self, known: Iterable[Player]) -> None:
        """Names that are members already; nobody was added."""
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
                _("At most %(most)s categories of %(length)s characters."),
                params={"most": self.MOST, "length": self.LENGTH},
            )
        for word in value:
            ProhibitNullCharactersValidator()(word)

    def run_validators(self, value: Any) -> None:
        """The words are checked above; CharField's own validators want text."""


class MemberForm(forms.Form):
    given_name = NameField(label=_("Given name"), max_length=80, required=False)
    family_name = NameField(
        label=_("Family name"),
        max_length=80,
        required=False,
        help_text=_("Lists go by it. Somebody may have one name alone, in either field."),
    )
    table_name = NameField(
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
    nickname = NameField(label=_("Nickname"), max_length=40, required=False)
    public_name = _public_name_field()
    licence = forms.CharField(label=_("Licence number"), max_length=20, required=False)
    categories = CategoriesField(
        label=_("Categories"),
        required=False,
        help_text=_("As your club has them, with commas: Veteran, Beginner."),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    birth_year = forms.IntegerField(
        label=_("Year of birth"),
        required=False,
        min_value=FIRST_BIRTH_YEAR,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 4, "size": 4}),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    @staticmethod
    def initial_of(player: Player) -> dict[str, Any]:
        details = details_of(player)
        return {
            **details._asdict(),
            "categories": ", ".join(details.categories),
            "seen": player_state(player),
            "given_name": player.given_name,
            "family_name": player.family_name,
            "table_name": player.table_name,
            "is_member": "no" if player.is_guest else "yes",
        }

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        told["name"] = whole_name(self)
        return told

    def clean_birth_year(self) -> int | None:
        year: int | None = self.cleaned_data["birth_year"]
        if year is not None and year > timezone.now().year:
            raise ValidationError(_("This year is still to come."))
        return year

    def to_values(self) -> dict[str, Any]:
        """What update_player wants."""
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
    """What somebody decides alone."""

    nickname = NameField(
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
    """What the list of members shows; anything that makes no sense shows everybody."""

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


@cache
def time_zones() -> list[str]:
    """Places, not abbreviations: Europe/Paris, but neither CET nor Etc/GMT-2."""
    oceans_and_continents = {
        "Africa",
        "America",
        "Antarctica",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    }
    return sorted(
        name for name in available_timezones() if name.partition("/")[0] in oceans_and_continents
    )


class ClubForm(forms.Form):
    """Settings of a club."""

    name = NameField(label=_("Name of the club"), max_length=80)
    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Dates and times of the tables are shown in it.")
    )
    rules = forms.ChoiceField(
        label=_("Usual rules"), help_text=_("A new table starts with them; each table may choose.")
    )
    lists_by = forms.ChoiceField(
        label=_("Lists of people go by"),
        choices=[
            (ListOrder.FAMILY, _("family name: BOUVIER Hervé")),
            (ListOrder.GIVEN, _("given name: Hervé Bouvier")),
        ],
        help_text=_("Lists of members and entries, what hangs on the wall, the projector."),
    )
    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, club: Club, offers: Sequence[RulesOffer]) -> None:
        initial = {
            "name": club.name,
            "time_zone": club.time_zone,
            "rules": club.rules,
            "lists_by": club.lists_by,
        }
        super().__init__(data, initial=initial)
        zones = sorted({*time_zones(), club.time_zone})
        set_choices(self, "time_zone", [(zone, zone.replace("_", " ")) for zone in zones])
        set_choices(self, "rules", rules_choices(offers))


class RoleForm(forms.Form):
    """Another role for an account of the club. seen is the one that the page showed."""

    user = forms.UUIDField(widget=forms.HiddenInput)
    role = forms.ChoiceField(label=_("Role"), choices=ROLE_CHOICES)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    @classmethod
    def of_membership(cls, membership: Membership) -> "RoleForm":
        user = membership.user
        return cls(
            initial={"user": user.uuid, "role": membership.role, "seen": membership.role},
            auto_id=f"id_{user.uuid}_%s",
        )

    @classmethod
    def of_post(cls, data: Mapping[str, Any]) -> "RoleForm":
        return cls(data, auto_id=f"id_{data.get('user', '')}_%s")

    def explain_last_owner(self) -> None:
        self.add_error("role", LAST_OWNER)

    def explain_moved(self, now: str) -> None:
        """What was chosen stays chosen; sent again, it counts."""
        text = _("Somebody changed this role meanwhile: it is %(role)s now.")
        self.add_error("role", text % {"role": Role(now).label})

    def to_role(self) -> Role:
        return Role(self.cleaned_data["role"])


class RoleGiveForm(forms.Form):
    """A role that is offered to an address."""

    email = forms.EmailField(
        label=_("E-mail address"),
        help_text=_("The person gets a link and decides. It works once, for 14 days."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=ROLE_CHOICES, initial=Role.SCORER)
    request_id = RequestIdField()

    def to_role(self) -> Role:
        return Role(self.cleaned_data["role"])


@dataclass(frozen=True, slots=True)
class RoleRow:
    """An account of the club with its role, the form to change it, and who it plays as."""

    membership: Membership
    form: RoleForm
    is_self: bool
    player: Player | None


def role_rows(
    memberships: Iterable[Membership],
    me: User | None,
    bound: RoleForm | None = None,
    players: Mapping[int, Player] = MappingProxyType({}),
) -> list[RoleRow]:
    """One row an account; the form that came back with errors stands in its own row."""
    rows = []
    for membership in memberships:
        form = RoleForm.of_membership(membership)
        if bound is not None and bound.data.get("user") == str(membership.user.uuid):
            form = bound
        player = players.get(membership.user.pk)
        rows.append(RoleRow(membership, form, membership.user == me, player))
    return rows
