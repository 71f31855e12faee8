"""The volte game as a game of the register: verdicts, explanations, and who deals next.

Source: tarocco_volte.md §5 (warnings), §6 (answer, breakdown).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.core.deals import DealRole, RecordKind, SlamOutcome, plain
from clubs.core.fields import without_empties
from clubs.core.interfaces import DealFacts, DealPattern, JsonObject, Rules, Verdict
from clubs.core.judged_deals import GameOfBook, JudgedDeal, Line, VoidDeal
from clubs.core.turns import seat_after, speaking_place, turn_after
from clubs.games.volte.core.checks import ACTIVE_COUNTS, SEAT_COUNTS, VolteDeal, check_volte_deal
from clubs.games.volte.core.records import Side, VoidReason
from clubs.games.volte.core.rules import BOOK, BonusScope, VolteRules
from clubs.games.volte.core.scoring import (
    Outcome,
    accusa_payments,
    individual_accuse,
    last_trick_bonus,
    score_volte,
)
from clubs.games.volte.core.slips import VoltePattern

WARNINGS = ("accusa_not_counted", "bonus_ignored")
DEALT_AGAIN = (VoidReason.MATTO_ALONE, VoidReason.MISDEAL)
# A draw is neither, and no contract made (tournaments.md §7.3).
MADE = {Outcome.WON: True, Outcome.LOST: False, Outcome.DRAW: None}
SLAMS = {Side.TAKER: SlamOutcome.UNANNOUNCED_MADE, Side.DEFENCE: SlamOutcome.DEFENCE_MADE}


class Volte(GameOfBook[VolteRules]):
    """Tarocco a volte: one against three."""

    code = "volte"
    book = BOOK
    default_rules = BOOK.default
    seat_counts: tuple[int, ...] = SEAT_COUNTS
    active_counts: tuple[int, ...] = ACTIVE_COUNTS
    zero_is_played = True  # a draw without declarations

    def bid_fields(self, rules: Rules) -> tuple[str, ...]:
        return ("taker", "contract") if volte(rules).bid_shown else ()

    def some_result(self, rules: Rules, taker: str, active_count: int) -> JsonObject:
        return {"honours": 0, "points": 40}

    def judged(self, players: Sequence[str], rules: Rules, deal: object) -> JudgedDeal:
        checked = check_volte_deal(players, volte(rules), deal)
        if isinstance(checked, VolteDeal):
            return _PlayedVolte(checked)
        return _VoidVolte(
            tuple(players), checked.void_reason, checked.dealer, checked.out, rules=volte(rules)
        )

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


@dataclass(frozen=True, slots=True, kw_only=True)
class _VoidVolte(VoidDeal):
    rules: VolteRules

    def answer(self) -> dict[str, Any]:
        """Nothing was compared, and nothing is paid."""
        return {
            "scores": self.scores,
            "stake": 0,
            "outcome": Outcome.VOID.value,
            "target": None,
            "end_points": None,
            "base": 0,
            "premium": 0,
            "multiplier": 0,
            "money": _money_by_player(self.scores, self.rules),
            "breakdown": self.breakdown(),
            "warnings": (),
        }


class _PlayedVolte:
    def __init__(self, deal: VolteDeal) -> None:
        self.deal, self.result, self.scored = deal, deal.result, score_volte(deal)

    def verdict(self) -> Verdict:
        """margin is the distance from the target; a cappotto is the slam of this game, an accusa
        its poignée, misery included."""
        deal, result, scored = self.deal, self.result, self.scored
        dealer = deal.record.dealer
        facts = DealFacts(
            dealer=dealer,
            taker=result.taker,
            contract=result.contract.value,
            points_x2=2 * result.taker_points,
            is_made=MADE[scored.outcome],
            margin=abs(scored.end_points - scored.target),
            stake=scored.stake,
            base=scored.base,
            taker_distance=speaking_place(deal.players, deal.active, dealer, result.taker),
            chelem=SLAMS[result.cappotto].value if result.cappotto else None,
        )
        poignees = Counter(accusa.player for accusa in result.accuse)
        return Verdict(scored.scores, self.roles(), facts, self.warnings(), poignees)

    def roles(self) -> dict[str, str]:
        """The role of everybody who sits at the table, in seat order."""
        seat_roles = {
            name: (DealRole.DEFENDER if name in self.deal.active else DealRole.OUT).value
            for name in self.deal.players
        }
        seat_roles[self.result.taker] = DealRole.TAKER.value
        return seat_roles

    def warnings(self) -> tuple[str, ...]:
        """What the rules of the table leave uncounted (tarocco_volte.md §5, steps 1 and 7),
        sorted."""
        rules, codes = self.deal.rules, []
        if any(amount == 0 for _, amount in self.scored.accuse):
            codes.append("accusa_not_counted")
        unpaid = last_trick_bonus(Side.DEFENCE, self.result, rules)
        if unpaid and rules.bonus_scope is BonusScope.TAKER:
            codes.append("bonus_ignored")
        return tuple(codes)

    def answer(self) -> dict[str, Any]:
        scored = self.scored
        return {
            "scores": scored.scores,
            "stake": scored.stake,
            "outcome": scored.outcome.value,
            "target": scored.target,
            "end_points": scored.end_points,
            "base": scored.base,
            "premium": scored.premium,
            "multiplier": scored.multiplier,
            "money": _money_by_player(scored.scores, self.deal.rules),
            "breakdown": self.breakdown(),
            "warnings": self.warnings(),
        }

    def breakdown(self) -> tuple[Line, ...]:
        """The lines of tarocco_volte.md §6, in their order."""
        return (*self.info_lines(), *self.stake_lines(), *self.player_lines())

    def info_lines(self) -> Iterable[Line]:
        result, scored = self.result, self.scored
        return (
            {
                "kind": "info",
                "code": "target",
                "honours": result.honours,
                "target": scored.target,
            },
            {
                "kind": "info",
                "code": "result",
                "outcome": scored.outcome.value,
                "points": result.taker_points,
                "end_points": scored.end_points,
            },
        )

    def stake_lines(self) -> Iterator[Line]:
        """Steps 5 to 7. The amounts add up to the stake; what the rules do not count is there as
        0."""
        scored = self.scored
        if scored.outcome is not Outcome.DRAW:
            yield {
                "kind": "stake",
                "code": "contract",
                "amount": scored.contract,
                "contract": self.result.contract.value,
                "base": scored.base,
                "premium": scored.premium,
                "multiplier": scored.multiplier,
            }
        if scored.cappotto is not None:
            yield {
                "kind": "stake",
                "code": "cappotto",
                "amount": scored.cappotto,
                "side": plain(self.result.cappotto),
            }
        for accusa, amount in scored.accuse:
            yield {
                "kind": "stake",
                "code": "accusa",
                "amount": amount,
                "player": accusa.player,
                "accusa": accusa.kind.value,
            }

    def player_lines(self) -> Iterator[Line]:
        """Step 8. The amounts of a player add up to the score of that player."""
        for name, amount in self.scored.shares.items():
            yield {"kind": "player", "code": "share", "player": name, "amount": amount}
        for accusa in individual_accuse(self.deal):
            for name, amount in accusa_payments(self.deal, accusa):
                yield {
                    "kind": "player",
                    "code": "accusa",
                    "player": name,
                    "amount": amount,
                    "declarer": accusa.player,
                    "accusa": accusa.kind.value,
                }


def _volte_turn(deal: JsonObject, seats: Sequence[str], turn: str) -> str:
    """The dealer after this deal, at a table of these seats."""
    dealer = deal.get("dealer")
    if dealer in seats:
        turn = str(dealer)
    if deal.get("kind") == RecordKind.VOID and (
        deal.get("void_reason") in DEALT_AGAIN or dealer in (deal.get("out") or ())
    ):
        return turn
    return seat_after(seats, turn)
