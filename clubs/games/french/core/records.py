"""The record of a French deal as a frozen value, and how it is read from JSON.

Source: scoring.md §3 (fields), §7, stage 2 (types, enumerations,
missing and unknown fields).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from clubs.core.deals import Kind, plain
from clubs.core.fields import (
    Reader,
    entries_of,
    members,
    one_of,
    read_fields,
    read_flag,
    read_names,
    read_number,
    read_text,
    read_whole,
    require,
    says_something,
)
from clubs.core.problems import DealRefused, Problem


class VoidReason(StrEnum):
    ALL_PASS = "all_pass"  # noqa: S105 - no password
    PETIT_SEC = "petit_sec"
    MISDEAL = "misdeal"
    OTHER = "other"


class Contract(StrEnum):
    """From the lowest to the highest."""

    PRISE = "prise"
    POUSSE = "pousse"
    GARDE = "garde"
    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"


class Camp(StrEnum):
    ATTACK = "attack"
    DEFENCE = "defence"


class PoigneeSize(StrEnum):
    SIMPLE = "simple"
    DOUBLE = "double"
    TRIPLE = "triple"


class MisereKind(StrEnum):
    """A hand without trumps, or without court cards."""

    TRUMPS = "trumps"
    COURTS = "courts"


@dataclass(frozen=True, slots=True)
class Poignee:
    player: str
    size: PoigneeSize


@dataclass(frozen=True, slots=True)
class Misere:
    player: str
    kind: MisereKind


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a deal that was played.

    points are those of the attack's pile as told, which binary floating point holds exactly for
    every half; once they are checked, `points_x2` is the value to compute with.
    """

    taker: str
    contract: Contract
    oudlers: int
    points: int | float
    called: tuple[str | None, ...] = ()
    petit_au_bout: Camp | None = None
    petit_player: str | None = None
    poignees: tuple[Poignee, ...] = ()
    chelem: Camp | None = None
    chelem_announced: bool = False
    petit_chelem: Camp | None = None
    petit_chelem_announced: bool = False
    miseres: tuple[Misere, ...] = ()

    @property
    def points_x2(self) -> int:
        """Half card points, 0–182. Exact for points that are a multiple of one half."""
        return int(self.points * 2)


@dataclass(frozen=True, slots=True)
class Record:
    """One deal as it was told; a void deal has a reason and no result."""

    void_reason: VoidReason | None
    dealer: str | None
    out: tuple[str, ...]
    note: str | None
    result: Result | None

    @property
    def kind(self) -> Kind:
        return Kind.PLAYED if self.void_reason is None else Kind.VOID

    def to_json(self) -> dict[str, Any]:
        """The fields that say something, in the order of scoring.md §3."""
        told: dict[str, Any] = {"kind": Kind.VOID if self.void_reason else None}
        for field in READERS:
            if field in RESULT_FIELDS:
                told[field] = getattr(self.result, field) if self.result else None
            elif field != "kind":
                told[field] = getattr(self, field)
        return {field: plain(value) for field, value in told.items() if says_something(value)}


def read_record(deal: Mapping[str, Any]) -> Record:
    """The record of a JSON object; an optional field that is null counts as absent.

    Raises DealRefused with all problems of stage 2. Ranges and names are not looked at here, nor
    the result that a void deal should not have: that is left out.
    """
    problems: list[Problem] = []
    values = read_fields(deal, READERS, problems)
    kind = values.pop("kind", Kind.PLAYED)
    if kind is Kind.PLAYED:
        require(deal, ("taker", "contract", "oudlers", "points"), problems)
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


def _read_called(value: Any, path: str, problems: list[Problem]) -> tuple[str | None, ...]:
    """Holders of the called cards; null is a card in the dog."""
    return tuple(
        None if member is None else read_text(member, f"{path}[{index}]", problems)
        for index, member in enumerate(members(value, path, problems))
    )


READERS: dict[str, Reader] = {
    "kind": one_of(Kind),
    "void_reason": one_of(VoidReason),
    "dealer": read_text,
    "out": read_names,
    "taker": read_text,
    "contract": one_of(Contract),
    "oudlers": read_whole,
    "points": read_number,
    "called": _read_called,
    "petit_au_bout": one_of(Camp),
    "petit_player": read_text,
    "poignees": entries_of(Poignee, player=read_text, size=one_of(PoigneeSize)),
    "chelem": one_of(Camp),
    "chelem_announced": read_flag,
    "petit_chelem": one_of([Camp.ATTACK]),
    "petit_chelem_announced": read_flag,
    "miseres": entries_of(Misere, player=read_text, kind=one_of(MisereKind)),
    "note": read_text,
}

RESULT_FIELDS = tuple(field.name for field in fields(Result))
