"""Recording a deal: effect, log, refusals, repetition."""

from uuid import uuid4

import pytest

from clubs.access import Forbidden
from clubs.core.problems import DealRefused
from clubs.models import AuditEntry, Deal, Sitting
from clubs.services.errors import RequestReused, SittingClosed, SittingMoved
from clubs.services.ids import made_uuid
from clubs.services.tables import sittings
from tests.cast import audit, totals
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


class TestRecordDeal:
    def test_scores_and_columns(self, club):
        sitting = club.sitting(*FOUR)

        deal = club.deal(sitting, taker="Bob", contract="garde", oudlers=2, points=49)  # (25+8)·2

        assert scores(deal) == [
            ("Alice", "defender", -66),
            ("Bob", "taker", 198),  # 3·66
            ("Charlie", "defender", -66),
            ("Dora", "defender", -66),
        ]
        assert columns(deal) == {
            "kind": "played",
            "void_reason": None,
            "taker": "Bob",
            "contract": "garde",
            "oudlers": 2,
            "points_x2": 98,
            "made": True,
            "margin": 8,  # 49 − 41
            "stake": 66,
        }
        assert deal.number == 1
        assert deal.revision == 1
        assert deal.recorded_by == club.user("Alice")
        assert deal.record == {
            "taker": str(club.player("Bob").uuid),
            "contract": "garde",
            "oudlers": 2,
            "points": 49,
            "players": uuids(club, *FOUR),
        }

    def test_half_points_at_a_table_of_three(self, club):
        sitting = club.sitting("Alice", "Bob", "Dora")

        deal = club.deal(sitting, taker="Dora", contract="prise", oudlers=2, points=40.5)

        # Half a point short of 41 counts as one: −(25+1) = −26 a defender.
        assert scores(deal) == [
            ("Alice", "defender", 26),
            ("Bob", "defender", 26),
            ("Dora", "taker", -52),
        ]
        assert columns(deal) == {
            "kind": "played",
            "void_reason": None,
            "taker": "Dora",
            "contract": "prise",
            "oudlers": 2,
            "points_x2": 81,
            "made": False,
            "margin": 1,
            "stake": -26,
        }
        assert deal.record["points"] == 40.5

    def test_who_sits_out_gets_nothing_and_the_called_partner_a_share(self, club):
        sitting = club.sitting(*FOUR, "Olivia", "Frank", active_count=5)

        deal = club.deal(sitting, out=["Alice"], taker="Bob", called="Frank", points=46)

        # (25+5)·2 = 60: three defenders pay, two thirds go to the taker.
        assert scores(deal) == [
            ("Alice", "out", 0),
            ("Bob", "taker", 120),
            ("Charlie", "defender", -60),
            ("Dora", "defender", -60),
            ("Olivia", "defender", -60),
            ("Frank", "partner", 60),
        ]

    def test_a_void_deal_scores_nothing(self, club):
        sitting = club.sitting(*FOUR)

        deal = club.deal(sitting, kind="void", void_reason="all_pass", dealer="Alice")

        assert [score for _name, _role, score in scores(deal)] == [0, 0, 0, 0]
        assert columns(deal) == {
            "kind": "void",
            "void_reason": "all_pass",
            "taker": None,
            "contract": None,
            "oudlers": None,
            "points_x2": None,
            "made": None,
            "margin": None,
            "stake": 0,
        }

    def test_totals_add_up_to_nothing(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", points=46)  # (25+5)·2 = 60
        club.deal(sitting, taker="Bob", contract="prise", oudlers=1, points=45)  # −(25+6) = −31
        club.deal(sitting, taker="Alice", contract="garde_sans", oudlers=3, points=40)  # 29·4 = 116

        assert totals(sitting) == {
            "Alice": 559,  # 180 + 31 + 348
            "Bob": -269,  # −60 − 93 − 116
            "Charlie": -145,  # −60 + 31 − 116
            "Dora": -145,
        }
        assert sum(totals(sitting).values()) == 0

    def test_the_sitting_moves_on_by_one(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        club.deal(sitting)

        assert sitting.revision == 2
        assert Sitting.objects.get().revision == 2
        assert list(Deal.objects.values_list("number", flat=True)) == [1, 2]

    def test_the_log_of_the_sitting_tells_it(self, club):
        sitting = club.sitting(*FOUR)

        deal = club.deal(sitting, points=46)
        club.deal(sitting)

        [entry] = audit(deal)
        assert entry.action == "record_deal"
        assert entry.actor == f"account:{club.user('Alice').uuid}"
        assert entry.club == club.club
        assert entry.chain_uuid == sitting.uuid
        assert entry.sequence == 1
        assert entry.target_type == "deal"
        assert entry.before is None
        assert entry.after == {
            "number": 1,
            "revision": 1,
            "record": Deal.objects.get(pk=deal.pk).record,
        }
        assert made_uuid(Deal, sitting.uuid, entry.request_id) == deal.uuid
        assert entry.at == Deal.objects.get(pk=deal.pk).recorded_at
        assert chain_is_whole(sitting.uuid)

    @pytest.mark.parametrize("name", ["Alice", "Charlie", "Olivia"])
    def test_who_may(self, club, name):
        sitting = club.sitting(*FOUR)

        assert club.deal(sitting, by=name).recorded_by == club.user(name)

    @pytest.mark.parametrize("name", ["Bob", "Eve", "visitor"])
    def test_who_may_not(self, club, name):
        sitting = club.sitting(*FOUR)
        before = everything()

        with pytest.raises(Forbidden):
            sittings.record_deal(
                actor(club, name), sitting, club.record(sitting), number=1, request_id=uuid4()
            )

        assert everything() == before
        assert sitting.revision == 0

    def test_sent_twice_it_is_one_deal(self, club):
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        first = club.deal(sitting, number=1, points=46, request_id=request_id)

        again = club.deal(sitting, number=1, points=46, request_id=request_id)

        assert again == first
        assert again.number == 1
        assert scores(again) == scores(first)
        assert Deal.objects.count() == 1
        assert AuditEntry.objects.filter(chain__uuid=sitting.uuid).count() == 1
        assert sitting.revision == Sitting.objects.get().revision

    def test_sent_twice_with_another_deal_in_between(self, club):
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        first = club.deal(sitting, number=1, request_id=request_id)
        club.deal(sitting, number=2)

        assert club.deal(sitting, number=1, request_id=request_id) == first
        assert Deal.objects.count() == 2

    def test_sent_again_after_the_session_closed(self, club):
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        first = club.deal(sitting, number=1, request_id=request_id)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        assert club.deal(sitting, number=1, request_id=request_id) == first

    def test_sent_again_by_somebody_else_who_may_record(self, club):
        """The phone was signed in anew while it waited for the network."""
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        first = club.deal(sitting, request_id=request_id)

        again = club.deal(sitting, by="Charlie", number=1, request_id=request_id)

        assert again == first
        assert Deal.objects.count() == 1
        assert [entry.actor for entry in audit(first)] == [f"account:{club.user('Alice').uuid}"]

    @pytest.mark.parametrize("name", ["Bob", "Eve", "visitor"])
    def test_sent_again_by_somebody_who_may_not(self, club, name):
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        club.deal(sitting, request_id=request_id)
        before = everything()

        with pytest.raises(Forbidden):
            sittings.record_deal(
                actor(club, name), sitting, club.record(sitting), number=1, request_id=request_id
            )

        assert everything() == before

    def test_the_same_id_with_another_record(self, club):
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        first = club.deal(sitting, points=46, request_id=request_id)
        before = everything()

        with pytest.raises(SittingMoved) as moved:
            club.deal(sitting, points=60, number=2, request_id=request_id)

        assert moved.value.deal == first
        assert everything() == before

    def test_sent_again_after_a_correction(self, club):
        """What was sent is what counts, not what became of it."""
        sitting = club.sitting(*FOUR)
        request_id = uuid4()
        deal = club.deal(sitting, points=46, request_id=request_id)
        record = club.record(sitting, points=60)
        told = {"revision": 1, "reason": "counted wrong", "request_id": uuid4()}
        sittings.correct_deal(club.actor("Charlie"), deal, record, **told)

        again = club.deal(sitting, points=46, number=1, request_id=request_id)

        assert again.record["points"] == 60
        assert Deal.objects.count() == 1

    def test_the_same_id_at_another_table(self, club):
        one, other = club.sitting(*FOUR), club.sitting(*FOUR)
        request_id = uuid4()
        club.deal(one, request_id=request_id)
        before = everything()

        with pytest.raises(RequestReused):
            club.deal(other, request_id=request_id)

        assert everything() == before

    def test_the_same_id_for_another_action(self, club):
        sitting = club.sitting(*FOUR)
        [entry] = audit(club.deal(sitting))
        before = everything()

        with pytest.raises(RequestReused):
            sittings.close_sitting(club.actor("Alice"), sitting, request_id=entry.request_id)

        assert everything() == before

    @pytest.mark.parametrize("number", [0, 1, 3])
    def test_a_number_that_is_not_the_next(self, club, number):
        sitting = club.sitting(*FOUR)
        first = club.deal(sitting)
        before = everything()

        with pytest.raises(SittingMoved) as moved:
            sittings.record_deal(
                club.actor("Alice"),
                sitting,
                club.record(sitting),
                number=number,
                request_id=uuid4(),
            )

        assert moved.value.sitting == sitting
        assert moved.value.deal == (first if number == 1 else None)
        assert everything() == before
        assert sitting.revision == 1  # as the database has it, for a page that polls

    def test_a_closed_session(self, club):
        sitting = club.sitting(*FOUR)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
        before = everything()

        with pytest.raises(SittingClosed):
            club.deal(sitting, by="Olivia")

        assert everything() == before

    def test_a_session_that_closed_after_the_page_was_shown(self, club):
        sitting = club.sitting(*FOUR)
        seen = Sitting.objects.get(pk=sitting.pk)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        with pytest.raises(SittingClosed):
            club.deal(seen)

    def test_a_refused_deal_leaves_nothing(self, club):
        sitting = club.sitting(*FOUR)
        before = everything()

        with pytest.raises(DealRefused) as refusal:
            club.deal(sitting, oudlers=4, points=92)

        assert problems_in(refusal) == [
            ("oudlers_out_of_range", "oudlers"),
            ("points_out_of_range", "points"),
        ]
        assert everything() == before
        assert sitting.revision == 0

    def test_players_told_by_the_request_are_not_believed(self, club):
        sitting = club.sitting(*FOUR)
        record = {**club.record(sitting), "players": uuids(club, "Frank", *FOUR[:3])}

        deal = sittings.record_deal(
            club.actor("Alice"), sitting, record, number=1, request_id=uuid4()
        )

        assert deal.record["players"] == uuids(club, *FOUR)
