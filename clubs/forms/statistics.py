"""Filters of the statistics of a season, and the switch of ratings."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.games import get_game
from clubs.forms.fields import RequestIdField, set_choices
from clubs.forms.profiles import size_choice
from clubs.models import League
from clubs.queries.statistics.populations import Population

ON, OFF = "on", "off"


class SizeForm(forms.Form):
    """How many play a deal, of those that may. It offers nothing where that is one size."""

    size = forms.TypedChoiceField(
        label=_("Table size"),
        required=False,
        coerce=int,
        widget=forms.Select(attrs={"class": "form-select"}),
    )

    def __init__(self, data: Any, *, sizes: Sequence[int]) -> None:
        super().__init__(data or None)
        self.offers_sizes = len(sizes) > 1
        set_choices(self, "size", [("", _("All tables")), *map(size_choice, sizes)])

    def population(self, league: League) -> Population:
        """What makes no sense is left out."""
        size = self.cleaned_data.get("size") if self.is_bound and self.is_valid() else None
        return Population(league.club, league=league, size=size or None)


def size_form(data: Any, league: League) -> SizeForm:
    """The form with the sizes that the game of a season has."""
    return SizeForm(data, sizes=get_game(league.game).active_counts)


class RatingsForm(forms.Form):
    ratings = forms.ChoiceField(
        label=_("Ratings"), choices=[(ON, _("switched on")), (OFF, _("switched off"))]
    )
    request_id = RequestIdField()

    @property
    def has_ratings(self) -> bool:
        return bool(self.cleaned_data["ratings"] == ON)
