"""Who took with what at a table of a tournament, while the deal is played."""

import pytest

from clubs.core.problems import DealRefused
from clubs.models import Sitting, SlipMode
from clubs.services.tables.bids import tell_bid
from tests.services.tournaments.rounds.slip_tables import played


@pytest.fixture
def sitting(hall) -> Sitting:
    """Of two deals one is played."""
    sitting = played(hall, deals=1)
    sitting.rules = {**sitting.rules, "bid_shown": True}
    sitting.save()
    return sitting


def tell(hall, sitting, number=2):
    taker = str(sitting.seats.first().player.uuid)
    bid = {"taker": taker, "contract": "garde"}
    return tell_bid(hall.phone(sitting), hall.table(sitting), bid, number=number)


def test_it_ends_with_the_slip(hall, sitting):
    assert tell(hall, sitting).bid["number"] == 2

    hall.hand_in(sitting, stopped_early="Un malaise")

    assert hall.table(sitting).bid is None


def test_refused_on_a_slip_that_takes_no_deal(hall, sitting):
    hall.deal(sitting)
    with pytest.raises(DealRefused):  # both deals are there
        tell(hall, sitting, number=3)

    sitting.slip.mode = SlipMode.SCORES
    sitting.slip.save()
    with pytest.raises(DealRefused):
        tell(hall, sitting, number=3)
