"""The free deal of the what-if calculator, and the hand of the bidding aid. Nothing is kept."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from clubs import choices
from clubs.choices import problem_message
from clubs.core.french import french
from clubs.core.french_bidding import CARDS_DEALT, Hand, read_cards
from clubs.core.french_records import Camp
from clubs.core.french_rules import ACTIVE_COUNTS, FrenchRules
from clubs.core.games import DEFAULT_GAME, Rules, get_game
from clubs.core.problems import DealRefused
from clubs.forms.deals import Chip, ChipField
from clubs.forms.fields import set_choices
from clubs.forms.french import KING_AND_QUEEN, FrenchDealForm
from clubs.queries.french_advice import (
    CardGroup,
    HandStory,
    Odds,
    card_groups,
    hand_story,
    missing_choices,
    odds_of,
)
from clubs.queries.french_what_if import (
    FIRST_CALLED,
    SECOND_CALLED,
    TAKER,
    Branch,
    WhatIf,
    imaginary_table,
    what_if,
)
from clubs.queries.rules import rules_brief

USUAL_PLAYERS, USUAL_MISSING = 4, 6
USUAL = {  # need not be told
    "counted": Camp.ATTACK.value,
    "missing": str(USUAL_MISSING),
    "players": str(USUAL_PLAYERS),
}
# Fields of a deal that only a table has.
OF_TABLES = ("number", "request_id", "revision", "confirmed", "void_reason", "note", "dealer")


def filled(data: QueryDict | None, *names: str) -> QueryDict | None:
    """What the address says, with fields that it may leave out. None where it says nothing."""
    if not data:
        return None
    whole = data.copy()
    for name in names:
        whole.setdefault(name, USUAL[name])
    return whole


def rules_choices() -> list[tuple[str, Any]]:
    """The built-in profiles, as far as they have a title that is translated: all of them."""
    return [
        (rules.name, choices.PROFILE_TITLES[rules.name])
        for rules in get_game(DEFAULT_GAME).profiles()
    ]


class TrialTableForm(forms.Form):
    """How many play, by which rules. What the address does not say, or says wrong, is as usual."""

    players = forms.TypedChoiceField(
        label=_("Players"),
        choices=[(count, str(count)) for count in ACTIVE_COUNTS],
        coerce=int,
        widget=forms.RadioSelect,
    )
    rules = forms.ChoiceField(label=_("Rules"))

    def __init__(self, data: QueryDict, houses: Mapping[str, tuple[str, Rules]]) -> None:
        """houses: those of the person's clubs (queries/rules.py, house_rules)."""
        usual = {"players": str(USUAL_PLAYERS), "rules": get_game(DEFAULT_GAME).default_rules}
        super().__init__({**usual, **data.dict()})
        self.houses = houses
        own = [(name, title) for name, (title, _rules) in houses.items()]
        set_choices(self, "rules", [*rules_choices(), *own])

    def player_count(self) -> int:
        self.is_valid()
        count: int = self.cleaned_data.get("players", USUAL_PLAYERS)
        return count

    def profile(self) -> FrenchRules:
        self.is_valid()
        name: str = self.cleaned_data.get("rules", get_game(DEFAULT_GAME).default_rules)
        if name in self.houses:
            return french(self.houses[name][1])
        return french(get_game(DEFAULT_GAME).read_rules(name))

    def brief(self) -> str:
        """What these rules have otherwise, in a line; the usual ones have nothing."""
        rules = self.profile()
        is_usual = rules.name == get_game(DEFAULT_GAME).default_rules
        return "" if is_usual else rules_brief(rules)


@dataclass(frozen=True, slots=True)
class Offer:
    """A line of "And if…", and the address that starts from it."""

    branch: Branch
    query: str


class WhatIfForm(FrenchDealForm):
    """A deal at a table that there is not. A takes; who else is called matters only where it pays.

    Its values come from the address, so that a deal can be kept as a bookmark or sent to somebody.
    """

    def __init__(self, data: QueryDict | None, *, setting: TrialTableForm) -> None:
        self.setting = setting
        super().__init__(
            filled(data, "counted"),
            table=imaginary_table(setting.player_count()),
            game=get_game(DEFAULT_GAME),
            rules=setting.profile(),
        )
        for name in OF_TABLES:
            del self.fields[name]
        self.fields["taker"].initial = TAKER

    def clean_taker(self) -> str:
        return TAKER

    def called_field(self, index: int) -> ChipField:
        if self.called_count == 1:
            chips = [Chip(FIRST_CALLED, FIRST_CALLED), Chip(TAKER, _("Alone"))]
            return ChipField(chips, columns=2, small=True, label=_("Called"))
        holders = (FIRST_CALLED, SECOND_CALLED)[: index + 1]
        chips = [Chip(holder, holder) for holder in holders]
        chips.append(Chip(TAKER, _("Nobody")))
        return ChipField(chips, columns=len(chips), small=True, label=KING_AND_QUEEN[index][0])

    def rows(self, name: str) -> list[tuple[int, forms.BoundField]]:
        """The taker and one defender are enough to ask for a handful or a misère."""
        first, *_others, last = super().rows(name)
        return [first, last]

    @cached_property
    def told(self) -> WhatIf | None:
        """The calculation and what else might have been; None while there is no verdict."""
        if self.verdict is None:
            return None
        return what_if(self.table, self.rules, self.record, self.verdict)

    def groups(self) -> Iterator[tuple[str, list[Offer]]]:
        """The lines of "And if…" under their headings."""
        for group in self.told.groups if self.told else ():
            yield (
                group.label,
                [Offer(branch, self.query(branch.record)) for branch in group.branches],
            )

    def query(self, record: Mapping[str, Any]) -> str:
        """The address of a deal, without the path: only what is not empty."""
        deal = self.initial_of(record, self.table)
        told = {
            "players": self.table.active_count,
            "rules": self.setting.data["rules"],
            **{name: value for name, value in deal.items() if value and name != "taker"},
        }
        return urlencode(told, doseq=True)

    @property
    def own_query(self) -> str:
        """The address of this deal as far as it is told: what was typed, without what is empty."""
        setting = [(name, self.setting.data[name]) for name in self.setting.fields]
        return urlencode(setting + typed(self))


def typed(form: forms.Form) -> list[tuple[str, str]]:
    """What a form from the address was told, without what is empty or as usual."""
    if not isinstance(form.data, QueryDict):
        return []
    return [
        (name, value)
        for name, values in form.data.lists()
        if name in form.fields
        for value in values
        if value and USUAL.get(name) != value
    ]


class CardsField(forms.MultipleChoiceField):
    """Cards by their codes. What is no card is left for core to refuse."""

    def valid_value(self, value: str) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Shown:
    """A group of cards with the codes of those that are in the hand."""

    group: CardGroup
    chosen: frozenset[str]


class HandForm(forms.Form):
    """The cards of a hand, and how many of a group are missing."""

    card = CardsField(label=_("Your cards"), required=False)
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
        super().__init__(filled(data, "missing", "players"))

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
        return urlencode(typed(self))
