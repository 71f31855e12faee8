"""The free deal of the what-if calculator, whatever its game. Nothing is kept."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from clubs import choices
from clubs.core.games import DEFAULT_GAME, Game, Rules
from clubs.forms.deals.deals import DealForm
from clubs.forms.fields import set_choices
from clubs.queries.deals.rules import rules_brief
from clubs.queries.deals.stories import FieldHelp
from clubs.queries.deals.what_if import TAKER, Branch, GiveChanges, WhatIf, imaginary_table, what_if

USUAL_PLAYERS = 4  # of every game that the calculator knows
# Fields of a deal that only a table has.
OF_TABLES = ("number", "request_id", "revision", "confirmed", "void_reason", "note", "dealer")


def filled(data: QueryDict | None, usual: Mapping[str, str]) -> QueryDict | None:
    """What the address says, with fields that it may leave out. None where it says nothing."""
    if not data:
        return None
    whole = data.copy()
    for name, value in usual.items():
        whole.setdefault(name, value)
    return whole


def typed(form: forms.Form, usual: Mapping[str, str]) -> list[tuple[str, str]]:
    """What a form from the address was told, without what is empty or as usual."""
    if not isinstance(form.data, QueryDict):
        return []
    return [
        (name, value)
        for name, values in form.data.lists()
        if name in form.fields
        for value in values
        if value and usual.get(name) != value
    ]


class TrialTableForm(forms.Form):
    """How many play, by which rules. What the address does not say, or says wrong, is as usual."""

    players = forms.TypedChoiceField(
        label=_("Players"), choices=(), coerce=int, widget=forms.RadioSelect
    )
    rules = forms.ChoiceField(label=_("Rules"))

    def __init__(
        self, data: QueryDict, houses: Mapping[str, tuple[str, Rules]], game: Game
    ) -> None:
        """houses: those of the person's clubs (queries/deals/rules.py, house_rules)."""
        usual = {"players": str(USUAL_PLAYERS), "rules": game.default_rules}
        super().__init__({**usual, **data.dict()})
        self.houses = houses
        self.game = game
        built_in = [(rules.name, choices.PROFILE_TITLES[rules.name]) for rules in game.profiles()]
        own = [(name, title) for name, (title, _rules) in houses.items()]
        set_choices(self, "rules", [*built_in, *own])
        set_choices(self, "players", [(count, str(count)) for count in game.active_counts])
        if len(game.active_counts) == 1:
            del self.fields["players"]

    @property
    def is_usual_game(self) -> bool:
        return self.game.code == DEFAULT_GAME

    def told(self) -> dict[str, str]:
        """What the address says of the table, in its order."""
        game = {} if self.is_usual_game else {"game": self.game.code}
        return game | {name: str(self.data[name]) for name in self.fields}

    def player_count(self) -> int:
        self.is_valid()
        count: int = self.cleaned_data.get("players", USUAL_PLAYERS)
        return count

    def profile(self) -> Rules:
        self.is_valid()
        name: str = self.cleaned_data.get("rules", self.game.default_rules)
        return self.houses[name][1] if name in self.houses else self.game.read_rules(name)

    def brief(self) -> str:
        """What these rules have otherwise, in a line; the usual ones have nothing."""
        rules = self.profile()
        is_usual = rules.name == self.game.default_rules
        return "" if is_usual else rules_brief(rules, self.game.code)


@dataclass(frozen=True, slots=True)
class BranchLink:
    """A line of "And if…", and the address that starts from it."""

    branch: Branch
    query: str


class WhatIfForm(DealForm):
    """A deal at a table that there is not, where A takes. Before the deal form of a game.

    Its values come from the address, so that a deal can be kept as a bookmark or sent to somebody.
    usual are fields that need not be told; intro and example show what the empty page is for.
    """

    changes: ClassVar[GiveChanges]
    bonuses: ClassVar[str]  # template
    honours_name: ClassVar[str]  # field of oudlers or honours
    usual: ClassVar[Mapping[str, str]]
    intro: ClassVar[Any]
    example: ClassVar[str]

    def __init__(self, data: QueryDict | None, *, setting: TrialTableForm) -> None:
        self.setting = setting
        super().__init__(
            filled(data, self.usual),
            table=imaginary_table(setting.player_count()),
            game=setting.game,
            rules=setting.profile(),
        )
        for name in OF_TABLES:
            del self.fields[name]
        self.fields["taker"].initial = TAKER

    def clean_taker(self) -> str:
        return TAKER

    @cached_property
    def help(self) -> dict[str, FieldHelp]:
        """None for any field: there is no session whose rules it could name."""
        return defaultdict(lambda: None)  # type: ignore[arg-type, return-value]

    def asked(self) -> list[tuple[forms.BoundField, Any, bool]]:
        """The groups before the points: field, question, and whether it counts honours."""
        return [
            (self[name], question, name == self.honours_name)
            for name, question in self.needed().items()
            if name not in ("taker", "points")
        ]

    def rows(self, name: str) -> list[tuple[int, forms.BoundField]]:
        """The taker and one defender are enough to ask what a player showed or declared."""
        first, *_others, last = super().rows(name)
        return [first, last]

    @cached_property
    def told(self) -> WhatIf | None:
        """The calculation and what else might have been; None while there is no verdict."""
        if self.verdict is None:
            return None
        changes = type(self).changes(self.table, self.rules, self.record)
        return what_if(self.game.code, changes, self.table, self.rules, self.record, self.verdict)

    def groups(self) -> Iterator[tuple[str, list[BranchLink]]]:
        """The lines of "And if…" under their headings."""
        for group in self.told.groups if self.told else ():
            yield (
                group.label,
                [BranchLink(branch, self.query(branch.record)) for branch in group.branches],
            )

    def query(self, record: Mapping[str, Any]) -> str:
        """The address of a deal, without the path: only what is not empty."""
        deal = self.initial_of(record, self.table)
        values = {
            name: value
            for name, value in deal.items()
            if value and name != "taker" and self.usual.get(name) != value
        }
        return urlencode({**self.setting.told(), **values}, doseq=True)

    @property
    def own_query(self) -> str:
        """The address of this deal as far as it is told: what was typed, without what is empty."""
        return urlencode([*self.setting.told().items(), *typed(self, self.usual)])
