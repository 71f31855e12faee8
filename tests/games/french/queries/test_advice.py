"""The bidding aid in words."""

import pytest
from django.utils.translation import override

from clubs.games.french.core.bidding import PACK, read_cards
from clubs.games.french.queries.advice import card_groups, hand_story, odds_of
from tests.games.french.core.hands import CHECK_HAND

pytestmark = pytest.mark.usefixtures("in_english")


def story(*codes):
    return hand_story(read_cards(codes))


class TestCards:
    def test_the_whole_pack_is_there_once(self):
        codes = [card.code for group in card_groups() for card in group.cards]

        assert sorted(codes) == sorted(PACK)

    def test_in_the_order_of_a_sorted_hand(self):
        shown = {group.key: " ".join(card.short for card in group.cards) for group in card_groups()}

        assert shown["trumps"] == ("Excuse 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1")
        assert shown["hearts"] == "K Q C J 10 9 8 7 6 5 4 3 2 1"

    def test_each_has_a_name_for_the_ear(self):
        names = {card.code: card.name for group in card_groups() for card in group.cards}

        assert (names["t0"], names["t7"]) == ("Excuse", "7 of trumps")
        assert (names["s14"], names["h12"], names["c3"]) == (
            "King of spades",
            "Knight of hearts",
            "3 of clubs",
        )

    def test_in_french(self):
        with override("fr"):
            cards = {card.code: card for group in card_groups() for card in group.cards}

        assert (cards["t21"].name, cards["d13"].name) == ("21 d’atout", "Dame de carreau")
        assert "".join(cards[f"s{rank}"].short for rank in (14, 13, 12, 11)) == "RDCV"

    def test_red_suits(self):
        assert [group.key for group in card_groups() if group.is_red] == ["hearts", "diamonds"]


class TestStory:
    def test_the_check_hand(self):
        told = story(*CHECK_HAND)

        assert [(line.label, line.amount) for line in told.lines] == [
            ("21 of trumps", 10),
            ("Excuse", 8),
            ("7 trumps", 14),
            ("3 trumps from 16 to 21", 6),
            ("2 of these in a run", 2),
            ("King and queen of hearts", 10),
            ("5 cards of hearts", 5),
            ("Knight of diamonds", 2),
            ("Jack of clubs", 1),
        ]
        assert [(line.label, line.amount, line.small) for line in told.towards] == [
            ("One card of spades", 3, "a single card")
        ]
        assert told.bid == "Garde"
        assert told.towards_bid == "not enough: a garde sans needs 71"
        assert [(band.totals, band.bid) for band in told.bands if band.is_on] == [
            ("56–70", "Garde")
        ]

    def test_the_table_of_bids(self):
        assert [(band.totals, band.bid) for band in story(*CHECK_HAND).bands] == [
            ("below 40", "Pass"),
            ("40–55", "Prise"),
            ("56–70", "Garde"),
            ("71–80", "Garde sans"),
            ("above 80", "Garde contre"),
        ]

    def test_a_weak_hand_passes(self):
        trumps = [f"t{number}" for number in range(2, 11)]
        low = [f"{suit}{rank}" for suit in "shd" for rank in (1, 2, 3)]
        told = story(*trumps, *low)

        assert (told.count.total, told.bid) == (18, "Pass")  # 9 trumps
        assert [band.totals for band in told.bands if band.is_on] == ["below 40"]

    def test_enough_for_a_garde_contre(self):
        trumps = [f"t{number}" for number in range(21, 9, -1)]
        told = story(*trumps, "t0", "s14", "s13", "s12", "h14", "h13")

        # 10 + 8 + 13·2 + 6·2 + 6 + 10 + 2 + 10 = 84; two voids: 96
        assert (told.count.total, told.count.total_towards) == (84, 96)
        assert (told.bid, told.towards_bid) == ("Garde contre", "Garde contre")
        assert [band.totals for band in told.bands if band.is_on] == ["above 80"]

    def test_an_incomplete_hand_gets_no_advice(self):
        told = story("t21", "h14", "h13")

        assert [line.amount for line in told.lines] == [10, 2, 10]
        assert (told.bid, told.towards, told.bands, told.hopes) == ("", (), (), ())
        assert told.to_go == 15

    @pytest.mark.parametrize(
        ("hand", "small"),
        [
            (["t1"], "with 1 trump, itself counted; it is worth something from 5 trumps on"),
            (
                ["t1", "t2", "t0"],
                "with 3 trumps, itself and the Excuse counted; it is worth something from 5 on",
            ),
        ],
    )
    def test_a_petit_that_counts_nothing_says_why(self, hand, small):
        [petit] = [line for line in story(*hand).lines if line.label == "Petit"]

        assert (petit.amount, petit.small) == (0, small)


def test_what_the_dog_may_bring():
    told = [
        (hope.label, hope.missing, hope.one_or_more, hope.two_or_more)
        for hope in story(*CHECK_HAND).hopes
    ]

    # scoring.md §12: 1, 3, 9, 11 and 12 missing; 15 trumps: 1 − C(45,6)/C(60,6)
    assert told == [
        ("Oudlers", 1, "10.0", "0.0"),
        ("Trumps with the Excuse", 15, "83.7", "47.1"),
        ("Kings", 3, "27.5", "2.4"),
        ("Queens", 3, "27.5", "2.4"),
        ("Spades", 13, "78.6", "38.7"),
        ("Hearts", 9, "64.0", "21.8"),
        ("Diamonds", 12, "75.5", "34.4"),
        ("Clubs", 11, "72.1", "30.2"),
    ]


class TestOdds:
    def test_six_missing(self):
        odds = odds_of(6, 4)

        assert [(c.cards, c.exactly, c.or_more, c.width) for c in odds.longest] == [
            (2, "13.9", "100.0", 14),
            (3, "59.9", "86.1", 60),
            (4, "22.4", "26.2", 22),
            (5, "3.6", "3.8", 4),
            (6, "0.2", "0.2", 0),
        ]
        assert [(c.cards, c.exactly) for c in odds.dog] == [
            (0, "51.6"),
            (1, "37.9"),
            (2, "9.5"),
            (3, "1.0"),
            (4, "<0.1"),
            (5, "<0.1"),
            (6, "<0.1"),
        ]

    def test_books_print_more_for_long_holdings(self):
        # the encyclopedia: 9 or more of 12 trumps in 1.1 % (1.0 + 0.1), 5 or more of 6 in 5.3 %
        twelve = {c.cards: c for c in odds_of(12, 4).longest}
        six = {c.cards: c for c in odds_of(6, 4).longest}

        assert (twelve[9].or_more, twelve[9].printed_or_more) == ("0.3", "1.1")
        assert (six[5].or_more, six[5].printed_or_more) == ("3.8", "5.3")
        # 2 or more of 5 are certain, though 37.0 + 49.4 + 12.3 + 1.2 are 99.9; 14 of 14 are rare
        assert odds_of(5, 4).longest[0].printed_or_more == "100.0"
        assert odds_of(14, 4).longest[-1].printed_or_more == "<0.1"

    def test_other_tables(self):
        # two cards in two hands of 24: both in one 2·C(24,2)/C(48,2) = 552/1128; in four of 15:
        # 4·C(15,2)/C(60,2) = 420/1770; both in a dog of 3 of 63 cards: 3/1953
        three, five = odds_of(2, 3), odds_of(2, 5)

        assert [c.exactly for c in three.longest] == ["51.1", "48.9"]
        assert [c.exactly for c in five.longest] == ["76.3", "23.7"]
        assert [c.exactly for c in five.dog] == ["90.6", "9.2", "0.2"]
        assert (three.unseen_in_hands, three.unseen) == (48, 54)
        assert (five.unseen_in_hands, five.unseen) == (60, 63)

    def test_in_french(self):
        with override("fr"):
            assert [chance.exactly for chance in odds_of(4, 4).dog] == [
                "64,9",
                "30,5",
                "4,4",
                "0,2",
                "<0,1",
            ]
