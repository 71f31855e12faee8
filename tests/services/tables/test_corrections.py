"""Correcting a deal and taking one back: effect, log, refusals, repetition."""

from uuid import uuid4

import pytest

from clubs.access import Forbidden
from clubs.core.problems import DealRefused
from clubs.models import Deal, Player, Sitting
from clubs.services.errors import RequestReused, SittingMoved
from clubs.services.tables import sittings
from tests.cast import audit, make_player, totals
from tests.refusals import problems_in
from tests.services.tables.session_rows import (
    FOUR,
    actor,
    chain_is_whole,
    columns,
    everything,
    scores,
    uuids,
)


class TestCorrectDeal:
    def correct(self, club, deal, by="Alice", **told):
        how = {"revision": deal.revision, "reason": "", "request_id": uuid4()}
        how |= {key: told.pop(key) for key in list(how) if key in told}
        record = club.record(deal.sitting, **told)
        return sittings.correct_deal(actor(club, by), deal, record, **how)

    def test_scores_columns_and_totals_follow(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Alice", points=46)  # (25+5)·2 = 60
        club.deal(sitting, taker="Bob", contract="prise", oudlers=1, points=45)  # −(25+6) = −31

        self.correct(club, deal, taker="Dora", points=40)  # −(25+1)·2 = −52

        assert scores(deal) == [
            ("Alice", "defender", 52),
            ("Bob", "defender", 52),
            ("Charlie", "defender", 52),
            ("Dora", "taker", -156),
        ]
        assert columns(deal) == {
            "kind": "played",
            "void_reason": None,
            "taker": "Dora",
            "contract": "garde",
            "oudlers": 2,
            "points_x2": 80,
            "made": False,
            "margin": 1,
            "stake": -52,
        }
        assert deal.revision == 2
        assert totals(sitting) == {"Alice": 83, "Bob": -41, "Charlie": 83, "Dora": -125}
        # 52 + 31, 52 − 93, 52 + 31, −156 + 31

    def test_who_recorded_it_stays(self, club):
        deal = club.deal(club.sitting(*FOUR))
        recorded_at = deal.recorded_at

        self.correct(club, deal, by="Charlie", points=41)

        deal.refresh_from_db()
        assert deal.recorded_by == club.user("Alice")
        assert deal.recorded_at == recorded_at
        assert deal.number == 1

    def test_before_after_and_reason_are_logged(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Alice", points=46)
        request_id = uuid4()

        self.correct(
            club,
            deal,
            by="Charlie",
            taker="Bob",
            points=41,
            reason="Mal compté",
            request_id=request_id,
        )

        told = {"contract": "garde", "oudlers": 2, "players": uuids(club, *FOUR)}
        alice, bob = uuids(club, "Alice", "Bob")
        recorded, corrected = audit(deal)
        assert corrected.action == "correct_deal"
        assert corrected.actor == f"account:{club.user('Charlie').uuid}"
        assert corrected.before == {
            "number": 1,
            "revision": 1,
            "record": {**told, "taker": alice, "points": 46},
        }
        assert corrected.before == recorded.after
        assert corrected.after == {
            "number": 1,
            "revision": 2,
            "record": {**told, "taker": bob, "points": 41},
        }
        assert corrected.reason == "Mal compté"
        assert corrected.request_id == request_id
        assert corrected.sequence == 2
        assert chain_is_whole(sitting.uuid)

    @pytest.mark.parametrize("name", ["Alice", "Charlie", "Olivia"])
    def test_who_may_while_the_session_is_open(self, club, name):
        deal = club.deal(club.sitting(*FOUR))

        self.correct(club, deal, by=name, points=41)

        assert columns(deal)["points_x2"] == 82

    @pytest.mark.parametrize("name", ["Charlie", "Olivia"])
    def test_who_may_when_it_is_closed(self, club, name):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        self.correct(club, deal, by=name, points=41)

        assert columns(deal)["points_x2"] == 82

    def test_a_scorer_may_not_when_it_is_closed(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        sittings.close_sitting(club.actor("Alice"), Sitting.objects.get(), request_id=uuid4())
        before = everything()

        with pytest.raises(Forbidden):
            self.correct(club, deal, by="Alice", points=41)  # deal.sitting still says open

        assert everything() == before

    def test_sent_twice_it_is_one_correction(self, club):
        deal = club.deal(club.sitting(*FOUR), points=46)
        seen = Deal.objects.get(pk=deal.pk)
        request_id = uuid4()
        self.correct(club, deal, points=41, request_id=request_id)
        before = everything()[3:]

        again = self.correct(club, seen, points=41, revision=1, request_id=request_id)

        assert everything()[3:] == before  # deals, scores and log; only revisions move
        assert (again.revision, again.points_x2, again.stake) == (2, 82, 50)  # as stored now
        assert len(audit(deal)) == 2

    def test_the_same_id_for_another_deal(self, club):
        sitting = club.sitting(*FOUR)
        one, other = club.deal(sitting), club.deal(sitting)
        request_id = uuid4()
        self.correct(club, one, points=41, request_id=request_id)
        before = everything()

        with pytest.raises(RequestReused):
            self.correct(club, other, points=41, request_id=request_id)

        assert everything() == before

    def test_somebody_else_was_first(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, points=46)
        seen = Deal.objects.get(pk=deal.pk)
        self.correct(club, deal, points=41)
        before = everything()

        with pytest.raises(SittingMoved) as moved:
            self.correct(club, seen, by="Charlie", points=50)

        assert moved.value.deal == deal
        assert (moved.value.deal.revision, moved.value.deal.points_x2) == (2, 82)
        assert everything() == before
        assert moved.value.sitting.revision == Sitting.objects.get().revision

    def test_a_refused_correction_leaves_everything(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, points=46)
        before = everything()

        with pytest.raises(DealRefused) as refusal:
            self.correct(club, deal, points=40.5)

        assert problems_in(refusal) == [("points_half_not_allowed", "points")]
        assert everything() == before
        assert deal.revision == 1  # the form goes out again with what was seen
        assert deal.record["points"] == 46

    def test_who_sat_there_then_though_seats_changed_since(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Dora", points=46)
        club.reseat(sitting, *FOUR[:3], "Frank")  # Dora goes home
        later = club.deal(sitting, taker="Frank", points=46)

        record = {**deal.record, "points": 41}
        sittings.correct_deal(
            club.actor("Alice"), deal, record, revision=1, reason="", request_id=uuid4()
        )

        assert scores(deal) == [
            ("Alice", "defender", -50),  # (25+0)·2
            ("Bob", "defender", -50),
            ("Charlie", "defender", -50),
            ("Dora", "taker", 150),
        ]
        assert deal.record["players"] == uuids(club, *FOUR)
        assert [name for name, _role, _score in scores(later)] == [
            "Alice",
            "Bob",
            "Charlie",
            "Frank",
        ]

    def test_the_order_of_the_record_though_two_swapped_seats_since(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Alice", points=46)
        club.reseat(sitting, "Bob", "Alice", "Charlie", "Dora")

        record = {**deal.record, "points": 41}
        sittings.correct_deal(
            club.actor("Alice"), deal, record, revision=1, reason="", request_id=uuid4()
        )

        assert deal.record["players"] == uuids(club, *FOUR)
        assert totals(sitting) == {"Bob": -50, "Alice": 150, "Charlie": -50, "Dora": -50}

    def test_a_void_deal_can_become_a_played_one(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, kind="void", void_reason="all_pass")

        self.correct(club, deal, taker="Bob", points=46)

        assert columns(deal)["kind"] == "played"
        assert totals(sitting) == {"Alice": -60, "Bob": 180, "Charlie": -60, "Dora": -60}


class TestVoidDeal:
    def test_at_a_table_of_eight_those_who_sat_out_stay_out(self, club):
        names = ("Alice", "Bob", "Charlie", "Dora", "Frank", "Gus", "Hana", "Ines")
        club.players |= {name: make_player(club.club, name) for name in names[5:]}
        Player.objects.bulk_create(club.players[name] for name in names[5:])
        sitting = club.sitting(*names, active_count=6)
        out = uuids(club, "Hana", "Ines")
        deal = club.deal(sitting, taker="Bob", called=["Charlie", "Dora"], out=["Hana", "Ines"])

        self.void(club, deal)

        assert deal.record["out"] == out
        assert [role for _name, role, _score in scores(deal)][-2:] == ["out", "out"]

    def void(self, club, deal, by="Alice", **told):
        told = {"revision": deal.revision, "reason": "Enregistrée deux fois", **told}
        return sittings.void_deal(actor(club, by), deal, **{"request_id": uuid4(), **told})

    def test_it_stays_and_scores_nothing(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob")
        deal = club.deal(sitting, taker="Bob")

        self.void(club, deal)

        assert deal.number == 2
        assert deal.record == {
            "kind": "void",
            "void_reason": "other",
            "players": uuids(club, *FOUR),
        }
        assert [score for _name, _role, score in scores(deal)] == [0, 0, 0, 0]
        assert columns(deal) == {
            "kind": "void",
            "void_reason": "other",
            "taker": None,
            "contract": None,
            "oudlers": None,
            "points_x2": None,
            "made": None,
            "margin": None,
            "stake": 0,
        }
        assert totals(sitting) == {"Alice": -60, "Bob": 180, "Charlie": -60, "Dora": -60}

    def test_what_it_said_stays_in_the_log(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Bob", points=46)

        self.void(club, deal, by="Charlie")

        recorded, voided = audit(deal)
        assert voided.action == "void_deal"
        assert voided.before == recorded.after
        assert voided.after == {"number": 1, "revision": 2, "record": deal.record}
        assert voided.reason == "Enregistrée deux fois"
        assert chain_is_whole(sitting.uuid)

    def test_a_scorer_may_not_when_it_is_closed_but_an_organiser_may(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        with pytest.raises(Forbidden):
            self.void(club, deal, by="Alice")
        self.void(club, deal, by="Charlie")

        assert columns(deal)["kind"] == "void"

    def test_a_correction_does_not_pass_for_it(self, club):
        deal = club.deal(club.sitting(*FOUR))
        request_id = uuid4()
        self.void(club, deal, request_id=request_id)

        with pytest.raises(RequestReused):
            sittings.correct_deal(
                club.actor("Alice"),
                deal,
                club.record(deal.sitting),
                revision=1,
                reason="",
                request_id=request_id,
            )

    def test_somebody_else_was_first(self, club):
        deal = club.deal(club.sitting(*FOUR))
        self.void(club, deal)
        before = everything()

        with pytest.raises(SittingMoved):
            self.void(club, deal, revision=1)

        assert everything() == before
