"""The editor of a house profile of French tarot. Its trial deal: french_trial.py.

A field is called as its path in the profile, with two underscores for a dot:
`petit_au_bout__mode`, `poignee_trumps__4__0`. Source: scoring.md §4.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubs import choices
from clubs.forms.deals.rules import Layout, RulesForm, Text, amount, flat
from clubs.games.french.core.rules import ACTIVE_COUNTS, CALLING_SIZES

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


def _unit(label: Text) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=UNITS, coerce=int)


def _share(label: Text) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, choices=SHARES, coerce=int, required=False, empty_value=None
    )


CONTRACT_LINES = [
    (f"multipliers__{contract.value}", f"fixed_values__{contract.value}")
    for contract in choices.Contract
]
TRUMP_LINES = [
    tuple(f"poignee_trumps__{count}__{place}" for place in range(3)) for count in ACTIVE_COUNTS
]
SIZES_LINE = tuple(f"poignee__{size.value}" for size in choices.PoigneeSize)
LAYOUT: Layout = (
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


class FrenchRulesForm(RulesForm):
    game = "french"
    usual_name = "FFT"
    layout = LAYOUT
    labels = LABELS
    helps = HELP
    checked_together = CHECKED_TOGETHER

    scale = forms.ChoiceField(label=_("Scale"), choices=choices.Scale.choices)
    base_value = amount(_("Value of a contract"), 1000)
    fixed_margin = forms.ChoiceField(
        label=_("Difference on a fixed value"), choices=choices.FixedMargin.choices
    )
    half_points = forms.ChoiceField(
        label=_("Half points (3 or 5 players)"), choices=choices.HalfPoints.choices
    )
    margin_step = _unit(_("Difference rounded to"))
    rounding = _unit(_("Scores rounded to"))
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
    call_weights__5__0 = _share(_("With 5: the called card"))
    call_weights__6__0 = _share(_("With 6: the first called card"))
    call_weights__6__1 = _share(_("With 6: the second called card"))
    double_call_share = forms.ChoiceField(
        label=_("Partner with both called cards"), choices=choices.DoubleCallShare.choices
    )
    parole = forms.BooleanField(label=_("Waiting bid (parole)"), required=False)
    misdeal_dealer = forms.ChoiceField(
        label=_("After a misdeal"), choices=choices.MisdealDealer.choices
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
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

    @classmethod
    def flat(cls, profile: Mapping[str, Any]) -> dict[str, Any]:
        """Also of the cards that are not called: None."""
        values = flat(profile)
        for size in CALLING_SIZES:
            for place in range(size - 4):
                values.setdefault(f"call_weights__{size}__{place}", None)
        return values

    def to_profile(self) -> dict[str, Any]:
        """The profile without name and version, as scoring.md §4 writes it."""
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
