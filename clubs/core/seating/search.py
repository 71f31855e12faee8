"""Better tables by exchanging two players of a round, until nothing is left to mend.

Source: tournaments.md §5.4, §5.5.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from clubs.core.seating.board import NOWHERE, ODD, SeatingBoard
from clubs.core.seating.random import Draws

PATIENCE = 6  # moves for which an exchange is barred, and as many more at most
STEPS_OF_A_MOVE = 32  # that it takes beside looking at exchanges
NEVER = 1 << 400  # more than any cost

Spot = tuple[int, int]  # a round, and a player to move in it


def mend(board: SeatingBoard, draws: Draws, limit: int) -> None:
    """Exchanges players of pairs that should not meet, worst pairs first, for at most so many
    steps (an exchange that is looked at is one). Leaves the best rounds that it saw."""
    limit += board.steps  # the board counts the steps of all its searches
    # A second bye is no pair that meets: the search below begins at such pairs, and would never
    # look at it.
    _spread(board, limit)
    _wander(board, draws, limit, lambda: _sore_spot(board, draws))


def exchange_tables(board: SeatingBoard, at: int) -> None:
    """Whole tables of one size change places while that brings their players nearer home."""
    home, tables, frozen = board.home[at], board.rounds[at], board.frozen[at]
    if home is None:
        return
    # Without the byes, which are the last entry. A table with one locked player stays whole.
    free = [place for place, table in enumerate(tables[:-1]) if not frozen.intersection(table)]
    for here, there in combinations(free, 2):
        if len(tables[here]) != len(tables[there]):
            continue
        # A copy: the exchanges below write into both tables while the pairs are gone through.
        pairs = list(zip(tables[here], tables[there], strict=True))
        if sum(board.way_change(home, a, b, here, there) for a, b in pairs) < 0:
            for a, b in pairs:
                board.exchange(at, a, b)


def draw_nearer(board: SeatingBoard, draws: Draws, limit: int) -> None:
    """Moves players who are away from home, also through rounds that are worse: where a single
    exchange helps no more, two or three together may. Leaves the best rounds that it saw."""

    def spot() -> Spot | None:
        away = [
            (at, player)
            for at, home in enumerate(board.home)
            if home is not None
            for player in _away_from_home(board, at, home)
            if player not in board.frozen[at]
        ]
        return draws.one(away) if away else None

    _wander(board, draws, limit + board.steps, spot)


def _wander(board: SeatingBoard, draws: Draws, limit: int, spot: Callable[[], Spot | None]) -> None:
    """Tabu search: the best exchange at each spot is made even where it makes the rounds worse,
    since the way to better ones may lead through these."""
    trail = Trail(board)
    # The limit is looked at first: asking for a spot draws a number, and one draw more would change
    # all that the seed gives from here on.
    while board.steps < limit and (where := spot()) is not None:
        # Counted also where no exchange is allowed: a search without any would never end.
        board.steps += STEPS_OF_A_MOVE
        trail.move += 1
        exchange = board.best_exchange(*where, trail.hurdle)
        if exchange is not None:
            # The bar is of random length: with a fixed one the search may go in a circle.
            trail.go(*where, *exchange, PATIENCE + draws.below(PATIENCE))
    trail.back_to_best()


@dataclass(slots=True)
class Trail:
    """The moves since the best rounds so far, and those that are barred for a while, so that the
    search does not turn in circles. gain and best: changes of the cost since the start."""

    board: SeatingBoard
    gain: int = 0
    best: int = 0
    move: int = 0
    undo: list[tuple[int, int, int]] = field(default_factory=list)
    barred_until: dict[tuple[int, int, int], int] = field(default_factory=dict)

    def hurdle(self, at: int, a: int, b: int) -> int:
        """The limit below which a change must stay: a barred exchange must give the best rounds."""
        key = (at, a, b) if a < b else (at, b, a)
        is_barred = self.barred_until.get(key, 0) > self.move
        # Compared with the best rounds and not with those of now: a barred exchange that is merely
        # better than now would lead straight back to where the search came from.
        return self.best - self.gain if is_barred else NEVER

    def go(self, at: int, a: int, change: int, b: int, patience: int) -> None:
        # One key for both ways round, as in hurdle: else the way back would not be barred.
        self.barred_until[(at, a, b) if a < b else (at, b, a)] = self.move + patience
        self.board.exchange(at, a, b)
        self.undo.append((at, a, b))
        self.gain += change
        if self.gain < self.best:
            self.best = self.gain
            self.undo.clear()  # from here on only what comes after the best rounds is taken back

    def back_to_best(self) -> None:
        # The last exchange first: in another order players would change places with others than
        # those with whom they did, and the rounds would be none that the search saw.
        for at, a, b in reversed(self.undo):
            self.board.exchange(at, a, b)


def _sore_spot(board: SeatingBoard, draws: Draws) -> Spot | None:
    # Grave pairs before slight ones: drawn from one list, the search would spend its steps on the
    # many that cost little.
    for pairs in (board.grave, board.slight):
        while pairs.order:
            pair = draws.one(pairs.order)
            spots = board.free_meetings(pair)
            if spots:
                return draws.one(spots)
            pairs.drop(pair)  # they meet only in rounds that are over, or are locked
    return None


def _spread(board: SeatingBoard, limit: int) -> None:
    """Nobody sits out again while somebody has not; and the same for odd tables, where they weigh
    more than meetings."""
    weights = board.weights
    if weights.bye:
        # A copy: exchanges write into the byes while they are gone through.
        _descend(board, limit, lambda at: list(board.rounds[at][-1]))
    if weights.odd > weights.repeat:
        _descend(board, limit, lambda at: _at_odd_tables(board, at))


def _at_odd_tables(board: SeatingBoard, at: int) -> list[int]:
    kinds = board.kind[at]
    tables = zip(board.rounds[at], kinds, strict=True)
    return [player for table, kind in tables if kind == ODD for player in table]


def polish(board: SeatingBoard, limit: int) -> None:
    """Goes on while a single exchange helps those at odd tables, or far from home."""
    limit += board.steps

    def spots(at: int) -> list[int]:
        home = board.home[at]
        return _at_odd_too_often(board, at) if home is None else _away_from_home(board, at, home)

    _descend(board, limit, spots)


def _at_odd_too_often(board: SeatingBoard, at: int) -> list[int]:
    seats, times = board.seat[at], board.times[ODD]
    here = (player for player, seat in enumerate(seats) if seat != NOWHERE)
    # Once more than the least is as even as it gets: somebody has to sit there. The absent are left
    # out, or everybody would sit there too often beside a person who has not come yet.
    fewest = min((times[player] for player in here), default=0)
    return [player for player in _at_odd_tables(board, at) if times[player] > fewest + 1]


def _away_from_home(board: SeatingBoard, at: int, home: Sequence[int]) -> list[int]:
    return [
        player
        for player, seat in enumerate(board.seat[at])
        if NOWHERE not in (seat, home[player]) and seat != home[player]
    ]


def _descend(board: SeatingBoard, limit: int, spots: Callable[[int], list[int]]) -> None:
    """Make exchanges at these spots of each round while any of them makes it better."""
    better = True
    # Round after round until none got better: an exchange in a later one may open another one here.
    while better and board.steps < limit:
        better = False
        for at in range(len(board.rounds)):
            for player in spots(at):
                if player in board.frozen[at] or board.steps >= limit:
                    continue
                exchange = board.best_exchange(at, player)
                # Below 0 and not at it: exchanges that change nothing would go back and forth until
                # the steps are used up.
                if exchange is not None and exchange[0] < 0:
                    board.exchange(at, player, exchange[1])
                    better = True
