"""Tarocco bolognese as a game of the register: verdicts, answers, matches, and who deals next.

Source: bolognese.md §2 (next dealer), §9 (match), §10 (answer).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.core.deals import DealRole, RecordKind, SlamOutcome, plain
from clubs.core.interfaces import DealFacts, JsonObject, Rules, Verdict
from clubs.core.judged_deals import GameOfBook, JudgedDeal, Line, VoidDeal
from clubs.core.table_checks import raise_problems
from clubs.core.turns import seat_after, turn_after
from clubs.games.bolognese.core.cards import Pair
from clubs.games.bolognese.core.checks import SEAT_COUNTS, check_bolognese_deal, pile_problems
from clubs.games.bolognese.core.match import Match, pair_of
from clubs.games.bolognese.core.records import Pile
from clubs.games.bolognese.core.rules import BOOK, BologneseRules
from clubs.games.bolognese.core.scoring import (
    BologneseDeal,
    Counted,
    counted_piles,
    score_bolognese,
    unchanged_match,
)
from clubs.games.bolognese.core.sessions import BologneseSession

WARNINGS = ("accuso_unchecked", "passed_card_assumed")

SLAMS = {Pair.NS: SlamOutcome.UNANNOUNCED_MADE, Pair.EW: SlamOutcome.DEFENCE_MADE}


class Bolognese(GameOfBook[BologneseRules]):
    """Tarocco bolognese for two pairs."""

    code = "bolognese"
    book = BOOK
    default_rules = BOOK.default
    seat_counts: tuple[int, ...] = SEAT_COUNTS
    active_counts: tuple[int, ...] = SEAT_COUNTS

    def pairs(self, players: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
        return players[0::2], players[1::2]

    def judged(self, players: Sequence[str], rules: Rules, deal: object) -> JudgedDeal:
        checked = check_bolognese_deal(players, bolognese(rules), deal)
        record = checked.record
        if record.kind is RecordKind.PLAYED:
            return _PlayedBolognese(checked)
        return _VoidBolognese(
            checked.players,
            record.void_reason,
            record.dealer,
            stake=None,
            match=unchanged_match(checked),
        )

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


def _told_match(match: Match | None) -> dict[str, Any]:
    """`match` of an answer, where it is known."""
    return {"match": plain(match)} if match else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class _VoidBolognese(VoidDeal):
    match: Match | None

    def answer(self) -> dict[str, Any]:
        return {
            "scores": self.scores,
            "difference": 0,
            "cappotto": None,
            "warnings": (),
            "pairs": None,
            **_told_match(self.match),
            "breakdown": self.breakdown(),
        }


class _PlayedBolognese:
    def __init__(self, deal: BologneseDeal) -> None:
        self.deal, self.record, self.scored = deal, deal.record, score_bolognese(deal)
        self.counted = self.scored.counted
        self.pairs = {name: pair_of(deal.players, name) for name in deal.players}

    @property
    def scores(self) -> dict[str, int]:
        """Plus or minus the difference, by name in seat order."""
        difference = self.scored.difference
        return {
            name: difference if pair is Pair.NS else -difference
            for name, pair in self.pairs.items()
        }

    def verdict(self) -> Verdict:
        """A cappotto is the slam of this game, told as `unannounced_made` for ns, the first and the
        third of the record, and as `defence_made` for ew: after a penalty no score tells whose it
        was. An accuso is its poignée, one that is void left out."""
        cappotto = self.counted.cappotto if self.counted else None
        return Verdict(
            scores=self.scores,
            roles=dict.fromkeys(self.pairs, DealRole.PLAYER.value),
            facts=DealFacts(
                dealer=self.record.dealer,
                chelem=SLAMS[cappotto].value if cappotto else None,
            ),
            warnings=self.warnings(),
            poignees=Counter(accuso.player for accuso in self.record.accusi if not accuso.void),
            points={name: self.scored.totals[pair] for name, pair in self.pairs.items()},
        )

    def warnings(self) -> tuple[str, ...]:
        """Codes of what nobody could check, sorted."""
        codes = []
        if any(accuso.points is not None for accuso in self.record.accusi):
            codes.append("accuso_unchecked")
        if self.counted and self.counted.assumed:
            codes.append("passed_card_assumed")
        return tuple(codes)

    def answer(self) -> dict[str, Any]:
        passed_card = self.counted.passed_card if self.counted else None
        return {
            "scores": self.scores,
            "difference": self.scored.difference,
            "cappotto": plain(self.counted.cappotto) if self.counted else None,
            **({"passed_card": passed_card} if passed_card else {}),
            "warnings": self.warnings(),
            "pairs": {pair.value: self.pair_answer(pair) for pair in Pair},
            **_told_match(self.scored.match),
            "breakdown": tuple(self.breakdown()),
        }

    def pair_answer(self, pair: Pair) -> dict[str, Any]:
        """Points of a pair, and what its cards hold where they are known."""
        points = self.scored.pairs[pair]
        answer: dict[str, Any] = {**points.amounts(), "total": points.total}
        if self.counted is not None:
            counted = self.counted.pairs[pair]
            held = {
                "cards": counted.cards,
                "sequence_items": counted.sequence_items,
                "cricca_items": counted.cricca_items,
            }
            answer |= {name: plain(value) for name, value in held.items() if value is not None}
        return answer

    def breakdown(self) -> Iterator[Line]:
        """What happened, then the parts of each pair, which add up to its total."""
        yield from self.info_lines()
        for pair in Pair:
            for code, amount in self.scored.pairs[pair].amounts().items():
                yield {"kind": "pair", "pair": pair.value, "code": code, "amount": amount}

    def info_lines(self) -> Iterator[Line]:
        record, counted = self.record, self.counted
        if counted and counted.cappotto:
            yield {"kind": "info", "code": "cappotto", "pair": counted.cappotto.value}
        if counted and counted.passed_card:
            yield {
                "kind": "info",
                "code": "passed_card",
                "card": counted.passed_card,
                "assumed": counted.assumed,
            }
        for accuso, points in zip(record.accusi, self.scored.accusi, strict=True):
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
    """The dealer after this deal. A void one is dealt again: in a match everybody deals alike."""
    dealer = deal.get("dealer")
    if dealer in seats:
        turn = str(dealer)
    return turn if deal.get("kind") == RecordKind.VOID else seat_after(seats, turn)
