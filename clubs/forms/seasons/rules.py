"""The form of the dates and the standings rules of a season."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs import choices
from clubs.core.games import get_game
from clubs.core.problems import Problem
from clubs.core.standings.settings import (
    MOST,
    Guests,
    LeagueSettings,
    LeagueTieBreak,
    Normalise,
    PlaceScope,
    RankingMethod,
    SettingsRefused,
    Unqualified,
)
from clubs.forms.fields import RequestIdField, set_choices
from clubs.forms.seasons.leagues import LeagueDatesForm, PlacePointsField, WholeNumber
from clubs.models import League
from clubs.queries.seasons.counted import counted_words
from clubs.queries.seasons.seasons import league_mark
from clubs.queries.seasons.standings_words import TIE_BREAK_NAMES

METHOD_CHOICES = [
    (RankingMethod.TOTAL, _("Total: all deal scores added up")),
    (RankingMethod.AVERAGE, _("Average a deal: the total by the number of deals played")),
    (RankingMethod.EVENING_AVERAGE, _("Average an evening: the total by the evenings attended")),
    (RankingMethod.BEST_N, _("Best evenings: only so many of each player's evenings count")),
    (RankingMethod.DROP_WORST, _("Without the worst: each player's worst evenings are left out")),
    (RankingMethod.PLACE_POINTS, _("Place points: each evening gives points for the place")),
    (RankingMethod.RATING, _("Rating: the rating of the club, as it stands")),
]

NORMALISE_CHOICES = [
    (Normalise.NONE, _("As scored")),
    (Normalise.PER_OPPONENT, _("By the number of opponents, as if all had played in fours")),
    (Normalise.Z_SCORE, _("By how far scores spread at tables of that size")),
    (Normalise.OWN_SIZE, _("Separate standings for each size")),
]

GUEST_CHOICES = [
    (Guests.PLAYED_NOT_RANKED, _("They are listed below the ranking")),
    (Guests.RANKED, _("They are ranked like members")),
    (Guests.EXCLUDED_DEALS, _("Deals with a guest count for nobody")),
]

UNQUALIFIED_CHOICES = [
    (Unqualified.BELOW, _("below the others")),
    (Unqualified.HIDDEN, _("not at all")),
    (Unqualified.RANKED, _("ranked all the same")),
]

SCOPE_CHOICES = [
    (PlaceScope.EVENING, _("Of the whole evening")),
    (PlaceScope.TABLE, _("Of each table")),
]

TIE_FIELDS = [f"tie_{place}" for place in range(1, len(LeagueTieBreak) + 1)]

# What matters for one method only; the others keep what they had.
OF_METHOD: Mapping[str, Sequence[str]] = {
    "best_n": (RankingMethod.BEST_N,),
    "drop_worst": (RankingMethod.DROP_WORST,),
    "missed_counts_as": (RankingMethod.DROP_WORST,),
    "place_points": (RankingMethod.PLACE_POINTS,),
    "place_scope": (RankingMethod.PLACE_POINTS,),
    "attendance_points": (RankingMethod.PLACE_POINTS,),
}


class LeagueForm(LeagueDatesForm):
    """Name, dates and every setting of the standings. seen is the league_mark that was shown."""

    method = forms.ChoiceField(
        label=_("How players are ranked"), choices=METHOD_CHOICES, widget=forms.RadioSelect
    )
    best_n = WholeNumber(label=_("Evenings that count"), required=False)
    drop_worst = WholeNumber(label=_("Evenings left out"), required=False)
    missed_counts_as = WholeNumber(
        signed=True,
        label=_("An evening missed counts as"),
        required=False,
        help_text=_("Empty: it counts as nothing, and is never one of the worst."),
    )
    place_points = PlacePointsField(
        label=_("Points for the places"),
        required=False,
        max_length=200,
        help_text=_("From the first place on. Places after the last number get 0."),
    )
    place_scope = forms.ChoiceField(
        label=_("Which place"), choices=SCOPE_CHOICES, widget=forms.RadioSelect, required=False
    )
    attendance_points = WholeNumber(
        signed=True,
        label=_("Points for coming"),
        required=False,
        help_text=_("Added for each evening attended."),
    )
    sizes = forms.TypedMultipleChoiceField(
        label=_("Tables that count"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Players in a deal."),
        error_messages={"required": _("Choose one size at least.")},
    )
    normalise = forms.ChoiceField(label=_("Tables of different sizes"), choices=NORMALISE_CHOICES)
    guests = forms.ChoiceField(label=_("Guests"), choices=GUEST_CHOICES)
    min_evenings = WholeNumber(label=_("Evenings to be ranked"), required=False)
    min_deals = WholeNumber(label=_("Deals to be ranked"), required=False)
    unqualified = forms.ChoiceField(
        label=_("Players with fewer are listed"), choices=UNQUALIFIED_CHOICES
    )
    carry_over = forms.BooleanField(
        label=_("Count the points that members bring along"),
        required=False,
        help_text=_("They are typed on the list of members."),
    )
    penalties = forms.BooleanField(label=_("Count penalties"), required=False)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, league: League) -> None:
        self.settings = LeagueSettings.read(league.standings_rules or None)
        super().__init__(data, initial=self.initial_of(league))
        sizes = get_game(league.game).active_counts
        self.offers_sizes = len(sizes) > 1
        if self.offers_sizes:
            set_choices(self, "sizes", [(size, size) for size in sizes])
        else:  # nothing to choose: what was set stays
            del self.fields["sizes"], self.fields["normalise"]
        has_rating = league.club.has_ratings or self.settings.method is RankingMethod.RATING
        offered = [
            one for one in METHOD_CHOICES if has_rating or one[0] is not RankingMethod.RATING
        ]
        words = counted_words(league.game)
        set_choices(self, "method", [(one, words.options.get(one, told)) for one, told in offered])
        guests = [(one, words.options.get(one, told)) for one, told in GUEST_CHOICES]
        set_choices(self, "guests", guests)
        self.fields["min_deals"].label = words.asked
        ties = [(one, words.tie_breaks.get(one, told)) for one, told in TIE_BREAK_NAMES.items()]
        for place, name in enumerate(TIE_FIELDS, 1):
            self.fields[name] = forms.ChoiceField(
                label=gettext("Tie-break %(place)s") % {"place": place},
                required=False,
                choices=[("", pgettext_lazy("tie-break", "none")), *ties],
                initial=dict(enumerate(self.settings.tie_breaks, 1)).get(place, ""),
            )

    def initial_of(self, league: League) -> dict[str, Any]:
        values = self.settings.to_json()
        values.pop("tie_breaks")
        values.pop("version")
        dates = {"name": league.name, "starts_on": league.starts_on, "ends_on": league.ends_on}
        return {**values, **dates, "seen": league_mark(league)}

    def tie_fields(self) -> list[forms.BoundField]:
        """All of them. Of empty ones in a row the stylesheet shows the first."""
        return [self[name] for name in TIE_FIELDS]

    def clean(self) -> None:
        super().clean()
        method = self.cleaned_data.get("method")
        for name, methods in OF_METHOD.items():
            if method not in methods:  # it is folded away: what was set before stays
                self.errors.pop(name, None)
                self.cleaned_data[name] = self.settings.to_json()[name]
        if not self.errors.keys() - {"name", "starts_on", "ends_on"}:
            try:
                LeagueSettings.read(self.to_rules())
            except SettingsRefused as refusal:
                self.explain(refusal.problems)

    def to_rules(self) -> dict[str, Any]:
        """The settings as leagues.md §3.1 writes them; a number left empty is 0 or none."""
        values = self.cleaned_data
        rules = {**self.settings.to_json(), **{name: values[name] for name in self.initial_names()}}
        for name in ("min_evenings", "min_deals", "attendance_points"):
            rules[name] = rules[name] or 0
        rules["place_scope"] = rules["place_scope"] or str(PlaceScope.EVENING)
        rules["tie_breaks"] = [values[name] for name in TIE_FIELDS if values[name]]
        return rules

    def initial_names(self) -> list[str]:
        """The settings that a field of that name holds."""
        return [name for name in self.settings.to_json() if name in self.fields]

    def explain(self, problems: Iterable[Problem]) -> None:
        """Adds the problems that core found as errors of their fields."""
        # Those that are set, before an error takes its field out of cleaned_data.
        ties = [name for name in TIE_FIELDS if self.cleaned_data[name]]
        for problem in problems:
            setting = (problem.field or "").removeprefix("settings.").partition("[")
            name = setting[0]
            if name == "tie_breaks":
                self.add_error(ties[int(setting[2].rstrip("]"))], _("It stands there twice."))
            elif problem.code == "field_missing":
                self.add_error(name, _("This method needs a number."))
            elif "low" in problem.params:
                low = choices.shown(problem.params["low"])
                bounds = {"low": low, "high": choices.shown(MOST)}
                self.add_error(name, gettext("From %(low)s to %(high)s.") % bounds)
            else:
                self.add_error(name, choices.problem_message(problem))
