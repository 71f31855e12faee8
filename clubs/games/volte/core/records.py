"""The record of a volte deal as a frozen value, and how it is read from JSON.

Source: tarocco_volte.md §3 (fields), §7, stage 2 (types, enumerations, missing
and unknown fields).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from clubs.core.deals import Kind
from clubs.core.fields import (
    Reader,
    entries_of,
    one_of,
    read_fields,
    read_names,
    read_text,
    read_whole,
    require,
)
from clubs.core.problems import DealRefused, Problem

PACK = 91  # card points of the pack


class VoidReason(StrEnum):
    """`matto_alone`: the only trump of a hand is the Matto."""

    ALL_PASS = "all_pass"  # noqa: S105 - no password
    MATTO_ALONE = "matto_alone"
    MISDEAL = "misdeal"
    OTHER = "other"


class Contract(StrEnum):
    """From the lowest to the highest."""

    LISCIO = "liscio"
    DUE = "due"
    QUATTRO = "quattro"
    OTTO = "otto"
    DODICI = "dodici"


class Side(StrEnum):
    TAKER = "taker"
    DEFENCE = "defence"


class AccusaKind(StrEnum):
    """Sto bene with 10, 13 or 15 trumps; no trump; no figure and no honour."""

    TRIONFI_10 = "trionfi_10"
    TRIONFI_13 = "trionfi_13"
    TRIONFI_15 = "trionfi_15"
    MISERIA = "miseria"
    MISERIA_NERA = "miseria_nera"


STO_BENE = {  # trumps shown
    AccusaKind.TRIONFI_10: 10,
    AccusaKind.TRIONFI_13: 13,
    AccusaKind.TRIONFI_15: 15,
}


@dataclass(frozen=True, slots=True)
class Accusa:
    player: str
    kind: AccusaKind


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a deal that was played.

    honours are those in the taker's hand before any exchange. points and defence_points are whole
    card points; one of them at least was told.
    """

    taker: str
    contract: Contract
    honours: int
    points: int | None = None
    defence_points: int | None = None
    bagatto_last: Side | None = None
    matto_last: Side | None = None
    cappotto: Side | None = None
    accuse: tuple[Accusa, ...] = ()

    @property
    def taker_points(self) -> int:
        """The taker's card points, whichever side was counted."""
        if self.points is not None:
            return self.points
        return PACK - (self.defence_points or 0)


@dataclass(frozen=True, slots=True)
class Record:
    """One deal as it was told; a void deal has a reason and no result."""

    void_reason: VoidReason | None
    dealer: str | None
    out: tuple[str, ...]
    note: str | None
    result: Result | None


def without_empties(deal: Mapping[str, Any]) -> dict[str, Any]:
    """The same fields; null, [] and {} all stand for an absent one (tarocco_volte.md §3), so each
    is null."""
    return {name: None if _is_empty(value) else value for name, value in deal.items()}


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, list | tuple | Mapping) and not value)


def read_record(deal: Mapping[str, Any]) -> Record:
    """The record of a JSON object without empties.

    Raises DealRefused with all problems of stage 2. Ranges and names are not looked at here, nor
    the result that a void deal should not have: that is left out.
    """
    problems: list[Problem] = []
    values = read_fields(deal, READERS, problems)
    kind = values.pop("kind", Kind.PLAYED)
    if kind is Kind.PLAYED:
        require(deal, ("taker", "contract", "honours"), problems)
        if deal.get("points") is None and deal.get("defence_points") is None:
            problems.append(Problem("field_missing", "points"))
        if values.get("void_reason") is not None:
            problems.append(Problem("value_not_allowed", "void_reason"))
    elif kind is Kind.VOID:
        require(deal, ("void_reason",), problems)
    if problems:
        raise DealRefused(problems)
    return Record(
        void_reason=values.pop("void_reason", None),
        dealer=values.pop("dealer", None),
        out=values.pop("out", ()),
        note=values.pop("note", None),
        result=Result(**values) if kind is Kind.PLAYED else None,
    )


READERS: dict[str, Reader] = {
    "kind": one_of(Kind),
    "void_reason": one_of(VoidReason),
    "dealer": read_text,
    "out": read_names,
    "taker": read_text,
    "contract": one_of(Contract),
    "honours": read_whole,
    "points": read_whole,
    "defence_points": read_whole,
    "bagatto_last": one_of(Side),
    "matto_last": one_of(Side),
    "cappotto": one_of(Side),
    "accuse": entries_of(Accusa, player=read_text, kind=one_of(AccusaKind)),
    "note": read_text,
}

RESULT_FIELDS = tuple(field.name for field in fields(Result))
