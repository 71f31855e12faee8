"""Stages 1 and 3 to 5 of Tarocco bolognese: bolognese.md §11. Each code is provoked here
or, for stage 2, in test_bolognese_records.py."""

import re
from pathlib import Path

import pytest

from clubs.games.bolognese.core.checks import ERRORS
from clubs.games.bolognese.core.game import WARNINGS
from tests.games.bolognese.core.examples import (
    CALL,
    DECK,
    QUICK,
    accuso,
    answer,
    pile,
    quick,
    refusal,
    totals,
)

HERE = Path(__file__).parent
ALL = {"sequences": 550, "cricche": 296}
NOTHING = {"sequences": 0, "cricche": 0}


@pytest.mark.parametrize("code", [*ERRORS, *WARNINGS])
def test_every_code_is_tested(code):
    sources = [path for path in HERE.glob("test_*.py") if "examples" not in path.name]
    assert any(re.search(rf'"{code}"', path.read_text(encoding="utf-8")) for path in sources)


class TestTable:
    @pytest.mark.parametrize("players", [["A", "B", "C"], [*"ABCDE"], []])
    def test_four_play(self, players):
        assert refusal(QUICK, players=players) == [("players_count", "players")]

    def test_names(self):
        assert refusal(QUICK, players=["A", "A", " B", 5]) == [
            ("player_name_invalid", "players[2]"),
            ("field_type", "players[3]"),
            ("players_duplicate", "players"),
        ]


class TestStage3:
    def test_dealer(self):
        assert refusal({**QUICK, "dealer": "Nobody"}) == [("player_unknown", "dealer")]
        assert refusal({"kind": "void", "void_reason": "other", "dealer": "x"}) == [
            ("player_unknown", "dealer")
        ]

    @pytest.mark.parametrize(
        ("rules", "ns", "ew", "deals"),
        [
            ("ottocento", 800, 0, 1),
            ("ottocento", 0, 801, 3),
            ("ottocento", 900, 850, 3),
            ("mille", 1000, 999, 0),
            ({"tie": "draw"}, 810, 810, 5),
            ("quattro-scartate", 5, 6, 4),
            ("quattro-scartate", 6, 6, 5),
            ({"end": "deals", "deals": 1}, 6, 0, 1),
        ],
    )
    def test_match_over(self, rules, ns, ew, deals):
        before = {"totals_before": {"ns": ns, "ew": ew}, "deals_before": deals}
        assert refusal({**QUICK, **before}, rules) == [("match_over", "totals_before")]
        void = {"kind": "void", "void_reason": "misdeal", **before}
        assert refusal(void, rules) == [("match_over", "totals_before")]

    @pytest.mark.parametrize(
        ("rules", "ns", "ew", "deals"),
        [
            ("ottocento", 799, 799, 90),
            ("ottocento", 835, 835, 5),
            ("quattro-scartate", 5000, 0, 3),
            ({"end": "deals"}, 90, 90, 4),
            ({"end": "deals", "deals": 1}, 0, 10**30, 0),
        ],
    )
    def test_match_not_over(self, rules, ns, ew, deals):
        before = {"totals_before": {"ns": ns, "ew": ew}, "deals_before": deals}
        assert refusal({**QUICK, **before}, rules) == []

    def test_both_and_nothing_of_a_later_stage(self):
        deal = {**QUICK, "dealer": "x", "totals_before": {"ns": 800, "ew": 0}, "last_trick": "ew"}
        deal["accusi"] = [{"player": "x", "points": 1}]
        assert refusal(deal) == [("player_unknown", "dealer"), ("match_over", "totals_before")]


def declared(*accusi, **rules):
    return refusal(quick(accusi=list(accusi)), rules)


class TestAccusi:
    def test_unknown_player(self):
        assert declared(accuso("DK CK SK", player="Nobody")) == [
            ("player_unknown", "accusi[0].player")
        ]

    def test_player_twice(self):
        told = accuso("DK CK SK", void=True)
        assert declared(told, accuso("DF CF SF"), accuso("DQ CQ SQ", player="Elio")) == [
            ("accuso_player_twice", "accusi[1].player")
        ]

    def test_card_unknown(self):
        assert declared(accuso("DK CK SK D5 dk")) == [
            ("card_unknown", "accusi[0].cards[3]"),
            ("card_unknown", "accusi[0].cards[4]"),
        ]

    def test_card_twice_in_a_hand(self):
        assert declared(accuso("DK CK SK DK")) == [("card_duplicate", "accusi[0].cards[3]")]

    def test_card_in_two_hands(self):
        assert declared(accuso("DK CK SK"), accuso("SK SQ SC", player="Elio", void=True)) == [
            ("card_duplicate", "accusi[1].cards[0]")
        ]

    def test_fifteen_cards(self):
        assert declared(accuso(" ".join(DECK[:15]))) == []

    def test_too_long(self):
        assert declared(accuso(" ".join(DECK[:16]))) == [("accuso_too_long", "accusi[0].cards")]

    @pytest.mark.parametrize("cards", ["", "DK", "DK DQ DA", "ANG BEG MAT MO1"])
    def test_empty(self, cards):
        # Angelo, Bégato and Matto are tarocchi: three of them are a cricca.
        expected = [] if "BEG" in cards else [("accuso_empty", "accusi[0].cards")]
        assert declared(accuso(cards)) == expected

    def test_not_there(self):
        assert declared(accuso("ANG MON MAT", only=["tarocchi", "mori", "grande", "re"])) == [
            ("accuso_not_there", "accusi[0].only[1]"),
            ("accuso_not_there", "accusi[0].only[3]"),
        ]

    @pytest.mark.parametrize("points", [0, -17, 5, 11, 15 + 1, 845, 850, 10**4000])
    def test_points_impossible(self, points):
        assert declared({"player": "Nora", "points": points}) == [
            ("accuso_points_impossible", "accusi[0].points")
        ]

    @pytest.mark.parametrize("points", [10, 12, 17, 22, 27, 140, 846])
    def test_points_possible(self, points):
        told = answer(quick(accusi=[{"player": "Nora", "points": points}]))
        assert told["pairs"]["ns"]["accusi"] == points
        assert told["warnings"] == ("accuso_unchecked",)

    @pytest.mark.parametrize(
        ("points", "doubled", "single"),
        [
            (140, True, True),
            (423, True, True),  # all of the pack, not doubled
            (402, True, False),  # 350 and 52: of 423, nothing makes 21 less
            (550, True, False),
            (16, False, False),
        ],
    )
    def test_points_without_doubling(self, points, doubled, single):
        told = {"player": "Nora", "points": points}
        assert (declared(told) == []) is doubled
        assert (declared(told, accuso_doubling=False) == []) is single

    def test_points_are_checked_where_void(self):
        assert declared({"player": "Nora", "points": 1, "void": True}) == [
            ("accuso_points_impossible", "accusi[0].points")
        ]

    def test_before_the_result(self):
        deal = quick(ns={"sequences": 135}, accusi=[{"player": "Nora", "points": 1}])
        assert refusal(deal) == [("accuso_points_impossible", "accusi[0].points")]


class TestPile:
    def test_card_unknown(self):
        assert refusal(pile("D6 D5 D7 T4", passed_card="x")) == [
            ("card_unknown", "pile.cards[1]"),
            ("card_unknown", "pile.cards[3]"),
            ("card_unknown", "passed_card"),
        ]

    def test_card_duplicate(self):
        assert refusal(pile("D6 D7 D6 D8")) == [("card_duplicate", "pile.cards[2]")]

    @pytest.mark.parametrize("cards", ["D6", "SK S8", "ANG D6", "MAT DK D6", "BEG", "DQ"])
    def test_impossible(self, cards):
        assert refusal(pile(cards)) == [("pile_impossible", "pile.cards")]

    @pytest.mark.parametrize("cards", ["", "MAT", "D6 DQ", "MAT D6", "MAT DQ D6", "MO1 T5"])
    def test_cappotto(self, cards):
        told = answer(pile(cards))
        assert totals(told) == (939, 0)
        assert told["cappotto"] == "ns"
        assert "passed_card" not in told

    def test_impossible_of_the_other_pile(self):
        cards = " ".join(card for card in DECK if card not in ("SK", "S8"))
        deal = pile(cards, last_trick="ew")
        assert refusal(deal) == [("pile_impossible", "pile.cards")]

    def test_three_cards_without_the_matto_are_a_trick(self):
        """The other pair laid the Matto on it, and owes a card: 4 cards, 1 + 1 + 1 + 1 − 2."""
        told = answer(pile("D6 D7 D8"))
        assert told["cappotto"] is None
        assert told["passed_card"] == "D9"
        assert (told["pairs"]["ew"]["cards"], told["pairs"]["ew"]["scartini"]) == (4, 2)

    def test_last_trick(self):
        assert refusal(pile("MAT D6 D7", last_trick="ew")) == [
            ("last_trick_cappotto", "last_trick")
        ]


ODD = "MAT DK CQ SA MO1"


class TestPassing:
    @pytest.mark.parametrize(
        ("cards", "card"),
        [
            (f"{ODD} D8 D6", "D6"),
            (f"{ODD} B10 S7", "S7"),
            (f"{ODD} C10 D9", "D9"),
        ],
    )
    def test_assumed(self, cards, card):
        told = answer(pile(cards))
        assert told["passed_card"] == card
        assert told["warnings"] == ("passed_card_assumed",)

    def test_from_the_other_pile(self):
        told = answer(pile("D6 DK CQ SA MO1"))
        assert told["passed_card"] == "D7"
        assert told["pairs"]["ew"]["cards"] == 6

    def test_told(self):
        told = answer(pile(f"{ODD} D8 D6", passed_card="CQ"))
        assert (told["passed_card"], told["warnings"]) == ("CQ", ())
        assert told["pairs"]["ew"]["scartini"] == 11  # 5 + 5 + 1 + 1 + 1 + 1 − 3

    def test_required(self):
        assert refusal(pile(ODD)) == [("passed_card_required", "passed_card")]
        assert refusal(pile("MAT D6 D7 D8 DA", passed_card=None)) == []

    @pytest.mark.parametrize("card", ["MAT", "D6", "ANG"])
    def test_invalid(self, card):
        assert refusal(pile(ODD, passed_card=card)) == [("passed_card_invalid", "passed_card")]

    def test_unknown(self):
        assert refusal(pile(ODD, passed_card="D5")) == [("card_unknown", "passed_card")]

    @pytest.mark.parametrize("cards", [f"{ODD} D6", "MAT", "MAT D6 D7", "D6 D7"])
    def test_unexpected(self, cards):
        assert refusal(pile(cards, passed_card="D6")) == [("passed_card_unexpected", "passed_card")]


class TestQuick:
    @pytest.mark.parametrize("scartini", [1, 86, 88, -1, 10**4000])
    def test_scartini_impossible(self, scartini):
        alone = quick(ns={"scartini": scartini}, ew={"scartini": None})
        assert refusal(alone) == [("scartini_impossible", "quick.ns.scartini")]
        assert refusal(quick(ew={"scartini": scartini})) == [
            ("scartini_impossible", "quick.ew.scartini"),
            ("scartini_sum", "quick"),
        ]

    @pytest.mark.parametrize(("told", "other"), [(2, 85), (85, 2), (40, 47)])
    def test_scartini_of_one_pair(self, told, other):
        pairs = answer(quick(ns={"scartini": None}, ew={"scartini": told}))["pairs"]
        assert (pairs["ns"]["scartini"], pairs["ew"]["scartini"]) == (other, told)

    def test_scartini_sum(self):
        assert refusal(quick(ew={"scartini": 46})) == [("scartini_sum", "quick")]

    @pytest.mark.parametrize("total", [-10, 1, 5, 12, 135, 145, 555, 560, 10**30])
    def test_sequences_impossible(self, total):
        assert refusal(quick(ns={"sequences": total})) == [
            ("sequences_impossible", "quick.ns.sequences")
        ]

    @pytest.mark.parametrize("total", [10, 15, 125, 130, 140, 540, 550])
    def test_sequences_possible(self, total):
        assert refusal(quick(ew={"sequences": total})) == []

    @pytest.mark.parametrize(
        ("family", "length"),
        [("grande", 23), ("danari", 8), ("mori", 7), ("assi", 7), ("spade", 2), ("coppe", -3)],
    )
    def test_tally_impossible(self, family, length):
        assert refusal(quick(ew={"sequences": {family: length, "bastoni": 0}})) == [
            ("sequences_impossible", f"quick.ew.sequences.{family}")
        ]

    @pytest.mark.parametrize(
        ("tally", "total"),
        [
            ({"grande": 22}, 105),
            ({"danari": 7, "mori": 6}, 55),
            ({"danari": 3, "coppe": 3, "spade": 3}, 60),
            ({"assi": 6, "mori": 0}, 25),
            ({}, 0),
        ],
    )
    def test_tally(self, tally, total):
        told = answer(quick(ew={"sequences": tally}))["pairs"]
        assert told["ew"]["sequences"] == total
        assert "sequence_items" not in told["ns"]

    @pytest.mark.parametrize("total", [-12, 1, 11, 15, 16, 19, 39, 51, 295, 297])
    def test_cricche_impossible(self, total):
        assert refusal(quick(ns={"cricche": total})) == [("cricche_impossible", "quick.ns.cricche")]

    @pytest.mark.parametrize("length", [1, 2, 5, -4])
    def test_cricca_tally_impossible(self, length):
        assert refusal(quick(ns={"cricche": {"re": length, "fanti": 3}})) == [
            ("cricche_impossible", "quick.ns.cricche.re")
        ]

    def test_tally_of_unknown_names(self):
        told = {"sequences": {"denari": 3}, "cricche": {"assi": 3}}
        assert refusal(quick(ns=told)) == [
            ("field_unknown", "quick.ns.sequences.denari"),
            ("field_unknown", "quick.ns.cricche.assi"),
        ]

    @pytest.mark.parametrize(
        ("ns", "ew"),
        [
            (NOTHING, NOTHING),
            (ALL, {"sequences": 10, "cricche": 0}),
            ({"sequences": 550, "cricche": 0}, NOTHING),
            ({"sequences": 135, "cricche": 296}, NOTHING),
        ],
    )
    def test_cappotto_totals(self, ns, ew):
        deal = quick(ns={**ns, "scartini": 87}, ew={**ew, "scartini": None})
        assert ("cappotto_totals", "quick") in refusal(deal)

    @pytest.mark.parametrize(("ns", "ew"), [(87, 0), (None, 0), (87, None)])
    def test_cappotto(self, ns, ew):
        told = answer(quick(ns={**ALL, "scartini": ns}, ew={**NOTHING, "scartini": ew}))
        assert (told["cappotto"], *totals(told)) == ("ns", 939, 0)

    def test_all_combinations_without_a_cappotto(self):
        told = answer(quick(ns={**ALL, "scartini": 85}, ew={"scartini": 2}))
        assert (told["cappotto"], *totals(told)) == (None, 937, 2)

    def test_last_trick_of_the_pair_without_a_trick(self):
        deal = quick(ns={**ALL, "scartini": 87}, ew={"scartini": 0}, last_trick="ew")
        assert refusal(deal) == [("last_trick_cappotto", "last_trick")]

    @pytest.mark.parametrize(
        ("ns", "ew"),
        [
            (296, 17),
            (17, 17),
            (12, 24),
            ({"re": 3}, {"re": 3}),
            ({"cavalli": 4}, {"cavalli": 3}),  # 26 may be 12 + 14, but here it is the Knights
            ({"re": 3}, 17),
            (34, {"re": 3}),
        ],
    )
    def test_cricche_conflict(self, ns, ew):
        assert refusal(quick(ns={"cricche": ns}, ew={"cricche": ew})) == [
            ("cricche_conflict", "quick")
        ]

    @pytest.mark.parametrize(
        ("ns", "ew"),
        [
            (17, 18),
            (26, 13),  # Queens and Jacks against Knights
            ({"cavalli": 4}, 26),
            ({"cavalli": 4}, {"fanti": 3, "regine": 3}),
            (0, 296),
            ({}, 17),
        ],
    )
    def test_cricche_together(self, ns, ew):
        assert refusal(quick(ns={"cricche": ns}, ew={"cricche": ew})) == []

    @pytest.mark.parametrize(
        ("ns", "ew"),
        [
            ({"spade": 4}, {"spade": 3}),
            ({"grande": 3}, {"grande": 3, "mori": 3}),
            ({"mori": 4}, {"mori": 3}),
            ({"assi": 3}, {"assi": 4}),
        ],
    )
    def test_sequences_conflict(self, ns, ew):
        assert refusal(quick(ns={"sequences": ns}, ew={"sequences": ew})) == [
            ("sequences_conflict", "quick")
        ]

    @pytest.mark.parametrize(
        ("ns", "ew"),
        [
            ({"mori": 3, "assi": 3}, {"mori": 3, "assi": 3}),
            ({"spade": 4}, {"spade": 0, "coppe": 3}),
            ({"spade": 4}, 10),
        ],
    )
    def test_sequences_together(self, ns, ew):
        assert refusal(quick(ns={"sequences": ns}, ew={"sequences": ew})) == []

    def test_all_of_the_stage(self):
        deal = quick(
            ns={"sequences": 5, "cricche": 17, "scartini": 1},
            ew={"sequences": {"mori": 7}, "cricche": 17, "scartini": 0},
            last_trick="ew",
        )
        assert refusal(deal) == [
            ("sequences_impossible", "quick.ns.sequences"),
            ("scartini_impossible", "quick.ns.scartini"),
            ("sequences_impossible", "quick.ew.sequences.mori"),
            ("scartini_sum", "quick"),
            ("cappotto_totals", "quick"),
            ("cricche_conflict", "quick"),
            ("last_trick_cappotto", "last_trick"),
        ]


def call(player, accusi, before=(700, 700), rules=None, **more):
    """Refusal of a call-out with these points declared, Elio dealing: Nora speaks first."""
    ns, ew = before
    deal = {
        **CALL,
        "totals_before": {"ns": ns, "ew": ew},
        "accusi": [{"player": name, "points": points} for name, points in accusi.items()],
        "called_out": {"player": player, **more},
    }
    return refusal(deal, rules)


SHORT = [("call_out_short", "called_out")]
TURN = [("call_out_turn", "called_out.player")]
FIRST15 = [("call_out_turn", "called_out.first15")]


class TestCallOut:
    @pytest.mark.parametrize("rules", ["quattro-scartate", {"call_out": "off"}, {"end": "deals"}])
    def test_not_in_rules(self, rules):
        assert call("Nora", {"Nora": 100}, rules=rules) == [("call_out_not_in_rules", "called_out")]

    def test_unknown_player(self):
        assert call("Nobody", {"Nora": 100}) == [("player_unknown", "called_out.player")]

    @pytest.mark.parametrize(
        ("caller", "accusi", "before", "expected"),
        [
            ("Nora", {"Nora": 17}, (783, 0), []),
            ("Nora", {"Nora": 17}, (782, 0), SHORT),
            ("Wanda", {"Wanda": 17}, (0, 783), []),
            ("Wanda", {"Nora": 17, "Wanda": 17}, (0, 783), []),
            ("Sergio", {"Nora": 17, "Sergio": 14}, (769, 0), []),
            ("Sergio", {"Nora": 17, "Sergio": 14}, (768, 0), SHORT),
            ("Sergio", {"Nora": 34}, (790, 0), SHORT),  # none of the caller's own
            ("Elio", {"Wanda": 17, "Elio": 14}, (0, 769), SHORT),
            ("Elio", {"Wanda": 17, "Elio": 14}, (0, 786), []),
            ("Nora", {}, (799, 0), SHORT),
        ],
    )
    def test_turn_order(self, caller, accusi, before, expected):
        assert call(caller, accusi, before) == expected

    @pytest.mark.parametrize(
        ("caller", "accusi", "before", "expected"),
        [
            ("Elio", {"Wanda": 17, "Elio": 14}, (0, 769), []),
            ("Elio", {"Wanda": 17, "Elio": 14}, (0, 768), SHORT),
            ("Elio", {"Nora": 34, "Elio": 14}, (0, 769), SHORT),
            ("Sergio", {"Nora": 17, "Sergio": 14}, (769, 0), []),
        ],
    )
    def test_in_the_pair(self, caller, accusi, before, expected):
        assert call(caller, accusi, before, {"call_out": "pair"}) == expected

    @pytest.mark.parametrize(
        ("caller", "accusi"),
        [
            ("Nora", {"Nora": 100, "Wanda": 17}),
            ("Wanda", {"Wanda": 100, "Elio": 17}),
            ("Sergio", {"Nora": 17, "Elio": 17, "Sergio": 100}),
        ],
    )
    def test_a_later_speaker(self, caller, accusi):
        assert call(caller, accusi) == TURN

    def test_the_partner_who_speaks_later_adds_nothing(self):
        accusi = {"Wanda": 17, "Elio": 100}
        assert call("Wanda", accusi, (0, 700), {"call_out": "pair"}) == [*TURN, *SHORT]

    def test_the_turn_goes_with_the_deal(self):
        deal = {**CALL, "dealer": "Nora", "called_out": {"player": "Nora"}}
        deal["accusi"] = [
            {"player": name, "points": 25} for name in ("Wanda", "Sergio", "Elio", "Nora")
        ]
        assert refusal(deal) == []

    def test_first_fifteen(self):
        assert call("Elio", {"Elio": 100}, first15=True) == []
        assert call("Nora", {"Nora": 100}, first15=True) == FIRST15
        assert call("Elio", {"Elio": 100, "Nora": 17}, first15=True) == FIRST15
        assert call("Nora", {"Nora": 100, "Wanda": 17}, first15=True) == [*TURN, *FIRST15]
        assert call("Nora", {"Nora": 100}, first15=False) == []

    def test_a_void_accuso_does_not_reach(self):
        deal = {**CALL, "accusi": [{"player": "Nora", "points": 25, "void": True}]}
        assert refusal(deal) == SHORT

    def test_a_void_accuso_of_the_partner_adds_nothing(self):
        told = [{"player": "Nora", "points": 25, "void": True}, {"player": "Sergio", "points": 17}]
        deal = {**CALL, "called_out": {"player": "Sergio"}, "accusi": told}
        assert refusal(deal) == SHORT

    def test_at_a_tie_above_the_target(self):
        """Equal totals there go on for a deal, and any accuso ends it."""
        assert call("Wanda", {"Wanda": 10}, (835, 835)) == []
