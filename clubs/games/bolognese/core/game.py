"""Tarocco bolognese as a game of the register: verdicts, answers, matches, and who deals next.

Source: bolognese.md §2 (next dealer), §9 (match), §10 (answer).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from clubs.core.deals import DealRole, RecordKind, SlamOutcome, plain
from clubs.core.interfaces import DealFacts, JsonObject, Rules, Verdict
from clubs.core.table_checks import raise_problems
from clubs.core.turns import seat_after, turn_after
from clubs.games.bolognese.core.cards import Pair
from clubs.games.bolognese.core.checks import SEAT_COUNTS, check_bolognese_deal, pile_problems
from clubs.games.bolognese.core.counting import Combination
from clubs.games.bolognese.core.match import Match, new_match
from clubs.games.bolognese.core.records import Pile
from clubs.games.bolognese.core.rules import BOOK, BologneseRules
from clubs.games.bolognese.core.scoring import (
    BologneseDeal,
    BologneseScore,
    Counted,
    counted_piles,
    score_bolognese,
    unchanged_match,
)
from clubs.games.bolognese.core.sessions import BologneseSession, as_before

__all__ = ["BOLOGNESE", "WARNINGS", "Bolognese", "count_piles", "match_of", "within_match"]

WARNINGS = ("accuso_unchecked", "passed_card_assumed")

SLAMS = {Pair.NS: SlamOutcome.UNANNOUNCED_MADE, Pair.EW: SlamOutcome.DEFENCE_MADE}

Line = dict[str, Any]


class Bolognese:
    """Tarocco bolognese for two pairs."""

    code = "bolognese"
    default_rules = BOOK.default
    seat_counts: tuple[int, ...] = SEAT_COUNTS
    active_counts: tuple[int, ...] = SEAT_COUNTS

    def profiles(self) -> Sequence[BologneseRules]:
        return tuple(BOOK.built_in.values())

    def read_rules(self, value: object) -> BologneseRules:
        return BOOK.read(value)

    def pairs(self, players: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
        return players[0::2], players[1::2]

    def judge(self, players: Sequence[str], rules: Rules, deal: object) -> Verdict:
        checked = check_bolognese_deal(players, bolognese(rules), deal)
        if checked.record.kind is RecordKind.VOID:
            return _bolognese_void_verdict(checked)
        return _played_verdict(checked, score_bolognese(checked))

    def explain(self, players: Sequence[str], rules: Rules, deal: object) -> tuple[Line, ...]:
        checked = check_bolognese_deal(players, bolognese(rules), deal)
        if checked.record.kind is RecordKind.VOID:
            return _void_breakdown(checked)
        return tuple(_pair_breakdown(checked, score_bolognese(checked)))

    def answer(self, players: Sequence[str], rules: Rules, deal: object) -> dict[str, Any]:
        checked = check_bolognese_deal(players, bolognese(rules), deal)
        if checked.record.kind is RecordKind.VOID:
            return _bolognese_void_answer(checked)
        return _played_answer(checked, score_bolognese(checked))

    def next_dealer(
        self, players: Sequence[str], rules: Rules, last_deals: Sequence[JsonObject], first: str
    ) -> str:
        return turn_after(last_deals, players, first, _next_turn)

    def session(self, rules: Rules) -> BologneseSession:
        return BologneseSession(bolognese(rules))


BOLOGNESE = Bolognese()


def bolognese(rules: Rules) -> BologneseRules:
    if isinstance(rules, BologneseRules):
        return rules
    raise TypeError(f"{rules.name} is no profile of Tarocco bolognese")


def count_piles(
    pair: Pair, cards: Iterable[str], passed_card: str | None, rules: BologneseRules
) -> Counted:
    """Both piles from the cards of one, as far as it is turned over. Raises DealRefused.

    For pages that count while cards are ticked; the fields are those of a record.
    """
    pile = Pile(pair, tuple(cards))
    raise_problems(list(pile_problems(pile, passed_card)))
    return counted_piles(pile, passed_card, rules)


def match_of(players: Sequence[str], rules: Rules, deals: Iterable[JsonObject]) -> Match:
    """Where a match stands after these records, oldest first, which need no totals of their own.

    Raises DealRefused at the first that is impossible there: `match_over` after the last one.
    """
    match = new_match(bolognese(rules))
    for record in deals:
        checked = check_bolognese_deal(players, bolognese(rules), within_match(record, match))
        is_void = checked.record.kind is RecordKind.VOID
        match = (unchanged_match(checked) if is_void else score_bolognese(checked).match) or match
    return match


def within_match(deal: JsonObject, match: Match) -> dict[str, Any]:
    """The record with what it needs to know of the match before it."""
    return {**deal, **as_before(match)}


def _scores(deal: BologneseDeal, scored: BologneseScore | None) -> dict[str, int]:
    """Plus or minus the difference, by name in seat order."""
    difference = scored.difference if scored else 0
    return {
        name: difference if seat % 2 == 0 else -difference for seat, name in enumerate(deal.players)
    }


def _bolognese_warnings(deal: BologneseDeal, scored: BologneseScore) -> tuple[str, ...]:
    """What nobody could check, sorted."""
    return tuple(sorted(_bolognese_warning_codes(deal, scored)))


def _bolognese_warning_codes(deal: BologneseDeal, scored: BologneseScore) -> Iterator[str]:
    if any(accuso.points is not None for accuso in deal.record.accusi):
        yield "accuso_unchecked"
    if scored.counted and scored.counted.assumed:
        yield "passed_card_assumed"


def _bolognese_void_verdict(deal: BologneseDeal) -> Verdict:
    record = deal.record
    return Verdict(
        scores=_scores(deal, None),
        roles=dict.fromkeys(deal.players, DealRole.PLAYER.value),
        facts=DealFacts(
            kind=record.kind.value,
            void_reason=plain(record.void_reason),
            dealer=record.dealer,
        ),
    )


def _played_verdict(deal: BologneseDeal, scored: BologneseScore) -> Verdict:
    """A cappotto is the slam of this game, told as `unannounced_made` for ns, the first and the
    third of the record, and as `defence_made` for ew: after a penalty no score tells whose it was.
    An accuso is its poignée, one that is void left out."""
    cappotto = scored.counted.cappotto if scored.counted else None
    totals = {pair: scored.pairs[pair].total for pair in Pair}
    return Verdict(
        scores=_scores(deal, scored),
        roles=dict.fromkeys(deal.players, DealRole.PLAYER.value),
        facts=DealFacts(
            dealer=deal.record.dealer,
            chelem=SLAMS[cappotto].value if cappotto else None,
        ),
        warnings=_bolognese_warnings(deal, scored),
        poignees=Counter(accuso.player for accuso in deal.record.accusi if not accuso.void),
        points={
            name: totals[Pair.EW if seat % 2 else Pair.NS] for seat, name in enumerate(deal.players)
        },
    )


def _bolognese_void_answer(deal: BologneseDeal) -> dict[str, Any]:
    match = unchanged_match(deal)
    return {
        "scores": _scores(deal, None),
        "difference": 0,
        "cappotto": None,
        "warnings": (),
        "pairs": None,
        **({"match": match.to_json()} if match else {}),
        "breakdown": _void_breakdown(deal),
    }


def _played_answer(deal: BologneseDeal, scored: BologneseScore) -> dict[str, Any]:
    counted, match = scored.counted, scored.match
    passed_card = counted.passed_card if counted else None
    return {
        "scores": _scores(deal, scored),
        "difference": scored.difference,
        "cappotto": plain(counted.cappotto) if counted else None,
        **({"passed_card": passed_card} if passed_card else {}),
        "warnings": _bolognese_warnings(deal, scored),
        "pairs": {pair.value: _pair_answer(scored, pair) for pair in Pair},
        **({"match": match.to_json()} if match else {}),
        "breakdown": tuple(_pair_breakdown(deal, scored)),
    }


def _pair_answer(scored: BologneseScore, pair: Pair) -> dict[str, Any]:
    """Points of a pair, and what its cards hold where they are known."""
    answer: dict[str, Any] = {**scored.pairs[pair].amounts(), "total": scored.pairs[pair].total}
    if scored.counted is None:
        return answer
    counted = scored.counted.pairs[pair]
    if counted.cards is not None:
        answer["cards"] = counted.cards
    if counted.sequence_items is not None:
        answer["sequence_items"] = [_item(combination) for combination in counted.sequence_items]
    if counted.cricca_items is not None:
        answer["cricca_items"] = [_item(combination) for combination in counted.cricca_items]
    return answer


def _item(combination: Combination) -> dict[str, Any]:
    return {
        "name": combination.name.value,
        "cards": combination.cards,
        "points": combination.points,
    }


def _void_breakdown(deal: BologneseDeal) -> tuple[Line, ...]:
    return ({"kind": "info", "code": "void", "reason": plain(deal.record.void_reason)},)


def _pair_breakdown(deal: BologneseDeal, scored: BologneseScore) -> Iterator[Line]:
    """What happened, then the parts of each pair, which add up to its total."""
    yield from _info_lines(deal, scored)
    for pair in Pair:
        for code, amount in scored.pairs[pair].amounts().items():
            yield {"kind": "pair", "pair": pair.value, "code": code, "amount": amount}


def _info_lines(deal: BologneseDeal, scored: BologneseScore) -> Iterator[Line]:
    record, counted = deal.record, scored.counted
    if counted and counted.cappotto:
        yield {"kind": "info", "code": "cappotto", "pair": counted.cappotto.value}
    if counted and counted.passed_card:
        yield {
            "kind": "info",
            "code": "passed_card",
            "card": counted.passed_card,
            "assumed": counted.assumed,
        }
    for accuso, points in zip(record.accusi, scored.accusi, strict=True):
        yield {
            "kind": "info",
            "code": "accuso",
            "player": accuso.player,
            "points": points,
            "void": accuso.void,
        }
    for pair in Pair:
        if pair in record.penalties:
            yield {"kind": "info", "code": "scartini_only", "pair": pair.value}
    if record.called_out:
        yield {"kind": "info", "code": "called_out", "player": record.called_out.player}


def _next_turn(deal: JsonObject, seats: Sequence[str], turn: str) -> str:
    """Who deals after this deal. A void one is dealt again: in a match everybody deals alike."""
    dealer = deal.get("dealer")
    if dealer in seats:
        turn = str(dealer)
    return turn if deal.get("kind") == RecordKind.VOID else seat_after(seats, turn)
