"""A rule profile of French tarot as a frozen value, and as JSON.

Source: scoring.md §4. Which values are allowed: settings.py; the built-in
profiles and how one is read: profiles.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from clubs.games.french.core.records import Contract, PoigneeSize

CALLING_SIZES = (5, 6)  # players in the deal
ACTIVE_COUNTS = (3, 4, 5, 6)


class Scale(StrEnum):
    MULTIPLIER = "multiplier"
    FIXED = "fixed"


class FixedMargin(StrEnum):
    ADD = "add"
    IGNORE = "ignore"


class HalfPoints(StrEnum):
    """To whom a half point goes; `drop`: to nobody."""

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


class DoubleCallShare(StrEnum):
    HIGHEST = "highest"
    SUM = "sum"


class MisdealDealer(StrEnum):
    SAME = "same"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class PetitRule:
    mode: PetitMode
    value: int


@dataclass(frozen=True, slots=True)
class ChelemAmounts:
    """Score points a defender; `failed` and `defence` are lost, and written as positive."""

    announced: int
    unannounced: int
    failed: int
    defence: int


@dataclass(frozen=True, slots=True)
class PetitChelemRule:
    enabled: bool
    announced: int
    unannounced: int
    failed: int


@dataclass(frozen=True, slots=True)
class MisereRule:
    enabled: bool
    value: int


@dataclass(frozen=True, slots=True)
class FrenchRules:
    """A complete profile. Amounts are score points, weights sixths of the attack's pool."""

    name: str
    title: str
    version: int
    scale: Scale
    base_value: int
    multipliers: Mapping[str, int | None]
    fixed_values: Mapping[str, int | None]
    fixed_margin: FixedMargin
    half_points: HalfPoints
    margin_step: int
    petit_au_bout: PetitRule
    poignee: Mapping[str, int]
    poignee_trumps: Mapping[int, Mapping[str, int]]  # smallest number of trumps, by players, size
    chelem: ChelemAmounts
    petit_chelem: PetitChelemRule
    misere: MisereRule
    rounding: int
    call_weights: Mapping[int, tuple[int, ...]]  # by players in the deal
    double_call_share: DoubleCallShare
    parole: bool
    misdeal_dealer: MisdealDealer

    @property
    def contract_values(self) -> Mapping[str, int | None]:
        """The table that the scale uses; None for a contract that is not offered."""
        return self.multipliers if self.scale is Scale.MULTIPLIER else self.fixed_values

    def offers(self, contract: Contract) -> bool:
        return self.contract_values[contract] is not None

    def contracts(self) -> tuple[Contract, ...]:
        """The contracts that may be played, from the lowest."""
        return tuple(contract for contract in Contract if self.offers(contract))

    def weights(self, active_count: int) -> tuple[int, ...]:
        """Sixths of each called card, in the order called; empty where no card is called."""
        return self.call_weights.get(active_count, ())

    def to_json(self) -> dict[str, Any]:
        """The complete profile, in the key order of scoring.md §4."""
        return {
            "name": self.name,
            "title": self.title,
            "version": self.version,
            "scale": self.scale.value,
            "base_value": self.base_value,
            "multipliers": dict(self.multipliers),
            "fixed_values": dict(self.fixed_values),
            "fixed_margin": self.fixed_margin.value,
            "half_points": self.half_points.value,
            "margin_step": self.margin_step,
            "petit_au_bout": {
                "mode": self.petit_au_bout.mode.value,
                "value": self.petit_au_bout.value,
            },
            "poignee": dict(self.poignee),
            "poignee_trumps": {
                str(count): list(trumps.values()) for count, trumps in self.poignee_trumps.items()
            },
            "chelem": {
                "announced": self.chelem.announced,
                "unannounced": self.chelem.unannounced,
                "failed": self.chelem.failed,
                "defence": self.chelem.defence,
            },
            "petit_chelem": {
                "enabled": self.petit_chelem.enabled,
                "announced": self.petit_chelem.announced,
                "unannounced": self.petit_chelem.unannounced,
                "failed": self.petit_chelem.failed,
            },
            "misere": {"enabled": self.misere.enabled, "value": self.misere.value},
            "rounding": self.rounding,
            "call_weights": {
                str(count): list(weights) for count, weights in self.call_weights.items()
            },
            "double_call_share": self.double_call_share.value,
            "parole": self.parole,
            "misdeal_dealer": self.misdeal_dealer.value,
        }


def rules_from_json(profile: Mapping[str, Any]) -> FrenchRules:
    """The value of a complete profile that is known to be sound."""
    return FrenchRules(
        name=profile["name"],
        title=profile["title"],
        version=profile["version"],
        scale=Scale(profile["scale"]),
        base_value=profile["base_value"],
        multipliers=MappingProxyType(
            {key.value: profile["multipliers"][key.value] for key in Contract}
        ),
        fixed_values=MappingProxyType(
            {key.value: profile["fixed_values"][key.value] for key in Contract}
        ),
        fixed_margin=FixedMargin(profile["fixed_margin"]),
        half_points=HalfPoints(profile["half_points"]),
        margin_step=profile["margin_step"],
        petit_au_bout=PetitRule(
            PetitMode(profile["petit_au_bout"]["mode"]), profile["petit_au_bout"]["value"]
        ),
        poignee=MappingProxyType(
            {size.value: profile["poignee"][size.value] for size in PoigneeSize}
        ),
        poignee_trumps=MappingProxyType(
            {
                count: MappingProxyType(
                    dict(
                        zip(
                            (size.value for size in PoigneeSize),
                            profile["poignee_trumps"][str(count)],
                            strict=True,
                        )
                    )
                )
                for count in ACTIVE_COUNTS
            }
        ),
        chelem=ChelemAmounts(**profile["chelem"]),
        petit_chelem=PetitChelemRule(**profile["petit_chelem"]),
        misere=MisereRule(**profile["misere"]),
        rounding=profile["rounding"],
        call_weights=MappingProxyType(
            {count: tuple(profile["call_weights"][str(count)]) for count in CALLING_SIZES}
        ),
        double_call_share=DoubleCallShare(profile["double_call_share"]),
        parole=profile["parole"],
        misdeal_dealer=MisdealDealer(profile["misdeal_dealer"]),
    )
