"""Deals of volte scored by hand: tarocco_volte.md §5. Answers, lines, facts, who deals."""

import pytest

from clubs.core.interfaces import DealFacts
from tests.games.volte.core.deals import FIVE, FOUR, LISCIO, VOID, VOLTE, answer, stake

DUE_LOST = {"taker": "Berto", "contract": "due", "honours": 1, "points": 47}  # −(4 + 50)·2 = −108


def told(*pairs):
    return [{"player": player, "kind": kind} for player, kind in pairs]


class TestAnswer:
    def test_a_won_deal(self):
        deal = {"taker": "Ada", "contract": "quattro", "honours": 2, "points": 45}

        found = answer({**deal, "bagatto_last": "taker"})

        assert found == {
            "scores": {"Ada": 1368, "Berto": -456, "Cleo": -456, "Dino": -456},
            "stake": 456,
            "outcome": "won",
            "target": 41,
            "end_points": 55,
            "base": 14,
            "premium": 100,
            "multiplier": 4,
            "money": None,
            "breakdown": (
                {"kind": "info", "code": "target", "honours": 2, "target": 41},
                {
                    "kind": "info",
                    "code": "result",
                    "outcome": "won",
                    "points": 45,
                    "end_points": 55,
                },
                {
                    "kind": "stake",
                    "code": "contract",
                    "amount": 456,
                    "contract": "quattro",
                    "base": 14,
                    "premium": 100,
                    "multiplier": 4,
                },
                {"kind": "player", "code": "share", "player": "Ada", "amount": 1368},
                {"kind": "player", "code": "share", "player": "Berto", "amount": -456},
                {"kind": "player", "code": "share", "player": "Cleo", "amount": -456},
                {"kind": "player", "code": "share", "player": "Dino", "amount": -456},
            ),
            "warnings": (),
        }
        assert list(found) == [
            *("scores", "stake", "outcome", "target", "end_points", "base", "premium"),
            *("multiplier", "money", "breakdown", "warnings"),
        ]

    def test_a_draw_has_no_line_of_the_contract(self):
        found = answer({"taker": "Ada", "contract": "quattro", "honours": 1, "points": 51})

        assert (found["base"], found["premium"], found["multiplier"]) == (0, 0, 0)
        assert [line["code"] for line in found["breakdown"]] == ["target", "result", *["share"] * 4]

    def test_every_line(self):
        # −((44 + 50)·2 + 500) = −688; Cleo's trumps −20; Ada's are hers alone; Berto's misery.
        accuse = told(("Cleo", "trionfi_10"), ("Ada", "trionfi_10"), ("Berto", "miseria_nera"))
        deal = {"taker": "Ada", "contract": "due", "honours": 0, "points": 12}

        found = answer({**deal, "cappotto": "defence", "accuse": accuse})

        assert (found["stake"], found["warnings"]) == (-708, ("accusa_not_counted",))
        assert found["scores"] == {"Ada": -2134, "Berto": 738, "Cleo": 698, "Dino": 698}
        assert [tuple(line.values()) for line in found["breakdown"] if line["kind"] == "stake"] == [
            ("stake", "contract", -188, "due", 44, 50, 2),
            ("stake", "cappotto", -500, "defence"),
            ("stake", "accusa", -20, "Cleo", "trionfi_10"),
            ("stake", "accusa", 0, "Ada", "trionfi_10"),
        ]
        assert found["breakdown"][-4:] == tuple(
            {
                "kind": "player",
                "code": "accusa",
                "player": name,
                "amount": 30 if name == "Berto" else -10,
                "declarer": "Berto",
                "accusa": "miseria_nera",
            }
            for name in FOUR
        )

    def test_void(self):
        assert answer({"kind": "void", "void_reason": "matto_alone"}, {"stake_per_point": 5}) == {
            "scores": dict.fromkeys(FOUR, 0),
            "stake": 0,
            "outcome": "void",
            "target": None,
            "end_points": None,
            "base": 0,
            "premium": 0,
            "multiplier": 0,
            "money": dict.fromkeys(FOUR, 0),
            "breakdown": ({"kind": "info", "code": "void", "reason": "matto_alone"},),
            "warnings": (),
        }
        assert answer(VOID)["money"] is None


class TestContract:
    @pytest.mark.parametrize(
        ("contract", "by_hand"),
        [
            ("liscio", 31),  # (6 + 25)·1
            ("due", 112),  # (6 + 50)·2
            ("quattro", 424),  # (6 + 100)·4
            ("otto", 1648),  # (6 + 200)·8
            ("dodici", 3672),  # (6 + 300)·12
        ],
    )
    def test_premium_before(self, contract, by_hand):
        assert stake({**LISCIO, "contract": contract}) == by_hand
        assert stake({**LISCIO, "contract": contract, "points": 35}) == -by_hand

    @pytest.mark.parametrize(
        ("contract", "by_hand"),
        [
            ("liscio", 31),  # 6·1 + 25
            ("due", 62),  # 6·2 + 50
            ("quattro", 124),
            ("otto", 248),
            ("dodici", 372),
        ],
    )
    def test_premium_after(self, contract, by_hand):
        assert stake({**LISCIO, "contract": contract}, "volte-scaled") == by_hand
        assert stake({**LISCIO, "contract": contract, "points": 35}, "volte-scaled") == -by_hand

    @pytest.mark.parametrize(("honours", "target"), [(3, 36), (2, 41), (1, 51), (0, 56)])
    def test_targets(self, honours, target):
        deal = {**LISCIO, "honours": honours}
        found = {points: answer({**deal, "points": points}) for points in range(30, 61)}

        assert {told["target"] for told in found.values()} == {target}
        assert {points for points, told in found.items() if told["outcome"] == "draw"} == {target}
        assert {points for points, told in found.items() if told["outcome"] == "won"} == set(
            range(target + 1, 61)
        )

    @pytest.mark.parametrize(
        ("rules", "last", "by_hand"),
        [
            # 45 + 10 + 5 = 60 against 51: 9 + 25
            ({}, "taker", 34),
            # 45 against 51 is lost: −(6 − 15 + 25)
            ({"bonus_in_target": False}, "taker", -16),
            # all points of the winner: 60 + 25; lost: the defence's 46 − 15 + 25
            ({"counted_points": "totals"}, "taker", 85),
            ({"counted_points": "totals", "bonus_in_target": False}, "taker", -56),
            # the defence's bonus, in a deal lost by 6: only where both may earn it
            ({}, "defence", -31),
            ({"bonus_scope": "both"}, "defence", -46),
            ({"bonus_scope": "both", "counted_points": "totals"}, "defence", -86),
            ({"bonus_scope": "both", "matto_last_bonus": 0}, "defence", -41),
        ],
    )
    def test_bonuses(self, rules, last, by_hand):
        deal = {**LISCIO, "honours": 1, "points": 45, "bagatto_last": last, "matto_last": last}
        assert stake(deal, rules) == by_hand

    def test_totals_of_a_winner_with_bonuses_outside_the_target(self):
        deal = {**LISCIO, "bagatto_last": "taker"}
        rules = {"counted_points": "totals", "bonus_in_target": False}
        assert stake(deal, rules) == 82  # 47 + 10 + 25
        assert stake({**deal, "bagatto_last": "defence"}, {**rules, "bonus_scope": "both"}) == 62

    def test_a_negative_base_keeps_the_sign(self):
        # Won by 1, Bagatto and Matto (10) with the defence: (1 − 20)·12 + 300
        deal = {**LISCIO, "contract": "dodici", "points": 42}
        last = {"bagatto_last": "defence", "matto_last": "defence"}
        rules = {"base": "volte-tarot", "matto_last_bonus": 10}
        assert stake({**deal, **last}, rules) == 72

    def test_a_draw_has_no_bonus(self):
        deal = {**LISCIO, "points": 41, "bagatto_last": "defence"}
        assert stake(deal, {"bonus_scope": "both"}) == 0
        assert answer(deal)["warnings"] == ("bonus_ignored",)


class TestCappotto:
    def test_it_does_not_need_a_won_contract(self):
        # dodici with all tricks, 88 of 91: −(3 + 300)·12 + 500
        deal = {**LISCIO, "contract": "dodici", "honours": 0, "points": 88, "cappotto": "taker"}
        assert stake(deal, {"target_without_honours": 91}) == -3136
        assert stake(deal, {"target_without_honours": 88}) == 500  # a draw stops the contract only

    def test_one_that_is_not_paid_is_told(self):
        deal = {**LISCIO, "points": 12, "cappotto": "defence"}
        found = answer(deal, {"cappotto_defence": False})
        assert found["stake"] == -54  # −(29 + 25)
        assert found["breakdown"][3] == {
            "kind": "stake",
            "code": "cappotto",
            "amount": 0,
            "side": "defence",
        }


class TestAccuse:
    @pytest.mark.parametrize(
        ("kind", "value"), [("trionfi_10", 20), ("trionfi_13", 30), ("trionfi_15", 40)]
    )
    def test_sto_bene_of_the_winners(self, kind, value):
        assert stake({**LISCIO, "accuse": told(("Ada", kind))}) == 31 + value
        assert stake({**DUE_LOST, "accuse": told(("Ada", kind))}) == -108 - value

    def test_of_the_losers(self):
        for deal, loser in ((LISCIO, "Berto"), (DUE_LOST, "Berto")):
            found = answer({**deal, "accuse": told((loser, "trionfi_15"))})
            assert found["warnings"] == ("accusa_not_counted",)
            assert found["stake"] == stake(deal)

    def test_in_a_draw(self):
        deal = {**LISCIO, "points": 41, "accuse": told(("Ada", "trionfi_10"), ("Cleo", "miseria"))}
        found = answer(deal)
        assert (found["stake"], found["warnings"]) == (0, ("accusa_not_counted",))
        assert found["scores"] == {"Ada": -10, "Berto": -10, "Cleo": 30, "Dino": -10}

    def test_both_warnings_are_sorted(self):
        deal = {**LISCIO, "bagatto_last": "defence", "accuse": told(("Cleo", "trionfi_10"))}
        assert answer(deal)["warnings"] == ("accusa_not_counted", "bonus_ignored")

    def test_a_matto_without_bonus_is_not_ignored(self):
        deal = {**LISCIO, "matto_last": "defence"}
        assert answer(deal)["warnings"] == ("bonus_ignored",)
        assert answer(deal, {"matto_last_bonus": 0})["warnings"] == ()

    def test_who_sits_out_pays_nothing(self):
        deal = {**LISCIO, "out": ["Berto"], "accuse": told(("Ezio", "miseria"))}
        found = answer(deal, {"stake_per_point": 2}, FIVE)
        # 31 each to Ada; Ezio's misery 10 from each of the three others
        scores = {"Ada": 83, "Berto": 0, "Cleo": -41, "Dino": -41, "Ezio": -1}
        assert found["scores"] == scores
        assert found["money"] == {"Ada": 166, "Berto": 0, "Cleo": -82, "Dino": -82, "Ezio": -2}


class TestVerdict:
    def judge(self, players=FOUR, **told):
        return VOLTE.judge(players, VOLTE.read_rules(None), {**LISCIO, **told})

    def test_facts(self):
        verdict = self.judge(dealer="Cleo", note="late")
        assert verdict.facts == DealFacts(
            dealer="Cleo",
            taker="Ada",
            contract="liscio",
            points_x2=94,
            is_made=True,
            margin=6,
            stake=31,
            base=6,
            taker_distance=2,
        )
        assert verdict.roles == {"Ada": "taker"} | dict.fromkeys(FOUR[1:], "defender")

    @pytest.mark.parametrize(("points", "made", "margin"), [(35, False, 6), (41, None, 0)])
    def test_lost_and_drawn(self, points, made, margin):
        facts = self.judge(points=points).facts
        assert (facts.is_made, facts.margin) == (made, margin)

    def test_points_of_the_taker_whoever_was_counted(self):
        assert self.judge(points=None, defence_points=44).facts.points_x2 == 94

    @pytest.mark.parametrize(
        ("points", "side", "chelem"),
        [(91, "taker", "unannounced_made"), (12, "defence", "defence_made")],
    )
    def test_a_cappotto_is_the_slam(self, points, side, chelem):
        assert self.judge(points=points, cappotto=side).facts.chelem == chelem

    def test_accuse_by_who_declared(self):
        accuse = told(("Ada", "trionfi_10"), ("Dino", "miseria"), ("Dino", "miseria_nera"))
        assert dict(self.judge(accuse=accuse).poignees) == {"Ada": 1, "Dino": 2}

    def test_who_sits_out(self):
        verdict = self.judge(FIVE, out=["Cleo"])
        assert list(verdict.roles.values()) == ["taker", "defender", "out", "defender", "defender"]

    def test_void(self):
        deal = {**VOID, "out": ["Cleo"], "dealer": "Cleo"}
        verdict = VOLTE.judge(FIVE, VOLTE.read_rules(None), deal)
        assert verdict.facts == DealFacts(
            kind="void", void_reason="all_pass", dealer="Cleo", stake=0
        )
        assert list(verdict.roles.values()) == ["player", "player", "out", "player", "player"]
        assert verdict.scores == dict.fromkeys(FIVE, 0)
        assert VOLTE.explain(FIVE, VOLTE.read_rules(None), deal) == (
            {"kind": "info", "code": "void", "reason": "all_pass"},
        )


class TestNextDealer:
    def after(self, *deals, players=FOUR):
        return VOLTE.next_dealer(players, VOLTE.read_rules(None), deals, "Ada")

    def void(self, reason, dealer, **more):
        return {"kind": "void", "void_reason": reason, "dealer": dealer, **more}

    def test_the_next_seat(self):
        assert self.after() == "Ada"
        assert self.after({**LISCIO, "dealer": "Ada"}) == "Berto"
        assert self.after({**LISCIO, "dealer": "Dino"}) == "Ada"
        assert self.after(LISCIO, LISCIO) == "Cleo"

    @pytest.mark.parametrize("reason", ["misdeal", "matto_alone"])
    def test_cards_are_dealt_again(self, reason):
        assert self.after(self.void(reason, "Berto")) == "Berto"

    @pytest.mark.parametrize("reason", ["all_pass", "other"])
    def test_the_deal_moves_on(self, reason):
        assert self.after(self.void(reason, "Berto")) == "Cleo"

    @pytest.mark.parametrize("nobody", [None, [], {}])
    def test_nobody_dealt(self, nobody):
        deals = ({**LISCIO, "dealer": "Ada"}, self.void("other", nobody))
        assert self.after(*deals) == "Berto"

    def test_a_dealer_who_sits_out(self):
        deal = self.void("all_pass", "Ezio", out=["Ezio"])
        assert self.after(deal, players=FIVE) == "Ezio"
        played = {**LISCIO, "dealer": "Ezio", "out": ["Ezio"]}
        assert self.after(played, players=FIVE) == "Ada"
