"""The settings of a league's standings: which there are, and what each may be.

Source: leagues.md §3.1; what they mean: leagues.md §3.2, §3.3, §3.4, §3.5.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from clubs.core.deals import plain
from clubs.core.fields import Reader, list_of, one_of, or_null, read_flag, whole_reader
from clubs.core.interfaces import Game
from clubs.core.problems import DealRefused, JsonType, Problem, wrong_type

VERSION = 1
MOST = 1_000_000  # of any number in the settings
TABLE_SIZES = (2, 8)  # players in a deal, fewest and most, over all games


class RankingMethod(StrEnum):
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


class LeagueTieBreak(StrEnum):
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


class SettingsRefused(DealRefused):
    """Settings that cannot be: every problem, with fields such as `settings.best_n`."""


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """How a league is ranked. The defaults are those of leagues.md §3.1."""

    version: int = VERSION
    method: RankingMethod = RankingMethod.TOTAL
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
    tie_breaks: tuple[LeagueTieBreak, ...] = (LeagueTieBreak.EVENINGS, LeagueTieBreak.AVERAGE)
    carry_over: bool = False
    penalties: bool = True

    @classmethod
    def read(cls, value: object) -> "LeagueSettings":
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
        document: dict[str, Any] = plain(self)
        return document


def settings_for_game(settings: LeagueSettings, game: Game) -> LeagueSettings:
    """The settings as they count for this game. A game for so many and no others leaves nothing to
    choose: all its deals count, as they were scored. Another one keeps the sizes that are told, or
    has all its own where it is played with none of them."""
    sizes = game.active_counts
    if len(sizes) == 1:
        return replace(settings, sizes=sizes, normalise=Normalise.NONE)
    if set(sizes).isdisjoint(settings.sizes):
        return replace(settings, sizes=sizes)
    return settings


def _missing_numbers(settings: LeagueSettings) -> list[Problem]:
    """A method without the number that it works with."""
    needed = {
        RankingMethod.BEST_N: ("best_n", settings.best_n),
        RankingMethod.DROP_WORST: ("drop_worst", settings.drop_worst),
    }
    name, number = needed.get(settings.method, ("", 0))
    return [Problem("field_missing", f"settings.{name}")] if number is None else []


READERS: dict[str, Reader] = {
    "version": whole_reader(VERSION, VERSION),
    "method": one_of(RankingMethod),
    "sizes": list_of(whole_reader(*TABLE_SIZES), unique=True, filled=True),
    "normalise": one_of(Normalise),
    "guests": one_of(Guests),
    "min_evenings": whole_reader(0, MOST),
    "min_deals": whole_reader(0, MOST),
    "unqualified": one_of(Unqualified),
    "best_n": or_null(whole_reader(1, MOST)),
    "drop_worst": or_null(whole_reader(0, MOST)),
    "missed_counts_as": or_null(whole_reader(-MOST, MOST)),
    "place_points": list_of(whole_reader(-MOST, MOST)),
    "attendance_points": whole_reader(-MOST, MOST),
    "place_scope": one_of(PlaceScope),
    "tie_breaks": list_of(one_of(LeagueTieBreak), unique=True),
    "carry_over": read_flag,
    "penalties": read_flag,
}
