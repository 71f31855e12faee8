"""What statistics are told of a deal, beside scores and roles."""

import pytest

from clubs.core.interfaces import Verdict
from tests.games.french.core.deals import FIVE, FOUR, FRENCH, GARDE, SIX


def judge(players: list[str], **told: object) -> Verdict:
    return FRENCH.judge(players, FRENCH.read_rules("fft"), {**GARDE, **told})


class TestTakerDistance:
    @pytest.mark.parametrize(
        ("dealer", "place"), [("Nord", 4), ("Est", 3), ("Sud", 2), ("Ouest", 1)]
    )
    def test_who_sits_next_to_the_dealer_speaks_first(self, dealer, place):
        assert judge(FOUR, dealer=dealer).facts.taker_distance == place

    def test_who_rests_does_not_speak(self):
        verdict = judge(FIVE, taker="Chloe", dealer="Anna", out=["Anna"])

        assert verdict.facts.taker_distance == 2  # after Bruno

    def test_a_table_of_six_with_two_at_rest(self):
        verdict = judge(SIX, taker="Anna", dealer="Elsa", out=["Elsa", "Farid"])

        assert verdict.facts.taker_distance == 1

    def test_unknown_where_nobody_knows_who_dealt(self):
        assert judge(FOUR).facts.taker_distance is None


class TestFeats:
    def test_none(self):
        verdict = judge(FOUR)

        assert (verdict.facts.petit_au_bout, verdict.facts.chelem) == (None, None)
        assert dict(verdict.poignees) == {}

    @pytest.mark.parametrize("camp", ["attack", "defence"])
    def test_petit_au_bout(self, camp):
        assert judge(FOUR, petit_au_bout=camp).facts.petit_au_bout == camp

    @pytest.mark.parametrize(
        ("told", "outcome"),
        [
            ({"oudlers": 3, "points": 91, "chelem": "attack"}, "unannounced_made"),
            (
                {"oudlers": 3, "points": 91, "chelem": "attack", "chelem_announced": True},
                "announced_made",
            ),
            ({"chelem_announced": True}, "announced_failed"),
            ({"oudlers": 0, "points": 5, "chelem": "defence"}, "defence_made"),
        ],
    )
    def test_chelem(self, told, outcome):
        assert judge(FOUR, **told).facts.chelem == outcome

    @pytest.mark.parametrize(
        ("told", "outcome"),
        [
            ({"oudlers": 0, "points": 5, "chelem": "defence"}, "defence_bid_made"),
            ({}, "defence_bid_lost"),
        ],
    )
    def test_a_slam_that_the_defence_announced(self, told, outcome):
        rules = FRENCH.read_rules({"defence_chelem": {"enabled": True}})
        deal = {**GARDE, **told, "chelem_defence_announced": True}

        assert FRENCH.judge(FOUR, rules, deal).facts.chelem == outcome

    @pytest.mark.parametrize(
        ("asked", "told", "side", "tells"),
        [
            (True, {}, None, False),
            (False, {"which_oudlers": ["petit", "excuse"]}, "attack", True),
            (False, {"which_oudlers": ["twenty_one", "excuse"]}, "defence", True),
            (True, {"oudlers": 0}, "defence", True),  # nobody names none
            (True, {"oudlers": 3}, "attack", True),
            (False, {"oudlers": 3}, None, False),
            (False, {"parole": ["Est"]}, None, True),
        ],
    )
    def test_which_side_had_the_petit(self, asked, told, side, tells):
        rules = FRENCH.read_rules({"asked": {"which_oudlers": asked}})
        facts = FRENCH.judge(FOUR, rules, {**GARDE, **told}).facts

        assert (facts.petit_side, facts.tells) == (side, tells)

    def test_poignees_by_who_showed_them(self):
        shown = [{"player": name, "size": "simple"} for name in ("Nord", "Sud")]

        assert dict(judge(FOUR, poignees=shown).poignees) == {"Nord": 1, "Sud": 1}


def test_a_void_deal_has_none_of_it():
    void = {"kind": "void", "void_reason": "all_pass", "dealer": "Nord"}
    facts = FRENCH.judge(FOUR, FRENCH.read_rules("fft"), void).facts

    assert (facts.taker_distance, facts.petit_au_bout, facts.chelem) == (None, None, None)
