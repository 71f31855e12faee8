"""The volte game as a game of the register: verdicts, explanations, and who deals next.

Source: tarocco_volte.md §5 (warnings), §6 (answer, breakdown).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clubs.core.deals import DealRole, RecordKind, SlamOutcome, plain
from clubs.core.fields import without_empties
from clubs.core.interfaces import DealFacts, DealPattern, JsonObject, Rules, Verdict
from clubs.core.turns import seat_after, speaking_place, turn_after
from clubs.games.volte.core.checks import (
    ACTIVE_COUNTS,
    SEAT_COUNTS,
    VolteDeal,
    VolteVoidDeal,
    check_volte_deal,
)
from clubs.games.volte.core.records import Side, VoidReason
from clubs.games.volte.core.rules import BOOK, BonusScope, VolteRules
from clubs.games.volte.core.scoring import (
    Outcome,
    VolteScore,
    accusa_payments,
    individual_accuse,
    last_trick_bonus,
    score_volte,
)
from clubs.games.volte.core.slips import VoltePattern

WARNINGS = ("accusa_not_counted", "bonus_ignored")
DEALT_AGAIN = (VoidReason.MATTO_ALONE, VoidReason.MISDEAL)
MADE = {Outcome.WON: True, Outcome.LOST: False, Outcome.DRAW: None}
SLAMS = {Side.TAKER: SlamOutcome.UNANNOUNCED_MADE, Side.DEFENCE: SlamOutcome.DEFENCE_MADE}

Line = dict[str, Any]


class Volte:
    """Tarocco a volte: one against three."""

    code = "volte"
    default_rules = BOOK.default
    seat_counts: tuple[int, ...] = SEAT_COUNTS
    active_counts: tuple[int, ...] = ACTIVE_COUNTS
    zero_is_played = True  # a draw without declarations

    def profiles(self) -> Sequence[VolteRules]:
        return tuple(BOOK.built_in.values())

    def read_rules(self, value: object) -> VolteRules:
        return BOOK.read(value)

    def stake_per_point(self, rules: Rules) -> int:
        return volte(rules).stake_per_point

    def judge(self, players: Sequence[str], rules: Rules, deal: object) -> Verdict:
        checked = check_volte_deal(players, volte(rules), deal)
        if isinstance(checked, VolteVoidDeal):
            return _void_verdict(checked)
        return _volte_verdict(checked, score_volte(checked))

    def explain(self, players: Sequence[str], rules: Rules, deal: object) -> tuple[Line, ...]:
        checked = check_volte_deal(players, volte(rules), deal)
        if isinstance(checked, VolteVoidDeal):
            return _void_breakdown(checked)
        return _volte_breakdown(checked, score_volte(checked))

    def answer(self, players: Sequence[str], rules: Rules, deal: object) -> dict[str, Any]:
        checked = check_volte_deal(players, volte(rules), deal)
        if isinstance(checked, VolteVoidDeal):
            return _volte_void_answer(checked)
        scored = score_volte(checked)
        return {
            "scores": scored.scores,
            "stake": scored.stake,
            "outcome": scored.outcome.value,
            "target": scored.target,
            "end_points": scored.end_points,
            "base": scored.base,
            "premium": scored.premium,
            "multiplier": scored.multiplier,
            "money": _money_by_player(scored.scores, checked.rules),
            "breakdown": _volte_breakdown(checked, scored),
            "warnings": _volte_warnings(checked, scored),
        }

    def next_dealer(
        self, players: Sequence[str], rules: Rules, last_deals: Sequence[JsonObject], first: str
    ) -> str:
        """The next seat, except where cards are dealt again.

        That is after a misdeal and a Matto alone, and after any void deal whose dealer sits out;
        where all pass, the deal moves on.
        """
        deals = [without_empties(deal) for deal in last_deals]
        return turn_after(deals, players, first, _volte_turn)

    def deal_pattern(self, rules: Rules, active_count: int) -> DealPattern | None:
        return VoltePattern(volte(rules))


VOLTE = Volte()


def volte(rules: Rules) -> VolteRules:
    if isinstance(rules, VolteRules):
        return rules
    raise TypeError(f"{rules.name} is no profile of the volte game")


def _money_by_player(scores: Mapping[str, int], rules: VolteRules) -> dict[str, int] | None:
    """Step 9, in the smallest unit of money; None where the table plays for points only."""
    if rules.stake_per_point == 0:
        return None
    return {name: points * rules.stake_per_point for name, points in scores.items()}


def _volte_verdict(deal: VolteDeal, scored: VolteScore) -> Verdict:
    """margin is the distance from the target; a cappotto is the slam of this game, an accusa its
    poignée, misery included."""
    result = deal.result
    facts = DealFacts(
        dealer=deal.record.dealer,
        taker=result.taker,
        contract=result.contract.value,
        points_x2=2 * result.taker_points,
        is_made=MADE[scored.outcome],
        margin=abs(scored.end_points - scored.target),
        stake=scored.stake,
        base=scored.base,
        taker_distance=speaking_place(deal.players, deal.active, deal.record.dealer, result.taker),
        chelem=SLAMS[result.cappotto].value if result.cappotto else None,
    )
    return Verdict(
        scored.scores,
        _roles(deal),
        facts,
        _volte_warnings(deal, scored),
        Counter(accusa.player for accusa in result.accuse),
    )


def _roles(deal: VolteDeal) -> dict[str, str]:
    """The role of everybody who sits at the table, in seat order."""
    seat_roles = {
        name: (DealRole.DEFENDER if name in deal.active else DealRole.OUT).value
        for name in deal.players
    }
    seat_roles[deal.result.taker] = DealRole.TAKER.value
    return seat_roles


def _void_verdict(deal: VolteVoidDeal) -> Verdict:
    """Nobody has a part in a void deal: the role is `player`, or `out`."""
    record = deal.record
    return Verdict(
        scores=dict.fromkeys(deal.players, 0),
        roles={
            name: (DealRole.OUT if name in record.out else DealRole.PLAYER).value
            for name in deal.players
        },
        facts=DealFacts(
            kind=RecordKind.VOID.value,
            void_reason=plain(record.void_reason),
            dealer=record.dealer,
            stake=0,
        ),
    )


def _volte_void_answer(deal: VolteVoidDeal) -> dict[str, Any]:
    """The answer to a deal that was not played: nothing was compared, and nothing is paid."""
    scores = dict.fromkeys(deal.players, 0)
    return {
        "scores": scores,
        "stake": 0,
        "outcome": Outcome.VOID.value,
        "target": None,
        "end_points": None,
        "base": 0,
        "premium": 0,
        "multiplier": 0,
        "money": _money_by_player(scores, deal.rules),
        "breakdown": _void_breakdown(deal),
        "warnings": (),
    }


def _volte_warnings(deal: VolteDeal, scored: VolteScore) -> tuple[str, ...]:
    """What the rules of the table leave uncounted (tarocco_volte.md §5, steps 1 and 7), sorted."""
    return tuple(sorted(_volte_warning_codes(deal, scored)))


def _volte_warning_codes(deal: VolteDeal, scored: VolteScore) -> Iterator[str]:
    if deal.rules.bonus_scope is BonusScope.TAKER and last_trick_bonus(
        Side.DEFENCE, deal.result, deal.rules
    ):
        yield "bonus_ignored"
    if any(amount == 0 for _, amount in scored.accuse):
        yield "accusa_not_counted"


def _void_breakdown(deal: VolteVoidDeal) -> tuple[Line, ...]:
    return ({"kind": "info", "code": "void", "reason": plain(deal.record.void_reason)},)


def _volte_breakdown(deal: VolteDeal, scored: VolteScore) -> tuple[Line, ...]:
    """The lines of tarocco_volte.md §6, in their order."""
    return (
        *_target_lines(deal, scored),
        *_volte_stake_lines(deal, scored),
        *_volte_player_lines(deal, scored),
    )


def _target_lines(deal: VolteDeal, scored: VolteScore) -> Iterator[Line]:
    yield {
        "kind": "info",
        "code": "target",
        "honours": deal.result.honours,
        "target": scored.target,
    }
    yield {
        "kind": "info",
        "code": "result",
        "outcome": scored.outcome.value,
        "points": deal.result.taker_points,
        "end_points": scored.end_points,
    }


def _volte_stake_lines(deal: VolteDeal, scored: VolteScore) -> Iterator[Line]:
    """Steps 5 to 7. The amounts add up to the stake; what the rules do not count is there as 0."""
    if scored.outcome is not Outcome.DRAW:
        yield {
            "kind": "stake",
            "code": "contract",
            "amount": scored.contract,
            "contract": deal.result.contract.value,
            "base": scored.base,
            "premium": scored.premium,
            "multiplier": scored.multiplier,
        }
    if scored.cappotto is not None:
        yield {
            "kind": "stake",
            "code": "cappotto",
            "amount": scored.cappotto,
            "side": plain(deal.result.cappotto),
        }
    for accusa, amount in scored.accuse:
        yield {
            "kind": "stake",
            "code": "accusa",
            "amount": amount,
            "player": accusa.player,
            "accusa": accusa.kind.value,
        }


def _volte_player_lines(deal: VolteDeal, scored: VolteScore) -> Iterator[Line]:
    """Step 8. The amounts of a player add up to the score of that player."""
    for name, amount in scored.shares.items():
        yield {"kind": "player", "code": "share", "player": name, "amount": amount}
    for accusa in individual_accuse(deal):
        for name, amount in accusa_payments(deal, accusa):
            yield {
                "kind": "player",
                "code": "accusa",
                "player": name,
                "amount": amount,
                "declarer": accusa.player,
                "accusa": accusa.kind.value,
            }


def _volte_turn(deal: JsonObject, seats: Sequence[str], turn: str) -> str:
    """Who deals after this deal, at a table of these seats."""
    dealer = deal.get("dealer")
    if dealer in seats:
        turn = str(dealer)
    if deal.get("kind") == RecordKind.VOID and (
        deal.get("void_reason") in DEALT_AGAIN or dealer in (deal.get("out") or ())
    ):
        return turn
    return seat_after(seats, turn)
