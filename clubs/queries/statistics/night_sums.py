"""Who won what on an evening, in order: what ranks and attendance are read from (Span.standing)."""

import sys
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from operator import add
from typing import Self

import msgspec

from clubs.queries.statistics.parts import ALL, TOLD, numbers_of


class NightSums(msgspec.Struct, array_like=True):
    """What was played on an evening: how many deals, who played, by primary key, from the lowest
    total to the highest, and these totals. So Span.standing has it of a size.

    Numbers are packed: the page of a player asks hundreds of evenings who won more, and looks at
    eight of three hundred totals of each."""

    deals: int
    packed_players: bytes
    packed_scores: bytes

    @classmethod
    def of(cls, deals: int, totals: Mapping[int, int]) -> Self:
        players = sorted(totals, key=lambda player: (totals[player], player))
        return cls(deals, _as_bytes(players), _as_bytes([totals[player] for player in players]))

    @classmethod
    def of_won(cls, won: Mapping[str, Sequence[int]]) -> Self:
        """Of a size in Span.sized."""
        totals = {int(player): numbers_of(won, player, 2)[1] for player in won if player != TOLD}
        return cls.of(numbers_of(won, TOLD, 1)[0], totals)

    def __add__(self, more: Self) -> Self:
        totals = Counter(self.totals)
        for player, total in more.totals.items():
            totals[player] += total
        return self.of(self.deals + more.deals, totals)

    @property
    def players(self) -> Sequence[int]:
        return _numbers_in(self.packed_players)

    @property
    def scores(self) -> Sequence[int]:
        return _numbers_in(self.packed_scores)

    @property
    def totals(self) -> dict[int, int]:
        return dict(zip(self.players, self.scores, strict=True))

    def total_of(self, player: int) -> int:
        return self.scores[self.players.index(player)]


def _as_bytes(numbers: Sequence[int]) -> bytes:
    """In 32 bits each, or in 64 where one needs them, as the first byte says."""
    try:
        packed = array("i", numbers)
    except OverflowError:
        packed = array("q", numbers)
    return packed.typecode.encode() + _little_endian(packed).tobytes()


def _numbers_in(packed: bytes) -> Sequence[int]:
    numbers = array(chr(packed[0]))
    numbers.frombytes(memoryview(packed)[1:])
    return _little_endian(numbers)


def _little_endian(numbers: "array[int]") -> "array[int]":
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


_encoder = msgspec.json.Encoder(order="sorted")
_night_decoder = msgspec.json.Decoder(NightSums)
_texts_decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])


def written_standing(sized: Mapping[str, Mapping[str, Sequence[int]]]) -> str:
    """Span.standing of what Span.sized has: by size, and for all where there are several."""
    nights = {size: NightSums.of_won(won) for size, won in sized.items() if size != ALL}
    if len(nights) > 1:
        nights[ALL] = reduce(add, nights.values())
    return _encoder.encode(nights).decode()


def read_standing(text: str, sizes: Collection[int] | None) -> NightSums | None:
    """What Span.standing has of these sizes, or of all; None for nothing."""
    by_size = _texts_decoder.decode(text)
    if sizes is not None:
        names: Iterable[str] = map(str, sizes)
    else:
        names = (ALL,) if ALL in by_size else by_size
    nights = [_night_decoder.decode(by_size[name]) for name in names if name in by_size]
    return reduce(add, nights) if nights else None
