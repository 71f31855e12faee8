"""What a deal form makes of what was typed, without the page around it."""

import pytest
from django.http import QueryDict

from clubs.core.games import get_game
from clubs.games.french.forms.deal import FrenchDealForm, count_of
from clubs.games.french.queries.words import points_text
from clubs.queries.deals.deals import DealSeat, DealTable, who_rests

pytestmark = pytest.mark.usefixtures("in_english")

NAMES = ("Nord", "Est", "Sud", "Ouest", "Aline", "Bela", "Chloé", "Dino")


def table(seat_count: int, *resting: str) -> DealTable:
    """Players are called n0, n1, …; nobody has won anything yet."""
    places = tuple(DealSeat(seat, f"n{seat}", NAMES[seat], 0) for seat in range(seat_count))
    return DealTable(places, number=1, dealer="n0", resting=resting)


def form(seat_count: int = 4, *resting: str, rules: object = "fft", **told: str) -> FrenchDealForm:
    data = QueryDict(mutable=True)
    data.update({"number": "1", **told})
    game = get_game("french")
    return FrenchDealForm(
        data, table=table(seat_count, *resting), game=game, rules=game.read_rules(rules)
    )


PLAIN = {"taker": "n0", "contract": "garde", "oudlers": "2", "points": "49"}


class TestCounts:
    @pytest.mark.parametrize(
        ("text", "points"),
        [
            ("0", 0),
            ("7", 7),
            ("91", 91),
            ("040", 40),
            ("40.0", 40),
            ("40.5", 40.5),
            ("40,5", 40.5),
            ("40½", 40.5),
            ("½", 0.5),
            (".5", 0.5),
            (" 4 0 ", 40),
            ("-5", -5),
            ("40.25", 40.25),
        ],
    )
    def test_what_people_write(self, text, points):
        assert count_of(text) == points

    @pytest.mark.parametrize("text", ["", "x", "4x", "1e2", "--1", "4½5", "nan", "inf", "٤", "1_0"])
    def test_what_is_no_number_stays_text(self, text):
        assert count_of(text) == text

    @pytest.mark.parametrize("points", [0, 0.5, 40, 40.5, 91])
    def test_what_is_written_is_read_again(self, points):
        assert count_of(points_text(points)) == points


class TestPoints:
    @pytest.mark.parametrize("points", ["92", "abc", "-1"])
    def test_what_cannot_be_is_told_in_the_same_words(self, points):
        told = form(**{**PLAIN, "points": points})

        assert not told.is_valid()
        assert told.errors["points"] == ["0 to 91."]


class TestFields:
    @pytest.mark.parametrize(
        ("seat_count", "called"),
        [
            (3, []),
            (4, []),
            (5, ["called_0"]),
            (6, ["called_0", "called_1"]),
        ],
    )
    def test_as_many_called_cards_as_the_rules_say(self, seat_count, called):
        names = [name for name in form(seat_count).fields if name.startswith("called")]
        assert names == called

    def test_who_rests_is_not_counted(self):
        assert form(5, "n0").called_count == 0
        assert form(7, "n0", "n6").called_count == 1

    def test_rules_without_a_call(self):
        assert form(5, rules={"call_weights": {"5": []}}).called_count == 0

    @pytest.mark.parametrize(
        ("rules", "offered"),
        [
            ("fft", ["prise", "garde", "garde_sans", "garde_contre"]),
            ("garde-minimum", ["garde", "garde_sans", "garde_contre"]),
            ("fixed-scale", ["prise", "pousse", "garde", "garde_sans", "garde_contre"]),
        ],
    )
    def test_only_contracts_that_are_played(self, rules, offered):
        choices = form(rules=rules).fields["contract"].widget.choices
        assert [value for value, _label in choices] == offered

    @pytest.mark.parametrize(
        ("rules", "shown"),
        [
            ("fft", [(1, ""), (2, ""), (4, ""), (6, "")]),
            ("contre-8", [(1, ""), (2, ""), (4, ""), (8, "")]),
            ({"multipliers": {"garde_contre": 12}}, [(1, ""), (2, ""), (4, ""), (0, "× 12")]),
            ("fixed-scale", [(0, "10"), (0, "20"), (0, "40"), (0, "80"), (0, "160")]),
        ],
        ids=["dots", "eight dots", "too many dots", "fixed values"],
    )
    def test_a_contract_shows_its_weight(self, rules, shown):
        chips = form(rules=rules).fields["contract"].widget.chips.values()
        assert [(chip.pips, chip.small) for chip in chips] == shown

    def test_half_points_where_piles_may_be_odd(self):
        assert [form(count).halves for count in (3, 4, 5, 6)] == [True, False, True, False]

    @pytest.mark.parametrize(
        ("rules", "folds", "petit", "player"),
        [
            ("fft", 3, True, False),
            ("family", 4, True, False),
            ("personal-petit", 3, True, True),
            ({"petit_au_bout": {"mode": "none"}}, 2, False, False),
        ],
    )
    def test_bonuses_that_the_rules_know(self, rules, folds, petit, player):
        asked = form(rules=rules)
        assert (asked.fold_count, asked.asks_petit, asked.asks_petit_player) == (
            folds,
            petit,
            player,
        )


class TestRecord:
    def test_a_plain_deal(self):
        asked = form(**PLAIN)
        assert asked.is_valid()
        assert asked.to_record() == {
            "taker": "n0",
            "contract": "garde",
            "oudlers": 2,
            "points": 49,
        }

    @pytest.mark.parametrize(
        ("outcome", "oudlers", "points", "fields"),
        [
            ("announced_made", "3", "91", {"chelem": "attack", "chelem_announced": True}),
            ("unannounced_made", "3", "91", {"chelem": "attack"}),
            ("announced_failed", "3", "80", {"chelem_announced": True}),
            ("defence_made", "0", "10", {"chelem": "defence"}),
            ("", "2", "49", {}),
        ],
    )
    def test_slams_there_and_back(self, outcome, oudlers, points, fields):
        asked = form(**{**PLAIN, "oudlers": oudlers, "points": points}, chelem=outcome)
        assert asked.is_valid()
        record = asked.to_record()

        assert {key: value for key, value in record.items() if "chelem" in key} == fields
        assert FrenchDealForm.initial_of(record, asked.table)["chelem"] == outcome

    def test_a_petit_player_without_petit_is_forgotten(self):
        asked = form(rules="personal-petit", **PLAIN, petit_player="n1")
        asked.is_valid()
        assert "petit_player" not in asked.to_record()

    def test_a_void_deal_has_no_result(self):
        asked = form(**PLAIN, void_reason="misdeal", dealer="n2", note="a card fell")
        assert asked.is_valid()
        assert asked.to_record() == {
            "kind": "void",
            "void_reason": "misdeal",
            "dealer": "n2",
            "note": "a card fell",
        }

    def test_a_void_reason_that_is_none(self):
        assert form(void_reason="bored").errors == {
            "void_reason": ["Possible here: all_pass, petit_sec, misdeal, other."]
        }


class TestProblems:
    def test_each_in_its_place(self):
        asked = form(
            6,
            taker="n0",
            called_0="n1",
            called_1="nobody",
            contract="pousse",
            oudlers="4",
            points="92",
            poignee_1="double",
            poignee_2="double",
            misere_3="trumps",
        )
        assert sorted(asked.errors) == [
            "called_1",
            "contract",
            "misere_3",
            "oudlers",
            "points",
        ]

    def test_handfuls_beyond_the_trumps_are_at_the_first_of_them(self):
        asked = form(**PLAIN, poignee_1="double", poignee_2="double")
        assert asked.errors == {"poignee_1": ["These handfuls need 26 trumps, and there are 22."]}
        assert asked.open_fold == "poignee"

    @pytest.mark.parametrize(
        ("rules", "told", "fold"),
        [
            ("personal-petit", {"petit_au_bout": "attack"}, "petit_au_bout"),
            ("fft", {"petit_au_bout": "both"}, "petit_au_bout"),
            ("fft", {"chelem": "defence_made"}, "chelem"),
            ("fft", {"petit_chelem": "announced_failed"}, "chelem"),
            ("fft", {"misere_2": "trumps"}, "misere"),
            ("fft", {}, ""),
        ],
    )
    def test_the_bonus_to_mend_is_open(self, rules, told, fold):
        assert form(rules=rules, **PLAIN, **told).open_fold == fold

    def test_the_verdict_line_names_the_first(self):
        fault = form(**{**PLAIN, "points": "92", "oudlers": "4"}).first_fault
        assert (fault.name, fault.text) == ("points", "0 to 91.")

    def test_a_gap_is_no_fault(self):
        asked = form(taker="n0")
        asked.refuse_gaps()
        assert asked.first_fault is None
        assert asked.question == "Which contract?"

    def test_an_empty_form_asks_first_who_took(self):
        game = get_game("french")
        empty = FrenchDealForm(table=table(4), game=game, rules=game.read_rules("fft"))
        assert empty.question == "Who took?"
        assert [delta.score for delta in empty.deltas()] == [None] * 4


class TestSums:
    @pytest.mark.parametrize(
        ("rules", "told", "text"),
        [
            ("fft", {}, "(25 + 8) × 2 = 66"),
            ("fft", {"contract": "prise"}, "25 + 8 = 33"),
            ("fft", {"points": "40"}, "−(25 + 1) × 2 = −52"),
            ("fft", {"contract": "prise", "points": "40"}, "−(25 + 1) = −26"),
            (
                "fft",
                {"petit_au_bout": "defence", "poignee_3": "simple"},
                "(25 + 8) × 2 = 66, − 20 Petit, + 20 handful = 66",
            ),
            ("fixed-scale", {}, "40 + 8 = 48"),
            ("rounded-10", {}, "(25 + 8) × 2 = 66 → 70"),
            ("rounded-10", {"points": "46"}, "(25 + 5) × 2 = 60"),
            (
                "rounded-10",
                {"chelem": "unannounced_made", "points": "91", "oudlers": "3"},
                "(25 + 55) × 2 = 160, + 200 slam = 360",
            ),
            (
                {"defence_chelem": {"enabled": True}},
                {"chelem": "defence_bid_lost"},
                "(25 + 8) × 2 = 66, + 200 slam = 266",
            ),
            # Family rules: 10 from each of the three others.
            (
                "family",
                {"petit_chelem": "announced_failed", "misere_1": "courts"},
                "(25 + 8) × 2 = 66, − 150 small slam = −84 · misère Est: 10 from each",
            ),
            (
                {"poignee_mode": "side"},
                {"poignee_1": "simple"},
                "(25 + 8) × 2 = 66, − 20 handful = 46",
            ),
            (
                {"poignee_mode": "personal"},
                {"poignee_1": "simple"},
                "(25 + 8) × 2 = 66 · handful Est: 20 from each",
            ),
            (
                {"misere": {"enabled": True, "mode": "side"}},
                {"misere_1": "courts"},
                "(25 + 8) × 2 = 66, − 10 misère = 56",
            ),
            (
                "personal-petit",
                {"petit_au_bout": "attack", "petit_player": "n2"},  # of the defence, who lost it
                "(25 + 8) × 2 = 66 · Petit Sud: 10 to each",
            ),
        ],
    )
    def test_the_stake_as_the_table_says_it(self, rules, told, text):
        asked = form(rules=rules, **{**PLAIN, **told})
        assert asked.is_valid()
        assert asked.sum_text() == text


class TestWhoRests:
    @pytest.mark.parametrize(
        ("dealer", "count", "resting"),
        [
            ("c", 0, ()),
            ("c", 1, ("c",)),
            ("c", 2, ("c", "b")),
            ("a", 2, ("a", "e")),
            ("b", 3, ("b", "a", "e")),
        ],
    )
    def test_the_dealer_and_who_dealt_just_before(self, dealer, count, resting):
        assert who_rests("abcde", dealer, count) == resting
