"""The count of a hand and the chances, against the tables of scoring.md §12."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.core.problems import DealRefused
from clubs.games.french.core.bidding import (
    PACK,
    CountLine,
    Hand,
    bid_for,
    cards_in_dog,
    count_hand,
    longest_holding,
    longest_holding_simplified,
    read_cards,
)
from tests.games.french.core.hands import CHECK_HAND
from tests.specified import rows, section

quick = settings(deadline=None, max_examples=40)
cards = st.sampled_from(sorted(PACK))
hands = st.lists(cards, min_size=18, max_size=18, unique=True)
parts = st.lists(cards, max_size=17, unique=True)


def lines(text):
    """(code, amount, suit or None) of what a hand counts."""
    count = count_hand(read_cards(text.split()))
    return [(line.code, line.amount, line.how.get("suit")) for line in count.lines]


def amounts(text):
    return {code: amount for code, amount, _suit in lines(text)}


def refusal(codes):
    with pytest.raises(DealRefused) as refused:
        read_cards(codes)
    return [(problem.code, problem.field) for problem in refused.value.problems]


class TestCheckHand:
    def test_it_counts_58_a_garde(self):
        count = count_hand(read_cards(CHECK_HAND))

        assert count.lines == (
            CountLine("twenty_one", 10),
            CountLine("excuse", 8),
            CountLine("trumps", 14, {"count": 7}),
            CountLine("high_trumps", 6, {"count": 3}),
            CountLine("run", 2, {"count": 2}),
            CountLine("king_queen", 10, {"suit": "hearts"}),
            CountLine("long_suit", 5, {"suit": "hearts", "count": 5}),
            CountLine("knight", 2, {"suit": "diamonds"}),
            CountLine("jack", 1, {"suit": "clubs"}),
        )
        assert (count.total, count.bid) == (58, "garde")

    def test_towards_a_garde_sans_it_counts_61_which_is_not_enough(self):
        count = count_hand(read_cards(CHECK_HAND))

        assert count.towards == (CountLine("single", 3, {"suit": "spades"}),)
        assert (count.total_towards, bid_for(61)) == (61, "garde")

    def test_it_is_read_as_a_hand(self):
        assert read_cards(CHECK_HAND) == Hand(
            trumps=frozenset({21, 20, 17, 11, 9, 4}),
            excuse=True,
            suits={
                "spades": frozenset({8}),
                "hearts": frozenset({14, 13, 9, 5, 2}),
                "diamonds": frozenset({12, 3}),
                "clubs": frozenset({11, 10, 6}),
            },
        )


class TestTrumps:
    @pytest.mark.parametrize(
        ("hand", "amount"),
        [
            ("t1", 0),
            ("t1 t2 t3 t4", 0),
            ("t1 t2 t3 t0", 0),
            ("t1 t2 t3 t4 t5", 5),
            ("t1 t2 t3 t4 t0", 5),
            ("t1 t2 t3 t4 t5 t6", 7),
            ("t1 t2 t3 t4 t5 t6 t7", 9),
            ("t1 t2 t3 t4 t5 t6 t7 t8 t9 t10", 9),
        ],
    )
    def test_the_petit_is_worth_what_protects_it(self, hand, amount):
        assert amounts(hand)["petit"] == amount

    @pytest.mark.parametrize(
        ("hand", "amount"),
        [
            ("t2 t3 t4 t5", None),
            ("t2 t3 t4 t0", None),
            ("t2 t3 t4 t5 t6", 10),
            ("t2 t3 t4 t5 t0", 10),
            ("t2 t3 t4 t5 t6 t7 t8 t9", 16),
        ],
    )
    def test_each_counts_when_there_are_more_than_four(self, hand, amount):
        assert amounts(hand).get("trumps") == amount

    @pytest.mark.parametrize(
        ("hand", "high", "run"),
        [
            ("t15", None, None),
            ("t16", 2, None),
            ("t15 t16", 2, None),  # a run of high trumps: 15 is none
            ("t16 t17", 4, 2),
            ("t16 t18 t20", 6, None),
            ("t16 t17 t19 t20", 8, 4),
            ("t18 t19 t21", 6, 2),
            ("t16 t17 t18 t19 t20 t21", 12, 6),
        ],
    )
    def test_high_ones_and_runs_of_them(self, hand, high, run):
        found = amounts(hand)

        assert (found.get("high_trumps"), found.get("run")) == (high, run)

    def test_the_other_oudlers(self):
        assert lines("t21 t0") == [
            ("twenty_one", 10, None),
            ("excuse", 8, None),
            ("high_trumps", 2, None),
        ]


class TestSuits:
    @pytest.mark.parametrize(
        ("hand", "expected"),
        [
            ("s14 s13", [("king_queen", 10, "spades")]),
            ("s14 h13", [("king", 6, "spades"), ("queen", 3, "hearts")]),
            (
                "d14 d12 d11",
                [("king", 6, "diamonds"), ("knight", 2, "diamonds"), ("jack", 1, "diamonds")],
            ),
            ("c1 c2 c3 c10", []),
        ],
    )
    def test_court_cards(self, hand, expected):
        assert lines(hand) == expected

    @pytest.mark.parametrize(
        ("length", "amount"), [(4, None), (5, 5), (6, 7), (7, 9), (8, 9), (10, 9)]
    )
    def test_long_ones(self, length, amount):
        hand = " ".join(f"c{rank}" for rank in range(1, length + 1))

        assert amounts(hand).get("long_suit") == amount

    def test_voids_and_single_cards_count_towards_the_higher_guards_only(self):
        trumps = [f"t{number}" for number in range(2, 16)]  # 14 · 2
        count = count_hand(read_cards([*trumps, "s2", "h2", "h3", "h4"]))

        assert count.total == 28
        assert [(line.code, line.amount, line.how["suit"]) for line in count.towards] == [
            ("single", 3, "spades"),
            ("void", 6, "diamonds"),
            ("void", 6, "clubs"),
        ]
        assert count.total_towards == 43
        assert count.bid is None  # 43 would be a prise, but a prise does not count them


class TestBid:
    @pytest.mark.parametrize(
        ("total", "bid"),
        [
            (0, None),
            (39, None),
            (40, "prise"),
            (55, "prise"),
            (56, "garde"),
            (70, "garde"),
            (71, "garde_sans"),
            (80, "garde_sans"),
            (81, "garde_contre"),
            (200, "garde_contre"),
        ],
    )
    def test_by_total(self, total, bid):
        assert bid_for(total) == bid

    def test_a_void_lifts_a_garde_to_a_garde_sans(self):
        # 10 + 8·2 + 4·2 + 4 + (10 + 5) + 6 + 6 = 65; no club: 71
        hand = "t21 t20 t19 t18 t9 t8 t7 t6 h14 h13 h4 h3 h2 s14 s2 d14 d3 d2"
        count = count_hand(read_cards(hand.split()))

        assert (count.total, count.total_towards, count.bid) == (65, 71, "garde_sans")


class TestPetitSec:
    @pytest.mark.parametrize(
        ("hand", "is_one"), [("t1 s2", True), ("t1 t0", False), ("t1 t2", False), ("t2", False)]
    )
    def test_it_is_the_only_trump_without_the_excuse(self, hand, is_one):
        assert read_cards(hand.split()).is_petit_sec is is_one


class TestRead:
    def test_everything_that_is_wrong_at_once(self):
        others = [f"d{rank}" for rank in range(1, 12)]  # eleven more: 19 in all
        assert refusal(["t22", "t21", "t21", "x", "s15", "h0", "t1\n", "t01", *others]) == [
            ("card_unknown", "cards[0]"),
            ("card_twice", "cards[2]"),
            ("card_unknown", "cards[3]"),
            ("card_unknown", "cards[4]"),
            ("card_unknown", "cards[5]"),
            ("card_unknown", "cards[6]"),
            ("card_unknown", "cards[7]"),
            ("hand_count", "cards"),
        ]

    def test_part_of_a_hand_has_no_more(self):
        assert read_cards([]) == Hand()
        assert read_cards(sorted(PACK)[:18]).is_complete
        assert refusal(sorted(PACK)[:19]) == [("hand_count", "cards")]

    def test_the_pack_has_78_cards(self):
        assert len(PACK) == 78


@quick
@given(hands, st.randoms())
def test_the_order_of_the_cards_does_not_matter(hand, random):
    other = list(hand)
    random.shuffle(other)

    assert count_hand(read_cards(hand)) == count_hand(read_cards(other))


@quick
@given(parts, cards)
def test_a_card_more_never_counts_less(hand, card):
    before = count_hand(read_cards(hand)).total
    after = count_hand(read_cards(sorted({*hand, card}))).total

    assert after >= before


@quick
@given(hands)
def test_what_counts_towards_the_higher_guards_never_lowers_the_bid(hand):
    count = count_hand(read_cards(hand))
    order = [None, "prise", "garde", "garde_sans", "garde_contre"]

    assert count.total_towards >= count.total
    assert order.index(count.bid) >= order.index(bid_for(count.total))


def cells(place):
    """(missing, cards, printed) of a table of chances in scoring.md §12, in their order."""
    tables = []
    for row in rows(section("scoring.md §12")):
        if row[0].endswith("missing"):
            tables.append([])
        if tables:
            tables[-1].append(row)
    heads, *lines = tables[place]
    return [
        (int(missing), int(line[0]), printed)
        for line in lines
        for missing, printed in zip(heads[1:], line[1:], strict=True)
    ]


def printed(chance):
    """As scoring.md §12 prints it: to a tenth of a percent."""
    if not chance:
        return "–"
    text = f"{float(chance) * 100:.1f}"
    return "<0.1" if text == "0.0" else text


class TestTables:
    @pytest.mark.parametrize(
        ("place", "chances", "count"),
        [
            (0, longest_holding, 14 * 12),
            (1, longest_holding_simplified, 14 * 12),
            (2, cards_in_dog, 7 * 14),
        ],
    )
    def test_every_cell(self, place, chances, count):
        told = cells(place)

        assert len(told) == count
        assert [
            (missing, number, printed(chances(missing).get(number)))
            for missing, number, _text in told
        ] == told

    @pytest.mark.parametrize(
        ("chances", "missing", "least", "text"),
        [
            (longest_holding, 6, 5, "3.8"),
            (longest_holding_simplified, 6, 5, "5.3"),
            (longest_holding, 12, 9, "0.3"),
            (longest_holding_simplified, 12, 9, "1.2"),
            (cards_in_dog, 14, 2, "43.0"),
        ],
    )
    def test_sums_that_the_text_gives(self, chances, missing, least, text):
        whole = sum(chance for count, chance in chances(missing).items() if count >= least)

        assert printed(whole) == text

    def test_chances_are_exact(self):
        # one of three cards each: 18³ of the 54·53·52/6 ways; both in the dog: 6·5 of 60·59
        assert longest_holding(3)[1] == Fraction(5832, 24804)
        assert cards_in_dog(2)[2] == Fraction(30, 3540)


@pytest.mark.parametrize("missing", [1, 2, 3, 4, 18, 19, 36, 54])
def test_chances_of_the_longest_add_up(missing):
    chances = longest_holding(missing)

    assert sum(chances.values()) == 1
    assert list(chances) == list(range(-(-missing // 3), min(missing, 18) + 1))


@quick
@given(st.integers(1, 18))
def test_the_simplified_model_overstates_long_holdings(missing):
    exact, simplified = longest_holding(missing), longest_holding_simplified(missing)

    assert sum(simplified.values()) == 1
    assert simplified[missing] >= exact[missing]


@quick
@given(st.integers(1, 60))
def test_chances_of_the_dog_add_up_to_what_it_holds_on_average(missing):
    chances = cards_in_dog(missing)

    assert sum(chances.values()) == 1
    assert sum(count * chance for count, chance in chances.items()) == Fraction(missing, 10)
