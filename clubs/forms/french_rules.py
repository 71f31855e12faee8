"""The editor of a house profile of French tarot. Its trial deal: french_trial.py.

A field is called as its path in the profile, with two underscores for a dot:
`petit_au_bout__mode`, `poignee_trumps__4__0`. Scoring specification, section 4.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubs import choices
from clubs.core.games import DEFAULT_GAME, Rules, get_game
from clubs.core.problems import DealRefused, Problem
from clubs.core.rules import ACTIVE_COUNTS, CALLING_SIZES
from clubs.forms.fields import RequestIdField
from clubs.queries.rules import default_rules
from clubs.services.errors import NameTaken

Text = Any  # a text, translated when it is shown
Choices = Iterable[tuple[Any, Text]]

UNITS = [(unit, str(unit)) for unit in (1, 5, 10)]
SHARES: Choices = [
    ("", _("not called")),
    (1, _("one sixth")),
    (2, _("one third")),
    (3, _("half")),
    (4, _("two thirds")),
    (5, _("five sixths")),
]
CHECKED_TOGETHER = {
    "multipliers": _("At least one contract must be offered."),
    "fixed_values": _("At least one contract must be offered."),
    "poignee_trumps": _("Three rising numbers, from 1 to 22."),
    "call_weights": _("Together five sixths at most: one is left to the taker."),
}


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


def unit(label: Text) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=UNITS, coerce=int)


def share(label: Text) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, choices=SHARES, coerce=int, required=False, empty_value=None
    )


@dataclass(frozen=True, slots=True)
class Line:
    """A setting on the page; some have several fields. usual is what the FFT profile says."""

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

    title = forms.CharField(
        label=_("Title"),
        max_length=80,
        help_text=_("As the club calls these rules."),
    )
    scale = forms.ChoiceField(label=_("Scale"), choices=choices.Scale.choices)
    base_value = amount(_("Value of a contract"), 1000)
    fixed_margin = forms.ChoiceField(
        label=_("Difference on a fixed value"), choices=choices.FixedMargin.choices
    )
    half_points = forms.ChoiceField(
        label=_("Half points (3 or 5 players)"), choices=choices.HalfPoints.choices
    )
    margin_step = unit(_("Difference rounded to"))
    rounding = unit(_("Scores rounded to"))
    petit_au_bout__mode = forms.ChoiceField(
        label=_("Petit at the end"), choices=choices.PetitMode.choices
    )
    petit_au_bout__value = amount(_("Value of the Petit"), 1000)
    chelem__announced = amount(_("Slam announced and made"), 10000)
    chelem__unannounced = amount(_("Slam made, not announced"), 10000)
    chelem__failed = amount(_("Slam announced, not made"), 10000)
    chelem__defence = amount(_("Slam made by the defence"), 10000)
    petit_chelem__enabled = forms.BooleanField(label=_("Small slam"), required=False)
    petit_chelem__announced = amount(_("Small slam announced and made"), 10000)
    petit_chelem__unannounced = amount(_("Small slam made, not announced"), 10000)
    petit_chelem__failed = amount(_("Small slam announced, not made"), 10000)
    misere__enabled = forms.BooleanField(label=_("Misère"), required=False)
    misere__value = amount(_("Misère, from each other player"), 1000)
    call_weights__5__0 = share(_("With 5: the called card"))
    call_weights__6__0 = share(_("With 6: the first called card"))
    call_weights__6__1 = share(_("With 6: the second called card"))
    double_call_share = forms.ChoiceField(
        label=_("Partner with both called cards"), choices=choices.DoubleCallShare.choices
    )
    parole = forms.BooleanField(label=_("Waiting bid (parole)"), required=False)
    misdeal_dealer = forms.ChoiceField(
        label=_("After a misdeal"), choices=choices.MisdealDealer.choices
    )
    seen_version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    base = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    def __init__(
        self, data: Any = None, *, start: Rules, seen_version: int, title: str = ""
    ) -> None:
        initial = {**flat(start.to_json()), "title": title}
        super().__init__(
            data, initial={**initial, "seen_version": seen_version, "base": start.name}
        )
        for contract in choices.Contract:
            for table, words, caption in (
                ("multipliers", _("%(contract)s, multiplier"), _("multiplier")),
                ("fixed_values", _("%(contract)s, fixed value"), _("fixed value")),
            ):
                text = words % {"contract": contract.label}
                field = amount(text, 1000, least=1, required=False, caption=caption)
                self.fields[f"{table}__{contract.value}"] = field
        for size in choices.PoigneeSize:
            text = _("Handful, %(size)s") % {"size": size.label}
            self.fields[f"poignee__{size.value}"] = amount(text, 1000, caption=size.label)
        for count in ACTIVE_COUNTS:
            for place, size in enumerate(choices.PoigneeSize):
                values = {"count": count, "size": size.label}
                text = _("Trumps with %(count)s players, %(size)s") % values
                field = amount(text, 22, least=1, caption=size.label)
                self.fields[f"poignee_trumps__{count}__{place}"] = field
        self.usual = flat(default_rules().to_json())
        self.rules: Rules | None = None

    # Checks

    def clean(self) -> dict[str, Any]:
        """Sets rules, also when only the title is wrong: a trial deal needs none."""
        if not set(self.errors) - {"title"}:
            told = {**self.to_profile(), "name": "trial"}
            told["title"] = told["title"] or "trial"
            try:
                self.rules = get_game(DEFAULT_GAME).read_rules(told)
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
            self.add_error(field, CHECKED_TOGETHER.get(setting) or choices.problem_message(problem))

    def forgive_title(self) -> None:
        """A trial needs no title yet."""
        self.errors.pop("title", None)

    def explain_title(self, refusal: NameTaken) -> None:
        text = _("There are rules of that title already: %(title)s. Choose another.")
        self.add_error("title", text % {"title": refusal.name})

    def keep_up(self, version: int) -> None:
        """What is sent next follows the version that is there now."""
        self.data = {**dict(self.data.items()), "seen_version": str(version)}

    # What it says

    def to_profile(self) -> dict[str, Any]:
        """The profile without name and version, as the specification writes it."""
        told = self.cleaned_data
        profile: dict[str, Any] = {}
        for name in self.settings:
            setting, *path = name.split("__")
            if not path:
                profile[setting] = told.get(name, "")
            elif setting == "call_weights":
                weights = profile.setdefault(setting, {}).setdefault(path[0], [])
                weights += [told[name]] if told.get(name) else []
            elif setting == "poignee_trumps":
                profile.setdefault(setting, {}).setdefault(path[0], []).append(told.get(name))
            else:
                profile.setdefault(setting, {})[path[0]] = told.get(name)
        return profile

    @property
    def settings(self) -> list[str]:
        return [name for name in self.fields if name not in ("seen_version", "base", "request_id")]

    # What the page shows

    @cached_property
    def groups(self) -> list[Group]:
        return [
            Group(title, icon, tuple(self.line(names) for names in lines))
            for title, icon, lines in LAYOUT
        ]

    def line(self, names: Sequence[str]) -> Line:
        fields = tuple(self[name] for name in names)
        for field in fields:
            dress(field, self.usual[field.name])
        texts = [shown(field.field, self.usual[field.name]) for field in fields]
        changed = any(written(field.value()) != written(self.usual[field.name]) for field in fields)
        label = LABELS.get(names[0], fields[0].label)
        return Line(label, fields, ", ".join(texts), changed, HELP.get(names[0], ""))


def dress(field: BoundField, usual: Any) -> None:
    """Classes of Bootstrap, and for js/rules-preview.js what the FFT profile says."""
    widget = field.field.widget
    kind = "form-control"
    if isinstance(widget, forms.Select):
        kind = "form-select"
    elif isinstance(widget, forms.CheckboxInput):
        kind = "form-check-input"
    widget.attrs["class"] = f"{kind} is-invalid" if field.errors else kind
    widget.attrs["data-usual"] = written(usual)


def flat(profile: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """A profile as the values of the form's fields; a weight that is not there is None."""
    values: dict[str, Any] = {}
    for key, value in profile.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            values |= flat(value, f"{name}__")
        elif isinstance(value, list):
            values |= {f"{name}__{place}": member for place, member in enumerate(value)}
        else:
            values[name] = value
    if not prefix:
        for size in CALLING_SIZES:
            for place in range(size - 4):
                values.setdefault(f"call_weights__{size}__{place}", None)
    return values


def shown(field: forms.Field, value: Any) -> str:
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


CONTRACT_LINES = [
    (f"multipliers__{contract.value}", f"fixed_values__{contract.value}")
    for contract in choices.Contract
]
TRUMP_LINES = [
    tuple(f"poignee_trumps__{count}__{place}" for place in range(3)) for count in ACTIVE_COUNTS
]
SIZES_LINE = tuple(f"poignee__{size.value}" for size in choices.PoigneeSize)
LAYOUT: Sequence[tuple[Text, str, Sequence[tuple[str, ...]]]] = (
    (
        _("Contracts"),
        "cards",
        [("scale",), ("base_value",), *CONTRACT_LINES, ("fixed_margin",)],
    ),
    (_("Count and rounding"), "sheet", [("half_points",), ("margin_step",), ("rounding",)]),
    (
        _("Petit at the end"),
        "petit",
        [("petit_au_bout__mode",), ("petit_au_bout__value",)],
    ),
    (_("Handfuls"), "hand", [SIZES_LINE, *TRUMP_LINES]),
    (
        _("Slams"),
        "slam",
        [
            ("chelem__announced",),
            ("chelem__unannounced",),
            ("chelem__failed",),
            ("chelem__defence",),
            ("petit_chelem__enabled",),
            ("petit_chelem__announced",),
            ("petit_chelem__unannounced",),
            ("petit_chelem__failed",),
        ],
    ),
    (_("Misère"), "misere", [("misere__enabled",), ("misere__value",)]),
    (
        _("Called cards"),
        "king",
        [
            ("call_weights__5__0",),
            ("call_weights__6__0",),
            ("call_weights__6__1",),
            ("double_call_share",),
        ],
    ),
    (_("At the table"), "users", [("parole",), ("misdeal_dealer",)]),
)
LABELS: Mapping[str, Text] = {
    **{f"multipliers__{contract.value}": contract.label for contract in choices.Contract},
    SIZES_LINE[0]: _("Value"),
    **{
        f"poignee_trumps__{count}__0": format_lazy(_("Trumps with {count} players"), count=count)
        for count in ACTIVE_COUNTS
    },
}
HELP: Mapping[str, Text] = {
    "scale": _("The multiplier counts on the first scale, the fixed value on the second."),
    "multipliers__prise": _("Empty: the contract is not offered."),
    "half_points": _("With 3 or 5 players a pile may count a half point."),
    "margin_step": _("The distance from the contract; halves go up."),
    "rounding": _("Of what each player wins or loses."),
    SIZES_LINE[0]: _("What it brings a defender; never multiplied."),
    "poignee_trumps__3__0": _("The smallest number of trumps to show, Excuse included."),
    "chelem__announced": _("Amounts a defender; the last two are lost."),
    "misere__enabled": _("A hand without trumps or without court cards, declared."),
    "call_weights__5__0": _("The part of the attack's points that goes to its holder."),
    "parole": _("A bid that waits for the others; the scores stay the same."),
}
