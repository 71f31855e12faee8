"""French tarot as a game of the register: verdicts, explanations, and who deals next.

Source: scoring.md §3 (next dealer), §6 (breakdown), §7 (warnings), §8.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from clubs.core.deals import Camp, RecordKind, plain
from clubs.core.interfaces import DealFacts, DealPattern, JsonObject, Rules, Verdict
from clubs.core.judged_deals import GameOfBook, JudgedDeal, Line, VoidDeal
from clubs.core.turns import seat_after, speaking_place, turn_after
from clubs.games.french.core.cards import Oudler
from clubs.games.french.core.checks import (
    PACK_X2,
    SEAT_COUNTS,
    FrenchDeal,
    check_french_deal,
    halves_allowed,
    is_full_count,
)
from clubs.games.french.core.records import FrenchContract, FrenchVoidReason, Misere, MisereKind
from clubs.games.french.core.rules import (
    ACTIVE_COUNTS,
    BOOK,
    FrenchRules,
    MisdealDealer,
    PetitMode,
)
from clubs.games.french.core.scoring import (
    SIXTHS,
    THRESHOLDS,
    chelem_outcomes,
    payment_amounts,
    payments,
    roles,
    score_french,
)
from clubs.games.french.core.slips import french_pattern

UNUSUAL_MARGIN = 30  # whole points, before `margin_step`
WARNINGS = (
    "chelem_announced_contract_failed",
    "chelem_not_recorded",
    "margin_unusual",
    "misere_taker",
    "petit_ignored",
)


class French(GameOfBook[FrenchRules]):
    """French tarot for 3 to 6 players in the deal."""

    code = "french"
    book = BOOK
    default_rules = BOOK.default
    seat_counts: tuple[int, ...] = SEAT_COUNTS
    active_counts: tuple[int, ...] = ACTIVE_COUNTS
    zero_is_played = False  # every contract is worth something

    def judged(self, players: Sequence[str], rules: Rules, deal: object) -> JudgedDeal:
        checked = check_french_deal(players, french(rules), deal)
        if isinstance(checked, FrenchDeal):
            return _PlayedFrench(checked)
        return VoidDeal(tuple(players), checked.void_reason, checked.dealer, checked.out)

    def place_step(self, rules: Rules) -> int:
        return french(rules).vachette

    def next_dealer(
        self, players: Sequence[str], rules: Rules, last_deals: Sequence[JsonObject], first: str
    ) -> str:
        def next_turn(deal: JsonObject, seats: Sequence[str], turn: str) -> str:
            return _french_turn(deal, seats, french(rules), turn)

        return turn_after(last_deals, players, first, next_turn)

    def bid_fields(self, rules: Rules) -> tuple[str, ...]:
        """Not the holders of called cards, who are not known while the deal is played."""
        return ("taker", "contract", "called_cards") if french(rules).bid_shown else ()

    def some_result(self, rules: Rules, taker: str, active_count: int) -> JsonObject:
        called = [taker] * len(french(rules).weights(active_count))
        return {"called": called, "oudlers": 0, "points": 40}

    def deal_pattern(self, rules: Rules, active_count: int) -> DealPattern | None:
        return french_pattern(french(rules), active_count)


FRENCH = French()


def french(rules: Rules) -> FrenchRules:
    if isinstance(rules, FrenchRules):
        return rules
    raise TypeError(f"{rules.name} is no profile of French tarot")


class _PlayedFrench:
    """A deal that was played, with its score."""

    def __init__(self, deal: FrenchDeal) -> None:
        self.deal, self.result, self.scored = deal, deal.result, score_french(deal)

    def verdict(self) -> Verdict:
        deal, result, scored = self.deal, self.result, self.scored
        dealer = deal.record.dealer
        slams = {code: outcome.value for code, outcome, _ in chelem_outcomes(result, deal.rules)}
        petit_side = self.petit_side()
        facts = DealFacts(
            dealer=dealer,
            taker=result.taker,
            contract=result.contract.value,
            oudlers=result.oudlers,
            points_x2=result.points_x2,
            is_made=scored.outcome.is_made,
            margin=scored.margin,
            stake=scored.stake,
            taker_distance=speaking_place(deal.players, deal.active, dealer, result.taker),
            petit_au_bout=plain(result.petit_au_bout),
            chelem=slams.get("chelem"),
            petit_side=plain(petit_side),
            tells=bool(any(result.called_cards) or petit_side or result.parole),
        )
        poignees = Counter(poignee.player for poignee in result.poignees)
        return Verdict(scored.scores, roles(deal, scored.sixths), facts, self.warnings(), poignees)

    def petit_side(self) -> Camp | None:
        """Of none and of all three oudlers a table that names them says as much by the number."""
        result = self.result
        names_oudlers = self.deal.rules.asked.which_oudlers and result.oudlers in (0, 3)
        if not result.which_oudlers and not names_oudlers:
            return None
        has_petit = Oudler.PETIT in result.which_oudlers or result.oudlers == 3
        return Camp.ATTACK if has_petit else Camp.DEFENCE

    def answer(self) -> dict[str, Any]:
        return {
            "scores": self.scored.scores,
            "stake": self.scored.stake,
            "breakdown": self.breakdown(),
            "warnings": self.warnings(),
        }

    def warnings(self) -> tuple[str, ...]:
        """What is odd but possible (scoring.md §7), sorted."""
        return tuple(sorted(self.warning_codes()))

    def warning_codes(self) -> Iterator[str]:
        result, outcome = self.result, self.scored.outcome
        if result.chelem is None and result.petit_chelem is None and self.proves_chelem():
            yield "chelem_not_recorded"
        if result.chelem is None and outcome.margin >= UNUSUAL_MARGIN:
            yield "margin_unusual"
        if result.chelem_announced and not outcome.is_made:
            yield "chelem_announced_contract_failed"
        if Misere(result.taker, MisereKind.TRUMPS) in result.miseres:
            yield "misere_taker"
        if result.petit_au_bout is not None and self.petit_mode is PetitMode.NONE:
            yield "petit_ignored"

    @property
    def petit_mode(self) -> PetitMode:
        return self.deal.rules.petit_au_bout.mode

    def proves_chelem(self) -> bool:
        """Can the count come from a chelem only?"""
        oudlers, points_x2 = self.result.oudlers, self.result.points_x2
        halves = halves_allowed(len(self.deal.active))
        if self.result.contract is FrenchContract.GARDE_CONTRE:
            # Seen from the defence, which has the dog: the attack's own count is never full.
            return is_full_count(3 - oudlers, PACK_X2 - points_x2, halves)
        return is_full_count(oudlers, points_x2, halves)

    def breakdown(self) -> tuple[Line, ...]:
        """The lines of scoring.md §6, in their order."""
        return (*self.info_lines(), *self.stake_lines(), *self.player_lines())

    def info_lines(self) -> Iterable[Line]:
        result, scored = self.result, self.scored
        return (
            {
                "kind": "info",
                "code": "threshold",
                "oudlers": result.oudlers,
                "needed": THRESHOLDS[result.oudlers],
            },
            {
                "kind": "info",
                "code": "result",
                "made": scored.outcome.is_made,
                "points": plain(result.points),
                "margin": scored.margin,
            },
        )

    def stake_lines(self) -> Iterator[Line]:
        """Steps 3 to 7. The amounts add up to the stake."""
        yield from self.scored.lines
        unit = self.deal.rules.rounding
        if unit != 1:
            amount = self.scored.stake - self.scored.exact
            yield {"kind": "stake", "code": "rounding", "amount": amount, "unit": unit}

    def player_lines(self) -> Iterator[Line]:
        """Steps 8 and 9. The amounts of a player add up to the score of that player."""
        deal, partners = self.deal, self.scored.sixths
        # What the called partners leave of the pool is the taker's.
        sixths = {**partners, self.result.taker: SIXTHS - sum(partners.values())}
        for name, role in roles(deal, partners).items():
            yield {
                "kind": "player",
                "code": "share",
                "player": name,
                "amount": self.scored.shares[name],
                "role": role,
                "sixths": sixths.get(name, 0),
            }
        for payment in payments(deal, partners):
            for name, amount in payment_amounts(deal, payment):
                line = {"kind": "player", "code": payment.code, "player": name, "amount": amount}
                yield line | payment.about


def _french_turn(deal: JsonObject, seats: Sequence[str], rules: FrenchRules, turn: str) -> str:
    """Who deals after this deal, at a table of these seats (scoring.md §3)."""
    dealer, is_void = deal.get("dealer"), deal.get("kind") == RecordKind.VOID
    if dealer in seats:
        turn = str(dealer)
    if is_void and dealer in (deal.get("out") or ()):
        return turn
    again = deal.get("void_reason") == FrenchVoidReason.MISDEAL
    if is_void and again and rules.misdeal_dealer is MisdealDealer.SAME:
        return turn
    return seat_after(seats, turn)
