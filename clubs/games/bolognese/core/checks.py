"""Is a record of Tarocco bolognese a possible deal, at this table and under these rules?

Source: bolognese.md §11, stages 3 to 5. Each check gives all of its problems and none
relies on another of its stage having passed.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from clubs.core.problems import Problem
from clubs.core.table_checks import raise_problems, repeats, require_record
from clubs.games.bolognese.core.cards import MATTO, PACK, Family, Pair, Piles, Rank, piles_from
from clubs.games.bolognese.core.counting import (
    ALL_CRICCHE,
    ALL_SEQUENCES,
    CARD_COUNTS,
    LENGTHS,
    PACK_COUNT,
    SEQUENCE_MOST,
    accuso_totals,
    count_cards,
    cricca_totals,
    ranks_can_be_shared,
    sequence_totals,
)
from clubs.games.bolognese.core.match import Totals, call_out_total, pair_of, speaking_order
from clubs.games.bolognese.core.records import (
    Accuso,
    CalledOut,
    Pile,
    QuickCount,
    read_bolognese_record,
)
from clubs.games.bolognese.core.rules import BologneseRules
from clubs.games.bolognese.core.scoring import (
    BologneseDeal,
    Tally,
    accuso_points,
    tally_total,
    trickless_by_count,
    unchanged_match,
)

SEAT_COUNTS = (4,)
ACCUSO_CARDS = 15  # at most
SHARED_FAMILIES = (Family.MORI, Family.ASSI)  # both pairs may have such a sequence: no head

Quick = Mapping[Pair, QuickCount]

# Every code of bolognese.md §11 that is this game's own.
ERRORS = (
    "entry_mixed",
    "card_unknown",
    "card_duplicate",
    "pile_impossible",
    "passed_card_required",
    "passed_card_invalid",
    "passed_card_unexpected",
    "last_trick_cappotto",
    "scartini_impossible",
    "sequences_impossible",
    "cricche_impossible",
    "scartini_sum",
    "cappotto_totals",
    "cricche_conflict",
    "sequences_conflict",
    "accuso_cards_or_points",
    "accuso_player_twice",
    "accuso_too_long",
    "accuso_empty",
    "accuso_not_there",
    "accuso_points_impossible",
    "call_out_has_result",
    "call_out_not_in_rules",
    "call_out_turn",
    "call_out_short",
    "match_over",
)


def check_bolognese_deal(
    players: Sequence[str], rules: BologneseRules, deal: object
) -> BologneseDeal:
    """Read a record and check it. Raises DealRefused with the problems of the first bad stage."""
    record = read_bolognese_record(require_record(players, SEAT_COUNTS, deal))
    checked = BologneseDeal(tuple(players), rules, record)
    for stage in STAGES:
        raise_problems([problem for check in stage for problem in check(checked)])
    return checked


def _check_dealer(deal: BologneseDeal) -> Iterator[Problem]:
    dealer = deal.record.dealer
    if dealer is not None and dealer not in deal.players:
        yield Problem("player_unknown", "dealer", {"player": dealer})


def _check_match(deal: BologneseDeal) -> Iterator[Problem]:
    match = unchanged_match(deal)
    if match is not None and match.is_decided:
        yield Problem("match_over", "totals_before")


def _check_accuso_players(deal: BologneseDeal) -> Iterator[Problem]:
    names = [accuso.player for accuso in deal.record.accusi]
    for index, name in enumerate(names):
        if name not in deal.players:
            yield Problem("player_unknown", f"accusi[{index}].player", {"player": name})
    for index, name in repeats(names):
        yield Problem("accuso_player_twice", f"accusi[{index}].player", {"player": name})


def _check_accusi(deal: BologneseDeal) -> Iterator[Problem]:
    """Cards that were shown: each can be in one hand only."""
    # One for all accusi: the same card shown by two players is one too many.
    seen: set[str] = set()
    for index, accuso in enumerate(deal.record.accusi):
        path = f"accusi[{index}]"
        if accuso.cards is not None:
            yield from _card_problems(f"{path}.cards", accuso.cards, seen)
            yield from _shown_problems(path, accuso, accuso.cards)
        elif accuso.points not in accuso_totals(doubling=deal.rules.accuso_doubling):
            yield Problem("accuso_points_impossible", f"{path}.points")


def _card_problems(path: str, cards: Iterable[str], seen: set[str]) -> Iterator[Problem]:
    """Codes that are no card, or were seen before; seen grows by these cards."""
    for index, card in enumerate(cards):
        if card not in PACK:
            yield Problem("card_unknown", f"{path}[{index}]")
        elif card in seen:
            yield Problem("card_duplicate", f"{path}[{index}]", {"card": card})
        seen.add(card)


def _shown_problems(path: str, accuso: Accuso, cards: Sequence[str]) -> Iterator[Problem]:
    """Too many cards, or not the combinations; of unknown cards nobody knows what they make."""
    if len(cards) > ACCUSO_CARDS:
        bounds = {"most": ACCUSO_CARDS, "count": len(cards)}
        yield Problem("accuso_too_long", f"{path}.cards", bounds)
    shown = frozenset(cards)
    if not shown <= PACK:
        return
    # Two counters in one run need a Grande anyway: which rule holds for them makes none of it.
    counted = count_cards(shown, adjacent_counters=False)
    names = {combination.name for combination in (*counted.sequences, *counted.cricche)}
    if not names:
        yield Problem("accuso_empty", f"{path}.cards")
    for index, name in enumerate(accuso.only):
        if name not in names:
            yield Problem("accuso_not_there", f"{path}.only[{index}]")


def _check_call_out(deal: BologneseDeal) -> Iterator[Problem]:
    """The call-out, by somebody who may, in turn, and far enough."""
    record = deal.record
    called, dealer, before = record.called_out, record.dealer, record.totals_before
    if called is None or dealer is None or before is None:  # a call-out has both, by stage 2
        return
    if not deal.rules.allows_call_out:
        yield Problem("call_out_not_in_rules", "called_out")
    if called.player not in deal.players:
        yield Problem("player_unknown", "called_out.player", {"player": called.player})
        return
    yield from _turn_problems(deal, called, dealer)
    if deal.rules.allows_call_out:
        yield from _reach_problems(deal, called.player, dealer, before)


def _turn_problems(deal: BologneseDeal, called: CalledOut, dealer: str) -> Iterator[Problem]:
    """An accuso of somebody who has not spoken yet; the first 15 cards are the dealer's alone."""
    order = speaking_order(deal.players, dealer)
    declarers = {accuso.player for accuso in deal.record.accusi}
    if not declarers.isdisjoint(order[order.index(called.player) + 1 :]):
        yield Problem("call_out_turn", "called_out.player")
    if called.first15 and (called.player != dealer or declarers - {called.player}):
        yield Problem("call_out_turn", "called_out.first15")


def _reach_problems(
    deal: BologneseDeal, caller: str, dealer: str, before: Totals
) -> Iterator[Problem]:
    """Is the target reached, by an accuso of the caller's own among others?"""
    accusi = {accuso.player: accuso_points(accuso, deal.rules) for accuso in deal.record.accusi}
    if not accusi.get(caller):
        yield Problem("call_out_short", "called_out")
        return
    total = before[pair_of(deal.players, caller)]
    reached = call_out_total(
        deal.players, deal.rules, dealer=dealer, caller=caller, total=total, accusi=accusi
    )
    if reached < deal.rules.target:
        missing = deal.rules.target - reached
        yield Problem("call_out_short", "called_out", {"missing": missing, "caller": caller})


def _check_pile(deal: BologneseDeal) -> Iterator[Problem]:
    if deal.record.pile is not None:
        yield from pile_problems(deal.record.pile, deal.record.passed_card)


def pile_problems(pile: Pile, passed_card: str | None) -> Iterator[Problem]:
    """Cards that are none, and piles that cannot be. What passes is looked at in sound piles."""
    faults = list(_card_problems("pile.cards", pile.cards, set()))
    yield from faults
    if passed_card is not None and passed_card not in PACK:
        yield Problem("card_unknown", "passed_card")
    if not faults:
        piles = piles_from(pile.pair, frozenset(pile.cards))
        if piles.are_impossible:
            yield Problem("pile_impossible", "pile.cards")
        yield from _passing_problems(piles, passed_card)


def _passing_problems(piles: Piles, passed_card: str | None) -> Iterator[Problem]:
    if not piles.passes:
        if passed_card is not None:
            yield Problem("passed_card_unexpected", "passed_card")
    elif passed_card is None:
        if piles.assumed_card is None:
            yield Problem("passed_card_required", "passed_card")
    elif passed_card in PACK and passed_card not in piles.cards[piles.matto_pair] - {MATTO}:
        yield Problem("passed_card_invalid", "passed_card")


def _check_last_trick(deal: BologneseDeal) -> Iterator[Problem]:
    """The pair without a trick has not the last one."""
    without = _trickless_pair(deal)
    if without is not None and deal.record.last_trick is without:
        yield Problem("last_trick_cappotto", "last_trick")


def _trickless_pair(deal: BologneseDeal) -> Pair | None:
    """The pair without a trick, by the count or by the pile; a pile with unknown or doubled cards
    tells nothing."""
    quick, pile = deal.record.quick, deal.record.pile
    if quick is not None:
        return trickless_by_count(quick)
    if pile is None or any(_card_problems("pile.cards", pile.cards, set())):
        return None
    return piles_from(pile.pair, frozenset(pile.cards)).trickless


def _check_quick(deal: BologneseDeal) -> Iterator[Problem]:
    quick = deal.record.quick
    if quick is None:
        return
    for pair in Pair:
        yield from _sequence_problems(f"quick.{pair}.sequences", quick[pair])
        yield from _cricca_problems(f"quick.{pair}.cricche", quick[pair])
        scartini = quick[pair].scartini
        if scartini is not None and scartini not in CARD_COUNTS:
            yield Problem("scartini_impossible", f"quick.{pair}.scartini")
    for check in (_scartini_sum, _cappotto_totals, _cricche_conflict, _sequences_conflict):
        yield from check(quick)


def _tally_faults(tally: Tally, totals: Container[int]) -> Iterator[tuple[str, dict[str, int]]]:
    """A total that is none of these, or combinations with too few cards or too many: where in the
    tally, and how many there may be."""
    if isinstance(tally, int):
        if tally not in totals:
            yield "", {}
        return
    for name, length in tally.items():
        possible = LENGTHS[name]
        if length not in possible:
            yield f".{name}", {"low": min(possible), "high": max(possible)}


def _sequence_problems(path: str, count: QuickCount) -> Iterator[Problem]:
    for part, bounds in _tally_faults(count.sequences, sequence_totals()):
        yield Problem("sequences_impossible", f"{path}{part}", bounds)


def _cricca_problems(path: str, count: QuickCount) -> Iterator[Problem]:
    for part, bounds in _tally_faults(count.cricche, cricca_totals()):
        yield Problem("cricche_impossible", f"{path}{part}", bounds)


def _scartini_sum(quick: Quick) -> Iterator[Problem]:
    ns, ew = quick[Pair.NS].scartini, quick[Pair.EW].scartini
    if ns is not None and ew is not None and ns + ew != PACK_COUNT:
        sound = {ns, ew} <= CARD_COUNTS
        yield Problem("scartini_sum", "quick", {"sum": ns + ew} if sound else {})


def _cappotto_totals(quick: Quick) -> Iterator[Problem]:
    """A pair that counts nothing has no combinations, and the other pair has them all."""
    without = trickless_by_count(quick)
    if without is None:
        return
    for pair, sequences, cricche in (
        (without, 0, 0),
        # Doubled, since all seven and all five are there (bolognese.md §3.3).
        (without.other, 2 * ALL_SEQUENCES, 2 * ALL_CRICCHE),
    ):
        count = quick[pair]
        if not _is_sound(count) or (
            (tally_total(count.sequences), tally_total(count.cricche)) != (sequences, cricche)
        ):
            yield Problem("cappotto_totals", "quick")
            return


def _is_sound(count: QuickCount) -> bool:
    """Are both of its tallies possible?"""
    return not any((*_sequence_problems("", count), *_cricca_problems("", count)))


def _cricche_conflict(quick: Quick) -> Iterator[Problem]:
    """Two totals that are possible, and cannot both be: a rank is a cricca for one pair only."""
    ns, ew = (_possible_ranks(quick[pair]) for pair in Pair)
    # A total that is impossible by itself has no ranks, and was refused as such.
    if ns and ew and not ranks_can_be_shared(ns, ew):
        yield Problem("cricche_conflict", "quick")


def _possible_ranks(count: QuickCount) -> frozenset[frozenset[Rank]]:
    """Which ranks may stand behind what was told; none if it is impossible."""
    if isinstance(count.cricche, int):
        return cricca_totals().get(count.cricche, frozenset())
    if any(_cricca_problems("", count)):
        return frozenset()
    return frozenset({frozenset(count.cricche)})


def _sequences_conflict(quick: Quick) -> Iterator[Problem]:
    """Two tallies with one suit, or the Grande; or with more Moors or aces than there are."""
    ns, ew = (quick[pair].sequences for pair in Pair)
    if isinstance(ns, int) or isinstance(ew, int):
        return
    for family in ns.keys() & ew.keys():
        alone = family not in SHARED_FAMILIES
        # Of the four and both counters, which lie with one pair or the other: 6 for the two
        # together.
        if alone or ns[family] + ew[family] > SEQUENCE_MOST[family]:
            yield Problem("sequences_conflict", "quick")
            return


STAGES = (
    (_check_dealer, _check_match),
    (_check_accuso_players, _check_accusi),
    (_check_call_out, _check_pile, _check_quick, _check_last_trick),
)
