"""Slips on which only scores are kept: which stakes a deal of French tarot can have under given
rules, and what the scores of one deal look like.

The stakes found are never too few: not every contract can go together with every bonus, and here
most may. Source: scoring.md §5, §7; tournaments.md §6.1.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product

from clubs.core.deals import Camp
from clubs.games.french.core.checks import TRUMPS, chelem_fits, halves_allowed, points_bounds_x2
from clubs.games.french.core.records import FrenchContract, FrenchResult
from clubs.games.french.core.rules import BOOK, BonusMode, FrenchRules, PetitMode
from clubs.games.french.core.scoring import (
    SIXTHS,
    ContractOutcome,
    contract_amount,
    contract_outcome,
    misere_coefficient,
    petit_amount,
    round_ratio,
    round_to,
)

OUDLERS = (0, 1, 2, 3)
MISERES_OF_ONE = 2  # no trumps, and no court cards


def possible_french_stakes(rules: FrenchRules, active_count: int) -> frozenset[int]:
    """Returns stakes without their sign, in score points a defender; active_count play the deal."""
    return _cached_french_stakes(json.dumps(rules.to_json()), active_count)


@lru_cache(maxsize=64)
def _cached_french_stakes(profile: str, active_count: int) -> frozenset[int]:
    """profile: complete rules as JSON, by which the result can be kept."""
    rules = BOOK.read(json.loads(profile))
    poignees = _poignee_sums(rules, active_count)
    return frozenset(
        abs(round_to(amount + outcome.sign * poignee + chelem, rules.rounding))
        for amount, outcome, chelems in _contract_amounts(rules, active_count)
        for poignee in poignees
        for chelem in chelems
    )


def _contract_amounts(
    rules: FrenchRules, active_count: int
) -> set[tuple[int, ContractOutcome, frozenset[int]]]:
    """Contract, Petit and misères together, how the contract ended, and which chelems go with
    it."""
    amounts = set()
    halves = halves_allowed(active_count)
    for contract in rules.contracts():
        miseres = _misere_sums(rules, contract, active_count)
        for oudlers in OUDLERS:
            low, high = points_bounds_x2(contract, oudlers, active_count)
            # Even counts where piles are even: low is one then, as the dog counts 6 halves.
            for points_x2 in range(low, high + 1, 1 if halves else 2):
                outcome = contract_outcome(points_x2, oudlers, rules.half_points)
                chelems = _chelem_amounts(rules, contract, oudlers, points_x2, active_count)
                margin = round_to(outcome.margin, rules.margin_step)
                for petit in (None, Camp.ATTACK, Camp.DEFENCE):
                    result = FrenchResult("", contract, oudlers, points_x2 / 2, petit_au_bout=petit)
                    amount = contract_amount(result, rules, outcome, margin)
                    amount += petit_amount(result, rules, outcome)
                    # Only its sign still counts: without the margin equal amounts are one.
                    ended = ContractOutcome(outcome.is_made, 0)
                    amounts |= {(amount + ended.sign * sum_, ended, chelems) for sum_ in miseres}
    return amounts


def _misere_sums(rules: FrenchRules, contract: FrenchContract, active_count: int) -> list[int]:
    """What misères may bring the side that wins the deal, or cost it."""
    rule = rules.misere
    if not rule.enabled:
        return [0]
    most = MISERES_OF_ONE * active_count
    least = 0 if rule.mode is BonusMode.WINNER else -most
    value = rule.value * misere_coefficient(rules, contract)
    return [count * value for count in range(least, most + 1)]


def _chelem_amounts(
    rules: FrenchRules, contract: FrenchContract, oudlers: int, points_x2: int, active_count: int
) -> frozenset[int]:
    """What a chelem, and a small one, may bring with this count; 0 is one that nobody made."""
    amounts, bid = rules.chelem, rules.defence_chelem
    chelems = {0, -amounts.failed} | ({bid.failed} if bid.enabled else set())
    if chelem_fits(Camp.ATTACK, contract, oudlers, points_x2, active_count):
        chelems |= {amounts.announced, amounts.unannounced}
    if chelem_fits(Camp.DEFENCE, contract, oudlers, points_x2, active_count):
        chelems |= {-amounts.defence} | ({-bid.announced} if bid.enabled else set())
    if not rules.petit_chelem.enabled:
        return frozenset(chelems)
    small = rules.petit_chelem
    bonuses = (0, small.announced, small.unannounced, -small.failed)
    return frozenset(chelem + bonus for chelem in chelems for bonus in bonuses)


def _poignee_sums(rules: FrenchRules, active_count: int) -> frozenset[int]:
    """Adds up every set of poignées for which there are enough trumps, as they count for the side
    that wins the deal."""
    trumps = rules.poignee_trumps[active_count]
    signs = (1,) if rules.poignee_mode is BonusMode.WINNER else (1, -1)
    return frozenset(
        sum(sign * rules.poignee[size] for sign, size in shown)
        for count in range(active_count + 1)
        for shown in combinations_with_replacement(list(product(signs, sorted(trumps))), count)
        if sum(trumps[size] for _sign, size in shown) <= TRUMPS
    )


def french_pattern(rules: FrenchRules, active_count: int) -> "FrenchPattern | None":
    """Returns None where players pay each other, for the Petit, a poignée or a misère."""
    modes = (rules.poignee_mode, rules.misere.mode if rules.misere.enabled else None)
    if BonusMode.PERSONAL in modes or rules.petit_au_bout.mode is PetitMode.PERSONAL:
        return None
    return FrenchPattern(rules, active_count)


@dataclass(frozen=True, slots=True)
class FrenchPattern:
    """Every defender loses the stake, which the attack shares."""

    rules: FrenchRules
    active_count: int

    def stakes(self, scores: Sequence[int]) -> list[int]:
        """What each defender pays, negative where the attack does."""
        values = sorted(scores)
        stakes = (-score for score in dict.fromkeys(values))
        return [stake for stake in stakes if values in self.shapes(stake)]

    def is_possible(self, stake: int) -> bool:
        return abs(stake) in possible_french_stakes(self.rules, self.active_count)

    def shapes(self, stake: int) -> list[list[int]]:
        """The sorted scores of a taker alone, and of one with a called partner."""
        active = self.active_count
        shapes = [sorted([(active - 1) * stake, *[-stake] * (active - 1)])]
        # One partner at most: six in a deal sit at no table of a tournament.
        for weight in self.rules.weights(active):
            pool = (active - 2) * stake
            partner = round_ratio(pool * weight, SIXTHS, self.rules.rounding)
            # The taker has the rest, as in `_pool_shares`: all of it adds up to 0.
            shapes.append(sorted([pool - partner, partner, *[-stake] * (active - 2)]))
        return shapes
