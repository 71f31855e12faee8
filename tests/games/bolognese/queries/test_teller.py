"""Tarocco bolognese in words: the calculation, what a record says, marks, rules and the match."""

import json
from typing import Any

import pytest

from clubs.core.games import get_game
from clubs.games.bolognese.core import sessions as bolognese_sessions
from clubs.games.bolognese.core.checks import check_bolognese_deal
from clubs.games.bolognese.queries.help import bolognese_help
from clubs.games.bolognese.queries.match import match_board, match_stories
from clubs.games.bolognese.queries.settings import BOLOGNESE_SETTINGS
from clubs.games.bolognese.queries.teller import BologneseTeller, bolognese_outcome
from clubs.games.bolognese.queries.words import card_name, short_card
from clubs.queries.deals.breakdown import calculation_of
from clubs.queries.deals.stories import LineKind
from clubs.queries.games import WORDS
from tests.paths import DATA

pytestmark = pytest.mark.usefixtures("in_english")

EXAMPLES = DATA / "bolognese_public.jsonl"
FOUR = ["Nora", "Wanda", "Sergio", "Elio"]
NAMES = {name: name for name in FOUR}
GAME = get_game("bolognese")
RULES = GAME.read_rules(None)
TELLER = BologneseTeller()


def example(name: str) -> dict[str, Any]:
    """The stored record of an example: without the match, with its players."""
    rows = [json.loads(line) for line in EXAMPLES.read_text().splitlines() if line]
    deal = next(row["deal"] for row in rows if row["id"].startswith(name))
    told = {k: v for k, v in deal.items() if k not in ("totals_before", "deals_before")}
    return {**told, "players": FOUR}


def lines(name: str) -> list[tuple[str, int, str]]:
    found = calculation_of("bolognese", example(name), RULES, NAMES)
    return [(line.label, line.amount, line.small) for line in found]


def told(record: dict[str, Any]) -> dict[str, str]:
    return {line.label: line.value for line in TELLER.told(record, NAMES)}


class TestCalculation:
    def test_b06_pile_by_pile(self):
        assert lines("b06") == [
            (
                "Sequences",
                150,
                "Grande of 3: 10, Coppe of 5: 20, Bastoni of 4: 15, Moors of 5: 20, "
                "Aces of 3: 10; doubled",
            ),
            ("Cricche", 31, "Kings of 3: 17, Queens of 3: 14"),
            ("Card count", 58, "48 cards; 6 of danari was given for the Matto"),
            ("Last trick", 6, ""),
            ("Nora and Sergio", 245, ""),
            ("Sequences", 25, "Danari of 4: 15, Aces of 3: 10"),
            ("Cricche", 12, "Jacks of 3: 12"),
            ("Card count", 29, "14 cards; 6 of danari was given for the Matto"),
            ("Wanda and Elio", 66, ""),
            ("Nora", 179, "245 − 66"),
            ("Wanda", -179, "66 − 245"),
            ("Sergio", 179, "245 − 66"),
            ("Elio", -179, "66 − 245"),
        ]

    def test_a_cappotto_says_so(self):
        assert ("Nora and Sergio", 939, "cappotto: every trick") in lines("b02")
        assert ("Wanda and Elio", 0, "") in lines("b02")

    def test_a_penalty_says_so(self):
        assert ("Wanda and Elio", 47, "penalty: the card count alone") in lines("b27")

    def test_declarations_are_told_by_player(self):
        assert [line for line in lines("b19") if line[0] == "Declarations"] == [
            ("Declarations", 25, "Sergio 15, Nora 10"),
            ("Declarations", 20, "Wanda 10, Elio 10"),
        ]

    def test_a_deal_that_was_called_out_needs_the_deals_before(self):
        record = example("b34")
        before = {
            "players": FOUR,
            "entry": "quick",
            "last_trick": "ew",
            "quick": {
                "ns": {"sequences": 460, "cricche": 36, "scartini": 60},
                "ew": {"sequences": 0, "cricche": 0, "scartini": 27},
            },
        }
        deals = [before, {**before, "quick": {**before["quick"], "ns": LESS}}]

        found = calculation_of("bolognese", record, RULES, NAMES, deals)  # 556 + 225 = 781

        assert [(line.label, line.amount) for line in found if line.kind is LineKind.SUM] == [
            ("Nora and Sergio", 25),
            ("Wanda and Elio", 0),
        ]
        assert found[1].small == "Nora called out"
        assert calculation_of("bolognese", record, RULES, NAMES) == ()  # 25 are not 800

    def test_a_void_deal_has_none(self):
        record = {"kind": "void", "void_reason": "misdeal", "players": FOUR}

        assert calculation_of("bolognese", record, RULES, NAMES) == ()


LESS = {"sequences": 130, "cricche": 35, "scartini": 60}


class TestTold:
    def test_as_counted(self):
        assert told(example("b49")) == {
            "Sequences of Nora and Sergio": "Grande 3, Coppe 5, Bastoni 4, Moors 5, Aces 3",
            "Sequences of Wanda and Elio": "Danari 4, Aces 3",
            "Cricche of Nora and Sergio": "Kings 3, Queens 3",
            "Cricche of Wanda and Elio": "Jacks 3",
            "Card count of Wanda and Elio": "29",
            "Last trick": "Nora and Sergio",
        }

    def test_a_pile(self):
        assert told(example("b16")) == {
            "Pile of Wanda and Elio": (
                "Matto, King of danari, Queen of coppe, Ace of spade, Moor 1"
            ),
            "Given for the Matto": "Ace of spade",
            "Last trick": "Nora and Sergio",
        }

    def test_declarations_and_calling_out(self):
        record = example("b38")

        assert told(record) == {
            "Called out": "Elio, on the first 15 cards",
            "Declarations": "Elio: Angelo, Mondo, Sole, Luna",
            "Dealer": "Elio",
        }

    def test_a_record_that_is_being_told_has_the_pairs_of_its_table(self):
        record = {k: v for k, v in example("b49").items() if k != "players"}

        assert "Sequences of Nora and Sergio" in told(record)

    @pytest.mark.parametrize(
        ("name", "marks"),
        [
            ("b01", ["cappotto"]),
            ("b05", ["cappotto"]),
            ("b06", []),
            ("b19", ["declaration"]),
            ("b27", ["penalty"]),
            ("b28", ["cappotto", "declaration"]),
            ("b34", ["declaration", "called out"]),
        ],
    )
    def test_marks(self, name, marks):
        assert [mark.name for mark in TELLER.marks(example(name), NAMES)] == marks

    def test_the_outcome_in_a_line(self):
        assert bolognese_outcome(example("b06"), RULES, NAMES) == (
            "Nora and Sergio 245, Wanda and Elio 66"
        )


@pytest.mark.parametrize(
    ("code", "full", "short"),
    [
        ("ANG", "Angelo", "Angelo"),
        ("T16", "16", "16"),
        ("MO2", "Moor 2", "Moor 2"),
        ("MAT", "Matto", "Matto"),
        ("CC", "Knight of coppe", "Knight"),
        ("B10", "10 of bastoni", "10"),
    ],
)
def test_the_names_of_cards(code, full, short):
    assert (card_name(code), short_card(code)) == (full, short)


class TestRules:
    def test_every_setting_is_told(self):
        keys = [line.key for line in BOLOGNESE_SETTINGS.told(RULES)]

        settings = ["end", "tie", "call_out", "accuso_doubling", "adjacent_counters"]
        assert keys == ["sequences", "cricche", "scartini", *settings]

    @pytest.mark.parametrize(
        ("rules", "key", "text"),
        [
            ("ottocento", "end", "to 800 points"),
            ("quattro-scartate", "end", "4 deals"),
            ("quattro-scartate", "call_out", "not played"),
            ({"accuso_doubling": False}, "accuso_doubling", "not doubled"),
            (
                {"adjacent_counters": True},
                "adjacent_counters",
                "may stand for two numbers side by side",
            ),
        ],
    )
    def test_a_setting_in_words(self, rules, key, text):
        words = BOLOGNESE_SETTINGS.by_key(GAME.read_rules(rules))

        assert words[key] == text

    def test_help_names_the_house_rule(self):
        house = GAME.read_rules({"name": "casa", "title": "Casa", "target": 600})

        assert bolognese_help(RULES, 4)["called_out"].source == "M. Barilli, Il Tarocco bolognese"
        assert "600" in bolognese_help(house, 4)["called_out"].text
        assert bolognese_help(house, 4)["called_out"].source == "Rules of this session: Casa"


class TestMatch:
    def board(self, *records, rules="ottocento", players=FOUR):
        return match_board(GAME.read_rules(rules), records, players, NAMES)

    def test_a_new_table(self):
        board = self.board()

        assert (board.number, board.deals, board.goal, board.last) == (1, 0, "to 800", "")
        assert [(side.name, side.total, side.missing) for side in board.sides] == [
            ("Nora and Sergio", 0, 800),
            ("Wanda and Elio", 0, 800),
        ]

    def test_who_is_ahead_and_what_is_missing(self):
        board = self.board(example("b06"))

        assert [(side.total, side.missing, side.leads) for side in board.sides] == [
            (245, 555, True),
            (66, 734, False),
        ]

    def test_a_match_that_was_won(self):
        board = self.board(example("b06"), rules={"target": 200})

        assert board.last == "Nora and Sergio won: 245 to 66"
        assert [side.won for side in board.sides] == [1, 0]

    def test_a_match_that_was_left(self):
        other = ["Nora", "Elio", "Sergio", "Wanda"]
        apart = ["Nora", "Sergio", "Wanda", "Elio"]

        assert self.board(example("b06"), players=other).number == 1  # the same pairs
        board = self.board(example("b06"), players=apart)
        assert board.number == 2
        assert board.last == "Not finished: Nora and Sergio 245, Wanda and Elio 66"

    def test_deals_that_end_a_match(self):
        board = self.board(*[example("b06")] * 4, rules="quattro-scartate")

        assert (board.number, board.goal) == (2, "of 4 deals")
        assert board.sides[0].missing is None

    def test_every_match_with_its_deals_from_one_look_at_each(self, monkeypatch):
        looked_at = []

        def look(players, rules, record):
            looked_at.append(record)
            return check_bolognese_deal(players, rules, record)

        monkeypatch.setattr(bolognese_sessions, "check_bolognese_deal", look)
        records = dict.fromkeys([1, 2, 4], example("b06"))

        assert match_stories(GAME.read_rules({"target": 400}), records, NAMES) == [
            "Nora and Sergio won: 490 to 132 (deals 1 to 2)",
            "Goes on: Nora and Sergio 245, Wanda and Elio 66 (deal 4)",
        ]
        assert len(looked_at) == 3

    def test_games_without_matches_have_no_board(self):
        assert WORDS["french"].match is None
        assert WORDS["volte"].match is None
