"""Draws the rounds that are asked for, one method after another.

Players are numbers in here, places in the list of all players; a round is its tables in the order
of their numbers. Source: tournaments.md §5.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from clubs.core.problems import Problem
from clubs.core.seating.board import (
    APART,
    CLUB,
    ODD,
    TEAM,
    SeatingBoard,
    Weights,
    distances,
    home_of,
)
from clubs.core.seating.fill import (
    DraftRound,
    by_rank,
    exchange_byes,
    fitted,
    obey,
    sitting_out,
    sizes_with_locks,
    snake,
)
from clubs.core.seating.random import Draws
from clubs.core.seating.request import SeatingRequest, check, locks_of
from clubs.core.seating.rotation_rounds import PLACE_COSTS, RotationRounds
from clubs.core.seating.search import draw_nearer, exchange_tables, mend, polish
from clubs.core.seating.shapes import (
    Player,
    SeatedRound,
    SeatedTable,
    SeatingMethod,
    SeatingRefused,
    Tables,
)
from clubs.core.seating.tables import Habits, varied

Expired = Callable[[], bool]
JOINT_STEPS = 150_000  # of a search over several rounds
ROUND_STEPS = 150_000  # of a search in one round
POLISH_STEPS = 60_000
NEARER_STEPS = 60_000  # of a search for shorter ways under the standings
HARD_STEPS = 400_000  # more, while somebody sits with whom they must not
BOUND_TABLES = 8  # from so many, how often one may sit at a short table is bounded
TABLES_VARY = frozenset({SeatingMethod.ROTATION, SeatingMethod.RANDOM, SeatingMethod.RANDOM_APART})
DEALERS_STAY = frozenset(
    {SeatingMethod.STANDING, SeatingMethod.STANDING_APART, SeatingMethod.SNAKE}
)


def draw(request: SeatingRequest, expired: Expired | None = None) -> tuple[SeatedRound, ...]:
    """The past, and the rounds after it.

    expired tells when to give up, which raises SeatingRefused (`seating_timeout`); it never changes
    a plan. Raises SeatingRefused where nothing can be drawn.
    """
    check(request)
    return Drawing(request, expired).run()


class Drawing:
    """done: tables and byes of the past and of the rounds drawn so far; met: how often the pairs
    of the past sat together; ahead: byes of later rounds that are planned already."""

    def __init__(self, request: SeatingRequest, expired: Expired | None) -> None:
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
        if not self.request.rules.separation.group:
            return []
        groups: dict[str, list[int]] = defaultdict(list)
        for player, group in self.request.rules.groups.items():
            groups[group].append(self.index[player])
        return sorted(sorted(members) for members in groups.values())

    def relations(self) -> dict[tuple[int, int], int]:
        rules = self.request.rules
        kind = TEAM if rules.separation.is_hard else CLUB
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
            # Byes of rounds to come are known before these are drawn: without them a round drawn
            # for itself would give somebody a second bye whose first one is still to come.
            self.ahead = [draft.byes for later, draft in planned.items() if later > number]
            draft = planned.get(number) or self.single(number)
            rounds.append(self.finished(draft))
            self.keep_turns([draft for later, draft in planned.items() if later > number])
        return tuple(rounds)

    def finished(self, draft: DraftRound) -> SeatedRound:
        method = self.request.methods[draft.number - 1]
        tables = draft.tables
        if method in TABLES_VARY:
            fixed, draws = set(draft.pinned), Draws(self.request.seed)
            tables = varied(tables, draft.numbers, fixed, self.habits, draws)
        if method not in DEALERS_STAY:
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

    def planned(self) -> dict[int, DraftRound]:
        request = self.request
        before = {told.number: told for told in request.drafts if told.number in request.to_draw()}
        turns = RotationRounds(request, self.groups, self.kinds, self.known)
        rotation = turns.tables() if set(turns.numbers()) - set(before) else {}
        drafts = []
        for number in request.to_draw():
            if number in before:
                tables = [self.known(table.players) for table in before[number].tables]
                drafts.append(self.brought_in(number, tables, self.known(before[number].byes)))
            elif number in rotation:
                drafts.append(self.brought_in(number, rotation[number]))
        if drafts:
            as_known = turns.is_plain() and not before
            # The schedule is the best there is: no steps, so that the seed alone says who is who.
            self.improve(drafts, 0 if as_known else JOINT_STEPS, self.weights(drafts))
            self.balance(drafts)
            self.keep_turns(drafts)
        return {draft.number: draft for draft in drafts}

    def keep_turns(self, drafts: Sequence[DraftRound]) -> None:
        """See to it that nobody has a second bye in these rounds before everybody has one, but in
        drafts that somebody has seen, and where some must not meet."""
        if self.may_turn() and self.sits_out_early(drafts):
            self.take_turns(drafts)

    def may_turn(self) -> bool:
        """Can byes of rounds to come still be given to others?"""
        return not self.request.drafts and not self.has_strangers()

    def has_strangers(self) -> bool:
        """Are there some who must not meet? A bye may be the only way for them."""
        return bool({TEAM, APART}.intersection(self.kinds.values()))

    def sits_out_early(self, drafts: Sequence[DraftRound]) -> bool:
        """Has somebody a bye while somebody who is there has had fewer?"""
        had = self.byes_before()
        for draft in drafts:
            seated = [player for table in draft.tables for player in table]
            if max(map(had.__getitem__, draft.byes), default=0) > min(map(had.__getitem__, seated)):
                return True
            had.update(draft.byes)
        return False

    def take_turns(self, drafts: Sequence[DraftRound]) -> None:
        """Give the byes to those whose turn it is, and mend the tables around them."""
        had = self.byes_before()
        for draft in drafts:
            everybody = [player for table in [*draft.tables, draft.byes] for player in table]
            free = [player for player in everybody if player not in draft.frozen]
            out = sitting_out(free, len(draft.byes), had)
            exchange_byes(draft, out)
            had.update(out)
        self.improve(drafts, JOINT_STEPS, self.weights(drafts), frozen_byes=True)

    def byes_before(self) -> Counter[int]:
        return Counter(player for _, byes in self.done for player in byes)

    def brought_in(self, number: int, tables: Tables, out: Sequence[int] = ()) -> DraftRound:
        """Tables for those who are there, in the order of their sizes and where locks have them."""
        sizes = self.request.sizes_of(number)
        fitting_tables, byes = self.refitted(number, tables, out)
        numbers = self.request.numbers_of(number, len(sizes))
        locks = self.locks(number, numbers)
        by_place = sizes_with_locks(sizes, locks)
        left = sorted(filter(None, fitting_tables), key=len, reverse=True)
        placed: Tables = [[] for _ in by_place]
        for at, players in locks.items():
            fitting = [table for table in left if len(table) == by_place[at]]
            placed[at] = max(fitting, key=lambda table: len({*table}.intersection(players)))
            left.remove(placed[at])
        for at in (at for at in range(len(by_place)) if at not in locks):
            placed[at] = next(table for table in left if len(table) == by_place[at])
            left.remove(placed[at])
        obey(placed, byes, locks)
        return DraftRound(number, numbers, placed, byes, locks)

    def refitted(self, number: int, tables: Tables, out: Sequence[int]) -> tuple[Tables, list[int]]:
        """Tables of those who are there in this round, and its byes; out: byes of the draft."""
        present, sizes = self.known(self.request.present(number)), self.request.sizes_of(number)
        return fitted(tables, present, sizes, len(present) - sum(sizes), self.dislike, out)

    def dislike(self, player: int, table: Sequence[int]) -> int:
        """How little somebody suits a table: pairs apart first, then those who have met."""
        pairs = [(min(player, other), max(player, other)) for other in table]
        return sum(self.met[pair] + PLACE_COSTS.get(self.kinds.get(pair, 0), 0) for pair in pairs)

    def locks(self, number: int, numbers: Sequence[int]) -> dict[int, list[int]]:
        by_place: dict[int, list[int]] = defaultdict(list)
        for lock in locks_of(self.request, number):
            if lock.table not in numbers:
                raise SeatingRefused([Problem("lock_conflict", "locked")])
            by_place[numbers.index(lock.table)] += self.known(lock.players)
        return dict(by_place)

    # One round.

    def single(self, number: int) -> DraftRound:
        method = self.request.methods[number - 1]
        if method is SeatingMethod.FIXED and self.done:
            tables, byes = self.done[-1]
            draft = self.brought_in(number, [list(table) for table in tables], byes)
        else:
            draft = self.filled(number, method)
        if method is SeatingMethod.MANUAL:
            return draft
        weights = self.weights([draft])
        if method is SeatingMethod.RANDOM_APART:
            # Round by round the fewest repeats fall to the same pairs again and again: a third
            # meeting weighs as much as two second ones.
            weights = replace(weights, meeting=weights.repeat)
        else:
            weights = self.light_weights(method, len(draft.tables))
        if method not in TABLES_VARY:
            draft.home = home_of(draft.tables, self.count)
        self.improve([draft], ROUND_STEPS, weights)
        return draft

    def filled(self, number: int, method: SeatingMethod) -> DraftRound:
        order, sizes = self.order(number, method), self.request.sizes_of(number)
        numbers = self.request.numbers_of(number, len(sizes))
        locks = self.locks(number, numbers)
        seated = [locks.get(at, []) for at in range(len(sizes))]
        if method is SeatingMethod.MANUAL:
            return DraftRound(number, numbers, [list(table) for table in seated], [], locks)
        held = {player for table in seated for player in table}
        free = [player for player in order if player not in held]
        had = Counter(player for byes in self.ahead for player in byes)
        for player, times in self.byes_before().items():
            had[player] += times * (len(self.ahead) + 1)  # what was comes before what will be
        byes = sitting_out(free, len(order) - sum(sizes), had)
        queue = [player for player in free if player not in byes]
        fill = snake if method is SeatingMethod.SNAKE else by_rank
        tables = fill(queue, sizes_with_locks(sizes, locks), seated)
        return DraftRound(number, numbers, tables, byes, locks)

    def order(self, number: int, method: SeatingMethod) -> list[int]:
        """The order in which seats are taken: by the standings, else as the seed has it. The rounds
        before had their own shuffles, so that drawing them one by one is the same as all at
        once."""
        present = self.known(self.request.present(number))
        standings = self.known(self.request.standings)
        if method in DEALERS_STAY or (method is SeatingMethod.FIXED and standings):
            here = set(present)
            ranked = [player for player in standings if player in here]
            return [*ranked, *(player for player in present if player not in set(ranked))]
        draws = Draws(self.request.seed)
        for _ in range(number - 1):  # of everybody: who was there in a round before changes nothing
            draws.shuffled(range(self.count))
        return draws.shuffled(present)

    # The search.

    def weights(self, drafts: Sequence[DraftRound]) -> Weights:
        return Weights.ranked(self.count, len(self.done) + len(drafts) + len(self.ahead))

    def light_weights(self, method: SeatingMethod, tables: int) -> Weights:
        """The weights of methods that avoid no repeats, or these alone."""
        rounds = len(self.done) + 1 + len(self.ahead)
        if method is SeatingMethod.RANDOM:
            return Weights.stacked(self.count, rounds, (), "club")
        ways = distances(tables, self.count)
        if method is SeatingMethod.STANDING_APART:
            return Weights.stacked(self.count, rounds, ways, "repeat")
        return Weights.stacked(self.count, rounds, ways)

    def balance(self, drafts: Sequence[DraftRound]) -> None:
        """Where some sit at short tables more often than need be, search once more, with the
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
            # Compared by the usual weights: those of this search rate short tables above repeats.
            if self.board(_with_tables(drafts, other), weights).total() < board.total():
                _apply_board(drafts, other)
                board = self.board(drafts, weights)

    def board(
        self, drafts: Sequence[DraftRound], weights: Weights, *, frozen_byes: bool = False
    ) -> SeatingBoard:
        return SeatingBoard(
            self.count,
            [[*draft.tables, draft.byes] for draft in drafts],
            weights,
            met=[
                *([*tables, byes] for tables, byes in self.done),
                *([byes] for byes in (() if self.may_turn() else self.ahead)),
            ],
            kinds=self.kinds,
            frozen=[draft.frozen.union(draft.byes if frozen_byes else ()) for draft in drafts],
            home=[draft.home for draft in drafts],
            expired=self.expired,
        )

    def improve(
        self,
        drafts: Sequence[DraftRound],
        steps: int,
        weights: Weights,
        *,
        frozen_byes: bool = False,
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
        if not weights.meeting:  # of a round that is drawn for itself: Drawing.light_weights
            for at in range(len(drafts)):
                exchange_tables(board, at)
            draw_nearer(board, draws, NEARER_STEPS)
            polish(board, POLISH_STEPS)
        _apply_board(drafts, board)


def _apply_board(drafts: Sequence[DraftRound], board: SeatingBoard) -> None:
    for draft, tables in zip(drafts, board.rounds, strict=True):
        draft.tables, draft.byes = tables[:-1], tables[-1]


def _with_tables(drafts: Sequence[DraftRound], board: SeatingBoard) -> list[DraftRound]:
    """The same rounds with the tables of the board."""
    return [
        replace(draft, tables=tables[:-1], byes=tables[-1])
        for draft, tables in zip(drafts, board.rounds, strict=True)
    ]
