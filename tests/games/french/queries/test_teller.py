"""The calculation of a deal, line by line, and what its record says."""

import json

import pytest

from clubs.core.games import get_game
from clubs.games.french.queries.teller import FrenchTeller
from clubs.queries.deals.marks import Mark
from clubs.queries.deals.stories import LineKind
from tests.paths import DATA

pytestmark = pytest.mark.usefixtures("in_english")

EXAMPLES = DATA / "deals_public.jsonl"
FOUR = ["Nord", "Est", "Sud", "Ouest"]
FIVE = ["Anna", "Bruno", "Chloé", "David", "Élise"]
SIX = [*FIVE, "Farid"]
GARDE = {"taker": "Nord", "contract": "garde", "oudlers": 2, "points": 49}  # (25+8)·2 = 66


def names(players: list[str]) -> dict[str, str]:
    """Table names; here a player is called as in the record."""
    return {player: player for player in players}


def calculation(players: list[str], rules: object, **deal: object):
    game = get_game("french")
    profile = game.read_rules(rules)
    lines = game.explain(players, profile, deal)
    return FrenchTeller().calculation(lines, deal, profile, names(players))


def told(players: list[str], rules: object, **deal: object) -> list[tuple[object, ...]]:
    """Label, small line, amount and factor of each line."""
    return [
        (line.label, line.small, line.amount, line.times)
        for line in calculation(players, rules, **deal)
    ]


class TestCalculation:
    def test_a_deal_at_five_as_in_the_mockup(self):
        lines = told(
            FIVE,
            "fft",
            taker="Anna",
            called=["Bruno"],
            contract="garde_sans",
            oudlers=2,
            points=35,
            petit_au_bout="defence",
        )

        # 41 − 35 = 6 short; −(25+6) − 10 = −41; −41·4 = −164 a defender; pool −492: 2/3, 1/3
        assert lines == [
            ("2 oudlers: 41 points needed", "35 points made, 6 short", -6, None),
            ("Base 25 + 6, contract failed", "", -31, None),
            ("Petit at the end for the defence", "", -10, None),
            ("Garde sans: × 4", "", -41, 4),
            ("Value of the deal", "Each defender gets this.", -164, None),
            ("Anna, taker", "2 shares", -328, None),
            ("Bruno, called", "1 share", -164, None),
            ("Chloé, David, Élise", "defence, 1 share each", 164, None),
        ]

    def test_bonuses_that_are_not_multiplied_come_after_the_multiplier(self):
        lines = told(
            FOUR,
            "fft",
            **{**GARDE, "points": 87},
            petit_au_bout="attack",
            poignees=[{"player": "Nord", "size": "simple"}, {"player": "Est", "size": "simple"}],
            chelem="attack",
            chelem_announced=True,
        )

        # (25+46)·2 = 142; petit 10·2 = 20; 20 + 20; slam 400: 602 a defender
        assert lines == [
            ("2 oudlers: 41 points needed", "87 points made, 46 more", 46, None),
            ("Base 25 + 46, contract made", "", 71, None),
            ("Petit at the end for the attack", "", 10, None),
            ("Garde: × 2", "", 81, 2),
            ("Single handful of Nord", "It goes to the side that wins.", 20, None),
            ("Single handful of Est", "It goes to the side that wins.", 20, None),
            ("Slam, announced and made", "", 400, None),
            ("Value of the deal", "Each defender pays this.", 602, None),
            ("Nord, taker", "3 shares", 1806, None),
            ("Est, Sud, Ouest", "defence, 1 share each", -602, None),
        ]

    def test_a_contract_made_exactly(self):
        lines = told(FOUR, "fft", **{**GARDE, "oudlers": 1, "points": 51})

        assert lines[:2] == [
            ("1 oudler: 51 points needed", "51 points made, exactly", 0, None),
            ("Base 25 + 0, contract made", "", 25, None),
        ]

    def test_fixed_values(self):
        lines = told(FOUR, "fixed-scale", **GARDE, petit_au_bout="attack")

        # 40 + 8 = 48; petit +10, of which there is nothing to multiply
        assert lines[1:4] == [
            ("Garde: 40 + 8, contract made", "", 48, None),
            ("Petit at the end for the attack", "", 10, None),
            ("Value of the deal", "Each defender pays this.", 58, None),
        ]

    def test_fixed_values_whatever_the_difference(self):
        rules = {"base": "fixed-scale", "fixed_margin": "ignore"}

        lines = told(FOUR, rules, **{**GARDE, "points": 38})

        assert lines[:2] == [
            ("2 oudlers: 41 points needed", "38 points made, 3 short", -3, None),
            ("Garde: 40, contract failed", "The difference does not count.", -40, None),
        ]

    def test_a_flat_petit_stands_after_the_multiplier(self):
        lines = told(FOUR, "flat-petit", **GARDE, petit_au_bout="attack")

        assert lines[2:5] == [
            ("Garde: × 2", "", 33, 2),
            ("Petit at the end for the attack", "The same for every contract.", 10, None),
            ("Value of the deal", "Each defender pays this.", 76, None),
        ]

    def test_a_petit_that_counts_for_the_winners_only(self):
        rules = {"petit_au_bout": {"mode": "winner_only"}}

        lost = told(FOUR, rules, **GARDE, petit_au_bout="defence")
        won = told(FOUR, rules, **GARDE, petit_au_bout="attack")

        assert lost[2:4] == [
            ("Petit at the end for the defence", "It counts for the side that wins only.", 0, None),
            ("Garde: × 2", "", 33, 2),
        ]
        assert won[2:4] == [
            ("Petit at the end for the attack", "", 10, None),
            ("Garde: × 2", "", 43, 2),
        ]

    def test_a_petit_that_does_not_count(self):
        rules = {"petit_au_bout": {"mode": "none"}}

        lines = told(FOUR, rules, **GARDE, petit_au_bout="attack")

        assert lines[3] == (
            "Petit at the end for the attack",
            "Not counted by these rules.",
            0,
            None,
        )

    def test_a_petit_between_players(self):
        lines = told(FOUR, "personal-petit", **GARDE, petit_au_bout="attack", petit_player="Est")

        # 66 a defender; Est loses the Petit to the attack: 10 to each of three
        assert lines[3:] == [
            ("Value of the deal", "Each defender pays this.", 66, None),
            ("Nord, taker", "3 shares", 198, None),
            ("Est, Sud, Ouest", "defence, 1 share each", -66, None),
            ("Petit of Est at the end", "10 to each other player", -30, None),
            ("Nord in all", "", 208, None),
            ("Est in all", "", -96, None),
            ("Sud in all", "", -56, None),
            ("Ouest in all", "", -56, None),
        ]

    def test_two_miseres(self):
        lines = told(
            FOUR,
            "family",
            **GARDE,
            miseres=[{"player": "Est", "kind": "trumps"}, {"player": "Sud", "kind": "courts"}],
        )

        assert lines[6:] == [
            ("Misère of Est, no trumps", "10 from each other player", 30, None),
            ("Misère of Sud, no court cards", "10 from each other player", 30, None),
            ("Nord in all", "", 178, None),  # 198 − 10 − 10
            ("Est in all", "", -46, None),  # −66 + 30 − 10
            ("Sud in all", "", -46, None),
            ("Ouest in all", "", -86, None),
        ]

    @pytest.mark.parametrize(
        ("rule", "lines"),
        [
            (
                {"mode": "side"},
                [
                    ("Garde: × 2", "", 33, 2),
                    ("Misère of Est, no trumps", "It goes to the side of this player.", -10, None),
                    ("Value of the deal", "Each defender pays this.", 56, None),
                ],
            ),
            (
                {"mode": "winner", "multiplied": True},
                [
                    ("Misère of Est, no trumps", "It goes to the side that wins.", 10, None),
                    ("Garde: × 2", "", 43, 2),
                    ("Value of the deal", "Each defender pays this.", 86, None),
                ],
            ),
        ],
    )
    def test_a_misere_that_is_part_of_the_stake(self, rule, lines):
        rules = {"misere": {"enabled": True, **rule}}

        told_lines = told(FOUR, rules, **GARDE, miseres=[{"player": "Est", "kind": "trumps"}])

        assert told_lines[2:5] == lines

    def test_a_handful_of_its_side(self):
        shown = [{"player": "Est", "size": "simple"}]

        lines = told(FOUR, {"poignee_mode": "side"}, **GARDE, poignees=shown)

        assert lines[3] == (
            "Single handful of Est",
            "It goes to the side of this player.",
            -20,
            None,
        )

    def test_a_handful_between_players(self):
        shown = [{"player": "Est", "size": "double"}]

        lines = told(FOUR, {"poignee_mode": "personal"}, **GARDE, poignees=shown)

        assert lines[3:7] == [
            ("Value of the deal", "Each defender pays this.", 66, None),
            ("Nord, taker", "3 shares", 198, None),
            ("Est, Sud, Ouest", "defence, 1 share each", -66, None),
            ("Double handful of Est", "30 from each other player", 90, None),
        ]

    def test_rounding_has_a_line_of_its_own(self):
        lines = told(FOUR, "rounded-10", **GARDE)

        assert lines[3:5] == [
            ("Rounded to 10", "", 4, None),  # 66 → 70
            ("Value of the deal", "Each defender pays this.", 70, None),
        ]

    def test_a_difference_that_is_rounded(self):
        lines = told(FOUR, {"margin_step": 5}, **GARDE)

        assert lines[:2] == [
            (
                "2 oudlers: 41 points needed",
                "49 points made; the difference of 8 counts as 10",
                10,
                None,
            ),
            ("Base 25 + 10, contract made", "", 35, None),
        ]

    def test_half_points(self):
        three = FOUR[:3]
        winner = told(three, "fft", **{**GARDE, "points": 40.5})
        dropped = told(three, {"half_points": "drop"}, **{**GARDE, "points": 40.5})

        assert winner[0] == (
            "2 oudlers: 41 points needed",
            "40½ points made; the difference of ½ counts as 1",
            -1,
            None,
        )
        assert dropped[0][1] == "40½ points made; the difference of ½ counts as 0"

    @pytest.mark.parametrize(
        ("deal", "outcome", "amount"),
        [
            ({"oudlers": 3, "points": 91, "chelem": "attack"}, "made without announcing it", 200),
            ({"oudlers": 0, "points": 10, "chelem": "defence"}, "made by the defence", -200),
            ({"chelem_announced": True}, "announced and not made", -200),
        ],
    )
    def test_slams(self, deal, outcome, amount):
        lines = told(FOUR, "fft", **{**GARDE, **deal})

        assert [(label, value) for label, _, value, _ in lines if "Slam" in label] == [
            (
                f"Slam {outcome}"
                if amount == -200 and "defence" in outcome
                else f"Slam, {outcome}",
                amount,
            )
        ]

    def test_a_slam_that_the_defence_announced(self):
        rules = {"defence_chelem": {"enabled": True}}

        lines = told(FOUR, rules, **GARDE, chelem_defence_announced=True)

        assert lines[3] == ("Slam, announced by the defence and not made", "", 200, None)

    def test_a_small_slam(self):
        lines = told(FOUR, "family", **{**GARDE, "oudlers": 3, "points": 80}, petit_chelem="attack")

        assert lines[3] == ("Small slam, made without announcing it", "", 150, None)

    def test_shares_at_six_with_two_partners(self):
        deal = {**GARDE, "taker": "Anna", "called": ["Bruno", "Chloé"]}

        # pool 3·66 = 198: 3/6, 2/6 and 1/6, that is 1½, 1 and ½ times the value
        assert told(SIX, "fft", **deal)[4:] == [
            ("Anna, taker", "1½ shares", 99, None),
            ("Bruno, called", "1 share", 66, None),
            ("Chloé, called", "½ share", 33, None),
            ("David, Élise, Farid", "defence, 1 share each", -66, None),
        ]

    def test_shares_at_six_with_one_partner(self):
        deal = {**GARDE, "taker": "Anna", "called": ["Bruno", None]}

        # pool 4·66 = 264: 4/6 and 2/6
        assert told(SIX, "fft", **deal)[4:6] == [
            ("Anna, taker", "4 sixths of 264", 176, None),
            ("Bruno, called", "2 sixths of 264", 88, None),
        ]

    def test_who_rests_is_named_last(self):
        lines = calculation(FIVE, "fft", **{**GARDE, "taker": "Anna"}, out=["Élise"])

        assert (lines[-1].label, lines[-1].small, lines[-1].amount, lines[-1].kind) == (
            "Élise",
            "rests",
            0,
            LineKind.RESTS,
        )

    def test_a_void_deal_has_none(self):
        assert calculation(FOUR, "fft", kind="void", void_reason="all_pass") == ()


def played_examples():
    for text in EXAMPLES.read_text(encoding="utf-8").splitlines():
        example = json.loads(text)
        if "scores" in example["expect"] and example["deal"].get("kind") != "void":
            yield pytest.param(example, id=example["id"])


@pytest.mark.parametrize("example", list(played_examples()))
def test_every_example_adds_up(example):
    """The lines give the stake and the scores that scoring.md §11 says."""
    players = example["players"]
    lines = calculation(players, example.get("rules"), **example["deal"])
    parts = [line for line in lines if line.kind == LineKind.PART]
    # After the threshold come what is multiplied, the multiplier with the sum so far, and the rest.
    first = next((i for i, line in enumerate(parts) if line.times), 1)
    (stake,) = [line.amount for line in lines if line.kind == LineKind.SUM]
    totals = {line.label: line.amount for line in lines if line.kind == LineKind.SCORE}

    assert sum(line.result for line in parts[first:]) == stake == example["expect"]["stake"]
    if first > 1:
        assert parts[first].amount == sum(line.amount for line in parts[1:first])
    if totals:
        assert totals == {f"{name} in all": example["expect"]["scores"][name] for name in players}


class TestTold:
    def tell(self, **record: object) -> list[tuple[str, str]]:
        return [(line.label, line.value) for line in FrenchTeller().told(record, names(SIX + FOUR))]

    def test_everything_that_a_record_says(self):
        record = {
            **GARDE,
            "points": 40.5,
            "called": ["Nord", None],
            "called_cards": ["king_hearts", "queen_clubs"],
            "which_oudlers": ["petit", "excuse"],
            "petit_au_bout": "attack",
            "petit_player": "Est",
            "poignees": [{"player": "Sud", "size": "triple"}],
            "chelem_announced": True,
            "petit_chelem": "attack",
            "miseres": [{"player": "Est", "kind": "courts"}],
            "out": ["Ouest"],
            "dealer": "Ouest",
            "note": "late",
        }

        assert self.tell(**record) == [
            ("Taker", "Nord"),
            ("Called", "in the taker's own hand, in the dog"),
            ("Called card", "King of hearts, Queen of clubs"),
            ("Contract", "Garde"),
            ("Oudlers", "2 (Petit, Excuse)"),
            ("Points", "40½"),
            ("Petit at the end", "attack (Est)"),
            ("Handful", "triple (Sud)"),
            ("Slam", "Slam, announced and not made"),
            ("Small slam", "Small slam, made without announcing it"),
            ("Misère", "Est, no court cards"),
            ("Sitting out", "Ouest"),
            ("Dealer", "Ouest"),
            ("Note", "late"),
        ]

    def test_what_is_not_there_is_not_said(self):
        assert self.tell(**GARDE) == [
            ("Taker", "Nord"),
            ("Contract", "Garde"),
            ("Oudlers", "2"),
            ("Points", "49"),
        ]

    def test_a_void_deal(self):
        record = {"kind": "void", "void_reason": "all_pass", "dealer": "Est"}

        assert self.tell(**record) == [("Void", "passed out"), ("Dealer", "Est")]

    def test_a_deal_taken_back_says_nothing(self):
        assert self.tell(kind="void", void_reason="other") == []


class TestMarks:
    def test_each_bonus_has_one(self):
        record = {
            **GARDE,
            "petit_au_bout": "defence",
            "poignees": [{"player": "Sud", "size": "simple"}],
            "chelem": "attack",
            "miseres": [{"player": "Est", "kind": "trumps"}],
        }

        assert FrenchTeller().marks(record, names(FOUR)) == (
            Mark("hand", "handful", "Handful: single (Sud)"),
            Mark("pab", "Petit at the end", "Petit at the end for the defence"),
            Mark("slam", "slam", "Slam, made without announcing it"),
            Mark("misere", "misère", "Misère: Est, no trumps"),
        )

    def test_a_plain_deal_has_none(self):
        assert FrenchTeller().marks(GARDE, names(FOUR)) == ()


class TestPips:
    @pytest.mark.parametrize(
        ("rules", "contract", "dots"),
        [
            ("fft", "prise", 1),
            ("fft", "garde_contre", 6),
            ("contre-8", "garde_contre", 8),
            ({"multipliers": {"garde_contre": 10}}, "garde_contre", 0),
            ("fixed-scale", "garde", 0),
        ],
    )
    def test_dots(self, rules, contract, dots):
        profile = get_game("french").read_rules(rules)

        assert FrenchTeller().pips(contract, profile) == dots


class TestPlaysAlone:
    @pytest.mark.parametrize(
        ("called", "alone"),
        [(["Nord"], True), ([None], True), (["Nord", None], True), (["Est"], False), ([], False)],
    )
    def test_alone_where_one_could_have_called(self, called, alone):
        assert FrenchTeller().plays_alone({**GARDE, "called": called}) is alone
