"""Draws the rounds that are asked for, one method after another.

Players are numbers in here, places in the list of all players; a round is its tables in the order
of their numbers. Source: tournaments.md §5.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from clubs.core.problems import Problem
from clubs.core.seating.fill import by_rank, fitted, obey, sizes_with_locks, snake
from clubs.core.seating.places import take_places
from clubs.core.seating.random import Draws
from clubs.core.seating.request import Request, check, locks_of
from clubs.core.seating.rotation import schedule
from clubs.core.seating.search import (
    ANNOUNCED,
    APART,
    CLUB,
    NOWHERE,
    ODD,
    TEAM,
    Board,
    Weights,
    distances,
    draw_nearer,
    exchange_tables,
    home_of,
    mend,
    polish,
)
from clubs.core.seating.shapes import (
    Method,
    Player,
    SeatedRound,
    SeatedTable,
    SeatingRefused,
    Separation,
)
from clubs.core.seating.tables import Habits, varied

Tables = list[list[int]]
Expired = Callable[[], bool]
JOINT_STEPS = 150_000  # of a search over several rounds
ROUND_STEPS = 150_000  # of a search in one round
POLISH_STEPS = 60_000
NEARER_STEPS = 60_000  # of a search for shorter ways under the standings
HARD_STEPS = 400_000  # more, while somebody sits with whom they must not
BOUND_TABLES = 8  # from so many, how often one may sit at a short table is bounded
PLACE_COSTS = {CLUB: 1, TEAM: 10**6, APART: 10**12}
TABLES_VARY = frozenset({Method.ROTATION, Method.RANDOM, Method.RANDOM_APART})
DEALERS_STAY = frozenset({Method.STANDING, Method.STANDING_APART, Method.SNAKE})


@dataclass(slots=True)
class Draft:
    """One round that is being drawn: tables and their numbers, place by place.

    pinned: who may not be moved, by place; home: the place of each player, who should keep it.
    """

    number: int
    numbers: list[int]
    tables: Tables
    byes: list[int]
    pinned: dict[int, list[int]]
    home: list[int] | None = None

    @property
    def frozen(self) -> set[int]:
        return {player for players in self.pinned.values() for player in players}


def draw(request: Request, expired: Expired | None = None) -> tuple[SeatedRound, ...]:
    """The past, and the rounds after it.

    expired tells when to give up, which raises SeatingRefused (`seating_timeout`); it never changes
    a plan. Raises SeatingRefused where nothing can be drawn.
    """
    check(request)
    return Drawing(request, expired).run()


class Drawing:
    """done: tables and byes of the past and of the rounds drawn so far; met: how often the pairs
    of the past sat together; ahead: byes of later rounds that are planned already."""

    def __init__(self, request: Request, expired: Expired | None) -> None:
        self.request, self.expired = request, expired
        self.index = {player: at for at, player in enumerate(request.players)}
        self.count = len(request.players)
        self.groups = self.separated()
        self.kinds = self.relations()
        self.habits = Habits(self.count)
        self.done: list[tuple[Tables, list[int]]] = []
        self.ahead: list[list[int]] = []
        self.met: Counter[tuple[int, int]] = Counter()
        for played in request.past:
            tables = [self.known(table.players) for table in played.tables]
            self.keep(tables, [table.number for table in played.tables], self.known(played.byes))

    def known(self, players: Sequence[Player]) -> list[int]:
        """A round of the past may have people who are not on the list."""
        return [self.index[player] for player in players if player in self.index]

    def separated(self) -> list[list[int]]:
        """The teams or clubs whose members are to be kept apart."""
        if self.request.rules.separation is Separation.NONE:
            return []
        found: dict[str, list[int]] = defaultdict(list)
        for player, group in self.request.rules.groups.items():
            found[group].append(self.index[player])
        return sorted(sorted(members) for members in found.values())

    def relations(self) -> dict[tuple[int, int], int]:
        rules = self.request.rules
        kind = TEAM if rules.separation is Separation.TEAM else CLUB
        kinds = {pair: kind for members in self.groups for pair in combinations(members, 2)}
        for pair in rules.apart:
            a, b = sorted(self.known(pair))
            kinds[a, b] = APART
        return kinds

    def keep(self, tables: Tables, numbers: Sequence[int], byes: Sequence[int]) -> None:
        self.done.append((tables, list(byes)))
        self.habits.keep(tables, numbers)
        for table in tables:
            self.met.update(combinations(sorted(table), 2))

    def run(self) -> tuple[SeatedRound, ...]:
        rounds = list(self.request.past)
        planned = self.planned()
        for number in self.request.to_draw():
            self.ahead = [draft.byes for later, draft in planned.items() if later > number]
            draft = planned.get(number) or self.single(number)
            rounds.append(self.finished(draft))
        return tuple(rounds)

    def finished(self, draft: Draft) -> SeatedRound:
        method = self.request.methods[draft.number - 1]
        tables = draft.tables
        if draft.home is None and method in TABLES_VARY:
            fixed, draws = set(draft.pinned), Draws(self.request.seed)
            tables = varied(tables, draft.numbers, fixed, self.habits, draws)
        if draft.home is None and method not in DEALERS_STAY:
            tables = [self.habits.seated(table) for table in tables]
        self.keep(tables, draft.numbers, draft.byes)
        names = self.request.players
        return SeatedRound(
            draft.number,
            tuple(
                SeatedTable(number, tuple(names[player] for player in table))
                for number, table in zip(draft.numbers, tables, strict=True)
            ),
            tuple(names[player] for player in sorted(draft.byes)),
        )

    # Several rounds at once: rotation, and rounds that were planned before.

    def planned(self) -> dict[int, Draft]:
        request = self.request
        before = {told.number: told for told in request.drafts if told.number in request.to_draw()}
        rotation = self.rotation() if set(self.rotating()) - set(before) else {}
        drafts = []
        for number in request.to_draw():
            if number in before:
                drafts.append(self.updated(before[number]))
            elif number in rotation:
                drafts.append(self.brought_in(number, rotation[number]))
        if drafts:
            as_known = self.is_plain() and not before
            self.improve(drafts, 0 if as_known else JOINT_STEPS, self.weights(drafts))
            self.balance(drafts)
            if not before and self.sits_out_early(drafts) and not self.has_strangers():
                self.take_turns(drafts)
        return {draft.number: draft for draft in drafts}

    def has_strangers(self) -> bool:
        """Are there some who must not meet? A bye may be the only way for them."""
        return bool({TEAM, APART}.intersection(self.kinds.values()))

    def sits_out_early(self, drafts: Sequence[Draft]) -> bool:
        """Has somebody a second bye while somebody who is there has none?"""
        had = self.byes_before()
        for draft in drafts:
            seated = {player for table in draft.tables for player in table}
            if any(had[player] for player in draft.byes) and not all(had[p] for p in seated):
                return True
            had.update(draft.byes)
        return False

    def take_turns(self, drafts: Sequence[Draft]) -> None:
        """Whose turn it is sits out; the tables are mended around that."""
        had = self.byes_before()
        for draft in drafts:
            everybody = [player for table in [*draft.tables, draft.byes] for player in table]
            free = [player for player in everybody if player not in draft.frozen]
            out = _sitting_out(free, len(draft.byes), had)
            _exchange_byes(draft, out)
            had.update(out)
        self.improve(drafts, JOINT_STEPS, self.weights(drafts), frozen_byes=True)

    def byes_before(self) -> Counter[int]:
        return Counter(player for _, byes in self.done for player in byes)

    def rotating(self) -> list[int]:
        """Rounds of the rotation, those of the past included."""
        methods = self.request.methods
        return [number for number, method in enumerate(methods, 1) if method is Method.ROTATION]

    def is_plain(self) -> bool:
        """The same people in every round, and nothing asked for but few repeats: the schedule is
        then the best that is known, unless it is too short."""
        request, turns = self.request, self.rotating()
        if self.kinds or self.done or request.rules.locked or request.active or not turns:
            return False
        sizes = request.sizes_of(turns[0])
        if sum(sizes) < self.count or any(request.sizes_of(number) != sizes for number in turns):
            return False
        return len(schedule(sizes, len(turns)).rounds) == len(turns)

    def rotation(self) -> dict[int, Tables]:
        """The tables of the schedule for everybody who is there in some round; where it has too few
        rounds, tables as the seed has them."""
        turns, draws = self.rotating(), Draws(self.request.seed)
        here = {player for number in turns for player in self.request.present(number)}
        crowd = [at for at, player in enumerate(self.request.players) if player in here]
        place = {player: at for at, player in enumerate(crowd)}
        known = schedule(self.rotation_sizes(len(crowd), turns), len(turns))
        costs = {
            (place[a], place[b]): PLACE_COSTS[kind]
            for pair, kind in self.kinds.items()
            for a, b in (pair, pair[::-1])
            if a in place and b in place
        }
        classes = [[place[p] for p in group if p in place] for group in self.kept_together()]
        entries = take_places(len(crowd), known, draws, classes, costs)
        found = [
            [[crowd[entries[spot]] for spot in table] for table in tables]
            for tables in known.rounds
        ]
        found += [[draws.shuffled(crowd)] for _ in turns[len(found) :]]
        return dict(zip(turns, found, strict=True))

    def rotation_sizes(self, crowd: int, turns: Sequence[int]) -> tuple[int, ...]:
        """Of the schedule: those of a round where all are there, else what suits so many."""
        for number in turns:
            if number in self.request.sizes and sum(self.request.sizes[number]) == crowd:
                return self.request.sizes_of(number)
        try:
            return self.request.split(crowd)
        except SeatingRefused:  # nobody plays in such a round: some are missing in each
            return self.request.sizes_of(self.request.to_draw()[0])

    def kept_together(self) -> list[list[int]]:
        """Whom a class of places suits: those who are separated, and pairs kept apart."""
        groups = list(self.groups)
        grouped = {player for members in groups for player in members}
        for told in self.request.rules.apart:
            pair = self.known(told)
            if not grouped.intersection(pair):
                groups.append(sorted(pair))
                grouped.update(pair)
        return [members for members in groups if len(members) > 1]

    def brought_in(self, number: int, tables: Tables, out: Sequence[int] = ()) -> Draft:
        """Tables for those who are there, in the order of their sizes and where locks have them."""
        present = self.known(self.request.present(number))
        sizes = self.request.sizes_of(number)
        kept, byes = fitted(tables, present, sizes, len(present) - sum(sizes), self.dislike, out)
        numbers = self.request.numbers_of(number, len(sizes))
        locks = self.locks(number, numbers)
        by_place = sizes_with_locks(sizes, locks)
        left = sorted(filter(None, kept), key=len, reverse=True)
        placed: Tables = [[] for _ in by_place]
        for at, players in locks.items():
            fitting = [table for table in left if len(table) == by_place[at]]
            placed[at] = max(fitting, key=lambda table: len({*table}.intersection(players)))
            left.remove(placed[at])
        for at in (at for at in range(len(by_place)) if at not in locks):
            placed[at] = next(table for table in left if len(table) == by_place[at])
            left.remove(placed[at])
        obey(placed, byes, locks)
        return Draft(number, numbers, placed, byes, locks)

    def updated(self, told: SeatedRound) -> Draft:
        """A round that was planned before: one that is published keeps its numbers."""
        tables = [self.known(table.players) for table in told.tables]
        if told.number not in self.request.published:
            return self.brought_in(told.number, tables, self.known(told.byes))
        present = self.known(self.request.present(told.number))
        sizes = self.request.sizes_of(told.number)
        out = self.known(told.byes)
        kept, byes = fitted(tables, present, sizes, len(present) - sum(sizes), self.dislike, out)
        numbers = [table.number for table in told.tables]
        room = self.request.numbers_of(told.number, len(kept) + len(numbers))
        numbers += [number for number in room if number not in numbers][: len(kept) - len(numbers)]
        home = [NOWHERE] * self.count
        filled = [at for at, table in enumerate(kept) if table]
        for place, at in enumerate(filled):
            for player in tables[at] if at < len(tables) else ():
                home[player] = place
        numbers = [numbers[at] for at in filled]
        kept = [kept[at] for at in filled]
        locks = self.locks(told.number, numbers)
        obey(kept, byes, locks)
        return Draft(told.number, numbers, kept, byes, locks, home)

    def dislike(self, player: int, table: Sequence[int]) -> int:
        """How little somebody suits a table: pairs apart first, then those who have met."""
        return sum(
            self.met[min(player, other), max(player, other)]
            + PLACE_COSTS.get(self.kinds.get((min(player, other), max(player, other)), 0), 0)
            for other in table
        )

    def locks(self, number: int, numbers: Sequence[int]) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for lock in locks_of(self.request, number):
            if lock.table not in numbers:
                raise SeatingRefused([Problem("lock_conflict", "locked")])
            found[numbers.index(lock.table)] += self.known(lock.players)
        return dict(found)

    # One round.

    def single(self, number: int) -> Draft:
        method = self.request.methods[number - 1]
        if method is Method.FIXED and self.done:
            tables, byes = self.done[-1]
            draft = self.brought_in(number, [list(table) for table in tables], byes)
        else:
            draft = self.filled(number, method)
        if method is Method.MANUAL:
            return draft
        weights = self.weights([draft])
        if method is Method.RANDOM_APART:
            # Round by round the fewest repeats fall to the same pairs again and again: a third
            # meeting weighs as much as two second ones.
            weights = replace(weights, meeting=weights.repeat)
        else:
            weights = self.light_weights(method, len(draft.tables))
        if method not in TABLES_VARY:
            draft.home = home_of(draft.tables, self.count)
        self.improve([draft], ROUND_STEPS, weights)
        draft.home = None
        return draft

    def filled(self, number: int, method: Method) -> Draft:
        order, sizes = self.order(number, method), self.request.sizes_of(number)
        numbers = self.request.numbers_of(number, len(sizes))
        locks = self.locks(number, numbers)
        seated = [locks.get(at, []) for at in range(len(sizes))]
        if method is Method.MANUAL:
            return Draft(number, numbers, [list(table) for table in seated], [], locks)
        held = {player for table in seated for player in table}
        free = [player for player in order if player not in held]
        had = self.byes_before()
        had.update(player for byes in self.ahead for player in byes)
        byes = _sitting_out(free, len(order) - sum(sizes), had)
        queue = [player for player in free if player not in byes]
        fill = snake if method is Method.SNAKE else by_rank
        tables = fill(queue, sizes_with_locks(sizes, locks), seated)
        return Draft(number, numbers, tables, byes, locks)

    def order(self, number: int, method: Method) -> list[int]:
        """Who takes a seat first: by the standings, else as the seed has it. The rounds before had
        their own shuffles, so that drawing them one by one is the same as all at once."""
        present = self.known(self.request.present(number))
        standings = self.known(self.request.standings)
        if method in DEALERS_STAY or (method is Method.FIXED and standings):
            here = set(present)
            ranked = [player for player in standings if player in here]
            return [*ranked, *(player for player in present if player not in set(ranked))]
        draws = Draws(self.request.seed)
        for _ in range(number - 1):
            draws.shuffled(range(self.count))
        return draws.shuffled(present)

    # The search.

    def weights(self, drafts: Sequence[Draft]) -> Weights:
        return Weights.ranked(self.count, len(self.done) + len(drafts) + len(self.ahead))

    def light_weights(self, method: Method, tables: int) -> Weights:
        """Of methods that avoid no repeats, or these alone."""
        rounds = len(self.done) + 1 + len(self.ahead)
        if method is Method.RANDOM:
            return Weights.stacked(self.count, rounds, (), "club")
        ways = distances(tables, self.count)
        if method is Method.STANDING_APART:
            return Weights.stacked(self.count, rounds, ways, "repeat")
        return Weights.stacked(self.count, rounds, ways)

    def balance(self, drafts: Sequence[Draft]) -> None:
        """Where some sit at short tables more often than need be: the same once more, with the
        short tables spread first, evenly or at least to the bound of tournaments.md §5.4, part
        5."""
        if all(len(table) == 4 for draft in drafts for table in draft.tables):
            return
        weights = self.weights(drafts)
        board = self.board(drafts, weights)
        even = -(-sum(board.times[ODD]) // self.count)
        tries = [(even, JOINT_STEPS // 4)]
        if max(len(draft.tables) for draft in drafts) >= BOUND_TABLES:
            tries = [(even, JOINT_STEPS), (even + 1, 3 * JOINT_STEPS)]
        for bound, steps in tries:
            if max(board.times[ODD]) <= bound or board.grave.order:
                return
            first = replace(weights, odd=weights.team // 2, odd_free=bound - even and bound)
            other = self.board(drafts, first)
            mend(other, Draws(self.request.seed), steps)
            if self.board(_taken(drafts, other), weights).total() < board.total():
                _use(drafts, other)
                board = self.board(drafts, weights)

    def board(
        self, drafts: Sequence[Draft], weights: Weights, *, frozen_byes: bool = False
    ) -> Board:
        return Board(
            self.count,
            [[*draft.tables, draft.byes] for draft in drafts],
            weights,
            met=[
                *([*tables, byes] for tables, byes in self.done),
                *([byes] for byes in self.ahead),
            ],
            kinds=self.kinds,
            frozen=[draft.frozen.union(draft.byes if frozen_byes else ()) for draft in drafts],
            home=[draft.home for draft in drafts],
            expired=self.expired,
        )

    def improve(
        self, drafts: Sequence[Draft], steps: int, weights: Weights, *, frozen_byes: bool = False
    ) -> None:
        """Raises SeatingRefused (`apart_impossible`) when some sit together who must not."""
        board = self.board(drafts, weights, frozen_byes=frozen_byes)
        draws = Draws(self.request.seed)
        mend(board, draws, steps)
        if board.broken():
            mend(board, draws, HARD_STEPS)
        if board.broken():
            raise SeatingRefused([Problem("apart_impossible", "apart")])
        polish(board, POLISH_STEPS)
        if weights.distances != ANNOUNCED:
            for at in range(len(drafts)):
                exchange_tables(board, at)
            draw_nearer(board, draws, NEARER_STEPS)
            polish(board, POLISH_STEPS)
        _use(drafts, board)


def _sitting_out(order: Sequence[int], count: int, had: Counter[int]) -> list[int]:
    """The last of those who had the fewest byes."""
    place = {player: at for at, player in enumerate(order)}
    return sorted(order, key=lambda player: (had[player], -place[player]))[:count]


def _exchange_byes(draft: Draft, out: Sequence[int]) -> None:
    """These sit out in the round, and who did so takes their seats."""
    coming = [player for player in draft.byes if player not in out]
    for player in (player for player in out if player not in draft.byes):
        table = next(table for table in draft.tables if player in table)
        table[table.index(player)] = coming.pop()
    draft.byes = list(out)


def _use(drafts: Sequence[Draft], board: Board) -> None:
    for draft, tables in zip(drafts, board.rounds, strict=True):
        draft.tables, draft.byes = tables[:-1], tables[-1]


def _taken(drafts: Sequence[Draft], board: Board) -> list[Draft]:
    """The same rounds with the tables of the board."""
    return [
        replace(draft, tables=tables[:-1], byes=tables[-1])
        for draft, tables in zip(drafts, board.rounds, strict=True)
    ]
