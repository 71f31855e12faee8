"""Forms about paper: which empty sheet to print, and a fingerprint that stands on a printed one."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from clubs.forms.fields import NamesField
from clubs.forms.preferences import own_name
from clubs.queries.fingerprints import SHORT, read_fingerprint

PAPERS = [("a4", "A4"), ("a5", "A5")]
MOST_RESTING = 2


class BlankSheetForm(forms.Form):
    """players of a deal, and how many sit at the table besides. What is missing has a default."""

    players = forms.TypedChoiceField(
        label=gettext_lazy("Players in a deal"),
        choices=[(count, str(count)) for count in (3, 4, 5, 6)],
        coerce=int,
        widget=forms.RadioSelect,
    )
    resting = forms.TypedChoiceField(
        label=gettext_lazy("Sitting out"),
        choices=[(count, str(count)) for count in range(MOST_RESTING + 1)],
        coerce=int,
        widget=forms.RadioSelect,
    )
    paper = forms.ChoiceField(label=gettext_lazy("Paper"), choices=PAPERS, widget=forms.RadioSelect)
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=[(code, own_name(code)) for code, _name in settings.LANGUAGES],
        widget=forms.RadioSelect,
    )
    names = NamesField(
        label=gettext_lazy("Names"),
        help_text=gettext_lazy("One a line, or none: there is room to write them."),
        required=False,
    )

    @classmethod
    def of(cls, address: Mapping[str, Any]) -> "BlankSheetForm":
        """The form that an address fills, a default where it says nothing."""
        usual = {"players": "5", "resting": "0", "paper": "a4", "language": get_language()}
        return cls({**usual, **address})

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if {"players", "resting", "names"} <= cleaned.keys():
            seat_count = cleaned["players"] + cleaned["resting"]
            if len(cleaned["names"]) > seat_count:
                text = ngettext(
                    "There is room for %(count)s player.",
                    "There is room for %(count)s players.",
                    seat_count,
                )
                self.add_error("names", text % {"count": seat_count})
        return cleaned

    def to_sheet(self) -> dict[str, Any]:
        """What blank_sheet_pdf wants; call after is_valid()."""
        told = self.cleaned_data
        return {
            "active_count": told["players"],
            "seat_count": told["players"] + told["resting"],
            "names": told["names"],
            "paper": told["paper"],
            "language": told["language"],
        }


class FingerprintForm(forms.Form):
    f = forms.CharField(
        label=gettext_lazy("Fingerprint"),
        max_length=300,
        widget=forms.TextInput(
            {"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
    )

    def clean_f(self) -> str:
        """As it is stored: only digits, all of them or the first ones."""
        fingerprint = read_fingerprint(self.cleaned_data["f"])
        if fingerprint is None:
            raise ValidationError(
                _("This is no fingerprint: the first %(count)s digits (0–9, a–f) are needed."),
                params={"count": SHORT},
            )
        return fingerprint
