"""Closing, reopening and other rules for a session: effect, log, refusals, repetition."""

from uuid import uuid4

import pytest

from clubs.access import Forbidden
from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.models import AuditEntry, Deal, Sitting
from clubs.services.errors import RequestReused, SittingMoved
from clubs.services.tables import sittings
from tests.cast import totals
from tests.refusals import problems_in
from tests.services.tables.session_rows import (
    FFT,
    FOUR,
    ROUNDED,
    actor,
    chain_is_whole,
    columns,
    everything,
)


class TestCloseSitting:
    def close(self, club, sitting, by="Alice", request_id=None):
        return sittings.close_sitting(actor(club, by), sitting, request_id=request_id or uuid4())

    @pytest.mark.parametrize("name", ["Alice", "Charlie", "Olivia"])
    def test_it_ends_the_session(self, club, name):
        sitting = club.sitting(*FOUR)

        self.close(club, sitting, by=name)

        stored = Sitting.objects.get()
        assert stored.state == "closed"
        [entry] = AuditEntry.objects.filter(chain__uuid=sitting.uuid)
        assert entry.action == "close_sitting"
        assert entry.actor == f"account:{club.user(name).uuid}"
        assert entry.target_uuid == sitting.uuid
        assert entry.at == stored.closed_at
        assert chain_is_whole(sitting.uuid)

    def test_sent_twice_and_pressed_twice(self, club):
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        closed_at = self.close(club, sitting, request_id=request_id).closed_at

        self.close(club, sitting, request_id=request_id)
        self.close(club, sitting, by="Charlie")  # another request, nothing left to do

        assert Sitting.objects.get().closed_at == closed_at
        assert AuditEntry.objects.filter(chain__uuid=sitting.uuid).count() == 1


class TestReopenSitting:
    def reopen(self, club, sitting, by="Charlie", request_id=None):
        return sittings.reopen_sitting(actor(club, by), sitting, request_id=request_id or uuid4())

    @pytest.fixture
    def closed(self, club):
        sitting = club.sitting(*FOUR)
        return sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

    @pytest.mark.parametrize("name", ["Charlie", "Olivia"])
    def test_play_goes_on(self, club, closed, name):
        self.reopen(club, closed, by=name)

        stored = Sitting.objects.get()
        assert (stored.state, stored.closed_at) == ("open", None)
        actions = AuditEntry.objects.filter(chain__uuid=closed.uuid).values_list(
            "action", flat=True
        )
        assert list(actions) == ["close_sitting", "reopen_sitting"]
        assert chain_is_whole(closed.uuid)
        assert club.deal(closed).number == 1

    def test_sent_twice_and_pressed_twice(self, club, closed):
        request_id = uuid4()
        self.reopen(club, closed, request_id=request_id)

        self.reopen(club, closed, request_id=request_id)
        self.reopen(club, closed, by="Olivia")

        assert AuditEntry.objects.filter(chain__uuid=closed.uuid).count() == 2

    def test_sent_again_after_it_was_closed_once_more(self, club, closed):
        request_id = uuid4()
        self.reopen(club, closed, request_id=request_id)
        sittings.close_sitting(club.actor("Alice"), closed, request_id=uuid4())

        self.reopen(club, closed, request_id=request_id)

        assert Sitting.objects.get().state == "closed"


class TestChangeRules:
    def change(self, club, sitting, rules=ROUNDED, by="Charlie", request_id=None):
        return sittings.change_rules(
            actor(club, by), sitting, rules, request_id=request_id or uuid4()
        )

    def test_every_deal_is_scored_again(self, club):
        sitting = club.sitting(*FOUR)
        first = club.deal(sitting, taker="Alice", points=49)  # (25+8)·2 = 66 → 70
        second = club.deal(sitting, taker="Bob", contract="prise", oudlers=1, points=45)
        # −(25+6) = −31 → −30
        club.deal(sitting, kind="void", void_reason="all_pass")

        self.change(club, sitting)

        assert Sitting.objects.get().rules == ROUNDED.to_json()
        assert [columns(deal)["stake"] for deal in (first, second)] == [70, -30]
        assert totals(sitting) == {"Alice": 240, "Bob": -160, "Charlie": -40, "Dora": -40}
        # 210 + 30, −70 − 90, −70 + 30, −70 + 30
        assert list(Deal.objects.values_list("number", "revision")) == [(1, 2), (2, 2), (3, 2)]

    def test_before_and_after_are_logged(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        self.change(club, sitting)

        [_recorded, changed] = AuditEntry.objects.filter(chain__uuid=sitting.uuid)
        assert changed.action == "change_rules"
        assert changed.before == FFT.to_json()
        assert changed.after == ROUNDED.to_json()
        assert chain_is_whole(sitting.uuid)

    def test_not_when_it_is_closed(self, club):
        sitting = club.sitting(*FOUR)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        with pytest.raises(Forbidden):
            self.change(club, sitting, by="Olivia")

    def test_all_that_does_not_fit_is_told_and_nothing_written(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, points=49)
        club.deal(sitting, contract="prise")
        club.deal(sitting, contract="prise")
        before = everything()

        with pytest.raises(DealRefused) as refusal:
            self.change(club, sitting, get_game("french").read_rules("garde-minimum"))

        assert problems_in(refusal) == [
            ("contract_not_in_rules", "deals[2].contract"),
            ("contract_not_in_rules", "deals[3].contract"),
        ]
        assert everything() == before
        assert sitting.rules == FFT.to_json()
        assert sitting.revision == 3

    def test_sent_twice(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        request_id = uuid4()
        self.change(club, sitting, request_id=request_id)

        again = self.change(club, Sitting.objects.get(), request_id=request_id)
        with pytest.raises(RequestReused):
            self.change(club, Sitting.objects.get(), rules=FFT, request_id=request_id)

        assert again.rules == ROUNDED.to_json()
        deal.refresh_from_db()
        assert deal.revision == 2
        assert AuditEntry.objects.filter(chain__uuid=sitting.uuid).count() == 2

    def test_a_correction_from_a_page_that_is_older_is_overtaken(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        self.change(club, sitting)

        with pytest.raises(SittingMoved):
            sittings.correct_deal(
                club.actor("Alice"),
                deal,
                club.record(sitting),
                revision=1,
                reason="",
                request_id=uuid4(),
            )
