"""Is a record a possible deal of volte at this table?

Source: tarocco_volte.md §7, stages 3 to 6; the rules of a table refuse nothing. Each check
gives all of its problems, and relies on the stages before its own only.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from clubs.core.fields import without_empties
from clubs.core.problems import Problem
from clubs.core.table_checks import (
    participant_problems,
    raise_problems,
    repeats,
    require_record,
    seat_problems,
)
from clubs.games.volte.core.records import (
    PACK,
    RECORDS,
    STO_BENE,
    AccusaKind,
    Contract,
    Side,
    VolteRecord,
    VolteResult,
)
from clubs.games.volte.core.rules import VolteRules

SEAT_COUNTS = (4, 5, 6, 7, 8)
ACTIVE_COUNTS = (4,)
MOST_HONOURS = 3
TRUMPS = 22  # 21 trumps and the Matto
UNTOUCHED = (Contract.OTTO, Contract.DODICI)  # nothing is exchanged: a hand stays as it was dealt

# Every code of tarocco_volte.md §7 that refuses a volte deal and is not in scoring.md §7.
ERRORS = (
    "honours_out_of_range",
    "points_sum",
    "cappotto_missing",
    "cappotto_points_mismatch",
    "last_trick_conflict",
    "honours_conflict",
    "accusa_duplicate",
    "accusa_conflict",
    "accuse_trumps_exceed",
    "accuse_trumps_missing",
)


@dataclass(frozen=True, slots=True)
class VolteDeal:
    """A played deal with all that scoring needs.

    players are all who sit at the table, active the four in the deal, both in seat order.
    """

    players: tuple[str, ...]
    active: tuple[str, ...]
    rules: VolteRules
    record: VolteRecord
    result: VolteResult


Check = Callable[[VolteDeal], Iterator[Problem]]


def check_volte_deal(
    players: Sequence[str], rules: VolteRules, deal: object
) -> VolteDeal | VolteRecord:
    """Read a record and check it; a void deal is no more than its record. Raises DealRefused with
    the problems of the first bad stage."""
    fields = without_empties(require_record(players, SEAT_COUNTS, deal))
    seats = tuple(players)
    record = RECORDS.read(fields)
    seating = seat_problems(seats, record.out, record.dealer, ACTIVE_COUNTS)
    raise_problems([*seating, *RECORDS.void_problems(record, fields)])
    if record.result is None:
        return record
    active = tuple(name for name in seats if name not in record.out)
    checked = VolteDeal(seats, active, rules, record, record.result)
    for stage in STAGES:
        raise_problems([problem for check in stage for problem in check(checked)])
    return checked


def _check_taker(deal: VolteDeal) -> Iterator[Problem]:
    yield from participant_problems("taker", deal.result.taker, deal.players, deal.active)


def _check_ranges(deal: VolteDeal) -> Iterator[Problem]:
    result = deal.result
    if not 0 <= result.honours <= MOST_HONOURS:
        yield Problem("honours_out_of_range", "honours")
    for field in ("points", "defence_points"):
        count = getattr(result, field)
        if count is not None and not 0 <= count <= PACK:
            yield Problem("points_out_of_range", field)
    counts = [count for count in (result.points, result.defence_points) if count is not None]
    if len(counts) == 2 and sum(counts) != PACK:
        yield Problem("points_sum", "defence_points")


def check_possible(deal: VolteDeal) -> Iterator[Problem]:
    """A trick is worth 2 at least, and the six cards 3 to 27, to the side that they count for."""
    points = deal.result.taker_points
    # Of 91 the six cards leave 88 at most; a side with one trick has 2, so that nobody has 1.
    if deal.result.contract is Contract.DODICI:
        possible = points == 0 or 2 <= points <= 88
    else:
        # 90 would leave the defence 1, less than a trick is worth; 91 is a cappotto.
        possible = 3 <= points <= 89 or points == PACK
    if not possible:
        field = "points" if deal.result.points is not None else "defence_points"
        yield Problem("points_impossible", field)


def check_cappotto(deal: VolteDeal) -> Iterator[Problem]:
    cappotto = deal.result.cappotto
    points, contract = deal.result.taker_points, deal.result.contract
    if cappotto is None:
        if _proves_cappotto(points, contract):
            yield Problem("cappotto_missing", "cappotto")
    elif not _cappotto_fits(cappotto, points, contract):
        yield Problem("cappotto_points_mismatch", "cappotto")


def _proves_cappotto(points: int, contract: Contract) -> bool:
    """Does the taker's count leave one side without a trick?"""
    # 3 or 4, of one side or the other, are the six cards alone: with a trick it would be 5.
    return points in ((0, 87, 88) if contract is Contract.DODICI else (3, 4, PACK))


def _cappotto_fits(side: Side, points: int, contract: Contract) -> bool:
    """Can that side have taken every trick? The others have the six cards, worth 3 to 27, or none.

    points are the taker's.
    """
    if contract is Contract.DODICI:
        # All but the six cards: 91 less 27, to 91 less 3.
        return 64 <= points <= 88 if side is Side.TAKER else points == 0
    return points == PACK if side is Side.TAKER else 3 <= points <= 27


def check_last_trick(deal: VolteDeal) -> Iterator[Problem]:
    """One side takes the last trick, and it is not the one that the cappotto left without any."""
    result = deal.result
    bagatto, matto, cappotto = result.bagatto_last, result.matto_last, result.cappotto
    if cappotto is not None and bagatto not in (None, cappotto):
        yield Problem("last_trick_conflict", "bagatto_last")
    if matto is not None and (bagatto not in (None, matto) or cappotto not in (None, matto)):
        yield Problem("last_trick_conflict", "matto_last")


def check_honours(deal: VolteDeal) -> Iterator[Problem]:
    """A side that captures the Matto does not hold it: of 3 honours, or 0 in an untouched hand."""
    result = deal.result
    all_of_them = result.matto_last is Side.TAKER and result.honours == MOST_HONOURS
    none_of_them = result.matto_last is Side.DEFENCE and result.honours == 0
    if all_of_them or (none_of_them and result.contract in UNTOUCHED):
        yield Problem("honours_conflict", "matto_last")


def _check_declarers(deal: VolteDeal) -> Iterator[Problem]:
    for index, accusa in enumerate(deal.result.accuse):
        field = f"accuse[{index}].player"
        yield from participant_problems(field, accusa.player, deal.players, deal.active)


def _check_repeats(deal: VolteDeal) -> Iterator[Problem]:
    """Each kind once a player, and one level of sto bene."""
    kinds = ((a.player, "sto_bene" if a.kind in STO_BENE else a.kind) for a in deal.result.accuse)
    for index, (player, _) in repeats(kinds):
        yield Problem("accusa_duplicate", f"accuse[{index}]", {"player": player})


def _check_conflicts(deal: VolteDeal) -> Iterator[Problem]:
    """A hand that an accusa says to be other than it is.

    Trumps shown contradict a miseria but no miseria nera, which may hold trumps that are no
    honours; honours in an untouched hand contradict both. The miseria is at fault, and with it a
    sto bene that was told after it.
    """
    result = deal.result
    well = {accusa.player for accusa in result.accuse if accusa.kind in STO_BENE}
    without_trumps: set[str] = set()
    with_honours = {result.taker} if result.honours and result.contract in UNTOUCHED else set()
    for index, accusa in enumerate(result.accuse):
        if accusa.kind in STO_BENE:
            conflict = accusa.player in without_trumps
        elif accusa.kind is AccusaKind.MISERIA:
            conflict = accusa.player in well | with_honours
            without_trumps.add(accusa.player)
        else:
            conflict = accusa.player in with_honours
        if conflict:
            yield Problem("accusa_conflict", f"accuse[{index}]", {"player": accusa.player})


def _check_trumps(deal: VolteDeal) -> Iterator[Problem]:
    """The 22 trumps lie in the four hands, but for what the six cards can hold."""
    kinds = Counter(accusa.kind for accusa in deal.result.accuse)
    shown = sum(trumps * kinds[level] for level, trumps in STO_BENE.items())
    if shown > TRUMPS:
        yield Problem("accuse_trumps_exceed", "accuse", {"trumps": shown, "most": TRUMPS})
    # The six cards cannot hold the 22 trumps that four hands are without.
    if kinds[AccusaKind.MISERIA] >= len(deal.active):
        yield Problem("accuse_trumps_missing", "accuse")


STAGES: tuple[tuple[Check, ...], ...] = (
    (_check_taker, _check_ranges),
    (check_possible,),
    (
        check_cappotto,
        check_last_trick,
        check_honours,
        _check_declarers,
        _check_repeats,
        _check_conflicts,
        _check_trumps,
    ),
)
