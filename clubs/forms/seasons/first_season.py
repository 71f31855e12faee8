"""The form of a season that is made of tables which are there already."""

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubs.core.standings.settings import MOST, Guests, LeagueSettings, RankingMethod
from clubs.forms.fields import RequestIdField, set_choices
from clubs.forms.seasons.leagues import LeagueDatesForm, WholeNumber
from clubs.numbers import grouped_number
from clubs.queries.seasons.uncounted import SeasonProposal


class FirstSeasonForm(LeagueDatesForm):
    """Name, days and the rules that matter first, as what was played proposes them."""

    best_n = forms.TypedChoiceField(
        label=_("How players are ranked"),
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("There are more ways; all of it can be changed in the settings of the season."),
    )
    min_evenings = WholeNumber(
        label=_("Evenings to be ranked"), required=False, min_value=0, max_value=MOST
    )
    sizes = forms.TypedMultipleChoiceField(
        label=_("Tables that count"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Players in a deal."),
        error_messages={"required": _("Choose one size at least.")},
    )
    ranks_guests = forms.BooleanField(required=False)
    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, proposal: SeasonProposal) -> None:
        initial = {
            "name": proposal.name,
            "starts_on": proposal.starts_on,
            "ends_on": proposal.ends_on,
            "best_n": "",
            "min_evenings": proposal.least_evenings,
            "sizes": [size for size, deals in proposal.sizes.items() if deals],
            "ranks_guests": proposal.guests * 2 > proposal.people,
        }
        super().__init__(data, initial=initial)
        total = ("", _("Total: all deal scores added up"))
        best = [(one.evenings, _best_label(proposal, one.evenings)) for one in proposal.best]
        set_choices(self, "best_n", [total, *best])
        if proposal.least_evenings:
            self.fields["min_evenings"].help_text = _came_text(proposal, proposal.least_evenings)
        if len(proposal.sizes) > 1:
            labels = [(size, _size_label(size, deals)) for size, deals in proposal.sizes.items()]
            set_choices(self, "sizes", labels)
        else:
            del self.fields["sizes"]
        if proposal.guests:
            text = ngettext(
                "Rank guests like members: %(count)s guest played",
                "Rank guests like members: %(count)s guests played",
                proposal.guests,
            )
            self.fields["ranks_guests"].label = text % {"count": grouped_number(proposal.guests)}
        else:
            del self.fields["ranks_guests"]

    def to_rules(self) -> LeagueSettings:
        """The standings rules. Call after is_valid()."""
        values, usual = self.cleaned_data, LeagueSettings()
        best_n = values["best_n"]
        return LeagueSettings(
            method=RankingMethod.TOTAL if best_n is None else RankingMethod.BEST_N,
            best_n=best_n,
            min_evenings=values["min_evenings"] or 0,
            sizes=tuple(values.get("sizes") or usual.sizes),
            guests=Guests.RANKED if values.get("ranks_guests") else usual.guests,
        )


def _best_label(proposal: SeasonProposal, evenings: int) -> str:
    first = gettext("The best %(best)s of %(all)s evenings of each player") % {
        "best": evenings,
        "all": proposal.evenings,
    }
    return f"{first} – {_came_text(proposal, evenings)}"


def _came_text(proposal: SeasonProposal, evenings: int) -> str:
    people = proposal.people_with(evenings)
    text = ngettext(
        "%(some)s of %(all)s players came to %(evenings)s or more",
        "%(some)s of %(all)s players came to %(evenings)s or more",
        people,
    )
    return text % {
        "some": grouped_number(people),
        "all": grouped_number(proposal.people),
        "evenings": evenings,
    }


def _size_label(size: int, deals: int) -> str:
    if not deals:
        return gettext("%(size)s players") % {"size": size}
    text = ngettext(
        "%(size)s players (%(count)s deal)", "%(size)s players (%(count)s deals)", deals
    )
    return text % {"size": size, "count": grouped_number(deals)}
