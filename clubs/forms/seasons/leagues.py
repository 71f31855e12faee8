"""Forms of a season: its dates and rules, its members, what visitors see, and why it reopens."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils import formats
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs import choices
from clubs.core.games import DEFAULT_GAME, get_game
from clubs.core.problems import Problem
from clubs.core.standings.settings import (
    MOST,
    Guests,
    Method,
    Normalise,
    PlaceScope,
    Settings,
    SettingsRefused,
    TieBreak,
    Unqualified,
)
from clubs.forms.fields import NameField, RequestIdField, set_choices
from clubs.models import League, Player
from clubs.queries.games import WORDS
from clubs.queries.seasons.seasons import MemberLine, league_mark

REASON_LENGTH = 200
METHOD_CHOICES = [
    (Method.TOTAL, _("Total: all deal scores added up")),
    (Method.AVERAGE, _("Average a deal: the total by the number of deals played")),
    (Method.EVENING_AVERAGE, _("Average an evening: the total by the evenings attended")),
    (Method.BEST_N, _("Best evenings: only so many of each player's evenings count")),
    (Method.DROP_WORST, _("Without the worst: each player's worst evenings are left out")),
    (Method.PLACE_POINTS, _("Place points: each evening gives points for the place")),
    (Method.RATING, _("Rating: the rating of the club, as it stands")),
]
NORMALISE_CHOICES = [
    (Normalise.NONE, _("As scored")),
    (Normalise.PER_OPPONENT, _("By the number of opponents, as if all had played in fours")),
    (Normalise.Z_SCORE, _("By how far scores spread at tables of that size")),
    (Normalise.OWN_SIZE, _("Separate standings for each size")),
]
GUEST_CHOICES = [
    (Guests.PLAYED_NOT_RANKED, _("They play, and are listed below the ranking")),
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
TIE_BREAK_CHOICES = [
    (TieBreak.EVENINGS, _("more evenings")),
    (TieBreak.FEWER_DEALS, _("fewer deals")),
    (TieBreak.AVERAGE, _("the better average a deal")),
    (TieBreak.BEST_EVENING, _("the best evening")),
    (TieBreak.SECOND_BEST_EVENING, _("the second best evening")),
    (TieBreak.EVENINGS_WON, _("more evenings won")),
    (TieBreak.CONTRACTS_MADE, _("more contracts made")),
    (TieBreak.SUCCESS_RATE, _("the higher rate of contracts made")),
    (TieBreak.HEAD_TO_HEAD, _("the deals they played together")),
    (TieBreak.LAST_EVENING, _("the last evening")),
    (TieBreak.LOT, _("a draw of lots")),
]
TIES_SHOWN = 4  # selects, at least

# What matters for one method only; the others keep what they had.
OF_METHOD: Mapping[str, Sequence[str]] = {
    "best_n": (Method.BEST_N,),
    "drop_worst": (Method.DROP_WORST,),
    "missed_counts_as": (Method.DROP_WORST,),
    "place_points": (Method.PLACE_POINTS,),
    "place_scope": (Method.PLACE_POINTS,),
    "attendance_points": (Method.PLACE_POINTS,),
}


class DayInput(forms.DateInput):
    """The browser's own; it speaks ISO whatever the language."""

    input_type = "date"

    def __init__(self, attrs: Mapping[str, Any] | None = None) -> None:
        super().__init__(dict(attrs or {}), format="%Y-%m-%d")


class DayField(forms.DateField):
    widget = DayInput

    def __init__(self, **kwargs: Any) -> None:
        ours = ["%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y"]
        super().__init__(input_formats=ours, **kwargs)


class WholeNumber(forms.IntegerField):
    """A whole number; a real minus sign is one too. Bounds are those of core.

    signed: it may be below 0. The numeric keys of a phone have no minus, so that all are shown.
    """

    def __init__(self, *, signed: bool = False, **kwargs: Any) -> None:
        attrs = {"inputmode": "text" if signed else "numeric", "class": "w-num"}
        super().__init__(widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str):
            value = value.replace("−", "-").replace("\u202f", "").strip()
        return super().to_python(value)


class PenaltyPoints(forms.Form):
    """Points of a penalty: taken unless somebody chooses that they are given, typed as digits.

    cleaned_data["points"] is below 0 for points that are taken."""

    TAKES, GIVES = "takes", "gives"

    direction = forms.ChoiceField(
        label=_("The penalty"),
        choices=[(TAKES, _("takes points away")), (GIVES, _("gives points"))],
        initial=TAKES,
        widget=forms.RadioSelect,
    )
    points = WholeNumber(
        label=_("Points"),
        min_value=1,
        max_value=MOST,
        error_messages={
            "min_value": _("From 1 on, without a sign: the choice says whether they are taken.")
        },
    )

    def clean(self) -> None:
        super().clean()
        points, direction = map(self.cleaned_data.get, ("points", "direction"))
        if points and direction == self.TAKES:
            self.cleaned_data["points"] = -points


class PlacePointsField(forms.CharField):
    """Points of the first place, the second, …: whole numbers with commas, semicolons or spaces."""

    def to_python(self, value: Any) -> Any:
        if isinstance(value, list):
            return value
        words = str(value or "").replace("−", "-").replace(",", " ").replace(";", " ").split()
        try:
            return [int(word) for word in words]
        except ValueError:
            text = _("Whole numbers with spaces or commas between them, such as 10, 6, 4.")
            raise ValidationError(text) from None

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def run_validators(self, value: Any) -> None:
        """Numbers are checked by core; CharField's own validators want text."""


def tidy(text: object) -> str:
    return " ".join(str(text).split())


def told_list(data: Any, name: str) -> set[str]:
    """Everything that a form sent under this name."""
    return set(data.getlist(name))


def days_text(dates: Iterable[date]) -> str:
    return ", ".join(formats.date_format(day, "SHORT_DATE_FORMAT") for day in dates)


class LeagueDatesForm(forms.Form):
    """Name and span of a season."""

    name = NameField(
        label=_("Name"), max_length=80, help_text=_("Such as 2026–2027, or Friday tournament.")
    )
    starts_on = DayField(label=_("First day"))
    ends_on = DayField(label=_("Last day"))

    def clean_name(self) -> str:
        return tidy(self.cleaned_data["name"])

    def clean(self) -> None:
        first, last = self.cleaned_data.get("starts_on"), self.cleaned_data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day comes before the first one."))

    def explain_outside(self, dates: Sequence[date]) -> None:
        """Evenings that would lie outside the season."""
        text = ngettext(
            "There is an evening outside these days: %(dates)s. Move it first.",
            "There are evenings outside these days: %(dates)s. Move them first.",
            len(dates),
        )
        last = self.cleaned_data.get("ends_on")
        field = "ends_on" if last and dates[-1] > last else "starts_on"
        self.add_error(field, text % {"dates": days_text(dates)})


class LeagueNewForm(LeagueDatesForm):
    """A new season, of the game of the newest one unless told. Rules and members may come from an
    earlier one, whatever its game; the rules do from the newest of the same game unless told."""

    game = forms.ChoiceField(
        label=_("Game"),
        required=False,
        help_text=_("Only tables of this game count. It cannot be changed afterwards."),
    )
    rules_of = forms.ChoiceField(label=_("Rules of the standings"), required=False)
    members_of = forms.ChoiceField(label=_("Members"), required=False)
    request_id = RequestIdField()

    NOBODY = "nobody"
    SAME_GAME = "same_game"

    def __init__(self, *args: Any, earlier: Sequence[League], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.earlier = {str(league.uuid): league for league in earlier}
        seasons = [(uuid, league.name) for uuid, league in self.earlier.items()]
        as_in = [(uuid, gettext("As in %(season)s") % {"season": name}) for uuid, name in seasons]
        self.usual_game = earlier[0].game if earlier else DEFAULT_GAME
        set_choices(self, "game", [(code, words.name) for code, words in WORDS.items()])
        self.initial.setdefault("game", self.usual_game)
        total = ("", _("The total of all scores"))
        usual = (self.SAME_GAME, _("As in the newest season of the same game, if there is one"))
        set_choices(self, "rules_of", [*([usual] if seasons else []), total, *as_in])
        everybody = ("", _("All members of the club"))
        nobody = (self.NOBODY, _("Nobody yet"))
        set_choices(self, "members_of", [everybody, *as_in, nobody])
        self.fields["rules_of"].help_text = gettext("Everything can be changed afterwards.")
        if seasons:
            self.initial.setdefault("rules_of", self.SAME_GAME)
            self.initial.setdefault("members_of", seasons[0][0])

    def clean_game(self) -> str:
        return self.cleaned_data["game"] or self.usual_game

    def rules_from(self) -> League | None:
        """Whose rules it takes over; None: all scores are added up."""
        told, game = self.cleaned_data["rules_of"], self.cleaned_data["game"]
        if told == self.SAME_GAME:
            return next((one for one in self.earlier.values() if one.game == game), None)
        return self.earlier.get(told)

    def members_from(self) -> League | None:
        return self.earlier.get(self.cleaned_data["members_of"])

    def starts_empty(self) -> bool:
        return bool(self.cleaned_data["members_of"] == self.NOBODY)


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
        self.settings = Settings.read(league.standings_rules or None)
        super().__init__(data, initial=self.initial_of(league))
        sizes = get_game(league.game).active_counts
        self.offers_sizes = len(sizes) > 1
        if self.offers_sizes:
            set_choices(self, "sizes", [(size, size) for size in sizes])
        else:  # nothing to choose: what was set stays
            del self.fields["sizes"], self.fields["normalise"]
        has_rating = league.club.has_ratings or self.settings.method is Method.RATING
        offered = [one for one in METHOD_CHOICES if has_rating or one[0] is not Method.RATING]
        words = WORDS[league.game].counts
        set_choices(self, "method", [(one, words.options.get(one, told)) for one, told in offered])
        guests = [(one, words.options.get(one, told)) for one, told in GUEST_CHOICES]
        set_choices(self, "guests", guests)
        self.fields["min_deals"].label = words.asked
        ties = [(one, words.tie_breaks.get(one, told)) for one, told in TIE_BREAK_CHOICES]
        for place in range(1, len(TieBreak) + 1):
            options = [("", pgettext_lazy("tie-break", "nothing")), *ties]
            self.fields[f"tie_{place}"] = forms.ChoiceField(
                label=gettext("Tie-break %(place)s") % {"place": place},
                required=False,
                choices=options,
                initial=dict(enumerate(self.settings.tie_breaks, 1)).get(place, ""),
            )

    def initial_of(self, league: League) -> dict[str, Any]:
        told = self.settings.to_json()
        told.pop("tie_breaks")
        told.pop("version")
        dates = {"name": league.name, "starts_on": league.starts_on, "ends_on": league.ends_on}
        return {**told, **dates, "seen": league_mark(league)}

    def tie_fields(self) -> list[forms.BoundField]:
        """Those that are shown: what is set, and room for two more."""
        names = [f"tie_{place}" for place in range(1, len(TieBreak) + 1)]
        filled = [at for at, name in enumerate(names, 1) if self[name].value() or self[name].errors]
        return [self[name] for name in names[: max(TIES_SHOWN, max(filled, default=0) + 1)]]

    def clean(self) -> None:
        super().clean()
        method = self.cleaned_data.get("method")
        for name, methods in OF_METHOD.items():
            if method not in methods:  # it is folded away: what was set before stays
                self.errors.pop(name, None)
                self.cleaned_data[name] = self.settings.to_json()[name]
        if not self.errors.keys() - {"name", "starts_on", "ends_on"}:
            try:
                Settings.read(self.to_rules())
            except SettingsRefused as refusal:
                self.explain(refusal.problems)

    def to_rules(self) -> dict[str, Any]:
        """The settings as leagues.md §3.1 writes them; a number left empty is 0 or none."""
        told = self.cleaned_data
        rules = {**self.settings.to_json(), **{name: told[name] for name in self.initial_names()}}
        for name in ("min_evenings", "min_deals", "attendance_points"):
            rules[name] = rules[name] or 0
        rules["place_scope"] = rules["place_scope"] or str(PlaceScope.EVENING)
        ties = (told[f"tie_{place}"] for place in range(1, len(TieBreak) + 1))
        rules["tie_breaks"] = [tie for tie in ties if tie]
        return rules

    def initial_names(self) -> list[str]:
        """The settings that a field of that name holds."""
        return [name for name in self.settings.to_json() if name in self.fields]

    def explain(self, problems: Iterable[Problem]) -> None:
        """What core refuses, at its field and in words."""
        for problem in problems:
            setting = (problem.field or "").removeprefix("settings.").partition("[")
            name = setting[0]
            if name == "tie_breaks":
                self.add_error(self.tie_at(setting[2]), _("It stands there twice."))
            elif problem.code == "field_missing":
                self.add_error(name, _("This method needs a number."))
            elif "low" in problem.params:
                low = choices.shown(problem.params["low"])
                told = {"low": low, "high": choices.shown(MOST)}
                self.add_error(name, gettext("From %(low)s to %(high)s.") % told)
            else:
                self.add_error(name, choices.problem_message(problem))

    def tie_at(self, index: str) -> str:
        """The field of the tie-break with this index, such as "2]", among those that are set."""
        names = [f"tie_{place}" for place in range(1, len(TieBreak) + 1)]
        filled = [name for name in names if self.cleaned_data[name]]
        return filled[int(index.rstrip("]"))]


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A line of the form: as it is, or as it came back."""

    line: MemberLine
    is_on: bool
    points: str
    error: str = ""


class LeagueMembersForm(forms.Form):
    """Who is on the list, and what each brings along: a box and a number a player. Without
    asks_points nobody is asked for the number, and what is there stays."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    def __init__(
        self, data: Any = None, *, lines: Sequence[MemberLine], seen: str, asks_points: bool
    ) -> None:
        super().__init__(data, initial={"seen": seen})
        self.lines = lines
        self.asks_points = asks_points
        self.wrong: dict[UUID, str] = {}
        self.asked: list[tuple[Player, int]] = []

    def clean(self) -> None:
        on = told_list(self.data, "member")
        field = WholeNumber(required=False, min_value=-MOST, max_value=MOST)
        for line in self.lines:
            if str(line.player.uuid) not in on:
                continue
            if not self.asks_points:
                self.asked.append((line.player, line.carry_over))
                continue
            try:
                points = field.clean(self.data.get(f"points_{line.player.uuid}", "")) or 0
            except ValidationError as refusal:
                self.wrong[line.player.uuid] = " ".join(refusal.messages)
            else:
                self.asked.append((line.player, points))
        if self.wrong:
            names = [line.player.name for line in self.lines if line.player.uuid in self.wrong]
            text = gettext("Whole numbers, please: %(names)s.") % {"names": ", ".join(names)}
            self.add_error(None, text)

    def rows(self) -> list[MemberRow]:
        if not self.is_bound:
            return [
                MemberRow(line, line.number is not None, str(line.carry_over or ""))
                for line in self.lines
            ]
        on = told_list(self.data, "member")
        return [
            MemberRow(
                line,
                str(line.player.uuid) in on,
                self.data.get(f"points_{line.player.uuid}", ""),
                self.wrong.get(line.player.uuid, ""),
            )
            for line in self.lines
        ]


class ReasonForm(forms.Form):
    """Why something is undone that was settled."""

    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)
    request_id = RequestIdField()

    def clean_reason(self) -> str:
        return tidy(self.cleaned_data["reason"])


class LeagueCloseForm(forms.Form):
    """That a season is to be closed, said twice: by a tick and by the button."""

    is_meant = forms.BooleanField(
        label=_("Yes, make the deals, penalties, rules and standings of this season final"),
        error_messages={"required": _("Tick this if the season is over.")},
    )
    request_id = RequestIdField()


class LeagueShowForm(forms.Form):
    """What visitors see of a season."""

    standings = forms.BooleanField(
        label=_("Standings"),
        required=False,
        help_text=_("Ranks, points and evenings of all players."),
    )
    results = forms.BooleanField(
        label=_("Results of the evenings"),
        required=False,
        help_text=_("Each evening with its tables and what everybody won."),
    )
    calendar = forms.BooleanField(
        label=_("Calendar"),
        required=False,
        help_text=_("Dates and places of the evenings, to subscribe to."),
    )
    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, league: League) -> None:
        names = ("standings", "results", "calendar")
        shown = {name: getattr(league, f"shows_{name}") for name in names}
        super().__init__(data, initial=shown)
