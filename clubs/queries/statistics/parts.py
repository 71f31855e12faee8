"""What each player did at a table, added up from the deals: the parts that all sums are made of.

A part is of deals of one size, one after the other, so that parts in order of play tell what the
deals tell: totals, the best deal, the longest run. Sums are `Counts`: lists of numbers by name,
which are added up and taken away position by position; what is missing is 0.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby, zip_longest
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

import msgspec
from django.db.models import QuerySet

from clubs.core.deals import DealRole
from clubs.core.measures import FAILURE, NOTHING, SUCCESS, Streak
from clubs.models import DealKind, DealScore

Counts = dict[str, list[int]]
Sized = dict[str, Counts]  # by size; "0" where it is not known

ATTACK = (DealRole.TAKER, DealRole.PARTNER)
# Names of sums: of all deals [deals, total, squares], by role [deals, total, made]. TOLD counts
# each deal once, with the first of its players: over all players it is the number of deals. DECIDED
# has takes of which the result is known: [taken, made].
ALL, TOLD, DECIDED = "all", "told", "decided"
# Of each other player: deals in common, Σ (own score − theirs), what they paid on balance; deals
# that both attacked, those made, what these brought; deals in which they alone were called, those
# made, Σ stakes.
DEALS, DIFFERENCE, PAID, ATTACKED, MADE, WON, CALLED = range(7)


class ScoreRow(NamedTuple):
    """What one player won on a deal, and the deal."""

    sitting: int
    opened_at: datetime
    number: int
    player: int
    role: str
    score: int
    size: int | None
    is_made: bool | None
    stake: int | None
    contract: str | None
    oudlers: int | None
    distance: int | None
    points_x2: int | None
    poignees: int
    petit_au_bout: str | None
    chelem: str | None


COLUMNS = (
    "deal__sitting_id", "deal__sitting__opened_at", "deal__number", "player_id", "role", "score",
    "deal__size", "deal__made", "deal__stake", "deal__contract", "deal__oudlers",
    "deal__taker_distance", "deal__points_x2", "poignees", "deal__petit_au_bout", "deal__chelem",
)  # fmt: skip
IN_ORDER = ("deal__sitting__opened_at", "deal__sitting_id", "deal__number", "seat_id")

Facts = Mapping[tuple[int, int], Sequence[str]]  # names of sums, by table and number of a deal


class GameCounts(Protocol):
    """What a game counts of the deals of a player beside what all games have."""

    def facts(self, scores: QuerySet[DealScore]) -> Facts:
        """What deals tell of their takes. One query."""

    def counts(self, row: ScoreRow, *, is_alone: bool) -> Iterable[tuple[str, Sequence[int]]]:
        """Names and numbers that one score adds. is_alone: the attack has one player."""

    def over(self, oudlers: int | None, points_x2: int | None) -> int | None:
        """Half card points over the contract, or under it; None where they are not known."""


COUNTED: dict[str, GameCounts] = {}  # by the code of the game; one without counts nothing more


class Part(msgspec.Struct, array_like=True):
    """What one player did in some deals of one table. number is that of the first; place tells
    players of one table apart, by who played first. low is the lowest that the total was, 0 at the
    start included; best and worst are scores, with the number of the first deal that brought them.
    takes are made or failed, turns are deals in which the player took, or another.

    counts and company are sums; a part that was read without them has none. It is kept as a list of
    what stands before them, in this order.
    """

    opened_at: str
    sitting: int
    number: int
    place: int
    size: int
    best: int
    best_number: int
    worst: int
    worst_number: int
    deals: int = 0
    total: int = 0
    low: int = 0
    takes: Streak = NOTHING
    turns: Streak = NOTHING
    counts: Counts = msgspec.field(default_factory=dict)
    company: Counts = msgspec.field(default_factory=dict)

    def add(self, row: ScoreRow) -> None:
        score, role = row.score, row.role
        self.deals, self.total = self.deals + 1, self.total + score
        add_numbers(self.counts, ALL, (1, score, score * score))
        add_numbers(self.counts, role, (1, score, int(bool(row.is_made))))
        self.low = min(self.low, self.total)
        if score > self.best:
            self.best, self.best_number = score, row.number
        if score < self.worst:
            self.worst, self.worst_number = score, row.number
        if role == DealRole.TAKER:
            self.takes = self.takes.then(SUCCESS if row.is_made else FAILURE)
            if row.is_made is not None:
                add_numbers(self.counts, DECIDED, (1, int(row.is_made)))
        if role != DealRole.PLAYER:
            self.turns = self.turns.then(SUCCESS if role == DealRole.TAKER else FAILURE)

    def meet(self, own: ScoreRow, other: ScoreRow, *, is_alone: bool) -> None:
        """Somebody else in the same deal. is_alone: the only one with the taker."""
        paid, stake = 0, own.stake or 0
        if own.role == DealRole.TAKER and other.role == DealRole.DEFENDER:
            paid = stake
        elif own.role == DealRole.DEFENDER and other.role == DealRole.TAKER:
            paid = -stake
        numbers = [1, own.score - other.score, paid]
        if own.role in ATTACK and other.role in ATTACK:
            is_made = int(own.is_made is True)
            numbers += [1, is_made, own.score]
            if other.role == DealRole.PARTNER and own.role == DealRole.TAKER and is_alone:
                numbers += [1, is_made, stake]
        add_numbers(self.company, str(other.player), numbers)

    def to_json(self) -> list[Any]:
        """Without the sums, which few pages read."""
        return [getattr(self, name) for name in self.__struct_fields__[:-2]]

    def sums(self) -> list[Counts]:
        return [self.counts, self.company]


PLAY_ORDER = attrgetter("opened_at", "sitting", "number")


def add_numbers(counts: Counts, name: str, numbers: Sequence[int]) -> None:
    """Sums have one form: without zeros at the end, and without names that have nothing else."""
    summed = [a + b for a, b in zip_longest(counts.get(name, ()), numbers, fillvalue=0)]
    while summed and not summed[-1]:
        summed.pop()
    if summed:
        counts[name] = summed
    else:
        counts.pop(name, None)


def add_counts(counts: Counts, more: Mapping[str, Sequence[int]]) -> None:
    for name, numbers in more.items():
        if name in counts or not (numbers and numbers[-1]):
            add_numbers(counts, name, numbers)
        else:
            counts[name] = [*numbers]


def merged(sized: Mapping[str, Counts]) -> Counts:
    """All sizes together."""
    sums: Counts = {}
    for counts in sized.values():
        add_counts(sums, counts)
    return sums


def take_counts(counts: Counts, less: Mapping[str, Sequence[int]]) -> None:
    """Takes away what was added."""
    for name, numbers in less.items():
        add_numbers(counts, name, [-number for number in numbers])


def numbers_of(counts: Mapping[str, Sequence[int]], name: str, length: int) -> list[int]:
    """The sums of this name, with the zeros at the end."""
    known = counts.get(name, ())
    return [*known, *[0] * (length - len(known))]


_decoder = msgspec.json.Decoder()
_parts_decoder = msgspec.json.Decoder(list[Part])


def read(text: str) -> Any:
    """What `written` wrote. A page reads hundreds of such texts; whole numbers stay whole, however
    large: others that are faster give a float beyond 64 bits."""
    return _decoder.decode(text)


def day_parts(content: str, company: str | None = None) -> list[Part]:
    """The parts of a day of a player, as Share has them; with their sums where these are told."""
    parts = _parts_decoder.decode(content)
    if company is not None:
        for part, sums in zip(parts, read(company), strict=True):
            part.counts, part.company = sums
    return parts


def size_texts(sized: str) -> dict[str, str]:
    """What Span.sized or the company of a Share has of each size, still as text: pages read some of
    them. A player is a list there, only a size has braces, and `written` leaves no spaces."""
    texts, start = {}, 1
    while (end := sized.find("}", start)) > start:
        name, text = sized.index('"', start + 1), end + 1
        texts[sized[start + 1 : name]] = sized[name + 2 : text]
        start = text + 1
    return texts


class Won(msgspec.Struct, array_like=True, gc=False):
    """What Span.sized has of a player, as a CellBlock has it. Under TOLD deals is how many there
    were. Pages read thousands of these: the collector of garbage does not look at them."""

    deals: int = 0
    score: int = 0
    square_sum: int = 0
    taken: int = 0
    contracts_made: int = 0


class Met(msgspec.Struct, array_like=True, gc=False):
    """What a player has with another one, as a company has it: the names of DEALS and so on."""

    deals: int = 0
    difference: int = 0
    paid: int = 0
    attacked: int = 0
    attacks_made: int = 0
    attacks_won: int = 0
    called: int = 0
    called_made: int = 0
    stakes: int = 0

    def with_calls(self, other: "Met") -> "Met":
        """Both together, of deals in which one called the other."""
        return Met(
            called=self.called + other.called,
            called_made=self.called_made + other.called_made,
            stakes=self.stakes + other.stakes,
        )


_met_decoder = msgspec.json.Decoder(dict[int, Met])
_won_decoder = msgspec.json.Decoder(dict[str, Won])


def read_won(text: str) -> dict[str, Won]:
    """The numbers of one size in Span.sized, by player; text is what `size_texts` has."""
    won = _won_decoder.decode(text)
    won.pop(TOLD, None)
    return won


def read_met(text: str) -> dict[int, Met]:
    """The company of one size, by player; text is what `size_texts` has."""
    return _met_decoder.decode(text)


def written(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


Parts = dict[int, list[Part]]  # by player, in order of play


def each_part(parts: Parts) -> Iterator[tuple[int, Part]]:
    for player, own in parts.items():
        for part in own:
            yield player, part


def added_up(scores: QuerySet[DealScore], game: str) -> Iterator[tuple[int, Parts]]:
    """Yields each table with the parts of its players, in order of play. Two queries at most."""
    counted = COUNTED.get(game)
    facts = counted.facts(scores) if counted else {}
    rows = (ScoreRow(*row) for row in scores.order_by(*IN_ORDER).values_list(*COLUMNS))
    for sitting, played in groupby(rows, key=lambda row: row.sitting):
        yield sitting, _parts_at(played, counted, facts)


def _parts_at(rows: Iterable[ScoreRow], counted: GameCounts | None, facts: Facts) -> Parts:
    """The rows of one table, in order of play."""
    parts: Parts = {}
    for number, deal in groupby(rows, key=lambda row: row.number):
        scores = list(deal)
        partners = sum(row.role == DealRole.PARTNER for row in scores)
        add_numbers(_part_of(parts, scores[0]).counts, TOLD, (1,))
        for row in scores:
            part = _part_of(parts, row)
            part.add(row)
            if counted is not None:
                for name, numbers in counted.counts(row, is_alone=not partners):
                    add_numbers(part.counts, name, numbers)
                if row.role == DealRole.TAKER:
                    for name in facts.get((row.sitting, number), ()):
                        add_numbers(part.counts, name, (1, int(bool(row.is_made)), row.score))
            for other in scores:
                if other is not row:
                    part.meet(row, other, is_alone=partners == 1)
    return parts


def _part_of(parts: Parts, row: ScoreRow) -> Part:
    """The part that the row goes on with, begun where there is none or the size was another."""
    size = row.size or 0
    own = parts.setdefault(row.player, [])
    if not own or own[-1].size != size:
        place = own[0].place if own else len(parts)
        moment = row.opened_at.astimezone(UTC).isoformat(timespec="microseconds")
        own.append(
            Part(
                moment, row.sitting, row.number, place, size,
                row.score, row.number, row.score, row.number,
            )
        )  # fmt: skip
    return own[-1]


def scores_at(sittings: Iterable[int]) -> QuerySet[DealScore]:
    """Selects the scores of all players in the deals that count at these tables."""
    rows = DealScore.objects.filter(deal__sitting__in=list(sittings))
    return rows.exclude(deal__kind=DealKind.VOID).exclude(role=DealRole.OUT)
