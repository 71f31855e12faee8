"""Settings of a rule profile, each declared once: as a field of the rules of its game.

The default of the field is that of the game's default profile. Its type says which values there
are where it is a flag, an enumeration or a group of settings (a class of the same kind); other
fields name them, as `base_value: int = setting(25, Whole(0, 1000))`. How a profile is read, checked
and written follows from the declaration, and so do the fields of its editor
(forms/deals/rules.py); the words of a setting are one entry in queries/settings.py of the game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Self

from clubs.core.money.currencies import Currency
from clubs.core.problems import Problem


class Kind:
    """The values of a setting: as JSON writes them, and as the rules have them."""

    def allows(self, value: Any) -> bool:
        """Of a value of JSON."""
        raise NotImplementedError

    def read(self, value: Any) -> Any:
        """The value of the rules, of one that is allowed."""
        return value

    def write(self, value: Any) -> Any:
        return value


class Text(Kind):
    def allows(self, value: Any) -> bool:
        return isinstance(value, str) and 1 <= len(value) <= 80


class Flag(Kind):
    def allows(self, value: Any) -> bool:
        return isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Whole(Kind):
    """An integer of this range, bounds included; true and 5.0 are none. optional allows null."""

    low: int
    high: int | None = None
    optional: bool = False

    def allows(self, value: Any) -> bool:
        if value is None:
            return self.optional
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.low <= value
            and (self.high is None or value <= self.high)
        )


@dataclass(frozen=True, slots=True)
class Money(Whole):
    """An amount in the smallest unit of the currency of the rules; people type and read money."""


@dataclass(frozen=True, slots=True)
class OneOf(Kind):
    """A few whole numbers."""

    values: tuple[int, ...]

    def allows(self, value: Any) -> bool:
        # By type as well: True and 5.0 are in (1, 5, 10) too.
        return type(value) is int and value in self.values


@dataclass(frozen=True, slots=True)
class Member(Kind):
    enumeration: type[StrEnum]

    def allows(self, value: Any) -> bool:
        return type(value) is str and value in list(self.enumeration)

    def read(self, value: Any) -> Any:
        return self.enumeration(value)

    def write(self, value: Any) -> Any:
        return value.value


@dataclass(frozen=True, slots=True)
class Row(Kind):
    """Several whole numbers in a list, least to most of them, that fit together.

    With names the rules have them by name.
    """

    each: Whole
    least: int
    most: int
    fits: Callable[[Sequence[int]], bool]
    names: tuple[str, ...] = ()

    def allows(self, value: Any) -> bool:
        return (
            isinstance(value, list | tuple)
            and self.least <= len(value) <= self.most
            and all(map(self.each.allows, value))
            and self.fits(value)
        )

    def read(self, value: Any) -> Any:
        if self.names:
            return MappingProxyType(dict(zip(self.names, value, strict=True)))
        return tuple(value)

    def write(self, value: Any) -> Any:
        return list(value.values() if self.names else value)


@dataclass(frozen=True, slots=True)
class Table(Kind):
    """A setting for each of some keys, which the rules have as a mapping."""

    by_key: Mapping[Any, Kind]

    @property
    def parts(self) -> Mapping[str, Kind]:
        return {str(key): kind for key, kind in self.by_key.items()}

    def read(self, value: Any) -> Any:
        return MappingProxyType(
            {key: kind.read(value[str(key)]) for key, kind in self.by_key.items()}
        )

    def write(self, value: Any) -> Any:
        return {str(key): kind.write(value[key]) for key, kind in self.by_key.items()}


@dataclass(frozen=True, slots=True)
class Group(Kind):
    """Settings that belong together, the fields of one class."""

    settings_class: Any

    @property
    def parts(self) -> Mapping[str, Kind]:
        return _kinds_of(self.settings_class)

    def read(self, value: Any) -> Any:
        return self.settings_class(
            **{name: kind.read(value[name]) for name, kind in self.parts.items()}
        )

    def write(self, value: Any) -> Any:
        return {name: kind.write(getattr(value, name)) for name, kind in self.parts.items()}


def setting(default: Any, kind: Kind) -> Any:
    """A field of rules whose type does not say which values it may have."""
    return field(default=default, metadata={"kind": kind})


def table(keys: Sequence[Any], kind: Kind, defaults: Sequence[Any]) -> Any:
    """A field of rules with a value for each key, defaults in the order of the keys."""
    return tables(dict.fromkeys(keys, kind), defaults)


def tables(by_key: Mapping[Any, Kind], defaults: Sequence[Any]) -> Any:
    """The same with values of several kinds."""
    kind = Table(by_key)
    written = dict(zip(kind.parts, defaults, strict=True))
    return field(default_factory=lambda: kind.read(written), metadata={"kind": kind})


_KINDS: dict[Any, Mapping[str, Kind]] = {}


def _kinds_of(rules: Any) -> Mapping[str, Kind]:
    if rules not in _KINDS:
        # The game's own come first, then those of every game.
        ordered = sorted(fields(rules), key=lambda one: one.name in MONEY_SETTINGS)
        _KINDS[rules] = {
            one.name: one.metadata.get("kind") or _kind_of(one.type) for one in ordered
        }
    return _KINDS[rules]


def _kind_of(declared: Any) -> Kind:
    if declared is bool:
        return Flag()
    if declared is str:
        return Text()
    return Group(declared) if hasattr(declared, "__dataclass_fields__") else Member(declared)


MOST_MONEY = 1_000_000  # 10,000.00 euros
AMOUNT_OF_MONEY = Money(0, MOST_MONEY)


class KittyTerm(StrEnum):
    """What a fixed contribution is paid for: each table, or an evening of several."""

    EVENING = "evening"
    TABLE = "table"


class KittyPayer(StrEnum):
    """Who pays for a deal that all passed: who dealt it, or each who sits at the table."""

    DEALER = "dealer"
    EVERYONE = "everyone"


@dataclass(frozen=True, slots=True)
class KittyRules:
    """What goes into the kitty: of each player, once; and for each deal that all passed."""

    per_player: int = setting(0, AMOUNT_OF_MONEY)
    term: KittyTerm = KittyTerm.EVENING
    per_passed: int = setting(0, AMOUNT_OF_MONEY)
    payer: KittyPayer = KittyPayer.DEALER


@dataclass(frozen=True, slots=True)
class Profile:
    """What the rules of every game have: their name, and what it is played for (money.md §1).

    Money is in the smallest unit of the currency. A stake of 0 and nothing for the kitty: points
    only.
    """

    name: str
    title: str
    version: int = setting(1, Whole(1))
    stake_per_point: int = setting(0, AMOUNT_OF_MONEY)
    currency: Currency = Currency.EUR
    smallest_coin: int = setting(1, Money(1, MOST_MONEY))
    kitty: KittyRules = KittyRules()

    @property
    def is_for_money(self) -> bool:
        return bool(self.stake_per_point or self.kitty.per_player or self.kitty.per_passed)

    def changed(self, **settings: Any) -> Self:
        """The same with other values of these settings."""
        return replace(self, **settings)

    def for_points(self) -> Self:
        """The same without money."""
        return self.changed(stake_per_point=0, smallest_coin=1, kitty=KittyRules())

    def in_currency(self, currency: Currency) -> Self:
        """The same in this currency; without amounts that were typed in another, which would be
        worth something else there."""
        same = currency == self.currency
        return self if same else self.for_points().changed(currency=currency)

    def to_json(self) -> dict[str, Any]:
        """The complete profile with every setting, in the order in which they are declared."""
        written: dict[str, Any] = Group(type(self)).write(self)
        return written

    @classmethod
    def from_json(cls, profile: Mapping[str, Any]) -> Self:
        """The value of a complete profile that is known to be sound."""
        rules: Self = Group(cls).read(profile)
        return rules

    @classmethod
    def settings(cls) -> Mapping[str, Kind]:
        """By name, also those of the profile itself."""
        return _kinds_of(cls)


NOT_CHOSEN = ("name", "title", "version", "currency")  # the last is that of the club
MONEY_SETTINGS = ("stake_per_point", "currency", "smallest_coin", "kitty")


def paths_of(settings: Mapping[str, Kind]) -> Iterator[tuple[str, Kind]]:
    """Every single value that one may set, as `petit_au_bout.mode` or `poignee_trumps.4.0`."""
    for name, kind in settings.items():
        if name not in NOT_CHOSEN:
            yield from _paths_in(name, kind)


def _paths_in(path: str, kind: Kind) -> Iterator[tuple[str, Kind]]:
    if isinstance(kind, Table | Group):
        for key, part in kind.parts.items():
            yield from _paths_in(f"{path}.{key}", part)
    elif isinstance(kind, Row):
        yield from ((f"{path}.{place}", kind.each) for place in range(kind.most))
    else:
        yield path, kind


def setting_problems(changes: Mapping[str, Any], settings: Mapping[str, Kind]) -> list[Problem]:
    """Unknown settings and values that are not allowed, each by its path; `base` is a name."""
    paths: list[str] = []
    for name, value in changes.items():
        kind = settings.get(name)
        if name == "base":
            if not isinstance(value, str | None):
                paths.append("rules.base")
        elif isinstance(kind, Table | Group) and isinstance(value, Mapping):
            parts = kind.parts
            paths += [
                f"rules.{name}.{key}"
                for key, member in value.items()
                if key not in parts or not parts[key].allows(member)
            ]
        elif kind is None or isinstance(kind, Table | Group) or not kind.allows(value):
            paths.append(f"rules.{name}")
    return [Problem("rules_invalid", path) for path in paths]
