"""Going back to an earlier version of a deal: effect, log, refusals, repetition."""

from uuid import uuid4

import pytest

from clubs.access import Forbidden
from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.services.errors import SittingMoved, VersionUnknown
from clubs.services.tables import sittings
from tests.cast import audit, totals
from tests.refusals import problems_in
from tests.services.tables.session_rows import (
    FOUR,
    ROUNDED,
    actor,
    chain_is_whole,
    columns,
    everything,
    uuids,
)


class TestRestoreDeal:
    def corrected(self, club):
        """Bob made it by 5: 60 a defender; then it was Charlie, by 8: 66."""
        deal = club.deal(club.sitting(*FOUR), taker="Bob", points=46, dealer="Dora")
        sittings.correct_deal(
            club.actor("Alice"),
            deal,
            club.record(deal.sitting, taker="Charlie", points=49),
            revision=1,
            reason="Mal saisie",
            request_id=uuid4(),
        )
        return deal

    def restore(self, club, deal, by="Alice", **told):
        told = {"version": 1, "revision": deal.revision, "reason": "La première", **told}
        return sittings.restore_deal(actor(club, by), deal, **{"request_id": uuid4(), **told})

    def test_it_says_again_what_it_said(self, club):
        deal = self.corrected(club)

        self.restore(club, deal)

        assert deal.record == {
            "taker": str(club.player("Bob").uuid),
            "contract": "garde",
            "oudlers": 2,
            "points": 46,
            "dealer": str(club.player("Dora").uuid),
            "players": uuids(club, *FOUR),
        }
        assert totals(deal.sitting) == {"Alice": -60, "Bob": 180, "Charlie": -60, "Dora": -60}
        assert columns(deal)["taker"] == "Bob"

    def test_the_log_keeps_all_three(self, club):
        deal = self.corrected(club)

        self.restore(club, deal, by="Charlie")

        recorded, corrected, restored = audit(deal)
        assert (restored.action, restored.reason) == ("restore_deal", "La première")
        assert restored.before == corrected.after
        assert restored.after == {**recorded.after, "revision": 3}
        assert chain_is_whole(deal.sitting.uuid)

    def test_a_deal_that_was_taken_back_counts_again(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Bob", points=46)
        sittings.void_deal(club.actor("Alice"), deal, revision=1, reason="x", request_id=uuid4())
        assert totals(sitting) == dict.fromkeys(FOUR, 0)

        self.restore(club, deal)

        assert totals(sitting) == {"Alice": -60, "Bob": 180, "Charlie": -60, "Dora": -60}
        assert columns(deal)["kind"] == "played"

    def test_a_deal_that_was_passed_out_is_so_again(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, kind="void", void_reason="all_pass")
        sittings.correct_deal(
            club.actor("Alice"),
            deal,
            club.record(sitting),
            revision=1,
            reason="",
            request_id=uuid4(),
        )

        self.restore(club, deal)

        assert columns(deal)["void_reason"] == "all_pass"
        assert totals(sitting) == dict.fromkeys(FOUR, 0)

    def test_plain_scores_come_back_too(self, club):
        sitting = club.sitting(*FOUR)
        alice, bob = uuids(club, "Alice", "Bob")
        told = {"kind": "scores", "label": "Vachette", "scores": {alice: 30, bob: -30}}
        deal = sittings.record_deal(
            club.actor("Alice"), sitting, told, number=1, request_id=uuid4()
        )
        sittings.void_deal(club.actor("Alice"), deal, revision=1, reason="x", request_id=uuid4())
        assert totals(sitting) == dict.fromkeys(FOUR, 0)

        self.restore(club, deal)

        assert totals(sitting) == {"Alice": 30, "Bob": -30, "Charlie": 0, "Dora": 0}
        assert columns(deal)["kind"] == "scores"

    def test_the_rules_of_now_count_it(self, club):
        deal = self.corrected(club)  # 180 for Bob
        by = club.actor("Charlie")
        sittings.change_rules(by, deal.sitting, ROUNDED, request_id=uuid4())
        deal.refresh_from_db()

        self.restore(club, deal, revision=deal.revision)

        assert totals(deal.sitting) == {"Alice": -60, "Bob": 180, "Charlie": -60, "Dora": -60}
        assert deal.revision == 4  # recorded, corrected, other rules, restored

    def test_a_version_that_the_rules_no_longer_take_is_refused(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, contract="prise")
        sittings.void_deal(club.actor("Alice"), deal, revision=1, reason="x", request_id=uuid4())
        no_prise = get_game("french").read_rules("garde-minimum")
        sittings.change_rules(club.actor("Charlie"), sitting, no_prise, request_id=uuid4())
        deal.refresh_from_db()
        before = everything()

        with pytest.raises(DealRefused) as refusal:
            self.restore(club, deal, revision=3)

        assert problems_in(refusal) == [("contract_not_in_rules", "contract")]
        assert everything() == before

    @pytest.mark.parametrize("version", [0, 3])
    def test_a_version_that_never_was(self, club, version):
        deal = self.corrected(club)
        before = everything()

        with pytest.raises(VersionUnknown):
            self.restore(club, deal, version=version)

        assert everything() == before

    def test_a_scorer_may_not_when_it_is_closed_but_an_organiser_may(self, club):
        deal = self.corrected(club)
        sittings.close_sitting(club.actor("Alice"), deal.sitting, request_id=uuid4())

        with pytest.raises(Forbidden):
            self.restore(club, deal, by="Alice")
        self.restore(club, deal, by="Charlie")

        assert columns(deal)["taker"] == "Bob"

    def test_somebody_else_was_first(self, club):
        deal = self.corrected(club)
        before = everything()

        with pytest.raises(SittingMoved):
            self.restore(club, deal, revision=1)

        assert everything() == before
