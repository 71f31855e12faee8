"""What a set of cards makes, worked out by hand: bolognese.md §2, §3, §4."""

import pytest

from clubs.games.bolognese.core.cards import DECK as OUR_DECK
from clubs.games.bolognese.core.cards import FIVE_CARDS
from clubs.games.bolognese.core.counting import (
    CARD_COUNTS,
    accuso_totals,
    card_count,
    count_cards,
    cricca_totals,
    doubled_sum,
    plain_sum,
    sequence_totals,
)
from tests.games.bolognese.core.examples import DECK

NUMBERS = "T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5"
MOORS = "MO1 MO2 MO3 MO4"


def counted(cards, adjacent=False):
    return count_cards(frozenset(cards.split()), adjacent_counters=adjacent)


def sequences(cards, adjacent=False):
    """Number of cards and points of each, by name."""
    found = counted(cards, adjacent).sequences
    return {item.name.value: (item.cards, item.points) for item in found}


def cricche(cards):
    return {item.name.value: (item.cards, item.points) for item in counted(cards).cricche}


def test_the_deck():
    assert list(OUR_DECK) == DECK
    assert len(set(DECK)) == 62
    assert {"ANG", "MON", "BEG", "MAT", "DK", "CK", "SK", "BK"} == FIVE_CARDS


class TestSuits:
    @pytest.mark.parametrize(
        ("cards", "length"),
        [
            ("DK DQ DC DF DA", 5),
            ("DK DQ DC", 3),
            ("DK DC DF DA", 4),
            ("DK DF MAT", 3),
            ("DK DF BEG DA", 4),
            ("DK DF BEG MAT", 4),
            ("DK DQ DC DF DA BEG MAT", 7),
        ],
    )
    def test_what_is_one(self, cards, length):
        assert sequences(cards) == {"danari": (length, 5 * (length - 1))}

    @pytest.mark.parametrize(
        "cards",
        ["DK DQ DA", "DK DQ", "DK DA MAT", "DK MAT BEG", "DK DA MAT BEG", "DQ DC DF DA MAT BEG"],
    )
    def test_what_is_none(self, cards):
        assert sequences(cards) == {}

    def test_the_cavallo_of_coppe_is_no_other_card(self):
        assert sequences("CK CC CF") == {"coppe": (3, 10)}


class TestMoorsAndAces:
    @pytest.mark.parametrize(
        ("cards", "found"),
        [
            ("MO1 MO3 MO4", {"mori": (3, 10)}),
            ("MO1 MO4 MAT", {"mori": (3, 10)}),
            ("MO1 MO4 MAT BEG", {"mori": (4, 15)}),
            (f"{MOORS} BEG", {"mori": (5, 20)}),
            ("DA CA SA BA", {"assi": (4, 15)}),
            ("DA CA SA BA BEG MAT", {"assi": (6, 25)}),
            ("MO1 MO2", {}),
            ("MO1 BEG MAT", {}),
            ("BA BEG MAT", {}),
        ],
    )
    def test_lengths(self, cards, found):
        assert sequences(cards) == found


class TestGrande:
    @pytest.mark.parametrize(
        ("cards", "length"),
        [
            ("ANG MON SOL", 3),
            ("ANG MON SOL LUN", 4),
            ("ANG LUN MAT", 3),
            ("ANG LUN MAT BEG", 4),  # one engaged, both counted
            ("ANG SOL LUN MAT", 4),
            ("ANG SOL LUN T16 T15", 5),
            ("ANG SOL LUN T15", 3),  # broken at 16
            ("ANG SOL LUN T15 MAT", 5),  # 16 filled, 14 breaks: 3 + 15 + Matto
            ("ANG SOL T16 MAT", 4),  # the Matto is engaged: broken at 15, counted once
            ("ANG SOL T15 MAT", 3),  # engaged, so it does not fill 16
            ("ANG SOL T15 MAT BEG", 5),  # one engaged, one fills 16: 2 + 15 + both
            (f"ANG MON SOL LUN {NUMBERS}", 16),
            (f"ANG MON SOL LUN {NUMBERS} MO1", 17),
            (f"ANG MON SOL LUN {NUMBERS.replace('T5', '')} MO1", 15),  # broken at 5: no Moor
            (f"ANG MON SOL LUN {NUMBERS.replace('T5', '')} MO1 BEG", 17),  # 5 filled
        ],
    )
    def test_lengths(self, cards, length):
        assert sequences(cards)["grande"] == (length, 5 * (length - 1))

    @pytest.mark.parametrize(
        "cards", ["ANG MON", "ANG MAT BEG", "MON SOL LUN MAT BEG", f"ANG {NUMBERS} MAT BEG"]
    )
    def test_what_is_none(self, cards):
        assert "grande" not in sequences(cards)

    def test_two_gaps_at_the_top(self):
        cards = "ANG SOL LUN T14 T13 MAT BEG"
        assert sequences(cards)["grande"] == (5, 20)  # 16 filled, 15 breaks: 3 + both
        assert sequences(cards, adjacent=True)["grande"] == (7, 30)  # and 14, 13

    def test_a_gap_among_the_first_four_is_not_above_sixteen(self):
        assert sequences("ANG SOL MAT BEG T15")["grande"] == (5, 20)

    def test_every_family_in_order(self):
        assert sequences(" ".join(DECK)) == {
            "grande": (22, 105),
            "danari": (7, 30),
            "coppe": (7, 30),
            "spade": (7, 30),
            "bastoni": (7, 30),
            "mori": (6, 25),
            "assi": (6, 25),
        }


class TestCricche:
    def test_the_table(self):
        assert cricche(" ".join(DECK)) == {
            "tarocchi": (4, 36),
            "re": (4, 34),
            "regine": (4, 28),
            "cavalli": (4, 26),
            "fanti": (4, 24),
        }
        assert cricche("ANG MON BEG DK CK SK DQ CQ BQ DC SC BC CF SF BF") == {
            "tarocchi": (3, 18),
            "re": (3, 17),
            "regine": (3, 14),
            "cavalli": (3, 13),
            "fanti": (3, 12),
        }

    def test_counters_replace_nothing(self):
        assert cricche("DK CK BEG MAT") == {}


class TestSums:
    @pytest.mark.parametrize(
        ("cards", "points"),
        [
            ("DK DQ DC CK CQ CC", 20),
            ("DK DQ DC CK CQ CC MO1 MO2 MO3", 60),
        ],
    )
    def test_three_sequences_double(self, cards, points):
        assert doubled_sum(counted(cards).sequences) == points

    def test_three_cricche_double(self):
        assert doubled_sum(counted("DF CF SF DC CC SC").cricche) == 25
        assert doubled_sum(counted("DF CF SF DC CC SC DQ CQ SQ").cricche) == 78

    def test_the_pack(self):
        pack = counted(" ".join(DECK))
        assert plain_sum(pack.sequences) == 275
        assert plain_sum(pack.cricche) == 148
        assert doubled_sum(pack.sequences) == 550
        assert doubled_sum(pack.cricche) == 296
        assert (pack.cards, pack.card_count) == (62, 87)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("", 0),
        ("D6 T16", 1),  # 1 + 1 − 1
        ("ANG MAT", 9),
        ("DK CQ SA MAT", 13),  # 5 + 4 + 1 + 5 − 2
        ("DC DF MO1 SOL", 5),  # 3 + 2 + 1 + 1 − 2
    ],
)
def test_card_count(cards, points):
    assert card_count(frozenset(cards.split())) == points


class TestPossibleTotals:
    """bolognese.md §11, as it writes them."""

    def test_sequences(self):
        assert sequence_totals() == {0, *range(10, 135, 5), *range(60, 555, 10)}
        assert sequence_totals(doubling=False) == {0, *range(10, 280, 5)}

    def test_cricche(self):
        one = {12, 13, 14, 17, 18, 24, 26, 28, 34, 36}
        assert {total for total in cricca_totals() if total in one} == one
        assert 25 in cricca_totals()  # Jacks and Knights
        assert 78 in cricca_totals()  # (12 + 13 + 14) · 2
        assert 39 not in cricca_totals()
        assert 39 in cricca_totals(doubling=False)
        assert max(cricca_totals()) == 296
        assert max(cricca_totals(doubling=False)) == 148
        assert not {1, 11, 15, 16, 19, 23, 294, 295} & set(cricca_totals())

    def test_accusi(self):
        possible = accuso_totals(doubling=True)
        assert {10, 12, 17, 22, 27, 35, 846} <= possible  # 22: 10 and 12; 846: 550 and 296
        assert not {0, 5, 11, 16, 845, 850} & possible
        assert 423 in accuso_totals(doubling=False)  # 275 and 148
        assert max(accuso_totals(doubling=False)) == 423

    def test_card_counts(self):
        assert {0, *range(2, 86), 87} == CARD_COUNTS
