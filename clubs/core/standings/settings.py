"""The settings of a league's standings: which there are, and what each may be.

Source: leagues.md §3.1; what they mean: leagues.md §3.2, §3.3, §3.4, §3.5.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from clubs.core.interfaces import Game
from clubs.core.problems import DealRefused, JsonType, Problem, wrong_type

VERSION = 1
MOST = 1_000_000  # of any number in the settings
TABLE_SIZES = (2, 8)  # players in a deal, fewest and most, over all games


class Method(StrEnum):
    TOTAL = "total"
    AVERAGE = "average"
    EVENING_AVERAGE = "evening_average"
    BEST_N = "best_n"
    DROP_WORST = "drop_worst"
    PLACE_POINTS = "place_points"
    RATING = "rating"


class Normalise(StrEnum):
    NONE = "none"
    PER_OPPONENT = "per_opponent"
    Z_SCORE = "z_score"
    OWN_SIZE = "own_size"


class Guests(StrEnum):
    PLAYED_NOT_RANKED = "played_not_ranked"
    RANKED = "ranked"
    EXCLUDED_DEALS = "excluded_deals"


class Unqualified(StrEnum):
    BELOW = "below"
    HIDDEN = "hidden"
    RANKED = "ranked"


class PlaceScope(StrEnum):
    EVENING = "evening"
    TABLE = "table"


class TieBreak(StrEnum):
    EVENINGS = "evenings"
    FEWER_DEALS = "fewer_deals"
    AVERAGE = "average"
    BEST_EVENING = "best_evening"
    SECOND_BEST_EVENING = "second_best_evening"
    EVENINGS_WON = "evenings_won"
    CONTRACTS_MADE = "contracts_made"
    SUCCESS_RATE = "success_rate"
    HEAD_TO_HEAD = "head_to_head"
    LAST_EVENING = "last_evening"
    LOT = "lot"


METHODS = tuple(Method)
NORMALISATIONS = tuple(Normalise)
GUEST_RULES = tuple(Guests)
UNQUALIFIED_RULES = tuple(Unqualified)
PLACE_SCOPES = tuple(PlaceScope)
TIE_BREAKS = tuple(TieBreak)


class SettingsRefused(DealRefused):
    """Settings that cannot be: every problem, with fields such as `settings.best_n`."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a league is ranked. The defaults are those of leagues.md §3.1."""

    version: int = VERSION
    method: Method = Method.TOTAL
    sizes: tuple[int, ...] = (3, 4, 5, 6)
    normalise: Normalise = Normalise.NONE
    guests: Guests = Guests.PLAYED_NOT_RANKED
    min_evenings: int = 0
    min_deals: int = 0
    unqualified: Unqualified = Unqualified.BELOW
    best_n: int | None = None
    drop_worst: int | None = None
    missed_counts_as: int | None = None
    place_points: tuple[int, ...] = (10, 6, 4, 3, 2, 1)
    attendance_points: int = 0
    place_scope: PlaceScope = PlaceScope.EVENING
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.EVENINGS, TieBreak.AVERAGE)
    carry_over: bool = False
    penalties: bool = True

    @classmethod
    def read(cls, value: object) -> "Settings":
        """Settings of a JSON object; what is missing has its default, None means all of them.

        Raises SettingsRefused with every problem: `field_type`, `field_unknown`,
        `value_not_allowed`, `duplicate_entry`, and `field_missing` where a method needs a number.
        """
        if value is None:
            return cls()
        if not isinstance(value, Mapping):
            raise SettingsRefused([wrong_type("settings", JsonType.OBJECT)])
        problems: list[Problem] = []
        read: dict[str, Any] = {}
        for name, given in value.items():
            reader = READERS.get(name)
            if reader is None:
                problems.append(Problem("field_unknown", f"settings.{name}"))
            else:
                read[name] = reader(given, f"settings.{name}", problems)
        if not problems:
            settings = cls(**read)
            problems += _missing_numbers(settings)
        if problems:
            raise SettingsRefused(problems)
        return settings

    def to_json(self) -> dict[str, Any]:
        """Every setting, in the order of leagues.md §3.1."""
        return {field.name: as_json(getattr(self, field.name)) for field in fields(self)}


def fitting(settings: Settings, game: Game) -> Settings:
    """The settings as they count for this game. A game for so many and no others leaves nothing to
    choose: all its deals count, as they were scored. Another one keeps the sizes that are told, or
    has all its own where it is played with none of them."""
    sizes = game.active_counts
    if len(sizes) == 1:
        return replace(settings, sizes=sizes, normalise=Normalise.NONE)
    if set(sizes).isdisjoint(settings.sizes):
        return replace(settings, sizes=sizes)
    return settings


def as_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [as_json(member) for member in value]
    return value.value if isinstance(value, StrEnum) else value


def _missing_numbers(settings: Settings) -> list[Problem]:
    """A method without the number that it works with."""
    needed = {
        Method.BEST_N: ("best_n", settings.best_n),
        Method.DROP_WORST: ("drop_worst", settings.drop_worst),
    }
    name, number = needed.get(settings.method, ("", 0))
    return [Problem("field_missing", f"settings.{name}")] if number is None else []


Reader = Callable[[Any, str, list[Problem]], Any]


def whole(low: int, high: int = MOST) -> Reader:
    """A reader of an integer of this range, bounds included; true and 5.0 are none."""

    def read(value: Any, path: str, problems: list[Problem]) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            problems.append(wrong_type(path, JsonType.WHOLE))
            return low
        if not low <= value <= high:
            problems.append(Problem("value_not_allowed", path, {"low": low, "high": high}))
        return value

    return read


def or_null(reader: Reader) -> Reader:
    return lambda value, path, problems: None if value is None else reader(value, path, problems)


def _flag(value: Any, path: str, problems: list[Problem]) -> bool:
    if not isinstance(value, bool):
        problems.append(wrong_type(path, JsonType.FLAG))
    return value is True


def one_of(allowed: type[StrEnum]) -> Reader:
    by_text = {member.value: member for member in allowed}

    def read(value: Any, path: str, problems: list[Problem]) -> StrEnum | None:
        if not isinstance(value, str):
            problems.append(wrong_type(path, JsonType.TEXT))
            return None
        if value not in by_text:
            problems.append(Problem("value_not_allowed", path, {"allowed": tuple(by_text)}))
        return by_text.get(value)

    return read


def list_of(reader: Reader, *, unique: bool = False, filled: bool = False) -> Reader:
    """A reader of a list; unique: nothing twice; filled: not empty."""

    def read(value: Any, path: str, problems: list[Problem]) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            problems.append(wrong_type(path, JsonType.LIST))
            return ()
        members = [reader(item, f"{path}[{at}]", problems) for at, item in enumerate(value)]
        if filled and not members:
            problems.append(Problem("field_missing", path))
        if unique:
            problems += [
                Problem("duplicate_entry", f"{path}[{at}]")
                for at, member in enumerate(members)
                if member is not None and member in members[:at]
            ]
        return tuple(members)

    return read


READERS: dict[str, Reader] = {
    "version": whole(VERSION, VERSION),
    "method": one_of(Method),
    "sizes": list_of(whole(*TABLE_SIZES), unique=True, filled=True),
    "normalise": one_of(Normalise),
    "guests": one_of(Guests),
    "min_evenings": whole(0),
    "min_deals": whole(0),
    "unqualified": one_of(Unqualified),
    "best_n": or_null(whole(1)),
    "drop_worst": or_null(whole(0)),
    "missed_counts_as": or_null(whole(-MOST)),
    "place_points": list_of(whole(-MOST)),
    "attendance_points": whole(-MOST),
    "place_scope": one_of(PlaceScope),
    "tie_breaks": list_of(one_of(TieBreak), unique=True),
    "carry_over": _flag,
    "penalties": _flag,
}
