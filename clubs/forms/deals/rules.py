"""The editor of a house profile, as far as every game has it. A game's own: french_rules.py.

A field is called as its path in the profile, with two underscores for a dot:
`petit_au_bout__mode`, `poignee_trumps__4__0`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.forms import BoundField
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubs import choices
from clubs.core.games import Rules, get_game
from clubs.core.problems import DealRefused, Problem
from clubs.forms.fields import RequestIdField
from clubs.queries.deals.rules import default_rules
from clubs.services.errors import NameTaken

Text = Any  # a text, translated when it is shown
Layout = Sequence[tuple[Text, str, Sequence[tuple[str, ...]]]]  # title, icon, fields of each line


class AmountField(forms.IntegerField):
    """A whole number; caption is what stands over it where a line has several."""

    caption: Text = ""


def amount(
    label: Text, most: int, *, least: int = 0, required: bool = True, caption: Text = ""
) -> AmountField:
    bounds = format_lazy(_("{least} to {most}."), least=least, most=most)
    field = AmountField(
        label=label,
        min_value=least,
        max_value=most,
        required=required,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={"min_value": bounds, "max_value": bounds},
    )
    field.caption = caption
    return field


@dataclass(frozen=True, slots=True)
class Line:
    """A setting on the page; some have several fields. usual is what the game's default says."""

    label: Text
    fields: tuple[BoundField, ...]
    usual: str
    changed: bool
    help: Text

    @property
    def is_check(self) -> bool:
        return isinstance(self.fields[0].field, forms.BooleanField)


@dataclass(frozen=True, slots=True)
class Group:
    title: Text
    icon: str
    lines: tuple[Line, ...]

    @property
    def changed_count(self) -> int:
        return sum(line.changed for line in self.lines)

    @property
    def has_errors(self) -> bool:
        return any(field.errors for line in self.lines for field in line.fields)


class RulesForm(forms.Form):
    """Every setting of a profile. Core has the last word on what is a profile."""

    game: ClassVar[str]
    usual_name: ClassVar[Text]  # of the game's default profile, in a word
    layout: ClassVar[Layout]
    labels: ClassVar[Mapping[str, Text]] = {}  # of lines, by their first field
    helps: ClassVar[Mapping[str, Text]] = {}  # of lines, by their first field
    checked_together: ClassVar[Mapping[str, Text]] = {}  # what is wrong with a setting of several

    title = forms.CharField(
        label=_("Title"),
        max_length=80,
        help_text=_("As the club calls these rules."),
    )
    seen_version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    base = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    def __init__(
        self, data: Any = None, *, start: Rules, seen_version: int, title: str = ""
    ) -> None:
        initial = {**self.flat(start.to_json()), "title": title}
        super().__init__(
            data, initial={**initial, "seen_version": seen_version, "base": start.name}
        )
        self.usual = self.flat(default_rules(self.game).to_json())
        self.rules: Rules | None = None

    # What a game may say otherwise

    @classmethod
    def flat(cls, profile: Mapping[str, Any]) -> dict[str, Any]:
        """A profile as the values of the fields."""
        return flat(profile)

    def to_profile(self) -> dict[str, Any]:
        """The profile without name and version, with every setting."""
        return {name: self.cleaned_data.get(name, "") for name in self.settings}

    # Checks

    def clean(self) -> dict[str, Any]:
        """Sets rules, also when only the title is wrong: a trial deal needs none."""
        if not set(self.errors) - {"title"}:
            told = {**self.to_profile(), "name": "trial"}
            told["title"] = told["title"] or "trial"
            try:
                self.rules = get_game(self.game).read_rules(told)
            except DealRefused as refusal:
                self.explain(refusal.problems)
        return self.cleaned_data

    def explain(self, problems: Iterable[Problem]) -> None:
        """What core refuses, at its field and in words."""
        for problem in problems:
            path = (problem.field or "").removeprefix("rules.").replace(".", "__")
            within = (name for name in self.fields if name.startswith(f"{path}__"))
            field = path if path in self.fields else next(within, None)
            setting = path.partition("__")[0]
            self.add_error(
                field, self.checked_together.get(setting) or choices.problem_message(problem)
            )

    def forgive_title(self) -> None:
        """A trial needs no title yet."""
        self.errors.pop("title", None)

    def explain_title(self, refusal: NameTaken) -> None:
        text = _("There are rules of that title already: %(title)s. Choose another.")
        self.add_error("title", text % {"title": refusal.name})

    def keep_up(self, version: int) -> None:
        """What is sent next follows the version that is there now."""
        self.data = {**dict(self.data.items()), "seen_version": str(version)}

    # What the page shows

    @property
    def settings(self) -> list[str]:
        return [name for name in self.fields if name not in ("seen_version", "base", "request_id")]

    @cached_property
    def groups(self) -> list[Group]:
        return [
            Group(title, icon, tuple(self.line(names) for names in lines))
            for title, icon, lines in self.layout
        ]

    def line(self, names: Sequence[str]) -> Line:
        fields = tuple(self[name] for name in names)
        for field in fields:
            _dress(field, self.usual[field.name])
        texts = [_shown(field.field, self.usual[field.name]) for field in fields]
        changed = any(written(field.value()) != written(self.usual[field.name]) for field in fields)
        label = self.labels.get(names[0], fields[0].label)
        return Line(label, fields, ", ".join(texts), changed, self.helps.get(names[0], ""))


def _dress(field: BoundField, usual: Any) -> None:
    """Classes of Bootstrap, and for js/rules-preview.js what the usual profile says."""
    widget = field.field.widget
    kind = "form-control"
    if isinstance(widget, forms.Select):
        kind = "form-select"
    elif isinstance(widget, forms.CheckboxInput):
        kind = "form-check-input"
    widget.attrs["class"] = f"{kind} is-invalid" if field.errors else kind
    widget.attrs["data-usual"] = written(usual)


def flat(profile: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """A profile as the values of the form's fields."""
    values: dict[str, Any] = {}
    for key, value in profile.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            values |= flat(value, f"{name}__")
        elif isinstance(value, list):
            values |= {f"{name}__{place}": member for place, member in enumerate(value)}
        else:
            values[name] = value
    return values


def _shown(field: forms.Field, value: Any) -> str:
    """A value as the page writes it."""
    if isinstance(field, forms.BooleanField):
        return str(_("yes") if value else _("no"))
    if isinstance(field, forms.ChoiceField):
        labels = {str(key): label for key, label in field.widget.choices}
        return str(labels["" if value is None else str(value)])
    return str(_("not offered") if value is None else value)


def written(value: Any) -> str:
    """A value as it is typed, to compare what is in a field with the usual."""
    if isinstance(value, bool):
        return "on" if value else ""
    return "" if value is None else str(value)
