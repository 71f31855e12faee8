"""The words of the settings of a game: one entry each, for the editor and for the rules in words.

Which settings there are, and what each may be, is declared in core (core/rule_settings.py).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.core.rule_settings import KittyPayer, KittyTerm, Profile, paths_of
from clubs.numbers import money
from clubs.queries.deals.stories import RecordFact

Text = Any  # a text, translated when it is shown


@dataclass(frozen=True, slots=True)
class SettingWords:
    """A line of the editor, of one value of a profile (path) or of several side by side.

    values are the labels of what it can be. fields has, where there are several, label and caption
    of each by its path. In the rules in plain words, said has what a value is called there, where
    that differs; tell says the setting with others that belong to it, which are not is_told; empty
    says nothing. short is what the setting is called there.
    """

    path: str
    label: Text
    help: Text = ""
    values: Mapping[Any, Text] = field(default_factory=dict)
    fields: Mapping[str, tuple[Text, Text]] = field(default_factory=dict)
    short: Text = ""
    tell: Callable[[Any], str] | None = None
    is_told: bool = True
    said: Mapping[Any, Text] = field(default_factory=dict)

    @property
    def captions(self) -> Mapping[str, tuple[Text, Text]]:
        """Label and caption of every field, by its path."""
        return self.fields or {self.path: (self.label, "")}

    def told(self, rules: Profile) -> str:
        if self.tell:
            return self.tell(rules)
        value = _setting_at(rules, self.path)
        if value in self.said:
            return str(self.said[value])
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        return str(self.values.get(value, value))


def _setting_at(rules: Profile, path: str) -> Any:
    return reduce(lambda value, key: value[key], path.split("."), rules.to_json())


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under one title of the editor, with an icon of the sprite."""

    title: Text
    icon: str
    lines: tuple[SettingWords, ...]


def _stake(rules: Profile) -> str:
    if not rules.stake_per_point:
        return ""
    return _("%(stake)s a point") % {"stake": money(rules.stake_per_point, rules.currency)}


def _coin(rules: Profile) -> str:
    if not rules.is_for_money or rules.smallest_coin == 1:
        return ""
    return money(rules.smallest_coin, rules.currency)


def _contribution(rules: Profile) -> str:
    if not rules.kitty.per_player:
        return ""
    if rules.kitty.term is KittyTerm.TABLE:
        text = _("%(amount)s a player and table")
    else:
        text = _("%(amount)s a player and evening")
    return text % {"amount": money(rules.kitty.per_player, rules.currency)}


def _passed(rules: Profile) -> str:
    if not rules.kitty.per_passed:
        return ""
    if rules.kitty.payer is KittyPayer.EVERYONE:
        text = _("%(amount)s from everybody at the table")
    else:
        text = _("%(amount)s from the dealer")
    return text % {"amount": money(rules.kitty.per_passed, rules.currency)}


# What every game has. Nothing of it is told where a table plays for points only.
MONEY = Section(
    gettext_lazy("Money"),
    "trophy",
    (
        SettingWords(
            "stake_per_point",
            gettext_lazy("Stake per point"),
            gettext_lazy("0: for points only."),
            short=gettext_lazy("Stake"),
            tell=_stake,
        ),
        SettingWords(
            "smallest_coin",
            gettext_lazy("Smallest coin"),
            gettext_lazy("What everybody pays or gets is rounded to it, and stays balanced."),
            tell=_coin,
        ),
        SettingWords(
            "kitty.per_player",
            gettext_lazy("Into the kitty, each player"),
            short=gettext_lazy("Kitty"),
            tell=_contribution,
        ),
        SettingWords(
            "kitty.term",
            gettext_lazy("Each player’s share is paid"),
            values={
                KittyTerm.EVENING: gettext_lazy("once an evening"),
                KittyTerm.TABLE: gettext_lazy("at each table"),
            },
            is_told=False,
        ),
        SettingWords(
            "kitty.per_passed",
            gettext_lazy("Into the kitty, a deal passed out"),
            short=gettext_lazy("Passed out"),
            tell=_passed,
        ),
        SettingWords(
            "kitty.payer",
            gettext_lazy("A deal passed out is paid by"),
            values={
                KittyPayer.DEALER: gettext_lazy("the dealer"),
                KittyPayer.EVERYONE: gettext_lazy("everybody at the table"),
            },
            is_told=False,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class RuleWords:
    """sections are the game's own; in all_sections that of money follows. usual_name is the default
    profile of the game, in a word. together says what is wrong with a setting of several values;
    before is told first: what no profile changes."""

    usual_name: Text
    sections: tuple[Section, ...]
    together: Mapping[str, Text] = field(default_factory=dict)
    before: Callable[[], Iterable[RecordFact]] = tuple

    @property
    def all_sections(self) -> tuple[Section, ...]:
        return (*self.sections, MONEY)

    def told(self, rules: Any) -> Iterator[RecordFact]:
        """A profile in plain words, in the order in which its settings are declared."""
        yield from self.before()
        lines = {line.path: line for section in self.all_sections for line in section.lines}
        for path, _kind in paths_of(rules.settings()):
            line = lines.get(path)
            if line and line.is_told and (value := line.told(rules)):
                yield RecordFact(path, str(line.short or line.label), value)

    def by_key(self, rules: Any) -> dict[str, str]:
        return {line.key: line.value for line in self.told(rules)}

    def changed(self, rules: Any, usual: Any) -> set[str]:
        """The keys of what the usual rules say otherwise, or not at all."""
        words, usual_words = self.by_key(rules), self.by_key(usual)
        return {key for key in {**words, **usual_words} if words.get(key) != usual_words.get(key)}


# Of every game in which somebody takes.
BID_SHOWN = SettingWords(
    "bid_shown",
    gettext_lazy("Show the bid while it is played"),
    gettext_lazy("Spectators and other phones see who took with what before the result."),
    short=gettext_lazy("Bid while it is played"),
    said={True: gettext_lazy("shown"), False: ""},
)
