"""The editor of a house profile, and the deal that it tries. Its fields follow from the settings
that a game declares (core/rule_settings.py), their words and order from WORDS (queries/games.py).

A field is called as its path in the profile, with two underscores for a dot:
`petit_au_bout__mode`, `poignee_trumps__4__0`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.forms import BoundField
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubs.choices import choices_of, problem_message
from clubs.core.games import Rules, get_game
from clubs.core.money.currencies import Currency
from clubs.core.problems import DealRefused, Problem
from clubs.core.rule_settings import (
    MOST_MONEY,
    Flag,
    Kind,
    Member,
    Money,
    OneOf,
    Row,
    Table,
    Whole,
    paths_of,
)
from clubs.core.rule_settings import (
    Group as Parts,
)
from clubs.forms.fields import RequestIdField
from clubs.forms.money import MoneyField
from clubs.numbers import money, symbol_of
from clubs.queries.deals.rules import Trial, compare, default_rules
from clubs.queries.deals.setting_words import SettingWords, Text
from clubs.queries.games import WORDS
from clubs.services.errors import NameTaken


class AmountField(forms.IntegerField):
    """A whole number; caption is what stands over it where a line has several."""

    caption: Text = ""


def _amount(label: Text, kind: Whole) -> AmountField:
    bounds = format_lazy(_("{least} to {most}."), least=kind.low, most=kind.high)
    return AmountField(
        label=label,
        min_value=kind.low,
        max_value=kind.high,
        required=not kind.optional,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={"min_value": bounds, "max_value": bounds},
    )


def _field_of(
    label: Text, kind: Kind, values: Mapping[Any, Text], currency: Currency
) -> forms.Field:
    """What one types of a single value. A number with words is chosen by them."""
    if isinstance(kind, Flag):
        return forms.BooleanField(label=label, required=False)
    if isinstance(kind, Member):
        return forms.ChoiceField(label=label, choices=choices_of(values))
    if isinstance(kind, OneOf):
        units = [(value, str(value)) for value in kind.values]
        return forms.TypedChoiceField(label=label, choices=units, coerce=int)
    if isinstance(kind, Money):
        bounds = {"least": kind.low, "most": kind.high or MOST_MONEY, "empty": kind.low}
        return MoneyField(label=label, currency=currency, required=False, **bounds)
    if isinstance(kind, Whole) and not values:
        return _amount(label, kind)
    return forms.TypedChoiceField(
        label=label, choices=list(values.items()), coerce=int, required=False, empty_value=None
    )


@dataclass(frozen=True, slots=True)
class RuleLine:
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
class RuleGroup:
    title: Text
    icon: str
    lines: tuple[RuleLine, ...]

    @property
    def changed_count(self) -> int:
        return sum(line.changed for line in self.lines)

    @property
    def has_errors(self) -> bool:
        return any(field.errors for line in self.lines for field in line.fields)


class RulesForm(forms.Form):
    """Every setting of a profile. Core has the last word on what is a profile."""

    title = forms.CharField(
        label=_("Title"),
        max_length=80,
        help_text=_("The name under which they are listed."),
    )
    seen_version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    base = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    def __init__(
        self,
        data: Any = None,
        *,
        game: str,
        start: Rules,
        seen_version: int,
        title: str = "",
        currency: str = Currency.EUR,
    ) -> None:
        """currency: that of the club, in which the profile will be. Amounts in another are left
        out."""
        self.currency = Currency(currency)
        start = start.in_currency(self.currency)
        self.game, self.words = game, WORDS[game].settings
        usual = default_rules(game)
        self.declared = usual.settings()
        self.kinds = dict(paths_of(self.declared))
        initial = {**self._flat(start.to_json()), "title": title}
        super().__init__(
            data, initial={**initial, "seen_version": seen_version, "base": start.name}
        )
        for section in self.words.all_sections:
            for line in section.lines:
                for path, (label, caption) in line.captions.items():
                    field = _field_of(label, self.kinds[path], line.values, self.currency)
                    if isinstance(field, AmountField):
                        field.caption = caption
                    self.fields[_field_name(path)] = field
        self.usual = self._flat(usual.to_json())
        self.rules: Rules | None = None

    @property
    def usual_name(self) -> Text:
        return self.words.usual_name

    def _flat(self, profile: Mapping[str, Any]) -> dict[str, Any]:
        """A profile as the values of the fields; None for what a list is too short for."""
        return {**dict.fromkeys(map(_field_name, self.kinds)), **flat(profile)}

    def to_profile(self) -> dict[str, Any]:
        """The profile without name and version, with every setting."""
        profile = {name: self._typed(name, kind) for name, kind in self.declared.items()}
        del profile["name"], profile["version"]
        title = self.cleaned_data.get("title", "")
        return {**profile, "title": title, "currency": self.currency.value}

    def _typed(self, path: str, kind: Kind) -> Any:
        if isinstance(kind, Table | Parts):
            return {key: self._typed(f"{path}.{key}", part) for key, part in kind.parts.items()}
        if isinstance(kind, Row):
            typed = [self._typed(f"{path}.{place}", kind.each) for place in range(kind.most)]
            return typed if kind.least == kind.most else [one for one in typed if one]
        return self.cleaned_data.get(_field_name(path))

    # Checks

    def clean(self) -> dict[str, Any]:
        """Sets rules, also when only the title is wrong: a trial deal needs none."""
        if not set(self.errors) - {"title"}:
            profile = {**self.to_profile(), "name": "trial"}
            profile["title"] = profile["title"] or "trial"
            try:
                self.rules = get_game(self.game).read_rules(profile)
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
            self.add_error(field, self.words.together.get(setting) or problem_message(problem))

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

    @cached_property
    def groups(self) -> list[RuleGroup]:
        return [
            RuleGroup(section.title, section.icon, tuple(map(self._line, section.lines)))
            for section in self.words.all_sections
        ]

    def _line(self, words: SettingWords) -> RuleLine:
        fields = tuple(self[_field_name(path)] for path in words.captions)
        for field in fields:
            _dress(field, self.usual[field.name])
        texts = [_value_label(field.field, self.usual[field.name]) for field in fields]
        changed = any(
            field_text(field.value()) != _usual_text(field, self.usual[field.name])
            for field in fields
        )
        label = words.label
        if isinstance(fields[0].field, MoneyField):
            label = f"{label} ({symbol_of(self.currency)})"
        return RuleLine(label, fields, ", ".join(texts), changed, words.help)


def _field_name(path: str) -> str:
    return path.replace(".", "__")


def _dress(field: BoundField, usual: Any) -> None:
    """Classes of Bootstrap, and for js/rules-preview.js what the usual profile says."""
    widget = field.field.widget
    kind = "form-control"
    if isinstance(widget, forms.Select):
        kind = "form-select"
    elif isinstance(widget, forms.CheckboxInput):
        kind = "form-check-input"
    widget.attrs["class"] = f"{kind} is-invalid" if field.errors else kind
    widget.attrs["data-usual"] = _usual_text(field, usual)


def _usual_text(field: BoundField, usual: Any) -> str:
    return field_text(field.field.prepare_value(usual))


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


def _value_label(field: forms.Field, value: Any) -> str:
    """A value as the page writes it."""
    if isinstance(field, forms.BooleanField):
        return str(_("yes") if value else _("no"))
    if isinstance(field, forms.ChoiceField):
        labels = {str(key): label for key, label in field.widget.choices}
        return str(labels["" if value is None else str(value)])
    if isinstance(field, MoneyField):
        return money(value, field.currency) if value else str(_("none"))
    return str(_("not offered") if value is None else value)


def field_text(value: Any) -> str:
    """A value as it is typed, to compare what is in a field with the usual."""
    if isinstance(value, bool):
        return "on" if value else ""
    return "" if value is None else str(value)


class TrialForm(forms.Form):
    """A made-up deal to try rules on. Every game has the field `contract`.

    usual is the record that is tried first, among players of these names.
    """

    fields_template: ClassVar[str]
    game: ClassVar[str]
    players: ClassVar[tuple[str, ...]]
    usual: ClassVar[Mapping[str, Any]]

    def __init__(self, data: Any = None) -> None:
        """The usual deal is tried where data has none."""
        named = data is not None and "trial-contract" in data
        super().__init__(data if named else None, prefix="trial")

    def trial(self, before: Rules, after: Rules) -> Trial | None:
        """The deal under both profiles; None while something is wrong with it."""
        record = self.to_record()
        return (
            compare(self.game, self.players, lambda _rules: record, before, after)
            if record
            else None
        )

    def to_record(self) -> Mapping[str, Any]:
        """The record; empty while something is wrong with it."""
        if not self.is_bound:
            return self.usual
        return self.filled_record() if self.is_valid() else {}

    def filled_record(self) -> Mapping[str, Any]:
        """The record that the fields tell."""
        return self.usual
