"""The invariants of Tarocco bolognese, bolognese.md §13, with random cards and deals.

The combinations are compared with those of naive_bolognese.py, which is written another way.
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.core.deals import plain
from clubs.core.problems import DealRefused
from clubs.games.bolognese.core.counting import card_count, count_cards, doubled_sum
from clubs.games.bolognese.core.game import BOLOGNESE
from clubs.games.bolognese.core.match import new_match
from tests.games.bolognese.core import naive
from tests.games.bolognese.core.examples import (
    DECK,
    FOUR,
    QUICK,
    answer,
    card_sets,
    deals,
    piles,
    refusal,
    within,
)

quick = settings(deadline=None, max_examples=30)
PACK = frozenset(DECK)
PAIRS = ("ns", "ew")
OTHER = {"ns": "ew", "ew": "ns"}
SUITS = ("danari", "coppe", "spade", "bastoni")


def sums(cards, adjacent=False):
    found = count_cards(cards, adjacent_counters=adjacent)
    return doubled_sum(found.sequences), doubled_sum(found.cricche)


def lengths(cards, adjacent=False):
    found = count_cards(cards, adjacent_counters=adjacent)
    return {item.name.value: item.cards for item in (*found.sequences, *found.cricche)}


@quick
@given(card_sets(), st.booleans())
def test_the_same_as_told_another_way(cards, adjacent):
    if len(cards) % 2:
        cards ^= {"D6"}
    found = count_cards(cards, adjacent_counters=adjacent)

    assert {item.name: item.cards for item in found.sequences} == naive.sequences(cards, adjacent)
    assert {item.name: item.points for item in found.cricche} == naive.cricche(cards)
    assert (*sums(cards, adjacent), card_count(cards)) == naive.totals(cards, adjacent)


@quick
@given(piles())
def test_scartini_and_the_last_trick_are_shared_out(deal):
    pairs = answer(deal)["pairs"]

    assert sum(pairs[pair]["scartini"] for pair in PAIRS) == 87
    assert sorted(pairs[pair]["last_trick"] for pair in PAIRS) == [0, 6]
    assert sum(pairs[pair]["cards"] for pair in PAIRS) == 62


def test_all_cards():
    assert (*sums(PACK), card_count(PACK)) == (550, 296, 87)
    deal = {"entry": "cards", "last_trick": "ns", "pile": {"pair": "ns", "cards": DECK}}
    assert answer(deal)["pairs"]["ns"]["total"] == 939


@quick
@given(card_sets(), st.sampled_from(DECK), st.booleans())
def test_one_card_more_never_costs(cards, card, adjacent):
    less, more = sums(cards - {card}, adjacent), sums(cards | {card}, adjacent)

    assert more[0] >= less[0]
    assert more[1] >= less[1]


@quick
@given(card_sets(), st.permutations("1234"), st.permutations("DCSB"))
def test_names_of_moors_and_suits_do_not_matter(cards, moors, suits):
    ranks = ("K", "Q", "C", "F", "10", "9", "8", "7", "6", "A")
    renamed = {f"MO{old}": f"MO{new}" for old, new in zip("1234", moors, strict=True)} | {
        old + rank: new + rank for old, new in zip("DCSB", suits, strict=True) for rank in ranks
    }
    turned = frozenset(renamed.get(card, card) for card in cards)
    family = dict(zip("DCSB", SUITS, strict=True))
    names = {family[old]: family[new] for old, new in zip("DCSB", suits, strict=True)}

    assert sums(turned) == sums(cards)
    assert card_count(turned) == card_count(cards)
    assert lengths(turned) == {names.get(name, name): n for name, n in lengths(cards).items()}


@quick
@given(piles(), st.randoms())
def test_the_order_of_the_cards_does_not_matter(deal, random):
    shuffled = json.loads(json.dumps(deal))
    random.shuffle(shuffled["pile"]["cards"])

    assert answer(shuffled) == answer(deal)


@quick
@given(card_sets(), st.booleans())
def test_the_grande_from_what_the_others_hold(cards, adjacent):
    """105 − 5·(b + numbers above b with the others, with Mondo, Sole, Luna + their counters)."""
    cards |= {"ANG"}
    length, broken = naive.grande(cards, adjacent)
    if not length or broken is None:
        return
    others = PACK - cards
    above = sum(f"T{number}" in others for number in range(broken + 1, 17))
    heads = sum(card in others for card in ("MON", "SOL", "LUN"))
    found = count_cards(cards, adjacent_counters=adjacent).sequences

    assert found[0].name == "grande"
    assert found[0].points == 105 - 5 * (broken + above + heads + naive.counters_of(others))


@quick
@given(card_sets())
def test_what_belongs_to_one_pair(cards):
    both = lengths(cards).keys() & lengths(PACK - cards).keys()

    assert both <= {"mori", "assi"}


def test_moors_and_aces_for_both():
    cards = frozenset({"MO1", "MO3", "DA", "BA", "BEG"})

    assert lengths(cards) == {"mori": 3, "assi": 3}
    assert {"mori": 3, "assi": 3}.items() <= lengths(PACK - cards).items()


@quick
@given(deals())
def test_turning_over_the_other_pile(deal):
    cards = PACK - set(deal["pile"]["cards"])
    turned = {"pile": {"pair": OTHER[deal["pile"]["pair"]], "cards": sorted(cards)}}

    assert answer({**deal, **turned}) == answer(deal)
    unsaid = {**deal, "passed_card": None}
    assert refusal({**unsaid, **turned}) == refusal(unsaid)
    if refusal(unsaid) == []:
        assert answer({**unsaid, **turned}) == answer(unsaid)


def totals_of(told):
    return {pair: told["pairs"][pair]["total"] for pair in PAIRS}


@quick
@given(piles(), st.booleans(), st.sampled_from([None, "ns", "ew"]))
def test_the_same_totals_by_quick_entry(deal, adjacent, left_out):
    rules = {"adjacent_counters": adjacent}
    told = answer(deal, rules)
    parts = {
        pair: {part: told["pairs"][pair][part] for part in ("sequences", "cricche", "scartini")}
        for pair in PAIRS
    }
    tallies = {
        pair: {
            "sequences": {i["name"]: i["cards"] for i in told["pairs"][pair]["sequence_items"]},
            "cricche": {i["name"]: i["cards"] for i in told["pairs"][pair]["cricca_items"]},
            "scartini": told["pairs"][pair]["scartini"],
        }
        for pair in PAIRS
    }
    if left_out:
        del parts[left_out]["scartini"], tallies[left_out]["scartini"]

    for counts in (parts, tallies, {"ns": parts["ns"], "ew": tallies["ew"]}):
        again = {"entry": "quick", "last_trick": deal["last_trick"], "quick": counts}
        assert refusal(again, rules) == []
        assert totals_of(answer(again, rules)) == totals_of(told)
        assert answer(again, rules)["cappotto"] == told["cappotto"]


@quick
@given(deals())
def test_swapping_the_pairs(deal):
    turned = {
        **deal,
        "pile": {**deal["pile"], "pair": OTHER[deal["pile"]["pair"]]},
        "last_trick": OTHER[deal["last_trick"]],
        "penalties": {OTHER[pair]: value for pair, value in deal["penalties"].items()},
    }

    told, again = answer(deal), answer(turned, players=[*FOUR[1:], FOUR[0]])

    assert again["difference"] == -told["difference"]
    assert again["scores"] == told["scores"]


@quick
@given(deals())
def test_sums(deal):
    told = answer(deal)

    assert sum(told["scores"].values()) == 0
    for pair in PAIRS:
        parts = [line for line in told["breakdown"] if line["kind"] == "pair"]
        amounts = [line["amount"] for line in parts if line["pair"] == pair]
        assert sum(amounts) == told["pairs"][pair]["total"]
    assert told["breakdown"] == BOLOGNESE.explain(FOUR, BOLOGNESE.read_rules(None), deal)


@quick
@given(deals())
def test_a_void_accuso_changes_no_total(deal):
    valid = [accuso for accuso in deal["accusi"] if not accuso["void"]]

    assert totals_of(answer({**deal, "accusi": valid})) == totals_of(answer(deal))


@st.composite
def matches(draw):
    """A few deals, not all of which may fit into one match, and the rules of the match."""
    rules = {
        "end": draw(st.sampled_from(["target", "deals"])),
        "target": draw(st.integers(50, 1500)),
        "deals": draw(st.integers(1, 4)),
        "tie": draw(st.sampled_from(["extra_deal", "draw"])),
    }
    void = {"kind": "void", "void_reason": "misdeal"}
    even = {**QUICK, "penalties": dict.fromkeys(PAIRS, "scartini_only")}
    kinds = st.one_of(piles(), st.sampled_from([void, QUICK, even]))
    return rules, draw(st.lists(kinds, min_size=1, max_size=6))


@settings(deadline=None, max_examples=20)
@given(matches())
def test_matches(told):
    """Totals never fall; one winner at most; nothing after the end; replaying gives the state."""
    changes, records = told
    rules = BOLOGNESE.read_rules(changes)
    session, match = BOLOGNESE.session(rules), new_match(rules)
    sums_so_far = {"ns": 0, "ew": 0}
    for record in records:
        deal = within(record, plain(match))
        if match.is_decided:
            with pytest.raises(DealRefused, match="match_over"):
                BOLOGNESE.judge(FOUR, rules, deal)
            return
        answered = BOLOGNESE.answer(FOUR, rules, deal)
        is_void = record.get("kind") == "void"
        if not is_void:
            for pair in PAIRS:
                sums_so_far[pair] += answered["pairs"][pair]["total"]
                assert answered["pairs"][pair]["total"] >= 0
        session.add({**record, "players": FOUR})
        following = session.begun[-1].match if session.begun else match
        assert plain(following) == answered["match"]
        assert answered["match"]["totals"] == sums_so_far
        assert following.deals == match.deals + (not is_void)
        assert (following.winner is not None) is (following.status == "won")
        match = following
