"""The calculation of a volte deal, line by line, and what its record says."""

import json

import pytest

from clubs.choices import void_label
from clubs.core.games import get_game
from clubs.games.volte.queries.settings import VOLTE_SETTINGS
from clubs.games.volte.queries.teller import VolteTeller
from clubs.queries.deals.breakdown import result_text
from clubs.queries.deals.marks import Mark
from clubs.queries.deals.rules import rules_brief
from clubs.queries.deals.stories import LineKind
from clubs.queries.games import WORDS
from tests.paths import DATA

pytestmark = pytest.mark.usefixtures("in_english")

EXAMPLES = DATA / "tarocco_volte_public.jsonl"
FOUR = ["Ada", "Berto", "Cleo", "Dino"]
NAMES = {name: name for name in [*FOUR, "Ezio"]}
V01 = {"taker": "Ada", "contract": "liscio", "honours": 2, "points": 47}  # (6+25)·1 = 31


def calculation(rules: object = None, players: list[str] = FOUR, **deal: object):
    game = get_game("volte")
    profile = game.read_rules(rules)
    lines = game.explain(players, profile, deal)
    return VolteTeller().calculation(lines, deal, profile, NAMES)


def told(rules: object = None, players: list[str] = FOUR, **deal: object):
    """Label, small line, amount and factor of each line."""
    return [
        (line.label, line.small, line.amount, line.times)
        for line in calculation(rules, players, **deal)
    ]


class TestCalculation:
    def test_v03_the_bagatto_inside_the_target(self):
        deal = {"taker": "Ada", "contract": "quattro", "honours": 2, "points": 45}

        lines = told(**deal, bagatto_last="taker")

        assert lines == [
            ("Bagatto last for the taker", "Counted with the points of the taker.", 10, None),
            ("2 honours at the start: target 41", "45 + 10 = 55, 14 more", 14, None),
            ("Base 14 + premium 100, contract won", "", 114, None),
            ("Four times: × 4", "", 114, 4),
            ("Value of the deal", "Each defender pays this.", 456, None),
            ("Ada, taker", "3 shares", 1368, None),
            ("Berto, Cleo, Dino", "defence, 1 share each", -456, None),
        ]

    def test_v17_declarations_of_both_kinds(self):
        deal = {"taker": "Berto", "contract": "due", "honours": 1, "points": 47}
        accuse = [
            {"player": "Ada", "kind": "trionfi_10"},
            {"player": "Cleo", "kind": "miseria_nera"},
        ]

        lines = told(**deal, accuse=accuse)

        assert lines == [
            ("1 honour at the start: target 51", "47 points made, 4 short", -4, None),
            ("Base 4 + premium 50, contract lost", "", -54, None),
            ("Two times: × 2", "", -54, 2),
            (
                "Ada is well: 10 trumps",
                "It counts for the side that wins only.",
                -20,
                None,
            ),
            ("Value of the deal", "Each defender gets this.", -128, None),
            ("Berto, taker", "3 shares", -384, None),
            ("Ada, Cleo, Dino", "defence, 1 share each", 128, None),
            ("Black misery of Cleo", "10 from each other player", 30, None),
            ("Ada in all", "", 118, None),
            ("Berto in all", "", -394, None),
            ("Cleo in all", "", 158, None),
            ("Dino in all", "", 118, None),
        ]

    def test_v10_the_premium_after_multiplying(self):
        deal = {"taker": "Berto", "contract": "due", "honours": 1, "points": 47}

        assert told("volte-scaled", **deal)[1:5] == [
            ("Base 4, contract lost", "", -4, None),
            ("Two times: × 2", "", -4, 2),
            ("Premium of the contract", "Added after multiplying.", -50, None),
            ("Value of the deal", "Each defender gets this.", -58, None),
        ]

    def test_v14_a_base_below_nothing(self):
        deal = {"taker": "Ada", "contract": "quattro", "honours": 2, "points": 47}

        assert told("volte-tarot", **deal, bagatto_last="defence")[:5] == [
            (
                "Bagatto last for the defence",
                "Added to the base; it does not change who won.",
                -10,
                None,
            ),
            ("2 honours at the start: target 41", "47 points made, 6 more", 6, None),
            (
                "Base −4, contract won",
                "A difference of 6, and −10 in the last trick",
                -4,
                None,
            ),
            ("Four times: × 4", "", -4, 4),
            ("Premium of the contract", "Added after multiplying.", 100, None),
        ]

    @pytest.mark.parametrize(
        ("points", "small"),
        [(47, "All points of the taker: 47"), (40, "All points of the defence: 51")],
    )
    def test_v11_all_points_of_the_winning_side(self, points, small):
        lines = told("volte-totals", **{**V01, "points": points})

        assert lines[1][1] == small

    def test_v06_a_draw_pays_nothing(self):
        deal = {"taker": "Ada", "contract": "quattro", "honours": 1, "points": 51}

        assert told(**deal)[:3] == [
            ("1 honour at the start: target 51", "51 points made, exactly: a draw", 0, None),
            ("Draw: no premium, nothing is multiplied", "", 0, None),
            ("Value of the deal", "", 0, None),
        ]

    def test_v23_a_cappotto_of_the_defence(self):
        deal = {"taker": "Ada", "contract": "due", "honours": 0, "points": 12}

        paid, unpaid = (
            told({"base": "volte", "cappotto_defence": pays}, **deal, cappotto="defence")[3]
            for pays in (True, False)
        )

        assert paid == ("Cappotto of the defence", "Never multiplied.", -500, None)
        assert unpaid == ("Cappotto of the defence", "Not counted by these rules.", 0, None)

    def test_v27_a_bonus_that_the_rules_do_not_count(self):
        assert told(**V01, bagatto_last="defence")[0] == (
            "Bagatto last for the defence",
            "Not counted by these rules.",
            0,
            None,
        )

    def test_who_sits_out_rests(self):
        last = calculation(players=[*FOUR, "Ezio"], out=["Ezio"], **V01)[-1]

        assert (last.label, last.small, last.kind) == ("Ezio", "rests", LineKind.RESTS)

    def test_every_example_adds_up(self):
        """Parts make the value, shares and payments the scores, as tarocco_volte.md §6 has them."""
        seen = 0
        for line in EXAMPLES.read_text().splitlines():
            example = json.loads(line)
            if "error" in example["expect"]:
                continue
            lines = calculation(example.get("rules"), example["players"], **example["deal"])
            if example["deal"].get("kind") == "void":
                assert lines == ()
                continue
            (value,) = [one.amount for one in lines if one.kind == LineKind.SUM]
            assert value == example["expect"]["stake"], example["id"]
            scores = example["expect"]["scores"]
            totals = {one.label: one.amount for one in lines if one.kind == LineKind.SCORE}
            for name, score in scores.items():
                assert totals.get(f"{name} in all", score) == score, example["id"]
            seen += 1
        assert seen == 33


class TestWords:
    def test_what_a_record_says(self):
        record = {
            **V01,
            "bagatto_last": "taker",
            "cappotto": "defence",
            "accuse": [{"player": "Cleo", "kind": "miseria"}],
            "dealer": "Dino",
            "out": ["Ezio"],
            "note": "bene",
        }

        assert [(told.label, told.value) for told in VolteTeller().told(record, NAMES)] == [
            ("Taker", "Ada"),
            ("Contract", "Plain"),
            ("Honours at the start", "2"),
            ("Points of the taker", "47"),
            ("Bagatto last", "taker"),
            ("Cappotto", "defence"),
            ("Declarations", "Misery of Cleo"),
            ("Sitting out", "Ezio"),
            ("Dealer", "Dino"),
            ("Note", "bene"),
        ]

    def test_what_a_void_deal_says(self):
        record = {"kind": "void", "void_reason": "matto_alone", "dealer": "Ada"}

        assert [(told.label, told.value) for told in VolteTeller().told(record, NAMES)] == [
            ("Void", "Matto as the only trump"),
            ("Dealer", "Ada"),
        ]
        assert void_label("matto_alone") == "Matto as the only trump"
        assert void_label("petit_sec") == "Petit sec"

    def test_marks_of_a_deal(self):
        record = {
            **V01,
            "matto_last": "defence",
            "accuse": [
                {"player": "Cleo", "kind": "miseria_nera"},
                {"player": "Ada", "kind": "trionfi_15"},
            ],
        }

        assert VolteTeller().marks(record, NAMES) == (
            Mark("excuse", "Matto captured last", "Matto captured last by the defence"),
            Mark("hand", "declaration", "Black misery of Cleo; Ada is well: 15 trumps"),
        )
        assert VolteTeller().marks(V01, NAMES) == ()

    def test_contracts(self):
        teller, rules = VolteTeller(), get_game("volte").read_rules(None)

        told = [
            (teller.contract_label(code), teller.short_contract(code), teller.pips(code, rules))
            for code in ("liscio", "due", "quattro", "otto", "dodici")
        ]

        assert told == [
            ("Plain", "Plain", 1),
            ("Two times", "Two", 2),
            ("Four times", "Four", 4),
            ("Eight times", "Eight", 8),
            ("Twelve times", "Twelve", 0),
        ]

    @pytest.mark.parametrize(
        ("made", "margin", "words"),
        [
            (True, 6, "made by 6"),
            (False, 4, "down by 4"),
            (None, 0, "draw"),
            (None, None, ""),
        ],
    )
    def test_how_it_ended(self, made, margin, words):
        assert result_text(made, margin) == words


class TestRules:
    def test_the_default_profile_setting_by_setting(self):
        told = {
            line.key: line.value for line in VOLTE_SETTINGS.told(get_game("volte").read_rules(None))
        }

        assert told == {
            "contracts": "Plain × 1, premium 25, Two × 2, premium 50, Four × 4, premium 100,"
            " Eight × 8, premium 200, Twelve × 12, premium 300",
            "counted_points": "those beyond the target, or short of it",
            "premium_timing": "added before multiplying: by 6 at two times (6 + 50) × 2 = 112",
            "bonus_in_target": "counted with the points that are compared with the target",
            "bonus_scope": "only the taker",
            "matto_last_bonus": "5",
            "sto_bene_mode": "only for the side that wins the deal",
            "miseria_mode": "for the player who declares, from the others",
            "cappotto_defence": "500 for either side, never multiplied",
            "target_without_honours": "36 with 3 honours, 41 with 2, 51 with 1, 56 with none",
        }

    def test_every_setting_has_a_line_that_changes_with_it(self):
        game = get_game("volte")
        other = {
            "counted_points": "totals",
            "premium_timing": "after",
            "bonus_in_target": False,
            "bonus_scope": "both",
            "matto_last_bonus": 0,
            "sto_bene_mode": "individual",
            "miseria_mode": "winners",
            "cappotto_defence": False,
            "target_without_honours": 52,
        }
        usual = VOLTE_SETTINGS.by_key(game.read_rules(None))

        for name, value in other.items():
            told = VOLTE_SETTINGS.told(game.read_rules({"base": "volte", name: value}))
            assert [line.key for line in told if line.value != usual[line.key]] == [name]

    def test_in_a_line(self):
        game = get_game("volte")

        told = [rules_brief(game.read_rules(name), "volte") for name in (None, "volte-scaled")]

        assert told == [
            "As the game is printed",
            "Premium: added after multiplying: by 6 at two times 6 × 2 + 50 = 62",
        ]


class TestHelp:
    PRINTED = "“Tarocco francese”, the collection at spazioinwind.libero.it/carte"

    def help_of(self, name: str, rules: object = None):
        return WORDS["volte"].help(get_game("volte").read_rules(rules), 4)[name]

    def test_honours_are_those_of_the_start(self):
        told = self.help_of("honours")

        assert "in the taker’s hand as it was dealt" in told.text
        assert "56 with none" in told.text
        assert told.source == self.PRINTED

    def test_other_rules_are_named(self):
        told = self.help_of("contract", "volte-scaled")

        assert "The points are multiplied, then the premium is added." in told.text
        assert told.source == "Rules of this session: Premium added after multiplying"

    def test_every_field_has_help(self):
        told = WORDS["volte"].help(get_game("volte").read_rules(None), 4)

        assert sorted(told) == [
            "accuse",
            "bagatto_last",
            "cappotto",
            "contract",
            "dealer",
            "honours",
            "matto_last",
            "out",
            "points",
            "taker",
        ]
        assert all(one.text and one.source == self.PRINTED for one in told.values())
