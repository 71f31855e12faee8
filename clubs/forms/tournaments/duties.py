"""Forms beside the settings of a tournament: its duties, and why it ends before its time."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.limits import MOST_ROUNDS
from clubs.forms.fields import ExplainedForm, RequestIdField, set_choices
from clubs.forms.seasons.leagues import REASON_LENGTH, WholeNumber
from clubs.models import TournamentDuty, User


class TournamentReasonForm(ExplainedForm):
    """Why a tournament is cancelled, or its results are opened again."""

    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)
    request_id = RequestIdField()


class TournamentStopForm(TournamentReasonForm):
    """How many rounds are played in all, and why that changes."""

    number = WholeNumber(label=_("Rounds played in all"), min_value=1, max_value=MOST_ROUNDS)

    field_order = ("number", "reason")


class DutyForm(forms.Form):
    """Names an arbiter or somebody of the desk: an account of the club, or any person by an
    address."""

    user = forms.ChoiceField(label=_("Account of the club"), required=False)
    email = forms.EmailField(
        label=_("Or another person’s address"),
        help_text=_("The person gets a link and decides. It works once, for 14 days."),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    duty = forms.ChoiceField(
        label=_("Duty"), choices=TournamentDuty.choices, initial=TournamentDuty.DESK
    )
    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, accounts: Sequence[User]) -> None:
        super().__init__(data)
        self.accounts = {str(user.uuid): user for user in accounts}
        people = [(uuid, user.email) for uuid, user in self.accounts.items()]
        set_choices(self, "user", [("", _("nobody of them")), *people])

    def clean(self) -> None:
        cleaned = self.cleaned_data
        if not self.errors and bool(cleaned.get("user")) == bool(cleaned.get("email")):
            self.add_error("email", _("Choose an account, or type one address."))

    def chosen(self) -> User | None:
        """The account of the club; None where an address is typed."""
        return self.accounts.get(self.cleaned_data["user"])
