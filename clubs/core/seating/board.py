"""Rounds that are being drawn, what they cost, and what an exchange of two players would change.

The cost is one number, whose parts are so far apart that a later one never outweighs an earlier
one (Weights). Steps are counted, never seconds: the same start and seed end in the same tables.
Source: tournaments.md §5.4, §5.5.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from clubs.core.problems import Problem
from clubs.core.seating.shapes import SeatingRefused, Tables

FREE, CLUB, TEAM, APART = range(4)  # what two players are to each other
KINDS = 4
MOST_MEETINGS = 64  # of one pair, in all rounds
PLAIN, ODD, BYE = range(3)  # kinds of tables: of 4, of another size, none
NOWHERE = -1  # the place of a player who is not there in this round
TRIES_BETWEEN_LOOKS = 4096  # at the clock

SPREAD = (0, 0, 1, 3, 7, 15, 31)  # what one more meeting costs a pair, by how often it has met


@dataclass(frozen=True, slots=True)
class Weights:
    """The cost of one unit of each part; 0 leaves it out. meeting is for the second repeat of one
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
    def ranked(cls, players: int, rounds: int) -> "Weights":
        """The weights in the order of tournaments.md §5.4."""
        return cls.stacked(players, rounds, (), "odd", "club", "meeting", "repeat")

    @classmethod
    def stacked(cls, players: int, rounds: int, distances: Sequence[int], *parts: str) -> "Weights":
        """parts: the soft ones that count, the lightest first; teams and pairs apart always do."""
        # Each unit is above the greatest sum of all parts after it. With a smaller one a later part
        # would now and then win over an earlier one, and nothing would say so but worse plans.
        most = 4 * players * rounds  # of pairs at tables, or of seats at odd tables and more
        unit = max(distances, default=0) * players * rounds + 1
        weights = {}
        for part in (*parts, "team", "bye", "apart"):
            weights[part] = unit
            unit *= most * max(2 * rounds + 1, SPREAD[-1] + 1)
        return cls(**weights, distances=distances)


@dataclass(slots=True)
class Pairs:
    """A set of pairs from which one can be drawn at once.

    The order follows from the calls alone, unlike that of a set: a seed draws the same pair again.
    """

    order: list[tuple[int, int]] = field(default_factory=list)
    place: dict[tuple[int, int], int] = field(default_factory=dict)

    def add(self, pair: tuple[int, int]) -> None:
        if pair not in self.place:
            self.place[pair] = len(self.order)
            self.order.append(pair)

    def drop(self, pair: tuple[int, int]) -> None:
        at = self.place.pop(pair, None)
        if at is not None:
            last = self.order.pop()  # fills the gap, so that no place after it changes
            if last != pair:
                self.order[at] = last
                self.place[last] = at


def distances(tables: int, players: int) -> list[int]:
    """The cost of being so many tables from one's own: the sum of the ways counts first, the sum
    of their squares after it."""
    unit = players * tables * tables + 1
    return [way * unit + way * way for way in range(tables)]


def home_of(tables: Tables, count: int) -> list[int]:
    """The table of each of so many players, by place in the round; NOWHERE for the absent."""
    home = [NOWHERE] * count
    for at, table in enumerate(tables):
        for player in table:
            home[player] = at
    return home


def _kinds_of(tables: Tables) -> list[int]:
    return [*(PLAIN if len(table) == 4 else ODD for table in tables[:-1]), BYE]


class SeatingBoard:
    """Rounds in which players may change places.

    rounds: of tables of players, the last entry of each being its byes; met: rounds that are over,
    in the same shape; kinds: what two players are to each other, else nothing; frozen: players of
    a round who stay; home: where each player should be, by round. Players are numbers from 0.
    """

    def __init__(
        self,
        players: int,
        rounds: Sequence[Tables],
        weights: Weights,
        *,
        met: Sequence[Tables] = (),
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
        for kind in range(KINDS):  # a pair that never met has no meeting to lose
            self.taking[kind * MOST_MEETINGS] = 0
        # Kind and number of meetings of a pair in one byte, which is the index of both price lists.
        # More than MOST_MEETINGS would read the prices of the next kind: MOST_ROUNDS is less.
        self.code = [bytearray(players) for _ in range(players)]
        for (a, b), kind in (kinds or {}).items():
            self.code[a][b] = self.code[b][a] = kind * MOST_MEETINGS
        self.grave, self.slight = Pairs(), Pairs()
        self.seat = [home_of(tables, players) for tables in self.rounds]
        self.kind = [_kinds_of(tables) for tables in self.rounds]
        self.times = [[0] * players for _ in range(KINDS - 1)]  # at tables of a kind
        for tables in (*met, *self.rounds):
            self.count(tables)

    def prices(self) -> list[int]:
        """The cost of one more meeting of a pair, by kind and meetings so far."""
        weights = self.weights
        by_kind = {FREE: 0, CLUB: weights.club, TEAM: weights.team, APART: weights.apart}
        return [
            by_kind[kind]
            + (weights.repeat if met else 0)
            + weights.meeting * SPREAD[min(met, len(SPREAD) - 1)]
            for kind in range(KINDS)
            for met in range(MOST_MEETINGS)
        ]

    def count(self, tables: Tables) -> None:
        """Add the meetings, the odd tables and the byes of a round."""
        for table, kind in zip(tables, _kinds_of(tables), strict=True):
            for at, player in enumerate(table):
                self.times[kind][player] += 1
                if kind != BYE:
                    for other in table[:at]:
                        self.meet(player, other, 1)

    def meet(self, a: int, b: int, change: int) -> None:
        """Count one meeting more or less, and note whether that pair is to be mended."""
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
        """The best change of the cost, and with whom; None where no exchange is allowed.

        hurdle gives what the change of an exchange must stay below to be allowed.
        """
        # The search spends nearly all its time in here: hence lists of prices by index, local names
        # for attributes, and sums over lists, which are quicker than over generators.
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
                change = joining - cost  # the two change places, and do not meet
                if there != byes:
                    for mate in others:  # the other among them: a meeting with oneself costs 0
                        change -= taking[theirs[mate]]
                for mate in mates:
                    change += adding[theirs[mate]]
                if not same_kind:
                    change += self.kind_change(player, other, kinds[here], kinds[there])
                if home is not None:
                    change += self.way_change(home, player, other, here, there)
                if (  # of equal changes the first: any other rule would give other plans
                    (best is None or change < best[0])
                    and other not in frozen
                    and (hurdle is None or change < hurdle(at, player, other))
                ):
                    best = change, other
        self.look_at_the_clock()  # it only ends a search: what a search gives follows from steps
        return best

    def look_at_the_clock(self) -> None:
        if self.expired is not None and self.steps > self.next_look:
            self.next_look = self.steps + TRIES_BETWEEN_LOOKS
            if self.expired():
                raise SeatingRefused([Problem("seating_timeout")])

    def kind_change(self, a: int, b: int, here: int, there: int) -> int:
        """The change of the squares of the times at odd tables, and of byes: sums of squares
        are smallest where the times are spread evenly. The first odd_free times cost nothing."""
        change = 0
        parts = ((ODD, self.weights.odd, self.weights.odd_free), (BYE, self.weights.bye, 0))
        for kind, weight, free in parts:
            if weight and kind in (here, there):
                gains, loses = (a, b) if there == kind else (b, a)
                times = self.times[kind]
                more, fewer = max(times[gains] + 1 - free, 0), max(times[loses] - free, 0)
                # n² − (n − 1)² = 2n − 1
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
        # Only now, since the meetings were counted with those who sat there before.
        tables[here][tables[here].index(a)] = b
        tables[there][tables[there].index(b)] = a
        seats[a], seats[b] = there, here

    def total(self) -> int:
        """The cost of everything, apart from the ways from home."""
        price = [0]
        for code, adding in enumerate(self.adding[:-1], start=1):
            price.append(0 if code % MOST_MEETINGS == 0 else price[-1] + adding)
        pairs = sum(price[code] for row in self.code for code in row) // 2
        odd = self.weights.odd * sum(times * times for times in self.times[ODD])
        return pairs + odd + self.weights.bye * sum(times * times for times in self.times[BYE])

    def meetings_of(self, pair: tuple[int, int]) -> list[int]:
        """The rounds, as places, in which these two sit at one table."""
        a, b = pair
        return [
            at
            for at, seats in enumerate(self.seat)
            if seats[a] == seats[b] != NOWHERE and self.kind[at][seats[a]] != BYE
        ]

    def free_meetings(self, pair: tuple[int, int]) -> list[tuple[int, int]]:
        """Rounds in which the pair sits together, with each of the two who may still be moved."""
        return [
            (at, player)
            for at in self.meetings_of(pair)
            for player in pair
            if player not in self.frozen[at]
        ]

    def broken(self) -> list[tuple[int, int]]:
        """Pairs that must not meet and do in one of these rounds; in the past they may have."""
        if not self.weights.team:
            return []
        return sorted(
            (a, b)
            for a, b in self.grave.order
            if self.code[a][b] >= TEAM * MOST_MEETINGS and self.meetings_of((a, b))
        )
