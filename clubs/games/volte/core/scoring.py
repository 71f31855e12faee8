"""What a volte deal scores. Source: tarocco_volte.md §5; the steps are its steps.

All amounts are whole score points, seen from the taker where nothing else is said.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from clubs.games.volte.core.checks import VolteDeal
from clubs.games.volte.core.records import PACK, Accusa, AccusaKind, Contract, Side, VolteResult
from clubs.games.volte.core.rules import (
    AccusaMode,
    BonusScope,
    CountedPoints,
    PremiumTiming,
    VolteRules,
)

BAGATTO_LAST = 10
CAPPOTTO = 500
TARGETS = {3: 36, 2: 41, 1: 51}  # by honours; without any the rules say it
MULTIPLIERS = {
    Contract.LISCIO: 1,
    Contract.DUE: 2,
    Contract.QUATTRO: 4,
    Contract.OTTO: 8,
    Contract.DODICI: 12,
}
PREMIUMS = {
    Contract.LISCIO: 25,
    Contract.DUE: 50,
    Contract.QUATTRO: 100,
    Contract.OTTO: 200,
    Contract.DODICI: 300,
}
ACCUSA_VALUES = {
    AccusaKind.TRIONFI_10: 20,
    AccusaKind.TRIONFI_13: 30,
    AccusaKind.TRIONFI_15: 40,
    AccusaKind.MISERIA: 10,
    AccusaKind.MISERIA_NERA: 10,
}


class Outcome(StrEnum):
    WON = "won"
    LOST = "lost"
    DRAW = "draw"
    VOID = "void"


SIGNS = {Outcome.WON: 1, Outcome.LOST: -1, Outcome.DRAW: 0}


@dataclass(frozen=True, slots=True)
class VolteScore:
    """The score of a played deal.

    end_points and target are what was compared. premium and multiplier are 0 in a draw. contract,
    cappotto (None: nobody made one) and accuse, those of mode `winners` in the order told, add up
    to the stake. shares are what the stake brings, scores the whole, for everybody who sits at the
    table.
    """

    outcome: Outcome
    target: int
    end_points: int
    base: int
    premium: int
    multiplier: int
    contract: int
    cappotto: int | None
    accuse: tuple[tuple[Accusa, int], ...]
    stake: int
    shares: dict[str, int]
    scores: dict[str, int]


def score_volte(deal: VolteDeal) -> VolteScore:
    """Steps 1 to 8."""
    result, rules = deal.result, deal.rules
    # By honours in the hand, not in the tricks as in French tarot (tarocco_volte.md §10).
    target = TARGETS.get(result.honours, rules.target_without_honours)
    end_points = result.taker_points + (_earned(Side.TAKER, deal) if rules.bonus_in_target else 0)
    outcome = _taker_outcome(end_points, target)
    base = _multiplied_points(deal, outcome, abs(end_points - target))
    drawn = outcome is Outcome.DRAW
    # What counted, not what the contract is worth: 0 in a draw (tarocco_volte.md §6).
    premium = 0 if drawn else PREMIUMS[result.contract]
    multiplier = 0 if drawn else MULTIPLIERS[result.contract]
    # The sign comes last: a base that bonuses took below 0 keeps its own (tarocco_volte.md §9).
    contract = SIGNS[outcome] * _multiplied(rules.premium_timing, base, premium, multiplier)
    cappotto = _cappotto_amount(result, rules)
    accuse = tuple(_accuse_of_sides(deal, outcome))
    stake = contract + (cappotto or 0) + sum(amount for _, amount in accuse)
    shares = _stake_shares(deal, stake)
    # What goes to a declarer is no part of the stake: it is paid in a draw as well.
    scores = dict(shares)
    for accusa in individual_accuse(deal):
        for name, amount in accusa_payments(deal, accusa):
            scores[name] += amount
    return VolteScore(
        outcome=outcome,
        target=target,
        end_points=end_points,
        base=base,
        premium=premium,
        multiplier=multiplier,
        contract=contract,
        cappotto=cappotto,
        accuse=accuse,
        stake=stake,
        shares=shares,
        scores=scores,
    )


def last_trick_bonus(side: Side, result: VolteResult, rules: VolteRules) -> int:
    """The bonus of the last trick for that side, if the rules gave it to both."""
    bagatto = BAGATTO_LAST if result.bagatto_last is side else 0
    return bagatto + (rules.matto_last_bonus if result.matto_last is side else 0)


def _earned(side: Side, deal: VolteDeal) -> int:
    """Step 1: `bt` for the taker, `bd` for the defence."""
    # Of the defence alone: the scope takes nothing from the taker.
    if side is Side.DEFENCE and deal.rules.bonus_scope is BonusScope.TAKER:
        return 0
    return last_trick_bonus(side, deal.result, deal.rules)


def _taker_outcome(end_points: int, target: int) -> Outcome:
    """Step 3."""
    if end_points == target:
        return Outcome.DRAW
    return Outcome.WON if end_points > target else Outcome.LOST


def _multiplied_points(deal: VolteDeal, outcome: Outcome, distance: int) -> int:
    """Step 4: the points that are multiplied, those of the winner; below 0 by bonuses only.

    distance is how far the end points are from the target.
    """
    if outcome is Outcome.DRAW:
        return 0
    rules, points, bonus = deal.rules, deal.result.taker_points, _earned(Side.TAKER, deal)
    # r − bd: where it counts towards the target, the taker's bonus is in the distance already.
    bonuses = (0 if rules.bonus_in_target else bonus) - _earned(Side.DEFENCE, deal)
    if rules.counted_points is CountedPoints.DIFFERENCE:
        # Of a lost deal − r + bd: what the taker earned makes the loss smaller.
        return distance + SIGNS[outcome] * bonuses
    # The winner's points count: of a lost deal the defence's, for which its own bonuses add up.
    if outcome is Outcome.LOST:
        return PACK - points - bonuses
    # E + r − bd: the taker's bonus once, in E or in r.
    return points + (bonus if rules.bonus_in_target else 0) + bonuses


def _multiplied(timing: PremiumTiming, base: int, premium: int, multiplier: int) -> int:
    """Step 5, without its sign."""
    # The base alone may be below 0, by bonuses: the premium is added with its own sign.
    if timing is PremiumTiming.BEFORE:
        return (base + premium) * multiplier
    return base * multiplier + premium


def _cappotto_amount(result: VolteResult, rules: VolteRules) -> int | None:
    """Step 6: neither multiplied nor turned by the outcome; None where nobody made one."""
    if result.cappotto is Side.DEFENCE:
        # 0 and not None: it was made, and is told, though these rules give nothing for it.
        return -CAPPOTTO if rules.cappotto_defence else 0
    return CAPPOTTO if result.cappotto is Side.TAKER else None


def mode(kind: AccusaKind, rules: VolteRules) -> AccusaMode:
    if kind in (AccusaKind.MISERIA, AccusaKind.MISERIA_NERA):
        return rules.miseria_mode
    return rules.sto_bene_mode


def _accuse_of_sides(deal: VolteDeal, outcome: Outcome) -> Iterator[tuple[Accusa, int]]:
    """Step 7, mode `winners`: with the sign of the outcome, or 0 for the side that did not win."""
    for accusa in deal.result.accuse:
        if mode(accusa.kind, deal.rules) is AccusaMode.WINNERS:
            # A draw is neither: no side won, and no accusa counts.
            side_won = Outcome.WON if accusa.player == deal.result.taker else Outcome.LOST
            counts = outcome is side_won
            yield accusa, SIGNS[outcome] * ACCUSA_VALUES[accusa.kind] if counts else 0


def individual_accuse(deal: VolteDeal) -> Iterator[Accusa]:
    """Step 7, mode `individual`."""
    for accusa in deal.result.accuse:
        if mode(accusa.kind, deal.rules) is AccusaMode.INDIVIDUAL:
            yield accusa


def accusa_payments(deal: VolteDeal, accusa: Accusa) -> Iterator[tuple[str, int]]:
    """Points of an individual accusa for each active player, in seat order."""
    value = ACCUSA_VALUES[accusa.kind]
    # Not from all seats: who sits out pays nothing, and three pay what the declarer gets.
    for name in deal.active:
        yield name, value * (len(deal.active) - 1) if name == accusa.player else -value


def _stake_shares(deal: VolteDeal, stake: int) -> dict[str, int]:
    """Step 8: what the stake brings to each seat, in seat order; who sits out gets 0."""
    shares = {name: -stake if name in deal.active else 0 for name in deal.players}
    shares[deal.result.taker] = stake * (len(deal.active) - 1)
    return shares
