"""Matches of Tarocco bolognese at a table: they begin, end and go on from the records alone."""

from uuid import uuid4

import pytest
from django.utils import translation

from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.queries.deals.deals import next_deal
from clubs.queries.tables.sittings import score_sheet
from clubs.services.files.checks import check_deal, logged_deals
from clubs.services.tables import sittings
from tests.cast import totals
from tests.italian_games import DEAL, FOUR
from tests.refusals import problems_in

GAME = get_game("bolognese")


@pytest.fixture
def sitting(club):
    """A match to 200: two such deals decide it, 212 to 178."""
    return club.sitting(*FOUR, game="bolognese", rules={"target": 200})


def record(club, sitting, number, told=DEAL):
    return sittings.record_deal(
        club.actor("Alice"), sitting, told, number=number, request_id=uuid4()
    )


def call_out(club, name, points, dealer):
    return {
        "called_out": {"player": str(club.player(name).uuid)},
        "accusi": [{"player": str(club.player(name).uuid), "points": points}],
        "dealer": str(club.player(dealer).uuid),
    }


def context(sitting):
    return dict(next_deal(sitting).context)


def board(sitting):
    match = score_sheet(sitting).match
    return match.number, match.deals, [(side.total, side.missing, side.won) for side in match.sides]


def test_a_deal_knows_what_the_earlier_ones_came_to(club, sitting):
    assert context(sitting) == {"totals_before": {"ns": 0, "ew": 0}, "deals_before": 0}

    record(club, sitting, 1)

    assert context(sitting) == {"totals_before": {"ns": 106, "ew": 89}, "deals_before": 1}
    assert board(sitting) == (1, 1, [(106, 94, 0), (89, 111, 0)])


def test_nothing_of_the_match_is_stored(club, sitting):
    record(club, sitting, 1)
    deal = record(club, sitting, 2)

    assert deal.record == {**DEAL, "players": [str(club.player(name).uuid) for name in FOUR]}


def test_a_decided_match_gives_way_to_the_next(club, sitting):
    record(club, sitting, 1)
    record(club, sitting, 2)

    assert context(sitting) == {"totals_before": {"ns": 0, "ew": 0}, "deals_before": 0}
    assert board(sitting) == (2, 0, [(0, 200, 1), (0, 200, 0)])

    record(club, sitting, 3)
    assert board(sitting) == (2, 1, [(106, 94, 1), (89, 111, 0)])
    assert totals(sitting) == {"Alice": 51, "Bob": -51, "Charlie": 51, "Dora": -51}


def test_a_void_deal_and_plain_scores_count_for_no_match(club, sitting):
    record(club, sitting, 1)
    record(club, sitting, 2, {"kind": "void", "void_reason": "misdeal"})
    scores = dict.fromkeys((str(club.player(name).uuid) for name in FOUR), 0)
    first, second = list(scores)[:2]
    plain = {"kind": "scores", "label": "other", "scores": {**scores, first: 10, second: -10}}
    record(club, sitting, 3, plain)

    assert board(sitting) == (1, 1, [(106, 94, 0), (89, 111, 0)])


def test_a_correction_moves_the_matches_after_it(club, sitting):
    first = record(club, sitting, 1)
    record(club, sitting, 2)
    assert board(sitting)[0] == 2
    less = {"sequences": 0, "cricche": 0, "scartini": 40}  # 46 instead of 106

    sittings.correct_deal(
        club.actor("Alice"),
        first,
        {**DEAL, "quick": {**DEAL["quick"], "ns": less}},
        revision=1,
        reason="wrong",
        request_id=uuid4(),
    )

    # 46 + 106 : 89 + 89, nobody is at 200
    assert board(sitting) == (1, 2, [(152, 48, 0), (178, 22, 0)])


def test_who_reaches_the_target_may_call_out(club, sitting):
    record(club, sitting, 1)
    deal = record(club, sitting, 2, call_out(club, "Alice", 94, "Dora"))  # 106 + 94 = 200

    assert [score.score for score in deal.scores.order_by("seat")] == [94, -94, 94, -94]
    assert board(sitting) == (2, 0, [(0, 200, 1), (0, 200, 0)])
    with translation.override("en"):
        last = score_sheet(sitting).match.last
    assert last == "Alice and Charlie won by calling out: 200 to 89"


def test_who_does_not_reach_it_may_not(club, sitting):
    record(club, sitting, 1)

    with pytest.raises(DealRefused) as refusal:
        record(club, sitting, 2, call_out(club, "Alice", 92, "Dora"))

    assert problems_in(refusal) == [("call_out_short", "called_out")]


def test_a_deal_that_a_call_out_stands_on_stays(club, sitting):
    first = record(club, sitting, 1)
    record(club, sitting, 2, call_out(club, "Alice", 94, "Dora"))
    told = {"revision": 1, "reason": "wrong", "request_id": uuid4()}

    with pytest.raises(DealRefused) as refusal:
        sittings.void_deal(club.actor("Alice"), first, **told)

    assert problems_in(refusal) == [("call_out_short", "deals[2].called_out")]
    first.refresh_from_db()
    assert (first.kind, first.revision) == ("played", 1)


def test_the_last_deal_can_always_be_taken_back(club, sitting):
    record(club, sitting, 1)
    last = record(club, sitting, 2, call_out(club, "Alice", 94, "Dora"))

    sittings.void_deal(club.actor("Alice"), last, revision=1, reason="wrong", request_id=uuid4())

    assert board(sitting) == (1, 1, [(106, 94, 0), (89, 111, 0)])


def test_other_rules_look_at_all_deals_again(club, sitting):
    record(club, sitting, 1)
    record(club, sitting, 2, call_out(club, "Alice", 94, "Dora"))

    with pytest.raises(DealRefused) as refusal:
        sittings.change_rules(
            club.actor("Charlie"), sitting, GAME.read_rules("ottocento"), request_id=uuid4()
        )

    assert problems_in(refusal) == [("call_out_short", "deals[2].called_out")]


def test_the_check_finds_a_call_out_sound(club, sitting):
    record(club, sitting, 1)
    deal = record(club, sitting, 2, call_out(club, "Alice", 94, "Dora"))

    assert list(check_deal(deal, logged_deals(sitting))) == []


def test_other_pairs_begin_another_match(club, sitting):
    record(club, sitting, 1)

    club.reseat(sitting, "Alice", "Bob", "Charlie", "Olivia")

    sitting.refresh_from_db()
    assert context(sitting) == {"totals_before": {"ns": 0, "ew": 0}, "deals_before": 0}
    number, deals, sides = board(sitting)
    assert (number, deals) == (2, 0)
    assert sides == [(0, 200, 0), (0, 200, 0)]


def test_the_same_pairs_on_other_sides_go_on(club, sitting):
    record(club, sitting, 1)

    club.reseat(sitting, "Bob", "Charlie", "Dora", "Alice")

    sitting.refresh_from_db()
    assert context(sitting) == {"totals_before": {"ns": 89, "ew": 106}, "deals_before": 1}
