"""The record of a French deal as a frozen value, and how it is read from JSON.

Source: scoring.md §3 (fields), §7, stage 2 (types, enumerations,
missing and unknown fields).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clubs.core import deal_records
from clubs.core.deal_records import Seated
from clubs.core.deals import Camp, SlamOutcome
from clubs.core.fields import list_of, members, one_of, or_null, read_text
from clubs.core.problems import Problem
from clubs.games.french.core.cards import CalledCard, Oudler


class FrenchVoidReason(StrEnum):
    ALL_PASS = "all_pass"  # noqa: S105 - no password
    PETIT_SEC = "petit_sec"
    MISDEAL = "misdeal"
    OTHER = "other"


class FrenchContract(StrEnum):
    """Contracts, the lowest first: comparisons and lists use this order."""

    PRISE = "prise"
    POUSSE = "pousse"
    GARDE = "garde"
    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"


class PoigneeSize(StrEnum):
    SIMPLE = "simple"
    DOUBLE = "double"
    TRIPLE = "triple"


class MisereKind(StrEnum):
    """A hand without trumps, or without court cards."""

    TRUMPS = "trumps"
    COURTS = "courts"


# How a slam or small slam came out: the camp that made it, and the one that announced it.
SLAM_ENDINGS: Mapping[str, tuple[Camp | None, Camp | None]] = {
    SlamOutcome.ANNOUNCED_MADE: (Camp.ATTACK, Camp.ATTACK),
    SlamOutcome.UNANNOUNCED_MADE: (Camp.ATTACK, None),
    SlamOutcome.ANNOUNCED_FAILED: (None, Camp.ATTACK),
    SlamOutcome.DEFENCE_MADE: (Camp.DEFENCE, None),
    SlamOutcome.DEFENCE_BID_MADE: (Camp.DEFENCE, Camp.DEFENCE),
    SlamOutcome.DEFENCE_BID_LOST: (None, Camp.DEFENCE),
}
ANNOUNCED_BY = {Camp.ATTACK: "announced", Camp.DEFENCE: "defence_announced"}  # ends of a field


def slam_fields(name: str, outcome: str) -> dict[str, Any]:
    """What a record says of a slam (`chelem` or `petit_chelem`) that came out so."""
    camp, announcer = SLAM_ENDINGS[outcome]
    fields: dict[str, Any] = {name: camp.value} if camp else {}
    return fields | ({f"{name}_{ANNOUNCED_BY[announcer]}": True} if announcer else {})


def slam_outcome(record: Mapping[str, Any], name: str) -> str:
    """How the slam of a record came out; empty where none was made or announced."""
    announcers = (camp for camp, end in ANNOUNCED_BY.items() if record.get(f"{name}_{end}"))
    ending = (record.get(name) or None, next(announcers, None))
    return next((outcome for outcome, known in SLAM_ENDINGS.items() if known == ending), "")


def _read_called_holders(value: Any, path: str, problems: list[Problem]) -> tuple[str | None, ...]:
    """Holders of the called cards; null is a card in the dog."""
    return tuple(
        None if member is None else read_text(member, f"{path}[{index}]", problems)
        for index, member in enumerate(members(value, path, problems))
    )


_CALLED_CARDS = deal_records.told(list_of(or_null(one_of(CalledCard))), ())
_OUDLERS = deal_records.told(list_of(one_of(Oudler)), ())
_OF_ATTACK = deal_records.told(one_of([Camp.ATTACK]), None)


@dataclass(frozen=True, slots=True)
class Poignee:
    player: Seated
    size: PoigneeSize


@dataclass(frozen=True, slots=True)
class Misere:
    player: Seated
    kind: MisereKind


@dataclass(frozen=True, slots=True)
class FrenchResult:
    """What came of a deal that was played.

    points are those of the attack's pile as told, which binary floating point holds exactly for
    every half; once they are checked, `points_x2` is the value to compute with. called_cards are
    those of `called` in its order, None where it is not told which; which_oudlers are those that
    `oudlers` counts, empty where only their number is told; parole has who said it. No score
    depends on these.
    """

    taker: Seated
    contract: FrenchContract
    oudlers: int
    points: int | float
    which_oudlers: tuple[Oudler, ...] = _OUDLERS
    called: tuple[Seated | None, ...] = deal_records.told(_read_called_holders, ())
    called_cards: tuple[CalledCard | None, ...] = _CALLED_CARDS
    petit_au_bout: Camp | None = None
    petit_player: Seated | None = None
    poignees: tuple[Poignee, ...] = ()
    chelem: Camp | None = None
    chelem_announced: bool = False
    chelem_defence_announced: bool = False
    petit_chelem: Camp | None = _OF_ATTACK
    petit_chelem_announced: bool = False
    miseres: tuple[Misere, ...] = ()
    parole: tuple[Seated, ...] = ()

    @property
    def points_x2(self) -> int:
        """Half card points, 0–182. Exact for points that are a multiple of one half."""
        return int(self.points * 2)


FrenchRecord = deal_records.Record[FrenchResult]
RECORDS = deal_records.RecordReader(FrenchResult, FrenchVoidReason)
