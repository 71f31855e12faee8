"""A seating for who is there now, with the fewest moves. Source: tournaments.md §5.7.

Somebody came after the draw, or left: the round keeps its tables, its order of play, its locks and
whatever was changed by hand, and as few people as possible sit at another table than before. How
many move is exact: the sizes that tables may take are gone through, those with the fewest moves
first. Who moves, and where to, is found by exchanges until none is better, in this order: fewest
people who join a locked table, fewest meetings again, fewest of one club at a table, fewest tables
of another size than four, and who sat at such tables least often.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice

from clubs.core.seating.shapes import Lock, Player, SeatedRound, SeatedTable, numbers_of_tables

MOST_MOVES = 16  # above, another draw is the better answer
_MOST_SHAPES = 60  # of the tables, that are tried with the same number of moves
_USUAL_SIZE = 4
# What one unit of each part costs, so far apart that a later one never outweighs an earlier one.
_APART, _REPEAT, _AGAIN, _CLUB, _ODD_TABLE = 10**18, 10**13, 10**11, 10**8, 10**5
_LOCKED = 10**16  # where another table can take somebody, a locked one stays as it is
_BYE = 10**15  # a second one while somebody has none is worse than a meeting again

Pair = frozenset[Player]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The rules that a round keeps to while people come and go.

    sizes: that a table may have; byes: how many sit out; locked: who stays at the table; rounds:
    all others that count for meetings; apart: pairs that must not sit together; groups: the club of
    a player, where clubs are to be separated; room: table numbers, in order.
    """

    sizes: Collection[int]
    byes: int = 0
    locked: Sequence[Lock] = ()
    rounds: Sequence[SeatedRound] = ()
    apart: Collection[Pair] = ()
    groups: Mapping[Player, str] = field(default_factory=dict)
    room: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class TableMove:
    """was and now are table numbers, 0 for a bye, None for nowhere: somebody came or left."""

    player: Player
    was: int | None
    now: int | None


def _table_numbers(seated: SeatedRound) -> dict[Player, int]:
    """The number of the table of everybody who has a place, 0 for a bye."""
    numbers: dict[Player, int] = dict.fromkeys(seated.byes, 0)
    for table in seated.tables:
        numbers.update(dict.fromkeys(table.players, table.number))
    return numbers


def moves_between(before: SeatedRound, after: SeatedRound) -> list[TableMove]:
    """Everybody whose place is at another table: those who have a seat now by table, then those who
    sit out, then those who left."""
    was, now = _table_numbers(before), _table_numbers(after)
    moves = [TableMove(p, was.get(p), at) for p, at in now.items() if was.get(p) != at]
    moves.sort(key=lambda move: (not move.now, move.now or 0))
    return moves + [TableMove(player, at, None) for player, at in was.items() if player not in now]


def with_fewest_moves(
    before: SeatedRound, here: Sequence[Player], keeps: Circumstances
) -> SeatedRound | None:
    """The round for exactly those who are here, in the order of entry numbers.

    None where no more than MOST_MOVES moves lead to tables of the sizes that are allowed.
    """
    search = _Search(before, here, keeps)
    # The first number of moves that leads to lawful tables is the least. Costs are differences:
    # half of _APART or more means that a pair sits together that must not.
    for moves in range(MOST_MOVES + 1):
        states = [search.improved(shape) for shape in islice(search.shapes(moves), _MOST_SHAPES)]
        best = min(states, key=lambda state: state.cost, default=None)
        if best is not None and best.cost < _APART // 2:
            return search.round_of(best)
    return None


Shape = dict[int, int]  # the size of tables that change theirs, by place


@dataclass(frozen=True, slots=True)
class _State:
    """giving: who leaves each table that gets smaller, by place; taking: the place of each seat
    that is free, in the order of those who take them."""

    shape: Shape
    giving: dict[int, tuple[Player, ...]]
    coming: tuple[Player, ...]
    taking: tuple[int, ...]
    cost: int


class _Search:
    """Places are those of the tables in the round, then that of the byes, then of tables that may
    be opened."""

    def __init__(self, before: SeatedRound, here: Sequence[Player], keeps: Circumstances) -> None:
        self.before, self.keeps = before, keeps
        # Everybody who is not here is gone from their table before the search begins, and everybody
        # new waits: neither is a move, and only moves are counted.
        stays = set(here)
        self.seated = [[p for p in table.players if p in stays] for table in before.tables]
        self.byes = len(self.seated)
        self.seated.append([p for p in before.byes if p in stays])
        placed = {player for players in self.seated for player in players}
        self.new = tuple(player for player in here if player not in placed)
        opened = len(self.new) // min(keeps.sizes, default=1) + MOST_MOVES // 4
        self.seated += [[] for _ in range(opened)]
        self.held = self._held()
        self.had_byes = Counter(player for told in keeps.rounds for player in told.byes)
        self.met: Counter[Pair] = Counter()
        self.odd: Counter[Player] = Counter()
        for other in keeps.rounds:
            for table in other.tables:
                self.met.update(map(frozenset, combinations(table.players, 2)))
                if len(table.players) != _USUAL_SIZE:
                    self.odd.update(table.players)
        self.apart = set(keeps.apart)

    def _held(self) -> list[set[Player]]:
        by_number = {
            lock.table: set(lock.players)
            for lock in self.keeps.locked
            if lock.round == self.before.number
        }
        held = [
            by_number.get(table.number, set()).intersection(players)
            for table, players in zip(self.before.tables, self.seated, strict=False)
        ]
        return held + [set() for _ in self.seated[len(held) :]]

    # Which sizes the tables may take.

    def options(self, place: int) -> tuple[int, ...]:
        if place == self.byes:
            return (self.keeps.byes,)
        fewest = len(self.held[place])
        sizes = [size for size in (0, *sorted(self.keeps.sizes)) if size >= fewest]
        return tuple(sizes)

    def shapes(self, moves: int) -> Iterator[Shape]:
        """All ways to size the tables with so many people leaving theirs; of tables that are alike
        the first ones change."""
        # Tables that are alike give the same costs of sizes: of these only how many change matters
        # here, and neighbours() finds out which. Else the ways would grow with every table.
        alike: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for place, players in enumerate(self.seated):
            alike.setdefault((len(players), self.options(place)), []).append(place)
        kinds = sorted(alike.items(), key=lambda kind: kind[1][0])
        yield from self._shapes(kinds, moves, len(self.new) + moves)

    def _shapes(
        self,
        kinds: Sequence[tuple[tuple[int, tuple[int, ...]], list[int]]],
        leave: int,
        join: int,
    ) -> Iterator[Shape]:
        if not kinds:
            if leave == join == 0:
                yield {}
            return
        ((size, options), places), *others = kinds
        for chosen, left, joined in _sized(size, options, len(places), leave, join):
            for rest in self._shapes(others, left, joined):
                yield {**dict(zip(places, chosen, strict=False)), **rest}

    # Who moves, and where to.

    def improved(self, shape: Shape) -> _State:
        state = self.first(shape)
        while True:
            better = min(self.neighbours(state), key=lambda other: other.cost, default=state)
            if better.cost >= state.cost:
                return state
            state = better

    def first(self, shape: Shape) -> _State:
        giving = {
            place: tuple(self.free(place)[: len(self.seated[place]) - size])
            for place, size in shape.items()
            if size < len(self.seated[place])
        }
        return self.state(shape, giving)

    def state(
        self,
        shape: Shape,
        giving: dict[int, tuple[Player, ...]],
        coming: tuple[Player, ...] = (),
    ) -> _State:
        coming = coming or (*self.new, *(p for at in sorted(giving) for p in giving[at]))
        taking = tuple(
            place
            for place, size in sorted(shape.items())
            for _ in range(size - len(self.seated[place]))
        )
        after = self.after(shape, giving, coming, taking)
        cost = sum(
            self.cost(place, players) - self.cost(place, self.seated[place])
            for place, players in after.items()
        )
        return _State(shape, giving, coming, taking, cost)

    def free(self, place: int) -> list[Player]:
        """The players who may leave a table; at the byes those who sat out most often first."""
        players = [p for p in self.seated[place] if p not in self.held[place]]
        if place == self.byes:
            players.sort(key=lambda player: -self.had_byes[player])
        return players

    def after(
        self,
        shape: Shape,
        giving: Mapping[int, Sequence[Player]],
        coming: Sequence[Player],
        taking: Sequence[int],
    ) -> dict[int, list[Player]]:
        tables = {
            place: [p for p in self.seated[place] if p not in giving.get(place, ())]
            for place in shape
        }
        for player, place in zip(coming, taking, strict=True):
            tables[place].append(player)
        return tables

    def cost(self, place: int, players: Sequence[Player]) -> int:
        if place == self.byes:
            return _BYE * sum(self.had_byes[player] for player in players)
        total = _LOCKED * len(set(players) - self.held[place]) if self.held[place] else 0
        for pair in map(frozenset, combinations(players, 2)):
            if times := self.met[pair]:
                total += _REPEAT + _AGAIN * (times - 1)
            if pair in self.apart:
                total += _APART
            elif self.keeps.groups:
                first, second = (self.keeps.groups.get(player) for player in pair)
                total += _CLUB if first and first == second else 0
        if players and len(players) != _USUAL_SIZE:
            total += _ODD_TABLE + sum(2 * self.odd[player] + 1 for player in players)
        return total

    def neighbours(self, state: _State) -> Iterator[_State]:
        """Two change their new places; somebody else of a table leaves it; another table of the
        same size gets larger or smaller instead."""
        order = state.coming
        for a, b in combinations(range(len(order)), 2):
            if state.taking[a] != state.taking[b]:
                swapped = list(order)
                swapped[a], swapped[b] = swapped[b], swapped[a]
                yield self.state(state.shape, state.giving, tuple(swapped))
        for place, leaving in state.giving.items():
            for other in self.free(place):
                if other not in leaving:
                    for gone in leaving:
                        yield self.replaced(state, {gone: other}, place, place)
        for place in state.shape:
            for other in self.alike(state.shape, place):
                leaving = state.giving.get(place, ())
                for chosen in combinations(self.free(other), len(leaving)):
                    names = dict(zip(leaving, chosen, strict=True))
                    yield self.replaced(state, names, place, other)

    def alike(self, shape: Shape, place: int) -> list[int]:
        """Tables that keep their size, and could take that of this one instead."""
        size = len(self.seated[place])
        if place >= self.byes or not size:
            return []
        return [
            other
            for other in range(self.byes)
            if other not in shape
            and len(self.seated[other]) == size
            and self.options(other) == self.options(place)
        ]

    def replaced(
        self, state: _State, names: Mapping[Player, Player], place: int, other: int
    ) -> _State:
        """Others leave their table; at another place the change of size moves there."""
        shape = {other if at == place else at: size for at, size in state.shape.items()}
        giving = {
            other if at == place else at: tuple(names.get(player, player) for player in players)
            for at, players in state.giving.items()
        }
        moved = {place: other}
        slots = sorted(
            zip((moved.get(at, at) for at in state.taking), state.coming, strict=True),
            key=lambda slot: slot[0],
        )
        coming = tuple(names.get(player, player) for _at, player in slots)
        return self.state(shape, giving, coming)

    # The round that comes of it.

    def round_of(self, state: _State) -> SeatedRound:
        after = self.after(state.shape, state.giving, state.coming, state.taking)
        tables = [
            SeatedTable(table.number, _in_seats(table.players, after.get(at, self.seated[at])))
            for at, table in enumerate(self.before.tables)
        ]
        opened = [after[place] for place in sorted(after) if place > self.byes and after[place]]
        used = {table.number for table in self.before.tables}
        numbers = numbers_of_tables(len(used) + len(opened), self.keeps.room)
        numbers += range(max([0, *used]) + 1, max([0, *used]) + 1 + len(opened))
        unused = iter(dict.fromkeys(number for number in numbers if number not in used))
        tables += [SeatedTable(next(unused), tuple(players)) for players in opened]
        # As a draw lists them: a new table may have taken a number that was free between others.
        places = {number: place for place, number in enumerate(self.keeps.room)}
        tables.sort(key=lambda table: (places.get(table.number, len(places)), table.number))
        byes = after.get(self.byes, self.seated[self.byes])
        return SeatedRound(
            self.before.number, tuple(table for table in tables if table.players), tuple(byes)
        )


def _sized(
    size: int, options: Sequence[int], count: int, leave: int, join: int
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """New sizes of the first of so many tables, and how many still have to leave and to join.

    The tables after those keep their size, where that is one of the options.
    """
    changes = [option for option in options if option != size]
    if not changes:  # every other option was dealt with: the tables that are left keep their size
        if size in options or not count:
            yield (), leave, join
        return
    option, more = changes[0], changes[0] - size
    for times in range(count + 1):
        left, joined = leave + min(0, more) * times, join - max(0, more) * times
        if left < 0 or joined < 0:
            break
        rest = [other for other in options if other != option]
        for sizes, least, most in _sized(size, rest, count - times, left, joined):
            yield (*[option] * times, *sizes), least, most


def _in_seats(before: Sequence[Player], now: Sequence[Player]) -> tuple[Player, ...]:
    """The order of play as before: newcomers take the seats of those who left, else the last."""
    stays = set(before).intersection(now)
    coming = [player for player in now if player not in stays]
    seats = [
        player if player in stays else (coming.pop(0) if coming else None) for player in before
    ]
    return (*(player for player in seats if player is not None), *coming)
