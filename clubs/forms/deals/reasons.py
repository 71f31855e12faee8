"""Why a deal is corrected or taken back."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.forms.deals.chips import Chip, ChipField, chip_helper


class DealReasonForm(forms.Form):
    """Why a deal is corrected or taken back: a chip, or one's own words."""

    OTHER = "other"

    reason_text = forms.CharField(required=False, max_length=200, label=_("In your own words"))

    def __init__(self, *args: Any, reasons: Sequence[str | Promise], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = chip_helper()
        chips = [Chip(str(reason), str(reason)) for reason in reasons]
        chips.append(Chip(self.OTHER, _("Other…")))
        self.fields["reason"] = ChipField(chips, columns=3, small=True, label=_("Why?"))
        # Nobody but the database looks at its value, and PostgreSQL refuses these.
        self.fields["reason"].validators.append(ProhibitNullCharactersValidator())

    def clean(self) -> dict[str, Any]:
        reason = self.cleaned_data.get("reason")
        if reason == "":
            self.add_error("reason", _("Tap a reason: it is kept in the history."))
        elif reason == self.OTHER and not self.cleaned_data.get("reason_text"):
            self.add_error("reason_text", _("Say in a few words why."))
        return self.cleaned_data

    def to_reason(self) -> str:
        """The words for the log, in the language of who writes them; see choices.reason_text."""
        cleaned = self.cleaned_data
        reason: str = (
            cleaned["reason_text"] if cleaned["reason"] == self.OTHER else cleaned["reason"]
        )
        return reason[:200]
