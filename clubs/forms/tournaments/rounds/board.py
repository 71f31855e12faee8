"""Forms of the round board: clock, penalties, announcements."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.forms.fields import ExplainedForm, RequestIdField, set_choices
from clubs.forms.seasons.leagues import REASON_LENGTH, PenaltyPoints, WholeNumber
from clubs.models import Entry, PenaltyCode, Place
from clubs.services.tournaments.rounds.announcements import MOST_MINUTES

TEXT_LENGTH = 200


class ClockForm(ExplainedForm):
    """A button of the clock, with a number of minutes where it takes one."""

    WITH_MINUTES = ("set", "extend")
    ACTIONS = ("start", "pause", "resume", "reset", *WITH_MINUTES)

    action = forms.ChoiceField(choices=[(name, name) for name in ACTIONS])
    minutes = WholeNumber(label=_("Minutes"), required=False, min_value=-600, max_value=600)
    request_id = RequestIdField()

    def clean(self) -> None:
        cleaned = self.cleaned_data
        asked = cleaned.get("action") in self.WITH_MINUTES
        if asked and cleaned.get("minutes") is None and "minutes" not in self.errors:
            self.add_error("minutes", _("How many?"))


class EntryPenaltyForm(PenaltyPoints):
    field_order = ("entry", "direction", "points")

    entry = forms.ChoiceField(label=_("Player"))
    after_round = forms.TypedChoiceField(
        label=_("From which round on"),
        coerce=int,
        help_text=_("They count from the standings after this round on."),
    )
    code = forms.ChoiceField(label=_("Why"), choices=PenaltyCode.choices)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        error_messages={"required": _("A penalty needs a reason.")},
        help_text=_("It stands on the page of the player."),
    )
    request_id = RequestIdField()

    def __init__(
        self, data: Any = None, *, entries: Sequence[Entry], planned: int, **more: Any
    ) -> None:
        super().__init__(data, **more)
        self.entries = {str(entry.number): entry for entry in entries}
        by_name = sorted(self.entries.items(), key=lambda found: found[1].sort_key)
        names = [(number, f"{entry.listed_name} · {number}") for number, entry in by_name]
        set_choices(self, "entry", [("", _("Choose…")), *names])
        rounds = range(1, planned + 1)
        text = gettext("Round %(number)s")
        set_choices(self, "after_round", [(n, text % {"number": n}) for n in rounds])

    def chosen(self) -> Entry:
        return self.entries[self.cleaned_data["entry"]]


class CancelForm(ExplainedForm):
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)
    request_id = RequestIdField()


class AnnouncementForm(ExplainedForm):
    text = forms.CharField(
        label=_("Message"),
        max_length=TEXT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": TEXT_LENGTH}),
    )
    table_number = WholeNumber(
        label=_("To one table"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=_("Its number; empty for everybody."),
    )
    place = forms.ChoiceField(label=_("Where"), choices=Place.choices)
    minutes = WholeNumber(
        label=_("For how many minutes"),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
        help_text=_("Empty: until you end it."),
    )
    request_id = RequestIdField()
