"""The hand of the bidding aid. Nothing is kept."""

from dataclasses import dataclass
from functools import cached_property

from django import forms
from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from clubs.choices import problem_message
from clubs.core.problems import DealRefused
from clubs.forms.deals.chips import LenientChoices
from clubs.forms.deals.what_if import USUAL_PLAYERS, filled, typed
from clubs.games.french.core.bidding import CARDS_DEALT, Hand, read_cards
from clubs.games.french.queries.advice import (
    CardGroup,
    HandStory,
    Odds,
    card_groups,
    hand_story,
    missing_choices,
    odds_of,
)

USUAL_MISSING = 6
USUAL = {"missing": str(USUAL_MISSING), "players": str(USUAL_PLAYERS)}  # need not be told


@dataclass(frozen=True, slots=True)
class Shown:
    """A group of cards with the codes of those that are in the hand."""

    group: CardGroup
    chosen: frozenset[str]


class HandForm(forms.Form):
    """The cards of a hand, and how many of a group are missing."""

    card = LenientChoices(label=_("Your cards"), required=False)
    missing = forms.TypedChoiceField(
        label=_("Cards that you do not hold"),
        choices=missing_choices,
        coerce=int,
        initial=USUAL_MISSING,
    )
    players = forms.TypedChoiceField(
        label=_("Players"),
        choices=[(count, str(count)) for count in CARDS_DEALT],
        coerce=int,
        initial=USUAL_PLAYERS,
        widget=forms.RadioSelect,
    )

    hand: Hand | None = None

    def __init__(self, data: QueryDict | None) -> None:
        super().__init__(filled(data, USUAL))

    def clean_card(self) -> list[str]:
        codes: list[str] = self.cleaned_data["card"]
        try:
            self.hand = read_cards(codes)
        except DealRefused as refusal:
            words = dict.fromkeys(problem_message(problem) for problem in refusal.problems)
            raise forms.ValidationError(list(words)) from None
        return codes

    def shown(self) -> list[Shown]:
        chosen = frozenset(self["card"].value() or ())
        return [Shown(group, chosen) for group in card_groups()]

    @cached_property
    def story(self) -> HandStory | None:
        """None while something is wrong with the cards."""
        if not self.is_bound:
            return hand_story(Hand())
        self.is_valid()
        return hand_story(self.hand) if self.hand else None

    @cached_property
    def odds(self) -> Odds | None:
        if not self.is_bound:
            return odds_of(USUAL_MISSING, USUAL_PLAYERS)
        self.is_valid()
        missing, players = (self.cleaned_data.get(name) for name in ("missing", "players"))
        return odds_of(missing, players) if missing and players else None

    @property
    def own_query(self) -> str:
        return urlencode(typed(self, USUAL))
