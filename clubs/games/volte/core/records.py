"""The record of a volte deal as a frozen value, and how it is read from JSON.

Source: tarocco_volte.md §3 (fields), §7, stage 2 (types, enumerations, missing
and unknown fields).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clubs.core import deal_records
from clubs.core.deal_records import Seated
from clubs.core.problems import Problem

PACK = 91  # card points of the pack


class VoidReason(StrEnum):
    """`matto_alone`: the only trump of a hand is the Matto."""

    ALL_PASS = "all_pass"  # noqa: S105 - no password
    MATTO_ALONE = "matto_alone"
    MISDEAL = "misdeal"
    OTHER = "other"


class Contract(StrEnum):
    """The contracts, from the lowest to the highest."""

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
    player: Seated
    kind: AccusaKind


@dataclass(frozen=True, slots=True)
class VolteResult:
    """What came of a deal that was played.

    honours are those in the taker's hand before any exchange. points and defence_points are whole
    card points; one of them at least was told.
    """

    taker: Seated
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
        # Not `or`: a count of 0 is one, and 91 less that of the defence would be another.
        if self.points is not None:
            return self.points
        return PACK - (self.defence_points or 0)


def _missing(deal: Mapping[str, Any]) -> Iterator[Problem]:
    """One of the two counts is needed."""
    if deal.get("points") is None and deal.get("defence_points") is None:
        yield Problem("field_missing", "points")


# Of a deal without empties.
VolteRecord = deal_records.Record[VolteResult]
RECORDS = deal_records.RecordReader(VolteResult, VoidReason, _missing)
