"""Tarocco bolognese as a game: what a deal brings, told with its breakdown, and who deals next."""

import pytest

from clubs.core.problems import DealRefused
from clubs.games.bolognese.core.cards import Pair
from clubs.games.bolognese.core.game import BOLOGNESE, count_piles
from tests.games.bolognese.core.examples import (
    CALL,
    FOUR,
    QUICK,
    accuso,
    answer,
    pile,
    quick,
    totals,
)

RULES = BOLOGNESE.read_rules(None)


def lines(deal, rules=None):
    return BOLOGNESE.explain(FOUR, BOLOGNESE.read_rules(rules), deal)


class TestAnswer:
    def test_scores_are_the_difference(self):
        told = answer(QUICK)
        assert totals(told) == (106, 89)
        assert told["scores"] == {"Nora": 17, "Wanda": -17, "Sergio": 17, "Elio": -17}
        assert told["difference"] == 17
        assert "match" not in told
        assert "sequence_items" not in told["pairs"]["ns"]
        assert "cards" not in told["pairs"]["ns"]

    def test_items_of_a_tally_under_a_penalty(self):
        told = answer(quick(ew={"sequences": {"danari": 4}}, penalties={"ew": "scartini_only"}))[
            "pairs"
        ]["ew"]
        assert (told["sequences"], told["scartini"], told["total"]) == (0, 47, 47)
        assert told["sequence_items"] == [{"name": "danari", "cards": 4, "points": 15}]
        assert "cricca_items" not in told

    def test_penalties(self):
        both = {"ns": "scartini_only", "ew": "scartini_only"}
        told = {**QUICK, "accusi": [{"player": "Nora", "points": 17}]}
        assert totals(answer(told)) == (123, 89)
        assert totals(answer({**told, "penalties": {"ns": "scartini_only"}})) == (40, 89)
        assert totals(answer({**told, "penalties": both})) == (40, 47)

    def test_penalty_and_cappotto(self):
        told = answer(pile("MAT", penalties={"ns": "scartini_only"}))
        assert (told["cappotto"], *totals(told)) == ("ns", 87, 0)

    def test_accusi_beside_a_cappotto(self):
        assert totals(answer(pile("MAT", accusi=[accuso("DK CK SK", player="Elio")]))) == (939, 17)

    def test_void(self):
        told = answer({"kind": "void", "void_reason": "other", "dealer": "Elio"})
        assert list(told) == ["scores", "difference", "cappotto", "warnings", "pairs", "breakdown"]
        assert set(told["scores"].values()) == {0}
        assert (told["pairs"], told["difference"], told["warnings"]) == (None, 0, ())
        assert told["breakdown"] == ({"kind": "info", "code": "void", "reason": "other"},)


class TestAccusi:
    @pytest.mark.parametrize(
        ("shown", "points", "single"),
        [
            (accuso("ANG MON SOL LUN"), 15, 15),
            (accuso("DA CA SA BA BEG MAT"), 25, 25),
            (accuso("DK CK SK DQ CQ SQ DC CC SC"), 148, 74),  # 30·2 + 44·2
            (accuso("DK CK SK DQ CQ SQ DC CC SC", only=["re", "danari"]), 27, 27),
            (accuso("DK CK SK DQ CQ SQ DC CC SC", only=["re", "regine", "cavalli"]), 88, 44),
            (accuso("DK CK SK DQ CQ SQ DC CC SC", only=["re", "re"]), 17, 17),
            (accuso("DK CK SK", void=True), 0, 0),
        ],
    )
    def test_points(self, shown, points, single):
        doubled = answer(quick(accusi=[shown]))["pairs"]["ns"]["accusi"]
        plain = answer(quick(accusi=[shown]), {"accuso_doubling": False})["pairs"]["ns"]["accusi"]
        assert (doubled, plain) == (points, single)

    def test_counters_side_by_side(self):
        shown = accuso("ANG SOL LUN T14 T13 MAT BEG")  # tarocchi 18
        assert answer(quick(accusi=[shown]))["pairs"]["ns"]["accusi"] == 20 + 18
        told = answer(quick(accusi=[shown]), {"adjacent_counters": True})
        assert told["pairs"]["ns"]["accusi"] == 30 + 18


class TestBreakdown:
    def test_parts_of_each_pair(self):
        assert lines(QUICK) == tuple(
            {"kind": "pair", "pair": pair, "code": code, "amount": amount}
            for pair, code, amount in [
                ("ns", "sequences", 60),
                ("ns", "cricche", 0),
                ("ns", "scartini", 40),
                ("ns", "last_trick", 6),
                ("ns", "accusi", 0),
                ("ew", "sequences", 25),
                ("ew", "cricche", 17),
                ("ew", "scartini", 47),
                ("ew", "last_trick", 0),
                ("ew", "accusi", 0),
            ]
        )

    def test_what_happened_comes_first(self):
        deal = pile(
            "D6 D7 D8",
            accusi=[accuso("DK CK SK", void=True), {"player": "Elio", "points": 17}],
            penalties={"ew": "scartini_only"},
        )
        told = [line for line in lines(deal) if line["kind"] == "info"]
        assert list(lines(deal))[: len(told)] == told
        assert told == [
            {"kind": "info", "code": "passed_card", "card": "D9", "assumed": True},
            {"kind": "info", "code": "accuso", "player": "Nora", "points": 0, "void": True},
            {"kind": "info", "code": "accuso", "player": "Elio", "points": 17, "void": False},
            {"kind": "info", "code": "scartini_only", "pair": "ew"},
        ]

    def test_a_cappotto_and_a_call_out(self):
        assert lines(pile("MAT"))[0] == {"kind": "info", "code": "cappotto", "pair": "ns"}
        assert lines(CALL)[1] == {"kind": "info", "code": "called_out", "player": "Nora"}
        assert lines({"kind": "void", "void_reason": "misdeal"}) == (
            {"kind": "info", "code": "void", "reason": "misdeal"},
        )


class TestJudge:
    def test_played(self):
        verdict = BOLOGNESE.judge(FOUR, RULES, {**pile("D6 D7 D8"), "dealer": "Elio"})
        assert verdict.scores == answer(pile("D6 D7 D8"))["scores"]
        assert list(verdict.roles.items()) == [(name, "player") for name in FOUR]
        assert verdict.warnings == ("passed_card_assumed",)
        facts = verdict.facts
        assert (facts.kind, facts.void_reason, facts.dealer, facts.stake) == (
            "played",
            None,
            "Elio",
            None,
        )

    def test_void(self):
        verdict = BOLOGNESE.judge(FOUR, RULES, {"kind": "void", "void_reason": "misdeal"})
        assert verdict.scores == dict.fromkeys(FOUR, 0)
        assert (verdict.facts.kind, verdict.facts.void_reason) == ("void", "misdeal")
        assert verdict.facts.dealer is None

    @pytest.mark.parametrize(
        ("side", "other", "loser", "chelem"),
        [("ns", "ew", "Elio", "unannounced_made"), ("ew", "ns", "Nora", "defence_made")],
    )
    def test_a_cappotto_is_the_slam_of_its_side(self, side, other, loser, chelem):
        """Whatever the deal scores: 939 to 110, and 87 to 110 with the penalty."""
        told = {"pile": {"pair": other, "cards": ["MAT"]}, "last_trick": side}
        deal = pile("MAT", **told, accusi=[{"player": loser, "points": 110}])
        punished = {**deal, "penalties": {side: "scartini_only"}}

        verdicts = [BOLOGNESE.judge(FOUR, RULES, one) for one in (deal, punished)]

        assert [verdict.scores[loser] for verdict in verdicts] == [110 - 939, 110 - 87]
        assert [verdict.facts.chelem for verdict in verdicts] == [chelem, chelem]

    def test_called_out(self):
        verdict = BOLOGNESE.judge(FOUR, RULES, CALL)
        assert verdict.scores["Nora"] == 25
        assert verdict.warnings == ("accuso_unchecked",)


class TestNextDealer:
    @pytest.mark.parametrize(
        ("deals", "expected"),
        [
            ([], "Nora"),
            ([QUICK], "Wanda"),
            ([{**QUICK, "dealer": "Elio"}], "Nora"),
            ([QUICK] * 4, "Nora"),
            ([CALL], "Nora"),
            ([{"kind": "void", "void_reason": "misdeal", "dealer": "Sergio"}], "Sergio"),
            ([{"kind": "void", "void_reason": "other"}], "Nora"),
            ([QUICK, {"kind": "void", "void_reason": "misdeal", "dealer": "Wanda"}], "Wanda"),
        ],
    )
    def test_turn(self, deals, expected):
        assert BOLOGNESE.next_dealer(FOUR, RULES, deals, "Nora") == expected


class TestCountPiles:
    def test_both(self):
        counted = count_piles(Pair.EW, ["MO1", "MO2", "MO3", "S6"], None, RULES)
        assert [
            (own.sequences, own.cricche, own.scartini, own.cards)
            for own in (counted.pairs[Pair.NS], counted.pairs[Pair.EW])
        ] == [(470, 296, 85, 58), (10, 0, 2, 4)]
        assert (counted.cappotto, counted.passed_card) == (None, None)

    def test_what_passes(self):
        counted = count_piles(Pair.EW, ["D6", "D7", "D8"], None, RULES)
        assert (counted.passed_card, counted.assumed) == ("D9", True)
        counted = count_piles(Pair.EW, ["D6", "D7", "D8"], "DK", RULES)
        assert (counted.passed_card, counted.assumed) == ("DK", False)

    def test_what_cannot_be(self):
        with pytest.raises(DealRefused, match=r"pile_impossible \(pile.cards\)"):
            count_piles(Pair.EW, ["DK"], None, RULES)
