"""What the program and a game say to each other: verdicts, facts, and the shape of a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, runtime_checkable

from clubs.core.matches import Session
from clubs.core.money.currencies import Currency
from clubs.core.rule_settings import Kind, KittyRules

JsonObject = Mapping[str, Any]


class Rules(Protocol):
    """A complete rule profile of one game, checked and frozen."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def stake_per_point(self) -> int: ...

    @property
    def currency(self) -> str: ...

    @property
    def smallest_coin(self) -> int: ...

    @property
    def kitty(self) -> KittyRules: ...

    @property
    def is_for_money(self) -> bool: ...

    def changed(self, **settings: Any) -> Self:
        """The same with other values of these settings."""
        ...

    def for_points(self) -> Self:
        """The same without money."""
        ...

    def in_currency(self, currency: Currency) -> Self:
        """The same in this currency; without amounts in another."""
        ...

    @classmethod
    def settings(cls) -> Mapping[str, Kind]:
        """What every setting may be, by name."""
        ...

    def to_json(self) -> dict[str, Any]:
        """The complete profile with every setting, in stable key order."""
        ...


@dataclass(frozen=True, slots=True)
class DealFacts:
    """What statistics and lists know of a deal without its game's rules; None where it has none.

    points_x2 is in half card points, margin in whole points after `margin_step` (the margin of
    the breakdown's line `result`), stake in score points, base what the contract multiplied.
    taker_distance is the place of the taker in the bidding: 1 speaks first, next to the dealer.
    petit_au_bout is the camp that won it, chelem how a slam came out.
    petit_side is the camp that had the Petit, where that is told; tells says whether the record
    says more than the scores need.
    """

    kind: str = "played"
    void_reason: str | None = None
    dealer: str | None = None
    taker: str | None = None
    contract: str | None = None
    oudlers: int | None = None
    points_x2: int | None = None
    is_made: bool | None = None
    margin: int | None = None
    stake: int | None = None
    base: int | None = None
    taker_distance: int | None = None
    petit_au_bout: str | None = None
    chelem: str | None = None
    petit_side: str | None = None
    tells: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """A deal, judged. scores and roles are by name, in seat order; the scores add up to 0.

    poignees counts those that each player showed, who showed one; points are what the side of each
    player made, in a game that is scored side by side.
    """

    scores: dict[str, int]
    roles: dict[str, str]
    facts: DealFacts
    warnings: tuple[str, ...] = ()
    poignees: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)


class Game(Protocol):
    """One game. Names of players are opaque text: the program passes uuids, `score` real names."""

    code: str
    default_rules: str  # name of a built-in profile
    seat_counts: tuple[int, ...]  # how many may sit at a table
    active_counts: tuple[int, ...]  # how many may play a deal

    def profiles(self) -> Sequence[Rules]:
        """The built-in profiles, the default first."""
        ...

    def read_rules(self, value: object) -> Rules:
        """A profile from a built-in name, a (partial) JSON object, or None for the default.

        Raises DealRefused with codes of stage 1; fields start with `rules`.
        """
        ...

    def judge(self, players: Sequence[str], rules: Rules, deal: object) -> Verdict:
        """Check and score one deal record. Raises DealRefused with the problems of one stage."""
        ...

    def explain(
        self, players: Sequence[str], rules: Rules, deal: object
    ) -> tuple[dict[str, Any], ...]:
        """The breakdown of a deal that `judge` accepts: lines in a stable order."""
        ...

    def answer(self, players: Sequence[str], rules: Rules, deal: object) -> dict[str, Any]:
        """What `manage.py score` prints of a deal after `ok`, in a stable order.

        `scores`, the fields of the game's own, `breakdown` and `warnings`. Raises DealRefused.
        """
        ...

    def next_dealer(
        self, players: Sequence[str], rules: Rules, last_deals: Sequence[JsonObject], first: str
    ) -> str:
        """Who deals next, after these deal records (oldest first); first deals when there is none.

        A void deal without `dealer` does not move the turn.
        """
        ...


@runtime_checkable
class GameOfMatches(Protocol):
    """A game whose deals add up to matches: a deal is told what the earlier ones came to."""

    def session(self, rules: Rules) -> Session:
        """One in which nothing was played yet."""
        ...


@runtime_checkable
class GameOfPairs(Protocol):
    """A game of two pairs, who face each other in turns around the table."""

    def pairs(self, players: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
        """Who plays with whom against whom, of players in seat order."""
        ...


@runtime_checkable
class GameOfBids(Protocol):
    """A game in which one player takes with a contract before the cards are played."""

    def bid_fields(self, rules: Rules) -> tuple[str, ...]:
        """What a record may tell before the result, the taker and the contract among it; nothing
        where the rules do not show it."""
        ...

    def some_result(self, rules: Rules, taker: str, active_count: int) -> JsonObject:
        """What any deal of this taker may have come to, whatever the contract."""
        ...


class DealPattern(Protocol):
    """What the scores of one deal look like under some rules; scores are those of who plays it."""

    def stakes(self, scores: Sequence[int]) -> Sequence[int]:
        """The stakes by which one deal may bring these scores, the likeliest first; none: no deal
        does. The scores add up to 0 and are not all 0."""
        ...

    def is_possible(self, stake: int) -> bool:
        """May any deal be worth that much?"""
        ...


@runtime_checkable
class GameOfTournaments(Protocol):
    """A game in which tables of a hall play for one ranking, each its own deals."""

    zero_is_played: bool  # may a deal that counts bring nobody anything?

    def deal_pattern(self, rules: Rules, active_count: int) -> DealPattern | None:
        """By which the scores of a slip are looked at; None where any that add up to 0 may be."""
        ...


@runtime_checkable
class GameOfPlaces(Protocol):
    """A game whose rules may say what a deal brings that is played for places, after all passed."""

    def place_step(self, rules: Rules) -> int:
        """What lies between two places, for `plain_scores.place_scores`; 0: nobody plays then."""
        ...
