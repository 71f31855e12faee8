"""French tarot as a game of the register: verdicts, explanations, and who deals next.

Source: scoring.md §3 (next dealer), §6 (breakdown), §7 (warnings), §8.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from clubs.core.deals import DealRole, plain
from clubs.core.interfaces import DealFacts, DealPattern, JsonObject, Rules, Verdict
from clubs.core.turns import seat_after, speaking_place, turn_after
from clubs.games.french.core.checks import (
    SEAT_COUNTS,
    FrenchDeal,
    FrenchVoidDeal,
    check_french_deal,
    halves_allowed,
    is_full_count,
    points_bounds_x2,
)
from clubs.games.french.core.records import FrenchContract, FrenchVoidReason, MisereKind
from clubs.games.french.core.rules import ACTIVE_COUNTS, BOOK, FrenchRules, MisdealDealer, PetitMode
from clubs.games.french.core.scoring import (
    SIXTHS,
    THRESHOLDS,
    FrenchScore,
    Line,
    chelem_outcomes,
    payment_amounts,
    payments,
    roles,
    score_french,
)
from clubs.games.french.core.slips import french_pattern

__all__ = ["FRENCH", "THRESHOLDS", "WARNINGS", "French", "halves_allowed", "points_bounds_x2"]

UNUSUAL_MARGIN = 30  # whole points, before `margin_step`
WARNINGS = (
    "chelem_announced_contract_failed",
    "chelem_not_recorded",
    "margin_unusual",
    "misere_taker",
    "petit_ignored",
)


class French:
    """French tarot for 3 to 6 players in the deal."""

    code = "french"
    default_rules = BOOK.default
    seat_counts: tuple[int, ...] = SEAT_COUNTS
    active_counts: tuple[int, ...] = ACTIVE_COUNTS
    zero_is_played = False  # every contract is worth something

    def profiles(self) -> Sequence[FrenchRules]:
        return tuple(BOOK.built_in.values())

    def read_rules(self, value: object) -> FrenchRules:
        return BOOK.read(value)

    def judge(self, players: Sequence[str], rules: Rules, deal: object) -> Verdict:
        checked = check_french_deal(players, french(rules), deal)
        if isinstance(checked, FrenchVoidDeal):
            return _void_verdict(checked)
        return _verdict(checked, score_french(checked))

    def explain(self, players: Sequence[str], rules: Rules, deal: object) -> tuple[Line, ...]:
        checked = check_french_deal(players, french(rules), deal)
        if isinstance(checked, FrenchVoidDeal):
            return _void_breakdown(checked)
        return _breakdown(checked, score_french(checked))

    def answer(self, players: Sequence[str], rules: Rules, deal: object) -> dict[str, Any]:
        checked = check_french_deal(players, french(rules), deal)
        if isinstance(checked, FrenchVoidDeal):
            return {
                "scores": dict.fromkeys(checked.players, 0),
                "stake": 0,
                "breakdown": _void_breakdown(checked),
                "warnings": (),
            }
        scored = score_french(checked)
        return {
            "scores": scored.scores,
            "stake": scored.stake,
            "breakdown": _breakdown(checked, scored),
            "warnings": _warnings(checked, scored),
        }

    def next_dealer(
        self, players: Sequence[str], rules: Rules, last_deals: Sequence[JsonObject], first: str
    ) -> str:
        def next_turn(deal: JsonObject, seats: Sequence[str], turn: str) -> str:
            return _french_turn(deal, seats, french(rules), turn)

        return turn_after(last_deals, players, first, next_turn)

    def deal_pattern(self, rules: Rules, active_count: int) -> DealPattern | None:
        return french_pattern(french(rules), active_count)


FRENCH = French()


def french(rules: Rules) -> FrenchRules:
    if isinstance(rules, FrenchRules):
        return rules
    raise TypeError(f"{rules.name} is no profile of French tarot")


def _verdict(deal: FrenchDeal, scored: FrenchScore) -> Verdict:
    result = deal.result
    facts = DealFacts(
        dealer=deal.record.dealer,
        taker=result.taker,
        contract=result.contract.value,
        oudlers=result.oudlers,
        points_x2=result.points_x2,
        is_made=scored.outcome.is_made,
        margin=scored.margin,
        stake=scored.stake,
        taker_distance=speaking_place(deal.players, deal.active, deal.record.dealer, result.taker),
        petit_au_bout=plain(result.petit_au_bout),
        chelem=_chelem_outcome(deal),
    )
    return Verdict(
        scored.scores,
        roles(deal, scored.sixths),
        facts,
        _warnings(deal, scored),
        Counter(poignee.player for poignee in result.poignees),
    )


def _chelem_outcome(deal: FrenchDeal) -> str | None:
    """How the slam came out, where one was made or announced."""
    outcomes = {code: outcome for code, outcome, _ in chelem_outcomes(deal.result, deal.rules)}
    return outcomes["chelem"].value if "chelem" in outcomes else None


def _void_verdict(deal: FrenchVoidDeal) -> Verdict:
    """Nobody has a part in a void deal: the role is `player`, or `out`."""
    record = deal.record
    return Verdict(
        scores=dict.fromkeys(deal.players, 0),
        roles={
            name: (DealRole.OUT if name in record.out else DealRole.PLAYER).value
            for name in deal.players
        },
        facts=DealFacts(
            kind=record.kind.value,
            void_reason=plain(record.void_reason),
            dealer=record.dealer,
            stake=0,
        ),
    )


def _warnings(deal: FrenchDeal, scored: FrenchScore) -> tuple[str, ...]:
    """What is odd but possible (scoring.md §7), sorted."""
    return tuple(sorted(_warning_codes(deal, scored)))


def _warning_codes(deal: FrenchDeal, scored: FrenchScore) -> Iterator[str]:
    result = deal.result
    if result.chelem is None and result.petit_chelem is None and _proves_chelem(deal):
        yield "chelem_not_recorded"
    if result.chelem is None and scored.outcome.margin >= UNUSUAL_MARGIN:
        yield "margin_unusual"
    if result.chelem_announced and not scored.outcome.is_made:
        yield "chelem_announced_contract_failed"
    if any(
        misere.player == result.taker and misere.kind is MisereKind.TRUMPS
        for misere in result.miseres
    ):
        yield "misere_taker"
    if result.petit_au_bout is not None and deal.rules.petit_au_bout.mode is PetitMode.NONE:
        yield "petit_ignored"


def _proves_chelem(deal: FrenchDeal) -> bool:
    """Can the count come from a chelem only?"""
    oudlers, points_x2 = deal.result.oudlers, deal.result.points_x2
    halves = halves_allowed(len(deal.active))
    if deal.result.contract is FrenchContract.GARDE_CONTRE:
        return is_full_count(3 - oudlers, 182 - points_x2, halves)
    return is_full_count(oudlers, points_x2, halves)


def _void_breakdown(deal: FrenchVoidDeal) -> tuple[Line, ...]:
    return ({"kind": "info", "code": "void", "reason": plain(deal.record.void_reason)},)


def _breakdown(deal: FrenchDeal, scored: FrenchScore) -> tuple[Line, ...]:
    """The lines of scoring.md §6, in their order."""
    return (
        *_threshold_lines(deal, scored),
        *_stake_lines(deal, scored),
        *_player_lines(deal, scored),
    )


def _threshold_lines(deal: FrenchDeal, scored: FrenchScore) -> Iterator[Line]:
    result = deal.result
    yield {
        "kind": "info",
        "code": "threshold",
        "oudlers": result.oudlers,
        "needed": THRESHOLDS[result.oudlers],
    }
    yield {
        "kind": "info",
        "code": "result",
        "made": scored.outcome.is_made,
        "points": plain(result.points),
        "margin": scored.margin,
    }


def _stake_lines(deal: FrenchDeal, scored: FrenchScore) -> Iterator[Line]:
    """Steps 3 to 7. The amounts add up to the stake."""
    yield from scored.lines
    if deal.rules.rounding != 1:
        yield {
            "kind": "stake",
            "code": "rounding",
            "amount": scored.stake - scored.exact,
            "unit": deal.rules.rounding,
        }


def _player_lines(deal: FrenchDeal, scored: FrenchScore) -> Iterator[Line]:
    """Steps 8 and 9. The amounts of a player add up to the score of that player."""
    sixths = {**scored.sixths, deal.result.taker: SIXTHS - sum(scored.sixths.values())}
    for name, role in roles(deal, scored.sixths).items():
        yield {
            "kind": "player",
            "code": "share",
            "player": name,
            "amount": scored.shares[name],
            "role": role,
            "sixths": sixths.get(name, 0),
        }
    for payment in payments(deal, scored.sixths):
        about = (
            {"holder": payment.player}
            if payment.misere is None
            else {"declarer": payment.player, "misere": payment.misere.value}
        )
        for name, amount in payment_amounts(deal, payment):
            yield {
                "kind": "player",
                "code": payment.code,
                "player": name,
                "amount": amount,
                **about,
            }


def _french_turn(deal: JsonObject, seats: Sequence[str], rules: FrenchRules, turn: str) -> str:
    """Who deals after this deal, at a table of these seats (scoring.md §3)."""
    dealer, is_void = deal.get("dealer"), deal.get("kind") == "void"
    if dealer in seats:
        turn = str(dealer)
    if is_void and dealer in (deal.get("out") or ()):
        return turn
    again = deal.get("void_reason") == FrenchVoidReason.MISDEAL
    if is_void and again and rules.misdeal_dealer is MisdealDealer.SAME:
        return turn
    return seat_after(seats, turn)
