"""Which settings a profile of French tarot has, and which values each may take.

Source: scoring.md §4, the table of settings.
"""

from typing import Any

from clubs.core.setting_checks import Check, Settings, flag, one_of, or_null, short_text, whole
from clubs.games.french.core.records import Contract, PoigneeSize
from clubs.games.french.core.rules import (
    ACTIVE_COUNTS,
    DoubleCallShare,
    FixedMargin,
    HalfPoints,
    MisdealDealer,
    PetitMode,
    Scale,
)


def _rising_trumps(value: Any) -> bool:
    """The three sizes of a poignée: rising numbers of trumps."""
    return (
        isinstance(value, list | tuple)
        and len(value) == len(PoigneeSize)
        and all(map(whole(1, 22), value))
        and value[0] < value[1] < value[2]
    )


def _weights_of(at_most: int) -> Check:
    """Sixths of so many called cards at most; one sixth at least is left to the taker."""
    return lambda value: (
        isinstance(value, list | tuple)
        and len(value) <= at_most
        and all(map(whole(1, 5), value))
        and sum(value) <= 5
    )


SETTINGS: Settings = {
    "name": short_text,
    "title": short_text,
    "version": whole(1),
    "scale": one_of(*(member.value for member in Scale)),
    "base_value": whole(0, 1000),
    "multipliers": {contract.value: or_null(whole(1, 1000)) for contract in Contract},
    "fixed_values": {contract.value: or_null(whole(1, 1000)) for contract in Contract},
    "fixed_margin": one_of(*(member.value for member in FixedMargin)),
    "half_points": one_of(*(member.value for member in HalfPoints)),
    "margin_step": one_of(1, 5, 10),
    "petit_au_bout": {
        "mode": one_of(*(member.value for member in PetitMode)),
        "value": whole(0, 1000),
    },
    "poignee": {size.value: whole(0, 1000) for size in PoigneeSize},
    "poignee_trumps": {str(count): _rising_trumps for count in ACTIVE_COUNTS},
    "chelem": {
        "announced": whole(0, 10000),
        "unannounced": whole(0, 10000),
        "failed": whole(0, 10000),
        "defence": whole(0, 10000),
    },
    "petit_chelem": {
        "enabled": flag,
        "announced": whole(0, 10000),
        "unannounced": whole(0, 10000),
        "failed": whole(0, 10000),
    },
    "misere": {"enabled": flag, "value": whole(0, 1000)},
    "rounding": one_of(1, 5, 10),
    "call_weights": {"5": _weights_of(1), "6": _weights_of(2)},
    "double_call_share": one_of(*(member.value for member in DoubleCallShare)),
    "parole": flag,
    "misdeal_dealer": one_of(*(member.value for member in MisdealDealer)),
}
