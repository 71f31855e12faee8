"""Where a match of Tarocco bolognese stands: bolognese.md §9."""

import pytest

from clubs.core.deals import plain
from clubs.core.problems import DealRefused
from clubs.games.bolognese.core.cards import Pair
from clubs.games.bolognese.core.game import BOLOGNESE
from clubs.games.bolognese.core.match import (
    call_out_total,
    counted_with,
    match_at,
    new_match,
    pair_of,
    speaking_order,
)
from tests.games.bolognese.core.examples import CALL, FOUR, QUICK, answer, match_after, quick

VOID = {"kind": "void", "void_reason": "misdeal"}
BACK = quick(ns={"cricche": 17}, ew={"sequences": 60}, last_trick="ew")  # 57 : 113


def read(rules=None):
    return BOLOGNESE.read_rules(rules)


def after(ns, ew, deals, rules=None):
    """Status, winner and reason at these totals."""
    match = match_at(read(rules), {Pair.NS: ns, Pair.EW: ew}, deals)
    return match.status.value, match.winner and match.winner.value, match.reason


@pytest.mark.parametrize(
    ("ns", "ew", "deals", "rules", "expected"),
    [
        (799, 799, 9, None, ("in_progress", None, None)),
        (800, 799, 3, None, ("won", "ns", "target")),
        (12, 1000, 3, None, ("won", "ew", "target")),
        (801, 800, 3, None, ("won", "ns", "higher_total")),
        (835, 836, 3, None, ("won", "ew", "higher_total")),
        (835, 835, 3, None, ("in_progress", None, "tie")),
        (835, 835, 3, {"tie": "draw"}, ("drawn", None, "tie")),
        (500, 0, 3, "cinquecento", ("won", "ns", "target")),
        (999, 0, 3, "mille", ("in_progress", None, None)),
        (900, 100, 3, "quattro-scartate", ("in_progress", None, None)),
        (545, 546, 4, "quattro-scartate", ("won", "ew", "deals")),
        (545, 545, 4, "quattro-scartate", ("drawn", None, "tie")),
        (545, 545, 4, {"end": "deals"}, ("in_progress", None, "tie")),
        (645, 645, 5, {"end": "deals"}, ("in_progress", None, "tie")),
        (646, 645, 5, {"end": "deals"}, ("won", "ns", "deals")),
    ],
)
def test_decision(ns, ew, deals, rules, expected):
    assert after(ns, ew, deals, rules) == expected


def test_missing():
    match = match_at(read(), {Pair.NS: 620, Pair.EW: 835}, 4)
    assert plain(match) == {
        "totals": {"ns": 620, "ew": 835},
        "deals": 4,
        "status": "won",
        "winner": "ew",
        "reason": "target",
        "missing": {"ns": 180, "ew": 0},
    }
    assert plain(new_match(read("quattro-scartate")))["missing"] is None
    assert plain(new_match(read("mille")))["missing"] == {"ns": 1000, "ew": 1000}


def told(deal, rules=None):
    return answer(deal, rules)["match"]


class TestAnswer:
    def test_before_the_first_deal(self):
        match = told({**QUICK, "totals_before": {"ns": 0, "ew": 0}})
        assert (match["totals"], match["deals"]) == ({"ns": 106, "ew": 89}, 1)

    def test_void_after_a_tie(self):
        before = {"totals_before": {"ns": 835, "ew": 835}, "deals_before": 5}
        assert told({**VOID, **before}) == {
            "totals": {"ns": 835, "ew": 835},
            "deals": 5,
            "status": "in_progress",
            "winner": None,
            "reason": "tie",
            "missing": {"ns": 0, "ew": 0},
        }

    def test_a_caller_wins_also_with_the_lower_total(self):
        """Wanda shows 25, and Sergio 17 lifts his pair to 800 all the same."""
        deal = {
            **CALL,
            "totals_before": {"ns": 783, "ew": 790},
            "accusi": [{"player": "Wanda", "points": 25}, {"player": "Sergio", "points": 17}],
            "called_out": {"player": "Sergio"},
        }
        match = told(deal)
        assert (match["totals"], match["winner"]) == ({"ns": 800, "ew": 815}, "ns")
        assert (match["status"], match["reason"]) == ("won", "called_out")

    def test_reaching_the_target_without_calling_ends_nothing_before_the_count(self):
        before = {"totals_before": {"ns": 0, "ew": 790}, "deals_before": 4}
        deal = {**QUICK, **before, "accusi": [{"player": "Wanda", "points": 17}]}
        assert told(deal)["totals"] == {"ns": 106, "ew": 896}  # the whole deal counts: 89 + 17

    def test_huge_totals_are_added_up(self):
        deal = {**QUICK, "totals_before": {"ns": 10**30, "ew": 0}}
        assert told(deal, {"end": "deals"})["totals"] == {"ns": 10**30 + 106, "ew": 89}

    def test_totals_that_nobody_can_write(self):
        with pytest.raises(DealRefused, match="value_not_allowed"):
            answer({**QUICK, "totals_before": {"ns": 10**4000, "ew": 0}})


class TestMatchOf:
    def test_void_deals_do_not_count(self):
        match = match_after([QUICK, VOID, BACK])
        assert (match["totals"], match["deals"]) == ({"ns": 163, "ew": 202}, 2)

    def test_four_deals(self):
        match = match_after([QUICK, BACK, QUICK, QUICK], "quattro-scartate")
        assert match["totals"] == {"ns": 375, "ew": 380}  # 3 · 106 + 57; 3 · 89 + 113
        assert (match["winner"], match["status"]) == ("ew", "won")

    def test_nothing_after_the_end(self):
        with pytest.raises(DealRefused, match=r"match_over \(totals_before\)"):
            match_after([*[QUICK] * 4, VOID], "quattro-scartate")

    def test_called_out(self):
        call = {key: CALL[key] for key in ("dealer", "accusi", "called_out")}
        match = match_after([QUICK, call], {"target": 131})
        assert (match["totals"], match["deals"]) == ({"ns": 131, "ew": 89}, 2)
        assert (match["winner"], match["reason"]) == ("ns", "called_out")


class TestSpeaking:
    def test_order(self):
        """First hand, the dealer's partner, first hand's partner, the dealer."""
        assert speaking_order(FOUR, "Elio") == ("Nora", "Wanda", "Sergio", "Elio")
        assert speaking_order(FOUR, "Wanda") == ("Sergio", "Elio", "Nora", "Wanda")

    def test_pairs(self):
        assert [pair_of(FOUR, name) for name in FOUR] == ["ns", "ew", "ns", "ew"]

    @pytest.mark.parametrize(
        ("caller", "turn_order", "pair"),
        [
            ("Nora", ("Nora",), ("Nora",)),
            ("Wanda", ("Wanda",), ("Wanda",)),
            ("Sergio", ("Sergio", "Nora"), ("Sergio", "Nora")),
            ("Elio", ("Elio",), ("Elio", "Wanda")),
        ],
    )
    def test_whose_accusi_count(self, caller, turn_order, pair):
        assert counted_with(FOUR, read(), "Elio", caller) == turn_order
        assert counted_with(FOUR, read({"call_out": "pair"}), "Elio", caller) == pair

    def test_total(self):
        accusi = {"Nora": 17, "Wanda": 25, "Sergio": 14}
        reached = call_out_total(
            FOUR, read(), dealer="Elio", caller="Sergio", total=770, accusi=accusi
        )
        assert reached == 801
