"""The settings of a rule profile of French tarot: which there are, what each may be, and what it is
by the rules of the federation; then the built-in profiles.

Source: scoring.md §4.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

from clubs.core.problems import Problem
from clubs.core.profile_books import ProfileBook
from clubs.core.rule_settings import OneOf, Profile, Row, Whole, setting, table, tables
from clubs.games.french.core.records import FrenchContract, PoigneeSize

CALLING_SIZES = (5, 6)  # players in the deal
ACTIVE_COUNTS = (3, 4, 5, 6)


class Scale(StrEnum):
    MULTIPLIER = "multiplier"
    FIXED = "fixed"


class FixedMargin(StrEnum):
    ADD = "add"
    IGNORE = "ignore"


class HalfPoints(StrEnum):
    """Which side a half point goes to; `drop`: neither."""

    WINNER = "winner"
    DROP = "drop"
    TAKER = "taker"
    DEFENCE = "defence"


class PetitMode(StrEnum):
    MULTIPLIED = "multiplied"
    FLAT = "flat"
    WINNER_ONLY = "winner_only"
    PERSONAL = "personal"
    NONE = "none"


class BonusMode(StrEnum):
    """Who gets a bonus that a player showed: the side that wins the deal, the side of that player,
    or the player from each other one, outside the stake."""

    WINNER = "winner"
    SIDE = "side"
    PERSONAL = "personal"


class DoubleCallShare(StrEnum):
    HIGHEST = "highest"
    SUM = "sum"


class MisdealDealer(StrEnum):
    SAME = "same"
    NEXT = "next"


def _are_rising(trumps: Sequence[int]) -> bool:
    return all(fewer < more for fewer, more in pairwise(trumps))


def _leave_one(sixths: Sequence[int]) -> bool:
    """Does at least one sixth remain for the taker?"""
    return sum(sixths) <= 5


AMOUNT, SLAM_AMOUNT = Whole(0, 1000), Whole(0, 10000)
UNIT = OneOf((1, 5, 10))
VALUE = Whole(1, 1000, optional=True)  # of a contract; null where it is not offered
CONTRACTS = tuple(contract.value for contract in FrenchContract)
SIZES = tuple(size.value for size in PoigneeSize)
TRUMPS = Row(Whole(1, 22), least=len(SIZES), most=len(SIZES), fits=_are_rising, names=SIZES)
WEIGHTS = {  # sixths of each card that is called
    players: Row(Whole(1, 5), least=0, most=players - 4, fits=_leave_one)
    for players in CALLING_SIZES
}


@dataclass(frozen=True, slots=True)
class PetitRule:
    mode: PetitMode = PetitMode.MULTIPLIED
    value: int = setting(10, AMOUNT)


@dataclass(frozen=True, slots=True)
class ChelemAmounts:
    """Score points a defender; `failed` and `defence` are lost, and written as positive."""

    announced: int = setting(400, SLAM_AMOUNT)
    unannounced: int = setting(200, SLAM_AMOUNT)
    failed: int = setting(200, SLAM_AMOUNT)
    defence: int = setting(200, SLAM_AMOUNT)


@dataclass(frozen=True, slots=True)
class DefenceChelemRule:
    """A slam that the defence announced; `failed` goes to the attack."""

    enabled: bool = False
    announced: int = setting(400, SLAM_AMOUNT)
    failed: int = setting(200, SLAM_AMOUNT)


@dataclass(frozen=True, slots=True)
class PetitChelemRule:
    enabled: bool = False
    announced: int = setting(300, SLAM_AMOUNT)
    unannounced: int = setting(150, SLAM_AMOUNT)
    failed: int = setting(150, SLAM_AMOUNT)


@dataclass(frozen=True, slots=True)
class MisereRule:
    """multiplied: by the contract, where it is part of the stake."""

    enabled: bool = False
    value: int = setting(10, AMOUNT)
    mode: BonusMode = BonusMode.PERSONAL
    multiplied: bool = False


@dataclass(frozen=True, slots=True)
class AskedFacts:
    """What deal entry asks beside what the scores need; a record may say it all the same."""

    called_cards: bool = False
    which_oudlers: bool = False
    parole: bool = False


@dataclass(frozen=True, slots=True)
class FrenchRules(Profile):
    """Amounts are score points, weights sixths of the attack's pool."""

    name: str = "fft"
    title: str = "FFT official rules"
    scale: Scale = Scale.MULTIPLIER
    base_value: int = setting(25, AMOUNT)
    multipliers: Mapping[str, int | None] = table(CONTRACTS, VALUE, (1, None, 2, 4, 6))
    fixed_values: Mapping[str, int | None] = table(CONTRACTS, VALUE, (10, 20, 40, 80, 160))
    fixed_margin: FixedMargin = FixedMargin.ADD
    half_points: HalfPoints = HalfPoints.WINNER
    margin_step: int = setting(1, UNIT)
    petit_au_bout: PetitRule = PetitRule()
    poignee: Mapping[str, int] = table(SIZES, AMOUNT, (20, 30, 40))
    poignee_mode: BonusMode = BonusMode.WINNER
    # The smallest number of trumps, by players and size.
    poignee_trumps: Mapping[int, Mapping[str, int]] = table(
        ACTIVE_COUNTS, TRUMPS, ((13, 15, 18), (10, 13, 15), (8, 10, 13), (7, 9, 11))
    )
    chelem: ChelemAmounts = ChelemAmounts()
    defence_chelem: DefenceChelemRule = DefenceChelemRule()
    petit_chelem: PetitChelemRule = PetitChelemRule()
    misere: MisereRule = MisereRule()
    rounding: int = setting(1, UNIT)
    call_weights: Mapping[int, tuple[int, ...]] = tables(WEIGHTS, ((2,), (2, 1)))
    double_call_share: DoubleCallShare = DoubleCallShare.HIGHEST
    parole: bool = False
    vachette: int = setting(0, AMOUNT)
    bid_shown: bool = False
    misdeal_dealer: MisdealDealer = MisdealDealer.SAME
    asked: AskedFacts = AskedFacts()

    @property
    def contract_values(self) -> Mapping[str, int | None]:
        """The table that the scale uses; None for a contract that is not offered."""
        return self.multipliers if self.scale is Scale.MULTIPLIER else self.fixed_values

    def offers(self, contract: FrenchContract) -> bool:
        return self.contract_values[contract] is not None

    def contracts(self) -> tuple[FrenchContract, ...]:
        """The contracts that may be played, from the lowest."""
        return tuple(contract for contract in FrenchContract if self.offers(contract))

    def weights(self, active_count: int) -> tuple[int, ...]:
        """Sixths of each called card, in the order called; empty where no card is called."""
        return self.call_weights.get(active_count, ())


# What differs in each built-in profile from the rules of the federation.
VARIANTS: tuple[dict[str, Any], ...] = (
    {
        "name": "flat-petit",
        "title": "Petit au bout not multiplied",
        "petit_au_bout": {"mode": "flat"},
    },
    {
        "name": "personal-petit",
        "title": "Petit au bout between players",
        "petit_au_bout": {"mode": "personal"},
    },
    {
        "name": "poignee-20-40-60",
        "title": "Poignées at 20, 40 and 60",
        "poignee": {"simple": 20, "double": 40, "triple": 60},
    },
    {
        "name": "contre-8",
        "title": "Garde contre multiplied by 8",
        "multipliers": {"garde_contre": 8},
    },
    {"name": "garde-minimum", "title": "Garde as lowest contract", "multipliers": {"prise": None}},
    {"name": "fixed-scale", "title": "Fixed values", "scale": "fixed"},
    {"name": "rounded-10", "title": "Scores rounded to 10", "rounding": 10},
    {
        "name": "family",
        "title": "Family rules",
        "poignee": {"simple": 20, "double": 40, "triple": 60},
        "misere": {"enabled": True},
        "petit_chelem": {"enabled": True},
        "parole": True,
    },
)


def _no_contract(rules: FrenchRules) -> list[Problem]:
    """A profile in which nothing may be bid is none."""
    if rules.contracts():
        return []
    table = "multipliers" if rules.scale is Scale.MULTIPLIER else "fixed_values"
    return [Problem("rules_invalid", f"rules.{table}")]


BOOK = ProfileBook(FrenchRules(), VARIANTS, _no_contract)
