"""What the scores of one volte deal look like, for slips on which only scores are kept.

Source: tarocco_volte.md §4, §5, §7; tournaments.md §6.1. What is found
is never too little: of the declarations any that can stand together count as possible.

The taker scores three times the stake and each of the others loses it once; each declaration that
goes to its declarer moves three times its value to them, once from each of the others. So without
such declarations the others have one score, and with them their scores are four times the
difference of what they declared apart.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from clubs.core.deal_records import Record
from clubs.games.volte.core.checks import (
    TRUMPS,
    VolteDeal,
    check_cappotto,
    check_honours,
    check_last_trick,
    check_possible,
)
from clubs.games.volte.core.records import (
    PACK,
    STO_BENE,
    AccusaKind,
    Contract,
    Side,
    VolteResult,
)
from clubs.games.volte.core.rules import BOOK, AccusaMode, BonusScope, VolteRules
from clubs.games.volte.core.scoring import ACCUSA_VALUES, mode, score_volte

PLAYERS = ("taker", "a", "b", "c")  # of an imagined deal
DEFENDERS = len(PLAYERS) - 1
MISERIES = (AccusaKind.MISERIA, AccusaKind.MISERIA_NERA)
SIDES = (None, Side.TAKER, Side.DEFENCE)
HONOURS = (0, 1, 2, 3)

Kinds = tuple[AccusaKind, ...]
Declared = tuple[int, ...]  # what each of some players declared, in score points


@dataclass(frozen=True, slots=True)
class VoltePattern:
    """Which stakes bring four scores, and which there are under these rules."""

    rules: VolteRules

    def stakes(self, scores: Sequence[int]) -> list[int]:
        """Stakes that bring these scores, below 0 where the taker lost; that with the fewest
        declarations first."""
        least_totals: dict[int, int] = {}
        own = _individual_kinds(self.rules)
        for place, taker in enumerate(scores):
            others = [*scores[:place], *scores[place + 1 :]]
            for declared in _declarations_by_difference(own).get(
                _scaled_differences(others, 1), ()
            ):
                total = sum(declared)
                # The taker has 3·stake + 3·own − (total − own); solved for the stake.
                stake, rest = divmod(taker + total - 4 * declared[0], DEFENDERS)
                # One of the others is enough: by the key of the table their differences fit
                # already.
                if not rest and others[0] == 4 * declared[1] - total - stake:
                    least_totals[stake] = min(total, least_totals.get(stake, total))
        return sorted(least_totals, key=lambda stake: (least_totals[stake], stake))

    def is_possible(self, stake: int) -> bool:
        return stake in possible_volte_stakes(self.rules)


def _individual_kinds(rules: VolteRules) -> Kinds:
    """Declarations that go to who made them."""
    return _accusa_kinds(rules, AccusaMode.INDIVIDUAL)


def _accusa_kinds(rules: VolteRules, wanted: AccusaMode) -> Kinds:
    return tuple(kind for kind in AccusaKind if mode(kind, rules) is wanted)


# Declarations


@lru_cache(maxsize=8)
def _declarations_by_difference(kinds: Kinds) -> Mapping[tuple[int, ...], Sequence[Declared]]:
    """What taker and defenders may have declared of these kinds, by the differences that it makes
    between the scores of the defenders."""
    declarations: dict[tuple[int, ...], list[Declared]] = defaultdict(list)
    for declared in sorted(_declared_by(len(PLAYERS), kinds)):
        declarations[_scaled_differences(declared[1:], 4)].append(declared)
    return declarations


def _scaled_differences(values: Sequence[int], times: int) -> tuple[int, ...]:
    """Differences to the first of them, each so many times."""
    return tuple(times * (value - values[0]) for value in values[1:])


def _declared_by(players: int, kinds: Kinds) -> set[Declared]:
    """What so many players may declare together. Four are never all without a trump."""
    declarations = set()
    for hands in product(list(_hands(kinds)), repeat=players):
        trumps = sum(STO_BENE.get(kind, 0) for hand in hands for kind in hand)
        bare = sum(AccusaKind.MISERIA in hand for hand in hands)
        # With more trumps than there are, a stake that nobody can have would explain scores.
        if trumps <= TRUMPS and bare < len(PLAYERS):
            declarations.add(tuple(sum(ACCUSA_VALUES[kind] for kind in hand) for hand in hands))
    return declarations


def _hands(kinds: Kinds) -> Iterator[Kinds]:
    """What one hand may declare: one level of sto bene, which shows that there are trumps."""
    levels: list[Kinds] = [(), *((kind,) for kind in kinds if kind in STO_BENE)]
    miseries: list[Kinds] = [()]
    for kind in MISERIES:
        if kind in kinds:
            miseries += [(*told, kind) for told in miseries]
    for level, misery in product(levels, miseries):
        if not (level and AccusaKind.MISERIA in misery):
            yield (*level, *misery)


# Stakes


def possible_volte_stakes(rules: VolteRules) -> frozenset[int]:
    """All stakes as the taker sees them, in score points."""
    return _cached_volte_stakes(json.dumps(rules.to_json()))


@lru_cache(maxsize=64)
def _cached_volte_stakes(profile: str) -> frozenset[int]:
    """profile: complete rules as JSON, by which the result can be kept."""
    rules = BOOK.read(json.loads(profile))
    kinds = _accusa_kinds(rules, AccusaMode.WINNERS)
    # By the sign of the outcome: only who won counts, and in a draw nobody.
    added = {
        1: {sum(declared) for declared in _declared_by(1, kinds)},
        -1: {-sum(declared) for declared in _declared_by(DEFENDERS, kinds)},
        0: {0},
    }
    return frozenset(stake + more for stake, sign in _plain_stakes(rules) for more in added[sign])


def _plain_stakes(rules: VolteRules) -> set[tuple[int, int]]:
    """All stakes of contract and cappotto, with the sign of the outcome."""
    stakes = set()
    for deal in _imagined(rules):
        scored = score_volte(deal)
        sign = (scored.end_points > scored.target) - (scored.end_points < scored.target)
        stakes.add((scored.stake, sign))
    return stakes


def _imagined(rules: VolteRules) -> Iterator[VolteDeal]:
    """Every deal without a declaration that can be, as far as it counts: where only the taker earns
    a bonus it is all one whether the defence has the last trick."""
    sides = SIDES if rules.bonus_scope is BonusScope.BOTH else SIDES[:2]
    for contract, points, cappotto in product(Contract, range(PACK + 1), SIDES):
        result = VolteResult(PLAYERS[0], contract, 0, points, cappotto=cappotto)
        if any((*check_possible(_played(result, rules)), *check_cappotto(_played(result, rules)))):
            continue
        for bagatto, matto, honours in product(sides, sides, HONOURS):
            deal = _played(
                VolteResult(PLAYERS[0], contract, honours, points, None, bagatto, matto, cappotto),
                rules,
            )
            if not any((*check_last_trick(deal), *check_honours(deal))):
                yield deal


def _played(result: VolteResult, rules: VolteRules) -> VolteDeal:
    return VolteDeal(PLAYERS, PLAYERS, rules, Record(None, None, (), None, result), result)
