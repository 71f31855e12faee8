"""What the end of a session says."""

import pytest

from clubs.models import Sitting
from clubs.queries.tables.sittings import score_sheet
from clubs.queries.tables.summary import DealGain, summary_of
from tests.games.bolognese.services.test_matches import record

pytestmark = pytest.mark.usefixtures("in_english")

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def summary(sitting: Sitting):
    return summary_of(score_sheet(Sitting.objects.get(pk=sitting.pk)))


def test_equal_totals_share_a_rank(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Bob")  # 60 a defender: +180

    ranking = summary(sitting).ranking

    assert [(row.rank, row.seat.name, row.seat.total) for row in ranking] == [
        (1, "Bob", 180),
        (2, "Alice", -60),
        (2, "Charlie", -60),
        (2, "Dora", -60),
    ]


def test_best_and_worst_deal_of_each(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Bob")  # 60 a defender
    club.deal(sitting, kind="void", void_reason="all_pass")
    club.deal(sitting, taker="Alice", points=40)  # −(25+1)·2 = −52
    club.deal(sitting, taker="Bob")

    rows = {row.seat.name: row for row in summary(sitting).ranking}

    assert (rows["Bob"].best, rows["Bob"].worst) == (DealGain(1, 180), DealGain(3, 52))
    assert (rows["Alice"].best, rows["Alice"].worst) == (DealGain(1, -60), DealGain(3, -156))


def test_who_only_rested_has_neither(club):
    sitting = club.sitting(*FOUR, "Olivia", active_count=4)
    club.deal(sitting, taker="Alice", out=["Olivia"])

    rows = {row.seat.name: row for row in summary(sitting).ranking}

    assert (rows["Olivia"].best, rows["Olivia"].worst) == (None, None)


def test_the_matches_of_the_session(club, django_assert_num_queries):
    """106 to 89 a deal, to 200: two deals a match."""
    sitting = club.sitting(*FOUR, game="bolognese", rules={"target": 200})
    for number in (1, 2, 3):
        record(club, sitting, number)
    sheet = score_sheet(Sitting.objects.get(pk=sitting.pk))

    with django_assert_num_queries(0):
        told = summary_of(sheet).matches

    assert told == (
        "Match 1 · Alice and Charlie won: 212 to 178 (deals 1 to 2)",
        "Match 2 · Goes on: Alice and Charlie 106, Bob and Dora 89 (deal 3)",
    )


def test_no_match_where_deals_stand_alone(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Bob")

    assert summary(sitting).matches == ()


def test_takers_with_the_mean_difference(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Alice", points=46)  # made by 5
    club.deal(sitting, taker="Alice", points=39)  # down by 2
    club.deal(sitting, taker="Bob", points=41)  # made exactly

    rows = summary(sitting).takers

    assert [(r.seat.name, r.taken_count, r.made_count, r.margin) for r in rows] == [
        ("Alice", 2, 1, 1.5),
        ("Bob", 1, 1, 0),
        ("Charlie", 0, 0, None),
        ("Dora", 0, 0, None),
    ]


def test_contracts_the_most_played_first(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, contract="prise", points=46)
    club.deal(sitting, contract="garde", points=39)
    club.deal(sitting, contract="garde", points=51)

    rows = summary(sitting).contracts

    assert [(r.contract, r.pips, r.taken_count, r.made_count, r.margin) for r in rows] == [
        ("Garde", 2, 2, 1, 4.0),  # −2 and +10
        ("Prise", 1, 1, 1, 5.0),
    ]


def test_the_sum_is_0_and_void_deals_are_counted_apart(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting)
    club.deal(sitting, kind="void", void_reason="misdeal")

    found = summary(sitting)

    assert (found.total, found.void_count) == (0, 1)


def test_before_the_first_deal(club):
    found = summary(club.sitting(*FOUR))

    assert [row.rank for row in found.ranking] == [1, 1, 1, 1]
    assert (found.takers, found.contracts, found.total) == ((), (), 0)


def test_a_draw_is_neither_made_nor_lost(club):
    """Targets of volte: 41 with two honours."""
    sitting = club.sitting(*FOUR, game="volte", rules="volte")
    for points in (47, 41, 30):
        club.deal(sitting, taker="Bob", contract="liscio", honours=2, points=points)

    told = summary(sitting)

    (contract,) = told.contracts
    assert (contract.taken_count, contract.made_count, contract.drawn_count) == (3, 1, 1)
    assert [(r.taken_count, r.made_count, r.drawn_count) for r in told.takers] == [
        (0, 0, 0),
        (3, 1, 1),
        (0, 0, 0),
        (0, 0, 0),
    ]
    assert told.has_draws


def test_without_a_draw_there_is_none(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, points=39)

    assert not summary(sitting).has_draws
