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

from clubs.games.volte.core.checks import (
    TRUMPS,
    PlayedDeal,
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
    Record,
    Result,
    Side,
)
from clubs.games.volte.core.rules import BOOK, AccusaMode, BonusScope, VolteRules
from clubs.games.volte.core.scoring import ACCUSA_VALUES, mode, score

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
        """As the taker sees them, below 0 where the taker lost; that with the fewest declarations
        first."""
        found: dict[int, int] = {}
        own = _individual_kinds(self.rules)
        for place, taker in enumerate(scores):
            others = [*scores[:place], *scores[place + 1 :]]
            for declared in _declarations(own).get(_differences(others, 1), ()):
                total = sum(declared)
                stake, rest = divmod(taker + total - 4 * declared[0], DEFENDERS)
                if not rest and others[0] == 4 * declared[1] - total - stake:
                    found[stake] = min(total, found.get(stake, total))
        return sorted(found, key=lambda stake: (found[stake], stake))

    def is_possible(self, stake: int) -> bool:
        return stake in possible_stakes(self.rules)


def _individual_kinds(rules: VolteRules) -> Kinds:
    """Declarations that go to who made them."""
    return _kinds_of(rules, AccusaMode.INDIVIDUAL)


def _kinds_of(rules: VolteRules, wanted: AccusaMode) -> Kinds:
    return tuple(kind for kind in AccusaKind if mode(kind, rules) is wanted)


# Declarations


@lru_cache(maxsize=8)
def _declarations(kinds: Kinds) -> Mapping[tuple[int, ...], Sequence[Declared]]:
    """What taker and defenders may have declared of these kinds, by the differences that it makes
    between the scores of the defenders."""
    found: dict[tuple[int, ...], list[Declared]] = defaultdict(list)
    for declared in sorted(_declared_by(len(PLAYERS), kinds)):
        found[_differences(declared[1:], 4)].append(declared)
    return found


def _differences(values: Sequence[int], times: int) -> tuple[int, ...]:
    """To the first of them, each so many times."""
    return tuple(times * (value - values[0]) for value in values[1:])


def _declared_by(players: int, kinds: Kinds) -> set[Declared]:
    """What so many players may declare together. Four are never all without a trump."""
    found = set()
    for told in product(list(_hands(kinds)), repeat=players):
        trumps = sum(STO_BENE.get(kind, 0) for hand in told for kind in hand)
        bare = sum(AccusaKind.MISERIA in hand for hand in told)
        if trumps <= TRUMPS and bare < len(PLAYERS):
            found.add(tuple(sum(ACCUSA_VALUES[kind] for kind in hand) for hand in told))
    return found


def _hands(kinds: Kinds) -> Iterator[Kinds]:
    """What one hand may declare: one level of sto bene, which shows that there are trumps."""
    levels: list[Kinds] = [(), *((kind,) for kind in kinds if kind in STO_BENE)]
    miseries: list[Kinds] = [()]
    for kind in MISERIES:
        if kind in kinds:
            miseries += [(*told, kind) for told in miseries]
    for level, told in product(levels, miseries):
        if not (level and AccusaKind.MISERIA in told):
            yield (*level, *told)


# Stakes


def possible_stakes(rules: VolteRules) -> frozenset[int]:
    """As the taker sees them, in score points."""
    return _stakes_of(json.dumps(rules.to_json()))


@lru_cache(maxsize=64)
def _stakes_of(profile: str) -> frozenset[int]:
    """profile: complete rules as JSON, by which the result can be kept."""
    rules = BOOK.read(json.loads(profile))
    kinds = _kinds_of(rules, AccusaMode.WINNERS)
    added = {
        1: {sum(declared) for declared in _declared_by(1, kinds)},
        -1: {-sum(declared) for declared in _declared_by(DEFENDERS, kinds)},
        0: {0},
    }
    return frozenset(stake + more for stake, sign in _plain_stakes(rules) for more in added[sign])


def _plain_stakes(rules: VolteRules) -> set[tuple[int, int]]:
    """Of contract and cappotto, with the sign of the outcome."""
    found = set()
    for deal in _imagined(rules):
        scored = score(deal)
        sign = (scored.end_points > scored.target) - (scored.end_points < scored.target)
        found.add((scored.stake, sign))
    return found


def _imagined(rules: VolteRules) -> Iterator[PlayedDeal]:
    """Every deal without a declaration that can be, as far as it counts: where only the taker earns
    a bonus it is all one whether the defence has the last trick."""
    sides = SIDES if rules.bonus_scope is BonusScope.BOTH else SIDES[:2]
    for contract, points, cappotto in product(Contract, range(PACK + 1), SIDES):
        told = Result(PLAYERS[0], contract, 0, points, cappotto=cappotto)
        if any((*check_possible(_played(told, rules)), *check_cappotto(_played(told, rules)))):
            continue
        for bagatto, matto, honours in product(sides, sides, HONOURS):
            deal = _played(
                Result(PLAYERS[0], contract, honours, points, None, bagatto, matto, cappotto), rules
            )
            if not any((*check_last_trick(deal), *check_honours(deal))):
                yield deal


def _played(result: Result, rules: VolteRules) -> PlayedDeal:
    return PlayedDeal(PLAYERS, PLAYERS, rules, Record(None, None, (), None, result), result)
