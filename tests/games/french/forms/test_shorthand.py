"""Every code of bulk entry, read by itself. The table of codes is in docs/users/bulk-entry.md."""

import re

import pytest
from django.core.exceptions import ValidationError

from clubs.forms.deals.bulk_cells import Seats
from clubs.games.french.core.records import FrenchContract, FrenchVoidReason
from clubs.games.french.forms.shorthand import (
    Taking,
    read_bonuses,
    read_contract,
    read_oudlers,
    read_points,
    read_taker,
)
from tests.paths import ROOT

pytestmark = pytest.mark.usefixtures("in_english")

SIX = Seats(
    ("n0", "n1", "n2", "n3", "n4", "n5"),
    {"anne": 0, "bob": 1, "cleo": 2, "dino": 3, "eva": 4, "fred": 5},
)
ALL = tuple(FrenchContract)
PAGE = ROOT / "docs/users/bulk-entry.md"


def refusal(reader, *args, **more):
    with pytest.raises(ValidationError) as refused:
        reader(*args, **more)
    return refused.value.messages


class TestTaker:
    @pytest.mark.parametrize("text", ["1", " 1 ", "anne", "ANNE"])
    def test_four_players(self, text):
        assert read_taker(text, SIX, 0) == Taking("n0")

    @pytest.mark.parametrize(
        ("text", "taking"),
        [
            ("12", Taking("n0", ("n1",))),
            ("21", Taking("n1", ("n0",))),
            ("33", Taking("n2", ("n2",))),
            ("10", Taking("n0", (None,))),
            ("1-", Taking("n0", (None,))),
            ("1−", Taking("n0", (None,))),
            ("Anne/Bob", Taking("n0", ("n1",))),
            ("anne + cléo", Taking("n0", ("n2",))),
            ("Anne/seule", Taking("n0", ("n0",))),
            ("Anne/chien", Taking("n0", (None,))),
            ("Anne/2", Taking("n0", ("n1",))),
        ],
    )
    def test_five_players(self, text, taking):
        assert read_taker(text, SIX, 1) == taking

    @pytest.mark.parametrize(
        ("text", "called"),
        [
            ("123", ("n1", "n2")),
            ("111", ("n0", "n0")),
            ("122", ("n1", "n1")),
            ("120", ("n1", None)),
            ("1-2", (None, "n1")),
            ("1--", (None, None)),
            ("Anne/Bob/Cléo", ("n1", "n2")),
        ],
    )
    def test_six_players(self, text, called):
        assert read_taker(text, SIX, 2) == Taking("n0", called)

    def test_who_was_called_may_still_be_missing(self):
        assert read_taker("1", SIX, 1) == Taking("n0")
        assert read_taker("12", SIX, 2) == Taking("n0", ("n1",))

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("0", FrenchVoidReason.ALL_PASS),
            ("m", FrenchVoidReason.MISDEAL),
            ("M", FrenchVoidReason.MISDEAL),
            ("p", FrenchVoidReason.PETIT_SEC),
        ],
    )
    @pytest.mark.parametrize("called_count", [0, 1, 2])
    def test_nobody_played(self, text, reason, called_count):
        assert read_taker(text, SIX, called_count) == Taking(void_reason=reason)

    @pytest.mark.parametrize(
        ("text", "called_count", "words"),
        [
            ("12", 0, "One number: the taker."),
            ("123", 1, "Two numbers: taker and called."),
            ("1234", 2, "Three numbers: taker, king and queen."),
            ("7", 0, "The players have the numbers 1 to 6."),
            ("17", 1, "The players have the numbers 1 to 6."),
            ("01", 1, "The players have the numbers 1 to 6."),
            ("Zoé", 0, "Nobody called “Zoé” sits here."),
            ("1/Zoé", 1, "Nobody called “Zoé” sits here."),
        ],
    )
    def test_what_cannot_be(self, text, called_count, words):
        assert refusal(read_taker, text, SIX, called_count) == [words]


class TestContract:
    @pytest.mark.parametrize(
        ("texts", "contract"),
        [
            (("P", "p", "petite", "Prise"), FrenchContract.PRISE),
            (("U", "pousse"), FrenchContract.POUSSE),
            (("g", "GARDE"), FrenchContract.GARDE),
            (
                ("s", "gs", "G. sans", "Garde  sans", "garde sans le chien"),
                FrenchContract.GARDE_SANS,
            ),
            (("c", "gc", "g. contre", "Garde contre"), FrenchContract.GARDE_CONTRE),
        ],
    )
    def test_letters_and_names(self, texts, contract):
        assert [read_contract(text, ALL) for text in texts] == [contract] * len(texts)

    def test_something_else(self):
        offered = (FrenchContract.PRISE, FrenchContract.GARDE)

        assert refusal(read_contract, "x", offered) == ["One of P, G."]

    def test_one_that_the_rules_do_not_have(self):
        words = "The rules of this table do not have this contract."

        assert refusal(read_contract, "u", (FrenchContract.PRISE, FrenchContract.GARDE)) == [words]


class TestOudlers:
    def test_how_many(self):
        assert [read_oudlers(text) for text in ("0", " 1 ", "2", "3")] == [0, 1, 2, 3]

    @pytest.mark.parametrize("text", ["4", "-1", "1.0", "x", "²"])
    def test_what_cannot_be(self, text):
        assert refusal(read_oudlers, text) == ["0 to 3."]


class TestPoints:
    @pytest.mark.parametrize(
        ("text", "points"),
        [
            ("0", 0),
            ("8", 8),
            ("08", 8),
            ("46", 46),
            ("91", 91),
            ("46,5", 46.5),
            ("46.5", 46.5),
            ("46½", 46.5),
            ("½", 0.5),
            (",5", 0.5),
            ("46,0", 46),
            ("d45", 46),
            ("D 45", 46),
            ("45D", 46),
            ("D44,5", 46.5),
            ("D91", 0),
        ],
    )
    def test_what_people_write(self, text, points):
        assert read_points(text, halves=True) == points

    def test_whole_points_are_whole_numbers(self):
        assert isinstance(read_points("46,0", halves=False), int)

    @pytest.mark.parametrize(
        "text", ["92", "99", "D92", "-1", "x", "D", ",", "4 6 x", "1234", "D4D"]
    )
    def test_what_no_pile_has(self, text):
        assert refusal(read_points, text, halves=True) == ["0 to 91."]

    def test_less_than_a_half(self):
        assert refusal(read_points, "46,25", halves=True) == ["Whole or half points."]

    def test_a_half_where_there_is_none(self):
        words = "Half points come with 3 or 5 players only."

        assert refusal(read_points, "46,5", halves=False) == [words]


def poignee(player, size):
    return {"player": player, "size": size}


class TestBonuses:
    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("P1", {"poignees": [poignee("n0", "simple")]}),
            ("p2", {"poignees": [poignee("n0", "double")]}),
            ("P3", {"poignees": [poignee("n0", "triple")]}),
            ("P12", {"poignees": [poignee("n1", "simple")]}),
            ("1", {"poignees": [poignee("n0", "simple")]}),
            ("23", {"poignees": [poignee("n2", "double")]}),
            ("+", {"petit_au_bout": "attack"}),
            ("-", {"petit_au_bout": "defence"}),
            ("−", {"petit_au_bout": "defence"}),
            ("+2", {"petit_au_bout": "attack", "petit_player": "n1"}),
            ("-3", {"petit_au_bout": "defence", "petit_player": "n2"}),
            ("C", {"chelem": "attack"}),
            ("ca", {"chelem": "attack", "chelem_announced": True}),
            ("CX", {"chelem": "", "chelem_announced": True}),
            ("CD", {"chelem": "defence"}),
            ("CDA", {"chelem": "defence", "chelem_defence_announced": True}),
            ("CDX", {"chelem": "", "chelem_defence_announced": True}),
            ("PC", {"petit_chelem": "attack"}),
            ("PCA", {"petit_chelem": "attack", "petit_chelem_announced": True}),
            ("PCX", {"petit_chelem": "", "petit_chelem_announced": True}),
            ("MA2", {"miseres": [{"player": "n1", "kind": "trumps"}]}),
            ("mt4", {"miseres": [{"player": "n3", "kind": "courts"}]}),
        ],
    )
    def test_one_code(self, text, told):
        assert read_bonuses(text, SIX, "n0") == told

    @pytest.mark.parametrize(
        "text", ["P2 P13 + C", "P2P13+C", "p2,p13;+ c", "2 13 + c", "C+ P2 P13"]
    )
    def test_several_with_or_without_spaces(self, text):
        assert read_bonuses(text, SIX, "n0") == {
            "poignees": [poignee("n0", "double"), poignee("n2", "simple")],
            "petit_au_bout": "attack",
            "chelem": "attack",
        }

    def test_both_misères_of_a_player(self):
        assert read_bonuses("MA2MT2", SIX, "n0") == {
            "miseres": [{"player": "n1", "kind": "trumps"}, {"player": "n1", "kind": "courts"}]
        }

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("P0", "“P0” is no code."),
            ("P1 zut", "“ZUT” is no code."),
            ("MA", "“MA” is no code."),
            ("P17", "The players have the numbers 1 to 6."),
            ("+9", "The players have the numbers 1 to 6."),
            ("+-", "“-” is one too many."),
            ("C CD", "“CD” is one too many."),
        ],
    )
    def test_what_is_no_code(self, text, words):
        assert refusal(read_bonuses, text, SIX, "n0") == [words]


def test_the_page_for_users_tells_every_code():
    codes = "0 M P U G S C P1 P2 P3 P12 + - +2 CA CX CD PC PCA PCX MA2 MT2 D45 12 11 10 123"
    told = set(re.findall(r"`(\S+)`", PAGE.read_text(encoding="utf-8")))

    assert set(re.findall(r"\S+", codes)) - told == set()
