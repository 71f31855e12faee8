"""Who took with what, told while the deal is played."""

from uuid import uuid4

import pytest

from clubs.access import Forbidden
from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.models import Sitting
from clubs.services.errors import SittingClosed, SittingMoved
from clubs.services.tables import sittings
from clubs.services.tables.bids import tell_bid
from tests.refusals import problems_in
from tests.services.tables.session_rows import FFT, FOUR, actor, everything

SHOWN = {"bid_shown": True}


@pytest.fixture
def sitting(club) -> Sitting:
    return club.sitting(*FOUR, rules=SHOWN)


def tell(club, sitting, taker="Bob", *, by="Alice", number=1, **more):
    """As it came from another phone, which has the table as it is now."""
    seen = Sitting.objects.select_related("club").get(pk=sitting.pk)
    told = {"taker": str(club.player(taker).uuid), "contract": "garde", **more}
    return tell_bid(actor(club, by), seen, told, number=number)


def known(sitting) -> tuple:
    sitting.refresh_from_db()
    return sitting.bid, sitting.revision


def bid_of(club, name, number=1, **more) -> dict:
    return {"number": number, "taker": str(club.player(name).uuid), "contract": "garde", **more}


class TestTellBid:
    def test_it_is_shown_and_is_no_deal(self, club, sitting):
        log = sitting.club.audit_entries.count()

        tell(club, sitting, points=50, called=[None])

        assert known(sitting) == (bid_of(club, "Bob"), 1)
        assert not sitting.deals.exists()
        assert sitting.club.audit_entries.count() == log

    def test_the_same_again_is_no_news(self, club, sitting):
        tell(club, sitting)
        tell(club, sitting, by="Charlie")

        assert known(sitting) == (bid_of(club, "Bob"), 1)

    def test_a_second_phone_puts_it_right(self, club, sitting):
        tell(club, sitting)
        tell(club, sitting, "Dora", by="Charlie", dealer=str(club.player("Alice").uuid))

        dealer = str(club.player("Alice").uuid)
        assert known(sitting) == (bid_of(club, "Dora", dealer=dealer), 2)

    @pytest.mark.parametrize(
        "told", [{"taker": "Dora"}, {"kind": "void", "void_reason": "all_pass"}]
    )
    def test_it_ends_with_its_deal(self, club, sitting, told):
        tell(club, sitting)

        club.deal(sitting, **told)

        assert known(sitting) == (None, 2)
        tell(club, sitting, number=2)
        assert known(sitting) == (bid_of(club, "Bob", 2), 3)

    def test_a_correction_of_an_earlier_deal_leaves_it(self, club, sitting):
        deal = club.deal(sitting)
        tell(club, sitting, number=2)

        sittings.void_deal(actor(club, "Alice"), deal, revision=1, reason="", request_id=uuid4())

        assert known(sitting)[0] == bid_of(club, "Bob", 2)

    def test_it_ends_when_seats_or_rules_change(self, club, sitting):
        tell(club, sitting)
        club.reseat(sitting, "Alice", "Charlie", "Bob", "Dora")
        assert known(sitting)[0] is None

        tell(club, sitting)
        sittings.change_rules(actor(club, "Charlie"), sitting, FFT, request_id=uuid4())
        assert known(sitting)[0] is None


class TestRefused:
    def refused(self, club, sitting, error, **told):
        before = everything()
        with pytest.raises(error) as refusal:
            tell(club, sitting, **told)
        assert everything() == before
        return refusal

    def test_for_a_deal_that_is_recorded(self, club, sitting):
        deal = club.deal(sitting)

        assert self.refused(club, sitting, SittingMoved).value.deal == deal
        self.refused(club, sitting, SittingMoved, number=3)

    def test_by_who_may_not_record(self, club, sitting):
        for name in ("Bob", "Eve", "visitor"):
            self.refused(club, sitting, Forbidden, by=name)

    def test_of_who_does_not_play(self, club):
        sitting = club.sitting(*FOUR, "Olivia", rules=SHOWN, active_count=4)
        out = [str(club.player("Olivia").uuid)]

        resting = self.refused(club, sitting, DealRefused, taker="Olivia", out=out)
        assert problems_in(resting) == [("player_not_active", "taker")]
        absent = self.refused(club, sitting, DealRefused, taker="Eve", out=out)
        assert problems_in(absent) == [("player_unknown", "taker")]

    def test_where_the_rules_or_the_game_show_none(self, club):
        self.refused(club, club.sitting(*FOUR), DealRefused)
        self.refused(club, club.sitting(*FOUR, game="bolognese", rules=None), DealRefused)

    def test_in_a_closed_session(self, club, sitting):
        sittings.close_sitting(actor(club, "Charlie"), sitting, request_id=uuid4())

        self.refused(club, sitting, SittingClosed)


def test_in_the_volte_game(club):
    rules = get_game("volte").read_rules(SHOWN).to_json()
    sitting = club.sitting(*FOUR, game="volte", rules=rules)

    tell(club, sitting, contract="due")

    assert known(sitting)[0] == bid_of(club, "Bob", contract="due")
