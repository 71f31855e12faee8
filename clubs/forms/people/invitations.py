"""Forms of inviting somebody."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.fields import RequestIdField


class InvitationForm(forms.Form):
    """The address of an invitation; empty where the link is handed over otherwise."""

    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("Used for this mail alone. The link lasts 14 days and works once."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, initial: Any = None, needs_address: bool = False):
        super().__init__(data, initial=initial)
        self.fields["email"].required = needs_address

    def explain_unsent(self) -> None:
        """The link is there all the same."""
        self.add_error(
            "email", _("The mail could not be sent. Hand the link on yourself, or try later.")
        )
