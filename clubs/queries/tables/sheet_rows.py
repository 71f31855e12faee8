"""The rows, columns and cells of a score sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

from clubs.choices import void_label
from clubs.core.deals import OTHER, DealRole
from clubs.core.games import Rules
from clubs.models import Deal, DealKind
from clubs.queries.deals.breakdown import (
    contract_label,
    headline,
    marks_of,
    outcome_told,
    pips_of,
    plays_alone,
    result_text,
    short_contract,
)
from clubs.queries.deals.marks import Mark

UNDONE, RESTORED = "void_deal", "restore_deal"


SERIES = 8  # markers and dashes that can be told apart


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """A column of the sheet: a player, and what they have won so far.

    position is the column, from 0: who sits there in order of play, then those who have left.
    left_after is the number of the last deal that somebody who has left was there for.
    """

    position: int
    uuid: str
    name: str
    full_name: str
    total: int
    taken_count: int
    made_count: int
    has_left: bool = False
    left_after: int | None = None

    @property
    def series(self) -> int:
        """Number of its colour, marker and dashes, from 1 to 8."""
        return self.position % SERIES + 1


class SheetCell(NamedTuple):
    """What a player had after a deal, and won on it; no role while not at the table."""

    total: int
    gain: int
    role: str
    is_dealer: bool

    @property
    def is_absent(self) -> bool:
        return not self.role


def is_dealt_in(role: str) -> bool:
    """Whether a player with this role had cards: neither resting nor away from the table."""
    return role not in ("", DealRole.OUT)


class DealChange(NamedTuple):
    """The last correction of a deal: the key of the actor, when, and the action."""

    by: str
    at: datetime
    action: str


class SheetDeal(NamedTuple):
    """What a sheet needs of a deal, by the names of its columns: a row of the model takes four
    times as long to read."""

    id: int
    uuid: UUID
    number: int
    revision: int
    kind: str
    void_reason: str | None
    record: dict[str, Any]
    match: int | None
    taker_id: int | None
    contract: str | None
    oudlers: int | None
    points_x2: int | None
    made: bool | None
    margin: int | None
    recorded_at: datetime
    recorded_by_id: int | None


@dataclass(frozen=True)
class SheetRow:
    """One deal in words and figures. Words are made when somebody looks: of most rows of a long
    sheet only the figures count.

    roles are those of the deal with the names of their players; names are those of all who have
    sat at the table, by uuid.
    """

    deal: Deal | SheetDeal
    game: str
    rules: Rules
    names: Mapping[str, str]
    roles: Sequence[tuple[str, str]]
    change: DealChange | None
    cells: tuple[SheetCell, ...] = ()

    @property
    def contract(self) -> str:
        return contract_label(self.game, self.deal.contract)

    @property
    def short_contract(self) -> str:
        return short_contract(self.game, self.deal.contract)

    @property
    def pips(self) -> int:
        return pips_of(self.game, self.deal.contract, self.rules)

    @cached_property
    def taker(self) -> str:
        return next((name for role, name in self.roles if role == DealRole.TAKER), "")

    @cached_property
    def partners(self) -> tuple[str, ...]:
        """As they sat."""
        called = [name for role, name in self.roles if role == DealRole.PARTNER]
        if len(called) > 1:
            seated = [self.names.get(uuid) for uuid in self.deal.record.get("players", ())]
            called.sort(key=[*seated, *called].index)
        return tuple(called)

    @property
    def is_alone(self) -> bool:
        return bool(self.taker) and plays_alone(self.game, self.deal.record)

    @cached_property
    def result(self) -> str:
        return result_text(self.deal.made, self.deal.margin)

    @cached_property
    def headline(self) -> str:
        deal = self.deal
        story = headline(self.game, deal.contract, deal.record, self.taker, self.partners)
        return story or outcome_told(self.game, deal.record, self.rules, self.names)

    @property
    def label(self) -> str:
        """What somebody wrote beside plain scores."""
        label: str = self.deal.record.get("label", "") if self.is_plain else ""
        return label

    @property
    def reason(self) -> str:
        """Why a void deal was not played."""
        return void_label(self.deal.void_reason) if self.deal.void_reason else ""

    @property
    def dealer(self) -> str:
        return self.names.get(self.deal.record.get("dealer") or "", "")

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        return marks_of(self.game, self.deal.record, self.names)

    @property
    def number(self) -> int:
        return self.deal.number

    @property
    def is_void(self) -> bool:
        return self.deal.kind == DealKind.VOID

    @property
    def is_plain(self) -> bool:
        """Whether only the scores were told."""
        return self.deal.kind == DealKind.SCORES

    @property
    def is_undone(self) -> bool:
        """Whether it was taken back, and not restored since."""
        return (
            self.is_void
            and self.change is not None
            and self.change.action in (UNDONE, RESTORED)
            and self.deal.void_reason == OTHER
        )

    @property
    def is_restored(self) -> bool:
        return self.change is not None and self.change.action == RESTORED
