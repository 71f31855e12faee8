"""Filters of the statistics: above a profile, and in the address of the deals behind a number."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.choices import DEAL_ROLES, choices_of
from clubs.core.deals import DealRole
from clubs.core.games import DEFAULT_GAME, GAMES, active_counts, get_game
from clubs.core.names import name_key
from clubs.core.table_checks import NAME_LENGTH
from clubs.forms.fields import DayInput, set_choices
from clubs.models import Club, Evening, League, Player
from clubs.queries.deals.breakdown import has_contract
from clubs.queries.games import WORDS
from clubs.queries.statistics.deal_filters import BONUSES, FACTS, DealFilter
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.profiles import RulesPlayed, games_of

CONTRACT_LENGTH = 20


def _number_field(low: int, high: int, label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=low, max_value=high)


def _players(label: Any, least: Callable[[], int]) -> forms.IntegerField:
    """A number of players, up to the greatest that some game has in a deal."""
    bounds = [MinValueValidator(least), MaxValueValidator(lambda: active_counts()[-1])]
    return forms.IntegerField(label=label, required=False, validators=bounds)


class SelectWidget(forms.Select):
    def __init__(self) -> None:
        super().__init__({"class": "form-select"})


def _day_field(label: Any) -> forms.DateField:
    widget = DayInput({"class": "form-control"})
    return forms.DateField(label=label, required=False, widget=widget)


class SpanForm(forms.Form):
    """Days, table size and rule profile: what every filter of deals has."""

    since = _day_field(_("From"))
    until = _day_field(_("Until"))
    size: forms.Field = _players(_("Table size"), lambda: active_counts()[0])
    rules: forms.Field = forms.CharField(label=_("Rules"), required=False, max_length=80)

    def clean(self) -> None:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and since > until:
            self.add_error("until", _("This day is before the first one."))

    def span(self) -> dict[str, Any]:
        """What Population takes; what makes no sense is left out."""
        if not self.is_bound:
            return {}
        self.is_valid()
        cleaned = self.cleaned_data
        names = ("since", "until", "size", "rules")
        return {name: cleaned[name] for name in names if cleaned.get(name)}


class ProfileForm(SpanForm):
    """The filters above a profile.

    They are of one game: that of the address, else that of the season in the address, else usual.
    Seasons, sizes and rules of another game are left out. leagues are all seasons of the club, and
    played the rules of its tables. Only a club of several games is asked for one.
    """

    game = forms.ChoiceField(label=_("Game"), required=False, widget=SelectWidget)
    league = forms.ChoiceField(label=_("Season"), required=False, widget=SelectWidget)
    size = forms.TypedChoiceField(
        label=_("Table size"), required=False, coerce=int, widget=SelectWidget
    )
    rules = forms.ChoiceField(label=_("Rules"), required=False, widget=SelectWidget)
    field_order = ("game", "league", "size", "since", "until", "rules")

    def __init__(
        self,
        data: Mapping[str, str],
        *,
        leagues: Sequence[League],
        played: Sequence[RulesPlayed],
        usual: str | None = None,
    ) -> None:
        games = [
            code
            for code in GAMES
            if code in {*games_of(played), *(league.game for league in leagues)}
        ]
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
        """The data of the address, without what is right for another game only: a game for so many
        shows no choice of sizes."""
        values = {name: data[name] for name in data}
        if values:
            values.setdefault("game", self.shown_game)
        league = seasons.get(values.get("league", ""))
        if league is not None and league.game != self.shown_game:
            del values["league"]
        games = {one.game for one in played if one.name == values.get("rules")}
        if games and self.shown_game not in games:
            del values["rules"]
        choices = sizes if len(sizes) > 1 else ()
        size = values.get("size", "")
        if size in map(str, active_counts()) and size not in map(str, choices):
            del values["size"]
        return values

    def population(self, club: Club) -> Population:
        span = self.span()
        key = self.cleaned_data.get("league") if self.is_bound else None
        return Population(club, league=self.leagues.get(key or ""), game=self.shown_game, **span)

    @property
    def query(self) -> str:
        """The filters, for the addresses of other pages: with the game where there are several."""
        filters = {
            name: value for name, value in self.data.items() if name in self.fields and value
        }
        if self.offers_games:
            filters["game"] = self.shown_game
        else:
            filters.pop("game", None)
        return urlencode(filters)

    @property
    def has_more(self) -> bool:
        """Whether dates or rules are set, or wrong. Otherwise they are folded."""
        names = {"since", "until", "rules"}
        return bool(names & (self.span().keys() | self.errors.keys()))


class RecordsForm(ProfileForm):
    """The filters above records: those of a profile, and whose they are."""

    player = forms.ChoiceField(label=_("Player"), required=False, widget=SelectWidget)
    group = forms.ChoiceField(
        label=pgettext_lazy("of people", "Group"), required=False, widget=SelectWidget
    )

    def __init__(
        self,
        data: Mapping[str, str],
        *,
        people: Mapping[str, str],
        groups: Sequence[str] = (),
        **options: Any,
    ) -> None:
        values = {name: data[name] for name in data}
        if values.get("group") not in groups:  # deleted since: other lists pass over it as well
            values.pop("group", None)
        super().__init__(values, **options)
        set_choices(self, "player", [("", _("Everybody")), *people.items()])
        set_choices(self, "group", [("", _("Everybody")), *((name, name) for name in groups)])
        self.offers_groups = bool(groups)

    def shown_fields(self) -> list[forms.BoundField]:
        """Those that have something to choose."""
        offered = {
            "game": self.offers_games,
            "size": self.offers_sizes,
            "group": self.offers_groups,
        }
        names = ("game", "league", "size", "group", "player")
        return [self[name] for name in names if offered.get(name, True)]

    @property
    def is_asked(self) -> bool:
        """Whether the address asks for more than a game, were it for all again, or something is
        wrong: who chooses goes on choosing."""
        return bool(self.errors or {"league", "size", "group", "player"} & self.data.keys())

    def asked_player(self) -> str:
        """A uuid; empty for everybody."""
        self.is_valid()
        key: str = self.cleaned_data.get("player", "") if self.is_bound else ""
        return key

    def asked_group(self) -> str:
        """Empty for everybody, and where one player is asked for."""
        self.is_valid()
        group: str = self.cleaned_data.get("group", "") if self.is_bound else ""
        return "" if self.asked_player() else group


def _game_shown(
    data: Mapping[str, str], games: Sequence[str], seasons: Mapping[str, League], usual: str
) -> str:
    """The game of the filters. What makes no sense counts as nothing asked."""
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
        choices=[(role, label) for role, label in choices_of(DEAL_ROLES) if role != DealRole.OUT],
    )
    game = forms.ChoiceField(
        label=_("Game"), required=False, choices=lambda: [(code, code) for code in WORDS]
    )
    contract = forms.CharField(
        label=_("Contract"),
        required=False,
        max_length=CONTRACT_LENGTH,
        validators=[_known_contract],
    )
    oudlers = _number_field(0, 3, _("Oudlers"))
    position = _players(_("Place in the bidding"), lambda: 1)
    bonus = forms.ChoiceField(
        label=_("Bonus"), required=False, choices=[(name, name) for name in BONUSES]
    )
    fact = forms.ChoiceField(
        label=_("What a deal tells"),
        required=False,
        choices=lambda: [(code, code) for code in FACTS],
    )
    facing = forms.ChoiceField(label=_("Facing"), required=False, choices=[("yes", _("yes"))])
    q = forms.CharField(label=_("Taker"), required=False, max_length=NAME_LENGTH)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        results = [("yes", _("made")), ("no", _("failed"))]
        self.fields["made"] = forms.ChoiceField(label=_("Result"), required=False, choices=results)

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
        cleaned = self.cleaned_data
        population = Population(
            club,
            league=league,
            game=cleaned["game"] or DEFAULT_GAME,
            opponent=people.get(cleaned["opponent"]),
            **self.span(),
        )
        return DealFilter(
            population,
            player=people.get(cleaned["player"]),
            partner=people.get(cleaned["partner"]),
            evening=evening,
            role=cleaned["role"],
            contract=cleaned["contract"],
            oudlers=cleaned["oudlers"],
            position=cleaned["position"],
            is_made={"yes": True, "no": False}.get(cleaned["made"]),
            bonus=cleaned["bonus"],
            fact=cleaned["fact"],
            is_facing=bool(cleaned["facing"]),
            taker_key=name_key(cleaned["q"]),
        )
