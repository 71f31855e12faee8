"""What the examples of scoring.md §11 do not show. Every expectation is computed by hand."""

import pytest

from clubs.games.french.core.rules import HalfPoints
from clubs.games.french.core.scoring import contract_outcome, round_ratio, round_to
from tests.games.french.core.deals import (
    BY_ANNA,
    FIVE,
    FOUR,
    FRENCH,
    GARDE,
    SIX,
    THREE,
    answer,
    stake,
)


@pytest.mark.parametrize(
    ("value", "unit", "rounded"),
    [
        (165, 10, 170),
        (-165, 10, -170),
        (164, 10, 160),
        (-164, 10, -160),
        (0, 10, 0),
        (4, 10, 0),
        (5, 10, 10),
        (-5, 10, -10),
        (2, 5, 0),
        (3, 5, 5),
        (-3, 5, -5),
        (7, 1, 7),
    ],
)
def test_round_to(value, unit, rounded):
    assert round_to(value, unit) == rounded


@pytest.mark.parametrize(
    ("numerator", "denominator", "unit", "rounded"),
    [
        (27, 2, 1, 14),  # 13.5
        (-27, 2, 1, -14),
        (100, 3, 1, 33),  # 33.33
        (100, 6, 1, 17),  # 16.67
        (210, 6, 10, 40),  # 35
        (-210, 6, 10, -40),
        (15, 6, 5, 5),  # 2.5
        (14, 6, 5, 0),  # 2.33
        (0, 6, 10, 0),
        (10**30 + 1, 2, 1, 5 * 10**29 + 1),  # beyond what a float holds
    ],
)
def test_round_ratio(numerator, denominator, unit, rounded):
    assert round_ratio(numerator, denominator, unit) == rounded


@pytest.mark.parametrize(
    ("mode", "points", "made", "margin"),
    [
        ("winner", 40.5, False, 1),
        ("winner", 41, True, 0),
        ("winner", 41.5, True, 1),
        ("drop", 40.5, False, 0),
        ("drop", 41.5, True, 0),
        ("drop", 39.5, False, 1),
        ("taker", 40.5, True, 0),
        ("taker", 41.5, True, 1),
        ("taker", 39.5, False, 1),
        ("defence", 40.5, False, 1),
        ("defence", 41.5, True, 0),
        ("defence", 42.5, True, 1),
    ],
)
def test_half_points(mode, points, made, margin):
    outcome = contract_outcome(int(points * 2), 2, HalfPoints(mode))

    assert (outcome.is_made, outcome.margin) == (made, margin)


def test_margin_step_rounds_before_the_multiplier():
    # margin 7 → 5 by steps of 5: (25 + 5)·2
    assert stake({**GARDE, "points": 48}, {"margin_step": 5}) == 60
    # margin 4 → 0 by steps of 10: (25 + 0)·2
    assert stake({**GARDE, "points": 45}, {"margin_step": 10}) == 50
    # margin −5 → 10 by steps of 10, the contract failed: −(25 + 10)·2
    assert stake({**GARDE, "points": 36}, {"margin_step": 10}) == -70


def test_fixed_margin_ignored_keeps_the_margin_in_the_result():
    rules = {"base": "fixed-scale", "fixed_margin": "ignore"}

    lines = answer(FOUR, rules, GARDE)["breakdown"]

    assert lines[1] == {"kind": "info", "code": "result", "made": True, "points": 49, "margin": 8}
    assert lines[2] == {
        "kind": "stake",
        "code": "contract",
        "amount": 40,
        "contract": "garde",
        "base": 40,
        "margin": 0,
        "coefficient": 1,
    }


@pytest.mark.parametrize(
    ("camp", "points", "expected"),
    [
        ("attack", 49, 86),  # (25 + 8)·2 = 66, made: + 20
        ("defence", 49, 66),  # made: nothing for the defence
        ("attack", 36, -60),  # −(25 + 5)·2 = −60, failed: nothing for the attack
        ("defence", 36, -80),  # failed: − 20
    ],
)
def test_petit_for_the_winner_only(camp, points, expected):
    deal = {**GARDE, "points": points, "petit_au_bout": camp}

    told = answer(FOUR, {"petit_au_bout": {"mode": "winner_only"}}, deal)

    assert told["stake"] == expected
    assert told["breakdown"][3]["code"] == "petit_au_bout"


def test_petit_of_a_partner_under_personal():
    deal = {**BY_ANNA, "called": ["Bruno"], "petit_au_bout": "attack", "petit_player": "Bruno"}

    told = answer(FIVE, "personal-petit", deal)

    # 66: Anna 132, Bruno 66, the others −66; then 10 from each of four to Bruno.
    assert told["scores"] == {"Anna": 122, "Bruno": 106, "Chloe": -76, "David": -76, "Elsa": -76}
    assert told["breakdown"][-5:] == tuple(
        {
            "kind": "player",
            "code": "petit_personal",
            "player": name,
            "amount": amount,
            "holder": "Bruno",
        }
        for name, amount in [
            ("Anna", -10),
            ("Bruno", 40),
            ("Chloe", -10),
            ("David", -10),
            ("Elsa", -10),
        ]
    )


def test_petit_of_a_defender_who_keeps_it_under_personal():
    deal = {**GARDE, "petit_au_bout": "defence", "petit_player": "Est"}

    # 66; Est gets 10 from each of three
    assert answer(FOUR, "personal-petit", deal)["scores"] == {
        "Nord": 188,
        "Est": -36,
        "Sud": -76,
        "Ouest": -76,
    }


def test_payments_are_not_rounded_and_pass_by_those_who_sit_out():
    rules = {"base": "family", "rounding": 10, "misere": {"value": 7}}
    deal = {**BY_ANNA, "out": ["Bruno"], "miseres": [{"player": "Chloe", "kind": "courts"}]}

    told = answer(FIVE, rules, deal)

    # 66 → 70 a defender: Anna 210; the misère of Chloe 7 from each of three
    assert told["stake"] == 70
    assert told["scores"] == {"Anna": 203, "Bruno": 0, "Chloe": -49, "David": -77, "Elsa": -77}
    assert [line["amount"] for line in told["breakdown"] if line["code"] == "misere"] == [
        -7,
        21,
        -7,
        -7,
    ]


def test_defence_chelem_and_announced_failed_are_not_turned_by_the_result():
    # garde sans with 3 oudlers and 31 points fails by 5: −(25 + 5)·4 = −120; chelem −200
    deal = {**GARDE, "contract": "garde_sans", "oudlers": 3, "points": 31, "chelem": "defence"}
    assert stake(deal) == -320
    # 66, the announced chelem not made −200
    assert stake({**GARDE, "chelem_announced": True}) == -134


def test_petit_chelem_beside_a_failed_contract():
    # prise with 0 oudlers and 50 points fails by 6: −(25 + 6) = −31; petit chelem made +150
    deal = {**GARDE, "contract": "prise", "oudlers": 0, "points": 50, "petit_chelem": "attack"}
    assert stake(deal, "family") == 119


def test_poignees_of_a_side_and_of_a_player():
    # 66 for the contract; both show a single one, 20
    shown = [{"player": "Est", "size": "simple"}, {"player": "Nord", "size": "simple"}]
    failed = {**GARDE, "points": 38}  # −(25 + 3)·2 = −56
    assert stake({**GARDE, "poignees": shown[:1]}, {"poignee_mode": "side"}) == 46
    assert stake({**GARDE, "poignees": shown}, {"poignee_mode": "side"}) == 66
    assert stake({**failed, "poignees": shown[1:]}, {"poignee_mode": "side"}) == -36
    told = answer(FOUR, {"poignee_mode": "personal"}, {**GARDE, "poignees": shown[:1]})
    # 66; 20 from each of three to Est
    assert list(told["scores"].values()) == [178, -6, -86, -86]
    assert told["breakdown"][-3] == {
        "kind": "player",
        "code": "poignee_personal",
        "player": "Est",
        "amount": 60,
        "holder": "Est",
        "size": "simple",
    }


class TestMiseresInTheStake:
    """66 for a garde with 2 oudlers and 49 points; the house adds 10."""

    @staticmethod
    def stake_of(player, points=49, players=FOUR, deal=GARDE, **misere):
        told = {**deal, "points": points, "miseres": [{"player": player, "kind": "courts"}]}
        return stake(told, {"misere": {"enabled": True, **misere}}, players)

    def test_for_the_side_of_who_declared_it(self):
        assert self.stake_of("Nord", mode="side") == 76
        assert self.stake_of("Est", mode="side") == 56
        # 38 for 41: −(25 + 3)·2 = −56
        assert self.stake_of("Nord", points=38, mode="side") == -46

    def test_a_partner_is_of_the_attack_and_a_card_in_the_dog_makes_none(self):
        called = {**BY_ANNA, "called": ["Bruno"]}
        alone = {**BY_ANNA, "called": [None]}
        assert self.stake_of("Bruno", players=FIVE, deal=called, mode="side") == 76
        assert self.stake_of("Bruno", players=FIVE, deal=alone, mode="side") == 56

    def test_for_the_side_that_wins(self):
        assert self.stake_of("Est", mode="winner") == 76
        assert self.stake_of("Nord", points=38, mode="winner") == -66

    def test_multiplied(self):
        assert self.stake_of("Nord", mode="side", multiplied=True) == 86
        assert self.stake_of("Nord", multiplied=True) == 66  # between players: as it was

    def test_nothing_is_multiplied_on_the_fixed_scale(self):
        # garde 40 + 8
        told = {**GARDE, "miseres": [{"player": "Nord", "kind": "courts"}]}
        rules = {"enabled": True, "mode": "side", "multiplied": True}
        assert stake(told, {"base": "fixed-scale", "misere": rules}) == 58


def test_zero_stake():
    # base 0, just made: 0; everybody scores 0
    told = answer(FOUR, {"base_value": 0}, {**GARDE, "points": 41})
    assert (told["stake"], set(told["scores"].values())) == (0, {0})


def test_shares_of_six_with_other_weights():
    # 66 for two partners and three defenders: pool 198; 4/6 = 132, 1/6 = 33, the taker 33
    deal = {**BY_ANNA, "called": ["Bruno", "Chloe"]}
    told = answer(SIX, {"call_weights": {"6": [4, 1]}}, deal)
    assert list(told["scores"].values()) == [33, 132, 33, -66, -66, -66]


def test_one_partner_with_both_cards_takes_the_larger_weight():
    # pool 66·4 = 264; the second card weighs more: 3/6 = 132
    deal = {**BY_ANNA, "called": ["Bruno", "Bruno"]}
    told = answer(SIX, {"call_weights": {"6": [2, 3]}}, deal)
    assert list(told["scores"].values()) == [132, 132, -66, -66, -66, -66]


def test_partner_share_rounded_to_ten():
    # 25 → 30 a defender, pool 90; 2/6 = 30, 1/6 = 15 → 20, the taker 40
    deal = {**BY_ANNA, "contract": "prise", "points": 41, "called": ["Bruno", "Chloe"]}
    told = answer(SIX, "rounded-10", deal)
    assert list(told["scores"].values()) == [40, 30, 20, -30, -30, -30]


def test_breakdown_of_everything():
    """Anna, garde with Bruno, 50.5 for 41: margin 10, (25 + 10)·2 = 70; the rest by its line."""
    rules = {"base": "family", "rounding": 10, "petit_au_bout": {"mode": "flat", "value": 7}}
    deal = {
        **BY_ANNA,
        "points": 50.5,
        "called": ["Bruno"],
        "petit_au_bout": "defence",
        "poignees": [{"player": "Chloe", "size": "double"}],
        "petit_chelem_announced": True,
        "miseres": [{"player": "Anna", "kind": "trumps"}],
        "out": ["Farid"],
    }

    told = answer(SIX, rules, deal)

    # 70 − 7 + 40 − 150 = −47 → −50; pool −150: Bruno −50, Anna −100; then 10 from four to Anna
    assert told == {
        "scores": {"Anna": -60, "Bruno": -60, "Chloe": 40, "David": 40, "Elsa": 40, "Farid": 0},
        "stake": -50,
        "breakdown": (
            {"kind": "info", "code": "threshold", "oudlers": 2, "needed": 41},
            {"kind": "info", "code": "result", "made": True, "points": 50.5, "margin": 10},
            {
                "kind": "stake",
                "code": "contract",
                "amount": 70,
                "contract": "garde",
                "base": 25,
                "margin": 10,
                "coefficient": 2,
            },
            {
                "kind": "stake",
                "code": "petit_au_bout",
                "amount": -7,
                "camp": "defence",
                "coefficient": 1,
            },
            {"kind": "stake", "code": "poignee", "amount": 40, "player": "Chloe", "size": "double"},
            {
                "kind": "stake",
                "code": "petit_chelem",
                "amount": -150,
                "outcome": "announced_failed",
            },
            {"kind": "stake", "code": "rounding", "amount": -3, "unit": 10},
            *(
                {
                    "kind": "player",
                    "code": "share",
                    "player": player,
                    "amount": amount,
                    "role": role,
                    "sixths": sixths,
                }
                for player, amount, role, sixths in [
                    ("Anna", -100, "taker", 4),
                    ("Bruno", -50, "partner", 2),
                    ("Chloe", 50, "defender", 0),
                    ("David", 50, "defender", 0),
                    ("Elsa", 50, "defender", 0),
                    ("Farid", 0, "out", 0),
                ]
            ),
            *(
                {
                    "kind": "player",
                    "code": "misere",
                    "player": player,
                    "amount": amount,
                    "declarer": "Anna",
                    "misere": "trumps",
                }
                for player, amount in [
                    ("Anna", 40),
                    ("Bruno", -10),
                    ("Chloe", -10),
                    ("David", -10),
                    ("Elsa", -10),
                ]
            ),
        ),
        "warnings": ("misere_taker",),
    }


@pytest.mark.parametrize(
    ("camp", "announced", "outcome"),
    [
        ("attack", True, {"amount": 400, "outcome": "announced_made"}),
        ("attack", False, {"amount": 200, "outcome": "unannounced_made"}),
        (None, True, {"amount": -200, "outcome": "announced_failed"}),
    ],
)
def test_chelem_line(camp, announced, outcome):
    deal = {**GARDE, "points": 87, "chelem": camp, "chelem_announced": announced}

    line = answer(FOUR, "fft", deal)["breakdown"][3]

    assert line == {"kind": "stake", "code": "chelem", **outcome}


def test_breakdown_of_a_void_deal():
    void = {"kind": "void", "void_reason": "petit_sec", "dealer": "Est"}

    assert answer(FOUR, "rounded-10", void) == {
        "scores": dict.fromkeys(FOUR, 0),
        "stake": 0,
        "breakdown": ({"kind": "info", "code": "void", "reason": "petit_sec"},),
        "warnings": (),
    }


def test_petit_has_no_line_under_none():
    told = answer(FOUR, {"petit_au_bout": {"mode": "none"}}, {**GARDE, "petit_au_bout": "attack"})
    assert [line["code"] for line in told["breakdown"]] == [
        "threshold",
        "result",
        "contract",
        *["share"] * 4,
    ]


def test_three_players():
    # 45.5 for 41: 4½ → 5; (25 + 5)·2 = 60 from each of two
    told = answer(THREE, None, {**BY_ANNA, "points": 45.5})
    assert told["scores"] == {"Anna": 120, "Bruno": -60, "Chloe": -60}


class TestVerdict:
    def test_played(self):
        verdict = FRENCH.judge(
            FIVE,
            FRENCH.read_rules({"margin_step": 5}),
            {**BY_ANNA, "points": 48.5, "called": ["Bruno"], "dealer": "Elsa"},
        )

        # 7½ → 8, by steps of 5 → 10: (25 + 10)·2 = 70
        assert verdict.scores == {"Anna": 140, "Bruno": 70, "Chloe": -70, "David": -70, "Elsa": -70}
        assert verdict.roles == {
            "Anna": "taker",
            "Bruno": "partner",
            "Chloe": "defender",
            "David": "defender",
            "Elsa": "defender",
        }
        facts = verdict.facts
        assert (facts.kind, facts.void_reason, facts.dealer) == ("played", None, "Elsa")
        assert (facts.taker, facts.contract, facts.oudlers) == ("Anna", "garde", 2)
        assert (facts.points_x2, facts.is_made, facts.margin, facts.stake) == (97, True, 10, 70)
        assert verdict.warnings == ()

    def test_void(self):
        verdict = FRENCH.judge(
            FIVE,
            FRENCH.read_rules(None),
            {"kind": "void", "void_reason": "misdeal", "dealer": "Elsa", "out": ["Elsa"]},
        )

        assert verdict.scores == dict.fromkeys(FIVE, 0)
        assert list(verdict.roles.values()) == ["player"] * 4 + ["out"]
        facts = verdict.facts
        assert (facts.kind, facts.void_reason, facts.dealer) == ("void", "misdeal", "Elsa")
        assert (facts.taker, facts.is_made, facts.margin, facts.stake) == (None, None, None, 0)


VOID = {"kind": "void", "void_reason": "all_pass"}


class TestNextDealer:
    def after(self, *deals, rules=None, first="Nord", players=FOUR):
        return FRENCH.next_dealer(players, FRENCH.read_rules(rules), deals, first)

    def test_first(self):
        assert self.after(first="Sud") == "Sud"

    def test_following_seat_and_round_the_table(self):
        assert self.after({**GARDE, "dealer": "Nord"}) == "Est"
        assert self.after({**GARDE, "dealer": "Ouest"}) == "Nord"

    def test_a_deal_without_dealer_was_dealt_by_whose_turn_it_was(self):
        assert self.after(GARDE, GARDE, GARDE) == "Ouest"

    def test_passed_out_moves_on(self):
        assert self.after({**VOID, "dealer": "Nord"}) == "Est"

    def test_misdeal(self):
        misdeal = {"kind": "void", "void_reason": "misdeal", "dealer": "Nord"}
        assert self.after(misdeal) == "Nord"
        assert self.after(misdeal, rules={"misdeal_dealer": "next"}) == "Est"

    def test_a_record_made_by_mistake_does_not_move_the_turn(self):
        mistake = {"kind": "void", "void_reason": "other"}
        assert self.after({**GARDE, "dealer": "Est"}, mistake) == "Sud"
        assert self.after(mistake) == "Nord"

    def test_void_while_the_dealer_sits_out(self):
        void = {**VOID, "dealer": "Elsa", "out": ["Elsa"]}
        assert self.after(void, first="Anna", players=FIVE) == "Elsa"
        assert self.after({**void, "out": ["Anna"]}, first="Anna", players=FIVE) == "Anna"

    def test_played_while_the_dealer_sits_out(self):
        rests = {**BY_ANNA, "dealer": "Elsa", "out": ["Elsa"]}
        assert self.after(rests, first="Anna", players=FIVE) == "Anna"

    def test_a_substitute_takes_over_the_turn(self):
        before = {**GARDE, "dealer": "Zoe", "players": ["Nord", "Zoe", "Sud", "Ouest"]}
        assert self.after(before) == "Sud"
