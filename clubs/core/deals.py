"""What the deals of every game have in common.

Source: scoring.md §3; bolognese.md §8; tarocco_volte.md §3.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any


class RecordKind(StrEnum):
    PLAYED = "played"
    VOID = "void"


# Reasons that every game has for a deal without a result.
MISDEAL = "misdeal"
OTHER = "other"  # also of a deal that was written down and taken back
# And in a game in which somebody takes.
ALL_PASS = "all_pass"  # noqa: S105 - "pass" is for no password


def without_players(record: Mapping[str, Any]) -> dict[str, Any]:
    """A stored record as it was told: a form and a game do not know the players beside it."""
    return {name: value for name, value in record.items() if name != "players"}


def correction_of_both(
    seen: Mapping[str, Any], own: Mapping[str, Any], other: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Two records that were both made from the one seen: what own changed, and elsewhere what other
    says. None where they are of different kinds, which have nothing in common."""
    if len({record.get("kind") for record in (seen, own, other)}) > 1:
        return None
    names = dict.fromkeys([*other, *own])
    chosen = {name: other if own.get(name) == seen.get(name) else own for name in names}
    return {name: source[name] for name, source in chosen.items() if name in source}


class DealRole(StrEnum):
    """The part of a player in one deal; everybody is a `player` in a void deal, which has no
    sides."""

    TAKER = "taker"
    PARTNER = "partner"
    DEFENDER = "defender"
    OUT = "out"
    PLAYER = "player"


class Camp(StrEnum):
    """The taker's side, with whoever plays with the taker, or the other."""

    ATTACK = "attack"
    DEFENCE = "defence"


class SlamOutcome(StrEnum):
    """How a slam came out, all tricks or all but one; a bid is what the defence announced."""

    ANNOUNCED_MADE = "announced_made"
    UNANNOUNCED_MADE = "unannounced_made"
    DEFENCE_MADE = "defence_made"
    ANNOUNCED_FAILED = "announced_failed"
    DEFENCE_BID_MADE = "defence_bid_made"
    DEFENCE_BID_LOST = "defence_bid_lost"


_AS_JSON = frozenset((str, int, bool))


def plain(value: Any) -> Any:
    """A field of a record as JSON has it."""
    if value is None or type(value) in _AS_JSON:
        return value
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, tuple):
        return [plain(member) for member in value]
    if isinstance(value, Mapping):
        return {plain(key): plain(member) for key, member in value.items()}
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
