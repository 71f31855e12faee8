"""Better tables by exchanging two players of a round, until nothing is left to mend.

The cost is one number, whose parts are so far apart that a later one never outweighs an earlier
one (Weights). Steps are counted, never seconds: the same start and seed end in the same tables.
Source: tournaments.md §5.4, §5.5.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from clubs.core.problems import Problem
from clubs.core.seating.random import Draws
from clubs.core.seating.shapes import SeatingRefused

FREE, CLUB, TEAM, APART = range(4)  # what two players are to each other
KINDS = 4
MOST_MEETINGS = 64  # of one pair, in all rounds
PLAIN, ODD, BYE = range(3)  # kinds of tables: of 4, of another size, none
NOWHERE = -1  # the place of a player who is not there in this round
PATIENCE = 6  # rounds of the tabu list, and as many more at most
STEPS_OF_A_MOVE = 32  # that it takes beside looking at exchanges
TRIES_BETWEEN_LOOKS = 4096  # at the clock

SPREAD = (0, 0, 1, 3, 7, 15, 31)  # what one more meeting costs a pair, by how often it has met
ANNOUNCED = (0, 1)  # what it costs to be at home, and to be anywhere else

Round = list[list[int]]  # players by table; the last one is the byes


@dataclass(frozen=True, slots=True)
class Weights:
    """What one unit of each part costs; 0 leaves it out. meeting is for the second repeat of one
    pair, three times that for the third, seven times for the fourth: repeats are spread over many
    pairs; distances: by how far a player is from home."""

    apart: int = 0
    bye: int = 0
    team: int = 0
    repeat: int = 0
    meeting: int = 0
    club: int = 0
    odd: int = 0
    odd_free: int = 0
    distances: Sequence[int] = ()

    @classmethod
    def ranked(cls, players: int, rounds: int, distances: Sequence[int] = ANNOUNCED) -> "Weights":
        """In the order of tournaments.md §5.4; distances, if any, come last."""
        return cls.stacked(players, rounds, distances, "odd", "club", "meeting", "repeat")

    @classmethod
    def stacked(cls, players: int, rounds: int, distances: Sequence[int], *parts: str) -> "Weights":
        """parts: the soft ones that count, the lightest first; teams and pairs apart always do."""
        most = 4 * players * rounds  # of pairs at tables, or of seats at odd tables and more
        unit = max(distances, default=0) * players * rounds + 1
        found = {}
        for part in (*parts, "team", "bye", "apart"):
            found[part] = unit
            unit *= most * max(2 * rounds + 1, SPREAD[-1] + 1)
        return cls(**found, distances=distances)


@dataclass(slots=True)
class Pairs:
    """A set of pairs from which one can be drawn at once."""

    order: list[tuple[int, int]] = field(default_factory=list)
    place: dict[tuple[int, int], int] = field(default_factory=dict)

    def add(self, pair: tuple[int, int]) -> None:
        if pair not in self.place:
            self.place[pair] = len(self.order)
            self.order.append(pair)

    def drop(self, pair: tuple[int, int]) -> None:
        at = self.place.pop(pair, None)
        if at is not None:
            last = self.order.pop()
            if last != pair:
                self.order[at] = last
                self.place[last] = at


def distances(tables: int, players: int) -> list[int]:
    """What it costs to be so many tables from one's own: the sum of the ways counts first, the sum
    of their squares after it."""
    unit = players * tables * tables + 1
    return [way * unit + way * way for way in range(tables)]


def home_of(tables: Round, count: int) -> list[int]:
    home = [NOWHERE] * count
    for at, table in enumerate(tables):
        for player in table:
            home[player] = at
    return home


class Board:
    """Rounds in which players may change places.

    rounds: of tables of players, the last entry of each being its byes; met: rounds that are over,
    in the same shape; kinds: what two players are to each other, else nothing; frozen: players of
    a round who stay; home: where each player should be, by round. Players are numbers from 0.
    """

    def __init__(
        self,
        players: int,
        rounds: Sequence[Round],
        weights: Weights,
        *,
        met: Sequence[Round] = (),
        kinds: dict[tuple[int, int], int] | None = None,
        frozen: Sequence[set[int]] = (),
        home: Sequence[Sequence[int] | None] = (),
        expired: Callable[[], bool] | None = None,
    ) -> None:
        self.players, self.weights = players, weights
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.frozen = frozen or [set() for _ in rounds]
        self.home = home or [None for _ in rounds]
        self.expired = expired
        self.steps = 0
        self.next_look = TRIES_BETWEEN_LOOKS
        self.adding = self.prices()
        self.taking = [0, *self.adding[:-1]]  # the last meeting of a pair costs what it added
        for kind in range(KINDS):
            self.taking[kind * MOST_MEETINGS] = 0
        self.code = [bytearray(players) for _ in range(players)]
        for (a, b), kind in (kinds or {}).items():
            self.code[a][b] = self.code[b][a] = kind * MOST_MEETINGS
        self.grave, self.slight = Pairs(), Pairs()
        self.seat = [self.seats_of(tables) for tables in self.rounds]
        self.kind = [
            [*(PLAIN if len(table) == 4 else ODD for table in tables[:-1]), BYE]
            for tables in self.rounds
        ]
        self.times = [[0] * players for _ in range(KINDS - 1)]  # at tables of a kind
        for tables in met:
            self.count(tables, [*(PLAIN if len(t) == 4 else ODD for t in tables[:-1]), BYE])
        for tables, table_kinds in zip(self.rounds, self.kind, strict=True):
            self.count(tables, table_kinds)

    def prices(self) -> list[int]:
        """What one more meeting costs a pair, by kind and meetings so far."""
        weights = self.weights
        by_kind = {FREE: 0, CLUB: weights.club, TEAM: weights.team, APART: weights.apart}
        return [
            by_kind[kind]
            + (weights.repeat if met else 0)
            + weights.meeting * SPREAD[min(met, len(SPREAD) - 1)]
            for kind in range(KINDS)
            for met in range(MOST_MEETINGS)
        ]

    def seats_of(self, tables: Round) -> list[int]:
        seats = [NOWHERE] * self.players
        for at, table in enumerate(tables):
            for player in table:
                seats[player] = at
        return seats

    def count(self, tables: Round, kinds: Sequence[int]) -> None:
        for table, kind in zip(tables, kinds, strict=True):
            for at, player in enumerate(table):
                self.times[kind][player] += 1
                if kind != BYE:
                    for other in table[:at]:
                        self.meet(player, other, 1)

    def meet(self, a: int, b: int, change: int) -> None:
        """One meeting more or less, and whether that pair is to be mended."""
        code = self.code[a][b] + change
        self.code[a][b] = self.code[b][a] = code
        pair = (a, b) if a < b else (b, a)
        price = self.taking[code]
        if not price:
            if change < 0:
                self.grave.drop(pair)
                self.slight.drop(pair)
        elif price >= (self.weights.repeat or self.weights.team):
            self.grave.add(pair)
        else:
            self.grave.drop(pair)
            self.slight.add(pair)

    def best_exchange(
        self, at: int, player: int, hurdle: Callable[[int, int, int], int] | None = None
    ) -> tuple[int, int] | None:
        """Change of the cost, and with whom; the first of equal ones. hurdle gives what
        the change of an exchange must stay below to be allowed."""
        tables, seats, kinds = self.rounds[at], self.seat[at], self.kind[at]
        frozen, home = self.frozen[at], self.home[at]
        adding, taking, code = self.adding, self.taking, self.code
        mine, here = code[player], seats[player]
        byes = len(tables) - 1
        mates = [] if here == byes else [other for other in tables[here] if other != player]
        leaving = sum([taking[mine[mate]] for mate in mates])
        best: tuple[int, int] | None = None
        for there, others in enumerate(tables):
            if there == here:
                continue
            self.steps += len(others)
            costs = [0] * len(others) if there == byes else [adding[mine[o]] for o in others]
            joining = sum(costs) - leaving
            same_kind = kinds[here] == kinds[there]
            for other, cost in zip(others, costs, strict=True):
                theirs = code[other]
                change = joining - cost
                if there != byes:
                    for mate in others:
                        change -= taking[theirs[mate]]
                for mate in mates:
                    change += adding[theirs[mate]]
                if not same_kind:
                    change += self.kind_change(player, other, kinds[here], kinds[there])
                if home is not None:
                    change += self.way_change(home, player, other, here, there)
                if (
                    (best is None or change < best[0])
                    and other not in frozen
                    and (hurdle is None or change < hurdle(at, player, other))
                ):
                    best = change, other
        self.look_at_the_clock()
        return best

    def look_at_the_clock(self) -> None:
        if self.expired is not None and self.steps > self.next_look:
            self.next_look = self.steps + TRIES_BETWEEN_LOOKS
            if self.expired():
                raise SeatingRefused([Problem("seating_timeout")])

    def kind_change(self, a: int, b: int, here: int, there: int) -> int:
        """Squares of the times at odd tables and of byes: it is better to spread them."""
        change = 0
        parts = ((ODD, self.weights.odd, self.weights.odd_free), (BYE, self.weights.bye, 0))
        for kind, weight, free in parts:
            if weight and kind in (here, there):
                gains, loses = (a, b) if there == kind else (b, a)
                times = self.times[kind]
                more, fewer = max(times[gains] + 1 - free, 0), max(times[loses] - free, 0)
                change += weight * (max(2 * more - 1, 0) - max(2 * fewer - 1, 0))
        return change

    def way_change(self, home: Sequence[int], a: int, b: int, here: int, there: int) -> int:
        far = self.weights.distances
        change = 0
        for player, old, new in ((a, here, there), (b, there, here)):
            if home[player] != NOWHERE:
                change += far[min(abs(new - home[player]), len(far) - 1)]
                change -= far[min(abs(old - home[player]), len(far) - 1)]
        return change

    def exchange(self, at: int, a: int, b: int) -> None:
        tables, seats, kinds = self.rounds[at], self.seat[at], self.kind[at]
        here, there = seats[a], seats[b]
        for player, old, new in ((a, here, there), (b, there, here)):
            if kinds[old] != BYE:
                for mate in tables[old]:
                    if mate not in (a, b):
                        self.meet(player, mate, -1)
            if kinds[new] != BYE:
                for mate in tables[new]:
                    if mate not in (a, b):
                        self.meet(player, mate, 1)
            self.times[kinds[old]][player] -= 1
            self.times[kinds[new]][player] += 1
        tables[here][tables[here].index(a)] = b
        tables[there][tables[there].index(b)] = a
        seats[a], seats[b] = there, here

    def total(self) -> int:
        """What everything costs, apart from the ways from home."""
        price = [0]
        for code, adding in enumerate(self.adding[:-1], start=1):
            price.append(0 if code % MOST_MEETINGS == 0 else price[-1] + adding)
        pairs = sum(price[code] for row in self.code for code in row) // 2
        odd = self.weights.odd * sum(times * times for times in self.times[ODD])
        return pairs + odd + self.weights.bye * sum(times * times for times in self.times[BYE])

    def free_meetings(self, pair: tuple[int, int]) -> list[tuple[int, int]]:
        """Rounds and players of the pair that may still be moved."""
        a, b = pair
        return [
            (at, player)
            for at, seats in enumerate(self.seat)
            if seats[a] == seats[b] != NOWHERE and self.kind[at][seats[a]] != BYE
            for player in pair
            if player not in self.frozen[at]
        ]

    def broken(self) -> list[tuple[int, int]]:
        """Pairs that must not meet and do, in a round that could have been otherwise."""
        hard = self.weights.team
        return sorted(
            pair
            for pair in self.grave.order
            if self.code[pair[0]][pair[1]] >= TEAM * MOST_MEETINGS and hard and self.meet_here(pair)
        )

    def meet_here(self, pair: tuple[int, int]) -> bool:
        a, b = pair
        return any(
            seats[a] == seats[b] != NOWHERE and self.kind[at][seats[a]] != BYE
            for at, seats in enumerate(self.seat)
        )


def mend(board: Board, draws: Draws, limit: int) -> None:
    """Exchanges players of pairs that should not meet, worst pairs first, for at most so many
    steps (an exchange that is looked at is one). Leaves the best rounds that it saw."""
    limit += board.steps
    _spread(board, limit)
    trail = Trail(board)
    while board.steps < limit:
        where = _sore_spot(board, draws)
        if where is None:
            break
        board.steps += STEPS_OF_A_MOVE
        trail.move += 1
        found = board.best_exchange(*where, trail.hurdle)
        if found is not None:
            trail.go(*where, *found, PATIENCE + draws.below(PATIENCE))
    trail.back_to_best()


def exchange_tables(board: Board, at: int) -> None:
    """Whole tables of one size change places while that brings their players nearer home."""
    home, tables, frozen = board.home[at], board.rounds[at], board.frozen[at]
    if home is None:
        return
    free = [place for place, table in enumerate(tables[:-1]) if not frozen.intersection(table)]
    for here, there in combinations(free, 2):
        if len(tables[here]) != len(tables[there]):
            continue
        pairs = list(zip(tables[here], tables[there], strict=True))
        if sum(board.way_change(home, a, b, here, there) for a, b in pairs) < 0:
            for a, b in pairs:
                board.exchange(at, a, b)


def draw_nearer(board: Board, draws: Draws, limit: int) -> None:
    """Moves players who are away from home, also through rounds that are worse: where a single
    exchange helps no more, two or three together may. Leaves the best rounds that it saw."""
    limit += board.steps
    trail = Trail(board)
    while board.steps < limit:
        away = [
            (at, player)
            for at, home in enumerate(board.home)
            if home is not None
            for player in _away_from_home(board, at, home)
            if player not in board.frozen[at]
        ]
        if not away:
            break
        where = draws.one(away)
        board.steps += STEPS_OF_A_MOVE
        trail.move += 1
        found = board.best_exchange(*where, trail.hurdle)
        if found is not None:
            trail.go(*where, *found, PATIENCE + draws.below(PATIENCE))
    trail.back_to_best()


@dataclass(slots=True)
class Trail:
    """The moves since the best rounds so far, and those that are barred for a while, so that the
    search does not turn in circles. gain and best: changes of the cost since the start."""

    board: Board
    gain: int = 0
    best: int = 0
    move: int = 0
    undo: list[tuple[int, int, int]] = field(default_factory=list)
    barred_until: dict[tuple[int, int, int], int] = field(default_factory=dict)

    def hurdle(self, at: int, a: int, b: int) -> int:
        """What the change must stay below: a barred exchange must lead to the best rounds."""
        key = (at, a, b) if a < b else (at, b, a)
        is_barred = self.barred_until.get(key, 0) > self.move
        return self.best - self.gain if is_barred else NEVER

    def go(self, at: int, a: int, change: int, b: int, patience: int) -> None:
        self.barred_until[(at, a, b) if a < b else (at, b, a)] = self.move + patience
        self.board.exchange(at, a, b)
        self.undo.append((at, a, b))
        self.gain += change
        if self.gain < self.best:
            self.best = self.gain
            self.undo.clear()

    def back_to_best(self) -> None:
        for at, a, b in reversed(self.undo):
            self.board.exchange(at, a, b)


NEVER = 1 << 400  # more than any cost


def _sore_spot(board: Board, draws: Draws) -> tuple[int, int] | None:
    """A round, and a player to move in it."""
    for pairs in (board.grave, board.slight):
        while pairs.order:
            pair = draws.one(pairs.order)
            spots = board.free_meetings(pair)
            if spots:
                return draws.one(spots)
            pairs.drop(pair)  # only in rounds that are over, or locked
    return None


def _spread(board: Board, limit: int) -> None:
    """Nobody sits out again while somebody has not; and the same for odd tables, where they weigh
    more than meetings."""
    weights = board.weights
    if weights.bye:
        _descend(board, limit, lambda at: list(board.rounds[at][-1]))
    if weights.odd > weights.repeat:
        _descend(board, limit, lambda at: _at_odd_tables(board, at))


def _at_odd_tables(board: Board, at: int) -> list[int]:
    kinds = board.kind[at]
    tables = zip(board.rounds[at], kinds, strict=True)
    return [player for table, kind in tables if kind == ODD for player in table]


def polish(board: Board, limit: int) -> None:
    """Goes on while a single exchange helps those at odd tables, or far from home."""
    limit += board.steps

    def spots(at: int) -> list[int]:
        home = board.home[at]
        return _at_odd_too_often(board, at) if home is None else _away_from_home(board, at, home)

    _descend(board, limit, spots)


def _at_odd_too_often(board: Board, at: int) -> list[int]:
    seats, times = board.seat[at], board.times[ODD]
    here = (player for player, seat in enumerate(seats) if seat != NOWHERE)
    fewest = min((times[player] for player in here), default=0)
    return [player for player in _at_odd_tables(board, at) if times[player] > fewest + 1]


def _away_from_home(board: Board, at: int, home: Sequence[int]) -> list[int]:
    return [
        player
        for player, seat in enumerate(board.seat[at])
        if NOWHERE not in (seat, home[player]) and seat != home[player]
    ]


def _descend(board: Board, limit: int, spots: Callable[[int], list[int]]) -> None:
    better = True
    while better and board.steps < limit:
        better = False
        for at in range(len(board.rounds)):
            for player in spots(at):
                if player in board.frozen[at] or board.steps >= limit:
                    continue
                found = board.best_exchange(at, player)
                if found is not None and found[0] < 0:
                    board.exchange(at, player, found[1])
                    better = True
