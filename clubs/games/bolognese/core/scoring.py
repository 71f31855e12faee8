"""What a deal of Tarocco bolognese brings each pair, from a record that passed its checks.

Source: bolognese.md §3, §4, §5, §6, §8.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

from clubs.games.bolognese.core.cards import Cards, Family, Pair, Rank, piles_from
from clubs.games.bolognese.core.counting import (
    PACK_COUNT,
    Combination,
    combination,
    count_cards,
    doubled_sum,
    plain_sum,
)
from clubs.games.bolognese.core.match import (
    Match,
    Totals,
    added,
    called_out_match,
    match_at,
    pair_of,
)
from clubs.games.bolognese.core.records import Accuso, BologneseRecord, Pile, QuickCount
from clubs.games.bolognese.core.rules import BologneseRules

LAST_TRICK = 6

Items = tuple[Combination, ...]
Tally = int | Mapping[Family, int] | Mapping[Rank, int]  # points, or cards by combination


@dataclass(frozen=True, slots=True)
class BologneseDeal:
    """A record at its table. What is computed here of it needs one that passed its checks."""

    players: tuple[str, ...]
    rules: BologneseRules
    record: BologneseRecord


@dataclass(frozen=True, slots=True)
class PairCount:
    """What one pair's cards count. The items and cards (after passing) are None where unknown."""

    sequences: int
    cricche: int
    scartini: int
    cards: int | None = None
    sequence_items: Items | None = None
    cricca_items: Items | None = None

    def items(self) -> tuple[Items, Items]:
        """Sequences and cricche, as far as they are known."""
        return self.sequence_items or (), self.cricca_items or ()


@dataclass(frozen=True, slots=True)
class Counted:
    """Both pairs' cards. cappotto is the pair that made it; assumed: nobody said what passed."""

    pairs: Mapping[Pair, PairCount]
    cappotto: Pair | None = None
    passed_card: str | None = None
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class PairScore:
    """What each part brings one pair, after penalties."""

    sequences: int = 0
    cricche: int = 0
    scartini: int = 0
    last_trick: int = 0
    accusi: int = 0

    @property
    def total(self) -> int:
        return self.sequences + self.cricche + self.scartini + self.last_trick + self.accusi

    def amounts(self) -> dict[str, int]:
        """Points of each part by its code, in the order of the breakdown."""
        return {part: getattr(self, part) for part in _PARTS}


_PARTS = tuple(part.name for part in fields(PairScore))


@dataclass(frozen=True, slots=True)
class BologneseScore:
    """A scored deal. accusi are the points of each accuso, in their order; void ones have 0.

    counted is None where the deal was called out; match is None where nothing is known of it.
    """

    pairs: Mapping[Pair, PairScore]
    counted: Counted | None
    accusi: tuple[int, ...]
    match: Match | None

    @property
    def totals(self) -> Totals:
        return {pair: score.total for pair, score in self.pairs.items()}

    @property
    def difference(self) -> int:
        return self.totals[Pair.NS] - self.totals[Pair.EW]


def score_bolognese(deal: BologneseDeal) -> BologneseScore:
    """A deal that was played, to the end or until somebody called out."""
    counted = _counted_deal(deal)
    accusi = tuple(accuso_points(accuso, deal.rules) for accuso in deal.record.accusi)
    declared = _declared_points(deal, accusi)
    pairs = {pair: _pair_score(deal.record, pair, counted, declared[pair]) for pair in Pair}
    totals = {pair: pairs[pair].total for pair in Pair}
    return BologneseScore(pairs, counted, accusi, _match_after(deal, totals))


def _pair_score(
    record: BologneseRecord, pair: Pair, counted: Counted | None, declared: int
) -> PairScore:
    if counted is None:
        return PairScore(accusi=declared)
    own = counted.pairs[pair]
    # A penalty leaves a pair its cards alone: no combination, no last trick, no accuso.
    if pair in record.penalties:
        return PairScore(scartini=own.scartini)
    return PairScore(
        sequences=own.sequences,
        cricche=own.cricche,
        scartini=own.scartini,
        last_trick=LAST_TRICK if record.last_trick is pair else 0,
        accusi=declared,
    )


def _match_after(deal: BologneseDeal, totals: Totals) -> Match | None:
    """The match with these totals of the deal; None where nothing is known of it."""
    record = deal.record
    if record.totals_before is None:
        return None
    # A void deal adds none, or it could end a match of four deals: see `unchanged_match`.
    after, deals = added(record.totals_before, totals), record.deals_before + 1
    # Before the target is looked at: who called out has won, whatever the other pair has.
    if record.called_out is not None:
        winner = pair_of(deal.players, record.called_out.player)
        return called_out_match(deal.rules, after, deals, winner)
    return match_at(deal.rules, after, deals)


def unchanged_match(deal: BologneseDeal) -> Match | None:
    """The match after a void deal; None where nothing is known of it."""
    record = deal.record
    if record.totals_before is None:
        return None
    return match_at(deal.rules, record.totals_before, record.deals_before)


def _counted_deal(deal: BologneseDeal) -> Counted | None:
    record = deal.record
    if record.quick is not None:
        return _counted_quick(record.quick)
    if record.pile is not None:
        return counted_piles(record.pile, record.passed_card, deal.rules)
    return None


def _counted_quick(quick: Mapping[Pair, QuickCount]) -> Counted:
    """Both pairs as counted at the table; an object of combinations is added up here."""
    scartini = _card_counts(quick)
    pairs = {
        pair: PairCount(
            sequences=tally_total(told.sequences),
            cricche=tally_total(told.cricche),
            scartini=scartini[pair],
            sequence_items=_tallied(told.sequences),
            cricca_items=_tallied(told.cricche),
        )
        for pair, told in quick.items()
    }
    # A pair with one trick has a count of more than 0, so that 0 means cappotto.
    without = trickless_by_count(quick)
    return Counted(pairs, cappotto=without.other if without else None)


def _card_counts(quick: Mapping[Pair, QuickCount]) -> Mapping[Pair, int]:
    """Both card counts; what was left out for one pair is the rest of the pack's."""
    scartini = {pair: quick[pair].scartini for pair in Pair}
    # None is not 0, which says that this pair made no trick.
    return {
        pair: PACK_COUNT - (scartini[pair.other] or 0) if own is None else own
        for pair, own in scartini.items()
    }


def trickless_by_count(quick: Mapping[Pair, QuickCount]) -> Pair | None:
    """The pair without a trick: the only one that can have a count of 0."""
    # Of both: where one was told as 87, the 0 is what it leaves.
    counts = _card_counts(quick)
    return next((pair for pair in Pair if counts[pair] == 0), None)


def _tallied(tally: Tally) -> Items | None:
    """None where only the points were told."""
    if isinstance(tally, int):
        return None
    return tuple(combination(name, length) for name, length in tally.items())


def tally_total(tally: Tally) -> int:
    return tally if isinstance(tally, int) else doubled_sum(_tallied(tally) or ())


def counted_piles(pile: Pile, passed_card: str | None, rules: BologneseRules) -> Counted:
    """Both piles, from the cards of one; without a word of it, a card of 1 point passes."""
    piles = piles_from(pile.pair, frozenset(pile.cards))
    # All cards from 6 to 10 score alike: one that is assumed changes no total. Another one could:
    # that it was assumed is told.
    assumed = piles.passes and passed_card is None
    passed = piles.assumed_card if assumed else passed_card
    settled = piles.settled(passed)
    without = piles.trickless
    return Counted(
        {pair: _pair_count(settled[pair], rules) for pair in Pair},
        cappotto=without.other if without else None,
        passed_card=passed,
        assumed=assumed,
    )


def _pair_count(cards: Cards, rules: BologneseRules) -> PairCount:
    counted = count_cards(cards, adjacent_counters=rules.adjacent_counters)
    return PairCount(
        sequences=doubled_sum(counted.sequences),
        cricche=doubled_sum(counted.cricche),
        scartini=counted.card_count,
        cards=counted.cards,
        sequence_items=counted.sequences,
        cricca_items=counted.cricche,
    )


def accuso_points(accuso: Accuso, rules: BologneseRules) -> int:
    """Points of an accuso for the declarer's pair: those of what was declared, and 0 if void."""
    if accuso.void:
        return 0
    if accuso.cards is None:
        return accuso.points or 0
    shown = count_cards(frozenset(accuso.cards), adjacent_counters=rules.adjacent_counters)
    add_up = doubled_sum if rules.accuso_doubling else plain_sum
    # Of one hand: sequences of two partners together would double too early (bolognese.md §6).
    return sum(
        add_up(_declared(accuso, combinations)) for combinations in (shown.sequences, shown.cricche)
    )


def _declared(accuso: Accuso, combinations: Iterable[Combination]) -> Items:
    """Those that count: all, unless the declarer named some only."""
    # Before they are added up: how many were declared decides the doubling (bolognese.md §6).
    return tuple(one for one in combinations if not accuso.only or one.name in accuso.only)


def _declared_points(deal: BologneseDeal, accusi: Sequence[int]) -> Totals:
    """Points of all accusi, by pair."""
    totals = dict.fromkeys(Pair, 0)
    for accuso, points in zip(deal.record.accusi, accusi, strict=True):
        totals[pair_of(deal.players, accuso.player)] += points
    return totals
