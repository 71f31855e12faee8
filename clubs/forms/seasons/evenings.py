"""Forms of an evening: when and where, who came, penalties."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.forms.fields import RequestIdField, TidyField, TidyNameField, set_choices
from clubs.forms.seasons.leagues import (
    REASON_LENGTH,
    DayField,
    PenaltyPoints,
    days_text,
    told_list,
)
from clubs.models import Evening, League, Player
from clubs.queries.seasons.seasons import Guest, NearbyTable, evening_mark

WEEK = timedelta(weeks=1)
REPEATS = [
    ("", _("Only once")),
    ("1", _("Every week")),
    ("2", _("Every two weeks")),
    ("4", _("Every four weeks")),
]


class EveningForm(forms.Form):
    """One evening. seen is the evening_mark that was shown."""

    held_on = DayField(label=_("Date"))
    place = TidyNameField(label=_("Place"), max_length=80, required=False)
    name = TidyNameField(
        label=_("Name"),
        max_length=80,
        required=False,
        help_text=_("If it has one besides its date, such as Christmas tournament."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    @staticmethod
    def initial_of(evening: Evening) -> dict[str, Any]:
        values = {"held_on": evening.held_on, "place": evening.place, "name": evening.name}
        return {**values, "seen": evening_mark(evening)}

    def explain_outside(self, league: League) -> None:
        """Days that are not of the season: the first one, else the last one of several."""
        is_first = not league.starts_on <= self.cleaned_data["held_on"] <= league.ends_on
        field = "held_on" if is_first or "until" not in self.fields else "until"
        span = days_text([league.starts_on, league.ends_on]).replace(", ", " – ")
        text = gettext("Not in the season, which runs %(span)s.")
        self.add_error(field, text % {"span": span})

    def explain_taken(self, dates: Sequence[date]) -> None:
        text = gettext("There is an evening already: %(dates)s. Give this one a name of its own.")
        self.add_error("held_on", text % {"dates": days_text(dates)})


class EveningNewForm(EveningForm):
    """One evening, or one every week until a day."""

    repeat = forms.ChoiceField(label=_("Again"), choices=REPEATS, required=False)
    until = DayField(label=_("Until"), required=False)

    def clean(self) -> None:
        first, until = self.cleaned_data.get("held_on"), self.cleaned_data.get("until")
        if not self.cleaned_data.get("repeat"):
            return
        if until is None and "until" not in self.errors:
            self.add_error("until", _("Until when?"))
        elif first and until and until < first:
            self.add_error("until", _("That is before the first evening."))
        elif first and until and until - first > timedelta(days=800):
            self.add_error("until", _("Two years at most."))

    def dates(self) -> list[date]:
        """Every day that is asked for, the first one first."""
        day, weeks = self.cleaned_data["held_on"], self.cleaned_data["repeat"]
        until = self.cleaned_data["until"] if weeks else day
        days = []
        while day <= until:
            days.append(day)
            day += int(weeks or 1) * WEEK
        return days


class CheckInForm(forms.Form):
    """The players at the door. shown: those who were noted when the page was made."""

    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, guests: Sequence[Guest]) -> None:
        super().__init__(data)
        self.guests = guests

    def came(self) -> list[Player]:
        """Ticked since the page was shown."""
        return self._players_in(told_list(self.data, "here") - told_list(self.data, "shown"))

    def left_out(self) -> list[Player]:
        """No longer ticked."""
        return self._players_in(told_list(self.data, "shown") - told_list(self.data, "here"))

    def _players_in(self, uuids: set[str]) -> list[Player]:
        return [guest.player for guest in self.guests if str(guest.player.uuid) in uuids]


class PenaltyForm(PenaltyPoints):
    field_order = ("player", "direction", "points")

    player = forms.ChoiceField(label=_("Player"))
    sitting = forms.ChoiceField(label=_("Where"), required=False)
    reason = TidyField(label=_("Reason"), max_length=REASON_LENGTH)
    request_id = RequestIdField()

    def __init__(
        self, data: Any = None, *, guests: Sequence[Guest], tables: Sequence[NearbyTable]
    ) -> None:
        super().__init__(data)
        self.players = {str(guest.player.uuid): guest.player for guest in guests}
        self.tables = {str(line.sitting.uuid): line.sitting for line in tables if line.counts}
        names = [(uuid, player.listed_name) for uuid, player in self.players.items()]
        set_choices(self, "player", [("", _("Choose…")), *names])
        at = [(uuid, capfirst(table.called)) for uuid, table in self.tables.items()]
        set_choices(self, "sitting", [("", _("The whole evening")), *at])

    def clean(self) -> None:
        super().clean()
        player = self.players.get(self.cleaned_data.get("player", ""))
        table = self.tables.get(self.cleaned_data.get("sitting", ""))
        if player and table and player.pk not in {seat.player_id for seat in table.seats.all()}:
            refusal = gettext(
                "%(name)s did not sit there: choose another table, or the whole evening."
            )
            self.add_error("sitting", refusal % {"name": player.listed_name})
