"""What the form of a volte deal makes of what was typed, without the page around it."""

import json

import pytest
from django.http import QueryDict

from clubs.core.games import get_game
from clubs.games.volte.forms.deal import VolteDealForm
from clubs.queries.deals.deals import DealSeat, DealTable
from tests.paths import DATA

pytestmark = pytest.mark.usefixtures("in_english")

EXAMPLES = DATA / "tarocco_volte_public.jsonl"
FOUR = ("Ada", "Berto", "Cleo", "Dino")
UNTYPED = {"v35"}  # both counts: one is typed, the other follows
ALL = [json.loads(line) for line in EXAMPLES.read_text().splitlines()]
PLAYED = [one for one in ALL if "error" not in one["expect"] and one["deal"].get("kind") != "void"]
REFUSED = [
    one for one in ALL if "error" in one["expect"] and one["id"].partition("-")[0] not in UNTYPED
]


def table(players=FOUR, *resting: str) -> DealTable:
    """Players are called in the record as on the chips; nobody has won anything yet."""
    places = tuple(DealSeat(seat, name, name, 0) for seat, name in enumerate(players))
    return DealTable(places, number=1, dealer=players[0], resting=resting)


def form(at: DealTable | None = None, *, rules: object = None, **told: object) -> VolteDealForm:
    data = QueryDict(mutable=True)
    for name, value in {"number": "1", **told}.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    game = get_game("volte")
    return VolteDealForm(data, table=at or table(), game=game, rules=game.read_rules(rules))


def typed_again(example: dict) -> VolteDealForm:
    """The deal of an example, as the form that corrects it starts, sent back as it is."""
    deal = example["deal"]
    at = table(tuple(example["players"]), *deal.get("out", ()))
    told = VolteDealForm.initial_of(deal, at)
    if deal.get("out"):
        told["out"] = list(deal["out"])
    return form(at, rules=example.get("rules"), **told)


PLAIN = {"taker": "Ada", "contract": "liscio", "honours": "2", "points": "47"}


class TestExamples:
    @pytest.mark.parametrize("example", PLAYED, ids=[one["id"] for one in PLAYED])
    def test_what_a_record_says_comes_back(self, example):
        told = {name: value for name, value in example["deal"].items() if value not in (None, [])}
        if "points" in told:
            told.pop("defence_points", None)  # the same, said twice

        asked = typed_again(example)

        assert asked.is_valid()
        assert by_name(asked.record) == by_name(told)

    @pytest.mark.parametrize("example", REFUSED, ids=[one["id"] for one in REFUSED])
    def test_what_cannot_be_is_refused_at_its_field(self, example):
        """tarocco_volte.md §7: the path of the problem, as a field of the form."""
        field = {
            "accuse": "trionfi_0",
            "accuse[1]": "miseria_2",
        }.get(example["expect"]["field"], example["expect"]["field"])

        asked = typed_again(example)

        assert list(asked.errors) == [field]

    def test_there_are_examples(self):
        assert (len(PLAYED), len(REFUSED)) == (33, 7)


def by_name(record):
    """Without the order in which declarations are told, nor what is told of the table."""
    accuse = sorted((one["player"], one["kind"]) for one in record.get("accuse", ()))
    rest = {name: told for name, told in record.items() if name not in ("accuse", "dealer")}
    return {**rest, "accuse": accuse}


class TestFields:
    def test_what_is_missing_is_asked_in_the_order_of_the_page(self):
        questions = []
        for name in ("taker", "contract", "honours", "points"):
            told = {key: PLAIN[key] for key in list(PLAIN)[: list(PLAIN).index(name)]}
            asked = form(**told)
            asked.is_valid()
            questions.append(asked.question)

        assert questions == [
            "Who plays alone?",
            "Which contract?",
            "How many honours at the start?",
            "How many points?",
        ]

    def test_every_field_reaches_the_record(self):
        asked = form(
            taker="Berto",
            contract="quattro",
            honours="1",
            points="39",
            counted="defence",
            bagatto_last="taker",
            matto_last="taker",
            trionfi_2="trionfi_10",
            miseria_0=["miseria", "miseria_nera"],
            dealer="Dino",
            note="bene",
        )

        assert asked.is_valid(), asked.errors
        assert asked.record == {
            "dealer": "Dino",
            "note": "bene",
            "taker": "Berto",
            "contract": "quattro",
            "honours": 1,
            "defence_points": 39,
            "bagatto_last": "taker",
            "matto_last": "taker",
            "accuse": [
                {"player": "Ada", "kind": "miseria"},
                {"player": "Ada", "kind": "miseria_nera"},
                {"player": "Cleo", "kind": "trionfi_10"},
            ],
        }

    @pytest.mark.parametrize("reason", ["all_pass", "matto_alone", "misdeal", "other"])
    def test_a_deal_that_nobody_played(self, reason):
        asked = form(void_reason=reason, dealer="Ada")

        assert asked.is_valid(), asked.errors
        assert asked.record == {"kind": "void", "void_reason": reason, "dealer": "Ada"}
        assert asked.verdict.scores == dict.fromkeys(FOUR, 0)

    def test_the_menu_offers_the_reasons_of_this_game(self):
        assert [void.value for void in VolteDealForm.void_choices] == [
            "all_pass",
            "misdeal",
            "matto_alone",
        ]

    @pytest.mark.parametrize(
        ("rules", "small"),
        [
            ("volte", ["+25 ×1", "+50 ×2", "+100 ×4", "+200 ×8", "+300 ×12"]),
            ("volte-scaled", ["×1 +25", "×2 +50", "×4 +100", "×8 +200", "×12 +300"]),
        ],
    )
    def test_contract_chips_say_multiplier_and_premium_in_the_order_of_the_rules(
        self, rules, small
    ):
        chips = form(rules=rules).fields["contract"].widget.chips

        assert [chip.small for chip in chips.values()] == small

    def test_honours_chips_say_the_target(self):
        chips = form(rules={"base": "volte", "target_without_honours": 60}).fields["honours"]

        assert [str(chip.small) for chip in chips.widget.chips.values()] == [
            "target 60",
            "target 51",
            "target 41",
            "target 36",
        ]

    @pytest.mark.parametrize(
        ("points", "text"),
        [
            ("41,5", "Whole points, 0 to 91."),
            ("abc", "Whole points, 0 to 91."),
            ("92", "0 to 91."),
            ("-1", "0 to 91."),
        ],
    )
    def test_points_that_cannot_be(self, points, text):
        whole, alone = form(**{**PLAIN, "points": points}), form(points=points)

        assert whole.errors["points"] == alone.errors["points"] == [text]

    def test_a_matto_that_does_not_count_is_not_asked(self):
        """Unless somebody told it all the same."""
        rules = {"base": "volte", "matto_last_bonus": 0}

        asked = [form(rules=rules), form(rules=rules, matto_last="taker"), form()]

        assert [one.asks_matto for one in asked] == [False, True, True]
        assert [one.fold_count for one in asked] == [3, 4, 4]

    def test_at_other_seats_declarations_are_asked_again(self):
        asked = form(**PLAIN, seated="somebody else", trionfi_0="trionfi_10")

        assert not asked.is_valid()
        assert "accuse" not in asked.record


class TestSum:
    @pytest.mark.parametrize(
        ("example", "text"),
        [
            ("v01", "6 + 25 = 31"),
            ("v02", "−(4 + 50) × 2 = −108"),
            ("v03", "(14 + 100) × 4 = 456"),
            ("v06", ""),
            ("v10", "−(4 × 2 + 50) = −58"),
            ("v13", "16 × 2 + 50 = 82"),
            ("v14", "−4 × 4 + 100 = 84"),
            ("v15", "6 + 25 = 31, + 20 declaration = 51"),
            ("v16", "6 + 25 = 31 · declaration Cleo: does not count"),
            (
                "v17",
                "−(4 + 50) × 2 = −108, − 20 declaration = −128 · declaration Cleo: 10 from each",
            ),
            ("v18", "declaration Dino: 10 from each"),
            ("v21", "6 + 25 = 31 · declaration Cleo: 30 from each"),
            ("v22", "55 + 25 = 80, + 500 cappotto = 580"),
            ("v23", "−(44 + 50) × 2 = −188, − 500 cappotto = −688"),
            ("v25", "(49 + 300) × 12 = 4,188, + 500 cappotto = 4,688"),
        ],
    )
    def test_the_stake_as_a_sum(self, example, text):
        (found,) = [one for one in PLAYED if one["id"].startswith(f"{example}-")]
        asked = typed_again(found)
        asked.is_valid()

        assert asked.sum_text() == text
