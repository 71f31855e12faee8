"""The form of the date at which standings are shown."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.seasons.leagues import DayField


class AsOfForm(forms.Form):
    """A date in the address: as the standings stood then."""

    as_of = DayField(label=_("As it stood on"), required=False)
    as_of.widget.attrs["class"] = "form-control"

    @classmethod
    def of(cls, address: Any) -> "AsOfForm":
        return cls({"as_of": str(address.get("as_of", ""))})

    def to_date(self) -> date | None:
        """None for now, and for what is no date."""
        day: date | None = self.cleaned_data.get("as_of") if self.is_valid() else None
        return day
