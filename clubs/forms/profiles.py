"""Filters of the statistics: above a profile, and in the address of the deals behind a number."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.choices import Role
from clubs.core.games import DEFAULT_GAME, GAMES, get_game
from clubs.forms.fields import set_choices
from clubs.models import Club, Evening, League, Player
from clubs.queries.deals.breakdown import has_contract
from clubs.queries.games import WORDS
from clubs.queries.statistics.deal_filters import BONUSES, DealFilter
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.profiles import RulesPlayed, games_of

SIZES = sorted({size for game in GAMES.values() for size in game.active_counts})
CONTRACT_LENGTH = 20


def _whole(low: int, high: int, label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=low, max_value=high)


class DayInput(forms.DateInput):
    """The day as browsers want it, in any language."""

    def __init__(self) -> None:
        super().__init__({"type": "date", "class": "form-control"}, format="%Y-%m-%d")


class Choices(forms.Select):
    def __init__(self) -> None:
        super().__init__({"class": "form-select"})


class SpanForm(forms.Form):
    """Days, table size and rule profile: what every filter of deals has."""

    since = forms.DateField(label=_("From"), required=False, widget=DayInput)
    until = forms.DateField(label=_("Until"), required=False, widget=DayInput)
    size: forms.Field = _whole(SIZES[0], SIZES[-1], _("Table size"))
    rules: forms.Field = forms.CharField(label=_("Rules"), required=False, max_length=80)

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        since, until = told.get("since"), told.get("until")
        if since and until and since > until:
            self.add_error("until", _("This day is before the first one."))
        return told

    def span(self) -> dict[str, Any]:
        """What Population takes; what makes no sense is left out."""
        if not self.is_bound:
            return {}
        self.is_valid()
        told = self.cleaned_data
        names = ("since", "until", "size", "rules")
        return {name: told[name] for name in names if told.get(name)}


class ProfileForm(SpanForm):
    """The filters above a profile. They are of one game: that which is told, else that of the
    season which is told, else usual; seasons, sizes and rules of another one are left out.

    leagues are all seasons of the club and played what its tables were played by; only a club of
    several games is asked for one.
    """

    game = forms.ChoiceField(label=_("Game"), required=False, widget=Choices)
    league = forms.ChoiceField(label=_("Season"), required=False, widget=Choices)
    size = forms.TypedChoiceField(label=_("Table size"), required=False, coerce=int, widget=Choices)
    rules = forms.ChoiceField(label=_("Rules"), required=False, widget=Choices)
    field_order = ("game", "league", "size", "since", "until", "rules")

    def __init__(
        self,
        data: Mapping[str, str],
        *,
        leagues: Sequence[League],
        played: Sequence[RulesPlayed],
        usual: str | None = None,
    ) -> None:
        games = [code for code in GAMES if code in {*games_of(played), *_of_games(leagues)}]
        seasons = {str(league.uuid): league for league in leagues}
        self.shown_game = _game_shown(data, games, seasons, usual or games_of(played)[0])
        sizes = get_game(self.shown_game).active_counts
        super().__init__(self.fitting(data, seasons, played, sizes) or None)
        self.leagues = {key: one for key, one in seasons.items() if one.game == self.shown_game}
        named = ((key, league.name) for key, league in self.leagues.items())
        set_choices(self, "league", [("", _("All seasons")), *named])
        set_choices(self, "size", [("", _("All tables")), *map(size_choice, sizes)])
        rules = [(one.name, one.title) for one in played if one.game == self.shown_game]
        set_choices(self, "rules", [("", _("All rules")), *rules])
        set_choices(self, "game", [(code, WORDS[code].name) for code in games])
        self.initial["game"] = self.shown_game
        self.offers_games = len(games) > 1
        self.offers_sizes = len(sizes) > 1

    def fitting(
        self,
        data: Mapping[str, str],
        seasons: Mapping[str, League],
        played: Sequence[RulesPlayed],
        sizes: Sequence[int],
    ) -> dict[str, str]:
        """What was told, without what is right for another game only."""
        told = {name: data[name] for name in data}
        if told:
            told.setdefault("game", self.shown_game)
        league = seasons.get(told.get("league", ""))
        if league is not None and league.game != self.shown_game:
            del told["league"]
        games = {one.game for one in played if one.name == told.get("rules")}
        if games and self.shown_game not in games:
            del told["rules"]
        size = told.get("size", "")
        if size in map(str, SIZES) and size not in map(str, sizes):
            del told["size"]
        return told

    def population(self, club: Club) -> Population:
        span = self.span()
        key = self.cleaned_data.get("league") if self.is_bound else None
        return Population(club, league=self.leagues.get(key or ""), game=self.shown_game, **span)

    @property
    def query(self) -> str:
        """The filters, for the addresses of other pages: with the game where there are several."""
        told = {name: value for name, value in self.data.items() if name in self.fields and value}
        if self.offers_games:
            told["game"] = self.shown_game
        else:
            told.pop("game", None)
        return urlencode(told)

    @property
    def has_more(self) -> bool:
        """Whether dates or rules are told, or wrong: they lie folded otherwise."""
        names = {"since", "until", "rules"}
        return bool(names & (self.span().keys() | self.errors.keys()))


def _of_games(leagues: Sequence[League]) -> set[str]:
    return {league.game for league in leagues}


def _game_shown(
    data: Mapping[str, str], games: Sequence[str], seasons: Mapping[str, League], usual: str
) -> str:
    """Which game the filters are of; what makes no sense is that of nothing told."""
    if data.get("game") in games:
        return str(data["game"])
    league = seasons.get(data.get("league", ""))
    return league.game if league is not None else usual


def size_choice(size: int) -> tuple[int, str]:
    return size, gettext("%(count)s players") % {"count": size}


def _known_contract(code: str) -> None:
    if not any(has_contract(game, code) for game in WORDS):
        raise ValidationError(_("No game has a contract of that name."))


class DealFilterForm(SpanForm):
    """What the address of a list of deals says; every link of the statistics says it right."""

    player = forms.UUIDField(label=_("Player"), required=False)
    opponent = forms.UUIDField(label=_("Opponent"), required=False)
    partner = forms.UUIDField(label=_("Partner"), required=False)
    league = forms.UUIDField(label=_("Season"), required=False)
    evening = forms.UUIDField(label=_("Evening"), required=False)
    role = forms.ChoiceField(
        label=_("Role"),
        required=False,
        choices=[(role.value, role.label) for role in Role if role is not Role.OUT],
    )
    game = forms.ChoiceField(
        label=_("Game"), required=False, choices=[(code, code) for code in WORDS]
    )
    contract = forms.CharField(
        label=_("Contract"),
        required=False,
        max_length=CONTRACT_LENGTH,
        validators=[_known_contract],
    )
    oudlers = _whole(0, 3, _("Oudlers"))
    position = _whole(1, SIZES[-1], _("Place in the bidding"))
    made = forms.ChoiceField(
        label=_("Result"), required=False, choices=[("yes", _("made")), ("no", _("failed"))]
    )
    bonus = forms.ChoiceField(
        label=_("Bonus"), required=False, choices=[(name, name) for name in BONUSES]
    )
    facing = forms.ChoiceField(label=_("Facing"), required=False, choices=[("yes", _("yes"))])

    def people(self) -> list[Any]:
        """Whom the address names, by uuid."""
        names = ("player", "opponent", "partner")
        return [self.cleaned_data[name] for name in names if self.cleaned_data.get(name)]

    def wanted(
        self,
        club: Club,
        people: dict[Any, Player],
        league: League | None,
        evening: Evening | None,
    ) -> DealFilter:
        """people are those of people(), by uuid. Only of a valid form."""
        told = self.cleaned_data
        population = Population(
            club,
            league=league,
            game=told["game"] or DEFAULT_GAME,
            opponent=people.get(told["opponent"]),
            **self.span(),
        )
        return DealFilter(
            population,
            player=people.get(told["player"]),
            partner=people.get(told["partner"]),
            evening=evening,
            role=told["role"],
            contract=told["contract"],
            oudlers=told["oudlers"],
            position=told["position"],
            made={"yes": True, "no": False}.get(told["made"]),
            bonus=told["bonus"],
            is_facing=bool(told["facing"]),
        )
