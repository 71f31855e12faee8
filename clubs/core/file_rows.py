"""Deals and totals as a file says them, with names of players: of seasons, lists and other apps."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

Row = int | str  # the number of a line, from 1, or the path inside a JSON document


@dataclass(frozen=True, slots=True)
class FiledDeal:
    """One deal. record is a deal record (scoring.md §3) with names of players, or
    plain scores (plain_scores.py); an own note of the file is in the record.

    players are the seats where they differ from those of the table. scores, stake and sides (the
    points of a side, by their column) are those that the file has, to be compared with ours. note
    is a remark of the reader, kept with the deal. key is the identity of the deal in the file;
    where it is empty, its content is (exchange/imports/known.py). asks_slam: the file notes a slam,
    and a person has to say what came of it.
    """

    row: Row
    record: Mapping[str, Any]
    players: tuple[str, ...] = ()
    scores: Mapping[str, int] | None = None
    stake: int | None = None
    note: str = ""
    uuid: UUID | None = None
    key: str = ""
    asks_slam: bool = False
    sides: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class FiledTotal:
    """The total of one player at a table of which no deals are known. place_points are in
    hundredths. column is that of the total where the file is a sheet."""

    row: Row
    player: str
    total: int
    deal_count: int | None = None
    place_points: int | None = None
    column: str = "score"
