"""A pile of deals: written together or not at all, once."""

from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.access import Forbidden
from clubs.core.problems import DealRefused
from clubs.models import AuditEntry, Deal, DealScore
from clubs.services.errors import RequestReused, SittingClosed, SittingMoved
from clubs.services.tables import sittings
from clubs.services.tables.sittings import record_deals
from tests.cast import audit, totals

FOUR = ("Alice", "Bob", "Charlie", "Dora")
REQUEST = UUID(int=7)


def pile(club, sitting):
    """Alice +180 (60 a defender), passed out, Bob −75 (25 a defender)."""
    return [
        club.record(sitting),
        club.record(sitting, kind="void", void_reason="all_pass"),
        club.record(sitting, taker="Bob", contract="prise", oudlers=1, points=50),
    ]


def write(club, sitting, records, *, who="Alice", number=1, request_id=REQUEST):
    return record_deals(club.actor(who), sitting, records, number=number, request_id=request_id)


class TestRecordDeals:
    def test_all_of_them_are_written(self, club):
        sitting = club.sitting(*FOUR)
        deals = write(club, sitting, pile(club, sitting))

        assert [(deal.number, deal.kind) for deal in deals] == [
            (1, "played"),
            (2, "void"),
            (3, "played"),
        ]
        assert totals(sitting) == {"Alice": 206, "Bob": -138, "Charlie": -34, "Dora": -34}
        assert [deal.recorded_by for deal in deals] == [club.user("Alice")] * 3

    def test_each_has_its_history_and_the_chain_holds_them_in_order(self, club):
        sitting = club.sitting(*FOUR)
        deals = write(club, sitting, pile(club, sitting))

        assert [[entry.action for entry in audit(deal)] for deal in deals] == [["record_deal"]] * 3
        entries = AuditEntry.objects.filter(chain__uuid=sitting.uuid).order_by("sequence")
        assert [entry.target_uuid for entry in entries] == [deal.uuid for deal in deals]
        hashes = ["", *(entry.hash for entry in entries)]
        assert [entry.computed_hash(hashes[i]) for i, entry in enumerate(entries)] == hashes[1:]

    def test_after_deals_that_are_there(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        deals = write(club, sitting, pile(club, sitting), number=2)

        assert [deal.number for deal in deals] == [2, 3, 4]

    def test_one_bad_deal_writes_nothing(self, club):
        sitting = club.sitting(*FOUR)
        records = pile(club, sitting)
        records[2]["points"] = 92

        with pytest.raises(DealRefused) as refusal:
            write(club, sitting, records)

        assert [(p.code, p.field) for p in refusal.value.problems] == [
            ("points_out_of_range", "deals[3].points")
        ]
        assert Deal.objects.count() == DealScore.objects.count() == 0
        assert AuditEntry.objects.filter(chain__uuid=sitting.uuid).count() == 0

    def test_a_refusal_leaves_the_revision_that_the_database_has(self, club):
        sitting = club.sitting(*FOUR)
        records = pile(club, sitting)
        records[2]["points"] = 92

        with pytest.raises(DealRefused):
            write(club, sitting, records)

        seen = sitting.revision
        sitting.refresh_from_db()
        assert sitting.revision == seen

    def test_nothing_is_nothing(self, club):
        sitting = club.sitting(*FOUR)

        assert write(club, sitting, []) == []
        assert sitting.deals.count() == 0


class TestSentTwice:
    def test_the_same_pile(self, club):
        sitting = club.sitting(*FOUR)
        first = write(club, sitting, pile(club, sitting))
        again = write(club, sitting, pile(club, sitting))

        assert again == first
        assert sitting.deals.count() == 3

    def test_though_the_session_is_closed_now(self, club):
        sitting = club.sitting(*FOUR)
        first = write(club, sitting, pile(club, sitting))
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        assert write(club, sitting, pile(club, sitting)) == first

    @pytest.mark.parametrize("count", [2, 4])
    def test_with_another_number_of_deals_it_is_another_pile(self, club, count):
        sitting = club.sitting(*FOUR)
        records = [*pile(club, sitting), club.record(sitting)]
        write(club, sitting, records[:3])

        with pytest.raises(SittingMoved) as moved:
            write(club, sitting, records[:count])

        assert moved.value.deal == sitting.deals.get(number=1)
        assert sitting.deals.count() == 3

    def test_by_another_scorer_who_has_the_device_now(self, club):
        sitting = club.sitting(*FOUR)
        first = write(club, sitting, pile(club, sitting))

        assert write(club, sitting, pile(club, sitting), who="Charlie") == first
        assert sitting.deals.count() == 3

    def test_by_somebody_who_may_not_record(self, club):
        sitting = club.sitting(*FOUR)
        write(club, sitting, pile(club, sitting))

        with pytest.raises(Forbidden):
            write(club, sitting, pile(club, sitting), who="Bob")

    def test_at_another_table(self, club):
        sitting, other = club.sitting(*FOUR), club.sitting(*FOUR)
        write(club, sitting, pile(club, sitting))

        with pytest.raises(RequestReused):
            write(club, other, pile(club, other))
        assert other.deals.count() == 0


class TestRefused:
    def test_overtaken(self, club):
        sitting = club.sitting(*FOUR)
        other = club.deal(sitting, by="Charlie")

        with pytest.raises(SittingMoved) as moved:
            write(club, sitting, pile(club, sitting), number=1)

        assert moved.value.deal == other
        assert list(sitting.deals.all()) == [other]

    def test_a_gap_before_the_pile(self, club):
        sitting = club.sitting(*FOUR)

        with pytest.raises(SittingMoved):
            write(club, sitting, pile(club, sitting), number=3)
        assert sitting.deals.count() == 0

    def test_closed(self, club):
        sitting = club.sitting(*FOUR)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

        with pytest.raises(SittingClosed):
            write(club, sitting, pile(club, sitting))
        assert sitting.deals.count() == 0


def test_what_a_deal_costs(club):
    """As many statements for each further deal as for the one before."""
    actor = club.actor("Alice")
    counts = []
    for size in (1, 2, 4):
        sitting = club.sitting(*FOUR)
        records = [club.record(sitting)] * size
        assert actor.roles
        with CaptureQueriesContext(connection) as captured:
            record_deals(actor, sitting, records, number=1, request_id=uuid4())
        told = [query["sql"] for query in captured.captured_queries]
        counts.append(len([sql for sql in told if not sql.startswith(("SAVEPOINT", "RELEASE"))]))

    assert counts[0] <= 10
    assert counts[1:] == [2 * counts[0], 4 * counts[0]]
