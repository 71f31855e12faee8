"""Profiles in plain words, and which there are for a club."""

from uuid import uuid4

import pytest

from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.queries.deals.rules import (
    available_rules,
    built_in_rules,
    changed_rows,
    find_offer,
    free_rules_name,
    profile_version,
    rules_summary,
)
from clubs.queries.deals.stories import ToldChange
from clubs.services.deals.rules import save_rules

pytestmark = pytest.mark.usefixtures("in_english")


def read(value):
    return get_game("french").read_rules(value)


def save(club, seen=0, **rules):
    told = {"name": "dole", "title": "Dole", **rules}
    return save_rules(club.actor("Charlie"), club.club, told, seen_version=seen, request_id=uuid4())


class TestRulesSummary:
    def test_every_setting_of_the_fft(self):
        rows = rules_summary({"base": "fft"})

        assert [(row.label, row.value) for row in rows] == [
            ("Contracts", "Prise × 1, Garde × 2, Garde sans × 4, Garde contre × 6"),
            ("Value of a contract", "25 plus the difference, times the contract"),
            ("Half points (3 or 5 players)", "to the side that wins"),
            ("Difference", "point by point"),
            ("Petit at the end", "10, times the contract"),
            ("Handfuls", "single 20, double 30, triple 40"),
            ("Trumps to show with 3", "13, 15, 18"),
            ("Trumps to show with 4", "10, 13, 15"),
            ("Trumps to show with 5", "8, 10, 13"),
            ("Trumps to show with 6", "7, 9, 11"),
            (
                "Slam",
                "announced 400, not announced 200, announced and failed −200,"
                " made by the defence −200",
            ),
            ("Small slam", "not counted"),
            ("Misère", "not counted"),
            ("Scores", "exact"),
            ("Called card with 5", "its holder gets one third"),
            ("Called cards with 6", "two cards, their holders get one third and one sixth"),
            ("Holder of both called cards", "the share of the higher card"),
            ("Waiting bid", "not allowed"),
            ("After a misdeal", "the same dealer again"),
        ]
        assert not any(row.differs for row in rows)

    @pytest.mark.parametrize(
        ("changes", "differing"),
        [
            ({"base_value": 20}, ["20 plus the difference, times the contract"]),
            ({"multipliers": {"prise": None}}, ["Garde × 2, Garde sans × 4, Garde contre × 6"]),
            ({"half_points": "taker"}, ["to the taker"]),
            ({"margin_step": 5}, ["rounded to 5 points"]),
            ({"rounding": 10}, ["rounded to 10"]),
            ({"petit_au_bout": {"mode": "flat"}}, ["10, whatever the contract"]),
            ({"petit_au_bout": {"mode": "none"}}, ["not counted"]),
            (
                {"petit_au_bout": {"mode": "winner_only"}},
                ["10, times the contract, only for the side that wins"],
            ),
            (
                {"petit_au_bout": {"mode": "personal", "value": 5}},
                ["5 from each player to the one who played it"],
            ),
            ({"poignee_trumps": {"4": [9, 12, 14]}}, ["9, 12, 14"]),
            (
                {"petit_chelem": {"enabled": True}},
                ["announced 300, not announced 150, announced and failed −150"],
            ),
            ({"defence_chelem": {"enabled": True}}, ["made −400, failed 200"]),
            ({"petit_chelem": {"announced": 500}}, []),  # not enabled: says nothing
            (
                {"poignee_mode": "side"},
                ["single 20, double 30, triple 40, to the side that showed it"],
            ),
            ({"misere": {"enabled": True, "value": 20}}, ["20 from each other player"]),
            (
                {"misere": {"enabled": True, "mode": "side"}},
                ["10 to the side of the player who declared it"],
            ),
            (
                {"misere": {"enabled": True, "mode": "winner", "multiplied": True}},
                ["10, times the contract, to the side that wins"],
            ),
            ({"call_weights": {"5": []}}, ["none, the taker plays alone"]),
            ({"call_weights": {"5": [3]}}, ["its holder gets half"]),
            ({"call_weights": {"6": [4]}}, ["one card, its holder gets two thirds"]),
            ({"call_weights": {"6": []}}, ["none, the taker plays alone"]),
            ({"double_call_share": "sum"}, ["the shares of both cards"]),
            ({"parole": True}, ["allowed"]),
            ({"asked": {"called_cards": True}}, ["asked, may be left out"]),
            ({"misdeal_dealer": "next"}, ["the next dealer"]),
            ({"fixed_values": {"garde": 50}}, []),  # of the other scale
            (
                {"scale": "fixed", "fixed_margin": "ignore"},
                [
                    "Prise 10, Pousse 20, Garde 40, Garde sans 80, Garde contre 160",
                    "fixed, whatever the difference",
                ],
            ),
        ],
        ids=str,
    )
    def test_what_differs_is_marked(self, changes, differing):
        rows = rules_summary(changes)

        assert [row.value for row in rows if row.differs] == differing

    def test_rules_that_are_not_sound(self):
        with pytest.raises(DealRefused):
            rules_summary({"rounding": 7})


class TestAvailableRules:
    def test_the_built_in_ones_with_a_line_each(self):
        assert [(offer.name, offer.title, offer.brief) for offer in built_in_rules()] == [
            ("fft", "FFT official rules", "As the French federation plays it"),
            (
                "flat-petit",
                "Petit at the end not multiplied",
                "Petit at the end: 10, whatever the contract",
            ),
            (
                "personal-petit",
                "Petit at the end between players",
                "Petit at the end: 10 from each player to the one who played it",
            ),
            (
                "poignee-20-40-60",
                "Handfuls at 20, 40 and 60",
                "Handfuls: single 20, double 40, triple 60",
            ),
            (
                "contre-8",
                "Garde contre multiplied by 8",
                "Contracts: Prise × 1, Garde × 2, Garde sans × 4, Garde contre × 8",
            ),
            (
                "garde-minimum",
                "Garde as lowest contract",
                "Contracts: Garde × 2, Garde sans × 4, Garde contre × 6",
            ),
            (
                "fixed-scale",
                "Fixed values",
                "Contracts: Prise 10, Pousse 20, Garde 40, Garde sans 80, Garde contre 160"
                " · Value of a contract: fixed, plus the difference",
            ),
            ("rounded-10", "Scores rounded to 10", "Scores: rounded to 10"),
            (
                "family",
                "Family rules",
                "Handfuls: single 20, double 40, triple 60"
                " · Small slam: announced 300, not announced 150, announced and failed −150"
                " · Misère: 10 from each other player · Waiting bid: allowed",
            ),
        ]

    def test_the_newest_version_of_each_own_one(self, club, django_assert_num_queries):
        save(club)
        save(club, seen=1, rounding=10)
        save(club, name="alpha", title="alpha")

        with django_assert_num_queries(1):
            offers = available_rules(club.club)

        own = [(o.name, o.title, o.version, o.brief) for o in offers if o.is_own]
        assert own == [
            ("alpha", "alpha", 1, "As the French federation plays it"),
            ("dole", "Dole", 2, "Scores: rounded to 10"),
        ]
        assert len(offers) == 11
        assert [o.name for o in available_rules(club.other) if o.is_own] == []


class TestProfileVersion:
    def test_an_earlier_version(self, club):
        save(club)
        save(club, seen=1, rounding=10)

        assert profile_version(club.club, "french", "dole", 1).to_json()["rounding"] == 1
        assert profile_version(club.club, "french", "dole", 3) is None


def test_find_offer():
    offers = built_in_rules()

    assert find_offer(offers, "family") == offers[-1]
    assert find_offer(offers, "dole") is None


def test_changed_rows():
    before = read({"title": "Dole"})
    after = read({"title": "Dôle", "rounding": 10, "call_weights": {"6": []}})

    assert changed_rows(before, after) == [
        ToldChange("Title", "Dole", "Dôle"),
        ToldChange("Scores", "exact", "rounded to 10"),
        ToldChange(
            "Called cards with 6",
            "two cards, their holders get one third and one sixth",
            "none, the taker plays alone",
        ),
        ToldChange("Holder of both called cards", "the share of the higher card", ""),
    ]


@pytest.mark.parametrize(
    ("title", "taken", "name"),
    [
        ("Règle d’été", [], "regle-dete"),
        ("Dole", ["dole", "dole-2"], "dole-3"),
        ("!?", [], "house-rules"),
        ("preview", [], "preview-2"),
        ("x" * 80, [], "x" * 60),
    ],
)
def test_free_rules_name(title, taken, name):
    assert free_rules_name(title, taken) == name
