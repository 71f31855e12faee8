"""The score of a played deal of French tarot, step by step.

Source: scoring.md §5. All arithmetic is on integers: half card points, and
sixths of the attack's pool. Amounts are score points a defender, positive for the attack.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from clubs.core.deals import Camp, DealRole, SlamOutcome, plain
from clubs.core.judged_deals import Line
from clubs.games.french.core.checks import FrenchDeal
from clubs.games.french.core.records import FrenchContract, FrenchResult
from clubs.games.french.core.rules import (
    BonusMode,
    ChelemAmounts,
    DoubleCallShare,
    FixedMargin,
    FrenchRules,
    HalfPoints,
    PetitChelemRule,
    PetitMode,
    Scale,
)

THRESHOLDS = (56, 51, 41, 36)  # card points that the attack needs, by oudlers
SIXTHS = 6
_TAKER, _PARTNER = DealRole.TAKER.value, DealRole.PARTNER.value
_DEFENDER, _OUT = DealRole.DEFENDER.value, DealRole.OUT.value


@dataclass(frozen=True, slots=True)
class ContractOutcome:
    """Whether the contract was made, and by how many whole points before `margin_step`."""

    is_made: bool
    margin: int

    @property
    def sign(self) -> int:
        return 1 if self.is_made else -1


@dataclass(frozen=True, slots=True)
class SidePayment:
    """What each other active player pays to one player outside the stake (negative: gets).

    about is what the line of the breakdown tells of it besides.
    """

    code: str
    player: str
    amount: int
    about: Line


@dataclass(slots=True)  # not frozen: that would take five times as long to make
class FrenchScore:
    """The score of a played deal.

    margin is in whole points after `margin_step`; lines are the parts of the stake, which add up to
    exact: the stake before its rounding. sixths has the partners only. shares are what the stake
    brings, scores the whole, for everybody who sits at the table.
    """

    outcome: ContractOutcome
    margin: int
    lines: tuple[Line, ...]
    exact: int
    stake: int
    sixths: dict[str, int]
    shares: dict[str, int]
    scores: dict[str, int]


def score_french(deal: FrenchDeal) -> FrenchScore:
    """Steps 1 to 10."""
    result, rules = deal.result, deal.rules
    outcome = contract_outcome(result.points_x2, result.oudlers, rules.half_points)
    # Before it is multiplied: 7 in steps of 5 makes a garde (25 + 5) · 2 = 60, not 65 of 64.
    margin = round_to(outcome.margin, rules.margin_step)
    sixths = _partner_sixths(deal)
    lines = tuple(_stake_lines(deal, outcome, margin, sixths))
    exact = sum(line["amount"] for line in lines)
    # The sum, once: parts rounded one by one can be off by half a unit each.
    stake = round_to(exact, rules.rounding)
    shares = _pool_shares(deal, stake, sixths)
    scores = dict(shares)
    # After the rounding of the stake: what players pay each other is never rounded.
    for payment in payments(deal, sixths):
        for name, amount in payment_amounts(deal, payment):
            scores[name] += amount
    return FrenchScore(outcome, margin, lines, exact, stake, sixths, shares, scores)


def round_to(value: int, unit: int) -> int:
    """The multiple of unit nearest to value, halves away from zero.

    Neither round(), which sends halves to the even multiple, nor //, which rounds down: by that a
    failed contract would cost more than the same contract made brings.
    """
    return value if unit == 1 else round_ratio(value, 1, unit)


def round_ratio(numerator: int, denominator: int, unit: int) -> int:
    """The multiple of unit nearest to a fraction, halves away from zero."""
    step = denominator * unit
    size = (2 * abs(numerator) + step) // (2 * step) * unit
    return size if numerator >= 0 else -size


def contract_outcome(points_x2: int, oudlers: int, half_points: HalfPoints) -> ContractOutcome:
    """Step 1. points_x2 is twice the count of the attack, so that halves stay exact (0–182)."""
    if half_points is HalfPoints.TAKER:
        points_x2 += points_x2 % 2
    elif half_points is HalfPoints.DEFENCE:
        points_x2 -= points_x2 % 2
    over = points_x2 - 2 * THRESHOLDS[oudlers]
    # (n + 1) // 2 rounds half a point of the margin up, for the attack as for the defence: both
    # with the absolute value, or a loss would be rounded the other way.
    up = 0 if half_points is HalfPoints.DROP else 1
    # Made or not before the margin is rounded: 40.5 for 41 fails, by 1.
    return ContractOutcome(over >= 0, (abs(over) + up) // 2)


def _contract_base(rules: FrenchRules, contract: FrenchContract) -> int:
    """Step 3: what the margin is added to, for a contract that the rules offer."""
    if rules.scale is Scale.MULTIPLIER:
        return rules.base_value
    return rules.fixed_values[contract] or 0


def coefficient(rules: FrenchRules, contract: FrenchContract) -> int:
    """Step 3: what multiplies a contract that the rules offer."""
    if rules.scale is Scale.FIXED:
        return 1
    return rules.multipliers[contract] or 0


def _counted_margin(rules: FrenchRules, margin: int) -> int:
    """Step 3: the margin, or 0 where a fixed value stands alone."""
    # A fixed scale may still add the margin: the setting says, not the scale.
    if rules.scale is Scale.FIXED and rules.fixed_margin is FixedMargin.IGNORE:
        return 0
    return margin


def contract_amount(
    result: FrenchResult, rules: FrenchRules, outcome: ContractOutcome, margin: int
) -> int:
    value = _contract_base(rules, result.contract) + _counted_margin(rules, margin)
    # The sign of the whole: a contract that fails by m costs 25 + m, not 25 − m.
    return outcome.sign * value * coefficient(rules, result.contract)


def _petit_coefficient(result: FrenchResult, rules: FrenchRules) -> int | None:
    """Step 4: what multiplies the Petit; None where it is no part of the stake."""
    mode = rules.petit_au_bout.mode
    if result.petit_au_bout is None or mode in (PetitMode.PERSONAL, PetitMode.NONE):
        return None
    return 1 if mode is PetitMode.FLAT else coefficient(rules, result.contract)


def petit_amount(result: FrenchResult, rules: FrenchRules, outcome: ContractOutcome) -> int:
    """Step 4. Except in mode `winner_only` the result of the contract plays no part."""
    times = _petit_coefficient(result, rules)
    attack_won_it = result.petit_au_bout is Camp.ATTACK
    if times is None or (
        rules.petit_au_bout.mode is PetitMode.WINNER_ONLY and outcome.is_made is not attack_won_it
    ):
        return 0
    amount = rules.petit_au_bout.value * times
    return amount if attack_won_it else -amount


def chelem_outcomes(
    result: FrenchResult, rules: FrenchRules
) -> Iterator[tuple[str, SlamOutcome, int]]:
    """Step 6: code, outcome and amount of each chelem that was made or announced, neither
    multiplied nor turned by the result of the contract."""
    of_defence = rules.defence_chelem
    if result.chelem is Camp.DEFENCE and result.chelem_defence_announced:
        yield "chelem", SlamOutcome.DEFENCE_BID_MADE, -of_defence.announced
    elif result.chelem is Camp.DEFENCE:
        yield "chelem", SlamOutcome.DEFENCE_MADE, -rules.chelem.defence
    # Made by nobody: by the attack it would be a `chelem_conflict`, which checks refuse.
    elif result.chelem_defence_announced:
        yield "chelem", SlamOutcome.DEFENCE_BID_LOST, of_defence.failed
    elif result.chelem is not None or result.chelem_announced:
        is_made, announced = result.chelem is not None, result.chelem_announced
        yield _announced_outcome("chelem", is_made, announced, rules.chelem)
    if result.petit_chelem is not None or result.petit_chelem_announced:
        is_made, announced = result.petit_chelem is not None, result.petit_chelem_announced
        yield _announced_outcome("petit_chelem", is_made, announced, rules.petit_chelem)


def _announced_outcome(
    code: str, is_made: bool, announced: bool, amounts: ChelemAmounts | PetitChelemRule
) -> tuple[str, SlamOutcome, int]:
    """Of a chelem that was made, announced or both."""
    if is_made and announced:
        return code, SlamOutcome.ANNOUNCED_MADE, amounts.announced
    if is_made:
        return code, SlamOutcome.UNANNOUNCED_MADE, amounts.unannounced
    return code, SlamOutcome.ANNOUNCED_FAILED, -amounts.failed


def _attacks(deal: FrenchDeal, name: str, sixths: dict[str, int]) -> bool:
    return name == deal.result.taker or name in sixths


def _bonus_sign(
    mode: BonusMode, player: str, deal: FrenchDeal, is_made: bool, sixths: dict[str, int]
) -> int:
    """Step 5: which side gets what this player showed or declared; 0: the player alone."""
    if mode is BonusMode.PERSONAL:
        return 0
    # A poignée of the defence goes to the attack that makes its contract: who showed it plays no
    # part unless the mode says so.
    to_attack = is_made if mode is BonusMode.WINNER else _attacks(deal, player, sixths)
    return 1 if to_attack else -1


def misere_coefficient(rules: FrenchRules, contract: FrenchContract) -> int:
    """Step 5: what multiplies a misère that is part of the stake."""
    return coefficient(rules, contract) if rules.misere.multiplied else 1


def _shown_lines(
    deal: FrenchDeal, outcome: ContractOutcome, sixths: dict[str, int]
) -> Iterator[Line]:
    """Step 5: the poignées and misères, where they are part of the stake."""
    result, rules = deal.result, deal.rules
    for poignee in result.poignees:
        sign = _bonus_sign(rules.poignee_mode, poignee.player, deal, outcome.is_made, sixths)
        if sign:
            yield {
                "kind": "stake",
                "code": "poignee",
                "amount": sign * rules.poignee[poignee.size],
                "player": poignee.player,
                "size": poignee.size.value,
            }
    times = misere_coefficient(rules, result.contract)
    for misere in result.miseres:
        sign = _bonus_sign(rules.misere.mode, misere.player, deal, outcome.is_made, sixths)
        if sign:
            yield {
                "kind": "stake",
                "code": "misere",
                "amount": sign * rules.misere.value * times,
                "player": misere.player,
                "misere": misere.kind.value,
                "coefficient": times,
            }


def _stake_lines(
    deal: FrenchDeal, outcome: ContractOutcome, margin: int, sixths: dict[str, int]
) -> Iterator[Line]:
    """Steps 3 to 6: the parts of the stake before it is rounded."""
    result, rules = deal.result, deal.rules
    yield {
        "kind": "stake",
        "code": "contract",
        "amount": contract_amount(result, rules, outcome, margin),
        "contract": str(result.contract),
        "base": _contract_base(rules, result.contract),
        "margin": _counted_margin(rules, margin),
        "coefficient": coefficient(rules, result.contract),
    }
    times = _petit_coefficient(result, rules)
    if times is not None:
        yield {
            "kind": "stake",
            "code": "petit_au_bout",
            "amount": petit_amount(result, rules, outcome),
            "camp": plain(result.petit_au_bout),
            "coefficient": times,
        }
    if result.poignees or result.miseres:
        yield from _shown_lines(deal, outcome, sixths)
    for code, slam, amount in chelem_outcomes(result, rules):
        yield {"kind": "stake", "code": code, "amount": amount, "outcome": slam.value}


def _partner_sixths(deal: FrenchDeal) -> dict[str, int]:
    """Step 8: the weight of each partner; a card in the dog or the taker's hand makes none.

    The holder of both called cards is one partner. Counted as two, one defender too few would pay
    into the pool.
    """
    sixths: dict[str, int] = {}
    weights = deal.rules.weights(len(deal.active))
    for holder, weight in zip(deal.result.called, weights, strict=True):
        if holder is None or holder == deal.result.taker:
            continue
        held = sixths.get(holder, 0)
        if deal.rules.double_call_share is DoubleCallShare.SUM:
            sixths[holder] = held + weight
        else:
            sixths[holder] = max(held, weight)
    return sixths


def _pool_shares(deal: FrenchDeal, stake: int, sixths: dict[str, int]) -> dict[str, int]:
    """Step 8: what the stake brings to each seat, in seat order; players who sit out get 0.

    Only the shares of partners are rounded, and the taker has the rest. If each was rounded by
    itself, the scores of a deal might no longer add up to 0.
    """
    shares = dict.fromkeys(deal.players, -stake)
    for name in deal.record.out:
        shares[name] = 0
    # The defenders pay into the pool; the attack shares it, and pays nothing.
    pool = rest = stake * (len(deal.active) - 1 - len(sixths))
    for partner, weight in sixths.items():
        shares[partner] = round_ratio(pool * weight, SIXTHS, deal.rules.rounding)
        rest -= shares[partner]
    shares[deal.result.taker] = rest
    return shares


def payments(deal: FrenchDeal, sixths: dict[str, int]) -> Iterator[SidePayment]:
    """Step 9: the Petit, poignées and misères, each under `personal`. Never rounded."""
    result, rules = deal.result, deal.rules
    holder = result.petit_player
    if (
        rules.petit_au_bout.mode is PetitMode.PERSONAL
        and result.petit_au_bout is not None
        and holder is not None
    ):
        # The camp that took the last trick may not be the one of who played the Petit.
        won = _attacks(deal, holder, sixths) is (result.petit_au_bout is Camp.ATTACK)
        value = rules.petit_au_bout.value
        about: Line = {"holder": holder}
        yield SidePayment("petit_personal", holder, value if won else -value, about)
    for poignee in result.poignees if rules.poignee_mode is BonusMode.PERSONAL else ():
        about = {"holder": poignee.player, "size": poignee.size.value}
        yield SidePayment("poignee_personal", poignee.player, rules.poignee[poignee.size], about)
    for misere in result.miseres if rules.misere.mode is BonusMode.PERSONAL else ():
        about = {"declarer": misere.player, "misere": misere.kind.value}
        yield SidePayment("misere", misere.player, rules.misere.value, about)


def payment_amounts(deal: FrenchDeal, payment: SidePayment) -> Iterator[tuple[str, int]]:
    """What each active player gets (or pays, negative) by one payment, in seat order."""
    # Partners pay each other too: it is between players, not between camps.
    for name in deal.active:
        if name == payment.player:
            yield name, payment.amount * (len(deal.active) - 1)
        else:
            yield name, -payment.amount


def roles(deal: FrenchDeal, sixths: dict[str, int]) -> dict[str, str]:
    """The role of everybody who sits at the table, in seat order."""
    seat_roles: dict[str, str] = dict.fromkeys(deal.players, _DEFENDER)
    for name in deal.record.out:
        seat_roles[name] = _OUT
    for name in sixths:
        seat_roles[name] = _PARTNER
    seat_roles[deal.result.taker] = _TAKER
    return seat_roles
