"""Filters of the statistics: above a profile, and in the address of the deals behind a number."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.choices import Contract, Role
from clubs.forms.fields import set_choices
from clubs.models import Club, Evening, League, Player
from clubs.queries.deal_filters import BONUSES, DealFilter
from clubs.queries.populations import Population

SIZES = (3, 4, 5, 6)


def whole(low: int, high: int, label: Any) -> forms.IntegerField:
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
    size: forms.Field = whole(SIZES[0], SIZES[-1], _("Table size"))
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
    """The filters above a profile."""

    league = forms.ChoiceField(label=_("Season"), required=False, widget=Choices)
    size = forms.TypedChoiceField(label=_("Table size"), required=False, coerce=int, widget=Choices)
    rules = forms.ChoiceField(label=_("Rules"), required=False, widget=Choices)
    field_order = ("league", "size", "since", "until", "rules")

    def __init__(
        self, data: Any, *, leagues: Sequence[League], rules: Iterable[tuple[str, str]]
    ) -> None:
        super().__init__(data or None)
        self.leagues = {str(league.uuid): league for league in leagues}
        named = ((key, league.name) for key, league in self.leagues.items())
        set_choices(self, "league", [("", _("All seasons")), *named])
        set_choices(self, "size", [("", _("All tables")), *map(size_choice, SIZES)])
        set_choices(self, "rules", [("", _("All rules")), *rules])

    def population(self, club: Club) -> Population:
        span = self.span()
        key = self.cleaned_data.get("league") if self.is_bound else None
        return Population(club, league=self.leagues.get(key or ""), **span)

    @property
    def has_more(self) -> bool:
        """Whether dates or rules are told, or wrong: they lie folded otherwise."""
        names = {"since", "until", "rules"}
        return bool(names & (self.span().keys() | self.errors.keys()))


def size_choice(size: int) -> tuple[int, str]:
    return size, gettext("%(count)s players") % {"count": size}


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
    contract = forms.ChoiceField(label=_("Contract"), required=False, choices=Contract.choices)
    oudlers = whole(0, 3, _("Oudlers"))
    position = whole(1, SIZES[-1], _("Place in the bidding"))
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
            club, league=league, opponent=people.get(told["opponent"]), **self.span()
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
