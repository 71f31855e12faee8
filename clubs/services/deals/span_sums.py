"""What a span and its shares hold (models/sums.py), read: a table is put in and taken out, without
the database."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from clubs.models import Share, Span, SpanKind
from clubs.queries.statistics.night_sums import written_standing
from clubs.queries.statistics.parts import (
    ALL,
    DECIDED,
    PLAY_ORDER,
    TOLD,
    Counts,
    Part,
    Parts,
    Sized,
    add_counts,
    day_parts,
    each_part,
    merged,
    numbers_of,
    read,
    take_counts,
    written,
)

NIGHTS = (SpanKind.DAY, SpanKind.EVENING)


class SpanKey(NamedTuple):
    """The columns that tell a span; club is its primary key."""

    club: int
    game: str
    kind: str
    ref: str
    rules: str
    title: str

    @classmethod
    def of(cls, row: Span) -> "SpanKey":
        return cls(row.club_id, row.game, row.kind, row.ref, row.rules, row.title)


@dataclass(slots=True)
class ShareSums:
    """What Share has, read. The parts are those of a day, the sums those of another span."""

    parts: list[Part] = field(default_factory=list)
    sums: Sized = field(default_factory=dict)
    company: Sized = field(default_factory=dict)
    deals: int = 0
    last: datetime | None = None

    @property
    def last_of_parts(self) -> datetime | None:
        moments = [datetime.fromisoformat(part.opened_at) for part in self.parts]
        return max(moments, default=None)

    def texts(self) -> dict[str, str]:
        """The columns of Share."""
        if not self.parts:
            return {"content": written(self.sums), "company": written(self.company)}
        return {
            "content": written([part.to_json() for part in self.parts]),
            "company": written([part.sums() for part in self.parts]),
        }


@dataclass(slots=True)
class SpanSums:
    """What Span has, read, and the shares by player; moved are those that differ from the rows."""

    kind: str
    tables: int = 0
    counts: Sized = field(default_factory=dict)
    sized: Sized = field(default_factory=dict)
    shares: dict[int, ShareSums] = field(default_factory=lambda: defaultdict(ShareSums))
    moved: set[int] = field(default_factory=set, compare=False)

    def put(self, parts: Parts) -> None:
        self.tables += 1
        for player, part in each_part(parts):
            size = str(part.size)
            add_counts(self.counts.setdefault(size, {}), part.counts)
            for name in self._sizes_told(size):
                add_counts(self.sized.setdefault(name, {}), _won(player, part))
            if self.kind != SpanKind.EVENING:
                self.moved.add(player)
                self._put_share(self.shares[player], part)

    def _sizes_told(self, size: str) -> Sequence[str]:
        """Under what `sized` has the numbers of a part."""
        if self.kind not in NIGHTS:
            return ()
        return (size, ALL) if self.kind == SpanKind.EVENING else (size,)

    def _put_share(self, share: ShareSums, part: Part) -> None:
        share.deals += part.deals
        if self.kind == SpanKind.DAY:
            share.parts.append(part)
            share.parts.sort(key=PLAY_ORDER)
            share.last = share.last_of_parts
            return
        add_counts(share.sums.setdefault(str(part.size), {}), part.counts)
        add_counts(share.company.setdefault(str(part.size), {}), part.company)
        if self.kind == SpanKind.CLUB:
            opened_at = datetime.fromisoformat(part.opened_at)
            share.last = max(share.last or opened_at, opened_at)

    def take(self, sitting: int, parts: Parts) -> None:
        """Takes out what `put` put in. When a player of a club played last is looked up later."""
        self.tables -= 1
        for player, part in each_part(parts):
            size = str(part.size)
            _take_sized(self.counts, size, part.counts)
            for name in self._sizes_told(size):
                _take_sized(self.sized, name, _won(player, part))
            if self.kind != SpanKind.EVENING:
                share = self.shares[player]
                self.moved.add(player)
                share.deals -= part.deals
                if self.kind == SpanKind.DAY:
                    share.parts = [known for known in share.parts if known.sitting != sitting]
                    share.last = share.last_of_parts
                else:
                    _take_sized(share.sums, size, part.counts)
                    _take_sized(share.company, size, part.company)

    def parts_at(self, sitting: int, players: Iterable[int]) -> Parts:
        """Of a day: what it has of a table."""
        return {
            player: [part for part in self.shares[player].parts if part.sitting == sitting]
            for player in players
        }


def _won(player: int, part: Part) -> Counts:
    """Of a player [deals, total, squares, takes decided, made], and how many deals these are the
    first to tell."""
    numbers = numbers_of(part.counts, ALL, 3) + numbers_of(part.counts, DECIDED, 2)
    return {str(player): numbers, TOLD: numbers_of(part.counts, TOLD, 1)}


def _take_sized(sums: Sized, size: str, less: Counts) -> None:
    take_counts(sums[size], less)
    if not sums[size]:
        del sums[size]


def stored_sums(row: Span) -> SpanSums:
    sized = read(row.sized)
    if row.kind == SpanKind.EVENING and sized and ALL not in sized:  # kept by an earlier version
        sized[ALL] = merged(sized)
    return SpanSums(row.kind, row.tables, read(row.counts), sized)


def fill_span(row: Span, sums: SpanSums) -> None:
    row.tables, row.counts = sums.tables, written(sums.counts)
    row.standing, row.sized = written_standing(sums.sized), written(sums.sized)


def stored_share(row: Share) -> ShareSums:
    played = row.deals, row.last_opened_at
    if row.kind == SpanKind.DAY:
        return ShareSums(day_parts(row.content, row.company), {}, {}, *played)
    return ShareSums([], read(row.content), read(row.company), *played)
