"""What a record says: the figure, whose it was and where, by keys and with names."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import UUID

from clubs.models import Player, Sitting
from clubs.queries.deals.breakdown import contract_height
from clubs.queries.statistics.bests import CLOSEST, DEAL, FAILED, MADE, Bests
from clubs.queries.statistics.nights import Night

RUN, RAREST = "run", "rarest"


@dataclass(frozen=True, slots=True)
class BestOf:
    """A record: what it is of, the figure and whose it was. Card points have their halves. Of a
    deal table and number; contract and oudlers of one that was taken. Of a run these are the first
    deal, and last is where it ends; counted is of how many players or contracts the figure is."""

    name: str
    night: Night
    value: Fraction | int
    player: Player | None = None
    table: UUID | None = None
    number: int = 0
    contract: str = ""
    oudlers: int | None = None
    last: "BestOf | None" = None
    counted: int = 0

    @property
    def until(self) -> Night | None:
        """The evening on which a run ends."""
        return None if self.last is None else self.last.night

    @property
    def day_span(self) -> tuple[str, str]:
        """The first and the last day, for the address of the deals of a run."""
        last = self.until or self.night
        return self.night.held_on.isoformat(), last.held_on.isoformat()


class RecordRow(NamedTuple):
    """The same with primary keys."""

    name: str
    night: Night
    value: Fraction | int
    player: int | None = None
    table: int | None = None
    number: int = 0
    contract: str = ""
    oudlers: int | None = None
    last: "RecordRow | None" = None
    counted: int = 0


def record_row(name: str, night: Night, feats: Sequence[Any]) -> RecordRow:
    """From what an evening told."""
    if name in (MADE, FAILED):
        over, table, number, taker, contract, oudlers = feats
        return RecordRow(name, night, Fraction(over, 2), taker, table, number, contract, oudlers)
    if name == DEAL:
        value, table, number, player, *contract = feats
        return RecordRow(name, night, value, player, table, number, *contract)
    if name == CLOSEST:
        return RecordRow(name, night, feats[0], counted=feats[1])
    return RecordRow(name, night, feats[0], feats[1])


def rarest_row(bests: Bests, game: str) -> Iterator[RecordRow]:
    """The contract, with so many oudlers, that was made least often; of equally rare ones the
    highest, then the one with fewer oudlers."""

    def rarity(kind: str) -> tuple[int, int, str]:
        contract, oudlers = kind.split()
        return bests.kinds[kind][0], -contract_height(game, contract), oudlers

    if bests.kinds:
        kind = min(bests.kinds, key=rarity)
        count, night, (table, number, taker) = bests.kinds[kind]
        contract, oudlers = kind.split()
        known = int(oudlers) if oudlers.isdecimal() else None
        yield RecordRow(RAREST, night, count, taker, table, number, contract, known, counted=count)


def with_names(*lists: Iterable[RecordRow]) -> list[list[BestOf]]:
    """Puts names and tables to keys. Two queries."""
    rows = [list(one) for one in lists]
    every = [row for one in rows for row in one]
    every += [row.last for row in every if row.last is not None]
    players = Player.objects.in_bulk({row.player for row in every if row.player is not None})
    keys = {row.table for row in every if row.table is not None}
    tables = dict(Sitting.objects.filter(pk__in=keys).values_list("pk", "uuid"))

    def named(row: RecordRow) -> BestOf:
        keyed = {
            "player": None if row.player is None else players[row.player],
            "table": None if row.table is None else tables[row.table],
            "last": None if row.last is None else named(row.last),
        }
        return BestOf(**{**row._asdict(), **keyed})

    return [[named(row) for row in one] for one in rows]
